/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Answers on standard output, warnings and progress on standard error.
 *
 * Progress is shown on a terminal only: a line that is written over, and erased at the end. Names
 * from files may have control characters: a terminal gets them as \x1b, a file or a pipe as they
 * are.
 */
#pragma once

#include "core/base/output.h"
#include "core/base/system.h"

struct terminal {
	bool shows_progress; /* standard error is a terminal */
	bool shows_answer;   /* standard output is one */
	size_t total, done;
	double began, written; /* in seconds */
	union system_lock lock;
};

/* Where commands write. Borrows `t`, which must stay until terminal_end(). */
struct output terminal_start(struct terminal *t);
void terminal_end(struct terminal *t);

/* Closes standard output. What could not be written until now is an error. */
int terminal_close(struct err *e);
