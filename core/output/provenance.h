/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where an answer comes from: the version, the command with its options, and the files that were
 * read, with their sizes and XXH64, without their folders. A page lists them, and for programs they
 * are one JSON object: --provenance puts it before an answer in csv (as a comment) and jsonl,
 * --manifest=FILE beside any.
 */
#pragma once

#include "core/base/output.h"
#include "core/options/options.h"
#include "readers/checksum.h"

/* Gets each file that was read; its name has no folder. */
typedef void input_taken(void *context, const char *name, const struct checksum *x);

/* The arguments, of which the first `words` are files (0: all), then files of options, then `file`,
 * which may be NULL. Files that are written are passed over. */
int inputs_each(const struct answered *asked, size_t words, const char *file, input_taken *take,
		void *context, struct err *e);

/* Around a call of a command, whose answer goes to `out`; begun and ended in any case. */
struct provenance {
	struct output out;
	const struct output *to;
	struct buffer text; /* empty: it is not asked for */
	const char *before; /* the answer; NULL: nothing, or it is written */
	const char *manifest;
};

int provenance_begin(struct provenance *p, const struct setting *setting, size_t settings,
		     const struct output *to, struct err *e);
/* Returns `result`, or -1. */
int provenance_end(struct provenance *p, int result, struct err *e);
