/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws the documents to judge from any number of runs, over several threads, and hands them to a
 * receiver, topic by topic.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/drawing/drawing.h"
#include "core/data/drawing/listed_strata.h"

/* Who gets what was drawn. */
struct sampling_receiver {
	void *context;
	/* How many topics there will be; before the first of them. */
	int (*expect)(void *context, size_t topics, struct err *e);
	/* One topic, by number in the order of the names; called by several threads. */
	int (*drawn)(void *context, size_t number, const char *topic, struct drawing *d,
		     struct err *e);
	/* Gets lines that say what was drawn from; NULL: nobody wants to know. */
	struct warnings *notes;
};

/* All of it is borrowed. */
struct sampling_request {
	struct drawing_options drawing; /* except the runs */
	const struct run_format *run_format;
	const char *const *run; /* files */
	size_t runs;
	const char *listed;	   /* file with labels or scores instead of runs, or NULL */
	const struct bands *bands; /* of these scores; NULL: there are labels */
	const char *only_topic;	   /* of lists that name none, or NULL */
	bool topic_given;	   /* it must be theirs */
	int64_t size;		   /* documents to draw for each topic; 0: not given */
	int64_t total;		   /* for all topics; 0: not given */
	int jobs;
	const struct sampling_receiver *receiver;
};

int sampling_run(const struct sampling_request *s, struct warnings *w, struct err *e);
