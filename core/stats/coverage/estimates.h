/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bias and deviation of an estimate, for one truth (Webber 2013, section 2.4, Figure 3): every
 * sample that can be drawn, with its probability and its estimate. If there are more samples than
 * q->outcomes, or if samples are asked for, q->draws of them instead.
 */
#pragma once

#include "core/stats/coverage/coverage.h"
#include "core/stats/coverage/outcomes.h"

/* Over the samples that have an estimate; nan if none has. */
struct estimate_moments {
	double bias, sd;
	double undefined; /* probability that there is no estimate */
};

/* Fields of `q` that are for the method are not used. */
int estimate_moments_of(const struct truth *t, const struct coverage_request *q,
			struct estimate_moments *out, struct err *e);

/* The samples over which that is: all, or as many as are asked for. */
void estimate_each(struct outcomes *x, const struct coverage_request *q, outcome_visit *visit,
		   void *context);
