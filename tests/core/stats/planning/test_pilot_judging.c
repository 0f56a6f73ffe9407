/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pilot study judged again: what is known after each depth, and how many judgments it takes.
 */
#include "tests/support/interval_help.h"

#include "core/stats/planning/pilot_judging.h"

/* Documents a, b, c: ranks 1, 2, 3 in A and 3, 1, 0 in B; d is B's second. b is relevant. */
static const struct ap_document three[] = { { 1, 3, 0 }, { 2, 1, 1 }, { 3, 0, 0 }, { 0, 2, 0 } };

static void judge(struct pilot_topic *t, const struct ap_document *d, size_t count, size_t depths)
{
	struct ap_numerator f = { 0 };
	struct err e = { 0 };
	if (pilot_topic_init(t, d, count, depths, 0.5, &f, &e) < 0)
		fail_msg("%s", e.text);
	ap_numerator_release(&f);
}

/*
 * Depth 1: a and b are judged. Depth 2: d too. Depth 3: all, and AP is 1/2 in A and 1 in B. At
 * depth 2 c alone is open: relevant, with probability 1/2, it makes AP (1/2 + 2/3)/2 in A and 1/2
 * in B. The paper's moments are those of the numerator, (1/2 - 1) or (7/6 - 1), over the expected
 * number 3/2, and its square.
 */
static void pools_are_judged_one_after_the_other(void **state)
{
	(void)state;
	struct pilot_topic t;
	judge(&t, three, 4, 100);
	assert_int_equal(t.depths, 3);
	assert_int_equal(t.judged[0], 2);
	assert_int_equal(t.judged[1], 3);
	assert_int_equal(t.judged[2], 4);
	assert_near(t.difference[2].mean, -0.5, 1e-15);
	assert_near(t.difference[2].variance, 0, 0);
	double low = 0.5 - 1, high = 0.5 + 2.0 / 3 - 1;
	assert_near(t.difference[1].mean, (low + high) / 2 / 1.5, 1e-12);
	assert_near(t.difference[1].variance, (high - low) * (high - low) / 4 / 2.25, 1e-12);
	pilot_topic_release(&t);
	judge(&t, three, 4, 2);
	assert_int_equal(t.depths, 2);
	pilot_topic_release(&t);
}

static double *observe(const struct pilot_topic *t, size_t topics, const struct pilot_design *d,
		       uint64_t pair)
{
	double *x = calloc(pilot_observations(d), sizeof *x);
	struct err e = { 0 };
	assert_non_null(x);
	assert_int_equal(pilot_observe(t, topics, d, pair, x, &e), 0);
	return x;
}

/* Topics whose certainty and judgments are set by hand: after depth k+1, z = mean/sd = z[k]. */
static struct pilot_topic by_hand(const double *z, const int64_t *judged, size_t depths)
{
	struct pilot_topic t = { .depths = depths };
	t.difference = calloc(depths, sizeof *t.difference);
	t.judged = calloc(depths, sizeof *t.judged);
	for (size_t k = 0; k < depths; k++) {
		t.difference[k] = (struct ap_difference){ z[k], 1 };
		t.judged[k] = judged[k];
	}
	return t;
}

/* Phi(.5) = .6915, Phi(1) = .8413, Phi(2) = .9772; certainty falls back at depth 3. */
static void the_first_time_counts(void **state)
{
	(void)state;
	struct pilot_topic t = by_hand((double[]){ 0.5, 1, 0.2, -2 }, (int64_t[]){ 2, 4, 6, 9 }, 4);
	const double certainty[] = { 0.6, 0.7, 0.9, 0.98 }, size[] = { 1 };
	const struct pilot_design d = { certainty, 4, size, 1, 1, 1 };
	double *x = observe(&t, 1, &d, 0);
	assert_int_equal(pilot_observations(&d), 4);
	assert_near(x[0], 2, 0);
	assert_near(x[1], 4, 0);
	assert_near(x[2], 9, 0); /* the sign may turn */
	assert_true(isnan(x[3]));
	free(x);
	pilot_topic_release(&t);
}

/* Four of the same topic: the mean stays, its standard deviation halves; judgments are fourfold. */
static void a_topic_drawn_again_is_judged_again(void **state)
{
	(void)state;
	struct pilot_topic t = by_hand((double[]){ 0.5, 1 }, (int64_t[]){ 2, 3 }, 2);
	const double certainty[] = { 0.84, 0.97 }, size[] = { 4 };
	const struct pilot_design d = { certainty, 2, size, 1, 1, 1 };
	double *x = observe(&t, 1, &d, 0);
	assert_near(x[0], 8, 0);  /* z = 1 */
	assert_near(x[1], 12, 0); /* z = 2 */
	free(x);
	pilot_topic_release(&t);
}

/* Topics with 1, 10, 100 and 1000 judgments: the sum tells which were drawn. */
static void topics_are_drawn_without_repetition_where_there_are_enough(void **state)
{
	(void)state;
	enum { RESAMPLES = 2000 };
	struct pilot_topic t[4];
	int64_t judged = 1;
	for (int i = 0; i < 4; i++, judged *= 10)
		t[i] = by_hand((double[]){ 3 }, &judged, 1);
	const double certainty[] = { 0.9 }, size[] = { 1, 2, 4, 8 };
	const struct pilot_design d = { certainty, 1, size, 4, RESAMPLES, 7 };
	double *x = observe(t, 4, &d, 0);
	int first = 0, with_first = 0, all_of_one = 0;
	for (int64_t k = 0; k < RESAMPLES; k++) {
		double one = x[pilot_place(&d, 0, 0, k)];
		double two = x[pilot_place(&d, 0, 1, k)];
		double eight = x[pilot_place(&d, 0, 3, k)];
		assert_true(one == 1 || one == 10 || one == 100 || one == 1000);
		assert_true(two == 11 || two == 101 || two == 1001 || two == 110 || two == 1010 ||
			    two == 1100);
		assert_near(x[pilot_place(&d, 0, 2, k)], 1111, 0);
		assert_true(eight >= 8 && eight <= 8000);
		first += one == 1;
		with_first += fmod(two, 10) == 1;
		all_of_one += eight == 2222;
	}
	/* five standard errors: 1/4 and 1/2; 8!/(2!^4 4^8) = .0385 of eight draws have two of each
	 */
	assert_near(first / 2000.0, 0.25, 5 * sqrt(0.25 * 0.75 / 2000));
	assert_near(with_first / 2000.0, 0.5, 5 * sqrt(0.25 / 2000));
	assert_near(all_of_one / 2000.0, 0.0385, 5 * sqrt(0.0385 / 2000));
	double *same = observe(t, 4, &d, 0), *other = observe(t, 4, &d, 1);
	assert_memory_equal(x, same, pilot_observations(&d) * sizeof *x);
	assert_true(memcmp(x, other, pilot_observations(&d) * sizeof *x) != 0);
	free(x);
	free(same);
	free(other);
	for (int i = 0; i < 4; i++)
		pilot_topic_release(&t[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pools_are_judged_one_after_the_other),
		cmocka_unit_test(the_first_time_counts),
		cmocka_unit_test(a_topic_drawn_again_is_judged_again),
		cmocka_unit_test(topics_are_drawn_without_repetition_where_there_are_enough),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
