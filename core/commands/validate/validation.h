/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work of `validate`: from counts to estimates with their bounds, and what they say of a
 * target.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/commands/validate/counts.h"

struct validation_question {
	struct validation_counts counts;
	struct method_list methods; /* empty: the defaults */
	double level;
	double target; /* of recall; nan: none */
};

enum { FIGURES_MAX = 8 };

/* One-sided bounds are each at the level. nan: the method has none. */
struct validation_bounds {
	struct interval between; /* two-sided */
	const char *by;		 /* its method: that of the question, or of one sample */
	double at_least, at_most;
};

struct validation_figure {
	const char *measure; /* its name in an evaluation */
	const char *label;   /* for a person */
	bool share;	     /* else a number of documents */
	double value;
	struct validation_bounds bounds[METHODS_MAX]; /* by method */
};

enum verdict {
	VERDICT_SHOWN,	   /* the lower bound of recall is not below the target */
	VERDICT_MISSED,	   /* the upper bound is below it */
	VERDICT_NOT_SHOWN, /* neither */
};

/* Which methods two-sided and one-sided bounds are by, if a figure says no other. */
struct validation_method {
	const char *between, *one_sided;
};

struct validation {
	struct validation_design design;
	struct validation_method method[METHODS_MAX];
	size_t methods;
	struct validation_figure figure[FIGURES_MAX];
	size_t figures;
	enum verdict verdict[METHODS_MAX]; /* by method, if there is a target */
};

int validate(struct validation *x, const struct validation_question *q, struct warnings *warnings,
	     struct err *e);

/* NULL: it does not follow from the counts. */
const struct validation_figure *validation_find(const struct validation *x, const char *measure);
