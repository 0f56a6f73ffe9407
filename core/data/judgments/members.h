/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file that says to which group each name belongs: topics and their groups, runs and their
 * systems. It is a table with a header (readers/columns.h).
 */
#pragma once

#include "core/data/judgments/names.h"
#include "readers/columns.h"

struct members {
	struct names name, group;
	struct arena memory;
	const char **name_text, **group_text; /* by number, in the order of the file */
	size_t *group_of;		      /* by number of the name */
	uint64_t *line;			      /* likewise */
	const char *path;		      /* borrowed */
};

/*
 * Reads the columns `name` and `group`. Errors: an empty field, a blank in the name of a group, a
 * name that is listed twice, a file without rows. On failure nothing is left to release.
 */
int members_read(struct members *m, const char *path, enum known_column name,
		 enum known_column group, struct err *e);
void members_release(struct members *m);
