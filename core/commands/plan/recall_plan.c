/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/parallel.h"
#include "core/commands/plan/one_sample_plan.h"
#include "core/commands/plan/recall_plan.h"

static size_t truths(const struct recall_question *q)
{
	return numbers_length(&q->retrieved) * numbers_length(&q->prevalence) *
	       numbers_length(&q->recall) * numbers_length(&q->precision);
}

/* The truth with a number, the last dimension counting fastest. */
static int guess_number(const struct recall_question *q, size_t number, struct guessed *out,
			struct err *e)
{
	size_t precision = number % numbers_length(&q->precision);
	number /= numbers_length(&q->precision);
	size_t recall = number % numbers_length(&q->recall);
	number /= numbers_length(&q->recall);
	size_t prevalence = number % numbers_length(&q->prevalence);
	number /= numbers_length(&q->prevalence);
	const struct guess g = {
		.collection = q->collection,
		.retrieved = q->retrieved.count > 0 ? (int64_t)q->retrieved.value[number] : 0,
		.prevalence = numbers_item(&q->prevalence, prevalence) /
			      (q->yield ? (double)q->collection : 1),
		.recall = numbers_item(&q->recall, recall),
		.precision = numbers_item(&q->precision, precision),
	};
	return guess_resolve(&g, out, e);
}

static struct division_problem problem(const struct recall_question *q, const struct guessed *g,
				       const struct interval_method *m)
{
	struct division_problem p = {
		.method = m,
		.interval = { .quantity = QUANTITY_RECALL, .beta = 1 },
		.goal = plan_goal(q->tail),
		.by = q->by == EXPECTED_BY_SUM ? EXPECTED_BY_SUM : EXPECTED_AUTO,
		.retrieved = { g->retrieved, g->relevant_retrieved },
		.unretrieved = { g->collection - g->retrieved,
				 g->relevant - g->relevant_retrieved },
	};
	tails_set(&p.interval.ends, q->level, q->tail);
	return p;
}

/* Lines of one truth and one method, added to the answer. */
static void add_lines(const struct recall_question *q, const struct recall_line *common,
		      struct recall_answer *out)
{
	for (size_t s = 0; s < q->size.count; s++) {
		int64_t before = 0;
		for (size_t i = 0; i < q->of_size.count; i++) {
			struct recall_line *l = &out->line[out->count];
			*l = *common;
			l->asked = &q->of_size.item[i];
			l->size = (int64_t)q->size.value[s];
			if (!isnan(l->asked->share)) {
				l->division = division_of(&l->problem, l->size, l->asked->share);
				if (l->division.retrieved == before)
					continue;
				before = l->division.retrieved;
			}
			out->count++;
		}
	}
	for (size_t t = 0; t < q->target.count; t++)
		for (size_t i = 0; i < q->of_target.count; i++) {
			struct recall_line *l = &out->line[out->count++];
			*l = *common;
			l->asked = &q->of_target.item[i];
			l->target = q->target.value[t];
		}
}

static int check_sizes(const struct recall_question *q, struct err *e)
{
	for (size_t s = 0; s < q->size.count; s++)
		if (q->size.value[s] > (double)q->collection)
			return err_usage(e, "--size=%.0f: the collection has %lld documents",
					 q->size.value[s], (long long)q->collection);
	return 0;
}

/* What is to be computed, with every guess checked. */
static int lay_out(const struct recall_question *q, struct recall_answer *out, struct err *e)
{
	if (check_sizes(q, e) < 0)
		return -1;
	size_t of_one = q->size.count * q->of_size.count + q->target.count * q->of_target.count;
	out->line = calloc(truths(q) * q->methods.count * of_one + 1, sizeof *out->line);
	if (out->line == NULL)
		return err_memory(e);
	for (size_t t = 0; t < truths(q); t++) {
		struct recall_line common = { .target = NAN };
		if (guess_number(q, t, &common.guess, e) < 0)
			return -1;
		for (size_t m = 0; m < q->methods.count; m++) {
			common.problem =
				problem(q, &common.guess, interval_find(q->methods.method[m]));
			add_lines(q, &common, out);
		}
	}
	return 0;
}

struct sweep {
	const struct recall_question *question;
	struct recall_answer *answer;
};

/* The smallest sample that reaches the target, on average or with the assurance. */
static int find_size(const struct recall_question *q, struct recall_line *l, struct err *e)
{
	double share = l->asked->share;
	if (!isnan(q->assurance)) {
		struct assured found;
		if (division_assured(&l->problem, l->target, q->assurance, share, &l->division,
				     &found, e) < 0)
			return -1;
		l->reached = found.probability;
		l->checked = found.checked;
		return 0;
	}
	if (division_smallest(&l->problem, l->target, share, &l->division, e) < 0)
		return -1;
	/* of a width the sum takes long */
	return q->tail == TAIL_BOTH
		       ? 0
		       : division_reach(&l->problem, l->target, l->division, &l->reached, e);
}

static int compute(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct sweep *x = context;
	const struct recall_question *q = x->question;
	/* searches take longest and stand last in each group: backwards */
	size_t number = x->answer->count - 1 - item;
	struct recall_line *l = &x->answer->line[number];
	double share = l->asked->share;
	int result = 0;
	l->reached = NAN;
	if (l->size == 0)
		result = find_size(q, l, e);
	else if (isnan(share))
		result = division_best(&l->problem, l->size, &l->division, e);
	const struct expected_request request = {
		.by = q->by, .draws = q->draws, .seed = q->seed, .index = number
	};
	if (result == 0)
		result = division_expect(&l->problem, l->division, &request, &l->expected, e);
	return result;
}

int recall_plan(const struct recall_question *q, struct recall_answer *out, struct err *e)
{
	*out = (struct recall_answer){ 0 };
	if (lay_out(q, out, e) < 0)
		return -1;
	return parallel_each(q->jobs, out->count, compute, &(struct sweep){ q, out }, e);
}

void recall_answer_release(struct recall_answer *a)
{
	free(a->line);
	*a = (struct recall_answer){ 0 };
}
