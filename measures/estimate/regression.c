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

#define FAMILY .abi = MEASURE_ABI, .ranking = true, .input = INPUT_POOL, .method = "greg"

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
		FAMILY,
		.name = "reg_P",
		.members = "regression regression_labels",
		.summary =
			"precision in the top k by regression on the weights, for a sampled pool",
		.manual =
			"The mean over topics has the relevant share of the judged documents in the top k,\n"
			"by what they stand for, and every topic counts, with or without judgments. A\n"
			"topic's line has what was judged and what is expected of the rest: all of the top\n"
			"k judged, it is P. Its `contribution` (csv, jsonl) is the number whose mean is the\n"
			"mean; tests use it. Documents outside the frame: --outside. doc/methods.md.\n",
		.estimates = "P",
		USUAL_CUTOFFS,
		.after = "iP",
		.score = reg_p,
		.quantity = REGRESSION_PRECISION,
		/* 4 of the pool in the top 5; 2 of the 3 judged ones are relevant */
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = 4 * (2.0 / 3) / 5 },
	},
	{
		FAMILY,
		.name = "reg_DCG",
		.members = "regression regression_labels",
		.summary = "dcg of the top k by regression on the weights, for a sampled pool",
		.manual = "As reg_P, with the grade as gain, divided by the discount of dcg.\n",
		.graded = true,
		USUAL_CUTOFFS,
		.range = { 0, 1e99 },
		.score = reg_dcg,
		.quantity = REGRESSION_DCG,
		/* ranks 1 and 4 have a gain, of ranks 1, 3, 4 that are judged */
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = DCG },
	},
	{
		FAMILY,
		.name = "reg_nDCG",
		.members = "regression regression_labels",
		.summary = "ndcg of the top k by regression on the weights, for a sampled pool",
		.manual =
			"reg_DCG over the dcg of the ideal ranking. Few judged documents do not tell it: a\n"
			"model of the grades of all topics says what it may be, given what was judged of\n"
			"the topic. A topic that is judged as a whole has the value of ndcg_cut.\n",
		.estimates = "ndcg_cut",
		.graded = true,
		USUAL_CUTOFFS,
		.score = reg_ndcg,
		.quantity = REGRESSION_NDCG,
		/* nothing was judged relevant */
		.example = { .ranking = "0 - 0 | 0 -", .value = 0 },
	},
	{
		FAMILY,
		.name = "reg_nDCG_exp",
		.members = "regression regression_labels",
		.summary = "reg_nDCG with exponential gain",
		.manual = "As reg_nDCG, with the gain 2^grade - 1, as ndcg_exp_cut has it.\n",
		.estimates = "ndcg_exp_cut",
		.graded = true,
		USUAL_CUTOFFS,
		.score = reg_ndcg_exp,
		.quantity = REGRESSION_NDCG_EXP,
		/* nothing was judged relevant */
		.example = { .ranking = "0 - 0 | 0 -", .value = 0 },
	},
	{
		FAMILY,
		.name = "lab_P",
		.members = "regression_labels",
		.summary = "reg_P with classes of --labels as covariates",
		.manual =
			"As reg_P, with a relevant share for each class of labels. Classes of few\n"
			"judged documents are joined with their neighbours. It holds whatever the labels\n"
			"say. Without --labels it is reg_P.\n",
		.estimates = "P",
		USUAL_CUTOFFS,
		.score = lab_p,
		.quantity = LABELLED_PRECISION,
		/* without labels, as reg_P */
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = 4 * (2.0 / 3) / 5 },
	},
	{
		FAMILY,
		.name = "lab_DCG",
		.members = "regression_labels",
		.summary = "reg_DCG with classes of --labels as covariates",
		.manual = "As reg_DCG, with a mean grade for each class of labels.\n",
		.graded = true,
		USUAL_CUTOFFS,
		.range = { 0, 1e99 },
		.score = lab_dcg,
		.quantity = LABELLED_DCG,
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = DCG },
	},
	{
		FAMILY,
		.name = "lab_nDCG",
		.members = "regression_labels",
		.summary = "reg_nDCG with classes of --labels as covariates",
		.manual =
			"As reg_nDCG, with the grades of each class of labels, also in what the ideal\n"
			"ranking may be.\n",
		.estimates = "ndcg_cut",
		.graded = true,
		USUAL_CUTOFFS,
		.score = lab_ndcg,
		.quantity = LABELLED_NDCG,
		/* nothing was judged relevant */
		.example = { .ranking = "0 - 0 | 0 -", .value = 0 },
	},
	{
		FAMILY,
		.name = "lab_nDCG_exp",
		.members = "regression_labels",
		.summary = "lab_nDCG with exponential gain",
		.manual = "As lab_nDCG, with the gain 2^grade - 1, as ndcg_exp_cut has it.\n",
		.estimates = "ndcg_exp_cut",
		.graded = true,
		USUAL_CUTOFFS,
		.score = lab_ndcg_exp,
		.quantity = LABELLED_NDCG_EXP,
		/* nothing was judged relevant */
		.example = { .ranking = "0 - 0 | 0 -", .value = 0 },
	},
	MEASURES_END,
};
