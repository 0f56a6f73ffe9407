/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the experiments labels and regression share: kinds of labels, good and bad ones, and lines
 * of what they do beside the line without labels, on the same samples.
 */
#pragma once

#include "core/data/labels/labels.h"
#include "core/stats/bounds.h"
#include "tests/experiments/key_value.h"

enum label_kind {
	KIND_PERFECT,  /* relevant or not */
	KIND_GOOD,     /* finds 85 of 100 relevant documents, and takes 5 of 100 others for such */
	KIND_WRONG,    /* wrong in 1 of 100 */
	KIND_RANDOM_2, /* of two classes, whatever the document is */
	KIND_RANDOM_5, /* of five */
	KIND_REVERSED, /* always wrong */
	KIND_CONSTANT, /* one class */
	KIND_ADVERSARIAL, /* right only where the first run is wrong */
	KIND_RANDOM_10,	  /* of ten classes */
	KIND_RANDOM_20,	  /* of twenty */
	KIND_WRONG_LESS,  /* wrong in 3 of 1000 */
	KIND_MISSED_1,	  /* 1 of 100 relevant documents missed, nothing else wrong */
	KIND_MISSED_3,	  /* 3 of 100 */
	KIND_MISSED_10,	  /* 10 of 100 */
	KIND_SECOND,	  /* another judge: finds 70 of 100, and takes 10 of 100 others for such */
	KIND_FILE,	  /* those of --labels */
	/* Juries of two. */
	KIND_GOOD_SECOND,
	KIND_RANDOM_GOOD,
	KIND_FILE_SECOND,
	KIND_RANDOM_FILE,
	KIND_RANDOM_WRONG,
	KIND_RANDOM_SECOND,
	KIND_RANDOM_RANDOM,
	KINDS,
	KINDS_BY_DEFAULT = KIND_RANDOM_10, /* and those of the file */
	NO_LABELS = KINDS,
	WITH_OR_WITHOUT,
};
extern const char *const label_kinds[];

#define OPTION_LABEL_KINDS                                                                            \
	"kind", 0, "NAME,...",                                                                        \
		"Of labels: perfect, good, wrong1%, random2, random5, reversed, constant, "           \
		"adversarial, file (default: these), random10, random20, wrong.3%, missed1%, "        \
		"missed3%, missed10%, second, and juries of two: good+second, random5+good, "         \
		"file+second, random5+file, random5+wrong1%, random2+second, random2+random5",        \
		NAMES(label_kinds),                                                                   \
		.usual =                                                                              \
			"perfect,good,wrong1%,random2,random5,reversed,constant,adversarial,file",    \
		.more = "`good` ones find 85 of 100 relevant documents and take 5 of 100 others "     \
			"for such, `second` ones 70 and 10; `missed3%` ones miss 3 "                  \
			"of 100 relevant documents and are right else; `adversarial` ones are right " \
			"only where the first run is wrong."

/* Quantities of the experiment labels: those of one run, and differences of two from here on. */
enum { LABELLED_DIFFERENCE = 4, LABELLED_QUANTITIES = 7 };

/* `file` are the classes of labels of a file; 0: there is none. A kind that cannot be has none. */
size_t classes_of_kind(enum label_kind kind, size_t file);

/* The two judges of a jury, and what they are made of; false: it is none. */
bool jury_of_kind(enum label_kind kind, size_t file, enum label_kind judge[2], struct jury *out);

/*
 * What the classes of a kind, or of no labels, are made of, the first being that of documents
 * without a label. `at` has room for two of each.
 */
struct jury jury_made(enum label_kind kind, size_t file, uint16_t *at);

/* All that samples of one size said. */
struct labelled {
	const char *world;
	const char *const *quantities; /* ended by NULL */
	const bool *wanted;	       /* by quantity */
	const bool *tried;	       /* by kind */
	const char *design; /* of regression, which has this column before those of labels */
	int64_t sampled;
	double level;
	const struct effort *effort;
	bool best; /* claims have moments of the first variate (labelled_topics.c) */
};

extern const struct record_column designed_columns[], *const labelled_columns;
extern const size_t labelled_line; /* bytes */

/*
 * Draws the samples, of which `one` makes the claims (struct trials), by kind and within it by
 * quantity. A line for each quantity that is wanted, and each kind that was tried, without labels
 * first.
 */
int labelled_run(const struct labelled *x, size_t scratch, trials_one *one, const void *question,
		 struct records *lines, struct err *e);

/*
 * Pools of which every document is judged, ranked by two runs, and labelled in several ways, good
 * and bad ones: what regression draws samples from, and, with all topics as one
 * collection, labels.
 */

struct ranked_pool_document {
	int32_t grade;
	int64_t rank[2];	 /* in either run, from 0; -1: not retrieved */
	bool top;		 /* some run has it in its first documents */
	int32_t class_of[KINDS]; /* of its label of each kind; -1: it has none */
};

struct ranked_world {
	const char *name;
	size_t topics;
	size_t *first; /* document of each topic, and how many there are in all */
	struct ranked_pool_document *document;
	size_t classes; /* of labels of a file; 0: there are none */
	int32_t level;
	struct arena memory;
};

/* Whether a run has a document among its first ones. */
static inline bool is_first(int64_t rank, double depth)
{
	return rank >= 0 && (double)rank < depth;
}

/*
 * Made-up pools: "rich", 50 topics of 200 documents, one of five relevant on average, up to grade
 * 3; "sparse", 50 topics of 100 documents, one of 25 relevant; "medium", 50 topics of 150
 * documents, one of ten relevant, which differ more. The second run is a little worse.
 */
/* The memory of a world is to be released also after a failure. */
typedef int ranked_world_make(struct ranked_world *w, int number, size_t topics, double depth,
			      uint64_t seed, struct err *e);
enum { POOLS_MADE = 3 };
ranked_world_make pools_make;

/*
 * Made-up collections, of one topic: "review", 10,000 documents, 500 relevant, a production of 600
 * with recall .7; "pool", 1,500 documents, 450 relevant, and 500 retrieved with recall .6.
 */
enum { COLLECTIONS_MADE = 2 };
ranked_world_make collections_make;

/* What is simulated in each world: that of complete judgments, two runs or more, and a file of
 * labels or none; or else those that are made. */
struct worlds_asked {
	const struct file_options *files;
	const struct labels_asked *labels;
	double depth;
	size_t topics; /* its own from the first to the last and from the first again; 0: these */
	ranked_world_make *make;
	int made;
	size_t sizes; /* of samples, for progress */
	const struct effort *effort;
	int (*simulate)(const void *question, const struct ranked_world *w, struct records *lines,
			struct err *e);
	const void *question;
};
/* For experiments with judgments, two runs (or `more`) and `labels`, or with made-up worlds and no
 * files. */
int world_files_check(const struct file_options *files, const struct text_list *labels, bool more,
		      struct err *e);

int worlds_simulate(const struct worlds_asked *q, struct records *lines, struct err *e);

/*
 * Means over the topics of ranked pools, from a few judged documents of each: what control variates
 * (core/stats/learnt_prior/labelled_mean.h) make of labels. A run retrieves its first `depth`.
 */
struct labelled_topics {
	const struct ranked_world *world;
	double depth, each, level;
	const char *const *quantities;
	const enum quantity *quantity_of;
	const bool *wanted, *kind;
	const struct effort *effort;
};

/*
 * What a claim has besides: error of the estimate without labels times x, x squared, the error, and
 * x, which is the error of what the first variate says. The least variance of error - b x is that
 * with the best b.
 */
enum { MORE_PRODUCT, MORE_SQUARE, MORE_ERROR, MORE_VARIATE };

int labelled_topics(const struct labelled_topics *q, struct records *lines, struct err *e);
