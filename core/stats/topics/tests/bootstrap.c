/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The studentised bootstrap test of a mean (Efron & Tibshirani 1993, section 16.4, the one-sample
 * form of algorithm 16.2; two-sided for retrieval in Sakai 2006). With
 *
 *     t(x) = mean(x) / (s(x) / sqrt(n)),   s with divisor n - 1,
 *
 * the differences less their mean, whose mean is 0 as the hypothesis says, are drawn with
 * replacement, n at a time and B times, and
 *
 *     p_greater = (1 + #{t* >= t}) / (1 + B),  p_less with <=,  p with |t*| >= |t|.
 *
 * The book has #/B; with the 1 the data count as one of the samples, and p is never 0. A resample
 * of equal values has no deviation: its t* is infinite with the sign of its mean, thus as extreme
 * as anything, or 0 if its mean is. Left out, such resamples would make small samples look
 * significant: all others of n = 2 have t* = 0. Undefined if t is: one pair, or all equal.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/paired_test.h"

/* t* and t are the same within this, relative to t or to 1: so far apart rounding may put them. */
static const double same = 100 * NEAR_ROUNDING;

/* A variance below this share of the mean square loses digits when it is found in one pass. */
static const double suspicious = 0.01;

/* Numbers below n, each as likely as the others (Lemire 2019): words of bits times n, carried. */
struct picker {
	struct uniform bits;
	uint32_t n, reject; /* words with a remainder below 2^32 mod n are passed over */
};

static struct picker picker_start(uint64_t seed, uint64_t resample, uint32_t n)
{
	return (struct picker){ .bits = uniform_start(seed, resample, STREAM_BOOTSTRAP_TEST),
				.n = n,
				.reject = (uint32_t)-n % n };
}

static uint32_t pick(struct picker *p)
{
	for (;;) {
		if (p->bits.left == 0) {
			p->bits.block = philox4x32(p->bits.counter, p->bits.key);
			p->bits.counter.v[0]++;
			p->bits.left = 4;
		}
		uint64_t product = (uint64_t)p->bits.block.v[4 - p->bits.left--] * p->n;
		if ((uint32_t)product >= p->reject)
			return (uint32_t)(product >> 32);
	}
}

static double studentised(double mean, double squares, double n)
{
	return mean / sqrt(squares / (n - 1) / n);
}

/* t of one resample, by deviations from its mean. */
static double careful_t(const double *centred, struct picker p, double *drawn)
{
	double n = p.n, sum = 0, squares = 0;
	bool equal = true;
	for (uint32_t i = 0; i < p.n; i++) {
		drawn[i] = centred[pick(&p)];
		sum += drawn[i];
		equal = equal && drawn[i] == drawn[0];
	}
	if (equal)
		return drawn[0] == 0 ? 0 : copysign(INFINITY, drawn[0]);
	for (uint32_t i = 0; i < p.n; i++)
		squares += (drawn[i] - sum / n) * (drawn[i] - sum / n);
	return studentised(sum / n, squares, n);
}

/* Sums and sums of squares of every fourth value drawn: four chains of additions at a time. */
struct sums {
	double sum[4], squares[4];
	bool rejected; /* a word was to be passed over */
};

static inline void sums_add(struct sums *s, unsigned w, uint32_t word, const double *centred,
			    const struct picker *p)
{
	uint64_t product = (uint64_t)word * p->n;
	double x = centred[product >> 32];
	s->rejected |= (uint32_t)product < p->reject;
	s->sum[w] += x;
	s->squares[w] += x * x;
}

/* The same in one pass; nan if careful_t() is needed. */
static double quick_t(const double *centred, struct picker p)
{
	struct sums s = { .rejected = false };
	for (uint32_t i = 0; i < p.n / 4; i++) {
		philox4x32_ctr_t block = philox4x32(p.bits.counter, p.bits.key);
		p.bits.counter.v[0]++;
		sums_add(&s, 0, block.v[0], centred, &p);
		sums_add(&s, 1, block.v[1], centred, &p);
		sums_add(&s, 2, block.v[2], centred, &p);
		sums_add(&s, 3, block.v[3], centred, &p);
	}
	philox4x32_ctr_t last = philox4x32(p.bits.counter, p.bits.key);
	for (unsigned w = 0; w < p.n % 4; w++)
		sums_add(&s, w, last.v[w], centred, &p);
	double n = p.n, sum = (s.sum[0] + s.sum[1]) + (s.sum[2] + s.sum[3]);
	double squares = (s.squares[0] + s.squares[1]) + (s.squares[2] + s.squares[3]);
	double about_mean = squares - sum * (sum / n);
	if (s.rejected || !(about_mean > suspicious * squares))
		return NAN;
	return studentised(sum / n, about_mean, n);
}

static void resample(const double *centred, double t, uint32_t n, double *drawn,
		     const struct paired_test_request *q, struct paired_test_result *out)
{
	double slack = same * fmax(1, fabs(t)), all = (double)q->resamples;
	int64_t greater = 0, less = 0, extreme = 0;
	for (int64_t i = 0; i < q->resamples; i++) {
		struct picker p = picker_start(q->seed, (uint64_t)i, n);
		double resampled = quick_t(centred, p);
		if (isnan(resampled))
			resampled = careful_t(centred, p, drawn);
		greater += resampled >= t - slack;
		less += resampled <= t + slack;
		extreme += fabs(resampled) >= fabs(t) - slack;
	}
	out->p_greater = (1 + (double)greater) / (1 + all);
	out->p_less = (1 + (double)less) / (1 + all);
	out->p = (1 + (double)extreme) / (1 + all);
}

/* t of the differences, which are then centred at 0. */
static double centre(struct differences *d)
{
	for (size_t i = 0; i < d->count; i++) {
		d->value[i] -= d->mean;
		if (fabs(d->value[i]) <= d->tolerance)
			d->value[i] = 0;
	}
	return d->mean / (d->deviation / sqrt((double)d->count));
}

static int bootstrap(struct differences *d, const struct paired_test_request *q,
		     struct paired_test_result *out, struct err *e)
{
	if (q->resamples < 1)
		return err_usage(e, "bootstrap test: need at least 1 resample, found %lld",
				 (long long)q->resamples);
	if (d->count > UINT32_MAX)
		return err_data(e, "bootstrap test: more than %lu pairs",
				(unsigned long)UINT32_MAX);
	double *drawn = calloc(d->count, sizeof *drawn);
	int status = drawn ? 0 : err_memory(e);
	if (status == 0 && d->deviation > 0)
		resample(d->value, centre(d), (uint32_t)d->count, drawn, q, out);
	free(drawn);
	return status;
}

PAIRED_TEST = {
	.name = "bootstrap",
	.called = "bootstrap",
	.summary = "studentised bootstrap test of the mean difference",
	.manual =
		"Student's t of the differences against that of B samples with replacement from "
		"the differences less their mean: p = (1 + k)/(1 + B), k of them being at least "
		"as extreme; two-sided by magnitude (B and the seed can be chosen). A resample "
		"without variance counts as infinitely extreme, on the side of its mean. nan for "
		"a single pair and if all differences are equal, identical runs among them. "
		"Assumes that the topics are a sample, but no form of distribution; wants 20 topics or "
		"more. Efron & Tibshirani (1993), section 16.4.",
	.random = true,
	.compute = bootstrap,
};
