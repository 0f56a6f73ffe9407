/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan recall: how narrow an interval on recall a sample will give, how to divide the sample
 * between the retrieved and the unretrieved documents, and how large it must be (Webber 2013,
 * section 4.3).
 */
#include <math.h>

#include "core/commands/plan/recall_plan.h"
#include "core/help/help.h"

/* A line of the answer with all that is printed beside it. */
struct recall_row {
	struct recall_line line;
	double prevalence, recall, precision;
	const char *method, *tail, *allocation, *how;
	double level, assurance;
	int64_t size;
	double width, lower, upper, error;
	double normal; /* the same figure by the normal approximation at the guess */
	int64_t samples, seed, checked, assured_size, expected_size, assured[2];
};

#define AT(field) .at = offsetof(struct recall_row, field)

static const struct record_column columns[] = {
	{ "collection", NULL, RECORD_WHOLE, AT(line.guess.collection) },
	{ "retrieved", NULL, RECORD_WHOLE, AT(line.guess.retrieved) },
	{ "relevant", NULL, RECORD_WHOLE, AT(line.guess.relevant) },
	{ "prevalence", NULL, RECORD_SHORT, AT(prevalence) },
	{ "recall", NULL, RECORD_SHORT, AT(recall) },
	{ "precision", NULL, RECORD_SHORT, AT(precision) },
	{ "method", "method", RECORD_TEXT, AT(method) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "tail", NULL, RECORD_TEXT, AT(tail) },
	{ "target", "target", RECORD_SHORT, AT(line.target) },
	{ "size", "sample", RECORD_WHOLE, AT(size) },
	{ "allocation", "allocation", RECORD_TEXT, AT(allocation) },
	{ "sampled_retrieved", "retrieved", RECORD_WHOLE, AT(line.division.retrieved) },
	{ "sampled_unretrieved", "unretrieved", RECORD_WHOLE, AT(line.division.unretrieved) },
	{ "width", "width", RECORD_REAL, 6, 4, 7, AT(width) },
	{ "lower", "lower", RECORD_REAL, 6, 4, 7, AT(lower) },
	{ "upper", "upper", RECORD_REAL, 6, 4, 7, AT(upper) },
	{ "reached", "reached", RECORD_REAL, 6, 4, 7, AT(line.reached), .if_any = true },
	{ "error", "+-", RECORD_REAL, 6, 4, 7, AT(error) },
	{ "undefined", "undefined", RECORD_REAL, 6, 4, 9, AT(line.expected.undefined) },
	{ "normal", "normal", RECORD_REAL, 6, 4, 7, AT(normal) },
	{ "how", "how", RECORD_TEXT, AT(how) },
	{ "assurance", NULL, RECORD_SHORT, AT(assurance) },
	{ "checked", NULL, RECORD_WHOLE, AT(checked) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "assured_size", "assured", RECORD_WHOLE, AT(assured_size), .if_any = true },
	{ "assured_retrieved", "retrieved", RECORD_WHOLE, AT(assured[1]), .if_any = true },
	{ "assured_unretrieved", "unretrieved", RECORD_WHOLE, AT(assured[0]), .if_any = true },
	{ "assured_reached", "reached", RECORD_REAL, 6, 4, 7, AT(line.assured_reached),
	  .if_any = true },
	{ "expected_size", NULL, RECORD_WHOLE, AT(expected_size) },
	{ 0 },
};

/* Removes the headings of columns that do not apply. */
static void choose_columns(struct records *r, const struct recall_answer *a)
{
	const struct recall_request *q = a->q;
	bool undefined = false;
	for (size_t i = 0; i < a->count; i++)
		undefined = undefined || a->line[i].expected.undefined >= 5e-5;
	if (q->target.count == 0)
		records_column(r, "target")->heading = NULL;
	if (q->size.count == 0 && isnan(q->assurance)) {
		records_column(r, "size")->heading = "on average";
		records_column(r, "reached")->heading = NULL;
	} else {
		records_column(r, "assured_size")->heading = NULL;
		records_column(r, "assured_retrieved")->heading = NULL;
		records_column(r, "assured_unretrieved")->heading = NULL;
		records_column(r, "assured_reached")->heading = NULL;
	}
	if (!undefined)
		records_column(r, "undefined")->heading = NULL;
	if (q->tail != TAIL_BOTH) {
		records_column(r, "width")->heading = NULL;
		records_column(r, q->tail == TAIL_LOWER ? "upper" : "lower")->heading = NULL;
	}
}

static double normal(const struct recall_line *l)
{
	struct interval x = division_normal(&l->problem, l->division);
	return l->problem.goal == GOAL_WIDTH   ? x.upper - x.lower
	       : l->problem.goal == GOAL_LOWER ? x.lower
					       : x.upper;
}

static struct recall_row row_of(const struct recall_request *q, const struct recall_line *l)
{
	const struct guessed *g = &l->guess;
	const struct expected *x = &l->expected;
	bool sampled = x->by == EXPECTED_BY_SAMPLE, searched = l->expected_size > 0;
	return (struct recall_row){
		.line = *l,
		.prevalence = (double)g->relevant / (double)g->collection,
		.recall = (double)g->relevant_retrieved / (double)g->relevant,
		.precision = (double)g->relevant_retrieved / (double)g->retrieved,
		.method = division_method(&l->problem, l->division)->name,
		.tail = tail_names[q->tail],
		.allocation = l->asked->label,
		.how = sampled			  ? "sampled"
		       : x->by == EXPECTED_BY_SUM ? "exact"
						  : "rule",
		.level = q->level,
		.assurance = q->assurance,
		.checked = l->checked > 0 ? l->checked : RECORD_NONE,
		.size = l->division.retrieved + l->division.unretrieved,
		.width = q->tail == TAIL_BOTH ? x->width.value : NAN,
		.lower = q->tail != TAIL_UPPER ? x->lower.value : NAN,
		.upper = q->tail != TAIL_LOWER ? x->upper.value : NAN,
		.error = division_value(&l->problem, x).error,
		.normal = normal(l),
		.samples = sampled ? q->draws : RECORD_NONE,
		.seed = sampled ? (int64_t)q->seed : RECORD_NONE,
		.assured_size =
			searched ? l->assured.retrieved + l->assured.unretrieved : RECORD_NONE,
		.assured = { searched ? l->assured.unretrieved : RECORD_NONE,
			     searched ? l->assured.retrieved : RECORD_NONE },
		.expected_size = searched ? l->expected_size : RECORD_NONE,
	};
}

static bool same_guess(const struct recall_line *a, const struct recall_line *b)
{
	return memcmp(&a->guess, &b->guess, sizeof a->guess) == 0;
}

/* What all lines of a guess have in common, above their table. */
static void add_guess(struct report *out, const struct recall_request *q,
		      const struct recall_row *r)
{
	const struct guessed *g = &r->line.guess;
	if (out->first != NULL)
		report_space(out);
	report_line(out,
		    "%lld documents, %lld retrieved, %lld relevant: prevalence %.4g, recall %.4g, "
		    "precision %.4g",
		    (long long)g->collection, (long long)g->retrieved, (long long)g->relevant,
		    r->prevalence, r->recall, r->precision);
	if (q->tail == TAIL_BOTH)
		report_line(out, "expected interval on recall at level %g", q->level);
	else
		report_line(out, "expected %s bound on recall at level %g", tail_names[q->tail],
			    q->level);
	if (q->size.count == 0)
		report_line(
			out,
			isnan(q->assurance)
				? "assured: the sample that reaches the target with probability "
				  "0.8, the one to draw; on average a smaller one does"
				: "the sample reaches the target with the probability that is "
				  "asked for");
	report_space(out);
}

static void add_lines(const struct recall_answer *a, struct report *out)
{
	const struct recall_request *q = a->q;
	for (size_t i = 0; i < a->count;) {
		struct records r;
		struct recall_row row = row_of(q, &a->line[i]);
		const struct recall_line *first = &a->line[i];
		records_init(&r, columns, sizeof row);
		choose_columns(&r, a);
		add_guess(out, q, &row);
		for (; i < a->count && same_guess(first, &a->line[i]); i++) {
			row = row_of(q, &a->line[i]);
			records_add(&r, &row);
		}
		report_records(out, IN_PAGE, "Samples and their intervals", &r);
	}
}

/* ---- curves ---- */

/* What is on the horizontal axis. */
enum axis { AXIS_SHARE, AXIS_SIZE, AXIS_TARGET };

static bool on_axis(enum axis axis, const struct recall_line *l)
{
	bool target = l->size == 0, best = isnan(l->asked->share);
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
static void name_curve(const struct recall_request *q, enum axis axis, const struct recall_line *l,
		       struct buffer *b)
{
	const struct recall_row r = row_of(q, l);
	if (q->retrieved.count > 1)
		buffer_print(b, ", retrieved %lld", (long long)l->guess.retrieved);
	if (q->prevalence.count > 1)
		buffer_print(b, ", prevalence %.3g", r.prevalence);
	if (q->recall.count > 1)
		buffer_print(b, ", recall %.3g", r.recall);
	if (q->precision.count > 1)
		buffer_print(b, ", precision %.3g", r.precision);
	if (axis == AXIS_SHARE && q->size.count > 1)
		buffer_print(b, ", sample %lld", (long long)l->size);
	if (q->methods.count > 1 || b->length == 0)
		buffer_print(b, ", %s", l->problem.method->name);
}

static void add_point(struct plot *p, enum axis axis, const struct recall_line *l, bool by_normal)
{
	double n = (double)(l->division.retrieved + l->division.unretrieved);
	double figure = by_normal ? normal(l) : division_value(&l->problem, &l->expected).value;
	if (axis == AXIS_SHARE)
		plot_point(p, 100 * (double)l->division.retrieved / n, figure);
	else if (axis == AXIS_SIZE)
		plot_point(p, n, figure);
	else
		plot_point(p, l->target, n);
}

/* The best division, beside those that were asked for. */
static void mark_best(struct plot *p, const struct recall_answer *a, size_t first, size_t colour)
{
	const struct recall_line *like = &a->line[first];
	for (size_t i = 0; i < a->count; i++) {
		const struct recall_line *l = &a->line[i];
		if (!on_axis(AXIS_SIZE, l) || !same_curve(AXIS_SHARE, like, l))
			continue;
		plot_curve(p, PLOT_MARK, colour == 0 ? "best division" : NULL, colour);
		add_point(p, AXIS_SHARE, l, false);
	}
}

/* The curve that begins with a line; over sizes, also that of the normal approximation. */
static void add_curve(struct plot *p, const struct recall_answer *a, enum axis axis, size_t first,
		      size_t colour)
{
	struct buffer name = { 0 };
	name_curve(a->q, axis, &a->line[first], &name);
	for (int pale = axis == AXIS_SIZE; pale >= 0; pale--) {
		const char *title = name.length > 2 ? name.text + 2 : "";
		if (pale)
			title = colour == 0 ? "normal, at the guess" : NULL;
		plot_curve(p, pale ? PLOT_PALE : PLOT_CURVE, title, colour);
		for (size_t i = first; i < a->count; i++)
			if (on_axis(axis, &a->line[i]) &&
			    same_curve(axis, &a->line[first], &a->line[i]))
				add_point(p, axis, &a->line[i], pale);
	}
	if (axis == AXIS_SHARE)
		mark_best(p, a, first, colour);
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

static bool choose_axis(const struct recall_request *q, enum axis *out)
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

static int draw(const struct recall_answer *a, struct picture *out, struct err *e)
{
	const struct recall_request *q = a->q;
	enum axis axis;
	if (!choose_axis(q, &axis))
		return err_usage(e, "--plot: nothing to draw a curve of; ask for several "
				    "allocations, or for several sizes or targets with the best "
				    "one");
	if (picture_init(out, 1, 1, e) < 0)
		return -1;
	struct plot *p = out->plot;
	static const char *const x_labels[] = { "% of the sample from the retrieved documents",
						"sample, at the best allocation" };
	static const char *const figures[] = { "expected width", "expected lower bound",
					       "expected upper bound" };
	buffer_print(&p->title, "Interval on recall, %lld documents", (long long)q->collection);
	buffer_print(axis == AXIS_TARGET ? &p->x_label : &p->y_label, "%s, level %g",
		     figures[q->tail], q->level);
	if (axis == AXIS_TARGET)
		buffer_print(&p->y_label, "smallest sample, at the best allocation");
	else
		buffer_print(&p->x_label, "%s", x_labels[axis]);
	p->log_x = axis == AXIS_SIZE;
	p->log_y = axis == AXIS_TARGET || (axis == AXIS_SIZE && q->tail == TAIL_BOTH);
	p->from_zero = true;
	size_t colour = 0;
	for (size_t i = 0; i < a->count; i++)
		if (begins_curve(a, axis, i))
			add_curve(p, a, axis, i, colour++);
	return 0;
}

static int print(const struct recall_answer *a, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	const char *plot = a->q->options.plot;
	struct report r;
	int result = plot != NULL ? draw(a, &picture, e) : 0;
	report_init(&r, a->q->options.format, &(struct report_origin){ .asked = &out->asked });
	add_lines(a, &r);
	result = report_write(&r, result, &b, e);
	return picture_finish(&picture, plot, &b, result, out, e);
}

/* ---- the question ---- */

static int plan_recall(void *request, const struct output *out, struct err *e)
{
	const struct recall_request *q = request;
	struct recall_answer answer = { .q = q };
	if (plot_check(q->options.plot, e) < 0)
		return -1;
	int result = recall_plan(&answer, e);
	if (result == 0 && answer.count > 0) {
		const struct recall_line *l = &answer.line[0];
		const struct division *d = l->expected_size > 0 ? &l->assured : &l->division;
		const struct allocated_stratum strata[] = { { q->run, d->retrieved },
							    { "-", d->unretrieved } };
		result = allocation_write(&q->allocation, answer.count, strata, 2, e);
	}
	if (result == 0)
		result = print(&answer, out, e);
	free(answer.line);
	return result;
}

COMMAND = { &recall_table, plan_recall, NULL };
