/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * anytime: bounds that hold at every look, however often and whenever one looks.
 *
 * For each stratum the prior-posterior ratio of a beta-binomial prior is a martingale at the true
 * yield (Waudby-Smith and Ramdas 2020; core/stats/distribution/drawing_ratio.h). Strata are drawn
 * from independently, so the product over k strata of 1 - 1/k + 1/k of the ratio is one too, in
 * whatever order and in whatever parts documents are drawn from them, if who decides has seen no
 * more than what was drawn. With probability 1 - alpha the true yields are in
 *
 *     {(R_1, R_2, ...) : product < 1/alpha}
 *
 * at all sample sizes at once, and so is a quantity between its least and greatest value over this
 * set. Precision looks at retrieved strata only. A yield is
 * whole, so its ends are too.
 *
 * One set gives both ends: alpha is not halved. A bound with --tail is an end of the set of the
 * same level, which is valid and costs nothing: the two ends of a two-sided interval are the
 * bounds.
 *
 * Not covered by the proof: gray documents that are left out (--gray=nonrelevant is), means over
 * topics.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/err.h"
#include "core/base/near.h"
#include "core/stats/distribution/drawing_ratio.h"
#include "core/stats/interval/interval.h"
#include "core/stats/interval/interval_request.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/root.h"

/* ---- ends over a confidence set ---- */

/*
 * The ends of recall, precision, F and yield over a confidence set of the strata's yields.
 *
 * The set is {R = (R_1, R_2, ...) : sum f_s(R_s) <= C}, f_s the logarithm of the factor
 * of stratum s (core/stats/distribution/drawing_ratio.h), with c one over the number of strata. All
 * four quantities are (a.R) / (k + b.R) with k, b >= 0, and the lower end is the least t of it over
 * the set.
 *
 * How it is found. For one t, let D(t) be the greatest value over x >= 0 of
 *
 *     d(t, x) = sum_s min over R_s of [(a_s - t b_s) R_s + x f_s(R_s)] - t k - x C
 *
 * where R_s runs over the real numbers from r_s to N_s - n_s + r_s. Every f_s is convex, so each
 * minimum is one root of a slope, and x is the root of sum f_s(R_s(x)) = C, which falls in x. The
 * ratio at these R_s is the next t (Dinkelbach 1967); it falls to the end in a few steps.
 *
 * Why it is never inside the exact end. For every R in the set and every x >= 0, sum f_s(R_s) <= C
 * gives (a - t b).R - t k >= d(t, x): weak duality, whether or not x, or t, is the best. Divided by
 * the denominator, which is at least the q that what was found makes it: the ratio is at least
 * t + min(0, d(t, x)) / q on all of the set, and that is what is returned. R_s is real here and
 * whole in the set, which can only move the end outwards. Rounding: C is raised by SLACK.
 *
 * Why it is not far outside: the relaxed problem is convex, so that D(t) = 0 at its own end.
 */

/* Added to ln(1/alpha): more than rounding takes from the logarithms of the ratios. */
static const double SLACK = RULE_ERROR;

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
	return root_between(slope, y, y->low, y->high, 10 * ROOT_BITS * (y->high - y->low));
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
		excess(z, root_between(excess, z, low, high, 10 * ROOT_BITS));
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
		bool closer = z->sign * (t - next) > NEAR_BITS * fabs(t);
		if (!closer)
			break;
		t = next;
	}
	double d = solve(z, t, &rounding);
	return t + z->sign * fmin(0, d) / least_denominator(z);
}

static struct term term_of(const struct stratum *s, const struct interval_request *q)
{
	double b2 = q->beta * q->beta;
	struct term y = { .N = (double)s->size,
			  .n = (double)s->sampled,
			  .r = (double)s->relevant,
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

/*
 * The set for one end, C = ln(1/alpha), alpha being 1 less the level; of all that the sample leaves
 * possible if the end is not asked for. Strata of which the quantity does not depend are left out.
 */
static int set_init(struct set *z, const struct stratum *s, size_t count,
		    const struct interval_request *q, bool lower, struct err *e)
{
	bool asked = lower ? q->ends.lower_p > 0 : q->ends.upper_p < 1;
	double alpha = asked ? q->ends.lower_p + (1 - q->ends.upper_p) : 0;
	*z = (struct set){ .limit = alpha > 0 ? SLACK - log(alpha) : INFINITY,
			   .k = q->quantity == QUANTITY_YIELD,
			   .high = q->quantity == QUANTITY_YIELD ? 0 : 1,
			   .sign = lower ? 1 : -1 };
	double possible = 0, found = 0;
	bool is_yield = q->quantity == QUANTITY_YIELD;
	z->term = calloc(count + 1, sizeof *z->term);
	if (z->term == NULL)
		return err_memory(e);
	for (size_t i = 0; i < count; i++) {
		bool matters = q->quantity != QUANTITY_PRECISION || s[i].retrieved;
		if (!matters || s[i].size == 0)
			continue;
		struct term *y = &z->term[z->count++];
		*y = term_of(&s[i], q);
		if (q->quantity == QUANTITY_PRECISION || q->quantity == QUANTITY_F)
			z->k += s[i].retrieved ? y->N : 0;
		z->low += is_yield ? y->low : 0;
		z->high += is_yield ? y->high : 0;
		possible += y->b * y->high;
		found += y->b * y->r;
	}
	for (size_t i = 0; i < z->count; i++)
		z->term[i].share = 1 / (double)z->count;
	z->least = z->k + found;
	z->most = z->k + possible;
	return 0;
}

/* The least (or greatest) value of the quantity over the set. nan if it can only be 0/0. */
static int confidence_set_end(const struct stratum *s, size_t count,
			      const struct interval_request *q, bool lower, double *out,
			      struct err *e)
{
	struct set z;
	if (set_init(&z, s, count, q, lower, e) < 0)
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

/* Is `value` below the least (above the greatest)? Sooner than finding that. */
static int beyond(const struct stratum *s, size_t count, const struct interval_request *q,
		  double value, bool lower, bool *out, struct err *e)
{
	struct set z;
	if (set_init(&z, s, count, q, lower, e) < 0)
		return -1;
	double rounding = 0;
	*out = z.least > 0 && solve(&z, value, &rounding) > NEAR_ROUNDING * z.least + rounding;
	free(z.term);
	return 0;
}

/* ---- the method ---- */

/* What an end that is a whole number may be off by, and more for one above 1e8. */
static const double WHOLE = NEAR_LAST_DIGIT, RELATIVE = NEAR_BITS;

/*
 * Time is linear in strata, but nearly a millisecond for each. More strata would not help: a factor
 * of the product is close to 1 then, and the interval no narrower with 10,000 strata than with
 * 1,000.
 */
enum { MOST_STRATA = 10000 };

static int anytime_interval(const struct interval_method *m, const struct stratum *s, size_t count,
			    const struct interval_request *q, struct interval *out, struct err *e)
{
	(void)m;
	if (count > MOST_STRATA)
		return err_data(
			e,
			"interval method 'anytime' is for at most %d strata in a topic, found %zu; "
			"bb-bound takes more, and holds at one look",
			MOST_STRATA, count);
	if (confidence_set_end(s, count, q, true, &out->lower, e) < 0 ||
	    confidence_set_end(s, count, q, false, &out->upper, e) < 0)
		return -1;
	if (q->quantity == QUANTITY_YIELD) {
		/* adding 0 turns -0 into 0 */
		out->lower = ceil(out->lower - fmax(WHOLE, RELATIVE * out->lower)) + 0.0;
		out->upper = floor(out->upper + fmax(WHOLE, RELATIVE * out->upper));
	}
	return 0;
}

INTERVAL_METHOD = {
	.name = "anytime",
	.summary = "holds at every look, however often one looks; wide",
	.manual =
		"For looking more than once: with the probability of the level the true value is "
		"inside at all looks together, whenever they are and in whatever order strata are "
		"sampled (Waudby-Smith and Ramdas 2020: prior-posterior ratios of draws without "
		"replacement, multiplied over strata). Both ends hold together, so a bound with "
		"--tail is an end of the interval. Its bounds are one and a half times as far "
		"out as at one look, and more with many strata (doc/coverage.md). The proof is for random samples without replacement from each "
		"stratum, one topic and one run, and does not cover gray documents that are left "
		"out, nor means over topics. Strata that the run cuts have no such bound. At most "
		"10,000 strata in a topic.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.keeps_level = true,
	.includes_estimate = true,
	/* seen in all samples of small designs, not proved */
	.monotone = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.compute = anytime_interval,
	.beyond = beyond,
};
