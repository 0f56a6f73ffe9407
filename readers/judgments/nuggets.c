/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/nugget_rows.h"
#include "readers/judgment_format.h"

static int take_nugget(void *context, const struct nugget_row *row, struct err *e)
{
	const struct judgment_receiver *to = context;
	struct judgment_record r = { .topic = row->topic,
				     .document = row->nugget,
				     .topic_only = row->nugget.at == NULL };
	if (!r.topic_only &&
	    field_word(row->place, "importance", row->value, importance_words, &r.level, e) < 0)
		return -1;
	return to->take(to->context, &r, e);
}

static int read_nuggets(const struct input *in, struct judgment_receiver *to, struct err *e)
{
	static const struct nugget_form form = { COLUMN_IMPORTANCE,
						 { 3, 3, "topic nugget importance" } };
	return nugget_rows_read(in, &form, take_nugget, to, e);
}

JUDGMENT_FORMAT = {
	.name = "nuggets",
	.summary = "nuggets of answers: topic, nugget, importance (vital or okay)",
	.manual =
		"What answers should say, for the measures nugget_*. A nugget is read as a document,\n"
		"its importance as a grade: vital is 2, okay is 1. A nugget may stand only once in a\n"
		"topic. Runs are assignments, unless -T says otherwise. The file is one of these:\n"
		"- JSON as nuggetizer (castorini) writes it, an object for each topic. Files that have\n"
		"  an assignment for each nugget, too, will do;\n"
		"- a table (CSV) with a header that names the columns topic, nugget and importance, or\n"
		"  objects of JSON with these keys;\n"
		"- three columns with white space between them, and nuggets without blanks.\n"
		"  {\"qid\": \"q1\", \"nuggets\": [{\"text\": \"is a language\", \"importance\": \"vital\"}]}\n"
		"  q1 n1 vital\n",
	.kind = JUDGMENTS_GRADED,
	.asks = "nuggets",
	.runs = "assignments",
	.named = true,
	.read = read_nuggets,
};
