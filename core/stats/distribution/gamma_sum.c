/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <complex.h>
#include <math.h>
#include <stdbool.h>

#include "core/stats/distribution/gamma_sum.h"
#include "core/stats/numeric/root.h"

struct sum {
	const struct gamma_term *term;
	size_t count;
	double u;
	double prob; /* for a quantile: the probability wanted */
};

static double mean_of(const struct sum *w)
{
	double mean = 0;
	for (size_t j = 0; j < w->count; j++)
		mean += w->term[j].weight * w->term[j].shape;
	return mean;
}

static double deviation_of(const struct sum *w)
{
	double variance = 0;
	for (size_t j = 0; j < w->count; j++)
		variance += w->term[j].weight * w->term[j].weight * w->term[j].shape;
	return sqrt(variance);
}

/* The derivative of K(s) - su - ln|s|: rises from one singularity to the next. */
static double slope(const void *of, double s)
{
	const struct sum *w = of;
	double sum = -w->u - 1 / s;
	for (size_t j = 0; j < w->count; j++)
		sum += w->term[j].weight * w->term[j].shape / (1 - w->term[j].weight * s);
	return sum;
}

/* ln(1 - z), accurate for a small z too */
static double complex log_less(double complex z)
{
	double x = creal(z), y = cimag(z), far = hypot(1 - x, y);
	double size = far > 0.5 && far < 2 ? 0.5 * log1p(x * (x - 2) + y * y) : log(far);
	return size + atan2(-y, 1 - x) * I; /* not CMPLX(), which glibc has for gcc only */
}

/* K(s) - su */
static double complex exponent(const struct sum *w, double complex s)
{
	double complex sum = -s * w->u;
	for (size_t j = 0; j < w->count; j++)
		sum -= w->term[j].shape * log_less(w->term[j].weight * s);
	return sum;
}

/* The singularity on that side of 0. */
static double singularity(const struct sum *w, bool right)
{
	double most = 0;
	for (size_t j = 0; j < w->count; j++)
		if ((w->term[j].weight > 0) == right)
			most = fmax(most, fabs(w->term[j].weight));
	return right ? 1 / most : -1 / most;
}

/* Where the path crosses the real axis, how wide the integrand is there, and how the path bends. */
struct path {
	double saddle, width, bend;
};

/* The steepest descent of K is s = saddle + iy + bend y^2 to the second order. */
static struct path path_of(const struct sum *w, bool right)
{
	double end = singularity(w, right);
	double s = root_between(slope, w, 1e-15 * end, (1 - 1e-15) * end, 0);
	double second = 0, third = 0, shapes = 0; /* derivatives of K; sum of k */
	for (size_t j = 0; j < w->count; j++) {
		double k = w->term[j].shape,
		       ratio = w->term[j].weight / (1 - w->term[j].weight * s);
		shapes += k;
		second += k * ratio * ratio;
		third += 2 * k * ratio * ratio * ratio;
	}
	double width = fmin(fmin(fabs(s), fabs(end - s)), 1 / sqrt(second + 1 / (s * s)));
	double bend = third / (6 * second), most = 0.25 / width;
	/* It must bend to the side on which exp(-su) falls, or the shapes must be large. */
	bool falls = w->u != 0 ? bend * w->u > 0 : shapes > 1;
	bend = falls ? fmax(-most, fmin(most, bend)) : 0;
	return (struct path){ s, width, bend };
}

/* P(W > u), or P(W < u) if `right` is false. */
static double tail(const struct sum *w, bool right)
{
	const double step = 1.0 / 16, furthest = 700;
	struct path p = path_of(w, right);
	double peak = creal(exponent(w, p.saddle)), sum = 0, most = 0;
	for (double v = 0; v < furthest; v += step) {
		double y = p.width * sinh(v);
		double complex s = p.saddle + p.bend * y * y + y * I;
		double complex change = (2 * p.bend * y + I) * p.width * cosh(v); /* ds/dv */
		double complex value = cexp(exponent(w, s) - peak) / s * change;
		sum += (v > 0 ? 1 : 0.5) * cimag(value); /* its two halves are conjugate */
		most = fmax(most, cabs(value));
		if (!(cabs(value) > 1e-18 * most))
			break;
	}
	double probability = exp(peak) * sum * step / M_PI;
	return fmin(1, fmax(0, right ? probability : -probability));
}

/* The smaller tail; with small shapes that on whose side exp(-su) falls. */
static struct tails tails_of(const struct sum *w)
{
	double shapes = 0;
	for (size_t j = 0; j < w->count; j++)
		shapes += w->term[j].shape;
	bool right = shapes < 8 && w->u != 0 ? w->u > 0 : w->u >= mean_of(w);
	double p = tail(w, right);
	return right ? (struct tails){ 1 - p, p } : (struct tails){ p, 1 - p };
}

struct tails gamma_sum_tails(const struct gamma_term *term, size_t count, double u)
{
	return tails_of(&(struct sum){ term, count, u, 0 });
}

static double excess(const void *of, double u)
{
	struct sum w = *(const struct sum *)of;
	w.u = u;
	struct tails t = tails_of(&w);
	return w.prob < 0.5 ? t.below - w.prob : 1 - w.prob - t.above;
}

double gamma_sum_quantile(const struct gamma_term *term, size_t count, double prob)
{
	const struct sum w = { term, count, 0, prob };
	double middle = mean_of(&w), deviation = deviation_of(&w), far = 8 * deviation;
	while (excess(&w, middle - far) > 0 || excess(&w, middle + far) < 0)
		far *= 2;
	return root_between(excess, &w, middle - far, middle + far, 1e-12 * deviation);
}
