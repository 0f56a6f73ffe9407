/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/output/text.h"

void text_wrapped(struct buffer *b, const char *text, size_t indent, size_t width)
{
	size_t column = 0;
	while (*text != '\0') {
		size_t length = strcspn(text, " \n");
		/* a number and its percent sign stay together */
		if (text[length] == ' ' && text[length + 1] == '%')
			length += 1 + strcspn(text + length + 1, " \n");
		if (column > 0 && column + 1 + length > width) {
			buffer_print(b, "\n");
			column = 0;
		}
		size_t blanks = column > 0 ? 1 : indent;
		buffer_print(b, "%*s%.*s", (int)blanks, "", (int)length, text);
		column += blanks + length;
		text += length + strspn(text + length, " \n");
	}
	buffer_print(b, "\n");
}

void text_end_line(struct buffer *b)
{
	while (b->length > 0 && b->text[b->length - 1] == ' ')
		b->length--;
	buffer_print(b, "\n");
}

int text_width(const char *const *text, size_t count, int least)
{
	size_t width = (size_t)least;
	for (size_t i = 0; i < count; i++)
		width = strlen(text[i]) > width ? strlen(text[i]) : width;
	return (int)width;
}

void text_hanging(struct buffer *b, const char *word, const char *text, size_t width)
{
	struct buffer wrapped = { 0 };
	text_wrapped(&wrapped, text, 2, width);
	if (!wrapped.failed)
		buffer_print(b, "%s%s", word, wrapped.text + 2);
	b->failed = b->failed || wrapped.failed;
	buffer_release(&wrapped);
}

void text_paragraphs(struct buffer *b, const char *text,
		     void (*print)(struct buffer *b, const char *letter))
{
	for (; *text != '\0'; text++)
		if (*text != '\n')
			print(b, text);
		else if (text[1] != '\0') {
			text_end_line(b);
			buffer_print(b, "\n");
		}
	text_end_line(b);
}
