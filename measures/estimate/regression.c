/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Regression (GREG) estimates of rankings from a sampled pool, all documents of which are known: on
 * the weights alone (reg_), and on weights and classes of cheap labels (lab_). The values and their
 * errors are the program's (core/stats/regression/ranked_regression.h), which also has one
 * coefficient for all topics in the mean over topics.
 *
 * w being the weight of a document in the measure (1/k, or its discount), y what a judgment says of
 * it and N/n what it stands for,
 *
 *	sum over classes of (sum of w over all its documents)
 *		* (sum over judged ones of w y N/n) / (sum over judged ones of w N/n)
 *
 * Without labels there is one class. Särndal, Swensson & Wretman 1992, chapter 6.
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
MEASURE_SCORE(reg_ap, value_of(t, REGRESSION_AP, p, value))
MEASURE_SCORE(lab_ap, value_of(t, LABELLED_AP, p, value))

#define FAMILY .abi = MEASURE_ABI, .ranking = true, .input = INPUT_POOL, .method = "greg"

/*
 * Examples: one stratum of seven documents, two of them ('-') not sampled, 3 of the 5 judged ones
 * relevant. Discounts 1/log2(rank + 1), their sum over all four retrieved documents and over the
 * judged ones with a gain and in all; the ideal sum of 7*3/5 documents, and of 7*2/4 or 7*3/4 if
 * one is left out.
 */
#define D2	 (1 / 1.5849625007211562)
#define D4	 (1 / 2.321928094887362)
#define D5	 (1 / 2.584962500721156)
#define DCG	 ((1 + D4) / (1.5 + D4) * (1.5 + D2 + D4))
#define IDEAL_42 (1.5 + D2 + D4 + 0.2 * D5)
#define IDEAL_35 (1.5 + D2 + 0.5 * D4)
#define IDEAL_50 (1.5 + D2 + D4 + D5)
/* the jackknife: (1 - 5/7) * 4/5 * (3 (without a relevant one) + 2 (without another)) */
#define BIAS                     \
	((1 - 5.0 / 7) * 4 / 5 * \
	 (3 * (1 / IDEAL_35 - 1 / IDEAL_42) + 2 * (1 / IDEAL_50 - 1 / IDEAL_42)))

MEASURES = {
	{
		FAMILY,
		.name = "reg_P",
		.members = "regression regression_labels",
		.summary =
			"precision in the top k by regression on the weights, for a sampled pool",
		.manual =
			"The relevant share of the judged documents in the top k, by what they stand\n"
			"for, times the part of the top k that is in the pool. Unbiased where statP is,\n"
			"with a much smaller error. Documents outside the pool are not relevant. nan if\n"
			"none of the top k is judged. The mean over topics has one share for all topics\n"
			"and corrects it by each topic's own documents, so that such topics count.\n",
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
		.manual =
			"The mean grade of the judged documents in the top k, weighted by discount and\n"
			"by what they stand for, times the sum of the discounts of all documents of\n"
			"the pool there. The gain is the grade, the discount log2(rank + 1).\n",
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
			"reg_DCG over the dcg of the ideal ranking, which has as many documents of each\n"
			"grade as are estimated, N/n for each judged one; not rounded to whole numbers,\n"
			"as infNDCG does, and less its bias by the jackknife. 0 if no judged document\n"
			"has a grade above 0. With few judged documents that is far too high, or too low.\n"
			"So the mean over five topics or more has ideal sums by a model of the grades of\n"
			"all of them (doc/methods.md), unless there are more than eight grades or names\n"
			"of strata, or pools differ much in size.\n",
		.estimates = "ndcg_cut",
		.graded = true,
		USUAL_CUTOFFS,
		.score = reg_ndcg,
		.quantity = REGRESSION_NDCG,
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = DCG * (1 / IDEAL_42 - BIAS) },
	},
	{
		FAMILY,
		.name = "lab_P",
		.members = "regression_labels",
		.summary = "reg_P with classes of --labels as covariates",
		.manual =
			"As reg_P, with a relevant share for each class of labels. Classes of few\n"
			"judged documents are joined with their neighbours. Unbiased whatever the\n"
			"labels say. Without --labels it is reg_P.\n",
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
			"As reg_nDCG, with a mean grade for each class of labels. The ideal ranking\n"
			"does not use labels.\n",
		.estimates = "ndcg_cut",
		.graded = true,
		USUAL_CUTOFFS,
		.score = lab_ndcg,
		.quantity = LABELLED_NDCG,
		.example = { .ranking = "1 - 0 1 | 1 0 -", .value = DCG * (1 / IDEAL_42 - BIAS) },
	},
	{
		FAMILY,
		.name = "reg_AP",
		.members = "regression_ap",
		.summary = "average precision in the top k by regression (experimental)",
		.manual =
			"Every document has the share of relevant ones of its ranks, to 10, to 100, above\n"
			"and not retrieved, learnt from the judged documents of all topics. Average\n"
			"precision of these shares is corrected by what was judged, to first order, and\n"
			"over five topics or more by pairs of judged documents (doc/labels-rankings.md).\n"
			"A topic's own line is biased if topics differ much in their numbers of\n"
			"relevant documents and few are judged. If all documents are judged it is map.\n",
		.estimates = "map",
		.kind = PARAMETERS_CUTOFFS,
		.defaults = "1000",
		.score = reg_ap,
		.quantity = REGRESSION_AP,
		/* by the formulas of measures/regressed_view.h, in fractions: shares
		   387/583 of what is retrieved and 126/247 of the rest */
		.example = { .ranking = "1 0 1 - | 1 0", .value = 0.6062261880836023 },
	},
	{
		FAMILY,
		.name = "lab_AP",
		.members = "regression_ap",
		.summary = "reg_AP with classes of --labels as covariates (experimental)",
		.manual =
			"As reg_AP, with a share for each class of labels and ranks. Labels of documents\n"
			"that the run does not retrieve are not used. Without --labels it is reg_AP.\n",
		.estimates = "map",
		.kind = PARAMETERS_CUTOFFS,
		.defaults = "1000",
		.score = lab_ap,
		.quantity = LABELLED_AP,
		.example = { .ranking = "1 0 1 - | 1 0", .value = 0.6062261880836023 },
	},
	MEASURES_END,
};
