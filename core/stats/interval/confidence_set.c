/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/stats/distribution/drawing_ratio.h"
#include "core/stats/interval/confidence_set.h"
#include "core/stats/numeric/root.h"

/* Added to ln(1/alpha): more than rounding takes from the logarithms of the ratios. */
static const double SLACK = 1e-7;

/* One stratum. */
struct term {
	double N, n, r;
	double constant;  /* of drawing_log_ratio() */
	double low, high; /* what its yield can be */
	double share;	  /* of the ratio in its factor */
	double a, b;	  /* its weight in numerator and denominator */
	double c;	  /* (a - t b), or -(a - t b) for the greatest value */
	double x;	  /* the multiplier that is tried */
	double R;	  /* where the minimum is */
};

struct set {
	struct term *term;
	size_t count;
	double limit;	    /* C */
	double k;	    /* the constant of the denominator */
	double least, most; /* that the denominator can be */
	double low, high;   /* that the quantity can be */
	double sign;	    /* 1: the least value, -1: the greatest */
};

static double log_ratio(const struct term *y, double R)
{
	return drawing_log_ratio(y->constant, y->N, R, y->n, y->r);
}

static double evidence(const struct term *y, double R)
{
	return drawing_log_factor(log_ratio(y, R), y->share);
}

/* The slope of c R + x f(R). */
static double slope(const void *of, double R)
{
	const struct term *y = of;
	double factor = drawing_factor_slope(log_ratio(y, R), y->share);
	return y->c - y->x * factor * drawing_slope(y->N, R, y->n, y->r);
}

static double least_at(const struct term *y)
{
	if (y->high <= y->low || slope(y, y->low) >= 0)
		return y->low;
	if (slope(y, y->high) <= 0)
		return y->high;
	return root_between(slope, y, y->low, y->high, 1e-13 * (y->high - y->low));
}

/* sum f - C with the multiplier exp(log_x); falls in it. */
static double excess(const void *of, double log_x)
{
	const struct set *z = of;
	double sum = -z->limit;
	for (size_t i = 0; i < z->count; i++) {
		struct term *y = &z->term[i];
		y->x = exp(log_x);
		y->R = least_at(y);
		sum += evidence(y, y->R);
	}
	return sum;
}

/* Sets all R to the ends of what is possible; true if that is in the set. */
static bool all_possible(struct set *z)
{
	double sum = 0;
	for (size_t i = 0; i < z->count; i++) {
		struct term *y = &z->term[i];
		y->x = 0;
		y->R = y->c >= 0 ? y->low : y->high;
		sum += isinf(z->limit) ? 0 : evidence(y, y->R);
	}
	return sum <= z->limit;
}

/*
 * Sets all R so that c.R is least over the set, and returns a lower bound of it: d(t, x) without
 * t k, for the best x. Adds to *rounding what the sum may be off by.
 */
static double least_sum(struct set *z, double *rounding)
{
	double scale = 0, sum = 0;
	for (size_t i = 0; i < z->count; i++)
		scale = fmax(scale, fabs(z->term[i].c) * z->term[i].N);
	if (!all_possible(z) && scale > 0) {
		/* From multipliers so small that strata stay at their ends to ones so large that
		 * they stay at their likeliest values. */
		double low = log(scale) - 40, high = log(scale) + 10;
		excess(z, root_between(excess, z, low, high, 1e-13));
	}
	for (size_t i = 0; i < z->count; i++) {
		const struct term *y = &z->term[i];
		sum += y->c * y->R;
		*rounding += DBL_EPSILON * fabs(y->c) * y->R;
		if (y->x > 0)
			sum += y->x * (evidence(y, y->R) - z->limit / (double)z->count);
	}
	return sum;
}

/* Sets all R for one t, and returns d(t, x) for the best x. */
static double solve(struct set *z, double t, double *rounding)
{
	for (size_t i = 0; i < z->count; i++)
		z->term[i].c = z->sign * (z->term[i].a - t * z->term[i].b);
	return least_sum(z, rounding) - z->sign * t * z->k;
}

/* A lower bound of the denominator over the set. */
static double least_denominator(struct set *z)
{
	double rounding = 0, sum = 0;
	for (size_t i = 0; i < z->count; i++) {
		z->term[i].c = z->term[i].b;
		sum += z->term[i].b;
	}
	return sum > 0 ? fmax(z->k + least_sum(z, &rounding) - rounding, z->least) : z->least;
}

static double ratio_here(const struct set *z)
{
	double up = 0, down = z->k;
	for (size_t i = 0; i < z->count; i++) {
		up += z->term[i].a * z->term[i].R;
		down += z->term[i].b * z->term[i].R;
	}
	return up / fmax(down, z->least);
}

static double end_of(struct set *z)
{
	for (size_t i = 0; i < z->count; i++) {
		struct term *y = &z->term[i];
		y->R = y->n > 0 ? fmin(fmax(y->N * y->r / y->n, y->low), y->high) : y->low;
	}
	double t = ratio_here(z), rounding = 0;
	for (int step = 0; step < 60; step++) {
		solve(z, t, &rounding);
		double next = ratio_here(z);
		bool closer = z->sign * (t - next) > 1e-14 * fabs(t);
		if (!closer)
			break;
		t = next;
	}
	double d = solve(z, t, &rounding);
	return t + z->sign * fmin(0, d) / least_denominator(z);
}

static struct term term_of(const struct stratum *s, const struct interval_request *q, double share)
{
	double b2 = q->beta * q->beta;
	struct term y = { .N = (double)s->size,
			  .n = (double)s->sampled,
			  .r = (double)s->relevant,
			  .share = share,
			  .a = s->retrieved };
	y.low = y.r;
	y.high = y.N - y.n + y.r;
	y.constant = drawing_log_constant(y.N, y.n, y.r);
	if (q->quantity == QUANTITY_RECALL)
		y.b = 1;
	if (q->quantity == QUANTITY_YIELD)
		y.a = 1;
	if (q->quantity == QUANTITY_F) {
		y.a *= 1 + b2;
		y.b = b2;
	}
	return y;
}

static int set_init(struct set *z, const struct stratum *s, size_t count,
		    const struct interval_request *q, double alpha, bool lower, struct err *e)
{
	*z = (struct set){ .count = count,
			   .limit = alpha > 0 ? SLACK - log(alpha) : INFINITY,
			   .k = q->quantity == QUANTITY_YIELD,
			   .high = q->quantity == QUANTITY_YIELD ? 0 : 1,
			   .sign = lower ? 1 : -1 };
	double possible = 0, found = 0;
	bool is_yield = q->quantity == QUANTITY_YIELD;
	z->term = calloc(count + 1, sizeof *z->term);
	if (z->term == NULL)
		return err_memory(e);
	for (size_t i = 0; i < count; i++) {
		struct term *y = &z->term[i];
		*y = term_of(&s[i], q, 1 / (double)count);
		if (q->quantity == QUANTITY_PRECISION || q->quantity == QUANTITY_F)
			z->k += s[i].retrieved ? y->N : 0;
		z->low += is_yield ? y->low : 0;
		z->high += is_yield ? y->high : 0;
		possible += y->b * y->high;
		found += y->b * y->r;
	}
	z->least = z->k + found;
	z->most = z->k + possible;
	return 0;
}

int confidence_set_end(const struct stratum *s, size_t count, const struct interval_request *q,
		       double alpha, bool lower, double *out, struct err *e)
{
	struct set z;
	if (set_init(&z, s, count, q, alpha, lower, e) < 0)
		return -1;
	if (z.most <= 0)
		*out = NAN;
	else if (z.least <= 0) /* 0/0 is possible: nothing is known of recall */
		*out = lower ? 0 : 1;
	else
		*out = fmin(fmax(end_of(&z), z.low), z.high);
	free(z.term);
	return 0;
}

int confidence_set_beyond(const struct stratum *s, size_t count, const struct interval_request *q,
			  double alpha, double value, bool lower, bool *out, struct err *e)
{
	struct set z;
	if (set_init(&z, s, count, q, alpha, lower, e) < 0)
		return -1;
	double rounding = 0;
	*out = z.least > 0 && solve(&z, value, &rounding) > 1e-12 * z.least + rounding;
	free(z.term);
	return 0;
}
