/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether plans keep what they promise: random plans of samples, and how often fresh samples of the
 * planned size, drawn at random and evaluated, reach the target (doc/evidence).
 *
 * `reached` is of the size that was printed, `smaller` the best of sizes that are two documents and
 * 3, 6, 12 and 25 % smaller. A plan of a share (richness, elusion, precision) is one stratum,
 * exact; the others are recall of two strata, of four, of a control set, and pairs of runs.
 *
 * Evidence: plans=100 many=10 samples=10000 jobs=1 seed=7401;
 * plans=25 many=3 samples=10000 jobs=1 seed=7411;
 * plans=25 many=3 samples=10000 jobs=1 seed=7412;
 * plans=25 many=3 samples=10000 jobs=1 seed=7413;
 * plans=25 many=3 samples=10000 jobs=1 seed=7414
 */
#include <math.h>
#include <time.h>

#include "core/stats/coverage/outcomes.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/planning/planned_sample.h"
#include "core/stats/random/uniform.h"
#include "tests/experiments/key_value.h"

enum { SHARE, RECALL, STRATA, CONTROL, PAIR, KINDS };
static const char *const kinds[] = { "share", "recall", "strata", "control", "pair" };

struct plans_question {
	int64_t plans, many;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct plans_question, member)

static const struct command_option keys[] = {
	{ "plans", 0, "N", "Plans (default 200)", WHOLE(1, 100000), AT(plans), .usual = "200" },
	{ "many", 0, "N", "Ten times the samples for the first N (default 20)", WHOLE(0, 100000),
	  AT(many), .usual = "20" },
	{ OPTION_SAMPLES("Fresh samples of each plan (default 10000)"), AT(effort.samples),
	  .usual = "10000" },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static const struct command_table table = {
	.name = "plans",
	.doc = "How often fresh samples of the planned size reach the target of random plans.",
	.option = keys,
	.size = sizeof(struct plans_question),
};

struct row {
	int64_t number, size, samples;
	const char *kind, *goal, *method;
	double target, assurance, printed, reached, reached_se, smaller, seconds;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "plan", NULL, RECORD_WHOLE, AT(number) },
	{ "kind", NULL, RECORD_TEXT, AT(kind) },
	{ "goal", NULL, RECORD_TEXT, AT(goal) },
	{ "method", NULL, RECORD_TEXT, AT(method) },
	{ "target", NULL, RECORD_SHORT, AT(target) },
	{ "assurance", NULL, RECORD_SHORT, AT(assurance) },
	{ "size", NULL, RECORD_WHOLE, AT(size) },
	{ "printed", NULL, RECORD_REAL, 4, 4, 7, AT(printed) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "reached", NULL, RECORD_REAL, 4, 4, 7, AT(reached) },
	{ "reached_se", NULL, RECORD_REAL, 4, 4, 7, AT(reached_se) },
	{ "smaller", NULL, RECORD_REAL, 4, 4, 7, AT(smaller) },
	{ "seconds", NULL, RECORD_REAL, 2, 2, 7, AT(seconds) },
	{ 0 },
};

/* A random plan. */
struct plan {
	int kind;
	double assurance;
	struct true_stratum strata[4];
	struct sampled_whole set;
	struct planned_sample p;
};

static double between(struct uniform *u, double from, double to)
{
	return from + (to - from) * uniform_next(u);
}

static void make_strata(struct plan *x, struct uniform *u, size_t each)
{
	for (size_t i = 0; i < 2 * each; i++) {
		bool retrieved = i < each;
		double size = exp(between(u, log(300), log(retrieved ? 1e5 : 1e7)));
		double share =
			retrieved ? between(u, 0.2, 0.9) : exp(between(u, log(3e-3), log(0.1)));
		x->strata[i] = (struct true_stratum){ (int64_t)size, (int64_t)(1 + size * share), 0,
						      retrieved };
	}
	x->p.strata = x->strata;
	x->p.count = 2 * each;
	x->p.share = NAN;
}

static void make_plan(struct plan *x, uint64_t seed, size_t number)
{
	static const double assured[] = { 0.5, 0.8, 0.9, 0.95 };
	struct uniform u = uniform_start(seed, number, STREAM_STUDY);
	*x = (struct plan){ .kind = (int)(number % KINDS),
			    .assurance = assured[uniform_below(&u, 4)],
			    .p = { .samples = PLANNED_SAMPLES, .seed = 1, .share = 0.5 } };
	enum reach_goal goal =
		x->kind == PAIR ? GOAL_BETTER : (enum reach_goal)uniform_below(&u, 3);
	enum tail tail = goal == GOAL_WIDTH   ? TAIL_BOTH
			 : goal == GOAL_UPPER ? TAIL_UPPER
					      : TAIL_LOWER;
	struct reach_request *q = &x->p.reach;
	q->method = interval_find(x->kind == PAIR || (goal == GOAL_WIDTH && x->kind != SHARE)
					  ? NAMED_SET
				  : goal == GOAL_WIDTH ? NAMED_ONE
						       : NAMED_BOUND);
	q->goal = goal;
	q->interval = (struct interval_request){ .quantity = x->kind == SHARE ? QUANTITY_YIELD
									      : QUANTITY_RECALL,
						 .beta = 1,
						 .by_rule = true };
	tails_set(&q->interval.ends, 0.95, tail);
	if (x->kind == CONTROL || x->kind == SHARE) {
		double size = exp(between(&u, log(2000), log(1e8))), share = between(&u, 0.01, 0.3);
		double recall = between(&u, 0.3, 0.9);
		x->set = (struct sampled_whole){ (int64_t)size,
						 { (int64_t)(1 + size * share * (1 - recall)),
						   (int64_t)(1 + size * share * recall) } };
		x->strata[0] =
			(struct true_stratum){ x->set.size, x->set.relevant[0] + x->set.relevant[1],
					       0, true };
		x->p.control = x->kind == CONTROL ? &x->set : NULL;
		x->p.strata = x->strata;
		x->p.count = x->kind == SHARE;
	} else {
		make_strata(x, &u, x->kind == STRATA ? 2 : 1);
	}
	if (x->kind == PAIR) { /* what only one run retrieves: the first has more */
		x->strata[1].size = x->strata[0].size;
		x->strata[1].yield = (int64_t)((double)x->strata[0].yield * between(&u, 0.2, 0.8));
	}
	double truth = planned_truth(&x->p);
	double off = between(&u, 0.05, 0.2) * (x->kind == SHARE ? truth : 1);
	q->target = goal == GOAL_WIDTH	 ? 2 * off
		    : goal == GOAL_LOWER ? fmax(truth - off, truth / 3)
		    : goal == GOAL_UPPER ? fmin(truth + off, (1 + 2 * truth) / 3)
					 : 0.5;
}

/* Samples that were drawn: what each found, in up to four strata or of two kinds. */
struct found {
	int64_t count[4];
};

static int by_count(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	for (int k = 0; k < 4; k++)
		if (x->count[k] != y->count[k])
			return x->count[k] < y->count[k] ? -1 : 1;
	return 0;
}

/* Of a control set: m relevant documents, and of these the retrieved. */
static int draw_control(const struct sampled_whole *c, int64_t n, int64_t samples,
			struct uniform *u, struct found *out, struct err *e)
{
	int64_t all = c->relevant[0] + c->relevant[1];
	struct hypergeometric h = { 0 }, part = { 0 };
	int status = hypergeometric_init(&h, n, e);
	if (status == 0)
		hypergeometric_set(&h, c->size, (double)all, n);
	if (status == 0)
		status = hypergeometric_init(&part, h.last, e);
	for (int64_t i = 0; i < samples && status == 0; i++)
		out[i].count[0] = hypergeometric_quantile(&h, uniform_next(u));
	qsort(out, (size_t)samples, sizeof *out, by_count);
	for (int64_t i = 0, before = -1; i < samples && status == 0; i++) {
		int64_t m = out[i].count[0];
		if (m != before)
			hypergeometric_set(&part, all, (double)c->relevant[1], m);
		out[i].count[1] = hypergeometric_quantile(&part, uniform_next(u));
		out[i].count[0] = m - out[i].count[1];
		before = m;
	}
	hypergeometric_release(&h);
	hypergeometric_release(&part);
	return status;
}

/* How many fresh samples reach the target, each outcome being evaluated once. */
static int count_reached(const struct plan *x, int64_t n, struct outcomes *o,
			 struct repeated_samples *r, const struct found *drawn, int64_t samples,
			 int64_t *count, struct err *e)
{
	const struct reach_request *q = &x->p.reach;
	bool reached = false;
	int status = 0;
	for (int64_t i = 0; i < samples && status == 0; i++) {
		struct interval y = { NAN, NAN };
		for (size_t k = 0; k < o->count; k++)
			o->strata[k].relevant = drawn[i].count[k];
		if (i > 0 && by_count(&drawn[i], &drawn[i - 1]) == 0)
			;
		else if (r != NULL)
			status = reach_by_sample(q, r, o->strata, o->count, &reached, e);
		else {
			status = control_interval(q, &x->set, n, drawn[i].count, &y, e);
			reached = reach_over(q, NULL, 0, y) >= 0;
		}
		*count += reached;
	}
	return status;
}

/* Of a control set, or of strata whose sizes stand in them; one stratum is a share. */
static int fresh_reached(const struct plan *x, int64_t n, int64_t samples, struct uniform *u,
			 double *out, struct err *e)
{
	struct outcomes o = { 0 };
	int64_t count = 0;
	struct repeated_samples *r = NULL;
	struct found *drawn = calloc((size_t)samples, sizeof *drawn);
	int status = drawn != NULL ? 0 : err_memory(e);
	if (status == 0 && x->kind == CONTROL)
		status = draw_control(&x->set, n, samples, u, drawn, e);
	if (status == 0 && x->kind != CONTROL) {
		const struct truth t = { x->strata, x->p.count };
		status = outcomes_init(&o, &t, QUANTITY_RECALL, 0, e);
		for (int64_t i = 0; i < samples && status == 0; i++)
			for (size_t k = 0; k < o.count; k++)
				drawn[i].count[k] = hypergeometric_quantile(&o.distribution[k],
									    uniform_next(u));
		r = status == 0 ? repeated_samples_new(x->p.reach.method, o.strata, o.count,
						       &x->p.reach.interval, e)
				: NULL;
		status = r != NULL ? 0 : -1;
	}
	if (status == 0) {
		qsort(drawn, (size_t)samples, sizeof *drawn, by_count);
		status = count_reached(x, n, &o, r, drawn, samples, &count, e);
	}
	repeated_samples_free(r);
	outcomes_release(&o);
	free(drawn);
	*out = (double)count / (double)samples;
	return status;
}

static int fresh(struct plan *x, int64_t n, int64_t samples, struct uniform *u, double *out,
		 struct err *e)
{
	return planned_divide(&x->p, n, e) < 0 ? -1 : fresh_reached(x, n, samples, u, out, e);
}

static int plan_size(struct plan *x, struct row *row, struct err *e)
{
	struct planned_answer found = { 0 };
	clock_t start = clock();
	int status = planned_smallest(&x->p, x->assurance, &found, e);
	row->seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	row->size = found.size;
	row->printed = found.probability;
	return status;
}

struct work {
	const struct plans_question *q;
	struct row *row;
};

/* The best of four smaller sizes. */
static int smaller_sizes(struct plan *x, int64_t samples, struct uniform *u, struct row *row,
			 struct err *e)
{
	static const double fewer[] = { 0.03, 0.06, 0.12, 0.25 };
	for (int i = 0; i < 4; i++) {
		int64_t less = row->size - 2 - (int64_t)((double)row->size * fewer[i]);
		double reached = 0;
		if (less < (int64_t)x->p.count + 1)
			break;
		if (fresh(x, less, samples, u, &reached, e) < 0)
			return -1;
		row->smaller = fmax(row->smaller, reached);
	}
	return 0;
}

static int one_plan(void *context, size_t i, int thread, struct err *e)
{
	(void)thread;
	static const char *const goals[] = { "width", "lower", "upper", "better" };
	struct work *w = context;
	struct row *row = &w->row[i];
	struct plan x;
	struct err none = { 0 };
	make_plan(&x, w->q->effort.seed, i);
	struct uniform u = uniform_start(w->q->effort.seed + 77, i, STREAM_LABELS);
	int64_t samples = w->q->effort.samples * ((int64_t)i < w->q->many ? 10 : 1);
	*row = (struct row){ .number = (int64_t)i + 1,
			     .kind = kinds[x.kind],
			     .goal = goals[x.p.reach.goal],
			     .method = x.p.reach.method->name,
			     .target = x.p.reach.target,
			     .assurance = x.assurance,
			     .samples = samples,
			     .reached = NAN,
			     .reached_se = NAN,
			     .smaller = NAN };
	if (plan_size(&x, row, &none) < 0) { /* all documents are not enough */
		row->size = RECORD_NONE;
		row->printed = NAN;
		return 0;
	}
	if (fresh(&x, row->size, samples, &u, &row->reached, e) < 0)
		return -1;
	row->reached_se = sqrt(row->reached * (1 - row->reached) / (double)samples);
	return smaller_sizes(&x, w->q->effort.samples, &u, row, e);
}

static int run(void *request, const struct output *out, struct err *e)
{
	const struct plans_question *q = request;
	struct records lines;
	struct work w = { q, calloc((size_t)q->plans + 1, sizeof *w.row) };
	records_init(&lines, columns, sizeof(struct row));
	int result = w.row != NULL
			     ? parallel_each(q->effort.jobs, (size_t)q->plans, one_plan, &w, e)
			     : err_memory(e);
	for (int64_t i = 0; i < q->plans && result == 0; i++)
		records_add(&lines, &w.row[i]);
	free(w.row);
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
