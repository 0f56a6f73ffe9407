/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work of `plan pilot`: reads a pilot study and fits how many judgments it takes to be certain
 * of the sign of a difference (Carterette & Smucker 2007, sections 4.2 and 5.2).
 */
#ifndef ENGINE_PLAN_PILOT_STUDY_H
#define ENGINE_PLAN_PILOT_STUDY_H

#include "core/engine/ask/lists.h"
#include "core/stats/planning/study_cost.h"
#include "readers/judgments/format.h"
#include "readers/runs/format.h"

struct pilot_question {
	const struct judgment_format *judgment_format;
	const struct run_format *run_format;
	const char *judgments;	/* file */
	const char *const *run; /* files, two at least: every pair is looked at */
	size_t runs;
	int32_t level;	 /* -l */
	size_t depth;	 /* of the deepest pool */
	size_t length;	 /* of rankings; what comes later does not count */
	double unjudged; /* probability that a document which is not judged is relevant */
	struct number_list certainty, size;
	int64_t resamples;
	uint64_t seed;
	int jobs;
};

/* All observations of one certainty and one number of topics. */
struct pilot_cell {
	double certainty, topics;
	size_t reached, missed; /* how often the certainty was, and how often never */
	double judgments;	/* mean where it was reached; nan where it never was */
};

struct pilot_result {
	size_t topics, pairs;
	size_t left_out; /* judged topics that not every run has */
	int64_t pooled,
		unjudged; /* documents in the deepest pools of all pairs; unjudged of these */
	struct pilot_cell *cell; /* certainty by certainty within numbers of topics */
	size_t cells;
	size_t reached, missed;
	struct judgment_model model;
	struct poisson_fit fit;
};

/* The same for any number of jobs. Release also after a failure. */
int pilot_study(const struct pilot_question *q, struct pilot_result *out, struct err *e);
void pilot_result_release(struct pilot_result *r);

#endif
