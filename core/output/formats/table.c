/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text for a terminal: tables with aligned columns, notes as lines, sentences in lines of 80.
 */
#include "core/output/report.h"
#include "core/output/text.h"

/* A value with its bounds and its mark, which all columns of measures have room for. */
static void print_cell(struct buffer *b, const struct report_block *t, size_t i)
{
	const struct report_marks *m = t->cell[i].marks;
	buffer_print(b, "%s", report_cell_text(t, i));
	if (t->column[i % t->columns].kind == CELLS_MEASURE)
		buffer_print(b, m->best ? "*" : " ");
	report_bounds(b, m, ">=", "<=");
}

static size_t width_of(const struct report_block *t, size_t column, struct buffer *cell)
{
	const struct report_column *c = &t->column[column];
	size_t width = c->width;
	if (c->kind == CELLS_NUMBER)
		return width;
	width = strlen(c->heading) > width ? strlen(c->heading) : width;
	for (size_t i = column; i < t->cells; i += t->columns) {
		cell->length = 0;
		print_cell(cell, t, i);
		width = cell->length > width ? cell->length : width;
	}
	return width;
}

/* Texts to the left, numbers to the right; `text` may be longer than the column is wide. */
static void print_padded(struct buffer *b, const struct report_column *c, bool first,
			 const char *text, size_t width)
{
	buffer_print(b, "%s%*s",
		     first			? ""
		     : c->kind == CELLS_MEASURE ? "  "
						: " ",
		     report_is_right(c) ? (int)width : -(int)width, text);
}

/* The line above the headings: a name over several columns begins where they do. */
static void print_groups(struct buffer *b, const struct report_block *t, const size_t *width)
{
	for (size_t k = 0, end; k < t->columns; k = end) {
		const char *group = t->column[k].group;
		size_t span = k > 0 ? width[k] + 1 : width[k];
		for (end = k + 1;
		     end < t->columns && group != NULL && t->column[end].group != NULL &&
		     strcmp(t->column[end].group, group) == 0;
		     end++)
			span += 1 + width[end];
		if (end > k + 1)
			buffer_print(b, "   %-*s", (int)span - 3, group);
		else
			buffer_print(b, "%*s", (int)span, group != NULL ? group : "");
	}
	text_end_line(b);
}

static void print_rows(struct buffer *b, const struct report_block *t, const size_t *width,
		       struct buffer *cell)
{
	bool headings = false, groups = false;
	for (size_t k = 0; k < t->columns; k++) {
		headings = headings || t->column[k].heading[0] != '\0';
		groups = groups || t->column[k].group != NULL;
	}
	if (groups)
		print_groups(b, t, width);
	for (size_t k = 0; k < t->columns && headings; k++)
		print_padded(b, &t->column[k], k == 0, t->column[k].heading, width[k]);
	if (headings)
		text_end_line(b);
	for (size_t i = 0; i < t->cells && !cell->failed; i++) {
		size_t k = i % t->columns;
		cell->length = 0;
		print_cell(cell, t, i);
		print_padded(b, &t->column[k], k == 0, cell->text, width[k]);
		if (k + 1 == t->columns)
			text_end_line(b);
	}
}

static void print_table(struct buffer *b, const struct report_block *t)
{
	struct buffer cell = { 0 };
	size_t *width = calloc(t->columns + 1, sizeof *width);
	if (t->title.length > 0)
		buffer_print(b, "%s%s\n", b->length > 0 ? "\n" : "", t->title.text);
	for (size_t k = 0; width != NULL && k < t->columns; k++)
		width[k] = width_of(t, k, &cell);
	if (width != NULL)
		print_rows(b, t, width, &cell);
	b->failed = b->failed || width == NULL || cell.failed;
	buffer_release(&cell);
	free(width);
}

static void print_text(struct buffer *b, const struct report_block *x)
{
	if (x->text.length == 0)
		return;
	switch (x->kind) {
	case REPORT_PROSE:
	case REPORT_QUOTE:
		text_wrapped(b, x->text.text, 0, x->width);
		break;
	case REPORT_WRAPPED:
	case REPORT_POINT:
		text_hanging(b, x->kind == REPORT_POINT ? "- " : "", x->text.text, x->width);
		break;
	default:
		buffer_print(b, "%s%s", x->text.text, x->kind != REPORT_COMMAND ? "\n" : "");
	}
}

static int write_text(const struct report *r, struct buffer *b, struct err *e)
{
	(void)e;
	for (const struct report_block *x = r->first; x != NULL; x = x->next)
		switch (x->kind) {
		case REPORT_SECTION:
		case REPORT_HEADING:
			if (x->title.length > 0)
				buffer_print(b, "%s%s:\n", b->length > 0 ? "\n" : "",
					     x->title.text);
			break;
		case REPORT_TABLE:
			print_table(b, x);
			break;
		case REPORT_SPACE:
			buffer_print(b, "\n");
			break;
		default:
			print_text(b, x);
		}
	return 0;
}

OUTPUT_FORMAT = { .name = "table", .shows = IN_TEXT, .write = write_text, .best = "*" };
