/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pilot study whose judging is simulated: how many judgments it takes until the sign of a
 * difference in mean average precision is certain to a given degree (Carterette & Smucker 2007,
 * sections 4.2 and 5.2).
 *
 * The pools of depth 1, 2, 3 ... of two rankings are judged one after the other, with the judgments
 * that the pilot study has; what is not in the pool yet is relevant with a probability that is the
 * same for all. After each depth the certainty of the sign follows from mean and variance of the
 * difference (ap_difference.h). For numbers of topics other than that of the pilot study, topics
 * are drawn from it.
 */
#pragma once

#include "core/stats/carterette_smucker/ap_difference.h"
#include "core/stats/planning/study_cost.h"
#include "core/stats/random/uniform.h"

/* One topic: what is known after each depth. */
struct pilot_topic {
	struct ap_difference *difference; /* [k]: after the pool of depth k+1 */
	int64_t *judged;		  /* documents in that pool */
	size_t depths;
};

/*
 * `d` has the documents that either ranking has, with their judgments (`relevant` 0 or 1); those
 * that neither has are never judged, and left out. `unjudged` is the probability of what is not
 * judged yet. Depths end with the whole of both rankings at the latest. Works in `f`.
 */
int pilot_topic_init(struct pilot_topic *t, const struct ap_document *d, size_t count,
		     size_t most_depths, double unjudged, struct ap_numerator *f, struct err *e);
void pilot_topic_release(struct pilot_topic *t);

/* Topics that are drawn from those of the pilot study. */
struct pilot_draw {
	size_t *order; /* all topics, from which is drawn: 0, 1, 2, ... at first */
	size_t *drawn; /* by number */
	size_t size;   /* how many are drawn */
	struct ap_difference *difference; /* of each, after pilot_judge() */
};

/* Makes room for `most` topics that are drawn. Release also after a failure. */
int pilot_draw_init(struct pilot_draw *d, size_t topics, size_t most, struct err *e);
void pilot_draw_release(struct pilot_draw *d);

/* Without repetition if there are as many. */
void pilot_draw_next(struct pilot_draw *d, struct uniform *u, size_t topics, size_t size);

/* The deepest pool of those drawn, and what is known after the pools of a depth. */
size_t pilot_depths(const struct pilot_topic *topic, const struct pilot_draw *d);
struct map_difference pilot_judge(const struct pilot_topic *topic, const struct pilot_draw *d,
				  size_t depth, double *judged);
bool pilot_reaches(const struct map_difference *d, double certainty);

struct pilot_design {
	const double *certainty; /* that are to be reached */
	size_t certainties;
	const double *size; /* numbers of topics */
	size_t sizes;
	int64_t resamples; /* of topics, for each size */
	uint64_t seed;
};

/*
 * One observation for each resample, size and certainty; the certainty changes fastest: the
 * judgments made when it was first reached; nan: never.
 */
static inline size_t pilot_observations(const struct pilot_design *d)
{
	return (size_t)d->resamples * d->sizes * d->certainties;
}

static inline size_t pilot_place(const struct pilot_design *d, size_t certainty, size_t size,
				 int64_t resample)
{
	return ((size_t)resample * d->sizes + size) * d->certainties + certainty;
}

/*
 * Sizes up to the number of topics are drawn without repetition, larger ones with: a topic that is
 * drawn twice counts as two, and is judged twice. `pair` tells apart the random numbers of several
 * pairs of rankings. `judgments` has room for all observations of a pair.
 */
int pilot_observe(const struct pilot_topic *topic, size_t topics, const struct pilot_design *d,
		  uint64_t pair, double *judgments, struct err *e);

/*
 * Fits the model of study_cost.h by Poisson regression to `count` observations, those of one pair
 * or of several. Fails if none reached its certainty, or if those that did do not vary in both.
 */
int pilot_fit(const struct pilot_design *d, const double *judgments, size_t count,
	      struct judgment_model *out, double *deviance_r2, struct err *e);
