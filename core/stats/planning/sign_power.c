/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/near.h"
#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/planning/sign_power.h"
#include "core/stats/rmath.h"

/* Probabilities as close as this are equal: pbinom() has an error of some 1e-15. */
static const double EQUAL = NEAR_ROUNDING;

static const double MOST_TOPICS = 1e9;

/* P(S >= c) */
static double tail(int64_t n, int64_t c, double theta)
{
	if (c <= 0)
		return 1.0;
	return c > n ? 0.0 : pbinom((double)c - 1.0, (double)n, theta, 0, 0);
}

/* From where the normal distribution puts it, which is at most a few steps off. */
int64_t sign_critical_value(int64_t n, double alpha)
{
	double size = (double)n, limit = alpha * (1.0 - EQUAL);
	double guess = 0.5 * size - 0.5 * sqrt(size) * qnorm(alpha, 0.0, 1.0, 1, 0);
	int64_t c = (int64_t)fmax(1.0, fmin(size + 1.0, ceil(guess)));
	while (c <= n && tail(n, c, 0.5) >= limit)
		c++;
	while (tail(n, c - 1, 0.5) < limit)
		c--;
	return c;
}

double sign_power_exact(int64_t n, double h, double alpha)
{
	return tail(n, sign_critical_value(n, alpha), 0.5 + 0.5 * h);
}

double sign_power_normal(double n, double h, double alpha)
{
	return pnorm(qnorm(alpha, 0.0, 1.0, 1, 0) + h * sqrt(n), 0.0, 1.0, 1, 0);
}

/* P(S >= c) is `power` at the theta that is its limit, by binomial_limit(). */
double sign_effect_exact(int64_t n, double power, double alpha)
{
	int64_t c = sign_critical_value(n, alpha);
	return c > n ? NAN : 2.0 * binomial_limit(c, n, power, true) - 1.0;
}

double sign_effect_normal(double n, double power, double alpha)
{
	return (qnorm(power, 0.0, 1.0, 1, 0) - qnorm(alpha, 0.0, 1.0, 1, 0)) / sqrt(n);
}

/* ---- topics ---- */

struct target {
	double theta, power, alpha;
};

/*
 * The first n of the range that has the power, or the last that lacks it; 0: there is none. Neither
 * c nor P(S >= c) for a given c falls as n grows. So no n of a range has less power than the first
 * n would have at the c of the last, nor more than the last at the c of the first, and a range that
 * passes so needs no closer look.
 */
static int64_t edge(const struct target *t, int64_t first, int64_t last, bool has)
{
	double best = has ? tail(last, sign_critical_value(first, t->alpha), t->theta)
			  : tail(first, sign_critical_value(last, t->alpha), t->theta);
	if ((best >= t->power) != has)
		return 0;
	if (first == last)
		return first;
	int64_t middle = first + (last - first) / 2;
	int64_t found = has ? edge(t, first, middle, has) : edge(t, middle + 1, last, has);
	return found > 0 ? found
	       : has	 ? edge(t, middle + 1, last, has)
			 : edge(t, first, middle, has);
}

/*
 * An n from which on the power is certain, by Hoeffding's inequality on either side: c is at most
 * n/2 + sqrt(n ln(1/alpha)/2) + 1, and S < c has a probability of at most exp(-2(n theta - c + 1)^2
 * / n).
 */
static double enough(double h, double power, double alpha)
{
	double roots = sqrt(-log(alpha)) + sqrt(-log1p(-power));
	return ceil(2.0 * roots * roots / (h * h)) + 2.0;
}

int sign_topics_exact(double h, double power, double alpha, struct sign_topics *out, struct err *e)
{
	struct target t = { 0.5 + 0.5 * h, power, alpha };
	double last = enough(h, power, alpha);
	if (!(h > 0 && h <= 1 && power > 0 && power < 1 && alpha > 0 && alpha < 1))
		return err_usage(e, "no test: effect size %g, power %g, level %g", h, power, alpha);
	if (last > MOST_TOPICS)
		return err_usage(e, "effect size %g is too small: more than %g topics", h,
				 MOST_TOPICS);
	out->first = edge(&t, 1, (int64_t)last, true);
	out->lasting = edge(&t, 1, (int64_t)last, false) + 1;
	return 0;
}

double sign_topics_normal(double h, double power, double alpha)
{
	double root = (qnorm(power, 0.0, 1.0, 1, 0) - qnorm(alpha, 0.0, 1.0, 1, 0)) / h;
	return root * root;
}

/* ---- uncertain outcomes ---- */

double sign_adjusted_effect(double h, double lambda)
{
	return h * (2.0 * lambda - 1.0);
}

double sign_adjusted_topics(double n, double lambda)
{
	double seen = 2.0 * lambda - 1.0;
	return n / (seen * seen);
}
