/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * libstrat_eval: the commands of strat_eval for other programs.
 *
 * A handle is one question to one command. Options have the names and the meaning that they have on
 * the command line; input comes from files or from memory. The answer is rows, or the text that the
 * program would print.
 *
 *	strat_eval *s = strat_eval_new("evaluate");
 *	strat_eval_set(s, "measure", "map");
 *	strat_eval_input(s, "qrels.txt");
 *	strat_eval_input(s, "run.txt");
 *	if (strat_eval_run(s) != STRAT_EVAL_OK)
 *		fprintf(stderr, "%s\n", strat_eval_error(s));
 *	for (struct strat_eval_row r; strat_eval_next(s, &r);)
 *		printf("%s %s %.4f\n", r.measure, r.topic, r.value);
 *	strat_eval_free(s);
 *
 * The library prints nothing, ends nothing, handles no signal, keeps nothing outside its handles,
 * and reads and writes numbers with a decimal point whatever the locale is. Different handles may
 * be used by different threads at the same time. Texts that it returns stay until the next
 * strat_eval_run() or strat_eval_free() of the handle.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a call returns; the program's exit status. */
enum strat_eval_status {
	STRAT_EVAL_OK = 0,
	STRAT_EVAL_DATA = 1, /* the data is wrong */
	STRAT_EVAL_IO = 2,   /* reading failed, or memory ran out */
	/* compare --gate: there is an answer */
	STRAT_EVAL_WORSE = 3,	  /* a run is shown to be worse */
	STRAT_EVAL_NOT_SHOWN = 4, /* that it is not worse was to be shown, and is not */
	STRAT_EVAL_USAGE = 64,	  /* an option is wrong */
};

typedef struct strat_eval strat_eval;

/* One value. What there is none of is NULL, or nan, or -1. */
struct strat_eval_row {
	const char *run, *other; /* the run; of a comparison the first and the second */
	const char *topic;	 /* its name, or "all" */
	const char *measure;
	double value;
	const char *text;    /* of a value that is a text */
	double lower, upper; /* the bounds of `value` */
	double level;
	const char *method;    /* of the bounds, or of a test */
	const char *tail;      /* which bounds were asked for: both, lower, upper */
	int64_t n;	       /* topics that the value is about */
	const char *design;    /* where the strata of a sample come from */
	const char *estimator; /* what "all" is, if it is not the mean of the topics */
	const char *file;      /* of the run */
};

/* "0.5.0" */
const char *strat_eval_version(void);

/* A handle for "evaluate", "compare", "sample", "plan recall" and so on. NULL: there is no such
 * command, or no memory. */
strat_eval *strat_eval_new(const char *command);
void strat_eval_free(strat_eval *s);

/* Sets an option: "measure", "--measure" or "-m". The value of one that takes none is NULL. Setting
 * it again is what giving it twice is to the program: it adds, is refused, or the last one counts.
 */
int strat_eval_set(strat_eval *s, const char *option, const char *value);

/* The next argument of the command, as behind its options: judgments, then runs. */
int strat_eval_input(strat_eval *s, const char *path);

/*
 * Makes a file of bytes in memory, which are copied once, and returns the path under which this
 * handle (and nobody else) can read it, for strat_eval_input() or as the value of an option.
 * Messages call it `name`. NULL: an error.
 */
const char *strat_eval_bytes(strat_eval *s, const char *name, const void *bytes, size_t size);

/*
 * Judgments or a run as records instead of lines: topics, and documents with their grades or
 * scores. Nothing becomes text, so that a name may have any bytes but NUL, and none is special.
 * `name` is what messages call it, and the name of the run. A set of records belongs to its handle,
 * and is read wherever judgments (as -R qrels has them) or a run are read from its path. A topic
 * may have no documents: it then counts as one for which nothing was retrieved, or judged.
 *
 *	strat_eval_records *run = strat_eval_records_new(s, "mine");
 *	strat_eval_records_topic(run, "301", 3);
 *	strat_eval_records_add(run, "FT911-3", 7, 2.5);
 *	strat_eval_input(s, strat_eval_records_path(run));
 *
 * NULL, or a status: an error, of which strat_eval_error() of the handle tells.
 */
typedef struct strat_eval_records strat_eval_records;

strat_eval_records *strat_eval_records_new(strat_eval *s, const char *name);
const char *strat_eval_records_path(const strat_eval_records *r);

/* The documents that follow are of this topic. */
int strat_eval_records_topic(strat_eval_records *r, const char *topic, size_t length);

/* A document; the value is a grade (a whole number) or a score (not NaN). */
int strat_eval_records_add(strat_eval_records *r, const char *document, size_t length,
			   double value);

/* The rank that the source of a run gives the last document: documents are ranked by their scores,
 * and a warning says so if these contradict the ranks. */
int strat_eval_records_rank(strat_eval_records *r, double rank);

/* Removes all records, so that others can be given for the next strat_eval_run(). */
void strat_eval_records_clear(strat_eval_records *r);

/*
 * Gives the run of a file, bytes or records a name that all answers call it, whatever its tag is;
 * with `tag_first` only if another run has the same tag. Returns a path that reads the same, for
 * strat_eval_input(). Messages about its lines still name the file. NULL: an error.
 */
const char *strat_eval_name(strat_eval *s, const char *path, const char *name, int tag_first);

/*
 * A measure of the caller's own, for -m and everything else that takes measures. `score` gets a
 * topic of a run, writes its value, and returns 0; anything else ends the run with an error. It is
 * called by several threads at once. Values lie from `least` to `most`, which may be infinite.
 */
struct strat_eval_document {
	const char *name; /* `length` bytes */
	size_t length;
	int grade; /* below 0: not judged */
};

struct strat_eval_topic {
	const char *topic, *run;
	const struct strat_eval_document *ranking; /* from the best on */
	size_t retrieved;
	const struct strat_eval_document *judged; /* all judgments, retrieved or not */
	size_t judgments;
};

typedef int (*strat_eval_score)(void *context, const struct strat_eval_topic *t, double *value);

int strat_eval_measure(strat_eval *s, const char *name, double least, double most,
		       strat_eval_score score, void *context);

/*
 * The names that the values of a measure have in rows, with a line feed behind each: "P_5\nP_10\n"
 * of "P.5,10", "ndcg_cut_10\n" of "nDCG@10". NULL: there is no such measure, or none that the
 * format of judgments that is set has room for.
 */
const char *strat_eval_columns(strat_eval *s, const char *measure);

/* All measures, a line each: its name, what it is, and its other names with blanks between them,
 * separated by tabs. NULL: no memory. */
const char *strat_eval_measures(strat_eval *s);

/* Answers the question. May be called again, with more options or inputs. */
int strat_eval_run(strat_eval *s);

/*
 * Makes a strat_eval_run() that is going on in another thread end soon, with STRAT_EVAL_IO; and
 * every later one. Soon is when each of its threads has done what it is at: a topic, a run, a
 * replicate.
 */
void strat_eval_stop(strat_eval *s);

/*
 * The next row; 0: there is none. Evaluations and comparisons have rows, unless the option "format"
 * is set. A run that failed has none. Behind the two-sided bounds of "validate" stand the one-sided
 * ones, in rows of the same measure with the tail lower and upper.
 */
int strat_eval_next(strat_eval *s, struct strat_eval_row *row);

/* The measure of the row that strat_eval_next() gave last as it was asked for, or NULL. */
const char *strat_eval_asked(const strat_eval *s);

/* What the program would have printed, if there are no rows. Never NULL. */
const char *strat_eval_text(const strat_eval *s, size_t *length);

/* The sentences of that text that are made for a report; if it has none, what it says beside its
 * tables. Never NULL. */
const char *strat_eval_report(const strat_eval *s);

/* A number that is the same as long as all bytes and records of the handle are. */
uint64_t strat_eval_digest(strat_eval *s);

/* A warning of the last run, counted from 0; NULL: there are no more. */
const char *strat_eval_warning(const strat_eval *s, size_t number);

/* What went wrong in the last call that failed. */
const char *strat_eval_error(const strat_eval *s);

#ifdef __cplusplus
}
#endif
