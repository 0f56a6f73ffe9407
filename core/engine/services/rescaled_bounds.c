/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/services/rescaled_bounds.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/numeric/logit.h"

double value_rescale(double x, double from, double to, enum quantity quantity)
{
	if (quantity == QUANTITY_YIELD)
		return from > 0 && to > 0 ? x * (to / from) : x;
	return logit_moved(x, from, to);
}

void bounds_rescale(struct interval *x, double from, double to, enum quantity quantity)
{
	x->lower = value_rescale(x->lower, from, to, quantity);
	x->upper = value_rescale(x->upper, from, to, quantity);
}

double documents_stood_for(const struct sample_view *s)
{
	double sum = 0;
	bool weighted = s->weights_given && s->documents > 0;
	for (size_t i = 0; weighted && i < s->documents; i++)
		sum += s->document[i].weight;
	for (size_t i = 0; i < s->strata; i++)
		sum += weighted && s->stratum[i].sampled > 0 ? 0 : (double)s->stratum[i].size;
	return sum;
}

bool mean_rescaling(const struct topics_view *v, const struct interval_request *q,
		    const double *base, double *from, double *to)
{
	double count = 0;
	bool given = false;
	*from = *to = 0;
	for (size_t t = 0; t < v->topics; t++) {
		const struct sample_view *s = v->sample[t];
		if (isnan(v->estimate[t].value))
			continue;
		bool weighted = s->weights_given && s->strata > 0 && !s->capped;
		given = given || weighted;
		count++;
		*to += v->estimate[t].value;
		double own = weighted ? divided_value(s->stratum, s->strata, q) : 0;
		own = base != NULL ? own / base[t] : own;
		*from += weighted ? own : v->estimate[t].value;
	}
	*from /= count;
	*to /= count;
	return given && fabs(*to - *from) > 1e-12 * fabs(*from);
}
