/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/json_text.h"
#include "readers/run_format.h"

struct receiver {
	const struct input *in;
	struct run_records *records;
	struct slice topic;
};

static int take_topic(void *context, struct place place, struct slice topic, struct err *e)
{
	struct receiver *to = context;
	to->topic = topic;
	return field_name(place, "topic", topic, e) < 0
		       ? -1
		       : run_records_topic(to->records, to->in, topic, e);
}

static int take_json_document(void *context, struct place place, struct slice document,
			      struct slice value, struct err *e)
{
	const struct receiver *to = context;
	double score;
	if (field_name(place, "document", document, e) < 0 ||
	    field_score(place, value, &score, e) < 0)
		return -1;
	return run_records_add(to->records, to->in, to->topic, document, score, e);
}

static int read_json(const struct input *in, struct run_records *r, struct err *e)
{
	enum { LEAST_BYTES = 5 }; /* "d":1 */
	static const struct json_receiver topics = { take_topic, take_json_document };
	struct receiver to = { .in = in, .records = r };
	if (json_shape(in) == '[')
		return run_rows_read(in, r, e);
	return run_records_reserve(r, in, LEAST_BYTES, e) < 0
		       ? -1
		       : json_topics_read(in, &topics, &to, e);
}

RUN_FORMAT = {
	.name = "json",
	.summary = "JSON: {\"topic\": {\"document\": score}}, or an array of rows",
	.manual =
		"An object of objects, as ranx, BEIR and pytrec_eval have it: topics, their documents,\n"
		"and scores. A topic may be empty. Or an array of objects whose keys are the columns of\n"
		"-T csv. The run's name is that of the file, as in set. Without -T, a file that begins\n"
		"so is read so.\n"
		"  {\"301\": {\"FR940202-2-00150\": 2.129133, \"FR940202-2-00151\": 1.5}}\n"
		"  [{\"qid\": \"301\", \"docid\": \"FR940202-2-00150\", \"score\": 2.129133}]\n",
	.named = true,
	.read = read_json,
	.begins = json_begins_whole,
};
