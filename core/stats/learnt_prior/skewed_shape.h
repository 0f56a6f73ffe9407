/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A distribution by its first three moments: Pearson's type III, a shifted gamma distribution
 * (Johnson, Kotz & Balakrishnan 1994, chapter 17), the normal one without skewness. Skewness is
 * taken up to 1.5.
 */
#pragma once

#include "core/stats/learnt_prior/topic_effects.h"

/* -INFINITY at 0 and INFINITY at 1, unless nothing varies. */
double skewed_quantile(const struct moments *v, double p);

/* P(above x) + P(equal)/2. */
double skewed_above(const struct moments *v, double x);
