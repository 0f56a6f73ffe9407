/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/cli/output/effort.h"

bool effort_is_known(const struct measure *m)
{
	return strcmp(m->name, "recall") == 0 || strcmp(m->name, "recall_at") == 0;
}

struct effort effort_beside(const struct evaluation *x, const struct request *q, size_t value,
			    int64_t collection)
{
	const bool percent = q->measure->kind == PARAMETERS_PERCENTS;
	const double at = q->parameters.value[value];
	struct effort sum = { 0, 0 };
	double topics = 0;
	for (size_t t = 0; t < x->judgments->topics; t++) {
		int64_t relevant, other;
		judgment_set_count(&x->judgments->topic[t].all, q->level, &relevant, &other);
		if (!x->evaluated[t] || (percent && relevant == 0)) /* as the measures have it */
			continue;
		double N = (double)(collection > 0 ? collection : relevant + other);
		double k = percent ? nearbyint(N * at / 100) : at;
		sum.perfect += relevant > 0 ? fmin(k, (double)relevant) / (double)relevant : 0;
		sum.random += N > 0 ? fmin(k, N) / N : 0;
		topics++;
	}
	/* which documents there are is known of a review, or by -N */
	bool sized = !x->overlong && (percent || collection > 0);
	return (struct effort){ topics > 0 && (sized || !percent) ? sum.perfect / topics : NAN,
				topics > 0 && sized ? sum.random / topics : NAN };
}
