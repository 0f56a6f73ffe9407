/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * xxHash is compiled in, here and in core/output/call_inputs.c alone: its header takes
 * longer than most files of the program.
 */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/base/hash.h"

uint64_t hash_lasting(const void *bytes, size_t length, uint64_t seed)
{
	return XXH64(bytes, length, seed);
}

unsigned hash_version(void)
{
	return XXH_versionNumber();
}
