/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate stopping: how often stopping rules miss their target, in reviews of urns, or of rankings
 * whose judgments are complete.
 */
#include <math.h>
#include <stdlib.h>

#include "core/commands/simulate/simulate.h"
#include "core/commands/simulate/stopping_simulation.h"
#include "core/engine/stop/stop_review.h"
#include "core/engine/stop/stopping_options.h"

struct stopping_asked {
	struct stopping_simulation stopping;
	double level;
	struct file_options files;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct stopping_asked, member)

static const struct command_option options[] = {
	{ HEADING("Collections:") },
	{ "Number_docs_in_coll", 'N', "N",
	  "Documents of a collection (default 10000; of a ranking: those that it has, and relevant "
	  "ones that it lacks)",
	  WHOLE(10, 10000000), AT(stopping.collection) },
	{ "prevalence", 0, "X,...", "Share of an urn that is relevant (default 0.001,0.01,0.1)",
	  LIST(BETWEEN(0, 1)), AT(stopping.prevalence) },
	{ "separation", 0, "X",
	  "Urns: standard deviations between scores of relevant and other documents (default 2)",
	  REAL(FROM_TO(0, 100)), AT(stopping.separation) },
	{ .include = file_options, AT(files) },
	{ HEADING("Reviews and rules:") },
	{ "control", 0, "N", "Documents in the control sample (default 500)", WHOLE(0, 10000000),
	  AT(stopping.control) },
	{ "ranked", 0, "X",
	  "Share of the collection that is reviewed by rank, before random documents are drawn "
	  "(default 0.3)",
	  REAL(FROM_TO(0, 1)), AT(stopping.ranked) },
	{ OPTION_TAIL_SIZE " (default 500)", WHOLE(1, INT64_C(1) << 53), AT(stopping.rules.tail) },
	{ OPTION_BATCH, AT(stopping.batch) },
	{ OPTION_TARGET, AT(stopping.rules.target) },
	{ OPTION_LEVEL("rules"), AT(level) },
	{ OPTION_BATCH_PRECISION, AT(stopping.rules.precision) },
	{ OPTION_BUDGET, AT(stopping.rules.budget) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Simulate N reviews of each urn, or of each topic (default 1000)"),
	  AT(stopping.effort.samples) },
	{ .include = effort_options, AT(stopping.effort) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static void init(void *request)
{
	struct stopping_asked *q = request;
	q->stopping = (struct stopping_simulation){
		.rules = { .target = 0.95, .tail = 500, .precision = 0.05, .budget = 0.5 },
		.batch = 100,
		.control = 500,
		.ranked = 0.3,
		.separation = 2,
		.effort = effort_by_default(1000),
	};
	q->level = 0.95;
	q->files = file_options_by_default();
}

static int check(void *request, struct err *e)
{
	struct stopping_asked *q = request;
	struct stopping_simulation *s = &q->stopping;
	bool urns = q->files.file.count == 0;
	if (q->files.file.count == 1)
		return err_usage(e, "judgments and a run are needed, or no files");
	if (!urns && s->prevalence.count > 0)
		return err_usage(e, "--prevalence is for urns, and there are files");
	if (urns && s->collection == 0)
		s->collection = 10000;
	if (urns && s->prevalence.count == 0)
		s->prevalence = (struct number_list){ { 0.001, 0.01, 0.1 }, 3 };
	s->rules.alpha = 1 - q->level;
	return check_stdin(&q->files.file, 0, e);
}

static const struct command_option files = { .type = OPTION_FILES, AT(files.file) };

static const struct command_table table = {
	.name = "simulate stopping",
	.summary = "how often stopping rules end a review too early",
	.arguments = "[QRELS RUN...]",
	.doc = "How often stopping rules miss their target, in reviews of urns, or of rankings.",
	.notes = EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct stopping_asked),
	.init = init,
	.shard = offsetof(struct stopping_asked, answer.shard),
	.merged_words = SIZE_MAX,
	.check = check,
};

/* ---- lines ---- */

struct row {
	const char *source, *rule, *guarantee;
	double prevalence, target, level;
	int64_t collection, truths, control, tail, samples, seed;
	struct stopping_figures figures;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "source", "source", RECORD_TEXT, .width = 6, AT(source) },
	{ "collection", NULL, RECORD_WHOLE, AT(collection) },
	{ "prevalence", "prevalence", RECORD_SHORT, .width = 10, AT(prevalence) },
	{ "truths", NULL, RECORD_WHOLE, AT(truths) },
	{ "target", NULL, RECORD_SHORT, AT(target) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "control", NULL, RECORD_WHOLE, AT(control) },
	{ "tail_size", NULL, RECORD_WHOLE, AT(tail) },
	{ "rule", "rule", RECORD_TEXT, .width = 15, AT(rule) },
	{ "guarantee", "guarantee", RECORD_TEXT, .width = 9, AT(guarantee) },
	{ "missed", "missed", RECORD_REAL, 6, 4, 6, AT(figures.missed) },
	{ "error", "+-", RECORD_REAL, 6, 4, 6, AT(figures.error) },
	{ "worst", "worst", RECORD_REAL, 6, 4, 6, AT(figures.worst) },
	{ "stopped", "stopped", RECORD_REAL, 6, 4, 7, AT(figures.stopped) },
	{ "recall", "recall", RECORD_REAL, 6, 4, 6, AT(figures.recall) },
	{ "cost", "cost", RECORD_REAL, 6, 4, 6, AT(figures.cost) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void add_group(struct records *r, const struct stopping_simulation *s,
		      const struct stopping_group *g, bool guarantee)
{
	for (size_t i = 0; stopping_rules[i] != NULL; i++) {
		const struct row row = {
			.source = g->run != NULL ? g->run : "urn",
			.rule = stopping_rules[i]->name,
			.guarantee = guarantee ? "yes" : "no",
			.prevalence = g->prevalence,
			.target = s->rules.target,
			.level = 1 - s->rules.alpha,
			.collection = g->collection,
			.truths = (int64_t)g->truths,
			.control = s->control,
			.tail = s->rules.tail,
			.samples = s->effort.samples,
			.seed = (int64_t)s->effort.seed,
			.figures = g->rule[i],
		};
		if (stopping_rules[i]->guarantee == guarantee)
			records_add(r, &row);
	}
}

/* ---- the question ---- */

static int simulate_and_print(const struct stopping_asked *q, const struct output *out,
			      struct err *e)
{
	struct records r;
	struct buffer b = { 0 };
	size_t groups;
	struct stopping_group *group = stopping_simulate(&q->stopping, &groups, e);
	if (group == NULL)
		return -1;
	records_init(&r, columns, sizeof(struct row));
	if (q->stopping.reviews == NULL)
		records_column(&r, "worst")->heading = NULL;
	for (size_t g = 0; g < groups; g++) {
		add_group(&r, &q->stopping, &group[g], true);
		add_group(&r, &q->stopping, &group[g], false);
	}
	records_finish(&r, q->answer.format, &b);
	free(group);
	return output_finish(out, &b, 0, e);
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct stopping_asked *q = request;
	struct stopping_simulation *s = &q->stopping;
	struct file_options *f = &q->files;
	struct ranked_reviews reviews;
	if (simulation_begin(&s->effort, &q->answer, out, e) < 0)
		return -1;
	if (f->file.count == 0)
		return simulate_and_print(q, out, e);
	if (stop_formats(&f->formats, f->judgment_format, f->run_format, e) < 0 ||
	    ranked_reviews_read(&reviews, &f->formats.judgments, &f->formats.runs, f->file.text,
				f->file.count, f->level, s->effort.jobs, e) < 0)
		return -1;
	s->reviews = &reviews;
	int result = simulate_and_print(q, out, e);
	ranked_reviews_release(&reviews);
	return result;
}

COMMAND = { &table, run, NULL };
