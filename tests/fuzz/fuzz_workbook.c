/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Excel workbooks must be read or refused with a message, and what was read is CSV that is read
 * without one. The input is an archive if it begins with PK. Else it is the parts of a workbook,
 * with the byte 1 between: an archive is made of them, as no fuzzer finds the checksums of zip.
 */
#include <libdeflate.h>

#include "readers/csv_text.h"
#include "readers/workbook.h"
#include "tests/fuzz/cost.h"

static void put_number(struct buffer *b, uint32_t n, int bytes)
{
	for (int i = 0; i < bytes; i++, n >>= 8)
		buffer_add(b, (const char[]){ (char)n }, 1);
}

/* What both headers of an entry have: version, flags, method, time, sizes, lengths. */
static void put_entry(struct buffer *b, const char *name, struct slice text)
{
	put_number(b, 20, 2);
	put_number(b, 0, 4);
	put_number(b, 0, 4);
	put_number(b, libdeflate_crc32(0, text.at, text.length), 4);
	put_number(b, (uint32_t)text.length, 4);
	put_number(b, (uint32_t)text.length, 4);
	put_number(b, (uint32_t)strlen(name), 2);
	put_number(b, 0, 2);
}

static void put_archive(struct buffer *zip, struct slice all)
{
	static const char *const names[] = { "xl/workbook.xml", "xl/_rels/workbook.xml.rels",
					     "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml" };
	struct buffer directory = { 0 };
	const char *p = all.at, *end = p + all.length;
	for (size_t i = 0; i < 4; i++) {
		const char *stop = p < end ? memchr(p, '\1', (size_t)(end - p)) : NULL;
		struct slice text = { p, (size_t)((stop != NULL ? stop : end) - p) };
		p = stop != NULL ? stop + 1 : end;
		buffer_add(&directory, "PK\1\2\0\0", 6);
		put_entry(&directory, names[i], text);
		put_number(&directory, 0, 4);
		put_number(&directory, 0, 4);
		put_number(&directory, 0, 2);
		put_number(&directory, (uint32_t)zip->length, 4);
		buffer_add(&directory, names[i], strlen(names[i]));
		buffer_add(zip, "PK\3\4", 4);
		put_entry(zip, names[i], text);
		buffer_add(zip, names[i], strlen(names[i]));
		buffer_add(zip, text.at, text.length);
	}
	uint32_t at = (uint32_t)zip->length;
	buffer_add(zip, directory.text, directory.length);
	buffer_add(zip, "PK\5\6\0\0\0\0\4\0\4\0", 12);
	put_number(zip, (uint32_t)directory.length, 4);
	put_number(zip, at, 4);
	put_number(zip, 0, 2);
	buffer_release(&directory);
}

static int take(void *context, const struct csv_record *r, struct err *e)
{
	const struct input *in = context;
	(void)e;
	for (size_t i = 0; i < r->fields; i++)
		if (input_line(in, r->field[i].at) != r->place.line)
			abort(); /* a line is a row */
	return 0;
}

/* What a sheet may hold and a CSV file not: nothing at all, a NUL, long texts, comments only. */
static bool may_refuse(const struct input *in, const struct err *e)
{
	return memchr(in->bytes, '\0', in->size) != NULL || strstr(e->text, "no header") != NULL ||
	       strstr(e->text, "bytes: at most") != NULL;
}

static void try_workbook(struct slice file, const char *sheet)
{
	struct buffer csv = { 0 };
	struct err e = { 0 };
	struct input in;
	int result = workbook_csv("fuzz", file,
				  &(struct workbook_asked){ .sheet = sheet, .option = "--sheet" },
				  &csv, &e);
	if ((result < 0) != (e.text[0] != '\0'))
		abort();
	if (result > 0 && input_from_bytes(&in, "fuzz", csv.text, csv.length, &e) == 0) {
		in.rows = true;
		if (csv_read(&in, CSV_ALL, take, &in, &e) < 0 && !may_refuse(&in, &e))
			abort();
		input_release(&in);
	}
	buffer_release(&csv);
}

static int read_input(const uint8_t *bytes, size_t size)
{
	struct slice all = { (const char *)bytes, size };
	struct buffer zip = { 0 };
	if (!zip_begins(all)) {
		put_archive(&zip, all);
		all = (struct slice){ zip.text, zip.length };
	}
	try_workbook(all, NULL);
	try_workbook(all, "Coding");
	buffer_release(&zip);
	return 0;
}
