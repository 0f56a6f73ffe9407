/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan topics: how many topics the sign test needs, what it can detect, and what uncertain
 * judgments change and cost (Carterette & Smucker 2007, sections 3 and 5).
 */
#include <math.h>

#include "core/base/number.h"
#include "core/commands/plan/sign_test.h"

struct topics_request {
	struct topics_options topics;
	struct planning_options options;
};

/* ---- options ---- */

#define AT(member) OPTION_AT(struct topics_request, member)

OPTION_SETTER(set_gamma)
{
	struct topics_options *q = &((struct topics_request *)request)->topics;
	const char *from = text;
	q->priced = true;
	q->model = robust04_judgments;
	if (strcmp(text, "robust04") == 0)
		return 0;
	for (int i = 0; i < 3; i++) {
		struct slice item = { from, strcspn(from, ",") };
		from += item.length + 1;
		if (!parse_real(item, &q->model.gamma[i]) || !isfinite(q->model.gamma[i]) ||
		    from[-1] != (i < 2 ? ',' : '\0'))
			return err_usage(e, "--%s=%.200s: not robust04, and not three numbers",
					 o->name, text);
	}
	return 0;
}

static const struct command_option options[] = {
	{ .include = topics_options, AT(topics) },
	{ "gamma", 0, "G0,G1,G2",
	  "Judgments for n topics at certainty x: exp(G0) x^G1 n^G2; robust04: 4.79,5.43,0.71",
	  SET_BY(set_gamma), .more = "`robust04` is the model of Carterette & Smucker (2007)." },
	{ .include = planning_options, AT(options) },
	{ 0 },
};

static const struct option_rule rules[] = {
	{ "", .needs = "topics|effect|power", .says = TWO_OF_THREE },
	TWO_OF_THREE_RULES,
	{ "topic-cost|free-topics|certainty=best", .needs = "gamma",
	  .why = "it says how many judgments certainty takes" },
	{ 0 },
};

static const struct command_table table = {
	.name = "plan topics",
	.summary = "power of the sign test, topics needed, cost of uncertain judgments",
	.doc = "Topics that the sign test needs, and its power.",
	.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS,
	.examples = "  strat_eval plan topics --effect=0.5 --power=0.8\n",
	.option = options,
	.size = sizeof(struct topics_request),
	.rule = rules,
};

/* ---- the question ---- */

static int plan_topics(void *request, const struct output *out, struct err *e)
{
	struct topics_request *q = request;
	const char *plot = q->options.plot;
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct report r;
	if (plot_check(plot, e) < 0)
		return -1;
	report_init(&r, q->options.format, &(struct report_origin){ .asked = &out->asked });
	topics_options_ready(&q->topics);
	int result = topics_plan(&q->topics, &r, plot != NULL ? &picture : NULL, e);
	result = report_write(&r, result, &b, e);
	return picture_finish(&picture, plot, &b, result, out, e);
}

COMMAND = { &table, plan_topics, NULL };
