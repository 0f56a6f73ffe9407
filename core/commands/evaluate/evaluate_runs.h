/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs against judgments, as the command that evaluates asks for it.
 */
#pragma once

#include "core/commands/evaluate/evaluate_options.h"

/* Who gets the evaluations. */
struct evaluation_preparer {
	void *context;
	/* When it is known what there will be; gives the receiver for it. The judgments stay until
	 * evaluate() returns. */
	int (*ready)(void *context, const struct evaluate_request *q, const struct judgments *j,
		     struct batch_receiver *receiver, struct err *e);
};

/* Warnings are added to those of the request. */
int evaluate(struct evaluate_request *q, const struct registry *r,
	     const struct evaluation_preparer *preparer, struct err *e);
