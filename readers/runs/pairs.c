/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/nugget_rows.h"
#include "readers/run_format.h"

static int take_labelled_pair(void *context, const struct nugget_row *row, struct err *e)
{
	struct one_run *to = context;
	struct slice pair;
	double score;
	if (one_run_named(to, row->place, row->run, e) < 0)
		return -1;
	if (row->nugget.at == NULL)
		return run_records_topic(to->records, to->in, row->topic, e);
	if (field_word(row->place, "importance", row->value, importance_words, &score, e) < 0 ||
	    nugget_pair(to->in, row, to->records->runid, &pair, e) < 0)
		return -1;
	return run_records_add(to->records, to->in, row->topic, pair, score, e);
}

static int read_pairs(const struct input *in, struct run_records *r, struct err *e)
{
	enum { LEAST_BYTES = 6 }; /* three fields and what separates them */
	static const struct nugget_form form = { COLUMN_IMPORTANCE,
						 { 4, 4, "run topic nugget importance" } };
	struct one_run to = { .in = in, .records = r };
	return run_records_reserve(r, in, LEAST_BYTES, e) < 0
		       ? -1
		       : nugget_rows_read(in, &form, take_labelled_pair, &to, e);
}

RUN_FORMAT = {
	.name = "pairs",
	.summary = "the pairs of a run's answers and the nuggets, with the importance of these",
	.manual =
		"What -T assignments reads, if it also has the importance of each nugget, as files of\n"
		"nuggetizer do: run, topic, nugget, importance. A pair is read as a document, run/nugget,\n"
		"its importance as a score: vital is 2, okay is 1. What the run's answers support is said\n"
		"by judgments (-R pairs) and labels, not here. In four columns with white space the\n"
		"importance is the last. The run's name is run or run_id; without it that of the file, as\n"
		"in set. A file has one run.\n"
		"  run,topic,nugget,importance,assignment\n"
		"  a,q1,n1,vital,support\n",
	.named = true,
	.read = read_pairs,
};
