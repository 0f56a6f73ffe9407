/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The judgments of all topics: topic name -> topic -> judgments, no document twice in a set.
 */
#pragma once

#include "core/data/judgments/chosen_topics.h"
#include "core/data/judgments/judges.h"
#include "core/data/judgments/judgment_set.h"
#include "core/data/judgments/names.h"
#include "core/data/judgments/sampling_columns.h"
#include "readers/judgment_format.h"

struct judged_topic {
	const char *name;
	struct judgment_set all;		  /* of every kind */
	struct judgment_set *group;		  /* JUDGMENTS_GROUPED */
	size_t groups;				  /* JUDGMENTS_GROUPED */
	const struct group_judgment *by_document; /* sub-topics: all of their judgments */
	struct preference_topic *preferences;	  /* JUDGMENTS_PREFERENCES */
};

struct judgments {
	const struct judgment_format *format;
	struct input in;
	struct arena memory;
	struct names names, group_names, subgroup_names, stratum_names;
	const char **topic_name, **group_name; /* by number */
	struct judged_topic *topic;	       /* by number */
	size_t topics;
	size_t *sorted;		   /* numbers of the topics in bytewise order of their names */
	const bool *chosen;	   /* by number: the topics that count; NULL: all */
	size_t chosen_count;	   /* how many these are */
	struct judgment *judgment; /* reserved pages; in the order of topic, group, sub-group */
	size_t count, capacity;
	size_t with_probability, with_stratum; /* how many judgments have one */
	struct judged_clusters clusters;       /* families or threads of documents */
	struct given_strata strata;	       /* sizes that the judgments give */
	bool names_run;			       /* a table: a run retrieves one of its strata */
	size_t unjudged;	    /* rows left out because nobody has judged them yet */
	const char *first_unjudged; /* where the first of them is in the input */
	const struct judgment_supplier *supplier; /* while reading; or NULL */
	size_t by_others;		  /* documents left out because somebody else judged them */
	struct judged_again judged_again; /* if one of several judgments was chosen */
	/* A second review of some documents: its grade by judgment.group, nan: it did not see the
	 * document; NULL: there is none. */
	double *second;
	bool *counts;	       /* while reading: which rows count; NULL: all */
	size_t rows;	       /* while reading: rows read until now */
	struct slice *segment; /* while reading: topics of consecutive judgments */
	size_t segments, segment_capacity;
	struct document_table table; /* while building */
};

/* Supplies what the records of a file lack. */
struct judgment_supplier {
	/* Completes a record of the input, or refuses it. */
	int (*supply)(void *context, const struct input *in, struct judgment_record *r,
		      struct err *e);
	void *context;
};

/* Reads and indexes. Rows that are not judged yet are an error. On failure nothing is left to
 * release. */
int judgments_read(struct judgments *j, const struct judgment_format *format, const char *path,
		   struct err *e);

/* How to read a file. */
struct judgment_reading {
	bool partial; /* rows that are not judged yet are counted and left out */
	/* Whose judgments count, as in judges_choose() or judges_two_phase(); NULL: all. */
	const char *judge;
	const struct judgment_supplier *supplier; /* completes the records; or NULL */
	const struct slice *bytes;		  /* in place of those of the file; or NULL */
};

/* As judgments_read(), with these choices. */
int judgments_read_as(struct judgments *j, const struct judgment_format *format, const char *path,
		      const struct judgment_reading *how, struct err *e);

void judgments_release(struct judgments *j);

/* From now on only these topics count. One that has no judgments is an error. */
int judgments_choose(struct judgments *j, const struct chosen_topics *c, struct err *e);

/* Whether a topic counts, by its number. */
static inline bool judgments_have_chosen(const struct judgments *j, size_t topic)
{
	return j->chosen == NULL || j->chosen[topic];
}

/* Whether every judgment says how its document was sampled. */
static inline bool judgments_are_sampled(const struct judgments *j)
{
	return j->format->kind == JUDGMENTS_TABLE ||
	       (j->count > 0 && (j->with_probability == j->count || j->with_stratum == j->count));
}

/* Whether judgments that say how their documents were sampled are nevertheless complete: every
 * probability is 1, or every document of the strata with known sizes is judged, or every listed
 * document is.
 */
bool judgments_are_complete(const struct judgments *j);
