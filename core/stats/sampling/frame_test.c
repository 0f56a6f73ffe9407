/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/stats/rmath.h"
#include "core/stats/sampling/frame_test.h"

/* More steps than this of a convolution are not taken: T is nearly normal then, or skewed upwards.
 */
static const double MOST_STEPS = 1e7;
/* Larger p-values need not be exact. */
static const double LARGE = 0.1;
/* If there are more strata no documents are moved. */
enum { FEW_STRATA = 6, LATTICE = 2048 };

/* All strata side by side, and how many documents are laid into each. */
struct layout {
	const struct framed_topic *topic;
	size_t topics, strata;
	double *laid;	  /* d of each stratum */
	double *p, *next; /* distribution of T */
	double retrieved; /* its mean */
	double sum;	  /* t */
	size_t points;	  /* of the lattice: from 0 to t, and what rounding may move beyond */
	double unit;	  /* between two points */
	double steps;	  /* of a convolution */
};

static double least_of(const struct framed_stratum *s)
{
	return (double)s->judged;
}

static double most_of(const struct framed_stratum *s)
{
	return (double)(s->size - s->sampled + s->judged);
}

static double weight_of(const struct framed_stratum *s)
{
	return (double)s->size / (double)s->sampled;
}

/* The variance of M N/n is c d (N - d). */
static double spread_of(const struct framed_stratum *s)
{
	double w = weight_of(s);
	return s->size > 1 ? (w - 1) / (double)(s->size - 1) : 0;
}

/*
 * Ways to lay the documents of a topic.
 */

enum way { LARGEST_VARIANCE, LOWEST_RATES, HIGHEST_RATES, IN_PROPORTION, WAYS };

/* More documents for a lower `level`. */
static double laid_at(const struct framed_stratum *s, enum way way, double level)
{
	double c = spread_of(s), N = (double)s->size, d = 0;
	if (way == LARGEST_VARIANCE)
		d = c > 0 ? (N - level / c) / 2 : 0;
	else if (way == LOWEST_RATES)
		d = weight_of(s) >= level ? N : 0;
	else if (way == HIGHEST_RATES)
		d = -weight_of(s) >= level ? N : 0;
	else
		d = N * (1 - level);
	return fmin(fmax(d, least_of(s)), most_of(s));
}

/* Whole numbers that add up to what is retrieved; false: there is no room. */
static bool round_topic(const struct framed_topic *t, double *laid)
{
	double left = (double)t->retrieved;
	for (size_t i = 0; i < t->strata; i++)
		left -= laid[i] = floor(laid[i]);
	for (size_t i = 0; i < t->strata && left != 0; i++) {
		double end = left > 0 ? most_of(&t->stratum[i]) : least_of(&t->stratum[i]);
		double room = end - laid[i];
		double step = left > 0 ? fmin(left, room) : fmax(left, room);
		laid[i] += step;
		left -= step;
	}
	return left == 0;
}

static bool lay_topic(const struct framed_topic *t, enum way way, double *laid)
{
	double low = -1, high = 1;
	for (size_t i = 0; i < t->strata; i++) {
		double N = (double)t->stratum[i].size, w = weight_of(&t->stratum[i]);
		low = fmin(low, -N * fmax(w, 1));
		high = fmax(high, N * fmax(w, 1) + 1);
	}
	for (int step = 0; step < 80; step++) {
		double level = (low + high) / 2, sum = 0;
		for (size_t i = 0; i < t->strata; i++)
			sum += laid_at(&t->stratum[i], way, level);
		*(sum > (double)t->retrieved ? &low : &high) = level;
	}
	double left = (double)t->retrieved;
	for (size_t i = 0; i < t->strata; i++)
		left -= laid[i] = laid_at(&t->stratum[i], way, high);
	/* where the next level lays more, there is room for the rest */
	for (size_t i = 0; i < t->strata && left > 0; i++) {
		double step = fmin(left, laid_at(&t->stratum[i], way, low) - laid[i]);
		laid[i] += step;
		left -= step;
	}
	return round_topic(t, laid);
}

static double variance_of(const struct layout *x)
{
	double sum = 0;
	for (size_t t = 0, at = 0; t < x->topics; t++)
		for (size_t i = 0; i < x->topic[t].strata; i++, at++) {
			const struct framed_stratum *s = &x->topic[t].stratum[i];
			sum += spread_of(s) * x->laid[at] * ((double)s->size - x->laid[at]);
		}
	return sum;
}

/*
 * P(T <= t).
 */

/* One more stratum in the distribution of T. */
static void add_stratum(struct layout *x, const struct framed_stratum *s, double laid)
{
	double white = (double)s->sampled, black = (double)(s->size - s->sampled);
	double most = fmin(white, laid), least = fmax(laid - black, 0);
	for (size_t k = 0; k < x->points; k++)
		x->next[k] = 0;
	for (double j = least; j <= most; j++) {
		double at = x->unit > 0 ? nearbyint(j * weight_of(s) / x->unit) : j;
		if (at >= (double)x->points)
			break;
		double p = dhyper(j, white, black, laid, 0);
		for (size_t k = 0, up = (size_t)at; p > 0 && k + up < x->points; k++)
			x->next[k + up] += p * x->p[k];
	}
	double *swap = x->p;
	x->p = x->next;
	x->next = swap;
}

static double tail_of(struct layout *x)
{
	double sum = 0;
	if (x->steps > MOST_STEPS)
		return pnorm5(x->sum, x->retrieved, sqrt(variance_of(x)), 1, 0);
	for (size_t k = 0; k < x->points; k++)
		x->p[k] = k == 0;
	for (size_t t = 0, at = 0; t < x->topics; t++)
		for (size_t i = 0; i < x->topic[t].strata; i++, at++)
			add_stratum(x, &x->topic[t].stratum[i], x->laid[at]);
	for (size_t k = 0; k < x->points; k++)
		sum += x->p[k];
	return fmin(sum, 1);
}

/*
 * The largest.
 */

/* P, if so many documents are moved from one stratum to another. */
static double moved(struct layout *x, double *laid, size_t from, size_t to, double count)
{
	laid[from] -= count;
	laid[to] += count;
	double p = tail_of(x);
	laid[from] += count;
	laid[to] -= count;
	return p;
}

/* Moves documents from one stratum to another of its topic, if that raises P. */
static double move(struct layout *x, const struct framed_topic *t, double *laid, size_t from,
		   size_t to, double best)
{
	double low = 0, place = 0;
	double high =
		fmin(laid[from] - least_of(&t->stratum[from]), most_of(&t->stratum[to]) - laid[to]);
	for (double step = ceil(high / 16); high > low; step = ceil(step / 8)) {
		for (double count = low; count <= high; count += step) {
			double p = moved(x, laid, from, to, count);
			place = p > best ? count : place;
			best = fmax(best, p);
		}
		low = fmax(low, place - step + 1);
		high = fmin(high, place + step - 1);
		if (step <= 1)
			break;
	}
	laid[from] -= place;
	laid[to] += place;
	return best;
}

static double climb(struct layout *x, double best)
{
	double before;
	do {
		before = best;
		for (size_t t = 0, at = 0; t < x->topics; at += x->topic[t].strata, t++)
			for (size_t k = 0; k < x->topic[t].strata * x->topic[t].strata; k++) {
				size_t from = k / x->topic[t].strata, to = k % x->topic[t].strata;
				if (from != to && best < LARGE)
					best = move(x, &x->topic[t], x->laid + at, from, to, best);
			}
	} while (best > before && best < LARGE);
	return best;
}

static double search(struct layout *x)
{
	double best = 0;
	for (enum way way = 0; way < WAYS && best < LARGE; way++) {
		for (size_t t = 0, at = 0; t < x->topics; at += x->topic[t].strata, t++)
			if (!lay_topic(&x->topic[t], way, x->laid + at))
				return 0;
		double p = tail_of(x);
		if (x->strata <= FEW_STRATA && p < LARGE)
			p = climb(x, p);
		best = fmax(best, p);
	}
	return best;
}

static void measure(struct layout *x)
{
	double values = 0;
	for (size_t t = 0; t < x->topics; t++) {
		x->strata += x->topic[t].strata;
		x->retrieved += (double)x->topic[t].retrieved;
		for (size_t i = 0; i < x->topic[t].strata; i++) {
			const struct framed_stratum *s = &x->topic[t].stratum[i];
			x->sum += (double)s->judged * weight_of(s);
			values += (double)s->sampled + 1;
		}
	}
	x->unit = x->sum / LATTICE;
	x->points = x->sum > 0 ? LATTICE + x->strata / 2 + 2 : 1;
	x->steps = values * (double)x->points;
}

int frame_test(const struct framed_topic *topic, size_t topics, double *p, struct err *e)
{
	struct layout x = { .topic = topic, .topics = topics };
	measure(&x);
	*p = 1;
	if (x.sum >= x.retrieved)
		return 0;
	x.laid = calloc(x.strata + 1, sizeof *x.laid);
	x.p = calloc(x.points, sizeof *x.p);
	x.next = calloc(x.points, sizeof *x.next);
	bool room = x.laid != NULL && x.p != NULL && x.next != NULL;
	if (room)
		*p = search(&x);
	free(x.laid);
	free(x.p);
	free(x.next);
	return room ? 0 : err_memory(e);
}
