/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples of topics, drawn with replacement, and of systems, that are compared: see comparisons.c.
 */
#pragma once

#include <math.h>

#include "core/base/arena.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/effect_size.h"
#include "core/stats/topics/mean_interval.h"
#include "core/stats/topics/p_adjust.h"
#include "core/stats/topics/paired_test.h"
#include "core/stats/topics/simultaneous.h"
#include "tests/experiments/matrix.h"

/*
 * How systems are made equal, where nothing is to differ. Centred: each system loses its mean over
 * all topics, so that a difference keeps its skew, but a tie becomes a difference, the same in all
 * topics. Flipped: in each topic a coin decides whether all differences keep or change their signs.
 * Half: as centred, but half of the systems gain SHIFT, and only pairs within a half are equal.
 * Tilted: neighbours by their means, with topics drawn so that the means agree: topic t with a
 * probability that is proportional to exp(lambda'x_t), and ties stay ties.
 */
enum null_kind { NULL_CENTRED, NULL_FLIPPED, NULL_HALF, NULL_TILTED };

/* The second system drawn is the first, and normal differences of mean .002 and deviation .003 in
 * each topic, or .01 in a fifth of the topics. */
enum twin_kind { TWIN_NONE, TWIN_ALL, TWIN_FIFTH };

/* Of a sample: where nothing differs, and as it is. */
enum sample_part { PART_BOTH, PART_EQUAL, PART_TRUE };

static const double SHIFT = 0.1;

/* What is asked. */
struct comparison_asked {
	struct matrix_asked asked;
	struct number_list sizes; /* topics in a sample */
	size_t systems;		  /* in a comparison */
	double level;
	bool baseline;	      /* the first system drawn: only pairs with it */
	int null;	      /* enum null_kind */
	int twin;	      /* enum twin_kind */
	double empty;	      /* this share of the scores of a system is missing ... */
	bool worst;	      /* ... in the topics where they are least; else by chance */
	double tied;	      /* pairs with more ties than this share of all topics are not false */
	struct text_list way; /* names of those that are tried; none: all */
	int part;	      /* enum sample_part */
	bool deciles;	      /* power by the standard deviation of the pairs' differences */
	int64_t resamples;    /* of each sample, for methods that take them */
	struct effort effort; /* samples of each size */
};

/* What samples are drawn from. */
struct compared_population {
	const struct comparison_asked *s;
	const struct score_table *table;
	size_t pairs;	 /* of a comparison */
	bool *lacks;	 /* by system and topic; NULL: no score is missing */
	double *mean;	 /* of each system, over all topics */
	size_t *by_mean; /* the systems, the best first */
	/* Holm's p, or that of shrunk-t, if that is larger: below alpha are the claims that compare
	 * does not mark. shrunk-t is not asked if there are no claims, or none that are false. */
	struct adjustment checked;
	double *range_quantile; /* of tukey, by size */
};

/*
 * One sample of systems and topics, as it is and with nothing that differs, and what the ways to
 * compare say of it. Its memory is an arena that the caller releases.
 */
struct compared_sample {
	struct arena memory;
	size_t *system; /* all, of which the first are chosen */
	size_t *topic;	/* drawn */
	size_t topics;
	double *score, *null;	  /* by system and topic */
	double *weight;		  /* of each topic of the table, where they are tilted */
	bool *equal;		  /* by pair, in `null`: it would be false to say that it differs */
	struct system_pair *pair; /* numbers among the chosen */
	double *truth, *true_effect, *spread, *difference;
	double *gaps; /* with missing scores: differences by pair and topic, nan where one lacks it
		       */
	struct rank_set *allowed, *true_ranks;
	struct simultaneous *alone;  /* each pair by the t test */
	struct simultaneous *answer; /* adjusted */
	struct effect *effect;
	double *p;
	uint64_t seed;	       /* of resamples */
	double range_quantile; /* the same for all samples */
};

static inline int compared_sample_init(struct compared_sample *x,
				       const struct compared_population *w, size_t topics,
				       double range_quantile, struct err *e)
{
	size_t k = w->s->systems, cells = k * topics, pairs = 0;
	*x = (struct compared_sample){ .topics = topics, .range_quantile = range_quantile };
	x->system = arena_zeroed(&x->memory, w->table->systems, sizeof *x->system);
	x->topic = arena_zeroed(&x->memory, topics, sizeof *x->topic);
	x->score = arena_zeroed(&x->memory, cells, sizeof *x->score);
	x->null = arena_zeroed(&x->memory, cells, sizeof *x->null);
	x->weight = arena_zeroed(&x->memory, w->table->topics, sizeof *x->weight);
	x->equal = arena_zeroed(&x->memory, w->pairs, sizeof *x->equal);
	x->pair = arena_zeroed(&x->memory, w->pairs, sizeof *x->pair);
	x->truth = arena_zeroed(&x->memory, w->pairs, sizeof *x->truth);
	x->true_effect = arena_zeroed(&x->memory, w->pairs, sizeof *x->true_effect);
	x->spread = arena_zeroed(&x->memory, w->pairs, sizeof *x->spread);
	x->allowed = arena_zeroed(&x->memory, k, sizeof *x->allowed);
	x->true_ranks = arena_zeroed(&x->memory, k, sizeof *x->true_ranks);
	x->difference = arena_zeroed(&x->memory, w->table->topics + topics, sizeof(double));
	x->gaps =
		arena_zeroed(&x->memory, w->lacks != NULL ? w->pairs * topics : 0, sizeof *x->gaps);
	x->p = arena_zeroed(&x->memory, w->pairs, sizeof *x->p);
	x->alone = arena_zeroed(&x->memory, w->pairs, sizeof *x->alone);
	x->answer = arena_zeroed(&x->memory, w->pairs, sizeof *x->answer);
	x->effect = arena_zeroed(&x->memory, w->pairs, sizeof *x->effect);
	if (x->memory.failed)
		return err_memory(e);
	for (size_t a = 0; a < (w->s->baseline ? 1 : k); a++)
		for (size_t b = a + 1; b < k; b++)
			x->pair[pairs++] = (struct system_pair){ a, b };
	return 0;
}

static inline double score_at(const struct compared_population *w, size_t system, size_t topic)
{
	return w->table->value[system * w->table->topics + topic];
}

/* ---- topics tilted so that means agree ---- */

/* Score of a system that was drawn, less that of the first one. */
static inline double above_first(const struct compared_sample *x,
				 const struct compared_population *w, size_t s, size_t topic)
{
	return score_at(w, x->system[s], topic) - score_at(w, x->system[0], topic);
}

/*
 * Finds the weights by Newton's step for one system after the other, at most 1 in the log odds of a
 * topic, until all means agree with that of the first; false: they do not, or few topics have most
 * of the weight.
 */
static inline bool tilt(struct compared_sample *x, const struct compared_population *w)
{
	size_t topics = w->table->topics;
	double apart = 1, squares = 0;
	for (size_t t = 0; t < topics; t++)
		x->weight[t] = 1 / (double)topics;
	for (int round = 0; round < 1000 && apart > 1e-5; round++) {
		apart = 0;
		for (size_t s = 1; s < w->s->systems; s++) {
			double mean = 0, square = 0, most = 0, total = 0;
			for (size_t t = 0; t < topics; t++) {
				double z = above_first(x, w, s, t);
				mean += x->weight[t] * z;
				square += x->weight[t] * z * z;
				most = fmax(most, fabs(z));
			}
			apart = fmax(apart, fabs(mean));
			double by = mean / fmax(square - mean * mean, fabs(mean) * most + 1e-300);
			for (size_t t = 0; t < topics; t++)
				total += x->weight[t] *= exp(-by * above_first(x, w, s, t));
			for (size_t t = 0; t < topics; t++)
				x->weight[t] /= total;
		}
	}
	for (size_t t = 0; t < topics; t++)
		squares += x->weight[t] * x->weight[t];
	return apart < 1e-4 && squares * (double)topics < 4;
}

static inline size_t tilted_topic(const struct compared_sample *x, size_t topics, double u)
{
	size_t t = 0;
	while (t + 1 < topics && u >= x->weight[t])
		u -= x->weight[t++];
	return t;
}

/* ---- drawing ---- */

enum { TILT_TRIES = 2000 };

/* Any systems, or neighbours by their means for which topics can be tilted; false: there are none.
 */
static inline bool draw_systems(struct compared_sample *x, const struct compared_population *w,
				struct uniform *u)
{
	size_t all = w->table->systems, k = w->s->systems;
	for (size_t i = 0; i < all; i++)
		x->system[i] = i;
	uniform_choose(u, x->system, all, k);
	bool fits = w->s->null != NULL_TILTED;
	for (int tries = 0; !fits && tries < TILT_TRIES; tries++) {
		size_t from = uniform_below(u, all - k + 1);
		memcpy(x->system, w->by_mean + from, k * sizeof *x->system);
		fits = tilt(x, w);
	}
	return fits;
}

/* What the twin has more than the first system, in a topic. */
static inline double twin_gain(int kind, struct uniform *u)
{
	double a = uniform_next(u), b = uniform_next(u);
	return kind == TWIN_FIFTH ? (a < 0.2 ? 0.01 : 0)
				  : 0.002 + 0.003 * sqrt(-2 * log(1 - a)) * cos(2 * M_PI * b);
}

/* The scores of a topic, as they are and without differences. */
static inline void draw_topic(struct compared_sample *x, const struct compared_population *w,
			      size_t t, struct uniform *u)
{
	size_t k = w->s->systems, n = x->topics, null = x->topic[t];
	double sign = uniform_next(u) < 0.5 ? -1 : 1, mean = 0;
	double gain = w->s->twin != TWIN_NONE ? twin_gain(w->s->twin, u) : 0;
	if (w->s->null == NULL_TILTED)
		null = tilted_topic(x, w->table->topics, uniform_next(u));
	for (size_t s = 0; s < k; s++) {
		x->score[s * n + t] = score_at(w, x->system[s], x->topic[t]);
		mean += x->score[s * n + t] / (double)k;
	}
	for (size_t s = 0; s < k; s++) {
		double score = score_at(w, x->system[s], null), *to = &x->null[s * n + t];
		*to = w->s->null == NULL_FLIPPED  ? mean + sign * (score - mean)
		      : w->s->null == NULL_TILTED ? score
						  : score - w->mean[x->system[s]];
		if (w->s->null == NULL_HALF && s < k / 2)
			*to += SHIFT;
	}
	if (w->s->twin != TWIN_NONE)
		x->score[n + t] = x->score[t] + gain;
}

/* Which pairs are equal, and do not mostly tie. */
static inline void find_equal(struct compared_sample *x, const struct compared_population *w)
{
	size_t half = w->s->systems / 2, topics = w->table->topics;
	for (size_t p = 0; p < w->pairs; p++) {
		size_t a = x->pair[p].a, b = x->pair[p].b, ties = 0;
		for (size_t t = 0; t < topics; t++)
			ties += score_at(w, x->system[a], t) == score_at(w, x->system[b], t);
		x->equal[p] = (double)ties <= w->s->tied * (double)topics &&
			      (w->s->null != NULL_HALF || (a < half) == (b < half));
	}
}

/* Draws systems and topics, and the same without differences. */
static inline int compared_sample_draw(struct compared_sample *x,
				       const struct compared_population *w, struct uniform *u,
				       struct err *e)
{
	if (!draw_systems(x, w, u))
		return err_data(e, "no %zu neighbours for which topics can be tilted",
				w->s->systems);
	for (size_t t = 0; t < x->topics; t++) {
		x->topic[t] = uniform_below(u, w->table->topics);
		draw_topic(x, w, t, u);
	}
	find_equal(x, w);
	x->seed = uniform_bits(u);
	return 0;
}

/* Whether one of two systems lacks a topic. */
static inline bool lacks_one(const struct compared_population *w, size_t a, size_t b, size_t topic)
{
	return w->lacks != NULL &&
	       (w->lacks[a * w->table->topics + topic] || w->lacks[b * w->table->topics + topic]);
}

/* Mean and spread of a difference over all topics that both have, with the divisor of a population.
 */
static inline double true_spread(const struct compared_population *w, size_t a, size_t b,
				 double *mean)
{
	double n = 0, sum = 0, squares = 0;
	for (size_t t = 0; t < w->table->topics; t++)
		if (!lacks_one(w, a, b, t)) {
			sum += score_at(w, a, t) - score_at(w, b, t);
			n++;
		}
	for (size_t t = 0; t < w->table->topics; t++) {
		double d = score_at(w, a, t) - score_at(w, b, t) - sum / n;
		squares += lacks_one(w, a, b, t) ? 0 : d * d;
	}
	*mean = sum / n;
	return sqrt(squares / n);
}

/*
 * The differences of a pair in the topics of the sample that both have; returns how many. Where
 * nothing is to differ, it is over these topics that nothing does.
 */
static inline size_t fill_differences(struct compared_sample *x,
				      const struct compared_population *w, const double *score,
				      size_t p)
{
	size_t a = x->system[x->pair[p].a], b = x->system[x->pair[p].b], count = 0;
	double mean = 0, less = 0;
	if (w->lacks != NULL && score == x->null) {
		true_spread(w, a, b, &mean);
		less = mean - w->mean[a] + w->mean[b];
	}
	for (size_t i = 0; i < x->topics; i++) {
		double d =
			score[x->pair[p].a * x->topics + i] - score[x->pair[p].b * x->topics + i];
		bool gap = lacks_one(w, a, b, x->topic[i]);
		if (w->lacks != NULL)
			x->gaps[p * x->topics + i] = gap ? NAN : d - less;
		if (!gap)
			x->difference[count++] = d - less;
	}
	return count;
}

/* One pair alone: the t test, its interval, and the effect size. */
static inline int compared_sample_test(struct compared_sample *x,
				       const struct compared_population *w, const double *score,
				       size_t p, struct err *e)
{
	const struct mean_interval_method *t = mean_interval_find("t");
	const double *a = score + x->pair[p].a * x->topics;
	const double *b = score + x->pair[p].b * x->topics;
	const struct paired_test_request q = { .scale = differences_scale(a, b, x->topics) };
	const struct mean_interval_request bounds = { .ends.lower_p = (1 - w->s->level) / 2,
						      .ends.upper_p = (1 + w->s->level) / 2,
						      .least = -1,
						      .most = 1,
						      .difference = true,
						      .scale = q.scale };
	struct paired_test_result tested;
	struct mean_bounds found;
	size_t count = fill_differences(x, w, score, p);
	if (effect_compute(x->difference, count, q.scale, &x->effect[p], e) < 0 ||
	    paired_test_compute(paired_test_find("t"), x->difference, count, &q, &tested, e) < 0 ||
	    mean_intervals(&t, 1, x->difference, count, &bounds, &found, e) < 0)
		return -1;
	x->alone[p] = (struct simultaneous){ tested.p, (found.ends.upper - found.ends.lower) / 2 };
	return 0;
}

/* Differences, effect sizes and ranks of the systems drawn, over all topics. */
static inline void compared_sample_truths(struct compared_sample *x,
					  const struct compared_population *w)
{
	rank_sets_begin(x->true_ranks, w->s->systems);
	for (size_t p = 0; p < w->pairs; p++) {
		size_t a = x->system[x->pair[p].a], b = x->system[x->pair[p].b];
		x->spread[p] = true_spread(w, a, b, &x->truth[p]);
		if (w->s->twin != TWIN_NONE && x->pair[p].b == 1) {
			x->truth[p] = -0.002;
			x->spread[p] = w->s->twin == TWIN_FIFTH ? 0.004 : 0.003;
		} else if (w->s->twin != TWIN_NONE && x->pair[p].a == 1)
			x->spread[p] = true_spread(w, x->system[0], b, &x->truth[p]);
		x->true_effect[p] = x->truth[p] / x->spread[p];
		rank_sets_add(x->true_ranks, &x->pair[p],
			      (struct interval){ x->truth[p], x->truth[p] }, false);
	}
}

/* Adjusted p-values, and reaches of intervals that go with them, in x->answer. */
static inline int compared_sample_ask(struct compared_sample *x,
				      const struct compared_population *w,
				      const struct adjustment *a, const double *score,
				      struct err *e)
{
	const struct comparison_asked *s = w->s;
	const struct score_block block = { score, s->systems, x->topics };
	const struct simultaneous_request q = { .alpha = 1 - s->level,
						.resamples = s->resamples,
						.seed = x->seed,
						.jobs = 1,
						.range_quantile = x->range_quantile };
	bool claims = false;
	if (a->together != NULL)
		return a->together(&block, x->pair, w->pairs, &q, x->answer, e);
	for (size_t p = 0; p < w->pairs; p++)
		x->p[p] = x->alone[p].p;
	if (adjustment_apply(a, x->p, w->pairs, x->p, e) < 0)
		return -1;
	for (size_t p = 0; p < w->pairs; p++)
		claims = claims || (x->p[p] < q.alpha && (score != x->null || x->equal[p]));
	bool asked = a == &w->checked && claims;
	if (asked && w->lacks != NULL &&
	    shrunk_t_differences(x->gaps, w->pairs, x->topics, 1e-12, &q, x->answer, e) < 0)
		return -1;
	if (asked && w->lacks == NULL &&
	    shrunk_t_compare(&block, x->pair, w->pairs, &q, x->answer, e) < 0)
		return -1;
	for (size_t p = 0; p < w->pairs; p++) {
		/* a p that is nan, as of differences that are all the same, claims nothing */
		bool larger = a == &w->checked && claims && x->answer[p].p > x->p[p];
		x->answer[p] = (struct simultaneous){ larger ? x->answer[p].p : x->p[p],
						      x->alone[p].reach };
	}
	return 0;
}
