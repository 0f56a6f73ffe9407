/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far two judges agree, and how sure that is: over topics and over documents, against R.
 */
#include "core/stats/topics/two_judges.h"
#include "tests/support/near.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct ends both_ends = { 0.025, 0.975, 0, 0 };

/* Documents that are relevant to neither, to B only, to A only, to both. */
#define TOPIC(neither, only_b, only_a, both)                       \
	{                                                          \
		.count = { { neither, only_b }, { only_a, both } } \
	}

static void check(const struct judged_alike *x, double value, double lower, double upper,
		  const char *method)
{
	/* R 4.2 prints 15 digits; the quantiles of both are those of R's library */
	assert_near(x->value, value, 1e-14);
	assert_near(x->ends.lower, lower, 1e-11);
	assert_near(x->ends.upper, upper, 1e-11);
	assert_string_equal(x->method, method);
}

static void figures_by_hand(void **state)
{
	(void)state;
	/* alike 35 of 50; chance (25 20 + 25 30)/2500 = 1/2 */
	const struct two_judges x = TOPIC(20, 5, 10, 15);
	assert_near(two_judges_figure(&x, JUDGED_SHARE), 0.7, 1e-15);
	assert_near(two_judges_figure(&x, JUDGED_KAPPA), 0.4, 1e-15);
	const struct two_judges none = { .gray = 3 }, same = TOPIC(0, 0, 0, 4),
				opposite = TOPIC(0, 2, 2, 0);
	assert_true(isnan(two_judges_figure(&none, JUDGED_SHARE)));
	assert_true(isnan(two_judges_figure(&none, JUDGED_KAPPA)));
	assert_near(two_judges_figure(&same, JUDGED_SHARE), 1, 0);
	assert_true(isnan(two_judges_figure(&same, JUDGED_KAPPA)));
	assert_near(two_judges_figure(&opposite, JUDGED_KAPPA), -1, 0);
}

/*
 * x, leaving out one row at a time, in R: V = 3/4 sum(d^2), df = min(3, 2 sum(d^2)^2/(sum(d^4) -
 * sum(d^2)^2/4), sum(n)^2/sum(n^2) - 1), plogis(qlogis(y) + sqrt(V)/(y (1 - y)) qt(p, df)), of
 * kappa with y = (kappa + 1)/2 and half of the error.
 */
static void over_topics_as_in_r(void **state)
{
	(void)state;
	/* of unequal sizes: df 3, 5.37 and 6.16, 2.04; a topic without common documents is none */
	const struct two_judges x[] = { TOPIC(30, 5, 3, 12),
					TOPIC(8, 1, 4, 7),
					{ .gray = 2 },
					TOPIC(55, 2, 6, 20),
					TOPIC(10, 10, 0, 5) };
	const struct judged_all of_x = judged_all(x, COUNT(x), &both_ends);
	assert_true(of_x.over_topics);
	assert_int_equal(of_x.topics, 4);
	assert_int_equal(of_x.sum.gray, 2);
	check(&of_x.figure[JUDGED_SHARE], 0.825842696629214, 0.394728524389590, 0.971814837239279,
	      "jackknife");
	check(&of_x.figure[JUDGED_KAPPA], 0.609040668839450, -0.133257094466999, 0.913594595316277,
	      "jackknife");
	const struct ends of_80 = { 0.1, 0.9, 0, 0 };
	const struct judged_all at_80 = judged_all(x, COUNT(x), &of_80);
	check(&at_80.figure[JUDGED_KAPPA], 0.609040668839450, 0.322702260154767, 0.793247048586317,
	      "jackknife");
	/* one topic has nearly all of the squares: df 7, 3.11 and 2.97, 7 */
	const struct two_judges y[] = {
		TOPIC(15, 1, 1, 3), TOPIC(15, 1, 1, 3), TOPIC(16, 1, 1, 2), TOPIC(15, 1, 1, 3),
		TOPIC(14, 1, 1, 4), TOPIC(2, 9, 8, 1),	TOPIC(15, 1, 1, 3), TOPIC(15, 1, 1, 3),
	};
	const struct judged_all of_y = judged_all(y, COUNT(y), &both_ends);
	check(&of_y.figure[JUDGED_SHARE], 0.80625, 0.390287274334138, 0.964351721775635,
	      "jackknife");
	check(&of_y.figure[JUDGED_KAPPA], 0.460165433173705, -0.393744778446572, 0.887762777434838,
	      "jackknife");
	/* equal sizes: df is T - 1 = 2 */
	const struct two_judges z[] = { TOPIC(15, 1, 1, 3), TOPIC(12, 3, 1, 4),
					TOPIC(14, 2, 2, 2) };
	const struct judged_all of_z = judged_all(z, COUNT(z), &both_ends);
	check(&of_z.figure[JUDGED_SHARE], 5.0 / 6, 0.640331044033187, 0.933520827299162,
	      "jackknife");
	check(&of_z.figure[JUDGED_KAPPA], 0.534883720930233, 0.133400503079238, 0.785557470308199,
	      "jackknife");
}

static void bounds_of_one_side(void **state)
{
	(void)state;
	const struct two_judges x[] = { TOPIC(15, 1, 1, 3), TOPIC(12, 3, 1, 4),
					TOPIC(14, 2, 2, 2) };
	const struct ends lower = { 0.025, 1, 0, 0 }, upper = { 0, 0.975, 0, 0 };
	for (int documents = 0; documents < 2; documents++) {
		const size_t topics = documents ? 1 : COUNT(x); /* of one, over documents */
		const struct judged_all two = judged_all(x, topics, &both_ends);
		const struct judged_all low = judged_all(x, topics, &lower);
		const struct judged_all high = judged_all(x, topics, &upper);
		for (int f = 0; f < JUDGED_FIGURES; f++) {
			assert_near(low.figure[f].ends.lower, two.figure[f].ends.lower, 0);
			assert_near(low.figure[f].ends.upper, 1, 0);
			assert_near(high.figure[f].ends.upper, two.figure[f].ends.upper, 0);
			assert_near(high.figure[f].ends.lower, f == JUDGED_KAPPA ? -1 : 0, 0);
		}
	}
}

/* The whole range if nearly all documents are of one topic: what other topics are is not known. */
static void one_large_topic(void **state)
{
	(void)state;
	const struct two_judges x[] = { TOPIC(500000, 3000, 2000, 90000), TOPIC(1, 1, 0, 0) };
	const struct judged_all of_x = judged_all(x, COUNT(x), &both_ends);
	assert_true(of_x.figure[JUDGED_KAPPA].ends.lower < -0.9);
	assert_true(of_x.figure[JUDGED_KAPPA].ends.upper > 0.999);
}

static void over_documents_as_in_r(void **state)
{
	(void)state;
	/* binom.test(35, 50); kappa by the delta method with numerical derivatives. Of the sum
	 * of two topics, and of a single one. */
	const struct two_judges x[] = { TOPIC(12, 5, 4, 6), TOPIC(8, 0, 6, 9) };
	const struct two_judges one = TOPIC(20, 5, 10, 15);
	const struct two_judges sum = judged_all(x, 2, &both_ends).sum;
	const struct judged_all of[] = { judged_all(&sum, 1, &both_ends),
					 judged_all(&one, 1, &both_ends) };
	for (size_t i = 0; i < COUNT(of); i++) {
		assert_false(of[i].over_topics);
		assert_near(of[i].figure[JUDGED_SHARE].ends.lower, 0.553917674338822, 1e-9);
		assert_near(of[i].figure[JUDGED_SHARE].ends.upper, 0.821382154335853, 1e-9);
		assert_string_equal(of[i].figure[JUDGED_SHARE].method, "clopper-pearson");
		assert_near(of[i].figure[JUDGED_KAPPA].ends.lower, 0.151092290472519, 1e-9);
		assert_near(of[i].figure[JUDGED_KAPPA].ends.upper, 0.648907709527481, 1e-9);
		assert_string_equal(of[i].figure[JUDGED_KAPPA].method, "normal");
	}
}

/* All alike, so that no standard error is seen: .025^(1/10), and (that - q)/(1 - q), q = .52. */
static void all_alike(void **state)
{
	(void)state;
	const struct two_judges one = TOPIC(6, 0, 0, 4), opposite = TOPIC(0, 4, 6, 0);
	const struct judged_all x = judged_all(&one, 1, &both_ends);
	assert_near(x.figure[JUDGED_SHARE].ends.lower, 0.691502892181239, 1e-9);
	assert_near(x.figure[JUDGED_SHARE].ends.upper, 1, 0);
	assert_near(x.figure[JUDGED_KAPPA].ends.lower, 0.357297692044248, 1e-9);
	assert_near(x.figure[JUDGED_KAPPA].ends.upper, 1, 1e-15);
	/* none alike: q = .48, and 1 - .025^(1/10) of the share is 0 or more */
	const struct judged_all y = judged_all(&opposite, 1, &both_ends);
	assert_near(y.figure[JUDGED_KAPPA].value, -0.48 / 0.52, 1e-15);
	assert_near(y.figure[JUDGED_KAPPA].ends.upper, (1 - 0.691502892181239 - 0.48) / 0.52, 1e-9);
	assert_near(y.figure[JUDGED_KAPPA].ends.lower, -0.48 / 0.52, 1e-15);
	/* over topics nothing is seen of how topics differ */
	const struct two_judges topic[] = { TOPIC(6, 0, 0, 4), TOPIC(3, 0, 0, 9) };
	const struct judged_all z = judged_all(topic, 2, &both_ends);
	for (int f = 0; f < JUDGED_FIGURES; f++) {
		assert_string_equal(z.figure[f].method, JUDGED_CONSTANT);
		assert_near(z.figure[f].ends.lower, 1, 0);
		assert_near(z.figure[f].ends.upper, 1, 0);
	}
}

/* The share has an interval over topics, kappa has none: without topic 1 it is undefined. */
static void kappa_of_one_topic(void **state)
{
	(void)state;
	const struct two_judges x[] = { TOPIC(15, 10, 5, 20), TOPIC(10, 0, 0, 0) };
	const struct judged_all of_x = judged_all(x, 2, &both_ends);
	assert_near(of_x.figure[JUDGED_KAPPA].value, 0.5, 1e-15);
	assert_true(of_x.figure[JUDGED_KAPPA].one_topic);
	assert_null(of_x.figure[JUDGED_KAPPA].method);
	assert_true(isnan(of_x.figure[JUDGED_KAPPA].ends.lower));
	assert_true(isnan(of_x.figure[JUDGED_KAPPA].ends.upper));
	assert_string_equal(of_x.figure[JUDGED_SHARE].method, "jackknife");
	/* nothing in common at all */
	const struct judged_all none = judged_all(x, 0, &both_ends);
	assert_true(isnan(none.figure[JUDGED_SHARE].value));
	assert_null(none.figure[JUDGED_SHARE].method);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_by_hand),	  cmocka_unit_test(over_topics_as_in_r),
		cmocka_unit_test(bounds_of_one_side),	  cmocka_unit_test(one_large_topic),
		cmocka_unit_test(over_documents_as_in_r), cmocka_unit_test(all_alike),
		cmocka_unit_test(kappa_of_one_topic),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
