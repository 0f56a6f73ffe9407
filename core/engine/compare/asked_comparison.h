/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What runs are compared by: the measures of -m, of runs and of pairs, or else those that suit the
 * judgments.
 *
 * Apart from run_comparison.c because nothing is computed here.
 */
#pragma once

#include "core/engine/compare/pair_requests.h"
#include "core/engine/evaluate/run_request.h"

/* All of it is borrowed. */
struct asked_comparison {
	const struct run_request *runs;
	const struct registry *registry;
	const struct judgments *judgments; /* read */
	/* The answer. */
	struct request_list *measures;
	struct families *families;
	bool only_families; /* no measure was asked for, and what is in `measures` is not shown */
};

int comparison_ask(struct asked_comparison *a, struct err *e);
