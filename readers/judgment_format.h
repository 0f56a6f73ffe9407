/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formats of relevance judgments. Each is one file of this folder that ends with one
 * `JUDGMENT_FORMAT = { ... };`; the build collects the folder into the registry.
 *
 * A reader turns text into records and hands them, one by one, to a receiver. Slices in a record
 * point into the input. Nothing here knows topics as a whole, runs or measures.
 */
#pragma once

#include "readers/input.h"
#include "readers/lines.h"

/* One judgment. What a format does not have is empty or zero. */
struct judgment_record {
	struct slice topic;
	struct slice document;
	struct slice group;    /* who judged, or for which sub-topic; not in qrels, probs ... */
	struct slice subgroup; /* prefs */
	double level;	       /* relevance grade (a whole number), or level of preference */
	double probability;    /* of having been sampled: above 0, at most 1; 0: not given */
	uint32_t decimals;     /* that the probability is written with */
	struct slice stratum;  /* label of the stratum that the document was sampled from */
	int64_t size;	       /* documents of that stratum; 0: not given */
	int64_t picks;	       /* of buckets, with replacement, in the topic; 0: not so drawn */
	struct slice cluster;  /* csv: family or thread; empty: a document on its own */
	struct slice cluster_column; /* what the header calls it; .at is NULL: there is none */
	bool cluster_named;	     /* by the user: it is wanted */
	bool topic_only;	     /* in memory: the topic has no judgments */
	bool retrieved;		     /* table: a run retrieves the stratum */
	bool unjudged; /* csv: the relevance is still to be filled in, perhaps the document too */
};

/* Takes one record; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*judgment_sink)(void *context, const struct judgment_record *r, struct err *e);

/* Where the records of a file go: to->take(to->context, &r, e). */
struct judgment_receiver {
	judgment_sink take;
	void *context;
	struct slice topic; /* for formats that name it once, above its documents */
};

enum { PAIR_SEPARATOR = '/' };

/* What a measure can ask of the judgments of a topic. */
enum judgment_kind {
	JUDGMENTS_GRADED,      /* one grade per document */
	JUDGMENTS_GROUPED,     /* one grade per document and judgment group */
	JUDGMENTS_PREFERENCES, /* levels of preference within groups and sub-groups */
	JUDGMENTS_TABLE,       /* strata with their counts; no documents */
};

/* What a format says of how the judged documents were sampled. */
enum sampling {
	SAMPLING_NONE,		/* nothing: every document of interest is judged */
	SAMPLING_PROBABILITIES, /* a probability for every document */
	SAMPLING_STRATA,	/* a stratum for every document */
	SAMPLING_EITHER,	/* one of the two, or both, as the file says */
};

/* Makes a record of the fields of a line; JUDGMENT_SKIPPED: the line says nothing. */
enum { JUDGMENT_SKIPPED = 1 };
typedef int (*judgment_fill)(const struct lines *l, const struct slice *fields,
			     struct judgment_record *r, struct err *e);

struct judgment_format {
	const char *name;    /* as in -R NAME */
	const char *summary; /* one line */
	const char *manual;  /* columns and rules */
	enum judgment_kind kind;
	enum sampling sampling;
	bool judges;	  /* records may say who judged (`group`) */
	bool pairs;	  /* documents are pairs, run/nugget: those of a run are a population */
	bool subtopics;	  /* groups are parts of the topic: a document is judged if one judges it */
	const char *asks; /* the nickname that is evaluated without -m; NULL: that of the kind */
	const char *runs; /* the format of runs without -T; NULL: the usual one */
	/* A format with white space between the columns. */
	struct columns columns;
	judgment_fill fill;
	/* Any other format. */
	bool named; /* its columns have names (readers/columns.h) */
	int (*read)(const struct input *in, struct judgment_receiver *to, struct err *e);
	/* Whether the first lines are such that no other format can begin so: 1 or 0, or -1 with
	 * `e` filled. NULL: never. */
	int (*begins)(const struct input *in, struct err *e);
	/* Set in the copy that a request has (readers/formats.h): */
	const struct column_options *options; /* what it says of columns, or NULL */
	bool unnamed; /* it names no format: another one is taken if a file begins so */
};

/* The format in which to read this input: the one given, or one that the input begins as. NULL:
 * `e` is filled. */
const struct judgment_format *judgment_format_of(const struct judgment_format *f,
						 const struct input *in, struct err *e);

/* Hands all records of the input to the receiver. */
int judgment_records_read(const struct judgment_format *f, const struct input *in,
			  judgment_sink receiver, void *context, struct err *e);

/* The user may have forgotten -R: adds the formats that the input would fit to the message that it
 * is not of format `f`. */
void judgment_formats_suggest(const struct judgment_format *f, const struct input *in,
			      struct err *e);

/* The build defines UNIT_SYMBOL per file, from the file's name. */
#define JUDGMENT_FORMAT const struct judgment_format UNIT_SYMBOL

/* The registry, in the order of names, ended by NULL. */
extern const struct judgment_format *const judgment_formats[];

/* NULL with `e` filled if there is no such format. */
const struct judgment_format *judgment_format_find(const char *name, struct err *e);

/* The four columns that qrels, qrels_jg, qrels_prefs and diversity share. */
#define QRELS_COLUMNS                                      \
	{                                                  \
		4, 4, "topic iteration document relevance" \
	}
int judgment_fill_qrels(const struct lines *l, const struct slice *fields,
			struct judgment_record *r, struct err *e);

/*
 * Judgments in rows whose columns have names: what -R csv and the rows of JSON share. A judgment
 * has a document and a relevance, and perhaps topic, probability, stratum, size, picks and judge.
 */
int judgment_rows_read(const struct input *in, struct judgment_receiver *to, struct err *e);

#define JUDGMENT_ROWS \
	.kind = JUDGMENTS_GRADED, .sampling = SAMPLING_EITHER, .judges = true, .named = true

/* Whether the input is delimited text: a known header, or a single word with separators. */
int judgment_rows_begin(const struct input *in, struct err *e);
