/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval simulate [OPTION...]
 */
#include "core/base/output.h"
#include "core/commands/simulate/simulate.h"
#include "core/help/help.h"
#include "core/options/command.h"

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

/* What is asked for; truths of files have been read. */
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

static int simulate_sources(struct simulate_request *q, const struct sources *x,
			    struct records *lines, struct picture *picture,
			    const struct output *out, struct err *e)
{
	struct simulation_result *r = calloc(x->count, sizeof *r);
	int result = r == NULL ? err_memory(e) : run_sources(q, x, r, out, e);
	for (size_t i = 0; i < x->count && result == 0; i++)
		(q->by_truth ? by_truth_add : simulation_add)(lines, q, x->source[i].name, &r[i]);
	if (result == 0 && q->plot != NULL)
		result = coverage_draw(q, x->source, r, x->count, picture, e);
	for (size_t i = 0; r != NULL && i < x->count; i++)
		simulation_release(&r[i]);
	free(r);
	return result;
}

/* The same of means over topics, which have no picture. */
static int simulate_means(struct simulate_request *q, const struct sources *x,
			  struct records *lines, const struct output *out, struct err *e)
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
	return result;
}

static int simulate_coverage(struct simulate_request *q, const struct output *out, struct err *e)
{
	struct sources x;
	struct records lines;
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	bool means = q->means.topics.count > 0;
	(means		   ? means_records
	 : q->distribution ? distribution_records
	 : q->by_truth	   ? by_truth_records
			   : simulation_records)(&lines);
	int result = sources_init(&x, q, e);
	if (result == 0)
		result = means ? simulate_means(q, &x, &lines, out, e)
			 : q->distribution
				 ? distribution_add(&lines, q, x.source, x.count, &picture, e)
				 : simulate_sources(q, &x, &lines, &picture, out, e);
	records_finish(&lines, q->format, &b);
	sources_release(&x);
	return picture_finish(&picture, q->plot, &b, result, out, e);
}

/* What is simulated from a matrix of scores. */
static int simulate_matrix(const struct simulate_request *q, const struct output *out,
			   struct err *e)
{
	struct score_table t;
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	int result = score_table_from_matrix(&t, q->matrix, e);
	if (result == 0)
		result = (q->by_comparisons ? simulate_comparisons
			  : q->by_power	    ? simulate_power
			  : q->by_system    ? simulate_by_system
					    : simulate_bootstrap)(q, &t, &b, &picture, e);
	score_table_release(&t);
	return picture_finish(&picture, q->plot, &b, result, out, e);
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct simulate_request *q = request;
	if (simulate_request_ready(q, e) < 0)
		return -1;
	if (shard_writes(&q->shard))
		q->plot = NULL; /* merge draws */
	if (plot_check(q->plot, e) < 0)
		return -1;
	q->comparison.progress = q->sampling.progress = q->bootstrap.progress =
		q->coverage.progress = q->stopping.progress = q->power.progress =
			q->study.progress = out->progress;
	if (q->by_sampling)
		return simulate_sampling(q, out, e);
	if (q->by_stopping)
		return simulate_stopping(q, out, e);
	if (q->by_confidence || q->by_study)
		return simulate_study(q, out, e);
	if (q->by_comparisons || q->by_power || q->by_system || q->by_bootstrap)
		return simulate_matrix(q, out, e);
	return simulate_coverage(q, out, e);
}

COMMAND = { &simulate_table, run, help };
