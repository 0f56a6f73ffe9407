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
	if (b->failed || length == 0)
		return;
	memcpy(b->text + b->length, bytes, length);
	b->length += length;
	b->text[b->length] = '\0';
}
