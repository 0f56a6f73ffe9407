/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The smallest sample from which on every sample gives what is wanted with a probability.
 *
 * Probabilities rise with the size of a sample, but not with every document: what must be found is
 * a whole number, and with one document more it may be just out of reach. So the first size that
 * has the probability is no answer. Larger ones are checked in one of two ways.
 *
 * Blocks: of all sizes of a block the least probability is known from below (reach.h). A block that
 * fails is divided, down to single sizes. Blocks are checked up to a size at which the probability
 * of missing the target is a tenth of what is allowed, or up to the largest size. Beyond that it
 * would have to grow tenfold again, while the distance between the truth and the target, in
 * standard errors, grows with every document.
 *
 * Single sizes, where blocks cost too much: one by one, until the probability lies above the one
 * that is wanted by three times the deepest fall below an earlier size that was seen, and `steady`
 * sizes at least; then 5, 10, 20, 50 and 100 % more documents. Falls get smaller as samples grow,
 * because each outcome gets less likely. If there are too few outcomes for that (deep falls),
 * blocks are checked.
 */
#pragma once

#include "core/base/err.h"

struct assured_search {
	/* The least probability of all sizes from..to, or less; exact if they are one. */
	int (*least)(void *context, int64_t from, int64_t to, double *out, struct err *e);
	void *context;
	bool blocks;	/* `least` can tell of more than one size */
	int64_t steady; /* single sizes to check at least; 0: blocks at once */
	double assurance;
	int64_t first, last; /* sizes that there are */
	int64_t guess;	     /* where to begin */
};

struct assured {
	int64_t size;	    /* 0: not even the last size has the probability */
	double probability; /* there */
	int64_t checked;    /* every size up to this one has it, too */
};

int assured_smallest(const struct assured_search *s, struct assured *out, struct err *e);
