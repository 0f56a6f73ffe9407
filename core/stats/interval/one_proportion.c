/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/one_proportion.h"

/* The stratum that is in doubt, and what the others add. */
struct doubtful {
	struct one_proportion open;
	int64_t documents; /* of all strata */
	int64_t certain;   /* relevant documents in strata that were judged as a whole */
};

static int doubtful_of(const struct stratum *s, size_t count, enum quantity quantity,
		       const char *method, struct doubtful *out, struct err *e)
{
	size_t strata = 0;
	*out = (struct doubtful){ 0 };
	for (size_t i = 0; i < count; i++) {
		bool wanted = s[i].retrieved || quantity == QUANTITY_YIELD;
		if (!wanted || s[i].size == 0)
			continue;
		out->documents += s[i].size;
		if (s[i].sampled == s[i].size) {
			out->certain += s[i].relevant;
			continue;
		}
		strata++;
		out->open = (struct one_proportion){ s[i].size, s[i].sampled, s[i].relevant };
	}
	if (strata > 1)
		return err_data(e,
				"interval method '%s' needs one stratum: this quantity is of %zu "
				"strata (try bb-spread)",
				method, strata);
	return 0;
}

int one_proportion_interval(const struct stratum *s, size_t count, const struct interval_request *q,
			    const char *method, one_proportion_end *end, struct interval *out,
			    struct err *e)
{
	struct doubtful x;
	if (doubtful_of(s, count, q->quantity, method, &x, e) < 0)
		return -1;
	double certain = (double)x.certain, documents = (double)x.documents, N = (double)x.open.N;
	double unit = q->quantity == QUANTITY_YIELD ? 1 : documents;
	bool known = x.open.n > 0; /* else everything is possible */
	*out = (struct interval){ 0, documents / unit };
	if (q->ends.lower_p > 0)
		out->lower =
			(certain + (known ? N * end(&x.open, q->ends.lower_p, true) : 0)) / unit;
	if (q->ends.upper_p < 1)
		out->upper =
			(certain + (known ? N * end(&x.open, q->ends.upper_p, false) : N)) / unit;
	return 0;
}
