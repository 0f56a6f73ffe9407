/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Testing "recall is t" with a simple random sample from each of two segments.
 *
 * Recall t means that the prevalences are π1 = t·u/N1 and π0 = (1-t)·u/N0, u being the unknown
 * number of relevant documents: the ratio of two proportions is given. The estimate of u under that
 * constraint solves a quadratic (Koopman 1984, section 2.2); a test statistic is then the distance
 * of the sample from it. A finite population enters through effective sample sizes.
 */
#pragma once

#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/segments.h"

/* What does not depend on t. Effective sizes: INFINITY where every document was judged. */
struct ratio_design {
	double N1, n1, m1;
	double N0, n0, m0;
	double weight1, weight0; /* m1/(m1+m0), m0/(m1+m0) */
};

/*
 * `finite`: m = n(N-1)/(N-n), which gives p the variance π(1-π)/m that it has when drawn without
 * replacement; else m = n. At least one segment must have been sampled and, if `finite`, at least
 * one not completely.
 */
struct ratio_design ratio_design_of(const struct two_samples *x, bool finite);

/* The hypothesis, given as the log odds ln(t/(1-t)): π1 = by1·u, π0 = by0·u. */
struct ratio_null {
	double by1, by0;
	double spread1, spread0; /* by0²/m1, by1²/m0: of the variance of by0·p1 - by1·p0 */
};
struct ratio_null ratio_null_at(const struct ratio_design *d, double log_odds);

/* Prevalences most likely under the hypothesis, for sample proportions p1 and p0. */
struct prevalences {
	double pi1, pi0;
};
struct prevalences ratio_constrained(const struct ratio_design *d, const struct ratio_null *h,
				     double p1, double p0);

/*
 * Signed roots, positive where the sample speaks for a recall above t. The score root is that of
 * Pearson's chi-square at the constrained estimate, without continuity correction; the likelihood
 * root that of the likelihood ratio, with the effective sizes as binomial ones.
 */
double ratio_score_root(const struct ratio_design *d, const struct ratio_null *h, double p1,
			double p0, struct prevalences c);
double ratio_likelihood_root(const struct ratio_design *d, const struct ratio_null *h, double p1,
			     double p0, struct prevalences c);

/*
 * The logit of the recall at which the score root is `z`, between `low` and `high`; the nearer of
 * them where it is not reached. Found by bisection to the last bits.
 */
double ratio_score_solve(const struct ratio_design *d, double p1, double p0, double z, double low,
			 double high);

/*
 * The score interval, as struct interval_method.compute. An end that is not asked for, or that
 * nothing relevant in its sample leaves open, is 0 or 1; of a method that is `finite`, what the
 * sample leaves possible.
 */
int ratio_score_interval(const struct interval_method *m, const struct stratum *s, size_t count,
			 const struct interval_request *q, struct interval *out, struct err *e);

/* A logit beyond that of any recall of fewer than 2^63 documents. */
#define FAR 60.0

/* The limits of two_samples_possible() as logits, within -FAR and FAR. */
struct interval two_samples_possible_logit(const struct two_samples *x);

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
 */

/* Which samples count as at least as extreme. */
enum extreme { EXTREME_BOTH, EXTREME_ABOVE, EXTREME_BELOW };

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
