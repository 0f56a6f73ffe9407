/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * As argp and getopt do it: options first, wherever they stand, then the other words; long names
 * may be shortened; letters may stand in one word; "--" ends the options.
 */
#include "core/main/arguments.h"

/* Where the parser is. */
struct reader {
	struct words *words;
	int argc, at; /* `at`: the word */
	char **argv;
	struct err *e;
};

/* Writes the line behind a message about a command line, and breaks one of more than 78 characters
 * where argp does: at the last space of the first 80. */
static void hint(const struct words *w)
{
	char line[256];
	snprintf(line, sizeof line, "Try `%s --help' or `%s --usage' for more information.",
		 w->name, w->name);
	if (strlen(line) > 78) {
		char *space = line + 79;
		while (*space != ' ')
			space--;
		*space = '\n';
	}
	fprintf(stderr, "%s\n", line);
}

/* A word that cannot be told apart; suggestions come behind it. */
static int refuse(const struct words *w, const char *text)
{
	fprintf(stderr, "%s: %s\n", w->name, text);
	hint(w);
	return -1;
}

/* An option or a word, taken; a wrong value is printed. */
static int take(struct reader *r, const struct option_place *p, const char *text)
{
	if (words_take(r->words, p, text, r->e) == 0)
		return 0;
	if (r->e->status == STATUS_USAGE) {
		refuse(r->words, r->e->text);
		r->e->text[0] = '\0';
	}
	return -1;
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

/* "possibilities: '--a' '--b'" */
static int refuse_ambiguous(struct reader *r, const char *word, size_t length)
{
	struct buffer b = { 0 };
	buffer_print(&b, "option '%s' is ambiguous; possibilities:", word);
	for (struct option_place p = { 0 }; option_next(r->words->table, &p);)
		if (p.option->name != NULL && strncmp(p.option->name, word + 2, length) == 0)
			buffer_print(&b, " '--%s'", p.option->name);
	if (b.failed)
		err_memory(r->e);
	else
		refuse(r->words, b.text);
	buffer_release(&b);
	return -1;
}

/* --name, --name=VALUE or --name VALUE */
static int take_long(struct reader *r, const char *word)
{
	struct option_place p;
	struct err unknown = { 0 };
	char name[64], text[512];
	size_t length = strcspn(word + 2, "=");
	const char *value = word[2 + length] == '=' ? word + 3 + length : NULL;
	snprintf(name, sizeof name, "%.*s", (int)length, word + 2);
	if (length == 0 || length >= sizeof name ||
	    option_find(r->words->table, name, &p, &unknown) < 0) {
		if (strstr(unknown.text, "ambiguous") != NULL)
			return refuse_ambiguous(r, word, length);
		snprintf(text, sizeof text, "unrecognized option '%s'", word);
		return refuse(r->words, text);
	}
	if (value != NULL && p.option->argument == NULL) {
		snprintf(text, sizeof text, "option '--%s' doesn't allow an argument",
			 p.option->name);
		return refuse(r->words, text);
	}
	if (value == NULL && needs_argument(&p) && (value = next_word_of(r)) == NULL) {
		snprintf(text, sizeof text, "option '--%s' requires an argument", p.option->name);
		return refuse(r->words, text);
	}
	return take(r, &p, value);
}

/* -x, -xVALUE, -x VALUE, or several: -xyVALUE */
static int take_letters(struct reader *r, const char *word)
{
	for (const char *letter = word + 1; *letter != '\0'; letter++) {
		struct option_place p;
		struct err unknown = { 0 };
		char name[] = { '-', *letter, '\0' }, text[64];
		if (*letter == '-' || option_find(r->words->table, name, &p, &unknown) < 0) {
			snprintf(text, sizeof text, "invalid option -- '%c'", *letter);
			return refuse(r->words, text);
		}
		if (p.option->argument == NULL) {
			if (take(r, &p, NULL) < 0)
				return -1;
			continue;
		}
		const char *value = letter[1] != '\0' ? letter + 1 : NULL;
		if (value == NULL && needs_argument(&p) && (value = next_word_of(r)) == NULL) {
			snprintf(text, sizeof text, "option requires an argument -- '%c'", *letter);
			return refuse(r->words, text);
		}
		return take(r, &p, value);
	}
	return 0;
}

int words_parse(struct words *w, int argc, char **argv, struct err *e)
{
	struct reader r = { .words = w, .argc = argc, .argv = argv, .e = e };
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
		result = take(&r, NULL, argv[i]);
	if (result == 0 && words_check(w, e) < 0) {
		result = -1;
		if (e->status == STATUS_USAGE) {
			refuse(w, e->text);
			e->text[0] = '\0';
		}
	}
	return result;
}
