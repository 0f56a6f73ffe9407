/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table for a paper: runs by measures. Without a baseline each run has a letter, and a value
 * carries the letters of the runs that it is significantly better than; with one, a dagger; with
 * several, these have letters.
 */
#include <math.h>

#include "core/cli/compare/print.h"
#include "core/cli/output/latex_text.h"

/* a, b ... z, aa, ab ... */
static void letter(struct buffer *b, size_t i)
{
	if (i >= 26)
		letter(b, i / 26 - 1);
	buffer_print(b, "%c", "abcdefghijklmnopqrstuvwxyz"[i % 26]);
}

/* Whether a run is better than another, with an adjusted p-value below `p`. */
static bool beats(const struct comparison *c, size_t measure, size_t run, size_t other, double p)
{
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *x = &c->pair[i];
		const struct over_topics *o = &x->measure[measure];
		bool forward = x->run[0] == run && x->run[1] == other;
		bool backward = x->run[1] == run && x->run[0] == other;
		if ((forward || backward) && o->adjusted < p)
			return comparison_is_better(&c->measure[measure],
						    forward ? o->effect.mean : -o->effect.mean, 0);
	}
	return false;
}

/* Better or worse than the baseline. */
static void dagger(struct buffer *b, const struct comparison *c, size_t measure, size_t run)
{
	static const struct {
		double p;
		const char *better, *worse;
	} mark[] = { { 0.01, "\\ddagger", "\\blacktriangledown" },
		     { 0.05, "\\dagger", "\\triangledown" } };
	for (size_t i = 0; i < 2; i++) {
		bool better = beats(c, measure, run, c->baseline, mark[i].p);
		if (better || beats(c, measure, c->baseline, run, mark[i].p)) {
			buffer_print(b, "$^{%s}$", better ? mark[i].better : mark[i].worse);
			return;
		}
	}
}

/* A single baseline needs none. */
static bool has_letter(const struct comparison *c, size_t run)
{
	return c->baselines == 0 || (c->baselines > 1 && c->is_baseline[run]);
}

static void letters_of_beaten(struct buffer *b, const struct comparison *c, size_t measure,
			      size_t run)
{
	bool any = false;
	for (size_t other = 0; other < c->runs; other++) {
		if (!has_letter(c, other) || !beats(c, measure, run, other, 0.05))
			continue;
		buffer_print(b, any ? "," : "$^{");
		letter(b, other);
		any = true;
	}
	buffer_print(b, any ? "}$" : "");
}

static void explain(struct buffer *b, const struct comparison *c,
		    const struct comparison_request *q)
{
	buffer_print(b, "%% needs \\usepackage{booktabs}\n");
	buffer_print(b, "%% %s test, two-sided, adjusted for %zu comparisons (%s)\n",
		     q->test[0]->name, c->pairs, q->adjust->name);
	if (c->baselines == 1)
		buffer_print(b, "%% better than the baseline: dagger p < 0.05, ddagger p < 0.01; "
				"worse: triangledown, blacktriangledown (amssymb)\n");
	else
		buffer_print(b,
			     "%% superscripts: significantly better than these runs, p < 0.05\n");
	for (size_t m = 0; m < c->measures; m++)
		if (c->measure[m].lower_better)
			buffer_print(b, "%% %s: lower is better\n", c->measure[m].name);
}

void comparison_latex(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o)
{
	explain(b, c, o->request);
	buffer_print(b, "\\begin{tabular}{l");
	for (size_t m = 0; m < c->measures; m++)
		buffer_print(b, "l");
	buffer_print(b, "}\n\\toprule\nRun");
	for (size_t m = 0; m < c->measures; m++) {
		buffer_print(b, " & ");
		latex_measure(b, c->measure[m].name);
	}
	buffer_print(b, " \\\\\n\\midrule\n");
	for (size_t run = 0; run < c->runs; run++) {
		if (has_letter(c, run)) {
			buffer_print(b, "(");
			letter(b, run);
			buffer_print(b, ") ");
		}
		latex_text(b, c->run[run]);
		for (size_t m = 0; m < c->measures; m++) {
			buffer_print(b, " & %.*f", o->digits, comparison_mean(&c->measure[m], run));
			if (c->baselines != 1)
				letters_of_beaten(b, c, m, run);
			else if (!c->is_baseline[run])
				dagger(b, c, m, run);
		}
		buffer_print(b, " \\\\\n");
	}
	buffer_print(b, "\\bottomrule\n\\end{tabular}\n");
}
