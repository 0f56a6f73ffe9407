/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/output/markdown.h"

void markdown_text(struct buffer *b, const char *text)
{
	for (; *text != '\0'; text++)
		buffer_print(b, strchr("\\`*_{}[]<>|#~&", *text) != NULL ? "\\%c" : "%c", *text);
}

void markdown_begin(struct buffer *b)
{
	buffer_print(b, "| run");
}

void markdown_heading(struct buffer *b, const char *measure)
{
	buffer_print(b, " | ");
	markdown_text(b, measure);
}

void markdown_rows(struct buffer *b, size_t measures)
{
	buffer_print(b, " |\n|---");
	for (size_t m = 0; m < measures; m++)
		buffer_print(b, "|---");
	buffer_print(b, "|\n");
}

void markdown_row(struct buffer *b, const char *run)
{
	buffer_print(b, "| ");
	markdown_text(b, run);
}

void markdown_row_end(struct buffer *b)
{
	buffer_print(b, " |\n");
}
