/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/hash.h"
#include "readers/checksum.h"
#include "readers/memory.h"

static int add_bytes(int fd, const char *path, struct checksum *x, struct err *e)
{
	char bytes[1 << 13];
	XXH64_state_t state;
	ssize_t got;
	XXH64_reset(&state, 0);
	while ((got = read(fd, bytes, sizeof bytes)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
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
	if (m->records != NULL)
		return 0;
	void *bytes =
		m->size > 0 ? mmap(NULL, m->size, PROT_READ, MAP_PRIVATE, m->file, m->begin) : NULL;
	if (bytes == MAP_FAILED)
		return err_memory(e);
	*x = (struct checksum){ .is_file = true,
				.size = m->size,
				.hash = XXH64(bytes, m->size, 0) };
	if (bytes != NULL)
		munmap(bytes, m->size);
	return 0;
}

int checksum_of(const char *path, struct checksum *x, struct err *e)
{
	struct stat st;
	const struct memory_file *m = memory_file_find(path);
	*x = (struct checksum){ 0 };
	if (m != NULL)
		return memory_checksum(m, x, e);
	if (stat(path, &st) < 0)
		return 0;
	x->once = !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
	if (!S_ISREG(st.st_mode))
		return 0;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	x->is_file = true;
	int result = add_bytes(fd, path, x, e);
	close(fd);
	return result;
}
