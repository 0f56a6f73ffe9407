/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/output/paper.h"

static void latex_text(struct buffer *b, const char *text)
{
	for (; *text != '\0'; text++) {
		switch (*text) {
		case '\\':
			buffer_print(b, "\\textbackslash{}");
			break;
		case '~':
			buffer_print(b, "\\textasciitilde{}");
			break;
		case '^':
			buffer_print(b, "\\textasciicircum{}");
			break;
		case '[': /* behind \\ it would begin a length */
			buffer_print(b, "{[}");
			break;
		case '&':
		case '%':
		case '$':
		case '#':
		case '_':
		case '{':
		case '}':
			buffer_print(b, "\\%c", *text);
			break;
		default:
			buffer_print(b, "%c", *text);
		}
	}
}

/* The name of a measure as papers write it: nDCG@10 for ndcg_cut_10. */
static void latex_measure(struct buffer *b, const char *name)
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
		latex_text(b, name + length);
		return;
	}
	latex_text(b, name);
}

const struct paper paper_latex = {
	.text = latex_text,
	.measure = latex_measure,
	.begin = { "\\begin{tabular}{@{}l", "l", "@{}}\n\\toprule\nRun" },
	.rows = { " \\\\\n\\midrule\n", "", "" },
	.end = "\\bottomrule\n\\end{tabular}\n",
	.row = "",
	.cell = " & ",
	.row_end = " \\\\\n",
	.bold = "\\textbf{",
	.bold_end = "}",
	.raised = "\\textsuperscript{",
	.raised_end = "}",
	.range = "--",
	.plus_minus = "$\\pm$",
	.better = { "$^{\\ddagger}$", "$^{\\dagger}$" },
	.worse = { "$^{\\blacktriangledown}$", "$^{\\triangledown}$" },
	.comment = "% ",
};

static void markdown_text(struct buffer *b, const char *text)
{
	for (; *text != '\0'; text++)
		buffer_print(b, strchr("\\`*_{}[]<>|#~&", *text) != NULL ? "\\%c" : "%c", *text);
}

const struct paper paper_markdown = {
	.text = markdown_text,
	.measure = markdown_text,
	.begin = { "| run", "", "" },
	.rows = { " |\n|---", "|---", "|\n" },
	.end = "",
	.row = "| ",
	.cell = " | ",
	.row_end = " |\n",
	.bold = "**",
	.bold_end = "**",
	.raised = " (",
	.raised_end = ")",
	.range = "-",
	.plus_minus = "±",
	.better = { " ++", " +" },
	.worse = { " --", " -" },
	.comment = "\n",
};

static void print_line(struct buffer *b, const char *const part[3], size_t columns)
{
	buffer_print(b, "%s", part[0]);
	for (size_t i = 0; i < columns; i++)
		buffer_print(b, "%s", part[1]);
	buffer_print(b, "%s", part[2]);
}

void paper_begin(struct buffer *b, const struct paper *p, size_t columns)
{
	print_line(b, p->begin, columns);
}

void paper_heading(struct buffer *b, const struct paper *p, const char *measure)
{
	buffer_print(b, "%s", p->cell);
	p->measure(b, measure);
}

void paper_rows(struct buffer *b, const struct paper *p, size_t columns)
{
	print_line(b, p->rows, columns);
}

void paper_end(struct buffer *b, const struct paper *p)
{
	buffer_print(b, "%s", p->end);
}
