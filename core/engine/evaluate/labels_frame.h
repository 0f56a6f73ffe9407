/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --drawn-from=labels: two files of judgments, a model's of all documents of a pool and people's of
 * some. The labelled documents of a topic are its pool, which is one stratum, and those that people
 * judged are a simple random sample of it.
 *
 * That it was random is the user's word. If it was, a run that has d of the N documents of a topic
 * among its first ten has M of its n judged ones there, hypergeometric; frame_test.h, of what is
 * not among them, gives the probability that so many judged documents or more sit at the top.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/judgments/judgments.h"
#include "core/data/labels/labels.h"

/* What is said of estimates, with the files of the labels. */
#define LABELS_FRAME_OF_PAIRS "by human judgments of a sample of pairs, and %s on all"

/*
 * As judgments that list every document of their strata, a table `f` of the program's own. A judged
 * document without a label is an error; labels that equal all of 30 grades or more are asked about.
 * On failure nothing is left to release.
 */
int labels_frame_read(struct judgments *j, const struct judgment_format *f,
		      const struct judgment_format *people, const char *path,
		      const struct labels_asked *labels, struct warnings *w, struct err *e);

/* Judged documents that sit at the top of a run are warned of, and refused if that is certain. */
int labels_frame_check(const struct judgments *j, const struct run *const *runs, size_t count,
		       struct warnings *w, struct err *e);
