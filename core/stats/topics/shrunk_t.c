/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simultaneous intervals and tests by the largest |t| of resampled topics, t with shrunk errors;
 * see simultaneous.h.
 *
 * With e_t the differences of a pair from their mean d, se^2 = sum e^2 / (n (n-1)), v the mean of
 * se^2 over the pairs, and k = sum e^4 / (sum e^2)^2, so that 1/k topics make the difference:
 *
 *     error^2 = (se^2 + k^3 v)^(1-w) v^w,                               interval d +- q error
 *     of a resample: ((1-f) se*^2 + f se^2 + k^3 v*)^(1-w) v*^w,         M* = max |d* - d| / error*
 *
 * v* being f v at least, and q is the quantile of M*. Topics are drawn with replacement, whole rows
 * of scores. p is found step by step, as that of max-t is (max_t.c): |d| / error of a pair is
 * compared with the largest of the pairs whose own is not larger. Pairs are kept in this order, so
 * that a resample needs one pass and no memory of its own: the largest so far, from the last pair
 * to the first, is what each of them is compared with.
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
static const double TOWARDS_ALL = 0.4, OF_SAMPLE = 0.05;

/* Draws that miss the observed t by this share of its square, which may be rounding, reach it. */
static const double SLACK = 1e-12;

struct shrunk_pair {
	struct system_pair of;
	size_t place; /* where it stands in the answer */
	double mean, variance /* se^2 */, lumpy /* k^3 */;
	double error, t; /* their squares */
};

enum { TOGETHER = 4 }; /* topics that are added up at once, which is quicker */

struct resampling {
	size_t pairs, systems, topics;
	struct shrunk_pair *pair; /* the largest t first */
	double *rest;		  /* by topic and system: score less the mean of the system */
	double *square;		  /* e^2, by topic and pair */
	double pooled;		  /* v */
	uint64_t seed;
};

static double shrunk(double own, double pooled)
{
	return own * pow(pooled / own, TOWARDS_ALL);
}

static struct shrunk_pair find_pair(const struct score_block *x, const struct system_pair *pair,
				    size_t place, double none)
{
	const double *a = x->score + pair->a * x->topics, *b = x->score + pair->b * x->topics;
	double n = (double)x->topics, sum = 0, squares = 0, fourth = 0;
	for (size_t t = 0; t < x->topics; t++)
		sum += a[t] - b[t];
	for (size_t t = 0; t < x->topics; t++) {
		double e = a[t] - b[t] - sum / n, square = e * e;
		squares += square;
		fourth += square * square;
	}
	bool same = sqrt(squares / n) <= none;
	return (struct shrunk_pair){ .of = *pair,
				     .place = place,
				     .mean = sum / n,
				     .variance = same ? 0 : squares / (n - 1) / n,
				     .lumpy = same ? 1 : pow(fourth / squares / squares, 3) };
}

static int by_t(const void *a, const void *b)
{
	const struct shrunk_pair *x = a, *y = b;
	if (x->t != y->t)
		return x->t > y->t ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

static void find_pairs(struct resampling *r, const struct score_block *x,
		       const struct system_pair *pair)
{
	double none = tie_tolerance(x->score, x->systems * x->topics); /* no deviation */
	for (size_t p = 0; p < r->pairs; p++) {
		r->pair[p] = find_pair(x, &pair[p], p, none);
		r->pooled += r->pair[p].variance / (double)r->pairs;
	}
	for (size_t p = 0; p < r->pairs && r->pooled > 0; p++) {
		struct shrunk_pair *q = &r->pair[p];
		q->error = shrunk(q->variance + q->lumpy * r->pooled, r->pooled);
		q->t = q->mean * q->mean / q->error;
	}
	qsort(r->pair, r->pairs, sizeof *r->pair, by_t);
}

static void find_squares(const struct resampling *r, const struct score_block *x)
{
	for (size_t s = 0; s < r->systems; s++) {
		const double *score = x->score + s * r->topics;
		double sum = 0;
		for (size_t t = 0; t < r->topics; t++)
			sum += score[t];
		for (size_t t = 0; t < r->topics; t++)
			r->rest[t * r->systems + s] = score[t] - sum / (double)r->topics;
	}
	for (size_t t = 0; t < r->topics; t++) {
		const double *rest = r->rest + t * r->systems;
		for (size_t p = 0; p < r->pairs; p++) {
			double e = rest[r->pair[p].of.a] - rest[r->pair[p].of.b];
			r->square[t * r->pairs + p] = r->pair[p].variance > 0 ? e * e : 0;
		}
	}
}

/* sum += the rows of some topics, each as often as it was drawn. */
static void add_rows(double *restrict sum, const double *const *row, const double *times,
		     size_t pairs)
{
	const double *restrict a = row[0], *restrict b = row[1];
	const double *restrict c = row[2], *restrict d = row[3];
	for (size_t p = 0; p < pairs; p++)
		sum[p] += times[0] * a[p] + times[1] * b[p] + times[2] * c[p] + times[3] * d[p];
}

/* Sums of the topics drawn: of `rest` by system, and of e^2 by pair. */
static void draw_sums(const struct resampling *r, int64_t i, double *count, double *sum,
		      double *squares)
{
	const double *row[TOGETHER];
	double times[TOGETHER];
	size_t rows = 0;
	struct uniform u = uniform_start(r->seed, (uint64_t)i, STREAM_DRAWN_TOPICS);
	memset(count, 0, r->topics * sizeof *count);
	memset(sum, 0, r->systems * sizeof *sum);
	memset(squares, 0, r->pairs * sizeof *squares);
	for (size_t t = 0; t < r->topics; t++)
		count[uniform_below(&u, r->topics)]++;
	for (size_t t = 0; t < r->topics; t++) {
		const double *rest = r->rest + t * r->systems;
		if (count[t] == 0)
			continue;
		for (size_t s = 0; s < r->systems; s++)
			sum[s] += count[t] * rest[s];
		row[rows] = r->square + t * r->pairs;
		times[rows++] = count[t];
		if (rows == TOGETHER) {
			add_rows(squares, row, times, r->pairs);
			rows = 0;
		}
	}
	for (size_t k = rows; k < TOGETHER; k++) {
		row[k] = r->square;
		times[k] = 0;
	}
	add_rows(squares, row, times, r->pairs);
}

/* M* of a resample, squared; counts the pairs whose t the largest of the rest reaches. */
static double largest_square(const void *of, int64_t i, double *memory)
{
	const struct resampling *r = of;
	double *reached = memory, *count = reached + r->pairs, *sum = count + r->topics;
	double *mean = sum + r->systems, *variance = mean + r->pairs;
	double n = (double)r->topics, pooled = 0, most = 0;
	draw_sums(r, i, count, sum, variance);
	for (size_t p = 0; p < r->pairs; p++) {
		const struct shrunk_pair *q = &r->pair[p];
		mean[p] = q->variance > 0 ? (sum[q->of.a] - sum[q->of.b]) / n : 0;
		variance[p] = fmax(0, variance[p] / n - mean[p] * mean[p]) / (n - 1);
		pooled += variance[p] / (double)r->pairs;
	}
	pooled = fmax(pooled, OF_SAMPLE * r->pooled);
	for (size_t p = r->pairs; p-- > 0;) {
		const struct shrunk_pair *q = &r->pair[p];
		double own =
			(1 - OF_SAMPLE) * variance[p] + OF_SAMPLE * q->variance + q->lumpy * pooled;
		double square = mean[p] * mean[p];
		if (square > 0)
			most = fmax(most, square / shrunk(own, pooled));
		reached[p] += most >= q->t * (1 - SLACK);
	}
	return most;
}

static void answer(const struct resampling *r, const struct drawn_maximum *d, const double *reached,
		   double alpha, struct simultaneous *out)
{
	double most = sqrt(drawn_maximum_quantile(d, alpha)), before = 0;
	for (size_t p = 0; p < r->pairs; p++) {
		const struct shrunk_pair *q = &r->pair[p];
		before = fmax(before, (1 + reached[p]) / (1 + (double)d->count));
		out[q->place] = (struct simultaneous){ before, most * sqrt(q->error) };
	}
}

int shrunk_t_compare(const struct score_block *x, const struct system_pair *pair, size_t pairs,
		     const struct simultaneous_request *q, struct simultaneous *out, struct err *e)
{
	struct arena memory = { 0 };
	struct resampling r = {
		.pairs = pairs,
		.systems = x->systems,
		.topics = x->topics,
		.pair = arena_zeroed(&memory, pairs, sizeof *r.pair),
		.rest = arena_zeroed(&memory, x->systems * x->topics, sizeof *r.rest),
		.square = arena_zeroed(&memory, pairs * x->topics, sizeof *r.square),
		.seed = q->seed,
	};
	double *reached = arena_zeroed(&memory, pairs, sizeof *reached);
	const struct maximum_drawing how = { .one = largest_square,
					     .of = &r,
					     .counts = pairs,
					     .room = x->topics + x->systems + 2 * pairs,
					     .total = reached };
	struct drawn_maximum d = { 0 };
	int result = memory.failed ? err_memory(e) : 0;
	for (size_t p = 0; p < pairs; p++)
		out[p] = (struct simultaneous){ NAN, NAN };
	if (result == 0)
		find_pairs(&r, x, pair);
	if (result == 0 && r.pooled > 0) {
		find_squares(&r, x);
		result = drawn_maximum_draw(&d, q->resamples, q->jobs, &how, e);
		if (result == 0)
			answer(&r, &d, reached, q->alpha, out);
		drawn_maximum_release(&d);
	}
	arena_release(&memory);
	return result;
}
