/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What --help and --usage print, in the layout of argp, on systems with argp and without it.
 */
#include <ctype.h>

#include "core/base/sort.h"
#include "core/main/arguments.h"

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

/* ---- options in the order of help ---- */

struct listed {
	const struct command_option *option, *heading;
	int group; /* of its heading */
};

static char first_character(const struct command_option *o)
{
	return (char)(o->letter != 0 ? o->letter : o->name[0]);
}

/* Within a heading by letter or name, whatever its case: names alone, then the small letter, then
 * the capital one. */
static int by_option_name(const void *a, const void *b, void *context)
{
	const struct listed *x = a, *y = b;
	(void)context;
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	if (x->option->letter == 0 && y->option->letter == 0)
		return strcasecmp(x->option->name, y->option->name);
	char p = first_character(x->option), q = first_character(y->option);
	int difference = tolower((unsigned char)p) - tolower((unsigned char)q);
	bool letter[2] = { x->option->letter != 0, y->option->letter != 0 };
	return difference != 0		? difference
	       : letter[0] != letter[1] ? letter[0] - letter[1]
					: q - p;
}

/* Those that are shown; freed by the caller. NULL: memory ran out. */
static struct listed *list_options(const struct command_table *t, size_t *count)
{
	struct option_place p = { 0 };
	size_t all = 0;
	while (option_next(t, &p))
		all++;
	struct listed *list = calloc(all + 1, sizeof *list);
	if (list == NULL)
		return NULL;
	const struct command_option *heading = NULL;
	int group = 0;
	*count = 0;
	for (p = (struct option_place){ 0 }; option_next(t, &p); heading = p.heading) {
		group += p.heading != heading;
		if (!p.option->hidden && p.option->same_as == NULL)
			list[(*count)++] = (struct listed){ p.option, p.heading, group };
	}
	stable_sort(list, *count, sizeof *list, by_option_name, NULL);
	return list;
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

static void print_option(const struct command_option *o, struct format_help *room)
{
	struct flow f = { .indent = HELP_COLUMN };
	const char *argument = o->argument != NULL ? o->argument : "";
	const char *open = o->argument == NULL ? "" : o->optional ? "[=" : "=";
	const char *close = o->argument != NULL && o->optional ? "]" : "";
	if (o->letter != 0)
		f.column += printf("%*s-%c", LETTER_COLUMN, "", o->letter);
	if (o->name != NULL)
		f.column += printf("%s%*s--%s%s%s%s", o->letter != 0 ? "," : "",
				   o->letter != 0 ? 1 : NAME_COLUMN, "", o->name, open, argument,
				   close);
	else if (o->argument != NULL)
		f.column += printf(o->optional ? "[%s]" : " %s", argument);
	if (f.column > HELP_COLUMN + 3)
		flow_break(&f, HELP_COLUMN);
	else
		f.column += printf("%*s", f.column < HELP_COLUMN ? HELP_COLUMN - f.column : 3, "");
	flow_text(&f, option_help(o, room));
	putchar('\n');
}

static void print_list(const struct listed *list, size_t count)
{
	struct format_help room; /* a command has one --format */
	bool both = false;
	for (size_t i = 0; i < count; i++) {
		const struct command_option *o = list[i].option;
		if (i == 0 || list[i].group != list[i - 1].group) {
			const char *heading = list[i].heading->heading;
			printf(heading[0] != '\0' ? "\n %s\n" : "\n", heading);
		}
		print_option(o, &room);
		both = both || (o->letter != 0 && o->name != NULL && o->argument != NULL);
	}
	if (both)
		puts("\nMandatory or optional arguments to long options are also mandatory or "
		     "optional\nfor any corresponding short options.");
}

static void print_help(const struct words *w, const struct listed *list, size_t count)
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
	print_list(list, count);
	putchar('\n');
	flow_text(&(struct flow){ 0 }, w->table->notes);
	putchar('\n');
}

/* ---- one screen ---- */

static void print_brief(const struct words *w, const struct listed *list, size_t count)
{
	struct flow f = { .indent = 4 };
	print_calls(w, "Usage:", arguments_of(w));
	flow_text(&(struct flow){ 0 }, w->table->doc);
	for (size_t i = 0; i < count; i++) {
		const struct command_option *o = list[i].option;
		if (i == 0 || list[i].group != list[i - 1].group) {
			printf("\n  %s", list[i].heading->heading);
			flow_break(&f, f.indent);
		} else if (f.column + 4 + (int)strlen(o->name != NULL ? o->name : "") > WIDTH) {
			flow_break(&f, f.indent);
		} else {
			f.column += printf(" ");
		}
		f.column += o->name != NULL ? printf("--%s", o->name) : printf("-%c", o->letter);
	}
	printf("\n\n%s --help says what they do; " PROGRAM_NAME " help WORDS looks for words.\n",
	       w->name);
}

/* ---- usage ---- */

/* [-N N] or [--name=N]. argp leaves one more column free behind a letter. */
static void print_form(struct flow *f, const struct command_option *o, bool letter)
{
	char form[160];
	const char *argument = o->argument != NULL ? o->argument : "";
	const char *before = o->argument == NULL ? "" : o->optional ? "[" : letter ? " " : "=";
	if (letter)
		snprintf(form, sizeof form, "[-%c%s%s%s]", o->letter, before, argument,
			 o->argument != NULL && o->optional ? "]" : "");
	else
		snprintf(form, sizeof form, "[--%s%s%s%s%s]", o->name, before,
			 o->argument != NULL && o->optional ? "=" : "", argument,
			 o->argument != NULL && o->optional ? "]" : "");
	if (f->column + 1 + (int)strlen(form) > WIDTH - letter)
		flow_break(f, f->indent);
	else
		f->column += printf(" ");
	f->column += printf("%s", form);
}

static void print_usage(const struct words *w, const struct listed *list, size_t count)
{
	struct flow f = { .indent = USAGE_INDENT };
	bool any = false;
	f.column = printf("Usage: %s", w->name);
	for (size_t i = 0; i < count; i++) {
		const struct command_option *o = list[i].option;
		if (o->letter == 0 || o->argument != NULL)
			continue;
		f.column += printf(any ? "%c" : " [-%c", o->letter);
		any = true;
	}
	f.column += printf("%s", any ? "]" : "");
	for (size_t i = 0; i < count; i++)
		if (list[i].option->letter != 0 && list[i].option->argument != NULL)
			print_form(&f, list[i].option, true);
	for (size_t i = 0; i < count; i++)
		if (list[i].option->name != NULL)
			print_form(&f, list[i].option, false);
	const char *way = arguments_of(w);
	size_t length = strcspn(way, "\n");
	if (f.column + 1 + (int)length >= WIDTH)
		flow_break(&f, f.indent);
	else if (length > 0)
		putchar(' ');
	printf("%.*s\n", (int)length, way);
	if (way[length] != '\0')
		print_calls(w, "  or: ", way + length + 1);
}

int words_print(const struct words *w, enum words_shown what, struct err *e)
{
	size_t count = 0;
	struct listed *list = list_options(w->table, &count);
	if (list == NULL)
		return err_memory(e);
	(what == SHOWN_HELP    ? print_help
	 : what == SHOWN_BRIEF ? print_brief
			       : print_usage)(w, list, count);
	free(list);
	return 0;
}
