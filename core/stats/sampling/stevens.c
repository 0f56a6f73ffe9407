/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/stats/rmath.h"
#include "core/stats/sampling/stevens.h"

void stevens_release(struct stevens *s)
{
	free(s->weight);
	*s = (struct stevens){ 0 };
}

int stevens_make(struct stevens *s, const double *weight, size_t items, int64_t picks,
		 struct err *e)
{
	size_t m = (size_t)picks, buckets = items / m + (items % m != 0);
	if (!ARRAY_AT_LEAST(s->weight, 2 * buckets, s->room))
		return err_memory(e);
	s->sum = buckets > 0 ? s->weight + buckets : NULL;
	s->picks = picks;
	s->items = (int64_t)items;
	s->buckets = buckets;
	double total = 0, sum = 0;
	for (size_t b = 0; b < buckets; b++) {
		size_t end = items - b * m < m ? items : (b + 1) * m;
		s->weight[b] = 0;
		for (size_t i = b * m; i < end; i++)
			s->weight[b] += weight[i];
		total += s->weight[b];
	}
	for (size_t b = 0; b < buckets; b++) {
		s->weight[b] /= total;
		sum += s->weight[b];
		s->sum[b] = sum;
	}
	return 0;
}

int64_t stevens_size(const struct stevens *s, size_t bucket)
{
	int64_t left = s->items - (int64_t)bucket * s->picks;
	return left < s->picks ? left : s->picks;
}

/* The first bucket whose sum is above u; the last one if rounding left the sum below it. */
static size_t find_bucket(const struct stevens *s, double u)
{
	size_t low = 0, high = s->buckets - 1;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (u < s->sum[middle])
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

void stevens_pick(const struct stevens *s, struct uniform *u, int64_t *count)
{
	memset(count, 0, s->buckets * sizeof *count);
	if (s->buckets == 1) /* all picks fall into it */
		count[0] = s->picks;
	for (int64_t i = 0; i < s->picks && s->buckets > 1; i++)
		count[find_bucket(s, uniform_next(u))]++;
}

/* P(B <= x) of a binomial of n, or P(B > x). If n is negative, the factor of this is 0. */
static double binomial_tail(int64_t x, int64_t n, double p, bool above)
{
	return n < 0 ? 0 : pbinom((double)x, (double)n, p, !above, 0);
}

/* Rounding must not make a probability of more than 1. */
static double probability(double p)
{
	return p < 1 ? p : 1;
}

double stevens_inclusion(int64_t picks, int64_t size, double weight)
{
	if (size >= picks)
		return weight;
	double m = (double)picks, s = (double)size;
	return probability(m * weight / s * binomial_tail(size - 1, picks - 1, weight, false) +
			   binomial_tail(size, picks, weight, true));
}

double stevens_pair_within(int64_t picks, int64_t size, double weight)
{
	double m = (double)picks, s = (double)size;
	if (size >= picks)
		return picks > 1 ? weight * weight : 0;
	return probability(m * (m - 1) / (s * (s - 1)) * weight * weight *
				   binomial_tail(size - 2, picks - 2, weight, false) +
			   binomial_tail(size, picks, weight, true));
}
