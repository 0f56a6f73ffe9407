/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Regression estimates of rankings (core/stats/regression/ranked_regression.h) from the views of
 * measures: values, bounds of a topic, and the mean over topics with coefficients that all topics
 * have in common.
 *
 * Apart from services.c because that is about all quantities.
 */
#pragma once

#include "measures/measure.h"

#define REGRESSION_METHOD "greg"

int regression_value(const struct topic_view *t, enum measured_quantity quantity,
		     const struct parameters *p, double *value, struct err *e);

int regression_bounds(const struct topic_view *t, enum measured_quantity quantity,
		      const struct parameters *p, const struct estimate_request *q,
		      struct estimate *out, struct err *e);

int regression_mean(const struct topics_view *v, enum measured_quantity quantity,
		    const struct parameters *p, const struct estimate_request *q,
		    struct estimate *out, struct err *e);
