/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Progress of a long computation: the engine counts and calls functions that can show it.
 */
#pragma once

#include <stddef.h>

/* NULL functions are not called. */
struct progress {
	void *context;
	/* `total` steps follow. */
	void (*begin)(void *context, size_t total);
	/* One more is done. Called by any thread. */
	void (*step)(void *context);
};

static inline void progress_begin(const struct progress *p, size_t total)
{
	if (p->begin != NULL)
		p->begin(p->context, total);
}

static inline void progress_step(const struct progress *p)
{
	if (p->step != NULL)
		p->step(p->context);
}
