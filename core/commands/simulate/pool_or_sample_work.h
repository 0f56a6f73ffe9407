/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the parts of simulate sampling share: see pool_or_sample.c.
 */
#pragma once

#include "core/commands/simulate/pool_or_sample_types.h"
#include "core/data/drawing/frame.h"
#include "core/data/drawing/frame_view.h"

/* Of one thread. */
struct sampling_bench {
	struct frame_draw draw;
	struct frame_view view;
	double *value; /* of one request */
};

struct sampling_work {
	const struct sampling_simulation *s;
	struct sampling_result *r;
	const struct ranked_topic **topic; /* those looked at */
	struct frame *frame;		   /* by topic */
	struct frame truth;		   /* where a pool is all that is known */
	bool *shapes;			   /* by run */
	double *actual;			   /* [column][run][topic] */
	double *actual_mean;		   /* [column][run] */
	bool *better;			   /* of the first column */
	double *estimate;		   /* [depth][judging][column][run][topic] */
	double *judged;			   /* [depth][judging][topic] */
	int64_t *pooled;		   /* by depth, and behind them that of JUDGE_MIXED */
	struct sampling_bench *bench;
	int64_t sample; /* number of the one that is looked at */
	bool framed;	/* the frames were made, of whatever sample */
	/* What it gave: each spread has one value, or none. */
	struct sampling_result one;
	struct arena memory;
};

/* Depths times ways of judging. */
static inline size_t sampling_cells(const struct sampling_work *w)
{
	return w->r->depths * JUDGINGS;
}

/*
 * The scores of all columns from the view, each at its place for a run and a topic; by the
 * estimates where the view is of a sample.
 */
int sampling_score(const struct sampling_work *w, struct sampling_bench *b, bool sample, size_t run,
		   size_t topic, double *to, struct err *e);

/* Which runs shape what is judged, and the frames of all topics that follow. */
int sampling_frames(struct sampling_work *w, struct err *e);

/* Whether there is such a way of judging, and whether it must be tried for this sample. */
bool sampling_is_due(const struct sampling_work *w, size_t cell);

/* The scores of all runs and topics by each way of judging that is due. */
int sampling_judge(struct sampling_work *w, struct err *e);
