/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command lines of list.txt.
 */
#pragma once

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMANDS_MAX = 500, WORDS_MAX = 40 };

struct command_line {
	char *text;	       /* as in the list */
	char *word[WORDS_MAX]; /* the first one is the fuzz target; not yet with names of files */
	int words;
};

struct command_list {
	struct command_line line[COMMANDS_MAX];
	size_t count;
};

static inline void command_list_read(struct command_list *l, const char *path)
{
	char text[4096];
	FILE *f = fopen(path, "r");
	if (f == NULL) {
		perror(path);
		exit(2);
	}
	while (l->count < COMMANDS_MAX && fgets(text, sizeof text, f) != NULL) {
		text[strcspn(text, "\n")] = '\0';
		if (text[0] == '#' || text[0] == '\0')
			continue;
		struct command_line *c = &l->line[l->count++];
		char *rest = strdup(text), *word;
		c->text = strdup(text);
		while (c->words < WORDS_MAX - 1 && (word = strsep(&rest, " ")) != NULL)
			c->word[c->words++] = word;
	}
	fclose(f);
}

/* Where the mark of a file, @, or of a value, ~, stands: at the beginning of a word or behind a
 * '='. NULL: there is none, as in nDCG@10. Of @@ the first is the program's own. */
static inline const char *command_mark(const char *word)
{
	const char *mark = strpbrk(word, "@~");
	if (mark != NULL && mark != word && mark[-1] != '=')
		return NULL;
	return mark != NULL && strncmp(mark, "@@", 2) == 0 ? mark + 1 : mark;
}

/* Is there something that a fuzzer can write into? */
static inline bool command_has_input(const struct command_line *c)
{
	for (int i = 0; i < c->words; i++)
		if (command_mark(c->word[i]) != NULL)
			return true;
	return false;
}

/* The words of a call: `put` gives what is put in place of a mark and of what stands behind it;
 * NULL ends them. */
static inline int command_words(const struct command_line *c, char **argv,
				const char *(*put)(void *context, const char *mark), void *context)
{
	int argc = 0;
	argv[argc++] = strdup("strat_eval");
	for (int i = strcmp(c->word[0], "evaluate") == 0; i < c->words; i++) {
		const char *mark = command_mark(c->word[i]);
		char *word = NULL;
		if (mark == NULL)
			word = strdup(c->word[i]);
		else if (asprintf(&word, "%.*s%s", (int)(mark - c->word[i]), c->word[i],
				  put(context, mark)) < 0)
			abort();
		argv[argc++] = word;
	}
	argv[argc] = NULL;
	return argc;
}

static inline void command_words_release(char **argv, int argc)
{
	for (int i = 0; i < argc; i++)
		free(argv[i]);
}
