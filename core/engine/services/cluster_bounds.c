/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/services/cluster_bounds.h"

#include <math.h>

int clusters_apply(const struct sample_view *s, struct err *e)
{
	if (s->capped)
		return err_usage(e,
				 "--ci=clusters and --capped do not go together: a capped estimate "
				 "is not a ratio of sums over judged documents");
	for (size_t i = 0; i < s->strata; i++)
		if (s->stratum[i].sampled == 0 && s->stratum[i].size > 0)
			return err_data(
				e,
				"bounds by clusters need a sample of every stratum, and %lld "
				"documents are in strata without one",
				(long long)s->stratum[i].size);
	return 0;
}

int clusters_describe(const struct weighted *d, size_t count, const struct interval_request *q,
		      struct estimate *out, struct err *e)
{
	static const char scarce[] =
		"there are just enough clusters for bounds: if most samples of this design would have too few, "
		"this one was lucky, and its bounds do not hold (doc/coverage.md)";
	static const char uneven[] =
		"a few large clusters have most of the documents: one-sided lower bounds of 95 % covered .89 to "
		".99 with such ones (doc/coverage.md)";
	bool lower_alone = q->ends.lower_p > 0 && q->ends.upper_p >= 1;
	struct cluster_jackknife x;
	if (cluster_jackknife(d, count, q, &x, e) < 0)
		return -1;
	out->design_effect = isfinite(x.design_effect) ? x.design_effect : 0;
	if (cluster_is_scarce(&x))
		out->caution = scarce;
	else if (lower_alone && cluster_is_uneven(&x))
		out->caution = uneven;
	return 0;
}
