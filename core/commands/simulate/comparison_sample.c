/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/simulate/comparison_simulation.h"
#include "core/stats/topics/mean_interval.h"
#include "core/stats/topics/paired_differences.h"

int compared_sample_init(struct compared_sample *x, const struct compared_population *w,
			 size_t topics, double range_quantile, struct err *e)
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

static double score_at(const struct compared_population *w, size_t system, size_t topic)
{
	return w->table->value[system * w->table->topics + topic];
}

void compared_sample_draw(struct compared_sample *x, const struct compared_population *w,
			  struct uniform *u)
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

int compared_sample_test(struct compared_sample *x, const struct compared_population *w,
			 const double *score, size_t p, struct err *e)
{
	const struct mean_interval_method *t = mean_interval_find("t");
	const double *a = score + x->pair[p].a * x->topics;
	const double *b = score + x->pair[p].b * x->topics;
	const struct paired_test_request q = { .scale = differences_scale(a, b, x->topics) };
	const struct mean_interval_request bounds = { .ends.lower_p = (1 - w->s->level) / 2,
						      .ends.upper_p = (1 + w->s->level) / 2,
						      .least = -1,
						      .most = 1,
						      .scale = q.scale };
	struct paired_test_result tested;
	struct interval found;
	for (size_t i = 0; i < x->topics; i++)
		x->difference[i] = a[i] - b[i];
	if (effect_compute(x->difference, x->topics, q.scale, &x->effect[p], e) < 0 ||
	    paired_test_find("t")->compute(x->difference, x->topics, &q, &tested, e) < 0 ||
	    mean_intervals(&t, 1, x->difference, x->topics, &bounds, &found, e) < 0)
		return -1;
	x->alone[p] = (struct simultaneous){ tested.p, (found.upper - found.lower) / 2 };
	return 0;
}

double true_spread(const struct compared_population *w, size_t a, size_t b, double *mean)
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

void compared_sample_truths(struct compared_sample *x, const struct compared_population *w)
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

int compared_sample_ask(struct compared_sample *x, const struct compared_population *w,
			const struct adjustment *a, const double *score, struct err *e)
{
	const struct comparison_simulation *s = w->s;
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
