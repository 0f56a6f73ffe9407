/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <argp.h>
#include <errno.h>

#include "core/main/arguments.h"

/* Options without a letter have a number from here on, in the order of the table. */
enum { FIRST_NUMBER = 0x100 };

/* A table of options as argp needs it. */
struct bridge {
	struct words *words;
	struct argp argp;
	struct argp_option *option;
	struct err *e;
};

/* Finds the option with a key of argp; false: none has it. */
static bool find_key(const struct command_table *t, int key, struct option_place *found)
{
	int number = FIRST_NUMBER;
	*found = (struct option_place){ 0 };
	while (option_next(t, found)) {
		const struct command_option *o = found->option;
		if (o->same_as != NULL && o->letter != 0 && key == o->letter)
			return option_find(t, o->same_as, found, &(struct err){ 0 }) == 0;
		if (o->same_as == NULL && key == (o->letter != 0 ? o->letter : number))
			return true;
		number++;
	}
	return false;
}

static int key_of(const struct command_table *t, const struct command_option *option)
{
	struct option_place p = { 0 };
	int number = FIRST_NUMBER;
	if (option->letter != 0)
		return option->letter;
	while (option_next(t, &p) && p.option != option)
		number++;
	return number;
}

static struct argp_option argp_option(const struct command_table *t, const struct command_option *o)
{
	struct option_place p = { .option = o };
	struct err ignored = { 0 };
	if (o->same_as != NULL)
		option_find(t, o->same_as, &p, &ignored);
	return (struct argp_option){ o->name,
				     o->letter != 0 ? o->letter : key_of(t, p.option),
				     p.option->argument,
				     p.option->optional ? OPTION_ARG_OPTIONAL : 0,
				     NULL,
				     0 };
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct bridge *b = state->input;
	struct option_place p;
	int result = 0;
	if (key == ARGP_KEY_ARG)
		result = words_take(b->words, NULL, text, b->e);
	else if (key == ARGP_KEY_END)
		result = words_check(b->words, b->e);
	else if (!find_key(b->words->table, key, &p))
		return ARGP_ERR_UNKNOWN;
	else
		result = words_take(b->words, &p, text, b->e);
	return result < 0 ? EINVAL : 0;
}

static void bridge_release(struct bridge *b)
{
	free(b->option);
}

static int bridge_init(struct bridge *b, struct words *w, struct err *e)
{
	const struct command_table *t = w->table;
	struct option_place p = { 0 };
	size_t count = 0;
	*b = (struct bridge){ .words = w, .e = e };
	while (option_next(t, &p))
		count++;
	b->option = calloc(count + 1, sizeof *b->option);
	if (b->option == NULL)
		return err_memory(e);
	count = 0;
	for (p = (struct option_place){ 0 }; option_next(t, &p);)
		b->option[count++] = argp_option(t, p.option);
	b->argp = (struct argp){ b->option, parse, NULL, NULL, NULL, NULL, NULL };
	return 0;
}

int words_parse(struct words *w, int argc, char **argv, struct err *e)
{
	struct bridge b;
	if (bridge_init(&b, w, e) < 0)
		return -1;
	error_t failed = argp_parse(&b.argp, argc, argv, ARGP_NO_HELP | ARGP_NO_EXIT | ARGP_NO_ERRS,
				    NULL, &b);
	bridge_release(&b);
	if (failed == ENOMEM && e->status == STATUS_OK)
		return err_memory(e);
	if (failed != 0 && e->status == STATUS_OK && words_walk(w, argc, argv, false, e) == 0)
		return err_usage(e, "an option is wrong (--help lists them)");
	return failed != 0 ? -1 : 0;
}
