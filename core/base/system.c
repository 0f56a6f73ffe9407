/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What POSIX has on every system.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/system.h"

bool system_is_terminal(FILE *stream)
{
	return isatty(fileno(stream)) == 1;
}

static enum system_kind kind_of_file(const struct stat *s, uint64_t *size)
{
	if (size != NULL)
		*size = S_ISREG(s->st_mode) ? (uint64_t)s->st_size : 0;
	return S_ISREG(s->st_mode)   ? SYSTEM_FILE
	       : S_ISDIR(s->st_mode) ? SYSTEM_FOLDER
				     : SYSTEM_SPECIAL;
}

enum system_kind system_look(const char *path, uint64_t *size)
{
	struct stat s;
	return stat(path, &s) == 0 ? kind_of_file(&s, size) : SYSTEM_NOTHING;
}

/* The folder of a path, as far as a path may be long. */
static bool look_at_folder(const char *path, struct stat *s)
{
	char folder[4096] = ".";
	const char *slash = strrchr(path, '/');
	size_t length = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
	if (length >= sizeof folder)
		return false;
	if (length > 0)
		snprintf(folder, sizeof folder, "%.*s", (int)length, path);
	return stat(folder, s) == 0 && S_ISDIR(s->st_mode);
}

const char *system_unwritable(const char *path)
{
	struct stat s;
	if (stat(path, &s) != 0)
		return look_at_folder(path, &s) ? NULL : "there is no such folder";
	if (S_ISDIR(s.st_mode))
		return "it is a folder";
	/* WebAssembly has no permissions at all */
	return S_ISREG(s.st_mode) && (s.st_mode & 0444) != 0 && (s.st_mode & 0222) == 0
		       ? "the file is read-only; remove it first"
		       : NULL;
}

const char *name_in_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == NULL ? path : slash + 1;
}

bool system_same_place(const char *a, const char *b)
{
	struct stat s, t;
	return strcmp(name_in_folder(a), name_in_folder(b)) == 0 && look_at_folder(a, &s) &&
	       look_at_folder(b, &t) && s.st_dev == t.st_dev && s.st_ino == t.st_ino;
}

int system_open(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC);
}

void system_close(int file)
{
	close(file);
}

enum system_kind system_look_open(int file, uint64_t *size)
{
	struct stat s;
	if (fstat(file, &s) < 0)
		return SYSTEM_NOTHING;
	enum system_kind kind = kind_of_file(&s, size);
	return kind == SYSTEM_FILE && lseek(file, 0, SEEK_CUR) != 0 ? SYSTEM_SPECIAL : kind;
}

ptrdiff_t system_read(int file, void *to, size_t room)
{
	ssize_t got;
	do
		got = read(file, to, room);
	while (got < 0 && errno == EINTR);
	return got;
}

int system_write_all(int file, const char *bytes, size_t size)
{
	int result = 0;
	for (size_t done = 0; done < size && result == 0;) {
		ssize_t length = write(file, bytes + done, size - done);
		result = length < 0 && errno != EINTR ? -1 : 0;
		done += length > 0 ? (size_t)length : 0;
	}
	int why = errno;
	if (close(file) != 0 && result == 0)
		return -1;
	errno = why;
	return result;
}
