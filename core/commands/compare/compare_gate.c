/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The verdict of --gate as people read it: what decides, and a table of all runs and measures.
 */
#include <math.h>

#include "core/commands/compare/compare_output.h"
#include "core/output/text.h"

struct amount {
	char text[64];
};

/* In units of the measure, or in %. */
static struct amount amount(const struct comparison_output *o, double x)
{
	struct amount a;
	bool percent = o->gate->request->percent;
	int digits = percent ? 2 : o->runs->digits;
	if (isinf(x))
		snprintf(a.text, sizeof a.text, "-");
	else
		snprintf(a.text, sizeof a.text, "%.*f%s", digits,
			 fabs(x) < 0.5 * pow(10, -digits) ? 0 : x, percent ? " %" : "");
	return a;
}

/* The margin as it was typed, behind some words; without a margin only `instead`. */
static struct amount margin(const struct gate_request *q, const char *words, const char *instead)
{
	struct amount a;
	if (q->margin > 0)
		snprintf(a.text, sizeof a.text, "%s%g%s", words, q->margin, q->percent ? " %" : "");
	else
		snprintf(a.text, sizeof a.text, "%s", instead);
	return a;
}

/* The line of this verdict that is farthest from the next better one; lines are about one unit
 * only within a measure, so it is the share of the margin that counts, or the bound itself. */
static const struct gate_line *worst(const struct gate *g)
{
	const struct gate_line *w = NULL;
	for (size_t i = 0; i < g->lines; i++) {
		const struct gate_line *l = &g->line[i];
		bool lower = g->verdict == GATE_FAIL;
		if (l->verdict == g->verdict &&
		    (w == NULL || (lower ? l->at_least > w->at_least : l->at_most > w->at_most)))
			w = l;
	}
	return w;
}

static size_t count_verdict(const struct gate *g)
{
	size_t count = 0;
	for (size_t i = 0; i < g->lines; i++)
		count += g->line[i].verdict == g->verdict;
	return count;
}

static void say_fail(struct buffer *b, const struct comparison *c,
		     const struct comparison_output *o, const struct gate_line *l)
{
	const struct gate *g = o->gate;
	buffer_print(
		b, "%s is shown to lose%s against %s by %s: %s, at least %s (%g %% confidence%s)",
		c->run[l->run], margin(g->request, " more than ", "").text, c->run[g->baseline],
		c->measure[l->measure].title, amount(o, l->loss).text, amount(o, l->at_least).text,
		100 * (1 - g->alpha), g->lines > 1 ? ", all comparisons together" : "");
}

static void say_pass(struct buffer *b, const struct comparison *c,
		     const struct comparison_output *o, const struct gate_line *l)
{
	const struct gate *g = o->gate;
	const char *all = g->lines > 1 ? "; the largest bound is that of " : "; ";
	if (l->at_most == 0 && l->at_least == 0)
		buffer_print(b, "no run loses anything against %s: the scores are the same",
			     c->run[g->baseline]);
	else
		buffer_print(b,
			     "shown to %s against %s%s%s by %s: loss %s, at most %s (%g %% "
			     "confidence)",
			     margin(g->request, "lose less than ", "gain").text,
			     c->run[g->baseline], all, c->run[l->run], c->measure[l->measure].title,
			     amount(o, l->loss).text, amount(o, l->at_most).text,
			     100 * (1 - g->alpha));
}

static void say_undecided(struct buffer *b, const struct comparison *c,
			  const struct comparison_output *o, const struct gate_line *l)
{
	const struct gate *g = o->gate;
	buffer_print(b,
		     "that %s loses%s against %s by %s is not shown, and that it %s is not either: "
		     "%s, at least %s, at most %s (%g %% confidence%s)",
		     c->run[l->run], margin(g->request, " more than ", "").text,
		     c->run[g->baseline], c->measure[l->measure].title,
		     g->request->margin > 0 ? "loses less" : "gains", amount(o, l->loss).text,
		     amount(o, l->at_least).text, amount(o, l->at_most).text, 100 * (1 - g->alpha),
		     g->lines > 1 ? " of each" : "");
	if (l->needed > 0)
		buffer_print(b, "; %lld topics would show it if the two are equally good",
			     (long long)l->needed);
}

static void add_sentence(struct report *out, enum report_kind kind, const struct comparison *c,
			 const struct comparison_output *o)
{
	static void (*const say[])(struct buffer *, const struct comparison *,
				   const struct comparison_output *, const struct gate_line *) = {
		[GATE_PASS] = say_pass, [GATE_UNDECIDED] = say_undecided, [GATE_FAIL] = say_fail
	};
	const struct gate *g = o->gate;
	size_t others = count_verdict(g) - 1;
	struct buffer *b = report_text(out, kind);
	buffer_print(b, "gate: %s: ", gate_words[g->verdict]);
	say[g->verdict](b, c, o, worst(g));
	if (g->verdict != GATE_PASS && others > 0)
		buffer_print(b, "; and %zu more", others);
	buffer_print(b, "%s", report_stop(out));
}

static void add_table(struct report *out, const struct comparison *c,
		      const struct comparison_output *o)
{
	const struct gate *g = o->gate;
	report_table(out, IN_PAGE, "Losses against %s", c->run[g->baseline]);
	report_columns(out, CELLS_TEXT, text_width(c->run, c->runs, 3), "run", NULL);
	report_columns(out, CELLS_TEXT, 8, "measure", NULL);
	report_columns(out, CELLS_NUMBER, 9, "topics", "loss", "at least", "at most", "allowed",
		       NULL);
	report_columns(out, CELLS_TEXT, 9, "verdict", NULL);
	report_column(out, "topics needed", CELLS_NUMBER, 13);
	for (size_t i = 0; i < g->lines; i++) {
		const struct gate_line *l = &g->line[i];
		report_cell(out, "%s", c->run[l->run]);
		report_cell(out, "%s", c->measure[l->measure].title);
		report_cell(out, "%zu", l->topics);
		report_cell(out, "%s", amount(o, l->loss).text);
		report_cell(out, "%s", amount(o, l->at_least).text);
		report_cell(out, "%s", amount(o, l->at_most).text);
		report_cell(out, "%s", margin(g->request, "", "0").text);
		report_cell(out, "%s", gate_words[l->verdict]);
		report_number(out, 0, l->needed > 0 ? (double)l->needed : NAN);
	}
	report_space(out);
}

void comparison_gate(struct report *out, const struct comparison *c,
		     const struct comparison_output *o)
{
	if (o->gate == NULL)
		return;
	report_for(out, IN_LATEX);
	add_sentence(out, REPORT_NOTE, c, o);
	report_for(out, IN_MARKDOWN | IN_PAGE);
	report_section(out, "Gate: %s", gate_words[o->gate->verdict]);
	report_for(out, IN_ALL & ~(unsigned)IN_LATEX);
	add_sentence(out, REPORT_PROSE, c, o);
	add_table(out, c, o);
	report_section_end(out);
	report_for(out, IN_ALL);
}
