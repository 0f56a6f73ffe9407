/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What several builders ask: whether probabilities fit, and the sizes of strata that have names.
 */
#include "core/base/near.h"
#include "core/data/design/building.h"

bool rate_is(const struct judgment *x, int64_t sampled, int64_t size)
{
	if (x->probability >= 1) /* all of it was to be judged; "1" is no rounded rate */
		return sampled == size;
	double half = 0.5 * pow(10, -(double)x->decimals) * (1 + NEAR_DIGITS);
	double rate = (double)sampled / (double)size;
	return fabs(rate - x->probability) <= fmax(half, NEAR_ROUNDING * rate);
}

uint32_t decimals_of(const struct judgment *x)
{
	uint32_t decimals = 0;
	for (double y = x->probability; decimals < x->decimals; decimals++, y *= 10)
		if (fabs(y - nearbyint(y)) <= NEAR_BITS * y)
			break;
	return decimals;
}

bool rates_are_one(const struct judgment *x, const struct judgment *y)
{
	const double three_digits = 99.5;
	if (x->probability == y->probability)
		return true;
	uint32_t a = decimals_of(x), b = decimals_of(y);
	const struct judgment *shorter = a < b ? x : y;
	double unit = pow(10, -(double)(a < b ? a : b));
	return a != b && shorter->probability > three_digits * unit &&
	       fabs(x->probability - y->probability) <= 0.5 * unit * (1 + NEAR_DIGITS);
}

int64_t named_size(const struct building *b, uint32_t stratum)
{
	const struct given_stratum *given = given_strata_find(&b->j->strata, b->number, stratum);
	if (given != NULL || stratum == 0 || b->o->sizes == NULL)
		return given != NULL ? given->size : 0;
	const struct stratum_row *row = stratum_rows_find(&b->sizes, slice_of(b->topic->name),
							  slice_of(b->stratum_name[stratum - 1]));
	return row != NULL ? row->is.size : 0;
}
