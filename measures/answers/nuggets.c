/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nugget scores of answers. A nugget i has an importance and, in an answer, an assignment a_i:
 *
 *	score = sum of w_i a_i over the nuggets of the topic, over the sum of w_i
 *
 * a_i is 1 (support), 0.5 (partial_support) or 0; strict: 1 or 0. w_i is 1 for vital nuggets; for
 * okay ones it is 0 (vital), 1 (all), or a setting (weighted). Pradeep et al. 2025, The Great
 * Nugget Recall (SIGIR, arXiv 2504.15068); vital, all and their strict forms are what
 * castorini/nuggetizer prints, also that a topic without nuggets has 0, and is counted.
 *
 * The nuggets are documents, of grade 2 (vital) or 1 (okay), and assignments are their scores.
 */
#include "measures/measure.h"

/* The value of an answer; `okay` is the weight of nuggets that are not vital. */
static int nugget_score(const struct topic_view *t, double okay, bool strict, double *value)
{
	const double weight[] = { [IMPORTANCE_OKAY] = okay, [IMPORTANCE_VITAL] = 1 };
	double sum = 0, all = 0;
	for (size_t g = 0; g < t->distinct_grades && t->grades[g].grade > 0; g++) {
		if (t->grades[g].grade > IMPORTANCE_VITAL)
			return SCORE_GRADE_TOO_HIGH;
		all += weight[t->grades[g].grade] * (double)t->grades[g].count;
	}
	for (size_t i = 0; i < t->retrieved; i++) {
		double assigned = t->score(t, i);
		if (assigned != 1 && assigned != 0.5 && assigned != 0)
			return SCORE_NOT_TAKEN;
		if (t->grade[i] < 0)
			return SCORE_NOT_LISTED;
		if (assigned == 1 || !strict)
			sum += t->grade[i] > 0 ? weight[t->grade[i]] * assigned : 0;
	}
	*value = all > 0 ? sum / all : 0;
	return 0;
}

MEASURE_SCORE(vital, nugget_score(t, 0, false, value))
MEASURE_SCORE(all, nugget_score(t, 1, false, value))
MEASURE_SCORE(weighted, nugget_score(t, p->setting[0], false, value))
MEASURE_SCORE(strict_vital, nugget_score(t, 0, true, value))
MEASURE_SCORE(strict_all, nugget_score(t, 1, true, value))
MEASURE_SCORE(strict_weighted, nugget_score(t, p->setting[0], true, value))

static const char *check_weight(const struct parameters *p)
{
	return p->setting[0] >= 0 && p->setting[0] <= 1 ? NULL : "takes okay from 0 to 1";
}

/* The example of all: of 3 vital nuggets one is supported, one in part; of 2 okay ones one in part.
 */
#define EXAMPLE .ranking = "2:1 1:0.5 2:0.5 | 2 1"
#define NUGGETS(is) \
	.abi = MEASURE_ABI, .members = "nuggets", .graded = true, .scores = true, .score = is

#define SOURCE                                                                         \
	"Judgments are nuggets (-R nuggets), runs are their assignments to answers.\n" \
	"Pradeep et al. 2025, The Great Nugget Recall.\n"

MEASURES = {
	{
		.name = "nugget_vital",
		NUGGETS(vital),
		.example = { EXAMPLE, .value = 1.5 / 3 },
		.summary = "share of the vital nuggets that the answer supports, partial ones half",
		.manual =
			"Vital nuggets that the answer supports, those that it supports in part counting\n"
			"0.5, over all vital nuggets of the topic. 0 where there are none. nuggetizer's\n"
			"vital_score. " SOURCE,
		.after = "loss_r",
	},
	{
		.name = "nugget_all",
		NUGGETS(all),
		.example = { EXAMPLE, .value = 2.0 / 5 },
		.summary = "share of all nuggets that the answer supports, partial ones half",
		.manual =
			"The same for all nuggets, vital or okay, each counting 1. nuggetizer's all_score.\n"
			"0 where there are none. " SOURCE,
	},
	{
		.name = "nugget_weighted",
		NUGGETS(weighted),
		.example = { EXAMPLE, .value = (1.5 + 0.25) / 4 },
		.summary = "the same, okay nuggets counting less than vital ones",
		.manual =
			"Sum over the nuggets of weight times assignment (1, 0.5 or 0), over the sum of the\n"
			"weights: 1 for vital nuggets and okay=0.5 for the others. okay=0 is nugget_vital,\n"
			"okay=1 is nugget_all. 0 where there are none. " SOURCE,
		.settings = "okay=0.5",
		.check = check_weight,
	},
	{
		.name = "nugget_strict_vital",
		NUGGETS(strict_vital),
		.example = { EXAMPLE, .value = 1.0 / 3 },
		.summary = "share of the vital nuggets that the answer supports in full",
		.manual =
			"As nugget_vital, but partial support counts 0. nuggetizer's strict_vital_score.\n" SOURCE,
	},
	{
		.name = "nugget_strict_all",
		NUGGETS(strict_all),
		.example = { EXAMPLE, .value = 1.0 / 5 },
		.summary = "share of all nuggets that the answer supports in full",
		.manual =
			"As nugget_all, but partial support counts 0. nuggetizer's strict_all_score.\n" SOURCE,
	},
	{
		.name = "nugget_strict_weighted",
		NUGGETS(strict_weighted),
		.example = { EXAMPLE, .value = 1.0 / 4 },
		.summary = "the same, okay nuggets counting less than vital ones",
		.manual =
			"As nugget_weighted, with okay=0.5, but partial support counts 0.\n" SOURCE,
		.settings = "okay=0.5",
		.check = check_weight,
	},
	MEASURES_END,
};
