/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <argp.h>
#include <errno.h>

#include "core/base/array.h"
#include "core/base/output.h"
#include "core/engine/shard/sharded.h"
#include "core/help/help.h"
#include "core/main/arguments.h"

/* Options without a letter have a number from here on, in the order of the table. */
enum { FIRST_NUMBER = 0x100 };

/* A table of options as argp needs it, and what argp found on the command line. */
struct bridge {
	const struct command_table *table;
	struct argp argp;
	struct argp_option *option;
	char *doc;
	char name[64]; /* of the command, in messages */
	void *request;
	struct err *e;
	bool help, version, usage;
	struct buffer command; /* the command line again */
	struct setting *setting;
	size_t settings;
};

/* Finds the option with a key of argp; false: none has it. */
static bool find_key(const struct command_table *t, int key, struct option_place *found)
{
	int number = FIRST_NUMBER;
	*found = (struct option_place){ 0 };
	while (option_next(t, found)) {
		const struct command_option *o = found->option;
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
	int flags = (o->hidden || o->same_as != NULL ? OPTION_HIDDEN : 0) |
		    (p.option->optional ? OPTION_ARG_OPTIONAL : 0);
	return (struct argp_option){ o->name, key_of(t, p.option), p.option->argument,
				     flags,   p.option->help,	   0 };
}

/* --help, --version and --usage print something instead of an answer. */
static void take_printing(struct bridge *b, const char *name)
{
	b->usage = b->usage || strcmp(name, "usage") == 0;
	b->help = b->help || strcmp(name, "help") == 0;
	b->version = b->version || strcmp(name, "version") == 0;
}

static void keep_setting(struct bridge *b, const char *option, const char *value)
{
	if (ARRAY_RESIZE(b->setting, b->settings + 1))
		b->setting[b->settings++] = (struct setting){ option, value };
	else
		b->command.failed = true;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct bridge *b = state->input;
	const struct command_table *t = b->table;
	struct option_place p;
	int result = 0;
	if (key == ARGP_KEY_ARG) {
		keep_setting(b, NULL, text);
		result = option_word(t, b->request, text, b->e);
	} else if (key == ARGP_KEY_END && t->check != NULL && !b->help && !b->version && !b->usage)
		result = t->check(b->request, b->e);
	else if (!find_key(t, key, &p))
		return ARGP_ERR_UNKNOWN;
	else if (p.option->type == OPTION_PRINTS)
		take_printing(b, p.option->name);
	else {
		if (p.option->name != NULL)
			keep_setting(b, p.option->name, text);
		result = option_store(&p, b->request, text, b->e);
	}
	if (result < 0 && b->e->status == STATUS_USAGE) {
		argp_error(state, "%s", b->e->text);
		b->e->text[0] = '\0'; /* argp_error() has printed it */
	}
	return result < 0 ? EINVAL : 0;
}

static void bridge_release(struct bridge *b)
{
	buffer_release(&b->command);
	free(b->option);
	free(b->doc);
	free(b->setting);
}

/*
 * The texts before and after the options, separated as argp wants it. That of evaluation, which has
 * no name, lists the commands. NULL: out of memory.
 */
static char *make_doc(const struct command_table *t)
{
	struct buffer b = { 0 };
	buffer_print(&b, "%s", t->doc);
	if (t->name[0] == '\0') {
		buffer_print(&b, "\n\nCommands:\n");
		commands_list(&b);
	}
	buffer_print(&b, "\v%s", t->notes);
	char *text = b.failed ? NULL : strdup(b.text);
	buffer_release(&b);
	return text;
}

static int bridge_init(struct bridge *b, const struct command_table *t, struct err *e)
{
	struct option_place p = { 0 };
	size_t count = 0;
	*b = (struct bridge){ .table = t, .e = e };
	while (option_next(t, &p))
		count += 2; /* each may have a heading */
	b->option = calloc(count + 1, sizeof *b->option);
	b->doc = make_doc(t);
	if (b->option == NULL || b->doc == NULL) {
		bridge_release(b);
		return err_memory(e);
	}
	const struct command_option *heading = NULL;
	int group = 0;
	count = 0;
	for (p = (struct option_place){ 0 }; option_next(t, &p);) {
		if (p.heading != heading)
			b->option[count++] =
				(struct argp_option){ .doc = p.heading->heading, .group = ++group };
		heading = p.heading;
		b->option[count++] = argp_option(t, p.option);
	}
	snprintf(b->name, sizeof b->name, PROGRAM_NAME "%s%s", t->name[0] != '\0' ? " " : "",
		 t->name);
	b->argp = (struct argp){ b->option, parse, t->arguments, b->doc, NULL, NULL, NULL };
	return 0;
}

static void print_options(struct bridge *b, unsigned what)
{
	argp_help(&b->argp, stdout, what & ~(unsigned)ARGP_HELP_EXIT_OK, b->name);
}

/* The list of options and what the command adds to it. */
static int print_help(const struct command *c, struct bridge *b, const struct output *out,
		      struct err *e)
{
	struct help h = { 0 };
	int result = c->help != NULL ? c->help(b->request, &h, e) : 0;
	if (result == 0 && h.text.failed)
		result = err_memory(e);
	if (result == 0 && !h.alone)
		print_options(b, ARGP_HELP_STD_HELP);
	return output_finish(out, &h.text, result, e);
}

static int print_version(const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	help_version(&b);
	return output_finish(out, &b, 0, e);
}

static int answer(const struct command *c, struct bridge *b, const struct output *out,
		  struct err *e)
{
	if (b->version)
		return print_version(out, e);
	if (b->usage) {
		print_options(b, ARGP_HELP_USAGE);
		return 0;
	}
	if (b->help)
		return print_help(c, b, out, e);
	command_line(&b->command, c->table, b->setting, b->settings);
	if (b->command.failed)
		return err_memory(e);
	if (c->table->command != 0)
		*(const char **)((char *)b->request + c->table->command) = b->command.text;
	return command_answer(c, b->request, b->setting, b->settings, out, e);
}

/* The name of a long option as it was typed, as far as names go. */
struct typed {
	char name[64];
};

static struct typed typed_name(const char *word)
{
	struct typed t;
	snprintf(t.name, sizeof t.name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	return t;
}

static bool is_option(const struct command_table *t, const char *name)
{
	struct option_place p;
	struct err ignored = { 0 };
	return option_find(t, name, &p, &ignored) == 0;
}

/*
 * argp and getopt print unknown options as they are, with their values. What a terminal would obey
 * is refused before that.
 */
static int check_words(const struct command_table *t, int argc, char **argv, struct err *e)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const char *word = argv[i];
		bool is_long = strncmp(word, "--", 2) == 0;
		size_t plain = printable_length(word);
		if (word[0] != '-' || word[plain] == '\0')
			continue;
		if (!is_long || plain < strcspn(word, "="))
			return err_usage(e, "%.200s: no option has a control character", word);
		if (!is_option(t, typed_name(word).name))
			return err_usage(e, "unrecognized option '%.200s'%s", word,
					 command_suggestion(t, typed_name(word).name).text);
	}
	return 0;
}

/* getopt has printed which option is unknown; says which one may have been meant. */
static void suggest(const struct command_table *t, int argc, char **argv, struct err *e)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (strncmp(argv[i], "--", 2) != 0 || is_option(t, typed_name(argv[i]).name))
			continue;
		struct suggestion s = command_suggestion(t, typed_name(argv[i]).name);
		if (s.text[0] != '\0')
			err_usage(e, "%s", s.text + strlen("; "));
		return;
	}
}

static int parse_words(struct bridge *b, int argc, char **argv, struct err *e)
{
	if (check_words(b->table, argc, argv, e) < 0)
		return -1;
	error_t failed = argp_parse(&b->argp, argc, argv, ARGP_NO_HELP | ARGP_NO_EXIT, NULL, b);
	if (failed != 0 && e->status == STATUS_OK) {
		if (failed == ENOMEM)
			return err_memory(e);
		e->status = STATUS_USAGE; /* getopt found it and printed a message */
		suggest(b->table, argc, argv, e);
	}
	return failed != 0 ? -1 : 0;
}

int options_run(const struct command *c, int argc, char **argv, const struct output *out,
		struct err *e)
{
	struct bridge b;
	if (bridge_init(&b, c->table, e) < 0)
		return -1;
	int result = 0;
	b.request = calloc(1, c->table->size);
	if (b.request == NULL) {
		result = err_memory(e);
	} else {
		c->table->init(b.request);
		if (c->table->name[0] != '\0')
			argv[0] = b.name; /* for argp's messages */
		result = parse_words(&b, argc, argv, e);
		if (result == 0)
			result = answer(c, &b, out, e);
		options_release(c->table, b.request);
	}
	free(b.request);
	bridge_release(&b);
	return result;
}
