/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/numeric/root.h"
#include "core/stats/rmath.h"

struct search {
	double a, b;
	double log_odds; /* of the probability wanted */
};

/* ln of P(X <= x) / P(X > x) less the value wanted, for the x with log odds u. Rises with u. */
static double beyond(const void *of, double u)
{
	const struct search *s = of;
	double small = 1 / (1 + exp(fabs(u)));
	double below, above;
	if (u < 0) {
		below = pbeta(small, s->a, s->b, 1, 1);
		above = pbeta(small, s->a, s->b, 0, 1);
	} else {
		below = pbeta(small, s->b, s->a, 0, 1);
		above = pbeta(small, s->b, s->a, 1, 1);
	}
	double difference = below - above - s->log_odds;
	return fmax(-1e300, fmin(1e300, difference)); /* a tail may underflow to 0 */
}

double beta_log_odds_quantile(double a, double b, double prob)
{
	const double far = 100;
	if (!(prob > 0 && prob < 1))
		return isnan(prob) ? NAN : prob <= 0 ? -INFINITY : INFINITY;
	/* if x is as small as this, P(X <= x) is x^a / (a B(a,b)); likewise near 1 */
	double low = (log(prob) + log(a) + lbeta(a, b)) / a;
	double high = -(log1p(-prob) + log(b) + lbeta(a, b)) / b;
	if (low < -far || high > far)
		return low < -far ? low : high;
	struct search s = { a, b, log(prob) - log1p(-prob) };
	double middle = digamma(a) - digamma(b), deviation = sqrt(trigamma(a) + trigamma(b));
	double from = fmax(middle - 3 * deviation, -2 * far);
	double to = fmin(middle + 3 * deviation, 2 * far);
	while (from > -2 * far && beyond(&s, from) > 0)
		from = fmax(from - 2 * (to - from), -2 * far);
	while (to < 2 * far && beyond(&s, to) < 0)
		to = fmin(to + 2 * (to - from), 2 * far);
	return root_between(beyond, &s, from, to, ROOT_BITS * deviation);
}

double binomial_limit(int64_t r, int64_t n, double prob, bool lower)
{
	double seen = (double)r, other = (double)(n - r);
	if (lower ? r == 0 : r == n)
		return lower ? 0 : 1;
	return inverse_logit(lower ? beta_log_odds_quantile(seen, other + 1, prob)
				   : beta_log_odds_quantile(seen + 1, other, prob));
}
