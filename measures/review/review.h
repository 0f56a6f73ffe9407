/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What measures of reviews share: a review is a ranking that people read from the top.
 */
#pragma once

#include <math.h>

#include "measures/measure.h"
#include "measures/ranking.h"

/*
 * N, the documents that could be read: those with a judgment, as tar_eval has it, which takes the
 * ranking's length if that is larger; or -N, if that is larger still.
 */
static inline double review_size(const struct topic_view *t)
{
	double judged = (double)(t->relevant + t->nonrelevant);
	return fmax((double)t->collection_size, fmax(judged, (double)t->retrieved));
}

#define REVIEW_SIZE \
	"N is the largest of -N and of the numbers of judged and of retrieved documents.\n"

/* Without a relevant document there is nothing to find, and tar_eval leaves such topics out. */
static inline bool review_has_goal(const struct topic_view *t)
{
	return t->relevant > 0;
}

#define REVIEW .abi = MEASURE_ABI, .members = "review"
