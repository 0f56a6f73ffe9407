/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does an outcome of a control set reach the target? By its interval, for many outcomes of samples
 * of one size: the number of relevant retrieved documents has the same posterior whatever the
 * number of the others is, so that the distributions of either are kept.
 */
#pragma once

#include "core/stats/interval/cut_strata_model.h"
#include "core/stats/planning/reach.h"

struct sampled_whole {
	int64_t size;	     /* of the collection */
	int64_t relevant[2]; /* [1]: and retrieved; [0]: and not retrieved */
};

/* The interval for a sample of n with these numbers of relevant documents, as in sampled_whole. */
int control_interval(const struct reach_request *q, const struct sampled_whole *c, int64_t n,
		     const int64_t relevant[2], struct interval *out, struct err *e);

struct control_outcomes {
	const struct reach_request *request;
	const struct sampled_whole *set;
	int64_t n;
	struct kept_kind *kept[2]; /* [1]: of what is retrieved */
};

/* Forgets what was kept. */
void control_outcomes_release(struct control_outcomes *o);

/* As reach_over(). */
int control_outcome_over(struct control_outcomes *o, const int64_t relevant[2], double *out,
			 struct err *e);

/*
 * The distribution function of recall from a control set, in half a microsecond, and how far it may
 * be off. An interval takes ten to a thousand times as long, and a plan asks about tens of
 * thousands of outcomes: only those are left to intervals that this cannot decide.
 *
 * The posterior of a control set (core/stats/interval/cut_strata.h) is that of two independent
 * negative binomials, A = a + NB(shape a + h) and B = b + NB(shape b + h), and
 *
 *     P(recall <= t) = P(D <= 0),   D = A - theta B,   theta = t/(1-t)
 *
 * The cumulants of D are elementary, which is all that Lugannani and Rice's approximation by a
 * saddlepoint needs (1980; with the second-order term of Daniels 1987):
 *
 *     P(D > 0) = 1 - Phi(w) + phi(w) (1/z - 1/w + (l4/8 - 5 l3^2/24)/z - l3/2z^2 - 1/z^3 + 1/w^3)
 *
 *     K'(u) = 0,   w = sign(u) sqrt(-2 K(u)),   z = u sqrt(K''(u)),   l3, l4 standard cumulants
 *
 * It may be off by the second-order term, and by the steps of P(D <= 0) at whole documents: if v
 * theta is within e of a whole number u, D piles up at multiples of 1/v (or theta/u), which adds up
 * to half of the density of D times that, less what averages out over the values of B (as in
 * core/stats/distribution/yield_cdf.c). These are added up over pairs u, v without a common
 * divisor, and doubled. tests/core/stats/planning/test_control.c holds ranges of made-up samples
 * against their intervals.
 */

/* One kind of relevant documents: found + NB, with its shape, and its mean over its shape. */
struct share_kind {
	double found, shape, scale;
};

struct share_model {
	struct share_kind kind[2]; /* as the relevant documents of a control set: [1] retrieved */
	double narrower;	   /* its deviation over that of the negative binomials */
	double apart;		   /* how much this differs between the kinds */
	double far;		   /* scores beyond this one are only said to be so */
	bool usable;
};

/* The model of one end, for a sample of n of a collection. */
int share_model_of(struct share_model *s, const struct reach_request *q, int64_t size, int64_t n,
		   const int64_t relevant[2], bool lower, struct err *e);

/* The normal score of P(recall <= t), 0 < t < 1, and what it may be off, which takes half the time
 * (NULL: not asked for). */
double share_score(const struct share_model *s, double t, double *unsure);

/* The deviation of the logit of recall, nearly. */
double share_logit_sd(const struct share_model *s);

/* The same for any t, as a range; that of a score far out has one end. */
struct score_range {
	double least, most;
};
struct score_range share_score_range(const struct share_model *s, double t);
