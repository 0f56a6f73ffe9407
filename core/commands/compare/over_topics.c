/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs over topics, for a terminal and for a page. In text two runs have a column for each measure.
 * Else runs are listed by their means, with letters for those between which no significant
 * difference was found; then follow the pairs, the clearest difference first.
 */
#include "core/commands/compare/compare_output.h"
#include "core/commands/compare/ranked_runs.h"
#include "core/output/text.h"

/* ---- why a pair can be said to differ though the interval beside its p contains 0 ---- */

static bool contains_zero(const struct over_topics *x, const struct comparison_output *o)
{
	bool any = o->lower && o->upper;
	const struct interval shown = any ? comparison_bounds(x, o) : (struct interval){ 1, 1 };
	return x->adjusted < ALPHA && shown.lower <= 0 && shown.upper >= 0;
}

static void explain_zero(struct report *out, const struct comparison *c, size_t measure,
			 const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	size_t count = 0;
	for (size_t i = 0; i < c->pairs; i++)
		count += contains_zero(&c->pair[i].measure[measure], o);
	if (count == 0)
		return;
	struct buffer *b = report_text(out, REPORT_NOTE);
	buffer_print(b, "%zu pair%s p_adj < %g and an interval that contains 0: ", count,
		     count == 1 ? " has" : "s have", ALPHA);
	if (comparison_about(q) != NULL)
		buffer_print(b, "p is of the %s test, about %s, and the interval of the mean",
			     q->test[0]->called, comparison_about(q));
	else if (q->intervals != NULL && q->intervals == q->adjust)
		buffer_print(b, "p is found step by step, intervals have to hold all at once");
	else if (q->intervals != NULL)
		buffer_print(b,
			     "p (%s) is for claiming a difference, intervals (%s) also tell its "
			     "size, for all pairs at once",
			     q->adjust->called, q->intervals->name);
	else
		buffer_print(b, "p is by %s, the interval by %s at level %g",
			     comparison_test(c, measure).text,
			     comparison_bounds_name(c, measure, o, NULL), o->runs->level);
	buffer_print(b, "%s", report_stop(out));
}

/* ---- two runs side by side ---- */

enum { DIGITS_OF_P = -1 };

/* Which measures a row is about: all, sets from a sample, others, and others that are no estimates.
 */
enum row_of { ROW_ALL, ROW_OWN, ROW_OTHERS, ROW_SCORES };

static bool is_about(const struct comparison *c, size_t measure, enum row_of of)
{
	bool own = comparison_headline(c, measure) != BY_TEST;
	return of == ROW_ALL || (of == ROW_OWN && own) || (of == ROW_OTHERS && !own) ||
	       (of == ROW_SCORES && !c->measure[measure].sampled);
}

static bool any_about(const struct comparison *c, enum row_of of)
{
	bool any = false;
	for (size_t m = 0; m < c->measures; m++)
		any = any || is_about(c, m, of);
	return any;
}

/* A row: a label, then of each measure the value at an offset in its results. */
static void row(struct report *out, const struct comparison *c, const char *label, enum row_of of,
		size_t at, int digits)
{
	if (!any_about(c, of))
		return;
	report_cell(out, "%s", label);
	for (size_t m = 0; m < c->measures; m++) {
		double x = record_real(&c->pair[0].measure[m], at);
		if (!is_about(c, m, of))
			report_cell(out, "%s", "");
		else if (digits == DIGITS_OF_P)
			report_p(out, x);
		else
			report_number(out, digits, x);
	}
}

#define AT(field) offsetof(struct over_topics, field)

/* The ends that are asked for, "  95 % from" and "  95 % to". */
static void ends_rows(struct report *out, const struct comparison *c,
		      const struct comparison_output *o, const char *before, enum row_of of,
		      size_t lower, size_t upper)
{
	char label[64];
	snprintf(label, sizeof label, "%s from", before);
	if (o->lower)
		row(out, c, label, of, lower, o->runs->digits);
	snprintf(label, sizeof label, "%s to", before);
	if (o->upper)
		row(out, c, label, of, upper, o->runs->digits);
}

static void two_margins(struct report *out, const struct comparison *c,
			const struct comparison_output *o)
{
	const struct comparison_output both = { .runs = o->runs, .lower = true, .upper = true };
	char label[64];
	snprintf(label, sizeof label, "p, differ by less than %g", o->request->margin);
	row(out, c, label, ROW_ALL, AT(equivalence.p_equivalent), DIGITS_OF_P);
	snprintf(label, sizeof label, "p, A not worse by %g", o->request->margin);
	row(out, c, label, ROW_ALL, AT(equivalence.p_noninferior), DIGITS_OF_P);
	snprintf(label, sizeof label, "  A - B, %g %%", 100 * (1 - 2 * o->request->alpha));
	ends_rows(out, c, &both, label, ROW_ALL, AT(equivalence.bounds.lower),
		  AT(equivalence.bounds.upper));
}

/* Whether the runs have columns: two of them. */
static bool side_by_side(const struct comparison *c, const struct comparison_output *o)
{
	return c->runs == 2 && !o->asked->leaderboard;
}

bool comparison_is_bare(const struct comparison *c, const struct comparison_output *o)
{
	bool one = side_by_side(c, o);
	for (size_t m = 0; one && m < c->measures; m++)
		one = c->pair[0].measure[m].effect.count == 1 && !is_about(c, m, ROW_OWN);
	return one;
}

/* How sure the difference is. */
static void two_answers(struct report *out, const struct comparison *c,
			const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	double level = 100 * o->runs->level;
	char label[64];
	for (size_t m = 0; m < c->measures; m++)
		if (is_about(c, m, ROW_OWN)) { /* all by the same method */
			snprintf(label, sizeof label, "  %g %% (%s)", level,
				 c->pair[0].measure[m].method);
			ends_rows(out, c, o, label, ROW_OWN, AT(interval.lower),
				  AT(interval.upper));
			snprintf(label, sizeof label, "p, %s",
				 headline_about[comparison_headline(c, m)]);
			row(out, c, label, ROW_OWN, AT(p), DIGITS_OF_P);
			break;
		}
	for (size_t i = 0; i < q->methods; i++) {
		bool named = q->method[i] != &mean_interval_by_rule;
		snprintf(label, sizeof label, "  %g %% (%s)", level, comparison_method(c, i));
		ends_rows(out, c, o, label, named ? ROW_ALL : ROW_OTHERS,
			  i == 0 && !named ? AT(interval.lower) : AT(bounds[i].ends.lower),
			  i == 0 && !named ? AT(interval.upper) : AT(bounds[i].ends.upper));
	}
	row(out, c, "Cohen's d_z", ROW_SCORES, AT(effect.cohen_d), o->runs->digits);
	snprintf(label, sizeof label, "  %g %%", level);
	ends_rows(out, c, o, label, ROW_SCORES, AT(effect_bounds.lower), AT(effect_bounds.upper));
	if (any_about(c, ROW_SCORES))
		report_cell(out, "A better/same/worse");
	for (size_t m = 0; any_about(c, ROW_SCORES) && m < c->measures; m++) {
		const struct effect *x = &c->pair[0].measure[m].effect;
		if (is_about(c, m, ROW_SCORES))
			report_cell(out, "%zu/%zu/%zu", x->wins, x->ties, x->losses);
		else
			report_cell(out, "%s", "");
	}
	bool several = false; /* topics, that tests are over */
	for (size_t m = 0; m < c->measures; m++)
		several = several || c->pair[0].measure[m].topics > 1;
	for (size_t i = 0; several && i < q->tests; i++) {
		snprintf(label, sizeof label, "p, %s", q->test[i]->called);
		row(out, c, label, q->test[i]->about == NULL ? ROW_ALL : ROW_SCORES, AT(test[i].p),
		    DIGITS_OF_P);
	}
	if (q->margin > 0)
		two_margins(out, c, o);
}

void comparison_name_pair(struct report *out, const struct comparison *c)
{
	report_line(out, "A: %s", c->run[c->pair[0].run[0]]);
	report_line(out, "B: %s", c->run[c->pair[0].run[1]]);
}

static void two_runs(struct report *out, const struct comparison *c,
		     const struct comparison_output *o)
{
	const struct pair *p = &c->pair[0];
	comparison_name_pair(out, c);
	report_space(out);
	report_table(out, 0, "A and B");
	report_column(out, "over topics", CELLS_TEXT, 28);
	for (size_t m = 0; m < c->measures; m++)
		report_column(out, c->measure[m].title, CELLS_NUMBER, 13);
	report_cell(out, "topics");
	for (size_t m = 0; m < c->measures; m++)
		report_cell(out, "%zu", p->measure[m].topics);
	row(out, c, "A", ROW_ALL, AT(mean[0]), o->runs->digits);
	row(out, c, "B", ROW_ALL, AT(mean[1]), o->runs->digits);
	row(out, c, "A - B", ROW_ALL, AT(difference), o->runs->digits);
	row(out, c, "  in % of B", ROW_ALL, AT(percent), 1);
	if (!comparison_is_bare(c, o))
		two_answers(out, c, o);
	if (comparison_topics_differ(c, 0))
		report_note(out,
			    "over the topics that both runs have; those that one lacks are left "
			    "out");
	comparison_note_measures(out, c, o);
	for (size_t m = 0; m < c->measures; m++) {
		comparison_note_sampled(out, c, m, o);
		comparison_note_direction(out, &c->measure[m]);
	}
	comparison_note_unmet(out, c);
}

/* ---- runs by their means ---- */

/* In text each group has its place: "a c". */
static void add_letters(struct report *out, const struct ranked_runs *r, size_t runs, size_t place)
{
	struct buffer b = { 0 };
	bool text = report_is(out, IN_TEXT);
	ranked_runs_letters(r, runs, place, text, &b);
	report_cell(out, "%s%s", text ? " " : "", b.length > 0 ? b.text : "");
	out->failed = out->failed || b.failed;
	buffer_release(&b);
}

static void run_columns(struct report *out, const struct comparison *c, size_t measure,
			const struct comparison_output *o, const struct ranked_runs *r)
{
	bool marked = r->groups > 0 || c->baseline != SIZE_MAX;
	report_table(out, IN_PAGE,
		     c->spread != NULL ? "Systems by their means" : "Runs by their means");
	report_column(out, "run", CELLS_TEXT, text_width(c->run, c->runs, 3));
	report_column(out, "topics", CELLS_NUMBER, 8);
	report_column(out, c->measure[measure].title, CELLS_NUMBER, 9);
	report_column_in(out, c->spread != NULL ? IN_PAGE : 0, "runs", CELLS_NUMBER, 0);
	report_column_in(out, c->spread != NULL ? IN_PAGE : 0, "sd of runs", CELLS_NUMBER, 0);
	report_column_in(out, o->asked->ranks ? IN_ALL : 0, "ranks", CELLS_NUMBER, 9);
	report_column_in(out, IN_TEXT, "", CELLS_TEXT, 0);
	report_column_in(out, marked ? IN_PAGE : 0, r->groups > 0 ? "groups" : "role", CELLS_TEXT,
			 0);
}

static void add_runs(struct report *out, const struct comparison *c, size_t measure,
		     const struct comparison_output *o, const struct ranked_runs *r)
{
	run_columns(out, c, measure, o, r);
	for (size_t i = 0; i < c->runs; i++) {
		size_t run = r->run[i].number;
		const struct system_spread none = { 0 };
		const struct system_spread *x =
			c->spread != NULL ? &c->spread[measure * c->runs + run] : &none;
		report_cell(out, "%s", c->run[run]);
		report_cell(out, "%zu", score_table_topics(&c->measure[measure].table, run));
		report_number(out, o->runs->digits, r->run[i].mean);
		report_cell(out, "%zu", x->runs);
		report_number(out, o->runs->digits, x->deviation);
		report_marked(out, ranked_runs_ranks(&r->run[i].ranks).text,
			      &(struct report_marks){ .range = true });
		if (r->groups > 0) {
			add_letters(out, r, c->runs, i);
			add_letters(out, r, c->runs, i);
			continue;
		}
		report_cell(out, c->is_baseline[run] ? " baseline" : "");
		report_cell(out, run == c->baseline ? "baseline" : "");
	}
}

/* In text these stand between the runs and the pairs. */
static void explain_letters(struct report *out, const struct comparison *c, size_t measure,
			    size_t groups)
{
	size_t pairs = comparison_claimed(c);
	report_for(out, IN_TEXT);
	report_space(out);
	if (groups > 0)
		report_note(out,
			    "no significant difference was found between runs that share a letter "
			    "(p_adj >= %g)",
			    ALPHA);
	else if (c->baselines == 0)
		report_note(out, "no letters: more than %d groups, or a test without an answer",
			    LETTER_GROUPS_MAX);
	report_note(out,
		    "p: %s, two-sided; p_adj: for %zu comparison%s (%s), * < 0.05, ** < 0.01, "
		    "*** < 0.001%s",
		    comparison_test(c, measure).text, pairs, pairs == 1 ? "" : "s",
		    c->request->adjust->called,
		    comparison_headline(c, measure) == OF_RANKINGS
			    ? ", o: depends on documents nobody labelled"
			    : "");
	report_for(out, IN_PAGE);
	if (groups > 0)
		report_note(out, "No significant difference was found between runs that share a "
				 "letter (adjusted p of 0.05 or more).");
	comparison_note_systems(out, c, measure);
	report_for(out, IN_ALL);
}

static void explain_pairs(struct report *out, const struct comparison *c, size_t measure,
			  const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	report_for(out, o->asked->leaderboard ? 0 : IN_TEXT);
	if (q->intervals != NULL)
		report_note(out, "from, to: %g %% intervals that hold all at once (%s)",
			    100 * o->runs->level, comparison_bounds_name(c, measure, o, NULL));
	else if (q->methods > 0)
		report_note(out,
			    "%s: %g %% interval (%s), not adjusted for the number of comparisons",
			    comparison_ends(o), 100 * o->runs->level,
			    comparison_bounds_name(c, measure, o, NULL));
	report_note(
		out, "%%: A - B in %% of B%s",
		c->measure[measure].sampled
			? ""
			: "; d_z: A - B in standard deviations of the differences (Cohen's d_z)");
	report_for(out, o->asked->leaderboard ? IN_PAGE : IN_ALL);
	if (q->margin > 0)
		report_note(out,
			    "p_equiv: A and B differ by less than %g (two one-sided t tests); "
			    "p_noninf: A is not worse by %g; not adjusted%s",
			    q->margin, q->margin, report_stop(out));
	report_for(out, IN_ALL);
}

/* ---- pairs ---- */

static void pair_columns(struct report *out, const struct comparison *c, size_t measure,
			 const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	int width = text_width(c->run, c->runs, 3);
	unsigned margin = q->margin > 0 ? IN_ALL : 0;
	bool scores = !c->measure[measure].sampled;
	report_table(out, IN_PAGE, c->pairs == 1 ? "The pair" : "Pairs");
	report_columns(out, CELLS_TEXT, width, "A", "B", NULL);
	report_column(out, "A - B", CELLS_NUMBER, 9);
	report_column_in(out, q->methods > 0 && o->lower ? IN_ALL : 0, "from", CELLS_NUMBER, 9);
	report_column_in(out, q->methods > 0 && o->upper ? IN_ALL : 0, "to", CELLS_NUMBER, 9);
	report_column_in(out, IN_TEXT, "%", CELLS_NUMBER, 7);
	report_column_in(out, scores ? IN_TEXT : 0, "d_z", CELLS_NUMBER, 7);
	report_column_in(out, IN_TEXT, "p", CELLS_NUMBER, 8);
	report_column_in(out, scores ? IN_PAGE : 0, "effect", CELLS_NUMBER, 0);
	enum headline by = comparison_headline(c, measure);
	char own[40];
	snprintf(own, sizeof own, "p, %s", by != BY_TEST ? headline_about[by] : "");
	report_column_in(out, by == OF_SETS || by == OF_RANKINGS ? IN_PAGE : 0, own, CELLS_NUMBER,
			 0);
	for (size_t i = 0; i < q->tests; i++) {
		char name[80];
		snprintf(name, sizeof name, "p, %s", q->test[i]->called);
		report_column_in(
			out, comparison_has_test(&c->measure[measure], q->test[i]) ? IN_PAGE : 0,
			name, CELLS_NUMBER, 0);
	}
	report_column(out, "p_adj", CELLS_NUMBER, 8);
	report_column(out, "", CELLS_TEXT, comparison_doubtful(c, measure) > 0 ? 4 : 3);
	report_column_in(out, scores ? IN_TEXT : 0, "better/same/worse", CELLS_TEXT, 0);
	report_column_in(out, scores ? IN_PAGE : 0, "better / same / worse", CELLS_NUMBER, 0);
	report_column_in(out, margin, "p_equiv", CELLS_NUMBER, 8);
	report_column_in(out, margin, "p_noninf", CELLS_NUMBER, 8);
}

static void add_pair(struct report *out, const struct comparison *c, const struct pair *p,
		     size_t measure, const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	const struct over_topics *x = &p->measure[measure];
	char outcome[80];
	snprintf(outcome, sizeof outcome, "%zu/%zu/%zu", x->effect.wins, x->effect.ties,
		 x->effect.losses);
	report_cell(out, "%s", c->run[p->run[0]]);
	report_cell(out, "%s", c->run[p->run[1]]);
	REPORT_NUMBERS(out, o->runs->digits, x->difference, comparison_bounds(x, o).lower,
		       comparison_bounds(x, o).upper);
	report_number(out, 1, x->percent);
	report_number(out, 2, x->effect.cohen_d);
	report_p(out, x->p);
	report_number(out, o->runs->digits, x->effect.cohen_d);
	report_p(out, x->p);
	for (size_t i = 0; i < q->tests; i++)
		report_p(out, x->test[i].p);
	report_p(out, x->adjusted);
	report_cell(out, "%s", comparison_stars(x));
	report_cell(out, "%13s", outcome);
	report_cell(out, "%s", outcome);
	report_p(out, x->equivalence.p_equivalent);
	report_p(out, x->equivalence.p_noninferior);
}

static void add_pairs(struct report *out, const struct comparison *c, size_t measure,
		      const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	size_t claimed = comparison_claimed(c);
	pair_columns(out, c, measure, o);
	for (size_t i = 0; i < c->pairs; i++)
		add_pair(out, c, &c->pair[i], measure, o);
	report_for(out, IN_PAGE);
	report_note(out,
		    "p is two-sided; p_adj is the p of the %s, adjusted for %zu comparison%s "
		    "(%s); * < 0.05, ** < 0.01, *** < 0.001.",
		    comparison_test(c, measure).text, claimed, claimed == 1 ? "" : "s",
		    q->adjust->called);
	if (!c->measure[measure].sampled)
		report_note(out, "effect: A - B in standard deviations of the differences.");
	if (q->methods > 0)
		report_note(out, "%s: %g %% %s of A - B by %s%s.", comparison_ends(o),
			    100 * o->runs->level, o->lower && o->upper ? "interval" : "bound",
			    comparison_bounds_name(c, measure, o, NULL),
			    q->intervals != NULL ? "; all of them hold at once"
			    : c->pairs > 1	 ? ", not adjusted for the number of pairs"
						 : "");
	report_for(out, IN_ALL);
	explain_zero(out, c, measure, o);
}

/* Of a page, with -q. */
static void add_topics(struct report *out, const struct comparison *c, size_t measure,
		       const struct comparison_output *o, const struct ranked_runs *r)
{
	const struct score_table *t = &c->measure[measure].table;
	report_for(out, o->runs->topics ? IN_PAGE : 0);
	report_table(out, IN_PAGE, "Topics");
	report_column(out, "topic", CELLS_TEXT, 0);
	for (size_t i = 0; i < c->runs; i++)
		report_column(out, c->run[r->run[i].number], CELLS_NUMBER, 0);
	for (size_t k = 0; k < t->topics; k++) {
		report_cell(out, "%s", t->topic[k]);
		for (size_t i = 0; i < c->runs; i++)
			report_number(out, o->runs->digits,
				      t->value[r->run[i].number * t->topics + k]);
	}
	report_for(out, IN_ALL);
}

static void one_measure(struct report *out, const struct comparison *c, size_t measure,
			const struct comparison_output *o, const struct picture *picture)
{
	struct ranked_runs r;
	if (ranked_runs_init(&r, c, measure, ALPHA) < 0) {
		out->failed = true;
		ranked_runs_release(&r);
		return;
	}
	add_runs(out, c, measure, o, &r);
	explain_letters(out, c, measure, r.groups);
	comparison_note_sampled(out, c, measure, o);
	comparison_note_check(out, c, measure, o);
	comparison_note_ranks(out, o);
	explain_pairs(out, c, measure, o);
	if (comparison_topics_differ(c, measure))
		comparison_note_topics(out);
	comparison_note_other_topics(out, c, measure);
	if (measure == 0)
		comparison_note_measures(out, c, o);
	comparison_note_direction(out, &c->measure[measure]);
	comparison_note_unmet(out, c);
	if (picture != NULL)
		report_figures(out, picture, measure, 1);
	if (!o->asked->leaderboard || report_is(out, IN_PAGE))
		add_pairs(out, c, measure, o);
	add_topics(out, c, measure, o, &r);
	ranked_runs_release(&r);
}

void comparison_over_topics(struct report *out, const struct comparison *c,
			    const struct comparison_output *o, const struct picture *picture)
{
	if (c->measures > 0 && report_is(out, IN_TEXT) && side_by_side(c, o)) {
		two_runs(out, c, o);
		return;
	}
	for (size_t m = 0; m < c->measures; m++) {
		if (m > 0)
			report_space(out);
		report_for(out, IN_PAGE);
		report_section(out, "%s", c->measure[m].title);
		report_for(out, IN_ALL);
		one_measure(out, c, m, o, picture);
	}
}

/* ---- groups of topics, systems, single topics ---- */

static void macro_table(struct report *out, const struct comparison *c, size_t measure,
			const struct comparison_output *o)
{
	int width = text_width(c->run, c->runs, 3);
	report_table(out, IN_ALL, "Mean over %zu groups, %s", o->groups->groups.count,
		     c->measure[measure].title);
	report_columns(out, CELLS_TEXT, width, "A", "B", NULL);
	report_columns(out, CELLS_NUMBER, 9, "mean A", "mean B", "A - B", NULL);
	report_column_in(out, o->lower ? IN_ALL : 0, "from", CELLS_NUMBER, 9);
	report_column_in(out, o->upper ? IN_ALL : 0, "to", CELLS_NUMBER, 9);
	report_column(out, "p", CELLS_NUMBER, 8);
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *p = &c->pair[i];
		const struct macro_difference *x = &o->groups->macro[i * c->measures + measure];
		report_cell(out, "%s", c->run[p->run[0]]);
		report_cell(out, "%s", c->run[p->run[1]]);
		REPORT_NUMBERS(out, o->runs->digits, x->mean[0], x->mean[1], x->difference.mean,
			       x->bounds.lower, x->bounds.upper);
		report_p(out, x->p);
	}
}

void comparison_groups(struct report *out, const struct comparison *c,
		       const struct comparison_output *o)
{
	const struct compared_groups *g = o->groups;
	if (g == NULL)
		return;
	for (size_t k = 0; k < g->groups.count; k++) {
		report_space(out);
		report_line(out, "Group %s (topics: %zu)", g->groups.name[k], g->groups.topics[k]);
		comparison_over_topics(out, &g->part[k], o, NULL);
	}
	for (size_t m = 0; m < c->measures; m++)
		macro_table(out, c, m, o);
	report_note(out, "groups count the same; from, to: %g %% interval", 100 * o->runs->level);
	report_note(out, "p: two-sided, by t with topics drawn within each group (Satterthwaite's "
			 "degrees of freedom), and so is the interval; of sets from a sample the "
			 "intervals of the groups are added in quadrature, and there is no p");
	report_note(out,
		    "no p-value is adjusted for the number of groups, and those of the mean over "
		    "groups not for the number of pairs");
}

void comparison_systems_table(struct report *out, const struct comparison *c,
			      const struct comparison_output *o)
{
	if (c->spread == NULL)
		return;
	for (size_t i = 0; i < c->measures * c->runs; i++) {
		const struct compared_measure *m = &c->measure[i / c->runs];
		size_t system = i % c->runs;
		if (system == 0) {
			report_table(out, 0, "Systems");
			report_column(out, "system", CELLS_TEXT, text_width(c->run, c->runs, 6));
			report_column(out, "runs", CELLS_NUMBER, 6);
			report_columns(out, CELLS_NUMBER, 9, m->title, "sd", "lowest", "highest",
				       NULL);
		}
		report_cell(out, "%s", c->run[system]);
		report_cell(out, "%zu", c->spread[i].runs);
		REPORT_NUMBERS(out, o->runs->digits, comparison_mean(m, system),
			       c->spread[i].deviation, c->spread[i].least, c->spread[i].most);
	}
	comparison_note_systems(out, c, 0);
	report_space(out);
}

void comparison_by_topic(struct report *out, const struct comparison *c,
			 const struct comparison_output *o)
{
	for (size_t i = 0; i < c->pairs * c->measures; i++) {
		const struct pair *p = &c->pair[i / c->measures];
		const struct compared_measure *m = &c->measure[i % c->measures];
		size_t count;
		struct topic_difference *line = topic_differences(m, p, &count);
		if (line == NULL) {
			out->failed = true;
			return;
		}
		report_table(out, IN_ALL, "%s by topic, A: %s, B: %s", m->title, c->run[p->run[0]],
			     c->run[p->run[1]]);
		report_column(out, "topic", CELLS_TEXT, 0);
		report_columns(out, CELLS_NUMBER, 9, "A", "B", "A - B", NULL);
		for (size_t k = 0; k < count; k++) {
			report_cell(out, "%s", line[k].topic);
			REPORT_NUMBERS(out, o->runs->digits, line[k].a, line[k].b,
				       line[k].difference);
		}
		free(line);
	}
}
