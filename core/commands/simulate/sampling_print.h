/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines and the pictures of simulate sampling.
 */
#pragma once

#include "core/commands/simulate/sampling.h"
#include "core/output/plot.h"
#include "core/output/report.h"

/* How well estimates agree with the true values: tables by measure, or a line for each figure. */
void sampling_print(struct report *out, const struct sampling_simulation *s,
		    const struct sampling_result *r);

/* --by-run, --by-topic: the estimates of each run, or of each topic of one run. `name` by run. */
void sampling_print_runs(struct report *out, const struct sampling_simulation *s,
			 const struct sampling_result *r, const char *const *name);

/*
 * For each measure three plots: RMS error, linear correlation and Kendall's tau by judged documents
 * (Aslam & Pavlu 2008, Figure 10). Curves of runs that are held out are dashed (Figure 12).
 */
int sampling_draw(const struct sampling_simulation *s, const struct sampling_result *r,
		  struct picture *out, struct err *e);

/* The picture of --by-run and --by-topic. */
int sampling_draw_scatter(const struct sampling_simulation *s, const struct sampling_result *r,
			  struct picture *out, struct err *e);
