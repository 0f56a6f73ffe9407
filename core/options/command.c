/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/options/command.h"

static bool is_question(const struct command *c)
{
	return strchr(c->table->name, ' ') != NULL;
}

void commands_list(struct buffer *b)
{
	static const char form[] = "  %-8s  %s\n";
	for (size_t i = 0; commands[i] != NULL; i++)
		if (commands[i]->table->name[0] != '\0' && !is_question(commands[i]))
			buffer_print(b, form, commands[i]->table->name,
				     commands[i]->table->summary);
	buffer_print(b, form, "help", "search for words, or explain a command or a measure");
}

void commands_try(struct nearest *n)
{
	for (size_t i = 0; commands[i] != NULL; i++)
		if (!is_question(commands[i]))
			nearest_try(n, slice_of(commands[i]->table->name));
	nearest_try(n, slice_of("help"));
}

static const struct command *find(const char *name)
{
	size_t i = 0;
	while (commands[i] != NULL && strcmp(commands[i]->table->name, name) != 0)
		i++;
	return commands[i];
}

const struct command *command_find(const char *name)
{
	const struct command *c = find(name);
	return c != NULL && !command_has_questions(c) ? c : NULL;
}

const struct command *command_of_word(const char *word)
{
	return word[0] != '\0' && strchr(word, ' ') == NULL ? find(word) : NULL;
}

const struct command *next_question(const struct command *c, const struct command *before)
{
	size_t length = strlen(c->table->name), i = 0;
	while (before != NULL && commands[i] != before)
		i++;
	for (i += before != NULL; commands[i] != NULL; i++)
		if (is_question(commands[i]) &&
		    strncmp(commands[i]->table->name, c->table->name, length) == 0 &&
		    commands[i]->table->name[length] == ' ')
			return commands[i];
	return NULL;
}

/* The option of another command that has this name, or that is meant by it. */
static const struct command_option *find_option(const struct command_table *t, const char *name)
{
	for (struct option_place p = { 0 }; option_next(t, &p);)
		if (p.option->name != NULL && !p.option->hidden && p.option->same_as == NULL &&
		    (strcmp(p.option->name, name) == 0 || words_have(p.option->meant_by, name)))
			return p.option;
	return NULL;
}

struct suggestion command_suggestion(const struct command_table *t, const char *option,
				     const char *value)
{
	struct suggestion s = option_suggestion(t, option, value);
	for (size_t i = 0; commands[i] != NULL && s.text[0] == '\0'; i++) {
		const struct command_table *other = commands[i]->table;
		const struct command_option *o = find_option(other, option);
		if (o != NULL)
			snprintf(s.text, sizeof s.text, "; '" PROGRAM_NAME "%s%s' has --%s",
				 other->name[0] != '\0' ? " " : "", other->name, o->name);
	}
	return s;
}

void command_line(struct buffer *b, const struct command_table *t, const struct setting *setting,
		  size_t settings)
{
	buffer_print(b, PROGRAM_NAME "%s%s", t->name[0] != '\0' ? " " : "", t->name);
	for (size_t i = 0; i < settings; i++) {
		const struct setting *x = &setting[i];
		if (setting_is_effort(x))
			continue;
		buffer_print(b, "%s%s%s", x->option != NULL ? " --" : " ",
			     x->option != NULL ? x->option : "",
			     x->option != NULL && x->value != NULL ? "=" : "");
		if (x->value != NULL)
			escape_shell(b, x->value);
	}
}
