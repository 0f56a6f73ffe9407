/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures of the retrieved documents as a set: n retrieved, r of them relevant, R relevant in all.
 */
#include <math.h>

#include "core/stats/f_measure.h"
#include "measures/measure.h"
#include "measures/ranking.h"

static double share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

MEASURE_VALUE(set_precision, share(judged_relevant_retrieved(t), (double)t->retrieved))
MEASURE_VALUE(set_recall, share(judged_relevant_retrieved(t), (double)t->relevant))

MEASURE_VALUE(set_relative_precision,
	      share(judged_relevant_retrieved(t), fmin((double)t->retrieved, (double)t->relevant)))

static double precision_times_recall(const struct topic_view *t)
{
	double r = judged_relevant_retrieved(t);
	return share(r * r, (double)t->retrieved * (double)t->relevant);
}

MEASURE_VALUE(set_map, precision_times_recall(t))

static int set_f(const struct topic_view *t, const struct parameters *p, double *value)
{
	double precision = share(judged_relevant_retrieved(t), (double)t->retrieved);
	double recall = share(judged_relevant_retrieved(t), (double)t->relevant);
	*value = f_of_shares(precision, recall, p->value[0]);
	return 0;
}

static int utility(const struct topic_view *t, const struct parameters *p, double *value)
{
	double r = judged_relevant_retrieved(t), n = (double)t->retrieved;
	double relevant = (double)t->relevant, collection = (double)t->collection_size;
	*value = p->value[0] * r + p->value[1] * (n - r) + p->value[2] * (relevant - r) +
		 p->value[3] * (collection + r - n - relevant);
	return 0;
}

static const char *check_utility(const struct parameters *p)
{
	return p->count == 4 ? NULL : "takes exactly 4 numbers";
}

static const char *check_f(const struct parameters *p)
{
	return p->count == 1 && p->value[0] >= 0 ? NULL : "takes one number of 0 or more";
}

#define SET .abi = MEASURE_ABI, .members = "set all_trec"

MEASURES = {
	{
		SET,
		.name = "utility",
		.summary = "a weighted sum of the four cells of the contingency table",
		.manual =
			"a*r + b*(n - r) + c*(R - r) + d*(N + r - n - R) with parameters a,b,c,d\n"
			"(1,-1,0,0), for relevant retrieved, non-relevant retrieved, relevant missed and\n"
			"non-relevant not retrieved; N is the collection size of -N.\n",
		.after = "Rprec_mult",
		.kind = PARAMETERS_NUMBERS,
		.defaults = "1.0,-1.0,0.0,0.0",
		.range = { -INFINITY, INFINITY },
		.score = utility,
		.check = check_utility,
		/* 2*2 - 1*1 + 0*1 */
		.example = { .ranking = "0 1 1 | 1", .parameters = "2,-1,0,0", .value = 3 },
	},
	{
		SET,
		.name = "set_P",
		.if_sampled = "est_P",
		.summary = "precision of the retrieved set",
		.manual = "r / n; 0 if nothing is retrieved.\n",
		.alias = "SetP",
		.after = "success",
		.score = set_precision,
		.example = { .ranking = "0 1 1 | 1", .value = 2.0 / 3 },
	},
	{
		SET,
		.name = "set_relative_P",
		.summary = "precision of the retrieved set, relative to the best possible",
		.manual = "r / min(n, R); 0 if either is 0.\n",
		.alias = "SetP(relative=True) SetRelP",
		.score = set_relative_precision,
		.example = { .ranking = "0 0 1 1 | 1", .value = 2.0 / 3 },
	},
	{
		SET,
		.name = "set_recall",
		.if_sampled = "est_recall",
		.summary = "recall of the retrieved set",
		.manual = "r / R; 0 if nothing is relevant.\n",
		.alias = "SetR",
		.score = set_recall,
		.example = { .ranking = "0 1 1 | 1 1", .value = 0.5 },
	},
	{
		SET,
		.name = "set_map",
		.summary = "average precision of the retrieved set: precision times recall",
		.manual = "r * r / (n * R); 0 if n or R is 0.\n",
		.alias = "SetAP",
		.score = set_map,
		.example = { .ranking = "0 1 1 | 1 1", .value = 1.0 / 3 },
	},
	{
		SET,
		.name = "set_F",
		.if_sampled = "est_F",
		.summary = "F measure of the retrieved set",
		.manual =
			"(x + 1)*P*R / (x*P + R), P and R being set_P and set_recall. The parameter x (1)\n"
			"is beta squared: it is used as it is, as trec_eval does.\n",
		.alias = "SetF@beta SetF",
		.kind = PARAMETERS_NUMBERS,
		.defaults = "1.0",
		.score = set_f,
		.check = check_f,
		/* P = 2/3, R = 1/2: 2 * 1/3 / (7/6) */
		.example = { .ranking = "0 1 1 | 1 1", .value = 4.0 / 7 },
	},
	MEASURES_END,
};
