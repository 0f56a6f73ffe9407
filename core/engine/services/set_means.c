/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/services/set_means.h"

#include "core/engine/services/learnt_means.h"
#include "core/engine/services/outside_bounds.h"
#include "core/engine/services/rescaled_bounds.h"
#include "core/engine/services/set_quantity.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/mean_of_topics.h"

static const char mean_outside[] =
	"the mean over topics lies outside, as the priors of the topics add up: bb-learnt has one "
	"prior for all topics";
static const char topic_without[] =
	"there is none of the mean, as the method has none for one of the topics: bb-learnt has";
static const char no_mean_of_tops[] =
	"there is none of a mean over topics at a cutoff; those of the topics hold";
static const char no_mean[] =
	"the method has none for a mean over several topics: bb-learnt has, and --micro pools the "
	"topics";

static const char no_mean_of_reviews[] =
	"both ends are missing: a mean over topics has no bounds with --judge=two-phase, those of the "
	"topics hold";

static const char no_mean_outside[] =
	"the method has none for a mean over several topics with --outside: bb-learnt has";

/* The topics' bounds by the method of the mean. */
static int bound_topics(const struct interval_method *m, const struct mean_request *q,
			struct topic_sample *topic, size_t count, struct err *e)
{
	for (size_t i = 0; i < count; i++)
		if (!isnan(topic[i].estimate) &&
		    divided_interval(m, topic[i].stratum, topic[i].strata, &q->interval,
				     &topic[i].interval, e) < 0)
			return -1;
	return 0;
}

/* By the topics' own intervals or posteriors. */
static int combined_mean(const struct interval_method *m, const struct topics_view *v,
			 const struct set_quantity *of, double beta,
			 const struct estimate_request *q, struct estimate *out, struct err *e)
{
	struct topic_sample *topic = calloc(v->topics + 1, sizeof *topic);
	if (topic == NULL)
		return err_memory(e);
	for (size_t i = 0; i < v->topics; i++)
		topic[i] = (struct topic_sample){ .stratum = v->sample[i]->stratum,
						  .strata = v->sample[i]->strata,
						  .estimate = v->estimate[i].value,
						  .interval = v->estimate[i].bounds };
	const struct mean_request mean = {
		.interval = set_request(of, beta, v->sample[0], q),
		.random_topics = q->random_topics,
		.resamples = q->resamples,
	};
	out->draws = q->random_topics ? q->resamples : 0;
	bool again = q->other_method && m->weighted == NULL;
	int result = again ? bound_topics(m, &mean, topic, v->topics, e) : 0;
	if (result == 0)
		result = interval_mean(m, topic, v->topics, &mean, &out->bounds, e);
	free(topic);
	double from, to;
	if (result == 0 && mean_rescaling(v, &mean.interval, NULL, &from, &to))
		bounds_rescale(&out->bounds, from, to, mean.interval.quantity);
	if (result == 0 && isnan(out->bounds.lower + out->bounds.upper) && !isnan(out->value))
		out->caution = topic_without;
	if (result == 0 && (out->value < out->bounds.lower || out->value > out->bounds.upper))
		out->caution = mean_outside;
	return result;
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
		if (!isnan(x->value) && !(off <= 1e-9 * fabs(x->value)))
			return false;
	}
	return true;
}

static int plain_mean(const struct topics_view *v, const struct set_quantity *of, double beta,
		      bool top, const struct estimate_request *q, struct estimate *out,
		      struct err *e)
{
	const struct interval_method *m = interval_find(q->method);
	if (top && m->weighted == NULL) { /* the posteriors are those of the whole rankings */
		out->caution = no_mean_of_tops;
		return 0;
	}
	const struct learnt_quantity learnt = { .quantity = of->quantity,
						.beta = beta,
						.retrieved_only = of->retrieved_only,
						.gray_nonrelevant =
							v->sample[0]->gray == GRAY_NONRELEVANT };
	if (m->learnt)
		return learnt_mean_of_topics(v, &learnt, q, out, e);
	if (!has_mean(m, of->quantity) && !q->random_topics && !topics_are_certain(v)) {
		out->caution = no_mean;
		return 0;
	}
	return combined_mean(m, v, of, beta, q, out, e);
}

static int mean_with_outside(const struct topics_view *v, enum measured_quantity what, double beta,
			     const struct estimate_request *q, struct estimate *out, struct err *e)
{
	if (!interval_find(q->method)->learnt) {
		out->caution = no_mean_outside;
		return 0;
	}
	if (v->sample[0]->outside_as == OUTSIDE_UNKNOWN &&
	    plain_mean(v, &set_quantity[what], beta, false, q, out, e) < 0)
		return -1;
	return outside_mean(v, what, beta, q, out, e);
}

int set_mean(const struct topics_view *v, enum measured_quantity quantity,
	     const struct parameters *p, const struct estimate_request *q, struct estimate *out,
	     struct err *e)
{
	const struct set_quantity *of = &set_quantity[quantity];
	double beta = beta_of(quantity, p);
	bool top = cutoffs_of(quantity, p) > 0;
	if (v->topics > 0 && v->sample[0]->two_phase) {
		out->caution = no_mean_of_reviews;
		return 0;
	}
	if (!top && outside_matters_anywhere(v, quantity))
		return mean_with_outside(v, quantity, beta, q, out, e);
	if (of->turn == TURN_NONE)
		return plain_mean(v, of, beta, top, q, out, e);
	struct topics_view view = *v;
	struct sample_view **sample = calloc(v->topics + 1, sizeof *sample);
	size_t made = 0;
	while (sample != NULL && made < v->topics) {
		const struct sample_view *s = v->sample[made];
		sample[made] = other_set(s, s->stratum, INFINITY, of->turn);
		if (sample[made] == NULL)
			break;
		made++;
	}
	view.sample = (const struct sample_view **)sample;
	int result = sample == NULL || made < v->topics
			     ? err_memory(e)
			     : plain_mean(&view, &set_quantity[of->as], 1, top, q, out, e);
	for (size_t i = 0; i < made; i++)
		other_set_free(sample[i]);
	free(sample);
	return result;
}
