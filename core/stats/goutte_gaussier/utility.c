/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <complex.h>
#include <float.h>

#include "core/stats/goutte_gaussier/confusion.h"
#include "core/stats/goutte_gaussier/utility.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/root.h"
#include "core/stats/rmath.h"

/* ---- sums of gamma variables ---- */

/*
 * The distribution of a weighted sum of independent gamma variables, with weights of both signs:
 *
 *     W = sum of c_j G_j,      G_j ~ Gamma(k_j, 1),      E exp(sW) = exp K(s),
 *     K(s) = - sum of k_j ln(1 - c_j s)
 *
 * P(W > u) is the integral of exp(K(s) - su) / (2 pi i s) along a path that crosses the real axis
 * between 0 and the first singularity, 1/max c; P(W < u) is that to the left of 0, with the other
 * sign (Rice 1980, "Distribution of quadratic forms in normal random variables - evaluation by
 * numerical integration"). The path crosses at the saddle point of the integrand, so that nothing
 * cancels, and bends away from it so that exp(-su) falls. It is summed up by the trapezoidal rule
 * in v, with Im s = width sinh(v).
 *
 * Absolute error: 1e-9 (4e-9 if all shapes are near .01), for shapes from .01 to 1e9 and weights
 * that differ at most 100-fold, against quadratures in R and, at u = 0, pbeta().
 */

struct gamma_term {
	double weight, shape; /* c, not 0, and k > 0 */
};

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
	double s = root_between(slope, w, 4 * DBL_EPSILON * end, (1 - 4 * DBL_EPSILON) * end, 0);
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
		if (!(cabs(value) > TERM_LEFT_OUT * most))
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

/* P(W < u) and P(W > u); there are weights above 0 and below. */
static struct tails gamma_sum_tails(const struct gamma_term *term, size_t count, double u)
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

/* ---- the utility ---- */

enum { UTILITY_RATIO = 100 }; /* between gain and cost, at most */

int utility_posterior_init(struct utility_posterior *p, const struct confusion *c, size_t topics,
			   double lambda, double gain, double cost, struct err *e)
{
	struct confusion_posterior checked;
	if (confusion_posterior_init(&checked, c, lambda, QUANTITY_PRECISION, 1, e) < 0)
		return -1;
	if (!(gain > 0 && cost > 0))
		return err_usage(e, "gain and cost must be above 0, not %g and %g", gain, cost);
	if (gain > UTILITY_RATIO * cost || cost > UTILITY_RATIO * gain)
		return err_usage(
			e, "gain and cost may differ by a factor of at most %d, not %g and %g",
			UTILITY_RATIO, gain, cost);
	double n = (double)topics;
	*p = (struct utility_posterior){ gain / n, cost / n, c->tp + n * lambda,
					 c->fp + n * lambda };
	return 0;
}

double utility_cdf(const struct utility_posterior *p, double u)
{
	const struct gamma_term term[] = { { p->gain, p->tp }, { -p->cost, p->fp } };
	return gamma_sum_tails(term, 2, u).below;
}

double utility_quantile(const struct utility_posterior *p, double prob)
{
	const struct gamma_term term[] = { { p->gain, p->tp }, { -p->cost, p->fp } };
	if (!(prob > 0 && prob < 1))
		return prob <= 0 ? -INFINITY : prob >= 1 ? INFINITY : NAN;
	const struct sum w = { term, 2, 0, prob };
	double middle = mean_of(&w), deviation = deviation_of(&w), far = 8 * deviation;
	while (excess(&w, middle - far) > 0 || excess(&w, middle + far) < 0)
		far *= 2;
	return root_between(excess, &w, middle - far, middle + far, ROOT_ACCURACY * deviation);
}

struct tails utility_compare(const struct utility_posterior *a, const struct utility_posterior *b)
{
	const struct gamma_term term[] = {
		{ a->gain, a->tp },
		{ -a->cost, a->fp },
		{ -b->gain, b->tp },
		{ b->cost, b->fp },
	};
	if (a->tp == b->tp && a->fp == b->fp && a->gain == b->gain && a->cost == b->cost)
		return (struct tails){ 0.5, 0.5 };
	return gamma_sum_tails(term, 4, 0);
}
