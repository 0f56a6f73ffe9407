/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bound of recall from whole families (core/stats/interval/family_bound.h): how often it lies
 * above the truth where misses are placed against it, and how often it shows a target of .75 if
 * recall is .95.
 *
 *	families_bound [SAMPLES [SEED]]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/stats/interval/family_bound.h"

enum { MOST = 20000, SIZE = 25 };

static uint64_t state;

/* splitmix64, in [0, 1) */
static double uniform(void)
{
	uint64_t z = (state += 0x9e3779b97f4a7c15U);
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
	return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static int below(int n)
{
	return (int)(uniform() * n);
}

static int size[MOST], produced[MOST], missed[MOST], order[MOST];

/* Nine of ten families are small, the others have 1 to 25 documents. */
static void make_sizes(int families)
{
	for (int i = 0; i < families; i++) {
		int x = uniform() < 0.1 ? 1 + below(SIZE) : 1 + (int)(-1.6 * log(1 - uniform()));
		size[i] = x < SIZE ? x : SIZE;
		produced[i] = missed[i] = 0;
		order[i] = i;
	}
}

static void shuffle(int count)
{
	for (int i = count - 1; i > 0; i--) {
		int k = below(i + 1), x = order[i];
		order[i] = order[k];
		order[k] = x;
	}
}

static int by_size(const void *a, const void *b)
{
	const int *x = a, *y = b;
	return size[*y] != size[*x] ? size[*y] - size[*x] : *x - *y;
}

static double bound_of_sample(int families, int drawn)
{
	struct family_sample s = { .drawn = drawn, .families = families };
	shuffle(families);
	for (int i = 0; i < families; i++) {
		int k = order[i];
		s.largest = fmax(s.largest, size[k]);
		if (i >= drawn)
			continue;
		s.produced += produced[k];
		s.produced_squared += produced[k] * produced[k];
		s.missed += missed[k];
		s.missed_squared += missed[k] * missed[k];
	}
	return family_recall_bound(&s, 0.05);
}

enum place { LARGEST, SINGLETONS, ONE, ANYWHERE, PLACES };

/* Misses fill `filled` families, as a whole; three or nineteen times as many are found elsewhere.
 */
static double make_truth(int families, enum place where, int filled, int times)
{
	double found = 0, lost = 0;
	make_sizes(families);
	if (where == ANYWHERE)
		shuffle(families);
	else
		qsort(order, (size_t)families, sizeof *order, by_size);
	for (int i = 0; i < filled; i++) {
		int k = order[where == SINGLETONS ? families - 1 - i : i];
		missed[k] = size[k];
		lost += size[k];
	}
	shuffle(families);
	for (int i = 0; i < families && found < times * lost; i++)
		if (missed[order[i]] == 0)
			found += produced[order[i]] = size[order[i]];
	return found / (found + lost);
}

static void cover(int samples)
{
	static const char *const name[PLACES] = { "largest", "singletons", "one", "anywhere" };
	static const int design[][2] = { { 300, 60 }, { 500, 200 }, { 2000, 400 }, { 5000, 400 } };
	static const int filled[] = { 2, 5, 8, 14, 20, 30, 45 };
	printf("misses      families  drawn  too high in the worst of 14 truths\n");
	for (int where = 0; where < PLACES; where++)
		for (size_t d = 0; d < sizeof design / sizeof design[0]; d++) {
			double worst = 0;
			for (size_t k = 0; k < 2 * sizeof filled / sizeof filled[0]; k++) {
				int bad = 0, n = where == ONE ? 1 : filled[k / 2];
				for (int i = 0; i < samples; i++) {
					double truth = make_truth(design[d][0], (enum place)where,
								  where == SINGLETONS ? 6 * n : n,
								  k % 2 ? 3 : 19);
					bad += bound_of_sample(design[d][0], design[d][1]) > truth;
				}
				worst = fmax(worst, (double)bad / samples);
			}
			printf("%-11s %8d %6d  %.4f\n", name[where], design[d][0], design[d][1],
			       worst);
			fflush(stdout);
		}
}

static void power(int samples)
{
	static const int design[][2] = {
		{ 2000, 400 }, { 2000, 800 }, { 5000, 1500 }, { 20000, 4000 }
	};
	static const double richness[] = { 0.05, 0.1, 0.2, 0.4 };
	printf("families  drawn  relevant families  .75 shown\n");
	for (size_t d = 0; d < sizeof design / sizeof design[0]; d++)
		for (size_t r = 0; r < sizeof richness / sizeof richness[0]; r++) {
			int shown = 0;
			for (int i = 0; i < samples; i++) {
				make_sizes(design[d][0]);
				for (int k = 0; k < design[d][0]; k++)
					for (int j = 0, is = uniform() < richness[r];
					     is && j < size[k]; j++)
						if (uniform() < 0.8)
							(*(uniform() < 0.95 ? &produced[k]
									    : &missed[k]))++;
				shown += bound_of_sample(design[d][0], design[d][1]) >= 0.75;
			}
			printf("%8d %6d  %17.2f  %.3f\n", design[d][0], design[d][1], richness[r],
			       (double)shown / samples);
			fflush(stdout);
		}
}

int main(int argc, char **argv)
{
	int samples = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 2000;
	state = argc > 2 ? (uint64_t)strtoull(argv[2], NULL, 10) : 1;
	cover(samples);
	power(samples / 10 + 1);
	return 0;
}
