/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/base/hash.h"
#include "core/base/system.h"
#include "readers/checksum.h"
#include "readers/memory.h"

static int add_bytes(int file, const char *path, struct checksum *x, struct err *e)
{
	char bytes[1 << 13];
	XXH64_state_t state;
	ptrdiff_t got;
	XXH64_reset(&state, 0);
	while ((got = system_read(file, bytes, sizeof bytes)) != 0) {
		if (got < 0)
			return err_io(e, "%.600s: cannot read: %s", path, strerror(errno));
		XXH64_update(&state, bytes, (size_t)got);
		x->size += (uint64_t)got;
	}
	x->hash = XXH64_digest(&state);
	return 0;
}

/* Bytes in memory. */
static int memory_checksum(const struct memory_file *m, struct checksum *x, struct err *e)
{
	if (m->file != NULL)
		return checksum_of(m->file, x, e);
	if (m->records != NULL)
		return 0;
	void *bytes = system_pages(m->size + 1);
	if (bytes == NULL)
		return err_memory(e);
	if (system_bytes_map(m->bytes, m->begin, m->size, bytes) < 0) {
		system_pages_release(bytes, m->size + 1);
		return err_memory(e);
	}
	*x = (struct checksum){ .is_file = true,
				.size = m->size,
				.hash = hash_lasting(bytes, m->size, 0) };
	system_pages_release(bytes, m->size + 1);
	return 0;
}

int checksum_of(const char *path, struct checksum *x, struct err *e)
{
	const struct memory_file *m = memory_file_find(path);
	*x = (struct checksum){ 0 };
	if (m != NULL)
		return memory_checksum(m, x, e);
	enum system_kind kind = system_look(path, NULL);
	x->once = kind == SYSTEM_SPECIAL;
	int file = kind == SYSTEM_FILE ? system_open(path) : -1;
	if (file < 0)
		return 0;
	x->is_file = true;
	int result = add_bytes(file, path, x, e);
	system_close(file);
	return result;
}
