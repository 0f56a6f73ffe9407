/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is said of each pair of runs beside tests over topics, such as P(A > B), and what there is
 * to warn of.
 */
#pragma once

#include "core/data/joined/rankings.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/engine/compare/score_comparison.h"
#include "core/engine/evaluate/batch.h"
#include "core/engine/evaluate/evaluated.h"
#include "core/engine/request/registry.h"

/*
 * Which measures of pairs are wanted, and their figures for one pair.
 */

/* A family of figures, and which of them are wanted. */
struct family_asked {
	const struct pair_measure *family;
	bool all;
	const char **name; /* else these; borrowed */
	size_t names;
};

struct families {
	struct family_asked *asked;
	size_t count;
};

/* A family that NAME may mean, its own or that of a figure, for judgments of this kind, or NULL. */
const struct pair_measure *families_find(const struct registry *r, const char *name,
					 enum pair_input input);

/* Adds a family (`name` NULL or the family's own), or one figure of it. */
int families_ask(struct families *f, const struct pair_measure *family, const char *name,
		 struct err *e);

/* The figures that are wanted, in the order of the families. */
int families_compare(const struct families *f, const struct pair_view *v,
		     const struct pair_request *q, struct figures *out, struct err *e);

/* Whether retrieved documents that could not be drawn matter to one of them. */
bool families_need_frame(const struct families *f);

void families_release(struct families *f);

/* All pairs of a comparison get theirs: from rankings, or from the strata of a sample. */
struct run_comparison;
int pair_figures(struct run_comparison *w, const struct evaluated_run *r, struct err *e);
