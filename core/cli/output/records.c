#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/cli/output/records.h"
#include "core/cli/output/score_lines.h"

const char *const record_formats[] = { "table", "csv", "jsonl", NULL };

struct record_value {
	bool none;
	char *text; /* owned */
	int64_t whole;
	double real;
};

void records_init(struct records *r, const struct record_column *column)
{
	*r = (struct records){ .column = column };
	while (column[r->columns].name != NULL || column[r->columns].heading != NULL)
		r->columns++;
}

void records_release(struct records *r)
{
	for (size_t i = 0; i < r->count; i++)
		free(r->value[i].text);
	free(r->value);
	*r = (struct records){ 0 };
}

static struct record_value *next(struct records *r)
{
	if (r->count == r->room) {
		size_t room = 2 * r->room + 64;
		struct record_value *more = realloc(r->value, room * sizeof *more);
		if (more == NULL) {
			r->failed = true;
			return NULL;
		}
		r->value = more;
		r->room = room;
	}
	struct record_value *v = &r->value[r->count++];
	*v = (struct record_value){ 0 };
	return v;
}

static enum record_kind kind_of_next(const struct records *r)
{
	return r->column[r->count % r->columns].kind;
}

void records_text(struct records *r, const char *text)
{
	assert(kind_of_next(r) == RECORD_TEXT);
	struct record_value *v = next(r);
	if (v == NULL)
		return;
	v->text = strdup(text);
	r->failed = r->failed || v->text == NULL;
}

void records_whole(struct records *r, int64_t whole)
{
	assert(kind_of_next(r) == RECORD_WHOLE);
	struct record_value *v = next(r);
	if (v != NULL)
		v->whole = whole;
}

void records_real(struct records *r, double real)
{
	assert(kind_of_next(r) == RECORD_REAL || kind_of_next(r) == RECORD_SHORT);
	struct record_value *v = next(r);
	if (v == NULL)
		return;
	v->real = real;
	v->none = isnan(real);
}

void records_none(struct records *r)
{
	struct record_value *v = next(r);
	if (v != NULL)
		v->none = true;
}

/* The number as text; buffers of this length hold any. */
enum { NUMBER_LENGTH = 352 };

static void number(const struct record_column *c, const struct record_value *v, int digits,
		   char text[NUMBER_LENGTH])
{
	if (c->kind == RECORD_WHOLE)
		snprintf(text, NUMBER_LENGTH, "%lld", (long long)v->whole);
	else if (c->kind == RECORD_SHORT)
		snprintf(text, NUMBER_LENGTH, "%g", v->real);
	else
		snprintf(text, NUMBER_LENGTH, "%.*f", digits, v->real);
}

static const char *table_text(const struct record_column *c, const struct record_value *v,
			      char text[NUMBER_LENGTH])
{
	if (v->none)
		return "-";
	if (c->kind == RECORD_TEXT)
		return v->text;
	number(c, v, c->table_digits, text);
	return text;
}

/* Texts to the left, numbers to the right; no spaces after the last column. */
static void table_cell(struct buffer *b, const struct record_column *c, const char *text,
		       size_t width, bool first, bool last)
{
	int to = c->kind == RECORD_TEXT ? (last ? 0 : -(int)width) : (int)width;
	buffer_print(b, "%s%*s%s", first ? "" : " ", to, text, last ? "\n" : "");
}

static size_t column_width(const struct records *r, size_t column)
{
	const struct record_column *c = &r->column[column];
	size_t width = (size_t)c->width, heading = strlen(c->heading);
	width = heading > width ? heading : width;
	for (size_t i = column; i < r->count; i += r->columns) {
		char text[NUMBER_LENGTH];
		size_t length = strlen(table_text(c, &r->value[i], text));
		width = length > width ? length : width;
	}
	return width;
}

static void print_table(const struct records *r, struct buffer *b)
{
	size_t first = 0, last = r->columns - 1, lines = r->count / r->columns;
	while (r->column[first].heading == NULL)
		first++;
	while (r->column[last].heading == NULL)
		last--;
	size_t *width = calloc(r->columns, sizeof *width);
	if (width == NULL) {
		b->failed = true;
		return;
	}
	for (size_t c = 0; c < r->columns; c++)
		width[c] = r->column[c].heading != NULL ? column_width(r, c) : 0;
	for (size_t line = 0; line <= lines; line++) /* the first is that of the headings */
		for (size_t c = first; c <= last; c++) {
			const struct record_column *column = &r->column[c];
			char text[NUMBER_LENGTH];
			if (column->heading == NULL)
				continue;
			const struct record_value *v = &r->value[(line - 1) * r->columns + c];
			table_cell(b, column,
				   line == 0 ? column->heading : table_text(column, v, text),
				   width[c], c == first, c == last);
		}
	free(width);
}

static void print_csv(const struct records *r, struct buffer *b)
{
	const char *comma = "";
	for (size_t c = 0, header = b->length == 0; header && c < r->columns; c++)
		if (r->column[c].name != NULL) {
			buffer_print(b, "%s%s", comma, r->column[c].name);
			comma = ",";
		}
	if (comma[0] != '\0')
		buffer_print(b, "\n");
	for (size_t i = 0; i < r->count; i += r->columns) {
		comma = "";
		for (size_t c = 0; c < r->columns; c++) {
			const struct record_column *column = &r->column[c];
			const struct record_value *v = &r->value[i + c];
			if (column->name == NULL)
				continue;
			char text[NUMBER_LENGTH];
			buffer_print(b, "%s", comma);
			comma = ",";
			if (v->none)
				continue;
			if (column->kind == RECORD_TEXT) {
				output_csv_field(b, v->text);
				continue;
			}
			number(column, v, column->digits, text);
			buffer_print(b, "%s", text);
		}
		buffer_print(b, "\n");
	}
}

static void print_jsonl(const struct records *r, struct buffer *b)
{
	for (size_t i = 0; i < r->count; i += r->columns) {
		const char *before = "{";
		for (size_t c = 0; c < r->columns; c++) {
			const struct record_column *column = &r->column[c];
			const struct record_value *v = &r->value[i + c];
			if (column->name == NULL)
				continue;
			char text[NUMBER_LENGTH] = "null";
			buffer_print(b, "%s\"%s\":", before, column->name);
			before = ",";
			if (!v->none && column->kind == RECORD_TEXT) {
				output_json_text(b, "", v->text);
				continue;
			}
			if (!v->none)
				number(column, v, column->digits, text);
			buffer_print(b, "%s", text);
		}
		buffer_print(b, "}\n");
	}
}

void records_print(const struct records *r, enum record_format format, struct buffer *b)
{
	if (r->failed) {
		b->failed = true;
		return;
	}
	switch (format) {
	case FORMAT_TABLE:
		print_table(r, b);
		break;
	case FORMAT_CSV:
		print_csv(r, b);
		break;
	case FORMAT_JSONL:
		print_jsonl(r, b);
		break;
	}
}
