/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/pages.h"
#include "core/base/system.h"

/*
 * Less than this is taken from the heap: making and removing pages takes longer than filling so
 * few. As a file is mapped over pages only, this is no more than any input has, and its end (64
 * KiB).
 */
enum { SMALL = 1 << 16 };

void *pages_reserve(size_t size)
{
	if (size >= SMALL)
		return system_pages(size);
	/* malloc() is quicker than calloc() for few bytes; there is at least one */
	void *bytes = malloc(size + 1);
	return bytes != NULL ? memset(bytes, 0, size) : NULL;
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
	return system_pages_grow(pages, old_size, new_size);
}

void pages_release(void *pages, size_t size)
{
	if (size < SMALL)
		free(pages);
	else if (pages != NULL)
		system_pages_release(pages, size);
}
