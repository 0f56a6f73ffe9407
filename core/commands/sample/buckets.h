/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The buckets of Stevens' design instead of the documents drawn: prior weights, picks and documents
 * (Aslam & Pavlu 2008, Figure 4), as CSV and as a picture of the first topic.
 */
#pragma once

#include "core/commands/sample/draw_topics.h"
#include "core/output/plot.h"

/* What `sample` prints. */
struct sample_lines {
	struct buffer *topic; /* lines of CSV, in the order of the topics */
	size_t topics;
	struct picture picture; /* of the first topic: prior, weights, picks; or it has no plots */
};

/* The `drawn` of a receiver whose context is a struct sample_lines. */
int buckets_print(void *context, size_t number, const char *topic, struct drawing *d,
		  struct err *e);
