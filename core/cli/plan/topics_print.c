/*
 * What `plan topics` prints and draws; see topics_plan.h.
 */
#include <math.h>

#include "core/cli/plan/topics_print.h"
#include "core/engine/plan/topics_plan.h"
#include "core/stats/planning/sign_power.h"

enum {
	COLUMN_WANTED = 1,
	COLUMN_FIRST = 3,
	COLUMN_OTHER_TOPICS,
	COLUMN_OTHER_EFFECT = 6,
	COLUMN_CERTAINTY = 11,
	COLUMN_BEST,
	COLUMN_ADJUSTED_EFFECT,
	COLUMN_ADJUSTED_TOPICS,
	COLUMN_JUDGMENTS,
	COLUMN_COST,
	COLUMNS = COLUMN_COST + 8,
};

/* Headings of what does not apply are taken away. */
static const struct record_column all_columns[COLUMNS] = {
	{ "alpha", "alpha", .kind = RECORD_SHORT },
	[COLUMN_WANTED] = { "power_wanted", "wanted", .kind = RECORD_SHORT },
	{ "topics", "topics", .kind = RECORD_WHOLE },
	[COLUMN_FIRST] = { "topics_first", "first", .kind = RECORD_WHOLE },
	[COLUMN_OTHER_TOPICS] = { "topics_other", "normal", .kind = RECORD_WHOLE },
	{ "effect", "effect", RECORD_REAL, 6, 4, 7 },
	[COLUMN_OTHER_EFFECT] = { "effect_other", "normal", RECORD_REAL, 6, 4, 7 },
	{ "theta", "theta", RECORD_REAL, 6, 4, 7 },
	{ "critical_value", "critical", .kind = RECORD_WHOLE },
	{ "power", "power", RECORD_REAL, 6, 4, 7 },
	{ "power_normal", "normal", RECORD_REAL, 6, 4, 7 },
	[COLUMN_CERTAINTY] = { "certainty", "certainty", RECORD_REAL, 6, 4, 7 },
	[COLUMN_BEST] = { "certainty_is", "which", .kind = RECORD_TEXT },
	[COLUMN_ADJUSTED_EFFECT] = { "adjusted_effect", "effect'", RECORD_REAL, 6, 4, 7 },
	[COLUMN_ADJUSTED_TOPICS] = { "adjusted_topics", "topics'", .kind = RECORD_WHOLE },
	[COLUMN_JUDGMENTS] = { "judgments", "judgments", RECORD_REAL, 3, 0, 0 },
	[COLUMN_COST] = { "cost", "cost", RECORD_REAL, 3, 0, 7 },
	{ "gamma_0", NULL, .kind = RECORD_SHORT },
	{ "gamma_1", NULL, .kind = RECORD_SHORT },
	{ "gamma_2", NULL, .kind = RECORD_SHORT },
	{ "topic_cost", NULL, .kind = RECORD_SHORT },
	{ "judgment_cost", NULL, .kind = RECORD_SHORT },
	{ "free_topics", NULL, .kind = RECORD_SHORT },
	{ 0 },
};

static void choose_columns(const struct topics_question *q, struct record_column *out)
{
	memcpy(out, all_columns, sizeof all_columns);
	if (q->unknown == UNKNOWN_POWER)
		out[COLUMN_WANTED].heading = NULL;
	if (q->unknown != UNKNOWN_TOPICS)
		out[COLUMN_FIRST].heading = out[COLUMN_OTHER_TOPICS].heading = NULL;
	if (q->unknown != UNKNOWN_EFFECT)
		out[COLUMN_OTHER_EFFECT].heading = NULL;
	if (q->normal) {
		bool topics = q->unknown == UNKNOWN_TOPICS;
		out[topics ? COLUMN_OTHER_TOPICS : COLUMN_OTHER_EFFECT].heading =
			q->unknown == UNKNOWN_POWER ? NULL : "exact";
	}
	bool best = false;
	for (size_t i = 0; i < q->certainty.count; i++)
		best = best || isnan(q->certainty.value[i]);
	if (!best)
		out[COLUMN_BEST].heading = NULL;
	for (int i = COLUMN_CERTAINTY; i <= COLUMN_COST && q->certainty.count == 0; i++)
		out[i].heading = NULL;
	if (!q->priced)
		out[COLUMN_JUDGMENTS].heading = out[COLUMN_COST].heading = NULL;
}

static void add_whole(struct records *r, double x)
{
	if (isnan(x))
		records_none(r);
	else
		records_whole(r, (int64_t)x);
}

static void add_line(struct records *r, const struct topics_question *q,
		     const struct topics_line *l)
{
	const struct study *s = &l->study;
	records_real(r, l->alpha);
	records_real(r, l->wanted);
	add_whole(r, l->topics);
	add_whole(r, l->first_topics);
	add_whole(r, q->unknown == UNKNOWN_TOPICS ? l->other : NAN);
	records_real(r, l->effect);
	records_real(r, q->unknown == UNKNOWN_EFFECT ? l->other : NAN);
	records_real(r, (1 + l->effect) / 2);
	add_whole(r, (double)l->critical_value);
	records_real(r, l->power);
	records_real(r, l->normal_power);
	records_real(r, s->lambda);
	if (isnan(s->lambda))
		records_none(r);
	else
		records_text(r, l->cheapest ? "cheapest" : "given");
	records_real(r, isnan(s->lambda) ? NAN : sign_adjusted_effect(l->effect, s->lambda));
	add_whole(r, isnan(s->lambda) ? NAN : whole_topics(s->topics));
	records_real(r, s->judgments);
	records_real(r, s->cost);
	for (int i = 0; i < 3; i++)
		records_real(r, q->priced ? q->model.gamma[i] : NAN);
	records_real(r, q->priced ? q->price.topic : NAN);
	records_real(r, q->priced ? q->price.judgment : NAN);
	records_real(r, q->priced ? q->price.free_topics : NAN);
}

void topics_plan_lines(const struct topics_question *q, const struct topics_answer *a,
		       enum record_format format, struct buffer *b)
{
	struct record_column columns[COLUMNS];
	struct records r;
	choose_columns(q, columns);
	records_init(&r, columns);
	for (size_t i = 0; i < a->count; i++)
		add_line(&r, q, &a->line[i]);
	records_print(&r, format, b);
	records_release(&r);
}

/* ---- curves ---- */

/* What a line has on an axis. */
enum axis {
	AXIS_TOPICS,
	AXIS_EFFECT,
	AXIS_WANTED,
	AXIS_POWER,
	AXIS_CERTAINTY,
	AXIS_ADJUSTED,
	AXIS_COST
};

static const char *const axis_labels[] = { "topics",	"effect size", "power", "power",
					   "certainty", "topics",      "cost" };

static double on_axis(enum axis axis, const struct topics_line *l)
{
	switch (axis) {
	case AXIS_TOPICS:
		return l->topics;
	case AXIS_EFFECT:
		return l->effect;
	case AXIS_WANTED:
		return l->wanted;
	case AXIS_POWER:
		return l->power;
	case AXIS_CERTAINTY:
		return l->study.lambda;
	case AXIS_ADJUSTED:
		return l->study.topics;
	case AXIS_COST:
		return l->study.cost;
	}
	return NAN;
}

static bool choose_axes(const struct topics_question *q, enum axis *x, enum axis *y)
{
	if (q->certainty.count > 1) {
		*x = AXIS_CERTAINTY;
		*y = q->priced ? AXIS_COST : AXIS_ADJUSTED;
		return true;
	}
	static const enum axis unknown[] = { AXIS_POWER, AXIS_TOPICS, AXIS_EFFECT };
	*y = unknown[q->unknown];
	*x = q->topics.count > 1 ? AXIS_TOPICS : q->effect.count > 1 ? AXIS_EFFECT : AXIS_WANTED;
	return q->topics.count > 1 || q->effect.count > 1 || q->power.count > 1;
}

/* Do two lines differ in what is on the horizontal axis alone? */
static bool same_curve(const struct topics_question *q, enum axis x, const struct topics_line *a,
		       const struct topics_line *b)
{
	bool topics = q->unknown == UNKNOWN_TOPICS || x == AXIS_TOPICS || a->topics == b->topics;
	bool effect = q->unknown == UNKNOWN_EFFECT || x == AXIS_EFFECT || a->effect == b->effect;
	bool power = q->unknown == UNKNOWN_POWER || x == AXIS_WANTED || a->wanted == b->wanted;
	return topics && effect && power && a->alpha == b->alpha;
}

/* The dimensions in which curves differ. */
static void name_curve(const struct topics_question *q, enum axis x, const struct topics_line *l,
		       struct buffer *b)
{
	if (q->topics.count > 1 && x != AXIS_TOPICS)
		buffer_print(b, ", %.0f topics", l->topics);
	if (q->effect.count > 1 && x != AXIS_EFFECT)
		buffer_print(b, ", effect %.3g", l->effect);
	if (q->power.count > 1 && x != AXIS_WANTED)
		buffer_print(b, ", power %.3g", l->wanted);
	if (q->alpha.count > 1 || b->length == 0)
		buffer_print(b, ", alpha %g", l->alpha);
}

static bool begins_curve(const struct topics_question *q, const struct topics_answer *a,
			 enum axis x, size_t i)
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

/* The points of the curve that begins with a line, from left to right: the cheapest has its place.
 */
static void add_curve(struct plot *p, const struct topics_question *q,
		      const struct topics_answer *a, enum axis x, enum axis y, size_t first,
		      size_t colour)
{
	struct buffer name = { 0 };
	name_curve(q, x, &a->line[first], &name);
	plot_curve(p, name.length > 2 ? name.text + 2 : "", colour, false);
	p->failed = p->failed || name.failed;
	buffer_release(&name);
	double(*point)[2] = calloc(a->count, sizeof *point);
	if (point == NULL) {
		p->failed = true;
		return;
	}
	size_t count = 0;
	for (size_t i = first; i < a->count; i++)
		if (same_curve(q, x, &a->line[first], &a->line[i])) {
			point[count][0] = on_axis(x, &a->line[i]);
			point[count++][1] = on_axis(y, &a->line[i]);
		}
	qsort(point, count, sizeof *point, by_place);
	for (size_t i = 0; i < count; i++)
		plot_point(p, point[i][0], point[i][1]);
	free(point);
}

static int draw(const struct topics_question *q, const struct topics_answer *a, struct plot *p,
		struct err *e)
{
	enum axis x, y;
	if (!choose_axes(q, &x, &y))
		return err_usage(e, "--plot: nothing to draw a curve of; ask for several values of "
				    "one option");
	p->title = "Sign test";
	p->x_label = axis_labels[x];
	p->y_label = axis_labels[y];
	p->from_zero = true;
	size_t colour = 0;
	for (size_t i = 0; i < a->count; i++)
		if (begins_curve(q, a, x, i))
			add_curve(p, q, a, x, y, i, colour++);
	return 0;
}

int topics_plan_print(const struct topics_question *q, const struct topics_answer *a,
		      const struct planning_options *o, struct err *e)
{
	struct buffer b = { 0 };
	struct plot p = { 0 };
	int result = o->plot != NULL ? draw(q, a, &p, e) : 0;
	if (result == 0) {
		topics_plan_lines(q, a, o->format, &b);
		result = planning_finish(o, &p, &b, e);
	}
	plot_release(&p);
	buffer_release(&b);
	return result;
}
