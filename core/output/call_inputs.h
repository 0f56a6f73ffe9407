/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that a call reads: shards, pages and manifests name them with their checksums.
 */
#pragma once

#include "core/base/err.h"
#include "core/base/output.h"

/*
 * Whether two files are the same: their sizes, and the XXH64 of their bytes as they are stored.
 */

struct checksum {
	uint64_t size, hash;
	bool is_file; /* a file, which can be read again; else size and hash are 0 */
	bool once;    /* something that can be read only once, such as a pipe */
};

/* Reads a file. A missing file is no error here: the code that needs it says so. */
int checksum_of(const char *path, struct checksum *x, struct err *e);

/* Gets a path. */
typedef int input_taken(void *context, const char *path, const struct checksum *x, struct err *e);

/* The arguments, `words` of them at most, then files of options, as they were typed; not those that
 * are written, and no words that name no file, as runs of a table. */
int inputs_each(const struct answered *asked, size_t words, input_taken *take, void *context,
		struct err *e);

/* "--name=value", a file without its folder. */
void setting_text(struct buffer *b, const struct setting *s);
