/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several runs of one system, by other seeds or on other folds of the topics: averaged topic by
 * topic, they are the scores of the system.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/judgments/topic_groups.h"
#include "core/data/scores/score_table.h"

struct run_systems {
	struct members members;
	size_t *of;	   /* system of each run */
	const char **name; /* of each system, in the order of its first run */
	size_t *runs;	   /* of each system */
	size_t count;
};

/*
 * Reads the systems of these runs, or takes members_take() over, each by its file as it was typed
 * (`file` may be NULL) or else by its name. A run without a system is an error; rows about other
 * runs of these systems give a warning. On failure nothing is left to release.
 */
int run_systems_read(struct run_systems *s, const char *path, struct members *given,
		     const char *const *run, const char *const *file, size_t runs,
		     struct warnings *w, struct err *e);
void run_systems_release(struct run_systems *s);

/* How many of the topics each run has, by number of the run, if -c counts those it lacks. */
struct topics_found {
	const size_t *found;
	size_t topics;
};

/* Runs that together have no more topics than there are have each about its own: folds. */
int run_systems_refuse_folds(const struct run_systems *s, const struct topics_found *x, size_t runs,
			     struct err *e);

/* How far the runs of a system differ. */
struct system_spread {
	size_t runs;
	double deviation; /* of the means of its runs, divisor runs - 1; nan for one run */
	double least, most;
	double residual; /* mean square of scores less the means of topic and run; nan: not all runs
			  * have the same topics */
	size_t partly;	 /* topics for which fewer of its runs have a value than for others */
};

/* Says of how many topics a system has a value of some of its runs only. */
void run_systems_warn_partly(const char *system, size_t partly, struct warnings *w);

/*
 * Makes the table of runs one of systems: the value of a topic is the mean over the runs that have
 * one. `spread` has room for all systems.
 */
int score_table_average(struct score_table *t, const struct run_systems *s,
			struct system_spread *spread, struct err *e);
