/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interpolated precision: the best precision at a level of recall or at any higher one.
 *
 *	c = lround(x * R); value = max over i >= (rank of the c-th relevant document) of cum(i) / i
 *
 * trec_eval 9 has c = floor(x * R + .9) instead.
 *
 * As the maximum of cum(i) / i from some rank on is reached at a relevant document (or at that rank
 * itself, which is one unless c = 0, where it is rank 1), only relevant documents are looked at.
 *
 * With -l -1 or below, unjudged documents count as relevant. trec_eval counts cum(i) back from r at
 * the last rank, and r is the number of judged ones: the u unjudged ones are missing at every rank,
 * and the c-th relevant document is number c + u. So it is here.
 */
#include <math.h>

#include "measures/measure.h"

static double interpolated(const struct topic_view *t, double share)
{
	double exact = share * (double)t->relevant;
	long c = t->trec_eval_9 ? (long)(exact + .9) : lround(exact);
	size_t unjudged = t->relevant_unjudged, all = t->relevant_retrieved;
	double best = 0;
	for (size_t i = unjudged + (c > 0 ? (size_t)c - 1 : 0); i < all; i++)
		best = fmax(best, (double)(i + 1 - unjudged) / (double)(t->relevant_at[i] + 1));
	return best;
}

MEASURE_AT(iprec_at_recall, interpolated(t, k))

static int eleven_points(const struct topic_view *t, const struct parameters *p, double *value)
{
	double sum = 0;
	for (size_t k = 0; k < p->count; k++)
		sum += interpolated(t, p->value[k]);
	*value = sum / (double)p->count;
	return 0;
}

static const char *check_shares(const struct parameters *p)
{
	for (size_t k = 0; k < p->count; k++)
		if (p->value[k] < 0)
			return "takes numbers of 0 or more";
	return NULL;
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "iprec_at_recall",
		.summary = "interpolated precision at levels of recall",
		.manual =
			"For each parameter x: the highest precision at the rank of relevant document\n"
			"number lround(x * R) or at any later rank. 0 if that many are not\n"
			"retrieved. With --trec-eval=9 the number is floor(x * R + 0.9).\n",
		.members = "official all_trec",
		.alias = "IPrec@recall",
		.after = "recip_rank",
		.kind = PARAMETERS_FRACTIONS,
		.defaults = "0.0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.0",
		.score = iprec_at_recall,
		/* the best precision anywhere: 2/3 at rank 3 */
		.example = { .ranking = "0 1 1 | 1", .value = 2.0 / 3 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "11pt_avg",
		.summary = "mean of the interpolated precisions at 11 levels of recall",
		.manual = "The mean of iprec_at_recall at its parameters (0, 0.1, ... 1).\n",
		.members = "all_trec",
		.after = "utility",
		.kind = PARAMETERS_NUMBERS,
		.defaults = "0.0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.0",
		.score = eleven_points,
		.check = check_shares,
		/* R = 2: 0, .1, .2 need nothing, .3 to .7 one, .8 to 1 two relevant documents
		   (lround of .6 is 1, of 1.4 is 1, of 1.6 is 2): 8 times 1/2 and 3 times 0 */
		.example = { .ranking = "0 1 | 1", .value = 4.0 / 11 },
	},
	MEASURES_END,
};
