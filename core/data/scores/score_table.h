/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scores of several systems on the same topics, computed here or elsewhere: what comparisons and
 * intervals over topics start from.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/slice.h"
#include "core/data/judgments/chosen_topics.h"
#include "core/data/judgments/topic_groups.h"

struct score_table {
	struct arena memory;
	const char **system; /* in the order in which they were given */
	size_t systems;
	const char **topic; /* in bytewise order */
	size_t topics;
	double *value;	     /* value[s * topics + t]; nan: missing */
	const char *measure; /* of score_table_from_scores() and score_table_read() */
	/* Of a log of items: the system of each run, if it names repetitions, and the data set of
	 * each item, if it names any; else empty. */
	struct members systems_of, data_sets;
	bool summary; /* of score_table_read(): the file has only means, as the one topic "all" */
};

/* Whether they are no names: all are numbers, some with a fraction. */
bool names_are_scores(const char *const *name, size_t count);

/*
 * The scores of one measure from files of one score a line (readers/scores.h), all topics together;
 * a topic that a system lacks is missing there, and so is a value nan. Topic "all" is a summary and
 * passed over, and so are groups of topics (judgments/topic_groups.h). Lines that name no run are
 * those of one system, or of several if the file is what `trec_eval -q` printed of several runs,
 * one behind the other; it is named by the line runid, else by the file (without its folder).
 * Systems of the same name are named by their paths. Errors: a file without the measure or without
 * topics, a topic twice, one file given twice.
 *
 * A file may also be a matrix, or a log of items, whose columns are called as the options, which
 * may be NULL, say. A measure of NULL is the usual one: `score` of these, and map of the others.
 */
int score_table_from_scores(struct score_table *t, const char *const *path, size_t count,
			    const char *measure, const struct column_options *columns,
			    struct err *e);

static inline int score_table_from_matrix(struct score_table *t, const char *path, struct err *e)
{
	return score_table_from_scores(t, &path, 1, NULL, NULL, e);
}

/*
 * All systems from one file, a matrix or the scores of one measure: NULL is the only one that the
 * file has. If there are means only, "all" is the topic.
 */
int score_table_read(struct score_table *t, const char *path, const char *measure, struct err *e);

/* Keeps the chosen topics. One that no system has a score for is an error. `path` is for it. */
int score_table_choose(struct score_table *t, const struct chosen_topics *c, const char *path,
		       struct err *e);

/* Keeps the topics that are marked. */
void score_table_keep(struct score_table *t, const bool *chosen);

/* The scores once more; names are borrowed from the table that is copied. */
int score_table_copy(struct score_table *t, const struct score_table *from, struct err *e);

/* How many topics a system has a score for, and the mean of these. */
size_t score_table_topics(const struct score_table *t, size_t system);
double score_table_mean(const struct score_table *t, size_t system);

/* The number of a topic; SIZE_MAX: it is not there. */
size_t score_table_topic(const struct score_table *t, struct slice name);

/* Also releases what a failed score_table_from_...() leaves behind. */
void score_table_release(struct score_table *t);
