/*
 * strat_eval [OPTION...] QRELS RUN...
 */
#include "core/cli/command.h"
#include "core/cli/options/help.h"
#include "core/cli/options/options.h"
#include "core/cli/output/output.h"
#include "core/cli/output/run_lines.h"
#include "core/cli/output/warnings_print.h"
#include "core/data/design/strata_table.h"
#include "core/engine/ask/evaluate_options.h"

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
static int help_named(struct buffer *b, const struct evaluate_request *q, const struct registry *r,
		      struct err *e)
{
	if (q->runs.measure.count == 0 && q->runs.judgment_format == NULL &&
	    q->runs.run_format == NULL && !q->runs.with_ci) {
		if (options_help(&evaluate_table, e) < 0)
			return -1;
		help_everything(b, r);
	}
	if (q->runs.judgment_format != NULL) {
		const struct judgment_format *f = judgment_format_find(q->runs.judgment_format, e);
		if (f == NULL)
			return -1;
		help_judgment_format(b, f);
	}
	if (q->runs.run_format != NULL) {
		const struct run_format *f = run_format_find(q->runs.run_format, e);
		if (f == NULL)
			return -1;
		help_run_format(b, f);
	}
	for (size_t i = 0; i < q->runs.methods.count; i++)
		help_method(b, q->runs.methods.method[i]);
	for (size_t i = 0; i < q->runs.methods.over_topics_count; i++)
		help_manual(b, "--ci=", q->runs.methods.over_topics[i]->name,
			    q->runs.methods.over_topics[i]->summary,
			    q->runs.methods.over_topics[i]->manual);
	return help_named_measures(b, r, &q->runs.measure, e);
}

static const char *default_nickname(const struct judgments *j)
{
	enum judgment_kind kind = j->format->kind;
	return judgments_are_sampled(j)	   ? "est"
	       : kind == JUDGMENTS_GRADED  ? "official"
	       : kind == JUDGMENTS_GROUPED ? "qrels_jg"
					   : "prefs";
}

/*
 * What is printed without -m. A sample with documents tells what each of them stands for, be it by
 * probabilities or by strata, so that a ranking (other than a set) can be judged by it too.
 */
static int ask_default(struct plan *plan, const struct registry *r, const struct judgments *j,
		       const struct run_format *runs, struct err *e)
{
	if (plan_ask(plan, r, default_nickname(j), e) < 0)
		return -1;
	bool ranked = j->format->kind != JUDGMENTS_TABLE && !runs->set;
	return judgments_are_sampled(j) && ranked ? plan_ask(plan, r, "stat", e) : 0;
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

static struct output_options output_options(const struct evaluate_request *q)
{
	const struct mean_request *bounds = &q->runs.batch.evaluation.bounds;
	return (struct output_options){
		.format = q->format,
		.topics = q->runs.topics,
		.no_summary = q->runs.no_summary,
		.digits = q->runs.digits,
		.zscores = q->zscores != NULL,
		.micro = q->runs.batch.evaluation.micro,
		.bounds = q->runs.batch.sampled || plan_has_bounds(q->runs.batch.plan),
		.level = q->runs.level,
		.tail = tail_names[q->runs.tail],
		.draws = bounds->interval.draws,
		.seed = bounds->interval.seed,
		.resamples = bounds->resamples,
		.random_topics = bounds->random_topics,
	};
}

static int evaluate_judged(struct evaluate_request *q, struct plan *plan, const struct registry *r,
			   struct judgments *judgments, struct err *e)
{
	struct batch *b = &q->runs.batch;
	const struct bounds_asked bounds = run_request_bounds(&q->runs, judgments);
	bool names_run;
	if (strata_table_names_run(judgments, &names_run, e) < 0)
		return -1;
	plan->no_run = !names_run;
	if (q->runs.measure.count == 0 && ask_default(plan, r, judgments, b->run_format, e) < 0)
		return -1;
	if (plan_finish(plan, r, judgments->format, b->evaluation.join.level, &bounds, e) < 0 ||
	    run_request_ready(&q->runs, plan, judgments, false, e) < 0)
		return -1;
	struct output_options output = output_options(q);
	struct run_lines lines = { .output = &output, .judgments = judgments };
	const struct batch_sink sink = run_lines_sink(&lines, q->runs.show_strata);
	b->sink = &sink;
	int result = batch_run(b, &q->runs.warnings, e);
	warnings_print(&q->runs.warnings, q->runs.quiet);
	if (result == 0)
		result = run_lines_write(&lines, e);
	run_lines_release(&lines);
	return result;
}

static int evaluate_with(struct evaluate_request *q, const struct registry *r, struct err *e)
{
	const struct judgment_format *format = run_request_formats(&q->runs, e);
	if (format == NULL || check_options(q, format, e) < 0)
		return -1;
	struct plan plan = { 0 };
	struct zscores zscores;
	struct judgments judgments;
	struct evaluation_options *options = &q->runs.batch.evaluation;
	int result = 0;
	for (size_t i = 0; i < q->runs.measure.count && result == 0; i++)
		result = plan_ask(&plan, r, q->runs.measure.text[i], e);
	if (result == 0 && q->zscores != NULL) {
		result = zscores_load(&zscores, q->zscores, e);
		if (result == 0)
			options->zscores = &zscores;
	}
	if (result == 0) {
		result = run_request_read(&q->runs, format, &judgments, e);
		if (result == 0) {
			result = evaluate_judged(q, &plan, r, &judgments, e);
			judgments_release(&judgments);
		}
	}
	if (options->zscores != NULL)
		zscores_release(&zscores);
	plan_release(&plan);
	return result;
}

/* With the measures of the plugins. */
static int with_registry(struct evaluate_request *q, struct buffer *help, struct err *e)
{
	struct registry registry;
	if (registry_init(&registry, &q->runs.plugin, e) < 0)
		return -1;
	int result = run_request_check_methods(&q->runs, &registry, e);
	if (result == 0)
		result = help != NULL ? help_named(help, q, &registry, e)
				      : evaluate_with(q, &registry, e);
	registry_release(&registry);
	return result;
}

static int help(void *request, struct err *e)
{
	struct buffer b = { 0 };
	int result = with_registry(request, &b, e);
	if (result == 0)
		result = output_write(&b, e);
	buffer_release(&b);
	return result;
}

static int run(void *request, struct err *e)
{
	struct evaluate_request *q = request;
	run_request_files(&q->runs, 1);
	int result = with_registry(q, NULL, e);
	warnings_print(&q->runs.warnings, q->runs.quiet);
	return result;
}

const struct command command_evaluate = { &evaluate_table, run, help };
