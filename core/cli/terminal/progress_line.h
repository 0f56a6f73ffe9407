/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far a long computation is, on a terminal only: a line on standard error that is written over
 * and erased at the end.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>

#include "core/engine/progress.h"

struct progress_line {
	bool shown; /* standard error is a terminal */
	size_t total, done;
	double began, written; /* in seconds */
	pthread_mutex_t lock;
};

/* What the engine calls. Borrows `p`, which must stay until progress_line_end(). */
struct progress progress_line_start(struct progress_line *p);

/* Erases the line, so that something else can be written. */
void progress_line_pause(struct progress_line *p);

void progress_line_end(struct progress_line *p);
