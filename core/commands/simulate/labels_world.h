/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collections in which every document is judged and has labels of several kinds, good and bad ones:
 * what simulate labels draws samples from.
 *
 * Apart from labels.c because worlds are made or read before anything is drawn.
 */
#pragma once

#include "core/commands/simulate/ranked_world.h"

/* By document, all of them of one collection. */
struct labels_world {
	const char *name;
	size_t documents;
	bool *relevant;
	bool *in[2];		   /* what either run retrieves */
	uint16_t *class_of[KINDS]; /* NULL: there is no such label */
	size_t classes[KINDS];
};

/*
 * Made-up collections: "review", 10,000 documents, 500 relevant, a production of 600 with recall
 * .7; "pool", 1,500 documents, 450 relevant, and 500 retrieved with recall .6.
 */
enum { WORLDS_MADE = 2 };
int labels_world_make(struct labels_world *w, int number, uint64_t seed, struct err *e);

/*
 * From complete judgments, two runs, of each the first `depth` documents of a topic, and a file of
 * labels or NULL: the judged documents of all topics together are the collection.
 */
int labels_world_read(struct labels_world *w, const struct file_options *files,
		      const struct labels_asked *labels, size_t depth, uint64_t seed, int jobs,
		      struct err *e);

/* A zeroed one may be released too. */
void labels_world_release(struct labels_world *w);
