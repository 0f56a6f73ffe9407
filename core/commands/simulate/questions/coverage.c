/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate coverage: how often intervals from sampled judgments cover the true value (Webber 2013).
 */
#include <math.h>

#include "core/commands/simulate/coverage_print.h"

struct coverage_asked {
	struct truths_asked truths;
	struct answer_options answer;
	bool by_truth;
};

#define AT(member) OPTION_AT(struct coverage_asked, member)

static const struct command_option options[] = {
	{ .include = truth_options, AT(truths) },
	{ .include = bound_options, AT(truths) },
	{ OPTION_QUANTITY("recall (default), precision, F or yield", quantities_of_a_run),
	  AT(truths.quantity) },
	{ OPTION_BETA, AT(truths.simulation.interval.beta) },
	{ "looks", 0, "N",
	  "Look N times while the samples grow, and count a miss at any look (default 1: at the end)",
	  WHOLE(1, 1000), AT(truths.simulation.looks),
	  .more = "The samples of all strata grow evenly to their sizes. A sample counts as "
		  "covered if the true value is in the interval at every look; otherwise the first "
		  "miss counts as below or above. The width is that of the last look. Always by "
		  "drawing (--samples)." },
	{ "by-truth", 0, NULL, "Print coverage, and bias of the estimate, of each truth",
	  AT(by_truth),
	  .more = "There is a line for each truth and method: the sizes of the samples of the "
		  "retrieved (n1) and of the other documents (n0), the true value, mean, `bias` and "
		  "standard deviation of the estimate over all samples that have one, and coverage." },
	{ HEADING("How:") },
	{ OPTION_EXACT, AT(truths.simulation.exact) },
	{ OPTION_SAMPLES("Draw N samples from each truth (default: exact coverage if that is "
			 "possible, else 1000)"),
	  AT(truths.simulation.effort.samples),
	  .more = "The paper does so with 1000. Coverage is exact to 1e-6, and possible with "
		  "one stratum in each segment, or few outcomes." },
	{ .include = effort_options, AT(truths.simulation.effort) },
	{ OPTION_PICTURE("coverage"), AT(answer.plot) },
	{ OPTION_QUIET, AT(answer.quiet) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static int check(void *request, struct err *e)
{
	struct coverage_asked *q = request;
	const struct simulation *s = &q->truths.simulation;
	if (s->exact && s->looks > 1)
		return err_usage(e, "--exact and --looks exclude each other");
	return truths_asked_check(q, e);
}

static const struct command_table table = {
	.name = "simulate coverage",
	.summary = "how often intervals from sampled judgments cover the true value",
	.doc = "How often the intervals of each method cover the true value, with samples from known "
	       "truths.",
	.notes = NOTE_OF_TRUTHS EXIT_STATUS,
	.option = options,
	.size = sizeof(struct coverage_asked),
	.init = truths_asked_init,
	.release = truths_asked_release,
	.shard = offsetof(struct coverage_asked, answer.shard),
	.check = check,
};

static int warn(const struct truth_source *from, const struct simulation_result *r, bool quiet,
		const struct output *out, struct err *e)
{
	struct warnings w = { 0 };
	if (r->undefined > 0)
		warnings_add(&w,
			     "%s: in %zu of %zu truths the quantity is "
			     "undefined; they are left out",
			     from->name, r->undefined, r->undefined + r->truths);
	int result = warnings_check(&w, e);
	output_warn(out, &w, quiet);
	return result;
}

/* One result for each source, for the caller to release. */
static int run_sources(const struct coverage_asked *q, const struct truth_sources *x,
		       struct simulation_result *r, const struct output *out, struct err *e)
{
	const struct simulation *s = &q->truths.simulation;
	size_t steps = 0;
	for (size_t i = 0; i < x->count; i++)
		steps += simulation_steps(s, &x->source[i]);
	progress_begin(&s->effort.progress, steps);
	int result = 0;
	for (size_t i = 0; i < x->count && result == 0; i++) {
		result = simulation_run(s, &x->source[i], &r[i], e);
		if (result == 0)
			result = warn(&x->source[i], &r[i], q->answer.quiet, out, e);
	}
	return result;
}

static int answer(void *request, const struct truth_sources *x, struct records *lines,
		  struct picture *picture, const struct output *out, struct err *e)
{
	struct coverage_asked *q = request;
	struct simulation_result *r = calloc(x->count, sizeof *r);
	int result = r == NULL ? err_memory(e) : run_sources(q, x, r, out, e);
	for (size_t i = 0; i < x->count && result == 0; i++)
		(q->by_truth ? by_truth_add : simulation_add)(lines, &q->truths, x->source[i].name,
							      &r[i]);
	if (result == 0 && q->answer.plot != NULL)
		result = coverage_draw(&q->truths, q->by_truth, x->source, r, x->count, picture, e);
	for (size_t i = 0; r != NULL && i < x->count; i++)
		simulation_release(&r[i]);
	free(r);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct coverage_asked *q = request;
	struct records lines;
	(q->by_truth ? by_truth_records : simulation_records)(&lines);
	return simulate_truths(&q->truths, &q->answer, answer, q, &lines, out, e);
}

COMMAND = { &table, run, help_with_scenarios };
