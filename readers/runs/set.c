/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/lines.h"
#include "readers/run_format.h"

static int mixed(const struct lines *l, int first, struct err *e)
{
	return err_at(
		e, l->in->path, l->number,
		"%d column%s, but the lines above have %d: either all lines name their topic, "
		"or none does",
		l->fields, l->fields == 1 ? "" : "s", first);
}

/* What spreadsheets and review platforms call the column of document numbers. */
static bool is_header(struct slice word)
{
	static const char *const names[] = { "docno",	  "docid",	   "doc_id",
					     "document",  "documentid",	   "document_id",
					     "docnumber", "controlnumber", "control_number",
					     "begbates",  "begdoc" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (field_is_word(word, names[i]))
			return true;
	return false;
}

static int read_set(const struct input *in, struct run_records *r, struct err *e)
{
	static const struct columns columns = { 1, 2, "[topic] document" };
	const struct slice no_topic = { in->bytes, 0 };
	struct slice field[2];
	struct lines l;
	lines_start(&l, in);
	if (run_records_reserve(r, in, 2, e) < 0)
		return -1;
	int count, first = 0;
	while ((count = lines_next_checked(&l, &columns, field, 2, e)) > 0) {
		if (first == 0 && is_header(field[count - 1]))
			return field_bad(lines_place(&l), "document", field[count - 1],
					 "is a header, and a list has none", e);
		first = first == 0 ? count : first;
		if (count != first)
			return mixed(&l, first, e);
		struct slice topic = count == 2 ? field[0] : no_topic;
		if (run_records_add(r, in, topic, field[count - 1], 0, e) < 0)
			return -1;
	}
	r->runid = run_name_of_file(in);
	return count;
}

RUN_FORMAT = {
	.name = "set",
	.summary = "a bare list of documents, as of a production: [topic] document",
	.manual =
		"One document number a line, or the topic and the document number; all lines are\n"
		"alike, and there is no header. Without topics, the judgments must have a single\n"
		"one. All documents have\n"
		"the score 0: the list is a set, not a ranking. The run's name is that of the "
		"file,\n"
		"without folder and without .gz, .txt, .csv or .run.\n"
		"  0.7.47.1001\n",
	.set = true,
	.read = read_set,
};
