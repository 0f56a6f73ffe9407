/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one place that prints errors and decides the exit status.
 */
#include "core/base/system.h"
#include "core/help/help.h"
#include "core/main/arguments.h"
#include "core/main/program.h"
#include "core/main/terminal.h"
#include "core/options/groups.h"

/*
 * Questions of a command.
 */

static int list_questions(const struct command *c, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	const char *name = c->table->name;
	int width = 0;
	buffer_print(&b, "Usage: " PROGRAM_NAME " %s QUESTION [OPTION...]\n%s\n\n", name,
		     c->table->doc);
	for (const struct command *q = NULL; (q = next_question(c, q)) != NULL;)
		if ((int)strlen(question_name(q)) > width)
			width = (int)strlen(question_name(q));
	for (const struct command *q = NULL; (q = next_question(c, q)) != NULL;)
		buffer_print(&b, "  %-*s %s\n", width, question_name(q), q->table->summary);
	buffer_print(&b, "\n" PROGRAM_NAME " %s QUESTION --help lists its options. %s\n", name,
		     c->table->notes);
	return output_finish(out, &b, 0, e);
}

static int no_question(const struct command *c, const char *text, struct err *e)
{
	const char *name = c->table->name;
	struct choices x = choices_for(slice_of(text != NULL ? text : ""));
	for (const struct command *q = NULL; (q = next_question(c, q)) != NULL;)
		choices_add(&x, question_name(q));
	if (text == NULL)
		return err_usage(e, "%s: a question is missing: %s (%s --help)", name,
				 choices_text(&x), name);
	return err_usage(e, "%s: '%.200s' is not one of the questions %s", name, text,
			 choices_text(&x));
}

static bool has_moved(const struct command *c, const char *question)
{
	const char *const *name = c->table->moved;
	while (name != NULL && *name != NULL && strcmp(*name, question) != 0)
		name++;
	return name != NULL && *name != NULL;
}

static int answer_question(const struct command *c, int argc, char **argv, const struct output *out,
			   struct err *e)
{
	if (argc < 2)
		return no_question(c, NULL, e);
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return list_questions(c, out, e);
	for (const struct command *q = NULL; (q = next_question(c, q)) != NULL;)
		if (strcmp(argv[1], question_name(q)) == 0)
			return command_start(q, argc - 1, argv + 1, out, e);
	if (has_moved(c, argv[1]))
		return err_usage(e,
				 "%s: '%s' is a separate program in the sources: make experiments, "
				 "then build/tests/experiments/%s help",
				 c->table->name, argv[1], argv[1]);
	return no_question(c, argv[1], e);
}

/*
 * Help.
 */

static void short_usage(struct buffer *b)
{
	buffer_print(b, "Usage: " PROGRAM_NAME " [OPTION...] QRELS RUN...\n"
			"   or: " PROGRAM_NAME " COMMAND [OPTION...] [ARGUMENT...]\n\n"
			"Evaluates runs against relevance judgments, or does what COMMAND says:\n");
	commands_list(b);
	buffer_print(
		b,
		"\nOften used: -m MEASURE, -q (each topic), -c (all judged topics), --ci (intervals),\n"
		"--format=table, -R FORMAT (of judgments), -T FORMAT (of runs), --plot=FILE.svg\n\n"
		"  " PROGRAM_NAME " help WORDS  where something is: help power analysis\n"
		"  " PROGRAM_NAME
		" help NAME   all of a command or a measure: help compare, help map\n"
		"  " PROGRAM_NAME " --help      all options, measures, formats and methods\n");
}

/* The command without a word. `first` is what stands there, for a program that was built without
 * it. */
static const struct command *evaluation(const char *first, struct err *e)
{
	const struct command *c = command_find("");
	if (c == NULL)
		err_usage(e, "'%.200s' is not a command of this program (help lists them)", first);
	return c;
}

/* The manual of a measure, or of several. */
static int help_measure(char *name, const struct output *out, struct err *e)
{
	char program[] = PROGRAM_NAME, help[] = "--help", measure[] = "-m";
	char *argv[] = { program, help, measure, name, NULL };
	const struct command *c = evaluation(name, e);
	return c != NULL ? command_start(c, 4, argv, out, e) : -1;
}

/* Interval methods and defaults. */
static int help_of_methods(const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	help_methods_page(&b);
	return output_finish(out, &b, 0, e);
}

/* The page of all measures. */
static int help_measures(const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct registry r;
	if (registry_init(&r, NULL, e) < 0)
		return -1;
	help_measures_page(&b, &r);
	registry_release(&r);
	return output_finish(out, &b, 0, e);
}

/* doc/schema/NAME.json and their names, in turn, ended by NULL; by the Makefile. */
extern const char *const schemas[];

/* The schema of a record of jsonl; without a name, or with a wrong one, which there are. */
static int help_schema(const char *name, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct nearest n = nearest_to(slice_of(name != NULL ? name : ""));
	for (const char *const *s = schemas; *s != NULL; s += 2) {
		if (name == NULL || strcmp(*s, name) == 0)
			buffer_print(&b, name == NULL ? "%s\n" : "%s", s[name != NULL]);
		nearest_try(&n, slice_of(*s));
	}
	if (name != NULL && b.length == 0)
		return err_usage(e, "help schema %.200s: no such schema (help schema lists them)%s",
				 name, nearest_text(&n).text);
	return output_finish(out, &b, 0, e);
}

/* What has these words, which NULL ends. */
static int help_words(char **words, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct registry r;
	if (registry_init(&r, NULL, e) < 0)
		return -1;
	int found = help_search(&b, &r, words, e);
	registry_release(&r);
	if (found != 0)
		return output_finish(out, &b, found < 0 ? -1 : 0, e);
	buffer_release(&b);
	struct nearest n = nearest_to(slice_of(words[0]));
	commands_try(&n);
	return err_usage(e, "help: nothing has the word%s '%.200s'%s%s",
			 words[1] != NULL ? "s" : "", words[0], words[1] != NULL ? " ..." : "",
			 nearest_text(&n).text);
}

/* A name has a page of its own: a command, its question, a measure, a group of options, "measures",
 * "methods", "schema". */
static int help_name(char **word, const struct output *out, struct err *e)
{
	char option[] = "--help";
	const struct command *c = command_of_word(word[0]);
	char *words[] = { word[0], word[1] != NULL ? word[1] : option, option, NULL };
	if (c != NULL)
		return (command_has_questions(c) ? answer_question : command_start)(
			c, word[1] != NULL ? 3 : 2, words, out, e);
	const struct option_group *g = word[0][0] != '\0' ? option_group_find(word[0]) : NULL;
	if (g != NULL) {
		words_print_group(g);
		return 0;
	}
	return strcmp(word[0], "schema") == 0	  ? help_schema(word[1], out, e)
	       : strcmp(word[0], "measures") == 0 ? help_measures(out, e)
	       : strcmp(word[0], "methods") == 0  ? help_of_methods(out, e)
						  : help_measure(word[0], out, e);
}

/* A name of several measures: words are looked for, as all their manuals would be many pages. */
static bool is_nickname(const char *word)
{
	bool found = false;
	for (size_t f = 0; measure_families[f] != NULL; f++)
		for (const struct measure *m = measure_families[f]; m->abi != 0; m++)
			found = found || words_have(m->members, word);
	return found;
}

/* Nothing: the first screen. A name: all of it. Other words are looked for. */
static int help(char **word, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	const struct command *c = word[0] != NULL ? command_of_word(word[0]) : NULL;
	if (word[0] == NULL) {
		short_usage(&b);
		return output_finish(out, &b, 0, e);
	}
	bool two = strcmp(word[0], "schema") == 0 || (c != NULL && command_has_questions(c));
	if (word[1] != NULL && (!two || word[2] != NULL))
		return help_words(word, out, e);
	if (c == NULL && word[1] == NULL && is_nickname(word[0]))
		return help_words(word, out, e);
	int result = help_name(word, out, e);
	if (result == 0 || e->status != STATUS_USAGE || strcmp(word[0], "schema") == 0)
		return result;
	*e = (struct err){ 0 };
	return help_words(word, out, e);
}

/*
 * All commands.
 */

/* The commands that `make WITHOUT=X` left out, or nothing; in the registry. */
extern const char command_left_out[];

/* A first argument that is no file, but close to a command's name, is probably misspelt. */
static int check_first(const char *text, struct err *e)
{
	struct nearest n = nearest_to(slice_of(text));
	commands_try(&n);
	if (system_look(text, NULL) != SYSTEM_NOTHING)
		return 0;
	if (words_have(command_left_out, text))
		return err_usage(e, "this program was built without the command '%.200s'", text);
	struct nearest evaluation = nearest_to(slice_of(text));
	nearest_try(&evaluation, slice_of("evaluate"));
	if (strcmp(text, "evaluate") == 0 || evaluation.distance < n.distance)
		return err_usage(e,
				 "'%.200s' is neither a command nor a file; an evaluation has no "
				 "word before it: " PROGRAM_NAME " QRELS RUN",
				 text);
	if (n.best.length == 0)
		return 0;
	return err_usage(e, "'%.200s' is neither a command nor a file%s", text,
			 nearest_text(&n).text);
}

static bool wants_no_warnings(const char *program)
{
	const char *asked = getenv("STRAT_EVAL_WARNINGS");
	return called_trec_eval(program) || (asked != NULL && strcmp(asked, "none") == 0);
}

/* No word at all: how it is called, where messages go. */
static int print_usage(struct err *e)
{
	struct buffer b = { 0 };
	short_usage(&b);
	fputs(b.failed ? "" : b.text, stderr);
	buffer_release(&b);
	e->status = STATUS_USAGE;
	return -1;
}

/* Finds the command of a command line and starts it. The first argument is a command only if it is
 * exactly the name: ./sample is a file. */
int program_start(int argc, char **argv, struct err *e)
{
	if (argc < 2)
		return print_usage(e);
	int result = -1;
	struct terminal terminal;
	struct output out = terminal_start(&terminal);
	out.quiet = wants_no_warnings(argv[0]);
	const struct command *c = command_of_word(argv[1]);
	bool helps = strcmp(argv[1], "help") == 0 || (argc == 2 && strcmp(argv[1], "-h") == 0);
	if (helps)
		result = help(argv + 2, &out, e);
	else if (c != NULL && command_has_questions(c))
		result = answer_question(c, argc - 1, argv + 1, &out, e);
	else if (c != NULL)
		result = command_start(c, argc - 1, argv + 1, &out, e);
	else if ((argv[1][0] == '-' || check_first(argv[1], e) == 0) &&
		 (c = evaluation(argv[1], e)) != NULL)
		result = command_start(c, argc, argv, &out, e);
	terminal_end(&terminal);
	return result;
}

int program_end(int result, struct err *e)
{
	if (result == 0)
		terminal_close(e);
	if (e->text[0] != '\0')
		fprintf(stderr, PROGRAM_NAME ": %s\n", e->text);
	return e->status;
}
