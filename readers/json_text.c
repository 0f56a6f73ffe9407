/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "core/base/buffer.h"
#include "readers/json_text.h"
#include "readers/lines.h"

static const char *skip_white(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r'))
		p++;
	return p;
}

static void pass_white(struct json *j)
{
	j->at = skip_white(j->at, j->end);
}

bool json_begins(const struct input *in)
{
	const char *end = in->bytes + in->size, *p = skip_white(input_text(in), end);
	return p < end && (*p == '{' || *p == '[');
}

char json_shape(const struct input *in)
{
	struct err ignored = { 0 };
	struct json j;
	struct slice key;
	if (!json_begins(in))
		return '\0';
	json_start(&j, in, &ignored);
	if (json_peek(&j) == '[')
		return '[';
	if (json_open(&j, '{') < 0 || json_next_key(&j, &key) <= 0)
		return 'k';
	return json_peek(&j) == '{' ? '{' : 'k';
}

int json_begins_whole(const struct input *in, struct err *e)
{
	(void)e;
	char shape = json_shape(in);
	return shape == '{' || shape == '[';
}

int json_begins_rows(const struct input *in, struct err *e)
{
	(void)e;
	return json_shape(in) == 'k';
}

int json_refuse_other(const struct input *in, struct err *e)
{
	return json_begins(in) ? 0
			       : err_at(e, in->path, 1, "does not begin with a JSON object, {...}");
}

void json_start(struct json *j, const struct input *in, struct err *e)
{
	*j = (struct json){ .in = in,
			    .at = input_text(in),
			    .end = in->bytes + in->size,
			    .counted = in->bytes,
			    .line = 1,
			    .e = e };
}

struct place json_place(struct json *j)
{
	pass_white(j);
	for (const char *p; (p = memchr(j->counted, '\n', (size_t)(j->at - j->counted))) != NULL;
	     j->line++)
		j->counted = p + 1;
	j->counted = j->at; /* a whole file may stand on one line */
	return (struct place){ j->in->path, j->line };
}

size_t json_column(const struct json *j, const char *at)
{
	at -= at >= j->in->bytes + j->in->mirror ? j->in->mirror : 0;
	const char *line = memrchr(j->in->bytes, '\n', (size_t)(at - j->in->bytes));
	return (size_t)(at - (line != NULL ? line + 1 : j->in->bytes)) + 1;
}

static int bad_at(const struct json *j, const char *at, const char *complaint)
{
	return err_at(j->e, j->in->path, input_line(j->in, at), "column %zu: %s",
		      json_column(j, at), complaint);
}

/* "path:line: column N: complaint" at the current place; -1. */
static int bad(const struct json *j, const char *complaint)
{
	return bad_at(j, skip_white(j->at, j->end), complaint);
}

char json_peek(struct json *j)
{
	pass_white(j);
	return j->at < j->end ? *j->at : '\0';
}

int json_open(struct json *j, char kind)
{
	if (json_peek(j) != kind)
		return bad(j, kind == '{' ? "an object, {...}, is expected here"
					  : "an array, [...], is expected here");
	if (j->depth == JSON_DEPTH_MAX)
		return bad(j, "nested more than 64 deep");
	j->open[j->depth++] = kind;
	j->at++;
	j->first = true;
	return 0;
}

int json_next(struct json *j)
{
	char closing = j->open[j->depth - 1] == '{' ? '}' : ']', c = json_peek(j);
	if (c == closing) {
		j->at++;
		j->depth--;
		j->first = false;
		return 0;
	}
	if (j->first) {
		j->first = false;
		return 1;
	}
	if (c != ',')
		return bad(j, closing == '}' ? "a comma or } is expected here"
					     : "a comma or ] is expected here");
	j->at++;
	return 1;
}

/*
 * Strings.
 */

/* Four hexadecimal digits; -1: they are not. Behind the end of the input there are zeros. */
static int32_t hex4(const char *p)
{
	int32_t value = 0;
	for (int i = 0; i < 4; i++) {
		const char *digits = "0123456789abcdef";
		char c = p[i] >= 'A' && p[i] <= 'F' ? (char)(p[i] - 'A' + 'a') : p[i];
		const char *found = c != '\0' ? strchr(digits, c) : NULL;
		if (found == NULL)
			return -1;
		value = value * 16 + (int32_t)(found - digits);
	}
	return value;
}

/* The escape at `p`, a backslash, into `to`; how many bytes it has, or 0: it is none. */
static size_t read_escape(const char *p, char *to, size_t *made)
{
	static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	const char *found = p[1] != '\0' ? strchr(letters, p[1]) : NULL;
	*made = 1;
	if (found != NULL) {
		*to = meant[found - letters];
		return 2;
	}
	int32_t c = p[1] == 'u' ? hex4(p + 2) : -1;
	if (c < 0 || (c >= 0xdc00 && c <= 0xdfff))
		return 0;
	if (c < 0xd800 || c > 0xdbff) {
		*made = put_utf8(to, c);
		return 6;
	}
	int32_t low = p[6] == '\\' && p[7] == 'u' ? hex4(p + 8) : -1;
	if (low < 0xdc00 || low > 0xdfff)
		return 0;
	*made = put_utf8(to, 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00));
	return 12;
}

/* A string whose first quote is at j->at. With escapes it is written into the mirror, where there
 * is room, as no escape is shorter than what it means. */
static int read_string(struct json *j, struct slice *text)
{
	const char *start = j->at + 1, *p = start;
	char *copy = NULL;
	size_t length = 0;
	while (p < j->end && *p != '"') {
		char meant[4];
		size_t made, taken = *p == '\\' ? read_escape(p, meant, &made)
						: (made = utf8_length(p, j->end));
		if ((unsigned char)*p < 0x20)
			return bad_at(j, p,
				      "a control character, or the end of the line, in a string");
		if (taken == 0)
			return bad_at(j, p,
				      *p == '\\' ? "not an escape that JSON has" : "not UTF-8");
		if (*p == '\\' && copy == NULL) {
			copy = input_mirrored(j->in, start);
			memcpy(copy, start, length);
		}
		if (copy != NULL)
			memcpy(copy + length, *p == '\\' ? meant : p, made);
		length += made;
		p += taken;
	}
	if (p >= j->end)
		return bad_at(j, j->at, "a string has no closing quote");
	if (length > FIELD_LENGTH_MAX)
		return bad_at(j, j->at, "a string of more than 16777215 bytes");
	if (copy != NULL)
		copy[length] = '\0';
	*text = (struct slice){ copy != NULL ? copy : start, length };
	j->at = p + 1;
	return 0;
}

int json_next_key(struct json *j, struct slice *key)
{
	int more = json_next(j);
	if (more <= 0)
		return more;
	if (json_peek(j) != '"')
		return bad(j, "a key in double quotes is expected here");
	if (read_string(j, key) < 0)
		return -1;
	if (json_peek(j) != ':')
		return bad(j, "a colon is expected here");
	j->at++;
	return 1;
}

/*
 * Other values.
 */

static const char *skip_digits(const char *p)
{
	while (*p >= '0' && *p <= '9')
		p++;
	return p;
}

/* Behind the number that begins at `p`; NULL: there is none. */
static const char *number_end(const char *p)
{
	p += *p == '-';
	const char *whole = p;
	p = *p == '0' ? p + 1 : skip_digits(p);
	if (p == whole)
		return NULL;
	if (*p == '.') {
		whole = ++p;
		p = skip_digits(p);
		if (p == whole)
			return NULL;
	}
	if (*p == 'e' || *p == 'E') {
		p++;
		p += *p == '+' || *p == '-';
		whole = p;
		p = skip_digits(p);
		if (p == whole)
			return NULL;
	}
	return p;
}

int json_number(struct json *j, struct slice *text)
{
	char c = json_peek(j);
	const char *end = c == '-' || (c >= '0' && c <= '9') ? number_end(j->at) : NULL;
	if (end == NULL)
		return bad(j, "a number is expected here");
	*text = (struct slice){ j->at, (size_t)(end - j->at) };
	j->at = end;
	return 0;
}

static bool take_word(struct json *j, const char *word, struct slice *text)
{
	size_t length = strlen(word);
	if ((size_t)(j->end - j->at) < length || memcmp(j->at, word, length) != 0)
		return false;
	*text = (struct slice){ j->at, length };
	j->at += length;
	return true;
}

int json_plain(struct json *j, struct slice *text)
{
	char c = json_peek(j);
	if (c == '"')
		return read_string(j, text);
	if (c == '-' || (c >= '0' && c <= '9'))
		return json_number(j, text);
	if (take_word(j, "true", text) || take_word(j, "false", text))
		return 0;
	if (!take_word(j, "null", text))
		return bad(j, c == '{' || c == '['
				      ? "a text or a number is expected here"
				      : "a value is expected here: \"text\", a number, true, "
					"false or null");
	text->length = 0;
	return 0;
}

int json_skip(struct json *j)
{
	int outer = j->depth, more = 1;
	struct slice ignored;
	do {
		char c = json_peek(j);
		if (more > 0 &&
		    (c == '{' || c == '[' ? json_open(j, c) : json_plain(j, &ignored)) < 0)
			return -1;
		if (j->depth > outer)
			more = j->open[j->depth - 1] == '{' ? json_next_key(j, &ignored)
							    : json_next(j);
	} while (more >= 0 && j->depth > outer);
	return more < 0 ? -1 : 0;
}

int json_finish(struct json *j)
{
	pass_white(j);
	return j->at == j->end ? 0 : bad(j, "text after the end of the JSON value");
}
