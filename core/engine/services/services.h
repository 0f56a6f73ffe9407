/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions that measures find in their views (measures/services.h).
 */
#pragma once

#include "measures/measure.h"

extern const struct services services;

/* Bounds of a topic's columns, and of the mean over topics: by the measure, or by its quantity. */
int measure_bounds(const struct measure *m, const struct topic_view *t, const struct parameters *p,
		   const struct estimate_request *q, struct estimate *out, struct err *e);
int measure_mean(const struct measure *m, const struct topics_view *v, const struct parameters *p,
		 const struct estimate_request *q, struct estimate *out, struct err *e);
