/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval validate JUDGED --show=columns: what the columns of the file are taken for.
 */
#include "core/commands/validate/validate.h"
#include "core/data/judgments/coded.h"

struct line {
	const char *use, *name, *word, *counts_as;
	int64_t rows;
};

#define AT(field) .at = offsetof(struct line, field)

static const struct record_column columns[] = {
	{ "use", "taken for", RECORD_TEXT, AT(use), .blank = true },
	{ "column", "column", RECORD_TEXT, AT(name) },
	{ "word", "word", RECORD_TEXT, AT(word), .blank = true },
	{ "rows", "rows", RECORD_WHOLE, AT(rows), .blank = true },
	{ "counts_as", "counts as", RECORD_TEXT, AT(counts_as), .blank = true },
	{ 0 },
};

/* What a word of the column rel counts as; NULL: it is of another column. */
static const char *counts_as(const struct coded_word *w)
{
	return w->of != COLUMN_RELEVANCE ? NULL : w->known ? code_name(w->code) : "unknown";
}

int validation_columns(const struct validate_request *q, const struct output *out, struct err *e)
{
	struct coded_look l;
	struct arena memory = { 0 };
	struct records lines;
	struct report r;
	if (column_options_check(&q->formats.columns, e) < 0 ||
	    coded_look(&l, q->judged.text[0], &q->formats.columns, e) < 0)
		return -1;
	report_init(&r, q->format, &(struct report_origin){ .asked = &out->asked });
	records_init(&lines, columns, sizeof(struct line));
	for (size_t i = 0; i < l.columns; i++) {
		const struct coded_column *c = &l.column[i];
		const char *use = c->use == COLUMN_KINDS ? NULL : column_name(c->use);
		const char *name = arena_copy(&memory, c->name);
		records_add(&lines, &(struct line){ .use = use, .name = name, .rows = l.rows });
		for (size_t k = 0; k < l.words; k++) {
			const struct coded_word *w = &l.word[k];
			if (w->of != c->use)
				continue;
			const char *word = arena_copy(&memory, w->text);
			records_add(&lines,
				    &(struct line){ use, name, word, counts_as(w), w->rows });
		}
	}
	report_records(&r, IN_PAGE, "Columns", &lines);
	int result = report_finish(&r, out, memory.failed ? err_memory(e) : 0, e);
	arena_release(&memory);
	coded_look_release(&l);
	return result;
}
