/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan control: how large a control set, a random sample of the whole collection, must be to know
 * recall.
 */
#include "core/commands/plan/one_sample.h"

#define AT	      ONE_SAMPLE_AT
#define GIVEN(member) .given = offsetof(struct one_sample_request, member)

static const struct command_option options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ ONE_SAMPLE_COLLECTION },
	{ "prevalence", 0, "X,...", "Share of the collection that is relevant",
	  LIST(ABOVE_TO(0, 1)), AT(prevalence), GIVEN(prevalence_given), .meant_by = "richness" },
	{ "yield", 0, "N,...", "Number of relevant documents, in place of prevalence",
	  LIST(WHOLES(1, 1e12)), AT(prevalence), GIVEN(yield) },
	{ "recall", 0, "X,...", "Share of the relevant that is retrieved", LIST(ABOVE_TO(0, 1)),
	  AT(guess) },
	{ .include = target_options, AT(targets) },
	{ OPTION_TAIL, AT(targets.tail), GIVEN(targets.tail_given) },
	{ OPTION_PLAN_SAMPLES, AT(samples) },
	{ OPTION_SEED, AT(seed) },
	{ .include = allocation_options, AT(allocation) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static const struct one_sample_kind kind = { "recall", QUANTITY_RECALL, "-N", "--recall", 0 };

static int check_plan_control(void *request, struct err *e)
{
	struct one_sample_request *c = request;
	if (c->prevalence_given && c->yield)
		return err_usage(e, "--prevalence and --yield say the same: give one");
	if (c->prevalence.count == 0)
		return err_usage(e, "a guess is missing (--prevalence or --yield)");
	if (c->targets.bound_given && !c->targets.tail_given)
		c->targets.tail = TAIL_LOWER; /* of recall, at least so much is what one shows */
	if (one_sample_check(request, e) < 0)
		return -1;
	const struct method_list *methods = &c->targets.methods;
	for (size_t i = 0; i < methods->count; i++) {
		const struct interval_method *m = interval_find(methods->method[i]);
		if (m->prior == NULL && !m->one_more)
			return err_usage(
				e,
				"--ci=%s: the method needs a sample of its own from what is "
				"retrieved and from the rest, and a control set is one of "
				"both; bb-spread and bb-bound are for it",
				m->name);
	}
	return 0;
}

ONE_SAMPLE_TABLE("control", "sample of the whole collection, to know recall (control set)",
		 "How large a random sample of the whole collection must be to know recall.",
		 check_plan_control);

COMMAND = { &table, one_sample_run, NULL };
