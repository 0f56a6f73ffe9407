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
 * which rises with r: a draw needs the largest r only.
 */
#include <math.h>

#include "core/stats/random/uniform.h"
#include "core/stats/topics/drawn_maximum.h"
#include "core/stats/topics/simultaneous.h"

static const double GRAIN = 1e-12; /* of the largest score: a smaller deviation is none */

struct flipping {
	const struct system_pair *pair;
	size_t pairs, systems, topics;
	double *mean;	/* by system */
	double *rest;	/* e, by topic and system */
	double *weight; /* 1/(n Q) by pair; 0: no deviation */
	uint64_t seed;
};

static double largest_ratio(const void *of, int64_t i, double *sum)
{
	const struct flipping *f = of;
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
	for (size_t p = 0; p < f->pairs; p++) {
		double apart = sum[f->pair[p].a] - sum[f->pair[p].b];
		double ratio = apart * apart * f->weight[p];
		most = ratio > most ? ratio : most;
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

static void find_rests(const struct flipping *f, const struct score_block *x)
{
	for (size_t s = 0; s < f->systems; s++) {
		const double *score = x->score + s * f->topics;
		double sum = 0;
		for (size_t t = 0; t < f->topics; t++)
			sum += score[t];
		f->mean[s] = sum / (double)f->topics;
		for (size_t t = 0; t < f->topics; t++)
			f->rest[t * f->systems + s] = score[t] - f->mean[s];
	}
}

static void find_weights(const struct flipping *f, const struct score_block *x)
{
	double n = (double)f->topics, most = 0;
	for (size_t i = 0; i < f->systems * f->topics; i++)
		most = fmax(most, fabs(x->score[i]));
	for (size_t p = 0; p < f->pairs; p++) {
		double squares = 0;
		for (size_t t = 0; t < f->topics; t++) {
			const double *rest = f->rest + t * f->systems;
			double apart = rest[f->pair[p].a] - rest[f->pair[p].b];
			squares += apart * apart;
		}
		f->weight[p] = sqrt(squares / n) > GRAIN * most ? 1 / (n * squares) : 0;
	}
}

static void answer(const struct flipping *f, const struct drawn_maximum *d, double alpha,
		   struct simultaneous *out)
{
	double n = (double)f->topics, most = t_of(drawn_maximum_quantile(d, alpha), n);
	for (size_t p = 0; p < f->pairs; p++) {
		out[p] = (struct simultaneous){ NAN, NAN };
		if (f->weight[p] == 0)
			continue;
		double error = sqrt(1 / f->weight[p] / n / (n - 1) / n);
		double t = (f->mean[f->pair[p].a] - f->mean[f->pair[p].b]) / error;
		/* rounding must not make a draw smaller that is the same */
		out[p] = (struct simultaneous){ drawn_maximum_p(d, ratio_of(t, n) * (1 - GRAIN)),
						most * error };
	}
}

int max_t_compare(const struct score_block *x, const struct system_pair *pair, size_t pairs,
		  const struct simultaneous_request *q, struct simultaneous *out, struct err *e)
{
	struct flipping f = { .pair = pair,
			      .pairs = pairs,
			      .systems = x->systems,
			      .topics = x->topics,
			      .mean = calloc(x->systems, sizeof *f.mean),
			      .rest = calloc(x->systems * x->topics, sizeof *f.rest),
			      .weight = calloc(pairs + 1, sizeof *f.weight),
			      .seed = q->seed };
	struct drawn_maximum d = { 0 };
	int result = f.mean == NULL || f.rest == NULL || f.weight == NULL ? err_memory(e) : 0;
	if (result == 0) {
		find_rests(&f, x);
		find_weights(&f, x);
		result = drawn_maximum_draw(&d, q->resamples, q->jobs, x->systems, largest_ratio,
					    &f, e);
	}
	if (result == 0)
		answer(&f, &d, q->alpha, out);
	drawn_maximum_release(&d);
	free(f.mean);
	free(f.rest);
	free(f.weight);
	return result;
}
