/*
 * Truths for a simulation: a scenario that a user wrote down, or one that looks like a published
 * sample.
 */
#ifndef DATA_SCORES_TRUTHS_H
#define DATA_SCORES_TRUTHS_H

#include "core/base/arena.h"
#include "core/stats/coverage/scenario.h"

struct truths {
	struct arena memory;
	struct truth *truth;
	const char **name;
	size_t count;
	bool pairs; /* they say what a second run retrieves */
};

/* From a file of truths (readers/truths.h), in the order in which they begin there. */
int truths_from_file(struct truths *t, const char *path, struct err *e);

/*
 * From a table of strata (readers/strata_table.h): for every topic and every run with a stratum in
 * it a truth named "topic run", with the strata and sample sizes of the table, in which as large a
 * part of each stratum is relevant as of its sample: round(N r/n) documents, none where nothing was
 * sampled.
 */
int truths_from_table(struct truths *t, const char *path, struct err *e);

/* Also releases what a failed truths_from_...() leaves behind. */
void truths_release(struct truths *t);

#endif
