#include <math.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/distribution/gamma_sum_sign.h"
#include "core/stats/independent/paired_counts.h"
#include "core/stats/numeric/root.h"
#include "core/stats/random/variates.h"

static int add(double prior, double count, const char *name, double *out, struct err *e)
{
	if (!(prior >= CONFUSION_LEAST_PRIOR && prior <= 4.0 * CONFUSION_MOST))
		return err_usage(e, "the prior of %s must be a number from %g to %g, not %g", name,
				 CONFUSION_LEAST_PRIOR, 4.0 * CONFUSION_MOST, prior);
	if (!(count >= 0 && count <= CONFUSION_MOST))
		return err_usage(e, "%s must be a count from 0 to %d, not %g", name, CONFUSION_MOST,
				 count);
	*out = prior + count;
	return 0;
}

int agreement_update(const struct agreement *prior, const struct agreement *counts,
		     struct agreement *posterior, struct err *e)
{
	if (add(prior->first, counts->first, "what only the first system has right",
		&posterior->first, e) < 0 ||
	    add(prior->second, counts->second, "what only the second system has right",
		&posterior->second, e) < 0)
		return -1;
	return add(prior->same, counts->same, "what both systems agree on", &posterior->same, e);
}

struct tails agreement_compare(const struct agreement *p)
{
	if (p->first == p->second)
		return (struct tails){ 0.5, 0.5 };
	/* the smaller one, so that exchanging the systems exchanges the tails */
	double less = fmin(p->first, p->second), more = fmax(p->first, p->second);
	double small = pbeta(0.5, more, less, 1, 0);
	return p->first > p->second ? (struct tails){ small, 1 - small }
				    : (struct tails){ 1 - small, small };
}

double agreement_difference(const struct agreement *p)
{
	return (p->first - p->second) / (p->first + p->second + p->same);
}

double agreement_log_odds(const struct agreement *p)
{
	return digamma(p->first) - digamma(p->second);
}

/* P(pi1 - pi2 < d) and P(pi1 - pi2 > d), -1 < d < 1 */
static struct tails difference_tails(const struct agreement *p, double d)
{
	if (d == 0)
		return agreement_compare(p);
	struct gamma_form f = { { p->first, p->second, p->same }, { 1 - d, -1 - d, -d } };
	return gamma_form_tails(&f);
}

double agreement_difference_cdf(const struct agreement *p, double d)
{
	if (isnan(d))
		return NAN;
	return d <= -1 ? 0 : d >= 1 ? 1 : difference_tails(p, d).below;
}

struct search {
	const struct agreement *p;
	double log_odds; /* of the probability wanted */
};

/* Rises with x: the log odds of P(pi1 - pi2 < d), nearly on a straight line. */
static double beyond_difference(const void *of, double d)
{
	const struct search *s = of;
	struct tails t = difference_tails(s->p, d);
	if (t.below <= 0 || t.above <= 0)
		return t.below <= 0 ? -1e4 : 1e4;
	return log(t.below) - log(t.above) - s->log_odds;
}

double agreement_difference_quantile(const struct agreement *p, double prob)
{
	if (!(prob > 0 && prob < 1))
		return isnan(prob) ? NAN : prob <= 0 ? -1 : 1;
	struct search s = { p, log(prob) - log1p(-prob) };
	double sum = p->first + p->second + p->same, mean = agreement_difference(p);
	double square = (p->first + p->second) / sum - mean * mean;
	double deviation = sqrt(square / (sum + 1)), most = 1 - 0x1p-53;
	double low = fmax(mean - 3 * deviation, -most), high = fmin(mean + 3 * deviation, most);
	while (low > -most && beyond_difference(&s, low) > 0)
		low = fmax(low - 2 * (high - low), -most);
	while (high < most && beyond_difference(&s, high) < 0)
		high = fmin(high + 2 * (high - low), most);
	return root_between(beyond_difference, &s, low, high, 1e-20 * deviation);
}

double agreement_log_odds_quantile(const struct agreement *p, double prob)
{
	/* pi1/(pi1+pi2) ~ Beta(first, second) */
	return beta_log_odds_quantile(p->first, p->second, prob);
}

int agreement_draw(const struct agreement *p, int64_t draws, uint64_t seed, struct proportion *out,
		   struct err *e)
{
	if (draws < 1)
		return err_usage(e, "the number of draws must be 1 or more, not %lld",
				 (long long)draws);
	int64_t greater = 0;
	for (int64_t i = 0; i < draws; i++) {
		struct random g;
		random_init(&g, seed, (uint64_t)i, 0);
		greater += random_log_odds(&g, p->first, p->second) > 0;
	}
	*out = proportion_of(greater, draws);
	return 0;
}
