/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The log odds of a probability, and back.
 */
#pragma once

#include <math.h>

#include "core/stats/bounds.h"
#include "core/stats/numeric/accuracy.h"

static inline double logit(double p)
{
	return log(p / (1 - p));
}

static inline double inverse_logit(double x)
{
	return 1 / (1 + exp(-x));
}

/* The ends `low` and `high` standard errors from a share, symmetric on the scale of logits. */
static inline struct interval logit_ends(double share, double error, double low, double high)
{
	double middle = logit(share), scale = error / (share * (1 - share));
	return (struct interval){ inverse_logit(middle + low * scale),
				  inverse_logit(middle + high * scale) };
}

/* Moves a share on the scale of logits by as much as `to` is away from `from`; not if one is 0
 * or 1. */
static inline double logit_moved(double x, double from, double to)
{
	const double edge = SHARE_EDGE;
	if (!(x > edge && x < 1 - edge && from > edge && from < 1 - edge && to > 0 && to < 1))
		return x;
	return inverse_logit(logit(x) - logit(from) + logit(to));
}
