/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The largest of many statistics, in random draws under the hypothesis.
 */
#pragma once

#include "core/base/err.h"

struct drawn_maximum {
	double *value; /* ascending, when it is drawn */
	int64_t count;
};

/*
 * Draws in parallel: `one` gives the maximum of draw `i`, with the memory of its thread: `counts`
 * whole numbers, which are 0 at first and are added up over the threads in `total`, and behind them
 * `room` doubles. On failure nothing is left to release.
 */
struct drawing {
	double (*one)(const void *of, int64_t i, double *memory);
	const void *of;
	size_t counts, room;
	double *total; /* NULL if there are no counts */
};

int drawn_maximum_draw(struct drawn_maximum *d, int64_t count, int jobs, const struct drawing *how,
		       struct err *e);
void drawn_maximum_release(struct drawn_maximum *d);

/*
 * (1 + draws that reach the value) / (1 + draws), which keeps the level of the test whatever their
 * number (Davison & Hinkley 1997, section 4.2).
 */
double drawn_maximum_p(const struct drawn_maximum *d, double value);

/* The value above which p is at most alpha; infinite if there are too few draws. */
double drawn_maximum_quantile(const struct drawn_maximum *d, double alpha);
