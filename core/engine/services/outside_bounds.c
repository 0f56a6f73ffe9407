/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/engine/services/learnt_means.h"
#include "core/engine/services/outside_bounds.h"
#include "core/engine/services/outside_sample.h"

/* F of so small a beta is precision to about 1e-6, and its share of 1/beta^2 documents is lost. */
static const double SMALL_BETA = 2e-3;

static bool is_precision(enum measured_quantity what, double beta)
{
	return what == SET_PRECISION || beta < SMALL_BETA;
}

bool outside_matters(const struct sample_view *s, enum measured_quantity what)
{
	bool none = s->outside_counted && s->outside <= 0;
	return s->outside_as != OUTSIDE_LEFT_OUT && !none && s->retrieved > 0 &&
	       (what == SET_PRECISION || what == SET_F);
}

bool outside_matters_anywhere(const struct topics_view *v, enum measured_quantity what)
{
	for (size_t t = 0; t < v->topics; t++)
		if (outside_matters(v->sample[t], what))
			return true;
	return false;
}

/* F is this times a recall: see outside_sample.h. */
static double factor_of(double beta)
{
	return (1 + beta * beta) / (beta * beta);
}

/* What the relevant documents, or with `exchanged` the others, are of all that is retrieved. */
static int bound_part(frame_bounds *plain, const struct topic_view *t, bool exchanged,
		      const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct outside_sums x = outside_sums(t->sample, t->level);
	struct sample_view *other = exchanged ? exchanged_sample(t->sample, t->level) : NULL;
	struct topic_view view = *t;
	view.sample = exchanged ? other : t->sample;
	out->value = exchanged ? x.other : x.found;
	int result = view.sample == NULL ? err_memory(e)
					 : plain(&view, SET_RETRIEVED_YIELD, 1, q, out, e);
	outside_sample_free(other);
	out->bounds.lower /= x.base;
	out->bounds.upper /= x.base;
	return result;
}

static const char few_retrieved[] =
	"the run has fewer documents than relevant ones, or gray ones, are estimated in it: with "
	"--outside a run must list all that it retrieves, judged or not";

/*
 * A share is at most 1, and its bounds contain its value. A lower bound above 1 says that sample
 * and run contradict each other: there are no bounds.
 */
static void keep_share(struct estimate *x, bool few)
{
	if (few)
		x->caution = few_retrieved;
	if (x->bounds.lower > 1)
		x->bounds = (struct interval){ NAN, NAN };
	if (few && x->value > 1)
		x->value = 1;
	if (few && x->bounds.lower > x->value)
		x->bounds.lower = x->value;
	if (x->bounds.upper > 1)
		x->bounds.upper = 1;
}

/* Are there more relevant documents than the run has? */
static bool has_few(const struct sample_view *s, int32_t level)
{
	const struct outside_sums x = outside_sums(s, level);
	return x.found > x.base;
}

/* The probabilities of the ends of a quantity, of which this one is what is left of 1. */
static struct estimate_request mirrored(const struct estimate_request *q)
{
	struct estimate_request x = *q;
	x.ends.lower_p = 1 - q->ends.upper_p;
	x.ends.upper_p = 1 - q->ends.lower_p;
	return x;
}

/* If what is outside is unknown, `out` has the bounds of the frame. */
static int bound_precision(frame_bounds *plain, const struct topic_view *t,
			   const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct estimate_request others = mirrored(q);
	struct estimate least = *out, rest = *out;
	if (bound_part(plain, t, false, q, &least, e) < 0)
		return -1;
	if (t->sample->outside_as != OUTSIDE_UNKNOWN) {
		least.value = out->value;
		*out = least;
		keep_share(out, has_few(t->sample, t->level));
		return 0;
	}
	if (bound_part(plain, t, true, &others, &rest, e) < 0)
		return -1;
	out->bounds.lower = fmin(out->bounds.lower, least.bounds.lower);
	out->bounds.upper = fmax(out->bounds.upper, 1 - rest.bounds.lower);
	return 0;
}

static double f_of(double precision, double recall, double beta)
{
	double b2 = beta * beta;
	return (1 + b2) * precision * recall / (b2 * precision + recall);
}

/* The share that F is made of. */
static int bound_share(frame_bounds *plain, const struct topic_view *t, double beta,
		       const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct outside_sums x = outside_sums(t->sample, t->level);
	double missed = x.base / (beta * beta);
	struct sample_view *more = outside_sample(t->sample, llround(missed), 0);
	struct topic_view view = *t;
	view.sample = more;
	out->value = x.found / (x.found + x.missed + missed);
	int result = more == NULL ? err_memory(e) : plain(&view, SET_RECALL, 1, q, out, e);
	outside_sample_free(more);
	return result;
}

/* Recall, if all documents outside are relevant. */
static int bound_recall(frame_bounds *plain, const struct topic_view *t,
			const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct outside_sums x = outside_sums(t->sample, t->level);
	double found = x.found + fmax(t->sample->outside, 0);
	struct sample_view *more =
		outside_sample(t->sample, 0, llround(fmax(t->sample->outside, 0)));
	struct topic_view view = *t;
	view.sample = more;
	out->value = found / (found + x.missed);
	int result = more == NULL ? err_memory(e) : plain(&view, SET_RECALL, 1, q, out, e);
	outside_sample_free(more);
	return result;
}

/* If what is outside is unknown, F is at most that of the upper ends of precision and recall. */
static int bound_f(frame_bounds *plain, const struct topic_view *t, double beta,
		   const struct estimate_request *q, struct estimate *out, struct err *e)
{
	double factor = factor_of(beta);
	struct estimate least = *out, precision = *out, recall = *out;
	if (bound_share(plain, t, beta, q, &least, e) < 0)
		return -1;
	if (t->sample->outside_as != OUTSIDE_UNKNOWN) {
		least.value = out->value;
		*out = least;
		out->bounds.lower *= factor;
		out->bounds.upper *= factor;
		keep_share(out, has_few(t->sample, t->level));
		return 0;
	}
	if (bound_precision(plain, t, q, &precision, e) < 0 ||
	    bound_recall(plain, t, q, &recall, e) < 0)
		return -1;
	out->bounds.lower = fmin(out->bounds.lower, factor * least.bounds.lower);
	out->bounds.upper =
		fmax(out->bounds.upper, f_of(precision.bounds.upper, recall.bounds.upper, beta));
	return 0;
}

int outside_bounds(frame_bounds *plain, const struct topic_view *t, enum measured_quantity what,
		   double beta, const struct estimate_request *q, struct estimate *out,
		   struct err *e)
{
	if (t->sample->outside_as == OUTSIDE_UNKNOWN && plain(t, what, beta, q, out, e) < 0)
		return -1;
	if (!(outside_sums(t->sample, t->level).base > 0)) { /* all seems to be gray */
		out->bounds = (struct interval){ NAN, NAN };
		out->caution = few_retrieved;
		return 0;
	}
	if (is_precision(what, beta))
		return bound_precision(plain, t, q, out, e);
	return bound_f(plain, t, beta, q, out, e);
}

/*
 * Means over topics.
 */

/* A view of the topics with other samples, which are released with release_topics(). */
struct other_topics {
	struct topics_view view;
	struct sample_view **sample;
	struct estimate *estimate;
};

static void release_topics(struct other_topics *x)
{
	for (size_t t = 0; x->sample != NULL && t < x->view.topics; t++)
		outside_sample_free(x->sample[t]);
	free(x->sample);
	free(x->estimate);
}

enum other { EXCHANGED, WITH_BASE, WITH_FOUND };

/* And with the values that they have. On failure nothing is left to release. */
static int make_topics(struct other_topics *x, const struct topics_view *v, enum other other,
		       double beta, double *mean, struct err *e)
{
	double count = 0;
	*x = (struct other_topics){ .view = *v,
				    .sample = calloc(v->topics + 1, sizeof *x->sample),
				    .estimate = calloc(v->topics + 1, sizeof *x->estimate) };
	bool room = x->sample != NULL && x->estimate != NULL;
	*mean = 0;
	for (size_t t = 0; t < v->topics && room; t++) {
		const struct sample_view *s = v->sample[t];
		const struct outside_sums y = outside_sums(s, v->level);
		double found = other == WITH_FOUND ? fmax(s->outside, 0) : 0;
		double missed = other == WITH_BASE ? fmax(y.base, 0) / (beta * beta) : 0;
		double all = y.found + found + y.missed + missed;
		x->sample[t] = other == EXCHANGED
				       ? exchanged_sample(s, v->level)
				       : outside_sample(s, llround(missed), llround(found));
		room = x->sample[t] != NULL;
		x->estimate[t] = v->estimate[t];
		if (isnan(v->estimate[t].value) || (other != EXCHANGED && !(all > 0)))
			continue;
		x->estimate[t].value =
			other == EXCHANGED ? y.other / y.base : (y.found + found) / all;
		*mean += x->estimate[t].value;
		count++;
	}
	*mean /= count;
	x->view.sample = (const struct sample_view **)x->sample;
	x->view.estimate = x->estimate;
	if (room)
		return 0;
	release_topics(x);
	return err_memory(e);
}

static bool any_has_few(const struct topics_view *v)
{
	for (size_t t = 0; t < v->topics; t++)
		if (has_few(v->sample[t], v->level))
			return true;
	return false;
}

/* What relevant documents are of all that is retrieved: of each topic a sum over a constant. */
static int mean_part(const struct topics_view *v, const struct estimate_request *q,
		     struct estimate *out, struct err *e)
{
	const struct learnt_quantity of = { .quantity = QUANTITY_YIELD, .retrieved_only = true };
	double *base = calloc(v->topics + 1, sizeof *base);
	if (base == NULL)
		return err_memory(e);
	for (size_t t = 0; t < v->topics; t++)
		base[t] = outside_sums(v->sample[t], v->level).base;
	int result = learnt_mean_over(v, &of, base, q, out, e);
	free(base);
	return result;
}

/* `out` has the frame; if what is outside is unknown, only the ends are moved. */
static int mean_precision(const struct topics_view *v, const struct estimate_request *q,
			  struct estimate *out, struct err *e)
{
	const struct estimate_request others = mirrored(q);
	struct estimate least = *out, rest = *out;
	struct other_topics x;
	if (mean_part(v, q, &least, e) < 0)
		return -1;
	if (v->sample[0]->outside_as != OUTSIDE_UNKNOWN) {
		*out = least;
		keep_share(out, any_has_few(v));
		return 0;
	}
	if (make_topics(&x, v, EXCHANGED, 1, &rest.value, e) < 0)
		return -1;
	int result = mean_part(&x.view, &others, &rest, e);
	release_topics(&x);
	out->bounds.lower = fmin(out->bounds.lower, least.bounds.lower);
	out->bounds.upper = fmax(out->bounds.upper, 1 - rest.bounds.lower);
	return result;
}

static int mean_recall(const struct topics_view *v, enum other other, double beta,
		       const struct estimate_request *q, struct estimate *out, struct err *e)
{
	const struct learnt_quantity of = { .quantity = QUANTITY_RECALL };
	struct other_topics x;
	if (make_topics(&x, v, other, beta, &out->value, e) < 0)
		return -1;
	int result = learnt_mean_of_topics(&x.view, &of, q, out, e);
	release_topics(&x);
	return result;
}

static int mean_f(const struct topics_view *v, double beta, const struct estimate_request *q,
		  struct estimate *out, struct err *e)
{
	double factor = factor_of(beta);
	struct estimate least = *out, precision = *out, recall = *out;
	if (mean_recall(v, WITH_BASE, beta, q, &least, e) < 0)
		return -1;
	if (v->sample[0]->outside_as != OUTSIDE_UNKNOWN) {
		*out = least;
		out->value *= factor;
		out->bounds.lower *= factor;
		out->bounds.upper *= factor;
		keep_share(out, any_has_few(v));
		return 0;
	}
	if (mean_precision(v, q, &precision, e) < 0 ||
	    mean_recall(v, WITH_FOUND, beta, q, &recall, e) < 0)
		return -1;
	/* F is concave in precision and recall: its mean is at most that of their means */
	out->bounds.lower = fmin(out->bounds.lower, factor * least.bounds.lower);
	out->bounds.upper =
		fmax(out->bounds.upper, f_of(precision.bounds.upper, recall.bounds.upper, beta));
	return 0;
}

int outside_mean(const struct topics_view *v, enum measured_quantity what, double beta,
		 const struct estimate_request *q, struct estimate *out, struct err *e)
{
	if (is_precision(what, beta))
		return mean_precision(v, q, out, e);
	return mean_f(v, beta, q, out, e);
}
