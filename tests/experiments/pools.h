/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Experiments with pools of judged runs that are judged deeper and deeper (Carterette & Smucker
 * 2007). The judgments of all documents in the pools are taken as the truth.
 */
#pragma once

#include "core/engine/pilot/pilot_data.h"
#include "tests/experiments/key_value.h"

/* A request begins with this. */
struct pools_asked {
	struct pilot_question pilot; /* judgments, runs; `certainty` and `size` of a fit */
	struct file_options files;
	const char *plot; /* file; NULL: none */
	struct effort effort;
};

#define OPTION_DEPTH                                                                       \
	"depth", 0, "N", "Depth of the deepest pool, at which rankings end (default 100)", \
		WHOLE(1, 1000000)

static inline struct pools_asked pools_by_default(int64_t samples)
{
	return (struct pools_asked){
		.pilot = {
			.depth = 100,
			.unjudged = 0.5,
			.resamples = 10,
		},
		.files.level = 1,
		.effort = experiment_effort(samples),
	};
}

static inline int pools_check(void *request, struct err *e)
{
	struct pools_asked *q = request;
	struct pilot_question *p = &q->pilot;
	const struct text_list *file = &q->files.file;
	if (file->count < 3)
		return err_usage(e, "judgments and two runs or more are needed");
	p->judgments = file->text[0];
	p->run = file->text + 1;
	p->runs = file->count - 1;
	p->level = q->files.level;
	p->length = p->depth;
	p->seed = q->effort.seed;
	p->jobs = q->effort.jobs;
	return plot_check(q->plot, e);
}

static inline int sign(double x)
{
	return (x > 0) - (x < 0);
}

/* What all judgments say of a topic. */
static inline double pool_truth(const struct pilot_topic *t)
{
	return t->difference[t->depths - 1].mean;
}

static inline int pools_warn(const struct pilot_data *d, int64_t unplanned,
			     const struct output *out, struct err *e)
{
	struct warnings w = { 0 };
	if (d->left_out > 0)
		warnings_add(&w, "judged topics that not all runs have, left out: %zu",
			     d->left_out);
	if (d->unjudged > 0)
		warnings_add(
			&w,
			"%lld of %lld documents in the pools were not judged, and count as not "
			"relevant",
			(long long)d->unjudged, (long long)d->pooled);
	if (unplanned > 0)
		warnings_add(&w, "pilots from which no plan follows, left out: %lld",
			     (long long)unplanned);
	int result = warnings_check(&w, e);
	output_warn(out, &w, false);
	return result;
}

/* Adds the lines, and draws; also says how many pilots were left out. */
typedef int pools_answer(const void *request, const struct pilot_data *d, int64_t *unplanned,
			 struct records *lines, struct picture *picture, struct err *e);

/* Reads the files, answers with lines of these columns, each of `line` bytes, and prints. */
static inline int pools_run(void *request, const struct record_column *column, size_t line,
			    pools_answer *answer, const struct output *out, struct err *e)
{
	struct pools_asked *q = request;
	struct file_options *f = &q->files;
	struct pilot_data d;
	struct records lines;
	struct picture picture = { 0 };
	int64_t unplanned = 0;
	if (pilot_formats(&q->pilot, &f->formats, f->judgment_format, f->run_format, e) < 0)
		return -1;
	records_init(&lines, column, line);
	int result = pilot_data_init(&d, &q->pilot, e);
	if (result == 0)
		result = answer(q, &d, &unplanned, &lines, &picture, e);
	if (result == 0)
		result = pools_warn(&d, unplanned, out, e);
	pilot_data_release(&d);
	return print_csv(&lines, &picture, q->plot, result, out, e);
}
