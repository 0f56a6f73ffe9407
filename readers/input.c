/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <errno.h>
#include <libdeflate.h>

#include "core/base/pages.h"
#include "core/base/system.h"
#include "readers/input.h"
#include "readers/memory.h"
#include "readers/load_file.h"
#include "readers/workbook.h"

/* ---- files of other programs that are no text, told by their first bytes ---- */

/* The first bytes of a kind of file, and the command that unpacks it, or what to do instead. */
struct kind {
	const char *name;
	const char *begins;
	size_t length, at;
	const char *unpack; /* NULL: `instead` */
	const char *instead;
};

#define BYTES(text) text, sizeof text - 1

/* What opens a spreadsheet can write CSV. */
static const char save_as[] = "save it as .xlsx or CSV (UTF-8) and give that file";

static const struct kind kinds[] = {
	{ "a file packed by zstd", BYTES("\x28\xb5\x2f\xfd"), 0, "zstd -dc", NULL },
	{ "a file packed by xz",
	  BYTES("\xfd"
		"7zXZ\0"),
	  0, "xz -dc", NULL },
	{ "a file packed by bzip2", BYTES("1AY&SY"), 4, "bzip2 -dc", NULL },
	{ "a file packed by lz4", BYTES("\x04\x22\x4d\x18"), 0, "lz4 -dc", NULL },
	{ "a 7z archive", BYTES("7z\xbc\xaf\x27\x1c"), 0, "7z x -so", NULL },
	{ "a tar archive", BYTES("ustar"), 257, "tar -xOf", NULL },
	{ "an old Excel file (.xls), or a workbook with a password",
	  BYTES("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), 0, NULL,
	  "save it without a password as .xlsx or CSV (UTF-8), and give that file" },
	{ "a PDF file", BYTES("%PDF-"), 0, NULL, "give the table in it as CSV" },
};

static bool has_at(const struct input *in, size_t at, const char *bytes, size_t length)
{
	return in->size >= at + length && memcmp(in->bytes + at, bytes, length) == 0;
}

static int refuse_packed(const struct input *in, const char *what, const char *unpack,
			 struct err *e)
{
	if (strcmp(in->path, "standard input") == 0)
		return err_data(e,
				"standard input: %s: unpack it first, as in %s FILE | "
				"strat_eval ...",
				what, unpack);
	return err_data(e, "%.300s: %s: type <(%s %.300s) in its place", in->path, what, unpack,
			in->path);
}

/* Office files are zip archives, whose first names tell. Workbooks are read before this. */
static int refuse_zip(const struct input *in, struct err *e)
{
	size_t length = in->size < 4096 ? in->size : 4096;
	bool office = memmem(in->bytes, length, "[Content_Types].xml", 19) != NULL;
	bool open = memmem(in->bytes, length, "opendocument.spreadsheet", 24) != NULL;
	if (office || open)
		return err_data(e, "%.600s: %s: %s", in->path,
				open ? "an OpenDocument spreadsheet"
				     : "an Office file that is no workbook, or is cut off",
				save_as);
	return refuse_packed(in, "a zip archive", "unzip -p", e);
}

/* The letters that begin a file of columns may begin a text, too, but not with such a byte behind
 * them. */
static bool is_table(const struct input *in, const char *letters, size_t length)
{
	if (!has_at(in, 0, letters, length) || in->size == length)
		return false;
	unsigned char next = (unsigned char)in->bytes[length];
	return next < ' ' && (next < '\t' || next > '\r');
}

static int refuse_table(const struct input *in, const char *what, const char *kind, struct err *e)
{
	return err_data(e,
			"%.300s: %s: write it as CSV, as in python3 -c \"import pandas; "
			"pandas.read_%s('%.300s').to_csv('table.csv', index=False)\"",
			in->path, what, kind, in->path);
}

/* An error that says what the file is and what to type instead; 0: it may be text. */
static int foreign_refuse(const struct input *in, struct err *e)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		const struct kind *k = &kinds[i];
		if (!has_at(in, k->at, k->begins, k->length) ||
		    (k->at == 4 && !has_at(in, 0, "BZh", 3)))
			continue;
		return k->unpack != NULL
			       ? refuse_packed(in, k->name, k->unpack, e)
			       : err_data(e, "%.600s: %s: %s", in->path, k->name, k->instead);
	}
	if (zip_begins((struct slice){ in->bytes, in->size }))
		return refuse_zip(in, e);
	if (is_table(in, "PAR1", 4))
		return refuse_table(in, "a Parquet file", "parquet", e);
	if (is_table(in, "ARROW1", 6))
		return refuse_table(in, "an Arrow file", "feather", e);
	return 0;
}

/* ---- input ---- */

/* Readers look at 64 bytes at once, from any byte on, and a NUL ends the last line. */
enum { INPUT_ZEROS = 64 };

enum { CHUNK = 1 << 18, ROOM_FOR_END = INPUT_ZEROS };

static int cannot_read(struct err *e, const char *path)
{
	return err_io(e, "%.600s: cannot read: %s", path, strerror(errno));
}

/* Room for `more` bytes and the end mark; at least doubled, as growing moves what is there. */
static int reserve(struct input *in, size_t more, struct err *e)
{
	if (more > SIZE_MAX / 2 - in->size - ROOM_FOR_END)
		return err_memory(e);
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
	if (in->size > SIZE_MAX / 4 || more > SIZE_MAX / 4)
		return err_memory(e);
	size_t size = in->size + more;
	in->mirror = (size + INPUT_ZEROS + largest_page - 1) / largest_page * largest_page;
	return reserve(in, more + in->mirror, e);
}

static int read_plain(struct input *in, int file, struct err *e)
{
	for (;;) {
		if (reserve(in, CHUNK, e) < 0)
			return -1;
		size_t room = in->capacity - in->size - ROOM_FOR_END;
		ptrdiff_t got = system_read(file, in->bytes + in->size, room);
		if (got < 0)
			return cannot_read(e, in->path);
		if (got == 0)
			return 0;
		in->size += (size_t)got;
	}
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
	uint64_t said = 0, length = packed->size;
	for (size_t i = 0; i < 4 && length >= 4; i++)
		said |= (uint64_t)(unsigned char)packed->bytes[length - 4 + i] << 8 * i;
	said = said > length * MOST ? length * MOST : said < length * USUAL ? length * USUAL : said;
	return said < SIZE_MAX ? (size_t)said : SIZE_MAX;
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
			if (reserve(in, room + CHUNK, e) < 0)
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
 * A plain file, or one of the host, mapped over the first pages of a reservation that is a little
 * longer: whether or not the file ends with a page, what follows it is zero.
 */
static int map_file(struct input *in, int file, const struct memory_file *m, size_t size,
		    struct err *e)
{
	if (reserve_with_mirror(in, size, e) < 0)
		return -1;
	if ((m != NULL ? system_bytes_map(m->bytes, m->begin, size, in->bytes)
		       : system_map(file, size, in->bytes)) < 0)
		return cannot_read(e, in->path);
	in->size = size;
	return 0;
}

static int read_open(struct input *in, int file, struct err *e)
{
	uint64_t size;
	enum system_kind kind = system_look_open(file, &size);
	if (kind == SYSTEM_NOTHING)
		return cannot_read(e, in->path);
	if (kind == SYSTEM_FOLDER)
		return err_io(e, "%.600s: cannot read: it is a directory", in->path);
	if (size > SIZE_MAX)
		return err_memory(e);
	if (kind == SYSTEM_FILE && size > 0 && input_maps_files)
		return map_file(in, file, NULL, (size_t)size, e);
	return read_plain(in, file, e) < 0 ? -1 : reserve_with_mirror(in, 0, e);
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
	int file = standard ? SYSTEM_INPUT : system_open(path);
	if (file < 0)
		return cannot_read(e, path);
	int result = read_open(in, file, e);
	if (!standard)
		system_close(file);
	return result;
}

const char *shown_path(const char *path)
{
	const struct memory_file *m = memory_file_find(path);
	return m != NULL ? m->name : path;
}

const char *given_run_name(const char *path)
{
	const struct memory_file *m = memory_file_find(path);
	return m != NULL && !m->tag_first ? m->run : NULL;
}

const char *shown_file_name(const char *path)
{
	const char *shown = shown_path(path), *name = name_in_folder(shown);
	return name[0] != '\0' ? name : shown;
}

static int32_t utf16_unit(const struct input *in, size_t at, bool big)
{
	const unsigned char *p = (const unsigned char *)in->bytes + at;
	return p[!big] << 8 | p[big];
}

/* Appends the character at `*at`, which moves behind it. False: half of one. */
static bool add_utf16(struct input *to, const struct input *from, size_t *at, bool big)
{
	int32_t c = utf16_unit(from, *at, big), low = utf16_unit(from, *at + 2, big);
	bool pair = (c & 0xfc00) == 0xd800;
	if ((c & 0xfc00) == 0xdc00 || (pair && (low & 0xfc00) != 0xdc00))
		return false;
	c = pair ? 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00) : c;
	to->size += put_utf8(to->bytes + to->size, c);
	*at += pair ? 4 : 2;
	return true;
}

/* Text in UTF-16 with a byte-order mark, as Windows programs write it, becomes UTF-8. */
static int replace_utf16(struct input *in, struct err *e)
{
	struct input from = *in;
	bool big = has_at(in, 0, "\xfe\xff", 2), whole = in->size % 2 == 0;
	if (!big && !has_at(in, 0, "\xff\xfe", 2))
		return 0;
	*in = (struct input){ .path = from.path };
	int result = reserve_with_mirror(in, from.size / 2 * 3, e);
	for (size_t at = 2; at + 1 < from.size && result == 0 && whole;)
		whole = add_utf16(in, &from, &at, big);
	input_release(&from);
	if (result == 0 && !whole)
		return err_at(e, in->path, input_line(in, in->bytes + in->size),
			      "text in UTF-16 with half a character");
	return result;
}

/* Replaces the bytes by a table that was made of them, if `made` is 1. */
static int replace_by_table(struct input *in, struct buffer *csv, int made, bool rows,
			    struct err *e)
{
	struct input from = *in;
	int result = made;
	if (made > 0) {
		result = input_from_bytes(in, from.path, csv->text, csv->length, e);
		in->rows = rows;
		input_release(&from);
	}
	buffer_release(csv);
	return result;
}

/* A workbook or a load file is replaced by the table in it. */
static int replace_table(struct input *in, const struct column_options *options, struct err *e)
{
	struct buffer csv = { 0 };
	const struct slice file = { in->bytes, in->size };
	const char *column = options != NULL ? options->option : NULL;
	struct workbook_asked a = { .option = column == NULL ? NULL : "--sheet" };
	if (column != NULL && strncmp(column, "--run", 5) == 0)
		a.option = "--run-sheet";
	if (options != NULL)
		a.sheet = options->sheet, a.header = options->header, a.hidden = options->hidden;
	int made = workbook_csv(in->path, file, &a, &csv, e);
	if (made == 0)
		made = load_file_csv(in->path, file, &csv, e);
	return replace_by_table(in, &csv, made, true, e);
}

/* What stands above the header becomes blank lines, which all readers pass over. */
static int blank_above(struct input *in, int64_t header, struct err *e)
{
	struct buffer text = { 0 };
	bool rows = in->rows, quoted = false;
	size_t at = 0;
	for (int64_t line = 1; at < in->size && line < header; at++) {
		quoted = rows && in->bytes[at] == '"' ? !quoted : quoted;
		line += in->bytes[at] == '\n' && !quoted;
		buffer_add(&text, in->bytes[at] == '\n' ? "\n" : " ", 1);
	}
	buffer_add(&text, in->bytes + at, in->size - at);
	int made = text.failed ? err_memory(e) : 1;
	if (at == in->size)
		made = err_data(e, "%.600s: --header=%lld: the file has no such line", in->path,
				(long long)header);
	return replace_by_table(in, &text, made, rows, e);
}

static int read_bytes(struct input *in, const char *path, const struct memory_file *m,
		      const struct column_options *options, struct err *e)
{
	int result = m == NULL	       ? read_file(in, path, e)
		     : m->file != NULL ? read_file(in, m->file, e)
				       : map_file(in, -1, m, m->size, e);
	if (result == 0 && has_at(in, 0, "\x1f\x8b", 2))
		result = replace_unpacked(in, e);
	if (result == 0)
		result = replace_utf16(in, e);
	if (result == 0)
		result = replace_table(in, options, e);
	if (result == 0 && options != NULL && options->header > 1)
		result = blank_above(in, options->header, e);
	if (result == 0)
		result = foreign_refuse(in, e);
	if (result < 0)
		input_release(in);
	return result;
}

int input_read_records(struct input *in, const char *path, const struct column_options *options,
		       struct err *e)
{
	const struct memory_file *m = memory_file_find(path);
	*in = (struct input){ .path = m != NULL ? m->name : path };
	if (m != NULL && m->records != NULL) {
		in->records = m->records;
		in->bytes = m->records->bytes;
		in->size = m->records->size;
		in->mirror = SIZE_MAX; /* behind all places */
	} else if (read_bytes(in, path, m, options, e) < 0) {
		return -1;
	}
	in->options = options;
	in->run_name = m != NULL && !m->tag_first ? m->run : NULL;
	in->other_name = m != NULL && m->run != NULL ? m->run : in->path;
	return 0;
}

int input_read_table(struct input *in, const char *path, const struct column_options *options,
		     struct err *e)
{
	if (input_read_records(in, path, options, e) < 0)
		return -1;
	if (in->records == NULL)
		return 0;
	input_release(in);
	return err_usage(e, "%.600s: records in memory can be judgments or runs, but not this",
			 shown_path(path));
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

const char *input_text(const struct input *in)
{
	return in->bytes + (has_at(in, 0, "\xef\xbb\xbf", 3) ? 3 : 0);
}

void input_forget(struct input *in, size_t from, size_t to)
{
	if (in->records == NULL && system_pages_forget(in->bytes, from, to))
		in->partial = true;
}

/* The same place in the file, which is read again for an error message. */
static uint64_t line_in_file(const struct input *in, size_t place)
{
	struct input whole;
	struct err ignored = { 0 };
	if (input_read_table(&whole, in->path, in->options, &ignored) < 0)
		return 0;
	uint64_t line = place < whole.capacity ? input_line(&whole, whole.bytes + place) : 0;
	input_release(&whole);
	return line;
}

uint64_t input_line_ends(const struct input *in, const char *from, const char *to)
{
	uint64_t count = 0;
	bool quoted = false;
	for (; in->rows && from < to; from++) {
		quoted ^= *from == '"';
		count += *from == '\n' && !quoted;
	}
	for (; from < to && (from = memchr(from, '\n', (size_t)(to - from))) != NULL; from++)
		count++;
	return count;
}

uint64_t input_line(const struct input *in, const char *at)
{
	if (in->records != NULL)
		return given_records_number(in->records, (size_t)(at - in->bytes));
	if (in->partial)
		return line_in_file(in, (size_t)(at - in->bytes));
	if (at >= in->bytes + in->mirror)
		at -= in->mirror;
	return 1 + input_line_ends(in, in->bytes, at);
}
