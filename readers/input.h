/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes of one input: a file or "-" for standard input, plain or gzip (told by the first two
 * bytes, not by the name), whole in memory. Slices of it are handed out, so it must live as long as
 * what was read from it. Of an Excel workbook the bytes are a sheet as CSV (readers/workbook.h), of
 * text in UTF-16 with a byte-order mark the same in UTF-8.
 *
 * A plain file is mapped, not copied. If another program shortens it meanwhile, the process gets
 * SIGBUS, for which main() has a handler. If another program changes it, the bytes may change, but
 * the end does not.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/array.h"
#include "core/base/err.h"
#include "core/base/slice.h"

/*
 * Whether plain files are mapped. The program defines this as true; the library, which must not
 * handle signals, as false: then only its own files in memory are mapped.
 */
extern const bool input_maps_files;

struct given_records;

/* What the user says of the columns and words of a file. */
enum word { WORD_NONRELEVANT, WORD_RELEVANT, WORD_GRAY, WORDS };
struct column_options {
	const char *option; /* "--column" or "--run-column", for messages; NULL: there is none */
	/* An export without topics is of this one, and rows without a code are left out. */
	bool review;
#define REVIEW_TOPIC "review"
	bool several; /* files are read: a column has the first of its names that a file has */
	struct text_list column; /* as it was typed: "rel=Responsive?"; "prob=": there is none */
	struct text_list word[WORDS]; /* of the column rel, by what they mean */
	const char *cluster; /* --cluster-column: the name of the column cluster; or NULL */
	const char *sheet;   /* the sheet to read if it is a workbook; NULL: there is only one */
	int64_t header;	     /* the line or row of the header; 0: the first that is not blank */
	int hidden;	     /* rows of a workbook: enum hidden_rows */
};

struct input {
	const char *path; /* as messages show it (shown_path()); borrowed */
	char *bytes;	  /* `size` of them, and INPUT_ZEROS bytes of zero after the last one */
	size_t size;
	size_t mirror;	 /* how far after a byte its place in the mirror is */
	size_t capacity; /* of the pages */
	bool partial;	 /* some of the bytes were forgotten */
	bool rows;	 /* of a workbook: a line end within quotes does not end its row */
	/* Not NULL: the bytes are those of its names, and belong to it (readers/memory.h). */
	const struct given_records *records;
	/* If it is a run, the name that the host gave it, and its name if another run has the
	 * same: the one of the host, or its path; NULL: none. Borrowed. */
	const char *run_name, *other_name;
	/* What the user says of its columns (readers/columns.h), or NULL. */
	const struct column_options *options;
};

/* What messages and answers call an input: the name that a host gave it, or else its path. */
const char *shown_path(const char *path);

/* The name that a host gave the run of a path, whatever its tag is, or NULL. */
const char *given_run_name(const char *path);

/* What shown_path() says without its folder. */
const char *shown_file_name(const char *path);

/* Reads all of it. Records are refused. On failure nothing is left to release. The options of a
 * file with columns are borrowed. */
int input_read_table(struct input *in, const char *path, const struct column_options *options,
		     struct err *e);

static inline int input_read(struct input *in, const char *path, struct err *e)
{
	return input_read_table(in, path, NULL, e);
}

/* The same, but records in memory are taken, too. */
int input_read_records(struct input *in, const char *path, const struct column_options *options,
		       struct err *e);

/* The same for bytes in memory, which are copied. */
int input_from_bytes(struct input *in, const char *path, const void *bytes, size_t size,
		     struct err *e);

void input_release(struct input *in);

/*
 * The place of a byte in the mirror: as many bytes again, after the input and in the same
 * reservation. They take no memory until they are written. A CSV field with doubled quotes does not
 * stand in the input as it is meant, so its text is written at the mirrored place of the field. As
 * it is shorter than the field, it overlaps no other text. It is in the order of the file, lives as
 * long as the input, and input_line() finds its line.
 */
static inline char *input_mirrored(const struct input *in, const char *at)
{
	return in->bytes + in->mirror + (at - in->bytes);
}

/* Where the text begins: behind a byte order mark. */
const char *input_text(const struct input *in);

/* Gives back the pages between two places, which must not be read again. */
void input_forget(struct input *in, size_t from, size_t to);

/* The physical line, counted from 1, on which a byte of the input, or its mirrored place, is;
 * of records the number of the record, of a workbook the row. */
uint64_t input_line(const struct input *in, const char *at);

/* How many lines, or rows of a workbook, end between two places; the first begins one. */
uint64_t input_line_ends(const struct input *in, const char *from, const char *to);
