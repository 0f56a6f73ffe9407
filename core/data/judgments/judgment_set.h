/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The judgments of one topic, or of one group of a topic: no document twice, and how many have each
 * grade.
 *
 * Apart from judgments.h because it is about one set, and knows nothing of the others.
 */
#pragma once

#include "core/data/judgments/judgment.h"
#include "core/data/view.h"

struct judgment_set {
	struct judgment *judgment; /* borrowed from struct judgments */
	size_t count;
	struct grade_count *grades;
	size_t distinct_grades;
	int64_t positive;
};

/*
 * Counts the grades of a set whose judgments are known. A document that is judged twice is an
 * error; `where` is added to its message. Allocates from the arena of `b`.
 */
int judgment_set_build(const struct judgment_building *b, struct judgment_set *s, const char *where,
		       struct err *e);

/* How many of a set are relevant at a level, and how many are judged but below it. */
void judgment_set_count(const struct judgment_set *s, int32_t level, int64_t *relevant,
			int64_t *nonrelevant);
