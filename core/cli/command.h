/*
 * Commands of the program.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "core/engine/ask/options.h"

#define PROGRAM_NAME	"strat_eval"
#define PROGRAM_VERSION "0.1.0"

struct command {
	const struct command_table *table; /* its name is the first argument */
	/* Answers a request whose options are set, and prints to standard output only when all is
	 * known. */
	int (*run)(void *request, struct err *e);
	/* What --help prints; NULL: the list of options. */
	int (*help)(void *request, struct err *e);
};

extern const struct command command_evaluate;
extern const struct command command_compare;
extern const struct command command_sample;
extern const struct command command_simulate;
extern const struct command command_stop;

#endif
