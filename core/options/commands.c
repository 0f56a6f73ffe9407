/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/escape.h"
#include "core/commands/plan/plan.h"

static const struct command *const commands[] = {
	&command_evaluate, &command_compare,  &command_agree,
	&command_merge,	   &command_sample,   &command_simulate,
	&command_stop,	   &command_validate, NULL
};

void commands_list(struct buffer *b)
{
	static const char form[] = "  %-8s  %s\n";
	for (size_t i = 0; commands[i] != NULL; i++)
		if (commands[i] != &command_evaluate)
			buffer_print(b, form, commands[i]->table->name,
				     commands[i]->table->summary);
	buffer_print(b, form, "plan", "answer what is asked before judgments are paid for");
	buffer_print(b, form, "help", "print this list, or tell about a command or a measure");
}

void commands_try(struct nearest *n)
{
	for (size_t i = 0; commands[i] != NULL; i++)
		nearest_try(n, slice_of(commands[i]->table->name));
	nearest_try(n, slice_of("plan"));
	nearest_try(n, slice_of("help"));
}

static const struct command *find(const struct command *const *list, const char *name)
{
	while (*list != NULL && strcmp((*list)->table->name, name) != 0)
		list++;
	return *list;
}

const struct command *command_find(const char *name)
{
	const struct command *c = find(commands, name);
	return c != NULL ? c : find(plan_questions, name);
}

void command_line(struct buffer *b, const struct command_table *t, const struct setting *setting,
		  size_t settings)
{
	buffer_print(b, PROGRAM_NAME "%s%s", t->name[0] != '\0' ? " " : "", t->name);
	for (size_t i = 0; i < settings; i++) {
		const struct setting *x = &setting[i];
		if (x->option != NULL &&
		    (strcmp(x->option, "jobs") == 0 || strcmp(x->option, "shard") == 0))
			continue;
		buffer_print(b, "%s%s%s", x->option != NULL ? " --" : " ",
			     x->option != NULL ? x->option : "",
			     x->option != NULL && x->value != NULL ? "=" : "");
		if (x->value != NULL)
			escape_shell(b, x->value);
	}
}
