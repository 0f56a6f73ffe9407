/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether two files are the same: their sizes, and the XXH64 of their bytes as they are stored.
 */
#pragma once

#include "core/base/err.h"

struct checksum {
	uint64_t size, hash;
	bool is_file; /* a file, which can be read again; else size and hash are 0 */
	bool once;    /* something that can be read only once, such as a pipe */
};

/* Reads a file. A missing file is no error here: the code that needs it says so. */
int checksum_of(const char *path, struct checksum *x, struct err *e);
