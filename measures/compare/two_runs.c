/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two runs on the same strata of a sample: the probability that the first one's recall, precision
 * and F are higher, and by how much (core/stats/two_runs/shared_posterior.h).
 */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/interval/choose.h"
#include "core/stats/learnt_prior/labelled_mean.h"
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

/* P(A > B) of the frame; and if what is outside of it is unknown, in the two extreme cases. */
enum { CASES = 3 };

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

/* What is outside the frame moves the ends outwards, as of one run (--outside). */
static struct shared_result settled(const struct shared_result *x, int cases)
{
	struct shared_result r = x[0];
	for (int k = 1; k < cases; k++) {
		r.interval.lower = fmin(r.interval.lower, x[k].interval.lower);
		r.interval.upper = fmax(r.interval.upper, x[k].interval.upper);
	}
	return r;
}

static void add_shared_figure(const struct subject *s, const struct names *n,
			      const struct pair_request *q, const struct shared_result *x,
			      int cases, struct figures *out)
{
	const struct shared_result r = settled(x, cases);
	double least = r.probability, most = r.probability;
	for (int k = 1; k < cases; k++) {
		least = fmin(least, x[k].probability);
		most = fmax(most, x[k].probability);
	}
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
		{ n->difference, "A - B", r.mean, true },
		{ n->lower, "from", r.interval.lower, i->ends.lower_p > 0 },
		{ n->upper, "to", r.interval.upper, i->ends.upper_p < 1 },
		{ n->probability, "P(A > B)", r.probability, true },
		{ n->uncertainty, "+/-", r.probability_error, i->ends.draws > 0 },
		{ n->least, "at least", least, cases > 1 },
		{ n->most, "at most", most, cases > 1 },
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
					  .gray_nonrelevant = q->gray_nonrelevant,
					  .at = q->at };
}

static const struct interval_method *method_of(const struct pair_request *q)
{
	return interval_find(q->bounds->method);
}

static bool is_learnt(const struct pair_request *q)
{
	return method_of(q)->learnt && q->bounds->ends.draws == 0;
}

/* The topics that are compared: some of them, or all as one, whose cells stand side by side. */
struct compared {
	struct shared_topic *topic;
	bool *estimated; /* of each: how many documents are outside the frame */
	size_t count;
	struct pair_stratum *cell;	 /* of all as one */
	const bool *relevant;		 /* whether what is outside is */
	bool learnt;			 /* a mean, with a prior learnt from the topics */
	struct labelled_cells *labelled; /* of each topic, if there are labels; else NULL */
	struct label_variates variates;
};

static void compared_release(struct compared *x)
{
	free(x->topic);
	free(x->estimated);
	free(x->cell);
	free(x->labelled);
}

/*
 * Of one topic, and of posteriors of topics: if the cells seem to have more documents than a run
 * retrieves, that is how many it has. One sampled document may stand for more than the run has in
 * all, and that the posterior takes it for so many would be worse than the bias that a mean over
 * topics has of this.
 */
static void keep_within_cells(struct compared *x)
{
	for (size_t t = 0; t < x->count && !x->learnt; t++)
		for (int side = 0; side < 2; side++)
			x->topic[t].beyond[side] = fmax(x->topic[t].beyond[side], 0);
}

static void pool(struct compared *x)
{
	struct shared_topic all = { .cell = x->cell };
	for (size_t t = 0; t < x->count; t++) {
		for (size_t c = 0; c < x->topic[t].cells; c++)
			x->cell[all.cells++] = x->topic[t].cell[c];
		for (int side = 0; side < 2; side++)
			all.beyond[side] += x->topic[t].beyond[side];
		x->estimated[0] = x->estimated[0] || x->estimated[t];
	}
	x->topic[0] = all;
	x->count = 1;
}

/* Cells of labels, if all topics have them. */
static int take_labels(struct compared *x, const struct pair_view *v, size_t first, struct err *e)
{
	struct labelled_cells *of = calloc(x->count + 1, sizeof *of);
	if (of == NULL)
		return err_memory(e);
	x->labelled = of;
	x->variates = v->variates;
	for (size_t t = 0; t < x->count; t++) {
		const struct pair_topic *y = pair_topic(v, first + t);
		of[t] = (struct labelled_cells){
			y->label_cell, y->label_cells, 0, { y->beyond[0], y->beyond[1] }
		};
		if (y->label_cells == 0)
			x->labelled = NULL;
	}
	if (x->labelled == NULL)
		free(of);
	return 0;
}

/* `count` topics from `first` on. To be released, also on failure. */
static int compared_init(struct compared *x, const struct pair_view *v, size_t first, size_t count,
			 bool pooled, const struct pair_request *q, struct err *e)
{
	size_t cells = 0;
	for (size_t t = 0; t < count; t++)
		cells += pair_topic(v, first + t)->cells;
	*x = (struct compared){ .topic = calloc(count + 1, sizeof *x->topic),
				.estimated = calloc(count + 1, sizeof *x->estimated),
				.count = count,
				.cell = pooled ? calloc(cells + 1, sizeof *x->cell) : NULL,
				.relevant =
					count > 0 ? pair_topic(v, first)->outside_relevant : NULL,
				.learnt = is_learnt(q) && count > 1 && !pooled };
	if (x->topic == NULL || x->estimated == NULL || (pooled && x->cell == NULL))
		return err_memory(e);
	for (size_t t = 0; t < count; t++) {
		const struct pair_topic *y = pair_topic(v, first + t);
		x->topic[t] =
			(struct shared_topic){ y->cell, y->cells, { y->beyond[0], y->beyond[1] } };
		x->estimated[t] = y->outside_estimated;
	}
	if (pooled)
		pool(x);
	keep_within_cells(x);
	return x->learnt && v->variates.count > 0 ? take_labels(x, v, first, e) : 0;
}

/* The mean over several topics, with a prior learnt from them. */
static int learnt_means(const struct compared *x, const struct interval_request *i,
			struct learnt_known *known, struct shared_result *out, struct err *e)
{
	const struct learnt_request q = { .of = { .quantity = i->quantity,
						  .beta = i->beta,
						  .gray_nonrelevant = i->gray_nonrelevant },
					  .ends = i->ends,
					  .known = known };
	struct learnt_result r;
	struct labelled_result by;
	int result = x->labelled != NULL ? labelled_mean(x->labelled, x->count, &x->variates, &q,
							 true, NULL, &by, e)
					 : learnt_compare(x->topic, x->count, &q, &r, e);
	if (x->labelled != NULL)
		r = by.with;
	if (result == 0)
		*out = (struct shared_result){ .probability = r.probability,
					       .mean = r.estimate,
					       .interval = r.interval };
	return result;
}

/*
 * What an estimated number of documents outside the frame adds (part_error.h). F of posteriors has
 * the error in its yields. False: nothing.
 */
static bool allow_for_outside(const struct compared *x, const struct interval_request *i,
			      struct shared_result *out)
{
	double variance = 0, count = (double)x->count;
	bool learnt_f = x->learnt && i->quantity == QUANTITY_F;
	if (i->quantity != QUANTITY_PRECISION && !learnt_f)
		return false;
	for (size_t t = 0; t < x->count; t++)
		if (x->estimated[t])
			variance +=
				part_error_variance(&x->topic[t], i, x->relevant) / (count * count);
	part_error_add(variance, &i->ends, out);
	return variance > 0;
}

static int compare_one(const struct compared *x, const struct interval_request *i,
		       const struct pair_request *q, struct shared_result *out, struct err *e)
{
	const double tail = 0.025;
	bool usual = fabs(i->ends.lower_p - tail) + fabs(i->ends.upper_p - 1 + tail) < NEAR_DIGITS;
	if ((x->learnt ? learnt_means(x, i, q->known, out, e)
		       : shared_compare_mean(method_of(q), x->topic, x->count, i, out, e)) < 0)
		return -1;
	bool allowed = allow_for_outside(x, i, out);
	out->told = out->told && !allowed;
	if (!allowed || usual)
		return 0;
	/* P(A > B) with such an error needs two ends, and always the same */
	struct interval_request both = *i;
	struct shared_result r;
	both.ends.lower_p = tail;
	both.ends.upper_p = 1 - tail;
	if (compare_one(x, &both, q, &r, e) < 0)
		return -1;
	out->probability = r.probability;
	return 0;
}

/* Of `count` topics from `first` on: of one, of the mean, or of all as one (micro). */
struct cases {
	struct compared of[CASES];
	int made;
};

static void cases_release(struct cases *x)
{
	for (int k = 0; k < x->made; k++)
		compared_release(&x->of[k]);
}

/* To be released, also on failure. */
static int cases_init(struct cases *x, const struct pair_view *v, size_t first, size_t count,
		      bool pooled, const struct pair_request *q, struct err *e)
{
	int result = compared_init(&x->of[0], v, first, count, pooled, q, e);
	x->made = 1;
	for (int k = 1; k < CASES && v->extreme[0] != NULL && result == 0; k++) {
		struct pair_view extreme = *v;
		extreme.topic = v->extreme[k - 1];
		result = compared_init(&x->of[k], &extreme, first, count, pooled, q, e);
		x->made++;
	}
	return result;
}

/* One quantity in all cases that matter to it, into `r`. */
static int compare_cases(const struct cases *x, const struct names *n, const struct pair_request *q,
			 struct shared_result r[CASES], int *cases, struct err *e)
{
	const struct interval_request i = request_for(q, n);
	int result = 0;
	*cases = n->least != NULL ? x->made : 1;
	for (int k = 0; k < *cases && result == 0; k++)
		result = compare_one(&x->of[k], &i, q, &r[k], e);
	return result;
}

static int add_all(const struct subject *s, const struct pair_view *v, size_t first, size_t count,
		   const struct pair_request *q, struct figures *out, struct err *e)
{
	struct cases x;
	int result = cases_init(&x, v, first, count, s->micro, q, e), cases;
	for (int n = 0; n < QUANTITIES && result == 0; n++) {
		struct shared_result r[CASES];
		result = compare_cases(&x, &names[n], q, r, &cases, e);
		if (result == 0)
			add_shared_figure(s, &names[n], q, r, cases, out);
	}
	cases_release(&x);
	return result;
}

/* The mean over all topics of the view. */
static int model(const struct pair_view *v, const struct pair_request *q, enum quantity quantity,
		 struct model_difference *out, struct err *e)
{
	struct shared_result r[CASES];
	struct cases x;
	int result = cases_init(&x, v, 0, v->topics, false, q, e), cases, n = 0;
	while (names[n].quantity != quantity)
		n++;
	if (result == 0)
		result = compare_cases(&x, &names[n], q, r, &cases, e);
	if (result == 0)
		*out = (struct model_difference){ r[0].mean, settled(r, cases).interval, r[0].tails,
						  r[0].told && cases == 1 };
	cases_release(&x);
	return result;
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
	struct subject all = { .services = v->services };
	const struct subject pooled = { .micro = true, .services = v->services };
	all.biased = is_biased(v, q);
	for (size_t t = 0; t < v->topics && q->topics; t++) {
		const struct subject one = { .topic = pair_topic(v, t)->name,
					     .services = v->services };
		if (add_all(&one, v, t, 1, q, out, e) < 0)
			return -1;
	}
	if (add_all(&all, v, 0, v->topics, q, out, e) < 0)
		return -1;
	return v->topics > 1 ? add_all(&pooled, v, 0, v->topics, q, out, e) : 0;
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
		.model = model,
	},
	PAIR_MEASURES_END,
};
