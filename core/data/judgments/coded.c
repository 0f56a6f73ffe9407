/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/data/document_table.h"
#include "core/data/judgments/coded.h"
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
	for (size_t i = 0; i < c->files; i++)
		input_release(&c->in[i]);
	arena_release(&c->memory);
	free(c->document);
	*c = (struct coded){ 0 };
}

int coded_wrong(const struct coded *c, const struct coded_document *d, struct err *e,
		const char *format, ...)
{
	const struct input *in = &c->in[d->file];
	char text[600];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return err_at(e, in->path, input_line(in, d->name.at), "%s", text);
}

const char *code_name(enum code code)
{
	static const char *const names[] = { [CODE_NONE] = "not reviewed",
					     [CODE_OTHER] = "not relevant",
					     [CODE_RELEVANT] = "relevant",
					     [CODE_GRAY] = "left out" };
	return names[code];
}

static enum code code_of(int64_t grade)
{
	return grade > 0 ? CODE_RELEVANT : grade < 0 ? CODE_GRAY : CODE_OTHER;
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

static int take_coding(void *context, const struct table_row *row, struct err *e)
{
	struct coded *c = context;
	struct coded_document d = { .name = row->field[COLUMN_DOCUMENT],
				    .file = (uint16_t)(c->files - 1),
				    .family = row->field[COLUMN_CLUSTER],
				    .privilege = privilege_of(row) };
	if (c->count == DOCUMENTS_MAX)
		return err_at(e, row->place.path, row->place.line, "more than %u documents",
			      (unsigned)DOCUMENTS_MAX);
	if (!ARRAY_ROOM(c->document, c->count, c->room))
		return err_memory(e);
	if (field_name(row->place, "document", d.name, e) < 0 || take_code(row, &d.code, e) < 0 ||
	    take_stratum(row, &d, e) < 0)
		return -1;
	d.hash = hash_bytes(d.name.at, d.name.length);
	if (d.stratum.length > 0)
		d.stratum_hash = hash_bytes(d.stratum.at, d.stratum.length);
	c->strata = c->strata || d.size > 0;
	c->excludes = c->excludes || row->header->excludes;
	c->found |= row->header->found;
	if (c->families.at == NULL)
		c->families = row->header->called[COLUMN_CLUSTER];
	if (c->privileges.at == NULL)
		c->privileges = row->header->called[COLUMN_PRIVILEGE];
	c->document[c->count++] = d;
	return 0;
}

/* A file has a document once, and its strata have one size each: the rows from `first` on. */
static int check_file(const struct coded *c, size_t first, struct err *e)
{
	struct document_table names = { 0 }, strata = { 0 };
	const struct documents by_name = DOCUMENTS_OF(c->document, name, hash, false);
	const struct documents by_stratum = DOCUMENTS_OF(c->document, stratum, stratum_hash, false);
	int result = document_table_start(&names, c->count - first, e);
	if (result == 0)
		result = document_table_start(&strata, c->count - first, e);
	for (size_t i = first; i < c->count && result == 0; i++) {
		const struct coded_document *d = &c->document[i];
		const struct coded_document *same =
			&c->document[document_table_add(&names, &by_name, i)];
		const struct coded_document *with =
			&c->document[document_table_add(&strata, &by_stratum, i)];
		if (same != d)
			result = coded_wrong(
				c, d, e, "document '%s' was coded already on line %llu",
				shown(d->name).text,
				(unsigned long long)input_line(&c->in[d->file], same->name.at));
		else if (with->size != d->size)
			result = coded_wrong(
				c, d, e, "stratum '%s' has %lld documents, and %lld above",
				shown(d->stratum).text, (long long)d->size, (long long)with->size);
	}
	document_table_release(&names);
	document_table_release(&strata);
	return result;
}

/* Adds what another file says of the same document. */
static int unite(struct coded *c, struct coded_document *to, const struct coded_document *d,
		 bool families, struct err *e)
{
	const struct shown name = shown(d->name);
	const struct input *in = &c->in[to->file];
	const uint64_t line = input_line(in, to->name.at);
	const bool both = to->code != CODE_NONE && d->code != CODE_NONE;
	if (both && to->code != d->code)
		return coded_wrong(c, d, e,
				   "document '%s' counts as %s, and as %s in %.300s, line %llu",
				   name.text, code_name(d->code), code_name(to->code), in->path,
				   (unsigned long long)line);
	if (to->size != d->size || (d->size > 0 && !slice_equal(to->stratum, d->stratum)))
		return coded_wrong(
			c, d, e,
			"document '%s' is of another stratum in %.300s, line %llu; " SAMPLES_OVERLAP,
			name.text, in->path, (unsigned long long)line);
	if (families && to->family.length > 0 && d->family.length > 0 &&
	    !slice_equal(to->family, d->family))
		return coded_wrong(c, d, e,
				   "document '%s' is of another family in %.300s, line %llu",
				   name.text, in->path, (unsigned long long)line);
	c->again = both && c->twice == 0 ? d->name : c->again;
	c->twice += both && !to->twice;
	to->twice = to->twice || both;
	to->code = to->code == CODE_NONE ? d->code : to->code;
	to->family = to->family.length == 0 ? d->family : to->family;
	to->privilege = to->privilege.length == 0 ? d->privilege : to->privilege;
	return 0;
}

/* Each document once. */
static int unite_files(struct coded *c, bool families, struct err *e)
{
	struct document_table table = { 0 };
	const struct documents known = DOCUMENTS_OF(c->document, name, hash, false);
	size_t count = c->count;
	int result = document_table_start(&table, count, e);
	c->count = 0;
	for (size_t i = 0; i < count && result == 0; i++) {
		const struct coded_document d = c->document[i];
		uint32_t *slot = document_table_slot(&table, &known, d.name, d.hash);
		if (*slot != 0) {
			result = unite(c, &c->document[*slot - 1], &d, families, e);
			continue;
		}
		c->document[c->count++] = d;
		*slot = (uint32_t)c->count;
	}
	document_table_release(&table);
	return result;
}

static int read_file(struct coded *c, const char *path, const struct column_options *columns,
		     struct err *e)
{
	const size_t before = c->count;
	const bool strata = c->strata;
	if (input_read_table(&c->in[c->files], path, columns, e) < 0)
		return -1;
	struct input *in = &c->in[c->files++];
	c->strata = false;
	if (table_read(in, &asked, take_coding, c, e) < 0)
		return -1;
	if (c->count == before)
		return err_data(e, "%.600s: no documents in the file", path);
	if (before > 0 && c->strata != strata)
		return err_data(e,
				"%.300s has strata with their sizes, and %.300s has none: files "
				"are read as one; if strata do not matter, say --column=stratum=",
				c->strata ? in->path : c->in[0].path,
				c->strata ? c->in[0].path : in->path);
	return check_file(c, before, e);
}

int coded_read(struct coded *c, const struct text_list *paths, const struct column_options *columns,
	       struct err *e)
{
	*c = (struct coded){ 0 };
	if (paths->count > UINT16_MAX)
		return err_usage(e, "more than %d files with codes", UINT16_MAX);
	c->in = arena_zeroed(&c->memory, paths->count, sizeof *c->in);
	int result = c->in == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < paths->count && result == 0; i++)
		result = read_file(c, paths->text[i], columns, e);
	if (result == 0)
		result = column_options_found(columns, LOOKED, c->found, e);
	if (result == 0) {
		c->name = c->files == 1 ? c->in[0].path
					: arena_print(&c->memory, "%s and %zu more", c->in[0].path,
						      c->files - 1);
		result = c->name == NULL ? err_memory(e) : 0;
	}
	if (result == 0 && c->files > 1)
		result = unite_files(c, columns->cluster != NULL, e);
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
		    (known == WORDS_LOOKED || words_alike(l->word[i].text, text)))
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
	int result = csv_read(&l->in, CSV_HEADER, look_at_header, l, e);
	if (result == 0 && table_read(&l->in, &any, look_at_row, l, &lost) < 0 && l->rows > 0) {
		*e = lost; /* before the first row, it is the header that is not clear */
		result = -1;
	}
	if (result < 0)
		coded_look_release(l);
	return result;
}
