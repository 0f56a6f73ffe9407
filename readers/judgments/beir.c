/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/columns.h"
#include "readers/judgment_format.h"

static const struct columns_asked asked = { .needed = COLUMN(TOPIC) | COLUMN(DOCUMENT) |
						      COLUMN(SCORE) };

static int take_beir_row(void *context, const struct table_row *row, struct err *e)
{
	const struct judgment_receiver *to = context;
	struct judgment_record r = { .topic = row->field[COLUMN_TOPIC],
				     .document = row->field[COLUMN_DOCUMENT] };
	if (field_name(row->place, "topic", r.topic, e) < 0 ||
	    field_name(row->place, "document", r.document, e) < 0 ||
	    field_grade(row->place, row->field[COLUMN_SCORE], &r.level, e) < 0)
		return -1;
	return to->take(to->context, &r, e);
}

static int read_beir(const struct input *in, struct judgment_receiver *to, struct err *e)
{
	return table_read(in, &asked, take_beir_row, to, e);
}

static int begins(const struct input *in, struct err *e)
{
	struct lines l;
	struct slice field[3];
	struct err ignored = { 0 };
	(void)e;
	lines_start(&l, in);
	return lines_next(&l, field, 3, &ignored) == 3 &&
	       names_alike(field[0], slice_of("query-id")) &&
	       names_alike(field[1], slice_of("corpus-id")) &&
	       names_alike(field[2], slice_of("score"));
}

JUDGMENT_FORMAT = {
	.name = "beir",
	.summary = "BEIR judgments: a header query-id corpus-id score, separated by tabs",
	.manual =
		"Three columns with tabs between them, under the header query-id corpus-id score.\n"
		"The score is the grade of relevance, a whole number. Without -R, a file with this\n"
		"header is read so.\n"
		"  query-id corpus-id score\n"
		"  PLAIN-2 MED-2427 2\n",
	.kind = JUDGMENTS_GRADED,
	.read = read_beir,
	.begins = begins,
};
