/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The topics that the user chose instead of all of them: by name, or from a file with one on each
 * line.
 */
#pragma once

#include "core/data/judgments/names.h"

struct chosen_topics {
	struct names names;
	struct arena memory;
	const char **name; /* by number */
	uint64_t *line;	   /* of the file, by number; 0: named elsewhere */
	const char *path;  /* borrowed; NULL: no file */
};

/* `path` may be NULL. A file without a topic is an error. On failure nothing is left to release. */
int chosen_topics_read(struct chosen_topics *c, const char *const *name, size_t count,
		       const char *path, struct err *e);
void chosen_topics_release(struct chosen_topics *c);

/*
 * Which of the topics are chosen: a flag for each, in `memory`; NULL: `e` is filled. A chosen topic
 * that is not among them is an error, which says that it has no `what` ("judgments") in `source`.
 */
bool *chosen_topics_mark(const struct chosen_topics *c, struct arena *memory,
			 const char *const *topic, size_t topics, const char *what,
			 const char *source, struct err *e);
