/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interval of precision in the first k from samples, of a mean over topics.
 *
 * Expected numbers are by hand, or quantiles of mixtures of two gamma distributions, found by
 * bisection in Python with the series and the continued fraction of the incomplete gamma function
 * (Abramowitz & Stegun 6.5.29, 6.5.31). Coverage is by enumerating all samples of small designs.
 */
#include <stdlib.h>

#include "core/stats/ranking/jackknife.h"
#include "core/stats/ranking/top_precision.h"
#include "tests/support/cases.h"
#include "tests/support/near.h"

enum { MOST = 16 };

/* A topic of one or two strata. */
struct drawn {
	struct ranked_unit unit[MOST];
	struct ranked_bucket bucket[2];
	size_t units, buckets;
};

static void add_stratum(struct drawn *d, int64_t size, int64_t sampled)
{
	d->bucket[d->buckets++] = (struct ranked_bucket){ .size = size, .sampled = sampled };
}

/* One of the last stratum. */
static void add_document(struct drawn *d, double rank, bool relevant)
{
	const struct ranked_bucket *b = &d->bucket[d->buckets - 1];
	d->unit[d->units++] =
		(struct ranked_unit){ .rank = rank,
				      .probability = (double)b->sampled / (double)b->size,
				      .bucket = (int32_t)d->buckets - 1,
				      .relevant = relevant };
}

static struct ranked_sample sample_of(const struct drawn *d)
{
	return (struct ranked_sample){ .unit = d->unit,
				       .units = d->units,
				       .bucket = d->bucket,
				       .buckets = d->buckets,
				       .known = true };
}

static void add(struct top_precision *x, const struct drawn *d, double cutoff, double retrieved,
		double topics, double se)
{
	struct err e = { 0 };
	const struct ranked_sample s = sample_of(d);
	assert_int_equal(top_precision_add(x, &s, cutoff, retrieved, topics, se, &e), 0);
}

static struct drawn judged(int64_t size, const double *rank, const bool *relevant, int64_t count)
{
	struct drawn d = { 0 };
	add_stratum(&d, size, count);
	for (int64_t i = 0; i < count; i++)
		add_document(&d, rank[i], relevant[i]);
	return d;
}

static void
where_nothing_relevant_was_seen_the_upper_end_is_that_of_an_unseen_document(void **state)
{
	(void)state;
	const double rank[] = { 11, 12, 30, 31, 50, 60, 70, INFINITY };
	const bool relevant[] = { 1, 0, 1, 0, 0, 0, 0, 1 };
	const struct drawn d = judged(100, rank, relevant, 8);
	struct top_precision x = { 0 };
	for (int t = 0; t < 30; t++)
		add(&x, &d, 10, 100, 30, 0);
	/* one document more is 11.5/(10 * 30); of the mean of 0 and of an exponential distribution
	   97.5 % are below log(20) of it, and of that distribution alone 95 % */
	struct interval i = top_precision_interval(&x, .025, .975);
	assert_near(i.lower, 0, 0);
	assert_near(i.upper, 0.11483640381956965, 1e-10);
	assert_near(top_precision_interval(&x, 0, .95).upper, 0.11483640381956965, 1e-10);
	assert_near(top_precision_interval(&x, .05, 1).lower, 0, 0);
	assert_near_or_nan(top_precision_error(&x), NAN, 0);
	/* in three topics it is more than is possible */
	x = (struct top_precision){ 0 };
	for (int t = 0; t < 3; t++)
		add(&x, &d, 10, 100, 3, NAN);
	assert_near(top_precision_interval(&x, .025, .975).upper, 1, 1e-15);
}

static void
one_relevant_document_of_two_topics_has_the_quantiles_of_two_gamma_distributions(void **state)
{
	(void)state;
	const double first[] = { 2, 9, 12, 15 }, second[] = { 8, 10, 14, 17 };
	const bool relevant[] = { 1, 0, 1, 0 }, none[] = { 0, 0, 0, 0 };
	const struct drawn a = judged(20, first, relevant, 4), b = judged(20, second, none, 4);
	struct top_precision x = { 0 };
	/* textbook: 20^2 (1 - 4/20) (1/4)/4 / 5^2 = .8 in the first topic */
	add(&x, &a, 5, 20, 2, sqrt(.8));
	add(&x, &b, 5, 20, 2, 0);
	assert_near(x.value, .5, 1e-15);
	assert_near(x.variance, .2, 1e-15);
	assert_near(x.least, .1, 1e-15);
	assert_near(x.most, 1, 1e-15);
	assert_near(x.unseen[1] / x.unseen[0], .4, 1e-15);
	/* means .5 and .9, variances .2 and .2 + .16 */
	struct interval i = top_precision_interval(&x, .025, .975);
	assert_near(i.lower, .1, 1e-15);
	assert_near(i.upper, 1, 1e-15);
	x.least = 0;
	x.most = 9;
	i = top_precision_interval(&x, .025, .975);
	assert_near(i.lower, 0.04064055955292629, 1e-10);
	assert_near(i.upper, 2.14666266492761, 1e-10);
	assert_near(top_precision_interval(&x, .05, 1).lower, 0.04215162247156725, 1e-10);
	assert_near(top_precision_interval(&x, 0, .95).upper, 2.0576391335702757, 1e-10);
	/* an error that is not known: each document as if alone, .5^2 (1 - 1/5) */
	struct top_precision unknown = { 0 };
	add(&unknown, &a, 5, 20, 2, NAN);
	assert_near(unknown.variance, .2, 1e-15);
}

static void a_sample_without_a_document_that_is_not_relevant_may_have_missed_one(void **state)
{
	(void)state;
	const double rank[] = { 1, 3, 4, 8 };
	const bool relevant[] = { 1, 1, 1, 1 };
	const struct drawn d = judged(10, rank, relevant, 4);
	struct top_precision x = { 0 };
	add(&x, &d, 10, 10, 1, 0);
	/* value 1; one document is (2.5 - 1)/10: means .85 and 1.15, variances .0225 */
	struct interval i = top_precision_interval(&x, .025, .975);
	assert_near(i.lower, 0.6191975950644748, 1e-10);
	assert_near(i.upper, 1, 1e-15);
	assert_near(top_precision_interval(&x, .05, 1).lower, 0.6192097277100854, 1e-10);
}

static void unseen_documents_are_those_that_judged_ones_of_the_top_stand_for_then_all(void **state)
{
	(void)state;
	struct drawn d = { 0 };
	add_stratum(&d, 2, 1);
	add_document(&d, 1, false);
	add_stratum(&d, 10, 1);
	add_document(&d, 50, false);
	struct top_precision x = { 0 };
	add(&x, &d, 3, 60, 1, 0);
	/* 2 places are open; rank 1 stands for one more, and .1 of the 10 others for the second:
	   1.1 of 1/3, and .9 of 9/3 */
	assert_near(x.unseen[0], 9.2 / 3, 1e-14);
	assert_near(x.unseen[1], 74.0 / 9, 1e-14);
	assert_near(x.most, 2.0 / 3, 1e-15);
	/* the ranking ends at rank 2: one place */
	x = (struct top_precision){ 0 };
	add(&x, &d, 3, 2, 1, 0);
	assert_near(x.unseen[0], 1.0 / 3, 1e-15);
	assert_near(x.most, 1.0 / 3, 1e-15);
}

static void if_the_whole_top_was_judged_it_is_what_was_seen(void **state)
{
	(void)state;
	const double rank[] = { 1, 2, 7, 9 };
	const bool relevant[] = { 1, 0, 1, 0 };
	const struct drawn d = judged(8, rank, relevant, 4), all = judged(4, rank, relevant, 4);
	struct top_precision x = { 0 };
	add(&x, &d, 2, 9, 1, .1);
	struct interval i = top_precision_interval(&x, .025, .975);
	assert_near(x.value, 1, 1e-15);
	assert_near(i.lower, .5, 0);
	assert_near(i.upper, .5, 0);
	/* everything was judged: what is not among it is not relevant */
	x = (struct top_precision){ 0 };
	add(&x, &all, 5, 9, 1, 0);
	i = top_precision_interval(&x, .025, .975);
	assert_near(i.lower, .2, 0);
	assert_near(i.upper, .2, 0);
	assert_near(top_precision_error(&x), 0, 0);
}

/* ---- coverage, over all samples ----------------------------------------------------------------
 */

/* A pool of 8 documents, ranked in their order; the strata begin at 0 and at `second`. */
struct pool {
	unsigned relevant; /* a bit for each */
	int second, take[2];
	double cutoff;
};

static bool is_sample(const struct pool *p, unsigned set)
{
	unsigned low = (1U << p->second) - 1;
	return __builtin_popcount(set & low) == p->take[0] &&
	       __builtin_popcount(set & ~low) == p->take[1];
}

static struct drawn sample(const struct pool *p, unsigned set)
{
	struct drawn d = { 0 };
	for (int h = 0; h < 2; h++) {
		int from = h == 0 ? 0 : p->second, to = h == 0 ? p->second : 8;
		if (to > from)
			add_stratum(&d, to - from, p->take[h]);
		for (int i = from; i < to; i++)
			if (set >> i & 1)
				add_document(&d, i + 1, p->relevant >> i & 1);
	}
	return d;
}

/* The share of all pairs of samples of two such topics whose interval covers. */
static double coverage(const struct pool *a, const struct pool *b)
{
	double covered = 0, all = 0, truth = 0;
	unsigned top = (1U << (int)a->cutoff) - 1;
	truth = (__builtin_popcount(a->relevant & top) + __builtin_popcount(b->relevant & top)) /
		(2 * a->cutoff);
	for (unsigned i = 0; i < 256; i++)
		for (unsigned k = 0; k < 256; k++) {
			if (!is_sample(a, i) || !is_sample(b, k))
				continue;
			const struct drawn drawn[] = { sample(a, i), sample(b, k) };
			struct top_precision x = { 0 };
			for (int t = 0; t < 2; t++) {
				struct ranked_error error;
				struct err e = { 0 };
				const struct ranked_sample s = sample_of(&drawn[t]);
				assert_int_equal(ranked_jackknife(&s, RANKED_PRECISION, a->cutoff,
								  &error, &e),
						 0);
				add(&x, &drawn[t], a->cutoff, 8, 2, error.se);
			}
			struct interval c = top_precision_interval(&x, .025, .975);
			assert_true(c.lower >= 0 && c.upper <= 1 + 1e-12);
			assert_true(c.upper - c.lower > 1e-6 || !(x.unseen[0] > 0));
			covered += c.lower <= truth + 1e-12 && c.upper >= truth - 1e-12;
			all++;
		}
	return covered / all;
}

/* .95 is meant; a single truth of so few samples may have less. (A normal interval by the same
 * error covers no truth above 0 in the samples that show nothing, and 0 with no width.) */
static void intervals_cover_and_are_possible_in_all_samples_of_small_designs(void **state)
{
	(void)state;
	double sum = 0, truths = 0;
	/* the stratum from 0 on, how many are drawn of each, and k */
	const struct pool design[] = {
		{ 0, 8, { 2, 0 }, 3 }, { 0, 8, { 3, 0 }, 4 }, { 0, 3, { 2, 1 }, 3 },
		{ 0, 4, { 2, 2 }, 2 }, { 0, 4, { 1, 1 }, 4 }, { 0, 2, { 2, 2 }, 4 },
	};
	for (size_t i = 0; i < sizeof design / sizeof *design; i++)
		for (unsigned first = 0; first < 1U << (int)design[i].cutoff;
		     first += (unsigned)cases(3, 7))
			for (unsigned second = first; second < 1U << (int)design[i].cutoff;
			     second += 2) {
				struct pool a = design[i], b = design[i];
				a.relevant = first | 0x40;
				b.relevant = second | 0x80;
				double share = coverage(&a, &b);
				sum += share;
				truths++;
				if (share < .88)
					print_error("design %zu, relevant %u and %u: %.4f\n", i,
						    first, second, share);
				assert_true(share >= .88);
			}
	assert_true(sum / truths > .95);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			where_nothing_relevant_was_seen_the_upper_end_is_that_of_an_unseen_document),
		cmocka_unit_test(
			one_relevant_document_of_two_topics_has_the_quantiles_of_two_gamma_distributions),
		cmocka_unit_test(
			a_sample_without_a_document_that_is_not_relevant_may_have_missed_one),
		cmocka_unit_test(
			unseen_documents_are_those_that_judged_ones_of_the_top_stand_for_then_all),
		cmocka_unit_test(if_the_whole_top_was_judged_it_is_what_was_seen),
		cmocka_unit_test(intervals_cover_and_are_possible_in_all_samples_of_small_designs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
