/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The difference in average precision when documents are left unjudged: Carterette & Smucker 2007,
 * "Hypothesis testing with incomplete relevance judgments", section 4.
 */
#include <math.h>

#include "core/stats/carterette_smucker/ap_difference.h"
#include "measures/pair.h"

/* A topic's documents as the sum over relevance assignments wants them. */
static size_t documents_of(const struct pair_view *v, const struct pair_topic *t,
			   double prob_relevant, struct ap_document *out)
{
	int64_t unretrieved = t->relevant;
	for (size_t i = 0; i < t->documents; i++) {
		const struct pair_document *d = &t->document[i];
		bool good = d->grade >= v->level && d->grade >= 0;
		unretrieved -= good;
		out[i] = (struct ap_document){ .rank_a = d->rank[0],
					       .rank_b = d->rank[1],
					       .relevant = d->grade < 0 ? prob_relevant : good };
	}
	for (int64_t i = 0; i < unretrieved; i++)
		out[t->documents + (size_t)i] = (struct ap_document){ .relevant = 1 };
	return t->documents + (size_t)unretrieved;
}

static size_t most_documents(const struct pair_view *v)
{
	size_t most = 0;
	for (size_t i = 0; i < v->topics; i++) {
		size_t count = v->topic[i].documents + (size_t)v->topic[i].relevant;
		most = count > most ? count : most;
	}
	return most;
}

/* Both answers for each topic. */
static int ap_difference_of(const struct pair_view *v, double prob_relevant,
			    struct ap_difference *paper, struct ap_difference *exact, struct err *e)
{
	struct ap_document *d = calloc(most_documents(v) + 1, sizeof *d);
	if (d == NULL)
		return err_memory(e);
	struct ap_numerator f = { 0 };
	int result = 0;
	for (size_t i = 0; i < v->topics && result == 0; i++) {
		size_t count = documents_of(v, &v->topic[i], prob_relevant, d);
		result = ap_numerator_set(&f, d, count, e);
		if (result < 0)
			break;
		paper[i] = ap_difference(&f);
		exact[i] = ap_difference_exact(&f);
	}
	ap_numerator_release(&f);
	free(d);
	return result;
}

static void add_topics(const struct pair_view *v, const struct ap_difference *x,
		       const char *mean_name, const char *variance_name, struct figures *out)
{
	for (size_t i = 0; i < v->topics; i++) {
		struct figure f = { .topic = v->topic[i].name,
				    .name = mean_name,
				    .value = x[i].mean };
		v->services->add_figure(out, &f, sizeof f);
		f.name = variance_name;
		f.value = x[i].variance;
		v->services->add_figure(out, &f, sizeof f);
	}
}

/* Names of the figures of all topics together: by the formulas of the paper, or exact. */
struct names {
	const char *row, *mean, *variance, *deviation, *above, *below, *effect;
	bool headline;
};

static void add_all(const struct pair_view *v, const struct ap_difference *x, const struct names *n,
		    struct figures *out)
{
	const struct map_difference m = map_difference(x, v->topics);
	const struct figure figure[] = {
		{ .name = n->mean, .column = "E[A-B]", .value = m.mean },
		{ .name = n->variance, .value = m.variance },
		{ .name = n->deviation, .column = "sd", .value = sqrt(m.variance) },
		{ .name = n->above,
		  .column = "P(A > B)",
		  .value = m.above,
		  .headline = n->headline },
		{ .name = n->below, .column = "P(A < B)", .value = m.below },
		{ .name = n->effect, .column = "effect h'", .value = m.effect },
	};
	for (size_t i = 0; i < sizeof figure / sizeof figure[0]; i++) {
		struct figure f = figure[i];
		f.row = f.column != NULL ? n->row : NULL;
		v->services->add_figure(out, &f, sizeof f);
	}
}

static int incomplete(const struct pair_view *v, const struct pair_request *q, struct figures *out,
		      struct err *e)
{
	static const struct names paper_names = {
		"map",		 "E_diff_map",	       "V_diff_map",	 "sd_diff_map",
		"conf_diff_map", "conf_less_diff_map", "effect_adj_map", true
	};
	static const struct names exact_names = {
		"map, exact ratio",	"E_exact_diff_map",
		"V_exact_diff_map",	"sd_exact_diff_map",
		"conf_exact_diff_map",	"conf_less_exact_diff_map",
		"effect_adj_exact_map", false
	};
	struct ap_difference *paper = calloc(2 * v->topics + 1, sizeof *paper);
	if (paper == NULL)
		return err_memory(e);
	struct ap_difference *exact = paper + v->topics;
	int result = ap_difference_of(v, q->prob_relevant, paper, exact, e);
	if (result == 0 && q->topics) {
		add_topics(v, paper, paper_names.mean, paper_names.variance, out);
		add_topics(v, exact, exact_names.mean, exact_names.variance, out);
	}
	if (result == 0) {
		add_all(v, paper, &paper_names, out);
		add_all(v, exact, &exact_names, out);
	}
	free(paper);
	return result;
}

PAIR_MEASURES = {
	{
		.abi = PAIR_ABI,
		.name = "E_diff",
		.summary = "difference in MAP when documents are unjudged (Carterette & Smucker)",
		.title = "If the unjudged documents were judged: difference in average precision",
		.manual =
			"Documents that nobody judged are relevant with probability 1/2 (--prob-rel), so that "
			"the difference in average precision is a random variable. E_diff_map and V_diff_map "
			"are its mean and variance over all relevance assignments, of a topic and of the mean "
			"over topics (sd_diff_map: the root of the variance); conf_diff_map is the probability that the first run is better, "
			"conf_less_diff_map that it is worse, by the normal distribution; effect_adj_map is the "
			"observed adjusted effect size h' of the sign test: how much oftener than half of the "
			"topics the expected difference favours the first run. The paper divides by the "
			"expected number of relevant documents as if it were known; the figures with exact in "
			"their name do not. Only documents that one of the two runs retrieves are taken for "
			"possibly relevant. Carterette and Smucker 2007, section 4 and eq 2, 4.",
		.figures =
			"E_diff_map V_diff_map sd_diff_map conf_diff_map conf_less_diff_map effect_adj_map "
			"E_exact_diff_map V_exact_diff_map sd_exact_diff_map conf_exact_diff_map "
			"conf_less_exact_diff_map effect_adj_exact_map",
		.input = PAIR_DOCUMENTS,
		.compare = incomplete,
		/* everything is judged: AP is 1 and 1/2 */
		.example = { .documents = "1:1:2 0:2:1", .figure = "E_diff_map", .value = 0.5 },
	},
	PAIR_MEASURES_END,
};
