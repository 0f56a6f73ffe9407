/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs over topics. Two runs have a column for each measure. More runs are listed by their means,
 * with letters for those between which no significant difference was found; then follow the pairs,
 * the clearest difference first.
 */
#include "core/commands/compare/comparison_output.h"
#include "core/commands/compare/ranked_runs.h"
#include "core/output/records.h"
#include "core/output/text.h"

void comparison_p(struct buffer *b, int width, double p)
{
	if (p < 0.0001)
		buffer_print(b, " %*s", width, "<0.0001");
	else
		text_number(b, width, 4, p);
}

void comparison_note_unmet(struct buffer *b, const struct comparison *c, const char *before,
			   const char *behind)
{
	for (size_t i = 0; i < c->runs; i++)
		if (comparison_is_unmet(c, i))
			buffer_print(b,
				     "%s%s: none of its documents is judged, so that nothing is "
				     "claimed of it%s",
				     before, c->run[i], behind);
}

static void outcome(struct buffer *b, const struct effect *x)
{
	char text[80];
	snprintf(text, sizeof text, "%zu/%zu/%zu", x->wins, x->ties, x->losses);
	buffer_print(b, " %13s", text);
}

/*
 * Two runs.
 */

/* Says so if lower values of a measure are better. */
static void note_direction(struct buffer *b, const struct compared_measure *m)
{
	if (m->lower_better)
		buffer_print(b, "%s: lower is better\n", m->title);
}

/* One line of the table: a label, then of each measure the value at an offset in its results. */
static void row(struct buffer *b, const struct comparison *c, const char *label, size_t at,
		int digits)
{
	buffer_print(b, "%-28.28s", label);
	for (size_t m = 0; m < c->measures; m++)
		text_number(b, 13, digits, record_real(&c->pair[0].measure[m], at));
	buffer_print(b, "\n");
}

static void p_row(struct buffer *b, const struct comparison *c, const char *label, size_t at)
{
	buffer_print(b, "%-28.28s", label);
	for (size_t m = 0; m < c->measures; m++)
		comparison_p(b, 13, record_real(&c->pair[0].measure[m], at));
	buffer_print(b, "\n");
}

#define AT(field) offsetof(struct over_topics, field)

static void two_bounds(struct buffer *b, const struct comparison *c,
		       const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	for (size_t i = 0; i < 2 * q->methods; i++) {
		bool upper = i % 2 == 1;
		char label[64];
		snprintf(label, sizeof label, "  %g %% (%s) %s", 100 * o->runs->level,
			 comparison_method(q, i / 2, NULL), upper ? "to" : "from");
		if (upper ? o->upper : o->lower)
			row(b, c, label,
			    upper ? AT(bounds[i / 2].ends.upper) : AT(bounds[i / 2].ends.lower),
			    o->runs->digits);
	}
}

static void two_tests(struct buffer *b, const struct comparison *c,
		      const struct comparison_request *q)
{
	for (size_t i = 0; i < q->tests; i++) {
		char label[64];
		snprintf(label, sizeof label, "p, %s", q->test[i]->name);
		p_row(b, c, label, AT(test[i].p));
	}
}

static void two_margins(struct buffer *b, const struct comparison *c,
			const struct comparison_output *o)
{
	double margin = o->request->margin, level = 100 * (1 - 2 * o->request->alpha);
	char label[64];
	snprintf(label, sizeof label, "p, differ by less than %g", margin);
	p_row(b, c, label, AT(equivalence.p_equivalent));
	snprintf(label, sizeof label, "p, A not worse by %g", margin);
	p_row(b, c, label, AT(equivalence.p_noninferior));
	snprintf(label, sizeof label, "  A - B, %g %% from", level);
	row(b, c, label, AT(equivalence.bounds.lower), o->runs->digits);
	snprintf(label, sizeof label, "  A - B, %g %% to", level);
	row(b, c, label, AT(equivalence.bounds.upper), o->runs->digits);
}

/* Whether the runs have columns: two of them. */
static bool side_by_side(const struct comparison *c, const struct comparison_output *o)
{
	return c->runs == 2 && !o->asked->leaderboard && !o->asked->ranks;
}

bool comparison_is_bare(const struct comparison *c, const struct comparison_output *o)
{
	bool one = side_by_side(c, o);
	for (size_t m = 0; one && m < c->measures; m++)
		one = c->pair[0].measure[m].effect.count == 1;
	return one;
}

/* How sure the difference is. */
static void two_answers(struct buffer *b, const struct comparison *c,
			const struct comparison_output *o)
{
	char label[64];
	two_bounds(b, c, o);
	row(b, c, "Cohen's d_z", AT(effect.cohen_d), o->runs->digits);
	snprintf(label, sizeof label, "  %g %% from", 100 * o->runs->level);
	if (o->lower)
		row(b, c, label, AT(effect_bounds.lower), o->runs->digits);
	snprintf(label, sizeof label, "  %g %% to", 100 * o->runs->level);
	if (o->upper)
		row(b, c, label, AT(effect_bounds.upper), o->runs->digits);
	buffer_print(b, "%-28s", "A better/same/worse");
	for (size_t m = 0; m < c->measures; m++)
		outcome(b, &c->pair[0].measure[m].effect);
	buffer_print(b, "\n");
	two_tests(b, c, o->request);
	if (o->request->margin > 0)
		two_margins(b, c, o);
}

/* Whether some runs have topics that others have not. */
static bool topics_differ(const struct comparison *c, size_t measure)
{
	const struct compared_measure *m = &c->measure[measure];
	for (size_t i = 0; i < c->pairs; i++)
		for (int side = 0; side < 2; side++)
			if (comparison_topics(m, c->pair[i].run[side]) !=
			    c->pair[i].measure[measure].effect.count)
				return true;
	return false;
}

static void two_runs(struct buffer *b, const struct comparison *c,
		     const struct comparison_output *o)
{
	const struct pair *p = &c->pair[0];
	buffer_print(b, "A: %s\nB: %s\n\n%-28s", c->run[p->run[0]], c->run[p->run[1]],
		     "over topics");
	for (size_t m = 0; m < c->measures; m++)
		buffer_print(b, " %13s", c->measure[m].title);
	buffer_print(b, "\n%-28s", "topics");
	for (size_t m = 0; m < c->measures; m++)
		buffer_print(b, " %13zu", p->measure[m].effect.count);
	buffer_print(b, "\n");
	row(b, c, "A", AT(mean[0]), o->runs->digits);
	row(b, c, "B", AT(mean[1]), o->runs->digits);
	row(b, c, "A - B", AT(effect.mean), o->runs->digits);
	row(b, c, "  in % of B", AT(percent), 1);
	if (!comparison_is_bare(c, o))
		two_answers(b, c, o);
	if (topics_differ(c, 0))
		buffer_print(b,
			     "over the topics that both runs have; those that one lacks are left "
			     "out\n");
	for (size_t m = 0; m < c->measures; m++)
		note_direction(b, &c->measure[m]);
	comparison_note_unmet(b, c, "", "\n");
}

/*
 * More than two.
 */

static void print_letters(struct buffer *b, const struct ranked_runs *r, size_t runs, size_t i)
{
	buffer_print(b, "  ");
	for (size_t g = 0; g < r->groups; g++)
		buffer_print(b, "%c", r->group[g * runs + i] ? GROUP_LETTERS[g] : ' ');
}

static void explain_letters(struct buffer *b, const struct comparison *c,
			    const struct comparison_request *q, size_t groups, double alpha)
{
	size_t pairs = comparison_claimed(c);
	if (groups > 0)
		buffer_print(
			b,
			"\nno significant difference was found between runs that share a letter "
			"(p_adj >= %g)",
			alpha);
	else if (c->baselines == 0)
		buffer_print(b, "\nno letters: more than %d groups, or a test without an answer",
			     LETTER_GROUPS_MAX);
	buffer_print(b,
		     "\np: %s test, two-sided; p_adj: for %zu comparison%s (%s), * < 0.05, "
		     "** < 0.01, *** < 0.001\n",
		     q->test[0]->name, pairs, pairs == 1 ? "" : "s", q->adjust->name);
}

static void explain_pairs(struct buffer *b, const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	if (q->intervals != NULL)
		buffer_print(b, "from, to: %g %% intervals that hold all at once (%s)\n",
			     100 * o->runs->level, q->intervals->name);
	else if (q->methods > 0)
		buffer_print(b, "%s: %g %% interval (%s), not adjusted for their number\n",
			     o->lower && o->upper ? "from, to"
			     : o->lower		  ? "from"
						  : "to",
			     100 * o->runs->level, comparison_method(q, 0, NULL));
	buffer_print(b,
		     "%%: A - B in %% of B; d_z: A - B in standard deviations of the differences "
		     "(Cohen's d_z)\n");
	if (q->margin > 0)
		buffer_print(b,
			     "p_equiv: A and B differ by less than %g (two one-sided t tests); "
			     "p_noninf: A is not worse by %g; not adjusted\n",
			     q->margin, q->margin);
}

static void list_runs(struct buffer *b, const struct comparison *c, size_t measure,
		      const struct comparison_output *o)
{
	const double alpha = 0.05;
	int width = text_width(c->run, c->runs, 3);
	struct ranked_runs r;
	if (ranked_runs_init(&r, c, measure, alpha) < 0)
		b->failed = true;
	bool letters = r.groups > 0;
	buffer_print(b, "%-*s %8s %9s", width, "run", "topics", c->measure[measure].title);
	buffer_print(b, o->asked->ranks ? " %9s\n" : "\n", "ranks");
	for (size_t i = 0; !b->failed && i < c->runs; i++) {
		size_t run = r.run[i].number;
		buffer_print(b, "%-*s %8zu", width, c->run[run],
			     comparison_topics(&c->measure[measure], run));
		text_number(b, 9, o->runs->digits, r.run[i].mean);
		if (o->asked->ranks)
			buffer_print(b, " %9s", ranked_runs_ranks(&r.run[i].ranks, "-").text);
		if (letters)
			print_letters(b, &r, c->runs, i);
		else if (c->is_baseline[run])
			buffer_print(b, "  baseline");
		text_end_line(b);
	}
	explain_letters(b, c, o->request, r.groups, alpha);
	if (o->asked->ranks)
		buffer_print(b,
			     "ranks: by their true means, with %g %% confidence for all runs at "
			     "once (%s)\n",
			     100 * o->runs->level, o->request->intervals->name);
	if (!o->asked->leaderboard)
		explain_pairs(b, o);
	if (!o->asked->leaderboard && topics_differ(c, measure))
		buffer_print(b,
			     "A - B: over the topics that both runs have; the means above are over "
			     "those of each run\n");
	note_direction(b, &c->measure[measure]);
	comparison_note_unmet(b, c, "", "\n");
	ranked_runs_release(&r);
}

static void list_pairs(struct buffer *b, const struct comparison *c, size_t measure,
		       const struct comparison_output *o)
{
	int width = text_width(c->run, c->runs, 3);
	buffer_print(b, "%-*s %-*s %9s", width, "A", width, "B", "A - B");
	if (o->request->methods > 0 && o->lower)
		buffer_print(b, " %9s", "from");
	if (o->request->methods > 0 && o->upper)
		buffer_print(b, " %9s", "to");
	buffer_print(b, " %7s %7s %8s %8s %3s %13s", "%", "d_z", "p", "p_adj", "",
		     "better/same/worse");
	if (o->request->margin > 0)
		buffer_print(b, " %8s %8s", "p_equiv", "p_noninf");
	buffer_print(b, "\n");
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *p = &c->pair[i];
		const struct over_topics *x = &p->measure[measure];
		buffer_print(b, "%-*s %-*s", width, c->run[p->run[0]], width, c->run[p->run[1]]);
		text_number(b, 9, o->runs->digits, x->effect.mean);
		if (o->request->methods > 0 && o->lower)
			text_number(b, 9, o->runs->digits, comparison_bounds(x, o).lower);
		if (o->request->methods > 0 && o->upper)
			text_number(b, 9, o->runs->digits, comparison_bounds(x, o).upper);
		text_number(b, 7, 1, x->percent);
		text_number(b, 7, 2, x->effect.cohen_d);
		comparison_p(b, 8, x->test[0].p);
		comparison_p(b, 8, x->adjusted);
		buffer_print(b, " %-3s", comparison_stars(x->adjusted));
		outcome(b, &x->effect);
		if (o->request->margin > 0) {
			buffer_print(b, "    ");
			comparison_p(b, 8, x->equivalence.p_equivalent);
			comparison_p(b, 8, x->equivalence.p_noninferior);
		}
		buffer_print(b, "\n");
	}
}

static void many_runs(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o)
{
	for (size_t m = 0; m < c->measures; m++) {
		if (m > 0)
			buffer_print(b, "\n");
		list_runs(b, c, m, o);
		if (o->asked->leaderboard)
			continue;
		list_pairs(b, c, m, o);
		size_t before = b->length;
		comparison_explain_zero(b, c, m, o);
		if (b->length > before)
			buffer_print(b, "\n");
	}
}

void comparison_over_topics(struct buffer *b, const struct comparison *c,
			    const struct comparison_output *o)
{
	if (c->measures > 0 && side_by_side(c, o))
		two_runs(b, c, o);
	else if (c->measures > 0)
		many_runs(b, c, o);
}
