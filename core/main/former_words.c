/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options by the names that they had: they are put as they are typed today, with a note.
 */
#include "core/main/arguments.h"

/* Whether the word behind this one is the argument of an option in it. */
static bool takes_next(const struct command_table *t, const char *word)
{
	struct option_place p;
	struct err ignored = { 0 };
	bool is_long = word[1] == '-';
	const char *letter = word + 1;
	char name[64];
	if (is_long) {
		snprintf(name, sizeof name, "%s", word + 2);
		return strchr(word, '=') == NULL && option_find(t, name, &p, &ignored) == 0 &&
		       p.option->argument != NULL && !p.option->optional;
	}
	for (; *letter != '\0'; letter++) {
		snprintf(name, sizeof name, "-%c", *letter);
		if (option_find(t, name, &p, &ignored) < 0)
			return false;
		if (p.option->argument != NULL)
			return letter[1] == '\0' && !p.option->optional;
	}
	return false;
}

/* The word of today, or NULL; what stands behind it is taken if it is its value. */
static char *renewed(struct words *w, char **argv, int *at)
{
	const char *word = argv[*at], *value = strchr(word, '=');
	char name[64];
	snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	const char *now = option_now(w->table, name);
	const char *place = now != NULL ? strstr(now, "%s") : NULL;
	if (now == NULL || (place != NULL && value == NULL && argv[*at + 1] == NULL))
		return NULL;
	value = place == NULL ? "" : value != NULL ? value + 1 : argv[++*at];
	struct buffer b = { 0 };
	option_renew(&b, now, value);
	char *text = b.failed ? NULL : arena_copy(&w->memory, slice_of(b.text));
	buffer_release(&b);
	w->failed = w->failed || text == NULL;
	if (text != NULL)
		warnings_add(&w->notes, "--%s%s%s is now %s", name, place != NULL ? "=" : "", value,
			     text);
	return text;
}

int words_renew(struct words *w, int argc, char **argv)
{
	int count = 1, at = 1;
	for (; at < argc && strcmp(argv[at], "--") != 0; at++) {
		char *word = argv[at];
		char *now = word[0] == '-' && word[1] == '-' ? renewed(w, argv, &at) : NULL;
		argv[count++] = now != NULL ? now : word;
		if (now == NULL && word[0] == '-' && word[1] != '\0' && at + 1 < argc &&
		    takes_next(w->table, word))
			argv[count++] = argv[++at];
	}
	while (at < argc)
		argv[count++] = argv[at++];
	argv[count] = NULL;
	return count;
}
