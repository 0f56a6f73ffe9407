/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/plan/plan.h"

static const struct command *const commands[] = { &command_evaluate,
						  &command_compare,
						  &command_sample,
						  &command_simulate,
						  &command_stop,
						  &command_validate,
						  NULL };

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
