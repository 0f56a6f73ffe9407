/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines and the picture of simulate coverage. The functions ..._records make lines ready, and
 * ..._add add those of one source of truths, which has a name.
 */
#pragma once

#include "core/commands/simulate/truths_asked.h"

/* A line for each method. */
void simulation_records(struct records *r);
void simulation_add(struct records *r, const struct truths_asked *q, const char *name,
		    const struct simulation_result *x);

/* --by-truth: a line for each truth, with the mean of its estimate over all samples, and method. */
void by_truth_records(struct records *r);
void by_truth_add(struct records *r, const struct truths_asked *q, const char *name,
		  const struct simulation_result *x);

/*
 * The picture of both. By method: coverage, gaps and the share of truths in which a method is the
 * closest, a row for each source (Webber's Figures 9 to 13). By truth: coverage against the true
 * value (Figures 4 to 7), or, if the unretrieved samples differ in size, coverage and bias against
 * that (Figure 3).
 */
int coverage_draw(const struct truths_asked *q, bool by_truth, const struct truth_source *from,
		  const struct simulation_result *r, size_t sources, struct picture *out,
		  struct err *e);
