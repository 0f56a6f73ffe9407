/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval simulate [OPTION...]
 */
#include "core/cli/command.h"
#include "core/cli/options/help.h"
#include "core/cli/output/output.h"
#include "core/cli/simulate/simulate.h"

static int help(void *request, struct help *h, struct err *e)
{
	struct buffer *b = &h->text;
	(void)request;
	(void)e;
	buffer_print(b, "\nScenarios:\n");
	HELP_LIST(b, "  %-15s %s\n", scenarios);
	buffer_print(b, "Methods for means over topics, with --bootstrap:\n");
	HELP_LIST(b, "  %-15s %s\n", mean_interval_methods);
	help_set_methods(b);
	return 0;
}

/* Everything that has been asked for, with the truths of files read. */
struct sources {
	struct truth_source *source;
	struct truths *truths; /* of the source with the same number */
	size_t count;
};

static void sources_release(struct sources *x)
{
	for (size_t i = 0; x->truths != NULL && i < x->count; i++)
		truths_release(&x->truths[i]);
	free(x->truths);
	free(x->source);
}

static int sources_init(struct sources *x, const struct simulate_request *q, struct err *e)
{
	*x = (struct sources){ .count = q->count };
	x->source = calloc(q->count, sizeof *x->source);
	x->truths = calloc(q->count, sizeof *x->truths);
	if (x->source == NULL || x->truths == NULL)
		return err_memory(e);
	for (size_t i = 0; i < q->count; i++) {
		const struct asked_truths *a = &q->asked[i];
		struct truth_source *s = &x->source[i];
		s->name = a->name;
		s->scenario = a->table ? NULL : scenario_find(a->name);
		if (s->scenario != NULL)
			continue;
		s->truths = &x->truths[i];
		int result = a->table ? truths_from_table(&x->truths[i], a->name, e)
				      : truths_from_file(&x->truths[i], a->name, e);
		if (result < 0)
			return -1;
	}
	return 0;
}

static int warn(const struct simulate_request *q, const struct truth_source *from,
		const struct simulation_result *r, const struct output *out, struct err *e)
{
	struct warnings w = { 0 };
	if (r->undefined > 0)
		warnings_add(&w,
			     "%s: in %zu of %zu truths the quantity is "
			     "undefined; they are left out",
			     from->name, r->undefined, r->undefined + r->truths);
	int result = warnings_check(&w, e);
	output_warn(out, &w, q->quiet);
	return result;
}

/* One result for each source, for the caller to release. */
static int run_sources(struct simulate_request *q, const struct sources *x,
		       struct simulation_result *r, const struct output *out, struct err *e)
{
	size_t steps = 0;
	for (size_t i = 0; i < x->count; i++)
		steps += simulation_steps(&q->simulation, &x->source[i]);
	q->simulation.progress = out->progress;
	progress_begin(&q->simulation.progress, steps);
	int result = 0;
	for (size_t i = 0; i < x->count && result == 0; i++) {
		result = simulation_run(&q->simulation, &x->source[i], &r[i], e);
		if (result == 0)
			result = warn(q, &x->source[i], &r[i], out, e);
	}
	return result;
}

static int print_lines(const struct records *lines, enum record_format format, struct buffer *b,
		       struct err *e)
{
	records_print(lines, format, b);
	return b->failed ? err_memory(e) : 0;
}

static int simulate_sources(struct simulate_request *q, const struct sources *x,
			    struct records *lines, struct buffer *b, const struct output *out,
			    struct err *e)
{
	struct simulation_result *r = calloc(x->count, sizeof *r);
	int result = r == NULL ? err_memory(e) : run_sources(q, x, r, out, e);
	for (size_t i = 0; i < x->count && result == 0; i++)
		(q->by_truth ? by_truth_add : simulation_add)(lines, q, x->source[i].name, &r[i]);
	if (result == 0)
		result = print_lines(lines, q->format, b, e);
	if (result == 0 && q->plot != NULL) /* when nothing else can fail */
		result = coverage_draw(q, x->source, r, x->count, e);
	for (size_t i = 0; r != NULL && i < x->count; i++)
		simulation_release(&r[i]);
	free(r);
	return result;
}

/* The same of means over topics. */
static int simulate_means(struct simulate_request *q, const struct sources *x,
			  struct records *lines, struct buffer *b, const struct output *out,
			  struct err *e)
{
	size_t most = METHODS_MAX * q->means.topics.count;
	struct means_result *r = calloc(most, sizeof *r);
	int result = r == NULL ? err_memory(e) : 0;
	q->simulation.progress = out->progress;
	progress_begin(&q->simulation.progress,
		       x->count * means_simulation_steps(&q->simulation, &q->means));
	for (size_t i = 0; i < x->count && result == 0; i++) {
		const struct truth_source *from = &x->source[i];
		size_t count;
		if (q->means.difference && (from->truths == NULL || !from->truths->pairs))
			result =
				err_data(e, "%.600s: no column retrieved_b, which differences need",
					 from->name);
		else
			result =
				means_simulation_run(&q->simulation, &q->means, from, r, &count, e);
		if (result == 0)
			means_add(lines, q, from->name, r, count);
	}
	free(r);
	return result == 0 ? print_lines(lines, q->format, b, e) : result;
}

static int simulate_coverage(struct simulate_request *q, const struct output *out, struct err *e)
{
	struct sources x;
	struct records lines;
	struct buffer b = { 0 };
	bool means = q->means.topics.count > 0;
	if (q->plot != NULL && plot_check(q->plot, e) < 0)
		return -1;
	(means ? means_records : q->by_truth ? by_truth_records : simulation_records)(&lines);
	int result = sources_init(&x, q, e);
	if (result == 0 && q->distribution)
		result = simulate_distribution(q, x.source, x.count, &b, e);
	else if (result == 0)
		result = (means ? simulate_means : simulate_sources)(q, &x, &lines, &b, out, e);
	result = output_finish(out, &b, result, e);
	records_release(&lines);
	sources_release(&x);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct simulate_request *q = request;
	if (simulate_request_ready(q, e) < 0)
		return -1;
	if (shard_writes(&q->shard))
		q->plot = NULL; /* merge draws */
	q->comparison.progress = out->progress;
	if (q->by_comparisons)
		return comparison_command(&q->comparison, q->matrix, q->format, out, e);
	q->sampling.progress = q->bootstrap.progress = q->coverage.progress = q->stopping.progress =
		q->power.progress = q->study.progress = out->progress;
	if (q->by_sampling)
		return simulate_sampling(q, out, e);
	if (q->by_stopping)
		return simulate_stopping(q, out, e);
	if (q->by_power)
		return simulate_power(q, out, e);
	if (q->by_confidence || q->by_study)
		return simulate_study(q, out, e);
	if (q->by_system)
		return simulate_by_system(q, out, e);
	return q->by_bootstrap ? bootstrap_command(&q->bootstrap, q->matrix, q->format, out, e)
			       : simulate_coverage(q, out, e);
}

const struct command command_simulate = { &simulate_table, run, help };
