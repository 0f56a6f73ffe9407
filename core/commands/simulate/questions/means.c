/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate means: how often intervals of means over topics, from sampled judgments, cover the true
 * mean.
 */
#include <math.h>

#include "core/commands/simulate/means_simulation.h"
#include "core/commands/simulate/truths_asked.h"

struct means_asked {
	struct truths_asked truths;
	struct means_simulation means;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct means_asked, member)

static const char *const whose[] = { "these", "random", NULL };

static const struct command_option options[] = {
	{ .include = truth_options, AT(truths) },
	{ HEADING("Means:") },
	{ "topic-count", 0, "T,...", "Means over T truths, drawn with replacement as topics",
	  LIST(WHOLES(1, 100000)), AT(means.topics) },
	{ "topics", 0, "WHICH", "Means are of these topics (default), or of random ones like them",
	  WORD(whose), AT(means.random_topics),
	  .more = "The true value of `random` ones is the mean over all truths." },
	{ OPTION_QUANTITY("recall (default), precision, F or yield; diff-recall, diff-P or diff-F "
			  "of two runs; prob-gt, how sure one seems the better, is diff-recall",
			  simulation_quantities),
	  AT(truths.quantity) },
	{ OPTION_BETA, AT(truths.simulation.interval.beta) },
	{ .include = bound_options, AT(truths) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Samples, each of new topics (default 1000)"),
	  AT(truths.simulation.effort.samples) },
	{ .include = effort_options, AT(truths.simulation.effort) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static void init(void *request)
{
	struct means_asked *q = request;
	truths_asked_init(q);
	q->truths.simulation.effort.samples = 1000;
	q->means.resamples = 1000;
}

static int check(void *request, struct err *e)
{
	struct means_asked *q = request;
	q->means.difference = q->truths.quantity >= DIFFERENCES;
	if (q->means.topics.count == 0)
		return err_usage(e, "the number of topics is missing (--topic-count=T)");
	if (q->means.difference && q->means.random_topics)
		return err_usage(e, "--topics=random has no differences");
	return truths_asked_check(q, e);
}

static const struct command_table table = {
	.name = "simulate means",
	.summary = "how often intervals of means over topics cover, from sampled judgments",
	.doc = "How often the intervals of means over topics cover the true mean, with samples from "
	       "known truths.",
	.notes = NOTE_OF_TRUTHS EXIT_STATUS,
	.option = options,
	.size = sizeof(struct means_asked),
	.init = init,
	.release = truths_asked_release,
	.shard = offsetof(struct means_asked, answer.shard),
	.check = check,
};

/* ---- lines ---- */

struct row {
	const char *scenario, *quantity, *tail, *whose;
	double beta, level, topics;
	int64_t seed;
	struct means_result result;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "scenario", "scenario", RECORD_TEXT, .width = 8, AT(scenario) },
	{ "topic_count", "topics", RECORD_COUNT, .width = 6, AT(topics) },
	{ "method", "method", RECORD_TEXT, .width = 13, AT(result.method) },
	{ "quantity", "quantity", RECORD_TEXT, .width = 9, AT(quantity) },
	{ "beta", NULL, RECORD_SHORT, AT(beta) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "tail", NULL, RECORD_TEXT, AT(tail) },
	{ "topics", NULL, RECORD_TEXT, AT(whose) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "samples", "samples", RECORD_COUNT, .width = 7, AT(result.samples) },
	{ "coverage", "coverage", RECORD_REAL, 6, 4, 8, AT(result.covered) },
	{ "coverage_se", "se", RECORD_REAL, 6, 4, 6, AT(result.error) },
	{ "coverage_estimated", "estimated", RECORD_REAL, 6, 4, 9, AT(result.estimated) },
	{ "below", "below", RECORD_REAL, 6, 4, 7, AT(result.below) },
	{ "above", "above", RECORD_REAL, 6, 4, 7, AT(result.above) },
	{ "width", "width", RECORD_REAL, 6, 4, 8, AT(result.width) },
	{ "bias", "bias", RECORD_REAL, 6, 4, 8, AT(result.bias) },
	{ "rmse", "rmse", RECORD_REAL, 6, 4, 8, AT(result.rmse) },
	{ "outside", "outside", RECORD_REAL, 6, 4, 7, AT(result.outside) },
	{ "warned", "warned", RECORD_REAL, 6, 4, 7, AT(result.warned) },
	{ "undefined", "undefined", RECORD_REAL, 6, 4, 9, AT(result.undefined) },
	{ "prob_above", "P>.95", RECORD_REAL, 6, 4, 7, AT(result.surely_above), .if_any = true },
	{ "prob_below", "P<.05", RECORD_REAL, 6, 4, 7, AT(result.surely_below), .if_any = true },
	{ 0 },
};

static void add_lines(struct records *r, const struct means_asked *q, const char *name,
		      const struct means_result *x, size_t count)
{
	const struct simulation *s = &q->truths.simulation;
	for (size_t i = 0; i < count; i++) {
		struct row row = { .scenario = name,
				   .quantity = simulation_quantities[q->truths.quantity],
				   .tail = tail_names[q->truths.tail],
				   .whose = whose[q->means.random_topics],
				   .beta = s->interval.beta,
				   .level = s->level,
				   .topics = (double)x[i].topics,
				   .seed = (int64_t)s->effort.seed,
				   .result = x[i] };
		if (q->truths.tail != TAIL_BOTH)
			row.result.width = NAN;
		records_add(r, &row);
	}
}

/* ---- the question ---- */

static int simulate_source(const struct means_asked *q, const struct truth_source *from,
			   struct means_result *r, struct records *lines, struct err *e)
{
	size_t count;
	if (q->means.difference && (from->truths == NULL || !from->truths->pairs))
		return err_data(e, "%.600s: no column retrieved_b, which differences need",
				from->name);
	if (means_simulation_run(&q->truths.simulation, &q->means, from, r, &count, e) < 0)
		return -1;
	add_lines(lines, q, from->name, r, count);
	return 0;
}

static int answer(void *request, const struct truth_sources *x, struct records *lines,
		  struct picture *picture, const struct output *out, struct err *e)
{
	const struct means_asked *q = request;
	struct means_result *r = calloc(METHODS_MAX * q->means.topics.count, sizeof *r);
	int result = r == NULL ? err_memory(e) : 0;
	(void)picture; /* there is none */
	(void)out;
	progress_begin(&q->truths.simulation.effort.progress,
		       x->count * means_simulation_steps(&q->truths.simulation, &q->means));
	for (size_t i = 0; i < x->count && result == 0; i++)
		result = simulate_source(q, &x->source[i], r, lines, e);
	free(r);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct means_asked *q = request;
	struct records lines;
	records_init(&lines, columns, sizeof(struct row));
	return simulate_truths(&q->truths, &q->answer, answer, q, &lines, out, e);
}

COMMAND = { &table, run, help_with_scenarios };
