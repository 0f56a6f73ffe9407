/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdarg.h>

#include "core/base/array.h"
#include "core/base/host.h"
#include "core/output/report.h"

void report_init(struct report *r, enum record_format format, const struct report_origin *origin)
{
	*r = (struct report){ .format = format, .origin = *origin, .is_for = IN_ALL };
	r->shows = report_format(r)->shows;
}

/* Whether memory ran out. */
static bool has_failed(const struct report *r)
{
	bool failed = r->failed || r->scratch.failed || r->memory.failed;
	for (struct report_block *x = r->first; x != NULL; x = x->next)
		failed = failed || x->title.failed || x->text.failed;
	return failed;
}

static void release(struct report *r)
{
	for (struct report_block *x = r->first; x != NULL; x = x->next) {
		buffer_release(&x->title);
		buffer_release(&x->text);
		free(x->column);
		free(x->cell);
		if (x->records != NULL)
			records_release(x->records);
	}
	for (struct report_picture *x = r->pictures; x != NULL; x = x->next)
		picture_release(&x->picture);
	free(r->hidden);
	buffer_release(&r->scratch);
	arena_release(&r->memory);
}

/* A host gets the sentences alone, and the notes. */
static void collect(const struct report *r)
{
	const struct host *h = host_get();
	for (const struct report_block *x = r->first; h != NULL && h->said != NULL && x != NULL;
	     x = x->next) {
		bool prose = x->kind == REPORT_PROSE || x->kind == REPORT_QUOTE;
		bool note = x->kind == REPORT_LINE || x->kind == REPORT_NOTE ||
			    x->kind == REPORT_WRAPPED;
		if ((prose || note) && x->text.length > 0)
			buffer_print(&h->said[note], "%s\n", x->text.text);
	}
}

int report_write(struct report *r, int result, struct buffer *b, struct err *e)
{
	if (result == 0)
		result = has_failed(r) ? err_memory(e) : report_format(r)->write(r, b, e);
	if (result == 0)
		collect(r);
	release(r);
	return result;
}

int report_finish(struct report *r, const struct output *out, int result, struct err *e)
{
	struct buffer b = { 0 };
	result = report_write(r, result, &b, e);
	return output_finish(out, &b, result, e);
}

/* ---- blocks ---- */

/* NULL: it is not shown, or there is no memory. */
static struct report_block *add_report_part(struct report *r, enum report_kind kind)
{
	if (!report_is(r, r->is_for) || (kind == REPORT_RECORDS) != report_is(r, IN_LINES))
		return NULL;
	struct report_block *x = arena_zeroed(&r->memory, 1, sizeof *x);
	if (x == NULL)
		return NULL;
	x->kind = kind;
	x->width = 80;
	*(r->last != NULL ? &r->last->next : &r->first) = x;
	r->last = x;
	return x;
}

/* For what is not shown. */
static struct buffer *nowhere(struct report *r)
{
	r->scratch.length = 0;
	return &r->scratch;
}

struct buffer *report_text(struct report *r, enum report_kind kind)
{
	struct report_block *x = add_report_part(r, kind);
	bool title = kind == REPORT_SECTION || kind == REPORT_HEADING;
	return x == NULL ? nowhere(r) : title ? &x->title : &x->text;
}

void report_section_end(struct report *r)
{
	add_report_part(r, REPORT_SECTION);
}

void report_space(struct report *r)
{
	if (report_is(r, IN_TEXT))
		add_report_part(r, REPORT_SPACE);
}

struct picture *report_picture(struct report *r, struct err *e)
{
	struct report_picture *x = arena_zeroed(&r->memory, 1, sizeof *x);
	if (x == NULL) {
		err_memory(e);
		return NULL;
	}
	x->next = r->pictures;
	r->pictures = x;
	return &x->picture;
}

void report_figures(struct report *r, const struct picture *p, size_t first, size_t count)
{
	struct report_block *x = add_report_part(r, REPORT_FIGURES);
	if (x == NULL)
		return;
	x->picture = p;
	x->first = first;
	x->count = count;
}

/* ---- tables ---- */

struct buffer *report_begin_table(struct report *r, unsigned titled)
{
	r->table = add_report_part(r, REPORT_TABLE);
	r->next = r->given = 0;
	r->group = NULL;
	return r->table != NULL && report_is(r, titled) ? &r->table->title : nowhere(r);
}

static const char *copy(struct report *r, const char *text)
{
	return text != NULL ? arena_copy(&r->memory, slice_of(text)) : NULL;
}

void report_column_in(struct report *r, unsigned in, const char *heading, enum cells_kind kind,
		      int width)
{
	struct report_block *t = r->table;
	if (t == NULL)
		return;
	if (!ARRAY_ROOM(r->hidden, r->given, r->hidden_room) ||
	    !ARRAY_ROOM(t->column, t->columns, t->column_room)) {
		r->failed = true;
		return;
	}
	r->hidden[r->given++] = !report_is(r, in);
	if (!report_is(r, in))
		return;
	char both[128];
	bool joined = r->group != NULL && !report_is(r, IN_TEXT);
	snprintf(both, sizeof both, "%s, %s", joined ? r->group : "", heading);
	t->column[t->columns++] = (struct report_column){ copy(r, joined ? both : heading), kind,
							  (size_t)width, r->group };
}

void report_columns(struct report *r, enum cells_kind kind, int width, ...)
{
	va_list list;
	const char *heading;
	va_start(list, width);
	while ((heading = va_arg(list, const char *)) != NULL)
		report_column(r, heading, kind, width);
	va_end(list);
}

void report_group(struct report *r, const char *name)
{
	r->group = copy(r, name);
}

static const struct report_marks no_marks;

struct buffer *report_begin_cell(struct report *r)
{
	struct report_block *t = r->table;
	bool shown = t != NULL && r->given > 0 && !r->hidden[r->next];
	r->next = r->given > 0 ? (r->next + 1) % r->given : 0;
	if (!shown)
		return nowhere(r);
	if (!ARRAY_ROOM(t->cell, t->cells, t->cell_room)) {
		r->failed = true;
		return nowhere(r);
	}
	buffer_add(&t->text, "", 1); /* ends the cell before */
	t->cell[t->cells++] = (struct report_cell){ t->text.length, &no_marks };
	return &t->text;
}

void report_marked(struct report *r, const char *text, const struct report_marks *m)
{
	struct buffer *b = report_begin_cell(r);
	struct report_marks *own;
	buffer_print(b, "%s", text);
	if (b == &r->scratch || (own = arena_zeroed(&r->memory, 1, sizeof *own)) == NULL)
		return;
	*own = *m;
	own->lower = copy(r, m->lower);
	own->upper = copy(r, m->upper);
	own->deviation = copy(r, m->deviation);
	own->raised = copy(r, m->raised);
	r->table->cell[r->table->cells - 1].marks = own;
}

void report_number(struct report *r, int digits, double x)
{
	if (isnan(x))
		report_cell(r, "-");
	else
		report_cell(r, "%.*f", digits, x);
}

void report_numbers(struct report *r, int digits, size_t count, const double *x)
{
	for (size_t i = 0; i < count; i++)
		report_number(r, digits, x[i]);
}

void report_p(struct report *r, double p)
{
	if (p < 0.0001)
		report_cell(r, "<0.0001");
	else
		report_number(r, 4, p);
}

/* ---- records ---- */

/* A column is in a table if it has a heading, and a value, if it must have one. */
static bool is_shown(const struct records *x, const struct record_column *c)
{
	bool any = !c->if_any;
	for (size_t i = 0; i < x->count && !any; i++)
		any = !record_is_missing(c, x->line + i * x->size);
	return c->heading != NULL && any;
}

static void add_table(struct report *r, const struct records *x)
{
	bool shown[RECORD_COLUMNS_MAX + 1];
	for (size_t k = 0; k <= RECORD_COLUMNS_MAX; k++) {
		const struct record_column *c = &x->column[k];
		shown[k] = is_shown(x, c);
		if (shown[k])
			report_column(r, c->heading,
				      c->kind == RECORD_TEXT ? CELLS_TEXT : CELLS_RECORD, c->width);
	}
	for (size_t i = 0; i < x->count; i++)
		for (size_t k = 0; k <= RECORD_COLUMNS_MAX; k++) {
			struct record_text room;
			const char *line = x->line + i * x->size;
			if (shown[k])
				report_cell(r, "%s", record_shown(&x->column[k], line, &room));
		}
}

void report_records(struct report *r, unsigned titled, const char *title, struct records *x)
{
	struct report_block *lines = add_report_part(r, REPORT_RECORDS);
	r->failed = r->failed || x->failed;
	if (lines != NULL && (lines->records = arena_alloc(&r->memory, sizeof *x)) != NULL) {
		*lines->records = *x;
		*x = (struct records){ 0 };
		return;
	}
	report_table(r, titled, "%s", title);
	if (r->table != NULL)
		add_table(r, x);
	r->failed = r->failed || lines != NULL;
	records_release(x);
}

int report_write_records(const struct report *r, struct buffer *b, struct err *e)
{
	(void)e;
	for (const struct report_block *x = r->first; x != NULL; x = x->next) {
		const struct records *lines = x->records;
		if (lines != NULL && b->length == 0)
			record_header(lines->column, r->format, b);
		for (size_t i = 0; lines != NULL && i < lines->count; i++)
			record_line(lines->column, r->format, lines->line + i * lines->size, b);
	}
	return 0;
}

void report_bounds(struct buffer *b, const struct report_marks *m, const char *at_least,
		   const char *at_most)
{
	if (m->lower != NULL && m->upper != NULL)
		buffer_print(b, " [%s, %s]", m->lower, m->upper);
	else if (m->lower != NULL || m->upper != NULL)
		buffer_print(b, " %s %s", m->lower != NULL ? at_least : at_most,
			     m->lower != NULL ? m->lower : m->upper);
}
