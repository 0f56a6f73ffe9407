/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Large arrays whose size is known only as an upper bound: address space is reserved, memory is
 * used only where it is written, in large pages where the system has them.
 */
#pragma once

#include "core/base/banned.h"

/* Zeroed. NULL when there is not enough address space. */
void *pages_reserve(size_t size);

/* The same bytes in a larger reservation, possibly elsewhere; NULL and unchanged on failure. */
void *pages_grow(void *pages, size_t old_size, size_t new_size);

/* `size` is what was asked for. NULL is allowed. */
void pages_release(void *pages, size_t size);

/* A block of any size: from the heap, or if it is large in pages. */
enum { LARGE_BLOCK = 1 << 20 };

static inline void *block_alloc(size_t size)
{
	return size < LARGE_BLOCK ? malloc(size) : pages_reserve(size);
}

static inline void block_free(void *block, size_t size)
{
	if (size < LARGE_BLOCK)
		free(block);
	else
		pages_release(block, size);
}
