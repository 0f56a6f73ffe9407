/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/options/groups.h"

const struct option_group option_groups[] = {
	{ "", "",
	  "measure query_eval_wanted nosummary complete_rel_info_wanted level_for_rel Judged_docs_only "
	  "Max_retrieved_per_topic Number_docs_in_coll Rel_info_format Results_format topic "
	  "topic-groups system-of plugin help version" },
	{ "reading", "How exports, spreadsheets and files with unusual columns are read.",
	  "column run-column sheet run-sheet header hidden-rows relevant-word nonrelevant-word gray-word judge partial "
	  "duplicates score-ties trec-eval" },
	{ "output", "How an answer is written.",
	  "format digits plot manifest jobs shard quiet-warnings" },
	{ "bounds", "Confidence intervals, and how sure an answer is to be.",
	  "ci level tail topic-scope resamples draws seed" },
	{ "samples", "Judgments of a sample: what it was drawn from, and how.",
	  "drawn strata pool labels bands drawn-from cluster-column post-stratify gray outside" },
	{ 0 },
};

const struct option_group *option_group_find(const char *name)
{
	for (const struct option_group *g = option_groups; g->name != NULL; g++)
		if (strcmp(g->name, name) == 0)
			return g;
	return NULL;
}

static const struct option_group *group_of(const struct command_option *o)
{
	for (const struct option_group *g = option_groups; g->name != NULL; g++)
		if (o->name != NULL && words_have(g->options, o->name))
			return g;
	return NULL;
}

bool option_is_explained(const struct command_table *t, const struct command_option *o)
{
	const struct option_group *g = group_of(o);
	return !o->hidden && o->same_as == NULL &&
	       (g == NULL || o->own || (g->name[0] == '\0' && t->name[0] == '\0'));
}

struct option_name option_argument(const struct command_option *o)
{
	struct option_name a = { "" };
	size_t length = 0;
	if (o->type != OPTION_WORD)
		snprintf(a.text, sizeof a.text, "%s", o->argument != NULL ? o->argument : "");
	for (size_t i = 0; o->type == OPTION_WORD && o->words[i] != NULL; i++)
		length += (size_t)snprintf(a.text + length, sizeof a.text - length, "%s%s",
					   i > 0 ? "|" : "", o->words[i]);
	return a;
}

/* The option of a name, from the first command that has it; NULL: none has. */
static const struct command_option *find_option(struct slice word)
{
	struct option_place p = { 0 };
	struct err ignored = { 0 };
	char name[64];
	snprintf(name, sizeof name, "%.*s", (int)word.length, word.at);
	bool found = option_find(command_find("")->table, name, &p, &ignored) == 0;
	for (size_t i = 0; commands[i] != NULL && !found; i++)
		found = option_find(commands[i]->table, name, &p, &ignored) == 0;
	return p.option;
}

const struct command_option *option_group_next(const char **rest)
{
	struct slice word;
	return next_word(rest, &word) ? find_option(word) : NULL;
}

/* With what the page of the group does not say. The formats are named, the default first: it is
 * another one in each command. */
static void add_name(struct buffer *b, const struct command_option *o)
{
	const struct command_option *there = find_option(slice_of(o->name));
	const char *word, *here = there->here != NULL ? there->here : "";
	buffer_print(b, " %s", option_name(o).text);
	for (size_t i = 0;
	     o->type == OPTION_FORMAT && (word = option_choice(o, i, &(int){ 0 })) != NULL; i++)
		buffer_print(b, "%c%s", i == 0 ? '=' : '|', word);
	if (o->here != NULL && strcmp(o->here, here) != 0)
		buffer_print(b, " %s", o->here);
}

void option_groups_list(struct buffer *b, const struct command_table *t)
{
	for (const struct option_group *g = option_groups; g->name != NULL; g++) {
		bool first = true;
		for (struct option_place p = { 0 }; option_next(t, &p);) {
			const struct command_option *o = p.option;
			if (o->hidden || o->same_as != NULL || group_of(o) != g ||
			    option_is_explained(t, o) || o->type == OPTION_PRINTS)
				continue;
			if (first)
				buffer_print(b, PROGRAM_NAME " %s%s:",
					     g->name[0] != '\0' ? "help " : "--help", g->name);
			first = false;
			add_name(b, o);
		}
		buffer_print(b, "%s", first ? "" : "\n");
	}
}
