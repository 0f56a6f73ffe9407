/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far a review has to be read until what is relevant is found.
 *
 * Work saved over sampling: Cohen, Hersh, Peterson & Yen 2006, Reducing workload in systematic
 * review preparation using automated citation classification, section on measures: (TN + FN)/N - (1
 * - R). Roundings are those of tar_eval, the evaluator of the CLEF eHealth tasks on
 * technology-assisted reviews (Kanoulas, Li, Azzopardi & Spijker 2017-2019): Python's round(),
 * halves to even.
 */
#include "measures/review/review.h"

/* The rank, from 1, at which `found` relevant documents are found; 0 if found is 0; NAN: never. */
static double rank_of_found(const struct topic_view *t, double found)
{
	if (found > (double)t->relevant_retrieved)
		return NAN;
	return found > 0 ? (double)t->relevant_at[(size_t)found - 1] + 1 : 0;
}

static int last_rel(const struct topic_view *t, const struct parameters *p, double *value)
{
	(void)p;
	*value = review_has_goal(t) ? rank_of_found(t, (double)t->relevant_retrieved) : NAN;
	return 0;
}

static int norm_last_rel(const struct topic_view *t, const struct parameters *p, double *value)
{
	last_rel(t, p, value);
	*value /= review_size(t);
	return 0;
}

static int wss(const struct topic_view *t, const struct parameters *p, double *value)
{
	double size = review_size(t);
	for (size_t k = 0; k < p->count; k++) {
		double found = nearbyint((double)t->relevant * (p->value[k] / 100));
		double rank = rank_of_found(t, found);
		value[k] = !review_has_goal(t) ? NAN
			   : isnan(rank)       ? 0
					       : (size - rank) / size - (100 - p->value[k]) / 100;
	}
	return 0;
}

static const char *check_percent(const struct parameters *p)
{
	return p->value[p->count - 1] <= 100 ? NULL : "takes recalls in percent, up to 100";
}

MEASURES = {
	{
		REVIEW,
		.name = "last_rel",
		.summary = "rank of the last relevant document that is found",
		.manual =
			"0 if none is found, nan if nothing is relevant. Lower is better, but only\n"
			"of runs that find the same documents: a ranking that ends early has a low one\n"
			"because it does not find the rest (see set_recall). As tar_eval.\n",
		.lower_better = true,
		.range = { 0, INFINITY },
		.score = last_rel,
		.example = { .ranking = "0 1 0 1 0 | 1", .value = 4 },
	},
	{
		REVIEW,
		.name = "norm_last_rel",
		.summary = "last_rel as a share of all documents",
		.manual = "last_rel / N. Lower is better. As tar_eval.\n" REVIEW_SIZE,
		.lower_better = true,
		.score = norm_last_rel,
		/* the fourth of six judged documents */
		.example = { .ranking = "0 1 0 1 0 | 1", .value = 4.0 / 6 },
	},
	{
		REVIEW,
		.name = "wss",
		.summary = "work saved over sampling at a recall in percent",
		.manual =
			"(N - k)/N - (1 - x/100), k being the rank at which round(R*x/100) relevant\n"
			"documents are found: the share of the documents that need not be read, less\n"
			"what reading in random order would save. 0 if the run never finds that many,\n"
			"nan if nothing is relevant. Cohen and others 2006, with the rounding of\n"
			"tar_eval: halves to the even number.\n" REVIEW_SIZE,
		.kind = PARAMETERS_CUTOFFS,
		.defaults = "95,100",
		.range = { -1, 1 },
		.score = wss,
		.check = check_percent,
		/* R = 2, round(2 * 0.75) = round(1.5) = 2: k = 4 of 10, (10-4)/10 - 0.25 */
		.example = { .ranking = "1 0 0 1 0 0 0 0 0 0",
			     .parameters = "75,100",
			     .value = 0.35 },
	},
	MEASURES_END,
};
