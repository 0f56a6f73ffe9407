/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The smallest sample size such that it and every larger one reach a target with the probability
 * that is wanted (the assurance).
 *
 * The probability rises with the size of the sample, but not with every single document. The number
 * of relevant documents that must be found is whole; when it goes up by one, the probability falls
 * a little. So the first size that has the probability is not the answer: larger ones must be
 * checked, in one of two ways.
 *
 * Blocks of sizes: reach.h gives a lower limit of the probability for all sizes of a block. A block
 * that fails is divided, down to single sizes. The check ends at the largest size, or when the
 * probability of missing the target, in a block or at its last size, is a tenth of what is allowed.
 * (The limit of a block is no use for the width of a share near 1/2: there it falls with the length
 * of the block, whatever the sizes are.) Beyond that it would have to
 * grow tenfold again, while the distance between the truth and the target, in standard errors,
 * grows with every document. Sizes that lack the probability come in runs: with one outcome in a
 * million, the number that may be found goes up once in a hundred thousand sizes, and between two
 * such sizes the probability falls. Such a run is passed over by blocks of which no size has it.
 *
 * Single sizes, if blocks take too long: at least `steady` sizes, one by one, until the probability
 * exceeds the wanted one by three times the deepest fall that was seen; then sizes that are 5, 10,
 * 20, 50 and 100 % larger. Falls get smaller as samples grow, because each outcome gets less
 * likely. If falls are too deep for this rule, because there are few outcomes, blocks are checked.
 *
 * In small collections, where ends are whole documents, a width jumps up and down with n. Limits of
 * blocks allow for that in the width of a share, if there are not too many outcomes (reach.h);
 * otherwise they are not quite limits. What is returned has the probability in any case; a larger
 * size may lack it then.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/planning/reach.h"

struct assured_search {
	/* At most the least probability of all sizes from..to, see above; exact if from == to. */
	int (*least)(void *context, int64_t from, int64_t to, double *out, struct err *e);
	/* At least the greatest probability of them; NULL: nobody knows. */
	int (*most)(void *context, int64_t from, int64_t to, double *out, struct err *e);
	void *context;
	bool blocks;	/* `least` can be asked about more than one size */
	bool jumps;	/* one size says nothing of the next */
	int64_t steady; /* single sizes to check at least; 0: blocks at once */
	double assurance;
	int64_t first, last; /* possible sizes */
	int64_t guess;	     /* where to begin */
};

struct assured {
	int64_t size;	    /* 0: even the last size lacks the probability */
	double probability; /* at this size */
	int64_t checked;    /* every size up to this one has it, too */
};

int assured_smallest(const struct assured_search *s, struct assured *out, struct err *e);

/*
 * Plans with one simple random sample of a share of documents: richness, elusion, precision.
 */
struct one_sample {
	struct reach_request reach; /* its quantity: yield, or precision */
	int64_t size, relevant;	    /* documents, and the relevant ones of them */
};

/* The true value. */
double one_sample_truth(const struct one_sample *s);

/* The interval, as shares, if n documents contain what is to be expected, in whole documents. */
int one_sample_typical(const struct one_sample *s, int64_t n, struct interval *out, struct err *e);

/* The exact probability that n documents reach the target. */
int one_sample_reach(const struct one_sample *s, int64_t n, double *out, struct err *e);

/* Fails if not even all documents reach the target with the probability. */
int one_sample_assured(const struct one_sample *s, double assurance, struct assured *out,
		       struct err *e);

/* The mean width or bound of n documents, and the smallest sample whose mean reaches the target; 0:
 * not even all documents. */
int one_sample_mean(const struct one_sample *s, int64_t n, double *out, struct err *e);
int one_sample_expected(const struct one_sample *s, int64_t *size, struct err *e);
