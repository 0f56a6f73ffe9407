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

/* What is asked. */
struct comparison_asked {
	struct matrix_asked asked;
	struct number_list sizes; /* topics in a sample */
	size_t systems;		  /* in a comparison */
	double level;
	bool baseline;	      /* the first system drawn: only pairs with it */
	bool flip;	      /* signs, where nothing differs */
	bool deciles;	      /* power by the standard deviation of the pairs' differences */
	int64_t resamples;    /* of each sample, for methods that take them */
	struct effort effort; /* samples of each size */
};

/* What samples are drawn from. */
struct compared_population {
	const struct comparison_asked *s;
	const struct score_table *table;
	size_t pairs;		/* of a comparison */
	double *mean;		/* of each system, over all topics */
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
	struct system_pair *pair; /* numbers among the chosen */
	double *truth, *true_effect, *spread, *difference;
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
	x->pair = arena_zeroed(&x->memory, w->pairs, sizeof *x->pair);
	x->truth = arena_zeroed(&x->memory, w->pairs, sizeof *x->truth);
	x->true_effect = arena_zeroed(&x->memory, w->pairs, sizeof *x->true_effect);
	x->spread = arena_zeroed(&x->memory, w->pairs, sizeof *x->spread);
	x->allowed = arena_zeroed(&x->memory, k, sizeof *x->allowed);
	x->true_ranks = arena_zeroed(&x->memory, k, sizeof *x->true_ranks);
	x->difference = arena_zeroed(&x->memory, w->table->topics + topics, sizeof(double));
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

/* Draws systems and topics, and the same without differences. */
static inline void compared_sample_draw(struct compared_sample *x,
					const struct compared_population *w, struct uniform *u)
{
	size_t k = w->s->systems;
	for (size_t i = 0; i < w->table->systems; i++)
		x->system[i] = i;
	uniform_choose(u, x->system, w->table->systems, k);
	for (size_t t = 0; t < x->topics; t++) {
		x->topic[t] = uniform_below(u, w->table->topics);
		double sign = uniform_next(u) < 0.5 ? -1 : 1, mean = 0;
		for (size_t s = 0; s < k; s++) {
			double score = score_at(w, x->system[s], x->topic[t]);
			x->score[s * x->topics + t] = score;
			mean += score / (double)k;
		}
		for (size_t s = 0; s < k; s++) {
			double score = x->score[s * x->topics + t];
			x->null[s * x->topics + t] = w->s->flip ? mean + sign * (score - mean)
								: score - w->mean[x->system[s]];
		}
	}
	x->seed = uniform_bits(u);
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
	for (size_t i = 0; i < x->topics; i++)
		x->difference[i] = a[i] - b[i];
	if (effect_compute(x->difference, x->topics, q.scale, &x->effect[p], e) < 0 ||
	    paired_test_find("t")->compute(x->difference, x->topics, &q, &tested, e) < 0 ||
	    mean_intervals(&t, 1, x->difference, x->topics, &bounds, &found, e) < 0)
		return -1;
	x->alone[p] = (struct simultaneous){ tested.p, (found.ends.upper - found.ends.lower) / 2 };
	return 0;
}

/* Mean and spread of a difference over all topics, with the divisor of a population. */
static inline double true_spread(const struct compared_population *w, size_t a, size_t b,
				 double *mean)
{
	double n = (double)w->table->topics, sum = 0, squares = 0;
	for (size_t t = 0; t < w->table->topics; t++)
		sum += score_at(w, a, t) - score_at(w, b, t);
	for (size_t t = 0; t < w->table->topics; t++) {
		double d = score_at(w, a, t) - score_at(w, b, t) - sum / n;
		squares += d * d;
	}
	*mean = sum / n;
	return sqrt(squares / n);
}

/* Differences, effect sizes and ranks of the systems drawn, over all topics. */
static inline void compared_sample_truths(struct compared_sample *x,
					  const struct compared_population *w)
{
	rank_sets_begin(x->true_ranks, w->s->systems);
	for (size_t p = 0; p < w->pairs; p++) {
		size_t a = x->system[x->pair[p].a], b = x->system[x->pair[p].b];
		x->spread[p] = true_spread(w, a, b, &x->truth[p]);
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
	if (a->together != NULL)
		return a->together(&block, x->pair, w->pairs, &q, x->answer, e);
	for (size_t p = 0; p < w->pairs; p++)
		x->p[p] = x->alone[p].p;
	if (adjustment_apply(a, x->p, w->pairs, x->p, e) < 0)
		return -1;
	for (size_t p = 0; p < w->pairs; p++)
		x->answer[p] = (struct simultaneous){ x->p[p], x->alone[p].reach };
	return 0;
}
