/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The evaluation of one run while it is made: topics are scored one by one, all of a run
 * by several threads (scoring.c), and then something is said of all of them (all_topics.c).
 */
#pragma once

#include <math.h>

#include "core/engine/evaluate/evaluation.h"
#include "core/stats/distribution/yield_memory.h"

/* State of evaluating one run. */
struct scoring {
	struct evaluation *x;
	const struct evaluation_options *options;
	const struct evaluated_run *r;
	struct join join[2]; /* of all documents; and without the unjudged, for judged_only, */
	bool has_judged;     /* if there are such requests */
	struct yield_memory yields;
};

void scoring_begin(struct scoring *s);
void scoring_release(struct scoring *s);

/* Counts the judged topics that the run lacks. Ranks contradict scores in many topics or in none: a
 * thousand of a run are enough. */
void scoring_count_topics(const struct scoring *s);

/* Scores the topics of a run from `begin` up to `end`. Those of other shards are left out. */
int score_topics(struct scoring *s, size_t begin, size_t end, struct err *e);

/* All of them by several threads, in so many chunks. 1: it is not worth it. */
size_t scoring_chunks(const struct scoring *s);
int score_in_threads(struct scoring *s, size_t chunks, struct err *e);

/* Those that are judged and not in the run, with -c. */
int score_lacking_topics(struct scoring *s, struct err *e);

/*
 * Scores the topics in which a table names the run. In others it took no part. A table that names
 * no run at all has something to say of each topic.
 */
int score_topics_of_table(struct scoring *s, struct err *e);

/* Whether the line `all` (means over topics, with bounds) needs the documents of samples, not only
 * strata. */
bool scoring_needs_documents(const struct request_list *p,
			     const struct evaluation_options *options);

/* What is asked of the bounds of an estimate. */
struct estimate_request scoring_request(const struct scoring *s, const char *method);

/* A value of which it is not known how sure it is. */
static inline struct estimate value_alone(double value)
{
	return (struct estimate){ .value = value, .se = NAN, .bounds = { NAN, NAN } };
}

/* Adds bounds to the values of one measure, by each method asked for. */
int scoring_estimates(struct scoring *s, const struct request *q, const struct topic_view *view,
		      const struct score_row *row, struct err *e);

/* The line `all`: means and sums over topics, when each topic is done. */
int scoring_all_topics(struct scoring *s, struct err *e);
