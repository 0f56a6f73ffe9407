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
 * that a resample needs one pass: the largest so far, from the last pair to the first, is what each
 * of them is compared with.
 *
 * Resamples keep the skew of the differences, which signs that are flipped do not. But a resample
 * can leave out the few topics in which two systems differ: se* is near 0, and |t*| has no bounds.
 * So f of the sample's own variance is added; and where the sample itself may have missed such
 * topics, as it has where few topics make all of the difference (k near 1), other pairs tell what
 * their variance can be (k^3 v). A pair whose differences are small and even has k near 3/n: it
 * keeps an error of its own, and near-duplicates can be told apart. w draws all errors a little
 * towards each other.
 *
 * Where systems lack topics, n, d and e of a pair are of the topics that both have, and a resample
 * of all topics has as many of these as it happens to draw, n*; with fewer than two of them the
 * pair keeps its own variance and adds nothing to the largest. Without gaps this is the same.
 */
#include <math.h>

#include "core/base/arena.h"
#include "core/base/near.h"
#include "core/stats/numeric/fourier.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/correlation.h"
#include "core/stats/topics/simultaneous.h"

/* w and f: chosen on families of doc/coverage.md that are named there. */
static const double TOWARDS_ALL = 0.4, OF_SAMPLE = 0.05;

struct shrunk_pair {
	struct system_pair of;
	size_t place; /* where it stands in the answer */
	double topics, mean, variance /* se^2 */, lumpy /* k^3 */;
	double error, t; /* their squares */
};

enum { LANES = 4 }; /* pairs that are added up at once, in registers */

struct resampling {
	size_t pairs, systems, topics;
	struct shrunk_pair *pair; /* the largest t first */
	/* By topic and system: score less the mean of the system; NULL: there are gaps. */
	double *rest;
	/* e^2, by LANES of pairs, topic, and pair of these; and with gaps e, and 1 where both have
	 * the topic. */
	double *square, *own, *both;
	double pooled; /* v */
	uint64_t seed;
};

static double shrunk(double own, double pooled)
{
	return own * pow(pooled / own, TOWARDS_ALL);
}

/* nan: a topic that one of the two lacks. */
static struct shrunk_pair find_pair(const double *difference, size_t topics, size_t place,
				    double none)
{
	double n = 0, sum = 0, squares = 0, fourth = 0;
	for (size_t t = 0; t < topics; t++) {
		n += isnan(difference[t]) ? 0 : 1;
		sum += isnan(difference[t]) ? 0 : difference[t];
	}
	for (size_t t = 0; t < topics; t++) {
		double e = isnan(difference[t]) ? 0 : difference[t] - sum / n, square = e * e;
		squares += square;
		fourth += square * square;
	}
	bool same = n < 2 || sqrt(squares / n) <= none;
	return (struct shrunk_pair){ .place = place,
				     .topics = n,
				     .mean = n > 0 ? sum / n : 0,
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

/* `pair` NULL: which systems they are of does not matter. */
static void find_pairs(struct resampling *r, const double *difference,
		       const struct system_pair *pair, double none)
{
	for (size_t p = 0; p < r->pairs; p++) {
		r->pair[p] = find_pair(difference + p * r->topics, r->topics, p, none);
		r->pair[p].of = pair != NULL ? pair[p] : (struct system_pair){ 0, 0 };
		r->pooled += r->pair[p].variance / (double)r->pairs;
	}
	for (size_t p = 0; p < r->pairs && r->pooled > 0; p++) {
		struct shrunk_pair *q = &r->pair[p];
		q->error = shrunk(q->variance + q->lumpy * r->pooled, r->pooled);
		q->t = q->mean * q->mean / q->error;
	}
	qsort(r->pair, r->pairs, sizeof *r->pair, by_t);
}

static void find_squares(const struct resampling *r, const double *difference)
{
	for (size_t p = 0; p < r->pairs; p++)
		for (size_t t = 0; t < r->topics && r->pair[p].variance > 0; t++) {
			size_t to = (p / LANES * r->topics + t) * LANES + p % LANES;
			const double *rest = r->rest != NULL ? r->rest + t * r->systems : NULL;
			double d = difference[r->pair[p].place * r->topics + t];
			double e = rest != NULL ? rest[r->pair[p].of.a] - rest[r->pair[p].of.b]
				   : isnan(d)	? 0
						: d - r->pair[p].mean;
			r->square[to] = e * e;
			if (rest == NULL) {
				r->own[to] = e;
				r->both[to] = isnan(d) ? 0 : 1;
			}
		}
}

static size_t padded(size_t pairs)
{
	return (pairs + LANES - 1) / LANES * LANES;
}

/* How often each topic is drawn: count[topic * DRAWN_AT_ONCE + k], k being the draws from i on. */
static void draw_topics(const struct resampling *r, int64_t i, size_t draws, double *count)
{
	memset(count, 0, r->topics * DRAWN_AT_ONCE * sizeof *count);
	for (size_t k = 0; k < draws; k++) {
		struct uniform u = uniform_start(r->seed, (uint64_t)i + k, STREAM_DRAWN_TOPICS);
		for (size_t t = 0; t < r->topics; t++)
			count[uniform_below(&u, r->topics) * DRAWN_AT_ONCE + k]++;
	}
}

/* Sums of e^2, or of other numbers like it, over the topics drawn, by draw and pair: each square is
 * read once for all draws. */
static void add_drawn(const struct resampling *r, const double *of, const double *count, double *to)
{
	const two none = { 0, 0 };
	for (size_t first = 0; first < r->pairs; first += LANES) {
		const double *square = of + first * r->topics;
		two a = none, b = none, c = none, d = none, e = none, f = none, g = none, h = none;
		for (size_t t = 0; t < r->topics; t++, square += LANES) {
			const double *times = count + t * DRAWN_AT_ONCE;
			two x = load_two(square), y = load_two(square + 2);
			a += times[0] * x;
			b += times[0] * y;
			c += times[1] * x;
			d += times[1] * y;
			e += times[2] * x;
			f += times[2] * y;
			g += times[3] * x;
			h += times[3] * y;
		}
		const two sum[DRAWN_AT_ONCE][LANES / 2] = {
			{ a, b }, { c, d }, { e, f }, { g, h }
		};
		for (size_t k = 0; k < DRAWN_AT_ONCE; k++)
			memcpy(to + k * padded(r->pairs) + first, sum[k], sizeof sum[k]);
	}
}

/* The sum of `rest` over the topics of draw k, by system. */
static void add_rest(const struct resampling *r, const double *count, size_t k, double *sum)
{
	memset(sum, 0, r->systems * sizeof *sum);
	for (size_t t = 0; t < r->topics; t++) {
		const double *rest = r->rest + t * r->systems;
		double times = count[t * DRAWN_AT_ONCE + k];
		for (size_t s = 0; s < r->systems && times > 0; s++)
			sum[s] += times * rest[s];
	}
}

/* What was drawn, by pair: the sum of e and the topics, or with gaps NULL and by system. */
struct drawn_sums {
	const double *own, *both, *system;
};

static void take_drawn(const struct resampling *r, const struct drawn_sums *s, size_t p,
		       double *mean, double *variance)
{
	const struct shrunk_pair *q = &r->pair[p];
	double n = s->both != NULL ? s->both[p] : (double)r->topics;
	double sum = s->own != NULL ? s->own[p] : s->system[q->of.a] - s->system[q->of.b];
	bool any = q->variance > 0 && n > 1;
	*mean = any ? sum / n : 0;
	*variance = any ? fmax(0, *variance / n - *mean * *mean) / (n - 1) : q->variance;
}

/*
 * M* of a resample, squared; counts the pairs whose t the largest of the rest reaches. `variance`
 * has the sums of squares.
 */
static double largest_square(const struct resampling *r, const struct drawn_sums *s, double *mean,
			     double *variance, double *reached)
{
	double pooled = 0, most = 0;
	for (size_t p = 0; p < r->pairs; p++) {
		take_drawn(r, s, p, &mean[p], &variance[p]);
		pooled += variance[p] / (double)r->pairs;
	}
	pooled = fmax(pooled, OF_SAMPLE * r->pooled);
	for (size_t p = r->pairs; p-- > 0;) {
		const struct shrunk_pair *q = &r->pair[p];
		double own =
			(1 - OF_SAMPLE) * variance[p] + OF_SAMPLE * q->variance + q->lumpy * pooled;
		double square = mean[p] * mean[p];
		/* what shrunk() gives lies between the two, and takes a power */
		if (square > most * fmin(own, pooled))
			most = fmax(most, square / shrunk(own, pooled));
		reached[p] += most >= near_below(q->t);
	}
	return most;
}

static void largest_squares(const void *of, int64_t i, size_t draws, double *memory, double *value)
{
	const struct resampling *r = of;
	double *reached = memory, *count = reached + r->pairs;
	double *sum = count + r->topics * DRAWN_AT_ONCE, *mean = sum + r->systems;
	double *variance = mean + r->pairs, *own = variance + padded(r->pairs) * DRAWN_AT_ONCE;
	double *both = own + padded(r->pairs) * DRAWN_AT_ONCE;
	bool gaps = r->rest == NULL;
	draw_topics(r, i, draws, count);
	add_drawn(r, r->square, count, variance);
	if (gaps) {
		add_drawn(r, r->own, count, own);
		add_drawn(r, r->both, count, both);
	}
	for (size_t k = 0; k < draws; k++) {
		const size_t from = k * padded(r->pairs);
		const struct drawn_sums s = { gaps ? own + from : NULL, gaps ? both + from : NULL,
					      sum };
		if (!gaps)
			add_rest(r, count, k, sum);
		value[k] = largest_square(r, &s, mean, variance + from, reached);
	}
}

static void shrunk_intervals(const struct resampling *r, const struct drawn_maximum *d,
			     const double *reached, double alpha, struct simultaneous *out)
{
	double most = sqrt(drawn_maximum_quantile(d, alpha)), before = 0;
	for (size_t p = 0; p < r->pairs; p++) {
		const struct shrunk_pair *q = &r->pair[p];
		before = fmax(before, (1 + reached[p]) / (1 + (double)d->count));
		out[q->place] = (struct simultaneous){ before, most * sqrt(q->error) };
	}
}

/* `x` NULL: there are gaps, and the differences are all that is known. */
static int compare_differences(const struct score_block *x, const struct system_pair *pair,
			       const double *difference, size_t pairs, size_t topics, double none,
			       const struct simultaneous_request *q, struct simultaneous *out,
			       struct err *e)
{
	struct arena memory = { 0 };
	size_t systems = x != NULL ? x->systems : 0, cells = padded(pairs) * topics;
	struct resampling r = {
		.pairs = pairs,
		.systems = systems,
		.topics = topics,
		.pair = arena_zeroed(&memory, pairs, sizeof *r.pair),
		.rest = x != NULL ? arena_zeroed(&memory, systems * topics, sizeof *r.rest) : NULL,
		.square = arena_zeroed(&memory, cells, sizeof *r.square),
		.own = arena_zeroed(&memory, x == NULL ? cells : 1, sizeof *r.own),
		.both = arena_zeroed(&memory, x == NULL ? cells : 1, sizeof *r.both),
		.seed = q->seed,
	};
	double *reached = arena_zeroed(&memory, pairs, sizeof *reached);
	const struct maximum_drawing how = { .some = largest_squares,
					     .of = &r,
					     .counts = pairs,
					     .room = topics * DRAWN_AT_ONCE + systems + pairs +
						     3 * padded(pairs) * DRAWN_AT_ONCE,
					     .total = reached };
	struct drawn_maximum d = { 0 };
	int result = memory.failed ? err_memory(e) : 0;
	for (size_t p = 0; p < pairs; p++)
		out[p] = (struct simultaneous){ NAN, NAN };
	if (result == 0)
		find_pairs(&r, difference, pair, none);
	if (result == 0 && r.pooled > 0) {
		if (x != NULL)
			centre_scores(x, NULL, r.rest);
		find_squares(&r, difference);
		result = drawn_maximum_draw(&d, q->resamples, q->jobs, &how, e);
		if (result == 0)
			shrunk_intervals(&r, &d, reached, q->alpha, out);
		drawn_maximum_release(&d);
	}
	arena_release(&memory);
	return result;
}

int shrunk_t_differences(const double *difference, size_t pairs, size_t topics, double none,
			 const struct simultaneous_request *q, struct simultaneous *out,
			 struct err *e)
{
	return compare_differences(NULL, NULL, difference, pairs, topics, none, q, out, e);
}

int shrunk_t_compare(const struct score_block *x, const struct system_pair *pair, size_t pairs,
		     const struct simultaneous_request *q, struct simultaneous *out, struct err *e)
{
	double none = tie_tolerance(x->score, x->systems * x->topics); /* no deviation */
	double *difference = calloc(pairs * x->topics + 1, sizeof *difference);
	if (difference == NULL)
		return err_memory(e);
	for (size_t p = 0; p < pairs; p++)
		for (size_t t = 0; t < x->topics; t++)
			difference[p * x->topics + t] = x->score[pair[p].a * x->topics + t] -
							x->score[pair[p].b * x->topics + t];
	int result = compare_differences(x, pair, difference, pairs, x->topics, none, q, out, e);
	free(difference);
	return result;
}
