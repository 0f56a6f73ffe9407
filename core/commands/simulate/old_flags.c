/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In version 0.2.0 simulate had a flag in place of a question, and coverage was the question
 * without a flag. To be deleted in the version after 0.3.0.
 */
#include "core/base/escape.h"
#include "core/commands/simulate/simulate.h"

/* A flag later in the list goes with an earlier one, and asks for something else. */
static const struct old_flag {
	const char *name, *question;
	bool stays; /* it is also an option of the question */
} flags[] = {
	{ "power", "power", false },	       { "comparisons", "comparisons", false },
	{ "confidence", "confidence", false }, { "study", "study", false },
	{ "stopping", "stopping", false },     { "distribution", "distribution", false },
	{ "topic-count", "means", true },      { "bootstrap", "bootstrap", false },
	{ "by-system", "skew", false },	       { "sampling", "sampling", false },
	{ "coverage", "ap", false },
};
enum { FLAGS = sizeof flags / sizeof *flags };

/* The name of a long option, without what is attached to it; empty: the word is none. */
static struct slice name_in(const char *word)
{
	return strncmp(word, "--", 2) == 0 ? (struct slice){ word + 2, strcspn(word + 2, "=") }
					   : (struct slice){ word, 0 };
}

/* Names could be shortened; FLAGS: it is none of them. */
static size_t find_flag(struct slice name)
{
	size_t found = FLAGS;
	for (size_t i = 0; name.length > 0 && i < FLAGS; i++) {
		if (strncmp(flags[i].name, name.at, name.length) != 0)
			continue;
		if (found < FLAGS) /* ambiguous */
			return FLAGS;
		found = i;
	}
	return found;
}

static const struct command *question_of(int argc, char **argv)
{
	const char *question = "coverage";
	size_t last = 0;
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		size_t flag = find_flag(name_in(argv[i]));
		if (flag < FLAGS && flag >= last) {
			last = flag;
			question = flags[flag].question;
		}
	}
	char name[64];
	snprintf(name, sizeof name, "simulate %s", question);
	return command_find(name);
}

/* The option of a word in the table of a question; NULL: it has no such option. */
static const struct command_option *option_of(const struct command *question, struct slice name)
{
	char text[64];
	struct option_place p;
	snprintf(text, sizeof text, "%.*s", (int)name.length, name.at);
	return option_find(question->table, text, &p, &(struct err){ 0 }) == 0 ? p.option : NULL;
}

/*
 * How many words an option takes that had no effect on the question, and so is no option of it; 0:
 * it is one, or unknown to all questions.
 */
static int words_without_effect(const struct command *question, const char *word)
{
	struct slice name = name_in(word);
	const struct command_option *o = NULL;
	if (name.length == 0 || option_of(question, name) != NULL)
		return 0;
	for (const struct command *q = NULL;
	     o == NULL && (q = next_question(command_of_word("simulate"), q)) != NULL;)
		o = option_of(q, name);
	return o == NULL ? 0 : 1 + (o->argument != NULL && name.at[name.length] != '=');
}

void line_with_question(struct buffer *b, int argc, char **argv)
{
	const struct command *question = question_of(argc, argv);
	bool options = true;
	buffer_print(b, PROGRAM_NAME " %s", question->table->name);
	for (int i = 1; i < argc; i++) {
		options = options && strcmp(argv[i], "--") != 0;
		size_t flag = options ? find_flag(name_in(argv[i])) : FLAGS;
		int useless = options ? words_without_effect(question, argv[i]) : 0;
		if (flag < FLAGS && !flags[flag].stays)
			continue;
		if (useless > 0) {
			i += useless - 1;
			continue;
		}
		buffer_print(b, " ");
		escape_shell(b, argv[i]);
	}
}
