/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The paired tests that draw: against exact distributions computed here in whole numbers, within 4
 * standard errors of the draws (seeds are fixed, so that a pass is a pass), and how often each test
 * rejects where there is nothing to find.
 */
#include "core/base/parallel.h"
#include "tests/support/oracle.h"
#include "tests/support/paired_help.h"
#include "tests/support/cases.h"

/* A share p of `draws`, counted as (1 + k)/(1 + draws), within so many standard errors. */
static void check_share(const char *what, double got, double p, int64_t draws, double errors)
{
	double n = (double)draws, expected = (1 + n * p) / (1 + n);
	double error = sqrt(fmax(0, p * (1 - p)) * n) / (1 + n);
	if (!(fabs(got - expected) <= errors * error + 1e-12))
		fail_msg("%s is %.6f, not %.6f within %g times %.6f", what, got, expected, errors,
			 error);
}

/* ---- randomization ---- */

/* The distribution of the sum of the set's numbers with random signs, by adding one number at a
 * time. */
static void distribution_of_sum(const struct data_set *s, double want[3])
{
	enum { HALF = 300 * 200, ALL = 2 * HALF + 1 };
	static double distribution[ALL], next[ALL];
	long observed = 0, reach = 0;
	for (size_t i = 0; i < ALL; i++)
		distribution[i] = i == HALF;
	for (size_t i = 0; i < s->n; i++) {
		long k = labs(data_set_k(s, i));
		observed += data_set_k(s, i);
		reach += k;
		assert_true(reach < HALF);
		for (long x = -reach; x <= reach; x++)
			next[HALF + x] = 0;
		for (long x = -(reach - k); x <= reach - k; x++) {
			next[HALF + x + k] += distribution[HALF + x] / 2;
			next[HALF + x - k] += distribution[HALF + x] / 2;
		}
		for (long x = -reach; x <= reach; x++)
			distribution[HALF + x] = next[HALF + x];
	}
	want[0] = want[1] = want[2] = 0;
	for (long x = -reach; x <= reach; x++) {
		want[0] += labs(x) >= labs(observed) ? distribution[HALF + x] : 0;
		want[1] += x >= observed ? distribution[HALF + x] : 0;
		want[2] += x <= observed ? distribution[HALF + x] : 0;
	}
}

static void drawn_signs_agree_with_the_law_of_the_sum(void **state)
{
	(void)state;
	size_t seen = 0;
	for (size_t i = 0; i < DATA_SETS; i++) {
		const struct data_set *s = &data_sets[i];
		if (nonzero(s) <= 20)
			continue;
		double difference[MOST_PAIRS], want[3];
		distribution_of_sum(s, want);
		noisy(s, difference);
		const struct paired_test_request q = { .resamples = 100000, .seed = i };
		struct paired_test_result r = ask("random", difference, s->n, q);
		char what[60];
		snprintf(what, sizeof what, "data set %zu", i + 1);
		check_share(what, r.p, want[0], q.resamples, 4);
		check_share(what, r.p_greater, want[1], q.resamples, 4);
		check_share(what, r.p_less, want[2], q.resamples, 4);
		seen++;
	}
	assert_true(seen >= 15);
}

/*
 * Where the large differences are positive and all the small ones negative, a sum reaches the
 * observed one exactly when the large ones are positive, whatever becomes of the small ones. 900
 * shares are looked at, so 5 standard errors.
 */
static void signs_are_fair_coins_independent_of_each_other(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	enum { PAIRS = 300, DRAWS = 10000 };
	const struct paired_test_request q = { .resamples = DRAWS, .seed = 5 };
	double difference[PAIRS];
	for (size_t i = 0; i < PAIRS; i++)
		difference[i] = -1e-4;
	for (size_t i = 0; i < PAIRS; i++) {
		size_t others[] = { (i + 1) % PAIRS, (i + 128) % PAIRS };
		difference[i] = 1;
		struct paired_test_result r = ask("random", difference, PAIRS, q);
		check_share("one positive", r.p_greater, 0.5, DRAWS, 5);
		for (size_t j = 0; j < 2; j++) {
			difference[others[j]] = 1;
			r = ask("random", difference, PAIRS, q);
			check_share("two positive", r.p_greater, 0.25, DRAWS, 5);
			difference[others[j]] = -1e-4;
		}
		difference[i] = -1e-4;
	}
}

/* ---- bootstrap ---- */

/* Is t of (sum, squares) at least t of (sum0, squares0)? t = S sqrt(n-1) / sqrt(n Q - S^2). */
static bool at_least(int64_t n, int64_t sum, int64_t squares, int64_t sum0, int64_t squares0)
{
	int64_t spread = n * squares - sum * sum, spread0 = n * squares0 - sum0 * sum0;
	if (spread == 0) /* infinite, or 0 where the sum is */
		return sum > 0 || (sum == 0 && sum0 <= 0);
	if ((sum >= 0) != (sum0 >= 0))
		return sum >= 0;
	double left = (double)(sum * sum) * (double)spread0;
	double right = (double)(sum0 * sum0) * (double)spread; /* whole numbers below 2^53 */
	assert_true(left < 0x1p53 && right < 0x1p53);
	return sum >= 0 ? left >= right : left <= right;
}

/* All n^n samples with replacement from the centred numbers. */
static void all_resamples(const int *k, int64_t n, double want[3])
{
	int64_t total = 0, squares0 = 0, all = 1, greater = 0, less = 0, extreme = 0;
	for (int64_t i = 0; i < n; i++) {
		total += k[i];
		squares0 += (int64_t)k[i] * k[i];
		all *= n;
	}
	for (int64_t sample = 0; sample < all; sample++) {
		int64_t sum = 0, squares = 0;
		for (int64_t i = 0, rest = sample; i < n; i++, rest /= n) {
			int64_t x = n * k[rest % n] - total;
			sum += x;
			squares += x * x;
		}
		bool up = at_least(n, sum, squares, total, squares0);
		bool down = at_least(n, -sum, squares, -total, squares0);
		greater += up;
		less += down;
		if (total >= 0)
			extreme += up || at_least(n, -sum, squares, total, squares0);
		else
			extreme += down || at_least(n, sum, squares, -total, squares0);
	}
	want[0] = (double)extreme / (double)all;
	want[1] = (double)greater / (double)all;
	want[2] = (double)less / (double)all;
}

/*
 * The last is the treated mice of Efron & Tibshirani 1993, Table 2.1, less 129, as in their section
 * 16.4.
 */
static void bootstrap_agrees_with_all_resamples(void **state)
{
	(void)state;
	static const struct {
		int64_t n;
		int k[7];
	} sets[] = {
		{ 2, { 3, -1 } },
		{ 2, { 1, 3 } },
		{ 3, { 1, 2, 3 } },
		{ 3, { 4, -2, -2 } },
		{ 3, { 10, 20, 0 } }, /* one is the mean, but not in binary */
		{ 5, { 7, 7, 0, 14, 7 } },
		{ 5, { 1, 1, 1, 1, 90 } },
		{ 4, { 0, 0, 0, 5 } },
		{ 4, { -4, 4, -4, 4 } },
		{ 5, { 2, 2, -2, 2, 2 } },
		{ 5, { 0, 0, 3, -1, 4 } },
		{ 5, { 1, 2, 3, 4, 5 } },
		{ 6, { 6, -2, 0, 5, 5, -5 } },
		{ 6, { -9, -1, -1, -3, 0, 2 } },
		{ 7, { -35, 68, -113, -91, -30, 12, -106 } },
	};
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		double want[3], difference[7];
		all_resamples(sets[i].k, sets[i].n, want);
		for (int64_t j = 0; j < sets[i].n; j++) {
			volatile double x = (sets[i].k[j] + 31) / 100.0, y = 0.31;
			difference[j] = x - y;
		}
		const struct paired_test_request q = { .resamples = 100000, .seed = 7 + i };
		struct paired_test_result r = ask("bootstrap", difference, (size_t)sets[i].n, q);
		char what[60];
		snprintf(what, sizeof what, "set %zu", i + 1);
		check_share(what, r.p, want[0], q.resamples, 4);
		check_share(what, r.p_greater, want[1], q.resamples, 4);
		check_share(what, r.p_less, want[2], q.resamples, 4);
	}
}

/*
 * All but one equal, and t beyond 1e9: only a resample without the odd one, of infinite t, is as
 * large.
 */
static void resamples_without_variance_are_beyond_every_t(void **state)
{
	(void)state;
	for (size_t n = 3; n <= 40; n++) {
		double difference[40];
		for (size_t i = 0; i < n; i++)
			difference[i] = i == 2 ? 1e4 : 1e4 + 1e-6;
		const struct paired_test_request q = { .resamples = 5000, .seed = n };
		struct paired_test_result r = ask("bootstrap", difference, n, q);
		double without = pow(1 - 1 / (double)n, (double)n);
		check_share("p_greater", r.p_greater, without, q.resamples, 4);
		check_share("p", r.p, without + pow((double)n, -(double)n), q.resamples, 4);
		check_share("p_less", r.p_less, 1 - without, q.resamples, 4);
	}
}

/* ---- all of them ---- */

/* 150 pairs and more, none of them far out: the three agree as their distributions do. */
static void t_randomization_and_bootstrap_agree_for_many_pairs(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	size_t seen = 0;
	for (size_t i = 0; i < DATA_SETS; i++) {
		const struct data_set *s = &data_sets[i];
		if (s->n < 150)
			continue;
		double difference[MOST_PAIRS], t = s->t[0];
		noisy(s, difference);
		const struct paired_test_request q = { .resamples = 100000, .seed = 3 };
		double error = 4 * sqrt(t * (1 - t) / 1e5) + 0.01 * t + 2e-5;
		struct paired_test_result r = ask("random", difference, s->n, q);
		/* Sums of whole numbers have atoms, of which p takes all. */
		double atom = r.p_greater + r.p_less - 1;
		assert_true(r.p >= t - error && r.p <= t + atom + error);
		r = ask("bootstrap", difference, s->n, q);
		assert_true(fabs(r.p - t) <= error + 0.05 * t);
		seen++;
	}
	assert_true(seen >= 5);
}

/* ---- where there is nothing to find ---- */

enum { TRIALS = 4000, NULL_PAIRS = 25, LEVELS = 6 };
/* Not 1/2, which P(S >= 13) of 25 is but for the last bit. */
static const double alphas[LEVELS] = { 0.01, 0.05, 0.1, 0.25, 0.45, 0.9 };

/*
 * The largest tail, or twice it, that is not above alpha: what a test of a discrete statistic can
 * reach at most. The statistic is the sum of those of NULL_PAIRS weights that have a positive sign.
 */
static double attained(bool ranks, double alpha, bool two_sided)
{
	enum { MOST = NULL_PAIRS * (NULL_PAIRS + 1) / 2 };
	double distribution[MOST + 1] = { 1 }, tail = 0;
	for (size_t i = 1; i <= NULL_PAIRS; i++) {
		size_t weight = ranks ? i : 1;
		for (size_t x = MOST + 1; x-- > 0;)
			distribution[x] =
				(distribution[x] + (x >= weight ? distribution[x - weight] : 0)) /
				2;
	}
	double most = two_sided ? alpha / 2 : alpha;
	for (size_t x = MOST + 1; x-- > 0 && tail + distribution[x] <= most;)
		tail += distribution[x];
	return two_sided ? 2 * tail : tail;
}

/* Normal differences, by Box and Muller. */
static void draw_null(uint64_t *generator, double *difference)
{
	for (size_t i = 0; i < NULL_PAIRS; i++) {
		double u = ((double)(oracle_random(generator) >> 12) + 0.5) * 0x1p-52;
		double v = (double)(oracle_random(generator) >> 12) * 0x1p-52;
		difference[i] = 0.1 * sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
	}
}

/* How often is p, p_greater, p_less at most alpha? */
static void rejections(const char *name, double share[LEVELS][3])
{
	uint64_t generator = 11;
	for (uint64_t trial = 0; trial < TRIALS; trial++) {
		double difference[NULL_PAIRS];
		draw_null(&generator, difference);
		const struct paired_test_request q = { .resamples = 999, .seed = trial };
		struct paired_test_result r = ask(name, difference, NULL_PAIRS, q);
		for (size_t a = 0; a < LEVELS; a++) {
			share[a][0] += (r.p <= alphas[a]) / (double)TRIALS;
			share[a][1] += (r.p_greater <= alphas[a]) / (double)TRIALS;
			share[a][2] += (r.p_less <= alphas[a]) / (double)TRIALS;
		}
	}
}

static void every_test_rejects_as_often_as_it_says(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		bool counts, ranks;
		double allowed; /* beside the noise, times alpha (1 - alpha) */
	} tests[] = {
		{ .name = "t" },
		{ .name = "random" },
		{ .name = "wilcoxon", .counts = true, .ranks = true },
		{ .name = "sign", .counts = true },
		{ .name = "bootstrap", .allowed = 0.1 }, /* right but for O(1/n) */
	};
	for (size_t t = 0; t < sizeof tests / sizeof *tests; t++) {
		double share[LEVELS][3] = { 0 };
		rejections(tests[t].name, share);
		for (size_t i = 0; i < 3 * LEVELS; i++) {
			double alpha = alphas[i / 3], v = alpha * (1 - alpha);
			double level = tests[t].counts ? attained(tests[t].ranks, alpha, i % 3 == 0)
						       : alpha;
			double error =
				4 * sqrt(level * (1 - level) / TRIALS) + tests[t].allowed * v;
			if (!(fabs(share[i / 3][i % 3] - level) <= error))
				fail_msg("%s rejects %.4f of the time at %g", tests[t].name,
					 share[i / 3][i % 3], alpha);
		}
	}
}

/* ---- how it is drawn ---- */

struct threaded_test {
	const char *name;
	double p[DATA_SETS];
};

/* From the last data set to the first. */
static int one_data_set(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	(void)e;
	struct threaded_test *t = context;
	const struct paired_test_request q = { .resamples = 20000, .seed = 9 };
	size_t i = DATA_SETS - 1 - item;
	double difference[MOST_PAIRS];
	noisy(&data_sets[i], difference);
	t->p[i] = ask(t->name, difference, data_sets[i].n, q).p;
	return 0;
}

/* Whatever thread computes it, and beside whatever else. */
static void threads_change_nothing(void **state)
{
	(void)state;
	static const char *const names[] = { "random", "bootstrap" };
	for (size_t t = 0; t < 2; t++) {
		struct err e = { 0 };
		struct threaded_test serial = { .name = names[t] }, threaded = serial;
		for (size_t item = 0; item < DATA_SETS; item++)
			assert_int_equal(one_data_set(&serial, item, 0, &e), 0);
		assert_int_equal(parallel_each(3, DATA_SETS, one_data_set, &threaded, &e), 0);
		assert_memory_equal(serial.p, threaded.p, sizeof serial.p);
	}
}

/* 20,000 draws are the first 20,000 of 30,000: p moves by what the others add, no more. */
static void draws_are_named_by_seed_and_number(void **state)
{
	(void)state;
	const struct data_set *s = &data_sets[DATA_SETS - 4];
	double difference[MOST_PAIRS];
	clean(s, difference);
	for (size_t t = 0; t < 2; t++) {
		const char *name = t ? "bootstrap" : "random";
		struct paired_test_request q = { .resamples = 20000, .seed = 1 };
		double few = ask(name, difference, s->n, q).p * 20001 - 1;
		q.resamples = 30000;
		double many = ask(name, difference, s->n, q).p * 30001 - 1;
		assert_true(many >= few - 1e-6 && many <= few + 10000 + 1e-6);
		q.resamples = 20000;
		q.seed = 2;
		assert_true(fabs(ask(name, difference, s->n, q).p * 20001 - 1 - few) > 0.5);
	}
}

/* To the last bit, for every number of differences up to that for which signs were drawn. */
static void signs_that_pairs_share_are_those_of_each(void **state)
{
	(void)state;
	struct paired_test_request q = { .resamples = 9000, .seed = 3 }; /* more than a batch */
	uint32_t *signs = paired_test_signs(&q, MOST_PAIRS);
	assert_non_null(signs);
	for (size_t i = 0; i < DATA_SETS; i++) {
		struct paired_test_request shared = q;
		double difference[MOST_PAIRS];
		clean(&data_sets[i], difference);
		shared.signs = signs;
		struct paired_test_result a = ask("random", difference, data_sets[i].n, q),
					  b = ask("random", difference, data_sets[i].n, shared);
		assert_memory_equal(&a.p, &b.p, sizeof a.p);
		assert_memory_equal(&a.p_less, &b.p_less, sizeof a.p_less);
	}
	free(signs);
	q.resamples = 1000000000; /* too many to keep */
	assert_null(paired_test_signs(&q, MOST_PAIRS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drawn_signs_agree_with_the_law_of_the_sum),
		cmocka_unit_test(signs_are_fair_coins_independent_of_each_other),
		cmocka_unit_test(bootstrap_agrees_with_all_resamples),
		cmocka_unit_test(resamples_without_variance_are_beyond_every_t),
		cmocka_unit_test(t_randomization_and_bootstrap_agree_for_many_pairs),
		cmocka_unit_test(every_test_rejects_as_often_as_it_says),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(draws_are_named_by_seed_and_number),
		cmocka_unit_test(signs_that_pairs_share_are_those_of_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
