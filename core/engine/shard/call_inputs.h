/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that a call reads: shards, pages and manifests name them with their checksums.
 */
#pragma once

#include "core/base/output.h"
#include "readers/checksum.h"

/* Gets a path. */
typedef int input_taken(void *context, const char *path, const struct checksum *x, struct err *e);

/* The arguments, `words` of them at most, then files of options, as they were typed; not those that
 * are written, and no words that name no file, as runs of a table. */
int inputs_each(const struct answered *asked, size_t words, input_taken *take, void *context,
		struct err *e);

/* "--name=value", a file without its folder. */
void setting_text(struct buffer *b, const struct setting *s);
