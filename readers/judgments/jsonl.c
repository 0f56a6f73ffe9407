/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/json_text.h"
#include "readers/judgment_format.h"

static int read_jsonl(const struct input *in, struct judgment_receiver *to, struct err *e)
{
	return json_refuse_other(in, e) < 0 ? -1 : judgment_rows_read(in, to, e);
}

JUDGMENT_FORMAT = {
	.name = "jsonl",
	.summary = "JSON, an object a line, with the columns of csv as keys",
	.manual =
		"Objects whose keys are the columns of -R csv, under any of the names that it knows;\n"
		"other keys are ignored. null is an empty field. Without -R, a file that begins so is\n"
		"read so.\n"
		"  {\"qid\": \"301\", \"docid\": \"FBIS3-10082\", \"rel\": 1}\n",
	JUDGMENT_ROWS,
	.read = read_jsonl,
	.begins = json_begins_rows,
};
