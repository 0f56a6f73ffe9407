/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collections in which every document is judged and has labels of several kinds, good and bad ones:
 * what simulate labels draws samples from.
 *
 * Apart from labels_simulation.h because worlds are made or read before anything is drawn.
 */
#pragma once

#include "core/commands/simulate/simulate.h"
#include "core/data/labels/labels.h"

enum label_kind {
	KIND_PERFECT,  /* relevant or not */
	KIND_GOOD,     /* finds 85 of 100 relevant documents, and takes 5 of 100 others for such */
	KIND_WRONG,    /* wrong in 1 of 100 */
	KIND_RANDOM_2, /* of two classes, whatever the document is */
	KIND_RANDOM_5, /* of five */
	KIND_REVERSED, /* always wrong */
	KIND_CONSTANT, /* one class */
	KIND_ADVERSARIAL, /* right only where the first run is wrong */
	KIND_FILE,	  /* those of --labels */
	KINDS,
};
extern const char *const label_kinds[];

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
