/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two runs on the same documents: who is right where they differ. Goutte & Gaussier 2005, section
 * 3.
 */
#include "core/stats/goutte_gaussier/paired_counts.h"
#include "measures/pair.h"

/* What figures are about, and where they go. */
struct receiver {
	struct figures *out;
	const char *topic;
	const struct pair_request *q;
	const struct services *services;
};

static int compare_counts(const struct receiver *to, const struct agreement *counts, struct err *e)
{
	const struct estimate_request *i = to->q->bounds;
	const struct agreement prior = { to->q->prior, to->q->prior, to->q->prior };
	struct agreement posterior;
	struct proportion drawn = { 0 };
	if (agreement_update(&prior, counts, &posterior, e) < 0)
		return -1;
	if (i->ends.draws > 0 &&
	    agreement_draw(&posterior, i->ends.draws, i->ends.seed, &drawn, e) < 0)
		return -1;
	const struct {
		struct figure figure;
		bool wanted;
	} list[] = {
		{ { .name = "paired_n1",
		    .row = "only A is right",
		    .column = "documents",
		    .integer = true,
		    .value = counts->first },
		  true },
		{ { .name = "paired_n2",
		    .row = "only B is right",
		    .column = "documents",
		    .integer = true,
		    .value = counts->second },
		  true },
		{ { .name = "paired_n3",
		    .row = "both or neither",
		    .column = "documents",
		    .integer = true,
		    .value = counts->same },
		  true },
		{ { .name = "paired_prob",
		    .row = "P(A is right more often)",
		    .column = "value",
		    .headline = true,
		    .draws = i->ends.draws,
		    .value =
			    i->ends.draws > 0 ? drawn.value : agreement_compare(&posterior).above },
		  true },
		{ { .name = "se_paired_prob",
		    .row = "P(A is right more often)",
		    .column = "+/-",
		    .value = drawn.deviation },
		  i->ends.draws > 0 },
		{ { .name = "paired_delta",
		    .row = "by how much",
		    .column = "value",
		    .value = agreement_difference(&posterior) },
		  true },
		{ { .name = "ci_lo_paired_delta",
		    .row = "by how much",
		    .column = "from",
		    .value = agreement_difference_quantile(&posterior, i->ends.lower_p) },
		  i->ends.lower_p > 0 },
		{ { .name = "ci_hi_paired_delta",
		    .row = "by how much",
		    .column = "to",
		    .value = agreement_difference_quantile(&posterior, i->ends.upper_p) },
		  i->ends.upper_p < 1 },
		{ { .name = "paired_logodds",
		    .row = "log odds",
		    .column = "value",
		    .value = agreement_log_odds(&posterior) },
		  true },
		{ { .name = "ci_lo_paired_logodds",
		    .row = "log odds",
		    .column = "from",
		    .value = agreement_log_odds_quantile(&posterior, i->ends.lower_p) },
		  i->ends.lower_p > 0 },
		{ { .name = "ci_hi_paired_logodds",
		    .row = "log odds",
		    .column = "to",
		    .value = agreement_log_odds_quantile(&posterior, i->ends.upper_p) },
		  i->ends.upper_p < 1 },
	};
	for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
		struct figure f = list[k].figure;
		f.topic = to->topic;
		if (!list[k].wanted)
			continue;
		if (f.value == NO_MEMORY)
			return err_memory(e);
		to->services->add_figure(to->out, &f, sizeof f);
	}
	return 0;
}

static int paired(const struct pair_view *v, const struct pair_request *q, struct figures *out,
		  struct err *e)
{
	struct agreement all = { 0 };
	for (size_t t = 0; t < v->topics; t++) {
		const struct agreement counts = { (double)v->topic[t].right[0],
						  (double)v->topic[t].right[1],
						  (double)v->topic[t].same };
		const struct receiver to = { out, v->topic[t].name, q, v->services };
		all.first += counts.first;
		all.second += counts.second;
		all.same += counts.same;
		if (q->topics && compare_counts(&to, &counts, e) < 0)
			return -1;
	}
	return compare_counts(&(struct receiver){ out, NULL, q, v->services }, &all, e);
}

PAIR_MEASURES = {
	{
		.abi = PAIR_ABI,
		.name = "paired",
		.summary =
			"who is right where the two differ, document by document (Goutte & Gaussier)",
		.title = "Document by document: who is right where they differ (Goutte & Gaussier)",
		.manual =
			"To retrieve a document is to say that it is relevant. paired_n1 documents are those that "
			"only the first run is right about, paired_n2 those that only the second is, paired_n3 "
			"all others: unjudged documents count as not relevant, and without -N the collection is "
			"what was judged or retrieved. paired_prob is the probability that the first run is right "
			"more often on other documents from the same source, paired_delta the expected difference "
			"of the two shares of all documents, with its interval (ci_lo_paired_delta), and "
			"paired_logodds the expected logarithm of their ratio. The prior (--prior) is that of "
			"each of the three kinds. Topics add up, as a second collection does. --draws=N draws as "
			"the paper does, and se_paired_prob is then its +/-. Goutte and Gaussier 2005, section 3.",
		.figures =
			"paired_n1 paired_n2 paired_n3 paired_prob paired_delta ci_lo_paired_delta "
			"ci_hi_paired_delta paired_logodds ci_lo_paired_logodds ci_hi_paired_logodds "
			"se_paired_prob",
		.input = PAIR_DOCUMENTS,
		.by_default = true,
		.compare = paired,
		/* A retrieves the relevant document and not the other one; B does the reverse */
		.example = { .documents = "1:1:0 0:0:1", .figure = "paired_n1", .value = 2 },
	},
	PAIR_MEASURES_END,
};
