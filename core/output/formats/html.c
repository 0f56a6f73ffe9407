/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A page of HTML that needs nothing else: style, script and pictures are part of it. The script
 * sorts and copies tables; without it they are still there. No date, so that the same question has
 * the same page.
 */
#include <ctype.h>

#include "core/base/buffer.h"
#include "core/output/call_inputs.h"
#include "core/options/command.h"
#include "core/output/report.h"
#include "core/output/svg.h"
#include "core/output/text.h"
#include "readers/input.h"

/* A table with more columns is not printed on paper. One with more cells would be slow in a
 * browser: it is closed until somebody opens it. */
enum { COLUMNS_ON_PAPER = 14, CELLS_AT_ONCE = 5000 };

/* core/output/page.css and page.js, by the Makefile. */
extern const char page_css[], page_js[], page_css_hash[], page_js_hash[];

/* ---- text ---- */

/* Escaped, and an option such as --tail stays on one line. */
static void print_text(struct buffer *b, const char *text, size_t length)
{
	const char *end = text + length;
	for (;;) {
		const char *option = strstr(text, " --");
		if (option == NULL || option >= end)
			break;
		size_t word = strcspn(option + 1, " \n");
		word = option + 1 + word > end ? (size_t)(end - option) - 1 : word;
		escape_html_part(b, text, (size_t)(option + 1 - text));
		buffer_print(b, "<span>");
		escape_html_part(b, option + 1, word);
		buffer_print(b, "</span>");
		text = option + 1 + word;
	}
	escape_html_part(b, text, (size_t)(end - text));
}

static void print_paragraph(struct buffer *b, const char *text, size_t length)
{
	buffer_print(b, "<p>");
	print_text(b, text, length);
	buffer_print(b, "</p>\n");
}

/* Each line is a paragraph, with the lines after it that begin with a blank. */
static void print_prose(struct buffer *b, const char *text)
{
	for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
		length = strcspn(text, "\n");
		while (text[length] == '\n' && text[length + 1] == ' ')
			length += 1 + strcspn(text + length + 1, "\n");
		print_paragraph(b, text, length);
	}
}

/* One paragraph in lines of 80 characters, as text has them; in what is to be copied a number and
 * its percent sign stay on one line. */
static void print_wrapped(struct buffer *b, const struct report_block *x)
{
	bool quote = x->kind == REPORT_QUOTE;
	struct buffer lines = { 0 }, text = { 0 };
	if (quote)
		text_wrapped(&lines, x->text.text, 0, x->width);
	else
		text_hanging(&lines, "", x->text.text, x->width);
	for (size_t i = 0; i < lines.length && !lines.failed; i++) {
		bool percent = quote && lines.text[i] == ' ' && lines.text[i + 1] == '%';
		buffer_add(&text, percent ? "\xc2\xa0" : &lines.text[i], percent ? 2 : 1);
	}
	b->failed = b->failed || lines.failed || text.failed;
	if (!b->failed)
		print_paragraph(b, text.text, quote ? text.length : text.length - 1);
	buffer_release(&lines);
	buffer_release(&text);
}

/* Each word is a box of its own: a line breaks between them, and not behind the hyphens of an
 * option. */
static void print_command(struct buffer *b, const char *command)
{
	buffer_print(b, "<pre>");
	while (*command != '\0') {
		size_t length = strcspn(command, " ");
		buffer_print(b, "<span>");
		escape_html_part(b, command, length);
		buffer_print(b, "</span>");
		command += length;
		for (; *command == ' '; command++)
			buffer_print(b, " ");
	}
	buffer_print(b, "</pre>\n");
}

/* ---- tables ---- */

static void begin_table(struct buffer *b, const char *title, size_t rows, size_t columns)
{
	bool wide = columns > COLUMNS_ON_PAPER, large = rows * columns > CELLS_AT_ONCE;
	if (wide)
		buffer_print(b,
			     "<p class=\"paper\">%zu columns do not fit on "
			     "paper: see this table on the screen.</p>\n",
			     columns);
	buffer_print(b, "<details%s%s><summary>", large ? "" : " open",
		     wide ? " class=\"wide\"" : "");
	escape_html(b, title);
	if (large)
		buffer_print(b, " <small>(%zu rows, %zu columns)</small>", rows, columns);
	buffer_print(b, "</summary><div class=\"scroll\"><table>\n<thead><tr>");
}

static void print_heading(struct buffer *b, const char *text, bool number)
{
	buffer_print(b, number ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"text\">");
	escape_html(b, text);
}

/* HTML does not need the ends of rows and cells. */
static void begin_rows(struct buffer *b)
{
	buffer_print(b, "</thead>\n<tbody>\n");
}

static void begin_row(struct buffer *b, const char *name)
{
	buffer_print(b, "<tr><th scope=\"row\">");
	escape_html(b, name);
}

static void end_table(struct buffer *b)
{
	buffer_print(b, "</tbody>\n</table></div></details>\n");
}

/* The dash of a range is longer than a hyphen. */
static void print_range(struct buffer *b, const char *text)
{
	for (; *text != '\0'; text++)
		buffer_print(b, *text == '-' ? "&ndash;" : "%c", *text);
}

static void print_cell(struct buffer *b, const struct report_block *t, size_t i)
{
	bool number = t->column[i % t->columns].kind != CELLS_TEXT;
	const struct report_marks *m = t->cell[i].marks;
	const char *text = report_cell_text(t, i);
	bool less = number && text[0] == '<', bounded = m->lower != NULL || m->upper != NULL;
	buffer_print(b, m->best ? "<td class=\"best\">" : number ? "<td>" : "<td class=\"text\">");
	buffer_print(b, less ? "&lt;" : ""); /* of a p-value */
	(m->range ? print_range : escape_html)(b, text + less);
	buffer_print(b, bounded ? "<small>" : "");
	report_bounds(b, m, "&ge;", "&le;");
	buffer_print(b, bounded ? "</small>" : "");
}

static void print_table(struct buffer *b, const struct report_block *t)
{
	begin_table(b, t->title.length > 0 ? t->title.text : "", t->cells / t->columns, t->columns);
	for (size_t k = 0; k < t->columns; k++)
		print_heading(b, t->column[k].heading, t->column[k].kind != CELLS_TEXT);
	begin_rows(b);
	for (size_t i = 0; i < t->cells; i++) {
		if (i % t->columns == 0)
			begin_row(b, report_cell_text(t, i));
		else
			print_cell(b, t, i);
		buffer_print(b, (i + 1) % t->columns == 0 ? "\n" : "");
	}
	end_table(b);
}

static void print_figures(struct buffer *b, const struct report_block *x)
{
	const struct picture *p = x->picture;
	for (size_t i = x->first; i < x->first + x->count && i < p->rows * p->columns; i++) {
		if (plot_is_gap(&p->plot[i]))
			continue;
		buffer_print(b, "<figure>\n");
		svg_picture(b, &p->plot[i], 1, 1, false);
		buffer_print(b, "</figure>\n");
	}
}

/* ---- where the page comes from ---- */

static int add_file(void *context, const char *path, const struct checksum *x, struct err *e)
{
	struct buffer *b = context;
	(void)e;
	begin_row(b, shown_file_name(path));
	if (x->is_file)
		buffer_print(b, "<td>%llu<td class=\"text\"><code>%016llx</code>\n",
			     (unsigned long long)x->size, (unsigned long long)x->hash);
	else
		buffer_print(b, "<td>-<td class=\"text\">read once, no checksum\n");
	return 0;
}

static int add_inputs(struct buffer *b, const struct report_origin *o, struct err *e)
{
	struct buffer rows = { 0 };
	int result = inputs_each(o->asked, o->words > 0 ? o->words : SIZE_MAX, add_file, &rows, e);
	if (result == 0 && rows.length > 0) {
		begin_table(b, "Files", 1, 3);
		print_heading(b, "file", false);
		print_heading(b, "bytes", true);
		print_heading(b, "XXH64", false);
		begin_rows(b);
		buffer_add(b, rows.text, rows.length);
		end_table(b);
	}
	b->failed = b->failed || rows.failed;
	buffer_release(&rows);
	return result;
}

static int print_origin(struct buffer *b, const struct report_origin *o, struct err *e)
{
	buffer_print(b,
		     "<footer>\n<h2>Where this comes from</h2>\n<p>Made by " PROGRAM_NAME
		     " " PROGRAM_VERSION "%s</p>\n",
		     o->asked->command != NULL ? ", with the command" : ".");
	if (o->asked->command != NULL)
		print_command(b, o->asked->command);
	int result = add_inputs(b, o, e);
	buffer_print(b, "</footer>\n");
	return result;
}

/* ---- all of it ---- */

/* The summary of a command begins with a small letter. */
static void print_page_title(struct buffer *b, const struct report_origin *o)
{
	const char *summary = o->asked->table->summary;
	if (o->title != NULL)
		escape_html(b, o->title);
	else {
		buffer_print(b, "%c", toupper((unsigned char)summary[0]));
		escape_html(b, summary + 1);
	}
}

static void begin_page(struct buffer *b, const struct report_origin *o)
{
	/* the policy: the page loads nothing, even if the name of a run contains HTML */
	buffer_print(b,
		     "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		     "style-src 'sha256-%s'; script-src 'sha256-%s'\">\n<title>",
		     page_css_hash, page_js_hash);
	print_page_title(b, o);
	buffer_print(b, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", page_css);
	print_page_title(b, o);
	buffer_print(b, "</h1>\n");
	for (size_t i = 0; o->warnings != NULL && i < o->warnings->count; i++) {
		buffer_print(b, "<p>Warning: ");
		print_text(b, o->warnings->line[i], strlen(o->warnings->line[i]));
		buffer_print(b, "</p>\n");
	}
}

static void print_point(struct buffer *b, const struct report_block *x)
{
	buffer_print(b, "<li>");
	print_text(b, x->text.text, x->text.length);
	buffer_print(b, "\n");
}

static void print_title(struct buffer *b, const struct report_block *x)
{
	bool section = x->kind == REPORT_SECTION;
	buffer_print(b, section ? "<section>\n<h2>" : "<h3>");
	escape_html(b, x->title.text);
	buffer_print(b, section ? "</h2>\n" : "</h3>\n");
}

static void print_block(struct buffer *b, const struct report_block *x)
{
	switch (x->kind) {
	case REPORT_SECTION:
	case REPORT_HEADING:
		if (x->title.length > 0)
			print_title(b, x);
		break;
	case REPORT_TABLE:
		print_table(b, x);
		break;
	case REPORT_FIGURES:
		print_figures(b, x);
		break;
	default:
		if (x->text.length == 0)
			break;
		if (x->kind == REPORT_WRAPPED || x->kind == REPORT_QUOTE)
			print_wrapped(b, x);
		else if (x->kind == REPORT_COMMAND)
			print_command(b, x->text.text);
		else if (x->kind == REPORT_POINT)
			print_point(b, x);
		else
			print_prose(b, x->text.text);
	}
}

static int write_page(const struct report *r, struct buffer *b, struct err *e)
{
	bool section = false, list = false;
	begin_page(b, &r->origin);
	for (const struct report_block *x = r->first; x != NULL; x = x->next) {
		if ((x->kind == REPORT_POINT) != list)
			buffer_print(b, list ? "</ul>\n" : "<ul>\n");
		list = x->kind == REPORT_POINT;
		if (x->kind == REPORT_SECTION) {
			buffer_print(b, section ? "</section>\n" : "");
			section = x->title.length > 0;
		}
		print_block(b, x);
	}
	buffer_print(b, "%s%s", list ? "</ul>\n" : "", section ? "</section>\n" : "");
	int result = print_origin(b, &r->origin, e);
	buffer_print(b, "<script>\n%s</script>\n</body>\n</html>\n", page_js);
	return result;
}

OUTPUT_FORMAT = { .name = "html", .shows = IN_PAGE, .write = write_page };
