/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Command lines, by the tables of core/options/options.h.
 *
 * Apart from program.c because only arguments.c knows what an option does.
 */
#pragma once

#include "core/options/command.h"

/* Whether the program is called trec_eval, which a link is enough for: see program_run(). */
bool called_trec_eval(const char *program);

/*
 * Fills a request from the command line and answers it, or prints what --help, --usage or --version
 * ask for. -1 with an empty text: an option is wrong, and the message was printed.
 */
int options_run(const struct command *c, int argc, char **argv, const struct output *out,
		struct err *e);
