/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "core/base/new_file.h"
#include "core/base/system.h"

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
