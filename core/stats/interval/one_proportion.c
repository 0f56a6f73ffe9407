/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/one_proportion.h"

static int one_proportion_of(const struct stratum *s, size_t count, enum quantity quantity,
			     const char *method, struct one_proportion *out, struct err *e)
{
	size_t strata = 0;
	*out = (struct one_proportion){ 0 };
	for (size_t i = 0; i < count; i++) {
		bool wanted = s[i].retrieved || quantity == QUANTITY_YIELD;
		if (!wanted || s[i].size == 0)
			continue;
		strata++;
		*out = (struct one_proportion){ s[i].size, s[i].sampled, s[i].relevant };
	}
	if (strata > 1)
		return err_data(e,
				"interval method '%s' needs one stratum: this quantity is of %zu "
				"strata (try bb-shared)",
				method, strata);
	return 0;
}

int one_proportion_interval(const struct stratum *s, size_t count, const struct interval_request *q,
			    const char *method, one_proportion_end *end, struct interval *out,
			    struct err *e)
{
	struct one_proportion x;
	if (one_proportion_of(s, count, q->quantity, method, &x, e) < 0)
		return -1;
	bool yield = q->quantity == QUANTITY_YIELD;
	*out = (struct interval){ 0, 1 };
	if (x.N == 0 && !yield)
		*out = (struct interval){ NAN, NAN };
	bool known = x.N > 0 && x.n > 0; /* else everything is possible */
	if (known && q->ends.lower_p > 0)
		out->lower = end(&x, q->ends.lower_p, true);
	if (known && q->ends.upper_p < 1)
		out->upper = end(&x, q->ends.upper_p, false);
	if (yield) {
		out->lower *= (double)x.N;
		out->upper *= (double)x.N;
	}
	return 0;
}
