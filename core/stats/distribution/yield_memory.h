/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distributions of yields that were made already: recall, precision and F of one topic are made of
 * the same ones.
 *
 * What is found is what was asked for, number by number, so that nothing depends on what else was
 * asked. Not for several threads at once.
 */
#pragma once

#include "core/stats/distribution/yield.h"

/* Two for a topic, and their other forms (posterior.c); of the outcomes of a plan, many. */
enum { YIELDS_OF_TOPIC = 4, YIELDS_OF_PLAN = 4096 };

struct kept_yield {
	struct yield_distribution *distribution; /* NULL: none */
	struct beta_binomial *term;
	size_t count;
	int64_t shift;
	double exact_points;
	uint64_t asked; /* the number of the request for it that was the last */
};

/* Begins as { 0 }. */
struct yield_memory {
	struct kept_yield *kept; /* NULL: none yet */
	uint64_t requests;
	bool many; /* those of a plan, and in any order of the terms */
};

void yield_memory_release(struct yield_memory *m);

/*
 * As yield_new(), but the result belongs to the memory, which may free it with the fourth request
 * after this one (with `many`, a later one): the one that was not asked for the longest goes first.
 */
const struct yield_distribution *yield_remembered(struct yield_memory *m, int64_t shift,
						  const struct beta_binomial *term, size_t count,
						  double exact_points, struct err *e);
