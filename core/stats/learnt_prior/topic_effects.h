/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Topics with effects of their own: the model behind the means of recall and F over topics, and of
 * differences of two runs.
 *
 * In group g of topic t (what is retrieved, and the rest; or what both, one, or none of two runs
 * retrieve), r of n documents are relevant:
 *
 *     r_tg ~ Binomial(n_tg, p_tg),   logit p_tg = mu_g - o_tg - beta_g c_t + x_tg
 *
 * o is the log of the group's size against its mean over topics, so that topics have yields and not
 * prevalences in common. Of one run, c is that of the retrieved documents instead: how much a run
 * retrieves tells about both groups. x_t is normal. Of one run x_t1 = u + v/2 and x_t0 = u - v/2,
 * u being the size of the topic and v the logit of its recall, of deviations su and sv and
 * correlation rho. Of two runs
 *
 *     x_tg = su (b_g z_t + c_g (z_t^2 - 1)/sqrt(2)) + sv/sqrt(2) e_tg,
 *
 * z and e being standard normal, so that the log ratio of two groups has the same variance sv^2
 * beside what the size z of the topic tells. One run is brought to that form by the eigenvalues of
 * its covariance; its recall has a bend c = +-k/sqrt(32), without which the interval covered .89
 * where recall is least in topics of middle size (doc/coverage.md, "Recall that bends"). With
 * .7/sqrt(2) in place of 1/sqrt(32) it covered .90 in place of .94 where recall falls.
 *
 * b_g and c_g, of differences of recall (else 1 and 0), are the slope and the bend of a group on
 * the size of the topic: what one run alone finds may grow faster with it than what the other
 * finds, or be most in topics of middle size. b is 1 and what two orthogonal contrasts k add:
 * 2 k_1/sqrt(6) for both runs, +-k_2/sqrt(2) - k_1/sqrt(6) for each; what all have in common is su.
 * c is .7 times such contrasts. With b = 1, P(A > B) was above .95 in .35 of samples of two
 * runs of equal mean recall and opposite slopes (doc/coverage.md, "Opposite slopes"), and with
 * c = 0 the interval covered .83 where recall bends ("Recall that bends"). Their error is in the
 * interval always: a test for slopes with 5 % false alarms sees these in .43 of samples.
 *
 * Priors: mu_g of p^a (1-p)^(1/2) with a = 1/2 (Jeffreys: half a document, once for all topics; an
 * end that stands alone has its own a); su and sv half-normal with scale 2, of
 * two runs 1; rho (1 - rho^2)^(-3/4), so that it can be learnt if recall rises or falls with the
 * size of topics (a prior of 1 - rho^2 and a scale of 1 doubled the bias); beta normal(1/2,1/2) and
 * normal(0,1/2); k and those of c normal(0,1), as if each b had a normal(1,1) prior.
 *
 * A topic is integrated over z, and within over the e of each group, by adaptive Gauss-Hermite
 * rules at the mode (Liu & Pierce 1994, "A note on Gauss-Hermite quadrature"). The gradient is the
 * posterior mean of the gradient of the complete data (Fisher's identity; Louis 1982).
 */
#pragma once

#include <math.h>

#include "core/stats/learnt_prior/effect_groups.h"
#include "core/stats/numeric/matrix.h"

enum { EFFECT_PARAMETERS = MATRIX_MOST, EFFECT_NODES = 7 };

/* The place of rho among the parameters of one run. */
enum { EFFECT_RHO = 4 };

/* For the standard normal distribution: points rising, weights adding up to 1. */
struct effect_nodes {
	int count;
	double x[EFFECT_NODES], w[EFFECT_NODES];
};
int effect_nodes_init(struct effect_nodes *nodes, int count, struct err *e);

/*
 * Parameters: mu of each group, log su, log sv; of one run also atanh rho, the bend of recall and,
 * with slopes, both betas; of the recall of two runs both contrasts of the slopes, and both of the
 * bends.
 */
struct effects {
	struct effect_groups *data;
	int parameters;
	double documents[LEARNT_GROUPS];  /* a, the relevant documents of the prior of mu */
	struct effect_nodes inner, along; /* of a group; of z */
	double correlation; /* rho at the mode, of one run; set by effects_integral() */
	/* set from the parameters */
	double mu[LEARNT_GROUPS], slope[2];
	double size[LEARNT_GROUPS], bend[LEARNT_GROUPS], noise;
};

/* How many parameters make the covariance of the effects. */
static inline int effects_spreads(const struct effect_groups *x)
{
	return x->pair ? (x->factor ? 6 : 2) : 3 + x->factor;
}

/* The values from which the search for the mode starts. */
void effects_start(const struct effects *m, double *parameter);

/* Log density of parameters and data, without constants, and its gradient; -INFINITY: none. */
double effects_density(struct effects *m, const double *parameter, double *gradient);

/* The density, and the moments of the mean over topics with a relevant document, given them. */
double effects_value(struct effects *m, const double *parameter, struct moments *out);
