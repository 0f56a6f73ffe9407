/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command that evaluates runs, and its part that is no evaluation.
 */
#pragma once

#include "core/engine/evaluate/run_options.h"
#include "core/output/report.h"

struct evaluate_request {
	struct run_request runs;
	enum record_format format;
	const char *debug_topic; /* of the last -D that names one, or NULL */
	const char *zscores;	 /* file, or NULL */
	const char *plot;	 /* file, or NULL */
	enum { SHOW_ALL, SHOW_STRATA, SHOW_LABELS } show;
	bool show_labels; /* what labels are worth, instead of an evaluation */
};

extern const struct command_table evaluate_table;

/* One line a run, with intervals, instead of one line a value. */
static inline bool is_leaderboard(enum record_format format)
{
	return !output_formats[format]->lines;
}

/*
 * What cheap labels are worth: how many documents of each class are relevant, what the estimates
 * and their bounds are with labels and without, and what the labels alone would say. Numbers of
 * documents come from the strata that labels divide (core/data/design/label_cells.h); gray ones
 * count as not relevant there.
 */

enum { LABEL_FIGURES = 4 };

/* What it is asked of. */
struct labelled_sample {
	const struct design *s;
	const struct judgments *j;
	const struct evaluated_run *run;  /* those of the sample that are evaluated */
	const struct request_list *asked; /* the figures */
	struct evaluation_options *options;
};

/* Documents of a class, of all topics. */
struct label_share {
	int64_t documents, judged, relevant;
	double share; /* estimated; nan: nothing was judged */
	struct interval interval;
};

/*
 * Which documents a share is of: all of a class of a judge (side -1), or what a run retrieves of it
 * (1), or what it does not (0). Or if `counts` says which classes a judge takes for relevant, its
 * errors, over all: of what it does (`above` 1), how many people do not; of what it does not (0),
 * how many they do.
 */
struct shared_by {
	size_t judge;	  /* if `counts` is NULL, and */
	int32_t class_of; /* a class of its */
	const bool *counts;
	int above; /* those that count, or those that do not */
	size_t run;
	int side;
};

int label_share_of(const struct labelled_sample *x, const struct shared_by *by,
		   struct label_share *out, struct err *e);

/* A figure of a run: with labels, without, and as if the labels were judgments. */
struct label_worth {
	struct estimate with, without;
	double alone;  /* nan: the labels are words, or scores */
	size_t topics; /* that have it */
};

/* Evaluates a run, with labels or without: all figures. */
int label_worth_of(const struct labelled_sample *x, size_t run, bool labels,
		   struct label_worth out[LABEL_FIGURES], struct err *e);

/*
 * --show=labels, and the part of a page that says the same: a table of the classes, what the labels
 * do to the intervals of each run, and a sentence for a paper.
 */

/* Of all runs together, of each, of the labels, and of a jury: what each file brings. */
enum { LABEL_CLASSES, LABEL_RUNS, LABEL_ERRORS, LABEL_JUDGES, LABEL_TABLES };

struct labels_report {
	struct records table[LABEL_TABLES];
	bool jury;			 /* the last one is in use */
	const struct label_worth *worth; /* with all files */
	const struct label_worth *judge; /* the one being added, alone */
	double before;			 /* width of est_rel with those so far */
	const char *added;		 /* a sentence on the last one, or NULL */
	struct labelled_memo *memo;	 /* of a jury, or NULL */
	char sentence[600];
	struct arena memory; /* of names */
};

/* Release it also after a failure. */
int labels_report_init(struct labels_report *x, const struct labelled_sample *of,
		       const struct labels_asked *labels, struct err *e);
void labels_report_release(struct labels_report *x);

/*
 * A file of a jury, one after the other: the sample with its labels alone, and then, if it is not
 * the first, with those of all files up to it.
 */
int labels_report_judge(struct labels_report *x, const struct labelled_sample *of, const char *path,
			bool together, struct err *e);

/* As tables and a sentence, or for programs as lines: classes first, then runs. A page has a
 * section of it, with so many digits. Takes the records. */
void labels_report_add(struct report *out, struct labels_report *x, int digits);

/* The same as an answer of nothing else; in trec's format as text. */
int labels_report_write(struct labels_report *x, enum record_format format, struct buffer *b,
			struct err *e);
