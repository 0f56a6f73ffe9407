/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/columns.h"
#include "readers/judgment_format.h"

static int take_topic_row(void *context, const struct table_row *row, struct err *e)
{
	const struct judgment_receiver *to = context;
	const struct judgment_record r = { .topic = row->field[COLUMN_TOPIC], .topic_only = true };
	return field_name(row->place, "topic", r.topic, e) < 0 ? -1 : to->take(to->context, &r, e);
}

static int read_topics(const struct input *in, struct judgment_receiver *to, struct err *e)
{
	static const struct columns_asked asked = { .needed = COLUMN(TOPIC) };
	return table_read(in, &asked, take_topic_row, to, e);
}

JUDGMENT_FORMAT = {
	.name = "topics",
	.summary = "the topics that count, if runs are judged themselves (-T support)",
	.manual =
		"A table (CSV, or objects of JSON) with a column topic: every topic in it counts. It may\n"
		"have other columns, and a topic any number of rows, so that a file of nuggets or one of\n"
		"the runs will do. Runs are support, unless -T says otherwise.\n"
		"  topic\n"
		"  q1\n",
	.kind = JUDGMENTS_GRADED,
	.asks = "support",
	.runs = "support",
	.named = true,
	.read = read_topics,
};
