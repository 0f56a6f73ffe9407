/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Means over topics, against closed forms, integrals by R and draws.
 */
#include "tests/support/confusion_help.h"

#include "core/stats/goutte_gaussier/confusion_mean.h"
#include "core/stats/random/variates.h"
#include "tests/support/cases.h"

static struct macro_interval interval_of(const struct confusion_posterior *topic, size_t count,
					 double lower_p, double upper_p)
{
	struct macro_interval out = { NAN, NAN, NAN, NAN };
	struct err e = { 0 };
	if (macro_interval(topic, count, lower_p, upper_p, &out, &e) < 0)
		fail_msg("%s", e.text);
	assert_true(out.error < 1e-6);
	return out;
}

static double greater(const struct confusion_posterior *a, const struct confusion_posterior *b,
		      size_t count)
{
	struct tails out = { NAN, NAN };
	double error = NAN;
	struct err e = { 0 };
	if (macro_compare(a, b, count, &out, &error, &e) < 0)
		fail_msg("%s", e.text);
	assert_true(error < 1e-6);
	assert_near(out.above + out.below, 1, 1e-15);
	return out.above;
}

static void one_topic_is_the_topic_itself(void **state)
{
	(void)state;
	struct confusion_posterior a = posterior_with(10, 10, 3, 0.5, QUANTITY_F, 2);
	struct confusion_posterior b = posterior_with(3, 2, 7, 0.5, QUANTITY_F, 2);
	struct macro_interval x = interval_of(&a, 1, 0.025, 0.975);
	assert_true(x.mean == confusion_mean(&a));
	assert_true(x.lower == confusion_quantile(&a, 0.025));
	assert_true(x.upper == confusion_quantile(&a, 0.975));
	assert_true(greater(&a, &b, 1) == confusion_compare(&a, &b).above);
}

/* The mean of n uniform variables (Bates): sum of (-1)^k C(n,k) (nx-k)^n / n!, k <= nx. */
static double bates(int n, double x)
{
	double sum = 0, term = 1;
	for (int k = 0; k <= n && n * x > k; k++) {
		sum += term * pow(n * x - k, n);
		term *= -(double)(n - k) / (k + 1);
	}
	for (int k = 1; k <= n; k++)
		sum /= k;
	return sum;
}

/* No data and lambda = 1: all posteriors are uniform. */
static void uniform_posteriors_have_the_law_of_bates(void **state)
{
	(void)state;
	struct confusion_posterior topic[12];
	for (int T = 2; T <= 12; T++) {
		topic[0] = topic[1] = topic[T - 1] = posterior_with(0, 0, 0, 1, QUANTITY_RECALL, 1);
		static const double p[][2] = { { 0.025, 0.975 }, { 0.3, 0.5 }, { 0.499, 0.7 } };
		for (int i = 0; i < 3; i++) {
			struct macro_interval x = interval_of(topic, (size_t)T, p[i][0], p[i][1]);
			assert_near(x.mean, 0.5, 1e-10);
			assert_near(bates(T, x.lower), p[i][0], 1e-7);
			assert_near(bates(T, x.upper), p[i][1], 1e-7);
		}
	}
}

/*
 * Jeffreys' prior alone: arcsine distributions, with infinite densities at both ends; that of two
 * of them is infinite in the middle. R: with x = s sin(t)^2, P(S <= s) = integrate(function(t)
 * dbeta(x,.5,.5) * 2/pi*asin(sqrt(s-x)) * 2*s*sin(t)*cos(t), 0, pi/2) for s < 1, and uniroot().
 */
static void densities_that_are_infinite_do_no_harm(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	struct confusion_posterior topic[2];
	topic[0] = topic[1] = posterior_of(0, 0, 0, QUANTITY_PRECISION);
	struct macro_interval x = interval_of(topic, 2, 0.49, 0.501);
	assert_near(x.lower, 0.49666392956718, 1e-7);
	assert_near(x.upper, 0.50024673127402, 1e-7);
	x = interval_of(topic, 2, 0.4999, 0.51);
	assert_near(x.lower, 0.49998030540071, 1e-7);
	assert_near(x.upper, 0.50333607043282, 1e-7);
}

/*
 * Two topics where all that is returned is relevant. R: with y = s sin(t)^2 and k = TP + 1/2,
 * P(1-p1 + 1-p2 <= s) = integrate(function(t) dbeta(y,.5,k1)*pbeta(s-y,.5,k2)*2*s*sin(t)*cos(t),
 * 0, pi/2) in parts, and uniroot().
 */
static void perfect_topics_of_different_size(void **state)
{
	(void)state;
	struct confusion_posterior topic[2];
	topic[0] = topic[1] = posterior_of(20, 0, 5, QUANTITY_PRECISION);
	struct macro_interval x = interval_of(topic, 2, 0.025, 0.975);
	assert_near(x.lower, 0.914856054400, 1e-8);
	assert_near(x.upper, 0.999375210121, 1e-8);
	topic[1] = posterior_of(2000, 0, 5, QUANTITY_PRECISION);
	x = interval_of(topic, 2, 0.025, 0.975);
	assert_near(x.lower, 0.941554741246, 1e-8);
	assert_near(x.upper, 0.999933738043, 1e-8);
	/* recall has the same posterior */
	topic[0] = posterior_of(20, 5, 0, QUANTITY_RECALL);
	topic[1] = posterior_of(2000, 5, 0, QUANTITY_RECALL);
	struct macro_interval y = interval_of(topic, 2, 0.025, 0.975);
	assert_true(x.lower == y.lower && x.upper == y.upper);
}

/*
 * R: P(F1 + F2 <= s) as integrate() of the density dbeta(f/(2-f),a,b)*2/(2-f)^2 of the first times
 * pbeta() of the second at s-f, with f = lo + (hi-lo) sin(t)^2 and in parts, and uniroot().
 */
static void two_topics_of_F1(void **state)
{
	(void)state;
	struct confusion_posterior topic[2];
	topic[0] = posterior_of(20, 0, 0, QUANTITY_F);
	topic[1] = posterior_of(0, 5, 5, QUANTITY_F);
	struct macro_interval x = interval_of(topic, 2, 0.025, 0.975);
	assert_near(x.lower, 0.46809964302, 1e-8);
	assert_near(x.upper, 0.66144305251, 1e-8);
	x = interval_of(topic, 2, 0.5, 0.975);
	assert_near(x.lower, 0.51014140741, 1e-8);
	topic[0] = posterior_of(12, 5, 3, QUANTITY_F);
	topic[1] = posterior_of(40, 10, 30, QUANTITY_F);
	x = interval_of(topic, 2, 0.025, 0.975);
	assert_near(x.lower, 0.59125311423, 1e-8);
	assert_near(x.upper, 0.78363274075, 1e-8);
}

/*
 * Precision without data, Beta(1/2,1/2), has the characteristic function exp(iw/2) J0(w/2); with
 * one true positive, Beta(3/2,1/2), it is exp(iw/2) (J0(w/2) + i J1(w/2)). So for A without data on
 * two topics, and B with one true positive on one of them,
 *
 *     P(A > B) = 1/2 - 1/pi * integral of J0(x)^3 J1(x)/x over x > 0.
 *
 * R: sum over i = 0 .. 39999 of integrate(function(x) besselJ(x,0)^3*besselJ(x,1)/x, i, i+1)
 */
static void comparison_agrees_with_bessel_functions(void **state)
{
	(void)state;
	struct confusion_posterior a[2], b[2];
	a[0] = a[1] = b[0] = posterior_of(0, 0, 0, QUANTITY_PRECISION);
	b[1] = posterior_of(1, 0, 0, QUANTITY_PRECISION);
	assert_near(greater(a, b, 2), 0.35683276937678, 1e-8);
	assert_near(greater(b, a, 2), 1 - 0.35683276937678, 1e-8);
}

/* Means of F1 or F_beta on some topics, drawn. */
static double draw_mean(const struct confusion_posterior *topic, size_t count, struct random *g)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++) {
		const struct confusion_posterior *p = &topic[i];
		double square = p->beta * p->beta, B = random_beta(g, p->tp, p->fp + p->fn);
		double D = random_beta(g, p->fn, p->fp);
		double odds = (1 + square) * B / (1 - B) / (1 + (square - 1) * D);
		sum += 1 / (1 + 1 / odds);
	}
	return sum / (double)count;
}

static void make_topics(struct confusion_posterior *topic, size_t count, double lambda, double beta,
			uint64_t seed)
{
	struct random g;
	random_init(&g, seed, 0, 0);
	for (size_t i = 0; i < count; i++) {
		double tp = floor(30 * random_uniform(&g)), fp = floor(20 * random_uniform(&g));
		double fn = floor(20 * random_uniform(&g));
		bool nothing = i % 4 == 0;
		topic[i] = posterior_with(nothing ? 0 : tp, i % 5 == 0 ? 0 : fp,
					  i % 3 == 0 ? 0 : fn, lambda, QUANTITY_F, beta);
	}
}

static void draws_agree(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	enum { MOST = 60 };
	const double draws = (double)cases(40000, 10000);
	static const struct {
		size_t count;
		double lambda, beta;
	} c[] = { { 2, 0.5, 1 },  { 3, 0.5, 1 },  { 4, 0.5, 2 }, { 7, 0.5, 1 },
		  { 60, 0.5, 1 }, { 20, 1, 0.5 }, { 3, 0.1, 1 }, { 30, 0.01, 1 } };
	struct confusion_posterior a[MOST], b[MOST];
	for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
		make_topics(a, c[i].count, c[i].lambda, c[i].beta, 1);
		make_topics(b, c[i].count, c[i].lambda, c[i].beta, 2);
		struct macro_interval x = interval_of(a, c[i].count, 0.1, 0.8);
		double below = 0, above = 0, better = 0, sum = 0;
		for (uint64_t k = 0; k < (uint64_t)draws; k++) {
			struct random g;
			random_init(&g, 11, k, 0);
			double first = draw_mean(a, c[i].count, &g);
			double second = draw_mean(b, c[i].count, &g);
			below += first <= x.lower;
			above += first <= x.upper;
			better += first > second;
			sum += first;
		}
		double p = greater(a, b, c[i].count);
		assert_near(below / draws, 0.1, 4 * sqrt(0.09 / draws));
		assert_near(above / draws, 0.8, 4 * sqrt(0.16 / draws));
		assert_near(better / draws, p, 4 * sqrt(p * (1 - p) / draws));
		assert_near(sum / draws, x.mean, 4 * 0.5 / sqrt(draws));
	}
}

static void mean_is_the_mean_of_the_means(void **state)
{
	(void)state;
	struct confusion_posterior topic[100];
	static const double beta[] = { 1, 0.5, 4 };
	for (int i = 0; i < 3; i++) {
		make_topics(topic, 100, 0.5, beta[i], 5);
		double sum = 0;
		for (int t = 0; t < 100; t++)
			sum += confusion_mean(&topic[t]);
		assert_near(interval_of(topic, 100, 0.025, 0.975).mean, sum / 100, 1e-8);
	}
}

/* With very many documents the distribution is normal. */
static void huge_counts_give_a_normal_law(void **state)
{
	(void)state;
	struct confusion_posterior a[1000], b[1000];
	double variance = 0;
	for (int t = 0; t < 1000; t++) {
		a[t] = posterior_of(1e9 - 1e5 * t, 9e8, 0, QUANTITY_PRECISION);
		b[t] = posterior_of(1e9 - 1e5 * t, 9e8 + 1e3, 0, QUANTITY_PRECISION);
		double n = a[t].tp + a[t].fp, p = a[t].tp / n;
		variance += p * (1 - p) / (n + 1) / 1e6;
	}
	struct macro_interval x = interval_of(a, 1000, 0.025, 0.975);
	double half = 1.959963984540054 * sqrt(variance);
	assert_near(x.upper - x.mean, half, 1e-5 * half);
	assert_near(x.mean - x.lower, half, 1e-5 * half);
	double shift = x.mean - interval_of(b, 1000, 0.025, 0.975).mean;
	assert_near(greater(a, b, 1000), 0.5 * erfc(-shift / sqrt(4 * variance)), 1e-5);
}

static void equal_systems_give_one_half(void **state)
{
	(void)state;
	struct confusion_posterior topic[30];
	static const size_t count[] = { 2, 3, 5, 30 };
	for (int i = 0; i < 4; i++) {
		make_topics(topic, 30, 0.5, 1, 9);
		assert_true(greater(topic, topic, count[i]) == 0.5);
	}
}

static void exchanging_the_systems_exchanges_the_tails(void **state)
{
	(void)state;
	struct confusion_posterior a[30], b[30];
	static const size_t count[] = { 2, 3, 5, 30 };
	for (int i = 0; i < 4; i++) {
		make_topics(a, 30, 0.5, 1, 3);
		make_topics(b, 30, 0.5, 1, 4);
		assert_near(greater(a, b, count[i]) + greater(b, a, count[i]), 1, 1e-8);
	}
}

/* A system that is sure to be better. */
static void supports_far_apart_give_certainty(void **state)
{
	(void)state;
	struct confusion_posterior a[20], b[20];
	for (int t = 0; t < 20; t++) {
		a[t] = posterior_of(900, 50, 50, QUANTITY_F);
		b[t] = posterior_of(50, 900, 900, QUANTITY_F);
	}
	assert_near(greater(a, b, 20), 1, 1e-12);
	assert_near(greater(b, a, 20), 0, 1e-12);
}

static void intervals_may_be_one_sided(void **state)
{
	(void)state;
	struct confusion_posterior topic[30];
	static const size_t count[] = { 1, 2, 30 };
	make_topics(topic, 30, 0.5, 1, 3);
	for (int i = 0; i < 3; i++) {
		struct macro_interval x = interval_of(topic, count[i], 0, 0.95);
		struct macro_interval y = interval_of(topic, count[i], 0.05, 1);
		assert_true(x.lower == 0 && y.upper == 1);
		assert_true(y.lower < x.mean && x.mean < x.upper);
	}
}

static void no_topic_is_refused(void **state)
{
	(void)state;
	struct confusion_posterior p = posterior_of(1, 1, 1, QUANTITY_F);
	struct macro_interval out;
	struct tails t;
	double error;
	struct err e = { 0 };
	assert_int_equal(macro_interval(&p, 0, 0.025, 0.975, &out, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	e = (struct err){ 0 };
	assert_int_equal(macro_compare(&p, &p, 0, &t, &error, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_topic_is_the_topic_itself),
		cmocka_unit_test(uniform_posteriors_have_the_law_of_bates),
		cmocka_unit_test(densities_that_are_infinite_do_no_harm),
		cmocka_unit_test(perfect_topics_of_different_size),
		cmocka_unit_test(two_topics_of_F1),
		cmocka_unit_test(comparison_agrees_with_bessel_functions),
		cmocka_unit_test(draws_agree),
		cmocka_unit_test(mean_is_the_mean_of_the_means),
		cmocka_unit_test(huge_counts_give_a_normal_law),
		cmocka_unit_test(equal_systems_give_one_half),
		cmocka_unit_test(exchanging_the_systems_exchanges_the_tails),
		cmocka_unit_test(supports_far_apart_give_certainty),
		cmocka_unit_test(intervals_may_be_one_sided),
		cmocka_unit_test(no_topic_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
