/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>

#include "core/base/buffer.h"

void buffer_release(struct buffer *b)
{
	free(b->text);
	*b = (struct buffer){ 0 };
}

/* Makes room for `length` more bytes and a zero behind them. */
static void reserve(struct buffer *b, size_t length)
{
	if (length < b->capacity - b->length)
		return;
	size_t capacity = (b->capacity + length + 64) * 2;
	char *text = realloc(b->text, capacity);
	b->failed = text == NULL;
	if (text != NULL) {
		b->text = text;
		b->capacity = capacity;
	}
}

void buffer_print(struct buffer *b, const char *format, ...)
{
	while (!b->failed) {
		va_list ap;
		va_start(ap, format);
		size_t room = b->capacity - b->length;
		int length =
			vsnprintf(b->text == NULL ? NULL : b->text + b->length, room, format, ap);
		va_end(ap);
		if (length < 0) {
			b->failed = true;
		} else if ((size_t)length < room) {
			b->length += (size_t)length;
			return;
		} else {
			reserve(b, (size_t)length);
		}
	}
}

void buffer_add(struct buffer *b, const char *bytes, size_t length)
{
	if (!b->failed)
		reserve(b, length);
	if (b->failed)
		return;
	if (length > 0)
		memcpy(b->text + b->length, bytes, length);
	b->length += length;
	b->text[b->length] = '\0';
}

/* ---- text for other formats ---- */

/* Readers of CSV drop blanks around a field that has no quotes. */
static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

void escape_csv(struct buffer *b, const char *text)
{
	size_t length = strcspn(text, ",\"\r\n");
	bool blank = length > 0 && (is_blank(text[0]) || is_blank(text[length - 1]));
	if (text[length] == '\0' && !blank) {
		buffer_text(b, text);
		return;
	}
	buffer_print(b, "\"");
	for (; *text != '\0'; text++)
		buffer_print(b, *text == '"' ? "\"%c" : "%c", *text);
	buffer_print(b, "\"");
}

size_t utf8_length(const char *at, const char *end)
{
	const unsigned char *p = (const unsigned char *)at;
	size_t left = (size_t)(end - at), length;
	unsigned least = 0x80, most = 0xbf; /* of the second byte */
	if (p[0] < 0x80)
		return 1;
	length = p[0] >= 0xc2 && p[0] <= 0xdf	? 2
		 : (p[0] & 0xf0) == 0xe0	? 3
		 : p[0] >= 0xf0 && p[0] <= 0xf4 ? 4
						: 0;
	least = p[0] == 0xe0 ? 0xa0 : p[0] == 0xf0 ? 0x90 : least;
	most = p[0] == 0xed ? 0x9f : p[0] == 0xf4 ? 0x8f : most;
	if (length == 0 || left < length || p[1] < least || p[1] > most)
		return 0;
	for (size_t i = 2; i < length; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

/* Bytes at p that JSON takes as they are. */
static size_t plain_length(const char *p)
{
	size_t plain = 0, length;
	while ((unsigned char)p[plain] >= 0x20 && p[plain] != '"' && p[plain] != '\\' &&
	       (length = utf8_length(p + plain, p + plain + 4)) > 0)
		plain += length;
	return plain;
}

void escape_json(struct buffer *b, const char *text)
{
	const unsigned char *p = (const unsigned char *)text;
	buffer_print(b, "\"");
	while (*p != '\0') {
		size_t plain = plain_length((const char *)p);
		if (plain > 0)
			buffer_add(b, (const char *)p, plain);
		else if (*p == '"' || *p == '\\')
			buffer_print(b, "\\%c", *p);
		else if (*p < 0x20)
			buffer_print(b, "\\u%04x", *p);
		else
			buffer_print(b, "\\ufffd");
		p += plain > 0 ? plain : 1;
	}
	buffer_print(b, "\"");
}

void escape_html_part(struct buffer *b, const char *text, size_t bytes)
{
	const unsigned char *p = (const unsigned char *)text, *end = p + bytes;
	while (p < end) {
		size_t length = utf8_length((const char *)p, (const char *)end);
		bool control = *p < 0x20 ? *p != '\t' && *p != '\n' : *p == 0x7f;
		if (*p == '<' || *p == '>' || *p == '&' || *p == '"' || *p == '\'')
			buffer_print(b, "&#%d;", *p);
		else if (length == 0 || control)
			buffer_print(b, "&#xfffd;");
		else
			buffer_add(b, (const char *)p, length);
		p += length > 0 ? length : 1;
	}
}

void escape_shell(struct buffer *b, const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_./:,=@%+-";
	if (text[0] != '\0' && text[strspn(text, plain)] == '\0') {
		buffer_print(b, "%s", text);
		return;
	}
	buffer_print(b, "'");
	for (; *text != '\0'; text++) {
		const unsigned char x = (unsigned char)text[0], next = (unsigned char)text[1];
		bool c1 = x == 0xc2 && next >= 0x80 && next <= 0x9f; /* in UTF-8 */
		if (x == '\'')
			buffer_print(b, "'\\''");
		else
			buffer_print(b, "%c", x < 0x20 || x == 0x7f || c1 ? '?' : *text);
		text += c1;
	}
	buffer_print(b, "'");
}

size_t put_utf8(char *to, int32_t c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	const int first[] = { 0, 0xc0, 0xe0, 0xf0 };
	to[0] = (char)(first[more] | c >> 6 * more);
	for (int i = 1; i <= more; i++)
		to[i] = (char)(0x80 | (c >> 6 * (more - i) & 0x3f));
	return (size_t)more + 1;
}
