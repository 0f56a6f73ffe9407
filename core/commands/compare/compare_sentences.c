/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer as sentences for a paper: what was compared, how large the difference is, how sure it
 * is, and by which methods; and the notes that several formats have.
 */
#include <math.h>

#include "core/commands/compare/compare_output.h"

/* Whether the ends that are asked for exist. */
static bool has_ends(const struct comparison_output *o, const struct interval *x)
{
	return !(o->lower && isnan(x->lower)) && !(o->upper && isnan(x->upper));
}

/* "95 % interval 0.01 to 0.03", or one bound if only that is wanted. */
static void interval(struct buffer *b, const struct comparison_output *o, const char *how,
		     double level, const struct interval *x, int digits)
{
	if (o->lower && o->upper)
		buffer_print(b, "%g %% interval%s %.*f to %.*f", 100 * level, how, digits, x->lower,
			     digits, x->upper);
	else
		buffer_print(b, "%s %.*f with %g %% confidence%s",
			     o->lower ? "at least" : "at most", digits,
			     o->lower ? x->lower : x->upper, 100 * level, how);
}

static void p_text(struct buffer *b, double p)
{
	buffer_print(b, p < 0.0001 ? "p < 0.0001" : "p = %.4f", p);
}

/* ---- two runs ---- */

static void difference(struct buffer *b, const struct comparison *c, size_t measure,
		       const struct comparison_output *o)
{
	const struct over_topics *x = &c->pair[0].measure[measure];
	bool sampled = c->measure[measure].sampled;
	enum headline by = comparison_headline(c, measure);
	bool own = by == OF_SETS || by == OF_RANKINGS;
	const char *before = " (";
	buffer_print(b, "a difference of %.*f", o->runs->digits, x->difference);
	if (!isnan(x->percent)) {
		buffer_print(b, "%s%+.1f %%", before, x->percent);
		before = "; ";
	}
	if (!own && x->bounds[0].by->constant) {
		buffer_print(b, "%sthe same in every topic", before);
		before = "; ";
	} else if (has_ends(o, &x->interval)) {
		char how[64];
		snprintf(how, sizeof how, " (%s%s%s)", x->method, own ? ", " : "",
			 own ? headline_about[by] : "");
		buffer_print(b, "%s", before);
		interval(b, o, how, o->runs->level, &x->interval, o->runs->digits);
		before = "; ";
	}
	if (!sampled && !isnan(x->effect.cohen_d)) {
		buffer_print(b, "%sCohen's d_z %.2f, ", before, x->effect.cohen_d);
		interval(b, o, "", o->runs->level, &x->effect_bounds, 2);
		before = "; ";
	}
	buffer_print(b, before[0] == ';' ? "). " : ". ");
}

/* A test that is not about means says who wins, not which mean is better. */
static void favoured(struct buffer *b, const struct comparison *c, size_t measure)
{
	const struct comparison_request *q = c->request;
	const struct pair *p = &c->pair[0];
	const struct over_topics *x = &p->measure[measure];
	buffer_print(b, "%s is better on %zu topics and %s on %zu. In %s ", c->run[p->run[0]],
		     x->effect.wins, c->run[p->run[1]], x->effect.losses, q->test[0]->about);
	if (x->test[0].p < q->alpha)
		buffer_print(b, "%s is significantly better at the %g level",
			     c->run[p->run[x->favours < 0]], q->alpha);
	else
		buffer_print(b, "no significant difference was found at the %g level", q->alpha);
}

static void significance(struct buffer *b, const struct comparison *c, size_t measure,
			 const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	const struct over_topics *x = &c->pair[0].measure[measure];
	if (q->tests == 0 || isnan(x->p))
		return;
	if (x->depends)
		buffer_print(b,
			     "Which side of 0 it lies on depends on documents nobody labelled. ");
	if (q->test[0]->about != NULL)
		favoured(b, c, measure);
	else
		buffer_print(b, "It is %sstatistically significant at the %g level",
			     x->p < q->alpha ? "" : "not ", q->alpha);
	buffer_print(b, "%s", comparison_for_runs(c, measure));
	buffer_print(b, " (%s, two-sided, ", comparison_test(c, measure).text);
	p_text(b, x->p);
	buffer_print(b, ")%s. ",
		     q->test[0]->about != NULL && comparison_against_mean(&c->measure[measure], x)
			     ? ", although its mean is worse"
			     : "");
	if (q->test[0]->about == NULL && x->p < q->alpha && o->lower && o->upper &&
	    x->interval.lower <= 0 && x->interval.upper >= 0)
		buffer_print(b, "The interval, computed by another method, still contains 0. ");
}

static void margin(struct buffer *b, const struct comparison *c, const struct over_topics *x,
		   const struct comparison_request *q)
{
	const struct equivalence *v = &x->equivalence;
	const char *a = c->run[c->pair[0].run[0]];
	if (!(q->margin > 0) || isnan(v->p_equivalent))
		return;
	buffer_print(b, "That they differ by less than %g was %sshown (two one-sided t tests, ",
		     q->margin, v->p_equivalent < q->alpha ? "" : "not ");
	p_text(b, v->p_equivalent);
	buffer_print(b, "); that %s is not worse by %g was %sshown (one-sided t test, ", a,
		     q->margin, v->p_noninferior < q->alpha ? "" : "not ");
	p_text(b, v->p_noninferior);
	buffer_print(b, "). ");
}

static void about_two(struct buffer *b, const struct comparison *c, size_t measure,
		      const struct comparison_output *o)
{
	const struct pair *p = &c->pair[0];
	const struct over_topics *x = &p->measure[measure];
	size_t topics = x->topics;
	bool some = comparison_left_out(x) > 0 && !comparison_is_of_sets(c, &c->measure[measure]);
	if (isnan(x->difference)) {
		buffer_print(b, "The difference in mean %s cannot be estimated. ",
			     c->measure[measure].title);
		return;
	}
	buffer_print(b, "Over ");
	if (some)
		buffer_print(b, "%zu of ", x->effect.count);
	buffer_print(b, "%zu topic%s the mean %s is %.*f for %s and %.*f for %s, ", topics,
		     topics == 1 ? "" : "s", c->measure[measure].title, o->runs->digits, x->mean[0],
		     c->run[p->run[0]], o->runs->digits, x->mean[1], c->run[p->run[1]]);
	difference(b, c, measure, o);
	significance(b, c, measure, o);
	margin(b, c, x, o->request);
}

/* ---- more ---- */

static void how_tested(struct buffer *b, const struct comparison *c, size_t measure)
{
	const struct comparison_request *q = c->request;
	size_t pairs = comparison_claimed(c);
	const char *s = pairs == 1 ? "" : "s";
	size_t doubtful = comparison_doubtful(c, measure);
	buffer_print(b, "%s", comparison_for_runs(c, measure));
	if (q->adjust->together != NULL)
		buffer_print(b, " (%s, for %zu comparison%s, p below %g)", q->adjust->called, pairs,
			     s, ALPHA);
	else
		buffer_print(b, " (%s, two-sided, p adjusted for %zu comparison%s by %s, below %g)",
			     comparison_test(c, measure).text, pairs, s, q->adjust->called, ALPHA);
	if (doubtful > 0)
		buffer_print(b, ", %zu of which %s not confirmed by shrunk-t", doubtful,
			     doubtful == 1 ? "is" : "are");
}

/* How many others were found worse than a run, better, and neither. */
struct rivals {
	size_t worse, better, open;
};

static struct rivals rivals_of(const struct comparison *c, size_t measure, size_t run)
{
	struct rivals r = { 0 };
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *p = &c->pair[i];
		const struct over_topics *x = &p->measure[measure];
		if ((p->run[0] != run && p->run[1] != run) || !comparison_claims(c, p))
			continue;
		int favours = p->run[0] == run ? x->favours : -x->favours;
		bool clear = x->adjusted < ALPHA;
		r.worse += clear && favours > 0;
		r.better += clear && favours < 0;
		r.open += !clear || favours == 0;
	}
	return r;
}

static void about_baselines(struct buffer *b, const struct comparison *c, size_t measure)
{
	const struct comparison_request *q = c->request;
	const char *about = comparison_about(q);
	for (size_t run = 0; run < c->runs; run++) {
		const struct rivals r = rivals_of(c, measure, run);
		size_t rivals = r.worse + r.better + r.open;
		if (!c->is_baseline[run] || rivals == 0)
			continue;
		buffer_print(b, "Of %zu run%s, ", rivals, rivals == 1 ? "" : "s");
		if (about == NULL)
			buffer_print(b,
				     "%zu %s a significantly better mean %s than the "
				     "baseline %s, and %zu %s a significantly worse one",
				     r.better, r.better == 1 ? "has" : "have",
				     c->measure[measure].title, c->run[run], r.worse,
				     r.worse == 1 ? "has" : "have");
		else
			buffer_print(b,
				     "%zu %s significantly better than the baseline %s in %s "
				     "(%s), and %zu %s significantly worse",
				     r.better, r.better == 1 ? "is" : "are", c->run[run], about,
				     c->measure[measure].title, r.worse,
				     r.worse == 1 ? "is" : "are");
		how_tested(b, c, measure);
		buffer_print(b, ". ");
	}
}

static size_t best_run(const struct comparison *c, size_t measure)
{
	const struct compared_measure *m = &c->measure[measure];
	size_t best = 0;
	while (comparison_is_unmet(c, best)) /* two runs or more say something */
		best++;
	for (size_t i = best + 1; i < c->runs; i++)
		if (!comparison_is_unmet(c, i) &&
		    comparison_is_better(m, comparison_mean(m, i), comparison_mean(m, best)))
			best = i;
	return best;
}

static void about_all(struct buffer *b, const struct comparison *c, size_t measure,
		      const struct comparison_output *o)
{
	const char *about = comparison_about(o->request);
	size_t clear = 0, best = best_run(c, measure);
	const struct rivals r = rivals_of(c, measure, best);
	for (size_t i = 0; i < c->pairs; i++)
		clear += c->pair[i].measure[measure].adjusted < ALPHA;
	size_t pairs = comparison_claimed(c), runs = comparison_met(c);
	buffer_print(b, "Of the %zu pair%s of %zu runs, %zu differ%s significantly in %s%s%s",
		     pairs, pairs == 1 ? "" : "s", runs, clear, clear == 1 ? "s" : "",
		     about == NULL ? "mean " : about, about == NULL ? "" : " by ",
		     c->measure[measure].title);
	how_tested(b, c, measure);
	buffer_print(b, ". The best mean is that of %s (%.*f); ", c->run[best], o->runs->digits,
		     comparison_mean(&c->measure[measure], best));
	if (about != NULL)
		buffer_print(b, "in %s, ", about);
	if (r.worse == runs - 1)
		buffer_print(b, "all others are significantly worse. ");
	else if (r.better > 0)
		buffer_print(b,
			     "%zu of the others %s significantly better, %zu significantly worse. ",
			     r.better, r.better == 1 ? "is" : "are", r.worse);
	else
		buffer_print(b, "of the others, %zu %s not found to differ significantly from it. ",
			     r.open, r.open == 1 ? "was" : "were");
}

void comparison_sentences(struct buffer *b, const struct comparison *c,
			  const struct comparison_output *o)
{
	for (size_t m = 0; m < c->measures && comparison_claimed(c) > 0; m++) {
		bool sets = comparison_is_of_sets(c, &c->measure[m]);
		if (c->runs == 2 && (sets || c->pair[0].measure[m].effect.count > 1))
			about_two(b, c, m, o);
		else if (c->runs > 2 && o->request->tests > 0 && c->baselines > 0)
			about_baselines(b, c, m);
		else if (c->runs > 2 && o->request->tests > 0)
			about_all(b, c, m, o);
	}
	if (o->runs->people.pairs && b->length > 0)
		buffer_print(b, "The topics are taken as a sample of such topics. People judged a "
				"random part of the pairs of an answer and a nugget. ");
}

/* ---- notes ---- */

void comparison_note_unmet(struct report *out, const struct comparison *c)
{
	bool page = report_is(out, IN_PAGE);
	struct buffer *b = report_text(out, REPORT_NOTE);
	for (size_t i = 0; i < c->runs; i++) {
		if (!comparison_is_unmet(c, i))
			continue;
		if (!page && b->length > 0)
			b = report_text(out, REPORT_NOTE);
		buffer_print(b,
			     "%s: none of its documents is judged, so nothing is "
			     "claimed about it%s",
			     c->run[i], page ? ". " : "");
	}
}

/* The pair whose tests over topics leave the most out. */
static const struct over_topics *most_left_out(const struct comparison *c, size_t measure)
{
	const struct over_topics *most = &c->pair[0].measure[measure];
	for (size_t i = 1; i < c->pairs; i++)
		if (comparison_left_out(&c->pair[i].measure[measure]) > comparison_left_out(most))
			most = &c->pair[i].measure[measure];
	return most;
}

/* A measure before this one that the same can be said of. */
static bool was_said(const struct comparison *c, size_t measure)
{
	size_t out = comparison_left_out(most_left_out(c, measure));
	for (size_t m = 0; m < measure; m++)
		if (c->measure[m].sampled && comparison_left_out(most_left_out(c, m)) == out)
			return true;
	return false;
}

void comparison_note_sampled(struct report *out, const struct comparison *c, size_t measure,
			     const struct comparison_output *o)
{
	const struct compared_measure *m = &c->measure[measure];
	const struct over_topics *most = most_left_out(c, measure);
	if (!m->sampled || o->request->tests == 0)
		return;
	if (comparison_is_of_sets(c, m) && measure == 0)
		report_note(out,
			    "%s, p and stars: for these topics, "
			    "where a sample of the documents was judged%s",
			    comparison_ends(o), report_stop(out));
	if (most->topics == 1 || was_said(c, measure))
		return;
	struct buffer *b = report_text(out, REPORT_NOTE);
	buffer_print(b,
		     "tests over topics, such as %s, take topics as drawn at random, by their %s",
		     o->request->test[0]->called,
		     comparison_is_joint(c, m) ? "contributions" : "own estimates");
	if (comparison_left_out(most) > 0)
		buffer_print(b, ", which %zu of %zu topics lack (%s)", comparison_left_out(most),
			     most->topics, m->title);
	buffer_print(b, "%s", report_stop(out));
}

void comparison_note_topics(struct report *out)
{
	report_note(out,
		    "A - B, tests: over the topics that both runs have; means: over those of each "
		    "run%s",
		    report_stop(out));
}

void comparison_note_measures(struct report *out, const struct comparison *c,
			      const struct comparison_output *o)
{
	if (c->measures > 1 && o->request->tests > 0)
		report_note(out,
			    "p-values are adjusted within each measure, not for the %zu measures%s",
			    c->measures, report_stop(out));
}

/* The mean of the others over the topics of the table, and over those that a run has. */
struct others_mean {
	double all, here;
	size_t lacked;
};

static struct others_mean others_mean(const struct comparison *c, const struct compared_measure *m,
				      size_t run)
{
	struct others_mean x = { 0 };
	double topics = 0, has = 0;
	for (size_t t = 0; t < m->table.topics; t++) {
		double sum = 0, count = 0;
		for (size_t i = 0; i < c->runs; i++) {
			double score = comparison_scores(m, i)[t];
			bool counts = i != run && !isnan(score) && !comparison_is_unmet(c, i);
			sum += counts ? score : 0;
			count += counts;
		}
		bool own = !isnan(comparison_scores(m, run)[t]);
		if (!(count > 0))
			continue;
		x.all += sum / count;
		x.here += own ? sum / count : 0;
		topics++;
		has += own;
		x.lacked += !own;
	}
	x.all /= topics;
	x.here /= has;
	return x;
}

/* Whether the topics that a run has are easier for the others by a tenth of the standard error of
 * its mean, or more. */
static bool has_easier(const struct compared_measure *m, size_t run, const struct others_mean *x)
{
	double n = 0, sum = 0, squares = 0;
	for (size_t t = 0; t < m->table.topics; t++) {
		double score = comparison_scores(m, run)[t];
		n += isnan(score) ? 0 : 1;
		sum += isnan(score) ? 0 : score;
		squares += isnan(score) ? 0 : score * score;
	}
	double error = sqrt(fmax(squares / n - sum / n * (sum / n), 0) / n);
	double easier = m->lower_better ? x->all - x->here : x->here - x->all;
	return x->lacked > 0 && easier > 0.1 * error;
}

void comparison_note_other_topics(struct report *out, const struct comparison *c, size_t measure)
{
	enum { NAMED = 3 };
	const struct compared_measure *m = &c->measure[measure];
	struct buffer b = { 0 };
	size_t count = 0;
	for (size_t i = 0; i < c->runs && !m->sampled; i++) {
		if (score_table_topics(&m->table, i) == m->table.topics)
			continue;
		const struct others_mean x = others_mean(c, m, i);
		if (comparison_is_unmet(c, i) || !has_easier(m, i, &x) || count++ >= NAMED)
			continue;
		buffer_print(&b,
			     "%s%s lacks %zu topic%s (the others' mean is %.4f over its topics, "
			     "%.4f over all)",
			     count > 1 ? ", " : "", c->run[i], x.lacked, x.lacked == 1 ? "" : "s",
			     x.here, x.all);
	}
	if (count > NAMED)
		buffer_print(&b, ", and %zu other%s likewise", count - NAMED,
			     count == NAMED + 1 ? "" : "s");
	if (count > 0 && !b.failed)
		report_note(out, "compared on other, easier topics: %s%s", b.text,
			    report_stop(out));
	out->failed = out->failed || b.failed;
	buffer_release(&b);
}

void comparison_note_direction(struct report *out, const struct compared_measure *m)
{
	if (m->lower_better)
		report_note(out, "%s: lower is better%s", m->title, report_stop(out));
}

void comparison_note_ranks(struct report *out, const struct comparison_output *o)
{
	if (o->asked->ranks)
		report_note(out,
			    "ranks: by their true means, with %g %% confidence for all runs at "
			    "once (%s)%s",
			    100 * o->runs->level, o->request->intervals->name, report_stop(out));
}

void comparison_note_systems(struct report *out, const struct comparison *c, size_t measure)
{
	static const char mean[] = "system is the mean of its runs, topic by topic";
	bool seeds = comparison_headline(c, measure) == OF_SEEDS, page = report_is(out, IN_PAGE);
	if (c->spread == NULL)
		return;
	if (page)
		report_note(out, "A %s; sd of runs: standard deviation of their means.", mean);
	else if (report_is(out, IN_TEXT))
		report_note(out, "a %s; sd, lowest, highest: of the means of its runs", mean);
	else
		report_note(out, "a %s; +-: standard deviation of the means of its runs", mean);
	if (seeds)
		report_note(out,
			    "claims are about the systems: topics and seeds count as random "
			    "(--run-scope=these: about these runs)%s",
			    report_stop(out));
	else
		report_note(out,
			    "tests and intervals are over topics, for these runs: they do not say "
			    "what other seeds would give%s",
			    report_stop(out));
}

/* The pairs that are marked, the first ones by name. */
static void name_doubtful(struct buffer *b, const struct comparison *c, size_t measure)
{
	enum { NAMED = 3 };
	size_t count = 0;
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *p = &c->pair[i];
		const struct over_topics *x = &p->measure[measure];
		if (comparison_is_doubtful(x, ALPHA) && count++ < NAMED)
			buffer_print(b, "%s%s and %s (%.3f)", count > 1 ? ", " : "",
				     c->run[p->run[0]], c->run[p->run[1]], x->check);
	}
	if (count > NAMED)
		buffer_print(b, ", and %zu other pair%s", count - NAMED,
			     count == NAMED + 1 ? "" : "s");
}

void comparison_note_check(struct report *out, const struct comparison *c, size_t measure,
			   const struct comparison_output *o)
{
	bool checked = comparison_is_checked(c, measure) && comparison_claims_any(c, measure);
	const char *title = c->measures > 1 ? c->measure[measure].title : "";
	const char *colon = c->measures > 1 ? ": " : "";
	if (checked && isnan(c->pair[0].measure[measure].check))
		report_note(
			out,
			"%s%sdifferences are not checked by shrunk-t: they are the same in every "
			"topic%s",
			title, colon, report_stop(out));
	if (!checked || comparison_doubtful(c, measure) == 0)
		return;
	struct buffer *b = report_text(out, REPORT_NOTE);
	buffer_print(
		b,
		"?: significant by %s, not confirmed by shrunk-t (p_check of 0.05 or more), as "
		"happens with skewed differences and near-duplicates: ",
		o->request->adjust->called);
	name_doubtful(b, c, measure);
	buffer_print(b, "%s", report_stop(out));
}

bool comparison_topics_differ(const struct comparison *c, size_t measure)
{
	const struct compared_measure *m = &c->measure[measure];
	for (size_t i = 0; i < c->pairs; i++)
		for (int side = 0; side < 2; side++)
			if (score_table_topics(&m->table, c->pair[i].run[side]) !=
			    c->pair[i].measure[measure].topics)
				return true;
	return false;
}
