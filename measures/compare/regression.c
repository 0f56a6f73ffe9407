/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences of two rankings from a sampled pool, by regression: one estimate whose weights are
 * the differences of the two runs' weights (measures/regressed_view.h), on the weights
 * alone and with classes of labels.
 */
#include <math.h>
#include <stdlib.h>

#include "measures/regressed_view.h"
#include "measures/pair.h"

enum { CUTOFF = 10 };

/* The names of a figure without and with labels. */
#define NAMES(prefix, id)                                    \
	{                                                    \
		prefix "diff_reg_" id, prefix "diff_lab_" id \
	}
#define OF(shown, id)                                                    \
	.row = { shown, shown ", labels" }, .difference = NAMES("", id), \
	.lower = NAMES("ci_lo_", id), .upper = NAMES("ci_hi_", id)

static const struct names {
	struct regressed_as as;
	const char *row[2], *difference[2], *lower[2], *upper[2];
} rankings[] = {
	{ { .kind = REGRESSED_PRECISION, .cutoff = CUTOFF }, OF("P@10", "P_10") },
	{ { .kind = REGRESSED_DCG, .cutoff = CUTOFF }, OF("DCG@10", "DCG_10") },
	{ { .kind = REGRESSED_NDCG, .cutoff = CUTOFF }, OF("nDCG@10", "nDCG_10") },
	{ .row = { NULL } },
}, answers[] = {
	{ { .kind = REGRESSED_NUGGETS }, OF("nugget_vital", "nugget_vital") },
	{ { .kind = REGRESSED_NUGGETS, .okay = 1 }, OF("nugget_all", "nugget_all") },
	{ { .kind = REGRESSED_NUGGETS, .strict = true },
	  OF("nugget_strict_vital", "nugget_strict_vital") },
	{ { .kind = REGRESSED_NUGGETS, .okay = 1, .strict = true },
	  OF("nugget_strict_all", "nugget_strict_all") },
	{ .row = { NULL } },
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
	const struct regressed_pool p = { x->pooled,
					  x->pooled_documents,
					  x->drawn,
					  x->drawn_strata,
					  { x->nuggets[0], x->nuggets[1] } };
	return regressed_view_of(v, &p, as, e);
}

static int regress(const struct pair_view *v, const struct regressed_as *as,
		   struct ranked_regression *out, struct err *e)
{
	size_t classes = 0;
	for (size_t t = 0; as->labels && t < v->topics; t++)
		if (pair_topic(v, t)->classes > classes)
			classes = pair_topic(v, t)->classes;
	return regress_topics(v->topics, classes, as, pool_of_topic, v, out, NULL, e);
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

static int compare(const struct pair_view *v, const struct names *n, const char *name,
		   const struct pair_request *q, struct figures *out, struct err *e)
{
	bool labels = false;
	for (size_t t = 0; t < v->topics; t++) {
		if (pair_topic(v, t)->pooled == NULL)
			return err_usage(
				e,
				"-m %s needs judgments that list every document of their "
				"strata, those not drawn with relevance -1 (-R strata), or "
				"--frame=labels",
				name);
		labels = labels || pair_topic(v, t)->classes > 0;
	}
	int32_t highest = highest_grade(v);
	for (; n->row[0] != NULL; n++)
		for (int with = 0; with <= labels; with++) {
			struct regressed_as as = n->as;
			struct ranked_regression x;
			as.labels = with == 1;
			as.difference = true;
			as.highest = highest;
			as.level = v->level;
			if (regress(v, &as, &x, e) < 0)
				return -1;
			if (x.unsampled && as.kind == REGRESSED_NUGGETS) /* of a whole run */
				x.mean = NAN;
			add(v, n, with, q, &x, out);
		}
	return 0;
}

static int compare_rankings(const struct pair_view *v, const struct pair_request *q,
			    struct figures *out, struct err *e)
{
	return compare(v, rankings, "regression_diff", q, out, e);
}

static int compare_answers(const struct pair_view *v, const struct pair_request *q,
			   struct figures *out, struct err *e)
{
	return compare(v, answers, "nugget_diff", q, out, e);
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
		.compare = compare_rankings,
		/* everything is judged: P@10 is 2/10 and 1/10 */
		.example = { .documents = "1:1:0 1:2:1 0:3:2",
			     .figure = "diff_reg_P_10",
			     .value = 0.1 },
	},
	{
		.abi = PAIR_ABI,
		.name = "nugget_diff",
		.summary = "difference of nugget scores from people's word on a sample of pairs",
		.title =
			"Answers: these topics, of whose pairs of answer and nugget a sample was judged",
		.manual =
			"On pairs of an answer and a nugget (-R pairs, --frame=labels). The weight of a pair "
			"is that of its nugget in the score of the first run, or less that of the second, so "
			"that both runs and all topics are one sample, with one share of support for each "
			"class of labels. Rows without `labels` do not use the model's assignments. Intervals "
			"are about these topics, by Student's t, and hold whatever the model says.",
		.figures =
			"diff_reg_nugget_vital ci_lo_diff_reg_nugget_vital ci_hi_diff_reg_nugget_vital "
			"diff_lab_nugget_vital ci_lo_diff_lab_nugget_vital ci_hi_diff_lab_nugget_vital "
			"diff_reg_nugget_all ci_lo_diff_reg_nugget_all ci_hi_diff_reg_nugget_all "
			"diff_lab_nugget_all ci_lo_diff_lab_nugget_all ci_hi_diff_lab_nugget_all "
			"diff_reg_nugget_strict_vital ci_lo_diff_reg_nugget_strict_vital "
			"ci_hi_diff_reg_nugget_strict_vital diff_lab_nugget_strict_vital "
			"ci_lo_diff_lab_nugget_strict_vital ci_hi_diff_lab_nugget_strict_vital "
			"diff_reg_nugget_strict_all ci_lo_diff_reg_nugget_strict_all "
			"ci_hi_diff_reg_nugget_strict_all diff_lab_nugget_strict_all "
			"ci_lo_diff_lab_nugget_strict_all ci_hi_diff_lab_nugget_strict_all",
		.input = PAIR_STRATA,
		.compare = compare_answers,
		/* everything is judged: A has support and none, B in part and support */
		.example = { .documents = "2:1:0 0:2:0 1:0:1 2:0:2",
			     .figure = "diff_reg_nugget_all",
			     .value = 1.0 / 2 - 1.5 / 2 },
	},
	PAIR_MEASURES_END,
};
