/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table for a paper, or a page: runs by measures, in the order of the first measure, the best
 * value of each in bold. Without a baseline each run has a letter, and a value carries the letters
 * of the runs that it is significantly better than; with one, a dagger; with several, these have
 * letters.
 */
#include "core/base/number.h"
#include "core/commands/compare/compare_output.h"
#include "core/commands/compare/ranked_runs.h"

/* Whether the test favours a run over another, with an adjusted p-value below `p`. */
static bool beats(const struct comparison *c, size_t measure, size_t run, size_t other, double p)
{
	bool turned;
	const struct pair *x = comparison_pair(c, run, other, &turned);
	if (x == NULL || !(x->measure[measure].adjusted < p))
		return false;
	return turned ? x->measure[measure].favours < 0 : x->measure[measure].favours > 0;
}

/* Whether it does so, and the check does not confirm it. */
static bool is_doubtful(const struct comparison *c, size_t measure, size_t run, size_t other)
{
	bool turned;
	const struct pair *x = comparison_pair(c, run, other, &turned);
	return x != NULL && comparison_is_doubtful(&x->measure[measure], 0.05);
}

/* Better or worse than the baseline: 1 at 0.05, 2 at 0.01. */
static int standing(const struct comparison *c, size_t measure, size_t run)
{
	static const double limit[] = { 0.05, 0.01 };
	for (int i = 2; i > 0; i--) {
		if (beats(c, measure, run, c->baseline, limit[i - 1]))
			return i;
		if (beats(c, measure, c->baseline, run, limit[i - 1]))
			return -i;
	}
	return 0;
}

/* A single baseline needs no letter. */
static bool has_letter(const struct comparison *c, size_t run)
{
	return c->baselines == 0 || (c->baselines > 1 && c->is_baseline[run]);
}

/* "b,d-g,h?": three or more letters in a row are written as a range; those that are marked, alone.
 */
static void letters_of_beaten(struct buffer *b, const struct comparison *c,
			      const struct ranked_runs *r, size_t measure, size_t run)
{
	for (size_t i = 0, end; i < c->runs; i = end) {
		end = i;
		bool doubtful = is_doubtful(c, measure, run, r->run[i].number);
		while (end < c->runs && has_letter(c, r->run[end].number) &&
		       beats(c, measure, run, r->run[end].number, 0.05) && !(doubtful && end > i) &&
		       is_doubtful(c, measure, run, r->run[end].number) == doubtful)
			end++;
		if (end == i) {
			end++;
			continue;
		}
		group_letters(b, i, end);
		buffer_print(b, doubtful ? "?" : "");
	}
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

static void explain(struct report *out, const struct comparison *c,
		    const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	size_t pairs = comparison_claimed(c);
	bool differ = false;
	if (any_best(c, o->runs->digits))
		report_note(out, "bold: the best value of its column");
	for (size_t m = 0; m < c->measures; m++)
		if (m == 0 || comparison_headline(c, m) != comparison_headline(c, m - 1))
			report_note(out, "%s%s%s, two-sided, adjusted for %zu comparison%s (%s)",
				    m > 0 ? c->measure[m].title : "", m > 0 ? ": " : "",
				    comparison_test(c, m).text, pairs, pairs == 1 ? "" : "s",
				    q->adjust->called);
	if (c->baselines == 1)
		report_note(out, "better than the baseline: %s", report_format(out)->standing);
	else
		report_note(out, "%s: significantly better than these runs, p < 0.05",
			    report_format(out)->raised);
	for (size_t m = 0; m < c->measures; m++)
		differ = differ || comparison_topics_differ(c, m);
	if (differ)
		comparison_note_topics(out);
	comparison_note_unmet(out, c);
	comparison_note_systems(out, c, 0);
	comparison_note_ranks(out, o);
	if (comparison_about(q) != NULL)
		report_note(out, "better is meant in %s, not in means", comparison_about(q));
	if (comparison_is_cut(o))
		report_note(out, "post-stratified by what each run retrieves%s",
			    o->runs->batch.labels.file.count > 0 ? " and by labels" : "");
	comparison_note_measures(out, c, o);
	for (size_t m = 0; m < c->measures; m++) {
		comparison_note_other_topics(out, c, m);
		comparison_note_check(out, c, m, o);
		comparison_note_direction(out, &c->measure[m]);
	}
}

static void add_name(struct report *out, const struct comparison *c, size_t place, size_t run)
{
	struct buffer b = { 0 };
	if (has_letter(c, run)) {
		buffer_print(&b, "(");
		group_letter(&b, place);
		buffer_print(&b, ") ");
	}
	report_cell(out, "%s%s%s", b.length > 0 ? b.text : "", c->run[run],
		    c->is_baseline[run] ? " (baseline)" : "");
	out->failed = out->failed || b.failed;
	buffer_release(&b);
}

static void add_value(struct report *out, const struct comparison *c,
		      const struct comparison_output *o, const struct ranked_runs *r, size_t m,
		      size_t run)
{
	int digits = o->runs->digits;
	struct buffer raised = { 0 };
	char value[352], deviation[352];
	snprintf(value, sizeof value, "%.*f", digits, comparison_mean(&c->measure[m], run));
	bool spread = c->spread != NULL && c->spread[m * c->runs + run].runs > 1;
	if (spread)
		snprintf(deviation, sizeof deviation, "%.*f", digits,
			 c->spread[m * c->runs + run].deviation);
	if (c->baselines != 1)
		letters_of_beaten(&raised, c, r, m, run);
	report_marked(out, value,
		      &(struct report_marks){
			      .best = is_best(c, m, run, digits),
			      .deviation = spread ? deviation : NULL,
			      .raised = raised.length > 0 ? raised.text : NULL,
			      .standing = c->baselines == 1 && !c->is_baseline[run]
						  ? standing(c, m, run)
						  : 0,
			      .doubtful = c->baselines == 1 && !c->is_baseline[run] &&
					  is_doubtful(c, m, run, c->baseline),
		      });
	out->failed = out->failed || raised.failed;
	buffer_release(&raised);
}

static void add_ranks(struct report *out, const struct ranked_runs *r, size_t runs, size_t run)
{
	for (size_t i = 0; i < runs; i++)
		if (r->run[i].number == run)
			report_marked(out, ranked_runs_ranks(&r->run[i].ranks).text,
				      &(struct report_marks){ .range = true });
}

void comparison_paper(struct report *out, const struct comparison *c,
		      const struct comparison_output *o)
{
	struct ranked_runs *r = calloc(c->measures, sizeof *r); /* by measure */
	out->failed = out->failed || r == NULL;
	for (size_t m = 0; m < c->measures && !out->failed; m++)
		out->failed = ranked_runs_init(&r[m], c, m, 0.05) < 0;
	out->against_baseline = c->baselines == 1;
	report_table(out, 0, "Runs");
	report_column(out, "run", CELLS_TEXT, 0);
	for (size_t m = 0; m < c->measures; m++) {
		report_column(out, c->measure[m].title, CELLS_MEASURE, 0);
		report_column_in(out, o->asked->ranks ? IN_ALL : 0, "ranks", CELLS_MEASURE, 0);
	}
	for (size_t i = 0; i < c->runs && !out->failed; i++) {
		size_t run = r[0].run[i].number;
		add_name(out, c, i, run);
		for (size_t m = 0; m < c->measures; m++) {
			add_value(out, c, o, &r[0], m, run);
			add_ranks(out, &r[m], c->runs, run);
		}
	}
	explain(out, c, o);
	for (size_t m = 0; r != NULL && m < c->measures; m++)
		ranked_runs_release(&r[m]);
	free(r);
}
