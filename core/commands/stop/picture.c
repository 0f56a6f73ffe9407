/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/stop/stop_request.h"

/* A stop with a guarantee is a whole line, one without is dashed. */
static void draw_stop(struct plot *p, const struct stop_case *x, size_t rule)
{
	const struct stopping_rule *s = stopping_rules[rule];
	char title[64];
	if (x->stop[rule] == SIZE_MAX)
		return;
	snprintf(title, sizeof title, "%s stops%s", s->name, s->guarantee ? ", guaranteed" : "");
	plot_curve(p, PLOT_CURVE, title, rule + 1);
	if (!s->guarantee)
		plot_dash(p);
	for (int end = 0; end < 2; end++)
		plot_point(p, (double)review_at(&x->review, x->stop[rule])->judged, end);
}

static void draw_found(struct plot *p, const struct stop_request *q, const struct stop_case *x)
{
	const struct review *r = &x->review;
	int64_t all = x->all > 0 ? x->all : r->at[r->steps].found;
	buffer_print(&p->title, "When to stop: a recall of %g of %lld documents, level %g",
		     q->question.rules.target, (long long)r->collection,
		     1 - q->question.rules.alpha);
	buffer_print(&p->x_label, "documents judged");
	buffer_print(&p->y_label, "share");
	p->from_zero = true;
	plot_curve(p, PLOT_CURVE, x->all > 0 ? "recall" : "share of what was found in the end", 0);
	for (size_t i = 0; i < r->looks; i++)
		plot_point(p, (double)review_at(r, i)->judged,
			   all > 0 ? (double)review_at(r, i)->found / (double)all : 0);
	plot_line(p, "target", 0, q->question.rules.target, (double)r->at[r->steps].judged,
		  q->question.rules.target);
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		draw_stop(p, x, i);
}

/* Whether a rule has a p at any look. */
static bool has_p(const struct stop_request *q, const struct stop_case *x, size_t rule)
{
	for (size_t i = 0; i < x->review.looks; i++)
		if (!isnan(stop_p(stopping_rules[rule], q, x, i)))
			return true;
	return false;
}

static void draw_p(struct plot *p, const struct stop_request *q, const struct stop_case *x)
{
	const struct review *r = &x->review;
	double last = (double)r->at[r->steps].judged, alpha = q->question.rules.alpha;
	buffer_print(&p->title, "p of \"recall is below %g\"", q->question.rules.target);
	buffer_print(&p->x_label, "documents judged");
	buffer_print(&p->y_label, "probability");
	p->from_zero = true;
	for (size_t rule = 0; stopping_rules[rule] != NULL; rule++) {
		const struct stopping_rule *s = stopping_rules[rule];
		char title[64];
		if (!has_p(q, x, rule))
			continue;
		snprintf(title, sizeof title, "p of %s%s", s->name,
			 s->guarantee ? "" : ", no guarantee");
		plot_curve(p, PLOT_CURVE, title, rule + 1);
		if (!s->guarantee)
			plot_dash(p);
		for (size_t i = 0; i < r->looks; i++)
			plot_point(p, (double)review_at(r, i)->judged, stop_p(s, q, x, i));
	}
	plot_line(p, "1 - level", 0, alpha, last, alpha);
}

int stop_picture(struct picture *out, const struct stop_request *q, const struct stop_case *x,
		 struct err *e)
{
	bool any = false;
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		any = any || has_p(q, x, i);
	if (picture_init(out, any ? 2 : 1, 1, e) < 0)
		return -1;
	draw_found(&out->plot[0], q, x);
	if (any)
		draw_p(&out->plot[1], q, x);
	return 0;
}
