/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cheap labels: what a language model, a classifier or a first review says of documents, topic by
 * topic. Labels never count as judgments. They divide strata into classes of known sizes, or are
 * covariates.
 *
 * The file (readers/run_format.c) has labels or scores. Words, and whole numbers of which there are
 * at most LABEL_GRADES different ones, are classes as they are. Other numbers, and all numbers if
 * bands are asked for, are scores: bands of them are the classes, by cuts that all topics have in
 * common.
 *
 * Classes are numbered from 0 in rising order: of numbers, of scores (band1, the highest, is the
 * last), and of words bytewise. Neighbours in this order are what is joined where classes are
 * small.
 *
 * Several files are a jury: a class is then what each of them says of a document
 * (core/stats/sampling/jury.h), "2/1" for instance. Documents are those of the first file; "-"
 * stands for a judge that does not label one of them.
 */
#pragma once

#include "core/base/array.h"
#include "core/base/err.h"
#include "core/data/document_table.h"
#include "core/data/runs/run.h"
#include "core/stats/sampling/jury.h"

/*
 * Bands of scores: between cuts that are given, or K bands of about equal size.
 *
 * The i-th of K - 1 cuts is the score at place ceil(i n / K) of the n falling scores. A score that
 * equals a cut is in the band above it, so that documents of one score are in one band; there are
 * fewer bands if many documents have one score.
 */

enum { BANDS_MAX = 256 };

struct bands {
	size_t count; /* of bands of about one size; 0: by `cut` */
	double *cut;  /* falling */
	size_t cuts;
	bool asked; /* the number was typed, and not the default */
};

/* The band of a score: how many cuts lie above it. Band 0 has the highest scores. */
static inline size_t band_of(double score, const double *cut, size_t cuts)
{
	size_t low = 0, high = cuts;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (score >= cut[middle])
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

enum { LABEL_GRADES = 20, LABEL_CLASSES_MAX = 256, LABEL_NAMES_MAX = 10000, LABEL_BANDS = 5 };

/* How a file of labels is to be read. */
struct labels_asked {
	struct text_list file;		      /* one of each judge; none: there are no labels */
	struct bands bands;		      /* neither count nor cuts: not asked for */
	const struct column_options *columns; /* what is said of its columns, or NULL */
	/* For drawing: whole numbers are names of classes, up to LABEL_NAMES_MAX of them. */
	bool names;
	bool by_variance; /* K bands of shares have equal sums of sqrt(p(1-p)) */
};

/* The files, for a sentence: "a.csv", "a.csv and b.csv". */
struct labels_names {
	char text[500];
};
struct labels_names labels_names(const struct labels_asked *asked);

/* The labels of one topic; documents are numbered as in the file, from 0. */
struct labelled_topic {
	struct slice name;
	const struct run_record *record; /* .document is a piece of labels.list.in */
	size_t count;
	const uint16_t *class_of; /* of each */
	const unsigned *hash;	  /* hash_bytes() of each name */
	const struct labels *of;
	struct document_table table;
};

struct labels {
	struct run list;	 /* the file, by topic */
	const char **class_name; /* in rising order */
	double *class_value;	 /* the grade of each; nan: words, bands of scores, and of a jury */
	size_t classes;
	struct jury jury;		       /* of what the classes are made */
	const char **judge_class[JUDGES_MOST]; /* names of the classes of each judge */
	/* Documents of the first judge that this one does not label, and of this one that the first
	   does not: these are not used. */
	size_t lacking[JUDGES_MOST], beyond[JUDGES_MOST];
	struct labels *other; /* judges, from the second on */
	bool scores;	      /* classes are bands of scores */
	double *cut;	      /* of scores: falling; `cuts` of them */
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

/* What was allocated for them belongs to `memory` from now on. They are still to be released. */
void labels_give(struct labels *l, struct arena *memory);

/* By number of the judged topic; NULL: it has no labels. */
static inline const struct labelled_topic *labels_of_topic(const struct labels *l, size_t judged)
{
	return l->place[judged] > 0 ? &l->topic[l->place[judged] - 1] : NULL;
}

/* The class of a judge in a class of all, plus 1; 0: none. */
static inline size_t label_judged(const struct labels *l, size_t class_of, size_t judge)
{
	return l->jury.at[class_of * l->jury.judges + judge];
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
