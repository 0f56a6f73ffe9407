/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/shard/shard_file.h"
#include "core/stats/coverage/scenario.h"
#include "readers/checksum.h"

static int add_file(const char *path, struct buffer *to, struct err *e)
{
	struct checksum x;
	if (checksum_of(path, &x, e) < 0)
		return -1;
	if (is_stdin(path) || x.once)
		return err_usage(e,
				 "--shard: '%.200s' can be read only once, but each shard reads "
				 "it, and merge again: name a file",
				 path);
	if (!x.is_file)
		return 0;
	buffer_print(to, "input");
	struct shard_line l = { .to = to };
	shard_text(&l, &path);
	buffer_print(to, "\t%llu\t%016llx", (unsigned long long)x.size, (unsigned long long)x.hash);
	return shard_line_end(&l, e);
}

/* Names with commas between, of scenarios or files. */
static int add_scenarios(const char *names, struct buffer *to, struct err *e)
{
	int result = 0;
	struct slice item;
	while (result == 0 && next_item(&names, &item)) {
		char *name = strndup(item.at, item.length);
		if (name == NULL)
			return err_memory(e);
		if (scenario_find(name) == NULL)
			result = add_file(name, to, e);
		free(name);
	}
	return result;
}

static int add_option(const struct command_table *t, const struct setting *x, struct buffer *to,
		      struct err *e)
{
	struct option_place p;
	if (option_find(t, x->option, &p, e) < 0)
		return -1;
	const char *name = p.option->name != NULL ? p.option->name : "";
	if (strcmp(name, "scenario") == 0)
		return add_scenarios(x->value, to, e);
	bool file = p.option->type == OPTION_FILE || p.option->type == OPTION_FILES;
	return file && strcmp(name, "plot") != 0 ? add_file(x->value, to, e) : 0;
}

int shard_inputs(const struct shard_call *c, size_t words, struct buffer *to, struct err *e)
{
	size_t word = 0;
	int result = 0;
	for (size_t i = 0; i < c->settings && result == 0; i++) {
		const struct setting *x = &c->setting[i];
		if (x->option != NULL)
			result = add_option(c->table, x, to, e);
		else if (word++ < words)
			result = add_file(x->value, to, e);
	}
	return result;
}
