/*
 * What `plan map` prints and draws; see map_plan.h.
 */
#include <math.h>

#include "core/cli/plan/map_print.h"
#include "core/engine/plan/map_plan.h"

enum {
	COLUMN_MEASURE,
	COLUMN_RUN,
	COLUMN_MINUS,
	COLUMN_PILOT,
	COLUMN_MEAN,
	COLUMN_SD,
	COLUMN_LIMIT,
	COLUMN_BETWEEN,
	COLUMN_WITHIN,
	COLUMN_BIAS,
	COLUMN_JUDGED,
	COLUMN_WANTED,
	COLUMN_TOPICS,
	COLUMN_TOPICS_SAFE,
	COLUMN_JUDGMENTS,
	COLUMN_JUDGMENTS_SAFE,
	COLUMN_WIDTH,
	COLUMN_WIDTH_SAFE,
	COLUMN_THESE,
	COLUMN_DIFFERENCE,
	COLUMN_DIFFERENCE_SAFE,
	COLUMN_WANTED_POWER,
	COLUMN_POWER,
	COLUMN_POWER_SAFE,
	COLUMN_COST,
	COLUMN_CHEAPEST,
	COLUMN_LEVEL,
	COLUMN_ALPHA,
	COLUMN_SAFETY,
	COLUMN_SCOPE,
	COLUMN_TOPIC_COST,
	COLUMN_JUDGMENT_COST,
	COLUMN_FREE_TOPICS,
	COLUMNS,
};

static const struct record_column all_columns[COLUMNS + 1] = {
	[COLUMN_MEASURE] = { "measure", NULL, .kind = RECORD_TEXT },
	[COLUMN_RUN] = { "run", "run", .kind = RECORD_TEXT },
	[COLUMN_MINUS] = { "minus", "minus", .kind = RECORD_TEXT },
	[COLUMN_PILOT] = { "pilot_topics", "pilot", .kind = RECORD_WHOLE },
	[COLUMN_MEAN] = { "mean", "mean", RECORD_REAL, 6, 4, 6 },
	[COLUMN_SD] = { "sd", "sd", RECORD_REAL, 6, 4, 6 },
	[COLUMN_LIMIT] = { "sd_safe", "safe", RECORD_REAL, 6, 4, 6 },
	[COLUMN_BETWEEN] = { "sd_between", "between", RECORD_REAL, 6, 4, 0 },
	[COLUMN_WITHIN] = { "se_within", "within", RECORD_REAL, 6, 4, 0 },
	[COLUMN_BIAS] = { "bias", NULL, RECORD_REAL, 6, 4, 0 },
	[COLUMN_JUDGED] = { "pilot_judgments", "judged", .kind = RECORD_SHORT },
	[COLUMN_WANTED] = { "half_width_wanted", "wanted", .kind = RECORD_SHORT },
	[COLUMN_TOPICS] = { "topics", "topics", .kind = RECORD_WHOLE },
	[COLUMN_TOPICS_SAFE] = { "topics_safe", "safe", .kind = RECORD_WHOLE },
	[COLUMN_JUDGMENTS] = { "judgments", "judgments", .kind = RECORD_SHORT },
	[COLUMN_JUDGMENTS_SAFE] = { "judgments_safe", "safe", .kind = RECORD_SHORT },
	[COLUMN_WIDTH] = { "half_width", "half-width", RECORD_REAL, 6, 4, 0 },
	[COLUMN_WIDTH_SAFE] = { "half_width_safe", "safe", RECORD_REAL, 6, 4, 6 },
	[COLUMN_THESE] = { "half_width_these", "these", RECORD_REAL, 6, 4, 6 },
	[COLUMN_DIFFERENCE] = { "difference", "difference", RECORD_REAL, 6, 4, 0 },
	[COLUMN_DIFFERENCE_SAFE] = { "difference_safe", "safe", RECORD_REAL, 6, 4, 6 },
	[COLUMN_WANTED_POWER] = { "power_wanted", "wanted", .kind = RECORD_SHORT },
	[COLUMN_POWER] = { "power", "power", RECORD_REAL, 6, 4, 6 },
	[COLUMN_POWER_SAFE] = { "power_safe", "safe", RECORD_REAL, 6, 4, 6 },
	[COLUMN_COST] = { "cost", "cost", RECORD_REAL, 3, 0, 6 },
	[COLUMN_CHEAPEST] = { "cheapest", NULL, .kind = RECORD_TEXT },
	[COLUMN_LEVEL] = { "level", NULL, .kind = RECORD_SHORT },
	[COLUMN_ALPHA] = { "alpha", NULL, .kind = RECORD_SHORT },
	[COLUMN_SAFETY] = { "safety", NULL, .kind = RECORD_SHORT },
	[COLUMN_SCOPE] = { "scope", NULL, .kind = RECORD_TEXT },
	[COLUMN_TOPIC_COST] = { "topic_cost", NULL, .kind = RECORD_SHORT },
	[COLUMN_JUDGMENT_COST] = { "judgment_cost", NULL, .kind = RECORD_SHORT },
	[COLUMN_FREE_TOPICS] = { "free_topics", NULL, .kind = RECORD_SHORT },
};

static double real_of(const struct map_subject *s, const struct map_line *l, int column)
{
	switch (column) {
	case COLUMN_MEAN:
		return s->mean;
	case COLUMN_SD:
		return s->sd;
	case COLUMN_LIMIT:
		return s->constant ? NAN : s->limit;
	case COLUMN_BETWEEN:
		return isnan(s->within) ? NAN : sqrt(s->between);
	case COLUMN_WITHIN:
		return sqrt(s->within);
	case COLUMN_BIAS:
		return isnan(s->within) ? NAN : s->bias;
	case COLUMN_JUDGED:
		return s->judged;
	case COLUMN_WANTED:
		return l->wanted;
	case COLUMN_TOPICS:
		return l->topics;
	case COLUMN_TOPICS_SAFE:
		return l->topics_safe;
	case COLUMN_JUDGMENTS:
		return l->judgments;
	case COLUMN_JUDGMENTS_SAFE:
		return l->judgments_safe;
	case COLUMN_WIDTH:
		return l->half_width;
	case COLUMN_WIDTH_SAFE:
		return l->half_width_safe;
	case COLUMN_THESE:
		return l->these;
	case COLUMN_DIFFERENCE:
		return l->difference;
	case COLUMN_DIFFERENCE_SAFE:
		return l->difference_safe;
	case COLUMN_WANTED_POWER:
		return l->wanted_power;
	case COLUMN_POWER:
		return l->power;
	case COLUMN_POWER_SAFE:
		return l->power_safe;
	case COLUMN_COST:
		return l->cost;
	default:
		return NAN;
	}
}

/* Whether the half-width of an interval is asked for, and not the test alone. */
static bool shows_widths(const struct map_question *q)
{
	return q->test == TEST_NONE || q->list[LIST_WIDTH].count > 0;
}

/* Columns in which no line has anything are left out of a table, but for what was asked for. */
static void choose_columns(const struct map_question *q, const struct map_answer *a,
			   struct record_column *out)
{
	bool pairs = false, any[COLUMNS] = { [COLUMN_TOPICS] = true, [COLUMN_WIDTH] = true };
	memcpy(out, all_columns, sizeof all_columns);
	for (size_t i = 0; i < a->count; i++) {
		const struct map_subject *s = &a->subject[a->line[i].subject];
		for (int c = COLUMN_MEAN; c <= COLUMN_COST; c++)
			any[c] = any[c] || !isnan(real_of(s, &a->line[i], c));
		any[COLUMN_JUDGMENTS] = any[COLUMN_JUDGMENTS] || !isnan(s->judged);
		pairs = pairs || s->minus != NO_RUN;
	}
	for (int c = COLUMN_MEAN; c <= COLUMN_COST; c++)
		if (!any[c])
			out[c].heading = NULL;
	if (!pairs)
		out[COLUMN_MINUS].heading = NULL;
	if (!shows_widths(q))
		out[COLUMN_WIDTH].heading = out[COLUMN_WIDTH_SAFE].heading = NULL;
}

static void add_real(struct records *r, int column, double x)
{
	if (all_columns[column].kind != RECORD_WHOLE)
		records_real(r, x);
	else if (isnan(x))
		records_none(r);
	else
		records_whole(r, (int64_t)x);
}

static void add_line(struct records *r, const struct map_question *q, const struct map_pilot *p,
		     const struct map_answer *a, const struct map_line *l)
{
	const struct map_subject *s = &a->subject[l->subject];
	records_text(r, p->measure);
	records_text(r, p->score.system[s->run]);
	if (s->minus == NO_RUN)
		records_none(r);
	else
		records_text(r, p->score.system[s->minus]);
	records_whole(r, (int64_t)s->topics);
	for (int c = COLUMN_MEAN; c <= COLUMN_COST; c++)
		add_real(r, c, real_of(s, l, c));
	if (l->cheapest)
		records_text(r, "yes");
	else
		records_none(r);
	records_real(r, q->level);
	records_real(r, q->test != TEST_NONE ? q->alpha : NAN);
	records_real(r, q->these ? NAN : q->safety);
	records_text(r, q->these ? "these" : "random");
	records_real(r, q->priced ? q->price.topic : NAN);
	records_real(r, q->priced ? q->price.judgment : NAN);
	records_real(r, q->priced ? q->price.free_topics : NAN);
}

static void print_heading(const struct map_question *q, const struct map_pilot *p, struct buffer *b)
{
	if (shows_widths(q))
		buffer_print(b, "%s: half-widths of the interval of a mean over %s, at level %g\n",
			     p->measure, q->these ? "these topics" : "topics like these", q->level);
	if (q->test != TEST_NONE)
		buffer_print(b, "%s: paired t test, two-sided at level %g\n", p->measure, q->alpha);
	if (!q->these)
		buffer_print(b,
			     "safe: the same where the standard deviation is at its upper %g %% "
			     "limit\n",
			     100 * q->safety);
	buffer_print(b, "\n");
}

/* ---- curves ---- */

static const char *const list_labels[LISTS] = { "half-width wanted", "topics",
						"judgments of a topic", "difference", "power" };
static const int list_columns[LISTS] = { COLUMN_WANTED, COLUMN_TOPICS, COLUMN_JUDGMENTS,
					 COLUMN_DIFFERENCE, COLUMN_WANTED_POWER };

/* The first list with several values is the horizontal axis; LISTS: there is none. */
static int choose_axis(const struct map_question *q)
{
	static const int order[] = { LIST_WIDTH, LIST_TOPICS, LIST_JUDGMENTS, LIST_DIFFERENCE,
				     LIST_POWER };
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (q->list[order[i]].count > 1)
			return order[i];
	return LISTS;
}

/* What follows from what is on it. */
static int choose_height(const struct map_question *q, int axis, const char **label)
{
	bool of_test = axis == LIST_DIFFERENCE || axis == LIST_POWER ||
		       (axis == LIST_TOPICS && q->test != TEST_NONE);
	static const struct {
		int column;
		const char *label;
	} of[] = { [TEST_NONE] = { COLUMN_WIDTH, "half-width" },
		   [TEST_POWER] = { COLUMN_POWER, "power" },
		   [TEST_TOPICS] = { COLUMN_TOPICS, "topics" },
		   [TEST_DIFFERENCE] = { COLUMN_DIFFERENCE, "difference" } };
	*label = of_test ? of[q->test].label : "half-width";
	if (axis != LIST_WIDTH)
		return of_test ? of[q->test].column : COLUMN_WIDTH;
	bool judgments = q->list[LIST_TOPICS].count > 0;
	bool cost = q->priced && !judgments && q->list[LIST_JUDGMENTS].count == 0;
	*label = cost ? "cost" : judgments ? "judgments of a topic" : "topics";
	return cost ? COLUMN_COST : judgments ? COLUMN_JUDGMENTS : COLUMN_TOPICS;
}

static bool same_curve(const struct map_line *a, const struct map_line *b, int axis)
{
	bool same = a->subject == b->subject;
	for (int i = 0; i < LISTS; i++)
		same = same && (i == axis || a->at[i] == b->at[i]);
	return same;
}

static void name_curve(const struct map_question *q, const struct map_pilot *p,
		       const struct map_subject *s, const struct map_line *l, int axis,
		       struct buffer *b)
{
	static const char *const forms[LISTS] = { ", +-%g", ", %g topics", ", %g judgments",
						  ", difference %g", ", power %g" };
	buffer_print(b, "%s", p->score.system[s->run]);
	if (s->minus != NO_RUN)
		buffer_print(b, " - %s", p->score.system[s->minus]);
	for (int i = 0; i < LISTS; i++)
		if (i != axis && l->at[i] >= 0 && q->list[i].count > 1)
			buffer_print(b, forms[i], q->list[i].value[l->at[i]]);
}

/* Whether the curve that begins with a line has a point: what no number reaches has none. */
static bool has_points(const struct map_answer *a, size_t first, int axis, int height)
{
	for (size_t i = first; i < a->count; i++) {
		const struct map_line *l = &a->line[i];
		if (same_curve(&a->line[first], l, axis) &&
		    !isnan(real_of(&a->subject[l->subject], l, height)))
			return true;
	}
	return false;
}

static int draw(const struct map_question *q, const struct map_pilot *p, const struct map_answer *a,
		struct plot *plot, struct err *e)
{
	int axis = choose_axis(q);
	if (axis == LISTS)
		return err_usage(e, "--plot: nothing to draw a curve of; ask for several values of "
				    "one option");
	int height = choose_height(q, axis, &plot->y_label);
	plot->title = p->measure;
	plot->x_label = list_labels[axis];
	plot->from_zero = true;
	size_t colour = 0;
	for (size_t i = 0; i < a->count; i++) {
		const struct map_line *l = &a->line[i];
		const struct map_subject *s = &a->subject[l->subject];
		if (l->at[axis] != 0 || !has_points(a, i, axis, height))
			continue; /* not the first of a curve, or of none */
		struct buffer name = { 0 };
		name_curve(q, p, s, l, axis, &name);
		plot_curve(plot, name.failed ? NULL : name.text, colour++, false);
		plot->failed = plot->failed || name.failed;
		buffer_release(&name);
		for (size_t k = i; k < a->count; k++)
			if (same_curve(l, &a->line[k], axis))
				plot_point(plot, real_of(s, &a->line[k], list_columns[axis]),
					   real_of(s, &a->line[k], height));
	}
	if (colour == 0)
		return err_usage(e, "--plot: nothing to draw a curve of; no number is enough");
	return 0;
}

int map_plan_print(const struct map_question *q, const struct map_pilot *p,
		   const struct map_answer *a, const struct planning_options *o, struct err *e)
{
	struct buffer b = { 0 };
	struct plot plot = { 0 };
	int result = o->plot != NULL ? draw(q, p, a, &plot, e) : 0;
	if (result == 0) {
		struct record_column columns[COLUMNS + 1];
		struct records lines;
		choose_columns(q, a, columns);
		records_init(&lines, columns);
		for (size_t i = 0; i < a->count; i++)
			add_line(&lines, q, p, a, &a->line[i]);
		if (o->format == FORMAT_TABLE)
			print_heading(q, p, &b);
		records_print(&lines, o->format, &b);
		records_release(&lines);
		result = planning_finish(o, &plot, &b, e);
	}
	plot_release(&plot);
	buffer_release(&b);
	return result;
}
