/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The log odds of a probability, and back.
 */
#pragma once

#include <math.h>

static inline double logit(double p)
{
	return log(p / (1 - p));
}

static inline double inverse_logit(double x)
{
	return 1 / (1 + exp(-x));
}
