/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A shard as a file: which program and which command wrote it, from which inputs, which part of the
 * work it is, and the lines of its items; at the end a checksum of all that.
 */
#pragma once

#include "core/engine/shard/shard.h"
#include "core/options/command.h"
#include "core/options/options.h"
#include "readers/input.h"

/* One file. */
struct shard_file {
	struct input in;
	size_t number, count;
	struct slice call, inputs; /* lines of the file that all shards must have */
	struct shard_lines lines;
	/* how the command was called */
	const char *command;
	struct setting *setting;
	size_t settings, room;
	bool wrong, failed; /* that cannot be; memory ran out */
};

/* All files of one piece of work. */
struct shard_files {
	struct arena memory;
	struct shard_file *file; /* in the order of the command line */
	size_t count;
	struct shard_lines *lines; /* by number of the shard */
};

/*
 * Reads them. Shards of another version, of different calls or inputs, missing ones and doubled
 * ones are errors that name a file. On failure nothing is left to release.
 */
int shard_files_read(struct shard_files *f, const char *const *path, size_t count,
		     const char *version, struct err *e);
void shard_files_release(struct shard_files *f);

/*
 * Checks that the inputs that merge reads, or all inputs, are the files from which the shards were
 * made. If all are asked for, all must exist.
 */
int shard_files_check_inputs(const struct shard_files *f, const struct command_table *t, bool all,
			     struct err *e);

/* Of a request; NULL: the command has no shards. */
static inline struct shard *command_shard(const struct command *c, void *request)
{
	return c->table->shard != 0 ? (struct shard *)((char *)request + c->table->shard) : NULL;
}

/* With --shard a command does a part of the work. */
static inline bool command_is_part(const struct command *c, void *request)
{
	const struct shard *s = command_shard(c, request);
	return s != NULL && s->count > 0;
}

/* Does it, and writes a shard instead of the answer. */
int command_write_part(const struct command *c, void *request, const struct output *out,
		       struct err *e);
