/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See scale_mixture.h. The density of u = log s is proportional to exp(v u - v exp(2u)/2), highest
 * at 0. What is below e^-100 of that is left out. The sum of the weights is their normalisation: it
 * has the same error as the constant would have to correct.
 */
#include "core/stats/distribution/scale_mixture.h"
#include "core/stats/numeric/root.h"
#include "core/stats/rmath.h"

static const double LEFT_OUT = 100; /* the logarithm of a part */

/* Logarithm of the density, 0 at its highest point. */
static double log_density(double freedom, double u)
{
	return freedom * (u - expm1(2 * u) / 2);
}

/* Where it has fallen by LEFT_OUT, on the side of `sign`. */
static double end_of(double freedom, double sign)
{
	double near = 0, far = sign;
	while (log_density(freedom, far) > -LEFT_OUT) {
		near = far;
		far *= 2;
	}
	for (int i = 0; i < 20; i++) {
		double middle = (near + far) / 2;
		*(log_density(freedom, middle) > -LEFT_OUT ? &near : &far) = middle;
	}
	return far;
}

struct mixture {
	double at, count, freedom, centre, p;
};

/* The mean of f over s; f changes little while log s changes by a part of `width`. */
static double mean_over_scales(const struct mixture *m,
			       double (*f)(const struct mixture *m, double s), double width)
{
	double from = end_of(m->freedom, -1), to = end_of(m->freedom, 1);
	double step = fmin(0.15, fmin(0.5 / sqrt(2 * m->freedom), 0.4 * width)), sum = 0,
	       weights = 0;
	long nodes = (long)ceil((to - from) / step);
	for (long i = 0; i <= nodes; i++) {
		double u = from + (to - from) * (double)i / (double)nodes;
		double weight = exp(log_density(m->freedom, u));
		weights += weight;
		sum += weight * f(m, exp(u));
	}
	return sum / weights;
}

/* ---- noncentral t ---- */

static double normal_below(const struct mixture *m, double s)
{
	return pnorm(m->at * s - m->centre, 0, 1, 1, 0);
}

double noncentral_t(double t, double freedom, double noncentrality)
{
	const struct mixture m = { .at = t, .freedom = freedom, .centre = noncentrality };
	return mean_over_scales(&m, normal_below, 1 / (1 + fabs(t)));
}

static double centre_error(const void *of, double centre)
{
	const struct mixture *m = of;
	return noncentral_t(m->at, m->freedom, centre) - m->p;
}

double noncentral_t_centre(double t, double freedom, double p)
{
	const struct mixture m = { .at = t, .freedom = freedom, .p = p };
	double reach = 1;
	/* falls from 1 to 0 as the centre rises */
	while (centre_error(&m, t - reach) < 0 || centre_error(&m, t + reach) > 0)
		reach *= 2;
	return root_between(centre_error, &m, t - reach, t + reach, 1e-10 * (1 + fabs(t)));
}

/* ---- studentized range ---- */

/* P(range of so many normal variates > w). */
static double range_above(double w, double count)
{
	const double from = -9, step = 0.2;
	double to = 9 + w / 2, sum = 0;
	for (double i = 0; from + i * step <= to; i++) {
		double z = from + i * step;
		double below = pnorm(z, 0, 1, 1, 1), apart = pnorm(z - w, 0, 1, 1, 1) - below;
		if (apart >= 0)
			return 1; /* w is 0 */
		double some = -expm1((count - 1) * log1p(-exp(apart)));
		sum += exp(dnorm(z, 0, 1, 1) + (count - 1) * below) * some;
	}
	return fmin(1, count * step * sum);
}

static double range_of_scaled(const struct mixture *m, double s)
{
	return range_above(m->at * s, m->count);
}

double studentized_range_above(double q, double count, double freedom)
{
	const struct mixture m = { .at = q, .count = count, .freedom = freedom };
	if (!(q > 0))
		return 1;
	return fmin(1, mean_over_scales(&m, range_of_scaled, 1 / (1 + fmin(q, 6))));
}

static double range_error(const void *of, double q)
{
	const struct mixture *m = of;
	return studentized_range_above(q, m->count, m->freedom) - m->p;
}

double studentized_range_quantile(double p, double count, double freedom)
{
	const struct mixture m = { .count = count, .freedom = freedom, .p = p };
	double high = 4;
	while (range_error(&m, high) > 0)
		high *= 2;
	return root_between(range_error, &m, 0, high, 1e-10 * high);
}
