/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/output/latex.h"

void latex_text(struct buffer *b, const char *text)
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

void latex_begin(struct buffer *b, size_t measures)
{
	buffer_print(b, "\\begin{tabular}{@{}l");
	for (size_t m = 0; m < measures; m++)
		buffer_print(b, "l");
	buffer_print(b, "@{}}\n\\toprule\nRun");
}

void latex_heading(struct buffer *b, const char *measure)
{
	buffer_print(b, " & ");
	latex_measure(b, measure);
}

void latex_rows(struct buffer *b)
{
	buffer_print(b, " \\\\\n\\midrule\n");
}

void latex_end(struct buffer *b)
{
	buffer_print(b, "\\bottomrule\n\\end{tabular}\n");
}
