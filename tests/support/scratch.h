/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that a test writes. They are in the folder TMPDIR, which run_tests.sh makes for each
 * program of tests and removes after it.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>

enum { SCRATCH_ROOM = 4096 };

/* A path for mkstemp or mkdtemp: "NAME.XXXXXX" in that folder. */
static inline char *scratch_path(char path[SCRATCH_ROOM], const char *name)
{
	const char *folder = getenv("TMPDIR");
	snprintf(path, SCRATCH_ROOM, "%s/%s.XXXXXX", folder != NULL ? folder : "/tmp", name);
	return path;
}
