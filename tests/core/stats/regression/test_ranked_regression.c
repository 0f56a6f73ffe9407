/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Regression estimates of rankings: values by hand, and by the enumeration of all samples.
 */
#include <math.h>

#include "core/stats/regression/ranked_regression.h"
#include "tests/support/near.h"

static struct ranked_regression regress(const struct regressed_topic *t, size_t topics,
					size_t classes, struct regressed_value *each)
{
	struct ranked_regression out;
	struct err e = { 0 };
	if (ranked_regression(t, topics, classes, &out, each, &e) < 0)
		fail_msg("%s", e.text);
	return out;
}

#define DOCUMENTS(d) .document = (d), .documents = sizeof(d) / sizeof(d)[0]

/*
 * Two topics with a stratum of 10, 4 judged. The first has 2 judged documents of weight 1/4, one of
 * them relevant, the second 1, relevant; unjudged documents weigh 1/20. One coefficient for both:
 * 2/3. The sums of weights are .6 and .4. Estimates of the topics: .6 * 2/3 + 10/4 (1/4 (1 - 2/3) +
 * 1/4 (0 - 2/3)) = .4 - 5/24 and .4 * 2/3 + 10/4/4/3 = .4 * 2/3 + 5/24; mean 1/3.
 */
static void values_by_hand(void **state)
{
	(void)state;
	const struct regressed_stratum h = { .of = { 10, 4 } };
	const struct regressed_document a[] = { { .25, 1, 0, 0, -1, 0 },
						{ .25, 0, 0, 0, -1, 0 },
						{ .05, NAN, 0, 0, -1, 0 },
						{ .05, NAN, 0, 0, -1, 0 } };
	const struct regressed_document b[] = { { .05, NAN, 0, 0, -1, 0 },
						{ .05, NAN, 0, 0, -1, 0 },
						{ .25, 1, 0, 0, -1, 0 },
						{ .05, NAN, 0, 0, -1, 0 } };
	const struct regressed_topic t[] = { { &h, 1, DOCUMENTS(a), .ideal = 1 },
					     { &h, 1, DOCUMENTS(b), .ideal = 1 } };
	struct regressed_value each[2];
	const struct ranked_regression x = regress(t, 2, 0, each);
	assert_near(x.mean, 1.0 / 3, 1e-12);
	assert_near(each[0].value, .4 - 5.0 / 24, 1e-12);
	assert_near(each[1].value, .8 / 3 + 5.0 / 24, 1e-12);
	assert_near(x.df, 2, 0);
	/* each h is 1/3; g = 1/(3 * 10/4 /4) = 8/15; residuals 1/4 (1/3, -2/3, 1/3) g/sqrt(2/3);
	   N^2 (1 - n/N)/n = 15, S^2 with divisor 3 over 4 judged documents; and one
	   document more: N^2 (1 - n/N)/(n (n-1)) w^2 = 5/400 */
	double g = 8.0 / 15 / sqrt(2.0 / 3) / 4, r[3] = { g / 3, -2 * g / 3, g / 3 };
	double first = r[0] * r[0] + r[1] * r[1] - (r[0] + r[1]) * (r[0] + r[1]) / 4;
	double second = r[2] * r[2] - r[2] * r[2] / 4;
	assert_near(x.se, sqrt(15 * (first + second) / 3 + 5.0 / 400) / 2, 1e-12);
	/* of each topic: its own residuals, and one document more, at least two */
	assert_near(each[0].se, sqrt(15 * first / 3 + 5.0 / 400), 1e-12);
	assert_near(each[1].se, sqrt(2 * 5.0 / 400), 1e-12);
	/* of topics like these: the deviation of the two over sqrt(2), .1417, which is less */
	assert_near(x.among, x.se, 1e-12);
	assert_true((each[1].value - each[0].value) / 2 < x.se);
	/* nothing that has a weight is judged: nothing is known */
	const struct regressed_topic unknown = { &h, 1, a + 2, 2, .ideal = 1 };
	assert_true(isnan(regress(&unknown, 1, 0, NULL).mean));
	/* a document of a stratum of which nothing was sampled is told */
	const struct regressed_stratum two[] = { h, { .of = { 5, 0 } } };
	const struct regressed_document c[] = { { .25, 1, 0, 0, -1, 0 },
						{ .25, NAN, 0, 1, -1, 0 } };
	const struct regressed_topic partly = { two, 2, DOCUMENTS(c), .ideal = 1 };
	assert_true(regress(&partly, 1, 0, NULL).unsampled && !x.unsampled);
}

/* All is judged: the sum of w y, without an error. Differences have weights below 0. */
static void everything_judged(void **state)
{
	(void)state;
	const struct regressed_stratum h = { .of = { 3, 3 } };
	const struct regressed_document d[] = { { .5, 2, 0, 0, 1, 0 },
						{ -.25, 1, 0, 0, 0, 0 },
						{ .125, 0, 0, 0, 0, 0 } };
	const struct regressed_topic t = { &h, 1, DOCUMENTS(d), .ideal = 1 };
	const struct ranked_regression x = regress(&t, 1, 2, NULL);
	assert_near(x.mean, 0.75, 1e-12);
	assert_near(x.se, 0, 1e-12);
}

/*
 * 24 documents with a weight of 1/24, in a stratum of 40 of which 20 are judged, 16 of them here;
 * half are relevant, and labels say so. No residual: the error is the floor, two documents: 2 N^2
 * (1 - n/N)/(n (n-1)) w^2. If labels say nothing, it is that of the residuals, and one document
 * more: see values_by_hand().
 */
static void perfect_labels_have_a_floor(void **state)
{
	(void)state;
	const struct regressed_stratum h = { .of = { 40, 20 } };
	struct regressed_document d[24];
	for (int i = 0; i < 24; i++)
		d[i] = (struct regressed_document){ .weight = 1.0 / 24,
						    .gain = i % 3 == 2 ? NAN : i < 12,
						    .class = i < 12 };
	const struct regressed_topic t = { &h, 1, DOCUMENTS(d), .ideal = 1 };
	const struct ranked_regression x = regress(&t, 1, 2, NULL);
	assert_int_equal(x.classes, 2);
	assert_near(x.mean, 0.5, 1e-12);
	assert_near(x.se * x.se, 2 * 40 * 40 * .5 / 20 / 19 / (24 * 24), 1e-12);
}

/*
 * Every sample of 4 from 8 documents, of which the first 3 have a weight: on average the estimate
 * is right, given that one of the three is judged, as it then is the mean of a simple random
 * sample.
 */
static void unbiased_over_all_samples(void **state)
{
	(void)state;
	const double gain[3] = { 1, 0, 1 };
	const struct regressed_stratum h = { .of = { 8, 4 } };
	double sum = 0, count = 0;
	for (unsigned sample = 0; sample < 256; sample++) {
		struct regressed_document d[3];
		if (__builtin_popcount(sample) != 4 || (sample & 7) == 0)
			continue;
		for (int i = 0; i < 3; i++)
			d[i] = (struct regressed_document){ .weight = 1.0 / 3,
							    .gain = sample >> i & 1 ? gain[i] : NAN,
							    .class = -1 };
		const struct regressed_topic t = { &h, 1, DOCUMENTS(d), .ideal = 1 };
		sum += regress(&t, 1, 0, NULL).mean;
		count++;
	}
	assert_near(sum / count, 2.0 / 3, 1e-12);
}

/* The interval, with 10 degrees of freedom, of what can be `least` to `most`. */
static struct interval interval(double mean, double se, enum regressed_scale scale, double least,
				double most)
{
	const struct ranked_regression x = {
		.mean = mean, .se = se, .df = 10, .least = least, .most = most
	};
	return ranked_regression_interval(&x, scale, .025, .975);
}

/* logit(.8) = 1.386294; .05/(.8 * .2) = .3125; t(.975, 10) = 2.228139 (R: qt(.975, 10)) */
static void intervals(void **state)
{
	(void)state;
	struct interval x = interval(.8, .05, SCALE_SHARE, 0, 1);
	assert_near(x.lower, 1 / (1 + exp(-(1.3862944 - 2.228139 * .3125))), 1e-6);
	assert_near(x.upper, 1 / (1 + exp(-(1.3862944 + 2.228139 * .3125))), 1e-6);
	x = interval(2, .5, SCALE_POSITIVE, 0, 9);
	assert_near(x.upper, 2 * exp(2.228139 / 4), 1e-5);
	x = interval(-.1, .05, SCALE_PLAIN, -1, 1);
	assert_near(x.lower, -.1 - 2.228139 * .05, 1e-6);
	x = interval(1, .05, SCALE_SHARE, 0, 1);
	assert_near(x.lower, 1 - 2.228139 * .05, 1e-6);
	assert_near(x.upper, 1, 0);
	/* 2 exp(2.2 * 5/2) = 526 and -.1 - 2.2 * .5 = -1.2 are more than there can be */
	x = interval(2, 5, SCALE_POSITIVE, 0, 9);
	assert_near(x.upper, 9, 0);
	x = interval(-.1, .5, SCALE_PLAIN, -1, 1);
	assert_near(x.lower, -1, 0);
	/* a fifth of the topics may have any value: logit(.5) = 0 + 2.228139 * .4, and .2 */
	struct ranked_regression blank = { .mean = .5, .se = .1, .df = 10, .blank = .2, .most = 1 };
	x = ranked_regression_interval(&blank, SCALE_SHARE, .025, .975);
	assert_near(x.lower, 1 / (1 + exp(2.228139 * .4)), 1e-6);
	assert_near(x.upper, 1 / (1 + exp(-2.228139 * .4)) + .2, 1e-6);
	blank.mean = 0;
	blank.least = -1;
	x = ranked_regression_interval(&blank, SCALE_PLAIN, .025, .975);
	assert_near(x.lower, -.2228139 - .2, 1e-6);
	assert_near(x.upper, .2228139 + .2, 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_by_hand),
		cmocka_unit_test(everything_judged),
		cmocka_unit_test(perfect_labels_have_a_floor),
		cmocka_unit_test(unbiased_over_all_samples),
		cmocka_unit_test(intervals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
