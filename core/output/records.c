/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <math.h>

#include "core/base/array.h"
#include "core/base/buffer.h"
#include "core/base/number.h"
#include "core/output/html.h"
#include "core/output/records.h"

static bool is_last(const struct record_column *c)
{
	return c->name == NULL && c->heading == NULL;
}

void records_init(struct records *r, const struct record_column *column, size_t size)
{
	*r = (struct records){ .size = size };
	for (size_t i = 0; !is_last(&column[i]); i++) {
		assert(i < RECORD_COLUMNS_MAX);
		r->column[i] = column[i];
	}
}

void records_release(struct records *r)
{
	free(r->line);
	*r = (struct records){ 0 };
}

struct record_column *records_column(struct records *r, const char *name)
{
	struct record_column *c = r->column;
	while (c->name == NULL || strcmp(c->name, name) != 0) {
		assert(!is_last(c));
		c++;
	}
	return c;
}

void records_add(struct records *r, const void *line)
{
	if (r->count == r->room && !array_grow(&r->line, &r->room, r->size)) {
		r->failed = true;
		return;
	}
	memcpy(r->line + r->count++ * r->size, line, r->size);
}

/* ---- values ---- */

#define VALUE(type, line, at) (*(const type *)(const void *)((const char *)(line) + (at)))

double record_real(const void *line, size_t at)
{
	return VALUE(double, line, at);
}

static bool is_missing(const struct record_column *c, const void *line)
{
	return c->kind == RECORD_TEXT	 ? VALUE(char *, line, c->at) == NULL
	       : c->kind == RECORD_WHOLE ? VALUE(int64_t, line, c->at) == RECORD_NONE
					 : isnan(VALUE(double, line, c->at));
}

/* The longest number is 1.8e308 with 17 digits after the point. */
struct number {
	char text[352];
};

static struct number number_of(const struct record_column *c, const void *line, int width,
			       int digits)
{
	struct number n;
	if (c->kind == RECORD_WHOLE)
		snprintf(n.text, sizeof n.text, "%lld", (long long)VALUE(int64_t, line, c->at));
	else if (c->kind == RECORD_COUNT)
		snprintf(n.text, sizeof n.text, "%.0f", record_real(line, c->at));
	else if (c->kind == RECORD_SHORT)
		snprintf(n.text, sizeof n.text, "%g", record_real(line, c->at));
	else if (digits == RECORD_EXACT)
		snprintf(n.text, sizeof n.text, "%s", real_text(record_real(line, c->at)).text);
	else
		snprintf(n.text, sizeof n.text, "%*.*f", width, digits, record_real(line, c->at));
	return n;
}

/* ---- a table ---- */

static const char *table_text(const struct record_column *c, const void *line, struct number *n)
{
	if (is_missing(c, line))
		return "-";
	if (c->kind == RECORD_TEXT)
		return VALUE(char *, line, c->at);
	*n = number_of(c, line, 0, c->table_digits);
	return n->text;
}

/* 0: the column is not in the table. */
static size_t column_width(const struct records *r, const struct record_column *c)
{
	if (c->heading == NULL)
		return 0;
	size_t width = (size_t)c->width, heading = strlen(c->heading);
	bool any = false;
	width = heading > width ? heading : width;
	for (size_t i = 0; i < r->count; i++) {
		struct number n;
		const char *line = r->line + i * r->size;
		size_t length = strlen(table_text(c, line, &n));
		width = length > width ? length : width;
		any = any || !is_missing(c, line);
	}
	return any || !c->if_any ? width : 0;
}

/* One line, or the headings. Texts to the left, numbers to the right; nothing after the last. */
static void table_line(const struct records *r, const size_t *width, const char *line,
		       struct buffer *b)
{
	size_t last = RECORD_COLUMNS_MAX;
	while (last > 0 && width[last] == 0)
		last--;
	const char *before = "";
	for (size_t i = 0; i <= last; i++) {
		const struct record_column *c = &r->column[i];
		struct number n;
		if (width[i] == 0)
			continue;
		int to = c->kind != RECORD_TEXT ? (int)width[i] : i < last ? -(int)width[i] : 0;
		buffer_print(b, "%s%*s", before, to,
			     line != NULL ? table_text(c, line, &n) : c->heading);
		before = " ";
	}
	buffer_print(b, "\n");
}

static void print_table(const struct records *r, struct buffer *b)
{
	size_t width[RECORD_COLUMNS_MAX + 1];
	for (size_t i = 0; i <= RECORD_COLUMNS_MAX; i++)
		width[i] = column_width(r, &r->column[i]);
	table_line(r, width, NULL, b);
	for (size_t i = 0; i < r->count; i++)
		table_line(r, width, r->line + i * r->size, b);
}

void records_html(struct records *r, const char *title, struct buffer *b)
{
	size_t width[RECORD_COLUMNS_MAX + 1], columns = 0;
	for (size_t i = 0; i <= RECORD_COLUMNS_MAX; i++) {
		width[i] = column_width(r, &r->column[i]);
		columns += width[i] > 0;
	}
	html_table(b, title, r->count, columns);
	for (size_t i = 0; i <= RECORD_COLUMNS_MAX; i++)
		if (width[i] > 0)
			html_heading(b, r->column[i].heading, r->column[i].kind != RECORD_TEXT);
	html_rows(b);
	for (size_t line = 0; line < r->count; line++) {
		bool first = true;
		for (size_t i = 0; i <= RECORD_COLUMNS_MAX; i++) {
			const struct record_column *c = &r->column[i];
			struct number n;
			if (width[i] == 0)
				continue;
			const char *text = table_text(c, r->line + line * r->size, &n);
			if (first)
				html_row(b, text);
			else if (c->kind == RECORD_TEXT)
				html_cell(b, text);
			else
				buffer_print(b, "<td>%s", text);
			first = false;
		}
		buffer_print(b, "\n");
	}
	html_table_end(b);
	b->failed = b->failed || r->failed;
	records_release(r);
}

/* ---- CSV and JSON ---- */

static void csv_header(const struct record_column *column, struct buffer *b)
{
	const char *comma = "";
	for (const struct record_column *c = column; !is_last(c); c++) {
		if (c->name == NULL)
			continue;
		buffer_print(b, "%s%s", comma, c->name);
		comma = ",";
	}
	buffer_print(b, "\n");
}

/* Neither CSV nor JSON has a way to write infinity. */
static bool is_shown(const struct record_column *c, const void *line)
{
	return !is_missing(c, line) && (c->kind == RECORD_TEXT || c->kind == RECORD_WHOLE ||
					isfinite(record_real(line, c->at)));
}

static void csv_line(const struct record_column *column, const void *line, struct buffer *b)
{
	const char *comma = "";
	for (const struct record_column *c = column; !is_last(c); c++) {
		if (c->name == NULL)
			continue;
		bool shown = is_shown(c, line), text = c->kind == RECORD_TEXT;
		buffer_print(b, "%s%s", comma,
			     shown && !text ? number_of(c, line, c->padded, c->digits).text : "");
		if (shown && text)
			escape_csv(b, VALUE(char *, line, c->at));
		comma = ",";
	}
	buffer_print(b, "\n");
}

static void json_line(const struct record_column *column, const void *line, struct buffer *b)
{
	const char *before = "{";
	for (const struct record_column *c = column; !is_last(c); c++) {
		bool shown = is_shown(c, line);
		if (c->name == NULL || (c->optional && !shown))
			continue;
		buffer_print(b, "%s\"%s\":", before, c->name);
		if (!shown)
			buffer_print(b, "null");
		else if (c->kind == RECORD_TEXT)
			escape_json(b, VALUE(char *, line, c->at));
		else
			buffer_print(b, "%s", number_of(c, line, c->padded, c->digits).text);
		before = ",";
	}
	buffer_print(b, "}\n");
}

/* ---- the formats ---- */

const struct output_format output_formats[] = {
	[FORMAT_TABLE] = { "table", FORMATS_OF_ALL, .lines = false },
	[FORMAT_TREC] = { "trec", FORMATS_OF_ALL & ~(FORMATS_OF_RECORDS | FORMATS_OF_REVIEW),
			  .lines = true },
	[FORMAT_CSV] = { "csv", FORMATS_OF_ALL, true, csv_header, csv_line },
	[FORMAT_JSONL] = { "jsonl", FORMATS_OF_ALL, true, .record = json_line },
	[FORMAT_LATEX] = { "latex", FORMATS_OF_EVALUATION | FORMATS_OF_COMPARISON, .lines = false },
	[FORMAT_HTML] = { "html", FORMATS_OF_ALL & ~FORMATS_OF_RECORDS, .lines = false },
	[FORMAT_MARKDOWN] = { .name = "markdown", FORMATS_OF_EVALUATION | FORMATS_OF_COMPARISON },
	{ 0 },
};

void record_header(const struct record_column *column, enum record_format format, struct buffer *b)
{
	if (output_formats[format].header != NULL)
		output_formats[format].header(column, b);
}

void record_line(const struct record_column *column, enum record_format format, const void *line,
		 struct buffer *b)
{
	output_formats[format].record(column, line, b);
}

void records_print(const struct records *r, enum record_format format, struct buffer *b)
{
	b->failed = b->failed || r->failed;
	if (format == FORMAT_TABLE) {
		print_table(r, b);
		return;
	}
	if (b->length == 0)
		record_header(r->column, format, b);
	for (size_t i = 0; i < r->count; i++)
		record_line(r->column, format, r->line + i * r->size, b);
}

void records_finish(struct records *r, enum record_format format, struct buffer *b)
{
	records_print(r, format, b);
	records_release(r);
}
