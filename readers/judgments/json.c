/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/json_text.h"
#include "readers/judgment_format.h"

/* The topic alone: it may have no judgments. */
static int take_topic(void *context, struct place place, struct slice topic, struct err *e)
{
	struct judgment_receiver *to = context;
	const struct judgment_record r = { .topic = topic, .topic_only = true };
	to->topic = topic;
	return field_name(place, "topic", topic, e) < 0 ? -1 : to->take(to->context, &r, e);
}

static int take_json_judgment(void *context, struct place place, struct slice document,
			      struct slice value, struct err *e)
{
	const struct judgment_receiver *to = context;
	struct judgment_record r = { .topic = to->topic, .document = document };
	if (field_name(place, "document", document, e) < 0 ||
	    field_grade(place, value, &r.level, e) < 0)
		return -1;
	return to->take(to->context, &r, e);
}

static int read_json(const struct input *in, struct judgment_receiver *to, struct err *e)
{
	static const struct json_receiver topics = { take_topic, take_json_judgment };
	return json_shape(in) == '[' ? judgment_rows_read(in, to, e)
				     : json_topics_read(in, &topics, to, e);
}

JUDGMENT_FORMAT = {
	.name = "json",
	.summary = "JSON: {\"topic\": {\"document\": grade}}, or an array of rows",
	.manual =
		"An object of objects, as ranx, BEIR and pytrec_eval have it: topics, their documents,\n"
		"and grades, which are whole numbers. Or an array of objects whose keys are the columns\n"
		"of -R csv. Without -R, a file that begins so is read so.\n"
		"  {\"301\": {\"FBIS3-10082\": 1, \"FBIS3-10169\": 0}}\n"
		"  [{\"qid\": \"301\", \"docid\": \"FBIS3-10082\", \"rel\": 1}]\n",
	JUDGMENT_ROWS,
	.read = read_json,
	.begins = json_begins_whole,
};
