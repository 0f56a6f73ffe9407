/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/lines.h"
#include "readers/run_format.h"

enum { TOPIC, DOCUMENT, RANK, COLUMNS };

static int read_msmarco(const struct input *in, struct run_records *r, struct err *e)
{
	static const struct columns columns = { COLUMNS, COLUMNS, "topic document rank" };
	struct slice field[COLUMNS];
	struct lines l;
	int count;
	lines_start(&l, in);
	if (run_records_reserve(r, in, 2 * COLUMNS, e) < 0)
		return -1;
	while ((count = lines_next_checked(&l, &columns, field, COLUMNS, e)) > 0) {
		int64_t rank;
		if (!parse_whole(field[RANK], &rank) || rank < 1)
			return field_bad(lines_place(&l), "rank", field[RANK],
					 "is not a whole number above 0", e);
		if (run_records_add(r, in, field[TOPIC], field[DOCUMENT], -(double)rank, e) < 0)
			return -1;
	}
	return count;
}

/* Ranks 1 and 2 of a topic: scores would fall. */
static int begins(const struct input *in, struct err *e)
{
	struct lines l;
	struct slice field[2][COLUMNS];
	struct err ignored = { 0 };
	(void)e;
	lines_start(&l, in);
	if (lines_next(&l, field[0], COLUMNS, &ignored) != COLUMNS ||
	    !slice_equal(field[0][RANK], slice_of("1")))
		return 0;
	int count = lines_next(&l, field[1], COLUMNS, &ignored);
	return count == 0 || (count == COLUMNS && (slice_equal(field[1][RANK], slice_of("2")) ||
						   !slice_equal(field[0][TOPIC], field[1][TOPIC])));
}

RUN_FORMAT = {
	.name = "msmarco",
	.summary = "MS MARCO run: topic document rank",
	.manual =
		"Three columns: topic document rank, a whole number; the document with rank 1 is the\n"
		"first. The run's name is that of the file, as in set. Without -T, a file that begins\n"
		"with ranks 1 and 2 is read so. (MS MARCO judgments are in the format qrels.)\n"
		"  188714 1000052 1\n",
	.read = read_msmarco,
	.begins = begins,
};
