/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that a call reads: shards, pages and manifests name them with their checksums.
 */
#pragma once

#include "core/base/output.h"
#include "readers/checksum.h"

/* Gets a path. It may be no file, as the name of a run in a table: then `x->is_file` is false. */
typedef int input_taken(void *context, const char *path, const struct checksum *x, struct err *e);

/* The arguments, `words` of them at most, then files of options, as they were typed; not those that
 * are written. */
int inputs_each(const struct answered *asked, size_t words, input_taken *take, void *context,
		struct err *e);

/* What answers call it, without its folder; NULL: it is no file, but the name of a run in a table.
 */
const char *input_name(const char *path, const struct checksum *x);

/* "--name=value", a file without its folder. */
void setting_text(struct buffer *b, const struct setting *s);
