/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compatibility: rank-biased overlap of the ranking with the ideal one.
 *
 *	RBO = sum over depths d of p^(d-1) * overlap(d) / d, over the sum of p^(d-1)
 *
 * overlap(d) counts the documents that are among the first d of both; d ends with the longer of the
 * two rankings. The ideal ranking has the documents of a grade above 0, by falling grade, those of
 * one grade in the order of the ranking and the ones that are not retrieved last. Clarke, Vtyurina
 * & Smucker 2021, Assessing top-k preferences (TOIS), section 4.
 */
#include <math.h>
#include <stdlib.h>

#include "measures/measure.h"

enum { PERSISTENCE, NORMALIZE };

/* At which depth each retrieved document of the ideal ranking is in both: counts by depth. */
static void count_meetings(const struct topic_view *t, size_t *meets)
{
	size_t before = 0; /* in the ideal ranking */
	for (size_t g = 0; g < t->distinct_grades && t->grades[g].grade > 0; g++) {
		size_t place = before;
		for (size_t i = 0; i < t->retrieved; i++)
			if (t->grade[i] == t->grades[g].grade) {
				meets[place > i ? place : i]++;
				place++;
			}
		before += (size_t)t->grades[g].count;
	}
}

static int compat(const struct topic_view *t, const struct parameters *p, double *value)
{
	size_t ideal = (size_t)t->positive;
	size_t depth = t->retrieved > ideal ? t->retrieved : ideal, both = 0;
	size_t *meets = calloc(depth + 1, sizeof *meets);
	if (meets == NULL)
		return -1;
	count_meetings(t, meets);
	double weight = 1, weights = 0, overlap = 0, best = 0;
	for (size_t d = 0; d < depth; d++, weight *= p->setting[PERSISTENCE]) {
		both += meets[d];
		overlap += weight * (double)both / (double)(d + 1);
		best += weight * (double)(d < ideal ? d + 1 : ideal) / (double)(d + 1);
		weights += weight;
	}
	free(meets);
	double whole = p->setting[NORMALIZE] != 0 ? best : weights;
	*value = whole > 0 ? overlap / whole : 0;
	return 0;
}

static const char *check_persistence(const struct parameters *p)
{
	bool good = p->setting[PERSISTENCE] > 0 && p->setting[PERSISTENCE] < 1;
	return good ? NULL : "takes p above 0 and below 1";
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "compat",
		.summary = "compatibility: rank-biased overlap with the ideal ranking",
		.manual =
			"Sum over depths d of p^(d-1) times the share of the first d documents that are\n"
			"among the first d of the ideal ranking too. It is divided by the same sum for the\n"
			"ideal ranking itself (with normalize=0, by the sum of p^(d-1)). d ends with the\n"
			"longer of the two. The ideal ranking: documents of a grade above 0 by falling\n"
			"grade, those of one grade in the order of the ranking. p is 0.95.\n"
			"Clarke, Vtyurina & Smucker 2021.\n",
		.alias = "Compat",
		.graded = true,
		.after = "nerr11",
		.settings = "p=0.95 normalize=1",
		.score = compat,
		.check = check_persistence,
		/* ideal: the 2nd, the 1st. (0 + 1/2 * 2/2) / (1 + 1/2) */
		.example = { .ranking = "1 2", .parameters = "p=0.5", .value = 1.0 / 3 },
	},
	MEASURES_END,
};
