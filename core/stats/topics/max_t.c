/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simultaneous tests and intervals by the largest |t|; see simultaneous.h.
 *
 * With e_st = x_st - mean_s, the differences of a pair from their mean are e_at - e_bt. Signs s_t,
 * the same for all pairs, give u = sum s_t (e_at - e_bt) = U_a - U_b with one sum for each system.
 * Signs do not change Q = sum (e_at - e_bt)^2, so that
 *
 *     t*^2 = (n-1) r / (1 - r),  r = u^2 / (n Q)
 *
 * which rises with r: a draw needs the largest r only, for the intervals.
 *
 * p is found step by step (Westfall & Young 1993, algorithm 4.1): the pair with the largest |t| is
 * compared with the largest of all pairs, the next one with the largest of all others, and so on. A
 * p is at least that of the pair before it. The first p agrees with the intervals; each later one
 * is at most what the largest of all pairs would give.
 */
#include <math.h>

#include "core/base/arena.h"
#include "core/base/near.h"
#include "core/base/sort.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/correlation.h"
#include "core/stats/topics/simultaneous.h"

struct flipping {
	const struct system_pair *pair;
	size_t pairs, systems, topics;
	double *mean;	 /* by system */
	double *rest;	 /* e, by topic and system */
	double *weight;	 /* 1/(n Q) by pair; 0: no deviation */
	double *reached; /* what r must reach, by pair */
	size_t *order;	 /* pairs, the largest observed r first */
	uint64_t seed;
};

static double largest_ratio(const void *of, int64_t i, double *memory)
{
	const struct flipping *f = of;
	double *count = memory, *sum = memory + f->pairs;
	struct uniform u = uniform_start(f->seed, (uint64_t)i, STREAM_FLIPPED);
	uint64_t bits = 0;
	memset(sum, 0, f->systems * sizeof *sum);
	for (size_t t = 0; t < f->topics; t++) {
		const double *rest = f->rest + t * f->systems;
		bits = t % 64 == 0 ? uniform_bits(&u) : bits >> 1;
		double sign = (bits & 1) != 0 ? 1 : -1;
		for (size_t s = 0; s < f->systems; s++)
			sum[s] += sign * rest[s];
	}
	double most = 0;
	for (size_t k = f->pairs; k-- > 0;) {
		size_t p = f->order[k];
		double apart = sum[f->pair[p].a] - sum[f->pair[p].b];
		double ratio = apart * apart * f->weight[p];
		most = ratio > most ? ratio : most;
		count[p] += most >= f->reached[p];
	}
	return most;
}

/* t of a ratio, and the other way round. */
static double t_of(double ratio, double n)
{
	return ratio < 1 ? sqrt((n - 1) * ratio / (1 - ratio)) : INFINITY;
}

static double ratio_of(double t, double n)
{
	return t * t / (n - 1 + t * t);
}

static void find_weights(const struct flipping *f, const struct score_block *x)
{
	double n = (double)f->topics;
	double none = tie_tolerance(x->score, f->systems * f->topics); /* no deviation */
	for (size_t p = 0; p < f->pairs; p++) {
		double squares = 0;
		for (size_t t = 0; t < f->topics; t++) {
			const double *rest = f->rest + t * f->systems;
			double apart = rest[f->pair[p].a] - rest[f->pair[p].b];
			squares += apart * apart;
		}
		f->weight[p] = sqrt(squares / n) > none ? 1 / (n * squares) : 0;
	}
}

static double standard_error(const struct flipping *f, size_t p)
{
	double n = (double)f->topics;
	return sqrt(1 / f->weight[p] / n / (n - 1) / n);
}

static int by_ratio(const void *a, const void *b, void *context)
{
	const struct flipping *f = context;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	if (f->reached[x] != f->reached[y])
		return f->reached[x] > f->reached[y] ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* What draws are compared with. */
static void find_observed(struct flipping *f)
{
	for (size_t p = 0; p < f->pairs; p++) {
		double apart = f->mean[f->pair[p].a] - f->mean[f->pair[p].b];
		f->order[p] = p;
		if (f->weight[p] > 0)
			f->reached[p] = near_below(
				ratio_of(apart / standard_error(f, p), (double)f->topics));
	}
	stable_sort(f->order, f->pairs, sizeof *f->order, by_ratio, f);
}

static void answer(const struct flipping *f, const struct drawn_maximum *d, const double *count,
		   double alpha, struct simultaneous *out)
{
	double most = t_of(drawn_maximum_quantile(d, alpha), (double)f->topics), before = 0;
	for (size_t k = 0; k < f->pairs; k++) {
		size_t p = f->order[k];
		out[p] = (struct simultaneous){ NAN, NAN };
		if (f->weight[p] == 0)
			continue;
		before = fmax(before, (1 + count[p]) / (1 + (double)d->count));
		out[p] = (struct simultaneous){ before, most * standard_error(f, p) };
	}
}

int max_t_compare(const struct score_block *x, const struct system_pair *pair, size_t pairs,
		  const struct simultaneous_request *q, struct simultaneous *out, struct err *e)
{
	struct arena memory = { 0 };
	struct flipping f = {
		.pair = pair,
		.pairs = pairs,
		.systems = x->systems,
		.topics = x->topics,
		.mean = arena_zeroed(&memory, x->systems, sizeof *f.mean),
		.rest = arena_zeroed(&memory, x->systems * x->topics, sizeof *f.rest),
		.weight = arena_zeroed(&memory, pairs, sizeof *f.weight),
		.reached = arena_zeroed(&memory, pairs, sizeof *f.reached),
		.order = arena_zeroed(&memory, pairs, sizeof *f.order),
		.seed = q->seed,
	};
	double *count = arena_zeroed(&memory, pairs, sizeof *count);
	const struct maximum_drawing how = {
		.one = largest_ratio, .of = &f, .counts = pairs, .room = x->systems, .total = count
	};
	struct drawn_maximum d = { 0 };
	int result = memory.failed ? err_memory(e) : 0;
	if (result == 0) {
		centre_scores(x, f.mean, f.rest);
		find_weights(&f, x);
		find_observed(&f);
		result = drawn_maximum_draw(&d, q->resamples, q->jobs, &how, e);
	}
	if (result == 0)
		answer(&f, &d, count, q->alpha, out);
	drawn_maximum_release(&d);
	arena_release(&memory);
	return result;
}
