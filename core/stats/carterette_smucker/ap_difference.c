/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/carterette_smucker/ap_difference.h"
#include "core/stats/rmath.h"

/*
 * Points of the integrals over s > 0: s = exp(x - exp(-x))/scale at steps of x (Takahasi and Mori
 * 1974, for integrands that fall off like exp(-s)). The step gives fifteen digits for exp(-ks) with
 * k between scale/10 and 10·scale; below the first point there is less than 1e-16 of the integral.
 */
static const double STEP = 0.2, FIRST = -3.6;

/* Further points are left out where they could add no more than this, of a total of at most 1. */
static const double NEGLIGIBLE = 1e-18;

/* Means of topics within this of 0 are 0 up to rounding. */
static const double ROUNDING = 1e-12;

struct ap_difference ap_difference(struct ap_numerator *f)
{
	struct ap_moments m = ap_numerator_moments(f, f->relevant, 0.0);
	if (m.relevant == 0.0)
		return (struct ap_difference){ 0.0, 0.0 };
	/* Divided one by one, as either average precision is. */
	return (struct ap_difference){
		.mean = m.mean_a / m.relevant - m.mean_b / m.relevant,
		.variance = m.variance / m.relevant / m.relevant,
	};
}

/*
 * The distribution at s: its probabilities into f->spare; M(s) is returned. A product of many
 * factors below 1 is taken to the logarithm before it underflows.
 */
static double tilt(struct ap_numerator *f, double s)
{
	double shrunk = exp(-s), product = 1.0, logarithm = 0.0;
	for (size_t i = 0; i < f->count; i++) {
		double p = f->relevant[i] * shrunk, sum = 1.0 - f->relevant[i] + p;
		f->spare[i] = p / sum;
		product *= sum;
		if (product < 1e-200) {
			logarithm += log(product);
			product = 1.0;
		}
	}
	return exp(logarithm + log(product));
}

/* A point of the integrals: s, and the weight ds. */
struct point {
	double s, weight;
};

static struct point point(double scale, int number)
{
	double x = FIRST + STEP * number, fall = exp(-x), s = exp(x - fall) / scale;
	return (struct point){ s, STEP * s * (1.0 + fall) };
}

/* Both integrands are at most that for Q = N, which tells when to stop. */
static double exact_mean(struct ap_numerator *f, double scale)
{
	double mean = 0.0, bound = 0.0, total = 0.0;
	for (int number = 0; bound >= NEGLIGIBLE * total; number++) {
		struct point t = point(scale, number);
		double weight = t.weight * tilt(f, t.s);
		struct ap_moments m = ap_numerator_means(f, f->spare);
		mean += weight * (m.mean_a - m.mean_b);
		total += bound = weight * m.relevant;
	}
	return mean;
}

/* All terms are positive: small variances lose no digits. */
static double exact_variance(struct ap_numerator *f, double scale, double mean)
{
	double variance = 0.0, bound = 0.0, total = 0.0, none = 1.0;
	for (int number = 0; bound >= NEGLIGIBLE * total; number++) {
		struct point t = point(scale, number);
		double weight = t.weight * t.s * tilt(f, t.s);
		struct ap_moments m = ap_numerator_moments(f, f->spare, mean);
		double off = (m.mean_a - m.mean_b) - mean * m.relevant;
		variance += weight * (m.variance + off * off);
		total += bound = weight * m.relevant * (1.0 + m.relevant);
	}
	for (size_t i = 0; i < f->count; i++)
		none *= 1.0 - f->relevant[i];
	return variance + mean * mean * none;
}

struct ap_difference ap_difference_exact(struct ap_numerator *f)
{
	/* N is near its mean, and at least 1 if it counts. */
	double scale = 0.0;
	if (f->undecided == 0)
		return ap_difference(f);
	for (size_t i = 0; i < f->count; i++)
		scale += f->relevant[i];
	scale = fmax(1.0, scale);
	double mean = exact_mean(f, scale);
	return (struct ap_difference){ mean, exact_variance(f, scale, mean) };
}

/* ---- over topics ---- */

static void signs(struct map_difference *out, const struct ap_difference *topic, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (fabs(topic[i].mean) <= ROUNDING)
			out->zero++;
		else if (topic[i].mean > 0.0)
			out->positive++;
		else
			out->negative++;
	}
	double decided = (double)(out->positive + out->negative);
	out->effect = decided > 0.0 ? (double)(out->positive - out->negative) / decided : NAN;
}

struct map_difference map_difference(const struct ap_difference *topic, size_t count)
{
	struct map_difference out = { 0 };
	double topics = (double)count;
	signs(&out, topic, count);
	for (size_t i = 0; i < count; i++) {
		out.mean += topic[i].mean;
		out.variance += topic[i].variance;
	}
	out.mean /= topics;
	out.variance /= topics * topics;
	if (out.variance > 0.0) {
		double z = out.mean / sqrt(out.variance);
		out.below = pnorm(z, 0.0, 1.0, 0, 0);
		out.above = pnorm(z, 0.0, 1.0, 1, 0);
	} else if (out.variance == 0.0) {
		out.above = fabs(out.mean) <= ROUNDING ? 0.5 : out.mean > 0.0 ? 1.0 : 0.0;
		out.below = 1.0 - out.above;
	} else {
		out.below = out.above = NAN;
	}
	out.certainty = out.mean < 0.0 ? out.below : out.above;
	return out;
}
