/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quantiles of a posterior by Monte Carlo, as Webber 2013 (section 2.9) computes them.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/interval_request.h"
#include "core/stats/interval/posterior_model.h"

/*
 * One draw of the yield of a stratum; `stream` keeps the strata, and the topics, of a draw apart.
 * `binomial` is as in struct posterior_model.
 */
double posterior_draw_yield(const struct stratum *s, const struct prior *p, bool binomial,
			    uint64_t seed, int64_t draw, uint32_t stream);

/*
 * Both ends: the ceil(p draws)-th smallest of q->draws values; nan if the quantity is. Each draw
 * has its own stream of random numbers, made from the seed and its number, so the result does not
 * depend on how the work is divided. -1: `e` is filled.
 */
int posterior_draw_interval(const struct posterior_model *m, const struct interval_request *q,
			    struct interval *out, struct err *e);
