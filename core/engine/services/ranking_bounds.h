/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of quantities of rankings (RANKING_ of enum measured_quantity): see struct services.
 *
 * Apart from services.c because it is about rankings, and the rest there about sets.
 */
#pragma once

#include "measures/measure.h"

bool ranking_has_bounds(enum measured_quantity quantity, const char *method);
int ranking_bounds(const struct topic_view *t, enum measured_quantity quantity,
		   const struct parameters *p, const struct estimate_request *q,
		   struct estimate *out, struct err *e);
int ranking_mean(const struct topics_view *v, enum measured_quantity quantity,
		 const struct parameters *p, const struct estimate_request *q, struct estimate *out,
		 struct err *e);
int ranking_value(const struct topic_view *t, enum measured_quantity quantity, double *value,
		  struct err *e);
int mean_of_errors(const struct topics_view *v, bool corrected, const struct estimate_request *q,
		   struct estimate *out, struct err *e);
