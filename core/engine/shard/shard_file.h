/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A shard as a file: which program and which command wrote it, from which inputs, which part of the
 * work it is, and the lines of its items; at the end a checksum of all that.
 */
#pragma once

#include "core/engine/shard/shard.h"
#include "core/options/options.h"
#include "readers/input.h"

/* How a command was called. Neither --shard nor --jobs is part of it. */
struct shard_call {
	const struct command_table *table;
	const struct setting *setting;
	size_t settings;
};

/*
 * Adds a line with the checksum of each input. Of the words of the command, the first `words` are
 * inputs.
 * An input that can be read only once is an error.
 */
int shard_inputs(const struct shard_call *c, size_t words, struct buffer *to, struct err *e);

/* The whole file of a shard whose lines are written. `inputs` are those of shard_inputs(). */
void shard_file_write(struct buffer *to, const char *version, const struct shard_call *c,
		      const struct buffer *inputs, const struct shard *s);

/* One file. */
struct shard_file {
	struct input in;
	size_t number, count;
	struct slice call, inputs; /* lines of the file that all shards must have */
	struct shard_lines lines;
};

/* All files of one piece of work. */
struct shard_files {
	struct arena memory;
	struct shard_file *file; /* in the order of the command line */
	size_t count;
	struct shard_lines *lines; /* by number of the shard */
	/* how the command was called */
	const char *command;
	struct setting *setting;
	size_t settings;
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
