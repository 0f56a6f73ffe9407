/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The join of one topic of a run with its judgments: ranking, check for duplicates, grades.
 */
#pragma once

#include "core/data/judgments/judgments.h"
#include "core/data/judgments/preferences.h"
#include "core/data/runs/ranked_documents.h"
#include "core/data/runs/run.h"
#include "core/data/joined/sample_join.h"
#include "core/data/view.h"

struct join_options {
	int32_t level;		 /* -l */
	int64_t most_retrieved;	 /* -M */
	bool judged_only;	 /* -J */
	bool complete;		 /* -c */
	int64_t collection_size; /* -N */
	bool ties_by_rank;	 /* --score-ties=rank */
	bool ties_chosen;	 /* the user chose an order of ties: do not warn of them */
	bool scores;		 /* a measure sees the scores */
	size_t beyond;	  /* how deep in the ranking documents without judgments are listed */
	bool trec_eval_9; /* --trec-eval=9 */
};

/* Working memory of one thread, used again for each topic. */
struct join {
	struct join_options options;
	const struct judgments *judgments; /* borrowed */
	const struct design *sample;	   /* borrowed; NULL: the judgments are not a sample */
	size_t run_number;		   /* in the strata of the sample */

	const struct input *in; /* of the run; borrowed */
	struct ranking ranking;
	struct arena memory; /* of the current topic: all lists */
	double *score;	     /* of each ranked document, with `scores` */
	unsigned *hash;	     /* of each ranked document */
	struct document_table table;
	size_t listed;	  /* documents of the topic; grades are known of all ... */
	size_t retrieved; /* ... and these count, up to -M */
	size_t known;	  /* judgments of the topic, of any grade, whose documents are retrieved */
	struct join_grades *grades; /* one for each group */
	struct topic_view *group_view;
	struct preference_join preferences;
	struct sample_join sampled;
	int32_t *grades_kept; /* while ties are in another order; NULL: none was yet */
};

/* For a zeroed join, or a used one, whose memory is used again. */
void join_init(struct join *j, const struct join_options *options,
	       const struct judgments *judgments, const struct design *sample, size_t run_number);
void join_release(struct join *j);

/*
 * The view of a topic of the run on its judgments. `run` is NULL if there is only a table.
 * `judged` is NULL for a topic without judgments, which is checked all the same (the view is then
 * empty); `topic` is NULL for a judged topic that the run lacks, which retrieves nothing. The view
 * is valid until the next call.
 */
int join_topic(struct join *j, const struct judged_topic *judged, const struct run *run,
	       const struct run_topic *topic, struct topic_view *view, struct err *e);

/*
 * For judgments with one grade per document: forgets the ties of the ranking in which another order
 * would give the same grades from `least` on at the same ranks; false if none is left. Those that
 * are left have the places of the view (-J).
 */
bool join_keep_ties(struct join *j, int32_t least, const struct topic_view *view);

/* Puts the grades of each tie that is left in falling order, or in rising order; then back as they
 * were. The level of the view stays, and what depends on the order follows. */
int join_order_ties(struct join *j, bool falling, struct topic_view *view, struct err *e);
void join_restore_ties(struct join *j, struct topic_view *view);

/*
 * Puts the grades in the order of the ranks that the run gives; those without a rank come last.
 * join_level() must follow.
 */
int join_order_ranks(struct join *j, const struct run *run, const struct topic_view *view,
		     struct err *e);

/* Finds the relevant documents of a ranking with grades; `at`, for their places, has room for one
 * more than it has documents. */
void view_relevant(struct topic_view *view, int32_t level, uint32_t *at);

/* The judgments of a view that join_topic() filled. */
const struct judgments *view_judgments(const struct topic_view *view);

/* Sets what depends on the level of relevance; `view` comes from the last join_topic(). */
void join_level(struct join *j, const struct judged_topic *judged, int32_t level,
		struct topic_view *view);
