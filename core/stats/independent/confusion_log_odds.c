#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/independent/confusion_log_odds.h"

/*
 * The trapezoidal rule is applied in w, where v = mode + scale * sinh(w). The tails of v fall
 * exponentially; sinh() shortens those that fall slowly. The scale follows the width of narrow
 * laws, and stays within the distance pi of the singularities of wide ones.
 */
static double node_scale(double a, double b)
{
	return fmin(2, sqrt(1 / a + 1 / b));
}

/*
 * The logarithm of the density of ln(x/(1-x)), x ~ Beta(a,b), `beyond` its mode ln(a/b), relative
 * to that of the mode.
 */
static double log_odds_density(double a, double b, double beyond)
{
	double n = a + b, share = a / n;
	if (n > 1e4 && fabs(beyond) < 0.5) { /* the terms would be much larger than their sum */
		double rise = expm1(beyond);
		return a * (beyond - rise) - n * log1pmx(share * rise);
	}
	if (beyond < 0)
		return a * beyond - n * log1p(share * expm1(beyond));
	return -b * beyond - n * log1p((1 - share) * expm1(-beyond));
}

/* ln(1 + exp(v)) */
static double softplus(double v)
{
	return v > 0 ? v + log1p(exp(-v)) : log1p(exp(v));
}

/* Logarithm of a density that is not worth a node. Far out, for tails of comparisons. */
#define FAR -70.0

/* The nodes of W from the mode of D outwards, on one side. */
static void add_side(struct log_odds *l, const struct confusion_posterior *p, double from,
		     double step)
{
	double scale = node_scale(p->fn, p->fp), mode = log(p->fn / p->fp);
	double stretch = 2 * log(p->beta);
	for (int i = 0; l->count < LOG_ODDS_NODES; i++) {
		double w = from + i * step, beyond = scale * sinh(w);
		double density = log_odds_density(p->fn, p->fp, beyond);
		if (density < FAR)
			return;
		l->value[l->count] = softplus(mode + beyond + stretch) - softplus(mode + beyond);
		l->mass[l->count++] = exp(density) * cosh(w);
	}
}

static void make_nodes(struct log_odds *l, const struct confusion_posterior *p, double step)
{
	add_side(l, p, 0, step);
	add_side(l, p, -step, -step);
	double sum = 0, mean = 0;
	for (size_t i = 0; i < l->count; i++) {
		sum += l->mass[i];
		mean += l->mass[i] * l->value[i];
	}
	mean /= sum;
	for (size_t i = 0; i < l->count; i++) {
		l->mass[i] /= sum;
		l->value[i] -= mean;
		l->growth[i] = exp(l->value[i]);
		l->variance += l->mass[i] * l->value[i] * l->value[i];
	}
	l->shift -= mean;
}

void log_odds_init(struct log_odds *l, const struct confusion_posterior *p, double step)
{
	l->a = p->tp;
	l->shift = l->variance = 0;
	l->count = 0;
	if (p->quantity == QUANTITY_PRECISION) {
		l->b = p->fp;
	} else if (p->quantity == QUANTITY_RECALL) {
		l->b = p->fn;
	} else {
		l->b = p->fp + p->fn;
		l->shift = log1p(p->beta * p->beta);
		if (p->beta != 1)
			make_nodes(l, p, step);
	}
}

/* ln E exp(-zW), W less its mean */
static double complex spread_cumulants(const struct log_odds *l, double complex z)
{
	double re = 0, im = 0;
	for (size_t i = 0; i < l->count; i++) {
		double size = l->mass[i] * exp(-creal(z) * l->value[i]);
		double angle = -cimag(z) * l->value[i];
		re += size * cos(angle);
		im += size * sin(angle);
	}
	return clog(CMPLX(re, im));
}

double complex log_odds_cumulants(const struct log_odds *l, double complex z)
{
	double complex gammas = log_gamma_step(l->a, z) + log_gamma_step(l->b, -z);
	return l->count > 0 ? gammas + spread_cumulants(l, z) : gammas;
}

double log_odds_mean(const struct log_odds *l)
{
	return digamma(l->a) - digamma(l->b) + l->shift;
}

double log_odds_variance(const struct log_odds *l)
{
	return trigamma(l->a) + trigamma(l->b) + l->variance;
}

/* ---- nodes of the law itself ---- */

/* Of U at u, up to a factor. */
static double density_at(const struct log_odds *l, double u)
{
	double beyond = u - l->shift - log(l->a / l->b), sum = 0;
	if (l->count == 0)
		return exp(log_odds_density(l->a, l->b, beyond));
	double n = l->a + l->b, share = l->a / n, odds = share * exp(beyond);
	bool plain = n < 1e4 && fabs(beyond) < 50; /* as log_odds_density(), but faster */
	for (size_t i = 0; i < l->count; i++) {
		if (l->mass[i] < 1e-18)
			continue;
		double at = beyond + l->value[i];
		double density = plain ? l->a * at - n * log(1 - share + odds * l->growth[i])
				       : log_odds_density(l->a, l->b, at);
		sum += l->mass[i] * exp(density);
	}
	return sum;
}

/* A growing array of pairs (value, mass). */
struct nodes {
	double *pair;
	size_t count, room;
};

static int add_node(struct nodes *n, double value, double mass)
{
	if (n->count == n->room) {
		size_t room = n->room == 0 ? 128 : 2 * n->room;
		double *pair = realloc(n->pair, 2 * room * sizeof *pair);
		if (pair == NULL)
			return -1;
		n->pair = pair;
		n->room = room;
	}
	n->pair[2 * n->count] = value;
	n->pair[2 * n->count++ + 1] = mass;
	return 0;
}

/* From the middle outwards, until nothing is left. */
static int add_outwards(struct nodes *n, const struct log_odds *l, double from, double step)
{
	double middle = log(l->a / l->b) + l->shift;
	double scale = fmin(2, sqrt(1 / l->a + 1 / l->b + l->variance)), most = 0;
	for (int i = 0;; i++) {
		double w = from + i * step, u = middle + scale * sinh(w);
		double mass = density_at(l, u) * cosh(w);
		most = fmax(most, mass);
		if (mass < 1e-16 * most)
			return 0;
		if (add_node(n, 1 / (1 + exp(-u)), mass) < 0)
			return -1;
	}
}

double *log_odds_nodes(const struct log_odds *l, double step, size_t *count)
{
	struct nodes n = { 0 };
	if (add_outwards(&n, l, 0, step) < 0 || add_outwards(&n, l, -step, -step) < 0) {
		free(n.pair);
		return NULL;
	}
	*count = n.count;
	return n.pair;
}
