/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The judgments of one topic, or of one group of a topic: no document twice, and how many have each
 * grade.
 */
#pragma once

#include "core/base/arena.h"
#include "core/data/document_table.h"
#include "core/data/view.h"
#include "readers/input.h"

/*
 * One judgment, and what the building of sets of judgments needs.
 */
struct judgment {
	const char *document; /* `length` bytes of the input */
	uint32_t length;
	unsigned hash; /* of the document */
	double level;
	double probability; /* of having been sampled; 0: not given */
	uint32_t topic;	    /* number of the topic */
	uint32_t group;	    /* number of the judgment group, where the format has them; or of the
			       row of the file, if there is a second review */
	/* Of samples, and of preferences: no format has both. */
	union {
		uint32_t stratum;  /* number of its name, plus 1; 0: not given */
		uint32_t subgroup; /* its number */
	};
	union {
		uint32_t decimals; /* that the probability was written with */
		uint32_t in_topic; /* number of the document in its topic */
	};
};

static inline struct slice judgment_document(const struct judgment *x)
{
	return (struct slice){ x->document, x->length };
}

/* Judgments in an array as the documents of a table. */
static inline struct documents judgment_documents(const struct judgment *first)
{
	return DOCUMENTS_OF(first, document, hash, true);
}

/* Puts judgments into a table, and finds one there by its document; NULL: there is none. */
int judgments_tabulate(struct document_table *t, const struct judgment *first, size_t count,
		       struct err *e);
const struct judgment *judgments_find(const struct document_table *t, const struct judgment *first,
				      struct slice name, unsigned hash);

/* The input of the judgments, and the memory for what is built from them; one topic at a time. */
struct judgment_building {
	const struct input *in;
	struct arena *memory;
	struct document_table *table;
	const char *topic;
	const char *asks; /* of the format */
};

/* The error that a document is judged twice, naming both lines. */
int judgment_twice(const struct judgment_building *b, const struct judgment *x,
		   const struct judgment *y, const char *where, struct err *e);

/* How many judgments from `first` on, before `end`, are of its group. */
size_t judgment_group_length(const struct judgment *first, const struct judgment *end);

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

/*
 * The judgments of a topic's groups, document by document instead of group by group.
 */

/*
 * A list in `memory`, by falling document number, of the `count` judgments from `x` on, which are
 * those of a topic in the order of their groups. NULL with `e` filled if memory ran out.
 */
const struct group_judgment *subtopics_by_document(const struct judgment *x, size_t count,
						   struct arena *memory, struct err *e);
