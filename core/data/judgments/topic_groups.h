/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Groups of topics, such as languages or easy and hard ones: each has its own means, and the macro
 * mean over groups counts each group alike.
 *
 * In lines the group `easy` stands as "group=easy" in the column of topics, and the macro mean as
 * "group=*". A topic that begins with "group=" is refused while there are groups, so that neither
 * can be taken for a topic.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/judgments/names.h"
#include "readers/columns.h"

/*
 * A file that says to which group each name belongs: topics and their groups, runs and their
 * systems. It is a table with a header (readers/columns.h).
 */
struct members {
	struct names name, group;
	struct arena memory;
	const char **name_text, **group_text; /* by number, in the order of the file */
	size_t *group_of;		      /* by number of the name */
	size_t room;			      /* of it */
	uint64_t *line;			      /* likewise, of a file */
	const char *path;		      /* borrowed */
};

/*
 * Reads the columns `name` and `group`. Errors: an empty field, a blank in the name of a group, a
 * name that is listed twice, a file without rows. On failure nothing is left to release. Without a
 * path, those that are given are taken over, and left empty.
 */
int members_take(struct members *m, const char *path, enum known_column name,
		 enum known_column group, struct members *given, struct err *e);
void members_release(struct members *m);

/* The same one by one, instead of from a file; a name stays in its group. members_finish() comes
 * last. A zeroed struct members is empty. */
int members_add(struct members *m, struct slice name, struct slice group, struct err *e);
int members_finish(struct members *m, const char *path, struct err *e);

#define GROUP_PREFIX "group="
#define MACRO_LABEL  GROUP_PREFIX "*"

struct topic_groups {
	struct members members;
	const char **name;  /* those that have topics, in the order of the file */
	const char **label; /* "group=" and the name */
	size_t *topics;	    /* of each group, and which: */
	size_t **member;    /* their numbers, in the bytewise order of their names */
	size_t *number;	    /* of each group of the file; SIZE_MAX: it has no topics */
	size_t count;
};

/*
 * Reads the groups of these topics, or takes members_take() over; `counted` says which of them
 * count (NULL: all). An error if none of them has a group. Topics without a group, groups without
 * topics, and topics of the file that do not count give warnings. On failure nothing is left to
 * release.
 */
int topic_groups_read(struct topic_groups *g, const char *path, struct members *given,
		      const char *const *topic, size_t topics, const bool *counted,
		      struct warnings *w, struct err *e);
void topic_groups_release(struct topic_groups *g);

/* The number of the group that a topic of this name is in; SIZE_MAX: in none. */
size_t topic_groups_find(const struct topic_groups *g, const char *topic);

/* Whether a name in the column of topics is that of a group, or of the macro mean. */
bool topic_is_group(struct slice topic);
