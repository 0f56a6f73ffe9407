/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison as a page. For each measure: the runs by their means with letters, the pairs with
 * all tests, and with -q the values of the topics. Then what is said of each pair.
 */
#include <math.h>

#include "core/commands/compare/comparison_output.h"
#include "core/commands/compare/ranked_runs.h"
#include "core/output/html.h"

/* A p-value is never printed as 0. */
static void p_value(struct buffer *b, double p)
{
	if (p < 0.0001)
		buffer_print(b, "<td>&lt;0.0001");
	else
		html_number(b, 4, p);
}

static void show_sentences(struct buffer *b, const struct comparison *c,
			   const struct comparison_output *o)
{
	struct buffer text = { 0 };
	comparison_sentences(&text, c, o);
	if (text.length > 0 && !text.failed) {
		html_section(b, "For the report");
		html_paragraph(b, "%s", text.text);
		html_section_end(b);
	}
	b->failed = b->failed || text.failed;
	buffer_release(&text);
}

/*
 * One measure.
 */

static void list_runs(struct buffer *b, const struct comparison *c, size_t measure,
		      const struct comparison_output *o, const struct ranked_runs *r)
{
	const struct compared_measure *m = &c->measure[measure];
	bool marked = r->groups > 0 || c->baseline != SIZE_MAX;
	html_table(b, c->spread != NULL ? "Systems by their means" : "Runs by their means", c->runs,
		   4U + o->asked->ranks + (c->spread != NULL ? 2U : 0U));
	html_heading(b, "run", false);
	html_heading(b, "topics", true);
	html_heading(b, m->title, true);
	if (c->spread != NULL) {
		html_heading(b, "runs", true);
		html_heading(b, "sd of runs", true);
	}
	if (o->asked->ranks)
		html_heading(b, "ranks", true);
	if (marked)
		html_heading(b, r->groups > 0 ? "groups" : "role", false);
	html_rows(b);
	for (size_t i = 0; i < c->runs; i++) {
		size_t run = r->run[i].number;
		html_row(b, c->run[run]);
		html_number(b, 0, (double)comparison_topics(m, run));
		html_number(b, o->runs->digits, r->run[i].mean);
		if (c->spread != NULL) {
			const struct system_spread *x = &c->spread[measure * c->runs + run];
			html_number(b, 0, (double)x->runs);
			html_number(b, o->runs->digits, x->deviation);
		}
		if (o->asked->ranks)
			buffer_print(b, "<td>%s",
				     ranked_runs_ranks(&r->run[i].ranks, "&ndash;").text);
		if (r->groups > 0)
			html_cell(b, ranked_runs_letters(r, c->runs, i).text);
		else if (marked)
			html_cell(b, run == c->baseline ? "baseline" : "");
		buffer_print(b, "\n");
	}
	html_table_end(b);
	if (r->groups > 0)
		html_paragraph(b, "No significant difference was found between runs that share a "
				  "letter (adjusted p of 0.05 or more).");
	if (c->spread != NULL)
		html_paragraph(b, "A system is the mean of its runs, topic by topic; sd of runs: "
				  "standard deviation of their means. Tests and intervals are over "
				  "topics, for these runs: they do not say what other seeds would "
				  "give.");
	if (o->asked->ranks)
		html_paragraph(b,
			       "ranks: by their true means, with %g %% confidence for all runs at "
			       "once (%s).",
			       100 * o->runs->level, o->request->intervals->name);
	if (m->lower_better)
		html_paragraph(b, "%s: lower is better.", m->title);
	struct buffer unmet = { 0 };
	comparison_note_unmet(&unmet, c, "", ". ");
	if (unmet.length > 0 && !unmet.failed)
		html_paragraph(b, "%s", unmet.text);
	b->failed = b->failed || unmet.failed;
	buffer_release(&unmet);
}

static void pair_headings(struct buffer *b, const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	html_heading(b, "A", false);
	html_heading(b, "B", false);
	html_heading(b, "A - B", true);
	if (q->methods > 0 && o->lower)
		html_heading(b, "from", true);
	if (q->methods > 0 && o->upper)
		html_heading(b, "to", true);
	html_heading(b, "effect", true);
	for (size_t i = 0; i < q->tests; i++) {
		char name[80];
		snprintf(name, sizeof name, "p, %s", q->test[i]->name);
		html_heading(b, name, true);
	}
	html_heading(b, "p_adj", true);
	html_heading(b, "", false);
	html_heading(b, "better / same / worse", true);
	html_rows(b);
}

static void pair_row(struct buffer *b, const struct comparison *c, const struct pair *p,
		     size_t measure, const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	const struct over_topics *x = &p->measure[measure];
	html_row(b, c->run[p->run[0]]);
	html_cell(b, c->run[p->run[1]]);
	html_number(b, o->runs->digits, x->effect.mean);
	if (q->methods > 0 && o->lower)
		html_number(b, o->runs->digits, comparison_bounds(x, o).lower);
	if (q->methods > 0 && o->upper)
		html_number(b, o->runs->digits, comparison_bounds(x, o).upper);
	html_number(b, o->runs->digits, x->effect.cohen_d);
	for (size_t i = 0; i < q->tests; i++)
		p_value(b, x->test[i].p);
	p_value(b, x->adjusted);
	html_cell(b, comparison_stars(x->adjusted));
	buffer_print(b, "<td>%zu/%zu/%zu\n", x->effect.wins, x->effect.ties, x->effect.losses);
}

static void explain_zero(struct buffer *b, const struct comparison *c, size_t measure,
			 const struct comparison_output *o)
{
	struct buffer text = { 0 };
	comparison_explain_zero(&text, c, measure, o);
	if (text.length > 0 && !text.failed)
		html_paragraph(b, "%s.", text.text);
	b->failed = b->failed || text.failed;
	buffer_release(&text);
}

static void list_pairs(struct buffer *b, const struct comparison *c, size_t measure,
		       const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	size_t claimed = comparison_claimed(c);
	html_table(b, c->pairs == 1 ? "The pair" : "Pairs", c->pairs, 9 + q->tests);
	pair_headings(b, o);
	for (size_t i = 0; i < c->pairs; i++)
		pair_row(b, c, &c->pair[i], measure, o);
	html_table_end(b);
	html_paragraph(
		b,
		"p is two-sided; p_adj is the p of the %s test, adjusted for %zu comparison%s (%s); * < 0.05, ** < 0.01, *** < 0.001.",
		q->test[0]->name, claimed, claimed == 1 ? "" : "s", q->adjust->name);
	html_paragraph(b, "effect: A - B in standard deviations of the differences.");
	if (q->methods > 0)
		html_paragraph(b, "%s: %g %% %s of A - B by %s%s.",
			       o->lower && o->upper ? "from, to"
			       : o->lower	    ? "from"
						    : "to",
			       100 * o->runs->level, o->lower && o->upper ? "interval" : "bound",
			       comparison_bounds_name(o, NULL),
			       q->intervals != NULL ? "; all of them hold at once"
			       : c->pairs > 1	    ? ", not adjusted for the number of pairs"
						    : "");
	explain_zero(b, c, measure, o);
}

static void list_topics(struct buffer *b, const struct comparison *c, size_t measure,
			const struct comparison_output *o, const struct ranked_runs *r)
{
	const struct score_table *t = &c->measure[measure].table;
	html_table(b, "Topics", t->topics, c->runs + 1);
	html_heading(b, "topic", false);
	for (size_t i = 0; i < c->runs; i++)
		html_heading(b, c->run[r->run[i].number], true);
	html_rows(b);
	for (size_t k = 0; k < t->topics; k++) {
		html_row(b, t->topic[k]);
		for (size_t i = 0; i < c->runs; i++)
			html_number(b, o->runs->digits, t->value[r->run[i].number * t->topics + k]);
		buffer_print(b, "\n");
	}
	html_table_end(b);
}

static void show_measure(struct buffer *b, const struct comparison *c, size_t measure,
			 const struct comparison_output *o, const struct picture *picture)
{
	struct ranked_runs r;
	html_section(b, c->measure[measure].title);
	if (ranked_runs_init(&r, c, measure, 0.05) < 0) {
		b->failed = true;
	} else {
		list_runs(b, c, measure, o, &r);
		html_plots(b, picture, measure, 1);
		list_pairs(b, c, measure, o);
		if (o->runs->topics)
			list_topics(b, c, measure, o, &r);
	}
	ranked_runs_release(&r);
	html_section_end(b);
}

/*
 * Figures of pairs.
 */

static void figure_row(struct buffer *b, const struct comparison *c, const struct pair *p,
		       const struct figure *x, const struct comparison_output *o)
{
	html_row(b, c->run[p->run[0]]);
	html_cell(b, c->run[p->run[1]]);
	html_cell(b, x->topic != NULL ? x->topic : "all");
	buffer_print(b, "<td class=\"text\">%s%s", x->micro ? "micro_" : "", x->name);
	html_number(b, x->integer ? 0 : o->runs->digits, x->value);
	buffer_print(b, "\n");
}

static void list_figures(struct buffer *b, const struct comparison *c,
			 const struct comparison_output *o)
{
	static const char *const heading[] = { "A", "B", "topic", "what" };
	html_section(b, "What is said of each pair");
	html_table(b, "Figures of pairs", c->pairs * c->pair[0].figures.count, 5);
	for (size_t i = 0; i < 4; i++)
		html_heading(b, heading[i], false);
	html_heading(b, "value", true);
	html_rows(b);
	for (size_t k = 0; k < c->pairs; k++)
		for (size_t i = 0; i < c->pair[k].figures.count; i++) {
			const struct figure *x = &c->pair[k].figures.figure[i];
			if (x->topic == NULL || o->runs->topics)
				figure_row(b, c, &c->pair[k], x, o);
		}
	html_table_end(b);
	html_section_end(b);
}

static int show_measures(struct buffer *b, const struct comparison *c,
			 const struct comparison_output *o, struct err *e)
{
	struct picture picture = { 0 };
	int result = c->measures > 0 ? comparison_picture(c, o, &picture, e) : 0;
	for (size_t m = 0; m < c->measures && result == 0; m++)
		show_measure(b, c, m, o, &picture);
	picture_release(&picture);
	return result;
}

int comparison_page(struct buffer *b, const struct comparison *c, const struct comparison_output *o,
		    struct err *e)
{
	char title[64];
	snprintf(title, sizeof title, "Comparison of %zu runs", c->runs);
	html_begin(b, title, o->origin->warnings);
	show_sentences(b, c, o);
	if (show_measures(b, c, o, e) < 0)
		return -1;
	if (c->pairs > 0 && c->pair[0].figures.count > 0)
		list_figures(b, c, o);
	return html_end(b, o->origin, e);
}
