/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan map: how many topics, or judgments, make the interval of a mean over topics as narrow as
 * wanted, and how many topics let a paired t test find a difference; from a pilot study.
 */
#include "core/cli/plan/map_print.h"

static void warn(struct warnings *w, const struct map_pilot *p, const struct map_answer *a)
{
	size_t constant = 0, clipped = 0, few = 0;
	for (size_t i = 0; i < a->subjects; i++) {
		few += a->subject[i].few;
		constant += a->subject[i].constant;
		clipped += a->subject[i].clipped && !a->subject[i].constant;
	}
	if (few > 0)
		warnings_add(w,
			     "%zu of %zu have fewer than two topics, which tell "
			     "nothing about others",
			     few, a->subjects);
	if (constant > 0)
		warnings_add(w,
			     "%zu of %zu have the same %s in all topics, which "
			     "tells nothing about others",
			     constant, a->subjects, p->measure);
	if (clipped > 0)
		warnings_add(w,
			     "in %zu of %zu the topics differ by less than their standard "
			     "errors: the variance between topics is taken as 0",
			     clipped, a->subjects);
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct map_request *q = request;
	struct map_pilot pilot;
	struct map_answer answer = { 0 };
	if (plot_check(q->options.plot, e) < 0)
		return -1;
	int result = map_pilot_read(&pilot, q->source, q->matrix, &q->runs, e);
	if (result == 0)
		result = map_plan(&q->question, &pilot, &answer, e);
	if (result == 0) {
		warn(&q->runs.warnings, &pilot, &answer);
		result = warnings_check(&q->runs.warnings, e);
	}
	if (result == 0)
		result = map_plan_print(&q->question, &pilot, &answer, &q->options, out, e);
	map_answer_release(&answer);
	map_pilot_release(&pilot);
	output_warn(out, &q->runs.warnings, q->runs.quiet);
	return result;
}

PLAN_QUESTION = { &map_table, run, NULL };
