/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Markdown as GitHub and others show it: for the page of a project. An empty line stands between
 * all parts.
 */
#include "core/output/report.h"
#include "core/output/text.h"

static void print_letter(struct buffer *b, const char *letter)
{
	buffer_print(b, strchr("\\`*_{}[]<>|#~&", *letter) != NULL ? "\\%c" : "%c", *letter);
}

static void print_escaped(struct buffer *b, const char *text)
{
	for (; *text != '\0'; text++)
		print_letter(b, text);
}

static void print_cell(struct buffer *b, const struct report_block *t, size_t i)
{
	static const char *const standing[] = { " --", " -", "", " +", " ++" };
	const struct report_marks *m = t->cell[i].marks;
	buffer_print(b, m->best ? "**" : "");
	print_escaped(b, report_cell_text(t, i));
	buffer_print(b, m->best ? "**" : "");
	report_bounds(b, m, "at least", "at most");
	if (m->deviation != NULL)
		buffer_print(b, " ± %s", m->deviation);
	if (m->raised != NULL)
		buffer_print(b, " (%s)", m->raised);
	buffer_print(b, "%s%s", standing[m->standing + 2], m->doubtful ? "?" : "");
}

static void print_table(struct buffer *b, const struct report_block *t)
{
	for (size_t k = 0; k < t->columns; k++) {
		buffer_print(b, k == 0 ? "| " : " | ");
		print_escaped(b, t->column[k].heading);
	}
	buffer_print(b, " |\n");
	for (size_t k = 0; k < t->columns; k++)
		buffer_print(b, report_is_right(&t->column[k]) ? "|---:" : "|---");
	buffer_print(b, "|\n");
	for (size_t i = 0; i < t->cells; i++) {
		bool last = (i + 1) % t->columns == 0;
		buffer_print(b, i % t->columns == 0 ? "| " : " | ");
		print_cell(b, t, i);
		buffer_print(b, last ? " |\n" : "");
	}
}

static void print_block(struct buffer *b, const struct report_block *x)
{
	switch (x->kind) {
	case REPORT_SECTION:
		buffer_print(b, "## %s\n", x->title.text);
		break;
	case REPORT_HEADING:
		buffer_print(b, "### %s\n", x->title.text);
		break;
	case REPORT_TABLE:
		if (x->title.length > 0)
			buffer_print(b, "%s\n\n", x->title.text);
		print_table(b, x);
		break;
	case REPORT_LINE:
	case REPORT_PROSE:
	case REPORT_QUOTE:
		text_paragraphs(b, x->text.text, print_letter);
		break;
	case REPORT_POINT:
		buffer_print(b, "- ");
		text_paragraphs(b, x->text.text, print_letter);
		break;
	case REPORT_COMMAND:
		buffer_print(b, "```\n%s```\n", x->text.text);
		break;
	default:
		buffer_print(b, "%s\n", x->text.text);
	}
}

static bool is_empty(const struct report_block *x)
{
	bool has_title = x->kind == REPORT_SECTION || x->kind == REPORT_HEADING;
	bool has_text = !has_title && x->kind != REPORT_TABLE;
	return (has_title && x->title.length == 0) || (has_text && x->text.length == 0);
}

static int write_markdown(const struct report *r, struct buffer *b, struct err *e)
{
	(void)e;
	for (const struct report_block *x = r->first; x != NULL; x = x->next) {
		if (is_empty(x))
			continue;
		buffer_print(b, b->length > 0 ? "\n" : "");
		print_block(b, x);
	}
	return 0;
}

OUTPUT_FORMAT = {
	.name = "markdown",
	.shows = IN_MARKDOWN,
	.write = write_markdown,
	.best = "**bold**:",
	.raised = "in brackets",
	.standing = "+ p < 0.05, ++ p < 0.01; worse: -, --",
};
