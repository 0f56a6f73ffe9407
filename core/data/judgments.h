/*
 * The judgments of all topics: topic name -> topic -> judgments, no document twice in a set.
 */
#ifndef DATA_JUDGMENTS_H
#define DATA_JUDGMENTS_H

#include "core/data/document_table.h"
#include "core/data/names.h"
#include "core/data/view.h"
#include "readers/judgments/format.h"

struct judgment {
	const char *document; /* `length` bytes of the input */
	uint32_t length;
	unsigned hash; /* of the document */
	double level;
	double probability;       /* of having been sampled; 0: not given */
	uint32_t topic;           /* number of the topic */
	uint32_t group, subgroup; /* numbers of the names, where the format has them */
	uint32_t stratum;         /* number of its label and 1; 0: not given */
	uint32_t number;          /* of the document in its topic (preferences) */
};

static inline struct slice judgment_document(const struct judgment *x)
{
	return (struct slice){ x->document, x->length };
}

/* The judgments of one topic, or of one group of a topic. */
struct judgment_set {
	struct judgment *judgment; /* borrowed from struct judgments */
	size_t count;
	struct grade_count *grades;
	size_t distinct_grades;
	int64_t positive;
};

struct judged_topic {
	const char *name;
	struct judgment_set all;              /* of every kind */
	struct judgment_set *group;           /* JUDGMENTS_GROUPED */
	size_t groups;                        /* JUDGMENTS_GROUPED */
	struct preference_topic *preferences; /* JUDGMENTS_PREFERENCES */
};

struct judgments {
	const struct judgment_format *format;
	struct input in;
	struct arena memory;
	struct names names, group_names, subgroup_names, stratum_names;
	struct judged_topic *topic; /* by number */
	size_t topics;
	size_t *sorted; /* numbers of the topics in bytewise order of their names */
	struct judgment *judgment; /* reserved pages; in the order of topic, group, sub-group */
	size_t count, capacity;
	size_t with_probability, with_stratum; /* how many judgments have one */
	struct slice *segment; /* while reading: topics of consecutive judgments */
	size_t segments, segment_capacity;
	struct document_table table; /* while building */
};

/* Reads and indexes. On failure nothing is left to release. */
int judgments_read(struct judgments *j, const struct judgment_format *format, const char *path,
		   struct err *e);
void judgments_release(struct judgments *j);

/* How many of a set are relevant at a level, and how many are judged but below it. */
void judgment_set_count(const struct judgment_set *s, int32_t level, int64_t *relevant,
			int64_t *nonrelevant);

/* For the building of sets: judgments in an array as the documents of a table. */
struct documents judgment_documents(const struct judgment *first);

/* The error that a document is judged twice, naming both lines. */
int judgments_twice(const struct judgments *j, const struct judgment *a, const struct judgment *b,
		    const char *where, struct err *e);

/* How many judgments from `first` on, before `end`, are of its group. */
size_t judgments_group_length(const struct judgment *first, const struct judgment *end);

#endif
