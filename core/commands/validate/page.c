/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/validate/validate.h"
#include "core/output/html.h"

static void show_figures(struct buffer *b, const struct validate_request *q,
			 const struct validation *x, size_t m)
{
	struct validation_column column[5];
	size_t columns = validation_columns(column, q->tail, &x->figure[0], m);
	html_table(b, "Estimates and bounds", x->figures, columns + 1);
	html_heading(b, "figure", false);
	for (size_t k = 0; k < columns; k++)
		html_heading(b, column[k].heading, true);
	html_rows(b);
	for (size_t i = 0; i < x->figures; i++) {
		const struct validation_figure *f = &x->figure[i];
		validation_columns(column, q->tail, f, m);
		html_row(b, f->label);
		for (size_t k = 0; k < columns; k++)
			buffer_print(b, "<td>%s",
				     validation_number(f, column[k].value, q->digits).text);
		buffer_print(b, "\n");
	}
	html_table_end(b);
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
	struct buffer notes = { 0 }, report = { 0 };
	html_section(b, x->methods > 1 ? x->method[m].between : "What the counts show");
	show_figures(b, q, x, m);
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
	if (html_picture(b, &picture, validation_picture(q, x, &picture, e)) < 0)
		return -1;
	return html_end(b, &origin, e);
}
