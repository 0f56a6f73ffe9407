/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tokenizer must split any bytes, or refuse them, without leaving the input.
 */
#include "readers/lines.h"
#include "tests/fuzz/cost.h"

static int read_input(const uint8_t *bytes, size_t size)
{
	struct err e = { 0 };
	struct input in;
	if (input_from_bytes(&in, "fuzz", bytes, size, &e) < 0)
		return 0;
	struct lines l;
	struct slice fields[6];
	lines_start(&l, &in);
	int count;
	while ((count = lines_next(&l, fields, 6, &e)) > 0) {
		for (int i = 0; i < count && i < 6; i++)
			if (fields[i].at < in.bytes || fields[i].length == 0 ||
			    fields[i].at + fields[i].length > in.bytes + in.size)
				abort();
		if (l.number != input_line(&in, fields[0].at))
			abort();
	}
	input_release(&in);
	return 0;
}
