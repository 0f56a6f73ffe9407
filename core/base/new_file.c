/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/new_file.h"

int new_file_check(const char *path, const char *const *begins, const char *option,
		   const char *kind, const char *instead, struct err *e)
{
	struct stat is;
	if (stat(path, &is) != 0 || !S_ISREG(is.st_mode) || is.st_size == 0)
		return 0;
	char first[32] = "";
	int file = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = file < 0 ? 0 : read(file, first, sizeof first - 1);
	if (file >= 0)
		close(file);
	for (; *begins != NULL; begins++)
		if (length >= (ssize_t)strlen(*begins) &&
		    memcmp(first, *begins, strlen(*begins)) == 0)
			return 0;
	return err_usage(e, "%s=%.600s: there is a file of that name which is not %s; %s", option,
			 path, kind, instead);
}

static int lost(const char *path, const char *what, struct err *e)
{
	return err_io(e, "%.800s: %s cannot be written: %s", path, what, strerror(errno));
}

/* mkstemp() lets only the owner read the file; this gives it what new files usually have. */
static void usual_permissions(int file)
{
	mode_t mask = umask(0);
	umask(mask);
	fchmod(file, 0666 & ~mask);
}

/* -1: errno says why not every byte was written. */
static int write_all(int file, const struct buffer *b)
{
	for (size_t done = 0; done < b->length;) {
		ssize_t length = write(file, b->text + done, b->length - done);
		if (length < 0 && errno != EINTR)
			return -1;
		done += length > 0 ? (size_t)length : 0;
	}
	return 0;
}

/* Writes and closes the file. */
static int fill(int file, const char *path, const struct buffer *b, const char *what, struct err *e)
{
	int result = write_all(file, b) < 0 ? lost(path, what, e) : 0;
	if (close(file) != 0 && result == 0)
		result = lost(path, what, e);
	return result;
}

static bool is_special(const char *path)
{
	struct stat is;
	return stat(path, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode);
}

int new_file_write(const char *path, const struct buffer *b, const char *what, struct err *e)
{
	if (is_special(path)) { /* a pipe or a terminal is written to, not replaced */
		int file = open(path, O_WRONLY | O_CLOEXEC);
		return file < 0 ? lost(path, what, e) : fill(file, path, b, what, e);
	}
	char beside[PATH_MAX];
	int length = snprintf(beside, sizeof beside, "%s.XXXXXX", path), file = -1, result = 0;
	if (length < 0 || (size_t)length >= sizeof beside)
		errno = ENAMETOOLONG;
	else
		file = mkstemp(beside);
	if (file < 0) {
		result = lost(path, what, e);
	} else {
		usual_permissions(file);
		result = fill(file, path, b, what, e);
		if (result == 0 && rename(beside, path) != 0)
			result = lost(path, what, e);
		if (result < 0)
			unlink(beside);
	}
	return result;
}
