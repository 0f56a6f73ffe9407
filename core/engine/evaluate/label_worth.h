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

/* Documents of a class, of all topics. */
struct label_share {
	int64_t documents, judged, relevant;
	double share; /* estimated; nan: nothing was judged */
	struct interval interval;
};

/* All of a class of a judge (side -1), or what a run retrieves of it (1), or what it does not (0).
 */
int label_share_of(const struct design *s, const struct judgments *j, size_t judge,
		   int32_t class_of, size_t run, int side, const struct ends *ends,
		   struct label_share *out, struct err *e);

/*
 * The errors of a judge: of what it takes for relevant (`above` 1), how many people do not; of what
 * it does not (0), how many they do. Labels of `level` and above, or those that the variate counts,
 * are taken for relevant. Over all topics.
 */
int label_errors_of(const struct design *s, const struct judgments *j, size_t variate, int above,
		    const struct ends *ends, struct label_share *out, struct err *e);

/* Recall, precision or F of a run: with labels, without, and as if the labels were judgments. */
struct label_worth {
	double value, without;
	struct interval interval, interval_without;
	double alone; /* nan: the labels are words, or scores */
	size_t topics;
	size_t variates; /* of a mean over several topics: control variates that were used */
};

/*
 * For one topic, or as the mean over all in which the run retrieves something. Labels of `level`
 * and above count as relevant in `alone`. `memo` may be NULL.
 */
int label_worth_of(const struct design *s, const struct judgments *j, size_t run,
		   enum quantity quantity, int32_t level, const struct ends *ends,
		   struct labelled_memo *memo, struct label_worth *out, struct err *e);
