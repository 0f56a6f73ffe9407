/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What there is: the run's name, and numbers of topics and documents.
 */
#include "measures/measure.h"
#include "measures/ranking.h"

static size_t runid(const struct topic_view *t, const struct parameters *p, char *to, size_t room)
{
	(void)p;
	return (size_t)snprintf(to, room, "%s", t->runid);
}

MEASURE_VALUE(one, 1)
MEASURE_VALUE(num_ret, (double)t->retrieved)
MEASURE_VALUE(num_rel, (double)t->relevant)

/* With -c trec_eval counts every grade above 0, whatever -l says. */
MEASURE_VALUE(num_rel_for_all, (double)(t->complete ? t->positive : t->relevant))

MEASURE_VALUE(num_rel_ret, judged_relevant_retrieved(t))

static double nonrelevant_retrieved(const struct topic_view *t)
{
	size_t judged = 0;
	for (size_t i = 0; i < t->retrieved; i++)
		judged += t->grade[i] >= 0;
	return (double)judged - judged_relevant_retrieved(t);
}

MEASURE_VALUE(num_nonrel_judged_ret, nonrelevant_retrieved(t))

#define COUNT \
	.abi = MEASURE_ABI, .value = VALUE_INTEGER, .aggregate = AGGREGATE_SUM, .no_best = true

/* Of all inputs. */
#define ANY                                                            \
	.abi = MEASURE_ABI, .any_judgments = true, .input = INPUT_ANY, \
	.members =                                                     \
		"official set all_trec all_prefs prefs qrels_jg diversity est stat inferred nuggets support"

MEASURES = {
	{
		ANY,
		.name = "runid",
		.summary = "name of the run",
		.manual = "The tag (sixth column) of the last line of the run.\n",
		.value = VALUE_TEXT,
		.aggregate = AGGREGATE_RUN,
		.text = runid,
		.example = { .ranking = "0 1", .text = "example" },
	},
	{
		ANY,
		.name = "num_q",
		.no_best = true,
		.summary = "number of topics evaluated",
		.manual =
			"Topics with judgments that the run has; with -c, all topics with judgments.\n",
		.alias = "NumQ",
		.value = VALUE_INTEGER,
		.aggregate = AGGREGATE_COUNT,
		.score = one,
		.example = { .ranking = "0 1", .value = 1 },
	},
	{
		COUNT,
		.name = "num_ret",
		.any_judgments = true,
		.summary = "number of documents retrieved",
		.manual = "After -M and -J. Summed over topics.\n",
		.members = "official set all_trec",
		.alias = "NumRet",
		.score = num_ret,
		.example = { .ranking = "0 . 1", .value = 3 },
	},
	{
		COUNT,
		.name = "num_rel",
		.if_sampled = "est_rel",
		.summary = "number of relevant documents",
		.manual =
			"Documents judged relevant, retrieved or not. Summed over topics; with -c the\n"
			"sum counts every grade above 0, also if -l asks for more, as trec_eval does.\n",
		.members = "official set all_trec",
		.alias = "NumRel",
		.score = num_rel,
		.score_for_all = num_rel_for_all,
		.example = { .ranking = "0 . 1 | 1 0 2", .value = 3 },
	},
	{
		COUNT,
		.name = "num_rel_ret",
		.if_sampled = "est_rel_ret",
		.summary = "number of relevant documents retrieved",
		.manual = "After -M and -J. Summed over topics.\n",
		.members = "official set all_trec",
		.alias = "NumRet(rel) NumRelRet",
		.score = num_rel_ret,
		.example = { .ranking = "0 . 1 | 1 0 2", .value = 1 },
	},
	{
		COUNT,
		.name = "num_nonrel_judged_ret",
		.any_judgments = true,
		.summary = "number of documents retrieved that are judged not relevant",
		.manual =
			"Retrieved documents with a judgment of 0 or above, less the relevant ones.\n"
			"Summed over topics.\n",
		.members = "all_trec",
		.after = "set_F",
		.score = num_nonrel_judged_ret,
		.example = { .ranking = "0 . 1 - 0 | 0", .value = 2 },
	},
	MEASURES_END,
};
