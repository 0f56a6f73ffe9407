/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formats of runs (what a system retrieved). Each is one file of this folder that ends with one
 * `RUN_FORMAT = { ... };`; the build collects the folder into the registry.
 *
 * A run can have many millions of lines: a reader makes arrays of 16-byte records that point into
 * the input, cut into segments of consecutive lines with one topic.
 */
#pragma once

#include "readers/lines.h"

struct columns_asked;

/* A piece of the input as 40 bits of position and 24 bits of length (FIELD_LENGTH_MAX). */
struct piece {
	uint64_t at : 40;
	uint64_t length : 24;
};

static inline struct slice piece_slice(const struct input *in, struct piece p)
{
	return (struct slice){ in->bytes + p.at, p.length };
}

struct run_record {
	struct piece document;
	union {
		double score;	    /* never NaN */
		struct piece label; /* of labelled_list and label_file */
	};
};

struct run_segment {
	struct piece topic; /* empty: the format or the file has no topics */
	size_t first;	    /* index of its first record */
	size_t count;	    /* of records; set when all are read */
};

struct run_records {
	struct run_record *record; /* reserved pages; with gaps if several threads read them */
	size_t count, capacity;
	struct run_segment *segment;
	size_t segments, segment_capacity;
	struct slice runid; /* of the last line, or of the file's name */
	bool nuggets;	    /* a record is one, for messages */
};

void run_records_release(struct run_records *r);

/* Room for all records of the input, a line of which has at least `least_bytes`; and the run has
 * the name of the file. */
int run_records_reserve(struct run_records *r, const struct input *in, size_t least_bytes,
			struct err *e);

/* A new segment, which may stay empty. */
int run_records_topic(struct run_records *r, const struct input *in, struct slice topic,
		      struct err *e);

/* A new segment begins where the topic differs from the previous one. */
int run_records_add(struct run_records *r, const struct input *in, struct slice topic,
		    struct slice document, double score, struct err *e);

/* The records of a file that has one run, which its rows may name. */
struct one_run {
	const struct input *in;
	struct run_records *records;
	bool named; /* a row has told it */
};

/* Takes the name of a run from a row (.at is NULL: it has none). Another one than before is an
 * error. */
int one_run_named(struct one_run *r, struct place where, struct slice name, struct err *e);

struct run_format {
	const char *name;    /* as in -T NAME */
	const char *summary; /* one line */
	const char *manual;  /* columns and rules */
	bool set;	     /* it has no scores: a run is a set, not a ranking */
	/* Fills a zeroed `r`, which the caller releases also on failure. */
	int (*read)(const struct input *in, struct run_records *r, struct err *e);
	/*
	 * The same for some of the lines, into records that are reserved: several threads then read
	 * a large file. NULL: a line means nothing without those before it.
	 */
	int (*read_lines)(struct lines *l, struct run_records *r, struct err *e);
	size_t line_bytes; /* the shortest length of a line */
	bool named;	   /* its columns have names (readers/columns.h) */
	/* Whether the first lines are such that no other format can begin so: 1 or 0, or -1 with
	 * `e` filled. NULL: never. */
	int (*begins)(const struct input *in, struct err *e);
	/* Set in the copy that a request has (readers/formats.h): */
	const struct column_options *options; /* what it says of columns, or NULL */
	bool unnamed; /* it names no format: another one is taken if a file begins so */
	bool ranks;   /* a document is followed by white space and its rank */
};

/* The format in which to read this input: the one given, or one that the input begins as. NULL:
 * `e` is filled. */
const struct run_format *run_format_of(const struct run_format *f, const struct input *in,
				       struct err *e);

/*
 * Reads all of it with up to `jobs` threads into a zeroed `r`, which the caller releases also on
 * failure. The message of an error does not depend on their number.
 */
int run_records_read(struct run_records *r, const struct run_format *format, const struct input *in,
		     int jobs, struct err *e);

/* The build defines UNIT_SYMBOL per file, from the file's name. */
#define RUN_FORMAT const struct run_format UNIT_SYMBOL

/* The registry, in the order of names, ended by NULL. */
extern const struct run_format *const run_formats[];

/*
 * Lists of documents, from which strata are made: tables (readers/columns.h) with the columns
 * docno, label or score, and optionally topic. They are read like runs, but are none: no run is
 * evaluated by its labels. Labels may also be qrels; those of a list are all there, those of a file
 * may be missing.
 */
extern const struct run_format labelled_list, label_file; /* records have labels, not scores */

/* NULL with `e` filled if there is no such format. */
const struct run_format *run_format_find(const char *name, struct err *e);

/*
 * Runs and lists in rows whose columns have names: what -T csv and the rows of JSON share.
 */

/* A run: a document with a score, and perhaps topic and tag. */
int run_rows_read(const struct input *in, struct run_records *r, struct err *e);

/* A list with these columns, the shortest row of which has `least_bytes`. */
int list_rows_read(const struct input *in, struct run_records *r, const struct columns_asked *asked,
		   size_t least_bytes, struct err *e);
