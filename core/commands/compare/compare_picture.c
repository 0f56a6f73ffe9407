/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/commands/compare/compare_output.h"
#include "core/commands/compare/ranked_runs.h"
#include "core/engine/compare/score_comparison.h"
#include "core/stats/goutte_gaussier/confusion.h"
#include "core/stats/goutte_gaussier/utility.h"
#include "core/stats/numeric/logit.h"

enum { PLOTS_MAX = 9 }; /* further measures are not drawn */

/* "95 % intervals (t)", on a line of its own */
static void say_level(struct buffer *b, const struct comparison_output *o, const char *method)
{
	if (o->request->methods == 0)
		return;
	buffer_print(b, "\n%g %% %s (%s)", 100 * o->runs->level,
		     o->lower && o->upper ? "intervals"
		     : o->lower		  ? "lower bounds"
					  : "upper bounds",
		     method);
}

static void count_topics(int64_t *least, int64_t *most, size_t count)
{
	*least = (int64_t)count < *least ? (int64_t)count : *least;
	*most = (int64_t)count > *most ? (int64_t)count : *most;
}

/* The ends that were asked for. */
static struct interval drawn_bounds(const struct over_topics *x, const struct comparison_output *o)
{
	const struct interval b = comparison_bounds(x, o);
	return (struct interval){ o->lower ? b.lower : NAN, o->upper ? b.upper : NAN };
}

/* ---- two runs: the topics ---- */

/* "mean 0.0102, 95 % interval -0.0112 to 0.0316 (t)", on a line of its own */
static void say_mean(struct buffer *b, const struct comparison *c, size_t measure,
		     const struct comparison_output *o)
{
	const struct over_topics *x = &c->pair[0].measure[measure];
	const struct interval bounds = drawn_bounds(x, o);
	buffer_print(b, "\nmean %.*f", o->runs->digits, x->difference);
	if (!isnan(bounds.lower) && !isnan(bounds.upper))
		buffer_print(b, ", %g %% interval %.*f to %.*f (%s)", 100 * o->runs->level,
			     o->runs->digits, bounds.lower, o->runs->digits, bounds.upper,
			     comparison_bounds_name(c, measure, o, x));
	else if (!isnan(bounds.lower) || !isnan(bounds.upper))
		buffer_print(b, ", %g %% %s bound %.*f (%s)", 100 * o->runs->level,
			     isnan(bounds.upper) ? "lower" : "upper", o->runs->digits,
			     isnan(bounds.upper) ? bounds.lower : bounds.upper,
			     comparison_bounds_name(c, measure, o, x));
}

/* The mean difference as a line over all topics, and its interval as a band. */
static void draw_mean(struct plot *p, const struct over_topics *x,
		      const struct comparison_output *o, size_t topics)
{
	const double end[] = { -0.5, (double)topics - 0.5 };
	const struct interval bounds = drawn_bounds(x, o);
	for (int band = 1; band >= 0; band--) {
		if (band && (isnan(bounds.lower) || isnan(bounds.upper)))
			continue;
		plot_curve(p, band ? PLOT_BAND : PLOT_LINE, NULL, 1);
		for (int i = 0; i < 2; i++)
			plot_interval(p, (struct plot_point){ end[i], x->difference, bounds.lower,
							      bounds.upper });
	}
}

static void draw_topics(struct plot *p, const struct comparison *c, size_t measure,
			const struct comparison_output *o)
{
	const struct pair *pair = &c->pair[0];
	const struct compared_measure *m = &c->measure[measure];
	const struct over_topics *x = &pair->measure[measure];
	size_t count;
	struct topic_difference *list = topic_differences(m, pair, &count);
	p->failed = p->failed || list == NULL;
	buffer_print(&p->title, "%s: %s - %s", m->title, c->run[pair->run[0]],
		     c->run[pair->run[1]]);
	plot_topics(&p->title, (int64_t)count, (int64_t)count);
	say_mean(&p->title, c, measure, o);
	buffer_print(&p->x_label,
		     "topics, the largest difference first\n%s better on %zu, %s on %zu",
		     c->run[pair->run[0]], x->effect.wins, c->run[pair->run[1]], x->effect.losses);
	buffer_print(&p->y_label, "difference of %s%s", m->title,
		     m->lower_better ? " (lower is better)" : "");
	p->names_below = true;
	plot_curve(p, PLOT_BARS, NULL, 2);
	for (size_t i = 0; list != NULL && i < count; i++) {
		plot_name(p, list[i].topic, NULL);
		plot_point(p, (double)i, list[i].difference);
	}
	plot_line(p, NULL, -0.5, 0, (double)count - 0.5, 0);
	draw_mean(p, x, o, count);
	free(list);
}

/* ---- several runs: their means ---- */

/* The interval of the mean of one run as the evaluation has it; of a table of scores, over the
 * topics for which it has one. */
static int run_bounds(const struct compared_measure *m, size_t run,
		      const struct comparison_output *o, struct run_mean *out, struct err *e)
{
	if (m->mean != NULL) {
		*out = m->mean[run];
		return 0;
	}
	const struct comparison_request *q = o->request;
	const struct score_table *t = &m->table;
	bool known = m->least != 0 || m->most != 0;
	const struct mean_interval_request r = { .ends = q->ends,
						 .least = known ? m->least : -INFINITY,
						 .most = known ? m->most : INFINITY,
						 .resamples = q->paired.resamples };
	double *score = calloc(t->topics + 1, sizeof *score);
	size_t count = 0;
	if (score == NULL)
		return err_memory(e);
	for (size_t i = 0; i < t->topics; i++)
		if (!isnan(t->value[run * t->topics + i]))
			score[count++] = t->value[run * t->topics + i];
	struct mean_bounds found = { 0 };
	int result = mean_intervals(q->method, 1, score, count, &r, &found, e);
	if (result == 0)
		*out = (struct run_mean){ mean_of_scores(score, count), found.ends,
					  found.by->name };
	free(score);
	return result;
}

static int draw_ranked(struct plot *p, const struct comparison *c, size_t measure,
		       const struct ranked_runs *r, const struct comparison_output *o,
		       struct err *e)
{
	const struct compared_measure *m = &c->measure[measure];
	int result = 0;
	const char *method = NULL;
	plot_curve(p, PLOT_INTERVALS, NULL, 0);
	for (size_t i = 0; i < c->runs && result == 0; i++) {
		struct buffer letters = { 0 };
		struct run_mean b = { 0 };
		result = run_bounds(m, r->run[i].number, o, &b, e);
		if (result < 0)
			break;
		bool constant = b.method != NULL && strcmp(b.method, "constant") == 0;
		method = method != NULL && constant ? method : b.method;
		ranked_runs_letters(r, c->runs, i, false, &letters);
		plot_name(p, c->run[r->run[i].number], letters.length > 0 ? letters.text : NULL);
		p->failed = p->failed || letters.failed;
		buffer_release(&letters);
		plot_interval(p, (struct plot_point){ r->run[i].mean, (double)i,
						      o->lower ? b.bounds.lower : NAN,
						      o->upper ? b.bounds.upper : NAN });
	}
	say_level(&p->title, o, method);
	return result;
}

static int draw_means(struct plot *p, const struct comparison *c, size_t measure,
		      const struct comparison_output *o, struct err *e)
{
	struct ranked_runs r;
	int64_t least = INT64_MAX, most = 0;
	int result = ranked_runs_init(&r, c, measure, ALPHA);
	buffer_print(&p->title, "%s", c->measure[measure].title);
	for (size_t i = 0; i < c->runs; i++)
		count_topics(&least, &most, score_table_topics(&c->measure[measure].table, i));
	plot_topics(&p->title, least, most);
	if (r.groups == 0)
		buffer_print(&p->x_label,
			     "no letters: more than %d groups, or a test without an "
			     "answer",
			     LETTER_GROUPS_MAX);
	else
		buffer_print(&p->x_label,
			     "runs that share a letter:\nno significant difference found (%s, %s)",
			     comparison_test(c, measure).text, o->request->adjust->called);
	result = result == 0 ? draw_ranked(p, c, measure, &r, o, e) : err_memory(e);
	ranked_runs_release(&r);
	return result;
}

/* ---- several runs: their ranks ---- */

static int draw_ranks(struct plot *p, const struct comparison *c, size_t measure,
		      const struct comparison_output *o, struct err *e)
{
	struct ranked_runs r;
	int result = ranked_runs_init(&r, c, measure, ALPHA);
	buffer_print(&p->title, "%s: ranks\n%g %% sets, all at once (%s)",
		     c->measure[measure].title, 100 * o->runs->level, o->request->intervals->name);
	buffer_print(&p->x_label, "rank by the true mean\n(points: by the means that were found)");
	p->whole = true;
	plot_curve(p, PLOT_INTERVALS, NULL, 0);
	for (size_t i = 0; result == 0 && i < c->runs; i++) {
		plot_name(p, c->run[r.run[i].number], NULL);
		plot_interval(p, (struct plot_point){ (double)(i + 1), (double)i,
						      (double)r.run[i].ranks.first,
						      (double)r.run[i].ranks.last });
	}
	ranked_runs_release(&r);
	return result == 0 ? 0 : err_memory(e);
}

/* ---- a baseline: differences ---- */

static void draw_differences(struct plot *p, const struct comparison *c, size_t measure,
			     const struct comparison_output *o)
{
	int64_t least = INT64_MAX, most = 0;
	buffer_print(&p->title, "%s: difference from %s", c->measure[measure].title,
		     c->baselines > 1 ? "the baselines" : c->run[c->baseline]);
	for (size_t i = 0; i < c->pairs; i++)
		count_topics(&least, &most, c->pair[i].measure[measure].topics);
	plot_topics(&p->title, least, most);
	say_level(&p->title, o, comparison_bounds_name(c, measure, o, NULL));
	plot_curve(p, PLOT_INTERVALS, NULL, 0);
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *x = &c->pair[i];
		bool turned = x->run[0] == c->baseline;
		const struct over_topics *y = &x->measure[measure];
		const struct interval b = drawn_bounds(y, o);
		double sign = turned ? -1 : 1;
		plot_name(p, c->run[x->run[turned]], c->baselines > 1 ? c->run[x->run[1]] : NULL);
		plot_interval(p, (struct plot_point){ sign * y->difference, (double)i,
						      turned ? -b.upper : b.lower,
						      turned ? -b.lower : b.upper });
	}
	plot_line(p, NULL, 0, -0.5, 0, (double)c->pairs - 0.5);
}

int comparison_picture(const struct comparison *c, const struct comparison_output *o,
		       struct picture *out, struct err *e)
{
	size_t count = c->measures < PLOTS_MAX ? c->measures : PLOTS_MAX;
	int result = picture_init_plots(out, count, e);
	for (size_t i = 0; i < count && result == 0; i++)
		if (o->asked->ranks)
			result = draw_ranks(&out->plot[i], c, i, o, e);
		else if (c->baseline != SIZE_MAX && c->runs > 2)
			draw_differences(&out->plot[i], c, i, o);
		else if (c->runs > 2)
			result = draw_means(&out->plot[i], c, i, o, e);
		else
			draw_topics(&out->plot[i], c, i, o);
	return result;
}

/* ---- counts of two sets: their posteriors ---- */

/* A distribution to draw: that of a share, or that of the utility. */
struct density {
	struct log_odds_table *share; /* NULL: utility */
	struct utility_posterior utility;
};

static double cdf(const struct density *d, double x)
{
	if (d->share == NULL)
		return utility_cdf(&d->utility, x);
	return !(x > 0) ? 0 : x >= 1 ? 1 : log_odds_cdf(d->share, log(x) - log1p(-x));
}

static double quantile(const struct density *d, double prob)
{
	if (d->share == NULL)
		return utility_quantile(&d->utility, prob);
	return inverse_logit(log_odds_quantile(d->share, prob));
}

/* The mean density of each narrow bin: the density itself may be infinite at an end. */
static void draw_density(struct plot *p, const struct density *d, int side)
{
	enum { BINS = 200 };
	const double far = 1e-5;
	double from = quantile(d, far), width = (quantile(d, 1 - far) - from) / BINS;
	plot_curve(p, PLOT_LINE, side == 0 ? "A" : "B", (size_t)side);
	if (side == 1)
		plot_dash(p);
	double before = cdf(d, from);
	for (int i = 0; i < BINS; i++) {
		double upto = cdf(d, from + (i + 1) * width);
		plot_point(p, from + (i + 0.5) * width, (upto - before) / width);
		before = upto;
	}
}

/* The posteriors of both sets; `quantity` 0: that of the utility. */
static int draw_posterior(struct plot *p, const struct compare_request *q, enum quantity quantity,
			  struct err *e)
{
	buffer_print(&p->y_label, "density");
	p->from_zero = true;
	for (int side = 0; side < 2; side++) {
		const struct confusion *count = &q->confusion[side];
		struct confusion_posterior x;
		struct density d = { .share = NULL };
		int result = quantity == 0
				     ? utility_posterior_init(&d.utility, count, 1, q->pair.prior,
							      q->pair.gain, q->pair.cost, e)
				     : confusion_posterior_init(&x, count, q->pair.prior, quantity,
								q->pair.beta, e);
		if (result < 0)
			return -1;
		if (quantity != 0 && (d.share = confusion_table(&x, LOG_ODDS_STEP)) == NULL)
			return err_memory(e);
		draw_density(p, &d, side);
		free(d.share);
	}
	return 0;
}

int counts_picture(const struct compare_request *q, struct picture *out, struct err *e)
{
	char f[32];
	snprintf(f, sizeof f, "F%g", q->pair.beta);
	const struct {
		enum quantity quantity;
		const char *name;
	} share[] = { { QUANTITY_PRECISION, "precision" },
		      { QUANTITY_RECALL, "recall" },
		      { QUANTITY_F, f } };
	if (picture_init_plots(out, q->utility_given ? 4 : 3, e) < 0)
		return -1;
	for (int i = 0; i < 3; i++) {
		struct plot *p = &out->plot[i];
		buffer_print(&p->title, "Posterior of %s", share[i].name);
		buffer_print(&p->x_label, "%s", share[i].name);
		if (draw_posterior(p, q, share[i].quantity, e) < 0)
			return -1;
	}
	if (!q->utility_given)
		return 0;
	buffer_print(&out->plot[3].title, "Posterior of the utility %g TP - %g FP", q->pair.gain,
		     q->pair.cost);
	buffer_print(&out->plot[3].x_label, "utility");
	return draw_posterior(&out->plot[3], q, 0, e);
}
