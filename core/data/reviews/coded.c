/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/data/document_table.h"
#include "core/data/reviews/coded.h"

static const struct columns_asked asked = {
	.needed = COLUMN(DOCUMENT) | COLUMN(RELEVANCE),
	.optional = COLUMN(STRATUM) | COLUMN(SIZE) | COLUMN(CLUSTER) | COLUMN(PRIVILEGE),
};

void coded_release(struct coded *c)
{
	free(c->document);
	input_release(&c->in);
	*c = (struct coded){ 0 };
}

static int take_code(const struct table_row *row, uint8_t *code, struct err *e)
{
	int64_t grade = 0;
	*code = CODE_NONE;
	if (row->field[COLUMN_RELEVANCE].length == 0)
		return 0;
	if (row_relevance(row, &grade, e) < 0)
		return -1;
	*code = grade > 0 ? CODE_RELEVANT : grade == GRADE_GRAY ? CODE_GRAY : CODE_OTHER;
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
	for (const char *const *w = none; *w != NULL; w++)
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
