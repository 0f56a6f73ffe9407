/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bb-mcp: beta-binomial posteriors with the most conservative prior (Webber 2013, section 2.8, eq
 * 18; Dyer and Pierce 1993).
 *
 *     R = r + BetaBin(N-n; h+r, h+n-r) for each stratum,
 *
 * h the value that maximizes the expected information gain of the sample. The double sum of eq 18
 * separates: with K, R and x beta-binomial(h,h) of sizes N-n, N and n,
 *
 *     D(h) = E ln C(N-n,K) - E ln C(N,R) - E ln [B(h+x, h+n-x) / B(h,h)]
 *
 * As in the paper, N is limited to 1000 and n to 1000 - min(N-n, 200). For n = 1 the maximum is at
 * h = 0, a posterior that is certain from one document: there h = 1/2, as for n = 0, where D is 0
 * for every h.
 */
#include <math.h>

#include "core/stats/distribution/betabinomial.h"
#include "core/stats/interval/interval.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/root.h"

#define SIZE_LIMIT   1000
#define UNSEEN_LIMIT 200

/* E ln C(m,K), K ~ BetaBin(m; h,h). */
static double mean_log_choose(const double *log_factorial, int m, double h)
{
	const struct beta_binomial d = { m, h, h };
	double mass[SIZE_LIMIT + 1], sum = 0;
	beta_binomial_masses(&d, beta_binomial_log_constant(&d), 0, (size_t)m + 1, mass);
	for (int k = 0; k <= m; k++)
		sum += mass[k] * (log_factorial[m] - log_factorial[k] - log_factorial[m - k]);
	return sum;
}

/* E ln [B(h+x, h+n-x) / B(h,h)], x ~ BetaBin(n; h,h). */
static double mean_log_beta(int n, double h)
{
	const struct beta_binomial d = { n, h, h };
	double mass[SIZE_LIMIT + 1], sum = 0, log_ratio = log_beta(h, h + n) - log_beta(h, h);
	beta_binomial_masses(&d, beta_binomial_log_constant(&d), 0, (size_t)n + 1, mass);
	for (int x = 0; x <= n; x++) {
		sum += mass[x] * log_ratio;
		if (x < n)
			log_ratio += log((h + x) / (h + n - x - 1));
	}
	return sum;
}

struct population {
	double log_factorial[SIZE_LIMIT + 1];
	int N, n;
};

/* Less the gain of information, D, with ln h. */
static double lack_of_information(const void *of, double log_h)
{
	const struct population *p = of;
	double h = exp(log_h);
	return -(mean_log_choose(p->log_factorial, p->N - p->n, h) -
		 mean_log_choose(p->log_factorial, p->N, h) - mean_log_beta(p->n, h));
}

/* By golden section on ln h: D has one maximum (Dyer and Pierce 1993). */
static double most_conservative(int N, int n)
{
	struct population p = { .N = N, .n = n };
	for (int i = 1; i <= N; i++)
		p.log_factorial[i] = p.log_factorial[i - 1] + log(i);
	return exp(lowest_between(lack_of_information, &p, log(1e-4), log(4), FLAT_ACCURACY));
}

static int limited_size(const struct stratum *s)
{
	return s->size < SIZE_LIMIT ? (int)s->size : SIZE_LIMIT;
}

static int limited_sample(const struct stratum *s)
{
	int64_t unseen = s->size - s->sampled;
	int64_t limit = SIZE_LIMIT - (unseen < UNSEEN_LIMIT ? unseen : UNSEEN_LIMIT);
	return (int)(s->sampled < limit ? s->sampled : limit);
}

static double hyperparameter(const struct stratum *s)
{
	if (s->sampled <= 1)
		return 0.5;
	if (s->sampled == s->size)
		return 1;
	return most_conservative(limited_size(s), limited_sample(s));
}

static void prior(const struct stratum *s, size_t count, struct prior *out)
{
	for (size_t i = 0; i < count; i++) {
		size_t j = 0; /* many strata have the same limited sizes, hence the same prior */
		while (j < i && (limited_size(&s[j]) != limited_size(&s[i]) ||
				 limited_sample(&s[j]) != limited_sample(&s[i])))
			j++;
		double h = j < i ? out[j].alpha : hyperparameter(&s[i]);
		out[i] = (struct prior){ h, h };
	}
}

INTERVAL_METHOD = {
	.name = "bb-mcp",
	.summary = "beta-binomial posterior, most conservative prior in each stratum (Webber 2013)",
	.manual = "As bb-half, with the hyperparameter of each stratum chosen to maximize the "
		  "information that the sample is expected to give (Webber 2013, eq 18; Dyer "
		  "and Pierce 1993), for N limited to 1000 and n to 1000 - min(N-n, 200). A "
		  "stratum with one sampled document has no such value and takes 1/2; with "
		  "two or three it is near 0, and the interval too narrow.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.forced_ends = true,
	.prior = prior,
};
