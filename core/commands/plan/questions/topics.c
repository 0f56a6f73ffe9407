/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan topics: how many topics the sign test needs, what it can detect, and what uncertain
 * judgments change and cost (Carterette & Smucker 2007, sections 3 and 5).
 */
#include <math.h>

#include "core/commands/plan/questions/topics.h"
#include "core/stats/planning/sign_power.h"

/* A line of the answer with all that is printed beside it. */
struct row {
	struct topics_line line;
	double other_topics, other_effect; /* by the other of exact and normal */
	double theta;
	const char *certainty_is;
	double adjusted_effect, adjusted_topics;
	struct judgment_model model;
	struct study_prices price;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "alpha", "alpha", RECORD_SHORT, AT(line.alpha) },
	{ "power_wanted", "wanted", RECORD_SHORT, AT(line.wanted) },
	{ "topics", "topics", RECORD_COUNT, AT(line.topics) },
	{ "topics_first", "first", RECORD_COUNT, AT(line.first_topics) },
	{ "topics_other", "normal", RECORD_COUNT, AT(other_topics) },
	{ "effect", "effect", RECORD_REAL, 6, 4, 7, AT(line.effect) },
	{ "effect_other", "normal", RECORD_REAL, 6, 4, 7, AT(other_effect) },
	{ "theta", "theta", RECORD_REAL, 6, 4, 7, AT(theta) },
	{ "critical_value", "critical", RECORD_WHOLE, AT(line.critical_value) },
	{ "power", "power", RECORD_REAL, 6, 4, 7, AT(line.power) },
	{ "power_normal", "normal", RECORD_REAL, 6, 4, 7, AT(line.normal_power) },
	{ "certainty", "certainty", RECORD_REAL, 6, 4, 7, AT(line.study.lambda) },
	{ "certainty_is", "which", RECORD_TEXT, AT(certainty_is) },
	{ "adjusted_effect", "effect'", RECORD_REAL, 6, 4, 7, AT(adjusted_effect) },
	{ "adjusted_topics", "topics'", RECORD_COUNT, AT(adjusted_topics) },
	{ "judgments", "judgments", RECORD_REAL, 3, 0, 0, AT(line.study.judgments) },
	{ "cost", "cost", RECORD_REAL, 3, 0, 7, AT(line.study.cost) },
	{ "gamma_0", NULL, RECORD_SHORT, AT(model.gamma[0]) },
	{ "gamma_1", NULL, RECORD_SHORT, AT(model.gamma[1]) },
	{ "gamma_2", NULL, RECORD_SHORT, AT(model.gamma[2]) },
	{ "topic_cost", NULL, RECORD_SHORT, AT(price.topic) },
	{ "judgment_cost", NULL, RECORD_SHORT, AT(price.judgment) },
	{ "free_topics", NULL, RECORD_SHORT, AT(price.free_topics) },
	{ 0 },
};

/* Removes the headings of columns that do not apply. */
static void choose_columns(struct records *r, const struct topics_question *q)
{
	bool best = false;
	for (size_t i = 0; i < q->certainty.count; i++)
		best = best || isnan(q->certainty.value[i]);
	const struct {
		const char *name;
		bool applies;
	} column[] = {
		{ "power_wanted", q->unknown != UNKNOWN_POWER },
		{ "topics_first", q->unknown == UNKNOWN_TOPICS },
		{ "topics_other", q->unknown == UNKNOWN_TOPICS },
		{ "effect_other", q->unknown == UNKNOWN_EFFECT },
		{ "certainty", q->certainty.count > 0 },
		{ "certainty_is", best },
		{ "adjusted_effect", q->certainty.count > 0 },
		{ "adjusted_topics", q->certainty.count > 0 },
		{ "judgments", q->certainty.count > 0 && q->priced },
		{ "cost", q->certainty.count > 0 && q->priced },
	};
	if (q->normal)
		records_column(r, "topics_other")->heading =
			records_column(r, "effect_other")->heading = "exact";
	for (size_t i = 0; i < sizeof column / sizeof *column; i++)
		if (!column[i].applies)
			records_column(r, column[i].name)->heading = NULL;
}

static struct row row_of(const struct topics_question *q, const struct topics_line *l)
{
	double lambda = l->study.lambda;
	bool certain = !isnan(lambda);
	return (struct row){
		.line = *l,
		.other_topics = q->unknown == UNKNOWN_TOPICS ? l->other : NAN,
		.other_effect = q->unknown == UNKNOWN_EFFECT ? l->other : NAN,
		.theta = (1 + l->effect) / 2,
		.certainty_is = !certain      ? NULL
				: l->cheapest ? "cheapest"
					      : "given",
		.adjusted_effect = certain ? sign_adjusted_effect(l->effect, lambda) : NAN,
		.adjusted_topics = certain ? whole_topics(l->study.topics) : NAN,
		.model = q->priced ? q->model : (struct judgment_model){ { NAN, NAN, NAN } },
		.price = q->priced ? q->price : (struct study_prices){ NAN, NAN, NAN },
	};
}

void topics_plan_lines(const struct topics_question *q, const struct topics_answer *a,
		       enum record_format format, struct buffer *b)
{
	struct records r;
	records_init(&r, columns, sizeof(struct row));
	choose_columns(&r, q);
	for (size_t i = 0; i < a->count; i++) {
		struct row row = row_of(q, &a->line[i]);
		records_add(&r, &row);
	}
	records_finish(&r, format, b);
}

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
static bool choose_axes(const struct topics_question *q, const struct axis *axis[2])
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
static bool same_curve(const struct topics_question *q, const struct axis *x,
		       const struct topics_line *a, const struct topics_line *b)
{
	bool topics = q->unknown == UNKNOWN_TOPICS || x == &of_topics || a->topics == b->topics;
	bool effect = q->unknown == UNKNOWN_EFFECT || x == &of_effect || a->effect == b->effect;
	bool power = q->unknown == UNKNOWN_POWER || x == &of_wanted || a->wanted == b->wanted;
	return topics && effect && power && a->alpha == b->alpha;
}

/* The dimensions in which curves differ. */
static void name_curve(const struct topics_question *q, const struct axis *x,
		       const struct topics_line *l, struct buffer *b)
{
	if (q->topics.count > 1 && x != &of_topics)
		buffer_print(b, ", %.0f topics", l->topics);
	if (q->effect.count > 1 && x != &of_effect)
		buffer_print(b, ", effect %.3g", l->effect);
	if (q->power.count > 1 && x != &of_wanted)
		buffer_print(b, ", power %.3g", l->wanted);
	if (q->alpha.count > 1 || b->length == 0)
		buffer_print(b, ", alpha %g", l->alpha);
}

static bool begins_curve(const struct topics_question *q, const struct topics_answer *a,
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
static void add_curve(struct plot *p, const struct topics_question *q,
		      const struct topics_answer *a, const struct axis *const axis[2], size_t first,
		      size_t colour)
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

static int draw(const struct topics_question *q, const struct topics_answer *a, struct picture *out,
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

static int print(const struct topics_question *q, const struct topics_answer *a,
		 const struct planning_options *o, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	int result = o->plot != NULL ? draw(q, a, &picture, e) : 0;
	if (result == 0)
		topics_plan_lines(q, a, o->format, &b);
	return picture_finish(&picture, o->plot, &b, result, out, e);
}

/* ---- the question ---- */

static int run(void *request, const struct output *out, struct err *e)
{
	struct topics_request *q = request;
	if (plot_check(q->options.plot, e) < 0)
		return -1;
	struct topics_answer answer;
	int result = topics_plan(&q->topics.question, &answer, e);
	if (result == 0)
		result = print(&q->topics.question, &answer, &q->options, out, e);
	topics_answer_release(&answer);
	return result;
}

COMMAND = { &topics_table, run, NULL };
