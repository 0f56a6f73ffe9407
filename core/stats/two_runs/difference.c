/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/two_runs/difference.h"

int difference_init(struct difference *d, enum quantity quantity, double beta, double size_a,
		    double size_b, struct yield_distribution *const distribution[AXES],
		    struct err *e)
{
	*d = (struct difference){
		.quantity = quantity, .beta = beta, .size_a = size_a, .size_b = size_b
	};
	if (quantity == QUANTITY_F && !(beta > 0)) { /* F_0 is precision, and 0 of an empty set */
		d->quantity = QUANTITY_PRECISION;
		d->size_a = fmax(size_a, 1);
		d->size_b = fmax(size_b, 1);
	}
	d->curved = difference_is_curved(quantity, beta, size_a, size_b);
	int status = 0;
	d->none = quantity == QUANTITY_RECALL;
	for (size_t i = 0; i < AXES; i++) {
		d->axis[i].distribution = distribution[i];
		if (status == 0)
			status = rule_points(&d->axis[i].points, distribution[i]);
		d->none *= yield_cdf(distribution[i], 0);
	}
	if (status < 0) {
		difference_release(d);
		return err_memory(e);
	}
	return 0;
}

void difference_release(struct difference *d)
{
	for (size_t i = 0; i < AXES; i++) {
		struct axis *a = &d->axis[i];
		yield_free(a->distribution);
		rule_release(&a->points);
		for (int level = 0; level < RULE_LEVELS; level++)
			rule_release(&a->rule[level]);
		yield_smoothed_release(&a->smoothed);
	}
	*d = (struct difference){ 0 };
}

int difference_rule(struct difference *d, size_t axis, int level, const struct rule **out,
		    struct err *e)
{
	static const size_t gauss[] = { 6, 12, 24 };
	enum { GAUSS = 3 };
	struct axis *a = &d->axis[axis];
	struct rule *r = &a->rule[level];
	*out = level == ALL_POINTS ? &a->points : r;
	if (level == ALL_POINTS || r->count > 0)
		return 0;
	int status;
	if (level < GAUSS && a->points.count > 2000) { /* from panels: as good, and faster */
		const struct rule *fine;
		if (difference_rule(d, axis, GAUSS + 4, &fine, e) < 0)
			return -1;
		status = rule_gauss(r, fine, gauss[level]);
	} else if (level < GAUSS) {
		status = rule_gauss(r, &a->points, gauss[level]);
	} else {
		status = rule_panels(r, &a->points, a->distribution, ldexp(4, GAUSS - level));
	}
	return status < 0 ? err_memory(e) : 0;
}

double difference_value(const struct difference *d, const double x[AXES])
{
	double u = x[AXIS_A], v = x[AXIS_B], rest = x[AXIS_REST], b2 = d->beta * d->beta;
	switch (d->quantity) {
	case QUANTITY_RECALL:
		return u + v + rest > 0 ? (u - v) / (u + v + rest) : 0;
	case QUANTITY_PRECISION:
		return (rest + u) / d->size_a - (rest + v) / d->size_b;
	case QUANTITY_F:
		break;
	case QUANTITY_YIELD:
		return NAN;
	}
	double all = u + v + rest, size = fmax(d->size_a, d->size_b) / b2;
	if (!d->curved)
		return size + all > 0 ? difference_factor(d) * (u - v) / (size + all) : 0;
	all += x[AXIS_NEITHER];
	return difference_factor(d) *
	       ((rest + u) / (d->size_a / b2 + all) - (rest + v) / (d->size_b / b2 + all));
}

void difference_influence(const struct difference *d, double t, const double x[AXES],
			  double out[AXES])
{
	double u = x[AXIS_A], v = x[AXIS_B], rest = x[AXIS_REST], all = u + v + rest;
	double b2 = d->beta * d->beta, factor = difference_factor(d);
	if (d->quantity == QUANTITY_PRECISION) {
		out[AXIS_A] = 1 / d->size_a;
		out[AXIS_B] = -1 / d->size_b;
		out[AXIS_REST] = 1 / d->size_a - 1 / d->size_b;
		return;
	}
	double scale = 1 / fmax(all, 1), s = t;
	if (d->quantity == QUANTITY_F) {
		s = t / factor;
		scale = factor / fmax(fmax(d->size_a, d->size_b) / b2 + all, 1);
	}
	if (!d->curved) {
		out[AXIS_A] = scale * (1 - s);
		out[AXIS_B] = -scale * (1 + s);
		out[AXIS_REST] = -scale * s;
		return;
	}
	double m = (d->size_a + d->size_b) / (2 * b2), h = (d->size_b - d->size_a) / (2 * b2);
	double Z = all + x[AXIS_NEITHER] + m, k = s * (Z - h * h / Z) - h * (2 * rest + u + v) / Z;
	scale = factor / (Z * Z - h * h);
	out[AXIS_A] = scale * (Z + k + h - 2 * s * Z);
	out[AXIS_B] = scale * (-Z + k + h - 2 * s * Z);
	out[AXIS_REST] = scale * (k + 2 * h - 2 * s * Z);
	out[AXIS_NEITHER] = scale * (k - 2 * s * Z);
}

bool difference_is_constant(const struct difference *d)
{
	bool random = false;
	for (size_t i = 0; i < AXES; i++)
		random = random || d->axis[i].distribution->min < d->axis[i].distribution->max;
	const struct yield_distribution *u = d->axis[AXIS_A].distribution,
					*v = d->axis[AXIS_B].distribution;
	bool same = u->max == v->min && v->max == u->min;
	return !random || (same && !d->curved && d->quantity != QUANTITY_PRECISION);
}

int difference_moments(struct difference *d, struct err *e)
{
	const struct rule *r[AXES];
	size_t index[AXES] = { 0 }, axis = 0;
	double sum = 0, squares = 0;
	if (d->has_moments)
		return 0;
	for (size_t i = 0; i < AXES; i++)
		if (difference_rule(d, i, d->curved ? 1 : 2, &r[i], e) < 0)
			return -1;
	while (axis < AXES) {
		double x[AXES] = { 0 }, w = 1;
		for (size_t i = 0; i < AXES; i++) {
			x[i] = r[i]->x[index[i]];
			w *= r[i]->w[index[i]];
		}
		double value = difference_value(d, x);
		sum += w * value;
		squares += w * value * value;
		for (axis = 0; axis < AXES && ++index[axis] == r[axis]->count; axis++)
			index[axis] = 0;
	}
	d->mean = sum;
	d->deviation = sqrt(fmax(squares - sum * sum, 0));
	d->has_moments = true;
	return 0;
}

/*
 * The mean of a difference. A ratio becomes an integral in which the independent yields separate,
 *
 *     E P/(n+Y) = integral over z > 0 of exp(-n z) E[P exp(-Y z)],
 *
 * a product of E exp(-z X) and E X exp(-z X) of single yields X; 0/0 counts as 0. With
 * z = exp(x - exp(-x)) the integrand falls off doubly exponentially at both ends and the
 * trapezoidal rule is accurate to 1e-10 (Takahasi and Mori 1974).
 */

#define LEVEL	6 /* panels: fine enough for exp(-z x) at every z that matters */
#define STEP	0.0625
#define LEAST	(-4.0) /* z = exp(-58) */
#define DROPPED 45.0   /* exp(-45) is negligible */

/* E exp(-z X) and E X exp(-z X) */
struct transform {
	double one, first;
};

static struct transform transform(const struct rule *r, double z)
{
	struct transform t = { 0, 0 };
	for (size_t i = 0; i < r->count && z * r->x[i] < 700; i++) {
		double part = r->w[i] * exp(-z * r->x[i]);
		t.one += part;
		t.first += part * r->x[i];
	}
	return t;
}

static double integrand(const struct difference *d, const struct rule *const rule[AXES], double z)
{
	struct transform u = transform(rule[AXIS_A], z), v = transform(rule[AXIS_B], z);
	struct transform rest = transform(rule[AXIS_REST], z);
	double b2 = d->beta * d->beta;
	if (d->quantity == QUANTITY_RECALL)
		return (u.first * v.one - u.one * v.first) * rest.one;
	double factor = difference_factor(d);
	if (!d->curved)
		return factor * exp(-z * fmax(d->size_a, d->size_b) / b2) *
		       (u.first * v.one - u.one * v.first) * rest.one;
	double a = exp(-z * d->size_a / b2) * (rest.first * u.one + rest.one * u.first) * v.one;
	double b = exp(-z * d->size_b / b2) * (rest.first * v.one + rest.one * v.first) * u.one;
	return factor * (a - b) * transform(rule[AXIS_NEITHER], z).one;
}

int difference_mean(struct difference *d, double *out, struct err *e)
{
	double x[AXES] = { 0 }, scale = 0, least = 0;
	const struct rule *rule[AXES];
	for (size_t i = 0; i < AXES; i++)
		x[i] = d->axis[i].distribution->mean;
	if (d->quantity == QUANTITY_PRECISION) {
		*out = difference_value(d, x);
		return 0;
	}
	for (size_t i = 0; i < AXES; i++) {
		scale += x[i];
		least += (double)d->axis[i].distribution->min;
		if (difference_rule(d, i, LEVEL, &rule[i], e) < 0)
			return -1;
	}
	if (d->quantity == QUANTITY_F) {
		double size = fmax(d->size_a, d->size_b) / (d->beta * d->beta);
		double smaller =
			d->curved ? fmin(d->size_a, d->size_b) / (d->beta * d->beta) : size;
		scale += size;
		least += smaller;
	}
	scale = fmax(scale, 1);
	least = fmax(least, 1); /* the least that counts */
	double most = log(DROPPED * scale / least) + 0.1, sum = 0;
	for (double at = LEAST; at <= most; at += STEP) {
		double z = exp(at - exp(-at)) / scale;
		sum += STEP * z * (1 + exp(-at)) * integrand(d, rule, z);
	}
	*out = sum;
	return 0;
}
