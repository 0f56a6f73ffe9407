/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simultaneous intervals by the largest |t| of resampled topics, t with shrunk errors; see
 * simultaneous.h.
 *
 * With e_t the differences of a pair from their mean d, se^2 = sum e^2 / (n (n-1)), v the mean of
 * se^2 over the pairs, and k = sum e^4 / (sum e^2)^2, so that 1/k topics make the difference:
 *
 *     error^2 = (se^2 + k^3 v)^(1-w) v^w,                               interval d +- q error
 *     of a resample: ((1-f) se*^2 + f se^2 + k^3 v*)^(1-w) v*^w,         M* = max |d* - d| / error*
 *
 * v* being f v at least, and q is the quantile of M*. Topics are drawn with replacement, whole rows
 * of scores.
 *
 * Resamples keep the skew of the differences, which signs that are flipped do not. But a resample
 * can leave out the few topics in which two systems differ: se* is near 0, and |t*| has no bounds.
 * So f of the sample's own variance is added; and where the sample itself may have missed such
 * topics, as it has where few topics make all of the difference (k near 1), other pairs tell what
 * their variance can be (k^3 v). A pair whose differences are small and even has k near 3/n: it
 * keeps an error of its own, and near-duplicates can be told apart. w draws all errors a little
 * towards each other.
 */
#include <math.h>

#include "core/base/arena.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/correlation.h"
#include "core/stats/topics/simultaneous.h"

/* w and f: chosen on families of doc/coverage.md that are named there. */
static const double TOWARDS_ALL = 0.1, OF_SAMPLE = 0.05;

struct resampling {
	size_t pairs, topics;
	double *apart; /* e, by topic and pair */
	double *mean, *variance /* se^2 */, *lumpy /* k^3 */;
	double pooled; /* v */
	uint64_t seed;
};

static double shrunk(double own, double pooled)
{
	return own * pow(pooled / own, TOWARDS_ALL);
}

static double find_pair(const struct resampling *r, const struct score_block *x,
			const struct system_pair *pair, size_t p)
{
	const double *a = x->score + pair->a * r->topics, *b = x->score + pair->b * r->topics;
	double n = (double)r->topics, sum = 0, squares = 0, fourth = 0;
	for (size_t t = 0; t < r->topics; t++)
		sum += a[t] - b[t];
	r->mean[p] = sum / n;
	for (size_t t = 0; t < r->topics; t++) {
		double e = a[t] - b[t] - r->mean[p], square = e * e;
		r->apart[t * r->pairs + p] = e;
		squares += square;
		fourth += square * square;
	}
	double none = tie_tolerance(x->score, x->systems * x->topics); /* no deviation */
	bool same = sqrt(squares / n) <= none;
	for (size_t t = 0; same && t < r->topics; t++)
		r->apart[t * r->pairs + p] = 0;
	r->variance[p] = same ? 0 : squares / (n - 1) / n;
	r->lumpy[p] = same ? 1 : pow(fourth / squares / squares, 3);
	return r->variance[p];
}

/* Sums of e and of its squares, of the topics drawn. */
static void draw_sums(const struct resampling *r, int64_t i, double *count, double *sum)
{
	size_t pairs = r->pairs;
	double *squares = sum + pairs;
	struct uniform u = uniform_start(r->seed, (uint64_t)i, STREAM_DRAWN_TOPICS);
	memset(count, 0, r->topics * sizeof *count);
	memset(sum, 0, 2 * pairs * sizeof *sum);
	for (size_t t = 0; t < r->topics; t++)
		count[uniform_below(&u, r->topics)]++;
	for (size_t t = 0; t < r->topics; t++) {
		const double *e = r->apart + t * pairs, times = count[t];
		for (size_t p = 0; times > 0 && p < pairs; p++) {
			sum[p] += times * e[p];
			squares[p] += times * e[p] * e[p];
		}
	}
}

/* M* of a resample, squared. */
static double largest_square(const void *of, int64_t i, double *memory)
{
	const struct resampling *r = of;
	double *count = memory, *mean = count + r->topics, *variance = mean + r->pairs;
	double n = (double)r->topics, pooled = 0, most = 0;
	draw_sums(r, i, count, mean);
	for (size_t p = 0; p < r->pairs; p++) {
		mean[p] /= n;
		variance[p] = fmax(0, variance[p] / n - mean[p] * mean[p]) / (n - 1);
		pooled += variance[p] / (double)r->pairs;
	}
	pooled = fmax(pooled, OF_SAMPLE * r->pooled);
	for (size_t p = 0; p < r->pairs; p++) {
		double own = (1 - OF_SAMPLE) * variance[p] + OF_SAMPLE * r->variance[p] +
			     r->lumpy[p] * pooled;
		double square = mean[p] * mean[p];
		if (square > 0)
			most = fmax(most, square / shrunk(own, pooled));
	}
	return most;
}

static void answer(const struct resampling *r, const struct drawn_maximum *d, double alpha,
		   struct simultaneous *out)
{
	double most = sqrt(drawn_maximum_quantile(d, alpha));
	for (size_t p = 0; p < r->pairs; p++) {
		double square = shrunk(r->variance[p] + r->lumpy[p] * r->pooled, r->pooled);
		out[p] =
			(struct simultaneous){ drawn_maximum_p(d, r->mean[p] * r->mean[p] / square),
					       most * sqrt(square) };
	}
}

int shrunk_t_compare(const struct score_block *x, const struct system_pair *pair, size_t pairs,
		     const struct simultaneous_request *q, struct simultaneous *out, struct err *e)
{
	struct arena memory = { 0 };
	struct resampling r = {
		.pairs = pairs,
		.topics = x->topics,
		.apart = arena_zeroed(&memory, pairs * x->topics, sizeof *r.apart),
		.mean = arena_zeroed(&memory, pairs, sizeof *r.mean),
		.variance = arena_zeroed(&memory, pairs, sizeof *r.variance),
		.lumpy = arena_zeroed(&memory, pairs, sizeof *r.lumpy),
		.seed = q->seed,
	};
	const struct maximum_drawing how = { .one = largest_square,
					     .of = &r,
					     .room = x->topics + 2 * pairs };
	struct drawn_maximum d = { 0 };
	int result = memory.failed ? err_memory(e) : 0;
	for (size_t p = 0; result == 0 && p < pairs; p++) {
		out[p] = (struct simultaneous){ NAN, NAN };
		r.pooled += find_pair(&r, x, &pair[p], p) / (double)pairs;
	}
	if (result == 0 && r.pooled > 0) {
		result = drawn_maximum_draw(&d, q->resamples, q->jobs, &how, e);
		if (result == 0)
			answer(&r, &d, q->alpha, out);
		drawn_maximum_release(&d);
	}
	arena_release(&memory);
	return result;
}
