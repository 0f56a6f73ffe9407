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
	STRAT_EVAL_DATA = 1,   /* the data is wrong */
	STRAT_EVAL_IO = 2,     /* reading failed, or memory ran out */
	STRAT_EVAL_USAGE = 64, /* an option is wrong */
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

/* "0.2.0" */
const char *strat_eval_version(void);

/* A handle for "evaluate", "compare", "sample", "plan recall" and so on. NULL: there is no such
 * command, or no memory. */
strat_eval *strat_eval_new(const char *command);
void strat_eval_free(strat_eval *s);

/* Sets an option: "measure", "--measure" or "-m". The value of one that takes none is NULL. */
int strat_eval_set(strat_eval *s, const char *option, const char *value);

/* The next argument of the command, as behind its options: judgments, then runs. */
int strat_eval_input(strat_eval *s, const char *path);

/*
 * Makes a file of bytes in memory, which are copied once, and returns the path under which this
 * handle (and nobody else) can read it, for strat_eval_input() or as the value of an option.
 * Messages call it `name`. NULL: an error.
 */
const char *strat_eval_bytes(strat_eval *s, const char *name, const void *bytes, size_t size);

/* Answers the question. May be called again, with more options or inputs. */
int strat_eval_run(strat_eval *s);

/*
 * The next row; 0: there is none. Evaluations and comparisons have rows, unless the option "format"
 * is set. A run that failed has none.
 */
int strat_eval_next(strat_eval *s, struct strat_eval_row *row);

/* What the program would have printed, if there are no rows. Never NULL. */
const char *strat_eval_text(const strat_eval *s, size_t *length);

/* A warning of the last run, counted from 0; NULL: there are no more. */
const char *strat_eval_warning(const strat_eval *s, size_t number);

/* What went wrong in the last call that failed. */
const char *strat_eval_error(const strat_eval *s);

#ifdef __cplusplus
}
#endif
