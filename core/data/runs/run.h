/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run: what a system retrieved, by topic. Records are slices of the file's bytes.
 */
#pragma once

#include "core/data/judgments/names.h"
#include "readers/run_format.h"

struct run_topic {
	struct slice name;
	int64_t judged;			 /* number of the topic in the judgments, or NAME_UNKNOWN */
	const struct run_record *record; /* in the order of the file */
	size_t count;
};

struct run {
	struct input in;
	struct run_records records;
	struct arena memory;
	struct names names;	 /* of the topics without judgments */
	struct run_topic *topic; /* in the order of the file */
	size_t topics;
	const char *id;
	bool ranks; /* a rank follows each document in the file: rank_behind() */
};

/* The rank that follows a document in a run with ranks; NAN: it is not a number. */
double rank_behind(const struct run *r, struct piece document);

/* A key to sort by rank, ascending; documents without a rank come last. */
uint64_t rank_key(const struct run *r, struct piece document);

/* The topics of a run that are wanted. */
struct run_part {
	const bool *topic; /* by number of the judged topic */
	bool others;	   /* and those without judgments */
};

/* Reads and groups by topic; `judged` are the names of the topics that have judgments, perhaps
 * none. Large files are read by `jobs` threads. A run without topics belongs to the only judged
 * one. Topics outside the part (NULL: there is none) are listed without documents. On failure
 * nothing is left to release.
 */
int run_read(struct run *r, const struct run_format *format, const char *path,
	     const struct names *judged, const struct run_part *part, int jobs, struct err *e);
void run_release(struct run *r);

/*
 * Several runs, read over several threads.
 */
struct runs {
	struct run *run;
	const struct run **each; /* pointers to all of them, which callers may sort */
	size_t count;
	bool *read; /* by run: it was read, and must be released */
	struct arena memory;
};

/* Room for this many runs that are not read yet; to be released even after a failure. */
int runs_room(struct runs *r, size_t count, struct err *e);

/*
 * Reads files as run_read() does. If some cannot be read, the error is that of the first of them.
 * On failure nothing is left to release.
 */
int runs_read(struct runs *r, const struct run_format *format, const char *const *path,
	      size_t count, const struct names *judged, const struct run_part *part, int jobs,
	      struct err *e);
void runs_release(struct runs *r);

/* Where each of `topics` judged topics is in each run: topics x runs of them, in `memory`, NULL if
 * a run lacks one. NULL: memory ran out. */
const struct run_topic **runs_by_topic(const struct run *const *runs, size_t count, size_t topics,
				       struct arena *memory);

/* The names of runs in an answer: runs with the same name get their other names, those of their
 * files, if these are not NULL. A run whose name then clashes with another gets its other name too.
 */
int runs_tell_apart(const char **name, const char *const *other, size_t runs, struct err *e);
