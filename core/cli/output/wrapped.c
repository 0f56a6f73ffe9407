/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/output/wrapped.h"

enum { WIDTH = 80 }; /* of a line */

void wrapped_print(struct buffer *b, const char *text)
{
	size_t column = 0;
	while (*text != '\0') {
		size_t length = strcspn(text, " ");
		/* a number and its percent sign stay together */
		if (text[length] == ' ' && text[length + 1] == '%')
			length += 1 + strcspn(text + length + 1, " ");
		bool breaks = column > 0 && column + 1 + length > WIDTH;
		buffer_print(b, "%s%.*s",
			     column == 0 ? ""
			     : breaks	 ? "\n"
					 : " ",
			     (int)length, text);
		column = breaks || column == 0 ? length : column + 1 + length;
		text += length + strspn(text + length, " ");
	}
	buffer_print(b, "\n");
}
