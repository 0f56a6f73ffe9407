/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reviews: one that was read from a file, or rankings with complete judgments.
 */
#pragma once

#include "core/data/joined/rankings.h"
#include "core/data/runs/run.h"
#include "core/stats/stopping/stopping.h"
#include "readers/input.h"

/*
 * A review that was read from a file (readers/review_file.h), as steps of
 * core/stats/stopping/stopping.h.
 *
 * Documents of the control sample come before all others. The review reaches one of them when its
 * document comes again in the file. No other document may come twice.
 */

struct reviewed {
	struct input in;
	struct review_step *step;
	struct reviewed_document *document; /* of each step */
	size_t steps, room, document_room;
	int64_t documents; /* in the file, reviewed or not */
	bool unseen;	   /* some were not */
	int64_t gray;	   /* lines of those that could not be assessed */
	int64_t level;	   /* the least grade that is relevant */
};

/* Grades from `level` on are relevant. On failure nothing is left to release. */
int reviewed_read(struct reviewed *r, const char *path, const struct column_options *columns,
		  int64_t level, struct err *e);
void reviewed_release(struct reviewed *r);

/* The first `tail` random documents must stand in a row. */
int reviewed_check_tail(const struct reviewed *r, int64_t tail, struct err *e);

/*
 * Rankings with complete judgments, as reviews in the order of the ranking.
 */

/* A topic of a run. */
struct ranked_review {
	const char *run, *topic;
	const bool *relevant; /* by rank */
	size_t ranked;
	int64_t all; /* relevant documents, ranked or not */
};

struct ranked_reviews {
	struct judgments judgments;
	struct runs runs;
	struct rankings rankings;
	struct arena memory;
	struct ranked_review *review; /* run by run */
	size_t count;
	size_t skipped; /* topics of a run without a relevant document, or that it lacks */
};

/* Files: judgments, then runs. On failure nothing is left to release. */
int ranked_reviews_read(struct ranked_reviews *r, const struct judgment_format *judgments,
			const struct run_format *format, const char *const *file, size_t files,
			int64_t level, int jobs, struct err *e);
void ranked_reviews_release(struct ranked_reviews *r);
