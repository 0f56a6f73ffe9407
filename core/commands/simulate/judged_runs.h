/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judgments and runs from which simulate sampling and the experiment ap draw samples, as `sample`
 * does.
 */
#pragma once

#include "core/commands/simulate/simulate.h"
#include "core/data/joined/rankings.h"
#include "core/data/runs/run.h"

struct judged_asked {
	struct file_options files;
	struct text_list held; /* each may be several names with commas between */
	size_t held_at_random; /* in place of names */
	size_t deepest;	       /* documents of each run that can be drawn; SIZE_MAX: all */
};

/* Options of this struct, except those of its files. */
extern const struct command_option judged_options[];

#define OPTION_POOL_DEPTH(text) NAME_POOL_DEPTH, .here = text, WHOLE(1, 1000000)

struct judged_runs {
	struct judgments judgments;
	struct runs runs;
	struct rankings rankings; /* built with complete and by_name */
	const char **name; /* by run: as in its lines, or its file if two have the same name */
	const bool *held;  /* by run: it shapes no sample; NULL: all do */
	bool *is_held;
};

/*
 * `others`: runs that will be held out besides those that are named. On failure nothing is left to
 * release.
 */
int judged_runs_read(struct judged_runs *x, const struct judged_asked *q, size_t others, int jobs,
		     struct err *e);
void judged_runs_release(struct judged_runs *x);

/* The run with a name, or from a file, of this text; SIZE_MAX: there is none. */
size_t judged_run_find(const struct judged_runs *x, const struct judged_asked *q,
		       struct slice name);
