/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The test of the hypothesis "recall is t" behind the method `calibrated`, on one sample of what is
 * retrieved and one of the rest.
 *
 * Statistic: T(x; t) = mean of the finite-population score root and the signed likelihood-ratio
 * root (recall_ratio.h), x = (r1, r0).
 *
 * p-value of t: let the segments have the yields that are most likely with recall t, given the
 * sample. The two hypergeometric distributions then give every sample X a probability, and
 *
 *     p(t) = P(|T(X; t)| >= |T(x; t)|) - P(X = x)/2      (mid-P)
 *
 * T rises with X1 and falls with X0, so that the sum needs only the border of the region, which is
 * monotone.
 *
 * Apart from methods/calibrated.c because that one searches for the t at which p(t) is a given one.
 */
#pragma once

#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/recall_ratio.h"

/* Which samples count as at least as extreme. */
enum extreme { EXTREME_BOTH, EXTREME_ABOVE, EXTREME_BELOW };

/*
 * Where, row by row, the samples become extreme under one hypothesis: the first column of the upper
 * region, and the first after the lower one. A border at an end of the columns may really lie
 * beyond it.
 */
enum region { UPPER, LOWER };

struct borders {
	int64_t first, last;	/* rows; none if last < first */
	int64_t before, behind; /* ends of the columns */
	int64_t *column[2];	/* by region and row */
};

/* Those of a bracket and of the latest t, and six for a search that halves up to 48 looks. */
enum { KEPT_BORDERS = 3 + 6 };

struct recall_test {
	struct two_samples x;
	double share1, share0; /* relevant share of the two samples */
	struct ratio_design d;
	struct hypergeometric distribution1, distribution0;
	bool rows_retrieved; /* rows of the border are outcomes of the retrieved sample */
	const struct hypergeometric *rows, *columns; /* the two distributions */
	/* of the hypothesis under test */
	struct ratio_null null;
	double bound;
	/*
	 * Borders found at the two sides of a bracket in t, and at the latest t. In between, the
	 * border of a row is between those of the sides: when the bracket is short, few
	 * statistics are left to compute.
	 */
	struct borders *in, *out, *latest;
	struct borders kept[KEPT_BORDERS];
	int64_t *memory;
};

/* From now on they have no rows. */
static inline void borders_forget(struct borders *b)
{
	b->last = b->first - 1;
}

/* Fills all but `x`, which the caller has set. Release it in any case. */
int recall_test_init(struct recall_test *p, struct err *e);
void recall_test_release(struct recall_test *p);

/* The p-value of recall t. The borders are those of p->latest afterwards. */
double recall_test_p(struct recall_test *p, double logit, enum extreme extreme);

/* The highest probability of one sample at the latest t. */
double recall_test_greatest_mass(const struct recall_test *p);
