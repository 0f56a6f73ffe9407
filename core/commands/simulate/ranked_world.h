/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pools of which every document is judged, ranked by two runs, and labelled in several ways, good
 * and bad ones: what simulate regression draws samples from, and, with all topics as one
 * collection, simulate labels.
 */
#pragma once

#include "core/commands/simulate/labelled.h"
#include "core/data/labels/labels.h"

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
