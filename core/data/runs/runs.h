/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several runs, read over several threads.
 */
#pragma once

#include "core/data/runs/run.h"

struct runs {
	struct run *run;
	const struct run **each; /* pointers to all of them, which callers may sort */
	size_t count;
	bool *read; /* by run: it was read, and must be released */
};

/*
 * Reads files as run_read() does. If some cannot be read, the error is that of the first of them.
 * On failure nothing is left to release.
 */
int runs_read(struct runs *r, const struct run_format *format, const char *const *path,
	      size_t count, const struct names *judged, int jobs, struct err *e);

/* The same of a part of the topics, as run_read_part(). */
int runs_read_part(struct runs *r, const struct run_format *format, const char *const *path,
		   size_t count, const struct names *judged, const struct run_part *part, int jobs,
		   struct err *e);
void runs_release(struct runs *r);
