/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A command line word by word, as argp and getopt do it: options first, wherever they stand, then
 * the other words; long names may be shortened; letters may stand in one word; "--" ends the
 * options.
 *
 * It parses where there is no argp, and says what is wrong with a line that argp refuses.
 */
#include "core/main/arguments.h"
#include "core/options/former.h"

/* Where the parser is. */
struct reader {
	struct words *words;
	bool store;
	int argc, at; /* `at`: the word */
	char **argv;
	struct err *e;
};

/* The name of a long option as it was typed, as far as names go. */
struct typed {
	char name[64];
};

static struct typed typed_name(const char *word)
{
	struct typed t;
	word += strspn(word, "-");
	snprintf(t.name, sizeof t.name, "%.*s", (int)strcspn(word, "="), word);
	return t;
}

static int take_word(struct reader *r, const struct option_place *p, const char *text)
{
	return r->store ? words_take(r->words, p, text, r->e) : 0;
}

static bool needs_argument(const struct option_place *p)
{
	return p->option->argument != NULL && !p->option->optional;
}

/* The next word, as the argument of the option before it; NULL: there is none. */
static const char *next_word_of(struct reader *r)
{
	return r->at + 1 < r->argc ? r->argv[++r->at] : NULL;
}

static int refuse_unknown(struct reader *r, const char *word)
{
	struct typed typed = typed_name(word);
	const char *name = typed.name;
	const char *equals = strchr(word, '=');
	struct suggestion s =
		command_suggestion(r->words->table, name, equals != NULL ? equals + 1 : NULL);
	if (word[1] >= '0' && word[1] <= '9' && option_is_known(r->words->table, "counts"))
		return err_usage(r->e, "-%c...: a count is not negative", word[1]);
	if (word[1] != '-' && option_is_known(r->words->table, name))
		snprintf(s.text, sizeof s.text, "; did you mean '--%.64s'?", name);
	return err_usage(r->e, "unrecognized option '%.200s'%s", word,
			 s.text[0] != '\0' ? s.text : " (--help lists them)");
}

/* "possibilities: '--a' '--b'" */
static int refuse_ambiguous(struct reader *r, const char *word)
{
	struct typed typed = typed_name(word);
	char list[300] = "";
	size_t used = 0;
	for (struct option_place p = { 0 }; option_next(r->words->table, &p);)
		if (p.option->name != NULL && used < sizeof list &&
		    strncmp(p.option->name, typed.name, strlen(typed.name)) == 0)
			used += (size_t)snprintf(list + used, sizeof list - used, " '--%s'",
						 p.option->name);
	return err_usage(r->e, "option '%.200s' is ambiguous; possibilities:%s", word, list);
}

/* --name, --name=VALUE or --name VALUE */
static int take_long(struct reader *r, const char *word)
{
	struct option_place p;
	struct err unknown = { 0 };
	const char *value = strchr(word, '=');
	const struct typed typed = typed_name(word);
	const char *gone = former_answer(r->words->table->name, NULL, typed.name);
	if (value == word + 2 || option_find(r->words->table, typed.name, &p, &unknown) < 0)
		return strstr(unknown.text, "ambiguous") != NULL ? refuse_ambiguous(r, word)
		       : gone != NULL				 ? err_usage(r->e, "%s", gone)
								 : refuse_unknown(r, word);
	if (value != NULL && p.option->argument == NULL)
		return err_usage(r->e, "option '--%s' doesn't allow an argument", p.option->name);
	value = value != NULL ? value + 1 : needs_argument(&p) ? next_word_of(r) : NULL;
	if (value == NULL && needs_argument(&p))
		return err_usage(r->e, "option '--%s' requires an argument: %s", p.option->name,
				 p.option->argument);
	return take_word(r, &p, value);
}

/* -x, -xVALUE, -x VALUE, or several: -xyVALUE */
static int take_letters(struct reader *r, const char *word)
{
	for (const char *letter = word + 1; *letter != '\0'; letter++) {
		struct option_place p;
		struct err unknown = { 0 };
		char name[] = { '-', *letter, '\0' };
		if (*letter == '-' || option_find(r->words->table, name, &p, &unknown) < 0)
			return refuse_unknown(r, strlen(word) > 4 ? word : name);
		if (p.option->argument == NULL) {
			if (take_word(r, &p, NULL) < 0)
				return -1;
			continue;
		}
		const char *value = letter[1] != '\0' ? letter + 1 : NULL;
		if (value == NULL && needs_argument(&p) && (value = next_word_of(r)) == NULL)
			return err_usage(r->e, "option '-%c' requires an argument: %s", *letter,
					 p.option->argument);
		return take_word(r, &p, value);
	}
	return 0;
}

int words_walk(struct words *w, int argc, char **argv, bool store, struct err *e)
{
	struct reader r = { .words = w, .store = store, .argc = argc, .argv = argv, .e = e };
	int others = 0, result = 0; /* words that are no options, moved to the front */
	bool ended = false;
	for (r.at = 1; r.at < argc && result == 0; r.at++) {
		char *word = argv[r.at];
		if (ended || word[0] != '-' || word[1] == '\0')
			argv[++others] = word;
		else if (strcmp(word, "--") == 0)
			ended = true;
		else
			result = word[1] == '-' ? take_long(&r, word) : take_letters(&r, word);
	}
	for (int i = 1; i <= others && result == 0; i++)
		result = take_word(&r, NULL, argv[i]);
	return result < 0 || !store ? result : words_check(w, e);
}
