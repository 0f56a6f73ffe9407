/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pilot study as it was read: judgments, runs, and the results of each topic for each pair of
 * runs as its pools are judged (Carterette & Smucker 2007, section 4.2).
 */
#pragma once

#include "core/data/joined/rankings.h"
#include "core/data/runs/run.h"
#include "core/stats/planning/pilot_judging.h"
#include "readers/formats.h"

struct pilot_question {
	const struct formats *formats;
	const char *judgments;	/* file */
	const char *const *run; /* files, two at least: every pair is looked at */
	size_t runs;
	int32_t level;	 /* -l */
	size_t depth;	 /* of the deepest pool */
	size_t length;	 /* of rankings; what comes later does not count */
	double unjudged; /* probability that a document which is not judged is relevant */
	int64_t resamples;
	uint64_t seed;
	int jobs;
};

/* Formats by their names, into `f`, which the question borrows; judgments must be complete. */
int pilot_formats(struct pilot_question *q, struct formats *f, const char *judgments,
		  const char *runs, struct err *e);

struct pilot_data {
	const struct pilot_question *question;
	struct judgments judgments;
	struct runs runs;
	struct rankings rankings;
	const struct ranked_topic **each; /* the topics that all runs have */
	size_t topics, pairs;
	size_t left_out; /* judged topics that not every run has */
	int64_t pooled,
		unjudged; /* documents in the deepest pools of all pairs; unjudged of these */
	struct pilot_topic *topic; /* pair by pair: 0 and 1, 0 and 2 ..., 1 and 2 ... */
	struct worker *worker;	   /* by thread */
	struct arena memory;	   /* of these lists */
};

/* The same for any number of jobs. Release also after a failure. */
int pilot_data_init(struct pilot_data *d, const struct pilot_question *q, struct err *e);
void pilot_data_release(struct pilot_data *d);

/* The numbers of topics that are drawn, and the certainties that they are judged to. */
struct pilot_design pilot_design(const struct pilot_question *q);
