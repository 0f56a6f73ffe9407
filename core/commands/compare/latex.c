/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table for a paper: runs by measures, in the order of the first measure, the best value of each
 * in bold. Without a baseline each run has a letter, and a value carries the letters of the runs
 * that it is significantly better than; with one, a dagger; with several, these have letters.
 */
#include <math.h>

#include "core/commands/compare/comparison_output.h"
#include "core/commands/compare/ranked_runs.h"
#include "core/output/latex.h"

/* a, b ... z, aa, ab ... */
static void letter(struct buffer *b, size_t i)
{
	if (i >= 26)
		letter(b, i / 26 - 1);
	buffer_print(b, "%c", "abcdefghijklmnopqrstuvwxyz"[i % 26]);
}

/* Whether the test favours a run over another, with an adjusted p-value below `p`. */
static bool beats(const struct comparison *c, size_t measure, size_t run, size_t other, double p)
{
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *x = &c->pair[i];
		const struct over_topics *o = &x->measure[measure];
		bool forward = x->run[0] == run && x->run[1] == other;
		bool backward = x->run[1] == run && x->run[0] == other;
		if ((forward || backward) && o->adjusted < p)
			return forward ? o->favours > 0 : o->favours < 0;
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

/* A single baseline needs no letter. */
static bool has_letter(const struct comparison *c, size_t run)
{
	return c->baselines == 0 || (c->baselines > 1 && c->is_baseline[run]);
}

/* "b,d--g": three or more letters in a row are written as a range. */
static void letters_of_beaten(struct buffer *b, const struct comparison *c,
			      const struct ranked_runs *r, size_t measure, size_t run)
{
	const char *before = "\\textsuperscript{";
	for (size_t i = 0, end; i < c->runs; i = end) {
		end = i;
		while (end < c->runs && has_letter(c, r->run[end].number) &&
		       beats(c, measure, run, r->run[end].number, 0.05))
			end++;
		if (end == i) {
			end++;
			continue;
		}
		buffer_print(b, "%s", before);
		letter(b, i);
		buffer_print(b, end > i + 2 ? "--" : end == i + 2 ? "," : "");
		if (end > i + 1)
			letter(b, end - 1);
		before = ",";
	}
	buffer_print(b, before[0] == ',' ? "}" : "");
}

/* Whether no run has a better mean, and at least one has a worse one. */
static bool is_best(const struct comparison *c, size_t measure, size_t run)
{
	const struct compared_measure *m = &c->measure[measure];
	double own = comparison_mean(m, run);
	bool worse = false;
	for (size_t i = 0; i < c->runs; i++) {
		if (comparison_is_better(m, comparison_mean(m, i), own))
			return false;
		worse = worse || comparison_is_better(m, own, comparison_mean(m, i));
	}
	return worse;
}

static void explain(struct buffer *b, const struct comparison *c, const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	buffer_print(b, "%% needs \\usepackage{booktabs%s}\n", c->baselines == 1 ? ",amssymb" : "");
	buffer_print(b, "%% bold: the best value of its column\n");
	buffer_print(b, "%% %s test, two-sided, adjusted for %zu comparison%s (%s)\n",
		     q->test[0]->name, c->pairs, c->pairs == 1 ? "" : "s", q->adjust->name);
	if (c->baselines == 1)
		buffer_print(b, "%% better than the baseline: dagger p < 0.05, ddagger p < 0.01; "
				"worse: triangledown, blacktriangledown\n");
	else
		buffer_print(b,
			     "%% superscripts: significantly better than these runs, p < 0.05\n");
	if (o->ranks)
		buffer_print(b,
			     "%% ranks: by their true means, with %g %% confidence for all runs at "
			     "once (%s)\n",
			     100 * o->level, q->intervals->name);
	if (comparison_about(q) != NULL)
		buffer_print(b, "%% better is meant in %s, not in means\n", comparison_about(q));
	if (o->post_stratified)
		buffer_print(b, "%% post-stratified by what each run retrieves%s\n",
			     o->labels != NULL ? " and by labels" : "");
	for (size_t m = 0; m < c->measures; m++)
		if (c->measure[m].lower_better)
			buffer_print(b, "%% %s: lower is better\n", c->measure[m].name);
}

static void ranks(struct buffer *b, const struct ranked_runs *r, size_t runs, size_t run)
{
	for (size_t i = 0; i < runs; i++)
		if (r->run[i].number == run)
			buffer_print(b, " & %s", ranked_runs_ranks(&r->run[i].ranks, "--").text);
}

static void row(struct buffer *b, const struct comparison *c, const struct comparison_output *o,
		const struct ranked_runs *r /* by measure */, size_t place)
{
	size_t run = r[0].run[place].number;
	if (has_letter(c, run)) {
		buffer_print(b, "(");
		letter(b, place);
		buffer_print(b, ") ");
	}
	latex_text(b, c->run[run]);
	buffer_print(b, c->is_baseline[run] ? " (baseline)" : "");
	for (size_t m = 0; m < c->measures; m++) {
		bool best = is_best(c, m, run);
		buffer_print(b, best ? " & \\textbf{%.*f}" : " & %.*f", o->digits,
			     comparison_mean(&c->measure[m], run));
		if (c->baselines != 1)
			letters_of_beaten(b, c, r, m, run);
		else if (!c->is_baseline[run])
			dagger(b, c, m, run);
		if (o->ranks)
			ranks(b, &r[m], c->runs, run);
	}
	buffer_print(b, " \\\\\n");
}

void comparison_latex(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o)
{
	struct ranked_runs *r = calloc(c->measures, sizeof *r);
	b->failed = b->failed || r == NULL;
	for (size_t m = 0; m < c->measures && !b->failed; m++)
		b->failed = ranked_runs_init(&r[m], c, m, 0.05) < 0;
	explain(b, c, o);
	latex_begin(b, o->ranks ? 2 * c->measures : c->measures);
	for (size_t m = 0; m < c->measures; m++) {
		latex_heading(b, c->measure[m].name);
		buffer_print(b, o->ranks ? " & ranks" : "");
	}
	latex_rows(b);
	for (size_t i = 0; i < c->runs && !b->failed; i++)
		row(b, c, o, r, i);
	latex_end(b);
	for (size_t m = 0; r != NULL && m < c->measures; m++)
		ranked_runs_release(&r[m]);
	free(r);
}
