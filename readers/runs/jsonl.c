/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/json_text.h"
#include "readers/run_format.h"

static int read_jsonl(const struct input *in, struct run_records *r, struct err *e)
{
	if (!json_begins(in))
		return err_at(e, in->path, 1, "not an object of JSON, {...}, at the beginning");
	return run_rows_read(in, r, e);
}

static int begins(const struct input *in, struct err *e)
{
	(void)e;
	return json_shape(in) == 'k';
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
	.begins = begins,
};
