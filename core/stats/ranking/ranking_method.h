/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interval methods for estimates of a ranking from a sample (statAP, statRprec, statP).
 *
 * Each method is one file in core/stats/ranking/methods/, which ends with one
 * `RANKING_METHOD = { ... };`; the build collects the folder into the registry.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/quantity.h"
#include "core/stats/ranking/ranked_error.h"
#include "core/stats/ranking/ranked_sample.h"

struct ranking_method {
	const char *name;    /* as in --ci=NAME */
	const char *summary; /* one line */
	const char *manual;  /* formula in words, source (paper and equation), when to use it */
	unsigned quantities; /* which of enum ranked_quantity it answers */

	/* `cutoff` is the k of RANKED_PRECISION. */
	int (*error)(const struct ranked_sample *s, enum ranked_quantity quantity, double cutoff,
		     struct ranked_error *out, struct err *e);
};

/* The build defines UNIT_SYMBOL per file, from the file's name. */
#define RANKING_METHOD const struct ranking_method UNIT_SYMBOL

/* NULL: there is no such method. */
const struct ranking_method *ranking_method_find(const char *name);

/* The registry, in the order of names, ended by NULL. */
extern const struct ranking_method *const ranking_methods[];
