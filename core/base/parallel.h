/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops over several threads.
 *
 * The threads are made for one call and joined before it returns, so a caller may fork afterwards.
 * If a thread cannot be made, the others do its work, if need be the calling thread alone.
 *
 * Items are handed out in the order of their numbers. After an error no more are handed out. So the
 * error that is reported is always that of the first item that fails, whatever the number of
 * threads.
 */
#pragma once

#include "core/base/err.h"

/* Does one item; `thread` is below the number that parallel_threads() gives. -1: `e` is filled. */
typedef int parallel_work(void *context, size_t item, int thread, struct err *e);

/* Works on all items, in a loop or with several threads. */
int parallel_each(int jobs, size_t items, parallel_work *work, void *context, struct err *e);

/* How many threads such a loop has at most, for callers that keep something for each. */
int parallel_threads(int jobs, size_t items);

/* How many threads are left for each item of such a loop to make a loop of its own. */
static inline int parallel_within(int jobs, size_t items)
{
	return jobs / parallel_threads(jobs, items) > 1 ? jobs / parallel_threads(jobs, items) : 1;
}

/* Processors that this process may use. */
int parallel_processors(void);
