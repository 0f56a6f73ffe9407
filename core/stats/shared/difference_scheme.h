/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which yield is to be the last in a sum (difference_sum.h), and how many points the others need.
 */
#pragma once

#include "core/stats/shared/difference_sum.h"

/*
 * The smooth scheme that suits t: P(difference <= t) changes by less than `tolerance` when any of
 * its rules is made finer, or it would take more than `most_work` points.
 */
int difference_scheme(struct difference *d, double t, double tolerance, double most_work,
		      struct scheme *out, struct err *e);

/* All masses of all axes except one: the one with the most, or the one that is not kept so. */
bool difference_exact_scheme(const struct difference *d, struct scheme *s);

/* A few points of each axis; and as many as before, but no more than `most_work` together. */
void difference_rough_scheme(const struct difference *d, double t, struct scheme *s);
int difference_coarsen(struct difference *d, double most_work, struct scheme *s, struct err *e);
