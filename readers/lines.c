/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/lines.h"
#include "readers/low_bytes.h"

/* What a byte means to the tokenizer. */
enum { WORD, BLANK, RETURN, END };

static const unsigned char class_of[256] = {
	['\0'] = END,	['\n'] = END,	['\r'] = RETURN, [' '] = BLANK,
	['\t'] = BLANK, ['\v'] = BLANK, ['\f'] = BLANK,
};

static inline unsigned class_at(const char *p)
{
	return class_of[(unsigned char)*p];
}

static int bad_byte(const struct lines *l, const char *p, struct err *e)
{
	if (*p == '\0')
		return err_at(e, l->in->path, l->number,
			      "NUL byte in the line: not a text file, or UTF-16");
	return err_at(e, l->in->path, l->number,
		      "carriage return inside the line: lines must end in LF or CR LF");
}

/* `p` behind the blanks that begin at `p`, and behind the carriage return of a line's end. */
static inline const char *skip_blanks(const char *p)
{
	while (class_at(p) == BLANK)
		p++;
	if (*p == '\r' && (p[1] == '\n' || p[1] == '\0'))
		p++;
	return p;
}

/* The line ends here: at '\n', or behind the last byte of the input. */
static inline bool is_end(const struct lines *l, const char *p)
{
	return *p == '\n' || p == l->end;
}

/*
 * The fields of a line whose words are separated by one blank or tab each, as nearly all lines are:
 * returns their number, or 0 if the line is not so plain. `p` is at the first word.
 */
static inline int plain_line(struct lines *l, const char *p, struct slice *fields, int room)
{
	int count = 0;
	const char *start = p;
	for (;; p += 64) {
		for (uint64_t mask = low_bytes(p); mask != 0; mask &= mask - 1) {
			const char *end = p + __builtin_ctzll(mask);
			if (end == start)
				return 0;
			if (count < room)
				fields[count] = (struct slice){ start, (size_t)(end - start) };
			count++;
			if (*end == '\n') {
				l->next = end + 1;
				return count;
			}
			if (*end != ' ' && *end != '\t')
				return 0;
			start = end + 1;
		}
	}
}

/* The same for any line; -1 with `e` filled if there is a byte that no line may have. */
static int any_line(struct lines *l, const char *p, struct slice *fields, int room, struct err *e)
{
	int count = 0;
	while (class_at(p) == WORD) {
		const char *start = p;
		while (class_at(p) == WORD)
			p++;
		if (count < room)
			fields[count] = (struct slice){ start, (size_t)(p - start) };
		count++;
		p = skip_blanks(p);
	}
	if (!is_end(l, p))
		return bad_byte(l, p, e);
	l->next = p + 1;
	return count;
}

static int check_lengths(const struct lines *l, const struct slice *fields, int count,
			 struct err *e)
{
	for (int i = 0; i < count; i++)
		if (fields[i].length > FIELD_LENGTH_MAX)
			return err_at(e, l->in->path, l->number,
				      "a field of %zu bytes: at most %d are allowed",
				      fields[i].length, FIELD_LENGTH_MAX);
	return 0;
}

int lines_next(struct lines *l, struct slice *fields, int room, struct err *e)
{
	const char *p = l->next, *end = l->end;
	while (p < end) {
		l->number++;
		p = skip_blanks(p);
		if (is_end(l, p)) {
			p++;
			continue;
		}
		if (*p == '#') {
			const char *next = memchr(p, '\n', (size_t)(end - p));
			p = next != NULL ? next + 1 : end;
			continue;
		}
		int count = plain_line(l, p, fields, room);
		if (count == 0)
			count = any_line(l, p, fields, room, e);
		if (l->next - p > FIELD_LENGTH_MAX && count > 0 &&
		    check_lengths(l, fields, count < room ? count : room, e) < 0)
			return -1;
		return count;
	}
	return 0;
}

/* A function of its own: its buffer would cost every line a check of the stack. */
__attribute__((noinline)) static int wrong_count(const struct lines *l, const struct columns *c,
						 const struct slice *fields, int count,
						 struct err *e)
{
	char most[32] = "";
	if (c->most > c->least)
		snprintf(most, sizeof most, " to %d", c->most);
	return err_at(e, l->in->path, l->number, "%d column%s, but a line has %s%d%s: %s%s", count,
		      count == 1 ? "" : "s", c->most == 0 ? "at least " : "", c->least, most,
		      c->names, l->looks_like != NULL ? l->looks_like(fields, count) : "");
}

int lines_next_checked(struct lines *l, const struct columns *c, struct slice *fields, int room,
		       struct err *e)
{
	int count = lines_next(l, fields, room, e);
	l->fields = count;
	if (count <= 0 || (count >= c->least && (c->most == 0 || count <= c->most)))
		return count;
	return wrong_count(l, c, fields, count, e);
}
