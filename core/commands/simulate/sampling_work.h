/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the parts of simulate sampling share: see sampling_simulation.c.
 */
#pragma once

#include "core/commands/simulate/sampling.h"
#include "core/data/drawing/frame.h"

/* Working memory of one thread. */
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

/*
 * Scores of several runs on several topics, from all judgments and from few of them, and how well
 * those from few agree with those from all. They are by run, then by topic; nan: undefined, and
 * left out of means. Functions of them do not know how documents were judged.
 */
struct scored_runs {
	const double *score;
	size_t runs, topics;
};

/* The mean over topics of one run; nan if there is none. */
double scored_mean(const struct scored_runs *s, size_t run);

/*
 * better[a * runs + b]: run a is significantly better than run b. Wilcoxon's signed-rank test over
 * the topics where both have a score, 1 - P(W >= w) > .95 (the "left-p-value" of Aslam & Pavlu
 * 2008, section 3.2, without the observed value's own probability: so the test keeps its level with
 * few topics, too).
 */
int significant_pairs(const struct scored_runs *s, bool *better, struct err *e);

/* What of a comparison stays the same for all ways of judging. */
struct agreement_frame {
	struct scored_runs actual;
	const double *actual_mean; /* by run */
	const bool *better;	   /* significant_pairs() of them; NULL: not wanted */
	const bool *shapes;	   /* by run: it is of GROUP_SHAPING, else of GROUP_HELD */
};

bool in_group(const bool *shapes, size_t run, enum run_group group);

/* Adds what one sample (or pool) gave to the figures of each group, and of each run. */
int agreement_add(const struct agreement_frame *f, const double *estimate,
		  struct sampling_figures *const figures[RUN_GROUPS],
		  struct sampling_run_figures *run, struct err *e);

/* Adds a number, unless it is nan. */
void spread_add(struct spread *s, double x);
