/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/nugget_rows.h"
#include "readers/judgment_format.h"

static int take_judged_pair(void *context, struct place place, struct slice topic,
			    struct slice pair, struct slice grade, struct err *e)
{
	(void)place;
	const struct judgment_receiver *to = context;
	struct judgment_record r = { .topic = topic, .document = pair };
	if (grade.length == 0) /* nobody has judged it yet */
		return 0;
	r.level = grade.at[0] - '0';
	return to->take(to->context, &r, e);
}

static int read_pairs(const struct input *in, struct judgment_receiver *to, struct err *e)
{
	return assigned_pairs_read(in, take_judged_pair, to, e);
}

JUDGMENT_FORMAT = {
	.name = "pairs",
	.summary =
		"human judgments of pairs of an answer and a nugget: run, topic, nugget, assignment",
	.manual =
		"Which nuggets the answers of runs support according to people, or to a model, for\n"
		"--drawn-from=labels and agree. A pair is read as a document named run/nugget, its\n"
		"assignment as a grade: support is 2, partial_support 1, not_support 0. A row without an assignment\n"
		"is not judged. Runs are pairs, unless -T says otherwise. The file is one of these:\n"
		"- a table (CSV) with the columns run, topic, nugget and assignment, or objects of JSON\n"
		"  with these keys;\n"
		"- a table with topic, docno, which is run/nugget, and rel: what sample -T pairs draws,\n"
		"  with the assignments filled in;\n"
		"- JSON as nuggetizer (castorini) writes it, with run_id;\n"
		"- four columns with white space between them, and nuggets without blanks.\n"
		"  a q1 n1 support\n",
	.kind = JUDGMENTS_GRADED,
	.asks = "nuggets_labels",
	.runs = "pairs",
	.named = true,
	.pairs = true,
	.read = read_pairs,
};
