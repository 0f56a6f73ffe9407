/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Preferences between documents: what a topic's judgments say, and what a ranking makes of them.
 *
 * Within a judgment group, preferences are ordered pairs A > B, each counted once. A group with one
 * sub-group prefers A to B where A's level is higher. A group with several sub-groups has the
 * preferences of each, united and closed transitively; equal levels say nothing. A > B and B > A in
 * one group is an error. Groups are independent of each other and may disagree.
 */
#pragma once

#include "core/data/judgments/judgment_set.h"
#include "core/data/view.h"

/* One judged document of a group; `document` is its number in the topic. */
struct preference {
	uint32_t document;
	double level; /* the highest one of the group, where it has several sub-groups */
};

struct preference_pair {
	uint32_t better, worse; /* indexes into struct preference_group.judged */
};

struct preference_group {
	struct preference *judged; /* every document of the group once */
	size_t count;
	bool one_subgroup;	      /* then the pairs follow from the levels ... */
	struct preference_pair *pair; /* ... and else they stand here */
	size_t pairs;
};

struct preference_topic {
	size_t documents; /* distinct ones */
	struct preference_group *group;
	size_t groups;
};

/*
 * From the judgments of one topic, in the order of group, sub-group and falling level; gives each
 * judgment the number of its document. Allocates from the given memory, so there is no
 * preferences_free(). NULL: `e` is filled.
 */
struct preference_topic *preferences_new(const struct judgment_building *b, struct judgment *first,
					 size_t count, struct err *e);

/* Working memory for a topic. */
struct preference_join {
	int64_t *rank;	 /* of each document of the topic, from 0; -1: not retrieved */
	uint32_t *votes; /* groups that prefer document a to b, at a * documents + b */
	struct preference_counts *group;
	int64_t *position; /* of the documents of one group */
	struct preference_view view;
};

/* Makes room in `memory` and sets every rank to -1; the caller then fills in the ranks. */
int preference_join_start(struct preference_join *j, const struct preference_topic *t,
			  struct arena *memory, struct err *e);
const struct preference_view *preference_join_count(struct preference_join *j,
						    const struct preference_topic *t);
