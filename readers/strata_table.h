/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of strata in CSV (readers/csv_text.h), without any document: what was sampled of each
 * stratum as it was published, and the sizes of strata whose documents are judged elsewhere.
 */
#pragma once

#include "readers/fields.h"
#include "readers/input.h"

/* One stratum. A table of sizes has neither runs nor numbers beyond the size. */
struct stratum_record {
	struct place place;
	struct slice topic;
	struct slice label;
	struct slice runs;  /* that retrieve its documents, joined by '+'; empty: none does */
	int64_t size;	    /* documents in it */
	int64_t sampled;    /* of them */
	int64_t assessable; /* of the sampled */
	int64_t relevant;   /* of the assessable */
};

/* Takes one record; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*stratum_sink)(void *context, const struct stratum_record *r, struct err *e);

/*
 * Columns topic, stratum, runs, size, sampled, relevant and optionally assessable (else all of the
 * sampled are). A sample that is larger than its stratum, and the like, is an error. The receiver
 * must refuse a stratum that comes twice: it has an index of them.
 */
int strata_table_read(const struct input *in, stratum_sink receiver, void *context, struct err *e);

/* Columns topic, stratum, size. */
int stratum_sizes_read(const struct input *in, stratum_sink receiver, void *context, struct err *e);

/* Takes the first name off `runs`; false when there is none left. */
bool stratum_next_run(struct slice *runs, struct slice *name);

/* The error that a file has a stratum twice. */
int stratum_twice(const struct stratum_record *r, uint64_t earlier, struct err *e);
