/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/output/html.h"
#include "core/cli/validate/validate.h"

/* The columns that bounds on these sides have. */
static size_t columns_of(enum tail tail, const char *heading[4])
{
	size_t count = 0;
	if (tail == TAIL_BOTH) {
		heading[count++] = "from";
		heading[count++] = "to";
	}
	if (tail != TAIL_UPPER)
		heading[count++] = "at least";
	if (tail != TAIL_LOWER)
		heading[count++] = "at most";
	return count;
}

static void show_figure(struct buffer *b, const struct validate_request *q,
			const struct validation_figure *f, size_t m)
{
	const struct validation_bounds *x = &f->bounds[m];
	double value[5] = { f->value };
	size_t count = 1;
	if (q->tail == TAIL_BOTH) {
		value[count++] = x->between.lower;
		value[count++] = x->between.upper;
	}
	if (q->tail != TAIL_UPPER)
		value[count++] = x->at_least;
	if (q->tail != TAIL_LOWER)
		value[count++] = x->at_most;
	html_row(b, f->label);
	for (size_t i = 0; i < count; i++)
		buffer_print(b, "<td>%s", validation_number(f, value[i], q->digits).text);
	buffer_print(b, "\n");
}

/* Each line is a paragraph. */
static void add_lines(struct buffer *b, const struct buffer *text)
{
	for (size_t at = 0; at < text->length && !text->failed;) {
		size_t length = strcspn(text->text + at, "\n");
		html_paragraph(b, "%.*s", (int)length, text->text + at);
		at += length + 1;
	}
	b->failed = b->failed || text->failed;
}

static void show_method(struct buffer *b, const struct validate_request *q,
			const struct validation *x, size_t m)
{
	const char *heading[4];
	size_t columns = columns_of(q->tail, heading);
	struct buffer notes = { 0 }, report = { 0 };
	html_section(b, x->methods > 1 ? x->method[m].between : "What the counts show");
	html_table(b, "Estimates and bounds", x->figures, columns + 2);
	html_heading(b, "figure", false);
	html_heading(b, "estimate", true);
	for (size_t i = 0; i < columns; i++)
		html_heading(b, heading[i], true);
	html_rows(b);
	for (size_t i = 0; i < x->figures; i++)
		show_figure(b, q, &x->figure[i], m);
	html_table_end(b);
	validation_notes(&notes, q, x, m);
	add_lines(b, &notes);
	buffer_print(b, "<h3>For the report</h3>\n");
	report_print(&report, q, x, m);
	html_paragraph(b, "%s", report.failed || report.text == NULL ? "" : report.text);
	b->failed = b->failed || report.failed;
	buffer_release(&notes);
	buffer_release(&report);
	html_section_end(b);
}

int validation_page(struct buffer *b, const struct validate_request *q, const struct validation *x,
		    const struct warnings *warnings, struct err *e)
{
	const struct html_origin origin = {
		.command = q->command, .table = &validate_table, .request = q, .warnings = warnings
	};
	struct picture picture = { 0 };
	html_begin(b, "Validation of a production", warnings);
	for (size_t m = 0; m < x->methods; m++)
		show_method(b, q, x, m);
	int result = validation_picture(q, x, &picture, e);
	html_section(b, "Pictures");
	if (result == 0)
		result = html_plots(b, &picture, 0, picture.rows * picture.columns, e);
	html_section_end(b);
	picture_release(&picture);
	return result == 0 ? html_end(b, &origin, e) : -1;
}
