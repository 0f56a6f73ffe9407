/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parameters of a measure, from the text behind the first '.' of -m.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "measures/measure.h"

/*
 * `list` is NULL for the measure's defaults; `asked` is what stood behind -m, for messages.
 * Allocates from `memory`.
 */
int parameters_parse(struct parameters *out, const struct measure *m, const char *list,
		     const char *asked, struct arena *memory, struct err *e);

/* Whether a measure has a setting of this name. */
bool measure_has_setting(const struct measure *m, struct slice name);

/* Whether two sets of a measure's parameters have the same settings and gains. */
bool parameters_same_pairs(const struct measure *m, const struct parameters *a,
			   const struct parameters *b);

/* Adds the cutoffs or fractions of `more`; both stay sorted and without doubles. */
int parameters_merge(struct parameters *into, const struct parameters *more, struct arena *memory,
		     struct err *e);
