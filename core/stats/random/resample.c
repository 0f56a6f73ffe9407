/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See resample.h. The sort has as many buckets as there are numbers, and puts each number into a
 * bucket by its place between the least and the greatest. Then it sorts the buckets, most of which
 * hold few numbers: linear time for anything like a distribution of means.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/random/resample.h"
#include "core/stats/random/uniform.h"

/* How many indices below `count` are taken from one word; at least one. */
static unsigned digits_of(size_t count)
{
	const double most = 0x1p32;
	unsigned digits = 1;
	for (double cells = (double)count * (double)count; cells <= most && digits < 32;
	     cells *= (double)count)
		digits++;
	return digits;
}

/* Calls `take` with each index of a resample; inlined, so that the calls become plain code. */
__attribute__((always_inline)) static inline void
each_index(size_t count, unsigned digits, struct uniform *u,
	   void (*take)(void *context, uint64_t index), void *context)
{
	for (size_t left = count; left > 0;) {
		uint64_t word = uniform_bits(u);
		unsigned here = left < digits ? (unsigned)left : digits;
		left -= here;
		for (; here > 0; here--) {
			unsigned __int128 product = (unsigned __int128)word * count;
			take(context, (uint64_t)(product >> 64));
			word = (uint64_t)product;
		}
	}
}

struct adding {
	const double *score;
	double sum;
};

static inline void add_score(void *context, uint64_t index)
{
	struct adding *a = context;
	a->sum += a->score[index];
}

void resample_means(const double *score, size_t count, int64_t resamples, uint64_t seed,
		    double *out)
{
	unsigned digits = digits_of(count);
	for (int64_t b = 0; b < resamples; b++) {
		struct uniform u = uniform_start(seed, (uint64_t)b, STREAM_FIRST);
		struct adding a = { score, 0 };
		each_index(count, digits, &u, add_score, &a);
		out[b] = a.sum / (double)count;
	}
}

static inline void count_index(void *context, uint64_t index)
{
	uint32_t *times = context;
	times[index]++;
}

void resample_times(size_t count, int64_t number, uint64_t seed, uint32_t *times)
{
	struct uniform u = uniform_start(seed, (uint64_t)number, STREAM_FIRST);
	memset(times, 0, count * sizeof *times);
	each_index(count, digits_of(count), &u, count_index, times);
}

/* Few at a time, usually. */
static void sort_bucket(double *x, size_t count)
{
	enum { FEW = 32 };
	if (count > FEW) {
		qsort(x, count, sizeof *x, ascending);
		return;
	}
	for (size_t i = 1; i < count; i++) {
		double moved = x[i];
		size_t j = i;
		for (; j > 0 && x[j - 1] > moved; j--)
			x[j] = x[j - 1];
		x[j] = moved;
	}
}

int resample_sort(double *mean, int64_t resamples, struct err *e)
{
	size_t count = (size_t)resamples;
	double low = INFINITY, high = -INFINITY;
	for (size_t i = 0; i < count; i++) {
		low = mean[i] < low ? mean[i] : low;
		high = mean[i] > high ? mean[i] : high;
	}
	double scale = (double)(count - 1) / (high - low);
	if (count < 2 || !isfinite(scale)) { /* all equal, or the range overflows */
		sort_bucket(mean, count);
		return 0;
	}
	double *copy = malloc(count * sizeof *copy);
	size_t *start = calloc(count + 2, sizeof *start);
	if (copy == NULL || start == NULL) {
		free(copy);
		free(start);
		return err_memory(e);
	}
	memcpy(copy, mean, count * sizeof *copy);
	/*
	 * start[b + 2] counts bucket b. Then start[b + 1] is the place at which it begins, and
	 * moves on as it is filled, until start[b] is its beginning and start[b + 1] its end.
	 */
	for (size_t i = 0; i < count; i++)
		start[(size_t)((copy[i] - low) * scale) + 2]++;
	for (size_t i = 2; i < count + 2; i++)
		start[i] += start[i - 1];
	for (size_t i = 0; i < count; i++)
		mean[start[(size_t)((copy[i] - low) * scale) + 1]++] = copy[i];
	for (size_t i = 0; i < count; i++)
		sort_bucket(mean + start[i], start[i + 1] - start[i]);
	free(copy);
	free(start);
	return 0;
}

double resample_quantile(const double *sorted, int64_t resamples, double p)
{
	/* rounding must not reach the next place: 1 - .95 of 1000 is the 50th, not the 51st */
	double place = near_ceil(p * (double)resamples);
	return sorted[(size_t)fmin(fmax(place, 1), (double)resamples) - 1];
}
