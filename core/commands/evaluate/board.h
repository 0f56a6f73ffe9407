/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A leaderboard: a line for each run, the best by the first measure on top, and a column for each
 * measure with the interval beside the value, in the order and by the names that were asked for. It
 * takes the lines of an evaluation (struct output) and keeps those about all topics, and if asked
 * those about single topics.
 */
#pragma once

#include "core/base/arena.h"
#include "core/data/judgments/topic_groups.h"
#include "core/output/report.h"

/* A value with its bounds; nan: there is none. */
struct board_value {
	double value, lower, upper;
	bool bounded;
};

struct board_measure {
	const char *name;	/* as it was asked for */
	const char *own;	/* as the program calls it */
	size_t order;		/* which request it was */
	const char *curve;	/* the measure of which it is one of several values, or NULL ... */
	double at;		/* ... and for which cutoff or level */
	double perfect, random; /* as in struct score_line */
	int64_t topics;		/* that have a value */
	const char *method;	/* of its bounds; NULL: it has none */
	enum record_kind kind;
	double level;
	const char *tail;
	bool lower_better;
	bool no_best; /* of two values neither is better */
	struct board_value value;
};

/* A value of one topic. */
struct board_topic {
	size_t order; /* as in struct board_measure */
	const char *topic, *measure, *method, *tail;
	enum record_kind kind;
	struct board_value value;
};

struct board_run {
	struct arena memory;
	const char *name, *file;
	struct board_measure *measure;
	size_t count, room;
	struct board_topic *topic;
	size_t topics, topic_room;
};

struct board {
	struct board_run *run;
	size_t runs;
	size_t *order;	      /* of runs, once board_sort() was called */
	bool by_topic;	      /* keep the values of topics, too; set before lines come */
	bool post_stratified; /* --post-stratify, which is printed */
	bool pairs;	      /* people's word is on pairs of an answer and a nugget */
	const char *whose;    /* with --drawn-from=labels: "these topics", or "topics like these" */
	const struct labels_asked *labels; /* and so are the files of --labels */
	/* The same of each group of topics, and behind them of the mean over groups; the runs are
	 * in the order of the whole. */
	struct board *part;
	size_t parts;
	const char *about; /* what such a part takes from the column of topics; NULL: "all" */
	char title[128];   /* of a part */
};

/* A value as it is printed, by which a reader compares values. */
struct board_number {
	char text[352];
};
struct board_number board_number(enum record_kind kind, int digits, double x);

/* What takes the lines. `b` is zeroed, and released by the caller in any case. */
struct output board_output(struct board *b);
void board_release(struct board *b);

/* Makes the parts of groups, before lines come; `g` may be empty, and outlives the board. */
int board_groups(struct board *b, const struct topic_groups *g, struct err *e);

/* Puts columns and runs in order; tells runs of one name apart by their files. */
int board_sort(struct board *b, struct err *e);

/* How many values, from `first` on, are cutoffs or levels of one measure; 1: it has no others. */
size_t board_curve(const struct board_run *r, size_t first);

/*
 * Whether no run has a better value of a measure as it is printed, and at least one has a worse
 * one: of values that are the same in print all are the best, or none.
 */
bool board_is_best(const struct board *b, size_t run, size_t measure, int digits);

/* Whether a column has such a value. */
bool board_has_best(const struct board *b, size_t measure, int digits);

struct labels_report;

/*
 * The table; a page also has pictures, what labels are worth (NULL: there are none), and the values
 * of topics if the board has them.
 */
int board_report(const struct board *b, enum record_format format, int digits,
		 struct labels_report *labels, struct report_origin origin, struct buffer *out,
		 struct err *e);

/*
 * A plot for each measure: the intervals of all runs in the order of the leaderboard, or if it has
 * several values (cutoffs, levels of recall), a curve for each run. Of a single run, all shares are
 * lines of one plot. After board_sort(); released by the caller in any case.
 */
int board_picture(const struct board *b, struct picture *out, struct err *e);
