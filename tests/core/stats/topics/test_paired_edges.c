/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The paired tests at the edges: what is a tie, what becomes of ties, and data that decide nothing
 * or are no data.
 */
#include "tests/support/paired_help.h"

static const struct paired_test_request usual = { .resamples = 1000, .seed = 1 };

/* ---- what is a tie ---- */

static void differences_equal_in_decimals_are_tied(void **state)
{
	(void)state;
	volatile double tenths[] = { 0.1, 0.2, 0.3, 0.4, 0.7 };
	/* 0.1 five times, once negative, and 0.3: in whole numbers c(1, 1, -1, 1, 3). */
	double difference[] = { tenths[1] - tenths[0], tenths[2] - tenths[1], tenths[2] - tenths[3],
				tenths[0], tenths[4] - tenths[3] };
	assert_true(difference[0] != difference[1] && difference[1] != -difference[2]);
	/* Midranks 2.5 2.5 -2.5 2.5 5, W = 12.5: 32 choices, P(W >= 12.5) = 5/32 by hand. */
	struct paired_test_result r = ask("wilcoxon", difference, 5, usual);
	check_near("p_greater", r.p_greater, 5.0 / 32, 1e-15);
	/* Sum 5: all positive, or one of the four ones negative. */
	r = ask("random", difference, 5, usual);
	check_near("p_greater", r.p_greater, 5.0 / 32, 1e-15);
	struct differences d;
	struct err e = { 0 };
	assert_int_equal(differences_init(&d, difference, 5, 0, &e), 0);
	assert_true(d.value[0] == d.value[1] && d.value[1] == -d.value[2] &&
		    d.value[0] == d.value[3]);
	differences_release(&d);
}

static void differences_of_rounding_are_zero(void **state)
{
	(void)state;
	const double difference[] = { 1e-17, -1e-17, 5e-16, 1e-17 };
	struct paired_test_result r = ask("sign", difference, 4, usual);
	assert_true(r.p == 1 && r.p_greater == 1 && r.p_less == 1);
	r = ask("wilcoxon", difference, 4, usual);
	assert_true(r.p == 1 && r.p_greater == 1 && r.p_less == 1);
	r = ask("random", difference, 4, usual);
	assert_true(r.p == 1 && r.p_greater == 1 && r.p_less == 1);
	assert_true(isnan(ask("t", difference, 4, usual).p));
	assert_true(isnan(ask("bootstrap", difference, 4, usual).p));
}

static void the_scale_of_the_scores_decides_what_rounding_is(void **state)
{
	(void)state;
	/* Scores near 1e8 are known to 1.5e-8; scores near 1e-9 to 1e-25. */
	const double large[] = { 1e8 + 1, 1e8, 12 }, larger[] = { 1e8, 1e8, 7 };
	assert_true(differences_scale(large, larger, 3) == 1e8 + 1);
	struct differences d;
	struct err e = { 0 };
	const double difference[] = { 3e-5, -2, 3e-13 };
	assert_int_equal(differences_init(&d, difference, 3, 1e8, &e), 0);
	assert_true(d.wins == 0 && d.ties == 2 && d.losses == 1);
	differences_release(&d);
	assert_int_equal(differences_init(&d, difference, 3, 0, &e), 0);
	assert_true(d.wins == 1 && d.ties == 1 && d.losses == 1);
	differences_release(&d);
	const double tiny[] = { 3e-13, -2e-13 };
	assert_int_equal(differences_init(&d, tiny, 2, 1e-9, &e), 0);
	assert_true(d.wins == 1 && d.losses == 1);
	differences_release(&d);
}

static void p_does_not_depend_on_the_unit_of_the_scores(void **state)
{
	(void)state;
	const char *const names[] = { "sign", "wilcoxon", "t", "random", "bootstrap" };
	const double units[] = { 0x1p27, 0x1p-27 };
	for (size_t i = 0; i < DATA_SETS; i++)
		for (size_t t = 0; t < 5; t++)
			for (size_t u = 0; u < 2; u++) {
				double plain[MOST_PAIRS], scaled[MOST_PAIRS];
				clean(&data_sets[i], plain);
				for (size_t j = 0; j < data_sets[i].n; j++)
					scaled[j] = plain[j] * units[u];
				struct paired_test_request q = usual;
				q.scale = units[u];
				struct paired_test_result r =
					ask(names[t], plain, data_sets[i].n, usual);
				const double want[] = { r.p, r.p_greater, r.p_less };
				r = ask(names[t], scaled, data_sets[i].n, q);
				check_result(names[t], &data_sets[i], &r, want, 0);
			}
}

/* ---- ties in the sign test ---- */

static void half_ties_go_to_each_side_and_an_odd_one_to_neither(void **state)
{
	(void)state;
	const struct paired_test_request half = { .ties = TIES_HALF };
	/* 3 wins, 1 loss, 2 ties: 4 of 6. P(S >= 4) = 22/64, P(S >= 2) = 57/64. */
	const double even[] = { 1, 1, 1, -1, 0, 0 };
	struct paired_test_result r = ask("sign", even, 6, half);
	check_near("p_greater", r.p_greater, 22.0 / 64, 1e-14);
	check_near("p_less", r.p_less, 57.0 / 64, 1e-14);
	check_near("p", r.p, 44.0 / 64, 1e-14);
	assert_false(r.exact);
	/* 3 ties: 4.5 of 7, counted as 4; losses 2.5, as 2. 64/128 and 120/128. */
	const double odd[] = { 1, 1, 1, -1, 0, 0, 0 };
	r = ask("sign", odd, 7, half);
	check_near("p_greater", r.p_greater, 64.0 / 128, 1e-14);
	check_near("p_less", r.p_less, 120.0 / 128, 1e-14);
	/* Nothing but a tie: nothing is known. */
	const double tie[] = { 0 };
	r = ask("sign", tie, 1, half);
	assert_true(r.p == 1 && r.p_greater == 1 && r.p_less == 1);
}

static void random_ties_fall_by_fair_coins_of_the_seed(void **state)
{
	(void)state;
	/* 2 wins, 1 loss, 2 ties: 2, 3 or 4 of 5, with P(S >= s) = 26/32, 16/32, 6/32. */
	const double difference[] = { 0, 1, 1, 0, -1 };
	size_t seen[5] = { 0 };
	for (uint64_t seed = 0; seed < 4000; seed++) {
		const struct paired_test_request q = { .ties = TIES_RANDOM, .seed = seed };
		struct paired_test_result r = ask("sign", difference, 5, q);
		assert_true(r.p_greater == ask("sign", difference, 5, q).p_greater);
		for (size_t s = 2; s <= 4; s++)
			seen[s] += fabs(r.p_greater - (double[]){ 26, 16, 6 }[s - 2] / 32) < 1e-14;
	}
	/* 1/4, 1/2, 1/4 of 4,000, within 4 standard errors of 27.4 and 31.6. */
	assert_int_equal(seen[2] + seen[3] + seen[4], 4000);
	assert_in_range(seen[2], 1000 - 110, 1000 + 110);
	assert_in_range(seen[3], 2000 - 127, 2000 + 127);
}

/* ---- edges ---- */

static void without_pairs_nothing_is_tested(void **state)
{
	(void)state;
	const double unused = 0;
	for (const struct paired_test *const *t = paired_tests; *t; t++) {
		struct paired_test_result r = ask((*t)->name, &unused, 0, usual);
		assert_true(isnan(r.p) && isnan(r.p_greater) && isnan(r.p_less));
	}
}

static void identical_runs_have_p_1_or_no_p(void **state)
{
	(void)state;
	const double zero[300] = { 0 };
	for (size_t n = 1; n <= 300; n += 23)
		for (const struct paired_test *const *t = paired_tests; *t; t++) {
			bool studentised = strcmp((*t)->name, "t") == 0 ||
					   strcmp((*t)->name, "bootstrap") == 0;
			double want = studentised ? NAN : 1;
			struct paired_test_result r = ask((*t)->name, zero, n, usual);
			check_near((*t)->name, r.p, want, 0);
			check_near((*t)->name, r.p_greater, want, 0);
			check_near((*t)->name, r.p_less, want, 0);
		}
}

static void without_variance_t_and_bootstrap_are_undefined(void **state)
{
	(void)state;
	const double same[] = { 0.1, 0.1, 0.1, 0.1 };
	volatile double x = 0.3, y = 0.2;
	const double nearly[] = { 0.1, x - y, 0.1 };
	for (size_t n = 1; n <= 4; n++) {
		assert_true(isnan(ask("t", same, n, usual).p));
		assert_true(isnan(ask("bootstrap", same, n, usual).p));
		check_near("sign", ask("sign", same, n, usual).p_greater, ldexp(1, -(int)n), 1e-14);
	}
	assert_true(isnan(ask("t", nearly, 3, usual).p));
	assert_true(isnan(ask("bootstrap", nearly, 3, usual).p));
}

static void refuse(const char *test, const double *difference, size_t count,
		   struct paired_test_request q, int status)
{
	struct err e = { 0 };
	struct paired_test_result r;
	assert_int_equal(paired_test_compute(paired_test_find(test), difference, count, &q, &r, &e),
			 -1);
	assert_int_equal(e.status, status);
	assert_true(strlen(e.text) > 0);
}

static void bad_numbers_are_refused(void **state)
{
	(void)state;
	const double bad[] = { NAN, INFINITY, -INFINITY, 1e101 };
	for (const struct paired_test *const *t = paired_tests; *t; t++) {
		for (size_t i = 0; i < 4; i++) {
			const double difference[] = { 0.5, bad[i], 0.25 };
			refuse((*t)->name, difference, 3, usual, STATUS_DATA);
		}
		const double fine[] = { 0.5, 0.25 };
		for (size_t i = 0; i < 4; i++) {
			struct paired_test_request q = usual;
			q.scale = i == 3 ? -1 : bad[i];
			refuse((*t)->name, fine, 2, q, STATUS_USAGE);
		}
	}
	double many[30];
	for (size_t i = 0; i < 30; i++)
		many[i] = (double)i - 3.5;
	refuse("random", many, 30, (struct paired_test_request){ .resamples = 0 }, STATUS_USAGE);
	refuse("bootstrap", many, 30, (struct paired_test_request){ .resamples = -5 },
	       STATUS_USAGE);
	assert_null(paired_test_find("anova"));
}

static void exact_is_said_where_it_is_so(void **state)
{
	(void)state;
	double difference[60];
	for (size_t i = 0; i < 60; i++)
		difference[i] = (double)(i + 1) * (i % 3 == 0 ? -1 : 1);
	assert_true(ask("random", difference, 20, usual).exact);
	assert_false(ask("random", difference, 21, usual).exact);
	assert_true(ask("wilcoxon", difference, 50, usual).exact);
	assert_false(ask("wilcoxon", difference, 51, usual).exact);
	assert_true(ask("sign", difference, 60, usual).exact);
	assert_false(ask("t", difference, 60, usual).exact);
	assert_false(ask("bootstrap", difference, 60, usual).exact);
	difference[7] = 0; /* zeros do not count */
	assert_true(ask("random", difference, 21, usual).exact);
	assert_true(ask("wilcoxon", difference, 51, usual).exact);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(differences_equal_in_decimals_are_tied),
		cmocka_unit_test(differences_of_rounding_are_zero),
		cmocka_unit_test(the_scale_of_the_scores_decides_what_rounding_is),
		cmocka_unit_test(p_does_not_depend_on_the_unit_of_the_scores),
		cmocka_unit_test(half_ties_go_to_each_side_and_an_odd_one_to_neither),
		cmocka_unit_test(random_ties_fall_by_fair_coins_of_the_seed),
		cmocka_unit_test(without_pairs_nothing_is_tested),
		cmocka_unit_test(identical_runs_have_p_1_or_no_p),
		cmocka_unit_test(without_variance_t_and_bootstrap_are_undefined),
		cmocka_unit_test(bad_numbers_are_refused),
		cmocka_unit_test(exact_is_said_where_it_is_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
