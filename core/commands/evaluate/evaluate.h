/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command that evaluates runs, and its part that is no evaluation.
 */
#pragma once

#include "core/engine/evaluate/label_worth.h"
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
 * --show=labels, and the part of a page that says the same: a table of the classes, what the labels
 * do to the intervals of each run, and a sentence for a paper.
 */

/* Of all runs together, of each, of the labels, and of a jury: what each file brings. */
enum { LABEL_CLASSES, LABEL_RUNS, LABEL_ERRORS, LABEL_JUDGES, LABEL_TABLES };

struct labels_report {
	struct records table[LABEL_TABLES];
	bool jury;			 /* the last one is in use */
	const struct label_worth *judge; /* the one being added, alone */
	double before;			 /* width of est_rel with those so far */
	const char *added;		 /* a sentence on the last one, or NULL */
	struct labelled_memo *memo;	 /* of a jury, or NULL */
	char sentence[600];
	struct arena memory; /* of names */
};

/* Release it also after a failure. */
int labels_report_init(struct labels_report *x, struct labelled_sample of,
		       const struct labels_asked *labels, struct err *e);
void labels_report_release(struct labels_report *x);

/*
 * A file of a jury, one after the other: the sample with its labels alone, and then, if it is not
 * the first, with those of all files up to it.
 */
int labels_report_judge(struct labels_report *x, struct labelled_sample of, const char *path,
			bool together, struct err *e);

/* As tables and a sentence, or for programs as lines: classes first, then runs. A page has a
 * section of it, with so many digits. Takes the records. */
void labels_report_add(struct report *out, struct labels_report *x, int digits);

/* The same as an answer of nothing else; in trec's format as text. */
int labels_report_write(struct labels_report *x, enum record_format format, struct buffer *b,
			struct err *e);
