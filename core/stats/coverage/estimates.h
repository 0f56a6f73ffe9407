/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sampling distribution of an estimate, and its bias, for one truth (Webber 2013, section 2.4,
 * Figures 1 to 3): every sample that can be drawn, with its probability and its estimate. If there
 * are more samples than q->outcomes, or if samples are asked for, q->draws of them instead.
 */
#pragma once

#include "core/stats/coverage/coverage.h"
#include "core/stats/distribution/atoms.h"

/* Over the samples that have an estimate; nan if none has. */
struct estimate_moments {
	double bias, sd;
	double undefined; /* probability that there is no estimate */
};

/* Fields of `q` that are for the method are not used. */
int estimate_moments_of(const struct truth *t, const struct coverage_request *q,
			struct estimate_moments *out, struct err *e);

/* The estimates with their probabilities, merged. To be released, also if this fails. */
int estimate_atoms_of(const struct truth *t, const struct coverage_request *q, struct atoms *out,
		      struct err *e);
