/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of precision and F with --outside (outside_sample.h), from bounds that know only the
 * frame.
 *
 * Apart from services.c because it is about --outside alone.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/learnt_prior/learnt_cells.h"
#include "measures/services.h"

/* Bounds of one topic, and of the mean over topics, as in measures/services.h. */
typedef int frame_bounds(const struct topic_view *t, enum measured_quantity what, double beta,
			 const struct estimate_request *q, struct estimate *out, struct err *e);

/* Whether documents outside the frame matter to this quantity of a sample. */
bool outside_matters(const struct sample_view *s, enum measured_quantity what);
bool outside_matters_anywhere(const struct topics_view *v, enum measured_quantity what);

int outside_bounds(frame_bounds *plain, const struct topic_view *t, enum measured_quantity what,
		   double beta, const struct estimate_request *q, struct estimate *out,
		   struct err *e);

/* By bb-learnt. If the documents are unknown, `out` has the value and bounds of the frame. */
int outside_mean(const struct topics_view *v, enum measured_quantity what, double beta,
		 const struct estimate_request *q, struct estimate *out, struct err *e);
