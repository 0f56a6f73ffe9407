/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of the mean over topics of a quantity of a set: by bb-learnt, whose prior is learnt from
 * the topics (core/stats/learnt_prior/learnt_mean.h), or by what a method says of each topic
 * (core/stats/interval/mean_of_topics.h). set_mean() is the whole way: the topics as they are asked
 * about (set_questions.h), and the method.
 */
#include <math.h>

#include "core/base/arena.h"
#include "core/base/near.h"
#include "core/engine/bounds/bounds_of_kinds.h"
#include "core/engine/bounds/mean_cells.h"
#include "core/engine/bounds/set_questions.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/mean_of_topics.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/learnt_prior/labelled_mean.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/topics/mean_interval.h"

static const char mean_outside[] =
	"the mean over topics lies outside, as the priors of the topics add up: bb-learnt has one "
	"prior for all topics";
static const char topic_without[] =
	"the mean has none, because the method has none for one of the topics: bb-learnt does";
static const char no_mean_of_tops[] =
	"there is none of a mean over topics at a cutoff; those of the topics hold";
static const char no_mean[] = "the method has none for a mean over "
			      "several topics: bb-learnt does, and --micro pools the topics";

static const char no_mean_of_reviews[] =
	"both ends are missing: a mean over topics has no bounds with --judge=two-phase, those of the "
	"topics hold";

static const char no_mean_outside[] =
	"the method has none for a mean over several topics with --outside: bb-learnt does";

static const char all_moved[] =
	"an end of the mean over topics was moved to the estimate: the strata stand for too many "
	"documents each";

/* Measured with 60 judged of a topic: doc/coverage.md, "Robust 2003". */
static const char *const cautions[] = {
	[LEARNT_FEW_RELEVANT] =
		"the mean recall rests on fewer than two relevant documents seen per topic, and "
		"so on how alike topics are: 95 % intervals of such samples covered .95 to 1.00 on "
		"TREC Robust 2003",
	[LEARNT_FEW_RETRIEVED] =
		"the run cuts strata, and fewer than four of the documents that it retrieves are "
		"judged in a mean topic: ratios of such counts are biased, and 95 % intervals of "
		"such samples covered .88 to 1.00 on TREC Robust 2003",
	[LEARNT_ON_MODEL] =
		"no relevant document, or few, was seen in so many topics that the mean recall rests on "
		"how alike topics are: where recall falls with the number of relevant documents, the "
		"interval lies too low",
	[LEARNT_MANY_BLANK] =
		"in at least a tenth of the topics no relevant document was seen: their "
		"recall is extrapolated from the other topics, and if it differs the interval may miss",
	[LEARNT_FEW_HEAVY] =
		"few relevant documents of the run were seen in the stratum of the lowest rate, which "
		"decides the mean: the upper end is up to twice as far away (judge more documents there)",
};

static const char one_topic[] =
	"there is none for topics like these: one topic does not show how topics vary";
static const char all_alike[] =
	"all topics have the same estimate, which does not tell how other topics vary: it is as wide as "
	"for these topics alone";

/*
 * What is asked.
 */

/* The topics as a question sees them. */
struct mean_question {
	struct arena memory; /* of all lists */
	struct topics_view view;
	struct set_question *topic;
	size_t made; /* of these */
	const struct sample_view **sample;
	struct estimate *estimate;
	/* With labels: the samples with cells of labels for strata; else NULL. */
	struct sample_view *labelled;
	double *base;		    /* what a yield of each topic is divided by; NULL: nothing */
	struct topic_sample *known; /* with posteriors, if the method has any */
};

static void mean_question_release(struct mean_question *x)
{
	for (size_t t = 0; t < x->made; t++) {
		set_question_release(&x->topic[t]);
		posterior_free(x->known[t].posterior);
	}
	arena_release(&x->memory);
}

static int mean_question_room(struct mean_question *x, const struct topics_view *v, struct err *e)
{
	*x = (struct mean_question){ .view = *v };
	x->topic = arena_zeroed(&x->memory, v->topics, sizeof *x->topic);
	x->sample = arena_zeroed(&x->memory, v->topics, sizeof *x->sample);
	x->estimate = arena_zeroed(&x->memory, v->topics, sizeof *x->estimate);
	x->base = arena_zeroed(&x->memory, v->topics, sizeof *x->base);
	x->known = arena_zeroed(&x->memory, v->topics, sizeof *x->known);
	if (x->memory.failed)
		return err_memory(e);
	for (size_t t = 0; t < v->topics; t++) {
		x->sample[t] = &x->topic[t].sample;
		x->estimate[t] = v->estimate[t];
	}
	x->view.sample = x->sample;
	x->view.estimate = x->estimate;
	return 0;
}

/* Several topics, all with cells of labels. */
static bool has_cells(const struct topics_view *v)
{
	bool all = v->topics > 1;
	for (size_t t = 0; t < v->topics; t++)
		all = all && v->sample[t]->cells > 0;
	return all;
}

/* The question is asked of the cells. */
static int take_cells(struct mean_question *x, const struct topics_view *v, struct err *e)
{
	size_t cells = 0, used = 0;
	for (size_t t = 0; t < v->topics; t++)
		cells += v->sample[t]->cells;
	x->labelled = arena_zeroed(&x->memory, v->topics, sizeof *x->labelled);
	struct divided_stratum *cell = arena_zeroed(&x->memory, cells, sizeof *cell);
	if (x->memory.failed)
		return err_memory(e);
	for (size_t t = 0; t < v->topics; t++) {
		const struct sample_view *s = v->sample[t];
		x->labelled[t] = *s;
		x->labelled[t].stratum = cell + used;
		x->labelled[t].strata = s->cells;
		for (size_t i = 0; i < s->cells; i++)
			cell[used++] = label_cell_stratum(&s->cell[i]);
	}
	return 0;
}

/* The estimates of what a part asks, in place of those of the quantity, and their mean. */
static void take_values(struct mean_question *x, double *mean)
{
	double count = 0;
	*mean = 0;
	for (size_t t = 0; t < x->view.topics; t++) {
		const struct set_question *a = &x->topic[t];
		double own = a->value / a->over;
		bool recall = a->asked.quantity == QUANTITY_RECALL;
		if (isnan(own) || (recall && isnan(x->estimate[t].value)))
			continue; /* a yield over a known number needs no judged document of the run
				   */
		x->estimate[t].value = own;
		*mean += own;
		count++;
	}
	*mean /= count;
}

/*
 * Question 0 is about the frame, the others are about the parts of all that is retrieved (enum
 * outside_part). `out` has the mean of the estimates. To be released, also on failure.
 */
static int mean_question_init(struct mean_question *x, const struct topics_view *v,
			      enum measured_quantity what, double beta, size_t number,
			      const struct estimate_request *q, struct estimate *out, struct err *e)
{
	enum outside_part part = (enum outside_part)(number - 1);
	int result = mean_question_room(x, v, e);
	if (result == 0 && interval_find(q->method)->learnt && has_cells(v))
		result = take_cells(x, v, e);
	for (size_t t = 0; t < v->topics && result == 0; t++) {
		struct set_question *a = &x->topic[t];
		const struct sample_view *s = x->labelled != NULL ? &x->labelled[t] : v->sample[t];
		result = number > 0 ? outside_question_init(a, s, v->level, what, beta, part, q, e)
				    : set_question_init(a, s, what, beta, INFINITY,
							v->estimate[t].value, true, q, e);
		x->made += result == 0;
		x->base[t] = a->over;
	}
	bool recall = result == 0 && x->topic[0].asked.quantity == QUANTITY_RECALL;
	if (result == 0 && number > 0)
		take_values(x, &out->value);
	if (number == 0 || recall)
		x->base = NULL;
	return result;
}

/*
 * With a prior that is learnt.
 */

/* Nobody knows how large the parts are into which the run divides the documents. */
static bool any_is_cut(const struct topics_view *v)
{
	for (size_t t = 0; t < v->topics; t++) {
		const struct sample_view *s = v->sample[t];
		if (s->strata > 0 ? divided_is_cut(s->stratum, s->strata) : s->documents > 0)
			return true;
	}
	return false;
}

/*
 * By how many relevant documents of one weight R1 would be known as well as by those that were seen
 * and one of the largest weight: (sum of w)^2 over the sum of w^2. Are these fewer than two a
 * topic? R1 is learnt from what topics yield, and where few documents of large weights make most of
 * its error it is too low in most samples (doc/coverage.md, "Runs that came later").
 */
static bool rests_on_few(const struct topics_view *v)
{
	double sum = 0, squares = 0, largest = 0;
	for (size_t t = 0; t < v->topics; t++)
		for (size_t i = 0; i < v->sample[t]->strata; i++) {
			const struct divided_stratum *d = &v->sample[t]->stratum[i];
			double w = d->sampled > 0 ? (double)d->size / (double)d->sampled : 0;
			largest = d->cut ? fmax(largest, w) : largest;
			sum += w * (double)d->relevant[1];
			squares += w * w * (double)d->relevant[1];
		}
	return largest > 0 && sum * sum < 2 * (double)v->topics * (squares + largest * largest);
}

/* If the topics are a sample of others: by the interval of their own estimates. */
static int widen_for_topics(const struct topics_view *v, const struct interval_request *asked,
			    const struct estimate_request *q, struct estimate *out, struct err *e)
{
	bool bounded = asked->quantity != QUANTITY_YIELD;
	const struct mean_interval_method *m = &mean_interval_by_rule;
	const struct mean_interval_request r = { .ends = asked->ends,
						 .least = 0,
						 .most = bounded ? 1 : INFINITY,
						 .resamples = q->resamples };
	struct mean_bounds found;
	double *score = calloc(v->topics + 1, sizeof *score), mean = 0;
	size_t count = 0;
	if (score == NULL)
		return err_memory(e);
	for (size_t t = 0; t < v->topics; t++)
		if (!isnan(v->estimate[t].value))
			mean += score[count++] = v->estimate[t].value;
	mean /= (double)count;
	int result = q->random_topics ? mean_intervals(&m, 1, score, count, &r, &found, e) : 0;
	free(score);
	if (result < 0 || !q->random_topics)
		return result;
	struct interval lines = found.ends;
	if (isnan(lines.lower) || isnan(lines.upper)) {
		out->bounds = lines;
		out->caution = one_topic;
		return 0;
	}
	if (found.by->constant)
		out->caution = all_alike;
	if (bounded) {
		double value = fmin(fmax(out->value, SHARE_EDGE), 1 - SHARE_EDGE);
		lines.lower = logit_moved(lines.lower, mean, value);
		lines.upper = logit_moved(lines.upper, mean, value);
	}
	out->bounds.lower = fmin(out->bounds.lower, fmax(lines.lower, 0));
	out->bounds.upper = fmax(out->bounds.upper, lines.upper);
	out->draws = found.by->resamples ? q->resamples : 0;
	return 0;
}

/* Means over the topics that have an estimate: of the estimates by strata, and of those by the
 * weights. Returns whether they differ. */
static bool mean_rescaling(const struct mean_question *x, const struct interval_request *q,
			   double *from, double *to)
{
	const struct topics_view *v = &x->view;
	double count = 0;
	bool given = false;
	*from = *to = 0;
	for (size_t t = 0; t < v->topics; t++) {
		const struct sample_view *s = v->sample[t];
		if (isnan(v->estimate[t].value))
			continue;
		bool weighted = s->weights_given && s->strata > 0 && !s->capped;
		given = given || weighted;
		count++;
		*to += v->estimate[t].value;
		double own = weighted ? divided_value(s->stratum, s->strata, q) : 0;
		own = x->base != NULL ? own / x->base[t] : own;
		*from += weighted ? own : v->estimate[t].value;
	}
	*from /= count;
	*to /= count;
	return given && near_apart(*to, *from, NEAR_ROUNDING);
}

/*
 * Sets value, bounds and estimator of `out`, whose value is the mean of the topics. Of these
 * topics, or of topics like these: then the ends are at least as far away as those for these
 * topics, and as far as clogit's of the topics' own estimates (of a yield, Student's t), put around
 * the same value.
 */
static int mean_by_learnt_prior(const struct mean_question *a, const struct estimate_request *q,
				struct estimate *out, struct err *e)
{
	const struct topics_view *v = &a->view;
	const struct interval_request *asked = &a->topic[0].asked;
	const struct learnt_request r = { .of = { .quantity = asked->quantity,
						  .beta = asked->beta,
						  .retrieved_only = asked->retrieved_only,
						  .gray_nonrelevant = asked->gray_nonrelevant,
						  .share = any_is_cut(v),
						  .heavy = rests_on_few(v) },
					  .ends = asked->ends };
	struct labelled_result by = { 0 };
	int learnt = a->labelled != NULL
			     ? mean_of_cells(v, a->topic, a->labelled, a->base, &r, q->memo, &by, e)
			     : mean_of_strata(v, a->base, &r, &by.with, e);
	if (learnt < 0)
		return -1;
	struct learnt_result result = by.with;
	out->bounds = result.interval;
	out->variates = by.variates;
	if (isnan(result.estimate) || isnan(out->value)) /* without, there is only the prior */
		return 0;
	if (result.moved)
		out->caution = all_moved;
	else if (result.caution != LEARNT_SOUND)
		out->caution = cautions[result.caution];
	double from, to;
	if (mean_rescaling(a, asked, &from, &to)) { /* the model has the sizes of strata */
		bounds_rescale(&result.interval, from, to, asked->quantity);
		result.estimate = value_rescale(result.estimate, from, to, asked->quantity);
	}
	out->bounds = result.interval;
	/* the same number as the mean of the lines, up to rounding */
	bool same = near_equal(result.estimate, out->value, NEAR_DIGITS);
	if (!result.mean || !same)
		out->value = result.estimate;
	out->estimator = result.mean ? (by.variates > 0 ? "labels, control variates, mean" : "mean")
				     : (by.variates > 0 ? "labels, control variates, learnt median"
							: "learnt median");
	return widen_for_topics(v, asked, q, out, e);
}

/*
 * By what a method says of each topic.
 */

/* Their estimates, and bounds by the method of the mean. */
static int bound_topics(const struct interval_method *m, const struct mean_question *a,
			const struct estimate_request *q, struct topic_sample *topic, struct err *e)
{
	const struct interval_request *asked = &a->topic[0].asked;
	for (size_t t = 0; t < a->view.topics; t++) {
		const struct sample_view *s = a->sample[t];
		topic[t].estimate = a->estimate[t].value;
		topic[t].interval = a->estimate[t].bounds;
		if (q->other_method && m->weighted == NULL && !isnan(topic[t].estimate) &&
		    divided_interval(m, s->stratum, s->strata, asked, &topic[t].interval, e) < 0)
			return -1;
	}
	return 0;
}

static int mean_by_topics(const struct interval_method *m, const struct mean_question *a,
			  struct topic_sample *topic, const struct estimate_request *q,
			  struct estimate *out, struct err *e)
{
	const struct interval_request *asked = &a->topic[0].asked;
	double from, to;
	if (bound_topics(m, a, q, topic, e) < 0 ||
	    interval_mean(m, topic, a->view.topics, asked, &out->bounds, e) < 0)
		return -1;
	if (mean_rescaling(a, asked, &from, &to))
		bounds_rescale(&out->bounds, from, to, asked->quantity);
	if (isnan(out->bounds.lower + out->bounds.upper) && !isnan(out->value))
		out->caution = topic_without;
	if (out->value < out->bounds.lower || out->value > out->bounds.upper)
		out->caution = mean_outside;
	return widen_for_topics(&a->view, asked, q, out, e);
}

/*
 * Whether a method has an interval of the mean over topics. One with a posterior has. For the
 * others the ends of the topics are added in quadrature. That covers the mean of sums, if the ends
 * are those of the normal distribution or of ht-logit, but not of ratios (coverage .13 to .8 at 50
 * topics).
 */
static bool has_mean(const struct interval_method *m, enum quantity quantity)
{
	bool ratio = quantity == QUANTITY_RECALL || quantity == QUANTITY_F;
	return m->prior != NULL || (m->adds_up && !ratio);
}

/* Whether everything was judged in all topics, so that their estimates have no error. */
static bool topics_are_certain(const struct topics_view *v)
{
	for (size_t i = 0; i < v->topics; i++) {
		const struct estimate *x = &v->estimate[i];
		double off = x->bounds.upper - x->bounds.lower;
		if (!isnan(x->value) && !(off <= NEAR_DIGITS * fabs(x->value)))
			return false;
	}
	return true;
}

/* Why there are no bounds; NULL: there are. */
static const char *without_mean(const struct topics_view *v, enum measured_quantity what, bool top,
				bool outside, const struct estimate_request *q)
{
	const struct interval_method *m = interval_find(q->method);
	if (v->sample[0]->two_phase)
		return no_mean_of_reviews;
	if (outside && !m->learnt)
		return no_mean_outside;
	if (top && m->weighted == NULL) /* the posteriors are those of the whole rankings */
		return no_mean_of_tops;
	bool has = m->learnt || has_mean(m, set_quantity_of(what));
	return has || topics_are_certain(v) ? NULL : no_mean;
}

static bool any_outside(const struct topics_view *v, enum measured_quantity what)
{
	for (size_t t = 0; t < v->topics; t++)
		if (outside_matters(v->sample[t], what))
			return true;
	return false;
}

/* How documents outside the frame are counted: the largest value of the topics. */
static enum outside outside_of(const struct topics_view *v)
{
	enum outside as = OUTSIDE_LEFT_OUT;
	for (size_t t = 0; t < v->topics; t++)
		as = v->sample[t]->outside_as > as ? v->sample[t]->outside_as : as;
	return as;
}

int set_mean(const struct topics_view *v, enum measured_quantity what, const struct parameters *p,
	     const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct interval_method *m = interval_find(q->method);
	double beta = beta_of(what, p);
	bool top = cutoffs_of(what, p) > 0, outside = !top && any_outside(v, what);
	const char *without = without_mean(v, what, top, outside, q);
	if (without != NULL) {
		out->caution = without;
		return 0;
	}
	enum outside as = outside_of(v);
	bool frame = !outside || as == OUTSIDE_UNKNOWN;
	size_t parts = outside ? outside_parts(what, beta, as) : 0;
	struct estimate part[OUTSIDE_PARTS];
	int result = 0;
	for (size_t i = frame ? 0 : 1; i <= parts && result == 0; i++) {
		struct mean_question x;
		struct estimate *to = i > 0 ? &part[i - 1] : out;
		*to = *out;
		result = mean_question_init(&x, v, what, beta, i, q, to, e);
		for (size_t t = 0; t < v->topics && result == 0; t++) {
			const struct sample_view *s = x.sample[t];
			if (m->prior == NULL || m->learnt || isnan(v->estimate[t].value))
				continue;
			x.known[t].posterior =
				divided_posterior(m, s->stratum, s->strata, &x.topic[0].asked, e);
			result = x.known[t].posterior != NULL ? 0 : -1;
		}
		if (result == 0)
			result = m->learnt ? mean_by_learnt_prior(&x, q, to, e)
					   : mean_by_topics(m, &x, x.known, q, to, e);
		double times = result == 0 ? x.topic[0].times : 1;
		to->value *= times;
		to->bounds.lower *= times;
		to->bounds.upper *= times;
		mean_question_release(&x);
	}
	if (result == 0 && outside)
		outside_settle(as, what, beta, part[0].value > 1, part, out);
	return result;
}
