/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/priors.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/interval_cautions.h"

/* The strata of a segment that were sampled in part, and of these the ones with a tiny sample. */
struct segment {
	double size, relevant; /* N, and sum of N r/n */
	double variance, tiny_variance;
};

static double variance_of(double N, double n, double r)
{
	double p = (r + 0.5) / (n + 1);
	return N * (N - n) * p * (1 - p) / n;
}

/* The derivatives of the quantity by the yield of what is retrieved, [1], and of the rest. */
static void derivatives(const struct segment x[2], const struct interval_request *q, double out[2])
{
	double all = x[0].relevant + x[1].relevant, weighted = q->beta * q->beta;
	out[1] = 1;
	out[0] = q->quantity == QUANTITY_YIELD && !q->retrieved_only;
	if (q->quantity == QUANTITY_RECALL) {
		out[1] = x[0].relevant;
		out[0] = x[1].relevant;
	} else if (q->quantity == QUANTITY_F) {
		out[1] = x[1].size + weighted * x[0].relevant;
		out[0] = weighted * x[1].relevant;
	}
	if (q->quantity == QUANTITY_RECALL && !(all > 0)) /* all is open */
		out[0] = out[1] = 1;
}

bool interval_on_tiny_samples(const struct divided_stratum *d, size_t count,
			      const struct interval_request *q)
{
	struct segment x[2] = { 0 };
	double strata = 0, mixed = 0, ones = 0, relevant = 0, by[2], variance = 0, tiny = 0;
	double sampled = 0, seen = 0; /* in the strata with a tiny sample */
	for (size_t i = 0; i < count; i++) {
		struct segment *s = &x[d[i].retrieved];
		double N = (double)d[i].size, n = (double)d[i].sampled;
		double r = (double)(d[i].relevant[0] + d[i].relevant[1]);
		s->size += N;
		if (d[i].cut || d[i].sampled == 0)
			continue;
		double v = variance_of(N, n, r);
		s->relevant += N * r / n;
		s->variance += v;
		if (d[i].sampled > TINY_SAMPLED || d[i].sampled == d[i].size)
			continue;
		s->tiny_variance += v;
		strata++;
		sampled += n;
		seen += r;
		mixed += n > 1 && r > 0 && r < n;
		ones += !(n > 1);
		relevant += n > 1 ? 0 : r;
	}
	if (ones > 0) /* as many as two of them together would be, if they are alike */
		mixed += 2 * relevant * (1 - relevant / ones);
	double rare = seen < sampled - seen ? seen : sampled - seen;
	if (strata < TINY_LEAST || 6 * mixed < strata || rare < (sampled < 24 ? 2 : 3))
		return false;
	derivatives(x, q, by);
	for (int side = 0; side < 2; side++) {
		variance += by[side] * by[side] * x[side].variance;
		tiny += by[side] * by[side] * x[side].tiny_variance;
	}
	return 2 * tiny > variance;
}

bool interval_on_few_documents(const struct divided_stratum *d, size_t count,
			       const struct interval_request *q)
{
	int64_t strata = 0, sampled = 0;
	bool asked = q->quantity == QUANTITY_PRECISION && !q->post_stratified;
	for (size_t i = 0; i < count && asked; i++) {
		if (d[i].cut)
			return false;
		bool open = d[i].retrieved && d[i].sampled < d[i].size;
		strata += open && d[i].sampled > 0;
		sampled += open ? d[i].sampled : 0;
	}
	return strata > 1 && sampled <= FEW_SAMPLED;
}

/*
 * Priors. The yield of a stratum has mean r + (N-n) p, p = (a+r)/(a+b+n), and variance
 * (N-n) p (1-p) (a+b+N)/(a+b+n+1) under the prior Beta(a,b).
 */

/* The mean; *variance gets the variance. */
static double yield_mean(const struct stratum *s, const struct prior *p, double *variance)
{
	double both = p->alpha + p->beta, weight = both + (double)s->sampled;
	double share = weight > 0 ? (p->alpha + (double)s->relevant) / weight : 0;
	double open = (double)(s->size - s->sampled);
	*variance = open * share * (1 - share) * (both + (double)s->size) / (weight + 1);
	return (double)s->relevant + open * share;
}

double interval_prior_excess(const struct interval_method *m, const struct divided_stratum *d,
			     size_t count)
{
	if (m->prior == NULL || m->prior == shared_prior || m->by_sample || count == 0)
		return 0;
	struct stratum *s = calloc(count, sizeof *s);
	struct prior *own = calloc(count, sizeof *own), *shared = calloc(count, sizeof *shared);
	double excess = 0, sum = 0;
	if (s != NULL && own != NULL && shared != NULL) { /* else only a warning is lost */
		divided_strata(d, count, s);
		m->prior(s, count, own);
		shared_prior(s, count, shared);
		for (size_t i = 0; i < count; i++) {
			double variance, mean = yield_mean(&s[i], &own[i], &variance);
			excess += mean - yield_mean(&s[i], &shared[i], &variance);
			sum += variance;
		}
	}
	free(s);
	free(own);
	free(shared);
	return sum > 0 ? excess / sqrt(sum) : 0;
}
