/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See prior_excess.h.
 *
 * The yield of a stratum has mean r + (N-n) p, p = (a+r)/(a+b+n), and variance
 * (N-n) p (1-p) (a+b+N)/(a+b+n+1) under the prior Beta(a,b).
 */
#include <math.h>

#include "core/stats/interval/common_priors.h"
#include "core/stats/interval/prior_excess.h"

static double mean(const struct stratum *s, const struct prior *p)
{
	double weight = p->alpha + p->beta + (double)s->sampled;
	double share = weight > 0 ? (p->alpha + (double)s->relevant) / weight : 0;
	return (double)s->relevant + (double)(s->size - s->sampled) * share;
}

static double variance(const struct stratum *s, const struct prior *p)
{
	double both = p->alpha + p->beta, weight = both + (double)s->sampled;
	if (!(weight > 0))
		return 0;
	double share = (p->alpha + (double)s->relevant) / weight;
	return (double)(s->size - s->sampled) * share * (1 - share) * (both + (double)s->size) /
	       (weight + 1);
}

double interval_prior_excess(const struct interval_method *m, const struct stratum *s, size_t count)
{
	if (m->prior == NULL || m->prior == shared_prior || m->by_sample || count == 0)
		return 0;
	struct prior *own = calloc(2 * count, sizeof *own), *other = own + count;
	if (own == NULL)
		return 0; /* only a warning is lost */
	m->prior(s, count, own);
	shared_prior(s, count, other);
	double excess = 0, sum = 0;
	for (size_t i = 0; i < count; i++) {
		excess += mean(&s[i], &own[i]) - mean(&s[i], &other[i]);
		sum += variance(&s[i], &other[i]);
	}
	free(own);
	return sum > 0 ? excess / sqrt(sum) : 0;
}
