/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bound of recall from whole families (core/stats/interval/family_bound.h): how often it lies
 * above the truth where misses are placed against it, and how often it shows a target of .75 if
 * recall is .95. Sizes are those of tests/experiments/clusters.c. Families are drawn from all (a
 * control set), or from what was not produced, all that was being coded.
 *
 *	families_bound [SAMPLES [SEED]]
 *
 * `limit`: what no bound that holds for every truth can exceed. If k further families, all missed,
 * make recall less than .75, and leave no trace with probability p, such a bound shows .75 in at
 * most .05/p of the samples without them, which look the same.
 */
#include <math.h>
#include <stdbool.h>
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

enum kind { PAIRS, MIXED, LONG, STEEP, KINDS };
static const char *const kind_name[KINDS] = { "pairs", "mixed", "long", "steep" };

static int one_size(enum kind kind)
{
	double x = 1 - uniform();
	if (kind == PAIRS)
		return 2;
	if (kind == MIXED)
		return (int)fmin(1 + floor(-log2(x)), SIZE);
	if (kind == STEEP)
		return (int)fmin(floor(1 / x), SIZE);
	return x < 0.9 ? 1 + below(2) : 3 + below(SIZE - 2);
}

static void make_sizes(int families, enum kind kind)
{
	for (int i = 0; i < families; i++) {
		size[i] = one_size(kind);
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

static int by_number(const void *a, const void *b)
{
	const int *x = a, *y = b;
	return *y - *x;
}

/* Families without other documents are no part of what was not produced. */
static double bound_of_sample(int families, int drawn, bool null)
{
	static int left[MOST];
	struct family_sample s = { 0 };
	int count = 0;
	shuffle(families);
	for (int i = 0; i < families; i++) {
		int k = order[i];
		s.known_found += null ? produced[k] : 0;
		if (null && size[k] == produced[k])
			continue;
		s.families++;
		if (s.drawn >= drawn) {
			left[count++] = size[k] - produced[k];
			continue;
		}
		s.drawn++;
		s.produced += null ? 0 : produced[k];
		s.produced_squared += null ? 0 : produced[k] * produced[k];
		s.missed += missed[k];
		s.missed_squared += missed[k] * missed[k];
	}
	qsort(left, (size_t)count, sizeof *left, by_number);
	for (int i = 0; i < FAMILIES_LEFT && i < count; i++)
		s.left[i] = left[i];
	return family_recall_bound(&s, 0.05);
}

enum place { LARGEST, SINGLETONS, ONE, ANYWHERE, PLACES };

/* Misses fill `filled` families, as a whole; three or nineteen times as many are found elsewhere.
 */
static double make_truth(int families, enum kind kind, enum place where, int filled, int times)
{
	double found = 0, lost = 0;
	make_sizes(families, kind);
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

static double worst_of(int samples, enum kind kind, enum place where, const int design[2],
		       bool null)
{
	static const int filled[] = { 2, 5, 8, 14, 20, 30, 45 };
	double worst = 0;
	for (size_t k = 0; k < 2 * sizeof filled / sizeof filled[0]; k++) {
		int bad = 0, n = where == ONE ? 1 : filled[k / 2];
		for (int i = 0; i < samples; i++) {
			double truth = make_truth(design[0], kind, where,
						  where == SINGLETONS ? 6 * n : n, k % 2 ? 3 : 19);
			bad += bound_of_sample(design[0], design[1], null) > truth;
		}
		worst = fmax(worst, (double)bad / samples);
	}
	return worst;
}

static void cover(int samples)
{
	static const char *const name[PLACES] = { "largest", "singletons", "one", "anywhere" };
	static const int design[][2] = { { 300, 60 }, { 500, 200 }, { 2000, 400 }, { 5000, 400 } };
	printf("too high in the worst of 14 truths\n");
	printf("sizes  misses      families  drawn  control    null\n");
	for (int kind = MIXED; kind < KINDS; kind++)
		for (int where = 0; where < PLACES; where++)
			for (size_t d = 0; d < sizeof design / sizeof design[0]; d++) {
				printf("%-6s %-11s %8d %6d", kind_name[kind], name[where],
				       design[d][0], design[d][1]);
				for (int null = 0; null < 2; null++)
					printf("  %7.4f",
					       worst_of(samples, (enum kind)kind, (enum place)where,
							design[d], null));
				printf("\n");
				fflush(stdout);
			}
}

/* Recall is .95; of the relevant families, four of five documents are relevant. */
static void make_matter(int families, enum kind kind, double richness)
{
	make_sizes(families, kind);
	for (int k = 0; k < families; k++)
		for (int j = 0, is = uniform() < richness; is && j < size[k]; j++)
			if (uniform() < 0.8)
				(*(uniform() < 0.95 ? &produced[k] : &missed[k]))++;
}

static double limit(int families, int drawn)
{
	static int other[MOST];
	double found = 0, lost = 0, traceless = 1;
	for (int k = 0; k < families; k++) {
		found += produced[k];
		lost += missed[k];
		other[k] = size[k] - produced[k] - missed[k];
	}
	qsort(other, (size_t)families, sizeof *other, by_number);
	for (int k = 0; k < families - drawn && found >= 0.75 * (found + lost); k++) {
		lost += other[k];
		traceless *= (double)(families - drawn - k) / (families - k);
	}
	return found < 0.75 * (found + lost) ? fmin(1, 0.05 / traceless) : 1;
}

static void power(int samples)
{
	static const int design[][2] = {
		{ 2000, 400 }, { 2000, 800 }, { 5000, 1500 }, { 20000, 4000 }
	};
	static const double richness[] = { 0.05, 0.1, 0.2, 0.4 };
	double all[3] = { 0 }, possible[3] = { 0 };
	printf(".75 is shown\n");
	printf("sizes  families  drawn  relevant  control   null  limit\n");
	for (int n = 0; n < 16 * KINDS; n++) {
		enum kind kind = (enum kind)(n / 16);
		const int *d = design[n / 4 % 4];
		double x[3] = { 0 };
		for (int i = 0; i < samples; i++) {
			make_matter(d[0], kind, richness[n % 4]);
			x[2] += limit(d[0], d[1]) / samples;
			for (int null = 0; null < 2; null++)
				x[null] += (bound_of_sample(d[0], d[1], null) >= 0.75) /
					   (double)samples;
		}
		printf("%-6s %8d %6d  %8.2f  %7.3f %6.3f %6.3f\n", kind_name[kind], d[0], d[1],
		       richness[n % 4], x[0], x[1], x[2]);
		fflush(stdout);
		for (int i = 0; i < 3; i++) {
			all[i] += x[i] / 16;
			possible[i] += x[2] < 0.5 ? 0 : i < 2 ? x[i] : 1;
		}
		if (n % 16 == 15) {
			printf("%-6s in all %.3f %.3f %.3f\n", kind_name[kind], all[0], all[1],
			       all[2]);
			memset(all, 0, sizeof all);
		}
	}
	printf("limit .5 or more: %.0f designs, shown in %.3f %.3f\n", possible[2],
	       possible[0] / possible[2], possible[1] / possible[2]);
}

int main(int argc, char **argv)
{
	int samples = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 2000;
	state = argc > 2 ? (uint64_t)strtoull(argv[2], NULL, 10) : 1;
	power(samples / 10 + 1);
	cover(samples);
	return 0;
}
