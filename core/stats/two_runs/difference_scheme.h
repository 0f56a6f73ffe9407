/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which yield is to be the last in a sum (difference_sum.h), and how many points the others need.
 */
#pragma once

#include "core/stats/two_runs/difference_sum.h"

/*
 * A smooth scheme for t: either P(difference <= t) changes by less than `tolerance` when one of its
 * rules is made finer, or that would take more than `most_work` points.
 */
int difference_scheme(struct difference *d, double t, double tolerance, double most_work,
		      struct scheme *out, struct err *e);

/*
 * All masses of all axes except the last, which is the one with the most masses, or the one without
 * single masses. False if there are two without.
 */
bool difference_exact_scheme(const struct difference *d, struct scheme *s);

/* A scheme with a few points of each axis. */
void difference_rough_scheme(const struct difference *d, double t, struct scheme *s);

/* Makes the rules coarser until they have at most `most_work` points together. */
int difference_coarsen(struct difference *d, double most_work, struct scheme *s, struct err *e);
