/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options by the names that they had: they are put as they are typed today, with a note.
 */
#include "core/main/arguments.h"
#include "core/options/former.h"

/* The word of today, empty if there is none, or NULL; what stands behind it is taken if it is its
 * value. */
static const char *renewed(struct words *w, char **argv, int *at)
{
	const char *word = argv[*at], *inside = strchr(word, '=');
	const char *value = inside != NULL ? inside + 1 : argv[*at + 1];
	bool takes;
	char name[64];
	snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	const char *now = option_now(w->table, name, value, &takes);
	if (now == NULL || (takes && value == NULL))
		return NULL;
	value = takes ? value : "";
	*at += takes && inside == NULL;
	struct buffer b = { 0 };
	former_renew(&b, now, value);
	char *text = b.failed ? NULL : arena_copy(&w->memory, slice_of(b.text));
	buffer_release(&b);
	w->failed = w->failed || text == NULL;
	if (text != NULL)
		warnings_add(&w->notes, "--%s%s%s is now %s", name, takes ? "=" : "", value, text);
	return takes || text == NULL || text[0] == '-' ? text : "";
}

int words_renew(struct words *w, int argc, char **argv)
{
	int count = 1;
	bool ended = false;
	for (int at = 1; at < argc; at++) {
		char *word = argv[at];
		ended = ended || strcmp(word, "--") == 0;
		const char *now =
			ended || strncmp(word, "--", 2) != 0 ? NULL : renewed(w, argv, &at);
		if (now == NULL || now[0] != '\0')
			argv[count++] = now != NULL ? (char *)now : word;
	}
	argv[count] = NULL;
	return count;
}
