/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What POSIX has no words for. */
#define _GNU_SOURCE
#include <limits.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/system.h"

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

/* ---- threads ---- */

int system_processors(void)
{
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return CPU_COUNT(&set);
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	return online > 0 ? (int)online : 1;
}
