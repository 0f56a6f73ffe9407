/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What cheap labels are worth: how many documents of each class are relevant, what the intervals
 * would be without labels, and what the labels alone would say.
 *
 * All of it comes from the strata that labels divide (core/data/design/label_cells.h): numbers of
 * documents, of judged and of relevant ones. Gray documents count as not relevant.
 */
#pragma once

#include "core/data/design/design.h"
#include "core/stats/bounds.h"
#include "core/stats/learnt_prior/labelled_mean.h"

/* What it is asked of. */
struct labelled_sample {
	const struct design *s;
	const struct judgments *j;
	const struct ends *ends;
	int32_t level; /* labels from it on count as relevant, if they were judgments */
	struct labelled_memo *memo; /* or NULL */
};

/* Documents of a class, of all topics. */
struct label_share {
	int64_t documents, judged, relevant;
	double share; /* estimated; nan: nothing was judged */
	struct interval interval;
};

/*
 * Which documents a share is of: all of a class of a judge (side -1), or what a run retrieves of it
 * (1), or what it does not (0). Or if `counts` says which classes a judge takes for relevant, its
 * errors, over all: of what it does (`above` 1), how many people do not; of what it does not (0),
 * how many they do.
 */
struct shared_by {
	size_t judge;	  /* if `counts` is NULL, and */
	int32_t class_of; /* a class of its */
	const bool *counts;
	int above; /* those that count, or those that do not */
	size_t run;
	int side;
};

int label_share_of(const struct labelled_sample *x, const struct shared_by *by,
		   struct label_share *out, struct err *e);

/* Recall, precision or F of a run: with labels, without, and as if the labels were judgments. */
struct label_worth {
	double value, without;
	struct interval interval, interval_without;
	double alone; /* nan: the labels are words, or scores */
	size_t topics;
	size_t variates; /* of a mean over several topics: control variates that were used */
};

/* For one topic, or as the mean over all in which the run retrieves something. */
int label_worth_of(const struct labelled_sample *x, size_t run, enum quantity quantity,
		   struct label_worth *out, struct err *e);
