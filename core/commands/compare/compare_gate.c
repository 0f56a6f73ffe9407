/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The verdict of --gate as people read it: what decides, and a table of all runs and measures.
 */
#include <math.h>

#include "core/commands/compare/compare_output.h"
#include "core/output/text.h"

struct amount {
	char text[352];
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

/* The margin as it was typed. */
static struct amount margin(const struct gate_request *q)
{
	struct amount a;
	snprintf(a.text, sizeof a.text, "%g%s", q->margin, q->percent ? " %" : "");
	return a;
}

/* The line that decides: of those with the verdict of all, the one with the largest bound. */
static const struct gate_line *deciding(const struct gate *g, size_t *others)
{
	const struct gate_line *w = NULL;
	*others = 0;
	for (size_t i = 0; i < g->lines; i++) {
		const struct gate_line *l = &g->line[i];
		bool lower = g->verdict == GATE_FAIL;
		if (l->verdict != g->verdict)
			continue;
		*others += w != NULL;
		if (w == NULL || (lower ? l->at_least > w->at_least : l->at_most > w->at_most))
			w = l;
	}
	return w;
}

static void add_sentence(struct report *out, enum report_kind kind, const struct comparison *c,
			 const struct comparison_output *o)
{
	const struct gate *g = o->gate;
	size_t others;
	const struct gate_line *l = deciding(g, &others);
	struct buffer *b = report_text(out, kind);
	if (report_is(out, IN_MARKDOWN | IN_PAGE)) /* the heading has the verdict */
		buffer_print(b, "By");
	else
		buffer_print(b, "gate: %s: by", gate_words[g->verdict]);
	bool gains = l->loss < 0;
	buffer_print(b, " %s %s %s %s against %s%s", c->measure[l->measure].title, c->run[l->run],
		     gains ? "gains" : "loses", amount(o, fabs(l->loss)).text, c->run[g->baseline],
		     gains ? ", a loss of" : ",");
	buffer_print(b, " at least %s and at most %s (%g %% confidence), and %s is allowed",
		     amount(o, l->at_least).text, amount(o, l->at_most).text, 100 * (1 - g->alpha),
		     margin(g->request).text);
	if (l->needed > 0)
		buffer_print(b,
			     "; %lld topics would show that it loses less, if the two are equally "
			     "good",
			     (long long)l->needed);
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
		report_cell(out, "%s", margin(g->request).text);
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
