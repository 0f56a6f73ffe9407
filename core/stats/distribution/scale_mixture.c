/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See scale_mixture.h. The density of u = log s is proportional to exp(v u - v exp(2u)/2), and
 * highest at 0. Where it is below e^-80 of that, it is left out. The weights are divided by their
 * sum, so that the constant factor is not needed.
 */
#include "core/stats/distribution/scale_mixture.h"
#include "core/stats/numeric/accuracy.h"
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

enum { KEPT = 512 };

/* The nodes of an integral over s. A root needs them again and again: they are kept if few. */
struct scales {
	double freedom, from, to;
	long nodes; /* and one more */
	double weight[KEPT], s[KEPT];
};

static double node_of(const struct scales *k, long i, double *weight)
{
	double u = k->from + (k->to - k->from) * (double)i / (double)k->nodes;
	*weight = exp(log_density(k->freedom, u));
	return exp(u);
}

/* `width` is the scale of log s on which what is averaged changes. */
static void scales_init(struct scales *k, double freedom, double width)
{
	double step = fmin(0.15, fmin(0.5 / sqrt(2 * freedom), 0.4 * width));
	k->freedom = freedom;
	k->from = end_of(freedom, -1);
	k->to = end_of(freedom, 1);
	k->nodes = (long)ceil((k->to - k->from) / step);
	for (long i = 0; k->nodes < KEPT && i <= k->nodes; i++)
		k->s[i] = node_of(k, i, &k->weight[i]);
}

/* The mean of f over s. */
static double mean_over_scales(const struct scales *k, double (*f)(const void *of, double s),
			       const void *of)
{
	double sum = 0, weights = 0;
	for (long i = 0; i <= k->nodes; i++) {
		double weight, s;
		if (k->nodes < KEPT) {
			weight = k->weight[i];
			s = k->s[i];
		} else {
			s = node_of(k, i, &weight);
		}
		weights += weight;
		sum += weight * f(of, s);
	}
	return sum / weights;
}

/* ---- noncentral t ---- */

struct noncentral {
	double t, freedom, centre;
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

/* Is t large enough for below_by_normals()? */
static bool is_far(double t, double freedom)
{
	return fabs(t) > 1000 && fabs(t) > 20 * sqrt(freedom);
}

/* `scales` are those of t, unless it is far. */
static double below(const struct noncentral *m, const struct scales *scales)
{
	if (is_far(m->t, m->freedom))
		return m->t > 0 ? below_by_normals(m->t, m->freedom, m->centre)
				: 1 - below_by_normals(-m->t, m->freedom, -m->centre);
	return mean_over_scales(scales, normal_below, m);
}

struct centre_question {
	struct noncentral of;
	double p;
	struct scales scales;
};

static double centre_error(const void *question, double centre)
{
	const struct centre_question *q = question;
	struct noncentral m = q->of;
	m.centre = centre;
	return below(&m, &q->scales) - q->p;
}

double noncentral_t_centre(double t, double freedom, double p)
{
	struct centre_question q = { .of = { .t = t, .freedom = freedom }, .p = p };
	double reach = 1;
	if (!is_far(t, freedom))
		scales_init(&q.scales, freedom, 1 / (1 + fabs(t)));
	/* P(T <= t) falls from 1 to 0 as the centre rises */
	while (centre_error(&q, t - reach) < 0 || centre_error(&q, t + reach) > 0)
		reach *= 2;
	return root_between(centre_error, &q, t - reach, t + reach,
			    100 * ROOT_ACCURACY * (1 + fabs(t)));
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
	if (w < SHARE_EDGE)
		return 1;
	for (int i = 0; i < NODES && FIRST + i * STEP <= 9 + w / 2; i++) {
		if (r->weight[i] < LEAST_POSITIVE)
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
	struct scales scales;
	range_nodes_init(&r, q, count);
	scales_init(&scales, freedom, 1 / (1 + fmin(q, 6)));
	return fmin(1, mean_over_scales(&scales, range_above, &r));
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
	return root_between(range_error, &m, 0, high, 100 * ROOT_ACCURACY * high);
}
