/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a gate (compare --gate) is wrong. All topics of a matrix of scores are taken as all
 * that there are, so that the loss of each run against each other one is known. The margin is
 * exactly this loss: then `fail` is an error, and so is `pass` of the noninferior form. Pairs of
 * runs are drawn, and of each so many samples of topics, with replacement. A line for each size and
 * way: the error rates of the pairs, their mean and their 90th percentile, since the mean over
 * pairs in both orders hardly sees what skew does to one of them; and the mean of the quarter of
 * pairs in which skew makes `fail` most likely.
 *
 * Power is that of `fail` if the loss is three times the margin, of pairs that lose .005 or more.
 * Beside it is that of a t bound with another quantile, by which it errs as often in all these
 * samples.
 *
 * Several matrices are as many measures of the same runs and topics. By all of them the loss is the
 * margin where `fail` is counted; where `pass` is, it is so by the first one, and the others pass.
 *
 * Evidence: ap.csv sizes=8,12,25,50 pairs=200 samples=500
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/random/uniform.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/mean_interval.h"
#include "tests/experiments/matrix.h"

enum { MATRICES = 8, WAYS = 2, ERRORS = 3 };

/* What is counted: `fail` and `pass` at the margin, and `fail` at a third of the loss. */
enum { FAIL, PASS, POWER };

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
	{ "sizes", 0, "N,...", "Topics in a sample (default 25,50)", LIST(WHOLES(2, 1000000)),
	  AT(sizes) },
	{ "pairs", 0, "N", "Pairs of runs, in this order (default 2000)", WHOLE(1, 1000000),
	  AT(pairs) },
	{ "percent", 0, "X",
	  "The margin is in % of the mean of the baseline, of pairs that lose at most X %",
	  REAL(ABOVE_TO(0, 100)), AT(percent) },
	{ OPTION_LEVEL, AT(level) },
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
	/* Standard errors by which the mean lies beyond the margin, and beyond a third of the loss:
	 * [size][pair][sample]. */
	double *beyond[2];
	double *skew; /* of the first measure, by pair */
	double *loss; /* the same; nan where power is not counted */
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

static double skewness(const double *x, size_t count)
{
	double mean = 0, second = 0, third = 0, n = (double)count;
	for (size_t i = 0; i < count; i++)
		mean += x[i] / n;
	for (size_t i = 0; i < count; i++) {
		double d = x[i] - mean;
		second += d * d / n;
		third += d * d * d / n;
	}
	return third / pow(second, 1.5);
}

/* Two different runs, whose scores differ by all measures; returns the loss by the first. */
static double draw_pair(const struct work *w, struct uniform *u, double *slack)
{
	double loss = 0;
	const struct score_table *t = &w->measure[0];
	bool drawn;
	do {
		size_t a = (size_t)uniform_below(u, t->systems);
		size_t b = (size_t)uniform_below(u, t->systems);
		drawn = a != b;
		for (size_t m = 0; drawn && m < w->asked->file.count; m++)
			drawn = fill_slack(&w->measure[m], a, b, w->asked->percent,
					   slack + m * t->topics);
		loss = 0;
		for (size_t i = 0; i < t->topics; i++)
			loss += (t->value[a * t->topics + i] - t->value[b * t->topics + i]) /
				(double)t->topics;
	} while (!drawn);
	return loss;
}

/* Standard errors by which a loss is larger than the one allowed; where all topics are alike, as
 * far as can be. */
static double errors_beyond(const double *slack, size_t n, double less)
{
	double mean = 0, squares = 0, count = (double)n;
	for (size_t i = 0; i < n; i++)
		mean += (slack[i] - less) / count;
	for (size_t i = 0; i < n; i++)
		squares += (slack[i] - less - mean) * (slack[i] - less - mean);
	double error = sqrt(squares / (count - 1) / count);
	return error > 1e-9 ? -mean / error : mean < -1e-9 ? 1e9 : -1e9;
}

static void try_sample(const struct work *w, struct uniform *u, const double *slack, double loss,
		       size_t n, size_t *topic, double *sample, const double quantile[2],
		       double *count, double *beyond[2])
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
			wrong[way][FAIL] = wrong[way][FAIL] || x.upper < 0;
			wrong[way][PASS] = wrong[way][PASS] || (m == 0 && x.lower > 0);
			wrong[way][POWER] =
				wrong[way][POWER] || (m == 0 && x.upper - loss * 2 / 3 < 0);
		}
		for (int k = 0; m == 0 && k < 2; k++)
			*beyond[k] = errors_beyond(sample, n, k == 0 ? 0 : loss * 2 / 3);
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
	double loss = slack != NULL ? draw_pair(w, &u, slack) : 0;
	if (slack != NULL)
		w->skew[pair] = skewness(slack, topics);
	bool counts = loss >= 0.005 && q->percent == 0 && q->file.count == 1;
	w->loss[pair] = counts ? loss : NAN;
	for (size_t s = 0; s < q->sizes.count && !memory.failed; s++) {
		size_t n = (size_t)q->sizes.value[s];
		size_t *topic = arena_zeroed(&memory, n, sizeof *topic);
		double *sample = arena_zeroed(&memory, n, sizeof *sample);
		double count[WAYS * ERRORS] = { 0 }, alpha = 1 - q->level, freedom = (double)n - 1;
		const double quantile[] = { qt(alpha / (double)q->file.count, freedom, 0, 0),
					    qt(alpha, freedom, 0, 0) };
		for (int64_t i = 0; i < q->effort.samples && !memory.failed; i++) {
			size_t at = (s * q->pairs + pair) * (size_t)q->effort.samples + (size_t)i;
			double *beyond[] = { &w->beyond[0][at], &w->beyond[1][at] };
			try_sample(w, &u, slack, loss, n, topic, sample, quantile, count, beyond);
		}
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
	double size, measures, error[ERRORS], high[ERRORS], worst, by_t;
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
	{ "fail_worst", NULL, RECORD_REAL, 4, AT(worst) },
	{ "pass", NULL, RECORD_REAL, 4, AT(error[1]) },
	{ "pass_p90", NULL, RECORD_REAL, 4, AT(high[1]) },
	{ "power", NULL, RECORD_REAL, 4, AT(error[2]) },
	{ "power_t", NULL, RECORD_REAL, 4, AT(by_t) },
	{ "pairs", NULL, RECORD_WHOLE, AT(pairs) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

/* The mean rate of the quarter of pairs with the most skew in what is left of the allowed loss. */
static double worst_quarter(const struct work *w, const double *rate)
{
	size_t pairs = w->asked->pairs, quarter = 0;
	double sum = 0;
	for (size_t i = 0; i < pairs; i++) {
		size_t above = 0;
		for (size_t k = 0; k < pairs; k++)
			above += w->skew[k] > w->skew[i] || (w->skew[k] == w->skew[i] && k < i);
		if (above >= (pairs + 3) / 4)
			continue;
		sum += rate[i];
		quarter++;
	}
	return sum / (double)quarter;
}

/* The power of t with the quantile by which it errs in a share `error` of the same samples. */
static double power_of_t(const struct work *w, size_t size, double error, double *room)
{
	const struct gate_asked *q = w->asked;
	size_t samples = (size_t)q->effort.samples, all = q->pairs * samples, count = 0, found = 0;
	const double *at[] = { w->beyond[0] + size * all, w->beyond[1] + size * all };
	for (size_t i = 0; i < all; i++)
		if (!isnan(w->loss[i / samples]))
			room[count++] = at[0][i];
	if (count == 0)
		return NAN;
	qsort(room, count, sizeof *room, ascending);
	double limit = room[count - 1 - (size_t)fmin(error * (double)count, (double)(count - 1))];
	for (size_t i = 0; i < all; i++)
		found += !isnan(w->loss[i / samples]) && at[1][i] > limit;
	return (double)found / (double)count;
}

/* The mean of the pairs whose power is counted. */
static double mean_of_losing(const struct work *w, const double *rate)
{
	double sum = 0, count = 0;
	for (size_t i = 0; i < w->asked->pairs; i++)
		if (!isnan(w->loss[i])) {
			sum += rate[i];
			count++;
		}
	return sum / count;
}

static void add_lines(struct records *r, const struct work *w, double *room)
{
	static const char *const names[WAYS] = { "johnson", "t" };
	const struct gate_asked *q = w->asked;
	for (size_t s = 0; s < q->sizes.count; s++)
		for (size_t way = 0; way < WAYS; way++) {
			struct row x = { .way = names[way],
					 .size = q->sizes.value[s],
					 .measures = (double)q->file.count,
					 .pairs = (int64_t)q->pairs,
					 .samples = q->effort.samples,
					 .seed = (int64_t)q->effort.seed };
			double *of_way = w->rate + (s * WAYS + way) * ERRORS * q->pairs;
			x.worst = worst_quarter(w, of_way);
			x.by_t = power_of_t(w, s, mean_of_losing(w, of_way), room);
			x.error[POWER] = mean_of_losing(w, of_way + POWER * q->pairs);
			for (size_t k = 0; k < POWER; k++) {
				double *rate = of_way + k * q->pairs;
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
	struct arena memory = { 0 };
	size_t all = q->pairs * (size_t)q->effort.samples;
	w.rate = arena_zeroed(&memory, q->sizes.count * WAYS * ERRORS * q->pairs, sizeof *w.rate);
	for (int k = 0; k < 2; k++)
		w.beyond[k] = arena_zeroed(&memory, q->sizes.count * all, sizeof *w.beyond[k]);
	w.skew = arena_zeroed(&memory, q->pairs, sizeof *w.skew);
	w.loss = arena_zeroed(&memory, q->pairs, sizeof *w.loss);
	double *room = arena_zeroed(&memory, all, sizeof *room);
	int result = memory.failed ? err_memory(e) : read_matrices(&w, e);
	if (result == 0)
		result = parallel_each(q->effort.jobs, q->pairs, run_pair, &w, e);
	if (result == 0)
		add_lines(&lines, &w, room);
	result = print_csv(&lines, NULL, NULL, result, out, e);
	for (size_t m = 0; m < MATRICES; m++)
		score_table_release(&w.measure[m]);
	arena_release(&memory);
	return result;
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
