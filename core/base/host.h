/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the host, a program that uses the library, gives to the threads that answer one question:
 * its files in memory, its own measures, and whether it still wants the answer. A thread has none
 * unless it is set; the threads of a parallel loop have that of their caller.
 */
#pragma once

#include <stdatomic.h>

#include "core/base/banned.h"

struct memory_files; /* readers/memory.h */
struct measure;	     /* measures/measure.h */
struct buffer;

struct host {
	const struct memory_files *files;
	atomic_bool *stopped;		/* by any thread, at any time */
	const struct measure *measures; /* its own, ended by MEASURES_END; or NULL */
	const void *owner;		/* for these */
	struct buffer
		*said; /* gets the sentences for a report, and behind them, apart, the notes */
};

/* NULL: there is none. It is borrowed, and must be set back before it ends. */
const struct host *host_get(void);
void host_set(const struct host *h);

/* Whether the answer is no longer wanted. */
static inline bool host_has_stopped(const struct host *h)
{
	return h != NULL && atomic_load(h->stopped);
}
