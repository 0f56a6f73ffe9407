/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures of the first k documents; cum(k) is the number of relevant ones among them.
 */
#include <math.h>

#include "measures/measure.h"
#include "measures/ranking.h"

/* cum(k) over a number, which may be 0. */
static double found_of(const struct topic_view *t, double k, double number)
{
	return number > 0 ? (double)relevant_in_top(t, k) / number : 0;
}

MEASURE_AT(precision, found_of(t, k, k))
MEASURE_AT(recall, found_of(t, k, (double)t->relevant))
MEASURE_AT(relative_precision, found_of(t, k, fmin((double)t->relevant, k)))
MEASURE_AT(success, relevant_in_top(t, k) > 0)
MEASURE_AT(r_precision_multiples, precision_at_share(t, k))
MEASURE_VALUE(r_precision, found_of(t, (double)t->relevant, (double)t->relevant))

/* Of the first k documents, or of all. */
static int hits(const struct topic_view *t, const struct parameters *p, double *value)
{
	for (size_t k = 0; k < p->count || k == 0; k++)
		value[k] = (double)relevant_in_top(t, p->count > 0 ? p->value[k] : INFINITY);
	return 0;
}

static int f1(const struct topic_view *t, const struct parameters *p, double *value)
{
	for (size_t k = 0; k < p->count || k == 0; k++) {
		double n = p->count > 0 ? p->value[k] : (double)t->retrieved;
		double both = (double)relevant_in_top(t, n); /* 2 P R / (P + R), in counts */
		value[k] = both > 0 ? 2 * both / (n + (double)t->relevant) : 0;
	}
	return 0;
}

#define ALL_TREC .abi = MEASURE_ABI, .members = "all_trec"

MEASURES = {
	{
		.abi = MEASURE_ABI,
		.members = "official all_trec",
		.name = "Rprec",
		.if_sampled = "statRprec",
		.summary = "precision after R documents, R being the number of relevant ones",
		.manual = "cum(R) / R, also if fewer than R documents are retrieved. 0 if nothing\n"
			  "is relevant.\n",
		.alias = "Rprec RPrec r-precision r_precision",
		.after = "gm_map",
		.score = r_precision,
		.example = { .ranking = "0 1 1 | 1", .value = 2.0 / 3 },
	},
	{
		.abi = MEASURE_ABI,
		.members = "official all_trec",
		.name = "P",
		.if_sampled = "statP",
		.summary = "precision in the top k",
		.manual = "cum(k) / k, also if fewer than k documents are retrieved.\n",
		.alias = "P@ Precision@",
		.after = "iprec_at_recall",
		USUAL_CUTOFFS,
		.score = precision,
		.example = { .ranking = "0 1 1 | 1", .value = 2.0 / 5 },
	},
	{
		ALL_TREC,
		.name = "recall",
		.if_sampled = "est_recall",
		.summary = "recall in the top k",
		.manual = "cum(k) / R. 0 if nothing is relevant.\n",
		.alias = "R@ Recall@",
		.after = "relstring",
		USUAL_CUTOFFS,
		.score = recall,
		.example = { .ranking = "0 1 1 | 1", .parameters = "2,3", .value = 1.0 / 3 },
	},
	{
		ALL_TREC,
		.name = "Rprec_mult",
		.summary = "precision after multiples of R documents",
		.manual =
			"cum(c) / c with c = trunc(x * R + 0.9) for each parameter x. 0 if c is 0.\n",
		.after = "gm_bpref",
		.kind = PARAMETERS_FRACTIONS,
		.defaults = "0.2,0.4,0.6,0.8,1.0,1.2,1.4,1.6,1.8,2.0",
		.score = r_precision_multiples,
		/* c = trunc(0.2 * 3 + 0.9) = 1, and the first document is relevant */
		.example = { .ranking = "1 0 1 | 1", .value = 1 },
	},
	{
		ALL_TREC,
		.name = "relative_P",
		.summary = "precision in the top k, relative to the best possible",
		.manual = "cum(k) / min(k, R). 0 if nothing is relevant. BEIR's capped recall.\n",
		.alias = "recall_cap@ R_cap@",
		.after = "map_cut",
		USUAL_CUTOFFS,
		.score = relative_precision,
		.example = { .ranking = "0 1 1 | 1", .value = 2.0 / 3 },
	},
	{
		ALL_TREC,
		.name = "success",
		.summary = "whether a relevant document is in the top k",
		.manual = "1 if cum(k) is above 0, else 0.\n",
		.alias = "Success@ hit_rate@ top_k_accuracy@",
		.kind = PARAMETERS_CUTOFFS,
		.defaults = "1,5,10",
		.score = success,
		.example = { .ranking = "0 1 1 | 1", .parameters = "2", .value = 1 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "hits",
		.summary = "number of relevant documents retrieved, or in the top k, as a mean",
		.manual =
			"cum(n) of the n retrieved documents, or cum(k) with -m hits.10. For all\n"
			"topics it is the mean, as in ranx; num_rel_ret is the sum.\n",
		.alias = "hits@",
		.after = "strec",
		.kind = PARAMETERS_CUTOFFS,
		.range = { 0, INFINITY },
		.score = hits,
		.example = { .ranking = "0 1 1 | 1", .value = 2 },
	},
	{
		.abi = MEASURE_ABI,
		.name = "f1",
		.if_sampled = "est_F",
		.summary = "F measure of the retrieved set, or of the top k",
		.manual =
			"2*P*R / (P + R), P and R being set_P and set_recall, or with -m f1.10\n"
			"precision (divided by 10, also if fewer are retrieved) and recall in the\n"
			"top 10. 0 if nothing relevant is there. As in ranx.\n",
		.alias = "f1@",
		.kind = PARAMETERS_CUTOFFS,
		.score = f1,
		/* P = 2/5, R = 2/3: 2 * 4/15 / (16/15) */
		.example = { .ranking = "0 1 1 | 1", .parameters = "5", .value = 0.5 },
	},
	MEASURES_END,
};
