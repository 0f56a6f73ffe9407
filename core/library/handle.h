/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A handle from the inside: what the files of this folder share.
 */
#pragma once

#include <locale.h>
#include <stdatomic.h>

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "core/base/warnings.h"
#include "core/library/strat_eval.h"
#include "core/options/command.h"
#include "core/output/score_lines.h"
#include "measures/measure.h"
#include "readers/memory.h"

#define PUBLIC __attribute__((visibility("default")))

/* Records that the caller gives, and the handle that they belong to. */
struct strat_eval_records {
	struct strat_eval *owner;
	struct given_records records;
	const char *path;
};

/* What a caller gets as a row, whose size stays, and what it has to ask for. */
struct kept_row {
	struct strat_eval_row given;
	const char *asked;
};

/* Rows of a run, or of a comparison. */
struct block {
	struct arena memory;
	struct kept_row *row;
	size_t count, room;
	const char *shared[9];	/* texts that many rows have: the last copy of each kind */
	size_t period;		/* rows of the first topic; 0: not known yet */
	const char *other_name; /* of its run, if another has the same; NULL: none */
};

/* A measure of the caller's. */
enum { OWN_MAX = 8 };

struct own_measure {
	strat_eval_score score;
	void *context;
};

struct strat_eval {
	const struct command *command;
	locale_t locale;
	struct arena memory; /* of settings */
	struct setting *setting;
	size_t settings;
	/* what is in memory, and its bytes, or NULL */
	struct memory_files memory_files;
	struct system_bytes *bytes;
	struct strat_eval_records **records;
	size_t records_count;
	struct own_measure own[OWN_MAX];
	struct measure own_family[OWN_MAX + 1]; /* ended by MEASURES_END */
	size_t own_count;
	atomic_bool stopped;
	/* from one answer to the next, until something is set */
	struct kept kept;
	void *request;	/* NULL: it is filled anew */
	bool formatted; /* text is wanted */
	bool obeys;	/* the settings were found to keep the rules of the command */
	/* the answer */
	struct block *block;
	size_t blocks, blocks_made, blocks_room, next_block, next_row;
	struct buffer text;
	struct buffer said[2]; /* sentences for a report, and notes */
	struct warnings warnings;
	struct warnings notes; /* about former names of options */
	struct err err;
};

/* A copy that lives as long as the handle; NULL with the handle's error filled. */
static inline const char *handle_text(struct strat_eval *s, const char *text)
{
	const char *own = arena_copy(&s->memory, slice_of(text));
	if (own == NULL)
		err_memory(&s->err);
	return own;
}

/* Releases what is in memory. */
void handle_forget_memory(struct strat_eval *s);

/* For struct output: makes room for blocks of rows, and takes a value with what is said of it. */
bool handle_expect_blocks(void *context, size_t blocks);
bool handle_take_record(void *context, size_t block, const struct score_line *l);

/* When all rows are there: runs of one name get their other ones. */
int handle_tell_apart(struct strat_eval *s, struct err *e);
