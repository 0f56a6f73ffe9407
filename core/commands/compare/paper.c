/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table for a paper, or a page: runs by measures, in the order of the first measure, the best
 * value of each in bold. Without a baseline each run has a letter, and a value carries the letters
 * of the runs that it is significantly better than; with one, a dagger; with several, these have
 * letters.
 */
#include <math.h>

#include "core/base/number.h"
#include "core/commands/compare/comparison_output.h"
#include "core/commands/compare/ranked_runs.h"
#include "core/output/paper.h"

static const struct paper *paper_of(const struct comparison_output *o)
{
	return o->asked->format == FORMAT_MARKDOWN ? &paper_markdown : &paper_latex;
}

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
static void dagger(struct buffer *b, const struct comparison *c, const struct paper *w,
		   size_t measure, size_t run)
{
	static const double limit[] = { 0.01, 0.05 };
	for (size_t i = 0; i < 2; i++) {
		bool better = beats(c, measure, run, c->baseline, limit[i]);
		if (better || beats(c, measure, c->baseline, run, limit[i])) {
			buffer_print(b, "%s", better ? w->better[i] : w->worse[i]);
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
static void letters_of_beaten(struct buffer *b, const struct comparison *c, const struct paper *w,
			      const struct ranked_runs *r, size_t measure, size_t run)
{
	const char *before = w->raised;
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
		buffer_print(b, "%s", end > i + 2 ? w->range : end == i + 2 ? "," : "");
		if (end > i + 1)
			letter(b, end - 1);
		before = ",";
	}
	buffer_print(b, "%s", before[0] == ',' ? w->raised_end : "");
}

/* Whether no run has a better mean in print, and at least one has a worse one. */
static bool is_best(const struct comparison *c, size_t measure, size_t run, int digits)
{
	const struct compared_measure *m = &c->measure[measure];
	double own = comparison_mean(m, run);
	bool worse = false;
	for (size_t i = 0; i < c->runs; i++) {
		double other = comparison_mean(m, i);
		if (look_alike(own, other, digits))
			continue;
		if (m->no_best ||
		    (comparison_is_better(m, other, own) && !comparison_is_unmet(c, i)))
			return false;
		worse = worse || comparison_is_better(m, own, other);
	}
	return worse && !comparison_is_unmet(c, run);
}

static bool any_best(const struct comparison *c, int digits)
{
	for (size_t m = 0; m < c->measures; m++)
		for (size_t i = 0; i < c->runs; i++)
			if (is_best(c, m, i, digits))
				return true;
	return false;
}

static void explain_marks(struct buffer *b, const struct comparison *c,
			  const struct comparison_output *o)
{
	const char *comment = paper_of(o)->comment;
	bool plain = o->asked->format == FORMAT_MARKDOWN;
	if (c->baselines == 1 && plain)
		buffer_print(b,
			     "%sbetter than the baseline: + p < 0.05, ++ p < 0.01; worse: -, --\n",
			     comment);
	else if (c->baselines == 1)
		buffer_print(b,
			     "%sbetter than the baseline: dagger p < 0.05, ddagger p < 0.01; "
			     "worse: triangledown, blacktriangledown\n",
			     comment);
	else
		buffer_print(b, "%s%s: significantly better than these runs, p < 0.05\n", comment,
			     plain ? "in brackets" : "superscripts");
}

static void explain(struct buffer *b, const struct comparison *c, const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	const char *comment = paper_of(o)->comment;
	size_t pairs = comparison_claimed(c);
	if (any_best(c, o->runs->digits))
		buffer_print(b, "%sbold: the best value of its column\n", comment);
	buffer_print(b, "%s%s test, two-sided, adjusted for %zu comparison%s (%s)\n", comment,
		     q->test[0]->name, pairs, pairs == 1 ? "" : "s", q->adjust->name);
	explain_marks(b, c, o);
	comparison_note_unmet(b, c, comment, "\n");
	if (c->spread != NULL)
		buffer_print(b,
			     "%sa system is the mean of its runs, topic by topic; +-: standard "
			     "deviation of the means of its runs\n",
			     comment);
	if (o->asked->ranks)
		buffer_print(b,
			     "%sranks: by their true means, with %g %% confidence for all runs at "
			     "once (%s)\n",
			     comment, 100 * o->runs->level, q->intervals->name);
	if (comparison_about(q) != NULL)
		buffer_print(b, "%sbetter is meant in %s, not in means\n", comment,
			     comparison_about(q));
	if (comparison_is_cut(o))
		buffer_print(b, "%spost-stratified by what each run retrieves%s\n", comment,
			     o->runs->batch.labels.path != NULL ? " and by labels" : "");
	for (size_t m = 0; m < c->measures; m++)
		if (c->measure[m].lower_better)
			buffer_print(b, "%s%s: lower is better\n", comment, c->measure[m].title);
}

static void ranks(struct buffer *b, const struct ranked_runs *r, const struct paper *w, size_t runs,
		  size_t run)
{
	for (size_t i = 0; i < runs; i++)
		if (r->run[i].number == run)
			buffer_print(b, "%s%s", w->cell,
				     ranked_runs_ranks(&r->run[i].ranks, w->range).text);
}

/* What stands in a row, between what the formats put before, between and behind the cells. */
static void row(struct buffer *b, const struct comparison *c, const struct comparison_output *o,
		const struct ranked_runs *r /* by measure */, size_t place)
{
	const struct paper *w = paper_of(o);
	size_t run = r[0].run[place].number;
	buffer_print(b, "%s", w->row);
	if (has_letter(c, run)) {
		buffer_print(b, "(");
		letter(b, place);
		buffer_print(b, ") ");
	}
	w->text(b, c->run[run]);
	buffer_print(b, c->is_baseline[run] ? " (baseline)" : "");
	for (size_t m = 0; m < c->measures; m++) {
		bool best = is_best(c, m, run, o->runs->digits);
		buffer_print(b, "%s%s%.*f%s", w->cell, best ? w->bold : "", o->runs->digits,
			     comparison_mean(&c->measure[m], run), best ? w->bold_end : "");
		if (c->spread != NULL && c->spread[m * c->runs + run].runs > 1)
			buffer_print(b, " %s %.*f", w->plus_minus, o->runs->digits,
				     c->spread[m * c->runs + run].deviation);
		if (c->baselines != 1)
			letters_of_beaten(b, c, w, r, m, run);
		else if (!c->is_baseline[run])
			dagger(b, c, w, m, run);
		if (o->asked->ranks)
			ranks(b, &r[m], w, c->runs, run);
	}
	buffer_print(b, "%s", w->row_end);
}

static void headings(struct buffer *b, const struct comparison *c,
		     const struct comparison_output *o)
{
	const struct paper *w = paper_of(o);
	size_t columns = o->asked->ranks ? 2 * c->measures : c->measures;
	paper_begin(b, w, columns);
	for (size_t m = 0; m < c->measures; m++) {
		paper_heading(b, w, c->measure[m].title);
		if (o->asked->ranks)
			paper_heading(b, w, "ranks");
	}
	paper_rows(b, w, columns);
}

void comparison_paper(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o)
{
	bool plain = o->asked->format == FORMAT_MARKDOWN;
	struct ranked_runs *r = calloc(c->measures, sizeof *r);
	b->failed = b->failed || r == NULL;
	for (size_t m = 0; m < c->measures && !b->failed; m++)
		b->failed = ranked_runs_init(&r[m], c, m, 0.05) < 0;
	if (!plain) {
		buffer_print(b, "%% needs \\usepackage{booktabs%s}\n",
			     c->baselines == 1 ? ",amssymb" : "");
		explain(b, c, o);
	}
	headings(b, c, o);
	for (size_t i = 0; i < c->runs && !b->failed; i++)
		row(b, c, o, r, i);
	paper_end(b, paper_of(o));
	if (plain)
		explain(b, c, o);
	for (size_t m = 0; r != NULL && m < c->measures; m++)
		ranked_runs_release(&r[m]);
	free(r);
}
