/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/learnt_prior/effects_integral.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/numeric/root.h"
#include "core/stats/rmath.h"

/* Of skewness: what is taken at most, what is none, and from where on moments are of no use. */
static const double MOST = 1.5, NONE = 1e-3, USELESS = 3;

static double skewness(const struct moments *v, double most)
{
	double cube = v->variance * sqrt(v->variance);
	return cube > 0 ? fmax(-most, fmin(most, v->third / cube)) : 0;
}

double skewed_quantile(const struct moments *v, double p)
{
	double skew = skewness(v, MOST), sd = sqrt(v->variance);
	if (!(sd > 0))
		return v->mean;
	if (p <= 0 || p >= 1)
		return p <= 0 ? -INFINITY : INFINITY;
	if (fabs(skew) < NONE)
		return v->mean + sd * qnorm(p, 0, 1, 1, 0);
	double k = 4 / (skew * skew), q = qgamma(p, k, 1, skew > 0, 0);
	return v->mean + sd * (skew > 0 ? q - k : k - q) / sqrt(k);
}

double skewed_above(const struct moments *v, double x)
{
	double skew = skewness(v, MOST), sd = sqrt(v->variance);
	if (!(sd > 0))
		return v->mean > x ? 1 : v->mean < x ? 0 : 0.5;
	double z = (x - v->mean) / sd;
	if (fabs(skew) < NONE)
		return pnorm(z, 0, 1, 0, 0);
	double k = 4 / (skew * skew), y = k + (skew > 0 ? z : -z) * sqrt(k);
	return pgamma(fmax(y, 0), k, 1, skew < 0, 0);
}

/*
 * The mode: Newton's method with a damping that grows until the density does not fall (Levenberg
 * 1944), second derivatives from differences of the gradient.
 */

struct place {
	double parameter[EFFECT_PARAMETERS], gradient[EFFECT_PARAMETERS], density;
};

static void second_derivatives(struct effects *m, const struct place *at,
			       double h[MATRIX_MOST][MATRIX_MOST])
{
	const double step = 1e-3;
	for (int k = 0; k < m->parameters; k++) {
		double near[EFFECT_PARAMETERS], g[EFFECT_PARAMETERS];
		memcpy(near, at->parameter, sizeof near);
		near[k] += step;
		effects_density(m, near, g);
		for (int j = 0; j < m->parameters; j++)
			h[k][j] = -(g[j] - at->gradient[j]) / step;
	}
	for (int i = 0; i < m->parameters; i++)
		for (int j = 0; j < i; j++)
			h[i][j] = h[j][i] = 0.5 * (h[i][j] + h[j][i]);
}

/* Newton's step with `damp` added to the diagonal, at most 1 long; its length, or -1. */
static double step_to(const struct effects *m, const struct place *from, double damp,
		      double h[MATRIX_MOST][MATRIX_MOST], double *to)
{
	int n = m->parameters;
	double a[MATRIX_MOST][MATRIX_MOST], l[MATRIX_MOST][MATRIX_MOST];
	double step[EFFECT_PARAMETERS], largest = 0;
	memcpy(a, h, sizeof a);
	for (int i = 0; i < n; i++)
		a[i][i] += damp;
	if (matrix_factor(n, a, l) < 0)
		return -1;
	matrix_solve(n, l, from->gradient, step);
	for (int i = 0; i < n; i++)
		largest = fmax(largest, fabs(step[i]));
	for (int i = 0; i < n; i++)
		to[i] = from->parameter[i] + (largest > 1 ? step[i] / largest : step[i]);
	return largest;
}

/* One step that does not fall; its length, or -1 if there is none. */
static double climb(struct effects *m, struct place *at, double *damp,
		    double h[MATRIX_MOST][MATRIX_MOST])
{
	for (int tries = 0; tries < 30; tries++) {
		struct place next = { 0 };
		double length = step_to(m, at, *damp, h, next.parameter);
		if (length >= 0) {
			next.density = effects_density(m, next.parameter, next.gradient);
			if (next.density >= at->density - FLAT_ACCURACY) {
				*at = next;
				*damp = *damp > 0.02 ? *damp / 4 : 0;
				return length;
			}
		}
		*damp = *damp > 0 ? *damp * 4 : 0.05;
	}
	return -1;
}

/* If the place is flat or hollow, as much is added to the diagonal as makes it a peak. */
static int factor_rounded(int n, double h[MATRIX_MOST][MATRIX_MOST],
			  double l[MATRIX_MOST][MATRIX_MOST])
{
	for (double ridge = 0; ridge<1e6; ridge = ridge> 0 ? 4 * ridge : 0.01) {
		double a[MATRIX_MOST][MATRIX_MOST];
		memcpy(a, h, sizeof a);
		for (int i = 0; i < n; i++)
			a[i][i] += ridge;
		if (matrix_factor(n, a, l) == 0)
			return 0;
	}
	return -1;
}

/*
 * From the values in `parameter`. l receives Cholesky's factor of minus the second derivatives at
 * the mode, or of what factor_rounded() makes of them. -1: there is none.
 */
static int find_mode(struct effects *m, double *parameter, double l[MATRIX_MOST][MATRIX_MOST])
{
	struct place at = { 0 };
	double h[MATRIX_MOST][MATRIX_MOST] = { { 0 } }, damp = 0;
	memcpy(at.parameter, parameter, sizeof at.parameter);
	at.density = effects_density(m, at.parameter, at.gradient);
	for (int round = 0; round < 60; round++) {
		second_derivatives(m, &at, h);
		if (climb(m, &at, &damp, h) < 0.02)
			break;
	}
	second_derivatives(m, &at, h);
	memcpy(parameter, at.parameter, sizeof at.parameter);
	return isfinite(at.density) ? factor_rounded(m->parameters, h, l) : -1;
}

/*
 * The integral.
 */

/* Few topics tell little about mu, which then has more nodes. */
static const struct rule {
	int groups;
	size_t topics; /* the most for which it is used */
	int nodes;     /* of mu */
	double keep;   /* the least weight against the middle */
} rules[] = {
	{ 2, 5, 7, 1e-4 },  { 2, 15, 5, 1e-4 },	      { 2, SIZE_MAX, 3, 0.01 },
	{ 3, 15, 5, 0.01 }, { 3, SIZE_MAX, 3, 0.01 }, { 4, 15, 3, 2e-3 },
	{ 4, 60, 3, 0.01 }, { 4, SIZE_MAX, 3, 0.05 },
};

/* The product of the rules of all parameters. */
struct product {
	struct effect_nodes nodes[EFFECT_PARAMETERS];
	double scale[EFFECT_PARAMETERS]; /* gives the kept points variance 1 */
	int parameters, total;
	double keep;
};

/* Its weight against the middle; 0: left out. */
static double point_of(const struct product *x, int point, double *z)
{
	double w = 1;
	for (int i = 0; i < x->parameters; i++) {
		const struct effect_nodes *n = &x->nodes[i];
		int k = point % n->count;
		point /= n->count;
		z[i] = n->x[k] * x->scale[i];
		w *= n->w[k] / n->w[n->count / 2];
	}
	return w < x->keep ? 0 : w;
}

static int product_init(struct product *x, const struct effects *m, struct err *e)
{
	const struct rule *rule = rules;
	while (rule->groups != m->data->groups || rule->topics < m->data->topics)
		rule++;
	int covariance = effects_spreads(m->data);
	double square[EFFECT_PARAMETERS] = { 0 }, sum = 0;
	/* without points of less weight, intervals of shares of kinds were .02 too narrow */
	double keep = fmin(rule->keep, m->data->share ? 5e-4 : 1);
	*x = (struct product){ .parameters = m->parameters, .total = 1, .keep = keep };
	for (int i = 0; i < m->parameters; i++) {
		int nodes = i < rule->groups ? rule->nodes : i < rule->groups + covariance ? 3 : 1;
		if (effect_nodes_init(&x->nodes[i], nodes, e) < 0)
			return -1;
		x->scale[i] = 1;
		x->total *= nodes;
	}
	for (int point = 0; point < x->total; point++) {
		double z[EFFECT_PARAMETERS], w = point_of(x, point, z);
		sum += w;
		for (int i = 0; i < m->parameters; i++)
			square[i] += w * z[i] * z[i];
	}
	for (int i = 0; i < m->parameters; i++)
		x->scale[i] = x->nodes[i].count > 1 ? sqrt(sum / square[i]) : 1;
	return 0;
}

/* To the logit scale, by the second order. */
static struct moments to_logit(struct moments v)
{
	double mean = fmax(SHARE_EDGE, fmin(1 - SHARE_EDGE, v.mean)), q = mean * (1 - mean);
	double first = 1 / q, second = (2 * mean - 1) / (q * q);
	return (struct moments){
		.mean = logit(mean) + 0.5 * second * v.variance,
		.variance = first * first * v.variance,
		.third = first * first * (first * v.third + 3 * second * v.variance * v.variance),
	};
}

/* The mean over topics at one point of the product: a beta distribution of its mean and variance.
 */
struct part {
	double weight, a, b;
};

struct mixture {
	struct part *part;
	size_t parts;
	double weight, p; /* the sum of the weights, and the probability that is looked for */
};

static struct part part_of(const struct moments *v, double weight)
{
	double q = v->mean * (1 - v->mean), least = 1e-4, most = 1e9;
	double k = fmin(fmax(q / v->variance - 1, least), most);
	return (struct part){ weight, v->mean * k, (1 - v->mean) * k };
}

static double excess(const void *of, double logit)
{
	const struct mixture *y = of;
	double sum = 0, share = inverse_logit(logit);
	for (const struct part *x = y->part; x < y->part + y->parts; x++)
		sum += x->weight * pbeta(share, x->a, x->b, 1, 0);
	return sum / y->weight - y->p;
}

/* Of the logit; a mean that is further from 1/2 may as well be 0 or 1. */
static double mixture_quantile(struct mixture *y, double p)
{
	const double far = 12;
	y->p = p;
	return root_between(excess, y, -far, far, ROOT_ROUGH);
}

/*
 * If nothing relevant was seen in a group, the mean may be 0 or 1, or nearly so. Its logit has a
 * long tail then, which its moments follow: the median and the ends that they give are far away
 * from those of the mean. So the median, and the end on the side without the tail, are those of the
 * mixture.
 */
static void fit_without_tail(struct mixture *y, struct moments *v)
{
	const bool low = v->third < 0; /* the tail */
	const struct moments unit = { .variance = 1, .third = low ? -MOST : MOST };
	double end = low ? 0.975 : 0.025, median = mixture_quantile(y, 0.5);
	double z[2] = { skewed_quantile(&unit, 0.5), skewed_quantile(&unit, end) };
	double sd = fmax((mixture_quantile(y, end) - median) / (z[1] - z[0]), 0);
	v->mean = median - sd * z[0];
	v->variance = sd * sd;
	v->third = USELESS * unit.third * sd * sd * sd; /* more than is taken, with any allowance */
}

static int mix(struct effects *m, const struct product *x, const double *mode,
	       double l[MATRIX_MOST][MATRIX_MOST], struct mixture *y, struct moments *out)
{
	struct moments v = { 0 };
	double s[3] = { 0 }, top = effects_value(m, mode, &v);
	bool pair = m->data->pair;
	double base = pair ? v.mean : to_logit(v).mean;
	for (int point = 0; point < x->total; point++) {
		double z[EFFECT_PARAMETERS], at[EFFECT_PARAMETERS], zz = 0;
		double w = point_of(x, point, z);
		if (!(w > 0))
			continue;
		matrix_solve_upper(m->parameters, l, z, at);
		for (int i = 0; i < m->parameters; i++) {
			at[i] += mode[i];
			zz += z[i] * z[i];
		}
		double density = effects_value(m, at, &v);
		/* far out, where the density is next to nothing, the mean may be out of reach */
		if (!isfinite(density + v.mean + v.variance + v.third))
			continue;
		w *= exp(fmin(density - top + 0.5 * zz, 4)); /* no point may carry the sum */
		y->part[y->parts++] = part_of(&v, w);
		if (!pair)
			v = to_logit(v);
		double d = v.mean - base;
		y->weight += w;
		s[0] += w * d;
		s[1] += w * (d * d + v.variance);
		s[2] += w * (d * d * d + 3 * d * v.variance + v.third);
	}
	for (int i = 0; i < 3; i++)
		s[i] /= y->weight;
	out->mean = base + s[0];
	out->variance = fmax(s[1] - s[0] * s[0], 0);
	out->third = s[2] - 3 * s[0] * s[1] + 2 * s[0] * s[0] * s[0];
	if (!pair && isfinite(out->third) && fabs(skewness(out, USELESS)) >= USELESS)
		fit_without_tail(y, out);
	return isfinite(out->mean) && isfinite(out->variance) && isfinite(out->third) ? 0 : 1;
}

int effects_integral(struct effects *m, struct moments *out, struct err *e)
{
	double mode[EFFECT_PARAMETERS], l[MATRIX_MOST][MATRIX_MOST] = { { 0 } };
	struct product x;
	if (effect_nodes_init(&m->inner, 3, e) < 0 ||
	    effect_nodes_init(&m->along, m->data->pair ? 5 : 3, e) < 0 ||
	    product_init(&x, m, e) < 0)
		return -1;
	effects_start(m, mode);
	memset(m->data->mode, 0,
	       m->data->topics * sizeof *m->data->mode); /* whatever came before */
	if (find_mode(m, mode, l) < 0)
		return 1;
	m->correlation = m->data->pair ? NAN : tanh(mode[EFFECT_RHO]);
	struct mixture y = { .part = calloc((size_t)x.total, sizeof *y.part) };
	int result = y.part != NULL ? mix(m, &x, mode, l, &y, out) : err_memory(e);
	free(y.part);
	return result;
}
