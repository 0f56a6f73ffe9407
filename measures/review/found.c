/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of what is relevant is found along a review, and what is lost where it stops.
 * Definitions of tar_eval, the evaluator of the CLEF eHealth tasks on technology-assisted reviews
 * (Kanoulas, Li, Azzopardi & Spijker 2017-2019). The loss is that of Cormack & Grossman 2016,
 * Engineering quality and reliability in technology-assisted review: loss_r = (1 - recall)^2, and
 * with b = 100, for n documents read, loss_e = (b/N * n/(R + b))^2.
 */
#include "measures/review/review.h"

MEASURE_AT(recall_at, review_has_goal(t)
			      ? (double)relevant_in_top(t, nearbyint(review_size(t) * k / 100)) /
					(double)t->relevant
			      : NAN)

/* A document adds half a step at its own rank, and a whole one at every rank behind it. */
static double area_of_curve(const struct topic_view *t)
{
	double size = review_size(t), relevant = (double)t->relevant, area = 0;
	for (size_t i = 0; i < t->relevant_retrieved; i++)
		area += size - (double)t->relevant_at[i] - 0.5;
	return review_has_goal(t) ? area / (relevant * size - relevant * relevant / 2) : NAN;
}

MEASURE_VALUE(norm_area, area_of_curve(t))

static double effort_lost(const struct topic_view *t)
{
	const double b = 100;
	double part = b / review_size(t) * (double)t->retrieved / ((double)t->relevant + b);
	return review_has_goal(t) ? part * part : NAN;
}

static double recall_lost(const struct topic_view *t)
{
	double missed = 1 - (double)t->relevant_retrieved / (double)t->relevant;
	return review_has_goal(t) ? missed * missed : NAN;
}

MEASURE_VALUE(loss_e, effort_lost(t))
MEASURE_VALUE(loss_r, recall_lost(t))
MEASURE_VALUE(loss_er, recall_lost(t) + effort_lost(t))

MEASURES = {
	{
		REVIEW,
		.name = "recall_at",
		.if_sampled = "est_recall",
		.summary = "recall after a share of all documents, in percent",
		.manual =
			"cum(k) / R with k = round(N*x/100), halves to the even number: -m recall_at.10\n"
			"is the recall when a tenth of the documents has been read, printed as\n"
			"recall_at_10% (recall_10 is that of the first ten). nan if nothing is\n"
			"relevant. As tar_eval's recall@x%.\n" REVIEW_SIZE,
		.after = "wss",
		.kind = PARAMETERS_PERCENTS,
		.defaults = "5,10,20,50",
		.score = recall_at,
		/* the first two of eight documents hold one of the two relevant ones */
		.example = { .ranking = "0 1 0 0 0 1 | 0 0", .parameters = "25", .value = 0.5 },
	},
	{
		REVIEW,
		.name = "norm_area",
		.summary = "area under the curve of recall against documents read, of its maximum",
		.manual =
			"Sum over the relevant documents found of N - k + 1/2, k being their ranks, over\n"
			"R*N - R*R/2, which is what a ranking with all of them on top has. nan if\n"
			"nothing is relevant. As tar_eval.\n" REVIEW_SIZE,
		.score = norm_area,
		/* N = 4, R = 2: ranks 1 and 3 have 3.5 + 1.5 of 2*4 - 2 */
		.example = { .ranking = "1 0 1 0", .value = 5.0 / 6 },
	},
	{
		REVIEW,
		.name = "loss_er",
		.summary = "loss of effort and recall, loss_e + loss_r",
		.manual =
			"Lower is better. The review is taken to stop where the ranking ends, as it does\n"
			"with -M. As tar_eval.\n",
		.lower_better = true,
		.range = { 0, INFINITY },
		.score = loss_er,
		/* N = 4, n = 2, R = 2, one found: (100/4 * 2/102)^2 + (1/2)^2 */
		.example = { .ranking = "1 0 | 1 0", .value = 2500.0 / 10404 + 0.25 },
	},
	{
		REVIEW,
		.name = "loss_e",
		.summary = "loss of effort: what reading the retrieved documents costs",
		.manual =
			"(100/N * n/(R + 100))^2 for n retrieved documents: 1 if N documents are read\n"
			"and few are relevant. Of fewer than 100 documents it may be above 1. nan if\n"
			"nothing is relevant. Lower is better. As tar_eval.\n" REVIEW_SIZE,
		.lower_better = true,
		.range = { 0, INFINITY },
		.score = loss_e,
		.example = { .ranking = "1 0 | 1 0", .value = 2500.0 / 10404 },
	},
	{
		REVIEW,
		.name = "loss_r",
		.summary = "loss of recall: what is not found",
		.manual =
			"(1 - recall)^2 of all retrieved documents; nan if nothing is relevant. Lower\n"
			"is better. As tar_eval.\n",
		.lower_better = true,
		.score = loss_r,
		.example = { .ranking = "1 0 | 1 0", .value = 0.25 },
	},
	MEASURES_END,
};
