/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/distribution/log_odds.h"
#include "core/stats/goutte_gaussier/paired_counts.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/root.h"
#include "core/stats/random/variates.h"
#include "core/stats/rmath.h"

static int add_prior(double prior, double count, const char *name, double *out, struct err *e)
{
	if (!(prior >= CONFUSION_LEAST_PRIOR && prior <= 4.0 * CONFUSION_MOST))
		return err_usage(e, "the prior of %s must be a number from %g to %g, not %g", name,
				 CONFUSION_LEAST_PRIOR, 4.0 * CONFUSION_MOST, prior);
	if (confusion_check_count(count, name, e) < 0)
		return -1;
	*out = prior + count;
	return 0;
}

int agreement_update(const struct agreement *prior, const struct agreement *counts,
		     struct agreement *posterior, struct err *e)
{
	if (add_prior(prior->first, counts->first, "what only the first system has right",
		      &posterior->first, e) < 0 ||
	    add_prior(prior->second, counts->second, "what only the second system has right",
		      &posterior->second, e) < 0)
		return -1;
	return add_prior(prior->same, counts->same, "what both systems agree on", &posterior->same,
			 e);
}

struct tails agreement_compare(const struct agreement *p)
{
	if (p->first == p->second)
		return (struct tails){ 0.5, 0.5 };
	/* compute the smaller tail, so that exchanging the systems exchanges the tails */
	double less = fmin(p->first, p->second), more = fmax(p->first, p->second);
	double small = pbeta(0.5, more, less, 1, 0);
	return p->first > p->second ? (struct tails){ small, 1 - small }
				    : (struct tails){ 1 - small, small };
}

double agreement_log_odds(const struct agreement *p)
{
	return digamma(p->first) - digamma(p->second);
}

/* pi1 - pi2 for d >= 0; for d < 0 the caller exchanges the systems. */
struct share_difference {
	struct log_odds_table ratio; /* ln G1/(G2+G3) */
	struct log_odds_table rest;  /* its values are 1-D, in place of ln D/(1-D) */
	double prob;		     /* for a quantile: the probability wanted */
};

/* For the caller to free; NULL: memory ran out. */
static struct share_difference *share_difference_new(double first, double second, double same)
{
	struct share_difference *x = malloc(sizeof *x);
	struct log_odds *l = malloc(sizeof *l);
	if (x == NULL || l == NULL) {
		free(x);
		free(l);
		return NULL;
	}
	log_odds_init(l, first, second + same, 0, 1, 0, 0);
	log_odds_tabulate(&x->ratio, l, LOG_ODDS_STEP);
	log_odds_init(l, same, second, 0, 1, 0, 0);
	log_odds_tabulate(&x->rest, l, LOG_ODDS_SUM_STEP);
	for (size_t i = 0; i < x->rest.count; i++)
		x->rest.value[i] = 1 / (1 + exp(x->rest.value[i]));
	free(l);
	return x;
}

/* P(pi1 - pi2 <= d), 0 <= d < 1 */
static double difference_upto(const struct share_difference *x, double d)
{
	double sum = 0;
	for (size_t i = 0; i < x->rest.count; i++)
		sum += x->rest.mass[i] *
		       log_odds_cdf(&x->ratio, log((d + x->rest.value[i]) / (1 - d)));
	return fmin(sum, 1);
}

static double beyond_difference(const void *of, double d)
{
	const struct share_difference *x = of;
	return difference_upto(x, d) - x->prob;
}

double agreement_difference_quantile(const struct agreement *p, double prob)
{
	if (!(prob > 0 && prob < 1))
		return isnan(prob) ? NAN : prob <= 0 ? -1 : 1;
	bool positive = prob >= agreement_compare(p).below;
	double first = positive ? p->first : p->second, second = positive ? p->second : p->first;
	struct share_difference *x = share_difference_new(first, second, p->same);
	if (x == NULL)
		return NO_MEMORY;
	x->prob = positive ? prob : 1 - prob;
	double sum = first + second + p->same, mean = (first - second) / sum, most = 1 - 0x1p-53;
	double deviation = sqrt(((first + second) / sum - mean * mean) / (sum + 1));
	double low = fmax(mean - 3 * deviation, 0),
	       high = fmin(fmax(mean, 0) + 3 * deviation, most);
	while (low > 0 && beyond_difference(x, low) > 0)
		low = fmax(low - 2 * (high - low), 0);
	while (high < most && beyond_difference(x, high) < 0)
		high = fmin(high + 2 * (high - low), most);
	double d = root_between(beyond_difference, x, low, high, ROOT_ACCURACY * deviation);
	free(x);
	return positive ? d : -d;
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
