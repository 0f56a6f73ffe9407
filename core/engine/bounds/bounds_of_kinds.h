/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds by the kind of a quantity: of sets, of rankings, and of rankings by regression. The
 * functions are as in measures/services.h.
 */
#pragma once

#include "core/stats/regression/sampled_ranking.h"
#include "measures/measure.h"

typedef bool quantity_has_bounds(enum measured_quantity quantity, const char *method);
typedef int bounds_of_topic(const struct topic_view *t, enum measured_quantity quantity,
			    const struct parameters *p, const struct estimate_request *q,
			    struct estimate *out, struct err *e);
typedef int bounds_of_mean(const struct topics_view *v, enum measured_quantity quantity,
			   const struct parameters *p, const struct estimate_request *q,
			   struct estimate *out, struct err *e);

quantity_has_bounds set_has_bounds, ranking_has_bounds, regression_has_bounds;
bounds_of_topic set_bounds, ranking_bounds;
bounds_of_mean set_mean, ranking_mean, regression_mean;

/* How quantities that are alike get the bounds of a topic and of the mean over topics. */
struct bounds_kind {
	enum measured_quantity first;
	quantity_has_bounds *has_bounds;
	bounds_of_topic *bounds;
	bounds_of_mean *mean;
};
const struct bounds_kind *bounds_kind_of(enum measured_quantity quantity);

int ranking_value(const struct topic_view *t, double *value, struct err *e);
int mean_of_errors(const struct topics_view *v, bool corrected, const struct estimate_request *q,
		   struct estimate *out, struct err *e);

/*
 * Rankings from a sample of their frames (core/stats/regression/sampled_ranking.h): all topics are
 * estimated together, when each is known. `k` is the number of the cutoff.
 */
int regression_value(const struct topic_view *t, enum measured_quantity quantity,
		     const struct parameters *p, double *value, struct err *e);
int ranking_estimate(const struct sample_view *const *sample, size_t topics,
		     enum measured_quantity quantity, const struct parameters *p, size_t k,
		     int32_t level, struct arena *memory, struct sampled_ranking *out,
		     struct err *e);

/* Of one topic, around its value. */
void ranking_topic_bounds(const struct sampled_ranking *x, size_t topic,
			  const struct estimate_request *q, struct estimate *out);

/* Whether so little is outside the frame that there is a value; and a caution if there is some, or
 * NULL. */
bool ranking_has_value(const struct sampled_ranking *x);
const char *ranking_outside(const struct sampled_ranking *x, const char *name,
			    struct arena *memory);

/* A caution if few documents decide, or NULL. */
const char *ranking_few(const struct sampled_error *x, const char *name, struct arena *memory);
