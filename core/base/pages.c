/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/mman.h>

#include "core/base/pages.h"

/* Advice may be refused without harm: the pages are then small ones. */
static void *prefer_large(void *pages, size_t size)
{
	if (pages == MAP_FAILED)
		return NULL;
	madvise(pages, size, MADV_HUGEPAGE);
	return pages;
}

/*
 * Less than this is taken from the heap: making and removing pages takes longer than filling so
 * few. As a file is mapped over pages only, this is no more than any input has, and its end (64
 * KiB).
 */
enum { SMALL = 1 << 16 };

void *pages_reserve(size_t size)
{
	if (size < SMALL)
		return calloc(1, size + 1);
	return prefer_large(mmap(NULL, size, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
			    size);
}

void *pages_grow(void *pages, size_t old_size, size_t new_size)
{
	if (old_size < SMALL) {
		void *larger = pages_reserve(new_size);
		if (larger == NULL)
			return NULL;
		memcpy(larger, pages, old_size);
		free(pages);
		return larger;
	}
	return prefer_large(mremap(pages, old_size, new_size, MREMAP_MAYMOVE), new_size);
}

void pages_release(void *pages, size_t size)
{
	if (size < SMALL)
		free(pages);
	else if (pages != NULL)
		munmap(pages, size);
}
