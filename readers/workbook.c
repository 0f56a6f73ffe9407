/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "readers/workbook.h"

#include <libdeflate.h>
#include <strings.h>

#include "core/base/array.h"
#include "core/base/number.h"
#include "readers/xml_text.h"

/*
 * A sheet is rarely packed better than 50 to one, deflate's most is 1032: a small file that claims
 * more is refused before memory is taken.
 */
enum { UNPACKED_MAX = 1 << 30, UNPACKED_SMALL = 1 << 26, PACKED_WELL = 256 };
enum { ROWS_MAX = 1048576, COLUMNS_MAX = 16384, SHEETS_MAX = 1000, RELATIONS_MAX = 1 << 20 };

struct cell {
	struct slice text;
	uint32_t row, column; /* from 1 */
};

struct workbook {
	const char *path;
	struct slice file, directory;
	size_t left;	      /* bytes that may still be unpacked */
	struct shown sheet;   /* its name */
	char part[300];	      /* its entry: "xl/worksheets/sheet1.xml" */
	char *text[4];	      /* what was unpacked */
	struct slice *shared; /* strings that cells refer to */
	struct cell *cell;    /* those with a text, in the order of the file */
	size_t parts, shareds, shared_room, cells, cell_room;
	uint32_t row, column; /* where the reading is; 0: before the first */
	uint32_t header;      /* the row of the header; what stands above it is left out */
	int hidden;	      /* of enum hidden_rows */
	bool is_hidden;	      /* the row */
	uint32_t rows_hidden; /* so far */
};

const char *const hidden_rows[] = { "asked", "read", "left-out", NULL };

static int damaged(const struct workbook *b, const char *what, struct err *e)
{
	return err_io(e, "%.600s: a damaged or truncated Excel workbook: %s", b->path, what);
}

/* ---- zip (PKWARE's APPNOTE.TXT, 4.3) ---- */

struct entry {
	uint32_t flags, method, crc;
	size_t packed, size, at;
};

bool zip_begins(struct slice file)
{
	return file.length >= 4 && memcmp(file.at, "PK\3\4", 4) == 0;
}

/* Little-endian. */
static uint32_t number_at(const char *p, int bytes)
{
	uint32_t n = 0;
	for (int i = 0; i < bytes; i++)
		n |= (uint32_t)(unsigned char)p[i] << 8 * i;
	return n;
}

/* The directory stands at the end, before a comment of up to 65535 bytes. */
static int find_directory(struct workbook *b, struct err *e)
{
	enum { END_SIZE = 22, COMMENT_MAX = 65535 };
	const char *p = NULL;
	for (size_t i = END_SIZE; i <= b->file.length && i <= END_SIZE + COMMENT_MAX && !p; i++)
		if (memcmp(b->file.at + b->file.length - i, "PK\5\6", 4) == 0)
			p = b->file.at + b->file.length - i;
	if (p == NULL)
		return damaged(b, "there is no directory at its end", e);
	size_t size = number_at(p + 12, 4), at = number_at(p + 16, 4);
	size_t room = (size_t)(p - b->file.at);
	if (size == UINT32_MAX || at == UINT32_MAX || number_at(p + 10, 2) == UINT16_MAX)
		return err_data(e, "%.600s: a zip64 archive: save it again in Excel", b->path);
	if (at > room || size > room - at)
		return damaged(b, "its directory is not where it should be", e);
	b->directory = (struct slice){ b->file.at + at, size };
	return 0;
}

/* How many entries have this name, and the last of them. Some programs write names in other
 * capitals than they refer to them. */
static size_t find_entry(const struct workbook *b, const char *name, struct entry *out)
{
	enum { HEADER = 46 };
	const char *p = b->directory.at, *end = p + b->directory.length;
	size_t found = 0;
	for (size_t all; end - p >= HEADER && memcmp(p, "PK\1\2", 4) == 0; p += all) {
		size_t length = number_at(p + 28, 2);
		all = HEADER + length + number_at(p + 30, 2) + number_at(p + 32, 2);
		if (all > (size_t)(end - p))
			break;
		const struct slice entry = { p + HEADER, length };
		if (length != strlen(name) || strncasecmp(entry.at, name, length) != 0)
			continue;
		found++;
		*out = (struct entry){ .flags = number_at(p + 8, 2),
				       .method = number_at(p + 10, 2),
				       .crc = number_at(p + 16, 4),
				       .packed = number_at(p + 20, 4),
				       .size = number_at(p + 24, 4),
				       .at = number_at(p + 42, 4) };
	}
	return found;
}

/* Where the bytes are: behind a header of its own, whose length the directory does not tell. */
static const char *packed_bytes(const struct workbook *b, const struct entry *x)
{
	enum { HEADER = 30 };
	if (x->at > b->file.length || b->file.length - x->at < HEADER)
		return NULL;
	const char *p = b->file.at + x->at;
	size_t before = HEADER + (size_t)number_at(p + 26, 2) + number_at(p + 28, 2);
	size_t room = b->file.length - x->at;
	return before <= room && x->packed <= room - before ? p + before : NULL;
}

static bool unpack(const struct entry *x, const char *from, char *to)
{
	struct libdeflate_decompressor *d = NULL;
	bool done = x->method == 0 && x->size == x->packed;
	if (done)
		memcpy(to, from, x->size);
	else if (x->method != 0 && (d = libdeflate_alloc_decompressor()) != NULL)
		done = libdeflate_deflate_decompress(d, from, x->packed, to, x->size, NULL) ==
		       LIBDEFLATE_SUCCESS;
	libdeflate_free_decompressor(d);
	return done && libdeflate_crc32(0, to, x->size) == x->crc;
}

/* ---- parts of a workbook ---- */

/* A part of this name: 1, 0 if there is none, -1. It is released with the workbook. */
static int read_part(struct workbook *b, const char *name, struct xml *xml, struct err *e)
{
	enum { ENCRYPTED = 1, DEFLATED = 8 };
	struct entry x;
	size_t found = find_entry(b, name, &x);
	if (found != 1)
		return found == 0 ? 0 : damaged(b, "it holds one of its parts twice", e);
	if ((x.flags & ENCRYPTED) != 0 || (x.method != 0 && x.method != DEFLATED) ||
	    x.packed == UINT32_MAX || x.size == UINT32_MAX)
		return err_data(e,
				"%.600s: a workbook that is encrypted, zip64 or packed in an "
				"unusual way: save it again in Excel",
				b->path);
	if (x.size > b->left || x.size > UNPACKED_SMALL + (uint64_t)PACKED_WELL * x.packed)
		return err_data(e,
				"%.600s: the workbook unpacks to more than is read (%zu bytes from "
				"%zu): save the sheet as CSV (UTF-8) and give that file",
				b->path, x.size, x.packed);
	const char *from = packed_bytes(b, &x);
	char *to = malloc(x.size + 1);
	if (to == NULL)
		return err_memory(e);
	b->text[b->parts++] = to;
	b->left -= x.size;
	*xml = (struct xml){ .at = to, .end = to + x.size };
	return from != NULL && unpack(&x, from, to) ? 1 : damaged(b, name, e);
}

static int read_shared(struct workbook *b, struct err *e)
{
	static const char part[] = "xl/sharedStrings.xml";
	struct xml x;
	int next = 1, found = read_part(b, part, &x, e);
	while (found > 0 && (next = xml_next(&x)) > 0) {
		if (!xml_is(&x, false, "si"))
			continue;
		if (!ARRAY_ROOM(b->shared, b->shareds, b->shared_room))
			return err_memory(e);
		if (!xml_element_text(&x, true, &b->shared[b->shareds++]))
			return damaged(b, part, e);
	}
	return found < 0 ? -1 : next < 0 ? damaged(b, part, e) : 0;
}

/* The entry that a relation of the workbook leads to, if it is a sheet of cells. */
static bool find_sheet(struct workbook *b, struct xml relations, struct slice id)
{
	struct xml *x = &relations;
	while (xml_next(x) > 0) {
		struct slice type = xml_attribute(x, "Type"), to = xml_attribute(x, "Target");
		if (x->closes || !slice_equal(xml_attribute(x, "Id"), id) || to.length == 0)
			continue;
		bool whole = to.at[0] == '/';
		snprintf(b->part, sizeof b->part, "%s%.*s", whole ? "" : "xl/",
			 (int)(to.length < sizeof b->part ? to.length - whole : 0), to.at + whole);
		return memmem(type.at, type.length, "/worksheet", 10) != NULL;
	}
	return false;
}

struct sheets {
	const char *wanted; /* NULL: the one that is not hidden */
	char names[400];    /* of all, for messages */
	size_t seen, fit;
	struct shown name; /* of the last that fits ... */
	struct slice id;   /* ... and its relation */
};

static void take_sheet(struct sheets *s, const struct xml *x)
{
	struct slice raw = xml_attribute(x, "name"), state = xml_attribute(x, "state");
	char text[400];
	size_t listed = strlen(s->names);
	s->seen++;
	raw.length = raw.length < sizeof text ? raw.length : 0;
	const char *end = xml_decode(text, raw);
	size_t length = end != NULL ? (size_t)(end - text) : 0;
	struct shown name = shown((struct slice){ text, length });
	snprintf(s->names + listed, sizeof s->names - listed, "%s'%s'", listed > 0 ? ", " : "",
		 name.text);
	bool shows = state.length == 0 || slice_equal(state, slice_of("visible"));
	if (s->wanted == NULL
		    ? !shows
		    : length != strlen(s->wanted) || strncasecmp(text, s->wanted, length) != 0)
		return;
	s->fit++;
	s->name = name;
	s->id = xml_attribute(x, "id");
}

static int choose_sheet(struct workbook *b, const char *sheet, const char *option, struct err *e)
{
	struct sheets s = { .wanted = sheet };
	struct xml book, relations;
	int found = read_part(b, "xl/workbook.xml", &book, e), next = 0;
	found = found > 0 ? read_part(b, "xl/_rels/workbook.xml.rels", &relations, e) : found;
	if (found > 0 && relations.end - relations.at > RELATIONS_MAX)
		found = 0; /* it is read for each sheet */
	while (found > 0 && s.seen < SHEETS_MAX && (next = xml_next(&book)) > 0)
		if (xml_is(&book, false, "sheet") &&
		    find_sheet(b, relations, xml_attribute(&book, "id")))
			take_sheet(&s, &book);
	b->sheet = s.name;
	if (found < 0)
		return -1;
	if (found == 0 || next != 0)
		return damaged(b, "the list of its sheets", e);
	if (s.fit == 1)
		return find_sheet(b, relations, s.id) ? 0 : -1;
	if (s.wanted != NULL)
		return err_data(e, "%.300s: there is no sheet '%s'; its sheets: %s", b->path,
				shown(slice_of(s.wanted)).text, s.names);
	if (s.fit == 0)
		return err_data(e, "%.300s: no sheet of the workbook is shown: %s", b->path,
				s.names);
	return err_data(e, "%.300s: the workbook has several sheets; %s%s%s: %s", b->path,
			option != NULL ? "say which with " : "",
			option != NULL ? option : "give a copy with only the one to read",
			option != NULL ? "=NAME" : "", s.names);
}

/* ---- cells ---- */

static int bad_cell(const struct workbook *b, const char *complaint, struct slice value,
		    struct err *e)
{
	char letters[8] = "", *p = letters + sizeof letters - 1;
	for (uint32_t column = b->column; column > 0; column = (column - 1) / 26)
		*--p = (char)('A' + (column - 1) % 26);
	return err_data(e, "%.300s: sheet '%s', %s %s%u: %s: '%s'", b->path, b->sheet.text,
			b->column > 0 ? "cell" : "row", p, b->row, complaint, shown(value).text);
}

/* A row or cell says where it is, or is the next one. The order is that of the sheet. */
static int move_on(struct workbook *b, const struct xml *x, bool is_row, struct err *e)
{
	struct slice r = xml_attribute(x, "r");
	uint32_t row = 0, column = 0;
	size_t i = 0;
	for (; !is_row && i < r.length && r.at[i] >= 'A' && r.at[i] <= 'Z'; i++)
		column = column > COLUMNS_MAX ? column : 26 * column + (uint32_t)(r.at[i] - '@');
	for (; i < r.length && r.at[i] >= '0' && r.at[i] <= '9'; i++)
		row = row > ROWS_MAX ? row : 10 * row + (uint32_t)(r.at[i] - '0');
	if (r.length == 0) {
		row = b->row + is_row;
		column = b->column + 1;
	}
	if (i < r.length || row > ROWS_MAX || column > COLUMNS_MAX ||
	    (is_row ? row <= b->row : row != b->row || column <= b->column))
		return bad_cell(b, "what follows is not allowed there", r, e);
	b->row = row;
	b->column = is_row ? 0 : column;
	if (is_row)
		b->is_hidden = b->hidden != HIDDEN_READ && row > b->header &&
			       slice_equal(xml_attribute(x, "hidden"), slice_of("1"));
	b->rows_hidden += is_row && b->is_hidden;
	return 0;
}

/* The cell that was opened, up to its end. */
static int take_cell(struct workbook *b, struct xml *x, struct err *e)
{
	struct slice type = xml_attribute(x, "t"), text = { "", 0 };
	int64_t number;
	if (move_on(b, x, false, e) < 0)
		return -1;
	while (xml_next(x) > 0 && !xml_is(x, true, "c"))
		if ((xml_is(x, false, "v") && !xml_element_text(x, false, &text)) ||
		    (xml_is(x, false, "is") && !xml_element_text(x, true, &text)))
			return bad_cell(b, "damaged XML", text, e);
	if (slice_equal(type, slice_of("s")) && text.length > 0) {
		if (!parse_whole(text, &number) || number < 0 || (uint64_t)number >= b->shareds)
			return bad_cell(b, "the workbook has no text of this number", text, e);
		text = b->shared[number];
	}
	if (slice_equal(type, slice_of("b")) && text.length > 0)
		text = slice_of(*text.at == '1' ? "TRUE" : "FALSE");
	if (text.length == 0 || b->row < b->header || b->is_hidden)
		return 0;
	if (!ARRAY_ROOM(b->cell, b->cells, b->cell_room))
		return err_memory(e);
	b->cell[b->cells++] = (struct cell){ text, b->row, b->column };
	return 0;
}

static int read_cells(struct workbook *b, struct err *e)
{
	struct xml x;
	int found = read_part(b, b->part, &x, e);
	while (found > 0 && xml_next(&x) > 0) {
		if (xml_is(&x, true, "sheetData") || (x.empty && xml_is(&x, false, "sheetData")))
			return b->hidden != HIDDEN_ASKED || b->rows_hidden == 0
				       ? 0
				       : err_usage(
						 e,
						 "%.300s: %u rows are hidden, as by a filter: --hidden-rows=read counts "
						 "them, --hidden-rows=left-out does not",
						 b->path, b->rows_hidden);
		if ((xml_is(&x, false, "row") && move_on(b, &x, true, e) < 0) ||
		    (xml_is(&x, false, "c") && take_cell(b, &x, e) < 0))
			return -1;
	}
	return found < 0 ? -1 : damaged(b, b->part, e);
}

/* In quotes also if it has a semicolon or tab, which must not be taken for the separator. */
static void put_field(struct buffer *csv, struct slice text)
{
	bool plain = true;
	for (size_t i = 0; i < text.length && plain; i++)
		plain = strchr(",;\t\r\n\"", text.at[i]) == NULL;
	if (plain) {
		buffer_add(csv, text.at, text.length);
		return;
	}
	buffer_add(csv, "\"", 1);
	for (size_t i = 0; i < text.length; i++)
		buffer_add(csv, text.at[i] == '"' ? "\"\"" : &text.at[i], 1 + (text.at[i] == '"'));
	buffer_add(csv, "\"", 1);
}

static void put_times(struct buffer *csv, const char *c, uint32_t times)
{
	while (times-- > 0)
		buffer_add(csv, c, 1);
}

/*
 * The columns that are written: those of the first row that is no comment, and one more if a row
 * has values behind them, so that what they are can be asked. Values further to the right have no
 * heading, and nothing reads them: a stray one must not make every row as wide as it is.
 */
static uint32_t width_of(const struct workbook *b)
{
	uint32_t first = 0, width = 1;
	bool behind = false;
	for (size_t i = 0; i < b->cells; i++) {
		const struct cell *c = &b->cell[i];
		bool begins = i == 0 || c->row > c[-1].row;
		if (first == 0 && begins && c->text.at[0] != '#')
			first = c->row;
		if (first > 0 && c->row == first)
			width = c->column;
		behind = behind || (first > 0 && c->column > width);
	}
	return width + behind;
}

/* Rows that have a value get so many fields each. What they take follows what was unpacked. */
static int write_csv(const struct workbook *b, struct buffer *csv, struct err *e)
{
	enum { ROOM = 1 << 25, PER_BYTE = 8 };
	const size_t most = ROOM + PER_BYTE * (UNPACKED_MAX - b->left);
	uint32_t width = width_of(b), row = 1, column = 1;
	for (size_t i = 0; i < b->cells; i++) {
		const struct cell *c = &b->cell[i];
		if (c->row > row) {
			put_times(csv, ",", i > 0 ? width - column : 0);
			put_times(csv, "\n", c->row - row);
			column = 1;
		}
		row = c->row;
		if (c->column > width)
			continue;
		put_times(csv, ",", c->column - column);
		put_field(csv, c->text);
		column = c->column;
		if (csv->length > most)
			return err_data(e,
					"%.300s: sheet '%s' has %u columns, most of them empty: "
					"save it as CSV (UTF-8) without the empty ones",
					b->path, b->sheet.text, width);
	}
	put_times(csv, ",", b->cells > 0 ? width - column : 0);
	put_times(csv, "\n", 1);
	return csv->failed ? err_memory(e) : 0;
}

/* Whether it is one; what cannot be read of it, or only by Excel, is an error. */
static int is_workbook(struct workbook *b, struct err *e)
{
	enum { FIRST_NAMES = 4096 };
	size_t begin = b->file.length < FIRST_NAMES ? b->file.length : FIRST_NAMES;
	struct err ignored = { 0 };
	struct entry x;
	if (!zip_begins(b->file))
		return 0;
	bool named = memmem(b->file.at, begin, "xl/", 3) != NULL;
	if (find_directory(b, named ? e : &ignored) < 0)
		return named ? -1 : 0;
	if (find_entry(b, "xl/workbook.bin", &x) > 0)
		return err_data(e, "%.600s: a binary Excel workbook (.xlsb): save it as .xlsx",
				b->path);
	return find_entry(b, "xl/workbook.xml", &x) > 0;
}

int workbook_csv(const char *path, struct slice file, const struct workbook_asked *a,
		 struct buffer *csv, struct err *e)
{
	struct workbook b = { .path = path,
			      .file = file,
			      .left = UNPACKED_MAX,
			      .header = (uint32_t)a->header,
			      .hidden = a->hidden };
	int result = is_workbook(&b, e);
	if (result > 0 && (choose_sheet(&b, a->sheet, a->option, e) < 0 || read_shared(&b, e) < 0 ||
			   read_cells(&b, e) < 0 || write_csv(&b, csv, e) < 0))
		result = -1;
	for (size_t i = 0; i < b.parts; i++)
		free(b.text[i]);
	free(b.shared);
	free(b.cell);
	return result;
}
