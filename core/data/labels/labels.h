/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cheap labels: what a language model, a classifier or a first review says of documents, topic by
 * topic. Labels never count as judgments. They divide strata into classes of known sizes, or are
 * covariates.
 *
 * The file (readers/labels.c) has labels or scores. Words, and whole numbers of which there are at
 * most LABEL_GRADES different ones, are classes as they are. Other numbers, and all numbers if
 * bands are asked for, are scores: bands of them are the classes, by cuts that all topics have in
 * common, unless each topic is to have its own.
 *
 * Classes are numbered from 0 in rising order: of numbers, of scores (band1, the highest, is the
 * last), and of words bytewise. Neighbours in this order are what is joined where classes are
 * small.
 */
#pragma once

#include "core/data/document_table.h"
#include "core/data/labels/bands.h"
#include "core/data/runs/run.h"

enum { LABEL_GRADES = 20, LABEL_CLASSES_MAX = 256, LABEL_NAMES_MAX = 10000, LABEL_BANDS = 5 };

/* How a file of labels is to be read. */
struct labels_asked {
	const char *path;		      /* NULL: there are none */
	struct bands bands;		      /* neither count nor cuts: not asked for */
	bool by_topic;			      /* K bands of each topic, not of all together */
	const struct column_options *columns; /* what is said of its columns, or NULL */
	/* For drawing: whole numbers are names of classes, up to LABEL_NAMES_MAX of them. */
	bool names;
	bool by_variance; /* K bands of shares have equal sums of sqrt(p(1-p)) */
};

/* The labels of one topic; documents are numbered as in the file, from 0. */
struct labelled_topic {
	struct slice name;
	const struct run_record *record; /* .document is a piece of labels.list.in */
	size_t count;
	const uint16_t *class_of; /* of each */
	const double *value;	  /* of each: grade or score; of words, the number of the class */
	const unsigned *hash;	  /* hash_bytes() of each name */
	const struct labels *of;
	struct document_table table;
};

struct labels {
	struct run list;	 /* the file, by topic */
	const char **class_name; /* in rising order */
	size_t classes;
	bool scores; /* classes are bands of scores */
	double *cut; /* of scores: falling; `cuts` of all topics, or of each */
	size_t cuts;
	struct labelled_topic *topic; /* in the order of the file */
	size_t topics;
	size_t *place; /* by number of the judged topic: of its labels in `topic`, plus 1; 0: none
			*/

	uint16_t *class_of; /* of all records */
	double *value;
	unsigned *hash;
	struct names words;
	struct arena memory;
};

enum { LABEL_NONE = -1 };

/*
 * `judged` are the names of the topics that have judgments. A file without topics belongs to the
 * only one of them. A document that stands twice in a topic is an error. On failure nothing is left
 * to release.
 */
int labels_read(struct labels *l, const struct labels_asked *asked, const struct names *judged,
		struct err *e);
void labels_release(struct labels *l);

/* By number of the judged topic; NULL: it has no labels. */
static inline const struct labelled_topic *labels_of_topic(const struct labels *l, size_t judged)
{
	return l->place[judged] > 0 ? &l->topic[l->place[judged] - 1] : NULL;
}

static inline struct slice label_document(const struct labelled_topic *t, size_t i)
{
	return piece_slice(&t->of->list.in, t->record[i].document);
}

/* The number of a document in the topic, or LABEL_NONE; `hash` is hash_bytes() of the name. `t` may
 * be NULL. */
int64_t label_find(const struct labelled_topic *t, struct slice name, unsigned hash);

/* The class of a document, or LABEL_NONE. */
static inline int32_t label_class(const struct labelled_topic *t, struct slice name, unsigned hash)
{
	int64_t i = label_find(t, name, hash);
	return i < 0 ? LABEL_NONE : t->class_of[i];
}
