/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two systems on one stratified sample: is A better than B, and by how much?
 */
#pragma once

#include <math.h>

#include "core/stats/interval/interval.h"

/*
 * The joint posterior of two systems on one stratified sample.
 *
 * The cells of a topic, in each of which a simple random sample was judged, fall into four groups
 * by which system retrieves them: both, only A, only B, neither. Given its sample, the yield of a
 * cell is r + BetaBin(N-n; alpha+r, beta+n-r) (Webber 2013, eq 17), independently of the others,
 * and both systems are scored with the same yields: if they retrieve the same documents, their
 * scores are equal. With Y_both, Y_a, Y_b and Y_none the yields of the groups and Y their sum,
 *
 *     recall_A = (Y_both + Y_a)/Y,   precision_A = (Y_both + Y_a)/N_A,
 *     F_A = (1+b^2) (Y_both + Y_a) / (N_A + b^2 Y)
 *
 * The question is about these documents: with everything judged the answer is certain.
 *
 * Priors. A method gives a prior to each cell of a group as it gives one to each stratum of a
 * segment: bb-spread's half documents are spread over the cells of a group. So the posterior is one
 * for both systems, and it does not depend on which is called A. In an interval for A alone there
 * are two segments, and bb-spread puts one half on all that A retrieves; here it puts one half on
 * what both retrieve and one half on what only A retrieves. On the 31 pairs of runs of TREC Legal
 * 2009 the ends of recall that this implies for one system differ from its own by 0.0007 on
 * average, 0.0028 at most (of bb-shared). If B retrieves nothing, the groups are the segments and
 * the difference is A's own score. bb-half, bb-uniform and bb-mcp give each cell its prior by
 * itself, so that they imply here what they say of one system alone (except for cells without a
 * sample: they are joined into one cell for each group here, and for each segment there).
 *
 * Gray documents, as in interval.h: they count as sampled and not relevant for recall; for
 * precision and F, cells that either system retrieves enter with their assessable part. (The
 * interval of F for A alone keeps the gray documents of what only B retrieves as not relevant. The
 * expected yield is the same.)
 *
 * The cells of a group without a sample are joined into one, which borrows from the others
 * (core/stats/interval/cut_strata.h). Ends are not forced.
 *
 * If the runs cut a stratum, it has a cell in each group from which its sample has a document. The
 * yields of these cells are taken as independent. For recall and F each is a share of the whole
 * stratum, and N_A, N_B are estimated from the sample, or known (struct shared_topic); precision is
 * about the documents of the cell.
 */

struct shared_result {
	/*
	 * P(A is better) + P(equal)/2, so that both directions add up to 1; and, if it comes from
	 * draws, its standard error. Its error is 1e-9 for recall, and for sets of one size, if all
	 * masses are kept (core/stats/distribution/yield.h); else 1e-6, like that of
	 * the other results.
	 */
	double probability, probability_error;
	double mean;		  /* of A - B, posterior */
	struct interval interval; /* quantiles of A - B: the smallest value x with P(<= x) >= p */
	struct tails tails;	  /* what the request asks of `at`, if it is told */
	bool told;
};

/*
 * The interval of a difference that is that of two means, each from its own run, by a model of both
 * runs whose centre lies elsewhere: it reaches as far from the difference as the model's ends are
 * from its centre, and at least as far out as these (doc/coverage.md, "Which of two runs is
 * better").
 */
static inline struct interval interval_about(struct interval model, double centre,
					     double difference)
{
	double moved = difference - centre;
	return (struct interval){ fmax(-1, fmin(model.lower, model.lower + moved)),
				  fmin(1, fmax(model.upper, model.upper + moved)) };
}

enum { GROUP_A, GROUP_B, GROUP_BOTH, GROUP_NEITHER, GROUPS };

/* Cells that count, ordered by group, adjusted for gray documents, with their priors. */
struct shared_model {
	struct stratum *s;
	struct prior *prior;
	size_t begin[GROUPS + 1]; /* of each group in `s` */
	double size_a, size_b;	  /* N_A, N_B */
	bool undefined;		  /* the quantity of A or of B can only be 0/0 */
	bool binomial;		  /* see struct posterior_model */
};

int shared_model_init(struct shared_model *x, const struct interval_method *m,
		      const struct shared_topic *topic, const struct interval_request *q,
		      struct err *e);
void shared_model_release(struct shared_model *x);

/*
 * Any method with a `prior`; the request's quantity is recall, precision or F. With `draws` all
 * values come from Monte Carlo draws, whose quantiles are the ceil(p draws)-th smallest. nan if the
 * quantity of A or of B can only be 0/0. -1: `e` is filled.
 */
int shared_compare(const struct interval_method *m, const struct pair_stratum *cell, size_t count,
		   const struct interval_request *q, struct shared_result *out, struct err *e);

/*
 * The same for the mean over those topics for which it is defined for A and B; nan if there are
 * none. Topics are independent, so the mean is a sum of independent terms
 * (core/stats/distribution/topic_sum.h). It is exact if it has few possible values. Else, measured
 * on 33 random designs of 2 to 50 topics against finer lattices and against 2 million draws: the
 * probability is right to 2e-5, and the ends to 1e-4 of the interval's length for two topics in
 * which single documents show, to 1e-5 for more topics.
 */
int shared_compare_mean(const struct interval_method *m, const struct shared_topic *topic,
			size_t count, const struct interval_request *q, struct shared_result *out,
			struct err *e);

struct difference;

/* The caller releases it, after success. */
int shared_difference(const struct shared_model *x, const struct interval_request *q,
		      struct difference *out, struct err *e);
