/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/output/report.h"

static void record(const struct record_column *column, const void *line, struct buffer *b)
{
	const char *before = "{";
	for (const struct record_column *c = column; !record_columns_end(c); c++) {
		bool has = record_has(c, line);
		if (c->name == NULL || (c->optional && !has))
			continue;
		buffer_print(b, "%s\"%s\":", before, c->name);
		if (!has)
			buffer_text(b, "null");
		else if (c->kind == RECORD_TEXT)
			escape_json(b, record_string(c, line));
		else
			buffer_text(b, record_number(c, line).text);
		before = ",";
	}
	buffer_text(b, "}\n");
}

OUTPUT_FORMAT = {
	.name = "jsonl",
	.lines = true,
	.shows = IN_LINES,
	.record = record,
	.write = report_write_records,
};
