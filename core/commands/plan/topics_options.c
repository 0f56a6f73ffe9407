/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan topics, and what it shares with plan pilot.
 */
#include <math.h>

#include "core/base/number.h"
#include "core/commands/plan/plan_options.h"

#define TOPICS(member) OPTION_AT(struct topics_options, member)
#define COST	       .given = offsetof(struct topics_options, cost_given)

/* A list of numbers in which the last may be the word best. */
OPTION_SETTER(set_certainty)
{
	static const char best[] = "best";
	struct topics_options *q = request;
	struct number_list *list = &q->question.certainty;
	size_t length = strlen(text), word = sizeof best - 1;
	list->count = 0;
	q->best_asked = length >= word && strcmp(text + length - word, best) == 0 &&
			(length == word || text[length - word - 1] == ',');
	if (q->best_asked)
		length -= length > word ? word + 1 : word;
	if ((length > 0 || !q->best_asked) &&
	    option_numbers(o, (struct slice){ text, length }, list, e) < 0)
		return -1;
	if (q->best_asked && list->count == LIST_MAX)
		return err_usage(e, "--%s: more than %d numbers", o->name, LIST_MAX);
	if (q->best_asked)
		list->value[list->count++] = NAN;
	return 0;
}

const struct command_option topics_options[] = {
	{ HEADING("Two of these three, the other one follows:") },
	{ "topics", 0, "N,...", "Number of topics", LIST(WHOLES(1, 1e9)), TOPICS(question.topics) },
	{ "effect", 0, "H,...", "Effect size: A is better than B on a share (1+H)/2 of all topics",
	  LIST(ABOVE_TO(0, 1)), TOPICS(question.effect) },
	{ "power", 0, "X,...", "Probability that the test finds the difference",
	  LIST(BETWEEN(0, 1)), TOPICS(question.power) },
	{ HEADING("The test:") },
	{ "alpha", 0, "X,...",
	  "Level of the one-sided test (default 0.05; half of the level of a two-sided one)",
	  LIST(BETWEEN(0, 1)), TOPICS(question.alpha) },
	{ "normal", 0, NULL, "Find topics and effects by the normal approximation, not exactly",
	  TOPICS(question.normal) },
	{ HEADING("Incomplete judgments:") },
	{ "certainty", 0, "X,...",
	  "Probability that the sign of a topic is right; best, as the last: the one that costs "
	  "least (default if costs are known: 1,best)",
	  LIST(ABOVE_TO(0.5, 1)), TOPICS(question.certainty), .set = set_certainty,
	  .more = "It is above 0.5." },
	{ OPTION_TOPIC_COST, TOPICS(question.price.topic), COST },
	{ OPTION_JUDGMENT_COST, TOPICS(question.price.judgment), COST },
	{ OPTION_FREE_TOPICS, TOPICS(question.price.free_topics), COST },
	{ 0 },
};

int topics_options_given(const struct topics_options *o)
{
	const struct topics_question *q = &o->question;
	return (q->topics.count > 0) + (q->effect.count > 0) + (q->power.count > 0);
}

int topics_options_check(struct topics_options *o, const char *model_option, struct err *e)
{
	struct topics_question *q = &o->question;
	int given = topics_options_given(o);
	if (given != 2)
		return err_usage(e, "two of --topics, --effect and --power are needed, given %s %d",
				 given == 1 ? "is" : "are", given);
	q->unknown = q->power.count == 0    ? UNKNOWN_POWER
		     : q->topics.count == 0 ? UNKNOWN_TOPICS
					    : UNKNOWN_EFFECT;
	if (q->normal && q->unknown == UNKNOWN_POWER)
		return err_usage(e, "--normal: both powers are shown anyway");
	if (!q->priced && (o->cost_given || o->best_asked))
		return err_usage(e, "%s needs %s, which says how many judgments it takes",
				 o->cost_given ? "a cost" : "--certainty=best", model_option);
	if (q->alpha.count == 0)
		q->alpha = (struct number_list){ { 0.05 }, 1 };
	if (q->priced && q->certainty.count == 0)
		q->certainty = (struct number_list){ { 1, NAN }, 2 };
	return 0;
}

/* ---- plan topics ---- */

#define AT(member) OPTION_AT(struct topics_request, member)

OPTION_SETTER(set_gamma)
{
	struct topics_question *q = &((struct topics_request *)request)->topics.question;
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

static void init(void *request)
{
	struct topics_request *q = request;
	q->topics.question.price.judgment = 1;
}

static int check(void *request, struct err *e)
{
	struct topics_request *q = request;
	return topics_options_check(&q->topics, "--gamma", e);
}

const struct command_table topics_table = {
	.name = "plan topics",
	.summary = "power of the sign test, topics needed, cost of uncertain judgments",
	.doc = "Topics that the sign test needs, and its power.",
	.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS,
	.option = options,
	.size = sizeof(struct topics_request),
	.init = init,
	.check = check,
};
