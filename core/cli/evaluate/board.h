/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A leaderboard: one line a run, the best by the first measure above, and one column a measure with
 * the interval beside the value. It takes the lines of an evaluation (struct output) and keeps
 * those of all topics.
 */
#ifndef CLI_EVALUATE_BOARD_H
#define CLI_EVALUATE_BOARD_H

#include "core/base/arena.h"
#include "core/cli/output/score_lines.h"

/* A value with its bounds; nan: there is none. */
struct board_value {
	double value, lower, upper;
	bool bounded;
};

struct board_measure {
	const char *name;
	const char *curve;	/* the measure of which it is one of several values, or NULL ... */
	double at;		/* ... and for which cutoff or level */
	double perfect, random; /* as in struct score_line */
	int64_t topics;		/* that have a value */
	const char *method;	/* of its bounds; NULL: it has none */
	enum record_kind kind;
	double level;
	const char *tail;
	bool lower_better;
};

struct board_run {
	struct arena memory;
	const char *name, *file;
	struct board_measure *measure;
	struct board_value *value;
	size_t count, room; /* of both */
};

struct board {
	struct arena memory;
	struct board_run *run;
	size_t runs;
	const char *first; /* the measure that stands first; NULL: the first one */
	size_t *order;	   /* of runs, once board_sort() was called */
};

/* Copies the name of the measure that is to stand first; NULL: the first one that comes. */
int board_begin(struct board *b, const char *first, struct err *e);

/* What takes the lines. `b` is zeroed, and released by the caller in any case. */
struct output board_output(struct board *b);
void board_release(struct board *b);

/* Puts the runs in order; tells runs of one name apart by their files. */
int board_sort(struct board *b, struct err *e);

/* How many values from one on belong to it: cutoffs or levels of one measure; 1: it is alone. */
size_t board_curve(const struct board_run *r, size_t first);

/* Whether no run has a better value of a measure, and another a worse one. */
bool board_is_best(const struct board *b, size_t run, size_t measure);

void board_table(const struct board *b, int digits, struct buffer *out);
void board_latex(const struct board *b, int digits, struct buffer *out);

#endif
