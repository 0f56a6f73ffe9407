/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pools of which every document is judged, ranked by two runs, and labelled in several ways, good
 * and bad ones: what simulate regression draws samples from, and, with all topics as one
 * collection, simulate labels.
 *
 * Apart from regression.c because worlds are made or read before anything is drawn.
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

#define OPTION_LABEL_KINDS                                                                        \
	"kind", 0, "NAME,...",                                                                    \
		"Of labels: perfect, good, wrong1%, random2, random5, reversed, constant, "       \
		"adversarial, file (default: all)",                                               \
		.more = "`good` ones find 85 of 100 relevant documents and take 5 of 100 others " \
			"for such; `adversarial` ones are right only where the first run is wrong."

/* The class that a label of this kind (not of a file) gives; u is uniform on (0,1). */
uint16_t label_of_kind(enum label_kind kind, bool relevant, bool shown, double u);

struct ranked_pool_document {
	int32_t grade;
	int64_t rank[2];	 /* in either run, from 0; -1: not retrieved */
	int32_t class_of[KINDS]; /* of its label of each kind; -1: it has none */
};

struct ranked_world {
	const char *name;
	size_t topics;
	size_t *first; /* document of each topic, and how many there are in all */
	struct ranked_pool_document *document;
	bool file;	/* it has labels of a file */
	size_t classes; /* of these */
	int32_t level;
};

/*
 * Made-up pools: "rich", 50 topics of 200 documents, one of five relevant on average, up to grade
 * 3; "sparse", 50 topics of 100 documents, one of 25 relevant; "medium", 50 topics of 150
 * documents, one of ten relevant, which differ more. The second run is a little worse.
 */
enum { RANKED_WORLDS_MADE = 3 };
int ranked_world_make(struct ranked_world *w, int number, double depth, uint64_t seed,
		      struct err *e);

/* From complete judgments, two runs, and a file of labels or NULL. */
int ranked_world_read(struct ranked_world *w, const struct file_options *files,
		      const struct labels_asked *labels, double depth, uint64_t seed, int jobs,
		      struct err *e);

/* A zeroed one may be released too. */
void ranked_world_release(struct ranked_world *w);
