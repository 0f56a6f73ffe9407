/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * manual PAGE: prints a manual page with its lists of options and measures written anew, from the
 * tables of options and the descriptors of measures. The rest is written by hand. A list stands
 * between two comments of the page:
 *
 *	.\" options of strat_eval compare: Over topics
 *	.\" end
 *
 * Without a heading these are all options of the table that its --help explains, under their
 * headings, and then the names of those in groups. The other lists are
 *
 *	.\" options of group bounds
 *	.\" groups of strat_eval compare
 *	.\" measures: grades
 *	.\" commands
 *
 * A list that does not exist is an error.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>

#include "core/engine/request/registry.h"
#include "core/options/groups.h"

enum { LINE = 90 }; /* a line of a paragraph ends at the next blank */

/* A paragraph on its way to the page. */
struct writer {
	const struct command_option *option; /* whose argument and words are marked */
	size_t column;
	bool list; /* a list within the text is open */
};

static bool is_in(const char *word, size_t length, const char *text)
{
	return strlen(text) == length && memcmp(word, text, length) == 0;
}

/* FILE of the argument FILE.so, N of I/N. */
static bool is_argument(const struct command_option *o, const char *word, size_t length)
{
	const char *at = o->argument != NULL && isupper((unsigned char)*word) ? o->argument : "";
	while (*at != '\0') {
		size_t run = 0;
		while (isalnum((unsigned char)at[run]))
			run++;
		if (run == length && memcmp(at, word, length) == 0)
			return true;
		at += run + (run == 0);
	}
	return false;
}

static bool is_value(const struct command_option *o, const char *word, size_t length)
{
	const char *choice;
	for (size_t i = 0; (choice = option_choice(o, i, &(int){ 0 })) != NULL; i++)
		if (is_in(word, length, choice))
			return true;
	return false;
}

static void put(struct writer *w, char c)
{
	if (w->column == 0 && (c == '.' || c == '\''))
		printf("\\&");
	printf(c == '\\' ? "\\e" : "%c", c);
	w->column++;
}

static void put_marked(struct writer *w, char font, const char *word, size_t length)
{
	printf("\\f%c", font);
	for (size_t i = 0; i < length; i++)
		if (word[i] == '-')
			w->column += (size_t)printf("\\-");
		else
			w->column += (size_t)printf(word[i] == '\\' ? "\\e" : "%c", word[i]);
	printf("\\fR");
}

static void end_line(struct writer *w)
{
	if (w->column > 0)
		printf("\n");
	w->column = 0;
}

/* A new sentence is a new line; "X? (with Y)" is one. */
static void put_blank(struct writer *w, const char *blank)
{
	bool sentence = strchr(".?", blank[-1]) != NULL && blank[1] != '(';
	if (w->column > LINE || sentence)
		end_line(w);
	else
		put(w, ' ');
}

/* An option such as --level=0.95, without the punctuation behind it. */
static size_t option_length(const char *word)
{
	size_t length = strcspn(word, " \n`);,");
	while (strchr(".:", word[length - 1]) != NULL)
		length--;
	return length;
}

/* "\n\n" begins a paragraph, "\n- word: " an item of a list. Returns how much of the text it took.
 */
static size_t put_break(struct writer *w, const char *text)
{
	bool item = strncmp(text, "\n- ", 3) == 0;
	end_line(w);
	if (item != w->list)
		printf(item ? ".Bl -tag -width Ds -compact\n" : ".El\n");
	w->list = item;
	if (item) {
		size_t length = strcspn(text + 3, ":");
		printf(".It Cm %.*s\n", (int)length, text + 3);
		return 3 + length + 1 + (text[3 + length + 1] == ' ');
	}
	if (strncmp(text, "\n\n", 2) == 0)
		printf(".Pp\n");
	return strspn(text, "\n");
}

/* Options, arguments in capitals, what is between `` and, if wanted, the option's words are marked.
 */
static void put_text(struct writer *w, const char *text, bool words)
{
	for (const char *at = text; *at != '\0';) {
		bool begins = at == text || strchr(" (\n/", at[-1]) != NULL;
		size_t length = 0;
		while (isalnum((unsigned char)at[length]) || at[length] == '_' ||
		       (length > 0 && at[length] == '-' && isalnum((unsigned char)at[length + 1])))
			length++;
		if (*at == '\n') {
			at += put_break(w, at);
		} else if (*at == '`') {
			size_t quoted = strcspn(at + 1, "`");
			put_marked(w, 'B', at + 1, quoted);
			at += 1 + quoted + (at[1 + quoted] == '`');
		} else if (begins && *at == '-' && isalpha((unsigned char)at[1 + (at[1] == '-')])) {
			put_marked(w, 'B', at, option_length(at));
			at += option_length(at);
		} else if (length > 0) {
			if (is_argument(w->option, at, length))
				put_marked(w, 'I', at, length);
			else if (words && begins && is_value(w->option, at, length))
				put_marked(w, 'B', at, length);
			else
				for (size_t i = 0; i < length; i++)
					put(w, at[i]);
			at += length;
		} else if (*at == ' ') {
			put_blank(w, at++);
		} else {
			put(w, *at++);
		}
	}
}

static void print_option(const struct command_option *o)
{
	struct writer w = { .option = o };
	static const char this[] = "Print this"; /* in the help, that is the help */
	const char *help = o->help;
	bool is_this = strncmp(help, this, strlen(this)) == 0;
	const char *end = o->here != NULL ? o->here : help;
	char last = end[strlen(end) - 1];
	printf(".It");
	if (o->letter != 0)
		printf(" Fl %c", o->letter);
	if (o->letter != 0 && o->argument != NULL)
		printf(" Ar \"%s\"", option_argument(o).text);
	if (o->name != NULL)
		printf("%s Fl -%s", o->letter != 0 ? " ," : "", o->name);
	if (o->name != NULL && o->argument != NULL)
		printf(o->optional ? " Ns Oo = Ns Ar \"%s\" Oc" : " Ns = Ns Ar \"%s\"",
		       option_argument(o).text);
	printf("\n");
	if (is_this)
		put_text(&w, "Print the options", false);
	put_text(&w, help + (is_this ? strlen(this) : 0), true);
	if (o->here != NULL) {
		put(&w, ' ');
		put_text(&w, o->here, true);
	}
	if (last != '.' && last != '?')
		put(&w, '.');
	end_line(&w);
	if (o->more != NULL)
		put_text(&w, o->more, false);
	end_line(&w);
	if (w.list)
		printf(".El\n");
}

/* A heading ends in a colon, which the page leaves out. */
static bool under_heading(const struct option_place *p, const char *heading)
{
	const char *text = p->heading != NULL ? p->heading->heading : "";
	return heading == NULL || (*text != '\0' && is_in(text, strlen(text) - 1, heading));
}

static void begin_list(bool another, const struct command_option *heading)
{
	if (another)
		printf(".El\n");
	if (heading != NULL)
		printf(".Pp\n.Em \"%s\"\n", heading->heading);
	printf(".Bl -tag -width Ds\n");
}

static const struct command *find_command(const char *what)
{
	size_t program = strlen(PROGRAM_NAME);
	return strncmp(what, PROGRAM_NAME, program) == 0
		       ? command_find(what + program + (what[program] == ' '))
		       : NULL;
}

/* The names of the options that are explained elsewhere. */
static void print_groups(const struct command_table *t, bool first)
{
	struct buffer b = { 0 };
	struct writer w = { .option = t->option };
	option_groups_list(&b, t);
	buffer_add(&b, "", 1);
	for (char *line = b.failed ? NULL : b.text, *end; line != NULL && *line != '\0';
	     line = end) {
		end = line + strcspn(line, "\n") + 1;
		end[-1] = '\0';
		printf("%s", line > b.text || !first ? ".Pp\n" : "");
		put_text(&w, line, false);
		end_line(&w);
	}
	buffer_release(&b);
}

/* `what` is "strat_eval compare: Over topics", and is written into. */
static int print_options(char *what)
{
	char *heading = strstr(what, ": ");
	size_t count = 0;
	const struct command_option *under = NULL;
	if (heading != NULL) {
		*heading = '\0';
		heading += 2;
	}
	const struct command *c = find_command(what);
	if (c == NULL)
		return -1;
	for (struct option_place p = { 0 }; option_next(c->table, &p);) {
		if (!option_is_explained(c->table, p.option) || !under_heading(&p, heading))
			continue;
		if (count++ == 0 || p.heading != under)
			begin_list(count > 1, heading == NULL ? p.heading : NULL);
		under = p.heading;
		print_option(p.option);
	}
	if (count > 0)
		printf(".El\n");
	if (heading == NULL)
		print_groups(c->table, false);
	return count > 0 || heading == NULL ? 0 : -1;
}

static int print_group(const char *name)
{
	const struct option_group *g = option_group_find(name);
	const struct command_option *o;
	if (g == NULL)
		return -1;
	printf(".Bl -tag -width Ds\n");
	for (const char *rest = g->options; (o = option_group_next(&rest)) != NULL;)
		print_option(o);
	printf(".El\n");
	return 0;
}

static bool is_of_group(const struct measure *m, const char *group)
{
	static const char *const name[] = {
		[INPUT_ANY] = "grades",
		[INPUT_GRADES] = "grades",
		[INPUT_GROUPS] = "groups",
		[INPUT_SUBTOPICS] = "subtopics",
		[INPUT_PREFERENCES] = "preferences",
		[INPUT_SAMPLE] = "sample",
		[INPUT_POOL] = "sample",
	};
	return strcmp(m->scores				 ? "answers"
		      : words_have(m->members, "review") ? "review"
							 : name[m->input],
		      group) == 0;
}

static int print_measures(const char *group)
{
	struct registry r;
	struct err e;
	const char *longest = "";
	if (registry_init(&r, &(struct text_list){ 0 }, &e) < 0)
		return -1;
	for (size_t i = 0; i < r.count; i++)
		if (is_of_group(r.measure[i], group) &&
		    strlen(r.measure[i]->name) > strlen(longest))
			longest = r.measure[i]->name;
	printf(".Bl -tag -width %s -compact\n", longest);
	for (size_t i = 0; i < r.count; i++)
		if (is_of_group(r.measure[i], group))
			printf(".It Sy %s\n%s\n", r.measure[i]->name, r.measure[i]->summary);
	printf(".El\n");
	registry_release(&r);
	return *longest != '\0' ? 0 : -1;
}

/* Those that have a page of their own: each has a word, and its questions are on its page. */
static int print_commands(void)
{
	printf(".Bl -tag -width Ds\n");
	for (size_t i = 0; commands[i] != NULL; i++) {
		const struct command_table *t = commands[i]->table;
		if (t->name[0] != '\0' && strchr(t->name, ' ') == NULL)
			printf(".It Xr " PROGRAM_NAME "-%s 1\n%s\n", t->name, t->summary);
	}
	printf(".El\n");
	return 0;
}

static int print_page(FILE *page, const char *name)
{
	static const char options[] = ".\\\" options of ",
			  measures[] = ".\\\" measures: ", group[] = ".\\\" options of group ",
			  groups[] = ".\\\" groups of ";
	const struct command *c;
	char *line = NULL;
	size_t capacity = 0, number = 0;
	bool passed_over = false; /* a list, which was written anew */
	int result = 0;
	while (result == 0 && getline(&line, &capacity, page) > 0) {
		number++;
		if (strcmp(line, ".\\\" end\n") == 0)
			passed_over = false;
		if (passed_over)
			continue;
		printf("%s", line);
		line[strcspn(line, "\n")] = '\0';
		passed_over = true;
		if (strncmp(line, group, strlen(group)) == 0)
			result = print_group(line + strlen(group));
		else if (strncmp(line, groups, strlen(groups)) == 0 &&
			 (c = find_command(line + strlen(groups))) != NULL)
			print_groups(c->table, true);
		else if (strncmp(line, options, strlen(options)) == 0)
			result = print_options(line + strlen(options));
		else if (strncmp(line, measures, strlen(measures)) == 0)
			result = print_measures(line + strlen(measures));
		else if (strcmp(line, ".\\\" commands") == 0)
			result = print_commands();
		else
			passed_over = false;
	}
	if (result < 0)
		fprintf(stderr, "%s:%zu: there is no such list\n", name, number);
	else if (passed_over)
		fprintf(stderr, "%s: a list has no end\n", name);
	free(line);
	return result < 0 || passed_over ? 1 : 0;
}

int main(int argc, char **argv)
{
	FILE *page = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (page == NULL) {
		fprintf(stderr, "manual PAGE: %s\n", argc == 2 ? strerror(errno) : "one page");
		return argc == 2 ? 2 : 64;
	}
	int result = print_page(page, argv[1]);
	fclose(page);
	return fflush(stdout) == 0 && !ferror(stdout) ? result : 2;
}
