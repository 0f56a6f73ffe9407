/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Discounted cumulated gain and its normalised forms.
 * Järvelin & Kekäläinen 2002, Cumulated gain-based evaluation of IR techniques; discount log2(i+1).
 */
#include "core/stats/discount.h"
#include "measures/gains.h"

/* Documents are counted from 0 here: the one at position i has rank i + 1. */
static double discounted(double gain, size_t position)
{
	return gain != 0 ? gain / rank_discount((double)position + 1) : 0;
}

static double dcg_of(const struct topic_view *t, const struct parameters *p)
{
	double sum = 0;
	for (size_t i = 0; i < t->retrieved; i++)
		sum += discounted(gain_of(p, t->grade[i]), i);
	return sum;
}

static double ideal_dcg_of(const struct topic_view *t, const struct parameters *p)
{
	struct ideal ideal = ideal_start(t, p);
	double sum = 0, gain;
	for (size_t i = 0; (gain = ideal_next(&ideal)) > 0; i++)
		sum += discounted(gain, i);
	return sum;
}

MEASURE_VALUE(dcg, dcg_of(t, p))
MEASURE_VALUE(ideal_dcg, ideal_dcg_of(t, p))

static int ndcg(const struct topic_view *t, const struct parameters *p, double *value)
{
	double ideal = ideal_dcg_of(t, p);
	*value = ideal > 0 ? dcg_of(t, p) / ideal : 0;
	return 0;
}

/*
 * At the rank of each document with a gain: the dcg so far over the ideal dcg so far. Those not
 * retrieved have the final ratio.
 */
static int ndcg_rel(const struct topic_view *t, const struct parameters *p, double *value)
{
	struct ideal ideal = ideal_start(t, p);
	double got = 0, best = 0, sum = 0, gain;
	int64_t seen = 0, all = 0;
	size_t i = 0;
	for (; i < t->retrieved; i++) {
		double gained = gain_of(p, t->grade[i]);
		gain = ideal_next(&ideal);
		all += gain > 0;
		best += discounted(gain, i);
		got += discounted(gained, i);
		if (gained > 0 && t->grade[i] >= 0) {
			sum += got / best;
			seen++;
		}
	}
	for (; (gain = ideal_next(&ideal)) > 0; i++, all++)
		best += discounted(gain, i);
	*value = all > 0 ? (sum + (double)(all - seen) * got / best) / (double)all : 0;
	return 0;
}

/*
 * The mean of dcg/ideal at the ends of the blocks of equal gain in the ideal ranking, and at the
 * end of the retrieved ranking if that comes later by two documents at least, as in trec_eval.
 */
static int r_ndcg(const struct topic_view *t, const struct parameters *p, double *value)
{
	struct ideal ideal = ideal_start(t, p);
	double got = 0, best = 0, sum = 0, points = 0, gain;
	size_t i = 0;
	*value = 0;
	if (t->relevant == 0 || ideal.count == 0)
		return 0;
	while ((gain = ideal_next(&ideal)) > 0) {
		best += discounted(gain, i);
		if (i < t->retrieved)
			got += discounted(gain_of(p, t->grade[i]), i);
		i++;
		if (ideal.gain != gain) {
			sum += got / best;
			points++;
		}
	}
	if (t->retrieved > i + 1) { /* trec_eval looks one document past the last change */
		for (; i < t->retrieved; i++)
			got += discounted(gain_of(p, t->grade[i]), i);
		sum += got / best;
		points++;
	}
	*value = sum / points;
	return 0;
}

/*
 * Exponential gain, 2^grade - 1, divided by 2^(highest grade): the ratio is the same, and grades
 * beyond 1023 do not overflow.
 */
static double exponential(double grade, double highest)
{
	return grade > 0 ? exp2(grade - highest) - exp2(-highest) : 0;
}

static double linear(double grade, double highest)
{
	(void)highest;
	return grade;
}

/* Normalised dcg of the first k documents, the cutoffs k being sorted. */
static int ndcg_at(const struct topic_view *t, const struct parameters *p,
		   double (*gain)(double grade, double highest), double *value)
{
	struct ideal ideal = ideal_start(t, p);
	double got = 0, best = 0, highest = ideal.gain;
	size_t i = 0;
	for (size_t k = 0; k < p->count; k++) {
		for (; (double)i < p->value[k] && (i < t->retrieved || ideal.count > 0); i++) {
			best += discounted(gain(ideal_next(&ideal), highest), i);
			if (i < t->retrieved)
				got += discounted(gain(gain_of(p, t->grade[i]), highest), i);
		}
		value[k] = best > 0 ? got / best : 0;
	}
	return 0;
}

MEASURE_SCORE(ndcg_cut, ndcg_at(t, p, linear, value))
MEASURE_SCORE(ndcg_exp_cut, ndcg_at(t, p, exponential, value))

/* The sum of the first k documents, or of all. */
static int dcg_at(const struct topic_view *t, const struct parameters *p,
		  double (*gain)(double grade, double highest), double *value)
{
	double sum = 0;
	size_t i = 0;
	for (size_t k = 0; k < p->count || k == 0; k++) {
		double cutoff = p->count > 0 ? p->value[k] : INFINITY;
		for (; i < t->retrieved && (double)i < cutoff; i++)
			sum += discounted(gain(gain_of(p, t->grade[i]), 0), i);
		value[k] = sum;
	}
	return 0;
}

MEASURE_SCORE(dcg_cut, dcg_at(t, p, linear, value))

static int dcg_exp(const struct topic_view *t, const struct parameters *p, double *value)
{
	enum { HIGHEST = 1000 }; /* beyond 1023 the gain is no number */
	if (t->distinct_grades > 0 && t->grades[0].grade > HIGHEST)
		return SCORE_GRADE_TOO_HIGH;
	return dcg_at(t, p, exponential, value);
}

static int ndcg_exp(const struct topic_view *t, const struct parameters *p, double *value)
{
	(void)p;
	static const double everything = INFINITY;
	struct parameters whole = { .count = 1, .value = &everything };
	return ndcg_at(t, &whole, exponential, value);
}

#define GRADED .abi = MEASURE_ABI, .graded = true
#define GAINS  GRADED, .kind = PARAMETERS_GAINS

MEASURES = {
	{
		GAINS,
		.name = "dcg",
		.summary = "discounted cumulated gain",
		.manual =
			"Sum over the ranking of gain / log2(rank + 1). The gain is the grade; -m\n"
			"dcg.1=3,2=9 gives other gains to grades 1 and 2.\n",
		.after = "G",
		.range = { 0, INFINITY },
		.score = dcg,
		/* 2/log2(2) + 1/log2(4) */
		.example = { .ranking = "2 0 1 | 1", .value = 2.5 },
	},
	{
		GAINS,
		.name = "ideal_dcg",
		.summary = "discounted cumulated gain of the best possible ranking",
		.manual = "dcg of all judged documents with a gain above 0, by falling gain.\n",
		.range = { 0, INFINITY },
		.score = ideal_dcg,
		/* 3/log2(2) + 1/log2(3) + 1/log2(4) with log2(3) = 1.5849625007211562 */
		.example = { .ranking = "0 1 | 3 1", .value = 3 + 1 / 1.5849625007211562 + 0.5 },
	},
	{
		GAINS,
		.name = "ndcg",
		.if_sampled = "infNDCG (strata listed whole)",
		.summary = "normalised discounted cumulated gain",
		.manual =
			"dcg / ideal_dcg of the topic; 0 if no judged document has a gain above 0.\n"
			"The ideal is not cut at the number of retrieved documents. Järvelin &\n"
			"Kekäläinen 2002, with discount log2(rank + 1).\n",
		.members = "all_trec",
		.alias = "nDCG NDCG",
		.score = ndcg,
		/* (1/log2(4)) / 1 */
		.example = { .ranking = "0 . 1", .value = 0.5 },
	},
	{
		GAINS,
		.name = "ndcg_rel",
		.summary = "ndcg averaged over the ranks of the relevant documents",
		.manual =
			"The mean over judged documents with a gain above 0 of dcg / ideal dcg at the\n"
			"rank where each is retrieved; at the end of the ranking for those that are not.\n",
		.members = "all_trec",
		.score = ndcg_rel,
		/* dcg 1/2 at rank 3 over an ideal of 1; nothing else */
		.example = { .ranking = "0 . 1", .value = 0.5 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "Rndcg",
		.summary = "ndcg averaged over the ranks where the ideal gain changes",
		.manual =
			"The mean of dcg / ideal dcg at the last rank of each block of equal gain in the\n"
			"ideal ranking, and at the end of the retrieved ranking if it is longer by two\n"
			"documents at least. 0 if nothing is relevant.\n",
		.members = "all_trec",
		.kind = PARAMETERS_GAINS,
		.score = r_ndcg,
		/* after rank 1: 0; at the end: 1/2 */
		.example = { .ranking = "0 . 1", .value = 0.25 },
	},
	{
		GRADED,
		.name = "ndcg_cut",
		.if_sampled = "infNDCG (strata listed whole)",
		.summary = "normalised discounted cumulated gain in the top k",
		.manual =
			"dcg of the first k documents over that of the first k of the ideal ranking,\n"
			"with the grade as gain, or those of -m ndcg_cut.10,1=3,2=9.\n",
		.members = "all_trec",
		.alias = "nDCG@ NDCG@",
		USUAL_CUTOFFS,
		.gains = true,
		.score = ndcg_cut,
		/* 2 / 3 */
		.example = { .ranking = "2 1 | 3", .parameters = "1", .value = 2.0 / 3 },
	},
	{
		GRADED,
		.name = "ndcg_exp",
		.summary = "ndcg with exponential gain",
		.manual =
			"As ndcg, with 2^grade - 1 as gain. Burges and others 2005, Learning to rank\n"
			"using gradient descent.\n",
		.alias = "nDCG(dcg='exp-log2') NDCG(dcg='exp-log2') ndcg_burges",
		.after = "unj",
		.score = ndcg_exp,
		/* 3/log2(4) over 3 */
		.example = { .ranking = "0 0 2", .value = 0.5 },
	},
	{
		GRADED,
		.name = "ndcg_exp_cut",
		.summary = "ndcg with exponential gain in the top k",
		.manual = "As ndcg_cut, with 2^grade - 1 as gain.\n",
		.alias = "nDCG(dcg='exp-log2')@ NDCG(dcg='exp-log2')@ ndcg_burges@",
		USUAL_CUTOFFS,
		.score = ndcg_exp_cut,
		/* 3 / 7 */
		.example = { .ranking = "2 1 | 3", .parameters = "1", .value = 3.0 / 7 },
	},
	{
		GRADED,
		.name = "dcg_cut",
		.summary = "discounted cumulated gain in the top k",
		.manual = "dcg of the first k documents, with the grade as gain, or those of -m\n"
			  "dcg_cut.10,1=3,2=9.\n",
		.alias = "DCG@",
		.after = "f1",
		USUAL_CUTOFFS,
		.gains = true,
		.range = { 0, INFINITY },
		.score = dcg_cut,
		/* 2/log2(2) + 1/log2(4) */
		.example = { .ranking = "2 0 1 3", .parameters = "3", .value = 2.5 },
	},
	{
		GRADED,
		.name = "dcg_exp",
		.summary =
			"discounted cumulated gain with exponential gain, of all or in the top k",
		.manual =
			"As dcg, with 2^grade - 1 as gain; of the first k documents with -m\n"
			"dcg_exp.10. Grades above 1000 are refused. Burges and others 2005, as in\n"
			"ranx.\n",
		.alias = "dcg_burges dcg_burges@",
		.kind = PARAMETERS_CUTOFFS,
		.range = { 0, INFINITY },
		.score = dcg_exp,
		/* 3/log2(2) + 1/log2(4) + 7/log2(8) */
		.example = { .ranking = "2 0 1 . 0 0 3", .value = 3 + 0.5 + 7.0 / 3 },
	},
	MEASURES_END,
};
