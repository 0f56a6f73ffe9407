/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See scale_mixture.h. The density of u = log s is proportional to exp(v u - v exp(2u)/2), and
 * highest at 0. Where it is below e^-80 of that, it is left out. The weights are divided by their
 * sum, so that the constant factor is not needed.
 */
#include "core/stats/distribution/scale_mixture.h"
#include "core/stats/numeric/root.h"
#include "core/stats/rmath.h"

static const double LEFT_OUT = 80; /* -ln of the relative density */

/* Logarithm of the density, 0 at its highest point. */
static double log_density(double freedom, double u)
{
	return freedom * (u - expm1(2 * u) / 2);
}

/* The u at which it has fallen by LEFT_OUT, on the side of `sign`. */
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

/* The mean of f over s. `width` is the scale of log s on which f changes. */
static double mean_over_scales(double freedom, double (*f)(const void *of, double s),
			       const void *of, double width)
{
	double from = end_of(freedom, -1), to = end_of(freedom, 1), sum = 0, weights = 0;
	double step = fmin(0.15, fmin(0.5 / sqrt(2 * freedom), 0.4 * width));
	long nodes = (long)ceil((to - from) / step);
	for (long i = 0; i <= nodes; i++) {
		double u = from + (to - from) * (double)i / (double)nodes;
		double weight = exp(log_density(freedom, u));
		weights += weight;
		sum += weight * f(of, exp(u));
	}
	return sum / weights;
}

/* ---- noncentral t ---- */

struct noncentral {
	double t, freedom, centre, p;
};

static double normal_below(const void *of, double s)
{
	const struct noncentral *m = of;
	return pnorm(m->t * s - m->centre, 0, 1, 1, 0);
}

/*
 * The same with the roles exchanged: E[ P(s >= (Z + d)/t) ] over the normal Z. For a large t > 0,
 * to which s would need steps of 1/t, what is averaged changes slowly with Z.
 */
static double below_by_normals(double t, double freedom, double noncentrality)
{
	double sum = 0, weights = 0;
	for (double z = -9; z <= 9; z += 0.125) {
		double s = (z + noncentrality) / t, weight = exp(-z * z / 2);
		weights += weight;
		sum += weight * (s > 0 ? pchisq(freedom * s * s, freedom, 0, 0) : 1);
	}
	return sum / weights;
}

/* |t| beyond which it is done so. */
static bool is_far(double t, double freedom)
{
	return fabs(t) > 1000 && fabs(t) > 20 * sqrt(freedom);
}

double noncentral_t(double t, double freedom, double noncentrality)
{
	const struct noncentral m = { .t = t, .centre = noncentrality };
	if (is_far(t, freedom))
		return t > 0 ? below_by_normals(t, freedom, noncentrality)
			     : 1 - below_by_normals(-t, freedom, -noncentrality);
	return mean_over_scales(freedom, normal_below, &m, 1 / (1 + fabs(t)));
}

static double centre_error(const void *of, double centre)
{
	const struct noncentral *m = of;
	return noncentral_t(m->t, m->freedom, centre) - m->p;
}

double noncentral_t_centre(double t, double freedom, double p)
{
	const struct noncentral m = { .t = t, .freedom = freedom, .p = p };
	double reach = 1;
	/* P(T <= t) falls from 1 to 0 as the centre rises */
	while (centre_error(&m, t - reach) < 0 || centre_error(&m, t + reach) > 0)
		reach *= 2;
	return root_between(centre_error, &m, t - reach, t + reach, 1e-10 * (1 + fabs(t)));
}

/* ---- studentized range ---- */

/* Nodes of z, from -9; beyond 38 the density is 0. */
enum { NODES = 236 };
static const double FIRST = -9, STEP = 0.2;

struct range_nodes {
	double count, q;
	double below[NODES];  /* log Phi(z) */
	double weight[NODES]; /* count phi(z) Phi(z)^(count - 1) times the step */
};

static void range_nodes_init(struct range_nodes *r, double q, double count)
{
	r->count = count;
	r->q = q;
	for (int i = 0; i < NODES; i++) {
		double z = FIRST + i * STEP;
		r->below[i] = pnorm(z, 0, 1, 1, 1);
		r->weight[i] = count * STEP * exp(dnorm(z, 0, 1, 1) + (count - 1) * r->below[i]);
	}
}

/* P(range of normal variates > w). */
static double range_above(const void *of, double s)
{
	const struct range_nodes *r = of;
	double w = r->q * s, sum = 0;
	if (w < 1e-12)
		return 1;
	for (int i = 0; i < NODES && FIRST + i * STEP <= 9 + w / 2; i++) {
		if (r->weight[i] < 1e-40)
			continue;
		double apart = pnorm(FIRST + i * STEP - w, 0, 1, 1, 1) - r->below[i];
		sum -= r->weight[i] * expm1((r->count - 1) * log1p(-exp(apart)));
	}
	return fmin(1, sum);
}

double studentized_range_above(double q, double count, double freedom)
{
	struct range_nodes r;
	if (!(q > 0))
		return 1;
	range_nodes_init(&r, q, count);
	return fmin(1, mean_over_scales(freedom, range_above, &r, 1 / (1 + fmin(q, 6))));
}

struct range_question {
	double count, freedom, p;
};

static double range_error(const void *of, double q)
{
	const struct range_question *m = of;
	return studentized_range_above(q, m->count, m->freedom) - m->p;
}

double studentized_range_quantile(double p, double count, double freedom)
{
	const struct range_question m = { count, freedom, p };
	double high = 4;
	while (range_error(&m, high) > 0)
		high *= 2;
	return root_between(range_error, &m, 0, high, 1e-10 * high);
}
