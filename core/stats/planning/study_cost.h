/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How certain to be, and with how many topics, so that a comparison of two systems costs least
 * (Carterette & Smucker 2007, sections 4.2 and 5).
 *
 * The sign test needs n topics if every document is judged. Judging less leaves the sign of each
 * topic certain only to lambda, 1/2 < lambda <= 1, for which n' = n/(2 lambda - 1)^2 topics make up
 * (sign_power.h, eq 3). A pilot study tells how many judgments make n' topics certain to lambda.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/planning/poisson_regression.h"

/* j(lambda, n) = exp(gamma_0) lambda^gamma_1 n^gamma_2, judgments for n topics in all (eq 5). */
struct judgment_model {
	double gamma[3];
};

/* The paper's own model, of the systems of the TREC 2004 Robust track (eq 6). */
extern const struct judgment_model robust04_judgments;

double judgments_needed(const struct judgment_model *m, double lambda, double topics);

/*
 * Fits the model by Poisson regression to `count` observations, each the judgments made when
 * certainty lambda was first reached over `topics` topics. 0 < lambda <= 1, topics >= 1. `fit` may
 * be NULL. Fails if the observations do not vary in both.
 */
int judgment_model_fit(const double *lambda, const double *topics, const double *judgments,
		       size_t count, struct judgment_model *out, struct poisson_fit *fit,
		       struct err *e);

struct study_prices {
	double topic;	    /* C_t, of developing one */
	double judgment;    /* C_j */
	double free_topics; /* topics that exist already (section 5.2.1); 0 in eq 7 */
};

struct study {
	double lambda;	  /* certainty */
	double topics;	  /* n', not rounded; see whole_topics() */
	double judgments; /* j(lambda, n') */
	double cost;	  /* C(lambda, n) = C_t max(0, n' - free) + C_j j(lambda, n'), eq 7 */
};

/* The study that has with certainty lambda the power of n topics without error. */
struct study study_at(const struct judgment_model *m, const struct study_prices *price, double n,
		      double lambda);

/*
 * The least cost over 1/2 < lambda <= 1. With topics free it is at lambda = gamma_1/(2 gamma_1 -
 * 4 gamma_2) (eq 8), or at 1 if that is not below 1; else it is searched for, to 1e-8 in lambda
 * (where the cost is flat, to what rounding leaves). Fails if the model has the cost fall as
 * topics are added for ever (gamma_2 <= 0 < gamma_1 and topics free, say), and on prices that are
 * negative, not finite, or all 0.
 */
int study_cheapest(const struct judgment_model *m, const struct study_prices *price, double n,
		   struct study *out, struct err *e);
