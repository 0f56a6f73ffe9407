#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "core/base/pages.h"
#include "readers/input.h"

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

/* One read(), repeated where a signal cut it short; 0 at the end, -1 on failure. */
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

/* Inflates what stands in `z` into the input; Z_OK, Z_STREAM_END or an error of zlib. */
static int inflate_some(struct input *in, z_stream *z, struct err *e)
{
	int status = Z_OK;
	while (status == Z_OK && z->avail_in > 0) {
		if (reserve(in, 4 * CHUNK, e) < 0)
			return Z_MEM_ERROR;
		size_t room = in->capacity - in->size - ROOM_FOR_END;
		z->avail_out = room > 1U << 30 ? 1U << 30 : (unsigned)room;
		unsigned before = z->avail_out;
		z->next_out = (unsigned char *)in->bytes + in->size;
		status = inflate(z, Z_NO_FLUSH);
		in->size += before - z->avail_out;
	}
	return status;
}

/*
 * The stream must end with the check sum of its last member: zlib's gzread() would take a file cut
 * in half for a short one. `have` bytes of it stand in `chunk` already.
 */
static int read_gzip(struct input *in, int fd, unsigned char *chunk, size_t have, struct err *e)
{
	z_stream z = { 0 };
	const int gzip_only = 16 + MAX_WBITS;
	if (inflateInit2(&z, gzip_only) != Z_OK)
		return err_memory(e);
	int status = Z_OK, result = 0;
	ssize_t got = (ssize_t)have;
	while (got > 0 && result == 0) {
		z.next_in = chunk;
		z.avail_in = (unsigned)got;
		while (z.avail_in > 0 && result == 0) {
			if (status == Z_STREAM_END) { /* another member follows, or padding */
				if (*z.next_in == 0) {
					z.next_in++;
					z.avail_in--;
					continue;
				}
				inflateReset(&z);
				status = Z_OK;
			}
			status = inflate_some(in, &z, e);
			if (status == Z_BUF_ERROR)
				status = Z_OK;
			if (status == Z_MEM_ERROR)
				result = err_memory(e);
			else if (status != Z_OK && status != Z_STREAM_END)
				result = err_io(e, "%.600s: damaged gzip data: %s", in->path,
						z.msg != NULL ? z.msg : "unknown format");
		}
		if (result == 0) {
			got = read_some(fd, chunk, CHUNK);
			if (got < 0)
				result = cannot_read(e, in->path);
		}
	}
	inflateEnd(&z);
	if (result == 0 && status != Z_STREAM_END)
		result = err_io(e, "%.600s: truncated gzip data", in->path);
	return result;
}

/*
 * A plain file, mapped over the first pages of a reservation that is a little longer: whether
 * or not the file ends with a page, what follows it is zero.
 */
static int map_file(struct input *in, int fd, size_t size, struct err *e)
{
	if (reserve_with_mirror(in, size, e) < 0)
		return -1;
	if (mmap(in->bytes, size, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_POPULATE, fd, 0) ==
	    MAP_FAILED)
		return cannot_read(e, in->path);
	in->size = size;
	return 0;
}

/* Whether mapping is safe: the program handles the signal, or the file cannot be shortened. */
static bool may_map(int fd)
{
	int seals = input_maps_files ? 0 : fcntl(fd, F_GET_SEALS);
	return input_maps_files || (seals >= 0 && (seals & F_SEAL_SHRINK) != 0);
}

/* A pipe, or a gzip file: `have` bytes have been read into `chunk` already. */
static int read_stream(struct input *in, int fd, unsigned char *chunk, size_t have, struct err *e)
{
	int result;
	if (have >= 2 && chunk[0] == 0x1f && chunk[1] == 0x8b) {
		result = read_gzip(in, fd, chunk, have, e);
	} else {
		if (reserve(in, have, e) < 0)
			return -1;
		memcpy(in->bytes, chunk, have);
		in->size = have;
		result = read_plain(in, fd, e);
	}
	return result < 0 ? -1 : reserve_with_mirror(in, 0, e);
}

static int read_descriptor(struct input *in, int fd, struct err *e)
{
	struct stat st;
	if (fstat(fd, &st) < 0)
		return cannot_read(e, in->path);
	if (S_ISDIR(st.st_mode))
		return err_io(e, "%.600s: cannot read: it is a directory", in->path);
	unsigned char *chunk = malloc(CHUNK);
	if (chunk == NULL)
		return err_memory(e);
	size_t have = 0;
	ssize_t got = 1;
	while (got > 0 && have < 2) { /* a pipe may give a single byte */
		got = read_some(fd, chunk + have, 2 - have);
		have += got > 0 ? (size_t)got : 0;
	}
	bool gzip = have == 2 && chunk[0] == 0x1f && chunk[1] == 0x8b;
	/* Standard input may be a file that somebody has read the beginning of. */
	bool whole = S_ISREG(st.st_mode) && st.st_size > 0 && !gzip && may_map(fd) &&
		     lseek(fd, 0, SEEK_CUR) == (off_t)have;
	int result = got < 0 ? cannot_read(e, in->path)
		     : whole ? map_file(in, fd, (size_t)st.st_size, e)
			     : read_stream(in, fd, chunk, have, e);
	free(chunk);
	return result;
}

int input_read(struct input *in, const char *path, struct err *e)
{
	bool standard = strcmp(path, "-") == 0;
	*in = (struct input){ .path = standard ? "standard input" : path };
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return cannot_read(e, path);
	int result = read_descriptor(in, fd, e);
	if (!standard)
		close(fd);
	if (result < 0)
		input_release(in);
	return result;
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
	pages_release(in->bytes, in->capacity);
	in->bytes = NULL;
	in->size = in->capacity = 0;
}

uint64_t input_line(const struct input *in, const char *at)
{
	uint64_t line = 1;
	if (at >= in->bytes + in->mirror)
		at -= in->mirror;
	for (const char *p = in->bytes; (p = memchr(p, '\n', (size_t)(at - p))) != NULL; p++)
		line++;
	return line;
}
