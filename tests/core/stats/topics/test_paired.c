/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The paired tests where there is an exact answer: against R (paired_data.h), and against all
 * choices of signs written out here in whole numbers.
 */
#include "tests/support/paired_help.h"

/* Differences of the two forms agree but for 1e-16 each; R prints 15 digits. */
static const double printed = 1e-12;

static const struct paired_test_request usual = { .resamples = 1000, .seed = 1 };

static void check_against_R(const char *test, size_t offset, double tolerance)
{
	for (size_t i = 0; i < DATA_SETS; i++) {
		const struct data_set *s = &data_sets[i];
		const double *want = (const double *)((const char *)s + offset);
		double difference[MOST_PAIRS];
		clean(s, difference);
		struct paired_test_result r = ask(test, difference, s->n, usual);
		check_result(test, s, &r, want, tolerance);
		noisy(s, difference);
		r = ask(test, difference, s->n, usual);
		check_result(test, s, &r, want, tolerance);
	}
}

static void sign_test_is_R_binom_test(void **state)
{
	(void)state;
	assert_true(DATA_SETS >= 25);
	check_against_R("sign", offsetof(struct data_set, sign), printed);
}

static void wilcoxon_is_R_wilcox_test(void **state)
{
	(void)state;
	check_against_R("wilcoxon", offsetof(struct data_set, wilcoxon), printed);
}

/* R's pt at 1e-61 and a rounding of t by 1e-15 leave fewer digits there. */
static void t_test_is_R_t_test(void **state)
{
	(void)state;
	check_against_R("t", offsetof(struct data_set, t), 1e-10);
}

/* ---- all choices of signs ---- */

/* p, p_greater and p_less of sum(weight of the positive k), or of sum(sign weight). */
static void enumerate(const long *weight, const bool *positive, size_t n, double want[3])
{
	long observed = 0;
	uint64_t greater = 0, less = 0, extreme = 0, all = (uint64_t)1 << n;
	for (size_t i = 0; i < n; i++)
		observed += positive[i] ? weight[i] : -weight[i];
	for (uint64_t choice = 0; choice < all; choice++) {
		long sum = 0;
		for (size_t i = 0; i < n; i++)
			sum += choice >> i & 1 ? weight[i] : -weight[i];
		greater += sum >= observed;
		less += sum <= observed;
		extreme += labs(sum) >= labs(observed);
	}
	want[0] = (double)extreme / (double)all;
	want[1] = (double)greater / (double)all;
	want[2] = (double)less / (double)all;
}

/* Those other than 0: magnitudes or twice the midranks, and signs; how many. */
static size_t weights(const struct data_set *s, bool ranks, long *weight, bool *positive)
{
	size_t n = 0;
	for (size_t i = 0; i < s->n; i++) {
		int k = abs(data_set_k(s, i));
		if (k == 0)
			continue;
		long below = 0, same = 0;
		for (size_t j = 0; j < s->n; j++) {
			int other = abs(data_set_k(s, j));
			below += other != 0 && other < k;
			same += other == k;
		}
		positive[n] = data_set_k(s, i) > 0;
		weight[n++] = ranks ? 2 * below + same + 1 : k;
	}
	return n;
}

static void check_enumeration(const char *test, bool ranks)
{
	size_t seen = 0;
	for (size_t i = 0; i < DATA_SETS; i++) {
		const struct data_set *s = &data_sets[i];
		if (nonzero(s) > 20)
			continue;
		long weight[MOST_PAIRS];
		bool positive[MOST_PAIRS];
		double want[3], difference[MOST_PAIRS];
		size_t n = weights(s, ranks, weight, positive);
		enumerate(weight, positive, n, want);
		clean(s, difference);
		struct paired_test_result r = ask(test, difference, s->n, usual);
		assert_true(r.exact);
		check_result(test, s, &r, want, 1e-14);
		noisy(s, difference);
		r = ask(test, difference, s->n, usual);
		check_result(test, s, &r, want, 1e-14);
		seen++;
	}
	assert_true(seen >= 16);
}

static void wilcoxon_is_the_count_of_all_choices_of_signs(void **state)
{
	(void)state;
	check_enumeration("wilcoxon", true);
}

static void randomization_is_the_count_of_all_choices_of_signs(void **state)
{
	(void)state;
	check_enumeration("random", false);
}

/*
 * Fisher 1935, "The Design of Experiments", section 21: in 1,726 of the 32,768 choices of signs of
 * Darwin's 15 differences (eighths of an inch) the total is as large as the observed one.
 */
static void randomization_gives_fishers_count_for_darwins_plants(void **state)
{
	(void)state;
	const double eighths[] = { 49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48 };
	struct paired_test_result r = ask("random", eighths, 15, usual);
	check_near("p", r.p, 1726.0 / 32768, 1e-15);
	check_near("p_greater", r.p_greater, 863.0 / 32768, 1e-15);
}

/* Carterette & Smucker 2007, section 3.2: of 50 topics 32 must be won, at alpha = .05. */
static void sign_test_rejects_at_32_of_50(void **state)
{
	(void)state;
	double difference[50];
	for (size_t wins = 31; wins <= 32; wins++) {
		for (size_t i = 0; i < 50; i++)
			difference[i] = i < wins ? 0.1 : -0.2;
		struct paired_test_result r = ask("sign", difference, 50, usual);
		assert_int_equal(r.p_greater < 0.05, wins == 32);
	}
}

/* ---- tails ---- */

static void negated_differences_swap_the_tails(void **state)
{
	(void)state;
	for (const struct paired_test *const *t = paired_tests; *t; t++)
		for (size_t i = 0; i < DATA_SETS; i++) {
			double up[MOST_PAIRS], down[MOST_PAIRS];
			noisy(&data_sets[i], up);
			for (size_t j = 0; j < data_sets[i].n; j++)
				down[j] = -up[j];
			struct paired_test_result a = ask((*t)->name, up, data_sets[i].n, usual);
			struct paired_test_result b = ask((*t)->name, down, data_sets[i].n, usual);
			const double want[] = { a.p, a.p_less, a.p_greater };
			check_result((*t)->name, &data_sets[i], &b, want, 0);
		}
}

/* Aslam & Pavlu 2008, Table 1: a pair is significant where the left-p-value is above .95. */
static void left_p_value_is_p_less_of_the_wilcoxon(void **state)
{
	(void)state;
	size_t classes[2] = { 0 };
	for (size_t i = 0; i < DATA_SETS; i++) {
		const struct data_set *s = &data_sets[i];
		double difference[MOST_PAIRS];
		noisy(s, difference);
		struct paired_test_result r = ask("wilcoxon", difference, s->n, usual);
		/* R: wilcox.test(k, alternative = "less")$p.value */
		assert_int_equal(r.p_less > 0.95, s->wilcoxon[2] > 0.95);
		assert_true(r.p_less + r.p_greater >= 1 - 1e-15);
		if (r.p_greater < 0.05)
			assert_true(r.p_less > 0.95);
		classes[r.p_less > 0.95]++;
	}
	assert_true(classes[0] >= 5 && classes[1] >= 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sign_test_is_R_binom_test),
		cmocka_unit_test(wilcoxon_is_R_wilcox_test),
		cmocka_unit_test(t_test_is_R_t_test),
		cmocka_unit_test(wilcoxon_is_the_count_of_all_choices_of_signs),
		cmocka_unit_test(randomization_is_the_count_of_all_choices_of_signs),
		cmocka_unit_test(randomization_gives_fishers_count_for_darwins_plants),
		cmocka_unit_test(sign_test_rejects_at_32_of_50),
		cmocka_unit_test(negated_differences_swap_the_tails),
		cmocka_unit_test(left_p_value_is_p_less_of_the_wilcoxon),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
