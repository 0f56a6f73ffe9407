/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <stdarg.h>

#include "core/base/array.h"
#include "core/base/warnings.h"

/* Takes `line` over. */
static void add_line(struct warnings *w, char *line)
{
	if (ARRAY_RESIZE(w->line, w->count + 1)) {
		w->line[w->count++] = line;
	} else {
		w->failed = true;
		free(line);
	}
}

void warnings_add(struct warnings *w, const char *format, ...)
{
	char *line = NULL, *shown = NULL;
	va_list arguments;
	va_start(arguments, format);
	int length = vasprintf(&line, format, arguments);
	va_end(arguments);
	if (length >= 0) {
		size_t room = 4 * (size_t)length + 5;
		shown = malloc(room);
		if (shown != NULL)
			printable(shown, room, line);
		free(line);
	}
	if (shown != NULL)
		add_line(w, shown);
	else
		w->failed = true;
}

void warnings_release(struct warnings *w)
{
	for (size_t i = 0; i < w->count; i++)
		free(w->line[i]);
	free(w->line);
	*w = (struct warnings){ 0 };
}
