/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * LaTeX for a paper, to be read by \input. What explains a table stands before it as a comment:
 * most of it belongs into the caption, in the author's words.
 */
#include <ctype.h>

#include "core/output/report.h"
#include "core/output/text.h"

static void print_letter(struct buffer *b, const char *text)
{
	static const struct {
		char letter;
		const char *written;
	} known[] = {
		{ '\\', "\\textbackslash{}" },
		{ '~', "\\textasciitilde{}" },
		{ '^', "\\textasciicircum{}" },
		{ '[', "{[}" },		 /* behind \\ a length begins so */
		{ '<', "\\textless{}" }, /* without T1 fonts another letter */
		{ '>', "\\textgreater{}" },
		{ '|', "\\textbar{}" },
		{ '&', "\\&" },
		{ '%', "\\%" },
		{ '$', "\\$" },
		{ '#', "\\#" },
		{ '_', "\\_" },
		{ '{', "\\{" },
		{ '}', "\\}" },
	};
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (*text == known[i].letter) {
			buffer_print(b, "%s", known[i].written);
			return;
		}
	/* two hyphens would be a dash */
	buffer_print(b, *text == '-' && text[1] == '-' ? "%c{}" : "%c", *text);
}

static void print_escaped(struct buffer *b, const char *text)
{
	for (; *text != '\0'; text++)
		print_letter(b, text);
}

/* The name of a measure as papers write it: nDCG@10 for ndcg_cut_10. */
static void print_measure(struct buffer *b, const char *name)
{
	/* A name that ends in _ has a cutoff behind it. */
	static const struct {
		const char *name, *written;
	} known[] = {
		{ "map", "MAP" },	    { "gm_map", "GMAP" },
		{ "Rprec", "R-prec" },	    { "recip_rank", "MRR" },
		{ "ndcg", "nDCG" },	    { "ndcg_cut_", "nDCG@" },
		{ "map_cut_", "MAP@" },	    { "P_", "P@" },
		{ "recall_", "R@" },	    { "success_", "Success@" },
		{ "est_recall", "Recall" }, { "est_P", "Precision" },
		{ "est_F", "F$_1$" },	    { "est_recall_", "Recall@" },
		{ "est_P_", "Precision@" }, { "statP_", "statP@" },
	};
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		size_t length = strlen(known[i].name);
		bool cutoff = known[i].name[length - 1] == '_';
		if (cutoff ? strncmp(name, known[i].name, length) != 0
			   : strcmp(name, known[i].name) != 0)
			continue;
		buffer_print(b, "%s", known[i].written);
		print_escaped(b, name + length);
		return;
	}
	print_escaped(b, name);
}

/* The dash of a range is longer than a hyphen. */
static void print_range(struct buffer *b, const char *text)
{
	for (; *text != '\0'; text++)
		buffer_print(b, *text == '-' ? "--" : "%c", *text);
}

static bool is_nan(const char *bound)
{
	return bound == NULL || strcmp(bound, "nan") == 0;
}

static void print_cell(struct buffer *b, const struct report_block *t, size_t i)
{
	static const char *const standing[] = { "$^{\\blacktriangledown}$", "$^{\\triangledown}$",
						"", "$^{\\dagger}$", "$^{\\ddagger}$" };
	const struct report_marks *m = t->cell[i].marks;
	bool bounded = m->lower != NULL || m->upper != NULL;
	buffer_print(b, m->best ? "\\textbf{" : "");
	(m->range ? print_range : print_escaped)(b, report_cell_text(t, i));
	buffer_print(b, "%s%s", m->best ? "}" : "", bounded ? " {\\scriptsize" : "");
	if (bounded && is_nan(m->lower) && is_nan(m->upper)) /* all topics have the same value */
		buffer_print(b, " [--]");
	else
		report_bounds(b, m, "$\\geq$", "$\\leq$");
	buffer_print(b, bounded ? "}" : "");
	if (m->deviation != NULL)
		buffer_print(b, " $\\pm$ %s", m->deviation);
	if (m->raised != NULL) {
		buffer_print(b, "\\textsuperscript{");
		print_range(b, m->raised);
		buffer_print(b, "}");
	}
	buffer_print(b, "%s%s", standing[m->standing + 2],
		     m->doubtful ? "\\textsuperscript{?}" : "");
}

static void print_heading(struct buffer *b, const struct report_column *c, bool first)
{
	const char *text = c->heading;
	if (first && text[0] != '\0') {
		buffer_print(b, "%c", toupper((unsigned char)*text));
		text++;
	}
	(c->kind == CELLS_MEASURE ? print_measure : print_escaped)(b, text);
}

static void print_table(struct buffer *b, const struct report_block *t)
{
	buffer_print(b, "\\begin{tabular}{@{}");
	for (size_t k = 0; k < t->columns; k++)
		buffer_print(b, "%c", report_is_right(&t->column[k]) ? 'r' : 'l');
	buffer_print(b, "@{}}\n\\toprule\n");
	for (size_t k = 0; k < t->columns; k++) {
		buffer_print(b, k > 0 ? " & " : "");
		print_heading(b, &t->column[k], k == 0);
	}
	buffer_print(b, " \\\\\n\\midrule\n");
	for (size_t i = 0; i < t->cells; i++) {
		buffer_print(b, i % t->columns > 0 ? " & " : "");
		print_cell(b, t, i);
		buffer_print(b, (i + 1) % t->columns == 0 ? " \\\\\n" : "");
	}
	buffer_print(b, "\\bottomrule\n\\end{tabular}\n");
}

/* The notes up to the next section. */
static void print_notes(struct buffer *b, const struct report_block *x)
{
	for (; x != NULL && x->kind != REPORT_SECTION; x = x->next) {
		bool note = x->kind == REPORT_NOTE || x->kind == REPORT_WRAPPED;
		if (!note || x->text.length == 0)
			continue;
		buffer_print(b, "%% ");
		for (const char *p = x->text.text; *p != '\0'; p++)
			buffer_print(b, *p == '\n' ? "\n%%" : "%c", *p);
		buffer_print(b, "\n");
	}
}

/* A number and its percent sign stay on one line. */
static void print_prose_letter(struct buffer *b, const char *text)
{
	if (text[0] == ' ' && text[1] == '%')
		buffer_print(b, "~");
	else
		print_letter(b, text);
}

static void print_block(struct buffer *b, const struct report_block *x,
			const struct report_block *before)
{
	bool listed = before != NULL && before->kind == REPORT_POINT;
	switch (x->kind) {
	case REPORT_SECTION:
	case REPORT_HEADING:
		if (x->title.length == 0)
			break;
		buffer_print(b, "\n\\%s*{",
			     x->kind == REPORT_SECTION ? "subsection" : "subsubsection");
		print_escaped(b, x->title.text);
		buffer_print(b, "}\n");
		break;
	case REPORT_TABLE:
		if (x->title.length > 0) {
			buffer_print(b, "\n\\medskip\\noindent ");
			print_escaped(b, x->title.text);
			buffer_print(b, "\n\n");
		} else if (before != NULL &&
			   (before->kind == REPORT_LINE || before->kind == REPORT_PROSE))
			buffer_print(b, "\n\\noindent\n");
		print_table(b, x);
		break;
	case REPORT_LINE:
	case REPORT_PROSE:
	case REPORT_QUOTE:
		if (x->text.length == 0)
			break;
		buffer_print(b, "\n\\noindent ");
		text_paragraphs(b, x->text.text, print_prose_letter);
		break;
	case REPORT_POINT:
		buffer_print(b, "%s\\item ", listed ? "" : "\n\\begin{itemize}\n");
		text_paragraphs(b, x->text.text, print_prose_letter);
		if (x->next == NULL || x->next->kind != REPORT_POINT)
			buffer_print(b, "\\end{itemize}\n");
		break;
	case REPORT_COMMAND:
		buffer_print(b, "\\begin{verbatim}\n%s\\end{verbatim}\n", x->text.text);
		break;
	default:
		break;
	}
}

static int write_latex(const struct report *r, struct buffer *b, struct err *e)
{
	(void)e;
	const struct report_block *before = NULL;
	buffer_print(b, "%% needs \\usepackage{booktabs%s}\n",
		     r->against_baseline ? ",amssymb" : "");
	print_notes(b, r->first);
	for (const struct report_block *x = r->first; x != NULL; x = x->next) {
		print_block(b, x, before);
		if (x->kind == REPORT_SECTION)
			print_notes(b, x->next);
		before = x;
	}
	return 0;
}

OUTPUT_FORMAT = {
	.name = "latex",
	.shows = IN_LATEX,
	.write = write_latex,
	.best = "bold:",
	.raised = "superscripts",
	.standing = "dagger p < 0.05, ddagger p < 0.01; worse: triangledown, blacktriangledown",
};
