/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/simulate/study_asked.h"

void study_asked_init(struct study_asked *q, int64_t samples)
{
	q->study = (struct study_simulation){
		.pilot = {
			.depth = 100,
			.unjudged = 0.5,
			.certainty = { { .55, .6, .65, .7, .75, .8, .85, .9, .95, .99 }, 10 },
			.size = { { 1, 2, 5, 10, 20, 50, 100, 200 }, 8 },
			.resamples = 10,
		},
		.topics = 25,
		.pilot_topics = 10,
		.price = { .judgment = 1 },
		.alpha = 0.05,
		.effort = effort_by_default(samples),
	};
	q->files = file_options_by_default();
}

int study_asked_check(struct study_asked *q, struct err *e)
{
	struct pilot_question *p = &q->study.pilot;
	const struct text_list *file = &q->files.file;
	if (file->count < 3)
		return err_usage(e, "judgments and two runs or more are needed");
	p->judgments = file->text[0];
	p->run = file->text + 1;
	p->runs = file->count - 1;
	p->level = q->files.level;
	p->length = p->depth;
	p->seed = q->study.effort.seed;
	p->jobs = q->study.effort.jobs;
	return check_stdin(file, 0, e);
}

static int warn(const struct pilot_data *d, int64_t unplanned, bool quiet, const struct output *out,
		struct err *e)
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
	output_warn(out, &w, quiet);
	return result;
}

int simulate_study(struct study_asked *q, study_answer *answer, const struct output *out,
		   struct err *e)
{
	struct pilot_data d;
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct pilot_question *p = &q->study.pilot;
	int64_t unplanned = 0;
	if (simulation_begin(&q->study.effort, &q->answer, out, e) < 0 ||
	    pilot_formats(p, &q->files.formats, q->files.judgment_format, q->files.run_format, e) <
		    0)
		return -1;
	int result = pilot_data_init(&d, p, e);
	if (result == 0)
		result = answer(q, &d, &unplanned, &b, &picture, e);
	if (result == 0)
		result = warn(&d, unplanned, q->answer.quiet, out, e);
	pilot_data_release(&d);
	return picture_finish(&picture, q->answer.plot, &b, result, out, e);
}
