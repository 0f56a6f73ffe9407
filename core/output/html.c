/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdarg.h>

#include "core/base/buffer.h"
#include "core/options/command.h"
#include "core/output/html.h"
#include "core/output/svg.h"
#include "readers/checksum.h"
#include "readers/input.h"

/* A table with more columns is not printed on paper. One with more cells would be slow in a
 * browser: it is closed until somebody opens it. */
enum { COLUMNS_ON_PAPER = 14, CELLS_AT_ONCE = 5000 };

/* core/output/page.css and page.js, by the Makefile. */
extern const char page_css[], page_js[];

void html_begin(struct buffer *b, const char *title, const struct warnings *w)
{
	/* the policy: the page loads nothing, even if the name of a run contains HTML */
	buffer_print(b,
		     "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		     "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>");
	escape_html(b, title);
	buffer_print(b, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", page_css);
	escape_html(b, title);
	buffer_print(b, "</h1>\n");
	for (size_t i = 0; i < w->count; i++)
		html_paragraph(b, "Warning: %s", w->line[i]);
}

void html_section(struct buffer *b, const char *title)
{
	buffer_print(b, "<section>\n<h2>");
	escape_html(b, title);
	buffer_print(b, "</h2>\n");
}

void html_section_end(struct buffer *b)
{
	buffer_print(b, "</section>\n");
}

void html_text(struct buffer *b, const char *text)
{
	while (*text != '\0') {
		const char *option = strstr(text, " --");
		if (option == NULL)
			break;
		size_t length = 1 + strcspn(option + 1, " ;,)");
		escape_html_part(b, text, (size_t)(option + 1 - text));
		buffer_print(b, "<span>");
		escape_html_part(b, option + 1, length - 1);
		buffer_print(b, "</span>");
		text = option + length;
	}
	escape_html(b, text);
}

void html_paragraph(struct buffer *b, const char *format, ...)
{
	char *text = NULL;
	va_list arguments;
	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	b->failed = b->failed || text == NULL;
	buffer_print(b, "<p>");
	html_text(b, text != NULL ? text : "");
	buffer_print(b, "</p>\n");
	free(text);
}

void html_lines(struct buffer *b, const struct buffer *text)
{
	for (size_t at = 0; at < text->length && !text->failed;) {
		size_t length = strcspn(text->text + at, "\n");
		while (text->text[at + length] == '\n' && text->text[at + length + 1] == ' ')
			length += 1 + strcspn(text->text + at + length + 1, "\n");
		html_paragraph(b, "%.*s", (int)length, text->text + at);
		at += length + 1;
	}
	b->failed = b->failed || text->failed;
}

/*
 * Tables.
 */

void html_table(struct buffer *b, const char *title, size_t rows, size_t columns)
{
	bool wide = columns > COLUMNS_ON_PAPER, large = rows * columns > CELLS_AT_ONCE;
	if (wide)
		buffer_print(b,
			     "<p class=\"paper\">%zu columns have no room on paper: this table "
			     "is on the screen only.</p>\n",
			     columns);
	buffer_print(b, "<details%s%s><summary>", large ? "" : " open",
		     wide ? " class=\"wide\"" : "");
	escape_html(b, title);
	if (large)
		buffer_print(b, " <small>(%zu rows, %zu columns)</small>", rows, columns);
	buffer_print(b, "</summary><div class=\"scroll\"><table>\n<thead><tr>");
}

void html_heading(struct buffer *b, const char *text, bool number)
{
	buffer_print(b, number ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"text\">");
	escape_html(b, text);
}

/* HTML does not need the ends of rows and cells. */
void html_rows(struct buffer *b)
{
	buffer_print(b, "</thead>\n<tbody>\n");
}

void html_row(struct buffer *b, const char *name)
{
	buffer_print(b, "<tr><th scope=\"row\">");
	escape_html(b, name);
}

void html_row_of(struct buffer *b, const char *of, struct slice name)
{
	html_row(b, of);
	if (name.length > 0) {
		buffer_print(b, ": ");
		escape_html_part(b, name.at, name.length);
	}
}

void html_cell(struct buffer *b, const char *text)
{
	buffer_print(b, "<td class=\"text\">");
	escape_html(b, text);
}

void html_number(struct buffer *b, int digits, double x)
{
	if (isnan(x))
		buffer_print(b, "<td>-");
	else
		buffer_print(b, "<td>%.*f", digits, x);
}

void html_table_end(struct buffer *b)
{
	buffer_print(b, "</tbody>\n</table></div></details>\n");
}

/*
 * Pictures.
 */

void html_plots(struct buffer *b, const struct picture *p, size_t first, size_t count)
{
	for (size_t i = first; i < first + count && i < p->rows * p->columns; i++) {
		if (plot_is_gap(&p->plot[i]))
			continue;
		buffer_print(b, "<figure>\n");
		svg_picture(b, &p->plot[i], 1, 1, false);
		buffer_print(b, "</figure>\n");
	}
}

int html_picture(struct buffer *b, struct picture *p, int result)
{
	html_section(b, "Pictures");
	if (result == 0)
		html_plots(b, p, 0, p->rows * p->columns);
	html_section_end(b);
	picture_release(p);
	return result;
}

/*
 * Where the page comes from.
 */

static int add_file(struct buffer *b, const char *path, struct err *e)
{
	struct checksum x;
	if (path == NULL)
		return 0;
	if (checksum_of(path, &x, e) < 0)
		return -1;
	html_row(b, shown_path(path));
	if (x.is_file)
		buffer_print(b, "<td>%llu<td class=\"text\"><code>%016llx</code>\n",
			     (unsigned long long)x.size, (unsigned long long)x.hash);
	else
		buffer_print(b, "<td>-<td class=\"text\">read once, no checksum\n");
	return 0;
}

static int add_files(struct buffer *b, const struct text_list *list, size_t most, struct err *e)
{
	int result = 0;
	for (size_t i = 0; i < list->count && i < most && result == 0; i++)
		result = add_file(b, list->text[i], e);
	return result;
}

/* A field of the request that holds one file or several. */
static int add_field(struct buffer *b, const struct command_option *x, const char *at, size_t most,
		     struct err *e)
{
	if (x->field == FIELD_TEXTS)
		return add_files(b, (const void *)at, most, e);
	return x->field == FIELD_TEXT ? add_file(b, *(const char *const *)(const void *)at, e) : 0;
}

/* The arguments, then the files that options name, except the one that is written. */
static int list_files(struct buffer *b, const struct html_origin *o, struct err *e)
{
	struct option_place p = { 0 };
	const char *request = o->request;
	int result = 0;
	if (o->table->word != NULL)
		result = add_field(b, o->table->word, request + o->table->word->at, o->words, e);
	while (result == 0 && option_next(o->table, &p)) {
		const struct command_option *x = p.option;
		bool file = x->type == OPTION_FILE || x->type == OPTION_FILES;
		if (!file || x->same_as != NULL || strcmp(x->name, "plot") == 0)
			continue;
		size_t base = p.outer != NULL ? p.outer->at : 0;
		result = add_field(b, x, request + base + x->at, SIZE_MAX, e);
	}
	return result == 0 ? add_file(b, o->file, e) : -1;
}

static int add_inputs(struct buffer *b, const struct html_origin *o, struct err *e)
{
	struct buffer rows = { 0 };
	int result = list_files(&rows, o, e);
	if (result == 0 && rows.length > 0) {
		html_table(b, "Files", 1, 3);
		html_heading(b, "file", false);
		html_heading(b, "bytes", true);
		html_heading(b, "XXH64", false);
		html_rows(b);
		buffer_add(b, rows.text, rows.length);
		html_table_end(b);
	}
	b->failed = b->failed || rows.failed;
	buffer_release(&rows);
	return result;
}

/* Each word is a box of its own: a line breaks between them, and not behind the hyphens of an
 * option. */
void html_command(struct buffer *b, const char *command)
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

int html_end(struct buffer *b, const struct html_origin *o, struct err *e)
{
	buffer_print(b, "<footer>\n<h2>Where this comes from</h2>\n");
	html_paragraph(b, "Made by " PROGRAM_NAME " " PROGRAM_VERSION "%s",
		       o->command != NULL ? ", with the command" : ".");
	if (o->command != NULL)
		html_command(b, o->command);
	int result = add_inputs(b, o, e);
	buffer_print(b, "</footer>\n<script>\n%s</script>\n</body>\n</html>\n", page_js);
	return result;
}
