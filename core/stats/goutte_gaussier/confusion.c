/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/distribution/log_odds.h"
#include "core/stats/goutte_gaussier/confusion.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/numeric/root.h"
#include "core/stats/random/variates.h"
#include "core/stats/rmath.h"

int confusion_check_count(double count, const char *name, struct err *e)
{
	if (count >= 0 && count <= CONFUSION_MOST)
		return 0;
	return err_usage(e, "%s must be a count from 0 to %d, not %g", name, CONFUSION_MOST, count);
}

int confusion_posterior_init(struct confusion_posterior *p, const struct confusion *c,
			     double lambda, enum quantity quantity, double beta, struct err *e)
{
	if (confusion_check_count(c->tp, "the number of true positives", e) < 0 ||
	    confusion_check_count(c->fp, "the number of false positives", e) < 0 ||
	    confusion_check_count(c->fn, "the number of false negatives", e) < 0)
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
 * Precision, recall and F_1 are functions of one variable B ~ Beta(a, b): their odds are those of B
 * times `factor`. Other F depend on a second variable too.
 */
struct beta_form {
	double a, b, factor;
};

/* Is B all that the measure depends on? Fills `f` in either case. */
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

void confusion_log_odds(const struct confusion_posterior *p, struct log_odds *out)
{
	struct beta_form f;
	double square = p->beta * p->beta;
	if (has_beta_form(p, &f))
		log_odds_init(out, f.a, f.b, log(f.factor), 1, 0, 0);
	else
		log_odds_init(out, f.a, f.b, log1p(square), square, p->fn, p->fp);
}

/* For the caller to free; NULL: memory ran out. */
static struct log_odds *log_odds_of(const struct confusion_posterior *p)
{
	struct log_odds *l = malloc(sizeof *l);
	if (l != NULL)
		confusion_log_odds(p, l);
	return l;
}

struct log_odds_table *confusion_table(const struct confusion_posterior *p, double step)
{
	struct log_odds *l = log_odds_of(p);
	struct log_odds_table *out = l != NULL ? malloc(sizeof *out) : NULL;
	if (out != NULL)
		log_odds_tabulate(out, l, step);
	free(l);
	return out;
}

/* ---- quantiles, mean ---- */

double confusion_quantile(const struct confusion_posterior *p, double prob)
{
	if (!(prob > 0))
		return isnan(prob) ? NAN : 0;
	if (prob >= 1)
		return 1;
	struct beta_form f;
	if (has_beta_form(p, &f))
		return 1 / (1 + exp(-beta_log_odds_quantile(f.a, f.b, prob)) / f.factor);
	struct log_odds_table *table = confusion_table(p, LOG_ODDS_STEP);
	double out = table != NULL ? inverse_logit(log_odds_quantile(table, prob)) : NO_MEMORY;
	free(table);
	return out;
}

double confusion_mean(const struct confusion_posterior *p)
{
	struct beta_form f;
	if (has_beta_form(p, &f) && f.factor == 1)
		return f.a / (f.a + f.b);
	struct log_odds_table *table = confusion_table(p, LOG_ODDS_SUM_STEP);
	if (table == NULL)
		return NO_MEMORY;
	double sum = 0;
	for (size_t i = 0; i < table->count; i++)
		sum += table->mass[i] * inverse_logit(table->value[i]);
	free(table);
	return sum;
}

/* ---- mode ---- */

static double density_slope(const void *of, double u)
{
	const struct log_odds *l = of;
	return log_odds_slope(l, u) + inverse_logit(u) - inverse_logit(-u);
}

/* If neither end is infinite: from the highest point of a grid to the point with slope 0. */
static double search_mode(const struct log_odds *l)
{
	enum { HALF = 16 };
	double middle = log_odds_mean(l), step = sqrt(log_odds_variance(l)) / 4;
	double best = -INFINITY, top = middle;
	for (int i = -HALF; i <= HALF; i++) {
		double u = middle + i * step, share = inverse_logit(u);
		/* the density of F at t is that of its log odds u divided by t (1-t) */
		double density = log(log_odds_density(l, u)) - log(share) - log(inverse_logit(-u));
		if (density > best) {
			best = density;
			top = u;
		}
	}
	/* A density that is finite at an end and highest there has no slope left near it. */
	const double flat = ROOT_ROUGH, far = 40;
	double low = top - step, high = top + step;
	while (density_slope(l, low) < flat && low > -far)
		low -= 4 * step;
	while (density_slope(l, high) > -flat && high < far)
		high += 4 * step;
	if (low <= -far && density_slope(l, low) < flat)
		return 0;
	if (high >= far && density_slope(l, high) > -flat)
		return 1;
	return inverse_logit(root_between(density_slope, l, low, high, ROOT_ACCURACY));
}

double confusion_mode(const struct confusion_posterior *p)
{
	struct beta_form f;
	bool simple = has_beta_form(p, &f);
	double a = f.a, b = f.b;
	if (a < 1 || b < 1)
		return a == b ? NAN : a < b ? 0 : 1; /* where the density is infinite */
	if (!simple) {
		struct log_odds *l = log_odds_of(p);
		double mode = l != NULL ? search_mode(l) : NO_MEMORY;
		free(l);
		return mode;
	}
	if (f.factor == 1)
		return a == 1 && b == 1 ? NAN : (a - 1) / (a + b - 2);
	double half = 2 * a + b - 5, root = sqrt(half * half + 16 * (a - 1));
	return half > 0 ? 4 * (a - 1) / (half + root) : (root - half) / 4;
}

/* ---- comparison ---- */

bool confusion_same(const struct confusion_posterior *a, const struct confusion_posterior *b)
{
	struct beta_form f, g;
	bool other_beta = a->quantity == QUANTITY_F && a->beta != b->beta;
	if (a->quantity != b->quantity || other_beta)
		return false;
	bool simple = has_beta_form(a, &f);
	has_beta_form(b, &g);
	return f.a == g.a && f.b == g.b && (simple || (a->fp == b->fp && a->fn == b->fn));
}

struct tails confusion_compare(const struct confusion_posterior *a,
			       const struct confusion_posterior *b)
{
	if (confusion_same(a, b))
		return (struct tails){ 0.5, 0.5 };
	struct log_odds *first = log_odds_of(a), *second = log_odds_of(b);
	struct tails out = { NO_MEMORY, NO_MEMORY };
	if (first != NULL && second != NULL)
		out = log_odds_compare(first, second);
	free(first);
	free(second);
	return out;
}

/* ---- drawn ---- */

struct proportion proportion_of(int64_t count, int64_t draws)
{
	double p = (double)count / (double)draws;
	return (struct proportion){ p, sqrt(p * (1 - p) / (double)draws) };
}

/* A draw of the log odds of the measure. */
static double draw_log_odds(struct random *g, const struct confusion_posterior *p)
{
	struct beta_form f;
	bool simple = has_beta_form(p, &f);
	double u = random_log_odds(g, f.a, f.b), square = p->beta * p->beta;
	if (simple)
		return u + log(f.factor);
	return u + log1p(square) - log1p((square - 1) * random_beta(g, p->fn, p->fp));
}

int confusion_draw(const struct confusion_posterior *a, const struct confusion_posterior *b,
		   int64_t draws, uint64_t seed, struct proportion *out, struct err *e)
{
	if (draws < 1)
		return err_usage(e, "the number of draws must be 1 or more, not %lld",
				 (long long)draws);
	int64_t greater = 0;
	for (int64_t i = 0; i < draws; i++) {
		struct random first, second;
		random_init(&first, seed, (uint64_t)i, 0);
		random_init(&second, seed, (uint64_t)i, 1);
		greater += draw_log_odds(&first, a) > draw_log_odds(&second, b);
	}
	*out = proportion_of(greater, draws);
	return 0;
}
