/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frame of a topic: the documents that can be judged, given the runs that shape the choice, and
 * samples and pools of it, again and again, without looking at names. The samples are those that
 * drawing.h makes of the same runs with --design=stevens, document by document.
 */
#pragma once

#include "core/base/sort.h"
#include "core/data/joined/rankings.h"
#include "core/stats/sampling/stevens.h"

struct frame {
	const struct ranked_topic *topic; /* borrowed; its rankings were built with by_name */
	uint32_t *best;			  /* of each document: its best rank, from 1, in the runs
					     that shape the frame; 0: none of them has it */
	/* What can be drawn: documents by falling weight, equal ones by name, and these weights. */
	uint32_t *order;
	double *weight;
	size_t count;
	struct arena memory;
};

/*
 * The first `deepest` documents of each run with `shapes` set can be drawn. A zeroed struct frame
 * is ready, and can be used again.
 */
int frame_make(struct frame *f, const struct ranked_topic *t, const bool *shapes, size_t runs,
	       size_t deepest, struct err *e);
void frame_release(struct frame *f);

/* How many documents the pool of this depth has. */
size_t frame_pool(const struct frame *f, size_t depth);

/* Working memory of one thread. A zeroed struct frame_draw is ready. */
struct frame_draw {
	double *weight; /* of each document of the topic: 1/probability; 0: it is not judged */
	size_t judged;	/* documents with a weight */

	uint64_t *bits; /* random numbers of the documents that can be drawn, in their order */
	uint64_t seed, key;
	const struct frame *frame; /* that the numbers belong to */
	struct stevens stevens;
	int64_t *picked;
	struct keyed *heap;
	size_t room;
};

void frame_draw_release(struct frame_draw *d);

/* Chooses the frame and the seed of the samples to come. */
int frame_draw_start(struct frame_draw *d, const struct frame *f, uint64_t seed, struct err *e);

/*
 * Into d->weight: a sample with `picks` picks (0: none), and in addition, for certain, the pool of
 * the depth (0: none). A document that is in both has the probability 1 (Aslam & Pavlu 2008,
 * sections 2.2 and 3.3).
 */
int frame_draw_make(struct frame_draw *d, int64_t picks, size_t pool_depth, struct err *e);
