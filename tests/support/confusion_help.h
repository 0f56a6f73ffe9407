/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the tests of core/stats/goutte_gaussier/confusion.h and confusion_mean.h share.
 */
#pragma once

#include "tests/support/interval_help.h"

#include "core/stats/goutte_gaussier/confusion.h"

static inline struct confusion_posterior
posterior_with(double tp, double fp, double fn, double lambda, enum quantity quantity, double beta)
{
	struct confusion c = { tp, fp, fn };
	struct confusion_posterior p = { 0 };
	struct err e = { 0 };
	if (confusion_posterior_init(&p, &c, lambda, quantity, beta, &e) < 0)
		fail_msg("%s", e.text);
	return p;
}

/* Jeffreys' prior */
static inline struct confusion_posterior posterior_of(double tp, double fp, double fn,
						      enum quantity quantity)
{
	return posterior_with(tp, fp, fn, 0.5, quantity, 1);
}
