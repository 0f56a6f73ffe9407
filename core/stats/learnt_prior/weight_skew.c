/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/learnt_prior/weight_skew.h"
#include "core/stats/rmath.h"

/*
 * By the log of R0, the yield of what is not retrieved: of logit F = log((1 + b^2) R1) -
 * log(D + b^2 R0 - R1), D documents being retrieved; of a ratio of kinds, and of recall, 1.
 */
static double derivative(const struct effect_groups *x)
{
	double found[2] = { 0 }, retrieved = 0;
	if (x->quantity == QUANTITY_RECALL || x->share)
		return 1;
	for (size_t t = 0; t < x->topics; t++) {
		for (int g = 0; g < 2; g++) {
			const struct effect_group *d = &x->group[t][g];
			found[g] += d->sampled > 0 ? d->size * d->relevant / d->sampled : 0;
		}
		retrieved += x->group[t][LEARNT_RETRIEVED].size;
	}
	double missed = x->beta2 * found[LEARNT_REST];
	double against = missed + retrieved - found[LEARNT_RETRIEVED];
	return against > 0 ? missed / against : 1;
}

double weight_skew_move(const struct effect_groups *x, double tail)
{
	double seen = 0.5, variance = 0, excess = 0, z = qnorm(tail, 0, 1, 0, 0);
	for (size_t t = 0; t < x->topics; t++) {
		const struct effect_group *d = &x->group[t][LEARNT_REST];
		seen += d->relevant;
		variance += d->variance;
		excess += d->excess;
	}
	if (!(excess > 0) || !(variance > 0))
		return 0;
	return (z * z / 3 + 1.0 / 6) * (excess / variance) * derivative(x) / seen;
}
