/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/parallel.h"
#include "core/commands/simulate/comparison_simulation.h"
#include "core/stats/numeric/ascending.h"

enum {
	BLOCKS = 40,  /* of the samples of a size */
	EFFECTS = 10, /* pairs of a sample whose effect size gets an interval, which takes long */
};

struct tally {
	int64_t false_alarms, warned, warned_alarms, found, findable, all_covered, covered,
		intervals, ranks_covered;
	int64_t decile_found[COMPARISON_DECILES], decile_findable[COMPARISON_DECILES];
	double width, ranks;
};

struct work {
	struct compared_population from;
	size_t ways; /* adjustments, and the effect size */
	size_t blocks;
	struct tally *tally;		  /* of each block and way */
	const struct adjustment **way;	  /* NULL: the effect size */
	double limit[COMPARISON_DECILES]; /* of the spread of all pairs */
};

static size_t decile_of(const struct work *w, double spread)
{
	size_t decile = 0;
	while (decile < COMPARISON_DECILES - 1 && spread > w->limit[decile])
		decile++;
	return decile;
}

/* Does a way say that a pair differs? Without p it does if its interval leaves 0 out. */
static bool says_differ(const struct compared_sample *x, const struct work *w,
			const struct adjustment *a, size_t p)
{
	return a->together == tukey_compare ? fabs(x->effect[p].mean) > x->answer[p].reach
					    : x->answer[p].p < 1 - w->from.s->level;
}

/* Adds what an adjustment said to its tally. */
typedef void count_result(const struct compared_sample *x, const struct work *w,
			  const struct adjustment *a, struct tally *t);

static void count_alarm(const struct compared_sample *x, const struct work *w,
			const struct adjustment *a, struct tally *t)
{
	bool any = false, warned = false;
	for (size_t p = 0; p < w->from.pairs; p++) {
		any = any || says_differ(x, w, a, p);
		warned = warned || effect_of_few_topics(&x->effect[p]);
	}
	t->false_alarms += any;
	t->warned += warned;
	t->warned_alarms += any && warned;
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
static bool same_system(const struct compared_sample *x, size_t p)
{
	return !isfinite(x->true_effect[p]);
}

static void count_ranks(const struct compared_sample *x, const struct work *w, struct tally *t)
{
	bool all = true;
	for (size_t i = 0; i < w->from.s->systems; i++) {
		const struct rank_set *set = &x->allowed[i], *truth = &x->true_ranks[i];
		all = all && set->first <= truth->first && set->last >= truth->last;
		t->ranks += (double)(set->last - set->first + 1);
	}
	t->ranks_covered += all;
}

static void count_answers(const struct compared_sample *x, const struct work *w,
			  const struct adjustment *a, struct tally *t)
{
	bool all = true;
	rank_sets_begin(x->allowed, w->from.s->systems);
	for (size_t p = 0; p < w->from.pairs; p++) {
		double mean = x->effect[p].mean, reach = x->answer[p].reach;
		if (same_system(x, p))
			continue;
		size_t decile = decile_of(w, x->spread[p]);
		bool found = says_differ(x, w, a, p) && mean * x->truth[p] > 0;
		t->findable += x->truth[p] != 0;
		t->found += found;
		t->decile_findable[decile] += x->truth[p] != 0;
		t->decile_found[decile] += found;
		count_interval(t, mean - reach, mean + reach, x->truth[p], &all);
		rank_sets_add(x->allowed, &x->pair[p],
			      (struct interval){ mean - reach, mean + reach }, false);
	}
	t->all_covered += all;
	count_ranks(x, w, t);
}

static void count_effects(const struct compared_sample *x, const struct work *w, struct tally *t)
{
	bool all = true;
	for (size_t p = 0; p < w->from.pairs && p < EFFECTS; p++) {
		if (same_system(x, p))
			continue;
		struct interval d = effect_interval(&x->effect[p], (1 - w->from.s->level) / 2,
						    (1 + w->from.s->level) / 2);
		count_interval(t, d.lower, d.upper, x->true_effect[p], &all);
	}
}

/* All adjustments of the tests of these scores. */
static int try_scores(struct compared_sample *x, const struct work *w, const double *score,
		      count_result *count, struct tally *tally, struct err *e)
{
	for (size_t p = 0; p < w->from.pairs; p++)
		if (compared_sample_test(x, &w->from, score, p, e) < 0)
			return -1;
	for (size_t m = 0; w->way[m] != NULL; m++) {
		if (compared_sample_ask(x, &w->from, w->way[m], score, e) < 0)
			return -1;
		count(x, w, w->way[m], &tally[m]);
	}
	return 0;
}

/* One sample: first where nothing differs, then as it is. */
static int try_sample(struct compared_sample *x, const struct work *w, struct tally *tally,
		      struct err *e)
{
	if (try_scores(x, w, x->null, count_alarm, tally, e) < 0)
		return -1;
	compared_sample_truths(x, &w->from);
	if (try_scores(x, w, x->score, count_answers, tally, e) < 0)
		return -1;
	count_effects(x, w, &tally[w->ways - 1]);
	return 0;
}

static int run_block(void *context, size_t block, int thread, struct err *e)
{
	(void)thread;
	const struct work *w = context;
	const struct comparison_simulation *s = w->from.s;
	size_t part = block % w->blocks, topics = (size_t)s->sizes.value[block / w->blocks];
	struct tally *tally = w->tally + block * w->ways;
	struct compared_sample x;
	int result = compared_sample_init(&x, &w->from, topics,
					  w->from.range_quantile[block / w->blocks], e);
	int64_t end = s->effort.samples * (int64_t)(part + 1) / (int64_t)w->blocks;
	for (int64_t i = s->effort.samples * (int64_t)part / (int64_t)w->blocks;
	     i < end && result == 0; i++) {
		struct uniform u = uniform_start(
			s->effort.seed, (uint64_t)topics << 32 | (uint64_t)i, STREAM_COMPARED);
		compared_sample_draw(&x, &w->from, &u);
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
		SHARD_FIELD(l, &t->warned);
		SHARD_FIELD(l, &t->warned_alarms);
		SHARD_FIELD(l, &t->found);
		SHARD_FIELD(l, &t->findable);
		SHARD_FIELD(l, &t->all_covered);
		SHARD_FIELD(l, &t->covered);
		SHARD_FIELD(l, &t->intervals);
		SHARD_FIELD(l, &t->width);
		SHARD_FIELD(l, &t->ranks_covered);
		SHARD_FIELD(l, &t->ranks);
		for (size_t d = 0; d < COMPARISON_DECILES; d++) {
			SHARD_FIELD(l, &t->decile_found[d]);
			SHARD_FIELD(l, &t->decile_findable[d]);
		}
	}
}

static struct comparison_figures sum_up(const struct work *w, size_t size, size_t way)
{
	const struct comparison_simulation *s = w->from.s;
	const struct adjustment *a = w->way[way];
	bool effect = a == NULL;
	struct tally sum = { 0 };
	for (size_t i = 0; i < w->blocks; i++) {
		const struct tally *t = &w->tally[(size * w->blocks + i) * w->ways + way];
		sum.false_alarms += t->false_alarms;
		sum.warned += t->warned;
		sum.warned_alarms += t->warned_alarms;
		sum.found += t->found;
		sum.findable += t->findable;
		sum.all_covered += t->all_covered;
		sum.covered += t->covered;
		sum.intervals += t->intervals;
		sum.width += t->width;
		sum.ranks_covered += t->ranks_covered;
		sum.ranks += t->ranks;
		for (size_t d = 0; d < COMPARISON_DECILES; d++) {
			sum.decile_found[d] += t->decile_found[d];
			sum.decile_findable[d] += t->decile_findable[d];
		}
	}
	/* An adjustment of p alone has no intervals. Those of "none" are those of the t test. */
	bool intervals = effect || a->together != NULL || strcmp(a->name, "none") == 0;
	bool together = intervals && !effect, ranked = together && !s->baseline;
	double samples = (double)s->effort.samples, all = (double)sum.intervals;
	struct comparison_figures out = {
		.method = effect ? "d_z" : a->name,
		.size = s->sizes.value[size],
		.family_error = effect ? NAN : (double)sum.false_alarms / samples,
		.warned = effect ? NAN : (double)sum.warned / samples,
		.warned_error = effect ? NAN : (double)sum.warned_alarms / (double)sum.warned,
		.power = effect ? NAN : (double)sum.found / (double)sum.findable,
		.all_covered = together ? (double)sum.all_covered / samples : NAN,
		.covered = intervals ? (double)sum.covered / all : NAN,
		.width = intervals ? sum.width / all : NAN,
		.ranks_covered = ranked ? (double)sum.ranks_covered / samples : NAN,
		.ranks = ranked ? sum.ranks / samples / (double)s->systems : NAN,
	};
	for (size_t d = 0; d < COMPARISON_DECILES; d++) {
		out.decile_power[d] =
			effect ? NAN : (double)sum.decile_found[d] / (double)sum.decile_findable[d];
		out.decile_spread[d] = w->limit[d];
	}
	return out;
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

/* The deciles of the spread of all pairs of the table that are not the same system twice. */
static int find_deciles(struct work *w, struct err *e)
{
	size_t k = w->from.table->systems, count = 0;
	double *spread = calloc(k * (k - 1) / 2 + 1, sizeof *spread), mean;
	if (spread == NULL)
		return err_memory(e);
	for (size_t a = 0; a < k; a++)
		for (size_t b = a + 1; b < k; b++) {
			spread[count] = true_spread(&w->from, a, b, &mean);
			count += spread[count] > 0;
		}
	qsort(spread, count, sizeof *spread, ascending);
	for (size_t d = 0; d < COMPARISON_DECILES && count > 0; d++)
		w->limit[d] =
			spread[((d + 1) * count + COMPARISON_DECILES - 1) / COMPARISON_DECILES - 1];
	free(spread);
	return 0;
}

/* The ways, and what is known of all topics. */
static int prepare(struct work *w, struct arena *memory, struct err *e)
{
	const struct score_table *t = w->from.table;
	const struct number_list *sizes = &w->from.s->sizes;
	size_t count = 0;
	while (adjustments[count] != NULL)
		count++;
	w->way = arena_zeroed(memory, count + 2, sizeof *w->way);
	w->from.mean = arena_zeroed(memory, t->systems, sizeof *w->from.mean);
	w->from.range_quantile = arena_zeroed(memory, sizes->count, sizeof *w->from.range_quantile);
	if (memory->failed)
		return err_memory(e);
	count = 0;
	for (size_t i = 0; adjustments[i] != NULL; i++)
		if (!w->from.s->baseline || !adjustments[i]->all_pairs)
			w->way[count++] = adjustments[i];
	w->way[count] = &simultaneous_intervals;
	w->ways = count + 2;
	for (size_t i = 0; i < t->systems * t->topics; i++)
		w->from.mean[i / t->topics] += t->value[i] / (double)t->topics;
	for (size_t i = 0; i < sizes->count; i++)
		w->from.range_quantile[i] = tukey_quantile(
			w->from.s->systems, (size_t)sizes->value[i], 1 - w->from.s->level);
	return find_deciles(w, e);
}

int comparison_simulate(const struct comparison_simulation *s, const struct score_table *t,
			const char *path, struct comparison_figures **figures, size_t *count,
			struct err *e)
{
	size_t others = s->systems - 1;
	struct work w = { .from = { .s = s,
				    .table = t,
				    .pairs = s->baseline ? others : s->systems * others / 2 } };
	w.blocks = s->effort.samples < BLOCKS ? (size_t)s->effort.samples : BLOCKS;
	struct arena memory = { 0 };
	*figures = NULL;
	if (check_table(s, t, path, e) < 0)
		return -1;
	if (prepare(&w, &memory, e) < 0) {
		arena_release(&memory);
		return -1;
	}
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
	arena_release(&memory);
	if (result < 0)
		free(out);
	else
		*figures = out;
	return result;
}
