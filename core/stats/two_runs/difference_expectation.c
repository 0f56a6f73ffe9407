/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean of a difference. A ratio becomes an integral in which the independent yields separate,
 *
 *     E P/(n+Y) = integral over z > 0 of exp(-n z) E[P exp(-Y z)],
 *
 * a product of E exp(-z X) and E X exp(-z X) of single yields X; 0/0 counts as 0. With
 * z = exp(x - exp(-x)) the integrand falls off doubly exponentially at both ends and the
 * trapezoidal rule is accurate to 1e-10 (Takahasi and Mori 1974).
 */
#include <math.h>

#include "core/stats/two_runs/difference.h"

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
