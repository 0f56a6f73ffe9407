/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a gate (compare --gate) is wrong. All topics of a matrix of scores are taken as all
 * that there are, so that the loss of each run against each other one is known. The margin is
 * exactly this loss: then `fail` is an error, and so is `pass` of the noninferior form. Pairs of
 * runs are drawn, and of each so many samples of topics, with replacement. A line for each size and
 * way: the error rates of the pairs, their mean and their 90th percentile, since the mean over
 * pairs in both orders hardly sees what skew does to one of them.
 *
 * Several matrices are as many measures of the same runs and topics. By all of them the loss is the
 * margin where `fail` is counted; where `pass` is, it is so by the first one, and the others pass.
 *
 * Evidence: ap.csv pairs=200 samples=500
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/random/uniform.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/mean_interval.h"
#include "tests/experiments/matrix.h"

enum { MATRICES = 8, WAYS = 3, ERRORS = 2 };

struct gate_asked {
	struct text_list file;
	struct number_list sizes;
	size_t pairs;
	double percent; /* the largest margin; 0: margins are in units of the measure */
	double level;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct gate_asked, member)

static const struct command_option keys[] = {
	{ OPTION_SIZES("Topics in a sample (default 25,50)"), AT(sizes) },
	{ "pairs", 0, "N", "Pairs of runs, in this order (default 2000)", WHOLE(1, 1000000),
	  AT(pairs) },
	{ "percent", 0, "X",
	  "The margin is in % of the mean of the baseline, of pairs that lose at most X %",
	  REAL(ABOVE_TO(0, 100)), AT(percent) },
	{ OPTION_LEVEL("gate"), AT(level) },
	{ OPTION_SAMPLES("Samples of topics of each pair (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct gate_asked *)request = (struct gate_asked){ .sizes = { { 25, 50 }, 2 },
							     .pairs = 2000,
							     .level = 0.95,
							     .effort = experiment_effort(1000) };
}

static int check(void *request, struct err *e)
{
	size_t files = ((struct gate_asked *)request)->file.count;
	return files < 1 || files > MATRICES
		       ? err_usage(e, "one to %d matrices are needed", MATRICES)
		       : 0;
}

static const struct command_option word = { AT(file), .type = OPTION_FILES };

static const struct command_table table = {
	.name = "gate",
	.arguments = "FILE...",
	.doc = "How often a gate is wrong at a true loss of exactly its margin.",
	.option = keys,
	.word = &word,
	.size = sizeof(struct gate_asked),
	.init = init,
	.check = check,
};

/* ---- one pair ---- */

struct work {
	const struct gate_asked *asked;
	struct score_table measure[MATRICES];
	double *rate; /* [(size * WAYS + way) * ERRORS + error][pair] */
};

/* What is left of the allowed loss, topic by topic: its mean is 0. False: there is no such margin.
 */
static bool fill_slack(const struct score_table *t, size_t a, size_t b, double percent,
		       double *slack)
{
	double gain = 0, unit = 0;
	bool differ = false;
	for (size_t i = 0; i < t->topics; i++) {
		double x = t->value[a * t->topics + i], y = t->value[b * t->topics + i];
		gain += y - x;
		unit += percent > 0 ? x : 1;
		differ = differ || fabs(y - x) > 1e-9;
	}
	for (size_t i = 0; i < t->topics; i++) {
		double x = t->value[a * t->topics + i], y = t->value[b * t->topics + i];
		slack[i] = y - x - gain / unit * (percent > 0 ? x : 1);
	}
	double loss = -100 * gain / unit;
	return differ && unit > 0 && (percent == 0 || (loss >= 0 && loss <= percent));
}

/* Two different runs, whose scores differ by all measures. */
static void draw_pair(const struct work *w, struct uniform *u, double *slack)
{
	const struct score_table *t = &w->measure[0];
	bool drawn;
	do {
		size_t a = (size_t)uniform_below(u, t->systems);
		size_t b = (size_t)uniform_below(u, t->systems);
		drawn = a != b;
		for (size_t m = 0; drawn && m < w->asked->file.count; m++)
			drawn = fill_slack(&w->measure[m], a, b, w->asked->percent,
					   slack + m * t->topics);
	} while (!drawn);
}

static void try_sample(const struct work *w, struct uniform *u, const double *slack, size_t n,
		       size_t *topic, double *sample, const double quantile[2], double *count)
{
	size_t measures = w->asked->file.count, topics = w->measure[0].topics;
	bool wrong[WAYS][ERRORS] = { 0 };
	for (size_t i = 0; i < n; i++)
		topic[i] = (size_t)uniform_below(u, topics);
	for (size_t m = 0; m < measures; m++) {
		for (size_t i = 0; i < n; i++)
			sample[i] = slack[m * topics + topic[i]];
		for (int way = 0; way < WAYS; way++) {
			const struct interval x = skewed_bounds_by((enum skewed_way)way, sample, n,
								   1e-9, quantile[1], quantile[0]);
			wrong[way][0] = wrong[way][0] || x.upper < 0;
			wrong[way][1] = wrong[way][1] || (m == 0 && x.lower > 0);
		}
	}
	for (int way = 0; way < WAYS; way++)
		for (int k = 0; k < ERRORS; k++)
			count[way * ERRORS + k] += wrong[way][k];
}

static int run_pair(void *context, size_t pair, int thread, struct err *e)
{
	(void)thread;
	const struct work *w = context;
	const struct gate_asked *q = w->asked;
	size_t topics = w->measure[0].topics;
	struct arena memory = { 0 };
	double *slack = arena_zeroed(&memory, q->file.count * topics, sizeof *slack);
	struct uniform u = uniform_start(q->effort.seed, pair, 0);
	if (slack != NULL)
		draw_pair(w, &u, slack);
	for (size_t s = 0; s < q->sizes.count && !memory.failed; s++) {
		size_t n = (size_t)q->sizes.value[s];
		size_t *topic = arena_zeroed(&memory, n, sizeof *topic);
		double *sample = arena_zeroed(&memory, n, sizeof *sample);
		double count[WAYS * ERRORS] = { 0 }, alpha = 1 - q->level, freedom = (double)n - 1;
		const double quantile[] = { qt(alpha / (double)q->file.count, freedom, 0, 0),
					    qt(alpha, freedom, 0, 0) };
		for (int64_t i = 0; i < q->effort.samples && !memory.failed; i++)
			try_sample(w, &u, slack, n, topic, sample, quantile, count);
		for (size_t k = 0; k < WAYS * ERRORS; k++)
			w->rate[(s * WAYS * ERRORS + k) * q->pairs + pair] =
				count[k] / (double)q->effort.samples;
	}
	bool failed = memory.failed;
	arena_release(&memory);
	return failed ? err_memory(e) : 0;
}

/* ---- lines ---- */

struct row {
	const char *way;
	double size, measures, error[ERRORS], high[ERRORS];
	int64_t pairs, samples, seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "way", NULL, RECORD_TEXT, AT(way) },
	{ "n", NULL, RECORD_COUNT, AT(size) },
	{ "measures", NULL, RECORD_COUNT, AT(measures) },
	{ "fail", NULL, RECORD_REAL, 4, AT(error[0]) },
	{ "fail_p90", NULL, RECORD_REAL, 4, AT(high[0]) },
	{ "pass", NULL, RECORD_REAL, 4, AT(error[1]) },
	{ "pass_p90", NULL, RECORD_REAL, 4, AT(high[1]) },
	{ "pairs", NULL, RECORD_WHOLE, AT(pairs) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void add_lines(struct records *r, const struct work *w)
{
	static const char *const names[WAYS] = { "both", "t", "hall" };
	const struct gate_asked *q = w->asked;
	for (size_t s = 0; s < q->sizes.count; s++)
		for (size_t way = 0; way < WAYS; way++) {
			struct row x = { .way = names[way],
					 .size = q->sizes.value[s],
					 .measures = (double)q->file.count,
					 .pairs = (int64_t)q->pairs,
					 .samples = q->effort.samples,
					 .seed = (int64_t)q->effort.seed };
			for (size_t k = 0; k < ERRORS; k++) {
				double *rate = w->rate + ((s * WAYS + way) * ERRORS + k) * q->pairs;
				for (size_t i = 0; i < q->pairs; i++)
					x.error[k] += rate[i] / (double)q->pairs;
				qsort(rate, q->pairs, sizeof *rate, ascending);
				x.high[k] = rate[q->pairs * 9 / 10];
			}
			records_add(r, &x);
		}
}

/* ---- all pairs ---- */

static int read_matrices(struct work *w, struct err *e)
{
	for (size_t m = 0; m < w->asked->file.count; m++) {
		const char *path = w->asked->file.text[m];
		struct score_table *t = &w->measure[m];
		if (score_table_from_matrix(t, path, e) < 0)
			return -1;
		if (t->topics != w->measure[0].topics || t->systems != w->measure[0].systems)
			return err_data(e, "%.300s: other topics or systems than the first file",
					path);
	}
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct gate_asked *q = request;
	struct work w = { .asked = q };
	struct records lines;
	records_init(&lines, columns, sizeof(struct row));
	w.rate = calloc(q->sizes.count * WAYS * ERRORS * q->pairs, sizeof *w.rate);
	int result = w.rate == NULL ? err_memory(e) : read_matrices(&w, e);
	if (result == 0)
		result = parallel_each(q->effort.jobs, q->pairs, run_pair, &w, e);
	if (result == 0)
		add_lines(&lines, &w);
	result = print_csv(&lines, NULL, NULL, result, out, e);
	for (size_t m = 0; m < MATRICES; m++)
		score_table_release(&w.measure[m]);
	free(w.rate);
	return result;
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
