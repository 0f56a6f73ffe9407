/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work of `plan pilot`: reads a pilot study and fits how many judgments it takes to be certain
 * of the sign of a difference (Carterette & Smucker 2007, sections 4.2 and 5.2).
 */
#pragma once

#include "core/engine/pilot/pilot_data.h"
#include "core/stats/planning/study_cost.h"

/* All observations of one certainty and one number of topics. */
struct pilot_cell {
	double certainty, topics;
	size_t reached, missed; /* how often the certainty was, and how often never */
	double judgments;	/* mean where it was reached; nan if it never was */
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
