/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rankings with complete judgments, as reviews in the order of the ranking.
 */
#pragma once

#include "core/data/joined/rankings.h"
#include "core/data/runs/runs.h"

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
