/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/evaluate/evaluate_runs.h"
#include "core/data/strata/from_table.h"

static const char *default_nickname(const struct judgments *j)
{
	enum judgment_kind kind = j->format->kind;
	return judgments_are_sampled(j)	   ? "est"
	       : kind == JUDGMENTS_GRADED  ? "official"
	       : j->format->subtopics	   ? "diversity"
	       : kind == JUDGMENTS_GROUPED ? "qrels_jg"
					   : "prefs";
}

/* What fits on a line, or into a picture. */
static int ask_for_board(struct request_list *asked, const struct registry *r,
			 const struct judgments *j, struct err *e)
{
	static const char *const sampled[] = { "est_recall", "est_P", "est_F", NULL };
	static const char *const graded[] = { "map", "ndcg_cut.10", "P.10", "recip_rank", NULL };
	bool few = judgments_are_sampled(j);
	if (!few && j->format->kind != JUDGMENTS_GRADED)
		return requests_ask(asked, r, default_nickname(j), e);
	for (const char *const *name = few ? sampled : graded; *name != NULL; name++)
		if (requests_ask(asked, r, *name, e) < 0)
			return -1;
	return 0;
}

/*
 * What is printed without -m. A sample with documents tells what each of them stands for, be it by
 * probabilities or by strata, so that a ranking (other than a set) can be judged by it too.
 */
static int ask_default(struct request_list *asked, const struct registry *r,
		       const struct judgments *j, const struct evaluate_request *q, struct err *e)
{
	const struct run_format *runs = q->runs.batch.run_format;
	if (is_leaderboard(q->format) || q->plot != NULL)
		return ask_for_board(asked, r, j, e);
	if (requests_ask(asked, r, default_nickname(j), e) < 0)
		return -1;
	bool ranked = j->format->kind != JUDGMENTS_TABLE && !runs->set;
	return judgments_are_sampled(j) && ranked ? requests_ask(asked, r, "stat", e) : 0;
}

/* Options that do not go together. */
static int check_options(const struct evaluate_request *q, const struct judgment_format *f,
			 struct err *e)
{
	const struct batch *b = &q->runs.batch;
	if (f->kind != JUDGMENTS_TABLE && q->runs.file.count < 2)
		return err_usage(e, "two files are needed: judgments and a run");
	if (q->zscores != NULL && (f->sampling != SAMPLING_NONE || q->runs.with_ci))
		return err_usage(e, "-Z goes with neither sampled judgments nor --ci");
	if (b->capped && b->strata.collection_size == 0)
		return err_usage(e, "--capped needs the size of the collection (-N)");
	return run_request_check_stdin(&q->runs, q->zscores, e);
}

static int evaluate_judged(struct evaluate_request *q, struct request_list *asked,
			   const struct registry *r, struct judgments *judgments,
			   const struct evaluation_preparer *preparer, struct err *e)
{
	struct batch *b = &q->runs.batch;
	struct batch_receiver receiver;
	struct bounds_asked bounds;
	bool names_run;
	if (run_request_bounds(&q->runs, judgments, &bounds, e) < 0 ||
	    strata_table_names_run(judgments, &names_run, e) < 0)
		return -1;
	asked->no_run = !names_run;
	if (q->runs.measure.count == 0 && ask_default(asked, r, judgments, q, e) < 0)
		return -1;
	if (requests_finish(asked, r, judgments->format, b->evaluation.join.level, &bounds, e) <
		    0 ||
	    run_request_ready(&q->runs, asked, judgments, false, e) < 0 ||
	    preparer->ready(preparer->context, q, judgments, &receiver, e) < 0)
		return -1;
	b->receiver = &receiver;
	b->shard = &q->runs.shard;
	b->evaluation.keep_documents = q->runs.plugin.count > 0;
	return batch_run(b, &q->runs.warnings, e);
}

int evaluate(struct evaluate_request *q, const struct registry *r,
	     const struct evaluation_preparer *preparer, struct err *e)
{
	run_request_files(&q->runs, 1);
	if (run_request_check_methods(&q->runs, r, e) < 0)
		return -1;
	const struct judgment_format *format = run_request_formats(&q->runs, e);
	if (format == NULL || check_options(q, format, e) < 0)
		return -1;
	struct request_list asked = { 0 };
	struct zscores zscores;
	struct judgments judgments;
	struct evaluation_options *options = &q->runs.batch.evaluation;
	int result = requests_ask_all(&asked, r, &q->runs.measure, e);
	if (result == 0 && q->zscores != NULL) {
		result = zscores_load(&zscores, q->zscores, e);
		if (result == 0)
			options->zscores = &zscores;
	}
	if (result == 0) {
		result = run_request_read(&q->runs, format, &judgments, e);
		if (result == 0) {
			result = evaluate_judged(q, &asked, r, &judgments, preparer, e);
			judgments_release(&judgments);
		}
	}
	if (options->zscores != NULL)
		zscores_release(&zscores);
	requests_release(&asked);
	return result;
}
