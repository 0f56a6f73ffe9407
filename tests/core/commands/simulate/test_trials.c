/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tally of all simulations: claims that are counted by hand, and worlds whose figures are
 * known.
 */
#include "tests/support/near.h"

#include <string.h>

#include "core/commands/simulate/trials.h"
#include "core/stats/random/uniform.h"
#include "tests/support/covers.h"

enum { GROUPS_MAX = 3 };

static struct shard whole;

/* One claim a sample, in one group. */
static struct tally tally_of(int (*one)(const void *, size_t, void *, struct claim *, struct err *),
			     const void *question, size_t samples)
{
	const struct effort effort = { .jobs = 1, .shard = &whole };
	const struct trials t = { .effort = &effort,
				  .groups = 1,
				  .samples = samples,
				  .claims = 1,
				  .one = one,
				  .question = question };
	struct tally tally;
	struct err e = { 0 };
	if (trials_run(&t, &tally, &e) < 0)
		fail_msg("%s", e.text);
	return tally;
}

static int take(const void *question, size_t sample, void *scratch, struct claim *to, struct err *e)
{
	(void)scratch;
	(void)e;
	*to = ((const struct claim *)question)[sample];
	return 0;
}

/*
 * Six samples of which the true value is 2. Counted by hand: four of six have an interval, of which
 * two cover, one lies above the value and one below it; the widths are 1.5, 2, 3 and 1.5. Four have
 * an estimate, off by -1, .5, 3 and 1.
 */
static void claims_are_counted(void **state)
{
	(void)state;
	static const struct claim claim[] = {
		{ 2, 1, { 0, 1.5 }, { 1, NAN, 0, NAN } },
		{ 2, 2.5, { 2, 4 }, { 0, NAN, 5, NAN } },     /* an end is the value */
		{ 2, 5, { 3, 6 }, { 1, NAN, NAN, NAN } },     /* below */
		{ 2, 3, { NAN, NAN }, { 1, NAN, NAN, NAN } }, /* not offered */
		{ 2, NAN, { 1, 2.5 }, { 0, NAN, NAN, NAN } },
		{ 2, NAN, { NAN, 3 }, { 0, NAN, NAN, NAN } }, /* half of an interval is none */
	};
	const struct tally t = tally_of(take, claim, 6);
	assert_near(t.samples, 6, 0);
	assert_near(t.offered, 4 / 6.0, 1e-15);
	assert_near(t.coverage, 2 / 4.0, 1e-15);
	assert_near(t.coverage_se, 0.25, 1e-15); /* sqrt(.5 .5 / 4) */
	assert_near(t.below, 1 / 4.0, 1e-15);
	assert_near(t.above, 1 / 4.0, 1e-15);
	assert_near(t.width, 8 / 4.0, 1e-15);
	assert_near(t.bias, 3.5 / 4, 1e-15);
	assert_near(t.rmse, 1.677050983124842, 1e-14); /* sqrt((1 + .25 + 9 + 1) / 4) */
	assert_near(t.truth, 2, 0);
	assert_near(t.more[0], 3 / 6.0, 1e-15);
	assert_near_or_nan(t.more[1], NAN, 0);
	assert_near(t.more[2], 2.5, 0); /* of the two that have it */
}

/* Nothing is offered, or nothing is true: there is no coverage, and not one of 0. */
static void what_is_not_offered_is_left_out(void **state)
{
	(void)state;
	static const struct claim none[] = { { 1, 3, { NAN, NAN }, { 0 } },
					     { 1, 1, { NAN, NAN }, { 0 } } };
	static const struct claim untrue[] = { { NAN, 3, { 2, 4 }, { 0 } } };
	struct tally t = tally_of(take, none, 2);
	assert_near(t.offered, 0, 0);
	assert_near_or_nan(t.coverage, NAN, 0);
	assert_near_or_nan(t.coverage_se, NAN, 0);
	assert_near_or_nan(t.below, NAN, 0);
	assert_near_or_nan(t.above, NAN, 0);
	assert_near_or_nan(t.width, NAN, 0);
	assert_near(t.bias, 1, 0);
	assert_near(t.rmse, 1.4142135623730951, 1e-15); /* sqrt((4 + 0) / 2) */
	t = tally_of(take, untrue, 1);
	assert_near(t.offered, 0, 0);
	assert_near_or_nan(t.coverage, NAN, 0);
	assert_near_or_nan(t.bias, NAN, 0);
	assert_near_or_nan(t.truth, NAN, 0);
}

/* 0.1 + 0.2 is not 0.3 to a computer; a billionth off is a miss. */
static void an_end_may_be_off_by_rounding(void **state)
{
	(void)state;
	const double values[] = { 0, 0.3, -0.3, 1, 1234567.25 };
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		double v = values[i], off = 1e-9 * (1 + fabs(v));
		assert_true(interval_covers((struct interval){ v, v }, v));
		assert_true(interval_covers((struct interval){ nextafter(v, INFINITY), v + 1 }, v));
		assert_true(
			interval_covers((struct interval){ v - 1, nextafter(v, -INFINITY) }, v));
		assert_false(interval_covers((struct interval){ v + off, v + 1 }, v));
		assert_false(interval_covers((struct interval){ v - 1, v - off }, v));
		assert_true(interval_covers((struct interval){ -INFINITY, v }, v));
	}
	assert_true(interval_covers((struct interval){ 0.1 + 0.2, 1 }, 0.3));
	assert_false(interval_covers((struct interval){ NAN, 1 }, 0.3));
}

/*
 * Two of the scores 0, .1, .4, 1, whose mean is .375, each of the six pairs once; the interval is
 * from the smaller one to the larger one. The mean is above (0, .1), below (.4, 1) and within the
 * others; the widths are .1 .4 1 .3 .9 .6; the pairs' means are off by .325, .175 and .125, down
 * and up.
 */
static int two_scores(const void *question, size_t sample, void *scratch, struct claim *to,
		      struct err *e)
{
	(void)scratch;
	(void)e;
	static const int pair[6][2] = {
		{ 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 2 }, { 1, 3 }, { 2, 3 }
	};
	const double *score = question, a = score[pair[sample % 6][0]],
		     b = score[pair[sample % 6][1]];
	to->truth = 0.375;
	to->estimate = (a + b) / 2;
	to->interval = (struct interval){ a, b };
	return 0;
}

static void all_samples_of_two_scores(void **state)
{
	(void)state;
	static const double score[] = { 0, 0.1, 0.4, 1 };
	for (size_t samples = 6; samples <= 6000; samples *= 10) { /* fewer than blocks, and more */
		const struct tally t = tally_of(two_scores, score, samples);
		assert_near(t.samples, (double)samples, 0);
		assert_near(t.offered, 1, 0);
		assert_near(t.coverage, 4 / 6.0, 1e-12);
		assert_near(t.coverage_se, sqrt(2 / 9.0 / (double)samples), 1e-12);
		assert_near(t.below, 1 / 6.0, 1e-12);
		assert_near(t.above, 1 / 6.0, 1e-12);
		assert_near(t.width, 0.55, 1e-12);
		assert_near(t.bias, 0, 1e-12);
		assert_near(t.rmse, 0.225, 1e-12); /* sqrt((.105625 + .030625 + .015625) / 3) */
	}
}

/*
 * A coin that shows 1 with probability .3, tossed 10 times; the interval is the share +- .1, which
 * covers if 2, 3 or 4 are 1. By the binomial distribution: P(2..4) = .7004233, P(x >= 5) =
 * .1502683, P(x <= 1) = .1493083, and the share has the deviation sqrt(.3 .7 / 10) = .1449138.
 */
static int toss(const void *question, size_t sample, void *scratch, struct claim *to, struct err *e)
{
	(void)question;
	(void)e;
	int *counted = scratch; /* it is this thread's own */
	struct uniform u = uniform_start(5, sample, 0);
	double share = 0;
	++*counted;
	for (int i = 0; i < 10; i++)
		share += (uniform_next(&u) < 0.3) / 10.0;
	to->truth = 0.3;
	to->estimate = share;
	to->interval = (struct interval){ share - 0.1, share + 0.1 };
	to->more[3] = *counted > 0;
	return 0;
}

static void a_coin_whose_coverage_is_known(void **state)
{
	(void)state;
	enum { SAMPLES = 40000 };
	const struct effort effort = { .jobs = 2, .shard = &whole };
	const struct trials trials = { &effort, 1, SAMPLES, 1, sizeof(int), toss, NULL };
	struct tally t;
	struct err e = { 0 };
	assert_int_equal(trials_run(&trials, &t, &e), 0);
	/* four standard errors */
	assert_near(t.coverage, 0.7004233, 4 * sqrt(0.7004233 * 0.2995767 / SAMPLES));
	assert_near(t.below, 0.1502683, 4 * sqrt(0.1502683 * 0.8497317 / SAMPLES));
	assert_near(t.above, 0.1493083, 4 * sqrt(0.1493083 * 0.8506917 / SAMPLES));
	assert_near(t.coverage_se, sqrt(0.7004233 * 0.2995767 / SAMPLES), 2e-5);
	assert_near(t.width, 0.2, 1e-12);
	assert_near(t.bias, 0, 4 * 0.1449138 / sqrt(SAMPLES));
	assert_near(t.rmse, 0.1449138, 4 * 0.1449138 / sqrt(2 * SAMPLES));
	assert_near(t.more[3], 1, 0);
}

/* Two claims a sample: of the group, and of the sample in it. */
static int numbered(const void *question, size_t sample, void *scratch, struct claim *to,
		    struct err *e)
{
	(void)scratch;
	size_t samples = *(const size_t *)question;
	(void)e;
	struct uniform u = uniform_start(9, sample, 0);
	for (int k = 0; k < 2; k++) {
		double x = uniform_next(&u);
		to[k].truth = 0.5;
		to[k].estimate = k == 0 ? (double)(sample / samples) : x;
		to[k].interval = (struct interval){ x - 0.3, sample % 5 == 0 ? NAN : x + 0.3 };
		to[k].more[1] = (double)(sample % samples);
	}
	return 0;
}

static void groups_are_counted_apart(void **state)
{
	(void)state;
	const size_t samples = 7;
	const struct effort effort = { .jobs = 1, .shard = &whole };
	const struct trials trials = { &effort, GROUPS_MAX, samples, 2, 0, numbered, &samples };
	struct tally t[GROUPS_MAX * 2];
	struct err e = { 0 };
	assert_int_equal(trials_run(&trials, t, &e), 0);
	for (int g = 0; g < GROUPS_MAX; g++) {
		assert_near(t[2 * g].bias, g - 0.5, 1e-15);
		assert_near(t[2 * g + 1].more[1], 3, 1e-15); /* of 0 to 6 */
		assert_near(t[2 * g].samples, 7, 0);
	}
	/* of the numbers 0 to 6, 7 to 13 and 14 to 20, two, one and two are divided by 5 */
	assert_near(t[0].offered, 5 / 7.0, 1e-15);
	assert_near(t[2].offered, 6 / 7.0, 1e-15);
	assert_near(t[4].offered, 5 / 7.0, 1e-15);
}

/* Bit by bit. */
static void threads_and_shards_change_nothing(void **state)
{
	(void)state;
	enum { SHARDS = 3 };
	const size_t samples = 1234;
	struct effort effort = { .jobs = 1, .shard = &whole };
	const struct trials trials = { &effort, GROUPS_MAX, samples, 2, 0, numbered, &samples };
	struct tally one[GROUPS_MAX * 2], other[GROUPS_MAX * 2];
	struct err e = { 0 };
	assert_int_equal(trials_run(&trials, one, &e), 0);
	effort.jobs = 3;
	assert_int_equal(trials_run(&trials, other, &e), 0);
	assert_memory_equal(one, other, sizeof one);
	struct shard part[SHARDS] = { 0 };
	struct shard_lines lines[SHARDS] = { 0 };
	for (size_t i = 0; i < SHARDS; i++) {
		part[i] = (struct shard){ .number = i, .count = SHARDS };
		effort.shard = &part[i];
		assert_int_equal(trials_run(&trials, other, &e), 0);
		lines[i] = (struct shard_lines){ .path = "part", .next = part[i].text.text };
	}
	struct shard merged = { .count = SHARDS, .lines = lines };
	effort.shard = &merged;
	memset(other, 0, sizeof other);
	assert_int_equal(trials_run(&trials, other, &e), 0);
	assert_memory_equal(one, other, sizeof one);
	for (size_t i = 0; i < SHARDS; i++)
		buffer_release(&part[i].text);
}

static int fail_at_3(const void *question, size_t sample, void *scratch, struct claim *to,
		     struct err *e)
{
	(void)question;
	(void)scratch;
	(void)to;
	return sample >= 3 ? err_data(e, "sample %zu", sample) : 0;
}

static void an_error_ends_it(void **state)
{
	(void)state;
	const struct effort effort = { .jobs = 2, .shard = &whole };
	const struct trials trials = { &effort, 1, 9, 1, 0, fail_at_3, NULL };
	struct tally t;
	struct err e = { 0 };
	assert_int_equal(trials_run(&trials, &t, &e), -1);
	assert_string_equal(e.text, "sample 3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(claims_are_counted),
		cmocka_unit_test(what_is_not_offered_is_left_out),
		cmocka_unit_test(an_end_may_be_off_by_rounding),
		cmocka_unit_test(all_samples_of_two_scores),
		cmocka_unit_test(a_coin_whose_coverage_is_known),
		cmocka_unit_test(groups_are_counted_apart),
		cmocka_unit_test(threads_and_shards_change_nothing),
		cmocka_unit_test(an_error_ends_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
