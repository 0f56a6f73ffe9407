/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Warnings as values: the code that finds something worth a warning adds a line, and the command
 * prints the lines when its work is done.
 */
#pragma once

#include "core/base/err.h"

struct warnings {
	char **line;
	size_t count;
	bool failed; /* memory ran out: a line is missing */
};

void warnings_add(struct warnings *w, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* -1 with `e` filled if a line is missing. */
static inline int warnings_check(const struct warnings *w, struct err *e)
{
	return w->failed ? err_memory(e) : 0;
}

void warnings_release(struct warnings *w);
