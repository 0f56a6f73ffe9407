/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/parallel.h"
#include "core/commands/plan/one_sample_plan.h"

enum reach_goal plan_goal(enum tail tail)
{
	return tail == TAIL_BOTH ? GOAL_WIDTH : tail == TAIL_LOWER ? GOAL_LOWER : GOAL_UPPER;
}

/* The truth with a number: guesses, and of a control set prevalences. */
static int set_truth(const struct one_sample_question *q, size_t number, struct one_sample *s,
		     struct err *e)
{
	double guess = q->guess.value[number % q->guess.count], all = (double)q->documents;
	*s = (struct one_sample){ .set.size = q->documents };
	if (q->quantity != QUANTITY_RECALL) {
		s->set.relevant[1] = (int64_t)llround(guess * all);
		return 0;
	}
	double relevant = q->prevalence.value[number / q->guess.count] * (q->yield ? 1 : all);
	int64_t whole = (int64_t)llround(relevant);
	s->set.relevant[1] = (int64_t)llround(guess * relevant);
	s->set.relevant[0] = whole - s->set.relevant[1];
	if (whole > q->documents)
		return err_usage(e, "%lld relevant documents are more than the collection's %lld",
				 (long long)whole, (long long)q->documents);
	if (s->set.relevant[1] < 1)
		return err_usage(e, "by this guess less than one relevant document is retrieved");
	return 0;
}

static void add_lines(const struct one_sample_question *q, const struct one_sample_line *common,
		      struct one_sample_answer *out)
{
	const struct plan_targets *t = &q->targets;
	for (size_t s = 0; s < numbers_length(&t->size); s++)
		for (size_t i = 0; i < numbers_length(&t->target); i++) {
			struct one_sample_line *l = &out->line[out->count++];
			*l = *common;
			l->size = t->size.count > 0 ? (int64_t)t->size.value[s] : 0;
			l->sample.reach.target = t->target.count > 0 ? t->target.value[i] : NAN;
		}
}

static int check_sizes(const struct one_sample_question *q, struct err *e)
{
	for (size_t s = 0; s < q->targets.size.count; s++)
		if (q->targets.size.value[s] > (double)q->documents)
			return err_usage(e, "--size=%.0f: there are %lld documents to draw from",
					 q->targets.size.value[s], (long long)q->documents);
	return 0;
}

static int lay_out(const struct one_sample_question *q, struct one_sample_answer *out,
		   struct err *e)
{
	const struct plan_targets *t = &q->targets;
	size_t truths = q->guess.count * numbers_length(&q->prevalence);
	size_t each = t->methods.count * numbers_length(&t->size) * numbers_length(&t->target);
	out->line = calloc(truths * each + 1, sizeof *out->line);
	if (out->line == NULL)
		return err_memory(e);
	for (size_t i = 0; i < truths; i++) {
		struct one_sample_line common = { .reached = NAN };
		if (set_truth(q, i, &common.sample, e) < 0)
			return -1;
		for (size_t m = 0; m < t->methods.count; m++) {
			struct reach_request *r = &common.sample.reach;
			r->method = interval_find(t->methods.method[m]);
			r->goal = plan_goal(t->tail);
			r->interval =
				(struct interval_request){ .quantity = q->quantity, .beta = 1 };
			tails_set(&r->interval.ends, t->level, t->tail);
			add_lines(q, &common, out);
		}
	}
	return check_sizes(q, e);
}

struct sweep {
	const struct one_sample_question *question;
	struct one_sample_answer *answer;
};

static int compute(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct sweep *x = context;
	struct one_sample_line *l = &x->answer->line[item];
	int result = 0;
	if (l->size == 0) {
		struct assured found;
		if (one_sample_assured(&l->sample, x->question->targets.assurance, &found, e) < 0)
			return -1;
		l->size = found.size;
		l->reached = found.probability;
		l->checked = found.checked;
	} else if (!isnan(l->sample.reach.target)) {
		result = one_sample_reach(&l->sample, l->size, &l->reached, e);
	}
	return result < 0 ? -1 : one_sample_typical(&l->sample, l->size, &l->typical, e);
}

int one_sample_plan(const struct one_sample_question *q, struct one_sample_answer *out,
		    struct err *e)
{
	*out = (struct one_sample_answer){ 0 };
	if (lay_out(q, out, e) < 0)
		return -1;
	return parallel_each(q->targets.jobs, out->count, compute, &(struct sweep){ q, out }, e);
}

void one_sample_answer_release(struct one_sample_answer *a)
{
	free(a->line);
	*a = (struct one_sample_answer){ 0 };
}
