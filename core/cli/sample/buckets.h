/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The buckets of Stevens' design instead of the documents drawn: prior weights, picks and documents
 * (Aslam & Pavlu 2008, Figure 4), as CSV and as a picture of the first topic.
 */
#pragma once

#include "core/cli/output/plot.h"
#include "core/cli/sample/sample_lines.h"

struct buckets {
	struct sample_lines lines;
	struct plot plot[3]; /* of the first topic: prior, weights, picks */
};

/* As sample_lines_sink(). */
struct sampling_sink buckets_sink(struct buckets *b, struct warnings *notes);
void buckets_release(struct buckets *b);

/* `path` of a picture, or NULL. */
int buckets_write(struct buckets *b, struct buffer *head, const char *path,
		  const struct output *out, struct err *e);
