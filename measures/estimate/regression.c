/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rankings from a sampled pool, all documents of which are known: without labels (reg_), and with
 * classes of cheap labels (lab_). The values and their errors are the program's
 * (core/stats/regression/sampled_ranking.h), which estimates all topics together.
 *
 * Of one topic without labels the value is, w being the weight of a document in the measure (1/k,
 * or its discount), y what a judgment says of it and N/n what it stands for,
 *
 *	(sum of w over all documents of the first k)
 *		* (sum over judged ones of w y N/n) / (sum over judged ones of w N/n)
 *
 * for the documents that are not judged, and what was judged for the others.
 */
#include "measures/measure.h"

static int value_of(const struct topic_view *t, enum measured_quantity quantity,
		    const struct parameters *p, double *value)
{
	struct err e = { 0 };
	return t->services->regression_value(t, quantity, p, value, &e);
}

MEASURE_SCORE(reg_p, value_of(t, REGRESSION_PRECISION, p, value))
MEASURE_SCORE(reg_dcg, value_of(t, REGRESSION_DCG, p, value))
MEASURE_SCORE(reg_ndcg, value_of(t, REGRESSION_NDCG, p, value))
MEASURE_SCORE(lab_p, value_of(t, LABELLED_PRECISION, p, value))
MEASURE_SCORE(lab_dcg, value_of(t, LABELLED_DCG, p, value))
MEASURE_SCORE(lab_ndcg, value_of(t, LABELLED_NDCG, p, value))
MEASURE_SCORE(reg_ndcg_exp, value_of(t, REGRESSION_NDCG_EXP, p, value))
MEASURE_SCORE(lab_ndcg_exp, value_of(t, LABELLED_NDCG_EXP, p, value))

#define FAMILY(nicknames, is, what)                                                                \
	.abi = MEASURE_ABI, .ranking = true, .input = INPUT_POOL, .method = "greg", USUAL_CUTOFFS, \
	.members = nicknames, .score = is, .quantity = what
#define OF_POOLS(is, what)  FAMILY("regression regression_labels", is, what)
#define OF_LABELS(is, what) FAMILY("regression_labels", is, what)

/*
 * Examples: one stratum of seven documents, two of them ('-') not sampled, of the three judged
 * documents in the first five two relevant; the fourth is expected to be so with the share of
 * these, by discounts 1/log2(rank + 1).
 */
#define D2  (1 / 1.5849625007211562)
#define D4  (1 / 2.321928094887362)
#define DCG (1 + D4 + D2 * (1 + D4) / (1.5 + D4))

MEASURES = {
	{
		OF_POOLS(reg_p, REGRESSION_PRECISION),
		.name = "reg_P",
		.summary =
			"precision in the top k by regression on the weights, for a sampled pool",
		.manual =
			"The mean over topics has the relevant share of the judged documents in the top k,\n"
			"by what they stand for, and every topic counts, with or without judgments. A\n"
			"topic's line has what was judged and what is expected of the rest: all of the top\n"
			"k judged, it is P. Its `contribution` (csv, jsonl) is the number whose mean is the\n"
			"mean; tests use it. Documents outside the frame: --outside. doc/methods.md.\n",
		.estimates = "P",
		.after = "iP",
		/* 4 of the pool in the top 5; 2 of the 3 judged ones are relevant */
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = 4 * (2.0 / 3) / 5 },
	},
	{
		OF_POOLS(reg_dcg, REGRESSION_DCG),
		.name = "reg_DCG",
		.summary = "dcg of the top k by regression on the weights, for a sampled pool",
		.manual = "As reg_P, with the grade as gain, divided by the discount of dcg.\n",
		.graded = true,
		.range = { 0, 1e99 },
		/* ranks 1 and 4 have a gain, of ranks 1, 3, 4 that are judged */
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = DCG },
	},
	{
		OF_POOLS(reg_ndcg, REGRESSION_NDCG),
		.name = "reg_nDCG",
		.summary = "ndcg of the top k by regression on the weights, for a sampled pool",
		.manual =
			"reg_DCG over the dcg of the ideal ranking. Few judged documents do not tell it: a\n"
			"model of the grades of all topics says what it may be, given what was judged of\n"
			"the topic. A topic that is judged as a whole has the value of ndcg_cut.\n",
		.estimates = "ndcg_cut",
		.graded = true,
		/* nothing was judged relevant */
		.example = { .ranking = "0 - 0 | 0 -", .value = 0 },
	},
	{
		OF_POOLS(reg_ndcg_exp, REGRESSION_NDCG_EXP),
		.name = "reg_nDCG_exp",
		.summary = "reg_nDCG with exponential gain",
		.manual = "As reg_nDCG, with the gain 2^grade - 1, as ndcg_exp_cut has it.\n",
		.estimates = "ndcg_exp_cut",
		.graded = true,
		/* nothing was judged relevant */
		.example = { .ranking = "0 - 0 | 0 -", .value = 0 },
	},
	{
		OF_LABELS(lab_p, LABELLED_PRECISION),
		.name = "lab_P",
		.summary = "reg_P with classes of --labels as covariates",
		.manual =
			"As reg_P, with a relevant share for each class of labels. Classes of few\n"
			"judged documents are joined with their neighbours. It holds whatever the labels\n"
			"say. Without --labels it is reg_P.\n",
		.estimates = "P",
		/* without labels, as reg_P */
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = 4 * (2.0 / 3) / 5 },
	},
	{
		OF_LABELS(lab_dcg, LABELLED_DCG),
		.name = "lab_DCG",
		.summary = "reg_DCG with classes of --labels as covariates",
		.manual = "As reg_DCG, with a mean grade for each class of labels.\n",
		.graded = true,
		.range = { 0, 1e99 },
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = DCG },
	},
	{
		OF_LABELS(lab_ndcg, LABELLED_NDCG),
		.name = "lab_nDCG",
		.summary = "reg_nDCG with classes of --labels as covariates",
		.manual =
			"As reg_nDCG, with the grades of each class of labels, also in what the ideal\n"
			"ranking may be.\n",
		.estimates = "ndcg_cut",
		.graded = true,
		/* nothing was judged relevant */
		.example = { .ranking = "0 - 0 | 0 -", .value = 0 },
	},
	{
		OF_LABELS(lab_ndcg_exp, LABELLED_NDCG_EXP),
		.name = "lab_nDCG_exp",
		.summary = "lab_nDCG with exponential gain",
		.manual = "As lab_nDCG, with the gain 2^grade - 1, as ndcg_exp_cut has it.\n",
		.estimates = "ndcg_exp_cut",
		.graded = true,
		/* nothing was judged relevant */
		.example = { .ranking = "0 - 0 | 0 -", .value = 0 },
	},
	MEASURES_END,
};
