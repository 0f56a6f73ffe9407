/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/default_methods.h"
#include "core/stats/interval/exact_widening.h"
#include "core/stats/interval/one_proportion.h"

/* What is retrieved, and what is not, without classes; all in one for a yield of all documents. */
static size_t collapse(const struct divided_stratum *d, size_t count, bool in_one,
		       struct divided_stratum out[2])
{
	struct divided_stratum side[2] = { { .retrieved = false }, { .retrieved = true } };
	for (size_t i = 0; i < count; i++) {
		int s = d[i].retrieved && !in_one;
		side[s].size += d[i].size;
		side[s].sampled += d[i].sampled;
		for (int k = 0; k < 2; k++) {
			int to = in_one ? 0 : k;
			side[s].relevant[to] += d[i].relevant[k];
			side[s].other[to] += d[i].other[k];
			side[s].gray[to] += d[i].gray[k];
		}
	}
	size_t found = 0;
	for (int s = 0; s < 2; s++)
		if (side[s].size > 0)
			out[found++] = side[s];
	return found;
}

/* `end` as far from `value` as the ratio of two distances says; not beyond `most`. */
static double moved(double end, double value, double from, double exact, double plain, double most)
{
	double factor = plain != from ? (exact - from) / (plain - from) : 1;
	double x = value + (end - value) * fmax(factor, 1);
	return end < value ? fmax(x, most) : fmin(x, most);
}

int exact_widening(const struct divided_stratum *d, size_t count, const struct interval_request *q,
		   bool retrieved_only, struct interval *x, struct err *e)
{
	struct divided_stratum one[2];
	bool yield = q->quantity == QUANTITY_YIELD;
	size_t strata = collapse(d, count, yield && !retrieved_only, one);
	if (!one_proportion_is_all(one, strata, q->quantity, retrieved_only) ||
	    one_proportion_is_all(d, count, q->quantity, retrieved_only))
		return 0;
	struct interval exact, plain;
	if (divided_interval(interval_find(DEFAULT_PROPORTION), one, strata, q, retrieved_only,
			     &exact, e) < 0 ||
	    divided_interval(interval_find(DEFAULT_INTERVAL), one, strata, q, retrieved_only,
			     &plain, e) < 0)
		return -1;
	double from = divided_value(one, strata, q, retrieved_only);
	double value = divided_value(d, count, q, retrieved_only);
	double least = 0, most = yield ? 0 : 1;
	for (size_t i = 0; i < count && yield; i++) {
		if (retrieved_only && !d[i].retrieved)
			continue;
		least += (double)(d[i].relevant[0] + d[i].relevant[1]);
		most += (double)(d[i].size - d[i].other[0] - d[i].other[1]);
	}
	x->lower = moved(x->lower, value, from, exact.lower, plain.lower, least);
	x->upper = moved(x->upper, value, from, exact.upper, plain.upper, most);
	return 0;
}
