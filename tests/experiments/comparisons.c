/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often comparisons of several systems are wrong, and how much they find (doc/coverage.md): the
 * topics of a matrix of scores are taken as all that there are, so that every difference is known,
 * and comparisons are made from samples of topics, drawn with replacement, and of systems. A line
 * for each size and method.
 *
 * Where nothing differs, systems were made equal in one of four ways (compared_sample.h).
 *
 * Evidence: matrix=ap.csv sizes=25,50 samples=200 resamples=200
 */
#include "core/base/parallel.h"
#include "core/base/sort.h"
#include "core/stats/numeric/ascending.h"
#include "tests/experiments/compared_sample.h"
#include "tests/support/covers.h"

#define AT(member) OPTION_AT(struct comparison_asked, member)

static const char *const null_names[] = { "centred", "flipped", "half", "tilted", NULL };
static const char *const part_names[] = { "both", "equal", "true", NULL };
static const char *const twin_names[] = { "none", "all", "fifth", NULL };

static const struct command_option keys[] = {
	{ "matrix", 0, "FILE", "Scores in CSV, a row for each topic and a column for each system",
	  .type = OPTION_FILE, AT(asked.matrix) },
	{ "sizes", 0, "N,...", "Topics in a sample (default 50)", LIST(WHOLES(2, 1000000)),
	  AT(sizes) },
	{ "systems", 0, "K", "Systems in a comparison, drawn anew for each sample (default 10)",
	  WHOLE(2, 10000), AT(systems) },
	{ "baseline", 0, NULL, "Compare the others with the first system drawn, not all pairs",
	  AT(baseline) },
	{ "null", 0, "HOW",
	  "For the family error, make systems equal: centred, by taking their means away, which keeps "
	  "the skew; flipped, signs topic by topic; half, as centred with .1 more for half of them; "
	  "tilted, by the chances of topics (default centred)",
	  WORD(null_names), AT(null) },
	{ "empty", 0, "SHARE", "This share of the scores of each system is missing (default 0)",
	  REAL(FROM_TO(0, 0.9)), AT(empty) },
	{ "worst", 0, NULL,
	  "They are missing in the topics where they are least, not in topics chosen by chance; with "
	  "null=centred a pair is equal over the topics that both have",
	  AT(worst) },
	{ "tied", 0, "SHARE",
	  "Pairs that tie in more than this share of all topics do not count as equal (default 1)",
	  REAL(FROM_TO(0, 1)), AT(tied) },
	{ "twin", 0, "HOW",
	  "The second system is the first, with normal differences of mean .002 and deviation .003 "
	  "(all), or with .01 more in a fifth of the topics (fifth)",
	  WORD(twin_names), AT(twin) },
	{ "way", 0, "NAME",
	  "Only these ways, of which there may be several; holm-checked is what holm "
	  "claims and shrunk-t confirms",
	  ADDED_TEXTS, AT(way) },
	{ "part", 0, "WHICH", "both, equal (family error), or true (the rest)", WORD(part_names),
	  AT(part) },
	{ OPTION_LEVEL, AT(level) },
	{ OPTION_RESAMPLES, AT(resamples) },
	{ OPTION_SAMPLES("Samples of each size (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ "deciles", 0, NULL,
	  "Instead: power by deciles of the standard deviation of the pairs' differences",
	  AT(deciles) },
	{ 0 },
};

static void init(void *request)
{
	*(struct comparison_asked *)request =
		(struct comparison_asked){ .sizes = { { 50 }, 1 },
					   .systems = 10,
					   .level = 0.95,
					   .tied = 1,
					   .resamples = 1000,
					   .effort = experiment_effort(1000) };
}

static const struct command_table table = {
	.name = "comparisons",
	.doc = "How often adjustments for many comparisons are wrong, what they find, and how often intervals of differences and effect sizes cover.",
	.option = keys,
	.size = sizeof(struct comparison_asked),
	.init = init,
	.check = matrix_check,
};

/* ---- one sample ---- */

enum { COMPARISON_DECILES = 10 };

/*
 * Figures of one size and one way. The ways are those of p_adjust.h, the simultaneous intervals,
 * and at the end the interval of the effect size.
 */
struct comparison_figures {
	const char *method;
	double size;
	double family_error; /* samples where nothing differs and something was said to differ */
	double power;	     /* pairs that differ and were said to, in the right direction */
	double twin;	     /* the same of the twins alone */
	double all_covered;  /* samples all of whose intervals cover their differences */
	double offered; /* pairs that have an interval, of those that are not one system twice */
	double covered; /* of these: intervals that cover */
	double width;	/* of an interval, mean */
	double ranks_covered; /* samples all of whose sets of ranks contain the true ranks */
	double ranks;	      /* in a set, mean */
	double decile_power[COMPARISON_DECILES];
	double decile_spread[COMPARISON_DECILES]; /* the most in this decile of all pairs */
};

enum {
	BLOCKS = 40,  /* of the samples of a size */
	EFFECTS = 10, /* pairs of a sample whose effect size gets an interval, which takes long */
};

struct comparison_tally {
	int64_t false_alarms, found, findable, twins, all_covered, covered, pairs, intervals,
		ranks_covered;
	int64_t decile_found[COMPARISON_DECILES], decile_findable[COMPARISON_DECILES];
	double width, ranks;
};

struct work {
	struct compared_population from;
	size_t ways; /* adjustments, and the effect size */
	size_t blocks;
	struct comparison_tally *tally;	  /* of each block and way */
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
			  const struct adjustment *a, struct comparison_tally *t);

static void count_alarm(const struct compared_sample *x, const struct work *w,
			const struct adjustment *a, struct comparison_tally *t)
{
	bool any = false;
	for (size_t p = 0; p < w->from.pairs; p++)
		any = any || (x->equal[p] && says_differ(x, w, a, p));
	t->false_alarms += any;
}

/* There is none if no topic of the sample differs from another. */
static void count_interval(struct comparison_tally *t, struct interval x, double truth, bool *all)
{
	t->pairs++;
	if (!interval_is_offered(x))
		return;
	t->intervals++;
	t->covered += interval_covers(x, truth);
	t->width += x.upper - x.lower;
	*all = *all && interval_covers(x, truth);
}

/* A pair that is the same system twice has nothing to be found, and no effect size. */
static bool same_system(const struct compared_sample *x, size_t p)
{
	return !isfinite(x->true_effect[p]);
}

static void count_ranks(const struct compared_sample *x, const struct work *w,
			struct comparison_tally *t)
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
			  const struct adjustment *a, struct comparison_tally *t)
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
		t->twins += found && x->pair[p].a == 0 && x->pair[p].b == 1;
		t->decile_findable[decile] += x->truth[p] != 0;
		t->decile_found[decile] += found;
		const struct interval ends = { mean - reach, mean + reach };
		count_interval(t, ends, x->truth[p], &all);
		rank_sets_add(x->allowed, &x->pair[p], ends, false);
	}
	t->all_covered += all;
	count_ranks(x, w, t);
}

static void count_effects(const struct compared_sample *x, const struct work *w,
			  struct comparison_tally *t)
{
	bool all = true;
	for (size_t p = 0; p < w->from.pairs && p < EFFECTS; p++) {
		if (same_system(x, p))
			continue;
		struct interval d = effect_interval(&x->effect[p], (1 - w->from.s->level) / 2,
						    (1 + w->from.s->level) / 2);
		count_interval(t, d, x->true_effect[p], &all);
	}
}

/* All adjustments of the tests of these scores. */
static int try_scores(struct compared_sample *x, const struct work *w, const double *score,
		      count_result *count, struct comparison_tally *tally, struct err *e)
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

/* Whether a way is asked for. */
static bool asks(const struct comparison_asked *s, const char *way)
{
	bool any = s->way.count == 0;
	for (size_t i = 0; i < s->way.count; i++)
		any = any || strcmp(s->way.text[i], way) == 0;
	return any;
}

/* One sample: first where nothing differs, then as it is. */
static int try_sample(struct compared_sample *x, const struct work *w,
		      struct comparison_tally *tally, struct err *e)
{
	int part = w->from.s->part;
	if (part != PART_TRUE && try_scores(x, w, x->null, count_alarm, tally, e) < 0)
		return -1;
	if (part == PART_EQUAL)
		return 0;
	compared_sample_truths(x, &w->from);
	if (try_scores(x, w, x->score, count_answers, tally, e) < 0)
		return -1;
	if (asks(w->from.s, "d_z"))
		count_effects(x, w, &tally[w->ways - 1]);
	return 0;
}

static int run_block(void *context, size_t block, int thread, struct err *e)
{
	(void)thread;
	const struct work *w = context;
	const struct comparison_asked *s = w->from.s;
	size_t part = block % w->blocks, topics = (size_t)s->sizes.value[block / w->blocks];
	struct comparison_tally *tally = w->tally + block * w->ways;
	struct compared_sample x;
	int result = compared_sample_init(&x, &w->from, topics,
					  w->from.range_quantile[block / w->blocks], e);
	int64_t end = s->effort.samples * (int64_t)(part + 1) / (int64_t)w->blocks;
	for (int64_t i = s->effort.samples * (int64_t)part / (int64_t)w->blocks;
	     i < end && result == 0; i++) {
		struct uniform u = uniform_start(
			s->effort.seed, (uint64_t)topics << 32 | (uint64_t)i, STREAM_COMPARED);
		result = compared_sample_draw(&x, &w->from, &u, e);
		if (result == 0)
			result = try_sample(&x, w, tally, e);
	}
	arena_release(&x.memory);
	return result;
}

/* ---- all blocks ---- */

static struct comparison_figures sum_up(const struct work *w, size_t size, size_t way)
{
	const struct comparison_asked *s = w->from.s;
	const struct adjustment *a = w->way[way];
	bool effect = a == NULL;
	struct comparison_tally sum = { 0 };
	for (size_t i = 0; i < w->blocks; i++) {
		const struct comparison_tally *t =
			&w->tally[(size * w->blocks + i) * w->ways + way];
		sum.false_alarms += t->false_alarms;
		sum.twins += t->twins;
		sum.found += t->found;
		sum.findable += t->findable;
		sum.all_covered += t->all_covered;
		sum.covered += t->covered;
		sum.pairs += t->pairs;
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
	bool together = intervals && !effect,
	     ranked = together && !s->baseline && s->part != PART_EQUAL;
	double samples = (double)s->effort.samples, all = (double)sum.intervals;
	struct comparison_figures out = {
		.method = effect ? "d_z" : a->name,
		.size = s->sizes.value[size],
		.family_error =
			effect || s->part == PART_TRUE ? NAN : (double)sum.false_alarms / samples,
		.power = effect ? NAN : (double)sum.found / (double)sum.findable,
		.twin = effect || s->twin == TWIN_NONE || s->part == PART_EQUAL
				? NAN
				: (double)sum.twins / samples,
		.all_covered =
			together && s->part != PART_EQUAL ? (double)sum.all_covered / samples : NAN,
		.offered = intervals ? all / (double)sum.pairs : NAN,
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

static int check_table(const struct comparison_asked *s, const struct score_table *t,
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

static int by_score(const void *a, const void *b, void *context)
{
	const double *score = context;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return score[x] != score[y] ? (score[x] < score[y] ? -1 : 1) : x < y ? -1 : x > y;
}

static int by_mean(const void *a, const void *b, void *context)
{
	const double *mean = context;
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return mean[x] != mean[y] ? (mean[x] > mean[y] ? -1 : 1) : x < y ? -1 : x > y;
}

/* Which scores are missing. */
static int find_missing(struct work *w, struct arena *memory, struct err *e)
{
	const struct comparison_asked *s = w->from.s;
	const struct score_table *t = w->from.table;
	size_t count = (size_t)ceil(s->empty * (double)t->topics);
	struct uniform u = uniform_start(s->effort.seed, UINT64_MAX, STREAM_COMPARED);
	if (s->empty == 0)
		return 0;
	if (s->null != NULL_CENTRED || s->way.count == 0 || asks(s, "tukey") ||
	    asks(s, "random-tukey"))
		return err_usage(e, "empty= needs null=centred, and way=holm or way=holm-checked");
	w->from.lacks = arena_zeroed(memory, t->systems * t->topics, sizeof *w->from.lacks);
	size_t *topic = arena_zeroed(memory, t->topics, sizeof *topic);
	if (memory->failed)
		return err_memory(e);
	for (size_t i = 0; i < t->systems; i++) {
		for (size_t k = 0; k < t->topics; k++)
			topic[k] = k;
		if (s->worst)
			stable_sort(topic, t->topics, sizeof *topic, by_score,
				    t->value + i * t->topics);
		else
			uniform_choose(&u, topic, t->topics, count);
		for (size_t k = 0; k < count; k++)
			w->from.lacks[i * t->topics + topic[k]] = true;
	}
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
	w->way = arena_zeroed(memory, count + 3, sizeof *w->way);
	w->from.by_mean = arena_zeroed(memory, t->systems, sizeof *w->from.by_mean);
	w->from.mean = arena_zeroed(memory, t->systems, sizeof *w->from.mean);
	w->from.range_quantile = arena_zeroed(memory, sizes->count, sizeof *w->from.range_quantile);
	if (memory->failed)
		return err_memory(e);
	count = 0;
	for (size_t i = 0; adjustments[i] != NULL; i++)
		if (asks(w->from.s, adjustments[i]->name) &&
		    (!w->from.s->baseline || !adjustments[i]->all_pairs))
			w->way[count++] = adjustments[i];
	w->from.checked =
		(struct adjustment){ .name = "holm-checked", .adjust = adjustments[0]->adjust };
	if (asks(w->from.s, w->from.checked.name))
		w->way[count++] = &w->from.checked;
	w->ways = count + 1;
	for (size_t i = 0; i < t->systems * t->topics; i++)
		w->from.mean[i / t->topics] += t->value[i] / (double)t->topics;
	for (size_t i = 0; i < t->systems; i++)
		w->from.by_mean[i] = i;
	stable_sort(w->from.by_mean, t->systems, sizeof *w->from.by_mean, by_mean, w->from.mean);
	for (size_t i = 0; i < sizes->count; i++)
		w->from.range_quantile[i] = tukey_quantile(
			w->from.s->systems, (size_t)sizes->value[i], 1 - w->from.s->level);
	return find_missing(w, memory, e) < 0 ? -1 : find_deciles(w, e);
}

/*
 * `figures` and their number, for the caller to free; nan if a way has no such figure. Systems
 * without a score for a topic are an error, as are fewer systems than are to be compared.
 */
static int comparison_simulate(const struct comparison_asked *s, const struct score_table *t,
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
	int result = w.tally == NULL || out == NULL
			     ? err_memory(e)
			     : parallel_each(s->effort.jobs, items, run_block, &w, e);
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

/* ---- lines ---- */

struct row {
	struct comparison_figures figures;
	double systems, level, empty;
	const char *where;
	int64_t samples, resamples, seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "n", NULL, RECORD_COUNT, AT(figures.size) },
	{ "systems", NULL, RECORD_COUNT, AT(systems) },
	{ "empty", NULL, RECORD_SHORT, AT(empty) },
	{ "where", NULL, RECORD_TEXT, AT(where) },
	{ "method", NULL, RECORD_TEXT, AT(figures.method) },
	{ "family_error", NULL, RECORD_REAL, 6, AT(figures.family_error) },
	{ "power", NULL, RECORD_REAL, 6, AT(figures.power) },
	{ "twin_power", NULL, RECORD_REAL, 6, AT(figures.twin) },
	{ "coverage_all", NULL, RECORD_REAL, 6, AT(figures.all_covered) },
	{ "offered", NULL, RECORD_REAL, 6, AT(figures.offered) },
	{ "coverage", NULL, RECORD_REAL, 6, AT(figures.covered) },
	{ "width", NULL, RECORD_REAL, 6, AT(figures.width) },
	{ "coverage_ranks", NULL, RECORD_REAL, 6, AT(figures.ranks_covered) },
	{ "ranks", NULL, RECORD_REAL, 6, AT(figures.ranks) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "resamples", NULL, RECORD_WHOLE, AT(resamples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

/* --deciles: a line for each decile. */
struct decile_row {
	struct row row;
	double decile, spread, power;
};

#undef AT
#define AT(field) .at = offsetof(struct decile_row, field)

static const struct record_column decile_columns[] = {
	{ "n", NULL, RECORD_COUNT, AT(row.figures.size) },
	{ "systems", NULL, RECORD_COUNT, AT(row.systems) },
	{ "method", NULL, RECORD_TEXT, AT(row.figures.method) },
	{ "decile", NULL, RECORD_COUNT, AT(decile) },
	{ "sd", NULL, RECORD_REAL, 6, AT(spread) },
	{ "power", NULL, RECORD_REAL, 6, AT(power) },
	{ "level", NULL, RECORD_SHORT, AT(row.level) },
	{ "samples", NULL, RECORD_WHOLE, AT(row.samples) },
	{ "resamples", NULL, RECORD_WHOLE, AT(row.resamples) },
	{ "seed", NULL, RECORD_WHOLE, AT(row.seed) },
	{ 0 },
};

static void add_deciles(struct records *r, const struct row *row)
{
	for (size_t d = 0; !isnan(row->figures.power) && d < COMPARISON_DECILES; d++) {
		const struct decile_row line = { .row = *row,
						 .decile = (double)(d + 1),
						 .spread = row->figures.decile_spread[d],
						 .power = row->figures.decile_power[d] };
		records_add(r, &line);
	}
}

static int answer(const void *request, const struct score_table *t, struct records *lines,
		  struct picture *picture, struct err *e)
{
	(void)picture; /* there is none */
	const struct comparison_asked *s = request;
	struct comparison_figures *figures = NULL;
	size_t count = 0;
	if (comparison_simulate(s, t, shown_path(s->asked.matrix), &figures, &count, e) < 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const struct row row = { .figures = figures[i],
					 .systems = (double)s->systems,
					 .empty = s->empty,
					 .where = s->empty == 0 ? ""
						  : s->worst	? "worst"
								: "random",
					 .level = s->level,
					 .samples = s->effort.samples,
					 .resamples = s->resamples,
					 .seed = (int64_t)s->effort.seed };
		if (!asks(s, figures[i].method))
			continue;
		if (s->deciles)
			add_deciles(lines, &row);
		else
			records_add(lines, &row);
	}
	free(figures);
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	const struct comparison_asked *s = request;
	return s->deciles ? matrix_run(s, decile_columns, sizeof(struct decile_row), answer, out, e)
			  : matrix_run(s, columns, sizeof(struct row), answer, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
