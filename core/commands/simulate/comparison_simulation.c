/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/arena.h"
#include "core/base/parallel.h"
#include "core/commands/simulate/comparison_simulation.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/effect_size.h"
#include "core/stats/topics/mean_interval.h"
#include "core/stats/topics/p_adjust.h"
#include "core/stats/topics/paired_differences.h"

enum { BLOCKS = 40 }; /* of the samples of a size */

struct tally {
	int64_t false_alarms, found, findable, all_covered, covered, intervals;
	double width;
};

struct work {
	const struct comparison_simulation *s;
	const struct score_table *table;
	size_t ways;  /* adjustments, and the effect size */
	size_t pairs; /* of a comparison */
	size_t blocks;
	struct tally *tally; /* of each block and way */
};

/* What a block needs; the answers of one sample. */
struct sample {
	struct arena memory;
	size_t *system; /* all, of which the first are chosen */
	size_t *topic;	/* drawn */
	size_t topics;
	double *score, *null;	  /* by system and topic */
	struct system_pair *pair; /* numbers among the chosen */
	double *truth, *true_effect, *difference;
	struct simultaneous *alone;  /* each pair by the t test */
	struct simultaneous *answer; /* adjusted */
	struct effect *effect;
	double *p;
	uint64_t seed;	       /* of resamples */
	double range_quantile; /* the same for all samples */
};

static int sample_init(struct sample *x, const struct work *w, size_t topics, struct err *e)
{
	size_t k = w->s->systems, cells = k * topics, pairs = 0;
	*x = (struct sample){ .topics = topics };
	x->system = arena_zeroed(&x->memory, w->table->systems, sizeof *x->system);
	x->topic = arena_zeroed(&x->memory, topics, sizeof *x->topic);
	x->score = arena_zeroed(&x->memory, cells, sizeof *x->score);
	x->null = arena_zeroed(&x->memory, cells, sizeof *x->null);
	x->pair = arena_zeroed(&x->memory, w->pairs, sizeof *x->pair);
	x->truth = arena_zeroed(&x->memory, w->pairs, sizeof *x->truth);
	x->true_effect = arena_zeroed(&x->memory, w->pairs, sizeof *x->true_effect);
	x->difference = arena_zeroed(&x->memory, w->table->topics + topics, sizeof(double));
	x->p = arena_zeroed(&x->memory, w->pairs, sizeof *x->p);
	x->alone = arena_zeroed(&x->memory, w->pairs, sizeof *x->alone);
	x->answer = arena_zeroed(&x->memory, w->pairs, sizeof *x->answer);
	x->effect = arena_zeroed(&x->memory, w->pairs, sizeof *x->effect);
	if (x->memory.failed)
		return err_memory(e);
	x->range_quantile = tukey_quantile(k, topics, 1 - w->s->level);
	for (size_t a = 0; a < k; a++)
		for (size_t b = a + 1; b < k; b++)
			x->pair[pairs++] = (struct system_pair){ a, b };
	return 0;
}

static double score_at(const struct work *w, size_t system, size_t topic)
{
	return w->table->value[system * w->table->topics + topic];
}

/* Draws systems and topics, and the same without differences. */
static void draw(struct sample *x, const struct work *w, struct uniform *u)
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
		for (size_t s = 0; s < k; s++)
			x->null[s * x->topics + t] =
				mean + sign * (x->score[s * x->topics + t] - mean);
	}
	x->seed = uniform_bits(u);
}

/* One pair alone: the t test, its interval, and the effect size. */
static int test_pair(struct sample *x, const struct work *w, const double *score, size_t p,
		     struct err *e)
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

/* Means and effect sizes of all topics: the spread has the divisor of a population. */
static void find_truths(struct sample *x, const struct work *w)
{
	double n = (double)w->table->topics;
	for (size_t p = 0; p < w->pairs; p++) {
		double sum = 0, squares = 0;
		size_t a = x->system[x->pair[p].a], b = x->system[x->pair[p].b];
		for (size_t t = 0; t < w->table->topics; t++)
			sum += score_at(w, a, t) - score_at(w, b, t);
		for (size_t t = 0; t < w->table->topics; t++) {
			double d = score_at(w, a, t) - score_at(w, b, t) - sum / n;
			squares += d * d;
		}
		x->truth[p] = sum / n;
		x->true_effect[p] = x->truth[p] / sqrt(squares / n);
	}
}

/* Adjusted p-values, and reaches of intervals that go with them, in x->answer. */
static int ask(struct sample *x, const struct work *w, const struct adjustment *a,
	       const double *score, struct err *e)
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

/* Does a way say that a pair differs? Without p it does if its interval leaves 0 out. */
static bool says_differ(const struct sample *x, const struct work *w, const struct adjustment *a,
			size_t p)
{
	return a->together == tukey_compare ? fabs(x->effect[p].mean) > x->answer[p].reach
					    : x->answer[p].p < 1 - w->s->level;
}

/* Adds what an adjustment said to its tally. */
typedef void count_result(const struct sample *x, const struct work *w, const struct adjustment *a,
			  struct tally *t);

static void count_alarm(const struct sample *x, const struct work *w, const struct adjustment *a,
			struct tally *t)
{
	bool any = false;
	for (size_t p = 0; p < w->pairs; p++)
		any = any || says_differ(x, w, a, p);
	t->false_alarms += any;
}

/* No interval, since no topic of the sample differs from another, is as good as a miss. */
static void count_interval(struct tally *t, double lower, double upper, double truth, bool *all)
{
	bool covers = truth >= lower && truth <= upper;
	t->covered += covers;
	t->intervals++;
	t->width += isnan(lower) ? 0 : upper - lower;
	*all = *all && covers;
}

/* A pair that is the same system twice has nothing to be found, and no effect size. */
static bool same_system(const struct sample *x, size_t p)
{
	return !isfinite(x->true_effect[p]);
}

static void count_answers(const struct sample *x, const struct work *w, const struct adjustment *a,
			  struct tally *t)
{
	bool all = true;
	for (size_t p = 0; p < w->pairs; p++) {
		double mean = x->effect[p].mean, reach = x->answer[p].reach;
		if (same_system(x, p))
			continue;
		t->findable += x->truth[p] != 0;
		t->found += says_differ(x, w, a, p) && mean * x->truth[p] > 0;
		count_interval(t, mean - reach, mean + reach, x->truth[p], &all);
	}
	t->all_covered += all;
}

static void count_effects(const struct sample *x, const struct work *w, struct tally *t)
{
	bool all = true;
	for (size_t p = 0; p < w->pairs; p++) {
		if (same_system(x, p))
			continue;
		struct interval d = effect_interval(&x->effect[p], (1 - w->s->level) / 2,
						    (1 + w->s->level) / 2);
		count_interval(t, d.lower, d.upper, x->true_effect[p], &all);
	}
}

/* All adjustments of the tests of these scores. */
static int try_scores(struct sample *x, const struct work *w, const double *score,
		      count_result *count, struct tally *tally, struct err *e)
{
	for (size_t p = 0; p < w->pairs; p++)
		if (test_pair(x, w, score, p, e) < 0)
			return -1;
	for (size_t m = 0; adjustments[m] != NULL; m++) {
		if (ask(x, w, adjustments[m], score, e) < 0)
			return -1;
		count(x, w, adjustments[m], &tally[m]);
	}
	return 0;
}

/* One sample: first where nothing differs, then as it is. */
static int try_sample(struct sample *x, const struct work *w, struct tally *tally, struct err *e)
{
	if (try_scores(x, w, x->null, count_alarm, tally, e) < 0)
		return -1;
	find_truths(x, w);
	if (try_scores(x, w, x->score, count_answers, tally, e) < 0)
		return -1;
	count_effects(x, w, &tally[w->ways - 1]);
	return 0;
}

static int run_block(void *context, size_t block, int thread, struct err *e)
{
	(void)thread;
	const struct work *w = context;
	const struct comparison_simulation *s = w->s;
	size_t part = block % w->blocks, topics = (size_t)s->sizes.value[block / w->blocks];
	struct tally *tally = w->tally + block * w->ways;
	struct sample x;
	int result = sample_init(&x, w, topics, e);
	int64_t end = s->effort.samples * (int64_t)(part + 1) / (int64_t)w->blocks;
	for (int64_t i = s->effort.samples * (int64_t)part / (int64_t)w->blocks;
	     i < end && result == 0; i++) {
		struct uniform u = uniform_start(
			s->effort.seed, (uint64_t)topics << 32 | (uint64_t)i, STREAM_COMPARED);
		draw(&x, w, &u);
		result = try_sample(&x, w, tally, e);
	}
	arena_release(&x.memory);
	progress_step(&s->effort.progress);
	return result;
}

/* ---- all blocks ---- */

static void block_fields(void *context, size_t block, struct shard_line *l)
{
	const struct work *w = context;
	for (size_t i = 0; i < w->ways; i++) {
		struct tally *t = &w->tally[block * w->ways + i];
		SHARD_FIELD(l, &t->false_alarms);
		SHARD_FIELD(l, &t->found);
		SHARD_FIELD(l, &t->findable);
		SHARD_FIELD(l, &t->all_covered);
		SHARD_FIELD(l, &t->covered);
		SHARD_FIELD(l, &t->intervals);
		SHARD_FIELD(l, &t->width);
	}
}

static struct comparison_figures sum_up(const struct work *w, size_t size, size_t way)
{
	const struct comparison_simulation *s = w->s;
	bool effect = way == w->ways - 1;
	const struct adjustment *a = effect ? NULL : adjustments[way];
	struct tally sum = { 0 };
	for (size_t i = 0; i < w->blocks; i++) {
		const struct tally *t = &w->tally[(size * w->blocks + i) * w->ways + way];
		sum.false_alarms += t->false_alarms;
		sum.found += t->found;
		sum.findable += t->findable;
		sum.all_covered += t->all_covered;
		sum.covered += t->covered;
		sum.intervals += t->intervals;
		sum.width += t->width;
	}
	/* An adjustment of p alone has no intervals. Those of "none" are those of the t test. */
	bool intervals = effect || a->together != NULL || strcmp(a->name, "none") == 0;
	double samples = (double)s->effort.samples, all = (double)sum.intervals;
	return (struct comparison_figures){
		.method = effect ? "d_z" : a->name,
		.size = s->sizes.value[size],
		.family_error = effect ? NAN : (double)sum.false_alarms / samples,
		.power = effect ? NAN : (double)sum.found / (double)sum.findable,
		.all_covered = intervals && !effect ? (double)sum.all_covered / samples : NAN,
		.covered = intervals ? (double)sum.covered / all : NAN,
		.width = intervals ? sum.width / all : NAN,
	};
}

static int check_table(const struct comparison_simulation *s, const struct score_table *t,
		       const char *path, struct err *e)
{
	if (s->systems > t->systems)
		return err_data(e, "%.600s: %zu systems, from which %zu cannot be drawn", path,
				t->systems, s->systems);
	for (size_t i = 0; i < t->systems * t->topics; i++)
		if (isnan(t->value[i]))
			return err_data(e,
					"%.300s: system '%.100s' has no score for topic '%.100s'",
					path, t->system[i / t->topics], t->topic[i % t->topics]);
	return 0;
}

int comparison_simulate(const struct comparison_simulation *s, const struct score_table *t,
			const char *path, struct comparison_figures **figures, size_t *count,
			struct err *e)
{
	struct work w = { .s = s, .table = t, .pairs = s->systems * (s->systems - 1) / 2 };
	w.blocks = s->effort.samples < BLOCKS ? (size_t)s->effort.samples : BLOCKS;
	while (adjustments[w.ways] != NULL)
		w.ways++;
	w.ways++;
	*figures = NULL;
	if (check_table(s, t, path, e) < 0)
		return -1;
	*count = s->sizes.count * w.ways;
	size_t items = s->sizes.count * w.blocks;
	w.tally = calloc(items * w.ways, sizeof *w.tally);
	struct comparison_figures *out = calloc(*count, sizeof *out);
	progress_begin(&s->effort.progress, items);
	int result = w.tally == NULL || out == NULL
			     ? err_memory(e)
			     : shard_each(s->effort.shard, s->effort.jobs, items, run_block,
					  block_fields, &w, e);
	for (size_t i = 0; result == 0 && i < *count; i++)
		out[i] = sum_up(&w, i / w.ways, i % w.ways);
	free(w.tally);
	if (result < 0)
		free(out);
	else
		*figures = out;
	return result;
}
