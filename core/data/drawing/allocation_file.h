/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many documents are to be drawn from each cell, as a file says: CSV with the columns topic,
 * stratum and size.
 *
 * Apart from drawn_sample.h because it is read from a file before anything is drawn.
 */
#pragma once

#include "core/data/judgments/names.h"
#include "readers/strata_table.h"

struct share {
	struct slice topic, label;
	int64_t size;
	uint64_t line;
	bool used; /* a cell of this name was found */
};

struct shares {
	struct input in;
	struct arena memory;
	struct names topics, labels;
	struct names pairs;  /* of a topic and a label */
	struct share *share; /* by number of the pair: in the order of the file */
	size_t room;
};

/* A cell that is listed twice is an error. On failure nothing is left to release. */
int shares_read(struct shares *s, const char *path, struct err *e);
void shares_release(struct shares *s);

/* NULL if the file does not name the cell. */
struct share *shares_find(const struct shares *s, struct slice topic, struct slice label);

/* The error that the file names a cell that no topic has, if there is one. */
int shares_refuse_unused(const struct shares *s, bool rest_known, struct err *e);
