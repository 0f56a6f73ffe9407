/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/stats/rmath.h"
#include "core/stats/sampling/frame_test.h"

/* More steps than this of a convolution are not taken: M is nearly normal then. */
static const double MOST_STEPS = 2e7;
/* With more strata no single documents are moved. */
enum { FEW_STRATA = 8, SEARCHES = 6 };

/* All strata side by side, and how many documents are laid into each. */
struct layout {
	const struct framed_topic *topic;
	size_t topics, strata;
	double *laid;	  /* d of each stratum */
	double *p, *next; /* distribution of M from 0 to m */
	int64_t judged;	  /* m */
};

struct moments {
	double mean, variance;
};

static double least_of(const struct framed_stratum *s)
{
	return (double)s->judged;
}

static double most_of(const struct framed_stratum *s)
{
	return (double)(s->size - s->sampled + s->judged);
}

/* Variance of M_h is c d (N - d). */
static double spread_of(const struct framed_stratum *s)
{
	double f = (double)s->sampled / (double)s->size;
	return s->size > 1 ? f * (1 - f) / (double)(s->size - 1) : 0;
}

/* Where f d - k c d (N - d) rises by mu with d. */
static double laid_at(const struct framed_stratum *s, double k, double mu)
{
	double f = (double)s->sampled / (double)s->size, c = spread_of(s);
	double d = c > 0 ? ((double)s->size - (f - mu) / (k * c)) / 2
			 : (mu >= f ? (double)s->size : 0);
	return fmin(fmax(d, least_of(s)), most_of(s));
}

/* Whole numbers that add up to what is retrieved; false: there is no room. */
static bool round_topic(const struct framed_topic *t, double *laid)
{
	double left = (double)t->retrieved;
	for (size_t i = 0; i < t->strata; i++)
		left -= laid[i] = floor(laid[i]);
	for (size_t i = 0; i < t->strata && left != 0; i++) {
		double room = left > 0 ? most_of(&t->stratum[i]) - laid[i]
				       : least_of(&t->stratum[i]) - laid[i];
		double step = left > 0 ? fmin(left, room) : fmax(left, room);
		laid[i] += step;
		left -= step;
	}
	return left == 0;
}

/* The way of a topic with the least mean - k variance. */
static bool lay_topic(const struct framed_topic *t, double k, double *laid)
{
	double low = -1, high = 2;
	for (int step = 0; step < 60; step++) {
		double mu = (low + high) / 2, sum = 0;
		for (size_t i = 0; i < t->strata; i++)
			sum += laid_at(&t->stratum[i], k, mu);
		*(sum > (double)t->retrieved ? &high : &low) = mu;
	}
	for (size_t i = 0; i < t->strata; i++)
		laid[i] = laid_at(&t->stratum[i], k, low);
	return round_topic(t, laid);
}

static struct moments moments_of(const struct layout *x)
{
	struct moments m = { 0, 0 };
	for (size_t t = 0, at = 0; t < x->topics; t++)
		for (size_t i = 0; i < x->topic[t].strata; i++, at++) {
			const struct framed_stratum *s = &x->topic[t].stratum[i];
			m.mean += x->laid[at] * (double)s->sampled / (double)s->size;
			m.variance += spread_of(s) * x->laid[at] * ((double)s->size - x->laid[at]);
		}
	return m;
}

/* One more stratum in the distribution of M. */
static void add_stratum(struct layout *x, const struct framed_stratum *s, double laid)
{
	int64_t m = x->judged, most = (int64_t)fmin((double)s->sampled, laid);
	for (int64_t k = 0; k <= m; k++)
		x->next[k] = 0;
	for (int64_t j = 0; j <= most && j <= m; j++) {
		double p = dhyper((double)j, (double)s->sampled, (double)(s->size - s->sampled),
				  laid, 0);
		for (int64_t k = 0; p > 0 && k + j <= m; k++)
			x->next[k + j] += p * x->p[k];
	}
	double *swap = x->p;
	x->p = x->next;
	x->next = swap;
}

/* P(M <= m) of a way. */
static double tail_of(struct layout *x, double steps)
{
	double sum = 0;
	if (steps > MOST_STEPS) {
		const struct moments m = moments_of(x);
		return pnorm5((double)x->judged + 0.5, m.mean, sqrt(m.variance), 1, 0);
	}
	for (int64_t k = 0; k <= x->judged; k++)
		x->p[k] = k == 0;
	for (size_t t = 0, at = 0; t < x->topics; t++)
		for (size_t i = 0; i < x->topic[t].strata; i++, at++)
			add_stratum(x, &x->topic[t].stratum[i], x->laid[at]);
	for (int64_t k = 0; k <= x->judged; k++)
		sum += x->p[k];
	return fmin(sum, 1);
}

/* Moves documents between two strata of a topic while that raises P. */
static double climb(struct layout *x, double steps, double best)
{
	for (size_t t = 0, first = 0; t < x->topics; first += x->topic[t].strata, t++)
		for (size_t i = 0; i < x->topic[t].strata; i++)
			for (size_t j = 0; j < x->topic[t].strata; j++) {
				const struct framed_stratum *from = &x->topic[t].stratum[i];
				const struct framed_stratum *to = &x->topic[t].stratum[j];
				double *a = &x->laid[first + i], *b = &x->laid[first + j];
				double p = best;
				while (i != j && *a > least_of(from) && *b < most_of(to)) {
					--*a;
					++*b;
					p = tail_of(x, steps);
					if (!(p > best)) {
						++*a;
						--*b;
						break;
					}
					best = p;
				}
			}
	return best;
}

static double search(struct layout *x)
{
	double best = 0, k = 1e-9, steps = 0;
	for (size_t t = 0; t < x->topics; t++)
		for (size_t i = 0; i < x->topic[t].strata; i++)
			steps += (double)(x->judged + 1) *
				 (double)(x->topic[t].stratum[i].sampled + 1);
	for (int again = 0; again < SEARCHES; again++) {
		for (size_t t = 0, at = 0; t < x->topics; at += x->topic[t].strata, t++)
			if (!lay_topic(&x->topic[t], k, x->laid + at))
				return 0;
		const struct moments m = moments_of(x);
		if (m.mean <= (double)x->judged)
			return 1; /* not fewer than expected */
		double p = tail_of(x, steps);
		if (x->strata <= FEW_STRATA)
			p = climb(x, steps, p);
		best = fmax(best, p);
		double sd = sqrt(m.variance);
		k = sd > 0 ? fmax((m.mean - (double)x->judged - 0.5) / (2 * sd * sd), 1e-9) : 1e-9;
	}
	return best;
}

int frame_test(const struct framed_topic *topic, size_t topics, double *p, struct err *e)
{
	struct layout x = { .topic = topic, .topics = topics };
	for (size_t t = 0; t < topics; t++) {
		x.strata += topic[t].strata;
		for (size_t i = 0; i < topic[t].strata; i++)
			x.judged += topic[t].stratum[i].judged;
	}
	x.laid = calloc(x.strata + 1, sizeof *x.laid);
	x.p = calloc((size_t)x.judged + 1, sizeof *x.p);
	x.next = calloc((size_t)x.judged + 1, sizeof *x.next);
	bool room = x.laid != NULL && x.p != NULL && x.next != NULL;
	*p = room ? search(&x) : 1;
	free(x.laid);
	free(x.p);
	free(x.next);
	return room ? 0 : err_memory(e);
}
