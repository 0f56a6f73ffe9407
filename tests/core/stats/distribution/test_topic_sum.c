/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of independent variables (core/stats/distribution/topic_sum.h), against counting and closed
 * forms.
 */
#include "tests/support/interval_help.h"

#include "core/stats/distribution/topic_sum.h"

/* A variable with n equally probable values 0, step, 2 step ... */
struct dice {
	int n;
	double step;
};

static int dice_all(void *of, struct atoms *out, struct err *e)
{
	const struct dice *d = of;
	for (int i = 0; i < d->n; i++)
		if (atoms_add(out, i * d->step, 1.0 / d->n, e) < 0)
			return -1;
	return 0;
}

static int dice_atoms(void *of, double gap, double most, struct atoms *out, struct err *e)
{
	(void)gap;
	(void)most;
	return dice_all(of, out, e);
}

static struct sum_term dice_term(struct dice *d, int64_t whole)
{
	return (struct sum_term){ .low = 0,
				  .high = (d->n - 1) * d->step,
				  .deviation = d->step * sqrt((d->n * d->n - 1) / 12.0),
				  .values = d->n,
				  .whole = whole,
				  .lumps = true,
				  .of = d,
				  .all = dice_all,
				  .atoms = dice_atoms };
}

static struct sum_answers ask_sum(const struct sum_term *term, size_t count, double lower_p,
				  double upper_p, double zero)
{
	struct sum_answers out = { NAN, NAN, NAN, NAN };
	struct err e = { 0 };
	if (topic_sum(term, count, lower_p, upper_p, zero, &out, &e) < 0)
		fail_msg("%s", e.text);
	return out;
}

/* With faces 0 to 5, 1, 3, 6, ... 27, 27, ... 6, 3, 1 of the 216 throws have the sums 0, 1, 2 ...
 */
static void three_dice(void **state)
{
	(void)state;
	struct dice d = { 6, 1 };
	for (int64_t whole = 0; whole <= 1; whole++) { /* enumerated, and on whole steps */
		struct sum_term term[3] = { dice_term(&d, whole), dice_term(&d, whole),
					    dice_term(&d, whole) };
		struct sum_answers a = ask_sum(term, 3, 1.0 / 216, 4.0 / 216, 7);
		assert_near(a.lower, 0, 1e-14);
		assert_near(a.upper, 1, 1e-14);
		assert_near(a.above, (108 + 27 / 2.0) / 216, 1e-14);
		a = ask_sum(term, 3, 4.1 / 216, 1 - 1.01 / 216, NAN);
		assert_near(a.lower, 2, 1e-14);
		assert_near(a.upper, 14, 1e-14);
		a = ask_sum(term, 3, 0, 1, NAN);
		assert_true(a.lower == 0 && a.upper == 15 && isnan(a.above));
	}
}

/* Halves and thirds have sixths in common: the sum of 0, 1/2 and of 0, 1/3, 2/3. */
static void whole_steps_of_different_fractions(void **state)
{
	(void)state;
	struct dice half = { 2, 0.5 }, third = { 3, 1.0 / 3 };
	struct sum_term term[2] = { dice_term(&half, 2), dice_term(&third, 3) };
	static const double value[] = { 0, 2 / 6.0, 3 / 6.0, 4 / 6.0, 5 / 6.0, 7 / 6.0 };
	for (int i = 0; i < 6; i++) {
		struct sum_answers a = ask_sum(term, 2, (i + 0.5) / 6, (i + 1) / 6.0, value[i]);
		assert_near(a.lower, value[i], 1e-14);
		assert_near(a.upper, value[i], 1e-14);
		assert_near(a.above, 1 - (i + 0.5) / 6, 1e-14);
	}
}

/* Terms that are certain move the sum, also if there is no other. */
static void certain_terms(void **state)
{
	(void)state;
	struct dice one = { 1, 1 }, two = { 2, 0.3 };
	struct sum_term term[3] = { dice_term(&one, 0), dice_term(&one, 0), dice_term(&two, 0) };
	term[0].low = term[0].high = 0.25;
	term[1].low = term[1].high = -1;
	struct sum_answers a = ask_sum(term, 2, 0.025, 0.975, -0.75);
	assert_true(a.lower == -0.75 && a.upper == -0.75 && a.above == 0.5);
	a = ask_sum(term, 3, 0.4, 0.6, -0.5);
	assert_near(a.lower, -0.75, 1e-15);
	assert_near(a.upper, -0.45, 1e-15);
	assert_near(a.above, 0.5, 1e-15);
}

/* A normal variable at the nodes of the trapezoidal rule. */
static int normal_atoms(void *of, double gap, double most, struct atoms *out, struct err *e)
{
	const double *deviation = of;
	double step = fmin(0.4, gap / *deviation), sum = 0;
	(void)most;
	for (double z = -9; z < 9; z += step)
		sum += exp(-z * z / 2);
	for (double z = -9; z < 9; z += step)
		if (atoms_add(out, 0.7 + *deviation * z, exp(-z * z / 2) / sum, e) < 0)
			return -1;
	return 0;
}

static void normal_variables_have_a_normal_sum(void **state)
{
	(void)state;
	double deviation[40];
	struct sum_term term[40];
	static const size_t count[] = { 1, 2, 5, 40 };
	for (int k = 0; k < 4; k++) {
		double variance = 0, T = (double)count[k];
		for (size_t i = 0; i < count[k]; i++) {
			deviation[i] = 0.01 * (double)(1 + i % 7);
			variance += deviation[i] * deviation[i];
			term[i] = (struct sum_term){ .low = -100,
						     .high = 100,
						     .deviation = deviation[i],
						     .values = HUGE_VAL,
						     .of = &deviation[i],
						     .atoms = normal_atoms };
		}
		double sd = sqrt(variance);
		struct sum_answers a = ask_sum(term, count[k], 0.025, 0.975, 0.7 * T + sd);
		assert_near(a.lower, 0.7 * T - 1.959963984540054 * sd, 1e-8 * sd);
		assert_near(a.upper, 0.7 * T + 1.959963984540054 * sd, 1e-8 * sd);
		assert_near(a.above, 0.5 * erfc(sqrt(0.5)), 1e-9);
		assert_true(a.error < 1e-6);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_dice),
		cmocka_unit_test(whole_steps_of_different_fractions),
		cmocka_unit_test(certain_terms),
		cmocka_unit_test(normal_variables_have_a_normal_sum),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
