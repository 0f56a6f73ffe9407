/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/near.h"
#include "core/stats/distribution/log_odds.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/cumulative.h"
#include "core/stats/rmath.h"

/* ---- the density ---- */

/*
 * The log density of ln(x/(1-x)), x ~ Beta(a,b), at a distance `beyond` from its mode ln(a/b), less
 * that at the mode.
 */
static double log_density(double a, double b, double beyond)
{
	if (a > b) /* mirrored: the terms are as small as the smaller shape, and round less */
		return log_density(b, a, -beyond);
	double n = a + b, share = a / n;
	if (n > 1e4 && fabs(beyond) < 0.5) { /* below, the terms are much larger than their sum */
		double rise = expm1(beyond);
		return a * (beyond - rise) - n * log1pmx(share * rise);
	}
	if (beyond < 30)
		return a * beyond - n * log1p(share * expm1(beyond));
	return -b * beyond - n * log1p((1 - share) * expm1(-beyond));
}

/* The log odds of B at u, less their mode. */
static double beyond_mode(const struct log_odds *l, double u)
{
	return u - l->shift - log(l->a / l->b);
}

double log_odds_density(const struct log_odds *l, double u)
{
	const struct log_odds_spread *w = &l->spread;
	double beyond = beyond_mode(l, u), sum = 0;
	if (w->count == 0)
		return exp(log_density(l->a, l->b, beyond));
	double n = l->a + l->b, share = l->a / n, odds = share * exp(beyond);
	if (n < 1e4 && fabs(beyond) < 50) { /* as log_density(), but faster */
		for (size_t i = 0; i < w->count; i++)
			sum += w->mass[i] * exp(l->a * (beyond + w->value[i]) -
						n * log(1 - share + odds * w->growth[i]));
		return sum;
	}
	for (size_t i = 0; i < w->count; i++)
		sum += w->mass[i] * exp(log_density(l->a, l->b, beyond + w->value[i]));
	return sum;
}

double log_odds_slope(const struct log_odds *l, double u)
{
	const struct log_odds_spread *w = &l->spread;
	double beyond = beyond_mode(l, u), slope = 0, sum = 0;
	for (size_t i = 0; i < w->count || i == 0; i++) {
		double x = beyond + (w->count > 0 ? w->value[i] : 0);
		double density = exp(log_density(l->a, l->b, x));
		density *= w->count > 0 ? w->mass[i] : 1;
		/* a - (a+b) B at the log odds x + ln(a/b) */
		slope += density * -l->a * expm1(x) / (1 + l->a / l->b * exp(x));
		sum += density;
	}
	return slope / sum;
}

double log_odds_mean(const struct log_odds *l)
{
	return digamma(l->a) - digamma(l->b) + l->shift;
}

double log_odds_variance(const struct log_odds *l)
{
	return trigamma(l->a) + trigamma(l->b) + l->spread.variance;
}

/* ---- W ---- */

/* ln(1 + (k-1) D) at the log odds v of D. */
static double spread_at(double k, double v)
{
	double odds = exp(-fabs(v));
	return v < 0 ? log((1 + k * odds) / (1 + odds)) : log((odds + k) / (1 + odds));
}

/* Log densities below this are not worth a node. */
#define FAR -40.0

/* The factor from one step that is tried to the next. */
#define CLOSER 0.7

/* Nodes in w with ln D/(1-D) = mode + scale sinh(w), from w = `from` outwards on one side. */
static void spread_side(struct log_odds_spread *s, double k, double c, double d, double from,
			double step)
{
	double scale = fmin(2, 3 * sqrt(1 / c + 1 / d)), mode = log(c / d);
	double factor = exp(step), grown = exp(from);
	for (; s->count < LOG_ODDS_SPREAD; grown *= factor) {
		double shrunk = 1 / grown, beyond = scale * (grown - shrunk) / 2;
		double density = log_density(c, d, beyond);
		if (density < FAR)
			return;
		s->value[s->count] = spread_at(k, mode + beyond);
		s->mass[s->count++] = exp(density) * (grown + shrunk) / 2;
	}
}

static void spread_nodes(struct log_odds_spread *s, double k, double c, double d, double step)
{
	double sum = 0, mean = 0;
	s->count = 0;
	spread_side(s, k, c, d, 0, step);
	spread_side(s, k, c, d, -step, -step);
	for (size_t i = 0; i < s->count; i++) {
		sum += s->mass[i];
		mean += s->mass[i] * s->value[i];
	}
	s->mean = mean / sum;
	s->variance = 0;
	for (size_t i = 0; i < s->count; i++) {
		s->mass[i] /= sum;
		s->value[i] -= s->mean;
		s->growth[i] = exp(s->value[i]);
		s->variance += s->mass[i] * s->value[i] * s->value[i];
	}
}

/* The density of U at a few points shows whether the nodes of W are close enough. */
enum { PROBES = 5 };

struct probe {
	double at[PROBES], density[PROBES];
};

static void place(struct probe *p, const struct log_odds *l)
{
	double middle = l->shift + log(l->a / l->b);
	double scale = sqrt(1 / l->a + 1 / l->b + l->spread.variance);
	for (int i = 0; i < PROBES; i++)
		p->at[i] = middle + (i - PROBES / 2) * 1.3 * scale;
}

static void measure(struct probe *p, const struct log_odds *l)
{
	for (int i = 0; i < PROBES; i++)
		p->density[i] = log_odds_density(l, p->at[i]);
}

static bool agree(const struct probe *x, const struct probe *y)
{
	double change = 0, peak = 0;
	for (int i = 0; i < PROBES; i++) {
		change = fmax(change, fabs(x->density[i] - y->density[i]));
		peak = fmax(peak, y->density[i]);
	}
	return change <= NEAR_DIGITS / 5 * peak;
}

/* The nodes of W with this step. */
static void set_spread(struct log_odds *l, double shift, const double D[3], double step)
{
	spread_nodes(&l->spread, D[0], D[1], D[2], step);
	l->shift = shift - l->spread.mean;
}

void log_odds_init(struct log_odds *l, double a, double b, double shift, double k, double c,
		   double d)
{
	l->a = a;
	l->b = b;
	l->shift = shift;
	l->spread.count = 0;
	l->spread.mean = l->spread.variance = 0;
	if (k == 1)
		return;
	const double D[3] = { k, c, d };
	struct probe coarse, fine;
	double step = 1.0 / 6;
	bool close;
	set_spread(l, shift, D, step);
	place(&fine, l);
	measure(&fine, l);
	do {
		coarse = fine;
		step *= CLOSER;
		set_spread(l, shift, D, step);
		measure(&fine, l);
		close = agree(&coarse, &fine);
	} while (!close && (double)l->spread.count < LOG_ODDS_SPREAD * CLOSER);
	if (close) /* then the coarser nodes are good enough */
		set_spread(l, shift, D, step / CLOSER);
}

/* ---- nodes of U ---- */

/* The nodes on one side, from the middle outwards until the masses vanish. Returns how many. */
static size_t tabulate_side(const struct log_odds_table *t, const struct log_odds *l, double sign,
			    size_t first, double *value, double *mass)
{
	const size_t room = LOG_ODDS_NODES / 2;
	double most = 0, factor = exp(t->step), grown = first > 0 ? factor : 1;
	size_t i = 0;
	for (; i < room; i++, grown *= factor) {
		double shrunk = 1 / grown; /* sinh and cosh of w are half of difference and sum */
		value[i] = t->middle + sign * t->scale * (grown - shrunk) / 2;
		mass[i] = log_odds_density(l, value[i]) * (grown + shrunk) / 2;
		most = fmax(most, mass[i]);
		if (mass[i] < 10 * TERM_LEFT_OUT * most)
			break;
	}
	return i;
}

static void add_up(struct log_odds_table *t)
{
	double sum = 0;
	for (size_t i = 0; i < t->count; i++)
		sum += t->mass[i];
	for (size_t i = 0; i < t->count; i++)
		t->mass[i] /= sum;
	cumulative_fill(t->mass, t->count, t->upto);
}

void log_odds_tabulate(struct log_odds_table *t, const struct log_odds *l, double step)
{
	/* in long tails the nodes are far apart, and another distribution may be steep there */
	const double slow = fmin(l->a, l->b) < 0.3 ? 0.5 : 1;
	t->middle = l->shift + log(l->a / l->b);
	t->scale = fmin(2, 3 * sqrt(1 / l->a + 1 / l->b + l->spread.variance));
	t->step = step * slow;
	double *value = t->upto, *mass = t->upto + LOG_ODDS_NODES / 2; /* not in use yet */
	size_t below = tabulate_side(t, l, -1, 1, value, mass);
	for (size_t i = 0; i < below; i++) {
		t->value[i] = value[below - 1 - i];
		t->mass[i] = mass[below - 1 - i];
	}
	t->count = below + tabulate_side(t, l, 1, 0, t->value + below, t->mass + below);
	t->first = -(double)below;
	add_up(t);
}

/* ---- distribution function ---- */

double log_odds_cdf(const struct log_odds_table *t, double u)
{
	double x = asinh((u - t->middle) / t->scale) / t->step - t->first;
	return cumulative_at(t->upto, t->count, x);
}

double log_odds_quantile(const struct log_odds_table *t, double prob)
{
	double x = cumulative_quantile(t->upto, t->count, prob);
	return t->middle + t->scale * sinh((t->first + x) * t->step);
}

struct tails log_odds_compare(const struct log_odds *u, const struct log_odds *v)
{
	/* sum over the narrower one; the same one if U and V change places */
	double one = log_odds_variance(u), other = log_odds_variance(v), p = 0;
	bool first = one != other ? one < other : u->shift + u->a < v->shift + v->a;
	struct log_odds_table *density = calloc(2, sizeof *density), *upto = density + 1;
	if (density == NULL)
		return (struct tails){ NO_MEMORY, NO_MEMORY };
	log_odds_tabulate(density, first ? u : v, LOG_ODDS_SUM_STEP);
	log_odds_tabulate(upto, first ? v : u, LOG_ODDS_STEP);
	for (size_t i = 0; i < density->count; i++)
		p += density->mass[i] * log_odds_cdf(upto, density->value[i]);
	free(density);
	if (near_within(p, 0.5, NEAR_DIGITS)) /* two that are symmetric around one point */
		p = 0.5;
	p = fmin(p, 1);
	return first ? (struct tails){ 1 - p, p } : (struct tails){ p, 1 - p };
}
