/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rank-biased precision: a reader goes on to the next document with probability p.
 * Moffat & Zobel 2008, Rank-biased precision for measurement of retrieval effectiveness.
 */
#include "measures/gains.h"

/* The smallest and largest gain of the topic's judgments; a grade of 0 is always among them. */
static void range_of_gains(const struct topic_view *t, const struct parameters *p, double *least,
			   double *most)
{
	*least = *most = gain_of(p, 0);
	for (size_t i = 0; i < t->distinct_grades; i++) {
		double gain = gain_of(p, t->grades[i].grade);
		*least = fmin(*least, gain);
		*most = fmax(*most, gain);
	}
}

static int rbp(const struct topic_view *t, const struct parameters *p, double *value)
{
	double q = p->setting[0], weight = 1, sum = 0, least, most;
	range_of_gains(t, p, &least, &most);
	bool rescale = least < 0 || most > 1;
	for (size_t i = 0; i < t->retrieved; i++, weight *= q) {
		if (t->grade[i] < 0)
			continue;
		double gain = gain_of(p, t->grade[i]);
		sum += weight * (rescale ? (gain - least) / (most - least) : gain);
	}
	*value = (1 - q) * sum;
	return 0;
}

static int rbp_resid(const struct topic_view *t, const struct parameters *p, double *value)
{
	double q = p->setting[0], weight = 1, sum = 0;
	bool any = false;
	for (size_t i = 0; i < t->retrieved; i++, weight *= q) {
		if (t->grade[i] >= 0)
			continue;
		any = true;
		sum += weight;
	}
	*value = any ? weight + (1 - q) * sum : 0;
	return 0;
}

static const char *check_rbp_persistence(const struct parameters *p)
{
	return p->setting[0] > 0 && p->setting[0] < 1 ? NULL : "takes p above 0 and below 1";
}

/* Relevant or not, by the level; of all documents, or of the first k. */
static int rbp_level(const struct topic_view *t, const struct parameters *p, double *value)
{
	double q = p->setting[0], weight = 1, sum = 0;
	size_t i = 0, columns = p->count > 0 ? p->count : 1;
	for (size_t k = 0; k < columns; k++) {
		double cutoff = p->count > 0 ? p->value[k] : INFINITY;
		for (; i < t->retrieved && (double)i < cutoff; i++, weight *= q)
			sum += t->grade[i] >= t->level ? weight : 0;
		value[k] = (1 - q) * sum;
	}
	return 0;
}

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.name = "rbp",
		.summary = "rank-biased precision",
		.manual =
			"(1 - p) times the sum over the ranking of gain * p^(rank - 1); p = 0.9 unless -m\n"
			"rbp.p=0.8 says otherwise. Gains are grades (or -m rbp.p=0.8,1=0.5,2=1); where a\n"
			"gain of the topic is below 0 or above 1, all are scaled to 0 ... 1 by the topic's\n"
			"smallest and largest one. Moffat & Zobel 2008.\n",
		.members = "all_trec",
		.alias = "RBP=p=0.8",
		.graded = true,
		.after = "yaap",
		.kind = PARAMETERS_GAINS,
		.settings = "p=0.9",
		.score = rbp,
		.check = check_rbp_persistence,
		/* (1 - 1/2) * (1 + 1/4) */
		.example = { .ranking = "1 0 1", .parameters = "p=0.5", .value = 0.625 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "rbp_resid",
		.no_best = true,
		.any_judgments = true,
		.summary = "what unjudged documents could add to rank-biased precision",
		.manual =
			"p^n plus (1 - p) times the sum of p^(rank - 1) over the unjudged documents among\n"
			"the n retrieved ones. 0 if all retrieved documents are judged, as in\n"
			"trec_eval.\n",
		.members = "all_trec",
		.graded = true,
		.kind = PARAMETERS_GAINS,
		.settings = "p=0.9",
		.score = rbp_resid,
		.check = check_rbp_persistence,
		/* 1/8 + 1/2 * 1/2 */
		.example = { .ranking = "1 . 1", .parameters = "p=0.5", .value = 0.375 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "rbp_level",
		.summary = "rank-biased precision of relevant documents, whatever their grade",
		.manual =
			"(1 - p) times the sum of p^(rank - 1) over the relevant documents, those of the\n"
			"level of -l and above; p = 0.8. Of the first k documents (-m rbp_level.10), or of\n"
			"all. (cwl_eval, and so ir_measures, ends at rank 1000 and divides by 1 - p^1000,\n"
			"which shows if p is above 0.98.) Moffat & Zobel 2008.\n",
		.alias = "RBP(rel) RBP(rel)@",
		.after = "nerr",
		.kind = PARAMETERS_CUTOFFS,
		.settings = "p=0.8",
		.score = rbp_level,
		.check = check_rbp_persistence,
		/* (1 - 1/2) * (1 + 1/4) */
		.example = { .ranking = "2 0 1", .parameters = "p=0.5", .value = 0.625 },
	},
	MEASURES_END,
};
