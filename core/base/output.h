/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where an answer goes: to the terminal (terminal.h), or into memory, if the program is called as a
 * library. Commands do not know which.
 */
#pragma once

#include <stddef.h>

#include "core/base/buffer.h"
#include "core/base/err.h"
#include "core/base/warnings.h"

/*
 * Progress of a long computation: the engine counts and calls functions that can show it.
 */

/* NULL functions are not called. */
struct progress {
	void *context;
	/* `total` steps follow. */
	void (*begin)(void *context, size_t total);
	/* One more is done. Called by any thread. */
	void (*step)(void *context);
};

static inline void progress_begin(const struct progress *p, size_t total)
{
	if (p->begin != NULL)
		p->begin(p->context, total);
}

static inline void progress_step(const struct progress *p)
{
	if (p->step != NULL)
		p->step(p->context);
}

struct command_table;
struct setting;
struct score_line;

/* Where an answer comes from. */
struct answered {
	const struct command_table *table;
	const char *command; /* command_line(); NULL: there is none, in a library */
	const struct setting *setting;
	size_t settings;
};

/* What a library keeps of a question, to ask it again of other data. Zeroed: nothing yet. */
struct kept {
	void *own; /* of the command */
	void (*forget)(void *own);
	bool (*same)(const void *own); /* the request can be run again; else a new one is filled */
};

struct output {
	void *context;
	struct answered asked;
	/*
	 * If not NULL, line() gets lines of one value each, which are then not written. They come
	 * in blocks: the lines of a block in order, but several threads may send blocks at the same
	 * time. expect() says before how many blocks there will be. What a line points to is valid
	 * during the call. False: out of memory.
	 */
	bool (*expect)(void *context, size_t blocks);
	bool (*line)(void *context, size_t block, const struct score_line *l);
	/* Writes all of the text, or fails. */
	int (*write)(void *context, const char *text, size_t length, struct err *e);
	void (*warn)(void *context, const char *line);
	bool quiet; /* warn() is not to be called, whatever the command's options say */
	struct progress progress; /* for long computations */
	struct kept *kept;	  /* NULL: there is no next question */
};

int output_write(const struct output *o, const struct buffer *b, struct err *e);

/* To be checked before any of several is written: -1 if memory ran out in one. */
int output_check_all(const struct buffer *list, size_t count, struct err *e);

/* Writes it if `result` is 0, and releases it. Returns `result`, or -1 if writing failed. */
int output_finish(const struct output *o, struct buffer *b, int result, struct err *e);

/* Sends the warnings to warn(), unless `quiet`, and empties the list. */
void output_warn(const struct output *o, struct warnings *w, bool quiet);

/*
 * Files that options ask for. They are written beside their place and renamed, so that there is the
 * whole file or the one before; and a file of another kind, such as judgments, is not overwritten.
 */

/*
 * May the file be written? Yes if there is none, if it is empty or no regular file, or if it begins
 * with one of `begins`, ended by NULL. `option` and `kind` are for the message: "--plot", "a
 * picture"; `instead` ends it: what to do.
 */
int new_file_check(const char *path, const char *const *begins, const char *option,
		   const char *kind, const char *instead, struct err *e);

/* `what` is for the message: "the plot". */
int new_file_write(const char *path, const struct buffer *b, const char *what, struct err *e);
