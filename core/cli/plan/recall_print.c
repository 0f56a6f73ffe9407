/*
 * What `plan recall` prints and draws; see recall_plan.h.
 */
#include <math.h>

#include "core/cli/plan/recall_print.h"
#include "core/engine/plan/recall_plan.h"

enum {
	COLUMN_TARGET = 9,
	COLUMN_WIDTH = 14,
	COLUMN_LOWER,
	COLUMN_UPPER,
	COLUMN_UNDEFINED = 18,
	COLUMNS = 24,
};

/* Headings of what does not apply are taken away. */
static const struct record_column all_columns[COLUMNS] = {
	{ "collection", NULL, .kind = RECORD_WHOLE },
	{ "retrieved", NULL, .kind = RECORD_WHOLE },
	{ "relevant", NULL, .kind = RECORD_WHOLE },
	{ "prevalence", NULL, .kind = RECORD_SHORT },
	{ "recall", NULL, .kind = RECORD_SHORT },
	{ "precision", NULL, .kind = RECORD_SHORT },
	{ "method", "method", .kind = RECORD_TEXT },
	{ "level", NULL, .kind = RECORD_SHORT },
	{ "tail", NULL, .kind = RECORD_TEXT },
	[COLUMN_TARGET] = { "target", "target", .kind = RECORD_SHORT },
	{ "size", "sample", .kind = RECORD_WHOLE },
	{ "allocation", "allocation", .kind = RECORD_TEXT },
	{ "sampled_retrieved", "retrieved", .kind = RECORD_WHOLE },
	{ "sampled_unretrieved", "unretrieved", .kind = RECORD_WHOLE },
	[COLUMN_WIDTH] = { "width", "width", RECORD_REAL, 6, 4, 7 },
	[COLUMN_LOWER] = { "lower", "lower", RECORD_REAL, 6, 4, 7 },
	[COLUMN_UPPER] = { "upper", "upper", RECORD_REAL, 6, 4, 7 },
	{ "error", "+-", RECORD_REAL, 6, 4, 7 },
	[COLUMN_UNDEFINED] = { "undefined", "undefined", RECORD_REAL, 6, 4, 9 },
	{ "normal", "normal", RECORD_REAL, 6, 4, 7 },
	{ "how", "how", .kind = RECORD_TEXT },
	{ "samples", NULL, .kind = RECORD_WHOLE },
	{ "seed", NULL, .kind = RECORD_WHOLE },
	{ 0 },
};

static void choose_columns(const struct recall_question *q, const struct recall_answer *a,
			   struct record_column *out)
{
	memcpy(out, all_columns, sizeof all_columns);
	bool undefined = false;
	for (size_t i = 0; i < a->count; i++)
		undefined = undefined || a->line[i].expected.undefined >= 5e-5;
	if (q->target.count == 0)
		out[COLUMN_TARGET].heading = NULL;
	if (!undefined)
		out[COLUMN_UNDEFINED].heading = NULL;
	if (q->tail != TAIL_BOTH) {
		out[COLUMN_WIDTH].heading = NULL;
		out[q->tail == TAIL_LOWER ? COLUMN_UPPER : COLUMN_LOWER].heading = NULL;
	}
}

static double prevalence(const struct guessed *g)
{
	return (double)g->relevant / (double)g->collection;
}

static double recall(const struct guessed *g)
{
	return (double)g->relevant_retrieved / (double)g->relevant;
}

static double precision(const struct guessed *g)
{
	return (double)g->relevant_retrieved / (double)g->retrieved;
}

static const char *how(enum expected_by by)
{
	return by == EXPECTED_BY_SUM ? "exact" : by == EXPECTED_BY_RULE ? "rule" : "sampled";
}

/* The same figure by the normal approximation at the guess. */
static double normal(const struct recall_line *l)
{
	struct interval x = division_normal(&l->problem, l->division);
	return l->problem.goal == GOAL_WIDTH   ? x.upper - x.lower
	       : l->problem.goal == GOAL_LOWER ? x.lower
					       : x.upper;
}

static int64_t size(const struct recall_line *l)
{
	return l->division.retrieved + l->division.unretrieved;
}

static void add_line(struct records *r, const struct recall_question *q,
		     const struct recall_line *l)
{
	const struct guessed *g = &l->guess;
	const struct expected *x = &l->expected;
	records_whole(r, g->collection);
	records_whole(r, g->retrieved);
	records_whole(r, g->relevant);
	records_real(r, prevalence(g));
	records_real(r, recall(g));
	records_real(r, precision(g));
	records_text(r, l->problem.method->name);
	records_real(r, q->level);
	records_text(r, tail_names[q->tail]);
	records_real(r, l->target);
	records_whole(r, size(l));
	records_text(r, l->asked->label);
	records_whole(r, l->division.retrieved);
	records_whole(r, l->division.unretrieved);
	records_real(r, q->tail == TAIL_BOTH ? x->width.value : NAN);
	records_real(r, q->tail != TAIL_UPPER ? x->lower.value : NAN);
	records_real(r, q->tail != TAIL_LOWER ? x->upper.value : NAN);
	records_real(r, division_figure(&l->problem, x).error);
	records_real(r, x->undefined);
	records_real(r, normal(l));
	records_text(r, how(x->by));
	if (x->by == EXPECTED_BY_SAMPLE) {
		records_whole(r, q->draws);
		records_whole(r, (int64_t)q->seed);
	} else {
		records_none(r);
		records_none(r);
	}
}

static bool same_guess(const struct recall_line *a, const struct recall_line *b)
{
	return memcmp(&a->guess, &b->guess, sizeof a->guess) == 0;
}

/* What all lines of a truth share, above their table. */
static void print_guess(struct buffer *b, const struct recall_question *q, const struct guessed *g)
{
	buffer_print(b,
		     "%s%lld documents, %lld retrieved, %lld relevant: prevalence %.4g, recall "
		     "%.4g, precision %.4g\n",
		     b->length > 0 ? "\n" : "", (long long)g->collection, (long long)g->retrieved,
		     (long long)g->relevant, prevalence(g), recall(g), precision(g));
	if (q->tail == TAIL_BOTH)
		buffer_print(b, "expected interval on recall at level %g\n\n", q->level);
	else
		buffer_print(b, "expected %s bound on recall at level %g\n\n", tail_names[q->tail],
			     q->level);
}

static void print_lines(const struct recall_question *q, const struct recall_answer *a,
			enum record_format format, struct buffer *b)
{
	struct record_column columns[COLUMNS];
	choose_columns(q, a, columns);
	for (size_t i = 0; i < a->count;) {
		struct records r;
		size_t first = i;
		records_init(&r, columns);
		for (; i < a->count && same_guess(&a->line[first], &a->line[i]); i++)
			add_line(&r, q, &a->line[i]);
		if (format == FORMAT_TABLE)
			print_guess(b, q, &a->line[first].guess);
		records_print(&r, format, b);
		records_release(&r);
	}
}

/* ---- curves ---- */

/* What stands on the horizontal axis. */
enum axis { AXIS_SHARE, AXIS_SIZE, AXIS_TARGET };

static bool on_axis(enum axis axis, const struct recall_line *l)
{
	bool target = !isnan(l->target), best = isnan(l->asked->share);
	return axis == AXIS_SHARE  ? !target && !best
	       : axis == AXIS_SIZE ? !target && best
				   : target && best;
}

static bool same_curve(enum axis axis, const struct recall_line *a, const struct recall_line *b)
{
	return same_guess(a, b) && a->problem.method == b->problem.method &&
	       (axis != AXIS_SHARE || a->size == b->size);
}

/* The dimensions in which curves differ. */
static void name_curve(const struct recall_question *q, enum axis axis, const struct recall_line *l,
		       struct buffer *b)
{
	const struct guessed *g = &l->guess;
	if (q->retrieved.count > 1)
		buffer_print(b, ", retrieved %lld", (long long)g->retrieved);
	if (q->prevalence.count > 1)
		buffer_print(b, ", prevalence %.3g", prevalence(g));
	if (q->recall.count > 1)
		buffer_print(b, ", recall %.3g", recall(g));
	if (q->precision.count > 1)
		buffer_print(b, ", precision %.3g", precision(g));
	if (axis == AXIS_SHARE && q->size.count > 1)
		buffer_print(b, ", sample %lld", (long long)l->size);
	if (q->methods.count > 1 || b->length == 0)
		buffer_print(b, ", %s", l->problem.method->name);
}

static void add_point(struct plot *p, enum axis axis, const struct recall_line *l, bool by_normal)
{
	double n = (double)size(l);
	double figure = by_normal ? normal(l) : division_figure(&l->problem, &l->expected).value;
	if (axis == AXIS_SHARE)
		plot_point(p, 100 * (double)l->division.retrieved / n, figure);
	else if (axis == AXIS_SIZE)
		plot_point(p, n, figure);
	else
		plot_point(p, l->target, n);
}

/* A curve from its first line on, and beside sizes the one of the normal approximation. */
static void add_curve(struct plot *p, const struct recall_question *q,
		      const struct recall_answer *a, enum axis axis, size_t first, size_t colour)
{
	struct buffer name = { 0 };
	name_curve(q, axis, &a->line[first], &name);
	for (int pale = axis == AXIS_SIZE; pale >= 0; pale--) {
		const char *title = name.length > 2 ? name.text + 2 : "";
		if (pale)
			title = colour == 0 ? "normal, at the guess" : NULL;
		plot_curve(p, title, colour, pale);
		for (size_t i = first; i < a->count; i++)
			if (on_axis(axis, &a->line[i]) &&
			    same_curve(axis, &a->line[first], &a->line[i]))
				add_point(p, axis, &a->line[i], pale);
	}
	p->failed = p->failed || name.failed;
	buffer_release(&name);
}

static bool begins_curve(const struct recall_answer *a, enum axis axis, size_t i)
{
	if (!on_axis(axis, &a->line[i]))
		return false;
	for (size_t k = 0; k < i; k++)
		if (on_axis(axis, &a->line[k]) && same_curve(axis, &a->line[k], &a->line[i]))
			return false;
	return true;
}

static bool choose_axis(const struct recall_question *q, enum axis *out)
{
	size_t shares = 0, best = 0;
	for (size_t i = 0; i < q->of_size.count; i++)
		*(isnan(q->of_size.item[i].share) ? &best : &shares) += 1;
	*out = q->size.count > 1 && best > 0	 ? AXIS_SIZE
	       : q->size.count > 0 && shares > 1 ? AXIS_SHARE
						 : AXIS_TARGET;
	bool best_of_target = false;
	for (size_t i = 0; i < q->of_target.count; i++)
		best_of_target = best_of_target || isnan(q->of_target.item[i].share);
	return *out != AXIS_TARGET || (q->target.count > 1 && best_of_target);
}

static int draw(const struct recall_question *q, const struct recall_answer *a, struct plot *p,
		char figure[64], struct err *e)
{
	enum axis axis;
	if (!choose_axis(q, &axis))
		return err_usage(e, "--plot: nothing to draw a curve of; ask for several "
				    "allocations, or for several sizes or targets with the best "
				    "one");
	static const char *const x_labels[] = { "% of the sample from the retrieved documents",
						"sample, at the best allocation", "target" };
	static const char *const figures[] = { "expected width", "expected lower bound",
					       "expected upper bound" };
	snprintf(figure, 64, "%s, level %g", figures[q->tail], q->level);
	p->title = "Interval on recall";
	p->x_label = axis == AXIS_TARGET ? figure : x_labels[axis];
	p->y_label = axis == AXIS_TARGET ? "smallest sample, at the best allocation" : figure;
	p->log_x = axis == AXIS_SIZE;
	p->log_y = axis == AXIS_TARGET || (axis == AXIS_SIZE && q->tail == TAIL_BOTH);
	p->from_zero = true;
	size_t colour = 0;
	for (size_t i = 0; i < a->count; i++)
		if (begins_curve(a, axis, i))
			add_curve(p, q, a, axis, i, colour++);
	return 0;
}

int recall_plan_print(const struct recall_question *q, const struct recall_answer *a,
		      const struct planning_options *o, struct err *e)
{
	struct buffer b = { 0 };
	struct plot p = { 0 };
	char figure[64];
	int result = o->plot != NULL ? draw(q, a, &p, figure, e) : 0;
	if (result == 0) {
		print_lines(q, a, o->format, &b);
		result = planning_finish(o, &p, &b, e);
	}
	plot_release(&p);
	buffer_release(&b);
	return result;
}
