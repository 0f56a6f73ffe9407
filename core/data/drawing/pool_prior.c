/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/drawing/pool_prior.h"
#include "core/stats/sampling/stevens.h"

/*
 * Weights are at most 1 and, in lists of less than 2^31 documents, at least 2^-32: in units of
 * 2^-100 each is a whole number, and so is the sum over less than 2^27 runs, which fits.
 */
__extension__ typedef unsigned __int128 exact;
static const double exact_units = 0x1p100;

/* Rounded to nearest. The compiler's own conversion takes a tenth of the whole time. */
static double exact_to_double(exact x)
{
	uint64_t high = (uint64_t)(x >> 64), low = (uint64_t)x;
	if (high == 0)
		return (double)low;
	int shift = 64 - __builtin_clzll(high);
	uint64_t top = (uint64_t)(x >> shift);
	bool more = ((exact)top << shift) != x;
	return (double)(top | more) * (double)(UINT64_C(1) << (shift - 1)) * 2;
}

int pool_prior(const struct pool *p, double *weight, struct arena *memory, struct err *e)
{
	exact *sum = arena_zeroed(memory, p->count, sizeof *sum);
	if (sum == NULL)
		return err_memory(e);
	for (size_t r = 0; r < p->runs; r++) {
		struct ap_prior w = ap_prior_start(pool_length(p, r));
		for (size_t i = p->start[r + 1]; i-- > p->start[r];)
			sum[p->ranked[i]] += (exact)(ap_prior_next(&w) * exact_units);
	}
	for (size_t i = 0; i < p->count; i++)
		weight[i] = exact_to_double(sum[i]) / exact_units;
	return 0;
}
