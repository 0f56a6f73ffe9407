/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one place that prints errors and decides the exit status.
 */
#include <unistd.h>

#include "core/commands/plan/plan.h"
#include "core/help/help.h"
#include "core/main/arguments.h"
#include "core/main/program.h"
#include "core/main/terminal.h"

/*
 * Questions of plan.
 */

/* The second word of its name: "recall" of "plan recall". */
static const char *name_of(const struct command *question)
{
	return strchr(question->table->name, ' ') + 1;
}

static int list_questions(const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	buffer_print(&b, "Usage: " PROGRAM_NAME " plan QUESTION [OPTION...]\n"
			 "Answers what is asked before judgments are paid for.\n\n");
	for (size_t i = 0; plan_questions[i] != NULL; i++)
		buffer_print(&b, "  %-8s %s\n", name_of(plan_questions[i]),
			     plan_questions[i]->table->summary);
	buffer_print(&b,
		     "\n" PROGRAM_NAME " plan QUESTION --help lists its options. Exit status: 0 "
		     "success, 2 writing\nor plotting failed, 64 wrong usage.\n");
	return output_finish(out, &b, 0, e);
}

static int no_question(const char *text, struct err *e)
{
	char names[200] = "";
	for (size_t i = 0; plan_questions[i] != NULL; i++) {
		size_t length = strlen(names);
		snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
			 name_of(plan_questions[i]));
	}
	if (text == NULL)
		return err_usage(e, "plan: a question is missing: %s (plan --help)", names);
	struct nearest n = nearest_to(slice_of(text));
	for (size_t i = 0; plan_questions[i] != NULL; i++)
		nearest_try(&n, slice_of(name_of(plan_questions[i])));
	return err_usage(e, "plan: '%.200s' is not one of the questions %s (plan --help)%s", text,
			 names, nearest_text(&n).text);
}

static int plan(int argc, char **argv, const struct output *out, struct err *e)
{
	if (argc < 2)
		return no_question(NULL, e);
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return list_questions(out, e);
	for (size_t i = 0; plan_questions[i] != NULL; i++)
		if (strcmp(argv[1], name_of(plan_questions[i])) == 0)
			return options_run(plan_questions[i], argc - 1, argv + 1, out, e);
	return no_question(argv[1], e);
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
	buffer_print(b,
		     "\n" PROGRAM_NAME " --help lists options, measures, formats and methods.\n");
}

/* The manual of a measure, or of several. */
static int help_measure(char *name, const struct output *out, struct err *e)
{
	char program[] = PROGRAM_NAME, help[] = "--help", measure[] = "-m";
	char *argv[] = { program, help, measure, name, NULL };
	struct nearest n = nearest_to(slice_of(name));
	commands_try(&n);
	int result = options_run(&command_evaluate, 4, argv, out, e);
	if (result < 0 && e->status == STATUS_USAGE && n.best.length > 0)
		return err_usage(e, "help: '%.200s' is neither a command nor a measure%s", name,
				 nearest_text(&n).text);
	return result;
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

/* help, help COMMAND, help plan QUESTION, help measures, help MEASURE */
static int help(int argc, char **argv, const struct output *out, struct err *e)
{
	char option[] = "--help";
	bool planning = argc > 1 && strcmp(argv[1], "plan") == 0;
	if (argc > 2 + planning)
		return err_usage(e, "help: '%.200s' is one word too many: help [COMMAND|MEASURE]",
				 argv[2 + planning]);
	if (argc < 2) {
		struct buffer b = { 0 };
		short_usage(&b);
		return output_finish(out, &b, 0, e);
	}
	char *words[] = { argv[1], argc > 2 ? argv[2] : option, option, NULL };
	if (planning)
		return plan(argc > 2 ? 3 : 2, words, out, e);
	if (strcmp(argv[1], "measures") == 0)
		return help_measures(out, e);
	const struct command *c = command_find(argv[1]);
	return c != NULL && argv[1][0] != '\0' ? options_run(c, 2, words, out, e)
					       : help_measure(argv[1], out, e);
}

/*
 * All commands.
 */

/* A first argument that is no file, but close to a command's name, is probably misspelt. */
static int check_first(const char *text, struct err *e)
{
	struct nearest n = nearest_to(slice_of(text));
	commands_try(&n);
	if (n.best.length == 0 || access(text, F_OK) == 0)
		return 0;
	return err_usage(e, "'%.200s' is neither a command nor a file%s", text,
			 nearest_text(&n).text);
}

/* The first argument is a command only if it is exactly the name: ./sample is a file. */
static int run(int argc, char **argv, const struct output *out, struct err *e)
{
	if (argc > 1 && strcmp(argv[1], "plan") == 0)
		return plan(argc - 1, argv + 1, out, e);
	if (argc > 1 && strcmp(argv[1], "help") == 0)
		return help(argc - 1, argv + 1, out, e);
	const struct command *c = argc > 1 && argv[1][0] != '\0' && strchr(argv[1], ' ') == NULL
					  ? command_find(argv[1])
					  : NULL;
	if (c != NULL)
		return options_run(c, argc - 1, argv + 1, out, e);
	if (argc > 1 && argv[1][0] != '-' && check_first(argv[1], e) < 0)
		return -1;
	return options_run(&command_evaluate, argc, argv, out, e);
}

int program_run(int argc, char **argv, struct err *e)
{
	struct terminal terminal;
	const struct output out = terminal_start(&terminal);
	int result = run(argc, argv, &out, e);
	terminal_end(&terminal);
	return result;
}

int program_main(int argc, char **argv)
{
	struct err e = { 0 };
	if (argc < 2) {
		struct buffer b = { 0 };
		short_usage(&b);
		fputs(b.failed ? "" : b.text, stderr);
		buffer_release(&b);
		return STATUS_USAGE;
	}
	if (program_run(argc, argv, &e) == 0)
		terminal_close(&e);
	if (e.text[0] != '\0')
		fprintf(stderr, PROGRAM_NAME ": %s\n", e.text);
	return e.status;
}
