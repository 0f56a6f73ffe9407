/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/buffer.h"
#include "core/commands/validate/validate.h"
#include "core/output/html.h"
#include "core/stats/interval/interval.h"

static void show_figures(struct buffer *b, const struct validate_request *q,
			 const struct validation *x, size_t m)
{
	struct validation_column column[5];
	size_t columns = validation_columns(column, q->tail, &x->figure[0], m);
	int digits = validation_digits(q, x);
	html_table(b, "Estimates and bounds", x->figures, columns + 1);
	html_heading(b, "figure", false);
	for (size_t k = 0; k < columns; k++)
		html_heading(b, column[k].heading, true);
	html_rows(b);
	for (size_t i = 0; i < x->figures; i++) {
		const struct validation_figure *f = &x->figure[i];
		validation_columns(column, q->tail, f, m);
		html_row(b, figure_label(q, f).text);
		for (size_t k = 0; k < columns; k++)
			buffer_print(
				b, "<td>%s",
				rounded_figure(f, column[k].value, column[k].how, digits).text);
		buffer_print(b, "\n");
	}
	html_table_end(b);
}

/* One paragraph, in which a number and its percent sign stay on one line. */
static void add_sentences(struct buffer *b, const struct buffer *report)
{
	static const char no_break[] = "\xc2\xa0";
	struct buffer text = { 0 };
	for (size_t i = 0; i < report->length; i++) {
		bool percent = report->text[i] == ' ' && report->text[i + 1] == '%';
		buffer_add(&text, percent ? no_break : &report->text[i],
			   percent ? strlen(no_break) : 1);
	}
	buffer_add(&text, "", 1);
	b->failed = b->failed || report->failed || text.failed;
	html_paragraph(b, "%s", b->failed ? "" : text.text);
	buffer_release(&text);
}

static void show_method(struct buffer *b, const struct validate_request *q,
			const struct validation *x, size_t m)
{
	struct buffer notes = { 0 }, report = { 0 };
	html_section(b, x->methods > 1 ? x->method[m].between : "What the counts show");
	show_figures(b, q, x, m);
	validation_notes(&notes, q, x, m);
	html_lines(b, &notes);
	buffer_print(b, "<h3>For the report</h3>\n");
	report_print(&report, q, x, m);
	add_sentences(b, &report);
	buffer_release(&notes);
	buffer_release(&report);
	html_section_end(b);
}

/* ---- counts ---- */

/* "not produced: email" */
static void show_row(struct buffer *b, const char *of, struct slice name, int64_t size,
		     int64_t sampled, int64_t relevant)
{
	html_row_of(b, of, name);
	buffer_print(b, "<td>%s", rounded_count((double)size, TO_NEAREST).text);
	buffer_print(b, "<td>%s", rounded_count((double)sampled, TO_NEAREST).text);
	buffer_print(b, "<td>%s\n", rounded_count((double)relevant, TO_NEAREST).text);
}

static void show_stratum(struct buffer *b, const struct validation_design *d, size_t i)
{
	const struct divided_stratum *s = &d->stratum[i];
	bool sides = (d->known & (KNOWN_PRODUCED | KNOWN_NULL)) != 0;
	const char *of = !sides ? "collection" : s->retrieved ? "produced" : "not produced";
	show_row(b, of, d->name[i], s->size, s->sampled, s->relevant[s->retrieved]);
}

/* Withheld or culled documents. */
static void show_segments(struct buffer *b, const struct segment_list *list, const char *which)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct counted_segment *s = &list->item[i];
		show_row(b, which, s->name, s->size, s->sampled, s->relevant);
	}
}

static void show_counts(struct buffer *b, const struct validate_request *q,
			const struct validation_design *d)
{
	char coded[96];
	const struct divided_stratum *cut = &d->stratum[0];
	snprintf(coded, sizeof coded, "coded %s", q->word);
	html_section(b, "What was counted");
	html_table(b, "Counts", d->strata, 4);
	html_heading(b, "documents", false);
	html_heading(b, "number", true);
	html_heading(b, "reviewed", true);
	html_heading(b, coded, true);
	html_rows(b);
	for (size_t i = 0; i < d->strata; i++)
		if (!d->stratum[i].cut)
			show_stratum(b, d, i);
	if (cut->cut)
		show_row(b, "control set of the collection", (struct slice){ 0 }, cut->size,
			 cut->sampled, cut->relevant[0] + cut->relevant[1]);
	show_segments(b, &q->question.counts.withheld, "withheld");
	show_segments(b, &q->question.counts.culled, "culled");
	html_table_end(b);
	if (cut->cut)
		html_paragraph(b, "Of those coded %s, %s are in the production.", q->word,
			       rounded_count((double)cut->relevant[1], TO_NEAREST).text);
	html_section_end(b);
}

/* ---- limits and methods ---- */

static void add_point(struct buffer *b, const char *text)
{
	buffer_print(b, "<li>");
	html_text(b, text);
	buffer_print(b, "\n");
}

static void show_limits(struct buffer *b, const struct validate_request *q,
			const struct validation *x)
{
	html_section(b, "What this does not say");
	buffer_print(b, "<ul>\n");
	validation_limits(q, x, add_point, b);
	buffer_print(b, "</ul>\n");
	html_section_end(b);
}

/* Whether bounds of the page are by a method. */
static bool is_used(const struct validate_request *q, const struct validation *x, const char *name)
{
	for (size_t m = 0; m < x->methods; m++) {
		if (strcmp(x->method[m].one_sided, name) == 0)
			return true;
		for (size_t i = 0; q->tail == TAIL_BOTH && i < x->figures; i++)
			if (!x->figure[i].counted && strcmp(x->figure[i].bounds[m].by, name) == 0)
				return true;
	}
	return false;
}

/* In words, with their sources. */
static void show_methods(struct buffer *b, const struct validate_request *q,
			 const struct validation *x)
{
	html_section(b, "Methods");
	for (const struct interval_method *const *m = interval_methods; *m != NULL; m++)
		if (is_used(q, x, (*m)->name))
			html_paragraph(b, "%s: %s. %s", (*m)->name, (*m)->summary, (*m)->manual);
	if (is_used(q, x, TWO_PHASE_METHOD))
		html_paragraph(b, "%s", two_phase_manual);
	html_section_end(b);
}

int validation_page(struct buffer *b, const struct validate_request *q, const struct validation *x,
		    const struct warnings *warnings, struct err *e)
{
	const struct html_origin origin = {
		.command = q->command,
		.table = &validate_table,
		.request = q,
		.words = 1,
		.file = q->control_file,
		.warnings = warnings,
	};
	struct picture picture = { 0 };
	html_begin(b, q->title != NULL ? q->title : "Validation of a production", warnings);
	if (q->date != NULL)
		html_paragraph(b, "%s", q->date);
	show_counts(b, q, &x->design);
	if (q->found.count > 0) {
		struct buffer line = { 0 };
		validation_counts_line(&line, q);
		html_paragraph(b, "The same from counts:");
		html_command(b, line.failed ? "" : line.text);
		b->failed = b->failed || line.failed;
		buffer_release(&line);
	}
	for (size_t m = 0; m < x->methods; m++)
		show_method(b, q, x, m);
	show_limits(b, q, x);
	if (html_picture(b, &picture, validation_picture(q, x, &picture, e)) < 0)
		return -1;
	show_methods(b, q, x);
	return html_end(b, &origin, e);
}
