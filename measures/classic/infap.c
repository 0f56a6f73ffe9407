/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inferred average precision for judgments sampled uniformly from a pool.
 * Yilmaz & Aslam 2006, Estimating average precision with incomplete and imperfect judgments.
 */
#include "measures/measure.h"

/*
 * At a relevant document with j documents above it: 1/(j+1) + j/(j+1) * (pooled above / j) *
 * (relevant above + e) / (judged above + 2e), pooled = judged or marked as pooled but unjudged.
 */
static double inferred_precision(const struct topic_view *t)
{
	const double e = 0.00001;
	double sum = 0, relevant = 0, judged = 0, unjudged = 0;
	for (size_t j = 0; j < t->retrieved; j++) {
		int32_t grade = t->grade[j];
		if (grade == GRADE_UNPOOLED)
			continue;
		if (grade < 0) {
			unjudged++;
			continue;
		}
		if (grade >= t->level) {
			double above = (double)j;
			if (j == 0)
				sum += 1;
			else
				sum += 1 / (above + 1) +
				       above / (above + 1) * ((judged + unjudged) / above) *
					       ((relevant + e) / (judged + 2 * e));
			relevant++;
		}
		judged++;
	}
	return t->relevant > 0 ? sum / (double)t->relevant : 0;
}

MEASURE_VALUE(inf_ap, inferred_precision(t))

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "infAP",
		.if_sampled = "xinfAP (strata listed whole)",
		.summary = "inferred average precision, for judgments sampled from a pool",
		.manual =
			"Average precision in which the precision above a relevant document is that of\n"
			"the judged documents above it, times the share of pooled ones. Documents that\n"
			"were pooled but not sampled have relevance -1 in the judgments. With complete\n"
			"judgments nearly equal to map (smoothing of 0.00001). For strata with different\n"
			"sampling rates it does not apply.\n",
		.members = "all_trec",
		.alias = "infAP",
		.after = "recall",
		.score = inf_ap,
		/* one pooled, none judged above: 1/2 + 1/2 * 1 * (e / 2e) */
		.example = { .ranking = "- 1", .value = 0.75 },
	},
	MEASURES_END,
};
