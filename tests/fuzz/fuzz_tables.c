/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables with names, delimited or JSON, must take any bytes or refuse them with a message. The
 * first line is what the user says: words with a comma between, each a column ("rel=x") or a word
 * for judgments. What must hold: fields are those of the header, on lines of the file, and a table
 * whose header has all that is needed begins with a header.
 */
#include "readers/json_text.h"
#include "tests/fuzz/cost.h"

static const struct columns_asked asked = {
	.needed = COLUMN(DOCUMENT) | COLUMN(RELEVANCE),
	.optional = COLUMN(TOPIC) | COLUMN(PROBABILITY),
	.one_of = COLUMN(SCORE) | COLUMN(LABEL) | COLUMN(STRATUM),
};

enum { SAID_MAX = 8 };

static int take(void *context, const struct table_row *row, struct err *e)
{
	const struct input *in = context;
	int64_t grade;
	for (int c = 0; c < COLUMN_KINDS; c++) {
		bool present = (row->header->present >> c & 1) != 0;
		if (present != (row->field[c].at != NULL))
			abort();
		if (present && input_line(in, row->field[c].at) < row->place.line)
			abort();
	}
	return row_relevance(row, &grade, e);
}

/* Both readers of JSON must come to the end of any value that json_skip() passes over. */
static void try_json(const struct input *in)
{
	struct err e = { 0 };
	struct json j;
	json_start(&j, in, &e);
	int result = json_skip(&j);
	if ((result < 0) != (e.text[0] != '\0') || j.at > j.end || j.depth < 0)
		abort();
	if (result == 0 && j.depth != 0)
		abort();
}

static void try_table(const struct input *in)
{
	struct err e = { 0 };
	if (column_options_check(in->options, &e) < 0)
		return;
	int result = table_read(in, &asked, take, (void *)in, &e);
	if ((result < 0) != (e.text[0] != '\0'))
		abort(); /* an error without a message, or a message without an error */
	if (result == 0 && !json_begins(in) && has_header(in, &asked, &e) != 1)
		abort();
	(void)is_delimited(in, &asked, &e);
	(void)json_shape(in);
}

static int read_input(const uint8_t *bytes, size_t size)
{
	char line[128];
	const uint8_t *end = size > 0 ? memchr(bytes, '\n', size) : NULL;
	size_t length = end != NULL ? (size_t)(end - bytes) : 0;
	if (end == NULL || length >= sizeof line)
		return 0;
	memcpy(line, bytes, length);
	line[length] = '\0';
	struct column_options o = { .option = "--column" };
	const char *said[SAID_MAX], *word[SAID_MAX];
	o.column.text = said;
	o.word[WORD_GRAY].text = word;
	char *rest = line;
	for (char *one; (one = strsep(&rest, ",")) != NULL;)
		if (strchr(one, '=') != NULL && o.column.count < SAID_MAX)
			said[o.column.count++] = one;
		else if (one[0] != '\0' && o.word[WORD_GRAY].count < SAID_MAX)
			word[o.word[WORD_GRAY].count++] = one;
	struct err e = { 0 };
	struct input in;
	if (input_from_bytes(&in, "fuzz", end + 1, size - length - 1, &e) < 0)
		return 0;
	in.options = &o;
	try_table(&in);
	try_json(&in);
	input_release(&in);
	return 0;
}
