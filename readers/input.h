/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes of one input: a file or "-" for standard input, plain or gzip (told by the first two
 * bytes, not by the name), whole in memory. Slices of it are handed out, so it must live as long as
 * what was read from it.
 *
 * A plain file is mapped, not copied. If somebody shortens it meanwhile, the process gets SIGBUS,
 * for which main() has a handler; if somebody changes it, the bytes may change, but the end does
 * not.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/base/slice.h"

/* So that 64 bytes can be looked at from anywhere, and a NUL ends the last line. */
enum { INPUT_ZEROS = 64 };

/*
 * Whether plain files are mapped. The program defines this as true; the library, which must not
 * handle signals, as false: then only files in memory that nobody can shorten are.
 */
extern const bool input_maps_files;

struct input {
	const char *path; /* for messages; borrowed */
	char *bytes;	  /* `size` of them, and INPUT_ZEROS bytes of zero behind the last one */
	size_t size;
	size_t mirror;	 /* how far behind a byte its place in the mirror is */
	size_t capacity; /* of the pages */
	bool partial;	 /* some of the bytes were forgotten */
};

/* Reads all of it. On failure nothing is left to release. */
int input_read(struct input *in, const char *path, struct err *e);

/* The same for bytes in memory, which are copied. */
int input_from_bytes(struct input *in, const char *path, const void *bytes, size_t size,
		     struct err *e);

void input_release(struct input *in);

/*
 * Text that does not stand in the input as it is meant (a CSV field with doubled quotes) is written
 * into the mirror: as many bytes again, behind the input and part of the same reservation, which
 * cost nothing where nothing is written. What is written at the mirrored place of its source, and
 * is not longer, overlaps nothing else, stands in the order of the file, lives as long as the
 * input, and tells its line without any book-keeping.
 */
static inline char *input_mirrored(const struct input *in, const char *at)
{
	return in->bytes + in->mirror + (at - in->bytes);
}

/* Gives the pages back that lie between two places: nobody will look there again. */
void input_forget(struct input *in, size_t from, size_t to);

/* The physical line, counted from 1, on which a byte of the input, or its mirrored place, stands.
 */
uint64_t input_line(const struct input *in, const char *at);
