/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Novelty and diversity: judgments by sub-topics. A document that is relevant to sub-topic s is
 * worth (1 - alpha)^(relevant documents of s above it), summed over its sub-topics:
 *
 *	gain(i) = sum over s of rel(i, s) * (1 - alpha)^(number of j < i with rel(j, s))
 *
 * Measures discount and add up these gains, and divide by the best possible value: "perfect" if
 * each document were relevant to all S sub-topics, gain(i) = S (1 - alpha)^(i - 1); or "best" of
 * the judged documents, chosen one after the other by the highest gain, of equal ones the greater
 * document number, as ndeval does. Only sub-topics with a relevant document count.
 *
 * Clarke and others 2008, Novelty and diversity in information retrieval evaluation (SIGIR);
 * Clarke, Kolla & Vechtomova 2009, An effectiveness measure for ambiguous and underspecified
 * queries (ICTIR); Chapelle and others 2009, Expected reciprocal rank (CIKM), section 6; Agrawal
 * and others 2009, Diversifying search results (WSDM).
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/stats/discount.h"
#include "measures/measure.h"
#include "measures/ranking.h"

enum { ALPHA, BETA };

/* Sub-topics with a relevant document. */
static double subtopics(const struct topic_view *t)
{
	double count = 0;
	for (size_t g = 0; g < t->groups; g++)
		count += topic_group(t, g)->relevant > 0;
	return count;
}

/*
 * Gains of the ranking and of the best one.
 */

struct gains {
	const struct topic_view *t;
	double alpha;
	double *left;	   /* of each sub-topic, for the ranking ... */
	double *best_left; /* ... and for the best one */
	bool *taken;	   /* of each judged document */
};

static int gains_start(struct gains *x, const struct topic_view *t, double alpha)
{
	size_t documents = t->judgments > 0 ? t->judgment[t->judgments - 1].document + 1 : 0;
	*x = (struct gains){ .t = t,
			     .alpha = alpha,
			     .left = calloc(2 * t->groups + 1, sizeof *x->left),
			     .taken = calloc(documents + 1, sizeof *x->taken) };
	if (x->left == NULL || x->taken == NULL) {
		free(x->left);
		free(x->taken);
		return -1;
	}
	x->best_left = x->left + t->groups;
	for (size_t g = 0; g < 2 * t->groups; g++)
		x->left[g] = 1;
	return 0;
}

static void gains_end(struct gains *x)
{
	free(x->left);
	free(x->taken);
}

static double gain_at(struct gains *x, size_t position)
{
	double gain = 0;
	for (size_t g = 0; g < x->t->groups; g++) {
		const struct topic_view *s = topic_group(x->t, g);
		if (position >= s->retrieved || s->grade[position] < x->t->level)
			continue;
		gain += x->left[g];
		x->left[g] *= 1 - x->alpha;
	}
	return gain;
}

/* The gain of the next document of the best ranking; 0: none has any. */
static double best_gain(struct gains *x)
{
	const struct group_judgment *j = x->t->judgment;
	size_t count = x->t->judgments, from = 0, to = 0;
	double best = 0;
	for (size_t i = 0, next; i < count; i = next) {
		double gain = 0;
		for (next = i; next < count && j[next].document == j[i].document; next++)
			if (j[next].grade >= x->t->level)
				gain += x->best_left[j[next].group];
		if (gain > best && !x->taken[j[i].document]) {
			best = gain;
			from = i;
			to = next;
		}
	}
	for (size_t i = from; i < to; i++) {
		x->taken[j[i].document] = true;
		if (j[i].grade >= x->t->level)
			x->best_left[j[i].group] *= 1 - x->alpha;
	}
	return best;
}

/*
 * Measures with cutoffs.
 */

enum against { PERFECT, BEST };

static double by_logarithm(size_t position)
{
	return 1 / rank_discount((double)position + 1);
}

static double by_rank(size_t position)
{
	return 1 / (double)(position + 1);
}

static int discounted(const struct topic_view *t, const struct parameters *p,
		      double (*discount)(size_t position), enum against against, double *value)
{
	struct gains x;
	double got = 0, whole = 0, perfect = subtopics(t);
	size_t i = 0;
	if (gains_start(&x, t, p->setting[ALPHA]) < 0)
		return -1;
	for (size_t k = 0; k < p->count; k++) {
		for (bool more = true; more && (double)i < p->value[k]; i++) {
			double best = against == BEST ? best_gain(&x) : perfect;
			got += gain_at(&x, i) * discount(i);
			whole += best * discount(i);
			perfect *= 1 - x.alpha;
			more = best > 0 || (t->groups > 0 && i < topic_group(t, 0)->retrieved);
		}
		value[k] = whole > 0 ? got / whole : 0;
	}
	gains_end(&x);
	return 0;
}

MEASURE_SCORE(err_ia, discounted(t, p, by_rank, PERFECT, value))
MEASURE_SCORE(nerr_ia, discounted(t, p, by_rank, BEST, value))
MEASURE_SCORE(alpha_dcg, discounted(t, p, by_logarithm, PERFECT, value))
MEASURE_SCORE(alpha_ndcg, discounted(t, p, by_logarithm, BEST, value))

/*
 * Novelty- and rank-biased precision: the gain at rank i counts beta^(i - 1).
 */

static int rank_biased(const struct topic_view *t, const struct parameters *p, enum against against,
		       double *value)
{
	struct gains x;
	double alpha = p->setting[ALPHA], beta = p->setting[BETA], weight = 1, got = 0, whole = 0;
	size_t retrieved = t->groups > 0 ? topic_group(t, 0)->retrieved : 0;
	if (gains_start(&x, t, alpha) < 0)
		return -1;
	for (size_t i = 0; i < retrieved; i++, weight *= beta)
		got += weight * gain_at(&x, i);
	if (against == PERFECT) {
		whole = subtopics(t) / (1 - (1 - alpha) * beta);
	} else { /* what comes behind is less than a rounding error */
		double best = 1;
		for (weight = 1; best > 0 && weight > DBL_EPSILON * DBL_EPSILON; weight *= beta) {
			best = best_gain(&x);
			whole += weight * best;
		}
	}
	gains_end(&x);
	*value = whole > 0 ? got / whole : 0;
	return 0;
}

MEASURE_SCORE(nrbp, rank_biased(t, p, PERFECT, value))
MEASURE_SCORE(nnrbp, rank_biased(t, p, BEST, value))

/*
 * Means over sub-topics.
 */

static double mean_ap_of_subtopics(const struct topic_view *t)
{
	double sum = 0, count = subtopics(t);
	for (size_t g = 0; g < t->groups; g++)
		sum += average_precision(topic_group(t, g));
	return count > 0 ? sum / count : 0;
}

MEASURE_VALUE(map_ia, mean_ap_of_subtopics(t))

static double relevant_of_groups(const struct topic_view *t, double k)
{
	double sum = 0;
	for (size_t g = 0; g < t->groups; g++)
		sum += (double)relevant_in_top(topic_group(t, g), k);
	return sum;
}

static double groups_found(const struct topic_view *t, double k)
{
	double found = 0;
	for (size_t g = 0; g < t->groups; g++)
		found += relevant_in_top(topic_group(t, g), k) > 0;
	return found;
}

MEASURE_AT(p_ia, subtopics(t) > 0 ? relevant_of_groups(t, k) / (k * subtopics(t)) : 0)
MEASURE_AT(strec, subtopics(t) > 0 ? groups_found(t, k) / subtopics(t) : 0)

static const char *check_alpha(const struct parameters *p)
{
	bool good = p->setting[ALPHA] >= 0 && p->setting[ALPHA] <= 1;
	return good ? NULL : "takes alpha from 0 to 1";
}

static const char *check_both(const struct parameters *p)
{
	bool good = p->setting[BETA] > 0 && p->setting[BETA] < 1;
	return good ? check_alpha(p) : "takes beta above 0 and below 1";
}

#define FAMILY	.abi = MEASURE_ABI, .members = "diversity", .input = INPUT_SUBTOPICS
#define CUT	.kind = PARAMETERS_CUTOFFS, .defaults = "5,10,20"
#define NOVELTY CUT, .settings = "alpha=0.5", .check = check_alpha
#define GAINS                                                                                   \
	"A document's gain is the sum over its sub-topics of (1 - alpha)^(relevant documents\n" \
	"of that sub-topic above it), alpha being 0.5.\n"
#define BEST_RANKING                                                                             \
	"The best ranking takes the judged document with the highest gain next, of equal ones\n" \
	"the greater document number, as ndeval does.\n"

MEASURES = {
	{
		FAMILY,
		.name = "err_ia",
		.after = "accuracy",
		.summary = "intent-aware expected reciprocal rank in the top k",
		.manual =
			"Sum over the first k ranks of gain / rank, divided by what it would be if each\n"
			"document were relevant to all sub-topics. (ndeval does not divide for k = 1.)\n" GAINS
			"Chapelle and others 2009.\n",
		.alias = "ERR_IA@",
		NOVELTY,
		.score = err_ia,
		/* gains 1 and 1/2 + 1: 1 + 3/4, over 2 + 1/2 */
		.example = { .ranking = "a ab | b", .parameters = "2", .value = 0.7 },
	},
	{
		FAMILY,
		.name = "nerr_ia",
		.summary = "err_ia over that of the best ranking of the judged documents",
		.manual =
			"Sum over the first k ranks of gain / rank, divided by that of the best ranking.\n" GAINS
				BEST_RANKING,
		.alias = "nERR_IA@",
		NOVELTY,
		.score = nerr_ia,
		/* best: ab with 2, then b (greater number) with 1/2: 7/4 over 9/4 */
		.example = { .ranking = "a ab | b", .parameters = "2", .value = 7.0 / 9 },
	},
	{
		FAMILY,
		.name = "alpha_dcg",
		.summary = "discounted gain of what is new in the top k, over a perfect one",
		.manual =
			"Sum over the first k ranks of gain / log2(rank + 1), divided by what it would be\n"
			"if each document were relevant to all sub-topics. (ndeval does not divide for\n"
			"k = 1.)\n" GAINS "Clarke and others 2008.\n",
		.alias = "alpha_DCG@ \316\261_DCG@",
		NOVELTY,
		.score = alpha_dcg,
		/* (1 + 3/2 * 1/log2(3)) / (2 + 1/log2(3)), log2(3) = 1.5849625007211562 */
		.example = { .ranking = "a ab | b",
			     .parameters = "2",
			     .value = (1.5849625007211562 + 1.5) / (2 * 1.5849625007211562 + 1) },
	},
	{
		FAMILY,
		.name = "alpha_ndcg",
		.summary = "discounted gain of what is new in the top k, over the best one",
		.manual =
			"Sum over the first k ranks of gain / log2(rank + 1), divided by that of the best\n"
			"ranking. Since the best one is found step by step, it may be missed, and a value\n"
			"may be a little above 1.\n" GAINS BEST_RANKING "Clarke and others 2008.\n",
		.alias = "alpha_nDCG@ \316\261_nDCG@",
		NOVELTY,
		.score = alpha_ndcg,
		/* (1 + 3/2 * 1/log2(3)) / (2 + 1/2 * 1/log2(3)) */
		.example = { .ranking = "a ab | b",
			     .parameters = "2",
			     .value = (1.5849625007211562 + 1.5) / (2 * 1.5849625007211562 + 0.5) },
	},
	{
		FAMILY,
		.name = "nrbp",
		.summary = "novelty- and rank-biased precision",
		.manual =
			"(1 - (1 - alpha) beta) / S times the sum over the ranking of gain * beta^(rank - 1),\n"
			"S being the number of sub-topics and beta 0.5.\n" GAINS
			"Clarke, Kolla & Vechtomova 2009.\n",
		.alias = "NRBP",
		.settings = "alpha=0.5 beta=0.5",
		.score = nrbp,
		.check = check_both,
		/* 3/4 / 2 * (1 + 3/2 * 1/2) */
		.example = { .ranking = "a ab | b", .value = 21.0 / 32 },
	},
	{
		FAMILY,
		.name = "nnrbp",
		.summary = "nrbp over that of the best ranking of the judged documents",
		.manual =
			"The sum over the ranking of gain * beta^(rank - 1), beta being 0.5, divided by that\n"
			"of the best ranking.\n" GAINS BEST_RANKING,
		.alias = "nNRBP",
		.settings = "alpha=0.5 beta=0.5",
		.score = nnrbp,
		.check = check_both,
		/* best: ab, b, a with gains 2, 1/2, 1/2: 7/4 over 2 + 1/4 + 1/8 */
		.example = { .ranking = "a ab | b", .value = 14.0 / 19 },
	},
	{
		FAMILY,
		.name = "map_ia",
		.summary = "average precision, averaged over sub-topics",
		.manual =
			"map for the judgments of each sub-topic, averaged over those with a relevant\n"
			"document. Agrawal and others 2009, all sub-topics being alike.\n",
		.alias = "AP_IA MAP_IA",
		.score = map_ia,
		/* a: (1 + 1) / 2, b: (1/2) / 2 */
		.example = { .ranking = "a ab | b", .value = 0.625 },
	},
	{
		FAMILY,
		.name = "P_ia",
		.summary = "precision in the top k, averaged over sub-topics",
		.manual =
			"P for the judgments of each sub-topic, averaged over those with a relevant\n"
			"document.\n",
		.alias = "P_IA@",
		CUT,
		.score = p_ia,
		.example = { .ranking = "a ab | b", .parameters = "2", .value = 0.75 },
	},
	{
		FAMILY,
		.name = "strec",
		.summary = "sub-topic recall: share of the sub-topics found in the top k",
		.manual =
			"Sub-topics with a relevant document among the first k, divided by those with a\n"
			"relevant document at all. Zhai, Cohen & Lafferty 2003.\n",
		.alias = "StRecall@",
		CUT,
		.score = strec,
		.example = { .ranking = "a a | b", .value = 0.5 },
	},
	MEASURES_END,
};
