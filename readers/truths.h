/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Truths for a simulation, in CSV (readers/csv.h): what is really in the strata of a collection,
 * and how many documents are to be sampled of each.
 */
#pragma once

#include "readers/fields.h"
#include "readers/input.h"

/* One stratum of a truth. */
struct truth_record {
	struct place place;
	struct slice truth; /* its name */
	bool retrieved;
	int64_t size;	 /* documents in it */
	int64_t yield;	 /* of them relevant */
	int64_t sampled; /* of them to be sampled */
	bool second;	 /* retrieved by a second run */
	bool has_second;
	struct slice label; /* empty: none */
};

/* Takes one record; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*truth_sink)(void *context, const struct truth_record *r, struct err *e);

/*
 * Columns truth, retrieved (1 or 0), size, yield, sampled, in any order. Lines with one name in the
 * column truth are strata of one truth. Optional: retrieved_b, the same for a second run, and
 * label, equal for strata that are alike in several truths. Yield and sampled are at
 * most the size.
 */
int truths_read(const struct input *in, truth_sink receiver, void *context, struct err *e);
