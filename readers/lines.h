/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one tokenizer of the white-space formats: lines into fields, in place, without copying.
 *
 * Fields are separated by spaces, tabs, vertical tabs and form feeds; a line ends at '\n' or
 * "\r\n". Blank lines, lines whose first field begins with '#', and a UTF-8 byte-order mark are
 * skipped. A NUL byte, a carriage return inside a line and a field of 16 MiB or more are
 * errors.
 */
#pragma once

#include "readers/fields.h"
#include "readers/input.h"

enum { FIELD_LENGTH_MAX = (1 << 24) - 1 };

struct lines {
	const struct input *in;
	const char *next; /* where the next line begins */
	const char *end;  /* after the last byte */
	uint64_t number;  /* physical line of the fields last returned, from 1 */
	int fields;	  /* how many it had */
	/* For the reader to set, or NULL: what a line with a wrong number of columns looks like,
	 * for the message, or "". */
	const char *(*looks_like)(const struct slice *fields, int count);
};

/* Only the bytes from `begin` to `end`, which are the beginnings of lines; lines count from 1. */
static inline void lines_start_part(struct lines *l, const struct input *in, const char *begin,
				    const char *end)
{
	*l = (struct lines){ .in = in, .next = begin, .end = end };
}

static inline void lines_start(struct lines *l, const struct input *in)
{
	lines_start_part(l, in, input_text(in), in->bytes + in->size);
}

/*
 * The next line with something on it: returns how many fields it has, of which the first `room` are
 * stored; 0 at the end of the input; -1 with `e` filled.
 */
int lines_next(struct lines *l, struct slice *fields, int room, struct err *e);

/* What a line of a format looks like; `names` are its columns, for messages. */
struct columns {
	int least, most; /* how many columns a line has; 0 for `most`: any number beyond `least` */
	const char *names;
};

/* As lines_next(), with an error if the number of columns is wrong. */
int lines_next_checked(struct lines *l, const struct columns *c, struct slice *fields, int room,
		       struct err *e);

/* Where the fields last returned are, for the checks of readers/fields.h. */
static inline struct place lines_place(const struct lines *l)
{
	return (struct place){ l->in->path, l->number };
}

/* field_grade() at the current line. Nearly all grades are one digit, which is read here. */
static inline int lines_grade(const struct lines *l, struct slice field, double *grade,
			      struct err *e)
{
	unsigned digit = (unsigned)(unsigned char)*field.at - '0';
	*grade = digit;
	return field.length == 1 && digit <= 9 ? 0 : field_grade(lines_place(l), field, grade, e);
}
