/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan strata.
 */
#include <math.h>

#include "core/base/number.h"
#include "core/commands/plan/plan_options.h"

#define AT(member)    OPTION_AT(struct strata_plan_request, member)
#define GIVEN(member) .given = offsetof(struct strata_plan_request, member)

/* N:P[:LABEL] */
static int add_stratum(struct strata_question *q, const char *name, const char *text,
		       bool retrieved, struct err *e)
{
	const char *colon = strchr(text, ':');
	const char *label = colon != NULL ? strchr(colon + 1, ':') : NULL;
	size_t length = label != NULL ? (size_t)(label - colon) - 1 : strlen(text);
	double N = 0, p = 0;
	if (colon != NULL && label == NULL)
		length = strlen(colon + 1);
	if (q->count == PLAN_STRATA_MAX)
		return err_usage(e, "more than %d strata", PLAN_STRATA_MAX);
	if (colon == NULL || (label != NULL && label[1] == '\0') ||
	    !parse_real((struct slice){ text, (size_t)(colon - text) }, &N) ||
	    !parse_real((struct slice){ colon + 1, length }, &p) || !(N >= 1 && N <= 1e12) ||
	    N != floor(N) || !(p >= 0 && p <= 1))
		return err_usage(
			e,
			"--%s=%.100s: not N:P or N:P:LABEL with a number of documents and a "
			"share from 0 to 1",
			name, text);
	static const char *const unnamed[] = { "-", "retrieved" };
	q->label[q->count] = label != NULL ? label + 1 : unnamed[retrieved];
	q->stratum[q->count++] = (struct true_stratum){ .size = (int64_t)N,
							.yield = (int64_t)llround(N * p),
							.retrieved = retrieved };
	return 0;
}

OPTION_SETTER(set_retrieved)
{
	return add_stratum(&((struct strata_plan_request *)request)->question, o->name, text, true,
			   e);
}

OPTION_SETTER(set_unretrieved)
{
	return add_stratum(&((struct strata_plan_request *)request)->question, o->name, text, false,
			   e);
}

static const struct command_option options[] = {
	{ HEADING("The strata:") },
	{ "retrieved", 0, "N:P[:LABEL]",
	  "A stratum of N documents that were retrieved, of which a share P is relevant (a guess); "
	  "may be repeated (the label is retrieved, if there is none)",
	  SET_BY(set_retrieved) },
	{ "unretrieved", 0, "N:P[:LABEL]",
	  "The same of documents that were not retrieved; may be repeated (the label is -, if there "
	  "is none)",
	  SET_BY(set_unretrieved) },
	{ .include = target_options, AT(question.targets) },
	{ OPTION_TAIL, AT(question.targets.tail) },
	{ "samples", 0, "N", "Draw N samples, unless there are fewer outcomes (default 1000)",
	  WHOLE(100, 100000000), AT(question.draws) },
	{ "seed", 0, "N", "Seed of the samples (default 1)", WHOLE(0, INT64_MAX),
	  AT(question.seed) },
	{ .include = allocation_options, AT(allocation) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static void init(void *request)
{
	struct strata_plan_request *c = request;
	plan_targets_init(&c->question.targets);
	c->question.draws = 1000;
	c->question.seed = 1;
}

static int check(void *request, struct err *e)
{
	struct strata_question *q = &((struct strata_plan_request *)request)->question;
	struct plan_targets *t = &q->targets;
	int64_t all = 0;
	for (size_t i = 0; i < q->count; i++)
		all += q->stratum[i].size;
	if (t->target.count != 1)
		return err_usage(e, "one width or bound is needed (--width or --bound)");
	if (plan_targets_check(t, QUANTITY_RECALL, e) < 0)
		return -1;
	if (t->methods.count > 1 || t->size.count > 1)
		return err_usage(e, "--%s: one of them", t->size.count > 1 ? "size" : "ci");
	if (t->size.count > 0 && t->size.value[0] > (double)all)
		return err_usage(e, "--size=%.0f: there are %lld documents to draw from",
				 t->size.value[0], (long long)all);
	return 0;
}

const struct command_table strata_table = {
	.name = "plan strata",
	.summary = "sample of several strata, to know recall",
	.doc = "How large a sample of several strata must be to know recall, and how to divide it.",
	.notes = PLAN_EXIT_STATUS,
	.option = options,
	.size = sizeof(struct strata_plan_request),
	.init = init,
	.check = check,
};
