/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every reader must take any bytes or refuse them with a message: the first byte chooses which one.
 */
#include "core/data/judgments/zscores.h"
#include "readers/review_file.h"
#include "readers/strata_table.h"
#include "tests/fuzz/chosen_reader.h"
#include "tests/fuzz/cost.h"

/* Rows that `sample -N` wrote may lack a document, a topic of JSON may be empty, and a table of
 * strata has none. */
static int take_judgment(void *context, const struct judgment_record *r, struct err *e)
{
	const struct judgment_format *format = context;
	(void)e;
	bool needed = format->kind != JUDGMENTS_TABLE && !r->unjudged && !r->topic_only;
	return r->document.length > 0 || !needed ? 0 : -1;
}

static int take_stratum(void *context, const struct stratum_record *r, struct err *e)
{
	(void)context, (void)e;
	return r->topic.length > 0 && r->sampled <= r->size && r->relevant <= r->assessable ? 0
											    : -1;
}

static int take_size(void *context, const struct stratum_record *r, struct err *e)
{
	(void)context, (void)e;
	return r->label.length > 0 && r->size >= 0 ? 0 : -1;
}

static int take_review(void *context, const struct review_record *r, struct err *e)
{
	(void)context, (void)e;
	return (r->document.length > 0 || r->unseen) && !(r->control && r->random) ? 0 : -1;
}

/* All documents must be readable, and stand on a line of the input. */
static int read_run(const struct input *in, const struct run_format *format, struct err *e)
{
	struct run_records r = { 0 };
	struct run_format unnamed = { .unnamed = true };
	if (run_format_of(&unnamed, in, e) == NULL)
		abort();
	int result = format->read(in, &r, e);
	for (size_t i = 0; result == 0 && i < r.count; i++) {
		struct slice document = piece_slice(in, r.record[i].document);
		if (document.length == 0 || memchr(document.at, '\n', document.length) != NULL ||
		    input_line(in, document.at) > in->size + 1)
			abort();
	}
	run_records_release(&r);
	return result;
}

static int read_zscores(const struct input *in, struct err *e)
{
	struct zscores z;
	if (zscores_read(&z, in, e) < 0)
		return -1;
	zscores_release(&z);
	return 0;
}

static int read_one(const struct input *in, const char *reader, struct err *e)
{
	const struct judgment_format *judgments = chosen_judgments(reader);
	const struct run_format *run = chosen_run(reader);
	check_seed_readers();
	if (judgments != NULL)
		return judgment_records_read(judgments, in, take_judgment, (void *)judgments, e);
	if (run != NULL)
		return read_run(in, run, e);
	if (strcmp(reader, "zscores") == 0)
		return read_zscores(in, e);
	if (strcmp(reader, "strata") == 0)
		return strata_table_read(in, take_stratum, NULL, e);
	if (strcmp(reader, "review") == 0)
		return review_read(in, take_review, NULL, e);
	if (strcmp(reader, "sizes") == 0)
		return stratum_sizes_read(in, take_size, NULL, e);
	return read_run(in, &label_file, e);
}

static int read_input(const uint8_t *bytes, size_t size)
{
	if (size == 0)
		return 0;
	struct err e = { 0 };
	struct input in;
	if (input_from_bytes(&in, "fuzz", bytes + 1, size - 1, &e) < 0)
		return 0;
	int result = read_one(&in, chosen_reader(bytes[0]), &e);
	if ((result < 0) != (e.text[0] != '\0'))
		abort(); /* an error without a message, or a message without an error */
	input_release(&in);
	return 0;
}
