/*
 * Commands of the program. Each is one file with an argp front end.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "core/base/err.h"

#define PROGRAM_NAME	"strat_eval"
#define PROGRAM_VERSION "0.1.0"

struct command {
	const char *name; /* first argument; NULL for the one that runs without a command word */
	/* Returns 0, or -1 with `e` filled. Prints to standard output only when all is known. */
	int (*run)(int argc, char **argv, struct err *e);
};

extern const struct command command_evaluate;
extern const struct command command_compare;
extern const struct command command_plan;
extern const struct command command_sample;
extern const struct command command_simulate;

#endif
