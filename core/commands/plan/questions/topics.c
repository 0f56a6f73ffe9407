/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan topics: how many topics the sign test needs, what it can detect, and what uncertain
 * judgments change and cost (Carterette & Smucker 2007, sections 3 and 5).
 */
#include <math.h>

#include "core/base/number.h"
#include "core/commands/plan/sign_test.h"

struct topics_request {
	struct topics_options topics;
	struct planning_options options;
};

/* ---- options ---- */

#define AT(member) OPTION_AT(struct topics_request, member)

OPTION_SETTER(set_gamma)
{
	struct topics_options *q = &((struct topics_request *)request)->topics;
	const char *from = text;
	q->priced = true;
	q->model = robust04_judgments;
	if (strcmp(text, "robust04") == 0)
		return 0;
	for (int i = 0; i < 3; i++) {
		struct slice item = { from, strcspn(from, ",") };
		from += item.length + 1;
		if (!parse_real(item, &q->model.gamma[i]) || !isfinite(q->model.gamma[i]) ||
		    from[-1] != (i < 2 ? ',' : '\0'))
			return err_usage(e, "--%s=%.200s: not robust04, and not three numbers",
					 o->name, text);
	}
	return 0;
}

static const struct command_option options[] = {
	{ .include = topics_options, AT(topics) },
	{ "gamma", 0, "G0,G1,G2",
	  "Judgments for n topics at certainty x: exp(G0) x^G1 n^G2; robust04: 4.79,5.43,0.71",
	  SET_BY(set_gamma), .more = "`robust04` is the model of Carterette & Smucker (2007)." },
	{ .include = planning_options, AT(options) },
	{ 0 },
};

static int check_plan_topics(void *request, struct err *e)
{
	struct topics_request *q = request;
	return topics_options_check(&q->topics, "--gamma", e);
}

static const struct command_table table = {
	.name = "plan topics",
	.summary = "power of the sign test, topics needed, cost of uncertain judgments",
	.doc = "Topics that the sign test needs, and its power.",
	.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS,
	.option = options,
	.size = sizeof(struct topics_request),
	.check = check_plan_topics,
};

/* ---- curves ---- */

/* What a line has on an axis. */
struct axis {
	const char *label;
	size_t at; /* in struct topics_line */
};

static const struct axis of_topics = { "topics", offsetof(struct topics_line, topics) };
static const struct axis of_effect = { "effect size", offsetof(struct topics_line, effect) };
static const struct axis of_wanted = { "power", offsetof(struct topics_line, wanted) };
static const struct axis of_power = { "power", offsetof(struct topics_line, power) };
static const struct axis of_certainty = { "certainty", offsetof(struct topics_line, study.lambda) };
static const struct axis of_adjusted = { "topics", offsetof(struct topics_line, study.topics) };
static const struct axis of_cost = { "cost", offsetof(struct topics_line, study.cost) };

/* The horizontal and the vertical one; false: there is nothing to draw. */
static bool choose_axes(const struct topics_options *q, const struct axis *axis[2])
{
	if (q->certainty.count > 1) {
		axis[0] = &of_certainty;
		axis[1] = q->priced ? &of_cost : &of_adjusted;
		return true;
	}
	static const struct axis *const unknown[] = { &of_power, &of_topics, &of_effect };
	axis[0] = q->topics.count > 1 ? &of_topics : q->effect.count > 1 ? &of_effect : &of_wanted;
	axis[1] = unknown[q->unknown];
	return q->topics.count > 1 || q->effect.count > 1 || q->power.count > 1;
}

/* Do two lines differ in what is on the horizontal axis alone? */
static bool same_curve(const struct topics_options *q, const struct axis *x,
		       const struct topics_line *a, const struct topics_line *b)
{
	bool topics = q->unknown == UNKNOWN_TOPICS || x == &of_topics || a->topics == b->topics;
	bool effect = q->unknown == UNKNOWN_EFFECT || x == &of_effect || a->effect == b->effect;
	bool power = q->unknown == UNKNOWN_POWER || x == &of_wanted || a->wanted == b->wanted;
	return topics && effect && power && a->alpha == b->alpha;
}

/* The dimensions in which curves differ. */
static void name_curve(const struct topics_options *q, const struct axis *x,
		       const struct topics_line *l, struct buffer *b)
{
	if (q->topics.count > 1 && x != &of_topics)
		buffer_print(b, ", %.0f topics", l->topics);
	if (q->effect.count > 1 && x != &of_effect)
		buffer_print(b, ", effect %.3g", l->effect);
	if (q->power.count > 1 && x != &of_wanted)
		buffer_print(b, ", power %.3g", l->wanted);
	if (q->alpha.count > 1 || b->length == 0)
		buffer_print(b, ", alpha %g", l->level);
}

static bool begins_curve(const struct topics_options *q, const struct topics_answer *a,
			 const struct axis *x, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (same_curve(q, x, &a->line[k], &a->line[i]))
			return false;
	return true;
}

static int by_place(const void *a, const void *b)
{
	double x = ((const double *)a)[0], y = ((const double *)b)[0];
	return (x > y) - (x < y);
}

/* The curve that begins with a line, from left to right, and a mark at the cheapest study. */
static void add_curve(struct plot *p, const struct topics_options *q, const struct topics_answer *a,
		      const struct axis *const axis[2], size_t first, size_t colour)
{
	struct buffer name = { 0 };
	name_curve(q, axis[0], &a->line[first], &name);
	plot_curve(p, PLOT_CURVE, name.length > 2 ? name.text + 2 : "", colour);
	p->failed = p->failed || name.failed;
	buffer_release(&name);
	double(*point)[2] = calloc(a->count, sizeof *point);
	if (point == NULL) {
		p->failed = true;
		return;
	}
	size_t count = 0;
	for (size_t i = first; i < a->count; i++)
		if (same_curve(q, axis[0], &a->line[first], &a->line[i])) {
			point[count][0] = record_real(&a->line[i], axis[0]->at);
			point[count++][1] = record_real(&a->line[i], axis[1]->at);
		}
	qsort(point, count, sizeof *point, by_place);
	for (size_t i = 0; i < count; i++)
		plot_point(p, point[i][0], point[i][1]);
	free(point);
	for (size_t i = first; i < a->count; i++) {
		const struct topics_line *l = &a->line[i];
		if (!l->cheapest || axis[0] != &of_certainty ||
		    !same_curve(q, axis[0], &a->line[first], l))
			continue;
		plot_curve(p, PLOT_MARK, colour == 0 ? "cheapest" : NULL, colour);
		plot_point(p, record_real(l, axis[0]->at), record_real(l, axis[1]->at));
	}
}

static int draw(const struct topics_options *q, const struct topics_answer *a, struct picture *out,
		struct err *e)
{
	const struct axis *axis[2];
	if (!choose_axes(q, axis))
		return err_usage(e, "--plot: nothing to draw a curve of; ask for several values of "
				    "one option");
	if (picture_init(out, 1, 1, e) < 0)
		return -1;
	struct plot *p = out->plot;
	buffer_print(&p->title, "Sign test");
	buffer_print(&p->x_label, "%s", axis[0]->label);
	buffer_print(&p->y_label, "%s", axis[1]->label);
	p->from_zero = true;
	size_t colour = 0;
	for (size_t i = 0; i < a->count; i++)
		if (begins_curve(q, a, axis[0], i))
			add_curve(p, q, a, axis, i, colour++);
	return 0;
}

static int print_topics_plan(const struct topics_options *q, const struct topics_answer *a,
			     const struct planning_options *o, const struct output *out,
			     struct err *e)
{
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct report r;
	int result = o->plot != NULL ? draw(q, a, &picture, e) : 0;
	report_init(&r, o->format, &(struct report_origin){ .asked = &out->asked });
	topics_plan_lines(q, a, &r);
	result = report_write(&r, result, &b, e);
	return picture_finish(&picture, o->plot, &b, result, out, e);
}

/* ---- the question ---- */

static int plan_topics(void *request, const struct output *out, struct err *e)
{
	struct topics_request *q = request;
	if (plot_check(q->options.plot, e) < 0)
		return -1;
	struct topics_answer answer;
	int result = topics_plan(&q->topics, &answer, e);
	if (result == 0)
		result = print_topics_plan(&q->topics, &answer, &q->options, out, e);
	topics_answer_release(&answer);
	return result;
}

COMMAND = { &table, plan_topics, NULL };
