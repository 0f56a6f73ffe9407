/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences of two rankings from a sampled pool, by regression: one estimate whose weights are
 * the differences of the two runs' weights (core/data/joined/regressed_view.h), on the weights
 * alone and with classes of labels.
 */
#include <math.h>
#include <stdlib.h>

#include "core/data/joined/regressed_view.h"
#include "measures/pair.h"

enum { QUANTITIES = 3, CUTOFF = 10 };

static const struct names {
	enum regressed_kind kind;
	const char *row[2], *difference[2], *lower[2], *upper[2]; /* without and with labels */
} names[QUANTITIES] = {
	{ REGRESSED_PRECISION,
	  { "P@10", "P@10, labels" },
	  { "diff_reg_P_10", "diff_lab_P_10" },
	  { "ci_lo_diff_reg_P_10", "ci_lo_diff_lab_P_10" },
	  { "ci_hi_diff_reg_P_10", "ci_hi_diff_lab_P_10" } },
	{ REGRESSED_DCG,
	  { "DCG@10", "DCG@10, labels" },
	  { "diff_reg_DCG_10", "diff_lab_DCG_10" },
	  { "ci_lo_diff_reg_DCG_10", "ci_lo_diff_lab_DCG_10" },
	  { "ci_hi_diff_reg_DCG_10", "ci_hi_diff_lab_DCG_10" } },
	{ REGRESSED_NDCG,
	  { "nDCG@10", "nDCG@10, labels" },
	  { "diff_reg_nDCG_10", "diff_lab_nDCG_10" },
	  { "ci_lo_diff_reg_nDCG_10", "ci_lo_diff_lab_nDCG_10" },
	  { "ci_hi_diff_reg_nDCG_10", "ci_hi_diff_lab_nDCG_10" } },
};

static const char blank_topics[] =
	"there are topics of whose judged documents none has a grade above 0: the difference of nDCG@10 counts "
	"as 0 there, and its interval takes it for anything from -1 to 1";

static int32_t highest_grade(const struct pair_view *v)
{
	int32_t highest = 0;
	for (size_t t = 0; t < v->topics; t++)
		for (size_t i = 0; i < pair_topic(v, t)->pooled_documents; i++)
			if (pair_topic(v, t)->pooled[i].grade > highest)
				highest = pair_topic(v, t)->pooled[i].grade;
	return highest;
}

static int pool_of_topic(const void *context, size_t topic, const struct regressed_as *as,
			 struct regressed_view *v, struct err *e)
{
	const struct pair_topic *x = pair_topic(context, topic);
	return regressed_view_of(v, x->pooled, x->pooled_documents, x->drawn, x->drawn_strata, as,
				 e);
}

static int regress(const struct pair_view *v, const struct regressed_as *as,
		   struct ranked_regression *out, struct err *e)
{
	size_t classes = 0;
	for (size_t t = 0; as->labels && t < v->topics; t++)
		if (pair_topic(v, t)->classes > classes)
			classes = pair_topic(v, t)->classes;
	return regress_topics(v->topics, classes, as, pool_of_topic, v, out, e);
}

static void add(const struct pair_view *v, const struct names *n, int labels,
		const struct pair_request *q, const struct ranked_regression *x,
		struct figures *out)
{
	const struct ends *ends = &q->bounds->ends;
	const struct interval i =
		ranked_regression_interval(x, SCALE_PLAIN, ends->lower_p, ends->upper_p);
	const struct {
		const char *name, *column;
		double value;
		bool wanted;
	} list[] = {
		{ n->difference[labels], "A - B", x->mean, true },
		{ n->lower[labels], "from", i.lower, ends->lower_p > 0 },
		{ n->upper[labels], "to", i.upper, ends->upper_p < 1 },
	};
	for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
		const struct figure f = { .name = list[k].name,
					  .row = n->row[labels],
					  .column = list[k].column,
					  .value = list[k].value,
					  .headline = k == 0,
					  .method = "greg",
					  .caution = k == 0 && x->blank > 0 ? blank_topics : NULL };
		if (list[k].wanted)
			v->services->add_figure(out, &f, sizeof f);
	}
}

static int compare(const struct pair_view *v, const struct pair_request *q, struct figures *out,
		   struct err *e)
{
	bool labels = false;
	for (size_t t = 0; t < v->topics; t++) {
		if (pair_topic(v, t)->pooled == NULL)
			return err_usage(e, "-m regression_diff needs judgments that list every "
					    "document of their strata, those not drawn with "
					    "relevance -1 (-R strata)");
		labels = labels || pair_topic(v, t)->classes > 0;
	}
	int32_t highest = highest_grade(v);
	for (int k = 0; k < QUANTITIES; k++)
		for (int with = 0; with <= labels; with++) {
			const struct regressed_as as = { .kind = names[k].kind,
							 .labels = with == 1,
							 .difference = true,
							 .cutoff = CUTOFF,
							 .highest = highest,
							 .level = v->level };
			struct ranked_regression x;
			if (regress(v, &as, &x, e) < 0)
				return -1;
			add(v, &names[k], with, q, &x, out);
		}
	return 0;
}

PAIR_MEASURES = {
	{
		.abi = PAIR_ABI,
		.name = "regression_diff",
		.summary =
			"difference of P@10, DCG@10 and nDCG@10 from a sampled pool, by regression",
		.title = "Rankings: these topics, of whose pools a sample was judged",
		.manual =
			"On judgments that list all documents of their strata. The weight of a document is "
			"the difference of its weights in the two runs, so that what both have at the same "
			"rank does not matter, and the coefficients are those of the difference "
			"(doc/methods.md). With --labels there is a second estimate, with the classes of "
			"the labels as covariates. Intervals are about these topics, by Student's t. The "
			"interval of nDCG allows for any difference in topics of whose judged documents none "
			"has a grade above 0.",
		.figures =
			"diff_reg_P_10 ci_lo_diff_reg_P_10 ci_hi_diff_reg_P_10 diff_lab_P_10 "
			"ci_lo_diff_lab_P_10 ci_hi_diff_lab_P_10 diff_reg_DCG_10 ci_lo_diff_reg_DCG_10 "
			"ci_hi_diff_reg_DCG_10 diff_lab_DCG_10 ci_lo_diff_lab_DCG_10 "
			"ci_hi_diff_lab_DCG_10 diff_reg_nDCG_10 ci_lo_diff_reg_nDCG_10 "
			"ci_hi_diff_reg_nDCG_10 diff_lab_nDCG_10 ci_lo_diff_lab_nDCG_10 "
			"ci_hi_diff_lab_nDCG_10",
		.input = PAIR_STRATA,
		.compare = compare,
		/* everything is judged: P@10 is 2/10 and 1/10 */
		.example = { .documents = "1:1:0 1:2:1 0:3:2",
			     .figure = "diff_reg_P_10",
			     .value = 0.1 },
	},
	PAIR_MEASURES_END,
};
