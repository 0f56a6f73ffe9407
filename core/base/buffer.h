/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text that grows: output is collected here and written when all of it is known.
 */
#pragma once

#include "core/base/banned.h"

struct buffer {
	char *text;
	size_t length, capacity;
	bool failed; /* memory ran out; the text is incomplete */
};

/* A zeroed struct buffer is empty and ready. */
void buffer_release(struct buffer *b);
void buffer_print(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Bytes as they are; they may be zero. */
void buffer_add(struct buffer *b, const char *bytes, size_t length);

static inline void buffer_text(struct buffer *b, const char *text)
{
	buffer_add(b, text, strlen(text));
}

/*
 * Text as CSV, JSON, HTML and a shell carry it.
 */

/* A field of CSV, in quotes if RFC 4180 asks for them or it begins or ends with a blank. */
void escape_csv(struct buffer *b, const char *text);

/* A string of JSON, in quotes. Bytes that are not UTF-8 become U+FFFD: JSON cannot carry them. */
void escape_json(struct buffer *b, const char *text);

/* Text of HTML, between tags or within double quotes: the first bytes of a text that has a NUL
 * somewhere after them, or all of it. What HTML cannot carry becomes U+FFFD. */
void escape_html_part(struct buffer *b, const char *text, size_t bytes);

static inline void escape_html(struct buffer *b, const char *text)
{
	escape_html_part(b, text, strlen(text));
}

/* A word of a shell, on one line: quoted where it must be; control characters become '?'. */
void escape_shell(struct buffer *b, const char *text);

/* The length of the UTF-8 character at a place, as RFC 3629 has it; 0: there is none. `end` is
 * where the text ends, or after it if there is a NUL. */
size_t utf8_length(const char *at, const char *end);

/* A character as UTF-8, for which there is room; how many bytes it has, 1 to 4. */
size_t put_utf8(char *to, int32_t c);
