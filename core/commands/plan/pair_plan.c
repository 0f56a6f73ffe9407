/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/parallel.h"
#include "core/commands/plan/pair_plan.h"

/* What only this run retrieves. */
static int own_of(const struct pair_question *q, int run, struct guessed_segment *out,
		  struct err *e)
{
	static const char names[] = "AB";
	double yield = (q->recall.value[run] - q->both_recall) * (double)q->yield;
	*out = (struct guessed_segment){ .size = (int64_t)q->retrieved.value[run] - q->both,
					 .yield = (int64_t)llround(yield) };
	if (out->size < 1)
		return err_usage(
			e,
			"run %c retrieves %.0f documents, and both together retrieve %lld: "
			"it has none of its own, and its recall cannot be the higher one",
			names[run], q->retrieved.value[run], (long long)q->both);
	if (out->yield < 0)
		return err_usage(e, "recall %g of run %c is less than what both retrieve, %g",
				 q->recall.value[run], names[run], q->both_recall);
	if (out->yield > out->size)
		return err_usage(e,
				 "contradiction: run %c would have %lld relevant documents of its "
				 "own, of %lld that only it retrieves",
				 names[run], (long long)out->yield, (long long)out->size);
	return 0;
}

static int set_problem(const struct pair_question *q, struct pair_answer *a,
		       struct division_problem *p, struct err *e)
{
	struct guessed_segment own[2];
	if (q->both_recall * (double)q->yield > (double)q->both + 0.5)
		return err_usage(e,
				 "contradiction: %.0f relevant documents in both runs, which share "
				 "%lld documents",
				 q->both_recall * (double)q->yield, (long long)q->both);
	for (int run = 0; run < 2; run++)
		if (own_of(q, run, &own[run], e) < 0)
			return -1;
	if (own[0].yield == own[1].yield)
		return err_usage(e,
				 "the two runs have the same recall: no sample tells them apart");
	a->better = own[0].yield > own[1].yield ? 0 : 1;
	*p = (struct division_problem){
		.method = interval_find(q->method),
		.interval = { .quantity = QUANTITY_RECALL, .beta = 1 },
		.goal = GOAL_BETTER,
		.retrieved = own[a->better],
		.unretrieved = own[1 - a->better],
	};
	tails_set(&p->interval.ends, q->level, TAIL_LOWER);
	return 0;
}

/* How often the other run seems to be the better one. */
static int find_wrong(struct pair_line *l, struct err *e)
{
	struct division_problem p = l->problem;
	p.retrieved = l->problem.unretrieved;
	p.unretrieved = l->problem.retrieved;
	const struct division d = { l->division.unretrieved, l->division.retrieved };
	return division_reach(&p, 0.5, d, &l->wrong, e);
}

struct sweep {
	const struct pair_question *question;
	struct pair_answer *answer;
};

static int compute(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct sweep *x = context;
	const struct pair_question *q = x->question;
	struct pair_line *l = &x->answer->line[item];
	if (q->size.count == 0) {
		struct assured found;
		if (division_assured(&l->problem, 0.5, q->assurance, NAN, &l->division, &found, e) <
		    0)
			return -1;
		l->reached = found.probability;
		l->checked = found.checked;
	} else if (division_most_often(&l->problem, 0.5, (int64_t)q->size.value[item], &l->division,
				       &l->reached, e) < 0) {
		return -1;
	}
	return find_wrong(l, e);
}

int pair_plan(const struct pair_question *q, struct pair_answer *out, struct err *e)
{
	*out = (struct pair_answer){ .count = q->size.count > 0 ? q->size.count : 1 };
	out->line = calloc(out->count, sizeof *out->line);
	if (out->line == NULL)
		return err_memory(e);
	struct division_problem p;
	if (set_problem(q, out, &p, e) < 0)
		return -1;
	int64_t all = division_documents(&p);
	for (size_t i = 0; i < out->count; i++) {
		out->line[i].problem = p;
		if (q->size.count > 0 && q->size.value[i] > (double)all)
			return err_usage(
				e, "--size=%.0f: only one of the runs retrieves %lld documents",
				q->size.value[i], (long long)all);
	}
	return parallel_each(q->jobs, out->count, compute, &(struct sweep){ q, out }, e);
}

void pair_answer_release(struct pair_answer *a)
{
	free(a->line);
	*a = (struct pair_answer){ 0 };
}
