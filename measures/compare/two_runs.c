/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two runs on the same strata of a sample: the probability that the first one's recall, precision
 * and F are higher, and by how much (core/stats/two_runs/shared_posterior.h).
 */
#include <math.h>

#include "core/stats/interval/choose.h"
#include "core/stats/learnt_prior/learnt_difference.h"
#include "core/stats/two_runs/part_error.h"
#include "core/stats/two_runs/shared_posterior.h"
#include "measures/pair.h"

enum { QUANTITIES = 3 };

static const struct names {
	enum quantity quantity;
	const char *row;
	const char *probability, *uncertainty, *difference, *lower, *upper;
	const char *least, *most; /* P(A > B), with --outside=unknown; recall is of the frame */
} names[QUANTITIES] = {
	{ QUANTITY_PRECISION, "precision", "prob_gt_P", "se_prob_gt_P", "diff_P", "ci_lo_diff_P",
	  "ci_hi_diff_P", "least_prob_gt_P", "most_prob_gt_P" },
	{ QUANTITY_RECALL, "recall", "prob_gt_recall", "se_prob_gt_recall", "diff_recall",
	  "ci_lo_diff_recall", "ci_hi_diff_recall", NULL, NULL },
	{ QUANTITY_F, "F", "prob_gt_F", "se_prob_gt_F", "diff_F", "ci_lo_diff_F", "ci_hi_diff_F",
	  "least_prob_gt_F", "most_prob_gt_F" },
};

/* What is asked, and P(A > B) from the least to the most. */
struct answer {
	struct shared_result frame;
	double least, most;
	bool unknown; /* what is outside of the frame */
};

/* What figures are about. */
struct subject {
	const char *topic;
	bool micro;
	bool biased; /* its precision and F */
	const struct services *services;
};

/* doc/coverage.md, "Documents outside the frame". */
static const char biased[] =
	"it is estimated how many documents are outside the frame: means of precision and F over "
	"topics from the posteriors of the topics (another --ci than " NAMED_SET_MEAN
	", or --draws) are biased then";

static void add(const struct subject *s, const struct names *n, const struct pair_request *q,
		const struct answer *a, struct figures *out)
{
	const struct shared_result *r = &a->frame;
	const struct estimate_request *i = q->bounds;
	struct figure f = { .topic = s->topic,
			    .micro = s->micro,
			    .row = n->row,
			    .method = i->method,
			    .draws = i->ends.draws,
			    .caution = s->biased && n->least != NULL ? biased : NULL };
	const struct {
		const char *name, *column;
		double value;
		bool wanted;
	} list[] = {
		{ n->difference, "A - B", r->mean, true },
		{ n->lower, "from", r->interval.lower, i->ends.lower_p > 0 },
		{ n->upper, "to", r->interval.upper, i->ends.upper_p < 1 },
		{ n->probability, "P(A > B)", r->probability, true },
		{ n->uncertainty, "+/-", r->probability_error, i->ends.draws > 0 },
		{ n->least, "at least", a->least, a->unknown },
		{ n->most, "at most", a->most, a->unknown },
	};
	for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
		f.name = list[k].name;
		f.column = list[k].column;
		f.value = list[k].value;
		f.headline = f.name == n->probability || f.name == n->least || f.name == n->most;
		if (list[k].wanted)
			s->services->add_figure(out, &f, sizeof f);
	}
}

static struct interval_request request_for(const struct pair_request *q, const struct names *n)
{
	return (struct interval_request){ .quantity = n->quantity,
					  .beta = q->beta,
					  .ends = q->bounds->ends,
					  .gray_nonrelevant = q->gray_nonrelevant };
}

static const struct interval_method *method_of(const struct pair_request *q)
{
	return interval_find(q->bounds->method);
}

/* The mean over several topics, with a prior learnt from them. */
static int learnt_means(const struct pair_view *v, const struct interval_request *i,
			struct shared_result *out, struct err *e)
{
	const struct learnt_request q = { .of = { .quantity = i->quantity,
						  .beta = i->beta,
						  .gray_nonrelevant = i->gray_nonrelevant },
					  .ends = i->ends };
	struct learnt_pair *topic = calloc(v->topics + 1, sizeof *topic);
	struct learnt_result r;
	if (topic == NULL)
		return err_memory(e);
	for (size_t t = 0; t < v->topics; t++)
		topic[t] = (struct learnt_pair){ v->topic[t].cell,
						 v->topic[t].cells,
						 { v->topic[t].beyond[0], v->topic[t].beyond[1] } };
	int result = learnt_compare(topic, v->topics, &q, &r, e);
	free(topic);
	if (result == 0)
		*out = (struct shared_result){ .probability = r.probability,
					       .mean = r.estimate,
					       .interval = r.interval };
	return result;
}

/*
 * Of one topic: if the cells seem to have more documents than a run retrieves, that is how many it
 * has. One sampled document may stand for more than the run has in all, and that the posterior
 * takes it for so many would be worse than the bias that a mean over topics has of this.
 */
static struct shared_topic shared_topic(const struct pair_topic *x)
{
	return (struct shared_topic){ x->cell,
				      x->cells,
				      { fmax(x->beyond[0], 0), fmax(x->beyond[1], 0) } };
}

/* The mean over several topics of their posteriors. */
static int shared_means(const struct pair_view *v, const struct pair_request *q,
			const struct interval_request *i, struct shared_result *out, struct err *e)
{
	struct shared_topic *topic = calloc(v->topics + 1, sizeof *topic);
	if (topic == NULL)
		return err_memory(e);
	for (size_t t = 0; t < v->topics; t++)
		topic[t] = shared_topic(pair_topic(v, t));
	int result = shared_compare_mean(method_of(q), topic, v->topics, i, out, e);
	free(topic);
	return result;
}

/*
 * What an estimated number of documents outside the frame adds (part_error.h), of `topic`, which is
 * how the difference sees x.
 */
static double outside_variance(const struct pair_topic *x, const struct shared_topic *topic,
			       const struct interval_request *i)
{
	return x->outside_estimated && i->quantity != QUANTITY_RECALL
		       ? part_error_variance(topic, i, x->outside_relevant)
		       : 0;
}

static int one_topic(const struct pair_view *v, size_t t, const struct pair_request *q,
		     const struct interval_request *i, struct shared_result *out, struct err *e)
{
	const struct pair_topic *x = pair_topic(v, t);
	const struct shared_topic topic = shared_topic(x);
	int result = shared_compare_mean(method_of(q), &topic, 1, i, out, e);
	if (result == 0 && i->quantity == QUANTITY_PRECISION) /* F has the error in its yields */
		part_error_add(outside_variance(x, &topic, i), &i->ends, out);
	return result;
}

static bool is_learnt(const struct pair_request *q)
{
	return method_of(q)->learnt && q->bounds->ends.draws == 0;
}

/* The mean over topics, or the only topic. */
static int all_topics(const struct pair_view *v, size_t t, const struct pair_request *q,
		      const struct interval_request *i, struct shared_result *out, struct err *e)
{
	bool learnt = is_learnt(q);
	if (v->topics == 1)
		return one_topic(v, t, q, i, out, e);
	int result = learnt ? learnt_means(v, i, out, e) : shared_means(v, q, i, out, e);
	double variance = 0, topics = (double)v->topics;
	for (size_t k = 0; k < v->topics; k++) {
		const struct pair_topic *x = pair_topic(v, k);
		struct shared_topic topic = shared_topic(x);
		for (int side = 0; side < 2 && learnt; side++)
			topic.beyond[side] = x->beyond[side];
		variance += outside_variance(x, &topic, i) / (topics * topics);
	}
	if (result == 0 && (learnt || i->quantity == QUANTITY_PRECISION))
		part_error_add(variance, &i->ends, out);
	return result;
}

/* All topics as one: their cells side by side. */
static int pooled_topics(const struct pair_view *v, size_t t, const struct pair_request *q,
			 const struct interval_request *i, struct shared_result *out, struct err *e)
{
	(void)t;
	size_t cells = 0, used = 0;
	for (size_t k = 0; k < v->topics; k++)
		cells += v->topic[k].cells;
	struct pair_stratum *cell = calloc(cells + 1, sizeof *cell);
	struct shared_topic all = { .cell = cell, .cells = cells };
	bool estimated = false;
	if (cell == NULL)
		return err_memory(e);
	for (size_t k = 0; k < v->topics; k++) {
		const struct pair_topic *x = pair_topic(v, k);
		for (size_t c = 0; c < x->cells; c++)
			cell[used++] = x->cell[c];
		for (int side = 0; side < 2; side++)
			all.beyond[side] += x->beyond[side];
		estimated = estimated || x->outside_estimated;
	}
	for (int side = 0; side < 2; side++)
		all.beyond[side] = fmax(all.beyond[side], 0);
	int result = shared_compare_mean(method_of(q), &all, 1, i, out, e);
	if (result == 0 && estimated && i->quantity == QUANTITY_PRECISION)
		part_error_add(part_error_variance(&all, i, v->topic[0].outside_relevant), &i->ends,
			       out);
	free(cell);
	return result;
}

typedef int comparison(const struct pair_view *v, size_t t, const struct pair_request *q,
		       const struct interval_request *i, struct shared_result *out, struct err *e);

/* What is outside the frame moves the ends outwards, as of one run (--outside). */
static int with_extremes(comparison *compare, const struct pair_view *v, size_t t,
			 const struct pair_request *q, const struct names *n, struct answer *out,
			 struct err *e)
{
	const struct interval_request i = request_for(q, n);
	struct shared_result *r = &out->frame;
	if (compare(v, t, q, &i, r, e) < 0)
		return -1;
	out->least = out->most = r->probability;
	out->unknown = v->extreme[0] != NULL && n->least != NULL;
	for (int k = 0; k < 2 && out->unknown; k++) {
		struct pair_view extreme = *v;
		struct shared_result x;
		extreme.topic = v->extreme[k];
		if (compare(&extreme, t, q, &i, &x, e) < 0)
			return -1;
		out->least = fmin(out->least, x.probability);
		out->most = fmax(out->most, x.probability);
		r->interval.lower = fmin(r->interval.lower, x.interval.lower);
		r->interval.upper = fmax(r->interval.upper, x.interval.upper);
	}
	return 0;
}

static int add_all(comparison *compare, const struct subject *s, const struct pair_view *v,
		   size_t t, const struct pair_request *q, struct figures *out, struct err *e)
{
	for (int k = 0; k < QUANTITIES; k++) {
		struct answer a;
		if (with_extremes(compare, v, t, q, &names[k], &a, e) < 0)
			return -1;
		add(s, &names[k], q, &a, out);
	}
	return 0;
}

/*
 * The mean over topics with --outside=nonrelevant of the posteriors of the topics: shared_topic()
 * errs in one direction.
 */
static bool is_biased(const struct pair_view *v, const struct pair_request *q)
{
	bool estimated = false;
	for (size_t t = 0; t < v->topics; t++)
		estimated = estimated || pair_topic(v, t)->outside_estimated;
	return estimated && v->topics > 1 && !is_learnt(q);
}

static int shared(const struct pair_view *v, const struct pair_request *q, struct figures *out,
		  struct err *e)
{
	const struct interval_method *m = method_of(q);
	struct subject all = { .services = v->services };
	const struct subject pooled = { .micro = true, .services = v->services };
	if (m == NULL || m->prior == NULL)
		return err_usage(
			e, "--ci=%s has no posterior, which is needed to compare runs on strata",
			q->bounds->method);
	all.biased = is_biased(v, q);
	for (size_t t = 0; t < v->topics && q->topics; t++) {
		const struct subject one = { .topic = v->topic[t].name, .services = v->services };
		if (add_all(one_topic, &one, v, t, q, out, e) < 0)
			return -1;
	}
	if (add_all(all_topics, &all, v, 0, q, out, e) < 0)
		return -1;
	return v->topics > 1 ? add_all(pooled_topics, &pooled, v, 0, q, out, e) : 0;
}

PAIR_MEASURES = {
	{
		.abi = PAIR_ABI,
		.name = "prob_gt",
		.summary =
			"probability that A's precision, recall, F is higher on these documents (strata)",
		.title = "Sets: these documents, of which a sample was judged",
		.manual =
			"On sampled judgments with strata. Both runs share the posterior of the yield of each "
			"stratum, as the interval method (--ci) has it; where they retrieve the same documents "
			"they cannot differ. diff_recall, diff_P and diff_F are the posterior means of the "
			"differences, with their intervals (ci_lo_diff_F, ci_hi_diff_F), and prob_gt_F is the "
			"probability that the first run's is higher, equal ones counting one half. The question "
			"is about these documents: with everything judged the answer is 0, 1, or 0.5 where the "
			"runs are equal. For several topics: of the mean over these topics, and with micro_ in "
			"front of all topics pooled. By default (" NAMED_SET_MEAN
			") a mean has a prior that is learnt "
			"from the topics, and its difference is the median of the posterior. --draws=N draws "
			"from the posteriors of the topics instead. With --outside=nonrelevant means of precision "
			"and F divide by the number of documents that a run retrieves. With --outside=unknown there are "
			"least_prob_gt_P and most_prob_gt_P, too, and the same of F: P(A > B) if of what is "
			"outside the frame nothing of A's is relevant and all of B's, and the reverse; the ends "
			"of the differences are from these. If it is estimated how many documents are outside, "
			"that adds its error to the ends and to P(A > B).",
		.figures =
			"prob_gt_P prob_gt_recall prob_gt_F diff_P diff_recall diff_F ci_lo_diff_P "
			"ci_hi_diff_P ci_lo_diff_recall ci_hi_diff_recall ci_lo_diff_F ci_hi_diff_F "
			"se_prob_gt_P se_prob_gt_recall se_prob_gt_F least_prob_gt_P most_prob_gt_P "
			"least_prob_gt_F most_prob_gt_F",
		.input = PAIR_STRATA,
		.by_default = true,
		.compare = shared,
		/* everything is judged: recall is 5/8 and 3/8 */
		.example = { .strata = "A:10:10:5 B:10:10:3 -:5:5:0",
			     .figure = "diff_recall",
			     .value = 0.25 },
		.needs_frame = true,
	},
	PAIR_MEASURES_END,
};
