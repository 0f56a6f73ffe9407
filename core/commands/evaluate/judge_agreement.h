/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far judges agree, pair by pair.
 */
#pragma once

#include "core/commands/evaluate/evaluate_options.h"
#include "core/data/judgments/judges.h"

/* Takes what a pair of judges says of a topic; NULL: of all topics pooled. */
typedef void (*agreement_receiver)(void *context, const char *a, const char *b, const char *topic,
				   const struct agreement *x);

/*
 * Reads the judgments of the request and hands over each pair of judges with a document in common,
 * in the order in which the file names them: with -q first its topics, then, without -n, all of
 * them. No such pair is an error.
 */
int judge_agreement(const struct evaluate_request *q, agreement_receiver take, void *context,
		    struct err *e);
