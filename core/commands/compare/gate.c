/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/compare/gate.h"
#include "core/stats/planning/topics_for_mean.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/mean_interval.h"

const char *const gate_words[] = { "pass", "undecided", "fail" };

enum { LEAST_TOPICS = 5 };

/* A loss in % that is farther from the estimate has no bound: the baseline's mean may be 0. */
static const double FARTHEST = 10;

/* What a run gains over the baseline, topic by topic, and what a loss of 1 would be: 1 in each
 * topic, or the baseline's score. */
struct gains {
	double *gain, *unit, *slack;
	size_t count;
	double lower_error, upper_error; /* of a loss */
};

static int fill_gains(struct gains *x, const struct comparison *c, const struct compared_measure *m,
		      size_t run, size_t baseline, bool percent, struct err *e)
{
	const double *a = comparison_scores(m, baseline), *b = comparison_scores(m, run);
	size_t topics = m->table.topics;
	x->gain = calloc(3 * topics + 1, sizeof *x->gain);
	if (x->gain == NULL)
		return err_memory(e);
	x->unit = x->gain + topics;
	x->slack = x->unit + topics;
	if (comparison_refuse_gaps(c, m, run, baseline, "--gate", e) < 0)
		return -1;
	for (size_t t = 0; t < topics; t++) {
		if (isnan(a[t]))
			continue;
		double gain = m->lower_better ? a[t] - b[t] : b[t] - a[t];
		x->gain[x->count] = fabs(gain) <= SCORE_GRAIN ? 0 : gain;
		x->unit[x->count++] = percent ? a[t] : 1;
	}
	return 0;
}

/* Bounds of what is left of an allowed loss: below 0, more is lost. */
static struct interval slack_bounds(struct gains *x, double allowed)
{
	for (size_t i = 0; i < x->count; i++)
		x->slack[i] = x->gain[i] + allowed * x->unit[i];
	return skewed_bounds(x->slack, x->count, SCORE_GRAIN, x->upper_error, x->lower_error);
}

static bool loses_more(struct gains *x, double allowed)
{
	return slack_bounds(x, allowed).upper < 0;
}

static bool loses_less(struct gains *x, double allowed)
{
	return slack_bounds(x, allowed).lower > 0;
}

/*
 * Where the answer changes, between the estimated share and one farther off; infinite: nowhere. It
 * may change more than once, since skew changes with the share: of these the one that lies on the
 * side of `allowed` on which the test at `allowed` puts it.
 */
static double share_bound(struct gains *x, double loss, double allowed, double farthest,
			  bool (*shows)(struct gains *, double))
{
	double near = loss, far = loss + farthest;
	bool beyond = farthest < 0 ? allowed < loss : allowed > loss;
	if (beyond)
		*(shows(x, allowed) ? &far : &near) = allowed;
	if (!shows(x, far))
		return farthest < 0 ? -INFINITY : INFINITY;
	for (int i = 0; i < 60; i++) {
		double middle = (near + far) / 2;
		*(shows(x, middle) ? &far : &near) = middle;
	}
	return far;
}

/* `allowed` in units of the measure, or as a share. */
static void find_bounds(struct gains *x, double allowed, bool percent, struct gate_line *l)
{
	double loss = -mean_of_scores(x->gain, x->count) / mean_of_scores(x->unit, x->count);
	const struct interval gain = slack_bounds(x, 0);
	bool same = gain.lower == 0 && gain.upper == 0;
	l->loss = same ? 0 : loss; /* not -0 */
	l->at_least = same ? 0 : -gain.upper;
	l->at_most = same ? 0 : -gain.lower;
	if (!percent || same)
		return;
	l->loss *= 100;
	l->at_least = 100 * share_bound(x, loss, allowed, -FARTHEST, loses_more);
	l->at_most = 100 * share_bound(x, loss, allowed, FARTHEST, loses_less);
}

static void decide(struct gains *x, double allowed, bool percent, struct gate_line *l)
{
	bool same = l->at_least == 0 && l->at_most == 0;
	l->verdict = loses_more(x, allowed)	      ? GATE_FAIL
		     : same || loses_less(x, allowed) ? GATE_PASS
						      : GATE_UNDECIDED;
	double loss = l->loss / (percent ? 100 : 1);
	if (l->verdict != GATE_UNDECIDED || !(allowed > 0) || !(loss < allowed))
		return; /* more topics would show that more is lost */
	double mean = mean_of_scores(x->slack, x->count), squares = 0;
	for (size_t i = 0; i < x->count; i++)
		squares += (x->slack[i] - mean) * (x->slack[i] - mean);
	int64_t needed =
		paired_topics(allowed * mean_of_scores(x->unit, x->count),
			      sqrt(squares / (double)(x->count - 1)), 0.8, 2 * x->upper_error);
	l->needed = needed > (int64_t)x->count ? needed : 0;
}

static int refuse(const struct gate *g, const struct comparison *c,
		  const struct compared_measure *m, const struct over_topics *of,
		  const struct gains *x, size_t run, struct err *e)
{
	const char *a = c->run[g->baseline], *b = c->run[run];
	if (of->lacking)
		return err_data(e,
				"--gate: %zu of %zu topics have no estimate of %.100s, a tenth or "
				"more: those that have one are not like the others",
				of->topics - of->effect.count, of->topics, m->name);
	if (x->count < LEAST_TOPICS)
		return err_data(e,
				"--gate needs %d topics or more: %.200s and %.200s have %zu in "
				"common (%.100s)",
				LEAST_TOPICS, a, b, x->count, m->name);
	if (g->request->percent && !(mean_of_scores(x->unit, x->count) > 0))
		return err_data(e,
				"--gate: %g %% of the mean %.100s of %.200s, which is not above 0: "
				"give the margin in units of the measure",
				g->request->margin, m->name, a);
	return 0;
}

static enum gate_verdict verdict_of(const struct gate *g, const struct gate_line *l)
{
	return l->at_least > g->request->margin			    ? GATE_FAIL
	       : l->at_most < g->request->margin || l->at_most == 0 ? GATE_PASS
								    : GATE_UNDECIDED;
}

/* Sets from a sample: these topics, by a model of both runs (set_pairs.h). */
static int decide_sets(const struct gate *g, const struct comparison *c, size_t pair,
		       struct gate_line *l, struct err *e)
{
	const struct over_topics *x = &c->pair[pair].measure[l->measure];
	if (g->request->percent)
		return err_usage(
			e,
			"--gate=%g%%: of %.100s, which is estimated from a sample, the margin "
			"is in units of the measure: --gate=%g",
			g->request->margin, c->measure[l->measure].name, g->request->margin / 100);
	l->topics = x->topics;
	l->loss = x->difference == 0 ? 0 : -x->difference;
	l->at_least = -x->gate.upper;
	l->at_most = -x->gate.lower;
	l->verdict = verdict_of(g, l);
	return 0;
}

/* Systems: bounds that count seeds as random, too, where these lie further out. */
static void count_seeds(const struct gate *g, const struct gains *x, const struct over_topics *of,
			struct gate_line *l)
{
	double unit = g->request->percent ? 100 / mean_of_scores(x->unit, x->count) : 1;
	double error = unit * of->seeds.error, freedom = of->seeds.freedom;
	l->at_least = fmin(l->at_least, l->loss - error * qt(x->lower_error, freedom, 0, 0));
	l->at_most = fmax(l->at_most, l->loss + error * qt(x->upper_error, freedom, 0, 0));
	l->verdict = verdict_of(g, l);
}

static int decide_line(struct gate *g, const struct comparison *c, size_t at, struct gate_line *l,
		       struct err *e)
{
	const struct over_topics *pair = &c->pair[at].measure[l->measure];
	const struct gate_request *q = g->request;
	const struct compared_measure *m = &c->measure[l->measure];
	struct gains x = { .lower_error = g->alpha / (double)(c->pairs * c->measures),
			   .upper_error = g->alpha };
	int result = fill_gains(&x, c, m, l->run, g->baseline, q->percent, e);
	if (result == 0)
		result = refuse(g, c, m, pair, &x, l->run, e);
	if (result == 0) {
		l->topics = x.count;
		double allowed = q->percent ? q->margin / 100 : q->margin;
		find_bounds(&x, allowed, q->percent, l);
		decide(&x, allowed, q->percent, l);
		if (pair->of_seeds)
			count_seeds(g, &x, pair, l);
	}
	free(x.gain);
	return result;
}

static int check_gate(const struct comparison *c, struct err *e)
{
	for (size_t i = 0; i < c->runs; i++)
		if (comparison_is_unmet(c, i))
			return err_data(
				e,
				"--gate: the judgments name none of the documents of %.300s: "
				"it cannot pass, and is not shown to be worse",
				c->run[i]);
	for (size_t m = 0; m < c->measures; m++)
		if (c->measure[m].no_best)
			return err_usage(e, "--gate: of two values of %.100s neither is better",
					 c->measure[m].name);
	return 0;
}

int gate_decide(struct gate *g, const struct comparison *c, const struct gate_request *q,
		double alpha, struct err *e)
{
	*g = (struct gate){ .request = q, .baseline = c->baseline, .alpha = alpha };
	g->line = calloc(c->pairs * c->measures + 1, sizeof *g->line);
	if (g->line == NULL)
		return err_memory(e);
	if (check_gate(c, e) < 0)
		return -1;
	for (size_t m = 0; m < c->measures; m++)
		for (size_t i = 0; i < c->pairs; i++) {
			struct gate_line *l = &g->line[g->lines++];
			*l = (struct gate_line){ .run = c->pair[i].run[0], .measure = m };
			enum headline by = comparison_headline(c, m);
			bool estimated =
				by == OF_SETS ||
				(by == OF_RANKINGS && isfinite(c->pair[i].measure[m].deciding));
			if ((estimated ? decide_sets(g, c, i, l, e) : decide_line(g, c, i, l, e)) <
			    0)
				return -1;
			g->verdict = l->verdict > g->verdict ? l->verdict : g->verdict;
		}
	return 0;
}

void gate_release(struct gate *g)
{
	free(g->line);
	*g = (struct gate){ 0 };
}

int gate_status(const struct gate *g)
{
	const struct gate_request *q = g->request;
	if (q->noninferior)
		return g->verdict == GATE_PASS ? STATUS_OK : STATUS_NOT_SHOWN;
	return g->verdict == GATE_FAIL ? STATUS_WORSE : STATUS_OK;
}
