/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "core/base/output.h"
#include "core/base/system.h"

int output_write(const struct output *o, const struct buffer *b, struct err *e)
{
	if (b->failed)
		return err_memory(e);
	return b->length > 0 && o->write != NULL ? o->write(o->context, b->text, b->length, e) : 0;
}

int output_check_all(const struct buffer *list, size_t count, struct err *e)
{
	bool failed = false;
	for (size_t i = 0; i < count; i++)
		failed = failed || list[i].failed;
	return failed ? err_memory(e) : 0;
}

int output_finish(const struct output *o, struct buffer *b, int result, struct err *e)
{
	if (result == 0)
		result = output_write(o, b, e);
	buffer_release(b);
	return result;
}

void output_warn(const struct output *o, struct warnings *w, bool quiet)
{
	for (size_t i = 0; i < w->count && !quiet && !o->quiet; i++)
		o->warn(o->context, w->line[i]);
	warnings_release(w);
}

/* ---- files that options ask for ---- */

int new_file_check(const char *path, const char *const *begins, const char *option,
		   const char *kind, const char *instead, struct err *e)
{
	uint64_t size;
	if (system_look(path, &size) != SYSTEM_FILE || size == 0)
		return 0;
	char first[32] = "";
	int file = system_open(path);
	ptrdiff_t length = file < 0 ? 0 : system_read(file, first, sizeof first - 1);
	if (file >= 0)
		system_close(file);
	for (; *begins != NULL; begins++)
		if (length >= (ptrdiff_t)strlen(*begins) &&
		    memcmp(first, *begins, strlen(*begins)) == 0)
			return 0;
	return err_usage(e, "%s=%.600s: there is a file of that name which is not %s; %s", option,
			 path, kind, instead);
}

int new_file_write(const char *path, const struct buffer *b, const char *what, struct err *e)
{
	if (system_write(path, b->text, b->length) == 0)
		return 0;
	return err_io(e, "%.800s: %s cannot be written: %s", path, what, strerror(errno));
}
