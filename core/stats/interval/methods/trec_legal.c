/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The intervals that TREC 2009 printed for its Legal Track's interactive task (Hedin et al. 2009).
 * With N documents in a stratum, n sampled, a of them assessable, r relevant:
 *
 *     T = Σ N·r/n,      var T = Σ N(N-n)·p(1-p)/(n-1),  p = r/n
 *     A = Σ N·a/n,      var A likewise with p = a/n, over retrieved strata
 *     recall = T1/T,  precision = T1/A
 *     var(x/y) = (x/y)²·(var x/x² + var y/y²): the covariance is left out
 *     F by the delta method from precision and recall as if independent
 *
 * A stratum with one document sampled gives no variance. z is 1.96 at 95 %. Ends are clipped to
 * [0,1] (yield: to [0, number of documents]).
 */
#include "core/base/near.h"
#include "core/stats/f_measure.h"
#include "core/stats/interval/interval.h"
#include "core/stats/rmath.h"

struct total {
	double value, variance;
};

static void add_stratum(struct total *t, double N, double n, double hits)
{
	double p = hits / n;
	t->value += N * p;
	if (n > 1.0)
		t->variance += N * (N - n) * p * (1.0 - p) / (n - 1.0);
}

static struct total ratio(struct total x, struct total y)
{
	struct total out = { NAN, NAN };
	if (y.value > 0.0) {
		double square = y.value * y.value;
		out.value = x.value / y.value;
		out.variance = (x.variance + out.value * out.value * y.variance) / square;
	}
	return out;
}

static struct total f_measure(struct total precision, struct total recall, double beta)
{
	struct total out = { NAN, NAN };
	double b2 = beta * beta;
	double P = precision.value, R = recall.value;
	double bottom = b2 * P + R;
	if (bottom > 0.0) {
		double by_P = (1.0 + b2) * R * R / (bottom * bottom);
		double by_R = (1.0 + b2) * b2 * P * P / (bottom * bottom);
		out.value = f_of_shares(P, R, b2);
		out.variance = by_P * by_P * precision.variance + by_R * by_R * recall.variance;
	}
	return out;
}

/* TREC used the rounded 1.96; other levels than 95 % have no precedent and get the exact value. */
static double quantile(double p)
{
	if (near_within(p, 0.025, NEAR_ROUNDING))
		return -1.96;
	if (near_within(p, 0.975, NEAR_ROUNDING))
		return 1.96;
	return qnorm(p, 0.0, 1.0, 1, 0);
}

/* `s` is as sampled: gray documents are dealt with here, not by the caller. */
static int trec_legal(const struct interval_method *m, const struct stratum *s, size_t count,
		      const struct interval_request *q, struct interval *out, struct err *e)
{
	(void)m, (void)e;
	struct total relevant = { 0 }, retrieved = { 0 }, assessable = { 0 }, x = { NAN, NAN };
	double documents = 0.0;
	*out = (struct interval){ NAN, NAN };
	for (size_t i = 0; i < count; i++) {
		double N = (double)s[i].size, n = (double)s[i].sampled;
		double a = (double)(q->gray_nonrelevant ? s[i].sampled : s[i].assessable);
		if (s[i].size == 0)
			continue;
		if (s[i].sampled == 0 && (s[i].retrieved || q->quantity != QUANTITY_PRECISION))
			return 0;
		documents += N;
		if (s[i].sampled == 0)
			continue;
		add_stratum(&relevant, N, n, (double)s[i].relevant);
		if (s[i].retrieved) {
			add_stratum(&retrieved, N, n, (double)s[i].relevant);
			add_stratum(&assessable, N, n, a);
		}
	}

	double greatest = q->quantity == QUANTITY_YIELD ? documents : 1.0;
	switch (q->quantity) {
	case QUANTITY_RECALL:
		x = ratio(retrieved, relevant);
		break;
	case QUANTITY_PRECISION:
		x = ratio(retrieved, assessable);
		break;
	case QUANTITY_F:
		x = f_measure(ratio(retrieved, assessable), ratio(retrieved, relevant), q->beta);
		break;
	case QUANTITY_YIELD:
		x = relevant;
		break;
	}
	if (isnan(x.value) || isnan(x.variance))
		return 0;
	double sd = sqrt(x.variance);
	out->lower =
		q->ends.lower_p <= 0.0 ? 0.0 : fmax(0.0, x.value + quantile(q->ends.lower_p) * sd);
	out->upper = q->ends.upper_p >= 1.0
			     ? greatest
			     : fmin(greatest, x.value + quantile(q->ends.upper_p) * sd);
	return 0;
}

INTERVAL_METHOD = {
	.name = "trec-legal",
	.summary = "what the TREC 2009 Legal Track printed",
	.manual = "Normal intervals as officially reported for the interactive task of the "
		  "TREC 2009 Legal Track (Hedin et al. 2009): yield T = sum N r/n with "
		  "variance sum N(N-n) p(1-p)/(n-1); recall is the retrieved part of T over "
		  "T, precision the retrieved part over sum N a/n, a being the assessable of "
		  "the n sampled; the variance of a ratio leaves out the covariance of its "
		  "parts; F follows from precision and recall as if they were independent. z "
		  "= 1.96 at 95 %, ends clipped to [0,1]. To reproduce and check published "
		  "figures: with few relevant documents among the unretrieved these intervals "
		  "are misleading.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.raw_gray = true,
	.compute = trec_legal,
};
