/*
 * Command lines, parsed by argp from the tables of core/engine/ask/options.h.
 */
#pragma once

#include "core/cli/command.h"

/*
 * Fills a request from the command line and answers it, or prints what --help, --usage or --version
 * ask for. An option that is wrong ends the program with a message by argp and status 64.
 */
int options_run(const struct command *c, int argc, char **argv, const struct output *out,
		struct err *e);
