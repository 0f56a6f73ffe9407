/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Evaluates any number of runs against one set of judgments, over several threads, and hands the
 * evaluations to a receiver. What is worth a warning is added to a list.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/labels/labels.h"
#include "core/engine/evaluate/evaluated.h"
#include "core/engine/evaluate/evaluation.h"

/* Who gets the evaluations. */
struct batch_receiver {
	void *context;
	bool keep_runs; /* all() wants to see the runs and not only the evaluations */
	/* If not NULL: it gets the sample with its strata, and the runs, and nothing is evaluated.
	 */
	int (*strata)(void *context, const struct design *s, const struct evaluated_run *run,
		      struct err *e);
	/* How many there will be; before the first of them. May be NULL. */
	int (*expect)(void *context, size_t count, struct err *e);
	/* If not NULL: it keeps the evaluations, and evaluated() is not called. */
	struct run_scores *keep;
	bool topics_only; /* the line `all` of a run is not shown, nor warned of */
	/* Takes `x` over; called by several threads, each with other numbers. */
	void (*evaluated)(void *context, size_t number, struct evaluation *x);
	/*
	 * When every run has been evaluated; may be NULL. `run` has runs only if they were to be
	 * kept.
	 */
	int (*all)(void *context, const struct evaluated_run *run, size_t count, struct err *e);
	void *of_all; /* the context of all(); NULL: that of the others */
};

/* What the judged documents are a sample of: what they say, or the labelled documents. */
enum label_frame { FRAME_OF_SAMPLE, FRAME_OF_LABELS };

struct batch {
	const struct request_list *asked;
	const struct judgments *judgments;
	const struct run_format *run_format;
	const char *const *run; /* files; names if the judgments are a table */
	size_t runs;
	struct text_list pool; /* files that help to form strata but are not evaluated */
	struct evaluation_options evaluation;
	struct design_options strata;
	struct labels_asked labels;   /* cheap labels, by which strata are divided */
	enum label_frame label_frame; /* what could be drawn, with labels */
	enum gray gray;
	enum outside outside;
	bool frame_matters; /* documents outside matter to what is printed */
	bool keep_first; /* a document that a run has twice keeps its first place; else an error */
	bool sampled;	 /* the judgments are a sample */
	int jobs;
	struct shard *shard; /* NULL: all is done here */
};

/* Evaluates all runs, with one thread or several. A shard that writes gives the receiver only the
 * number of runs. */
int batch_run(const struct batch *b, const struct batch_receiver *receiver, struct warnings *w,
	      struct err *e);

/* Says how many intervals of means rest on one topic. */
void batch_warn_of_means(size_t carried, struct warnings *w);
