/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A shard as a file. The first line, its head, says which program and which command wrote it, from
 * which inputs, and which part of the work it is; then come the lines of its items, and at the end
 * a checksum of all that.
 */
#pragma once

#include "core/engine/shard/shard.h"
#include "core/options/command.h"
#include "core/options/options.h"
#include "readers/input.h"

/* A file that the command reads: its path, and its size and checksum as a text. */
struct shard_input {
	const char *path, *sum;
};

struct shard_head {
	const char *version, *command;
	size_t number, count;	 /* the number is from 1 */
	struct setting *setting; /* how the command was called */
	size_t settings;
	struct slice call; /* command and settings as they are written */
	struct shard_input *input;
	size_t inputs;
	struct arena memory; /* of a head that is made here */
};

/* All files of one piece of work. */
struct shard_files {
	struct arena memory;
	struct input *in; /* in the order of the command line */
	size_t count;
	struct shard_head head;	   /* of the first */
	struct shard_lines *lines; /* of items, by number of the shard */
};

/*
 * Reads them. Shards of another version, of different calls or inputs, missing ones and doubled
 * ones are errors that name a file. On failure nothing is left to release.
 */
int shard_files_read(struct shard_files *f, const char *const *path, size_t count, struct err *e);
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
	return s != NULL && shard_writes(s);
}

/* Does it, and writes a shard instead of the answer. */
int command_write_part(const struct command *c, void *request, const struct output *out,
		       struct err *e);
