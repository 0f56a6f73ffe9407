/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values with their bounds, of a run or of a pair of runs. Who asks for records gets them whole; in
 * trec_eval's format, as CSV and as JSON lines each value and each bound is a line.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/output.h"
#include "core/output/records.h"

enum end_kind { END_ERROR, END_LOWER, END_UPPER };

/* How sure a value is: its standard error, or an end of an interval. */
struct score_end {
	enum end_kind kind;
	const char *name; /* as it is printed: "ci_lo_map" */
	double number;
	const char *method;
	int64_t draws;	       /* that it took; 0: none */
	const char *estimator; /* as in struct score_line */
	const char *one_sided_method;
	double one_sided;  /* the one-sided bound of this side, if lines have it; else not read */
	const char *asked; /* as in struct score_line, and which request it was */
	size_t order;
};

/* A value, and its ends in the order in which they are printed. */
struct score_line {
	const char *run[2]; /* of a pair; of a single run the second */
	const char *topic;  /* its name, or "all" */
	bool of_topic;	    /* a name, which may be "all", too */
	const char *prefix; /* before the name of the measure; NULL: none */
	const char *measure;
	bool hidden; /* only the ends are printed */
	const struct score_end *end;
	size_t ends;
	const char *curve;	/* the measure of which it is one of several values; NULL: the only
				   one */
	double at;		/* its cutoff or level */
	double perfect, random; /* what it would be in the best order, and in a random one; nan: not
				   known */
	bool lower_better;	/* of two values the lower one is better */
	bool no_best;		/* neither is */
	/* What the user typed to get it, the name for people if it is another one than `measure`,
	 * and which request it was; NULL: nothing is said. */
	const char *asked, *title;
	size_t order;
	enum record_kind kind; /* RECORD_REAL, RECORD_COUNT or RECORD_TEXT */
	double number;
	const char *text;   /* of RECORD_TEXT */
	const char *method; /* of the value, if it is a bound or a test: else NULL */
	double level;	    /* of the bounds; nan: of none */
	int64_t draws;	    /* that the value took; 0: none */
	int64_t seed;
	/* Which ends were asked for, how many topics the line is about, where the strata come from,
	 * what `all` is if it is not the mean of the topics, and the file of the run; NULL: nothing
	 * is said. */
	const char *tail;
	int64_t n;
	const char *design, *estimator, *file;
	const char *other_name; /* of the run, if another has the same; NULL: none */
	/* If this is an end of an interval, the one-sided bound of its side; nan: none. */
	double one_sided;
	const char *one_sided_method;
	double contribution; /* of a topic to the mean, if that is not its value; else nan */
};

/* Where lines go, and how. */
struct score_lines {
	struct buffer *b;
	const struct output *receiver; /* gets the lines instead of the buffer; NULL: nobody */
	size_t block;
	enum record_format format;
	int digits;
	bool padded_apart; /* names are padded without their prefix, as with -Z */
	struct record_column column[18], *first, *value;
	struct buffer name; /* the one of the line, with its prefix */
};

/*
 * `bounds`: CSV and JSON have columns that say how a bound was computed. `exact`: their numbers
 * have as many digits as it takes to read back the same numbers, and `digits` is only for trec's
 * format.
 */
void score_lines_init(struct score_lines *s, struct buffer *b, enum record_format format,
		      bool pairs, bool bounds, int digits, bool exact);

static inline void score_lines_release(struct score_lines *s)
{
	buffer_release(&s->name);
}

/* For a command without -m: CSV and JSON have the one-sided bounds in place of what was asked for.
 * Before score_lines_begin(). */
void score_lines_one_sided(struct score_lines *s);

/* CSV and JSON have contributions, too. Before score_lines_begin(). */
void score_lines_contributions(struct score_lines *s);

/* The header, if the format has one; or `receiver`, if it is not NULL, gets all lines as one block.
 */
void score_lines_begin(struct score_lines *s, const struct output *receiver);
void score_lines_add(struct score_lines *s, const struct score_line *l);

/* A name as it is printed, with the prefix of the record, from `memory`; NULL: memory ran out. */
static inline const char *score_line_name(struct arena *memory, const struct score_line *l,
					  const char *name)
{
	return arena_print(memory, "%s%s", l->prefix != NULL ? l->prefix : "", name);
}

/* An end as a line of its own, without ends. */
struct score_line score_line_of_end(const struct score_line *l, const struct score_end *end);
