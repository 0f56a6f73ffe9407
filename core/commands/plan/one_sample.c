/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/near.h"
#include "core/base/parallel.h"
#include "core/commands/plan/one_sample.h"
#include "core/commands/plan/plan.h"
#include "core/stats/rmath.h"

struct one_sample_line {
	struct one_sample sample; /* its target is nan if none is given */
	struct sampled_whole set; /* a control set */
	int64_t size;
	struct interval typical;
	double reached;	       /* nan: there is no target */
	double mean;	       /* of the width, or of the bound */
	int64_t checked;       /* as in struct assured; 0: of a given size */
	int64_t expected_size; /* whose mean is the target; 0: none was searched for */
};

struct one_sample_work {
	const struct one_sample_request *q;
	struct one_sample_line *line;
	size_t count;
};

/* ---- options ---- */

int one_sample_check(void *request, struct err *e)
{
	struct one_sample_request *q = request;
	if (q->documents == 0)
		return err_usage(e, "the number of documents to draw from is missing (%s)",
				 q->kind->documents);
	q->guessed = q->guess.count == 0 && q->kind->worst > 0 && !q->targets.bound_given;
	if (q->guessed)
		q->guess = (struct number_list){ { q->kind->worst }, 1 };
	if (q->guess.count == 0)
		return err_usage(e, "a guess is missing (%s)", q->kind->guess);
	return plan_targets_check(&q->targets, (unsigned)q->kind->quantity, e);
}

/* ---- the work ---- */

static bool is_control(const struct one_sample_request *q)
{
	return q->kind->quantity == QUANTITY_RECALL;
}

/* The truth with a number: guesses, and of a control set prevalences. */
static int set_truth(const struct one_sample_request *q, size_t number, struct one_sample_line *l,
		     struct err *e)
{
	double guess = q->guess.value[number % q->guess.count], all = (double)q->documents;
	struct sampled_whole *s = &l->set;
	l->sample.size = s->size = q->documents;
	l->sample.relevant = (int64_t)llround(guess * all);
	if (!is_control(q))
		return 0;
	double relevant = q->prevalence.value[number / q->guess.count] * (q->yield ? 1 : all);
	int64_t whole = (int64_t)llround(relevant);
	s->relevant[1] = (int64_t)llround(guess * relevant);
	s->relevant[0] = whole - s->relevant[1];
	l->sample.relevant = whole;
	if (whole > q->documents)
		return err_usage(e, "%lld relevant documents are more than the collection's %lld",
				 (long long)whole, (long long)q->documents);
	if (s->relevant[1] < 1)
		return err_usage(e, "by this guess less than one relevant document is retrieved");
	return 0;
}

static void add_lines(struct one_sample_work *w, const struct one_sample_line *common)
{
	const struct plan_targets *t = &w->q->targets;
	for (size_t s = 0; s < numbers_length(&t->size); s++)
		for (size_t i = 0; i < numbers_length(&t->target); i++) {
			struct one_sample_line *l = &w->line[w->count++];
			*l = *common;
			l->size = t->size.count > 0 ? (int64_t)t->size.value[s] : 0;
			l->sample.reach.target = t->target.count > 0 ? t->target.value[i] : NAN;
		}
}

static int check_sizes(const struct one_sample_request *q, struct err *e)
{
	for (size_t s = 0; s < q->targets.size.count; s++)
		if (q->targets.size.value[s] > (double)q->documents)
			return err_usage(e, "--size=%.0f: there are %lld documents to draw from",
					 q->targets.size.value[s], (long long)q->documents);
	return 0;
}

static int lay_out(struct one_sample_work *w, struct err *e)
{
	const struct one_sample_request *q = w->q;
	const struct plan_targets *t = &q->targets;
	size_t truths = q->guess.count * numbers_length(&q->prevalence);
	size_t each = t->methods.count * numbers_length(&t->size) * numbers_length(&t->target);
	w->line = calloc(truths * each + 1, sizeof *w->line);
	if (w->line == NULL)
		return err_memory(e);
	for (size_t i = 0; i < truths; i++) {
		struct one_sample_line common = { .reached = NAN, .mean = NAN };
		if (set_truth(q, i, &common, e) < 0)
			return -1;
		for (size_t m = 0; m < t->methods.count; m++) {
			struct reach_request *r = &common.sample.reach;
			r->method = interval_find(t->methods.method[m]);
			r->goal = plan_goal(t->tail);
			r->interval = (struct interval_request){ .quantity = q->kind->quantity,
								 .beta = 1 };
			tails_set(&r->interval.ends, t->level, t->tail);
			add_lines(w, &common);
		}
	}
	return check_sizes(q, e);
}

static double truth_of(const struct one_sample_request *q, const struct one_sample_line *l)
{
	return is_control(q) ? (double)l->set.relevant[1] / (double)l->sample.relevant
			     : one_sample_truth(&l->sample);
}

static int compute_share(const struct one_sample_request *q, struct one_sample_line *l,
			 struct err *e)
{
	struct assured found = { 0 };
	int result = 0;
	if (l->size == 0) {
		result = one_sample_assured(&l->sample, q->targets.assurance, &found, e);
		if (result == 0)
			result = one_sample_expected(&l->sample, &l->expected_size, e);
		l->size = found.size;
		l->reached = found.probability;
		l->checked = found.checked;
	} else if (!isnan(l->sample.reach.target)) {
		result = one_sample_reach(&l->sample, l->size, &l->reached, e);
	}
	if (result == 0)
		result = one_sample_mean(&l->sample, l->size, &l->mean, e);
	return result < 0 ? -1 : one_sample_typical(&l->sample, l->size, &l->typical, e);
}

static int compute_control(const struct one_sample_request *q, struct one_sample_line *l,
			   struct err *e)
{
	struct planned_sample p = { .reach = l->sample.reach,
				    .control = &l->set,
				    .share = 0.5,
				    .samples = q->samples,
				    .seed = q->seed };
	struct planned_answer found = { 0 };
	bool search = l->size == 0;
	p.reach.interval.by_rule = q->targets.by_rule;
	if (search && (planned_smallest(&p, q->targets.assurance, &found, e) < 0 ||
		       planned_expected(&p, &l->expected_size, e) < 0))
		return -1;
	if (!search && planned_reach(&p, l->size, &found, e) < 0)
		return -1;
	l->size = found.size;
	l->mean = found.mean;
	l->reached = isnan(p.reach.target) ? (double)NAN : found.probability;
	l->checked = search ? found.size : 0;
	int64_t relevant[2];
	for (int k = 0; k < 2; k++)
		relevant[k] = (int64_t)llround((double)l->size * (double)l->set.relevant[k] /
					       (double)l->set.size);
	return control_interval(&p.reach, &l->set, l->size, relevant, &l->typical, e);
}

static int compute(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct one_sample_work *w = context;
	struct one_sample_line *l = &w->line[item];
	if (l->size == 0 &&
	    plan_check_guess(w->q->targets.tail, truth_of(w->q, l), l->sample.reach.target, e) < 0)
		return -1;
	return is_control(w->q) ? compute_control(w->q, l, e) : compute_share(w->q, l, e);
}

/*
 * Lines in the order guess, method, sizes, targets; with both sizes and targets, each size with
 * each target, and no search.
 */
static int plan(struct one_sample_work *w, struct err *e)
{
	return lay_out(w, e) < 0 ? -1 : parallel_each(w->q->targets.jobs, w->count, compute, w, e);
}

/* ---- lines ---- */

struct one_sample_row {
	int64_t documents, relevant, size, checked, assured_size, expected_size;
	double mean[2], prevalence, truth, level, target, assurance, width, lower, upper, reached;
	const char *quantity, *method, *tail;
};

#define ROW(field) .at = offsetof(struct one_sample_row, field)

static const struct record_column columns[] = {
	{ "quantity", NULL, RECORD_TEXT, ROW(quantity) },
	{ "documents", NULL, RECORD_WHOLE, ROW(documents) },
	{ "relevant", "relevant", RECORD_WHOLE, ROW(relevant) },
	{ "prevalence", "prevalence", RECORD_SHORT, ROW(prevalence), .if_any = true },
	{ "guess", "guess", RECORD_SHORT, ROW(truth) },
	{ "method", "method", RECORD_TEXT, ROW(method) },
	{ "level", NULL, RECORD_SHORT, ROW(level) },
	{ "tail", NULL, RECORD_TEXT, ROW(tail) },
	{ "target", "target", RECORD_SHORT, ROW(target), .if_any = true },
	{ "assurance", NULL, RECORD_SHORT, ROW(assurance) },
	{ "size", "sample", RECORD_WHOLE, ROW(size) },
	{ "reached", "reached", RECORD_REAL, 6, 4, 7, ROW(reached), .if_any = true },
	{ "checked", "checked", RECORD_WHOLE, ROW(checked), .if_any = true },
	{ "width", "width", RECORD_REAL, 6, 4, 7, ROW(width), .if_any = true },
	{ "lower", "lower", RECORD_REAL, 6, 4, 7, ROW(lower), .if_any = true },
	{ "upper", "upper", RECORD_REAL, 6, 4, 7, ROW(upper), .if_any = true },
	{ "assured_size", NULL, RECORD_WHOLE, ROW(assured_size) },
	{ "expected_size", "on average", RECORD_WHOLE, ROW(expected_size), .if_any = true },
	{ "expected_width", NULL, RECORD_REAL, 6, 4, 7, ROW(mean[0]) },
	{ "expected_bound", NULL, RECORD_REAL, 6, 4, 7, ROW(mean[1]) },
	{ 0 },
};

static struct one_sample_row row_of(const struct one_sample_request *q,
				    const struct one_sample_line *l)
{
	bool searched = l->checked > 0;
	enum tail tail = q->targets.tail;
	return (struct one_sample_row){
		.quantity = q->kind->what,
		.documents = l->sample.size,
		.relevant = l->sample.relevant,
		.prevalence = is_control(q) ? one_sample_truth(&l->sample) : NAN,
		.truth = truth_of(q, l),
		.assured_size = searched ? l->size : RECORD_NONE,
		.expected_size = l->expected_size > 0 ? l->expected_size : RECORD_NONE,
		.mean = { tail == TAIL_BOTH ? l->mean : NAN, tail != TAIL_BOTH ? l->mean : NAN },
		.method = l->sample.reach.method->name,
		.level = q->targets.level,
		.tail = tail_names[tail],
		.target = l->sample.reach.target,
		.assurance = searched ? q->targets.assurance : NAN,
		.size = l->size,
		.reached = l->reached,
		.checked = searched ? l->checked : RECORD_NONE,
		.width = tail == TAIL_BOTH ? l->typical.upper - l->typical.lower : NAN,
		.lower = tail != TAIL_UPPER ? l->typical.lower : NAN,
		.upper = tail != TAIL_LOWER ? l->typical.upper : NAN,
	};
}

static void add_heading(struct report *r, const struct one_sample_request *q)
{
	const struct plan_targets *t = &q->targets;
	report_line(r, "%s in %lld documents, from a random sample: %s at level %g", q->kind->what,
		    (long long)q->documents,
		    t->tail == TAIL_BOTH    ? "interval"
		    : t->tail == TAIL_LOWER ? "lower bound"
					    : "upper bound",
		    t->level);
	if (q->guessed)
		report_line(r,
			    "no %s was given: %g %% is taken, for which a width needs the "
			    "largest sample (%s=X)",
			    q->kind->what, 100 * q->kind->worst, q->kind->guess);
	if (t->size.count == 0)
		report_line(
			r,
			"the sample reaches the target with probability %g at least; on average "
			"a smaller one does",
			t->assurance);
	report_space(r);
}

/*
 * The size of a sample that every textbook has (Cochran 1977, section 4.4): 385 for plus or minus
 * 5 %, 1,537 for 2.5 %, 2,401 for 2 %. It takes the normal approximation, the worst share, 1/2, a
 * collection without end, and a width that is reached on average.
 */
static double textbook_size(double half_width, double level, double p)
{
	double z = qnorm(0.5 + level / 2, 0, 1, 1, 0);
	return ceil(near_below(z * z * p * (1 - p) / (half_width * half_width)));
}

/* For the foot of a table: that size, and why ours differs. */
static void print_textbook(struct buffer *b, const struct one_sample_request *q,
			   const struct one_sample_line *l)
{
	double half = l->sample.reach.target / 2, guess = one_sample_truth(&l->sample);
	double usual = textbook_size(half, q->targets.level, 0.5);
	double guessed = textbook_size(half, q->targets.level, guess);
	buffer_print(b, "Textbooks have %.0f for plus or minus %g: z^2 p (1-p) / h^2, p = 1/2",
		     usual, half);
	if (guessed != usual)
		buffer_print(b, "; with p = %g it is %.0f", guess, guessed);
	buffer_print(b, ". Ours is %lld: ", (long long)l->size);
	if ((double)l->size == usual)
		buffer_print(b, "the same.");
	else
		buffer_print(b,
			     "for a share of %g, in a collection of this size, with the limits of "
			     "%s, and so that the width is reached with probability %g.",
			     guess, l->sample.reach.method->name, q->targets.assurance);
}

/* For shares between two ends whose size was searched for: each width once. */
static void add_textbook(struct report *r, const struct one_sample_request *q,
			 const struct one_sample_work *a)
{
	bool wanted = !is_control(q) && q->targets.tail == TAIL_BOTH;
	for (size_t i = 0; wanted && i < a->count; i++) {
		if (a->line[i].checked == 0)
			continue;
		if (i == 0)
			report_space(r);
		print_textbook(report_text(r, REPORT_PROSE), q, &a->line[i]);
	}
}

static int print(const struct one_sample_work *w, const struct output *out, struct err *e)
{
	const struct one_sample_request *q = w->q;
	struct records lines;
	struct report r;
	records_init(&lines, columns, sizeof(struct one_sample_row));
	for (size_t i = 0; i < w->count; i++) {
		struct one_sample_row row = row_of(q, &w->line[i]);
		records_add(&lines, &row);
	}
	report_init(&r, q->options.format, &(struct report_origin){ .asked = &out->asked });
	add_heading(&r, q);
	report_records(&r, IN_PAGE, q->kind->what, &lines);
	add_textbook(&r, q, w);
	return report_finish(&r, out, 0, e);
}

int one_sample_run(void *request, const struct output *out, struct err *e)
{
	const struct one_sample_request *q = request;
	struct one_sample_work w = { .q = q };
	int result = plan(&w, e);
	if (result == 0) {
		const struct allocated_stratum one = { q->run != NULL ? q->run : "-",
						       w.line[0].size };
		result = allocation_write(&q->allocation, w.count, &one, 1, e);
	}
	if (result == 0)
		result = print(&w, out, e);
	free(w.line);
	return result;
}
