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
	struct arena memory; /* of all of it, to be released */
};

/*
 * The first `deepest` documents of each run with `shapes` set can be drawn. A zeroed struct frame
 * is ready, and can be used again.
 */
int frame_make(struct frame *f, const struct ranked_topic *t, const bool *shapes, size_t runs,
	       size_t deepest, struct err *e);

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
	struct arena memory; /* of these arrays */
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

/*
 * What measures see of a topic of which only some documents are judged, when the grades of all of
 * them are known: for trying out which ones to judge.
 *
 * The judged documents are those with a weight above 0. A document without a judgment is not
 * relevant, as in an evaluation: if it is drawn, its grade is 0. Measures that need more of a grade
 * than whether it is relevant cannot be used: view.grades is empty.
 */

/* Working memory of one thread. A zeroed struct frame_view is ready. */
struct frame_view {
	struct topic_view view; /* valid until the next call */

	struct sample_view sample;
	struct sampled_document *sampled;
	int32_t *grade;
	uint32_t *relevant_at;
	uint8_t *retrieved;  /* by document */
	struct arena memory; /* of these arrays, to be released */
};

/*
 * Run number `run` with the judged ones alone, as if there were no others, without their weights:
 * for INPUT_GRADES. A `weight` of NULL: with all judgments. Documents of `level` and above are
 * relevant; level > 0.
 */
int frame_view_judged(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		      const double *weight, struct err *e);

/*
 * The judged ones as a sample: for INPUT_SAMPLE that needs no strata. The view has the length of
 * the ranking, and no grades.
 */
int frame_view_sample(struct frame_view *v, const struct ranked_topic *t, size_t run, int32_t level,
		      const double *weight, struct err *e);
