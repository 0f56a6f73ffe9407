/*
 * Arguments of options, for argp's parsers. What is wrong ends the program through argp_error(),
 * with status 64.
 */
#ifndef CLI_OPTIONS_OPTIONS_H
#define CLI_OPTIONS_OPTIONS_H

#include <argp.h>
#include <stdint.h>

#include "core/engine/ask/lists.h"

/*
 * Parses a whole command line. argv[0] is the command's name in messages. -1: `e` is filled.
 */
int option_parse(const struct argp *argp, int argc, char **argv, void *input, struct err *e);

/* A whole number. */
int64_t option_number(struct argp_state *state, const char *option, const char *text, int64_t least,
		      int64_t most);

/* A number between 0 and 1, both excluded. */
double option_share(struct argp_state *state, const char *option, const char *text);

/* The place of a word in a list, ended by NULL. */
int option_choice(struct argp_state *state, const char *option, const char *text,
		  const char *const *words);

/* Which numbers a list takes: whole ones, or all, from `least` to `most`. */
struct number_range {
	bool whole;
	double least, most;
	bool above_least, below_most; /* the limit itself is not taken */
};

/*
 * A comma list in place of what the list had. FROM:TO:STEP is short for several numbers. Each
 * number at most once.
 */
void option_list(struct argp_state *state, const char *option, const char *text,
		 const struct number_range *range, struct number_list *list);

/* Adds a comma list. */
void option_methods(struct argp_state *state, const char *text, struct method_list *list);

#endif
