/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The expectation of a linear utility of two sets as an unknown, and the probability that the
 * first one's is higher: Goutte & Gaussier 2005, section 5.
 */
#include "core/stats/goutte_gaussier/utility.h"
#include "measures/compare/pool_counts.h"

static void add_utility_figure(const struct pair_view *v, struct figures *out, const char *topic,
			       const char *name, const char *column, double value)
{
	v->services->add_figure(out,
				&(struct figure){ .topic = topic,
						  .name = name,
						  .row = "utility",
						  .column = column,
						  .headline = column[0] == 'P',
						  .value = value },
				sizeof(struct figure));
}

/* The utility of one topic, or of the mean topic if counts were added up. */
static int compare_counts(const struct pair_view *v, const struct pair_request *q,
			  const char *topic, const struct confusion *count, size_t topics,
			  struct figures *out, struct err *e)
{
	static const struct {
		const char *mean, *lower, *upper, *from, *to, *name;
	} names[] = {
		{ "a_utility", "ci_lo_a_utility", "ci_hi_a_utility", "A from", "A to", "A" },
		{ "b_utility", "ci_lo_b_utility", "ci_hi_b_utility", "B from", "B to", "B" },
	};
	struct utility_posterior p[2];
	for (int side = 0; side < 2; side++) {
		if (utility_posterior_init(&p[side], &count[side], topics, q->prior, q->gain,
					   q->cost, e) < 0)
			return -1;
		add_utility_figure(v, out, topic, names[side].mean, names[side].name,
				   utility_mean(&p[side]));
		if (q->bounds->ends.lower_p > 0)
			add_utility_figure(v, out, topic, names[side].lower, names[side].from,
					   utility_quantile(&p[side], q->bounds->ends.lower_p));
		if (q->bounds->ends.upper_p < 1)
			add_utility_figure(v, out, topic, names[side].upper, names[side].to,
					   utility_quantile(&p[side], q->bounds->ends.upper_p));
	}
	add_utility_figure(v, out, topic, "prob_gt_utility", "P(A > B)",
			   utility_compare(&p[0], &p[1]).above);
	return 0;
}

static int compare(const struct pair_view *v, const struct pair_request *q, struct figures *out,
		   struct err *e)
{
	struct confusion all[2];
	for (size_t t = 0; q->topics && t < v->topics; t++) {
		const struct pair_topic *x = &v->topic[t];
		if (compare_counts(v, q, x->name, x->count, 1, out, e) < 0)
			return -1;
	}
	pool_counts(v, all);
	return compare_counts(v, q, NULL, all, v->topics, out, e);
}

PAIR_MEASURES = {
	{
		.abi = PAIR_ABI,
		.name = "prob_gt_utility",
		.summary =
			"probability that A's expected utility, a TP - b FP, is higher (Goutte & "
			"Gaussier)",
		.title = "Expected utility, on collections of the same size (Goutte & Gaussier)",
		.manual =
			"The expected utility a TP - b FP of the retrieved sets, --utility=a,b (default "
			"1,1), as an unknown of which the judged documents are a sample: posterior mean "
			"(a_utility, b_utility), interval (ci_lo_a_utility, ci_hi_a_utility), and "
			"prob_gt_utility, the probability that the first run's is higher. It is what many "
			"collections of the same size would show on average; a single one scatters about "
			"it. TP and FP are Poisson counts whose means have gamma posteriors, with the "
			"shapes TP + x and FP + x (x: --prior); for several topics it is the mean of their "
			"utilities. The runs count as independent. Goutte and Gaussier 2005, sections 2 and "
			"5.",
		.figures = "prob_gt_utility a_utility b_utility ci_lo_a_utility ci_hi_a_utility "
			   "ci_lo_b_utility ci_hi_b_utility",
		.input = PAIR_DOCUMENTS,
		.compare = compare,
		/* A has one true positive and no other document: 3/2 - 1/2 */
		.example = { .documents = "1:1:0", .figure = "a_utility", .value = 1 },
	},
	PAIR_MEASURES_END,
};
