/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/data/document_table.h"
#include "core/data/reviews/coded.h"
#include "readers/csv_text.h"

static const struct columns_asked asked = {
	.needed = COLUMN(DOCUMENT) | COLUMN(RELEVANCE),
	.optional = COLUMN(STRATUM) | COLUMN(SIZE) | COLUMN(CLUSTER) | COLUMN(PRIVILEGE),
};

/* What is looked at, and of that what is not counted word by word. */
#define LOOKED	  (asked.needed | asked.optional)
#define UNCOUNTED (COLUMN(DOCUMENT) | COLUMN(SIZE) | COLUMN(CLUSTER))

void coded_release(struct coded *c)
{
	free(c->document);
	input_release(&c->in);
	*c = (struct coded){ 0 };
}

static enum code code_of(int64_t grade)
{
	return grade > 0 ? CODE_RELEVANT : grade == GRADE_GRAY ? CODE_GRAY : CODE_OTHER;
}

static int take_code(const struct table_row *row, uint8_t *code, struct err *e)
{
	int64_t grade = 0;
	*code = CODE_NONE;
	if (row->field[COLUMN_RELEVANCE].length == 0)
		return 0;
	if (row_relevance(row, &grade, e) < 0)
		return -1;
	*code = (uint8_t)code_of(grade);
	return 0;
}

static int take_stratum(const struct table_row *row, struct coded_document *d, struct err *e)
{
	d->stratum = row->field[COLUMN_STRATUM];
	if (row->field[COLUMN_SIZE].at == NULL || row->field[COLUMN_STRATUM].at == NULL)
		return 0;
	return field_count(row->place, "size", row->field[COLUMN_SIZE], &d->size, e);
}

/* What says that a document is privileged: anything but such words. */
static struct slice privilege_of(const struct table_row *row)
{
	static const char *const none[] = {
		"Not Privileged", "nonprivileged", "no", "n", "none", "false", "0",
		"not priv",	  "n/a",	   NULL
	};
	struct slice word = row->field[COLUMN_PRIVILEGE];
	for (const char *const *w = none; *w != NULL && word.length > 0; w++)
		word = names_alike(word, slice_of(*w)) ? slice_of("") : word;
	return word;
}

static int take_row(void *context, const struct table_row *row, struct err *e)
{
	struct coded *c = context;
	struct coded_document d = { .name = row->field[COLUMN_DOCUMENT],
				    .family = row->field[COLUMN_CLUSTER],
				    .privilege = privilege_of(row) };
	if (c->count == DOCUMENTS_MAX)
		return err_at(e, row->place.path, row->place.line, "more than %u documents",
			      (unsigned)DOCUMENTS_MAX);
	if (c->count == c->room) {
		c->room = c->room > 0 ? 2 * c->room : 1024;
		if (!ARRAY_RESIZE(c->document, c->room))
			return err_memory(e);
	}
	if (field_name(row->place, "document", d.name, e) < 0 || take_code(row, &d.code, e) < 0 ||
	    take_stratum(row, &d, e) < 0)
		return -1;
	d.hash = hash_bytes(d.name.at, d.name.length);
	c->strata = c->strata || d.size > 0;
	c->excludes = row->header->excludes;
	c->families = row->header->called[COLUMN_CLUSTER];
	c->privileges = row->header->called[COLUMN_PRIVILEGE];
	c->document[c->count++] = d;
	return 0;
}

static struct slice name_of(const void *context, size_t i)
{
	return ((const struct coded_document *)context)[i].name;
}

static unsigned hash_of(const void *context, size_t i)
{
	return ((const struct coded_document *)context)[i].hash;
}

static int find_repeated(const struct coded *c, struct err *e)
{
	struct document_table table = { 0 };
	const struct documents d = { c->document, name_of, hash_of };
	int result = document_table_start(&table, c->count, e);
	for (size_t i = 0; i < c->count && result == 0; i++) {
		struct slice name = c->document[i].name;
		uint32_t *slot = document_table_slot(&table, &d, name, c->document[i].hash);
		if (*slot != 0)
			result = err_at(e, c->in.path, input_line(&c->in, name.at),
					"document '%s' was coded already on line %llu",
					shown(name.at, name.length).text,
					(unsigned long long)input_line(
						&c->in, c->document[*slot - 1].name.at));
		*slot = (uint32_t)i + 1;
	}
	document_table_release(&table);
	return result;
}

int coded_read(struct coded *c, const char *path, const struct column_options *columns,
	       struct err *e)
{
	*c = (struct coded){ 0 };
	if (input_read_table(&c->in, path, columns, e) < 0)
		return -1;
	int result = table_read(&c->in, &asked, take_row, c, e);
	if (result == 0 && c->count == 0)
		result = err_data(e, "%.600s: no documents in the file", path);
	if (result == 0)
		result = find_repeated(c, e);
	if (result < 0)
		coded_release(c);
	return result;
}

/* ---- what a file is taken for ---- */

void coded_look_release(struct coded_look *l)
{
	free(l->column);
	free(l->word);
	input_release(&l->in);
	*l = (struct coded_look){ 0 };
}

/* A header that does not tell one column from another still tells the rest. */
static int look_at_header(void *context, const struct csv_record *r, struct err *e)
{
	const struct columns_asked any = { .optional = LOOKED };
	struct coded_look *l = context;
	struct table_header h;
	struct err ignored = { 0 };
	(void)header_find(&h, &l->in, &any, r->field, r->fields, r->place, r->text, &ignored);
	l->column = calloc(r->fields + 1, sizeof *l->column);
	if (l->column == NULL)
		return err_memory(e);
	for (size_t i = 0; i < r->fields; i++)
		l->column[i] = (struct coded_column){ r->field[i], COLUMN_KINDS };
	for (int c = 0; c < COLUMN_KINDS; c++)
		if ((h.present >> c & 1) != 0)
			l->column[h.position[c]].use = (enum known_column)c;
	l->columns = r->fields;
	return 0;
}

static int count_word(struct coded_look *l, enum known_column c, const struct table_row *row,
		      struct err *e)
{
	struct slice text = row->field[c];
	size_t i = 0, known = 0;
	int64_t grade = 0;
	for (; i < l->words; i++) {
		known += l->word[i].of == c;
		if (l->word[i].of == c &&
		    (known == WORDS_LOOKED || names_alike(l->word[i].text, text)))
			break;
	}
	if (i < l->words) {
		l->word[i].rows++;
		return 0;
	}
	if (!ARRAY_RESIZE(l->word, l->words + 1))
		return err_memory(e);
	struct coded_word *w = &l->word[l->words++];
	*w = (struct coded_word){ .of = c, .text = text, .rows = 1 };
	w->known = text.length == 0 || word_grade(l->in.options, text, &grade);
	w->code = text.length == 0 ? CODE_NONE : code_of(grade);
	return 0;
}

static int look_at_row(void *context, const struct table_row *row, struct err *e)
{
	struct coded_look *l = context;
	l->rows++;
	for (int c = 0; c < COLUMN_KINDS; c++)
		if ((LOOKED & ~UNCOUNTED & row->header->present) >> c & 1 &&
		    count_word(l, (enum known_column)c, row, e) < 0)
			return -1;
	return 0;
}

int coded_look(struct coded_look *l, const char *path, const struct column_options *columns,
	       struct err *e)
{
	*l = (struct coded_look){ 0 };
	if (input_read_table(&l->in, path, columns, e) < 0)
		return -1;
	const struct columns_asked any = { .optional = LOOKED };
	struct err lost = { 0 };
	int result = csv_read_header(&l->in, look_at_header, l, e);
	if (result == 0 && table_read(&l->in, &any, look_at_row, l, &lost) < 0 && l->rows > 0) {
		*e = lost; /* before the first row, it is the header that is not clear */
		result = -1;
	}
	if (result < 0)
		coded_look_release(l);
	return result;
}
