/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines of several runs. Those of a run are written into a buffer when it is evaluated, and
 * printed when all runs are done.
 */
#pragma once

#include "core/base/output.h"
#include "core/engine/evaluate/batch.h"
#include "core/output/evaluation_lines.h"

struct run_lines {
	struct output_options *output;
	const struct output_options *also; /* whose receiver gets the lines too, or NULL */
	const struct judgments *judgments;
	/* Its own. */
	struct run_text *run;
	struct arena memory; /* of these */
	size_t runs;
	struct buffer header, strata;
};

/* A receiver for batch_run() that gets evaluations, or the strata; release also after a failure. */
struct batch_receiver run_lines_receiver(struct run_lines *l, bool strata);
void run_lines_release(struct run_lines *l);

/* What the bounds of all runs leave open; while what was asked for is still there. */
void run_lines_warn(const struct run_lines *l, struct warnings *w);

/* When all runs are done, so that runs of one name can be told apart: makes the header, and the
 * line that names each run. */
int run_lines_ready(struct run_lines *l, struct err *e);

/* Writes all of it to standard output. */
int run_lines_write(const struct run_lines *l, const struct output *out, struct err *e);
