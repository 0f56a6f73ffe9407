/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What printed values and intervals leave open: those that are nan, and intervals of means that
 * have no width. They are counted where they are printed, and told in one line for each reason, so
 * that nothing is nan without a word.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/estimate.h"
#include "core/stats/topics/mean_interval.h"

enum gap_reason {
	/* those of enum mean_gap; none is left over for MEAN_WHOLE, which is for `constant` */
	GAP_CONSTANT = MEAN_WHOLE,
	GAP_ESTIMATE = MEAN_NO_SPREAD + 1, /* the estimate is nan, and so are its bounds */
	GAP_SAMPLE,			   /* the method has none for the sample */
	GAP_TOPICS,			   /* the method has none for the topics */
	GAP_VALUE,			   /* a value is nan, and no bound of it */
	GAP_REASONS
};

struct interval_gap {
	const char *prefix;  /* what is printed before the measure */
	const char *measure; /* the first one; borrowed, as the method */
	bool others;	     /* there are others */
	const char *method;  /* the first one */
	size_t topics;	     /* bounds of topics: in how many; those of each run count */
	size_t means;	     /* bounds of means: of how many */
	const void *last;    /* the line that was counted last */
};

struct interval_gaps {
	struct interval_gap of[GAP_REASONS];
	size_t fewest; /* topics behind an interval without width */
};

/* The interval of a mean over topics. `line` tells one line, of several measures, from others. */
void interval_gaps_mean(struct interval_gaps *g, const void *line, const char *measure,
			const struct mean_bounds *b);

/* A nan bound of an estimate, of one topic or of all. */
void interval_gaps_estimate(struct interval_gaps *g, const void *line, bool all,
			    const char *measure, const char *method, const struct estimate *x);

/* Another nan interval over topics, by a method that is none of --ci. */
void interval_gaps_topics(struct interval_gaps *g, const void *line, const char *measure,
			  const char *method);

/* A nan value, of one topic or of all, whose bounds are not nan, too. */
void interval_gaps_value(struct interval_gaps *g, const void *line, bool all, const char *prefix,
			 const char *measure);

/* Adds what was counted elsewhere. */
void interval_gaps_add(struct interval_gaps *to, const struct interval_gaps *more);

/* A line for each reason. `mean` says what means are: "mean" or "difference". */
void interval_gaps_warn(const struct interval_gaps *g, const char *mean, double level,
			struct warnings *w);
