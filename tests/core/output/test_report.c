/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A report in all formats for people. The expected texts are written by hand from report.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "core/output/report.h"

static void add_table(struct report *r)
{
	report_table(r, IN_ALL, "Runs of %s", "a & b");
	report_column(r, "run", CELLS_TEXT, 4);
	report_group(r, "both");
	report_columns(r, CELLS_NUMBER, 6, "p", "x", NULL);
	report_group(r, NULL);
	report_column_in(r, IN_TEXT, "only", CELLS_NUMBER, 4);
	report_column(r, "P_5", CELLS_MEASURE, 0);
	report_cell(r, "a_%d", 1);
	report_p(r, 1e-9);
	report_number(r, 1, NAN);
	report_cell(r, "7");
	report_marked(r, "0.5",
		      &(struct report_marks){ .lower = "0.1", .upper = "0.9", .best = true });
	report_cell(r, "b");
	REPORT_NUMBERS(r, 2, 0.25, -1);
	report_cell(r, "8");
	report_marked(r, "2-3",
		      &(struct report_marks){ .upper = "4", .range = true, .raised = "a-c" });
}

static void prints(enum record_format format, const char *want)
{
	struct report r;
	struct buffer b = { 0 };
	struct err e = { 0 };
	report_init(&r, format, &(struct report_origin){ .title = "T" });
	report_for(&r, IN_TEXT | IN_PAPER);
	report_section(&r, "First");
	report_line(&r, "100 %% of a_b");
	report_note(&r, "a note");
	add_table(&r);
	report_for(&r, IN_PAGE);
	report_note(&r, "only on a page");
	report_for(&r, IN_ALL);
	report_space(&r);
	buffer_print(report_text(&r, REPORT_PROSE), "Sentences. ");
	buffer_print(report_text(&r, REPORT_POINT), "a point");
	buffer_print(report_text(&r, REPORT_COMMAND), "strat_eval --x\n");
	report_text(&r, REPORT_NOTE); /* empty: nothing of it */
	assert_int_equal(report_write(&r, 0, &b, &e), 0);
	assert_string_equal(b.text, want);
	buffer_release(&b);
}

static void test_text(void **state)
{
	(void)state;
	/* a group over two columns begins three blanks behind the column before */
	prints(FORMAT_TABLE, "First:\n100 % of a_b\na note\n\nRuns of a & b\n"
			     "       both\n"
			     "run       p      x only  P_5\n"
			     "a_1  <0.0001      -    7  0.5* [0.1, 0.9]\n"
			     "b      0.25  -1.00    8  2-3  <= 4\n"
			     "\nSentences.\n- a point\nstrat_eval --x\n");
}

static void test_markdown(void **state)
{
	(void)state;
	prints(FORMAT_MARKDOWN, "## First\n\n100 % of a\\_b\n\na note\n\nRuns of a & b\n\n"
				"| run | both, p | both, x | P\\_5 |\n"
				"|---|---:|---:|---|\n"
				"| a\\_1 | \\<0.0001 | - | **0.5** [0.1, 0.9] |\n"
				"| b | 0.25 | -1.00 | 2-3 at most 4 (a-c) |\n"
				"\nSentences.\n\n- a point\n\n```\nstrat_eval --x\n```\n");
}

static void test_latex(void **state)
{
	(void)state;
	prints(FORMAT_LATEX,
	       "% needs \\usepackage{booktabs}\n\n\\subsection*{First}\n% a note\n"
	       "\n\\noindent 100~\\% of a\\_b\n"
	       "\n\\medskip\\noindent Runs of a \\& b\n\n"
	       "\\begin{tabular}{@{}lrrl@{}}\n\\toprule\n"
	       "Run & both, p & both, x & P@5 \\\\\n\\midrule\n"
	       "a\\_1 & \\textless{}0.0001 & - & \\textbf{0.5} {\\scriptsize [0.1, 0.9]} \\\\\n"
	       "b & 0.25 & -1.00 & 2--3 {\\scriptsize $\\leq$ 4}\\textsuperscript{a--c} \\\\\n"
	       "\\bottomrule\n\\end{tabular}\n"
	       "\n\\noindent Sentences.\n\n\\begin{itemize}\n\\item a point\n\\end{itemize}\n"
	       "\\begin{verbatim}\nstrat_eval --x\n\\end{verbatim}\n");
}

/* Records are all that a format for programs shows. */
static void test_programs(void **state)
{
	(void)state;
	static const struct record_column column[] = { { "x", "x", RECORD_WHOLE, .at = 0 }, { 0 } };
	struct report r;
	struct records lines;
	struct buffer b = { 0 };
	struct err e = { 0 };
	int64_t seven = 7;
	report_init(&r, FORMAT_CSV, &(struct report_origin){ 0 });
	report_section(&r, "First");
	report_line(&r, "a line");
	add_table(&r);
	for (int i = 0; i < 2; i++) { /* one header */
		report_for(&r, i == 0 ? IN_ALL : IN_LINES);
		records_init(&lines, column, sizeof seven);
		records_add(&lines, &seven);
		report_records(&r, IN_ALL, "Title", &lines);
	}
	report_for(&r, IN_TEXT | IN_PAPER | IN_PAGE);
	records_init(&lines, column, sizeof seven);
	records_add(&lines, &seven);
	report_records(&r, IN_ALL, "for people alone", &lines);
	assert_int_equal(report_write(&r, 0, &b, &e), 0);
	assert_string_equal(b.text, "x\n7\n7\n");
	buffer_release(&b);
}

/* The list has the named formats where enum record_format says. */
static void test_list(void **state)
{
	(void)state;
	static const char *const name[] = {
		[FORMAT_TABLE] = "table",	[FORMAT_TREC] = "trec",	  [FORMAT_CSV] = "csv",
		[FORMAT_JSONL] = "jsonl",	[FORMAT_LATEX] = "latex", [FORMAT_HTML] = "html",
		[FORMAT_MARKDOWN] = "markdown",
	};
	for (size_t i = 0; i < sizeof name / sizeof name[0]; i++)
		assert_string_equal(output_formats[i]->name, name[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),  cmocka_unit_test(test_markdown),
		cmocka_unit_test(test_latex), cmocka_unit_test(test_programs),
		cmocka_unit_test(test_list),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
