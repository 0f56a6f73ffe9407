/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/arena.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/regression/ranked_regression.h"
#include "core/stats/rmath.h"
#include "core/stats/sampling/joined_classes.h"

/* A document that decides on its coefficient nearly alone has twice its residual at most. */
static const double LEAST_LEFT = 0.25;

/* Judged documents with a weight for each class but the first. */
enum { PER_CLASS = 16 };

/* Disagreements that a sample must have shown, or else so many are assumed; and one more. */
static const double EVENTS = 2, MORE = 1;

/* The part of the correction of a bias that may be left. */
static const double UNCERTAIN = 0.5;

/* How many times its variance over topics a sum over pairs brings in: what it is multiplied by, the
 * influence of documents, has an error, too. */
static const double PAIRS_ERROR = 3;

/* If ideal sums are by a model: the part of a disagreement that is added (of differences more), of
 * the spread, and of the mean, times what is unknown of a topic. */
static const double MODEL_MORE = 0.15, DIFFERENCE_MORE = 0.5, MODEL_SPREAD = 0.8,
		    MODEL_UNCERTAIN = 0.09;

/* All topics as one sample, and what becomes of it. */
struct work {
	const struct regressed_topic *topic;
	size_t topics, classes; /* classes with that of documents without a label, the first */
	uint16_t *group;	/* of each class */
	size_t groups;
	struct greg_stratum *stratum;
	size_t *first; /* stratum of each topic */
	double *z, *q, *x, *total;
	size_t *of;
	size_t units;
	struct arena memory; /* of all these */
};

static size_t class_of(const struct work *w, const struct regressed_document *d)
{
	return w->classes > 1 ? (size_t)(d->class + 1) : 0;
}

static bool is_judged(const struct regressed_document *d)
{
	return !isnan(d->gain);
}

static double weight_of(const struct regressed_topic *t, const struct regressed_document *d)
{
	return t->ideal > 0 ? d->weight / t->ideal : 0;
}

/* What B is to be multiplied by. */
static double expected(const struct regressed_document *d)
{
	return d->expected > 0 ? d->expected : 1;
}

static int make_room_for_units(struct work *w, struct err *e)
{
	size_t documents = 0, strata = 0;
	for (size_t t = 0; t < w->topics; t++) {
		documents += w->topic[t].documents;
		strata += w->topic[t].strata;
	}
	w->group = arena_zeroed(&w->memory, w->classes, sizeof *w->group);
	w->stratum = arena_zeroed(&w->memory, strata, sizeof *w->stratum);
	w->first = arena_zeroed(&w->memory, w->topics, sizeof *w->first);
	w->z = arena_zeroed(&w->memory, documents, sizeof *w->z);
	w->q = arena_zeroed(&w->memory, documents, sizeof *w->q);
	w->of = arena_zeroed(&w->memory, documents, sizeof *w->of);
	return w->memory.failed ? err_memory(e) : 0;
}

static bool has_negative(const struct work *w)
{
	for (size_t t = 0; t < w->topics; t++)
		for (size_t i = 0; i < w->topic[t].documents; i++)
			if (w->topic[t].document[i].weight < 0)
				return true;
	return false;
}

/* By numbers of documents only; of a difference a class needs twice as many. */
static int join_classes(struct work *w, struct err *e)
{
	size_t judged = 0;
	int64_t part_of = has_negative(w) ? 2 : 1;
	struct class_part *part = calloc(w->classes, sizeof *part);
	if (part == NULL)
		return err_memory(e);
	for (size_t t = 0; t < w->topics; t++)
		for (size_t i = 0; i < w->topic[t].documents; i++) {
			const struct regressed_document *d = &w->topic[t].document[i];
			bool counts = weight_of(&w->topic[t], d) != 0;
			part[class_of(w, d)].size += counts;
			part[class_of(w, d)].sampled += counts && is_judged(d);
		}
	for (size_t c = 0; c < w->classes; c++)
		if (part[c].sampled < part[c].size)
			part[c].sampled /= part_of;
	for (size_t c = 0; c < w->classes; c++)
		judged += (size_t)part[c].sampled;
	w->groups = classes_join(part, w->classes, 1 + judged / PER_CLASS, w->group);
	for (size_t c = 0; c < w->classes && w->groups > GREG_COVARIATES; c++)
		w->group[c] = (uint16_t)(w->group[c] * GREG_COVARIATES / w->groups);
	if (w->groups > GREG_COVARIATES)
		w->groups = GREG_COVARIATES;
	free(part);
	return 0;
}

static int fill_ranks(struct work *w, struct err *e)
{
	size_t strata = 0, units = 0;
	w->total = arena_zeroed(&w->memory, w->groups, sizeof *w->total);
	for (size_t t = 0; t < w->topics; t++)
		for (size_t i = 0; i < w->topic[t].documents; i++)
			units += is_judged(&w->topic[t].document[i]);
	w->x = arena_zeroed(&w->memory, units * w->groups, sizeof *w->x);
	if (w->memory.failed)
		return err_memory(e);
	for (size_t t = 0; t < w->topics; t++) {
		const struct regressed_topic *topic = &w->topic[t];
		w->first[t] = strata;
		for (size_t h = 0; h < topic->strata; h++)
			w->stratum[strata++] = topic->stratum[h].of;
		for (size_t i = 0; i < topic->documents; i++) {
			const struct regressed_document *d = &topic->document[i];
			size_t g = w->group[class_of(w, d)];
			double weight = weight_of(topic, d);
			double x = weight * expected(d);
			w->total[g] += x;
			if (!is_judged(d) || weight == 0)
				continue;
			w->z[w->units] = weight * d->gain;
			w->q[w->units] = fabs(x);
			w->of[w->units] = w->first[t] + d->stratum;
			w->x[w->units * w->groups + g] = x;
			w->units++;
		}
	}
	return 0;
}

/* The mean square of the gains above 0: what a document may have that seemed to have none. */
static double square_of_gains(const struct work *w)
{
	double sum = 0, count = 0;
	for (size_t t = 0; t < w->topics; t++)
		for (size_t i = 0; i < w->topic[t].documents; i++) {
			const struct regressed_document *d = &w->topic[t].document[i];
			bool counts = is_judged(d) && d->gain > 0;
			sum += counts ? d->gain * d->gain : 0;
			count += counts;
		}
	return count > 0 ? sum / count : 1;
}

/* Estimates of the topics with the coefficients of all. */
static void topic_values(const struct work *w, const struct greg *g, struct regressed_value *each)
{
	for (size_t t = 0; t < w->topics; t++) {
		const struct regressed_topic *topic = &w->topic[t];
		double *value = &each[t].value;
		*value = topic->constant;
		for (size_t i = 0; i < topic->documents; i++) {
			const struct regressed_document *d = &topic->document[i];
			const struct greg_stratum *h = &topic->stratum[d->stratum].of;
			double weight = weight_of(topic, d);
			double B = expected(d) * g->B[w->group[class_of(w, d)]];
			*value += weight * B;
			if (is_judged(d))
				*value += h->size / h->sampled * weight * (d->gain - B);
		}
	}
}

/* What the variance is made of. */
struct squares {
	double event, unjudged; /* sum over unjudged documents, and how many these are */
	double variance;
};

static void add_topic(const struct work *w, size_t t, const double *residual, size_t *unit,
		      double value, double square, struct squares *s)
{
	const struct regressed_topic *topic = &w->topic[t];
	double all = topic->ideal > 0 ? value / topic->ideal : 0;
	double ratio = topic->modelled ? 0 : all, own = topic->modelled ? all : 0;
	for (size_t h = 0; h < topic->strata; h++) {
		const struct regressed_stratum *x = &topic->stratum[h];
		double sum = -ratio * x->ideal[0], squares = ratio * ratio * x->ideal[1];
		size_t at = *unit;
		for (size_t i = 0; i < topic->documents; i++) {
			const struct regressed_document *d = &topic->document[i];
			double weight = weight_of(topic, d);
			bool counts = is_judged(d) && weight != 0;
			double r = counts ? residual[at++] - own * d->ideal : 0;
			if (d->stratum != h || !(x->of.sampled > 0))
				continue;
			double c = greg_weight(&x->of);
			sum += r;
			squares += r * r - 2 * ratio * r * (is_judged(d) ? d->ideal : 0);
			if (!is_judged(d)) {
				s->event += c * weight * weight * square;
				s->unjudged += weight != 0;
			}
		}
		if (x->of.sampled > 0)
			s->variance += greg_stratum_variance(&x->of, sum, squares);
	}
	for (size_t i = 0; i < topic->documents; i++)
		*unit += is_judged(&topic->document[i]) &&
			 weight_of(topic, &topic->document[i]) != 0;
}

/* What a model expects of a topic. */
static double expected_of(const struct work *w, const struct greg *g, size_t t)
{
	const struct regressed_topic *topic = &w->topic[t];
	double sum = 0;
	for (size_t i = 0; i < topic->documents; i++) {
		const struct regressed_document *d = &topic->document[i];
		sum += weight_of(topic, d) * expected(d) * g->B[w->group[class_of(w, d)]];
	}
	return sum;
}

static bool has_unsampled(const struct regressed_topic *t)
{
	for (size_t i = 0; i < t->documents; i++)
		if (!(t->stratum[t->document[i].stratum].of.sampled > 0))
			return true;
	return false;
}

/* With disagreements that the sample has not shown. */
static double with_events(const struct squares *s, double part)
{
	double one = s->unjudged > 0 ? part * s->event / s->unjudged : 0;
	return fmax(s->variance + MORE * one, EVENTS * one);
}

static void standard_errors(const struct work *w, const struct greg *g,
			    struct regressed_value *each, struct ranked_regression *out)
{
	struct squares s = { 0 };
	double gains = square_of_gains(w), n = (double)w->topics, mean = 0, among = 0, free = 0;
	double bias = 0, unsure = 0, part = 1, pairs = 0;
	size_t unit = 0;
	bool difference = has_negative(w);
	for (size_t t = 0; t < w->topics; t++) {
		struct squares own = { 0 };
		double value = each[t].value;
		add_topic(w, t, g->residual, &unit, value, gains, &own);
		each[t].se = has_unsampled(&w->topic[t]) ? INFINITY : sqrt(with_events(&own, 1));
		s.event += own.event;
		s.unjudged += own.unjudged;
		s.variance += own.variance;
		mean += value / n;
		bias += value * w->topic[t].shift;
		part = !w->topic[t].modelled ? part : difference ? DIFFERENCE_MORE : MODEL_MORE;
		unsure += value * w->topic[t].unknown;
		pairs += w->topic[t].pairs / n;
		double square = pow(expected_of(w, g, t), 2);
		if (difference) /* small as it is in the mean, a topic's is not */
			square += (1 - w->topic[t].unknown) * value * value;
		s.variance += MODEL_SPREAD * w->topic[t].spread * square;
	}
	s.variance = with_events(&s, part);
	bias += n * pairs;
	s.variance += pow(UNCERTAIN * bias, 2) + pow(MODEL_UNCERTAIN * unsure, 2);
	for (size_t u = 0; u < w->units; u++)
		free += w->stratum[w->of[u]].sampled < w->stratum[w->of[u]].size;
	for (size_t t = 0; t < w->topics; t++) {
		among += pow(each[t].value - mean, 2);
		s.variance += PAIRS_ERROR * pow(w->topic[t].pairs - pairs, 2);
	}
	out->se = sqrt(s.variance) / n;
	out->df = fmax(free - (double)w->groups, 1);
	out->among = n > 1 ? fmax(sqrt(among / (n - 1) / n), out->se) : NAN;
}

/* Nothing of it was seen to be relevant, and something that counts was not seen. */
static bool is_blank(const struct regressed_topic *t)
{
	for (size_t i = 0; !t->modelled && !(t->ideal > 0) && i < t->documents; i++)
		if (!is_judged(&t->document[i]))
			return true;
	return false;
}

static bool has_weights(const struct work *w)
{
	for (size_t t = 0; t < w->topics; t++)
		if (w->topic[t].documents > 0 && w->topic[t].ideal > 0)
			return true;
	return false;
}

/*
 * The coefficient of a class has been fitted to its residuals, which are too small by sqrt(1 - h),
 * h being the leverage of the document.
 */
static void enlarge_residuals(const struct work *w, double *residual)
{
	double sum[GREG_COVARIATES] = { 0 };
	for (int pass = 0; pass < 2; pass++)
		for (size_t u = 0; u < w->units; u++) {
			const struct greg_stratum *h = &w->stratum[w->of[u]];
			double own = h->size / h->sampled * w->q[u];
			size_t g = 0;
			while (w->x[u * w->groups + g] == 0)
				g++;
			if (pass == 0)
				sum[g] += own;
			else
				residual[u] /= sqrt(fmax(1 - own / sum[g], LEAST_LEFT));
		}
}

static int regress(struct work *w, struct ranked_regression *out, struct regressed_value *each,
		   struct err *e)
{
	struct greg g;
	const struct greg_sample s = { .stratum = w->stratum,
				       .units = w->units,
				       .z = w->z,
				       .q = w->q,
				       .of = w->of,
				       .x = w->x,
				       .covariates = w->groups,
				       .total = w->total };
	int result = greg_fit(&s, &g, e);
	if (result == 0) {
		enlarge_residuals(w, g.residual);
		topic_values(w, &g, each);
		out->mean = g.total / (double)w->topics;
		for (size_t t = 0; t < w->topics; t++)
			out->mean += w->topic[t].constant / (double)w->topics;
		out->classes = w->groups;
		standard_errors(w, &g, each, out);
	}
	greg_release(&g);
	return result;
}

int ranked_regression(const struct regressed_topic *topic, size_t topics, size_t classes,
		      struct ranked_regression *out, struct regressed_value *each, struct err *e)
{
	struct work w = { .topic = topic, .topics = topics, .classes = classes + 1 };
	struct regressed_value *own = calloc(topics + 1, sizeof *own);
	*out = (struct ranked_regression){ .mean = NAN, .se = NAN, .df = NAN, .among = NAN };
	int result = own == NULL ? err_memory(e) : make_room_for_units(&w, e);
	if (result == 0)
		result = join_classes(&w, e);
	if (result == 0)
		result = fill_ranks(&w, e);
	if (result == 0 && !has_weights(&w)) /* nothing of the pool is retrieved */
		*out = (struct ranked_regression){ .mean = 0, .se = 0, .df = 1, .among = NAN };
	else if (result == 0 && w.units > 0)
		result = regress(&w, out, own, e);
	for (size_t t = 0; t < topics; t++) {
		out->unsampled = out->unsampled || has_unsampled(&topic[t]);
		out->blank += is_blank(&topic[t]) / (double)topics;
	}
	out->least = -INFINITY;
	out->most = INFINITY;
	for (size_t t = 0; each != NULL && result == 0 && t < topics; t++)
		each[t] = own[t];
	free(own);
	arena_release(&w.memory);
	return result;
}

/* On its scale, which may lead beyond what is possible. */
static struct interval free_interval(const struct ranked_regression *x, enum regressed_scale scale,
				     double low, double high)
{
	double mean = x->mean, se = x->se;
	if (scale == SCALE_SHARE && mean > 0 && mean < 1)
		return logit_ends(mean, se, low, high);
	if (scale == SCALE_POSITIVE && mean > 0)
		return (struct interval){ mean * exp(low * se / mean),
					  mean * exp(high * se / mean) };
	return (struct interval){ mean + low * se, mean + high * se };
}

struct interval ranked_regression_interval(const struct ranked_regression *x,
					   enum regressed_scale scale, double lower_p,
					   double upper_p)
{
	if (isnan(x->mean) || isnan(x->se))
		return (struct interval){ NAN, NAN };
	double down = scale == SCALE_PLAIN ? x->blank : 0;
	const struct interval i =
		free_interval(x, scale, qt(lower_p, x->df, 1, 0), qt(upper_p, x->df, 1, 0));
	return (struct interval){ fmax(i.lower - down, x->least),
				  fmin(i.upper + x->blank, x->most) };
}
