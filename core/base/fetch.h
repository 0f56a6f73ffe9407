/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks for memory that will be looked at soon, and does not wait for it. Any address is allowed.
 */
#pragma once

enum { CACHE_LINE = 64 };

/* The empty assembly keeps gcc from deleting a function that does nothing but this. */
static inline void fetch(const void *at)
{
	__builtin_prefetch(at);
	__asm__ volatile("");
}

/* The same for memory that will be written. */
static inline void fetch_to_write(const void *at)
{
	__builtin_prefetch(at, 1);
	__asm__ volatile("");
}
