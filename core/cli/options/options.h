/*
 * Command lines, parsed by argp from the tables of core/engine/ask/options.h.
 */
#ifndef CLI_OPTIONS_OPTIONS_H
#define CLI_OPTIONS_OPTIONS_H

#include "core/cli/command.h"

/*
 * Fills a request from the command line and answers it, or prints what --help, --usage or --version
 * ask for. -1 with an empty text: an option is wrong, and argp has said so.
 */
int options_run(const struct command *c, int argc, char **argv, struct err *e);

/* The list of options. */
int options_help(const struct command_table *t, struct err *e);

#endif
