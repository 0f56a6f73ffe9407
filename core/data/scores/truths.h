/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Truths for a simulation: a scenario that a user wrote down, or one that looks like a published
 * sample.
 */
#pragma once

#include "core/base/arena.h"
#include "core/stats/coverage/scenario.h"

/* What means over truths and differences of two runs need of a stratum. */
struct stratum_kind {
	bool second;	/* a second run retrieves it */
	uint32_t label; /* strata of one label are alike in all truths */
};

struct truths {
	struct arena memory; /* of all of it, to be released also after a failed truths_read() */
	struct truth *truth;
	struct stratum_kind **kind; /* of each truth and stratum */
	const char **name;
	size_t count;
	bool pairs; /* they say what a second run retrieves */
};

/*
 * From a file of truths (truths.c), in the order in which they begin there. Or, if it has columns
 * stratum and runs, from a table of strata (readers/strata_table.h): for every topic
 * and every run with a stratum in it a truth named "topic run", with the strata and sample sizes of
 * the table, in which as large a part of each stratum is relevant as of its sample: round(N r/n)
 * documents, none if nothing was sampled.
 */
int truths_read(struct truths *t, const char *path, struct err *e);
