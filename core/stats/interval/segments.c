/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/f_measure.h"
#include "core/stats/interval/segments.h"
#include "core/stats/rmath.h"

void segments_estimate(const struct stratum *s, size_t count, double added, struct segments *out)
{
	*out = (struct segments){ 0 };
	for (size_t i = 0; i < count; i++) {
		if (s[i].size == 0)
			continue;
		struct segment *g = s[i].retrieved ? &out->retrieved : &out->unretrieved;
		double N = (double)s[i].size;
		double n = (double)s[i].sampled;
		double m = n + 2.0 * added;
		g->size += s[i].size;
		g->sampled += s[i].sampled;
		g->relevant += s[i].relevant;
		if (m <= 0.0) {
			g->unsampled = true;
			continue;
		}
		double p = ((double)s[i].relevant + added) / m;
		g->yield += N * p;
		g->variance += N * (N - n) * p * (1.0 - p) / m;
	}
}

struct estimate segments_quantity(const struct segments *g, const struct interval_request *q)
{
	double R1 = g->retrieved.yield, R0 = g->unretrieved.yield;
	double V1 = g->retrieved.variance, V0 = g->unretrieved.variance;
	double N1 = (double)g->retrieved.size;
	double total = R1 + R0;
	struct estimate x = { NAN, NAN };
	if (g->retrieved.unsampled ||
	    (g->unretrieved.unsampled && q->quantity != QUANTITY_PRECISION))
		return x;

	switch (q->quantity) {
	case QUANTITY_RECALL:
		if (total > 0.0) {
			double square = total * total;
			x.value = R1 / total;
			x.variance = (V1 * R0 * R0 + V0 * R1 * R1) / (square * square);
		}
		break;
	case QUANTITY_PRECISION:
		if (N1 > 0.0) {
			x.value = R1 / N1;
			x.variance = V1 / (N1 * N1);
		}
		break;
	case QUANTITY_F: {
		double b2 = q->beta * q->beta;
		const struct f_slopes by = f_slopes(R1, N1, total, b2);
		if (N1 + b2 * total > 0.0) {
			double by_R1 = by.found + by.all;
			x.value = f_of_counts(R1, N1, total, b2);
			x.variance = by_R1 * by_R1 * V1 + by.all * by.all * V0;
		}
		break;
	}
	case QUANTITY_YIELD:
		x.value = total;
		x.variance = V1 + V0;
		break;
	}
	return x;
}

struct interval segments_normal_ends(const struct segments *g, const struct interval_request *q,
				     struct estimate x)
{
	struct interval out = { NAN, NAN };
	if (isnan(x.value) || isnan(x.variance))
		return out;
	double sd = sqrt(x.variance);
	double greatest = q->quantity == QUANTITY_YIELD
				  ? (double)(g->retrieved.size + g->unretrieved.size)
				  : 1.0;
	out.lower = q->ends.lower_p <= 0.0 ? 0.0
					   : x.value + qnorm(q->ends.lower_p, 0.0, 1.0, 1, 0) * sd;
	out.upper = q->ends.upper_p >= 1.0 ? greatest
					   : x.value + qnorm(q->ends.upper_p, 0.0, 1.0, 1, 0) * sd;
	return out;
}

int segments_interval(const struct interval_method *m, const struct stratum *s, size_t count,
		      const struct interval_request *q, struct interval *out, struct err *e)
{
	(void)e;
	struct segments g;
	segments_estimate(s, count, m->added, &g);
	struct estimate x = segments_quantity(&g, q);
	if (m->variance != NULL)
		x.variance = m->variance(&g, x.value);
	*out = segments_normal_ends(&g, q, x);
	return 0;
}

int two_samples_from(const struct stratum *s, size_t count, const char *method,
		     struct two_samples *out, struct err *e)
{
	size_t retrieved = 0, unretrieved = 0;
	*out = (struct two_samples){ 0 };
	for (size_t i = 0; i < count; i++) {
		if (s[i].size == 0)
			continue;
		if (s[i].retrieved) {
			retrieved++;
			out->N1 = s[i].size;
			out->n1 = s[i].sampled;
			out->r1 = s[i].relevant;
		} else {
			unretrieved++;
			out->N0 = s[i].size;
			out->n0 = s[i].sampled;
			out->r0 = s[i].relevant;
		}
	}
	if (retrieved > 1 || unretrieved > 1)
		return err_data(e,
				"interval method '%s' needs one simple random sample of the "
				"retrieved and one of the unretrieved documents; here are %zu "
				"retrieved and %zu unretrieved strata (try bb-spread)",
				method, retrieved, unretrieved);
	return 0;
}

bool two_samples_trivial(const struct two_samples *x, struct interval *out)
{
	if (x->r1 + x->r0 == 0)
		*out = (struct interval){ 0.0, 1.0 };
	else if (x->N1 == 0)
		*out = (struct interval){ 0.0, 0.0 };
	else if (x->N0 == 0)
		*out = (struct interval){ 1.0, 1.0 };
	else
		return false;
	return true;
}
