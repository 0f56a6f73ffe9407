/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nugget scores of answers from human judgments of a sample of the pairs of an answer and a nugget,
 * and a model's on all of them. The score of a topic is a sum over its pairs with known weights w,
 * those of nuggets.c over their sum, of what people would assign, y = 1, 0.5 or 0. So it is
 * estimated as other such sums are (core/stats/regression/sampled_ranking.h), the model's
 * assignments being the classes: unbiased whatever they say.
 *
 * A pair is a document (-R pairs) of grade 2, 1 or 0, not judged if people did not see it. Those of
 * a run in a topic are a stratum. A run has its own pairs, and their scores are the importance.
 */
#include "measures/measure.h"

static int value_of(const struct topic_view *t, enum measured_quantity quantity,
		    const struct parameters *p, double *value)
{
	struct err e = { 0 };
	for (size_t i = 0; i < t->retrieved; i++) {
		double score = t->score(t, i);
		if (score != IMPORTANCE_VITAL && score != IMPORTANCE_OKAY)
			return SCORE_NOT_TAKEN;
		if (t->grade[i] == GRADE_UNPOOLED)
			return SCORE_NOT_LISTED;
	}
	return t->services->regression_value(t, quantity, p, value, &e);
}

MEASURE_SCORE(vital, value_of(t, LABELLED_VITAL, p, value))
MEASURE_SCORE(all, value_of(t, LABELLED_NUGGETS, p, value))
MEASURE_SCORE(weighted, value_of(t, LABELLED_WEIGHTED, p, value))
MEASURE_SCORE(strict_vital, value_of(t, LABELLED_STRICT_VITAL, p, value))
MEASURE_SCORE(strict_all, value_of(t, LABELLED_STRICT_NUGGETS, p, value))
MEASURE_SCORE(strict_weighted, value_of(t, LABELLED_STRICT_WEIGHTED, p, value))

static const char *check_weight(const struct parameters *p)
{
	return p->setting[0] >= 0 && p->setting[0] <= 1 ? NULL : "takes okay from 0 to 1";
}

#define FAMILY(is, what, of)                                                                          \
	.abi = MEASURE_ABI, .members = "nuggets_labels", .ranking = true, .input = INPUT_POOL,        \
	.method = "greg", .graded = true, .scores = true, .score = is, .quantity = what,              \
	.name = "lab_nugget_" of, .estimates = "nugget_" of,                                          \
	.summary = "nugget_" of " from human judgments of a sample of pairs, and labels of all",      \
	.manual =                                                                                     \
		"nugget_" of                                                                          \
		" as people would assign the nuggets, who judged a random sample of the\n"            \
		"pairs of an answer and a nugget, drawn by run and topic (-R pairs, -T pairs,\n"      \
		"--drawn-from=labels). The model's assignments are covariates (--labels): unbiased\n" \
		"whatever they say. The mean over topics has one share of support for each class\n"   \
		"of labels and corrects it by each topic's own pairs; a topic's own line, its own\n"  \
		"shares. 0 where there are no such nuggets. doc/answers.md.\n"

/* Two vital nuggets, one of them seen by people: in part; of three okay ones two: in full, and not
 * at all. One class: the mean of what was seen, weighted. */
#define EXAMPLE .ranking = "1:2 -:2 2:1 0:1 -:1"

MEASURES = {
	{
		FAMILY(vital, LABELLED_VITAL, "vital"),
		.example = { EXAMPLE, .value = 0.5 },
		.after = "lab_nDCG_exp",
	},
	{
		FAMILY(all, LABELLED_NUGGETS, "all"),
		.example = { EXAMPLE, .value = 1.5 / 3 },
	},
	{
		FAMILY(weighted, LABELLED_WEIGHTED, "weighted"),
		.settings = "okay=0.5",
		.check = check_weight,
		.example = { EXAMPLE, .value = (0.5 + 0.5) / 2 },
	},
	{
		FAMILY(strict_vital, LABELLED_STRICT_VITAL, "strict_vital"),
		.example = { EXAMPLE, .value = 0 },
	},
	{
		FAMILY(strict_all, LABELLED_STRICT_NUGGETS, "strict_all"),
		.example = { EXAMPLE, .value = 1.0 / 3 },
	},
	{
		FAMILY(strict_weighted, LABELLED_STRICT_WEIGHTED, "strict_weighted"),
		.settings = "okay=0.5",
		.check = check_weight,
		.example = { EXAMPLE, .value = 0.5 / 2 },
	},
	MEASURES_END,
};
