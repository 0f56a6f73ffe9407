/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison by groups of topics: that of each group, as if its topics were all, and the
 * difference of the means over groups.
 */
#pragma once

#include "core/data/judgments/topic_groups.h"
#include "core/engine/compare/score_comparison.h"
#include "core/stats/topics/macro_mean.h"

/* One pair by one measure, over the topics that both runs have a value for. */
struct macro_difference {
	double mean[2]; /* over groups */
	struct macro_mean difference;
	struct interval bounds;
	double p;	    /* nan: there is none */
	const char *method; /* of the bounds */
};

struct compared_groups {
	struct topic_groups groups;
	struct comparison *part;	/* of each group */
	struct macro_difference *macro; /* macro[pair * measures + measure], pairs of the whole */
	struct set_source *sets;	/* of each group, runs on a sample; NULL: there are none */
	struct arena memory;		/* of these */
};

/*
 * After comparison_run(), by the file of --topic-groups; `path` NULL: there are no groups. A run
 * that has no topic of a group is an error. A zeroed struct can be released, and so can one after a
 * failure.
 */
int compared_groups_run(struct compared_groups *g, const struct comparison *c, const char *path,
			struct warnings *w, struct err *e);
void compared_groups_release(struct compared_groups *g);
