/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <libdeflate.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/pages.h"
#include "readers/foreign.h"
#include "readers/input.h"
#include "readers/memory.h"

enum { CHUNK = 1 << 18, ROOM_FOR_END = INPUT_ZEROS };

static int cannot_read(struct err *e, const char *path)
{
	return err_io(e, "%.600s: cannot read: %s", path, strerror(errno));
}

/* Room for `more` bytes and the end mark; at least doubled, as growing moves what is there. */
static int reserve(struct input *in, size_t more, struct err *e)
{
	size_t wanted = in->size + more + ROOM_FOR_END;
	if (wanted <= in->capacity)
		return 0;
	if (wanted < 2 * in->capacity)
		wanted = 2 * in->capacity;
	char *bytes = in->bytes == NULL ? pages_reserve(wanted)
					: pages_grow(in->bytes, in->capacity, wanted);
	if (bytes == NULL)
		return err_memory(e);
	in->bytes = bytes;
	in->capacity = wanted;
	return 0;
}

/*
 * Room for `more` bytes to come, and for the mirror of all. The mirror begins with a page of its
 * own, whatever the size of a page, as the pages of a mapped file cannot be written to.
 */
static int reserve_with_mirror(struct input *in, size_t more, struct err *e)
{
	const size_t largest_page = 1 << 16;
	size_t size = in->size + more;
	in->mirror = (size + INPUT_ZEROS + largest_page - 1) / largest_page * largest_page;
	return reserve(in, more + in->mirror, e);
}

/* One read(), repeated if a signal cut it short; 0 at the end, -1 on failure. */
static ssize_t read_some(int fd, void *to, size_t room)
{
	ssize_t got;
	do
		got = read(fd, to, room);
	while (got < 0 && errno == EINTR);
	return got;
}

static int read_plain(struct input *in, int fd, struct err *e)
{
	for (;;) {
		if (reserve(in, CHUNK, e) < 0)
			return -1;
		size_t room = in->capacity - in->size - ROOM_FOR_END;
		ssize_t got = read_some(fd, in->bytes + in->size, room);
		if (got < 0)
			return cannot_read(e, in->path);
		if (got == 0)
			return 0;
		in->size += (size_t)got;
	}
}

static bool is_gzip(const struct input *in)
{
	const unsigned char *p = (const unsigned char *)in->bytes;
	return in->size >= 2 && p[0] == 0x1f && p[1] == 0x8b;
}

/*
 * How much room to make for unpacked gzip data. If it is one member, its last four bytes are the
 * size, modulo 2^32. They may be wrong, so the room is at most what a member of this length can
 * hold.
 */
static size_t unpacked_size(const struct input *packed)
{
	enum {
		MOST = 1032,
		USUAL = 4
	}; /* bytes that one packed byte becomes: at most, and of text */
	size_t said = 0;
	for (size_t i = 0; i < 4 && packed->size >= 4; i++)
		said |= (size_t)(unsigned char)packed->bytes[packed->size - 4 + i] << 8 * i;
	size_t most = packed->size * MOST, usual = packed->size * USUAL;
	return said > most ? most : said < usual ? usual : said;
}

/* One member behind what is there; `used` gets its length. */
static int unpack_member(struct input *in, struct libdeflate_decompressor *d, const char *from,
			 size_t length, size_t *used, struct err *e)
{
	for (;;) {
		size_t made, room = in->capacity - in->size - ROOM_FOR_END;
		switch (libdeflate_gzip_decompress_ex(d, from, length, in->bytes + in->size, room,
						      used, &made)) {
		case LIBDEFLATE_SUCCESS:
			in->size += made;
			return 0;
		case LIBDEFLATE_INSUFFICIENT_SPACE: /* once more from its beginning */
			if (reserve(in, 2 * room + CHUNK, e) < 0)
				return -1;
			break;
		default:
			return err_io(e, "%.600s: damaged or truncated gzip data", in->path);
		}
	}
}

/* All members; zeros behind one are padding. */
static int unpack(struct input *in, const struct input *packed, struct err *e)
{
	struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
	if (d == NULL)
		return err_memory(e);
	int result = reserve(in, unpacked_size(packed), e);
	for (size_t at = 0, used; at < packed->size && result == 0; at += used) {
		used = 1;
		if (at == 0 || packed->bytes[at] != 0)
			result = unpack_member(in, d, packed->bytes + at, packed->size - at, &used,
					       e);
	}
	libdeflate_free_decompressor(d);
	if (result == 0) /* the decompressor may have written beyond the last byte */
		memset(in->bytes + in->size, 0, ROOM_FOR_END);
	return result < 0 ? -1 : reserve_with_mirror(in, 0, e);
}

/*
 * A plain file, mapped over the first pages of a reservation that is a little longer: whether
 * or not the file ends with a page, what follows it is zero.
 */
static int map_file(struct input *in, int fd, off_t begin, size_t size, struct err *e)
{
	if (reserve_with_mirror(in, size, e) < 0)
		return -1;
	if (size > 0 &&
	    mmap(in->bytes, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, begin) == MAP_FAILED)
		return cannot_read(e, in->path);
	in->size = size;
	return 0;
}

static int read_descriptor(struct input *in, int fd, struct err *e)
{
	struct stat st;
	if (fstat(fd, &st) < 0)
		return cannot_read(e, in->path);
	if (S_ISDIR(st.st_mode))
		return err_io(e, "%.600s: cannot read: it is a directory", in->path);
	/* Standard input may be a file of which another program has read the beginning. */
	if (S_ISREG(st.st_mode) && st.st_size > 0 && input_maps_files &&
	    lseek(fd, 0, SEEK_CUR) == 0)
		return map_file(in, fd, 0, (size_t)st.st_size, e);
	return read_plain(in, fd, e) < 0 ? -1 : reserve_with_mirror(in, 0, e);
}

/* What was read is replaced by what it unpacks to. */
static int replace_unpacked(struct input *in, struct err *e)
{
	struct input packed = *in;
	*in = (struct input){ .path = packed.path };
	int result = unpack(in, &packed, e);
	input_release(&packed);
	return result;
}

static int read_file(struct input *in, const char *path, struct err *e)
{
	bool standard = strcmp(path, "-") == 0;
	*in = (struct input){ .path = standard ? "standard input" : path };
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return cannot_read(e, path);
	int result = read_descriptor(in, fd, e);
	if (!standard)
		close(fd);
	return result;
}

int input_read_records(struct input *in, const char *path, struct err *e)
{
	const struct memory_file *m = memory_file_find(path);
	*in = (struct input){ .path = path };
	if (m != NULL && m->records != NULL) {
		in->records = m->records;
		in->bytes = m->records->bytes;
		in->size = m->records->size;
		in->mirror = SIZE_MAX; /* behind all places */
		return 0;
	}
	int result =
		m != NULL ? map_file(in, m->file, m->begin, m->size, e) : read_file(in, path, e);
	if (result == 0 && is_gzip(in))
		result = replace_unpacked(in, e);
	if (result == 0)
		result = foreign_refuse(in->path, (struct slice){ in->bytes, in->size }, e);
	if (result < 0)
		input_release(in);
	return result;
}

int input_read(struct input *in, const char *path, struct err *e)
{
	if (input_read_records(in, path, e) < 0)
		return -1;
	if (in->records == NULL)
		return 0;
	input_release(in);
	return err_usage(e, "%.600s: records in memory can be judgments or runs, but not this",
			 path);
}

int input_from_bytes(struct input *in, const char *path, const void *bytes, size_t size,
		     struct err *e)
{
	*in = (struct input){ .path = path };
	if (reserve_with_mirror(in, size, e) < 0)
		return -1;
	if (size > 0)
		memcpy(in->bytes, bytes, size);
	in->size = size;
	return 0;
}

void input_release(struct input *in)
{
	if (in->records == NULL)
		pages_release(in->bytes, in->capacity);
	in->bytes = NULL;
	in->records = NULL;
	in->size = in->capacity = 0;
}

void input_forget(struct input *in, size_t from, size_t to)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t first = (from + page - 1) / page * page, end = to / page * page;
	if (end > first && in->records == NULL &&
	    madvise(in->bytes + first, end - first, MADV_DONTNEED) == 0)
		in->partial = true;
}

/* The same place in the file, which is read again for an error message. */
static uint64_t line_in_file(const struct input *in, size_t place)
{
	struct input whole;
	struct err ignored = { 0 };
	if (input_read(&whole, in->path, &ignored) < 0)
		return 0;
	uint64_t line = place < whole.capacity ? input_line(&whole, whole.bytes + place) : 0;
	input_release(&whole);
	return line;
}

uint64_t input_line(const struct input *in, const char *at)
{
	uint64_t line = 1;
	if (in->records != NULL)
		return given_records_number(in->records, (size_t)(at - in->bytes));
	if (in->partial)
		return line_in_file(in, (size_t)(at - in->bytes));
	if (at >= in->bytes + in->mirror)
		at -= in->mirror;
	for (const char *p = in->bytes; (p = memchr(p, '\n', (size_t)(at - p))) != NULL; p++)
		line++;
	return line;
}
