/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/array.h"
#include "core/base/sort.h"
#include "core/base/system.h"

void system_program(struct buffer *b)
{
	(void)b;
}

/* ---- pages: memory of the heap ---- */

void *system_pages(size_t size)
{
	return calloc(1, size);
}

void *system_pages_grow(void *pages, size_t old_size, size_t new_size)
{
	char *larger = realloc(pages, new_size);
	if (larger != NULL)
		memset(larger + old_size, 0, new_size - old_size);
	return larger;
}

void system_pages_release(void *pages, size_t size)
{
	(void)size;
	free(pages);
}

bool system_pages_forget(char *pages, size_t from, size_t to)
{
	(void)pages, (void)from, (void)to;
	return false;
}

/* ---- files: read, not mapped ---- */

/* What is behind the end of a file that became shorter stays zero. */
int system_map(int file, size_t size, void *pages)
{
	for (size_t done = 0; done < size;) {
		ssize_t length = read(file, (char *)pages + done, size - done);
		if (length <= 0)
			return length < 0 ? -1 : 0;
		done += (size_t)length;
	}
	return 0;
}

static int write_bytes(const char *path, int flags, const char *bytes, size_t size)
{
	int file = open(path, O_WRONLY | flags, 0666);
	return file < 0 ? -1 : system_write_all(file, bytes, size);
}

int system_write(const char *path, const char *bytes, size_t size)
{
	if (system_look(path, NULL) == SYSTEM_SPECIAL)
		return write_bytes(path, 0, bytes, size);
	char beside[PATH_MAX];
	int length = snprintf(beside, sizeof beside, "%s.new", path);
	if (length < 0 || (size_t)length >= sizeof beside) {
		errno = ENAMETOOLONG;
		return -1;
	}
	if (write_bytes(beside, O_CREAT | O_EXCL, bytes, size) == 0 && rename(beside, path) == 0)
		return 0;
	int why = errno;
	if (why != EEXIST) /* else it is another program's */
		unlink(beside);
	errno = why;
	return -1;
}

/* ---- bytes in memory: copies; `begin` is the number of one ---- */

struct system_bytes {
	char **copy;
	size_t count;
};

struct system_bytes *system_bytes_new(void)
{
	return calloc(1, sizeof(struct system_bytes));
}

void system_bytes_free(struct system_bytes *all)
{
	for (size_t i = 0; all != NULL && i < all->count; i++)
		free(all->copy[i]);
	free(all != NULL ? all->copy : NULL);
	free(all);
}

int system_bytes_add(struct system_bytes *all, const void *bytes, size_t size, uint64_t *begin)
{
	char *copy = malloc(size + 1);
	if (copy == NULL || !ARRAY_RESIZE(all->copy, all->count + 1)) {
		free(copy);
		errno = ENOMEM;
		return -1;
	}
	if (size > 0)
		memcpy(copy, bytes, size);
	*begin = all->count;
	all->copy[all->count++] = copy;
	return 0;
}

int system_bytes_map(const struct system_bytes *all, uint64_t begin, size_t size, void *pages)
{
	memcpy(pages, all->copy[begin], size);
	return 0;
}

/* ---- one thread ---- */

int system_processors(void)
{
	return 1;
}

void system_threads(int threads, void (*work)(void *context, int thread), void *context)
{
	(void)threads;
	work(context, 0);
}

void system_lock_init(union system_lock *l)
{
	(void)l;
}

void system_lock_release(union system_lock *l)
{
	(void)l;
}

void system_lock(union system_lock *l)
{
	(void)l;
}

void system_unlock(union system_lock *l)
{
	(void)l;
}

/* ---- no other programs ---- */

enum system_run system_run(char *const *argv, const struct buffer *in, struct buffer *out,
			   struct shown *said)
{
	(void)argv, (void)in, (void)out, (void)said;
	return RUN_IMPOSSIBLE;
}
