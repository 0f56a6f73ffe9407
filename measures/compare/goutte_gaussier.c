/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Precision, recall and F of two sets as unknowns, and the probability that the first one's is
 * higher: Goutte & Gaussier 2005, section 2.
 */
#include <math.h>

#include "core/stats/goutte_gaussier/confusion_mean.h"
#include "measures/compare/pool_counts.h"

enum { QUANTITIES = 3, SIDES = 2 };

/* Names of what is said of each quantity. */
struct names {
	enum quantity quantity;
	const char *row;
	struct {
		const char *mean, *mode, *lower, *upper;
	} side[SIDES];
	const char *probability, *uncertainty;
};

#define NAMES(quantity, row, q)                                                  \
	{                                                                        \
		quantity, row,                                                   \
			{ { "a_" q, "a_mode_" q, "ci_lo_a_" q, "ci_hi_a_" q },   \
			  { "b_" q, "b_mode_" q, "ci_lo_b_" q, "ci_hi_b_" q } }, \
			"prob_gt_" q, "se_prob_gt_" q                            \
	}

static const struct names names[QUANTITIES] = {
	NAMES(QUANTITY_PRECISION, "precision", "P"),
	NAMES(QUANTITY_RECALL, "recall", "recall"),
	NAMES(QUANTITY_F, "F", "F"),
};

/* Where figures go and what they are about. */
struct receiver {
	struct figures *out;
	const char *topic;
	bool micro;
	const struct pair_request *q;
	const struct services *services;
};

static void add_named_figure(const struct receiver *to, const struct names *n, const char *name,
			     const char *column, double value)
{
	to->services->add_figure(to->out,
				 &(struct figure){ .topic = to->topic,
						   .micro = to->micro,
						   .name = name,
						   .row = column != NULL ? n->row : NULL,
						   .column = column,
						   .value = value },
				 sizeof(struct figure));
}

/* The ends that are wanted; an end that is not is the end of the range. */
static void add_ends(const struct receiver *to, const struct names *n, int side, double lower,
		     double upper)
{
	if (to->q->bounds->ends.lower_p > 0)
		add_named_figure(to, n, n->side[side].lower, side == 0 ? "A from" : "B from",
				 lower);
	if (to->q->bounds->ends.upper_p < 1)
		add_named_figure(to, n, n->side[side].upper, side == 0 ? "A to" : "B to", upper);
}

static void add_probability(const struct receiver *to, const struct names *n, double p,
			    double uncertainty, int64_t draws)
{
	to->services->add_figure(to->out,
				 &(struct figure){ .topic = to->topic,
						   .micro = to->micro,
						   .name = n->probability,
						   .row = n->row,
						   .column = "P(A > B)",
						   .headline = true,
						   .value = p,
						   .draws = draws },
				 sizeof(struct figure));
	if (draws > 0)
		add_named_figure(to, n, n->uncertainty, "+/-", uncertainty);
}

/* One pair of counts: a topic, or all topics pooled. */
static int compare_counts(const struct receiver *to, const struct confusion *count,
			  const struct names *n, struct err *e)
{
	const struct estimate_request *i = to->q->bounds;
	struct confusion_posterior p[SIDES];
	for (int side = 0; side < SIDES; side++) {
		if (confusion_posterior_init(&p[side], &count[side], to->q->prior, n->quantity,
					     to->q->beta, e) < 0)
			return -1;
		double mean = confusion_mean(&p[side]), mode = confusion_mode(&p[side]);
		double lower = confusion_quantile(&p[side], i->ends.lower_p);
		double upper = confusion_quantile(&p[side], i->ends.upper_p);
		if (isinf(mean) || isinf(mode) || isinf(lower) || isinf(upper))
			return err_memory(e);
		add_named_figure(to, n, n->side[side].mean, side == 0 ? "A" : "B", mean);
		add_named_figure(to, n, n->side[side].mode, NULL, mode);
		add_ends(to, n, side, lower, upper);
	}
	struct proportion drawn = { 0 };
	if (i->ends.draws > 0 &&
	    confusion_draw(&p[0], &p[1], i->ends.draws, i->ends.seed, &drawn, e) < 0)
		return -1;
	double above = i->ends.draws > 0 ? drawn.value : confusion_compare(&p[0], &p[1]).above;
	if (isinf(above))
		return err_memory(e);
	add_probability(to, n, above, drawn.deviation, i->ends.draws);
	return 0;
}

/* The mean over topics. */
static int compare_means(const struct receiver *to, const struct pair_view *v,
			 const struct names *n, struct confusion_posterior *p, struct err *e)
{
	const struct estimate_request *i = to->q->bounds;
	for (int side = 0; side < SIDES; side++) {
		struct confusion_posterior *own = p + (size_t)side * v->topics;
		struct macro_interval m;
		for (size_t t = 0; t < v->topics; t++)
			if (confusion_posterior_init(&own[t], &v->topic[t].count[side],
						     to->q->prior, n->quantity, to->q->beta, e) < 0)
				return -1;
		if (macro_interval(own, v->topics, i->ends.lower_p, i->ends.upper_p, &m, e) < 0)
			return -1;
		add_named_figure(to, n, n->side[side].mean, side == 0 ? "A" : "B", m.mean);
		add_ends(to, n, side, m.lower, m.upper);
	}
	struct tails tails;
	double error;
	if (macro_compare(p, p + v->topics, v->topics, &tails, &error, e) < 0)
		return -1;
	add_probability(to, n, tails.above, 0, 0);
	return 0;
}

static int compare_topics(const struct pair_view *v, const struct pair_request *q,
			  struct figures *out, struct err *e)
{
	for (size_t t = 0; t < v->topics; t++) {
		const struct receiver to = {
			.out = out, .topic = v->topic[t].name, .q = q, .services = v->services
		};
		for (int k = 0; k < QUANTITIES; k++)
			if (compare_counts(&to, v->topic[t].count, &names[k], e) < 0)
				return -1;
	}
	return 0;
}

static int probability(const struct pair_view *v, const struct pair_request *q, struct figures *out,
		       struct err *e)
{
	const struct receiver all = { .out = out, .q = q, .services = v->services };
	const struct receiver micro = {
		.out = out, .micro = true, .q = q, .services = v->services
	};
	struct confusion pooled[SIDES];
	struct confusion_posterior *p = calloc(SIDES * v->topics + 1, sizeof *p);
	int result = p == NULL ? err_memory(e) : 0;
	bool several = v->topics > 1;
	if (result == 0 && q->topics)
		result = compare_topics(v, q, out, e);
	pool_counts(v, pooled);
	for (int k = 0; k < QUANTITIES && result == 0; k++)
		result = several ? compare_means(&all, v, &names[k], p, e)
				 : compare_counts(&all, pooled, &names[k], e);
	for (int k = 0; k < QUANTITIES && several && result == 0; k++)
		result = compare_counts(&micro, pooled, &names[k], e);
	free(p);
	return result;
}

PAIR_MEASURES = {
	{
		.abi = PAIR_ABI,
		.name = "prob_gt",
		.summary =
			"probability that A's precision, recall, F is higher on new data (Goutte & "
			"Gaussier)",
		.title =
			"Sets: what new documents from the same source would show (Goutte & Gaussier)",
		.manual =
			"Precision, recall and F of the retrieved sets as unknowns of which the judged "
			"documents are a sample: posterior mean (a_F, b_F), mode (a_mode_F), interval "
			"(ci_lo_a_F, ci_hi_a_F), and prob_gt_F, the probability that the first run's is "
			"higher on other documents from the same source. It is not a statement about these "
			"documents, whose judgments are complete. The prior (--prior) is that of each of "
			"precision and recall; nothing retrieved or nothing relevant gives the prior, with "
			"expectation 1/2. For several topics: of the mean over topics, and with micro_ in "
			"front of all topics pooled. The runs count as independent; -m paired does not. "
			"--draws=N draws as the paper does, for single topics and pooled ones, and "
			"se_prob_gt_F is then its +/-. --beta weighs recall in F. Goutte and Gaussier 2005, "
			"section 2.",
		.figures =
			"prob_gt_P prob_gt_recall prob_gt_F a_P a_recall a_F b_P b_recall b_F a_mode_P "
			"a_mode_recall a_mode_F b_mode_P b_mode_recall b_mode_F ci_lo_a_P ci_hi_a_P "
			"ci_lo_a_recall ci_hi_a_recall ci_lo_a_F ci_hi_a_F ci_lo_b_P ci_hi_b_P "
			"ci_lo_b_recall ci_hi_b_recall ci_lo_b_F ci_hi_b_F se_prob_gt_P "
			"se_prob_gt_recall se_prob_gt_F",
		.input = PAIR_DOCUMENTS,
		.by_default = true,
		.compare = probability,
		/* A has one true positive, so that its precision is Beta(3/2, 1/2) */
		.example = { .documents = "1:1:0", .figure = "a_P", .value = 0.75 },
	},
	PAIR_MEASURES_END,
};
