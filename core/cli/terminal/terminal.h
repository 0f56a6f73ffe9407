/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Answers on standard output, warnings and progress on standard error.
 */
#pragma once

#include "core/cli/output/output.h"
#include "core/cli/terminal/progress_line.h"

struct terminal {
	struct progress_line line;
};

/* Borrows `t`. */
struct output terminal_output(struct terminal *t);

/* What could not be written until now is an error. */
int terminal_close(struct err *e);
