/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures averaged over judgment groups: each group (user) has its own idea of what is relevant.
 */
#include "measures/measure.h"
#include "measures/ranking.h"

static double mean_ap_of_groups(const struct topic_view *t)
{
	double sum = 0;
	for (size_t g = 0; g < t->groups; g++)
		sum += average_precision(topic_group(t, g));
	return sum / (double)t->groups;
}

MEASURE_VALUE(map_avgjg, mean_ap_of_groups(t))

/* The mean over groups of what they say of a cutoff. */
static double mean_of_groups(const struct topic_view *t, double k,
			     double (*of)(const struct topic_view *group, double k))
{
	double sum = 0;
	for (size_t g = 0; g < t->groups; g++)
		sum += of(topic_group(t, g), k);
	return sum / (double)t->groups;
}

static double precision(const struct topic_view *group, double k)
{
	return (double)relevant_in_top(group, k) / k;
}

MEASURE_AT(p_avgjg, mean_of_groups(t, k, precision))
MEASURE_AT(rprec_mult_avgjg, mean_of_groups(t, k, precision_at_share))

#define FAMILY .abi = MEASURE_ABI, .members = "qrels_jg", .input = INPUT_GROUPS

MEASURES = {
	{
		FAMILY,
		.name = "map_avgjg",
		.summary = "average precision, averaged over judgment groups",
		.manual =
			"map for the judgments of each group, averaged over the groups of the topic.\n",
		.after = "prefs_avgjg_imp",
		.score = map_avgjg,
		/* one group: as map */
		.example = { .ranking = "0 1 1 | 1", .value = 7.0 / 18 },
	},
	{
		FAMILY,
		.name = "P_avgjg",
		.summary = "precision in the top k, averaged over judgment groups",
		.manual =
			"P for the judgments of each group, averaged over the groups of the topic.\n",
		USUAL_CUTOFFS,
		.score = p_avgjg,
		.example = { .ranking = "0 1 1 | 1", .value = 2.0 / 5 },
	},
	{
		FAMILY,
		.name = "Rprec_mult_avgjg",
		.summary =
			"precision after multiples of R documents, averaged over judgment groups",
		.manual =
			"Rprec_mult for the judgments of each group, averaged over the groups of the\n"
			"topic.\n",
		.kind = PARAMETERS_FRACTIONS,
		.defaults = "0.2,0.4,0.6,0.8,1.0,1.2,1.4,1.6,1.8,2.0",
		.score = rprec_mult_avgjg,
		.example = { .ranking = "1 0 1 | 1", .value = 1 },
	},
	MEASURES_END,
};
