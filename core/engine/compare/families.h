/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which measures of pairs are wanted, and their figures for one pair.
 */
#pragma once

#include "core/base/array.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/engine/request/registry.h"

/* A family of figures, and which of them are wanted. */
struct family_asked {
	const struct pair_measure *family;
	bool all;
	struct text_list name; /* else these */
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
