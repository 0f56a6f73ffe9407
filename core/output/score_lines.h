/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines of one value each, of a run or of a pair of runs: in trec_eval's format, as CSV or as JSON
 * lines.
 */
#pragma once

#include "core/base/output.h"
#include "core/engine/evaluate/evaluation.h"
#include "core/output/records.h"

/* One line. */
struct score_line {
	const char *run[2]; /* of a pair; of a single run the second */
	const char *topic;  /* its name, or "all" */
	const char *prefix; /* before the name of the measure; NULL: none */
	const char *measure;
	const char *of;		/* the measure that a bound is about; NULL: it is no bound */
	bool upper;		/* it is the upper one */
	const char *curve;	/* the measure of which it is one of several values; NULL: the only
				   one */
	double at;		/* its cutoff or level */
	double perfect, random; /* what it would be in the best order, and in a random one; nan: not
				   known */
	bool lower_better;	/* of two values the lower one is better */
	enum record_kind kind;	/* RECORD_REAL, RECORD_COUNT or RECORD_TEXT */
	double number;
	const char *text;   /* of RECORD_TEXT */
	const char *method; /* of a bound or a test, else NULL: the rest is not printed either */
	double level;	    /* of the bound; nan: of none */
	int64_t draws;	    /* that it took; 0: none */
	int64_t seed;
	/* Which ends were asked for, how many topics the line is about, where the strata come from,
	 * what `all` is if it is not the mean of the topics, and the file of the run; NULL: nothing
	 * is said. */
	const char *tail;
	int64_t n;
	const char *design, *estimator, *file;
};

/* Where lines go, and how. */
struct score_lines {
	struct buffer *b;
	const struct output *taker; /* gets the lines instead of the buffer; NULL: nobody */
	size_t block;
	enum score_format format;
	int digits;
	bool padded_apart; /* names are padded without their prefix, as with -Z */
	struct record_column column[15], *first, *value;
	struct buffer name; /* the one of the line, with its prefix */
};

/*
 * `bounds`: CSV and JSON have columns that say how a bound was computed. `exact`: their numbers
 * have as many digits as it takes to read back the same numbers, and `digits` is only for trec's
 * format.
 */
void score_lines_init(struct score_lines *s, struct buffer *b, enum score_format format, bool pairs,
		      bool bounds, int digits, bool exact);
void score_lines_release(struct score_lines *s);

/* The header, if the format has one; or `taker`, if it is not NULL, gets all lines as one block. */
void score_lines_begin(struct score_lines *s, const struct output *taker);
void score_lines_add(struct score_lines *s, const struct score_line *l);

struct output_options {
	enum score_format format;
	bool topics;	   /* -q */
	bool no_summary;   /* -n */
	bool several_runs; /* each block begins with its runid */
	bool zscores;	   /* -Z: names have a Z in front */
	bool micro;	   /* the pooled topics as well */
	double level;	   /* of the bounds */
	const char *tail;  /* which of them: both, lower or upper */
	int64_t resamples; /* of topics, for the bounds of means */
	uint64_t seed;
	int64_t collection; /* -N, or 0 */
	int digits;
	bool digits_given;	    /* else CSV and JSON have all that are needed */
	const struct output *taker; /* of lines, or NULL: they are written */
};

/* What comes before the first run. */
void output_header(struct buffer *b, const struct output_options *o);

/* All lines of one run, the block of its number. */
void output_run(struct buffer *b, size_t number, const struct evaluation *x,
		const struct output_options *o);
