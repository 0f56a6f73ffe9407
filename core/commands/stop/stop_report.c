/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/stop/stop_request.h"
#include "core/output/report.h"

/* Where a rule stops, or what is known at a look. */
struct stop_row {
	const char *topic, *what, *rule, *guarantee;
	int64_t step, judged, found;
	double cost, recall, p;
	const char *needs;
};

#define ROW(field) .at = offsetof(struct stop_row, field)

static const struct record_column columns[] = {
	{ "topic", NULL, RECORD_TEXT, ROW(topic) },
	{ "what", NULL, RECORD_TEXT, ROW(what) },
	{ "rule", "rule", RECORD_TEXT, .width = 15, ROW(rule) },
	{ "guarantee", NULL, RECORD_TEXT, ROW(guarantee) },
	{ "step", "stops at", RECORD_WHOLE, .width = 8, ROW(step) },
	{ "judged", "judged", RECORD_WHOLE, .width = 7, ROW(judged) },
	{ "cost", "cost", RECORD_REAL, 6, 4, 6, ROW(cost) },
	{ "found", "found", RECORD_WHOLE, .width = 6, ROW(found) },
	{ "recall", "recall", RECORD_REAL, 6, 4, 6, ROW(recall) },
	{ "p", "p", RECORD_REAL, 6, 4, 6, ROW(p) },
	{ "needs", "needs", RECORD_TEXT, ROW(needs), .if_any = true },
	{ 0 },
};

static struct stop_row row_of(const struct stop_request *q, const struct stop_case *x, size_t rule,
			      size_t look)
{
	const struct stopping_rule *s = stopping_rules[rule];
	const struct review_point *at = review_at(&x->review, look);
	return (struct stop_row){
		.topic = x->topic != NULL ? x->topic : "all",
		.what = "look",
		.rule = s->name,
		.guarantee = s->guarantee ? "yes" : "no",
		.step = (int64_t)x->review.look[look],
		.judged = at->judged,
		.found = at->found,
		.cost = (double)at->judged / (double)x->review.collection,
		.recall = x->all > 0 ? (double)at->found / (double)x->all : NAN,
		.p = stop_p(s, q, x, look),
	};
}

/* A rule that does not stop: its last p, and what it needs if it has none. */
static struct stop_row unstopped(const struct stop_request *q, const struct stop_case *x,
				 size_t rule)
{
	const struct stopping_rule *s = stopping_rules[rule];
	struct stop_row r = row_of(q, x, rule, x->review.looks - 1);
	r.step = r.judged = r.found = RECORD_NONE;
	r.cost = r.recall = NAN;
	for (size_t i = x->review.looks; i > 0 && isnan(r.p); i--)
		r.p = stop_p(s, q, x, i - 1);
	r.needs = isnan(r.p) && s->needs != NULL ? s->needs : NULL;
	return r;
}

static void add_stop(struct records *r, const struct stop_request *q, const struct stop_case *x,
		     size_t rule)
{
	bool stops = x->stop[rule] != SIZE_MAX;
	struct stop_row row = stops ? row_of(q, x, rule, x->stop[rule]) : unstopped(q, x, rule);
	row.what = "stop";
	records_add(r, &row);
}

/* Whether a look is among those that are printed: `lines` of them, evenly spread. */
static bool is_shown(const struct stop_request *q, const struct stop_case *x, size_t look)
{
	double looks = (double)x->review.looks, lines = (double)q->lines;
	if (lines >= looks)
		return true;
	double line = floor(((double)look + 1) * lines / looks);
	return line > floor((double)look * lines / looks);
}

/* ---- for programs ---- */

static void add_lines(struct report *out, const struct stop_request *q, const struct stop_answer *a)
{
	struct records r;
	records_init(&r, columns, sizeof(struct stop_row));
	for (size_t k = 0; k < a->count; k++) {
		const struct stop_case *x = &a->item[k];
		for (size_t i = 0; stopping_rules[i] != NULL; i++)
			add_stop(&r, q, x, i);
		for (size_t look = 0; look < x->review.looks; look++)
			for (size_t i = 0; stopping_rules[i] != NULL && is_shown(q, x, look); i++) {
				struct stop_row row = row_of(q, x, i, look);
				if (!isnan(row.p))
					records_add(&r, &row);
			}
	}
	report_records(out, 0, "", &r);
}

/* ---- for people ---- */

static void add_rules(struct report *out, const struct stop_request *q, const struct stop_case *x,
		      bool guarantee)
{
	struct records r;
	char title[128] = "Heuristics and repeated looks: no guarantee";
	if (guarantee)
		snprintf(title, sizeof title,
			 "Rules with a guarantee: recall below %g with probability %g at most",
			 q->question.rules.target, q->question.rules.alpha);
	records_init(&r, columns, sizeof(struct stop_row));
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		if (stopping_rules[i]->guarantee == guarantee)
			add_stop(&r, q, x, i);
	report_records(out, IN_ALL, title, &r);
}

/* One look, with p of all rules that have one. */
struct along {
	int64_t step, judged, found;
	double recall;
	double p[STOPPING_RULES_MAX];
};

#define ALONG(field) .at = offsetof(struct along, field)

static const struct record_column along_columns[] = {
	{ NULL, "step", RECORD_WHOLE, .width = 7, ALONG(step) },
	{ NULL, "judged", RECORD_WHOLE, .width = 7, ALONG(judged) },
	{ NULL, "found", RECORD_WHOLE, .width = 6, ALONG(found) },
	{ NULL, "recall", RECORD_REAL, 0, 4, 6, ALONG(recall), .if_any = true },
	{ 0 },
};

/* And one for each rule that has a p. */
static void add_p_columns(struct record_column *c)
{
	while (!record_columns_end(c))
		c++;
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		if (stopping_rules[i]->p != NULL)
			*c++ = (struct record_column){
				NULL, stopping_rules[i]->name,	     RECORD_REAL,   0, 4,
				6,    ALONG(p) + i * sizeof(double), .if_any = true
			};
	*c = (struct record_column){ 0 };
}

static void add_along(struct report *out, const struct stop_request *q, const struct stop_case *x)
{
	struct records r;
	records_init(&r, along_columns, sizeof(struct along));
	add_p_columns(r.column);
	for (size_t look = 0; look < x->review.looks; look++) {
		if (!is_shown(q, x, look))
			continue;
		const struct stop_row row = row_of(q, x, 0, look);
		struct along y = { row.step, row.judged, row.found, row.recall, { 0 } };
		for (size_t i = 0; stopping_rules[i] != NULL; i++)
			y.p[i] = stop_p(stopping_rules[i], q, x, look);
		records_add(&r, &y);
	}
	char title[64];
	snprintf(title, sizeof title, "p along the way: of \"recall is below %g\"",
		 q->question.rules.target);
	report_records(out, IN_ALL, title, &r);
}

/* What there is, in one line. */
static void add_counts(struct report *out, const struct stop_case *x)
{
	const struct review *r = &x->review;
	const struct review_point *end = &r->at[r->steps];
	struct buffer *b = report_text(out, REPORT_LINE);
	if (x->topic != NULL && !report_is(out, IN_PAGE))
		buffer_print(b, "topic %s: ", x->topic);
	buffer_print(b, "%lld documents, %lld judged, %lld relevant found",
		     (long long)r->collection, (long long)end->judged, (long long)end->found);
	if (x->all >= 0)
		buffer_print(b, " of %lld", (long long)x->all);
	if (r->control > 0)
		buffer_print(b, "; control sample of %lld, %lld relevant, %lld of them reached",
			     (long long)r->control, (long long)r->control_relevant,
			     (long long)end->reached);
	if (end->drawn > 0)
		buffer_print(b, "; random %lld, %lld relevant", (long long)end->drawn,
			     (long long)end->drawn_found);
}

static int add_picture(struct report *out, const struct stop_request *q, const struct stop_case *x,
		       struct err *e)
{
	if (!report_is(out, IN_PAGE))
		return 0;
	struct picture *picture = report_picture(out, e);
	if (picture == NULL || stop_picture(picture, q, x, e) < 0)
		return -1;
	report_figures(out, picture, 0, picture->rows * picture->columns);
	return 0;
}

/* A page begins with the verdict, all else ends with it. */
static int add_verdict(struct report *out, unsigned in, const char *title,
		       const struct stop_request *q, const struct stop_case *x, struct err *e)
{
	report_for(out, in);
	if (title != NULL)
		report_section(out, "%s", title);
	return report_is(out, in) ? stop_verdict(report_text(out, REPORT_PROSE), q, x, e) : 0;
}

static int add_case(struct report *out, const struct stop_request *q, const struct stop_case *x,
		    struct err *e)
{
	char title[256] = "Verdict";
	if (x->topic != NULL)
		snprintf(title, sizeof title, "Topic %s", x->topic);
	else if (x->all >= 0)
		snprintf(title, sizeof title, "Where rules stop");
	if (add_verdict(out, IN_PAGE, title, q, x, e) < 0)
		return -1;
	report_for(out, IN_TEXT);
	if (out->first != NULL)
		report_space(out);
	report_for(out, IN_ALL & ~IN_LINES);
	add_counts(out, x);
	if (add_picture(out, q, x, e) < 0)
		return -1;
	add_rules(out, q, x, true);
	add_rules(out, q, x, false);
	if (q->lines > 0)
		add_along(out, q, x);
	return add_verdict(out, IN_TEXT | IN_PAPER, x->all < 0 ? "Verdict" : NULL, q, x, e);
}

int stop_print(struct buffer *b, const struct stop_request *q, const struct stop_answer *a,
	       const struct answered *asked, const struct warnings *warnings, struct err *e)
{
	const struct report_origin origin = { .title = "When to stop a review",
					      .asked = asked,
					      .warnings = warnings };
	struct report r;
	int result = 0;
	report_init(&r, q->format, &origin);
	report_for(&r, IN_LINES);
	add_lines(&r, q, a);
	for (size_t i = 0; i < a->count && result == 0; i++)
		result = add_case(&r, q, &a->item[i], e);
	report_for(&r, IN_PAGE);
	report_section(&r, "The rules");
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		report_note(&r, "%s: %s. %s", stopping_rules[i]->name, stopping_rules[i]->summary,
			    stopping_rules[i]->manual);
	return report_write(&r, result, b, e);
}

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
		if (!stop_has_p(s, q, x))
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
		any = any || stop_has_p(stopping_rules[i], q, x);
	if (picture_init(out, any ? 2 : 1, 1, e) < 0)
		return -1;
	draw_found(&out->plot[0], q, x);
	if (any)
		draw_p(&out->plot[1], q, x);
	return 0;
}
