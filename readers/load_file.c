/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/load_file.h"

#include <string.h>

enum { SEPARATOR = 20, SIGN = 174, THORN = 254 };

struct load_file {
	const char *at, *end;
	bool utf8;
	struct buffer *csv;
	bool inside;   /* a field that began with a thorn */
	bool begun;    /* the field has an opening quote already */
	uint64_t line; /* of the field */
};

/* The next character as a number; of UTF-8 only thorn and sign matter, other bytes are themselves.
 */
static int take_character(struct load_file *x)
{
	const unsigned char *p = (const unsigned char *)x->at++;
	if (!x->utf8 || (const char *)p + 1 == x->end)
		return p[0];
	bool thorn = p[0] == 0xc3 && p[1] == 0xbe, sign = p[0] == 0xc2 && p[1] == 0xae;
	x->at += thorn || sign;
	return thorn ? THORN : sign ? SIGN : p[0] == SIGN || p[0] == THORN ? -p[0] : p[0];
}

static void put_text(struct load_file *x, int c)
{
	char text[8] = { (char)(c < 0 ? -c : c) };
	size_t length = x->utf8 || c < 0x80 ? 1 : put_utf8(text, c);
	if (!x->begun)
		buffer_add(x->csv, "\"", 1);
	x->begun = true;
	buffer_add(x->csv, c == '"' ? "\"\"" : text, c == '"' ? 2 : length);
}

static void end_field(struct load_file *x, const char *behind)
{
	buffer_add(x->csv, "\"", x->begun);
	buffer_add(x->csv, behind, 1);
	x->begun = false;
}

static void take_byte(struct load_file *x, int c)
{
	if (c == THORN)
		x->inside = !x->inside;
	else if (c == SIGN && x->inside)
		put_text(x, '\n');
	else if (c == SEPARATOR && !x->inside)
		end_field(x, ",");
	else if (c == '\n' && !x->inside)
		end_field(x, "\n");
	else if (c != '\r' || x->inside)
		put_text(x, c);
}

/* The first line has separators. */
static bool is_load_file(struct slice file)
{
	const char *end = memchr(file.at, '\n', file.length);
	size_t length = end != NULL ? (size_t)(end - file.at) : file.length;
	return length > 0 && memchr(file.at, SEPARATOR, length) != NULL;
}

int load_file_csv(const char *path, struct slice file, struct buffer *csv, struct err *e)
{
	if (!is_load_file(file))
		return 0;
	struct load_file x = { .at = file.at, .end = file.at + file.length, .csv = csv };
	bool mark = file.length >= 3 && memcmp(file.at, "\xef\xbb\xbf", 3) == 0;
	x.at += mark ? 3 : 0;
	x.utf8 = mark || (unsigned char)*x.at == 0xc3;
	uint64_t line = 1;
	while (x.at < x.end) {
		bool before = x.inside;
		int c = take_character(&x);
		take_byte(&x, c);
		x.line = x.inside && !before ? line : x.line;
		line += c == '\n';
	}
	if (x.inside)
		return err_at(e, path, x.line, "a field that begins with a thorn has no end");
	if (x.begun)
		end_field(&x, "\n");
	return csv->failed ? err_memory(e) : 1;
}
