/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/commands/plan/strata_plan.h"

static int check_strata(const struct strata_question *q, struct err *e)
{
	bool there[2] = { false, false };
	double yield = 0;
	for (size_t i = 0; i < q->count; i++) {
		there[q->stratum[i].retrieved] = true;
		yield += (double)q->stratum[i].yield;
		for (size_t k = 0; k < i; k++)
			if (strcmp(q->label[i], q->label[k]) == 0)
				return err_usage(e, "two strata are called '%s'", q->label[i]);
	}
	if (!there[0] || !there[1])
		return err_usage(e, "recall needs strata of both kinds: --%s is missing",
				 there[1] ? "unretrieved" : "retrieved");
	return yield > 0 ? 0 : err_usage(e, "by these guesses no document is relevant");
}

int strata_plan(const struct strata_question *q, struct strata_answer *out, struct err *e)
{
	const struct plan_targets *t = &q->targets;
	if (check_strata(q, e) < 0)
		return -1;
	memcpy(out->stratum, q->stratum, sizeof out->stratum);
	struct strata_request r = {
		.reach = { .method = interval_find(t->methods.method[0]),
			   .interval = { .quantity = QUANTITY_RECALL, .beta = 1 },
			   .goal = plan_goal(t->tail),
			   .target = t->target.value[0] },
		.strata = out->stratum,
		.count = q->count,
		.draws = q->draws,
		.seed = q->seed,
	};
	tails_set(&r.reach.interval.ends, t->level, t->tail);
	int status;
	if (t->size.count == 0) {
		status = strata_smallest(&r, t->assurance, &out->reached, e);
	} else {
		status = strata_divide(&r, (int64_t)t->size.value[0], e);
		if (status == 0)
			status = strata_reach(&r, &out->reached, e);
	}
	out->size = 0;
	for (size_t i = 0; i < q->count; i++)
		out->size += out->stratum[i].sampled;
	return status;
}
