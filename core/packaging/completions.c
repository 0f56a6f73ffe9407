/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * completions bash|zsh|fish: writes the completions of a shell from the tables of options and the
 * registries. What the tables are used for stands in the file completion.SHELL beside this one,
 * which the Makefile puts behind them. completions python: the same as types of keyword arguments,
 * core/python/strat_eval/_options.pyi.
 */
#include <stdio.h>

#include "core/base/buffer.h"
#include "core/engine/request/registry.h"
#include "core/options/command.h"
#include "core/stats/interval/interval.h"
#include "core/stats/ranking/ranking_method.h"
#include "core/stats/topics/mean_interval.h"
#include "core/stats/topics/p_adjust.h"
#include "core/stats/topics/paired_test.h"
#include "readers/judgment_format.h"
#include "readers/run_format.h"

/* What can stand behind an option; `words` are for the last two, with a blank before
 * each. */
enum kind { UNKNOWN, FILES, ONE_WORD, SOME_WORDS };

struct values {
	enum kind kind;
	struct buffer words;
};

static void add_word(struct buffer *b, const char *word, size_t length)
{
	for (size_t at = 0; at + length < b->length; at++)
		if (b->text[at] == ' ' && memcmp(b->text + at + 1, word, length) == 0 &&
		    (at + 1 + length == b->length || b->text[at + 1 + length] == ' '))
			return;
	buffer_print(b, " %.*s", (int)length, word);
}

#define ADD_NAMES(b, list)                         \
	for (size_t i = 0; (list)[i] != NULL; i++) \
	add_word(b, (list)[i]->name, strlen((list)[i]->name))

static bool has_measures(const struct command_table *t)
{
	struct option_place p;
	return option_find(t, "measure", &p, &(struct err){ 0 }) == 0 && p.option->words == NULL;
}

/* Names in other programs, with a cutoff if it is needed, as in nDCG@10; those with brackets, and
 * Greek letters, are left out. */
static void add_aliases(struct buffer *b, const struct measure *m)
{
	const char *rest = m->alias;
	struct slice word;
	while (next_word(&rest, &word)) {
		char name[64];
		size_t length = strcspn(word.at, " @(=");
		bool cut = length + 1 == word.length && word.at[length] == '@';
		bool plain = length == word.length || word.at[length] == '=';
		bool greek = (unsigned char)word.at[0] >= 0x80;
		snprintf(name, sizeof name, "%.*s%s", (int)length, word.at, cut ? "@10" : "");
		if ((cut || plain) && !greek)
			add_word(b, name, strlen(name));
	}
}

/* Measures and their nicknames; for a comparison also what is said of pairs. */
static void add_measures(struct buffer *b, const struct command_table *t)
{
	for (size_t i = 0; measure_families[i] != NULL; i++)
		for (const struct measure *m = measure_families[i]; m->name != NULL; m++)
			add_word(b, m->name, strlen(m->name));
	for (size_t i = 0; measure_families[i] != NULL; i++)
		for (const struct measure *m = measure_families[i]; m->name != NULL; m++)
			for (const char *p = m->members != NULL ? m->members : ""; *p != '\0';) {
				size_t length = strcspn(p, " ");
				add_word(b, p, length);
				p += length + strspn(p + length, " ");
			}
	for (size_t i = 0; measure_families[i] != NULL; i++)
		for (const struct measure *m = measure_families[i]; m->name != NULL; m++)
			add_aliases(b, m);
	if (strcmp(t->name, "compare") != 0)
		return;
	for (size_t i = 0; pair_families[i] != NULL; i++)
		for (const struct pair_measure *m = pair_families[i]; m->name != NULL; m++)
			add_word(b, m->name, strlen(m->name));
}

/* A command without measures is about recall and precision of sets only, or about means only. */
static void add_methods(struct buffer *b, const struct command_table *t)
{
	bool measures = has_measures(t), means = strcmp(t->name, "simulate bootstrap") == 0;
	for (size_t i = 0; interval_methods[i] != NULL && !means; i++)
		if (measures || interval_methods[i]->weighted == NULL)
			add_word(b, interval_methods[i]->name, strlen(interval_methods[i]->name));
	if (measures || means)
		ADD_NAMES(b, mean_interval_methods);
	if (measures)
		ADD_NAMES(b, ranking_methods);
}

/* By its type, or by its name, if only its setter knows. */
static struct values values_of(const struct command_table *t, const struct command_option *o)
{
	struct values v = { UNKNOWN, { 0 } };
	const char *name = o->name != NULL ? o->name : "", *word;
	if (o->type == OPTION_FILE || o->type == OPTION_FILES)
		v.kind = FILES;
	else if (o->type == OPTION_METHODS)
		add_methods(&v.words, t);
	else if (o->words == NULL && strcmp(name, "measure") == 0)
		add_measures(&v.words, t);
	else if (strcmp(name, "Rel_info_format") == 0)
		ADD_NAMES(&v.words, judgment_formats);
	else if (strcmp(name, "Results_format") == 0)
		ADD_NAMES(&v.words, run_formats);
	else if (strcmp(name, "test") == 0)
		ADD_NAMES(&v.words, paired_tests);
	else if (strcmp(name, "adjust") == 0)
		ADD_NAMES(&v.words, adjustments);
	else
		for (size_t i = 0; (word = option_choice(o, i, &(int){ 0 })) != NULL; i++)
			add_word(&v.words, word, strlen(word));
	if (v.words.length > 0)
		v.kind = o->type == OPTION_METHODS || strcmp(name, "test") == 0 ? SOME_WORDS
										: ONE_WORD;
	return v;
}

static bool next_shown(const struct command_table *t, struct option_place *p)
{
	while (option_next(t, p))
		if (!p->option->hidden && p->option->same_as == NULL)
			return true;
	return false;
}

/* ---- bash and zsh ---- */

/* Inside single quotes. */
static void print_quoted(const char *text)
{
	for (; *text != '\0'; text++)
		printf("%s%c", *text == '\'' ? "'\\'" : "", *text);
}

/* A pattern for each way to write an option; with an equals sign before what is attached. */
static void print_patterns(const struct command_table *t, const struct command_option *o)
{
	const char *between = "\t";
	if (o->letter != 0 && !o->optional) {
		printf("%s'%s -%c'", between, t->name, o->letter);
		between = " | ";
	}
	if (o->name != NULL && !o->optional) {
		printf("%s'%s --%s'", between, t->name, o->name);
		between = " | ";
	}
	if (o->name != NULL)
		printf("%s'%s --%s='", between, t->name, o->name);
}

static void print_values(const struct command_table *t, const struct command_option *o)
{
	static const char *const kind[] = { "unknown", "file", "words", "list" };
	struct values v = values_of(t, o);
	print_patterns(t, o);
	printf(") echo '%s%.*s' ;;\n", kind[v.kind], (int)v.words.length,
	       v.words.length > 0 ? v.words.text : "");
	buffer_release(&v.words);
}

static void print_option(const struct command_option *o)
{
	if (o->letter != 0) {
		printf("-%c:", o->letter);
		print_quoted(o->help);
		printf("\n");
	}
	if (o->name != NULL) {
		printf("--%s:", o->name);
		print_quoted(o->help);
		printf("\n");
	}
}

/* Steps over commands that only have questions; false: there is no other. */
static bool next_command(size_t *i)
{
	while (commands[*i] != NULL && command_has_questions(commands[*i]))
		++*i;
	return commands[*i] != NULL;
}

static void print_command(const struct command_table *t)
{
	printf("%s:", t->name);
	print_quoted(t->summary);
	printf("\n");
}

static void print_tables(void)
{
	printf("# Made from the tables of options: the options of a command, by lines -x:TEXT.\n"
	       "_strat_eval_options() # COMMAND\n{\n\tcase $1 in\n");
	for (size_t i = 0; next_command(&i); i++) {
		printf("\t'%s') echo '", commands[i]->table->name);
		for (struct option_place p = { 0 }; next_shown(commands[i]->table, &p);)
			print_option(p.option);
		printf("' ;;\n");
	}
	printf("\tesac\n}\n\n"
	       "# What an option takes: file, words WORD..., list WORD..., or unknown.\n"
	       "_strat_eval_values() # COMMAND OPTION\n{\n\tcase \"$1 $2\" in\n");
	for (size_t i = 0; next_command(&i); i++)
		for (struct option_place p = { 0 }; next_shown(commands[i]->table, &p);)
			if (p.option->argument != NULL)
				print_values(commands[i]->table, p.option);
	printf("\tesac\n}\n\n_strat_eval_commands()\n{\n\techo '");
	for (size_t i = 0; next_command(&i); i++)
		if (commands[i]->table->name[0] != '\0')
			print_command(commands[i]->table);
	printf("'\n}\n\n# Commands that only have questions.\n_strat_eval_with_questions()\n{\n\techo '");
	for (size_t i = 0; commands[i] != NULL; i++)
		if (command_has_questions(commands[i]))
			print_command(commands[i]->table);
	printf("'\n}\n\n");
}

/* ---- fish ---- */

/* The same inside single quotes of fish. */
static void print_fish_quoted(const char *text)
{
	for (; *text != '\0'; text++)
		printf("%s%c", *text == '\'' || *text == '\\' ? "\\" : "", *text);
}

static void print_fish_values(const struct command_table *t, const struct command_option *o)
{
	struct values v = values_of(t, o);
	const char *words = v.words.length > 0 ? v.words.text : "";
	const char *needed = o->optional ? "" : v.kind == FILES ? " -r -F" : " -x";
	if (v.kind == SOME_WORDS)
		printf("%s -a '(__fish_append ,%.*s)'", needed, (int)v.words.length, words);
	else if (v.kind == ONE_WORD)
		printf("%s -a '%.*s'", needed, (int)v.words.length - 1, words + 1);
	else
		printf("%s", needed);
	buffer_release(&v.words);
}

static void print_fish_option(const struct command_table *t, const struct command_option *o)
{
	printf("complete -c strat_eval -n '__strat_eval_is \"%s\"'", t->name);
	if (o->letter != 0)
		printf(" -s %c", o->letter);
	if (o->name != NULL)
		printf(" -l %s", o->name);
	if (o->argument != NULL)
		print_fish_values(t, o);
	printf(" -d '");
	print_fish_quoted(o->help);
	printf("'\n");
}

/* A command is one word, or two. */
static void print_fish_command(const struct command_table *t)
{
	const char *blank = strchr(t->name, ' ');
	if (t->name[0] == '\0')
		return;
	printf("complete -c strat_eval -n '__strat_eval_awaits \"%.*s\"' -a %s -d '",
	       blank != NULL ? (int)(blank - t->name) : 0, t->name,
	       blank != NULL ? blank + 1 : t->name);
	print_fish_quoted(t->summary);
	printf("'\n");
}

static void print_fish(void)
{
	printf("# Made from the tables of options.\nset -g __strat_eval_commands");
	for (size_t i = 0; next_command(&i); i++)
		printf(" '%s'", commands[i]->table->name);
	struct buffer measures = { 0 };
	add_measures(&measures, command_find("")->table);
	printf("\nset -g __strat_eval_measures%.*s\n", (int)measures.length, measures.text);
	buffer_release(&measures);
	for (size_t i = 0; commands[i] != NULL; i++)
		print_fish_command(commands[i]->table);
	for (size_t i = 0; next_command(&i); i++)
		for (struct option_place p = { 0 }; next_shown(commands[i]->table, &p);)
			print_fish_option(commands[i]->table, p.option);
}

/* ---- Python ---- */

/* What functions have arguments of their own for is left out. */
static bool is_python_option(const struct command_table *t, const struct command_option *o)
{
	bool question = strchr(t->name, ' ') != NULL;
	return o->type != OPTION_PRINTS && o->type != OPTION_IGNORED &&
	       (o->name == NULL ||
		!words_have(question ? "format frame" : "format frame measure", o->name));
}

/* "a-b" is a_b, and a word of Python has _ behind it. With `capital`, "plan recall" is PlanRecall.
 */
static void print_python_name(const char *name, bool capital)
{
	for (const char *c = name; *c != '\0'; c++)
		if (*c != ' ')
			putchar(*c == '-'				 ? '_'
				: capital && (c == name || c[-1] == ' ') ? *c - 'a' + 'A'
									 : *c);
}

static void print_python_words(const struct buffer *words)
{
	const char *rest = words->text;
	struct slice word;
	for (bool first = true; next_word(&rest, &word); first = false)
		printf("%s\"%.*s\"", first ? "Literal[" : ", ", (int)word.length, word.at);
	printf("]");
}

/* One value of an option that takes one. */
static void print_python_value(const struct command_table *t, const struct command_option *o)
{
	struct values v = values_of(t, o);
	bool measure = o->name != NULL && strcmp(o->name, "measure") == 0;
	buffer_add(&v.words, "", 1);
	if (v.kind == ONE_WORD && !measure)
		print_python_words(&v.words);
	else
		printf("%s", v.kind == FILES				 ? "File"
			     : v.kind == SOME_WORDS || measure		 ? "str"
			     : o->type == OPTION_OTHER || o->set != NULL ? "Union[str, float]"
			     : o->type == OPTION_WHOLE			 ? "int"
			     : o->type == OPTION_REAL			 ? "float"
			     : o->type == OPTION_LIST			 ? "Numbers"
									 : "str");
	buffer_release(&v.words);
}

static void print_python_argument(const struct command_table *t, const struct command_option *o,
				  const char *name, const char *comment)
{
	static const char *const taken = "and as class def del for from if in is not or with yield";
	bool several =
		o->repeat == REPEAT_ADDS || o->repeat == REPEAT_EACH || strcmp(name, "test") == 0;
	const char *wrap = strcmp(name, "scores") == 0	 ? "FlagOrSeveral[File"
			   : strcmp(name, "column") == 0 ? "SeveralOrMapping["
			   : o->argument == NULL	 ? "bool"
			   : o->optional && several	 ? "FlagOrSeveral["
			   : o->optional		 ? "FlagOr["
			   : several			 ? "Several["
							 : "";
	printf("    ");
	print_python_name(name, false);
	printf("%s: %s", words_have(taken, name) ? "_" : "", wrap);
	if (o->argument != NULL && strcmp(name, "scores") != 0)
		print_python_value(t, o);
	printf("%s  # %s\n", strchr(wrap, '[') != NULL ? "]" : "", comment);
}

static void print_python_options(const struct command_table *t)
{
	printf("\nclass ");
	print_python_name(t->name[0] != '\0' ? t->name : "evaluate", true);
	printf("Options(TypedDict, total=False):\n    \"\"\"%s\"\"\"\n", t->summary);
	for (struct option_place p = { 0 }; next_shown(t, &p);) {
		const struct command_option *o = p.option;
		if (!is_python_option(t, o))
			continue;
		const char *help = o->help;
		if (o->name != NULL)
			print_python_argument(t, o, o->name, help);
		if (o->letter != 0)
			print_python_argument(t, o, (char[]){ o->letter, '\0' },
					      o->name != NULL ? o->name : help);
	}
}

/* A function whose first argument is the question, and says which options there are. */
static void print_python_questions(const struct command *c)
{
	static const char head[] = "    @overload\n    def __call__(self, question: ";
	static const char rest[] = "judgments: MaybeJudgments = ..., runs: MaybeRuns = ..., /,\n"
				   "                 *, frame: Literal[";
	printf("\nclass ");
	print_python_name(c->table->name, true);
	printf("(Protocol):\n    \"\"\"%s\"\"\"\n", c->table->summary);
	for (const struct command *q = NULL; (q = next_question(c, q)) != NULL;) {
		printf("%sLiteral[\"%s\"], %sFalse] = ..., **options: Unpack[", head,
		       question_name(q), rest);
		print_python_name(q->table->name, true);
		printf("Options]) -> Records: ...\n");
	}
	printf("%sstr, %sTrue], **options: Any) -> Any: ...\n", head, rest);
}

static void print_python(void)
{
	printf("# SPDX-FileCopyrightText: strat_eval developers\n"
	       "# SPDX-License-Identifier: GPL-3.0-or-later\n"
	       "# Made from the tables of options by `make pages`: the keyword arguments of each function.\n"
	       "from typing import Any, Literal, Protocol, TypedDict, Union, overload\n\n"
	       "from typing_extensions import Unpack\n\n"
	       "from ._inputs import File, FlagOr, FlagOrSeveral, MaybeJudgments, MaybeRuns, Numbers, Several, SeveralOrMapping\n"
	       "from ._results import Records\n");
	for (size_t i = 0; next_command(&i); i++)
		if (!words_have("merge page", commands[i]->table->name))
			print_python_options(commands[i]->table);
	for (size_t i = 0; commands[i] != NULL; i++)
		if (command_has_questions(commands[i]))
			print_python_questions(commands[i]);
}

int main(int argc, char **argv)
{
	if (argc == 2 && (strcmp(argv[1], "bash") == 0 || strcmp(argv[1], "zsh") == 0))
		print_tables();
	else if (argc == 2 && strcmp(argv[1], "fish") == 0)
		print_fish();
	else if (argc == 2 && strcmp(argv[1], "python") == 0)
		print_python();
	else
		return 64;
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;
}
