/*
 * Arguments of options that several commands have. Wrong ones end the program as argp ends it: with
 * a message and status 64.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <argp.h>
#include <stdint.h>

#include "core/base/banned.h"

/* A whole number. `option` is named in messages, as it is typed. */
int64_t option_number(struct argp_state *state, const char *option, const char *text, int64_t least,
		      int64_t most);

/* A number between 0 and 1, both excluded. */
double option_share(struct argp_state *state, const char *option, const char *text);

/* The place of a word in a list of two or three, ended by NULL. */
int option_choice(struct argp_state *state, const char *option, const char *text,
		  const char *const *words);

#endif
