#include <math.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/distribution/gamma_sum_sign.h"
#include "core/stats/independent/confusion.h"
#include "core/stats/independent/confusion_log_odds.h"
#include "core/stats/numeric/root.h"

static int check_count(double count, const char *name, struct err *e)
{
	if (count >= 0 && count <= CONFUSION_MOST)
		return 0;
	return err_usage(e, "%s must be a count from 0 to %d, not %g", name, CONFUSION_MOST, count);
}

int confusion_posterior_init(struct confusion_posterior *p, const struct confusion *c,
			     double lambda, enum quantity quantity, double beta, struct err *e)
{
	if (check_count(c->tp, "the number of true positives", e) < 0 ||
	    check_count(c->fp, "the number of false positives", e) < 0 ||
	    check_count(c->fn, "the number of false negatives", e) < 0)
		return -1;
	if (!(lambda >= CONFUSION_LEAST_PRIOR && lambda <= CONFUSION_MOST))
		return err_usage(e, "the prior must be a number from %g to %d, not %g",
				 CONFUSION_LEAST_PRIOR, CONFUSION_MOST, lambda);
	if (quantity != QUANTITY_RECALL && quantity != QUANTITY_PRECISION && quantity != QUANTITY_F)
		return err_usage(e, "only recall, precision and F have a posterior from counts");
	if (!(beta >= 0))
		return err_usage(e, "beta of F must not be below 0, but is %g", beta);
	if (quantity == QUANTITY_F && beta * beta == 0)
		quantity = QUANTITY_PRECISION;
	if (quantity == QUANTITY_F && !(beta * beta < INFINITY))
		quantity = QUANTITY_RECALL;
	*p = (struct confusion_posterior){ quantity, beta, c->tp + lambda, c->fp + lambda,
					   c->fn + lambda };
	return 0;
}

/*
 * Precision, recall and F_1 are functions of one beta variable B: their odds are those of B times
 * `factor`.
 */
struct beta_form {
	double a, b, factor;
};

static bool has_beta_form(const struct confusion_posterior *p, struct beta_form *f)
{
	switch (p->quantity) {
	case QUANTITY_PRECISION:
		*f = (struct beta_form){ p->tp, p->fp, 1 };
		return true;
	case QUANTITY_RECALL:
		*f = (struct beta_form){ p->tp, p->fn, 1 };
		return true;
	default:
		*f = (struct beta_form){ p->tp, p->fp + p->fn, 2 };
		return p->beta == 1;
	}
}

/* ---- distribution function and quantiles ---- */

/* Of B at x, given with its complement: the smaller one has its digits. */
static double beta_cdf(const struct beta_form *f, double x, double rest)
{
	return x <= rest ? pbeta(x, f->a, f->b, 1, 0) : pbeta(rest, f->b, f->a, 0, 0);
}

/* F_b > t where this is positive; t and its complement. */
static struct gamma_form excess(const struct confusion_posterior *p, double t, double rest)
{
	double square = p->beta * p->beta, most = fmax(1, square);
	return (struct gamma_form){ { p->tp, p->fp, p->fn },
				    { (1 + square) / most * (rest / t), -1 / most,
				      -square / most } };
}

double confusion_cdf(const struct confusion_posterior *p, double t)
{
	if (!(t > 0))
		return isnan(t) ? NAN : 0;
	if (t >= 1)
		return 1;
	struct beta_form f;
	if (has_beta_form(p, &f)) {
		double sum = t + f.factor * (1 - t);
		return beta_cdf(&f, t / sum, f.factor * (1 - t) / sum);
	}
	struct gamma_form form = excess(p, t, 1 - t);
	return gamma_form_tails(&form).below;
}

struct quantile_search {
	const struct confusion_posterior *p;
	double log_odds; /* of the probability wanted */
};

/* Rises with u, the log odds of t, nearly on a straight line. */
static double beyond_quantile(const void *of, double u)
{
	const struct quantile_search *s = of;
	struct gamma_form form = excess(s->p, 1 / (1 + exp(-u)), 1 / (1 + exp(u)));
	struct tails t = gamma_form_tails(&form);
	if (t.below <= 0 || t.above <= 0)
		return t.below <= 0 ? -1e4 : 1e4;
	return log(t.below) - log(t.above) - s->log_odds;
}

static double search_quantile(const struct confusion_posterior *p, double prob)
{
	struct quantile_search s = { p, log(prob) - log1p(-prob) };
	const double far = 600; /* exp() of it is still far from overflow */
	struct log_odds law;
	log_odds_init(&law, p, 0.2);
	double middle = log_odds_mean(&law), deviation = sqrt(log_odds_variance(&law));
	double low = fmax(-far, middle - 3 * deviation), high = fmin(far, middle + 3 * deviation);
	while (low > -far && beyond_quantile(&s, low) > 0)
		low = fmax(-far, low - 2 * (high - low));
	while (high < far && beyond_quantile(&s, high) < 0)
		high = fmin(far, high + 2 * (high - low));
	double u = root_between(beyond_quantile, &s, low, high, 1e-11 * fmin(1, deviation));
	return u <= -far ? 0 : u >= far ? 1 : 1 / (1 + exp(-u));
}

double confusion_quantile(const struct confusion_posterior *p, double prob)
{
	if (!(prob > 0))
		return isnan(prob) ? NAN : 0;
	if (prob >= 1)
		return 1;
	struct beta_form f;
	if (!has_beta_form(p, &f))
		return search_quantile(p, prob);
	return 1 / (1 + exp(-beta_log_odds_quantile(f.a, f.b, prob)) / f.factor);
}

/* ---- mean ---- */

/*
 * 1/(1+exp(-u)) = 1/(2 pi i) * integral of pi/sin(pi z) exp(zu) dz along Re z = c, 0 < c < 1 (the
 * Mellin transform of 1/(1+y)), so that the mean is such an integral of E exp(zU).
 */
static double complex log_mean_integrand(const void *of, double complex z)
{
	const struct log_odds *l = of;
	const double pi = 3.14159265358979323846;
	return z * (log(l->a / l->b) + l->shift) + log_odds_cumulants(l, z) +
	       clog(pi / csin(pi * z));
}

double confusion_mean(const struct confusion_posterior *p)
{
	if (p->quantity == QUANTITY_PRECISION)
		return p->tp / (p->tp + p->fp);
	if (p->quantity == QUANTITY_RECALL)
		return p->tp / (p->tp + p->fn);
	struct log_odds law;
	double mean = NAN, before;
	double step = 0.2;
	do {
		before = mean;
		log_odds_init(&law, p, step);
		double high = fmin(1, law.b);
		struct contour q = { log_mean_integrand, &law, 0, high, high / 2, high / 4 };
		mean = contour_integral(&q);
		step /= 2;
	} while (law.count > 0 && !(fabs(mean - before) <= 1e-11 * mean) && step > 0.002);
	return mean;
}

/* ---- mode ---- */

/* A shape below 1: the density is infinite at an end. */
static double infinite_end(double a, double b)
{
	return a == b ? NAN : a < b ? 0 : 1;
}

/*
 * The derivative of the logarithm of the density of F by u, the log odds of t.
 *
 * With k = (1+beta^2)(1-t)/t and q(s) the density at 0 of k G(s) - Y - beta^2 Z, the density of F
 * at t is a (1+beta^2)/t^2 q(a+1), a the shape of X, and dq(s)/dk = s/k (q(s+1) - q(s)).
 */
static double density_slope(const void *of, double u)
{
	const struct confusion_posterior *p = of;
	double rest = 1 / (1 + exp(u));
	struct gamma_form form = excess(p, 1 / (1 + exp(-u)), rest);
	form.shape[0] = p->tp + 1;
	double q = gamma_form_density(&form);
	form.shape[0] = p->tp + 2;
	return -2 * rest - (p->tp + 1) * (gamma_form_density(&form) / q - 1);
}

static double log_density(const struct confusion_posterior *p, double u)
{
	double t = 1 / (1 + exp(-u));
	struct gamma_form form = excess(p, t, 1 / (1 + exp(u)));
	form.shape[0] = p->tp + 1;
	return log(gamma_form_density(&form)) - 2 * log(t);
}

/* Neither end is infinite: the highest point of a grid, and from there to where the slope is 0. */
static double search_mode(const struct confusion_posterior *p)
{
	enum { HALF = 16 };
	struct log_odds law;
	log_odds_init(&law, p, 0.2);
	double middle = log_odds_mean(&law), step = sqrt(log_odds_variance(&law)) / 4;
	double best = -INFINITY, top = middle;
	for (int i = -HALF; i <= HALF; i++) {
		double density = log_density(p, middle + i * step);
		if (density > best) {
			best = density;
			top = middle + i * step;
		}
	}
	/* A density that is finite at an end and highest there has no slope left near it. */
	const double flat = 1e-9, far = 40;
	double low = top - step, high = top + step;
	while (density_slope(p, low) < flat && low > -far)
		low -= 4 * step;
	while (density_slope(p, high) > -flat && high < far)
		high += 4 * step;
	if (low <= -far && density_slope(p, low) < flat)
		return 0;
	if (high >= far && density_slope(p, high) > -flat)
		return 1;
	return 1 / (1 + exp(-root_between(density_slope, p, low, high, 1e-12)));
}

double confusion_mode(const struct confusion_posterior *p)
{
	struct beta_form f;
	bool simple = has_beta_form(p, &f);
	double a = f.a, b = f.b;
	if (a < 1 || b < 1)
		return infinite_end(a, b);
	if (!simple)
		return search_mode(p);
	if (f.factor == 1)
		return a == 1 && b == 1 ? NAN : (a - 1) / (a + b - 2);
	double half = 2 * a + b - 5, root = sqrt(half * half + 16 * (a - 1));
	return half > 0 ? 4 * (a - 1) / (half + root) : (root - half) / 4;
}
