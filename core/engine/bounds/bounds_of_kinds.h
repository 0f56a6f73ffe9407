/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds by the kind of a quantity: of sets, of rankings, and of rankings by regression. The
 * functions are as in measures/services.h.
 */
#pragma once

#include "measures/measure.h"

typedef bool quantity_has_bounds(enum measured_quantity quantity, const char *method);
typedef int bounds_of_topic(const struct topic_view *t, enum measured_quantity quantity,
			    const struct parameters *p, const struct estimate_request *q,
			    struct estimate *out, struct err *e);
typedef int bounds_of_mean(const struct topics_view *v, enum measured_quantity quantity,
			   const struct parameters *p, const struct estimate_request *q,
			   struct estimate *out, struct err *e);

quantity_has_bounds set_has_bounds, ranking_has_bounds, regression_has_bounds;
bounds_of_topic set_bounds, ranking_bounds, regression_bounds;
bounds_of_mean set_mean, ranking_mean, regression_mean;

/* How quantities that are alike get the bounds of a topic and of the mean over topics. */
struct bounds_kind {
	enum measured_quantity first;
	quantity_has_bounds *has_bounds;
	bounds_of_topic *bounds;
	bounds_of_mean *mean;
};
const struct bounds_kind *bounds_kind_of(enum measured_quantity quantity);

/*
 * Bounds of sets from a sample of which a random part was judged again (--judge=two-phase), by
 * core/stats/interval/two_phase.h. Strata are retrieved, or not: none is cut.
 */
int second_review_bounds(const struct sample_view *s, enum measured_quantity quantity,
			 const struct estimate_request *q, struct estimate *out, struct err *e);

/*
 * If all documents of the sample were reviewed again, its strata with the counts of the second
 * review, to be freed: it is a plain sample. Else `out` is NULL.
 */
int second_review_settled(const struct sample_view *s, struct divided_stratum **out, struct err *e);

int ranking_value(const struct topic_view *t, double *value, struct err *e);
int mean_of_errors(const struct topics_view *v, bool corrected, const struct estimate_request *q,
		   struct estimate *out, struct err *e);

/*
 * Regression estimates of rankings (core/stats/regression/ranked_regression.h); the mean over
 * topics has coefficients that all topics have in common.
 */
int regression_value(const struct topic_view *t, enum measured_quantity quantity,
		     const struct parameters *p, double *value, struct err *e);

/*
 * Of pairs of an answer and a nugget few are judged in a topic. So the values of topics have the
 * coefficients of all, too, and they have values where none of their pairs is judged. Their mean is
 * the mean's estimate, for which some may have to be below 0 or above 1. Into `out`, by topic;
 * without bounds if `q` is NULL.
 */
bool regression_is_joint(enum measured_quantity quantity);
int regression_each(const struct topics_view *v, enum measured_quantity quantity,
		    const struct parameters *p, const struct estimate_request *q,
		    struct estimate *out, struct err *e);
