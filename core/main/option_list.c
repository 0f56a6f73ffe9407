/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What --help and -h print, in the layout of argp, on systems with argp and without it.
 */
#include "core/main/arguments.h"
#include "core/options/groups.h"

enum {
	LETTER_COLUMN = 2,
	NAME_COLUMN = 6,
	HELP_COLUMN = 29,
	USAGE_INDENT = 12,
	WIDTH = 79,
};

/* Text that is broken at blanks; what follows a break is indented. */
struct flow {
	int column, indent;
};

static void flow_break(struct flow *f, int indent)
{
	printf("\n%*s", indent, "");
	f->column = indent;
}

/* Where a line must end: before the last blank that leaves it short enough, if there is one. */
static size_t fitting(const struct flow *f, const char *text, size_t length)
{
	if (f->column + (int)length < WIDTH)
		return length;
	size_t at = WIDTH > f->column ? (size_t)(WIDTH - f->column) : 0;
	while (at > 0 && text[at] != ' ')
		at--;
	if (at == 0 && f->column <= f->indent)
		at = strcspn(text, " \n");
	return at < length ? at : length;
}

static void flow_text(struct flow *f, const char *text)
{
	while (*text != '\0') {
		size_t line = strcspn(text, "\n"), fits = fitting(f, text, line);
		printf("%.*s", (int)fits, text);
		f->column += (int)fits;
		text += fits;
		if (fits < line)
			text += strspn(text, " ");
		else if (*text == '\n')
			text++;
		else
			return;
		flow_break(f, fits < line ? f->indent : 0);
	}
}

/* ---- help ---- */

/* A line for each way to call the command. */
static const char *arguments_of(const struct words *w)
{
	return w->table->arguments != NULL ? w->table->arguments : "";
}

/* A line for each of these ways to call it. */
static void print_calls(const struct words *w, const char *before, const char *way)
{
	for (;;) {
		size_t length = strcspn(way, "\n");
		char line[512];
		struct flow f = { .indent = USAGE_INDENT };
		snprintf(line, sizeof line, "%s %s [OPTION...]%s%.*s", before, w->name,
			 length > 0 ? " " : "", (int)length, way);
		flow_text(&f, line);
		putchar('\n');
		if (way[length] == '\0')
			return;
		way += length + 1;
		before = "  or: ";
	}
}

static void print_option(const struct command_option *o)
{
	struct flow f = { .indent = HELP_COLUMN };
	const struct option_name argument = option_argument(o);
	const char *open = o->argument == NULL ? "" : o->optional ? "[=" : "=";
	const char *close = o->argument != NULL && o->optional ? "]" : "";
	if (o->letter != 0)
		f.column += printf("%*s-%c", LETTER_COLUMN, "", o->letter);
	if (o->name != NULL)
		f.column += printf("%s%*s--%s%s%s%s", o->letter != 0 ? "," : "",
				   o->letter != 0 ? 1 : NAME_COLUMN, "", o->name, open,
				   argument.text, close);
	else if (o->argument != NULL)
		f.column += printf(o->optional ? "[%s]" : " %s", argument.text);
	if (f.column > HELP_COLUMN + 3)
		flow_break(&f, HELP_COLUMN);
	else
		f.column += printf("%*s", f.column < HELP_COLUMN ? HELP_COLUMN - f.column : 3, "");
	char text[1024];
	snprintf(text, sizeof text, "%s%s%s", o->help, o->here != NULL ? " " : "",
		 o->here != NULL ? o->here : "");
	flow_text(&f, text);
	putchar('\n');
}

static void print_list(const struct command_table *t)
{
	const struct command_option *under = NULL;
	for (struct option_place p = { 0 }; option_next(t, &p);) {
		if (!option_is_explained(t, p.option))
			continue;
		if (p.heading != under)
			printf("\n %s\n", p.heading->heading);
		under = p.heading;
		print_option(p.option);
	}
}

/* The options that are explained elsewhere. */
static void print_groups(const struct command_table *t)
{
	struct buffer b = { 0 };
	option_groups_list(&b, t);
	if (b.length > 0 && !b.failed) {
		printf("\nMore options, and where they are explained:\n");
		flow_text(&(struct flow){ 0 }, b.text);
	}
	buffer_release(&b);
}

static void print_help(const struct words *w)
{
	print_calls(w, "Usage:", arguments_of(w));
	flow_text(&(struct flow){ 0 }, w->table->doc);
	putchar('\n');
	if (w->table->name[0] == '\0') { /* evaluation, which has no name, lists the commands */
		struct buffer b = { 0 };
		commands_list(&b);
		printf("\nCommands:\n%s", b.failed ? "" : b.text);
		buffer_release(&b);
	}
	if (w->table->examples != NULL)
		printf("\nExamples:\n%s", w->table->examples);
	print_list(w->table);
	print_groups(w->table);
	putchar('\n');
	flow_text(&(struct flow){ 0 }, w->table->notes);
	putchar('\n');
}

/* ---- one screen ---- */

static void print_brief(const struct words *w)
{
	struct flow f = { .indent = 4 };
	const struct command_option *under = NULL;
	print_calls(w, "Usage:", arguments_of(w));
	flow_text(&(struct flow){ 0 }, w->table->doc);
	for (struct option_place p = { 0 }; option_next(w->table, &p);) {
		const struct command_option *o = p.option;
		if (!option_is_explained(w->table, o))
			continue;
		if (p.heading != under)
			printf("\n  %s", p.heading->heading);
		if (p.heading != under || f.column + 4 + (int)strlen(o->name) > WIDTH)
			flow_break(&f, f.indent);
		else
			f.column += printf(" ");
		under = p.heading;
		f.column += printf("--%s", o->name);
	}
	printf("\n\n%s --help says what they do, and which it shares with others; " PROGRAM_NAME
	       "\nhelp WORDS looks for words.\n",
	       w->name);
}

void words_print_group(const struct option_group *g)
{
	const struct command_option *o;
	flow_text(&(struct flow){ 0 }, g->about);
	printf("\n\n");
	for (const char *rest = g->options; (o = option_group_next(&rest)) != NULL;)
		print_option(o);
	printf("\nEach command's --help names those that it takes. Manual page: strat_eval-%s(1).\n",
	       g->name);
}

void words_print(const struct words *w, bool brief)
{
	(brief ? print_brief : print_help)(w);
}
