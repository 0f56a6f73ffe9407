/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/shard/shard_file.h"
#include "core/engine/shard/sharded.h"

/* The answer of a part of the work would be wrong, so it goes nowhere. */
static int write_nothing(void *context, const char *text, size_t length, struct err *e)
{
	(void)context;
	(void)text;
	(void)length;
	(void)e;
	return 0;
}

static void warn_nothing(void *context, const char *line)
{
	(void)context;
	(void)line;
}

static int write_shard(const struct command *c, void *request, struct shard *s,
		       const struct shard_call *call, const struct output *out, struct err *e)
{
	const struct output nowhere = { .write = write_nothing,
					.warn = warn_nothing,
					.progress = out->progress };
	struct buffer inputs = { 0 }, text = { 0 };
	int result = shard_inputs(call, SIZE_MAX, &inputs, e);
	if (result == 0)
		result = c->run(request, &nowhere, e);
	if (result == 0)
		shard_file_write(&text, PROGRAM_VERSION, call, &inputs, s);
	result = output_finish(out, &text, result, e);
	buffer_release(&s->text);
	buffer_release(&inputs);
	return result;
}

struct shard *command_shard(const struct command *c, void *request)
{
	return c->table->shard != 0 ? (struct shard *)((char *)request + c->table->shard) : NULL;
}

int command_answer(const struct command *c, void *request, const struct setting *setting,
		   size_t settings, const struct output *out, struct err *e)
{
	const struct shard_call call = { c->table, setting, settings };
	struct shard *s = command_shard(c, request);
	return s == NULL || s->count == 0 ? c->run(request, out, e)
					  : write_shard(c, request, s, &call, out, e);
}
