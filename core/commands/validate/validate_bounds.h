/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bounds of one figure (validate_bounds.c), for validate_estimates.c, which has them all.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/commands/validate/validate.h"
#include "measures/measure.h"

/* A figure, and what must be known for it (enum known). */
struct asked {
	const char *measure, *label;
	unsigned needs;
	bool share;
};

/* Is it about the strata from end to end? */
static inline bool is_end_to_end(const struct asked *a)
{
	return strcmp(a->measure, END_TO_END) == 0;
}

/* A measure with its parameters, and the strata as it sees them. */
struct seen {
	const struct measure *measure;
	struct parameters parameters;
	struct topic_view view;
	struct sample_view sample;
	const struct validation_question *question;
	const struct two_phase *again; /* second reviews; NULL: none is open */
	double value;
	const char *method;  /* by which the last bounds are */
	const char *caution; /* why bounds may be wrong; NULL: no reason */
	/* Why there are none by families, of a figure and of the first one; no status: no reason.
	 */
	struct err refused, why;
	struct buffer without; /* the figures */
	double design_effect;
};

void look(struct seen *s, const struct validation_question *q, const struct validation_design *d);

/* Asks a method for the bounds at the time of the draw. */
int bounds_by(struct seen *s, const char *method, enum tail tail, struct interval *out,
	      struct err *e);

/* Fills in the bounds of a figure. They and its value allow for what was produced since the draw,
 * and for known misses. Its strata are in `s`. */
int figure_bounds(struct seen *s, const struct validation *x, const struct validation_design *d,
		  const struct asked *a, struct validation_figure *f, struct err *e);
