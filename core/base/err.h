/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One complete error message, carried from where it is found to main(), which prints it once.
 *
 * A function that can fail takes a caller's `struct err` and returns -1 after filling it; nobody
 * below main() prints or exits, and nobody adds a second message on top of the first. All err_*
 * functions return -1, so that a caller can write `return err_data(e, ...)`.
 */
#pragma once

#include "core/base/banned.h"

struct slice;

/* Exit status of the program, documented in the manual page. */
enum {
	STATUS_OK = 0,
	STATUS_DATA = 1, /* the data is wrong */
	STATUS_IO = 2,	 /* reading or writing failed, or memory ran out */
	/* Answers, not errors: the functions return 0, and there is no text. */
	STATUS_WORSE = 3,     /* a gate: a run is shown to be worse */
	STATUS_NOT_SHOWN = 4, /* a gate: that it is not worse was to be shown, and is not */
	STATUS_USAGE = 64,    /* the command line is wrong (the value argp uses) */
};

struct err {
	int status; /* STATUS_OK until something fails, or a gate decides */
	char text[2048];
};

/* The message, behind the first `at` bytes of the text that is there. */
int err_set(struct err *e, int status, size_t at, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

#define err_data(e, ...)  err_set((e), STATUS_DATA, 0, __VA_ARGS__)
#define err_io(e, ...)	  err_set((e), STATUS_IO, 0, __VA_ARGS__)
#define err_usage(e, ...) err_set((e), STATUS_USAGE, 0, __VA_ARGS__)
int err_memory(struct err *e);

/* Wrong data at a line of a file; the text is preceded by "path:line: ", which err_place() puts
 * there. */
#define err_at(e, path, line, ...) \
	err_set((e), STATUS_DATA, err_place((e), (path), (line)), __VA_ARGS__)
size_t err_place(struct err *e, const char *path, uint64_t line);

/*
 * Copies a text with control characters as \xHH, since a terminal obeys them; err_* and
 * warnings_add do so themselves. Copies what there is room for.
 */
void printable(char *to, size_t room, const char *text);

/* A printable, shortened copy of bytes that came from a file, for use inside one message. */
struct shown {
	char text[80];
};
struct shown shown(struct slice bytes);
