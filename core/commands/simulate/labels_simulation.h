/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often intervals of sets cover, and how wide they are, with labels of a kind and without, on
 * the same simple random samples of a collection. Without labels the strata are what the run
 * retrieves and the rest; with labels their classes, joined as in an evaluation.
 */
#pragma once

#include "core/commands/simulate/labels_world.h"

enum labels_quantity {
	LABELS_RECALL,
	LABELS_PRECISION,
	LABELS_F,
	LABELS_YIELD,
	LABELS_DIFF_RECALL,
	LABELS_DIFF_P,
	LABELS_DIFF_F,
	LABELS_QUANTITIES,
};
extern const char *const labels_quantities[];

struct labels_simulation {
	int64_t sampled; /* documents of a sample */
	double level;
	bool wanted[LABELS_QUANTITIES];
	bool kind[KINDS];	     /* of labels that are tried */
	int64_t draws;		     /* of a posterior; 0: it is computed */
	const char *method;	     /* NULL: the default ones */
	const struct effort *effort; /* samples, seed, threads */
};

/* Results of one kind of labels and one quantity. */
struct labels_result {
	double truth;
	double covered, width; /* with labels */
	double without_covered, without_width;
	double estimate_error; /* root mean square of estimate less truth, with labels */
	double without_error;
};

/* Fills `out` for the kinds that the world has, and the wanted quantities. */
int labels_simulate(const struct labels_simulation *s, const struct labels_world *w,
		    struct labels_result out[KINDS][LABELS_QUANTITIES], struct err *e);
