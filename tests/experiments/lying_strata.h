/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Strata of which it is known what lies in them, samples of these, and what an evaluation says of
 * the topics: for experiments with means over topics of quantities of a set.
 */
#pragma once

#include <math.h>

#include "core/engine/bounds/measure_bounds.h"
#include "core/stats/interval/choose.h"
#include "core/stats/random/uniform.h"
#include "tests/experiments/key_value.h"

enum { MOST_TOPICS = 500, MOST_STRATA = 3 };

/* Documents of a stratum: relevant [0] and others [1], of what is not retrieved and of the rest. */
struct lying {
	int64_t size, sampled, of[2][2];
};

struct lying_topics {
	size_t topics, strata;
	struct lying lying[MOST_TOPICS][MOST_STRATA];
	struct divided_stratum stratum[MOST_TOPICS][MOST_STRATA];
	struct sample_view view[MOST_TOPICS];
	const struct sample_view *sample[MOST_TOPICS];
	struct estimate estimate[MOST_TOPICS];
};

/* How many of `marked` documents are among n of `size`. */
static inline int64_t draw_marked(struct uniform *u, int64_t size, int64_t marked, int64_t n)
{
	int64_t found = 0;
	if (n == size)
		return marked;
	for (int64_t i = 0; i < n && found < marked; i++)
		found += uniform_next(u) * (double)(size - i) < (double)(marked - found);
	return found;
}

static inline void draw_stratum(struct uniform *u, const struct lying *p, uint32_t label,
				struct divided_stratum *to)
{
	int64_t left = p->size, n = p->sampled, met;
	*to = (struct divided_stratum){ .size = p->size, .sampled = n, .label = label };
	for (int side = 1; side >= 0; side--)
		for (int kind = 0; kind < 2; kind++) {
			int64_t found = draw_marked(u, left, p->of[side][kind], n);
			*(kind == 0 ? &to->relevant[side] : &to->other[side]) = found;
			left -= p->of[side][kind];
			n -= found;
		}
	met = to->relevant[1] + to->other[1];
	to->cut = met > 0 && met < p->sampled;
	to->retrieved = met > 0;
}

/* Samples of all topics; `retrieved` documents a topic, those outside counting as in `as`. */
static inline void draw_lying(struct lying_topics *w, struct uniform *u, int64_t retrieved,
			      enum outside as)
{
	for (size_t t = 0; t < w->topics; t++) {
		for (uint32_t i = 0; i < w->strata; i++)
			draw_stratum(u, &w->lying[t][i], i, &w->stratum[t][i]);
		w->view[t] = counted_sample(w->stratum[t], w->strata);
		w->view[t].retrieved = retrieved;
		w->view[t].divides = retrieved > 0;
		w->view[t].outside_as = as;
		w->sample[t] = &w->view[t];
	}
}

/* A quantity of a set with `found` of `relevant` documents that retrieves `size`, of `all`. */
static inline double lying_quantity(enum measured_quantity what, double found, double relevant,
				    double size, double all)
{
	return what == SET_PRECISION ? fmin(found / size, 1)
	       : what == SET_RECALL  ? found / relevant
	       : what == SET_YIELD   ? relevant
	       : what == SET_ELUSION ? (relevant - found) / (all - size)
				     : 2 * found / (size + relevant);
}

/* Of a topic; nan without a relevant document. */
static inline double lying_value(const struct lying_topics *w, size_t t,
				 enum measured_quantity what)
{
	double found = 0, relevant = 0, size = 0, all = 0;
	for (size_t i = 0; i < w->strata; i++) {
		const struct lying *p = &w->lying[t][i];
		found += (double)p->of[1][0];
		relevant += (double)(p->of[0][0] + p->of[1][0]);
		size += (double)(p->of[1][0] + p->of[1][1]);
		all += (double)p->size;
	}
	return lying_quantity(what, found, relevant, size, all);
}

static inline double lying_estimate(const struct sample_view *v, enum measured_quantity what)
{
	double found = 0, other = 0, relevant = 0, all = 0;
	for (size_t i = 0; i < v->strata; i++) {
		const struct divided_stratum *d = &v->stratum[i];
		double weight = (double)d->size / (double)d->sampled;
		found += weight * (double)d->relevant[1];
		other += weight * (double)d->other[1];
		relevant += weight * (double)(d->relevant[0] + d->relevant[1]);
		all += (double)d->size;
	}
	bool given = v->outside_as == OUTSIDE_NONRELEVANT;
	return lying_quantity(what, found, relevant, given ? (double)v->retrieved : found + other,
			      all);
}

/* What an evaluation says of the mean over all topics, or of the only one. */
static inline int lying_claim(struct lying_topics *w, enum measured_quantity what, struct claim *to,
			      struct err *e)
{
	const double beta = 1;
	const struct parameters p = { .count = what == SET_F, .value = &beta };
	struct estimate x = { .value = 0, .se = NAN, .bounds = { NAN, NAN } };
	double count = 0, truth = 0;
	for (size_t t = 0; t < w->topics; t++) {
		double value = lying_estimate(&w->view[t], what);
		w->estimate[t] =
			(struct estimate){ .value = value, .se = NAN, .bounds = { NAN, NAN } };
		x.value += isnan(value) ? 0 : value;
		count += !isnan(value);
		truth += lying_value(w, t, what) / (double)w->topics;
	}
	x.value /= count;
	struct estimate_request q = { .by_default = true,
				      .ends = { .lower_p = 0.025, .upper_p = 0.975 },
				      .other_method = true };
	const struct topic_view topic = { .sample = &w->view[0],
					  .level = 1,
					  .services = &services };
	const struct topics_view topics = { .topics = w->topics,
					    .estimate = w->estimate,
					    .sample = w->sample,
					    .level = 1,
					    .services = &services };
	q.method = w->topics > 1 ? chosen_method(OF_SET_MEAN, (struct sample_known){ 0 })
				 : chosen_method(OF_SET, (struct sample_known){ .ends = &q.ends });
	if (count > 0 && (w->topics > 1 ? services.mean(&topics, what, &p, &q, &x, e)
					: services.bounds(&topic, what, &p, &q, &x, e)) < 0)
		return -1;
	bool warned = x.caution != NULL;
	*to = (struct claim){ .truth = truth,
			      .estimate = x.value,
			      .interval = x.bounds,
			      .more = { warned, silent_miss(x.bounds, truth, warned) } };
	return 0;
}
