/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/output/report.h"

static void header(const struct record_column *column, struct buffer *b)
{
	const char *comma = "";
	for (const struct record_column *c = column; !record_columns_end(c); c++) {
		if (c->name == NULL)
			continue;
		buffer_print(b, "%s%s", comma, c->name);
		comma = ",";
	}
	buffer_print(b, "\n");
}

static void record(const struct record_column *column, const void *line, struct buffer *b)
{
	const char *comma = "";
	for (const struct record_column *c = column; !record_columns_end(c); c++) {
		if (c->name == NULL)
			continue;
		buffer_text(b, comma);
		if (record_has(c, line) && c->kind == RECORD_TEXT)
			escape_csv(b, record_string(c, line));
		else if (record_has(c, line))
			buffer_text(b, record_number(c, line).text);
		comma = ",";
	}
	buffer_text(b, "\n");
}

OUTPUT_FORMAT = {
	.name = "csv",
	.lines = true,
	.shows = IN_LINES,
	.header = header,
	.record = record,
	.write = report_write_records,
};
