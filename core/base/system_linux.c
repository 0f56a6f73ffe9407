/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/system.h"

void system_library(struct buffer *b)
{
	buffer_print(b, "glibc %s", gnu_get_libc_version());
}

void system_program(struct buffer *b)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path);
	if (length > 0 && length < PATH_MAX)
		buffer_print(b, "%.*s", (int)length, path);
}

/* ---- pages ---- */

/* Advice may be refused without harm: the pages are then small ones. */
static void *prefer_large(void *pages, size_t size)
{
	if (pages == MAP_FAILED)
		return NULL;
	madvise(pages, size, MADV_HUGEPAGE);
	return pages;
}

void *system_pages(size_t size)
{
	return prefer_large(mmap(NULL, size, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
			    size);
}

void *system_pages_grow(void *pages, size_t old_size, size_t new_size)
{
	return prefer_large(mremap(pages, old_size, new_size, MREMAP_MAYMOVE), new_size);
}

void system_pages_release(void *pages, size_t size)
{
	munmap(pages, size);
}

bool system_pages_forget(char *pages, size_t from, size_t to)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t first = (from + page - 1) / page * page, end = to / page * page;
	return end > first && madvise(pages + first, end - first, MADV_DONTNEED) == 0;
}

/* ---- files ---- */

static int map(int file, uint64_t begin, size_t size, void *pages)
{
	return size == 0 || mmap(pages, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file,
				 (off_t)begin) != MAP_FAILED
		       ? 0
		       : -1;
}

int system_map(int file, size_t size, void *pages)
{
	return map(file, 0, size, pages);
}

/* mkstemp() lets only the owner read the file; this gives it what new files usually have. */
static void usual_permissions(int file)
{
	mode_t mask = umask(0);
	umask(mask);
	fchmod(file, 0666 & ~mask);
}

/* Writes and closes the file. */
static int fill(int file, const char *bytes, size_t size)
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

int system_write(const char *path, const char *bytes, size_t size)
{
	if (system_look(path, NULL) == SYSTEM_SPECIAL) {
		int file = open(path, O_WRONLY | O_CLOEXEC);
		return file < 0 ? -1 : fill(file, bytes, size);
	}
	char beside[PATH_MAX];
	int length = snprintf(beside, sizeof beside, "%s.XXXXXX", path);
	if (length < 0 || (size_t)length >= sizeof beside) {
		errno = ENAMETOOLONG;
		return -1;
	}
	int file = mkstemp(beside);
	if (file < 0)
		return -1;
	usual_permissions(file);
	if (fill(file, bytes, size) == 0 && rename(beside, path) == 0)
		return 0;
	int why = errno;
	unlink(beside);
	errno = why;
	return -1;
}

/* ---- bytes in memory: a file without a name, in which each begins a page ---- */

struct system_bytes {
	int file; /* -1: not made yet */
	off_t end;
};

struct system_bytes *system_bytes_new(void)
{
	struct system_bytes *all = malloc(sizeof *all);
	if (all != NULL)
		*all = (struct system_bytes){ .file = -1 };
	return all;
}

void system_bytes_free(struct system_bytes *all)
{
	if (all != NULL && all->file >= 0)
		close(all->file);
	free(all);
}

int system_bytes_add(struct system_bytes *all, const void *bytes, size_t size, uint64_t *begin)
{
	const off_t largest_page = 1 << 16;
	const char *from = bytes;
	if (all->file < 0)
		all->file = memfd_create("strat_eval", MFD_CLOEXEC);
	if (all->file < 0)
		return -1;
	for (size_t done = 0; done < size;) {
		ssize_t length =
			pwrite(all->file, from + done, size - done, all->end + (off_t)done);
		if (length < 0 && errno != EINTR)
			return -1;
		done += length > 0 ? (size_t)length : 0;
	}
	*begin = (uint64_t)all->end;
	/* one more, so that what is behind the last byte is zero */
	all->end += ((off_t)size / largest_page + 1) * largest_page;
	return ftruncate(all->file, all->end);
}

int system_bytes_map(const struct system_bytes *all, uint64_t begin, size_t size, void *pages)
{
	return map(all->file, begin, size, pages);
}

/* ---- threads ---- */

int system_processors(void)
{
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return CPU_COUNT(&set);
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	return online > 0 ? (int)online : 1;
}

struct worker {
	void (*work)(void *context, int thread);
	void *context;
	int thread;
	pthread_t id;
};

static void *work(void *argument)
{
	const struct worker *w = argument;
	w->work(w->context, w->thread);
	return NULL;
}

void system_threads(int threads, void (*own)(void *context, int thread), void *context)
{
	struct worker *other = threads > 1 ? calloc((size_t)threads, sizeof *other) : NULL;
	int made = 0;
	for (int t = 1; other != NULL && t < threads; t++) {
		other[made] = (struct worker){ .work = own, .context = context, .thread = t };
		made += pthread_create(&other[made].id, NULL, work, &other[made]) == 0;
	}
	own(context, 0);
	for (int t = 0; t < made; t++)
		pthread_join(other[t].id, NULL);
	free(other);
}

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(union system_lock), "a lock has no room");

void system_lock_init(union system_lock *l)
{
	pthread_mutex_init((pthread_mutex_t *)(void *)l, NULL);
}

void system_lock_release(union system_lock *l)
{
	pthread_mutex_destroy((pthread_mutex_t *)(void *)l);
}

void system_lock(union system_lock *l)
{
	pthread_mutex_lock((pthread_mutex_t *)(void *)l);
}

void system_unlock(union system_lock *l)
{
	pthread_mutex_unlock((pthread_mutex_t *)(void *)l);
}
