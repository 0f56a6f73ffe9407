/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A discrete distribution as a list of values with their masses, and the sum of two of them.
 */
#pragma once

#include "core/base/err.h"

struct atom {
	double value, mass;
};

/* All 0 in the beginning. */
struct atoms {
	struct atom *atom;
	size_t count, room;
};

int atoms_add(struct atoms *a, double value, double mass, struct err *e);
void atoms_release(struct atoms *a);

/* Sorts by value, and makes one atom of those that differ by rounding only. */
void atoms_merge(struct atoms *a);

/*
 * The sum of two independent variables; both lists are merged. P(sum <= s) takes one walk along
 * both lists, so that the sums are never listed. All 0 in the beginning.
 */
struct atom_parts {
	struct atoms first, second;
	double *upto; /* P(second <= its value i) */
};

/* Call it when both lists are filled. -1: `e` is filled. */
int atom_parts_ready(struct atom_parts *p, struct err *e);
void atom_parts_release(struct atom_parts *p);

/* P(sum > s) + P(sum = s)/2 */
double atom_parts_above(const struct atom_parts *p, double s);

/* The smallest value with P(sum <= value) >= prob; no value is outside low .. high. */
double atom_parts_quantile(const struct atom_parts *p, double prob, double low, double high);
