/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scores by topic of runs that were evaluated here, as the table that score files make as well.
 *
 * Apart from batch.h because it only keeps what an evaluation gave.
 */
#pragma once

#include "core/data/scores/score_table.h"
#include "core/engine/evaluate/evaluated.h"

/* Runs evaluated with one plan and one set of judgments. A zeroed struct can be released. */
struct run_scores {
	struct evaluation *evaluation;
	size_t runs;
	const char *const *path; /* files of the first `paths` runs; borrowed */
	size_t paths;
};

/* Room for the evaluations of `runs` runs. */
int run_scores_init(struct run_scores *s, size_t runs, const char *const *path, size_t paths,
		    struct err *e);
void run_scores_release(struct run_scores *s);

/* The name of the run, or if two have the same, of its file. */
const char *run_scores_name(const struct run_scores *s, size_t run);

/* What of a request's first value is wanted: the value, or of its estimate by the first method. */
enum score_part { SCORE_VALUE, SCORE_ERROR, SCORE_BIAS };

/*
 * One value of a request, or a part of its estimate, for all judged topics; nan: a run has none. A
 * run is named by its runid, or if another has the same, by its file. Names are borrowed from runs
 * and judgments. The caller releases the table, whether this fails or not.
 */
int run_scores_table(struct score_table *t, const struct run_scores *s, const struct request *q,
		     size_t value, enum score_part part, struct err *e);
