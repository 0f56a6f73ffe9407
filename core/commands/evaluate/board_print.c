/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/commands/evaluate/board.h"
#include "core/output/paper.h"
#include "core/output/text.h"

/* All runs have the same measures. */
static const struct board_run *any_run(const struct board *b)
{
	return &b->run[0];
}

static bool any_best(const struct board *b, int digits)
{
	for (size_t m = 0; m < any_run(b)->count; m++)
		if (board_has_best(b, m, digits))
			return true;
	return false;
}

void board_number(struct buffer *out, enum record_kind kind, int digits, double x)
{
	if (isnan(x))
		buffer_print(out, "nan");
	else
		buffer_print(out, "%.*f", kind == RECORD_COUNT ? 0 : digits, x);
}

void board_bounds(struct buffer *out, const struct board_measure *m, int digits,
		  const struct board_value *v, const char *at_least, const char *at_most)
{
	bool lower = m->tail == NULL || strcmp(m->tail, "upper") != 0;
	bool upper = m->tail == NULL || strcmp(m->tail, "lower") != 0;
	if (!v->bounded)
		return;
	buffer_print(out, " %s", lower && upper ? "[" : lower ? at_least : at_most);
	if (lower)
		board_number(out, m->kind, digits, v->lower);
	buffer_print(out, lower && upper ? ", " : "");
	if (upper)
		board_number(out, m->kind, digits, v->upper);
	buffer_print(out, lower && upper ? "]" : "");
}

/* Whether the method was already named, for an earlier run or measure. */
static bool told_before(const struct board *b, size_t run, size_t measure, const char *method)
{
	for (size_t i = 0; i <= run; i++)
		for (size_t m = 0; m < (i < run ? b->run[i].count : measure); m++) {
			const char *other = b->run[i].measure[m].method;
			if (other != NULL && strcmp(other, method) == 0)
				return true;
		}
	return false;
}

void board_explain(struct buffer *out, const struct board *b, const char *prefix)
{
	const char *between = NULL;
	for (size_t i = 0; i < b->runs; i++)
		for (size_t k = 0; k < b->run[i].count; k++) {
			const struct board_measure *m = &b->run[i].measure[k];
			if (m->method == NULL || told_before(b, i, k, m->method))
				continue;
			bool both = m->tail == NULL || strcmp(m->tail, "both") == 0;
			if (between == NULL)
				buffer_print(out, "%s%g %% %s by ", prefix, 100 * m->level,
					     both ? "intervals" : "bounds");
			buffer_print(out, "%s%s", between != NULL ? between : "", m->method);
			between = ", ";
		}
	bool split = b->post_stratified || b->labels != NULL;
	if (split)
		buffer_print(out, "%spost-stratified by what each run retrieves%s%s",
			     between != NULL ? "; " : prefix,
			     b->labels != NULL ? " and by the labels of " : "",
			     b->labels != NULL ? b->labels : "");
	buffer_print(out, between != NULL || split ? "\n" : "");
}

/*
 * For a person.
 */

static void table_cell(const struct board *b, size_t run, size_t measure, int digits,
		       struct buffer *out)
{
	const struct board_measure *m = &b->run[run].measure[measure];
	const struct board_value *v = &b->run[run].value[measure];
	board_number(out, m->kind, digits, v->value);
	buffer_print(out, board_is_best(b, run, measure, digits) ? "*" : " ");
	board_bounds(out, m, digits, v, ">= ", "<= ");
}

static size_t column_width(const struct board *b, size_t measure, int digits, struct buffer *cell)
{
	size_t width = strlen(any_run(b)->measure[measure].name);
	for (size_t i = 0; i < b->runs; i++) {
		cell->length = 0;
		table_cell(b, i, measure, digits, cell);
		width = cell->length > width ? cell->length : width;
	}
	return width;
}

static void padded(struct buffer *out, const char *text, size_t length, size_t width)
{
	buffer_print(out, "  %.*s%*s", (int)length, text, (int)(width - length), "");
}

static void table_lines(const struct board *b, int digits, const size_t *width, size_t name,
			struct buffer *cell, struct buffer *out)
{
	const struct board_run *any = any_run(b);
	buffer_print(out, "%-*s", (int)name, "run");
	for (size_t m = 0; m < any->count; m++)
		padded(out, any->measure[m].name, strlen(any->measure[m].name), width[m]);
	text_end_line(out);
	for (size_t i = 0; i < b->runs && !out->failed; i++) {
		const struct board_run *r = &b->run[b->order[i]];
		buffer_print(out, "%-*s", (int)name, r->name);
		for (size_t m = 0; m < any->count; m++) {
			cell->length = 0;
			table_cell(b, b->order[i], m, digits, cell);
			padded(out, cell->text, cell->length, width[m]);
		}
		text_end_line(out);
	}
}

static void one_table(const struct board *b, int digits, struct buffer *out)
{
	const struct board_run *any = any_run(b);
	size_t *width = calloc(any->count + 1, sizeof *width), name = strlen("run");
	struct buffer cell = { 0 };
	for (size_t m = 0; width != NULL && m < any->count; m++)
		width[m] = column_width(b, m, digits, &cell);
	for (size_t i = 0; i < b->runs; i++)
		name = strlen(b->run[i].name) > name ? strlen(b->run[i].name) : name;
	if (width != NULL && !cell.failed)
		table_lines(b, digits, width, name, &cell, out);
	out->failed = out->failed || width == NULL || cell.failed;
	buffer_release(&cell);
	free(width);
}

/* Only counts have no mean over groups. */
static bool has_columns(const struct board *part)
{
	return any_run(part)->count > 0;
}

void board_table(const struct board *b, int digits, struct buffer *out)
{
	one_table(b, digits, out);
	for (size_t i = 0; i < b->parts; i++)
		if (has_columns(&b->part[i])) {
			buffer_print(out, "\n%s\n", b->part[i].title);
			one_table(&b->part[i], digits, out);
		}
	if (any_best(b, digits))
		buffer_print(out, "%s* the best value of its column\n", b->parts > 0 ? "\n" : "");
	board_explain(out, b, "");
}

/*
 * For a paper, or a page of a project.
 */

static void latex_bounds(const struct board_measure *m, int digits, const struct board_value *v,
			 struct buffer *out)
{
	if (!v->bounded)
		return;
	buffer_print(out, " {\\scriptsize");
	if (isnan(v->lower) && isnan(v->upper)) /* all topics have the same value */
		buffer_print(out, " [--]");
	else
		board_bounds(out, m, digits, v, "$\\geq$ ", "$\\leq$ ");
	buffer_print(out, "}");
}

static void paper_cell(const struct board *b, const struct paper *p, size_t run, size_t measure,
		       int digits, struct buffer *out)
{
	const struct board_measure *m = &b->run[run].measure[measure];
	const struct board_value *v = &b->run[run].value[measure];
	bool best = board_is_best(b, run, measure, digits);
	buffer_print(out, "%s%s", p->cell, best ? p->bold : "");
	board_number(out, m->kind, digits, v->value);
	buffer_print(out, "%s", best ? p->bold_end : "");
	if (p == &paper_latex)
		latex_bounds(m, digits, v, out);
	else
		board_bounds(out, m, digits, v, "at least ", "at most ");
}

static void one_paper(const struct board *b, const struct paper *p, int digits, struct buffer *out)
{
	const struct board_run *any = any_run(b);
	paper_begin(out, p, any->count);
	for (size_t m = 0; m < any->count; m++)
		paper_heading(out, p, any->measure[m].name);
	paper_rows(out, p, any->count);
	for (size_t i = 0; i < b->runs; i++) {
		buffer_print(out, "%s", p->row);
		p->text(out, b->run[b->order[i]].name);
		for (size_t m = 0; m < any->count; m++)
			paper_cell(b, p, b->order[i], m, digits, out);
		buffer_print(out, "%s", p->row_end);
	}
	paper_end(out, p);
}

void board_latex(const struct board *b, int digits, struct buffer *out)
{
	buffer_print(out, "%% needs \\usepackage{booktabs}\n");
	board_explain(out, b, "% ");
	if (any_best(b, digits))
		buffer_print(out, "%% bold: the best value of its column\n");
	one_paper(b, &paper_latex, digits, out);
	for (size_t i = 0; i < b->parts; i++)
		if (has_columns(&b->part[i])) {
			buffer_print(out, "\n\\medskip\\noindent ");
			paper_latex.text(out, b->part[i].title);
			buffer_print(out, "\n\n");
			one_paper(&b->part[i], &paper_latex, digits, out);
		}
}

void board_markdown(const struct board *b, int digits, struct buffer *out)
{
	one_paper(b, &paper_markdown, digits, out);
	for (size_t i = 0; i < b->parts; i++)
		if (has_columns(&b->part[i])) {
			buffer_print(out, "\n%s\n\n", b->part[i].title);
			one_paper(&b->part[i], &paper_markdown, digits, out);
		}
	if (any_best(b, digits))
		buffer_print(out, "\n**bold**: the best value of its column\n");
	board_explain(out, b, "\n");
}
