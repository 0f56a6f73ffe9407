/*
 * The judgments of all topics, indexed: topic name -> topic -> document -> judgment.
 */
#ifndef DATA_JUDGMENTS_H
#define DATA_JUDGMENTS_H

#include "core/base/hash.h"
#include "core/data/names.h"
#include "core/data/view.h"
#include "readers/judgments/format.h"

struct judgment {
	struct slice document;
	double level;
	uint32_t topic, group, subgroup; /* numbers of the names */
	uint32_t number;                 /* of the document in its topic (preferences) */
	UT_hash_handle hh;               /* in the index of its set */
};

/* The judgments of one topic, or of one group of a topic: no document twice. */
struct judgment_set {
	struct judgment *judgment; /* borrowed from struct judgments */
	size_t count;
	struct judgment *index; /* by document */
	struct grade_count *grades;
	size_t distinct_grades;
	int64_t positive;
};

struct judged_topic {
	const char *name;
	struct judgment_set all;    /* JUDGMENTS_GRADED */
	struct judgment_set *group; /* JUDGMENTS_GROUPED */
	size_t groups;
	struct preference_topic *preferences; /* JUDGMENTS_PREFERENCES */
};

struct judgments {
	const struct judgment_format *format;
	struct input in;
	struct arena memory;
	struct names names, group_names, subgroup_names;
	struct judged_topic *topic; /* by number */
	size_t topics;
	size_t *sorted; /* numbers of the topics in bytewise order of their names */
	struct judgment *judgment;
	size_t count, capacity;
};

/* Reads and indexes. On failure nothing is left to release. */
int judgments_read(struct judgments *j, const struct judgment_format *format, const char *path,
		   struct err *e);
void judgments_release(struct judgments *j);

/* The error that a document is judged twice, naming both lines. */
int judgments_twice(const struct judgments *j, const struct judgment *a, const struct judgment *b,
		    const char *where, struct err *e);

/*
 * Adds a judgment to an index of about 2^hash_log2_buckets; `*earlier` is the one of the same
 * document that is already there, or NULL.
 */
int judgments_index(struct judgment **index, unsigned hash_log2_buckets, struct judgment *x,
		    struct judgment **earlier, struct err *e);

/* How many judgments from `first` on, before `end`, are of its group. */
size_t judgments_group_length(const struct judgment *first, const struct judgment *end);

/* NULL where the topic has no judgments. */
const struct judged_topic *judgments_find(const struct judgments *j, struct slice topic);

/* How many of them are relevant at a level, and how many are judged but below it. */
void judgment_set_count(const struct judgment_set *s, int32_t level, int64_t *relevant,
			int64_t *nonrelevant);

#endif
