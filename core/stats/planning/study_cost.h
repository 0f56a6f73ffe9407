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

/* j(lambda, n) = exp(gamma_0) lambda^gamma_1 n^gamma_2, judgments for n topics in all (eq 5). */
struct judgment_model {
	double gamma[3];
};

/* The paper's own model, of the systems of the TREC 2004 Robust track (eq 6). */
extern const struct judgment_model robust04_judgments;

/* Judgments that were needed. */
struct judged {
	double x[2]; /* logarithms of certainty and of the number of topics */
	double y;
};

/*
 * The maximum-likelihood model: Poisson regression, as of R's glm(y ~ x, family = poisson)
 * (section 4.2). Counts may be averages, and need not be whole. Computed by Newton's method, with
 * halved steps if the likelihood would fall: it is concave, so there is only one maximum. Agrees
 * with R to 1e-8 (relative).
 *
 * `deviance_r2` is 1 - deviance/deviance of the mean alone, the usual measure of how much such a
 * model explains; nan if all counts are equal. The paper prints R^2 = 0.95 and does not say which
 * it is. Fails if certainties and numbers of topics do not vary, each by itself.
 */
int judgments_fit(const struct judged *o, size_t count, struct judgment_model *out,
		  double *deviance_r2, struct err *e);

double judgments_needed(const struct judgment_model *m, double lambda, double topics);

struct study_prices {
	double topic;	    /* C_t, of developing one */
	double judgment;    /* C_j */
	double free_topics; /* topics that exist already (section 5.2.1); 0 in eq 7 */
};

struct study {
	double lambda;	  /* certainty */
	double topics;	  /* n', not rounded */
	double judgments; /* j(lambda, n') */
	double cost;	  /* C(lambda, n) = C_t max(0, n' - free) + C_j j(lambda, n'), eq 7 */
};

/* The study that has with certainty lambda the power of n topics without error. */
struct study study_at(const struct judgment_model *m, const struct study_prices *price, double n,
		      double lambda);

/*
 * The least cost over 1/2 < lambda <= 1, searched for to 1e-8 in lambda (where the cost is flat, to
 * what rounding leaves). With topics free it is at lambda = gamma_1/(2 gamma_1 - 4 gamma_2) (eq 8),
 * or at 1 if that is not below 1. Fails if the model has the cost fall as topics are added for ever
 * (gamma_2 <= 0 < gamma_1 and topics free, say).
 */
int study_cheapest(const struct judgment_model *m, const struct study_prices *price, double n,
		   struct study *out, struct err *e);
