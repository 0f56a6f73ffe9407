/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/nugget_rows.h"
#include "readers/run_format.h"

static int take_assignment(void *context, const struct nugget_row *row, struct err *e)
{
	struct one_run *to = context;
	double score;
	if (one_run_named(to, row->place, row->run, e) < 0)
		return -1;
	if (row->nugget.at == NULL)
		return run_records_topic(to->records, to->in, row->topic, e);
	if (field_word(row->place, "assignment", row->value, assignment_words, &score, e) < 0)
		return -1;
	return run_records_add(to->records, to->in, row->topic, row->nugget, score, e);
}

static int read_assignments(const struct input *in, struct run_records *r, struct err *e)
{
	enum { LEAST_BYTES = 6 }; /* three fields and what separates them */
	static const struct nugget_form form = { COLUMN_ASSIGNMENT,
						 { 4, 4, "run topic nugget assignment" } };
	struct one_run to = { .in = in, .records = r };
	r->nuggets = true;
	if (run_records_reserve(r, in, LEAST_BYTES, e) < 0)
		return -1;
	return nugget_rows_read(in, &form, take_assignment, &to, e);
}

RUN_FORMAT = {
	.name = "assignments",
	.summary = "answers: which nuggets each supports (support, partial_support, not_support)",
	.manual =
		"The answers of one run to all topics, for the measures nugget_* and judgments of -R\n"
		"nuggets. A nugget is read as a document, its assignment as a score: support is 1,\n"
		"partial_support 0.5, not_support 0. A nugget that is not listed is not supported. The\n"
		"file is one of these:\n"
		"- JSON as nuggetizer (castorini) writes it, an object for each answer;\n"
		"- a table (CSV) with a header that names the columns topic, nugget, assignment and\n"
		"  perhaps run, or objects of JSON with these keys;\n"
		"- four columns with white space between them, and nuggets without blanks.\n"
		"The run's name is run or run_id; without it that of the file, as in set. A file has\n"
		"one run.\n"
		"  {\"qid\": \"q1\", \"run_id\": \"a\", \"nuggets\": [{\"text\": \"is a language\",\n"
		"  \"importance\": \"vital\", \"assignment\": \"support\"}]}\n"
		"  a q1 n1 support\n",
	.named = true,
	.read = read_assignments,
};
