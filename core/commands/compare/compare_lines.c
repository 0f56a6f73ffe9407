/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/output.h"
#include "core/commands/compare/compare_output.h"
#include "core/commands/compare/ranked_runs.h"
#include "core/output/interval_gaps.h"
#include "core/output/score_lines.h"

/* Where lines go, and the pair that they are about. */
struct printer {
	struct score_lines lines;
	const struct comparison_output *o;
	const char *run[2];
	int64_t check_draws; /* 0: p_adj has no check */
	const char *asked;   /* what the lines are about, as it was typed; NULL: nothing is said */
	const char *about;   /* in the column of topics: "all", or a group */
	struct interval_gaps gaps;
};

/* A line about PREFIXmeasure of this pair; about all topics or a group, unless `l` names a topic.
 */
static void add_compared_line(struct printer *p, const char *prefix, const char *measure,
			      struct score_line l)
{
	l.run[0] = p->run[0];
	l.run[1] = p->run[1];
	l.topic = l.topic != NULL ? l.topic : p->about;
	l.prefix = prefix;
	l.measure = measure;
	l.asked = p->asked;
	l.seed = (int64_t)p->o->request->paired.seed;
	if (!isnan(l.level) && l.tail == NULL)
		l.tail = p->o->lower && p->o->upper ? "both" : p->o->lower ? "lower" : "upper";
	if (l.kind == RECORD_REAL && isnan(l.number) && l.method == NULL)
		interval_gaps_value(&p->gaps, p->run[0], true, prefix, measure);
	score_lines_add(&p->lines, &l);
}

static void add_text(struct printer *p, const char *name, const char *text)
{
	add_compared_line(p, "", name, (struct score_line){ .kind = RECORD_TEXT, .text = text });
}

static void add_real(struct printer *p, const char *prefix, const char *measure, double value)
{
	add_compared_line(p, prefix, measure,
			  (struct score_line){ .kind = RECORD_REAL, .number = value });
}

static void add_count(struct printer *p, const char *prefix, const char *measure, size_t value)
{
	add_compared_line(p, prefix, measure,
			  (struct score_line){ .kind = RECORD_COUNT, .number = (double)value });
}

/* If there are several methods (`many`), the name of a bound ends with that of its method. */
static void add_bound(struct printer *p, const char *prefix, const char *measure, bool many,
		      const struct mean_interval_method *m, double bound)
{
	const struct comparison_request *q = p->o->request;
	struct buffer name = { 0 };
	buffer_print(&name, "%s%s%s", measure, many ? "_" : "", many ? m->name : "");
	if (name.failed)
		p->lines.b->failed = true;
	else
		add_compared_line(
			p, prefix, name.text,
			(struct score_line){ .kind = RECORD_REAL,
					     .number = bound,
					     .method = m->name,
					     .level = p->o->runs->level,
					     .draws = m->resamples ? q->paired.resamples : 0 });
	buffer_release(&name);
}

/* An end of an interval that is not by a method of --ci. */
static void add_end(struct printer *p, const char *prefix, const char *measure, const char *method,
		    double level, const char *tail, double end)
{
	add_compared_line(p, prefix, measure,
			  (struct score_line){ .kind = RECORD_REAL,
					       .number = end,
					       .method = method,
					       .level = level,
					       .tail = tail });
}

/* Over topics; those that were named, if they stand `below` another headline. */
static void add_bounds(struct printer *p, const char *measure, const struct over_topics *x,
		       bool below)
{
	const struct comparison_request *q = p->o->request;
	for (size_t i = 0; i < q->methods; i++) {
		const struct mean_bounds *y = &x->bounds[i];
		if (below && q->method[i] == &mean_interval_by_rule)
			continue;
		const struct interval ends = i == 0 && !below ? x->interval : y->ends;
		for (int upper = !p->o->lower; upper <= p->o->upper; upper++)
			add_bound(p, upper ? "ci_hi_diff_" : "ci_lo_diff_", measure,
				  below || q->methods > 1, y->by, upper ? ends.upper : ends.lower);
	}
}

/* The ends that are asked for, of a difference or of what it is in standard deviations. */
static void add_ends(struct printer *p, bool effect, const char *measure, const char *method,
		     const struct interval *x)
{
	static const char *const prefix[][2] = { { "ci_lo_diff_", "ci_hi_diff_" },
						 { "ci_lo_effect_", "ci_hi_effect_" } };
	for (int upper = !p->o->lower; upper <= p->o->upper; upper++)
		add_end(p, prefix[effect][upper], measure, method, p->o->runs->level, NULL,
			upper ? x->upper : x->lower);
}

/* A test has no level. */
static void add_p(struct printer *p, const char *prefix, const char *measure, const char *method,
		  int64_t draws, double value)
{
	add_compared_line(p, prefix, measure,
			  (struct score_line){ .kind = RECORD_REAL,
					       .number = value,
					       .method = method,
					       .level = NAN,
					       .draws = draws });
}

static void add_tests(struct printer *p, const struct compared_measure *m, enum headline by,
		      const struct over_topics *x)
{
	const struct comparison_request *q = p->o->request;
	const char *measure = m->name;
	if (by == OF_SETS || by == OF_RANKINGS) {
		char prefix[64];
		snprintf(prefix, sizeof prefix, "p_%s_", x->method);
		add_p(p, prefix, measure, x->method, 0, x->p);
	}
	for (size_t i = 0; i < q->tests; i++) {
		if (!comparison_has_test(m, q->test[i]) || (by == OF_SETS && x->topics == 1))
			continue;
		const char *name = q->test[i]->name;
		bool drawn = q->test[i]->random && !x->test[i].exact;
		int64_t draws = drawn ? q->paired.resamples : 0;
		char prefix[64];
		snprintf(prefix, sizeof prefix, "p_%s_", name);
		add_p(p, prefix, measure, name, draws, x->test[i].p);
		if (m->sampled && isnan(x->test[i].p)) /* of others the effect is nan, too */
			interval_gaps_value(&p->gaps, p->run[0], true, prefix, measure);
		snprintf(prefix, sizeof prefix, "p_less_%s_", name);
		add_p(p, prefix, measure, name, draws, x->test[i].p_less);
	}
	add_p(p, "p_adj_", measure, q->adjust->name, q->adjust->random ? q->paired.resamples : 0,
	      x->adjusted);
	if (p->check_draws > 0 && !isnan(x->check))
		add_p(p, "p_check_", measure, simultaneous_intervals.name, p->check_draws,
		      x->check);
	if (!isnan(x->seeds.p))
		add_p(p, "p_seeds_", measure, "topics-and-seeds", 0, x->seeds.p);
}

static void add_simultaneous(struct printer *p, const char *measure, const char *method,
			     const struct interval *x)
{
	const struct comparison_request *q = p->o->request;
	for (int upper = 0; upper < 2; upper++)
		add_compared_line(p, upper ? "sim_hi_diff_" : "sim_lo_diff_", measure,
				  (struct score_line){ .kind = RECORD_REAL,
						       .number = upper ? x->upper : x->lower,
						       .method = method,
						       .level = p->o->runs->level,
						       .draws = q->intervals->random
									? q->paired.resamples
									: 0 });
}

/* The tests of --margin. */
static void add_equivalence(struct printer *p, const char *measure, bool sets,
			    const struct over_topics *of)
{
	const struct equivalence *x = &of->equivalence;
	const char *method = sets ? of->method : "t";
	double level = 1 - 2 * p->o->request->alpha;
	add_p(p, "p_equiv_", measure, sets ? method : "TOST", 0, x->p_equivalent);
	add_p(p, "p_noninf_", measure, method, 0, x->p_noninferior);
	add_end(p, "ci_lo_equiv_diff_", measure, method, level, "both", x->bounds.lower);
	add_end(p, "ci_hi_equiv_diff_", measure, method, level, "both", x->bounds.upper);
}

/* Of scores that are no estimates: topics one by one. */
static void add_outcomes(struct printer *p, const char *measure, const struct over_topics *x)
{
	add_real(p, "effect_", measure, x->effect.cohen_d);
	add_ends(p, true, measure, "noncentral-t", &x->effect_bounds);
	add_count(p, "wins_", measure, x->effect.wins);
	add_count(p, "ties_", measure, x->effect.ties);
	add_count(p, "losses_", measure, x->effect.losses);
}

static void add_over_topics(struct printer *p, const struct comparison *c, size_t m,
			    const struct pair *pair)
{
	const char *measure = c->measure[m].name;
	const struct over_topics *x = &pair->measure[m];
	enum headline by = comparison_headline(c, m);
	bool sets = by == OF_SETS, own = by != BY_TEST;
	p->asked = c->measure[m].asked;
	p->check_draws = comparison_is_checked(c, m) ? comparison_check_resamples(c, m) : 0;
	add_count(p, "topics_", measure, x->topics);
	add_real(p, "a_", measure, x->mean[0]);
	add_real(p, "b_", measure, x->mean[1]);
	add_real(p, "diff_", measure, x->difference);
	if (own)
		add_ends(p, false, measure, x->method, &x->interval);
	else
		add_bounds(p, measure, x, false);
	add_real(p, "pct_diff_", measure, x->percent);
	if (!c->measure[m].sampled)
		add_outcomes(p, measure, x);
	else
		add_count(p, "left_out_", measure, comparison_left_out(x));
	add_tests(p, &c->measure[m], by, x);
	if (own)
		add_bounds(p, measure, x, true);
	if (p->o->request->intervals != NULL)
		add_simultaneous(p, measure, sets ? "bonferroni" : p->o->request->intervals->name,
				 &x->simultaneous);
	if (p->o->request->margin > 0)
		add_equivalence(p, measure, sets, x);
}

/* The scores of each topic that both runs have. */
static void add_topics(struct printer *p, const struct compared_measure *m, const struct pair *x)
{
	const struct score_table *t = &m->table;
	for (size_t i = 0; i < t->topics; i++) {
		double a = t->value[x->run[0] * t->topics + i];
		double b = t->value[x->run[1] * t->topics + i];
		if (isnan(a) || isnan(b))
			continue;
		struct score_line l = { .topic = t->topic[i], .kind = RECORD_REAL, .number = a };
		add_compared_line(p, "a_", m->name, l);
		l.number = b;
		add_compared_line(p, "b_", m->name, l);
		l.number = a - b;
		add_compared_line(p, "diff_", m->name, l);
	}
}

/* The figures of pair measures, about single topics or about all. */
static void add_figures(struct printer *p, const struct figures *f, bool topics)
{
	for (size_t i = 0; i < f->count; i++) {
		const struct figure *x = &f->figure[i];
		if ((x->topic != NULL) == topics)
			add_compared_line(p, x->micro ? "micro_" : "", x->name,
					  (struct score_line){ .topic = x->topic,
							       .kind = x->integer ? RECORD_COUNT
										  : RECORD_REAL,
							       .number = x->value,
							       .method = x->method,
							       .level = p->o->runs->level,
							       .draws = x->draws });
	}
}

static void add_pair(struct printer *p, const struct comparison *c, const struct pair *x)
{
	const struct comparison_output *o = p->o;
	if (comparison_is_cut(o))
		add_text(p, "design",
			 o->runs->batch.labels.file.count > 0 ? "labels" : "post-stratified");
	for (size_t m = 0; o->runs->topics && m < c->measures; m++) {
		p->asked = c->measure[m].asked;
		add_topics(p, &c->measure[m], x);
	}
	p->asked = NULL;
	if (o->runs->topics)
		add_figures(p, &x->figures, true);
	for (size_t m = 0; !o->runs->no_summary && m < c->measures; m++)
		add_over_topics(p, c, m, x);
	p->asked = NULL;
	if (!o->runs->no_summary)
		add_figures(p, &x->figures, false);
}

/* The ranks of each run: lines without a second run. */
static void add_ranks(struct printer *p, const struct comparison *c, size_t measure,
		      enum record_format format)
{
	const struct comparison_output *o = p->o;
	struct ranked_runs r;
	p->asked = c->measure[measure].asked;
	if (ranked_runs_init(&r, c, measure, 1 - o->runs->level) < 0)
		p->lines.b->failed = true;
	for (size_t i = 0; !p->lines.b->failed && i < c->runs; i++) {
		const struct rank_set *s = &r.run[i].ranks;
		p->run[0] = c->run[r.run[i].number];
		p->run[1] = "";
		if (format == FORMAT_TREC)
			add_text(p, "run", p->run[0]);
		for (int last = 0; last < 2; last++)
			add_compared_line(
				p, last ? "rank_hi_" : "rank_lo_", c->measure[measure].name,
				(struct score_line){ .kind = RECORD_COUNT,
						     .number = (double)(last ? s->last : s->first),
						     .method = o->request->intervals->name,
						     .level = o->runs->level,
						     .draws = o->request->intervals->random
								      ? o->request->paired.resamples
								      : 0 });
	}
	ranked_runs_release(&r);
}

/* Systems with their runs: lines without a second run. */
static void add_systems(struct printer *p, const struct comparison *c, size_t measure,
			enum record_format format)
{
	const struct compared_measure *m = &c->measure[measure];
	p->asked = m->asked;
	for (size_t i = 0; i < c->runs; i++) {
		const struct system_spread *x = &c->spread[measure * c->runs + i];
		p->run[0] = c->run[i];
		p->run[1] = "";
		if (format == FORMAT_TREC)
			add_text(p, "system", p->run[0]);
		add_count(p, "runs_", m->name, x->runs);
		add_real(p, "mean_", m->name, comparison_mean(m, i));
		add_real(p, "sd_runs_", m->name, x->deviation);
		add_real(p, "min_runs_", m->name, x->least);
		add_real(p, "max_runs_", m->name, x->most);
	}
}

/* In trec's format the lines of a pair begin with the names of its runs. */
static void name_pair(struct printer *p, const struct comparison *c, size_t pair,
		      enum record_format format)
{
	p->asked = NULL;
	for (int side = 0; side < 2; side++)
		p->run[side] = c->run[c->pair[pair].run[side]];
	if (format == FORMAT_TREC) {
		add_text(p, "run_a", p->run[0]);
		add_text(p, "run_b", p->run[1]);
	}
}

static void add_macro(struct printer *p, const char *measure, bool sets,
		      const struct macro_difference *x)
{
	add_count(p, "groups_", measure, x->difference.groups);
	add_real(p, "a_", measure, x->mean[0]);
	add_real(p, "b_", measure, x->mean[1]);
	add_real(p, "diff_", measure, x->difference.mean);
	add_ends(p, false, measure, x->method, &x->bounds);
	if (sets)
		return;
	add_real(p, "df_", measure, x->difference.df);
	add_p(p, "p_t_", measure, x->method, 0, x->p);
}

/* Each group of topics, and the means over groups. */
static void add_groups(struct printer *p, const struct comparison *c, enum record_format format)
{
	const struct compared_groups *g = p->o->groups;
	for (size_t k = 0; k < g->groups.count; k++) {
		const struct comparison *part = &g->part[k];
		p->about = g->groups.label[k];
		for (size_t i = 0; i < part->pairs; i++) {
			name_pair(p, part, i, format);
			for (size_t m = 0; m < part->measures; m++)
				add_over_topics(p, part, m, &part->pair[i]);
		}
	}
	p->about = MACRO_LABEL;
	for (size_t i = 0; i < c->pairs; i++) {
		name_pair(p, c, i, format);
		for (size_t m = 0; m < c->measures; m++) {
			p->asked = c->measure[m].asked;
			add_macro(p, c->measure[m].name, comparison_is_of_sets(c, &c->measure[m]),
				  &g->macro[i * c->measures + m]);
		}
	}
}

/* One run by one measure. In % of the baseline's mean, if the margin is. */
static void add_gate_line(struct printer *p, const struct comparison *c, const struct gate *g,
			  const struct gate_line *l)
{
	const char *measure = c->measure[l->measure].name;
	double each = g->alpha / (double)g->lines;
	bool percent = g->request->percent;
	p->asked = c->measure[l->measure].asked;
	add_compared_line(
		p, "gate_", measure,
		(struct score_line){ .kind = RECORD_TEXT, .text = gate_words[l->verdict] });
	add_real(p, percent ? "gate_pct_loss_" : "gate_loss_", measure, l->loss);
	add_end(p, percent ? "gate_lo_pct_loss_" : "gate_lo_loss_", measure, "t-johnson", 1 - each,
		"lower", l->at_least);
	add_end(p, percent ? "gate_hi_pct_loss_" : "gate_hi_loss_", measure, "t-johnson",
		1 - g->alpha, "upper", l->at_most);
	if (!isfinite(l->at_least) || !isfinite(l->at_most))
		interval_gaps_topics(&p->gaps, l, measure, "t-johnson");
	add_real(p, percent ? "gate_pct_margin_" : "gate_margin_", measure, g->request->margin);
	if (l->needed > 0)
		add_count(p, "gate_topics_", measure, (size_t)l->needed);
}

static void add_gate(struct printer *p, const struct comparison *c, enum record_format format)
{
	const struct gate *g = p->o->gate;
	for (size_t i = 0; i < g->lines; i++) {
		name_pair(p, c, i % c->pairs, format);
		add_gate_line(p, c, g, &g->line[i]);
	}
	p->run[0] = "";
	p->asked = NULL;
	add_text(p, "gate", gate_words[g->verdict]);
}

static void print_pairs(struct buffer *b, const struct comparison *c,
			const struct comparison_output *o, enum record_format format,
			const struct output *receiver, struct warnings *w)
{
	struct printer p = { .o = o, .about = "all" };
	score_lines_init(&p.lines, b, format, true, true, o->runs->digits, !o->runs->digits_given);
	score_lines_begin(&p.lines, receiver);
	for (size_t m = 0; c->spread != NULL && !o->runs->no_summary && m < c->measures; m++)
		add_systems(&p, c, m, format);
	for (size_t m = 0; o->asked->ranks && !o->runs->no_summary && m < c->measures; m++)
		add_ranks(&p, c, m, format);
	for (size_t i = 0; i < c->pairs; i++) {
		name_pair(&p, c, i, format);
		add_pair(&p, c, &c->pair[i]);
	}
	if (o->groups != NULL)
		add_groups(&p, c, format);
	if (o->gate != NULL) {
		p.about = "all";
		add_gate(&p, c, format);
	}
	interval_gaps_warn(&p.gaps, "line", o->runs->level, w);
	score_lines_release(&p.lines);
}

int comparison_print(struct buffer *b, const struct comparison *c,
		     const struct comparison_output *o, const struct output *receiver,
		     struct warnings *w, struct err *e)
{
	bool bare =
		receiver == NULL && o->asked->format == FORMAT_TABLE && comparison_is_bare(c, o);
	comparison_warn(c, o, !bare, w);
	if (warnings_check(w, e) < 0)
		return -1;
	if (receiver == NULL && !output_formats[o->asked->format]->lines)
		return comparison_report(b, c, o, e);
	print_pairs(b, c, o, receiver == NULL ? o->asked->format : FORMAT_CSV, receiver, w);
	return warnings_check(w, e);
}
