/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sample while it is drawn (draw_topics.c), and what is said about it (sampling_notes.c): notes
 * in the file of the sample, and warnings.
 */
#pragma once

#include "core/commands/sample/sample.h"
#include "core/data/runs/run.h"

/* What there is to warn of in one topic. */
struct sampling_outcome {
	int64_t missing; /* documents that were asked for, but are not there */
	int64_t unsampled, nameless, lost;
	bool joined;
};

struct sampling_work {
	const struct sampling_request *s;
	struct warnings *warnings;
	struct runs runs;
	struct listed_strata listed; /* instead */
	bool is_listed;
	struct drawing_options drawing;
	const struct run **run; /* in the order in which the designs want them */
	size_t count;		/* of runs */
	struct arena memory;
	struct names only_topic, topics;
	struct drawing_topic *topic; /* in bytewise order of their names */
	const struct run_topic **run_topic;
	struct sampling_outcome *outcome; /* by topic */
	atomic_size_t *drawn_of;  /* documents drawn of each label class; NULL: not counted */
	struct drawing *drawings; /* by thread */
};

/* A note of a file, on which the sample depends beside the command line. */
void sampling_note_file(const struct sampling_work *b, const struct input *in);

/* Notes of where the scores of each topic were cut. */
void sampling_note_bands(const struct sampling_work *b);

/* Notes of what Neyman's allocation gives each class, over all topics. */
void sampling_note_classes(const struct sampling_work *b);

/* --bands=30 may mean 30 bands, or a cut at a score of 30. */
void sampling_warn_of_bands(const struct sampling_work *b);

/* All other warnings, when the sample is drawn. -1: a warning could not be kept. */
int sampling_warn(const struct sampling_work *b, struct err *e);
