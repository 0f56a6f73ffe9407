/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/nugget_rows.h"
#include "readers/run_format.h"

enum { NOTHING_CITED = -1 };

static bool is_none(struct slice field)
{
	return field.length == 0 || slice_equal(field, slice_of("-"));
}

static int take_support_row(void *context, const struct table_row *row, struct err *e)
{
	static const struct counted_word support[] = {
		{ "full", 1 },
		{ "partial", 0.5 },
		{ "no", 0 },
		{ "full_support", 1 },
		{ "partial_support", 0.5 },
		{ "no_support", 0 },
		{ "FS", 1 },
		{ "PS", 0.5 },
		{ "NS", 0 },
		{ NULL, 0 },
	};
	struct one_run *to = context;
	struct slice topic = row->field[COLUMN_TOPIC], sentence = row->field[COLUMN_SENTENCE];
	struct slice value = row->field[COLUMN_SUPPORT];
	double score = NOTHING_CITED;
	bool cited = !is_none(row->field[COLUMN_CITATION]);
	if (field_name(row->place, "topic", topic, e) < 0 ||
	    field_name(row->place, "sentence", sentence, e) < 0 ||
	    (cited && field_name(row->place, "citation", row->field[COLUMN_CITATION], e) < 0) ||
	    one_run_named(to, row->place, row->field[COLUMN_RUN], e) < 0)
		return -1;
	if (cited && field_word(row->place, "support", value, support, &score, e) < 0)
		return -1;
	if (!cited && !is_none(value))
		return field_bad(row->place, "support", value,
				 "is said of a sentence without a citation: leave it empty", e);
	if (memchr(sentence.at, PAIR_SEPARATOR, sentence.length) != NULL)
		return field_bad(row->place, "sentence", sentence,
				 "has a '/', which separates sentence and citation", e);
	struct nugget_row pair = { .place = row->place,
				   .topic = topic,
				   .nugget = row->field[COLUMN_CITATION],
				   .run = sentence,
				   .value = value };
	nugget_row_span(&pair, to->in);
	if (cited && nugget_pair(to->in, &pair, sentence, &sentence, e) < 0)
		return -1;
	return run_records_add(to->records, to->in, topic, sentence, score, e);
}

static int read_support(const struct input *in, struct run_records *r, struct err *e)
{
	enum { LEAST_BYTES = 4 };
	static const struct columns_asked asked = { .needed = COLUMN(TOPIC) | COLUMN(SENTENCE) |
							      COLUMN(CITATION) | COLUMN(SUPPORT),
						    .optional = COLUMN(RUN) };
	struct one_run to = { .in = in, .records = r };
	return run_records_reserve(r, in, LEAST_BYTES, e) < 0
		       ? -1
		       : table_read(in, &asked, take_support_row, &to, e);
}

RUN_FORMAT = {
	.name = "support",
	.summary = "answers: do the citations of each sentence support it (full, partial, no)",
	.manual =
		"A table (CSV, or objects of JSON) with the columns topic, sentence, citation, support\n"
		"and perhaps run: a row for each sentence of each answer of a run, for the measures\n"
		"support_*. The support is full, partial or no (or full_support and so on, or FS, PS,\n"
		"NS). A sentence that cites nothing has a row, too, with an empty citation, or -, and an\n"
		"empty support. A sentence has a row for each citation that was judged (TREC RAG 2024\n"
		"judged the first one). A row is read as a document, sentence/citation, with the score 1,\n"
		"0.5 or 0, and as sentence with -1 if there is no citation.\n"
		"The run's name is run; without it that of the file, as in set. A file has one run.\n"
		"  topic,sentence,citation,support\n"
		"  q1,1,doc7,partial\n",
	.named = true,
	.read = read_support,
};
