/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/foreign.h"

struct file {
	const char *path;
	struct slice bytes;
};

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
static const char save_as[] = "save it as CSV (UTF-8) and give that file";

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
	{ "an old Excel file", BYTES("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), 0, NULL, save_as },
	{ "a PDF file", BYTES("%PDF-"), 0, NULL, "give the table in it as CSV" },
	{ "text in UTF-16", BYTES("\xff\xfe"), 0, "iconv -f UTF-16 -t UTF-8", NULL },
	{ "text in UTF-16", BYTES("\xfe\xff"), 0, "iconv -f UTF-16 -t UTF-8", NULL },
};

static bool has_at(const struct file *in, size_t at, const char *bytes, size_t length)
{
	return in->bytes.length >= at + length && memcmp(in->bytes.at + at, bytes, length) == 0;
}

static int refuse_packed(const struct file *in, const char *what, const char *unpack, struct err *e)
{
	if (strcmp(in->path, "standard input") == 0)
		return err_data(e,
				"standard input: %s: unpack it before, as in %s FILE | "
				"strat_eval ...",
				what, unpack);
	return err_data(e, "%.300s: %s: type <(%s %.300s) in its place", in->path, what, unpack,
			in->path);
}

/* Spreadsheets are zip archives, whose first names tell. */
static int refuse_zip(const struct file *in, struct err *e)
{
	size_t length = in->bytes.length < 4096 ? in->bytes.length : 4096;
	bool excel = memmem(in->bytes.at, length, "xl/", 3) != NULL ||
		     memmem(in->bytes.at, length, "[Content_Types].xml", 19) != NULL;
	bool open = memmem(in->bytes.at, length, "opendocument.spreadsheet", 24) != NULL;
	if (excel || open)
		return err_data(e, "%.600s: %s: %s", in->path,
				excel ? "an Excel file" : "an OpenDocument spreadsheet", save_as);
	return refuse_packed(in, "a zip archive", "unzip -p", e);
}

/* The letters that begin a file of columns may begin a text, too, but not with such a byte behind
 * them. */
static bool is_table(const struct file *in, const char *letters, size_t length)
{
	if (!has_at(in, 0, letters, length) || in->bytes.length == length)
		return false;
	unsigned char next = (unsigned char)in->bytes.at[length];
	return next < ' ' && (next < '\t' || next > '\r');
}

static int refuse_table(const struct file *in, const char *what, const char *kind, struct err *e)
{
	return err_data(e,
			"%.300s: %s: write it as CSV, as in python3 -c \"import pandas; "
			"pandas.read_%s('%.300s').to_csv('table.csv', index=False)\"",
			in->path, what, kind, in->path);
}

int foreign_refuse(const char *path, struct slice bytes, struct err *e)
{
	const struct file file = { path, bytes }, *in = &file;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		const struct kind *k = &kinds[i];
		if (!has_at(in, k->at, k->begins, k->length) ||
		    (k->at == 4 && !has_at(in, 0, "BZh", 3)))
			continue;
		return k->unpack != NULL
			       ? refuse_packed(in, k->name, k->unpack, e)
			       : err_data(e, "%.600s: %s: %s", in->path, k->name, k->instead);
	}
	if (has_at(in, 0, "PK\3\4", 4))
		return refuse_zip(in, e);
	if (is_table(in, "PAR1", 4))
		return refuse_table(in, "a Parquet file", "parquet", e);
	if (is_table(in, "ARROW1", 6))
		return refuse_table(in, "an Arrow file", "feather", e);
	return 0;
}
