/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/json_text.h"
#include "readers/run_format.h"

static int read_jsonl(const struct input *in, struct run_records *r, struct err *e)
{
	return json_refuse_other(in, e) < 0 ? -1 : run_rows_read(in, r, e);
}

RUN_FORMAT = {
	.name = "jsonl",
	.summary = "JSON, an object a line, with the columns of csv as keys",
	.manual =
		"Objects whose keys are the columns of -T csv, under any of the names that it knows;\n"
		"other keys are ignored. Without -T, a file that begins so is read so.\n"
		"  {\"qid\": \"301\", \"docid\": \"FR940202-2-00150\", \"score\": 2.129133}\n",
	.named = true,
	.read = read_jsonl,
	.begins = json_begins_rows,
};
