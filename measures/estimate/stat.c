/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Average precision, R-precision and precision at cutoffs from a sample with unequal probabilities.
 * Aslam & Pavlu 2008, "A practical sampling strategy for efficient retrieval evaluation", section
 * 2.3: each sampled document d stands for 1/p_d documents, p_d being the probability with which it
 * came into the sample (or N/n of its stratum). Over the relevant documents of the sample,
 *
 *	R  = sum of 1/p_d                                                          (eq 3)
 *	PC(k) = 1/k * sum over those of rank k and better of 1/p_d                 (eq 2)
 *	AP = 1/R * sum of PC(rank of d)/p_d, 0 for those not retrieved             (eq 1)
 *	RP = PC(R), with R as it is: neither rounded nor cut                       (eq 4)
 *
 * Eq 2 inside eq 1 counts d itself as 1/p_d documents in the precision at its own rank, where it is
 * there for certain: the product 1/p_d * 1/p_d is too large by a factor 1/p_d in the mean. statAP
 * counts it as one document, as the authors' program does; statAP_literal is the printed form.
 *
 * statAP_bc corrects the bias of statAP: see core/stats/ranking/jackknife.h.
 */
#include <math.h>

#include "measures/measure.h"

static double relevant_total(const struct topic_view *t)
{
	double sum = 0;
	for (size_t i = 0; i < t->sample->documents; i++)
		if (document_is_relevant(t, &t->sample->document[i]))
			sum += t->sample->document[i].weight;
	return sum_of_weights(sum);
}

/* The estimated relevant documents of rank `cutoff` and better; that need not be a whole number. */
static double relevant_to(const struct topic_view *t, double cutoff)
{
	const struct sample_view *s = t->sample;
	double sum = 0;
	for (size_t i = 0; i < s->documents; i++) {
		const struct sampled_document *d = &s->document[i];
		if (d->rank < 0 || (double)(d->rank + 1) > cutoff)
			break; /* documents come by rank */
		sum += document_is_relevant(t, d) ? d->weight : 0;
	}
	return sum;
}

/* A document counts as 1 in the precision at its own rank, or as its weight. */
static double average_precision(const struct topic_view *t, bool own_weight)
{
	const struct sample_view *s = t->sample;
	double above = 0, sum = 0, total = relevant_total(t);
	for (size_t i = 0; i < s->documents && s->document[i].rank >= 0; i++) {
		const struct sampled_document *d = &s->document[i];
		if (!document_is_relevant(t, d))
			continue;
		double own = own_weight ? d->weight : 1;
		sum += d->weight * ((above + own) / (double)(d->rank + 1));
		above += d->weight;
	}
	return total > 0 ? sum / total : NAN;
}

MEASURE_VALUE(stat_ap, average_precision(t, false))
MEASURE_VALUE(stat_ap_literal, average_precision(t, true))

static int corrected(const struct topic_view *t, double *value)
{
	struct err e = { 0 };
	return t->services->ranking_value(t, value, &e);
}

MEASURE_SCORE(stat_ap_bc, corrected(t, value))

static double r_precision(const struct topic_view *t)
{
	double total = relevant_total(t);
	return total > 0 ? relevant_to(t, total) / total : NAN;
}

MEASURE_VALUE(stat_r_prec, r_precision(t))

MEASURE_AT(stat_p, t->sample->documents > 0 ? relevant_to(t, k) / k : NAN)

#define RANKING .abi = MEASURE_ABI, .ranking = true, .input = INPUT_SAMPLE
#define STAT	RANKING, .members = "stat", .shows_error = true

/*
 * Examples: documents are sampled with probability 1 (the whole is judged), so that an estimate is
 * what it estimates; tests/measures/estimate/stat.bats has others.
 */
MEASURES = {
	{
		STAT,
		.name = "statAP",
		.estimates = "map",
		.summary = "estimated average precision of the ranking",
		.manual =
			"Aslam & Pavlu 2008, eq 1: the precision at the rank of each relevant document\n"
			"of the sample, weighted by 1/probability (or N/n of its stratum) and divided\n"
			"by the sum of these weights over all relevant ones. Precision counts those\n"
			"above by their weights, and the document itself as 1. A document that the run\n"
			"does not retrieve has precision 0. nan if nothing relevant was sampled;\n"
			"not cut to [0,1]. With everything judged it is map.\n",
		.after = "est_R_prec",
		.score = stat_ap,
		.quantity = RANKING_AP,
		/* (1/2 + 2/3) / 3 */
		.example = { .ranking = "0 1 1 | 1", .value = 7.0 / 18 },
	},
	{
		RANKING,
		.name = "statAP_literal",
		.estimates = "map",
		.summary = "the same as printed in the paper, biased upwards",
		.manual =
			"As statAP, but a document counts as 1/probability in the precision at its own\n"
			"rank too: Aslam & Pavlu 2008, eq 2 inside eq 1 to the letter. Much too high\n"
			"for small samples, where it can exceed 1; for comparison only.\n",
		.score = stat_ap_literal,
		/* as statAP if every weight is 1 */
		.example = { .ranking = "0 1 1 | 1", .value = 7.0 / 18 },
	},
	{
		STAT,
		.name = "statAP_bc",
		.estimates = "map",
		.summary = "statAP less its bias, as the jackknife estimates it",
		.manual =
			"statAP is a ratio of two estimates. It is too low if all rankings are equally\n"
			"deep, too high with short runs or documents judged for certain. The correction\n"
			"is the jackknife's (--ci=ht-jackknife), with one for finite populations. It takes\n"
			"away most of the bias and adds some variance. With fewer than six relevant\n"
			"documents drawn for a topic it can be worse than statAP. nan if nothing relevant\n"
			"was sampled; statAP itself if one document was.\n",
		.score = stat_ap_bc,
		.quantity = RANKING_AP_CORRECTED,
		.corrected = true,
		/* as statAP if every weight is 1: there is nothing to correct */
		.example = { .ranking = "0 1 1 | 1", .value = 7.0 / 18 },
	},
	{
		STAT,
		.name = "statRprec",
		.estimates = "Rprec",
		.summary = "estimated precision after R documents, R being estimated too",
		.manual =
			"Sum of 1/probability (or N/n) over the relevant documents of the sample at\n"
			"rank R and better, divided by R, which is that sum over all of them (est_rel),\n"
			"not rounded. Aslam & Pavlu 2008, eq 4. nan if nothing relevant was sampled.\n",
		.score = stat_r_prec,
		.quantity = RANKING_R_PRECISION,
		/* R = 3: two of the first three */
		.example = { .ranking = "0 1 1 | 1", .value = 2.0 / 3 },
	},
	{
		STAT,
		.name = "statP",
		.estimates = "P",
		.summary = "estimated precision in the top k",
		.manual =
			"Sum of 1/probability (or N/n) over the relevant documents of the sample in the\n"
			"top k, divided by k, also if fewer are retrieved. Aslam & Pavlu 2008, eq 2.\n"
			"It has no bias, but can exceed 1; est_P divides by what was sampled instead.\n",
		USUAL_CUTOFFS,
		.score = stat_p,
		.quantity = RANKING_PRECISION,
		.example = { .ranking = "0 1 1 | 1", .value = 2.0 / 5 },
	},
	MEASURES_END,
};
