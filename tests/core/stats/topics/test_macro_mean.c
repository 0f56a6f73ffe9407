/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean over groups of topics, against R.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/random/uniform.h"
#include "core/stats/topics/macro_mean.h"
#include "tests/support/near.h"

static struct macro_mean mean_of(const double *score, const size_t *group, size_t count,
				 size_t groups)
{
	struct macro_mean x;
	struct err e = { 0 };
	assert_int_equal(macro_mean(score, group, count, groups, 1e-12, &x, &e), 0);
	return x;
}

/*
 * R: w <- t.test(c(.5, 0, .75), -c(.25, .05)): df and p are those of the mean over groups, the
 * interval and the error are twice as wide.
 */
static void two_groups_are_welch(void **state)
{
	(void)state;
	const double score[] = { .5, .25, 0, .75, .05 };
	const size_t group[] = { 0, 1, 0, 0, 1 };
	const struct macro_mean x = mean_of(score, group, 5, 2);
	const struct interval i = macro_mean_interval(&x, .025, .975);
	assert_int_equal(x.groups, 2);
	assert_near(x.mean, (1.25 / 3 + .15) / 2, 1e-15);
	assert_near(x.se, 0.121048658719450, 1e-14);
	assert_near(x.df, 2.680615347562995, 1e-13);
	assert_near(macro_mean_p(&x), 0.111535920132620, 1e-13);
	assert_near(i.lower, -0.129211171317733, 1e-13);
	assert_near(i.upper, 0.695877837984400, 1e-13);
}

/*
 * R: a <- c(.1, .4, .3, .2); b <- c(.5, .1, .9); d <- c(-.2, .3);
 * v <- c(var(a)/4, var(b)/3, var(d)/2); se <- sqrt(sum(v))/3;
 * df <- sum(v)^2/sum(v^2/c(3, 2, 1)); the third group of four has no topic.
 */
static void groups_without_topics_are_left_out(void **state)
{
	(void)state;
	const double score[] = { .1, .4, .3, .2, .5, .1, .9, -.2, .3 };
	const size_t group[] = { 0, 0, 0, 0, 1, 1, 1, 3, 3 };
	const struct macro_mean x = mean_of(score, group, 9, 4);
	const struct interval i = macro_mean_interval(&x, .025, .975);
	assert_int_equal(x.groups, 3);
	assert_near(x.mean, 0.266666666666667, 1e-14);
	assert_near(x.se, 0.115470053837925, 1e-14);
	assert_near(x.df, 2.699531331366082, 1e-13);
	assert_near(macro_mean_p(&x), 0.113835183025550, 1e-13);
	assert_near(i.lower, -0.125068931920623, 1e-13);
	assert_near(i.upper, 0.658402265253956, 1e-13);
}

static void without_an_error_there_is_no_interval(void **state)
{
	(void)state;
	const double single[] = { .5, .25, .75 }, same[] = { .5, .5, .25, .25 };
	const size_t of_single[] = { 0, 0, 1 }, of_same[] = { 0, 0, 1, 1 };
	const struct macro_mean x = mean_of(single, of_single, 3, 2);
	const struct macro_mean y = mean_of(same, of_same, 4, 2);
	assert_near(x.mean, .5625, 1e-15);
	assert_true(isnan(x.se));
	assert_true(isnan(macro_mean_p(&x)));
	assert_true(isnan(macro_mean_interval(&x, .025, .975).lower));
	assert_near(y.mean, .375, 1e-15);
	assert_true(isnan(macro_mean_p(&y)));
	assert_true(isnan(macro_mean_interval(&y, .025, .975).upper));
}

/* In binary .7 - .6, .2 - .1 and 1.1 - 1 are three numbers, and in decimals one. */
static void rounding_is_no_error(void **state)
{
	(void)state;
	const double same[] = { .7 - .6, .2 - .1, .3 - .2, 1.1 - 1 };
	const double none[] = { .1 + .2 - .3, .3 - .2 - .1, .2 + .4 - .6, 0 };
	const size_t group[] = { 0, 0, 1, 1 };
	const struct macro_mean x = mean_of(same, group, 4, 2), y = mean_of(none, group, 4, 2);
	assert_true(same[0] != same[1] && same[2] != same[3]);
	assert_near(x.mean, .1, 1e-15);
	assert_true(x.se == 0 && y.se == 0 && y.mean == 0);
	assert_true(isnan(macro_mean_p(&x)));
}

/*
 * All samples, drawn with replacement: 2 topics of a group of four and 3 of a group of three, 16
 * times 27 in all. The mean of the estimate is the macro mean of both groups, and the mean of se^2
 * its variance, exactly (Cochran 1977, theorems 2.1 and 2.4, without the finite population).
 */
static void all_samples_of_two_groups(void **state)
{
	(void)state;
	static const double a[] = { 0.2, 0.5, 0.9, 0.4 }, b[] = { 0.1, 0.8, 0.3 };
	static const size_t group[] = { 0, 0, 1, 1, 1 };
	double sum = 0, squares = 0, errors = 0, truth = (2.0 / 4 + 1.2 / 3) / 2;
	int samples = 0;
	for (int i = 0; i < 16; i++)
		for (int k = 0; k < 27; k++) {
			const double score[] = { a[i % 4], a[i / 4], b[k % 3], b[k / 3 % 3],
						 b[k / 9] };
			struct macro_mean x;
			struct err e = { 0 };
			assert_int_equal(macro_mean(score, group, 5, 2, 0, &x, &e), 0);
			sum += x.mean;
			squares += (x.mean - truth) * (x.mean - truth);
			errors += x.se * x.se;
			samples++;
		}
	assert_near(sum / samples, truth, 1e-12);
	assert_near(errors / samples, squares / samples, 1e-12);
}

/* Scores of a data set: of a kind, with these means. */
enum { KINDS = 4, SAMPLES = 4000, MOST_TOPICS = 2000 };
static const double kind_mean[KINDS] = { 1.0 / 4, 3.0 / 4, .3, .25 };

static double score_of_kind(struct uniform *u, size_t kind)
{
	double x = uniform_next(u);
	return kind == 0   ? x * x * x
	       : kind == 1 ? cbrt(x)
	       : kind == 2 ? x < .3
			   : fmax(2 * x - 1, 0); /* half of the topics have 0 */
}

/* The share of samples whose interval has the mean over data sets; set k has `size[k % 2]` topics.
 */
static double coverage(size_t sets, const size_t *size)
{
	double score[MOST_TOPICS], truth = 0;
	size_t group[MOST_TOPICS], covered = 0;
	for (size_t k = 0; k < sets; k++)
		truth += kind_mean[k % KINDS] / (double)sets;
	for (size_t i = 0; i < SAMPLES; i++) {
		struct uniform u = uniform_start(2027, i, STREAM_FIRST);
		size_t count = 0;
		for (size_t k = 0; k < sets; k++)
			for (size_t t = 0; t < size[k % 2]; t++) {
				group[count] = k;
				score[count++] = score_of_kind(&u, k % KINDS);
			}
		const struct macro_mean x = mean_of(score, group, count, sets);
		const struct interval ends = macro_mean_interval(&x, .025, .975);
		covered += ends.lower <= truth && truth <= ends.upper;
	}
	return (double)covered / SAMPLES;
}

/* doc/evidence/means-over-topics.md has these. */
static void coverage_is_near_the_level(void **state)
{
	static const size_t sets[] = { 2, 4, 13, 18 };
	static const size_t size[][2] = { { 10, 10 }, { 10, 50 }, { 50, 50 }, { 50, 150 } };
	(void)state;
	for (size_t i = 0; i < 4; i++)
		for (size_t k = 0; k < 4; k++) {
			double x = coverage(sets[i], size[k]);
			print_message("%zu data sets of %zu and %zu topics: coverage %.3f\n",
				      sets[i], size[k][0], size[k][1], x);
			assert_true(x > (size[k][0] < 50 ? .91 : .935) && x < .965);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_groups_are_welch),
		cmocka_unit_test(groups_without_topics_are_left_out),
		cmocka_unit_test(without_an_error_there_is_no_interval),
		cmocka_unit_test(rounding_is_no_error),
		cmocka_unit_test(all_samples_of_two_groups),
		cmocka_unit_test(coverage_is_near_the_level),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
