/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that options ask for. They are written beside their place and renamed, so that there is the
 * whole file or the one before; and a file of another kind, such as judgments, is not overwritten.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/base/err.h"

/*
 * May the file be written? Yes if there is none, if it is empty or no regular file, or if it begins
 * with one of `begins`, ended by NULL. `option` and `kind` are for the message: "--plot", "a
 * picture"; `instead` ends it: what to do.
 */
int new_file_check(const char *path, const char *const *begins, const char *option,
		   const char *kind, const char *instead, struct err *e);

/* `what` is for the message: "the plot". */
int new_file_write(const char *path, const struct buffer *b, const char *what, struct err *e);
