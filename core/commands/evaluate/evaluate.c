/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval [OPTION...] QRELS RUN...
 */
#include "core/commands/evaluate/agreement.h"
#include "core/commands/evaluate/board.h"
#include "core/commands/evaluate/evaluate_runs.h"
#include "core/help/help.h"
#include "core/options/command.h"
#include "core/output/html.h"
#include "core/output/run_lines.h"

static void help_method(struct buffer *b, const char *name)
{
	const struct interval_method *m = interval_find(name);
	const struct ranking_method *ranked = ranking_method_find(name);
	if (m != NULL)
		help_manual(b, "--ci=", m->name, m->summary, m->manual);
	else if (ranked != NULL)
		help_manual(b, "--ci=", ranked->name, ranked->summary, ranked->manual);
}

/* The manual of what was named, or else everything. */
static int help_named(struct help *h, const struct evaluate_request *q, const struct registry *r,
		      struct err *e)
{
	struct buffer *b = &h->text;
	if (run_request_check_methods(&q->runs, r, e) < 0)
		return -1;
	h->alone = q->runs.measure.count > 0 || q->runs.judgment_format != NULL ||
		   q->runs.run_format != NULL || q->runs.with_ci;
	if (!h->alone)
		help_everything(b, r);
	if (q->runs.judgment_format != NULL) {
		const struct judgment_format *f = judgment_format_find(q->runs.judgment_format, e);
		if (f == NULL)
			return -1;
		help_format(b, "-R ", f->name, f->summary, f->manual);
	}
	if (q->runs.run_format != NULL) {
		const struct run_format *f = run_format_find(q->runs.run_format, e);
		if (f == NULL)
			return -1;
		help_format(b, "-T ", f->name, f->summary, f->manual);
	}
	for (size_t i = 0; i < q->runs.methods.count; i++)
		help_method(b, q->runs.methods.method[i]);
	for (size_t i = 0; i < q->runs.methods.over_topics_count; i++)
		help_manual(b, "--ci=", q->runs.methods.over_topics[i]->name,
			    q->runs.methods.over_topics[i]->summary,
			    q->runs.methods.over_topics[i]->manual);
	return help_named_measures(b, r, &q->runs.measure, e);
}

static struct output_options output_options(const struct evaluate_request *q)
{
	const struct mean_request *bounds = &q->runs.batch.evaluation.bounds;
	return (struct output_options){
		.format = q->format,
		.topics = q->runs.topics,
		.no_summary = q->runs.no_summary,
		.digits = q->runs.digits,
		.digits_given = q->runs.digits_given,
		.zscores = q->zscores != NULL,
		.micro = q->runs.batch.evaluation.micro,
		.level = q->runs.level,
		.tail = tail_names[q->runs.tail],
		.collection = q->runs.batch.evaluation.join.collection_size,
		.seed = bounds->interval.ends.seed,
		.resamples = bounds->resamples,
	};
}

/* Lines of all runs. */
struct answer {
	const struct output *out;
	struct run_lines lines;
	struct output_options output, for_board;
	struct board board;
	struct output to_board;
};

static int ready(void *context, const struct evaluate_request *q, const struct judgments *j,
		 struct batch_receiver *receiver, struct err *e)
{
	struct answer *a = context;
	a->output = output_options(q);
	a->to_board = board_output(&a->board);
	a->board.by_topic = q->runs.topics;
	a->board.post_stratified = q->runs.batch.strata.post_stratify;
	a->output.receiver = is_leaderboard(q->format) ? &a->to_board
			     : a->out->line != NULL    ? a->out
						       : NULL;
	a->lines = (struct run_lines){ .output = &a->output, .judgments = j };
	if (q->plot != NULL && a->output.receiver != &a->to_board) {
		a->for_board = a->output;
		a->for_board.receiver = &a->to_board;
		a->for_board.topics = a->for_board.no_summary = false;
		a->lines.also = &a->for_board;
	}
	*receiver = run_lines_receiver(&a->lines, q->runs.show_strata);
	return board_begin(&a->board, requests_first_name(q->runs.batch.asked), e);
}

static int print_board(const struct answer *a, const struct evaluate_request *q, struct buffer *b,
		       struct err *e)
{
	const struct html_origin origin = { .command = q->command,
					    .table = &evaluate_table,
					    .request = q,
					    .words = run_request_file_words(&q->runs),
					    .warnings = &q->runs.warnings };
	if (q->format == SCORES_HTML)
		return board_page(&a->board, a->output.digits, &origin, b, e);
	(q->format == SCORES_LATEX ? board_latex : board_table)(&a->board, a->output.digits, b);
	return 0;
}

/* Either the board has lines or the runs do, so that their order does not matter. */
static int finish(struct answer *a, const struct evaluate_request *q, const struct output *out,
		  struct err *e)
{
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	int result = run_lines_ready(&a->lines, e);
	if (result == 0 && a->board.runs > 0)
		result = board_sort(&a->board, e);
	if (result == 0 && a->board.runs > 0 && is_leaderboard(q->format))
		result = print_board(a, q, &b, e);
	if (result == 0 && q->plot != NULL)
		result = board_picture(&a->board, &picture, e);
	result = picture_finish(&picture, q->plot, &b, result, out, e);
	return result == 0 ? run_lines_write(&a->lines, out, e) : -1;
}

static int evaluate_with(struct evaluate_request *q, const struct registry *r,
			 const struct output *out, struct err *e)
{
	struct answer answer = { .out = out };
	bool whole = !shard_writes(&q->runs.shard);
	if (whole && plot_check(q->plot, e) < 0)
		return -1;
	const struct evaluation_preparer preparer = { &answer, ready };
	int result = evaluate(q, r, &preparer, e);
	if (result == 0 && whole)
		result = finish(&answer, q, out, e);
	output_warn(out, &q->runs.warnings, q->runs.quiet);
	board_release(&answer.board);
	run_lines_release(&answer.lines);
	return result;
}

static int help(void *request, struct help *h, struct err *e)
{
	const struct evaluate_request *q = request;
	struct registry registry;
	if (registry_init(&registry, &q->runs.plugin, e) < 0)
		return -1;
	int result = help_named(h, q, &registry, e);
	registry_release(&registry);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct evaluate_request *q = request;
	struct registry registry;
	if (q->agreement)
		return agreement_print(q, out, e);
	if (registry_init(&registry, &q->runs.plugin, e) < 0)
		return -1;
	int result = evaluate_with(q, &registry, out, e);
	registry_release(&registry);
	return result;
}

COMMAND = { &evaluate_table, run, help };
