/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole program except its exit, so that tests can call it.
 */
#pragma once

#include "core/base/err.h"

/*
 * Answers a command line on standard output, which is not closed. -1: `e` has the status, and the
 * message, unless it was printed already (wrong options, by argp): then its text is empty.
 *
 * There are no warnings, as if --quiet-warnings were given, if STRAT_EVAL_WARNINGS is "none" or the
 * program is called trec_eval: scripts that call it take whatever is on standard error for a
 * failure.
 */
int program_start(int argc, char **argv, struct err *e);

/* Closes standard output after an answer (0), prints the error, and returns the exit status. */
int program_end(int result, struct err *e);
