/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What measures see of a topic of which only some documents are judged, when the grades of all of
 * them are known: for trying out which ones to judge.
 *
 * The judged documents are those with a weight above 0. A document without a judgment is not
 * relevant, as in an evaluation: if it is drawn, its grade is 0. Measures that need more of a grade
 * than whether it is relevant cannot be used: view.grades is empty.
 */
#pragma once

#include "core/data/joined/rankings.h"

/* Working memory of one thread. A zeroed struct frame_view is ready. */
struct frame_view {
	struct topic_view view; /* valid until the next call */

	struct sample_view sample;
	struct sampled_document *sampled;
	int32_t *grade;
	uint32_t *relevant_at;
	uint8_t *retrieved; /* by document */
	size_t room;
};

void frame_view_release(struct frame_view *v);

/* Run number `run` with all judgments. Documents of `level` and above are relevant; level > 0. */
int frame_view_all(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		   struct err *e);

/* The judged ones alone, as if there were no others, without their weights: for INPUT_GRADES. */
int frame_view_judged(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		      const double *weight, struct err *e);

/*
 * The judged ones as a sample: for INPUT_SAMPLE that needs no strata. The view has the length of
 * the ranking, and no grades.
 */
int frame_view_sample(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		      const double *weight, struct err *e);
