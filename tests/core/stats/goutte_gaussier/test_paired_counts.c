/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paired comparison (Goutte & Gaussier 2005, section 3), against the paper's Table 2, R, closed
 * forms and a quadrature of another kind.
 */
#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/goutte_gaussier/paired_counts.h"

static struct agreement posterior_of(double first, double second, double same)
{
	struct agreement prior = AGREEMENT_PRIOR, counts = { first, second, same }, p;
	struct err e = { 0 };
	if (agreement_update(&prior, &counts, &p, &e) < 0)
		fail_msg("%s", e.text);
	return p;
}

/*
 * Table 2: how often the first was right alone, the second alone, the printed probability from
 * 10,000 draws in percent, and R's pbeta(.5, second+.5, first+.5).
 */
static const struct {
	double first, second, printed, exact;
} table2[] = {
	{ 17, 4, 99.77, 0.998301562732014 },
	{ 43, 28, 96.41, 0.962848799271923 },
	{ 39, 23, 97.90, 0.979360449294143 },
	{ 21, 15, 84.32, 0.841324160570786 },
	{ 17, 11, 87.32, 0.871752846180996 },
	{ 23, 22, 55.75, 0.559141353605261 },
	{ 24, 24, 49.73, 0.5 },
	{ 10, 9, 59.56, 0.590327812686748 },
	{ 6, 11, 11.38, 0.112163915368806 },
	{ 6, 5, 61.45, 0.617586336021718 },
	{ 13, 6, 94.62, 0.947075919273165 },
	{ 12, 9, 74.31, 0.743118336423958 },
	{ 8, 3, 93.43, 0.935973953557446 },
	{ 48, 12, 100.00, 0.999999214313325 },
	{ 282, 14, 100.00, 1 },
	{ 58, 43, 93.76, 0.932420749905797 },
	{ 62, 21, 100.00, 0.999997847815339 },
	{ 46, 10, 100.00, 0.999999712786718 },
	{ 28, 28, 49.19, 0.5 },
	{ 38, 21, 98.61, 0.986983800020993 },
	{ 14, 13, 57.87, 0.576069026152207 },
	{ 22, 4, 99.97, 0.999887729172951 },
	{ 19, 2, 99.99, 0.999963564498424 },
	{ 191, 2, 100.00, 1 },
	{ 24, 10, 99.23, 0.992465758253699 },
	{ 10, 11, 41.22, 0.413973511726907 },
	{ 1, 4, 9.76, 0.0877129093238521 },
	{ 6, 7, 39.68, 0.391458766749184 },
	{ 11, 6, 88.70, 0.887836084631194 },
	{ 4, 2, 78.66, 0.791026181653751 },
	{ 9, 2, 98.48, 0.985136747441639 },
	{ 2, 7, 4.36, 0.0450313306236612 },
	{ 5, 3, 76.29, 0.758689939247779 },
	{ 0, 3, 3.39, 0.0331455002637737 },
	{ 3, 1, 83.71, 0.83953054526271 },
	{ 1, 0, 82.31, 0.818309886183791 },
	{ 5, 3, 75.81, 0.758689939247779 },
	{ 3, 2, 66.66, 0.669765272631355 },
	{ 0, 3, 3.49, 0.0331455002637737 },
};

static void probabilities_of_table_2(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof table2 / sizeof *table2; i++) {
		double want = table2[i].exact;
		struct agreement p = posterior_of(table2[i].first, table2[i].second, 3299);
		assert_near(agreement_compare(&p).above, want, 1e-12);
		/* 3 standard deviations of 10,000 draws, and the rounding to two decimals */
		double draws = 300 * sqrt(want * (1 - want) / 1e4) + 0.005;
		/* one cell is farther off: 9.76 where 8.77 is right */
		if (table2[i].first == 1 && table2[i].second == 4)
			assert_true(fabs(100 * want - table2[i].printed) > draws);
		else
			assert_near(100 * want, table2[i].printed, draws);
	}
}

/* Our own draws, 10,000 as in the paper. */
static void draws_agree_within_their_deviation(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof table2 / sizeof *table2; i++) {
		struct agreement p = posterior_of(table2[i].first, table2[i].second, 0);
		struct proportion drawn;
		struct err e = { 0 };
		assert_int_equal(agreement_draw(&p, 10000, 3, &drawn, &e), 0);
		double want = table2[i].exact;
		assert_near(drawn.value, want, 4 * sqrt(want * (1 - want) / 1e4));
		assert_near(drawn.deviation, sqrt(drawn.value * (1 - drawn.value) / 1e4), 1e-15);
	}
}

static void only_documents_on_which_they_differ_decide(void **state)
{
	(void)state;
	struct agreement few = posterior_of(8, 3, 0), many = posterior_of(8, 3, 1e9);
	assert_true(agreement_compare(&few).above == agreement_compare(&many).above);
	assert_true(agreement_log_odds(&few) == agreement_log_odds(&many));
	assert_true(agreement_difference(&few) > agreement_difference(&many));
}

static void expectations_follow_eq_20_and_21(void **state)
{
	(void)state;
	struct agreement p = posterior_of(17, 4, 3278);
	assert_near(agreement_difference(&p), 13 / 3300.5, 1e-17);
	/* psi(n + 1/2) - psi(m + 1/2) is the sum of 1/(k + 1/2) for k = m .. n-1 */
	double sum = 0;
	for (int k = 4; k < 17; k++)
		sum += 1 / (k + 0.5);
	assert_near(agreement_log_odds(&p), sum, 1e-14);
	p = posterior_of(1e9, 1e9, 0);
	assert_near(agreement_log_odds(&p), 0, 0);
	assert_near(agreement_difference(&p), 0, 0);
}

static void exchanging_the_systems_changes_signs_only(void **state)
{
	(void)state;
	static const double count[] = { 0, 1, 30, 1e5, 1e9 };
	for (int i = 0; i < 5 * 5 * 5; i++) {
		double a = count[i % 5], b = count[i / 5 % 5], c = count[i / 25];
		struct agreement p = posterior_of(a, b, c), q = posterior_of(b, a, c);
		struct tails x = agreement_compare(&p), y = agreement_compare(&q);
		assert_true(x.above == y.below && x.below == y.above);
		if (a == b)
			assert_true(x.above == 0.5);
		double sum = a + b + c + 1.5, scale = sqrt((a + b + 1) / sum / (sum + 1));
		double lower = agreement_difference_quantile(&p, 0.025);
		assert_near(lower, -agreement_difference_quantile(&q, 0.975), 1e-8 * scale);
		assert_near(agreement_log_odds_quantile(&p, 0.025),
			    -agreement_log_odds_quantile(&q, 0.975), 1e-9);
		assert_true(lower < agreement_difference(&p));
		assert_true(agreement_difference_quantile(&p, 0.975) > agreement_difference(&p));
	}
}

/* With all three parameters 1 the density of pi1 - pi2 is 1 - |d|. */
static void uniform_prior_without_data_gives_a_triangle(void **state)
{
	(void)state;
	struct agreement p = { 1, 1, 1 };
	for (double d = 0; d < 1; d += 0.0625) {
		double above = (1 - d) * (1 - d) / 2;
		assert_near(agreement_difference_quantile(&p, 1 - above), d, 1e-9);
		assert_near(agreement_difference_quantile(&p, above), -d, 1e-9);
	}
}

/*
 * P(pi1 - pi2 > d), d > 0: with q = pi1/(pi1+pi2) ~ Beta(first, second) and the independent sum
 * s = pi1 + pi2 ~ Beta(first+second, same) it is the integral over q > (1+d)/2 of its density times
 * P(s > d/(2q-1)). Here with 1-q = (1-d)/2 exp(-x), the trapezoidal rule in x = exp(y).
 */
static double difference_above(const struct agreement *p, double d)
{
	const double step = 0.004;
	double sum = 0;
	for (double y = -30; y < 6; y += step) {
		double x = exp(y), rest = (1 - d) / 2 * exp(-x);
		sum += step * x * rest * dbeta(rest, p->second, p->first, 0) *
		       pbeta(d / (1 - 2 * rest), p->first + p->second, p->same, 0, 0);
	}
	return sum;
}

static void difference_agrees_with_an_integral_over_shares(void **state)
{
	(void)state;
	static const struct agreement posterior[] = { { 17.5, 4.5, 3278.5 }, { 8.5, 3.5, 0.5 },
						      { 0.5, 0.5, 0.5 },     { 0.5, 3.5, 100.5 },
						      { 40, 60, 20 },	     { 1.5, 0.5, 2000.5 } };
	static const double prob[] = { 0.001, 0.025, 0.3, 0.7, 0.975, 0.999 };
	for (size_t i = 0; i < 6; i++) {
		const struct agreement *p = &posterior[i];
		struct agreement mirrored = { p->second, p->first, p->same };
		for (size_t k = 0; k < 6; k++) {
			double d = agreement_difference_quantile(p, prob[k]);
			assert_near(d > 0 ? 1 - difference_above(p, d)
					  : difference_above(&mirrored, -d),
				    prob[k], 1e-9);
		}
	}
}

/* R: qlogis(qbeta(p, first, second)) */
static void log_odds_have_the_quantiles_of_a_beta_law(void **state)
{
	(void)state;
	struct agreement p = posterior_of(8, 3, 99);
	assert_near(agreement_log_odds_quantile(&p, 0.025), -0.261868197317816, 1e-9);
	assert_near(agreement_log_odds_quantile(&p, 0.975), 2.395953806220502, 1e-9);
	/* q too near to 0 or 1 for a double: q^.01 / (.01 B(.01,.02)) = p */
	p = (struct agreement){ 0.01, 0.02, 1 };
	assert_near(agreement_log_odds_quantile(&p, 1e-4),
		    100 * (log(1e-4) + log(0.01) + lbeta(0.01, 0.02)), 1e-6);
	assert_near(agreement_log_odds_quantile(&p, 1 - 1e-3),
		    -50 * (log(1e-3) + log(0.02) + lbeta(0.01, 0.02)), 1e-6);
}

/* The paper's note at the end of section 3. */
static void a_second_collection_adds_its_counts(void **state)
{
	(void)state;
	struct agreement prior = AGREEMENT_PRIOR, one = { 17, 4, 3278 }, two = { 3, 9, 500 };
	struct agreement both = { 20, 13, 3778 }, p, q, r;
	struct err e = { 0 };
	assert_int_equal(agreement_update(&prior, &one, &p, &e), 0);
	assert_int_equal(agreement_update(&p, &two, &p, &e), 0);
	assert_int_equal(agreement_update(&prior, &two, &q, &e), 0);
	assert_int_equal(agreement_update(&q, &one, &q, &e), 0);
	assert_int_equal(agreement_update(&prior, &both, &r, &e), 0);
	assert_true(p.first == r.first && p.second == r.second && p.same == r.same);
	assert_true(q.first == r.first && q.second == r.second && q.same == r.same);
	assert_true(agreement_compare(&p).above == agreement_compare(&r).above);
}

static void no_document_gives_the_prior(void **state)
{
	(void)state;
	struct agreement p = posterior_of(0, 0, 0);
	assert_true(agreement_compare(&p).above == 0.5);
	assert_true(agreement_difference(&p) == 0 && agreement_log_odds(&p) == 0);
	assert_near(agreement_difference_quantile(&p, 0.5), 0, 1e-9);
}

static void ends_of_the_range(void **state)
{
	(void)state;
	struct agreement p = posterior_of(8, 3, 99);
	assert_true(agreement_difference_quantile(&p, 0) == -1);
	assert_true(agreement_difference_quantile(&p, 1) == 1);
	assert_true(agreement_log_odds_quantile(&p, 0) == -INFINITY);
	assert_true(agreement_log_odds_quantile(&p, 1) == INFINITY);
	assert_true(isnan(agreement_difference_quantile(&p, NAN)));
	assert_true(isnan(agreement_log_odds_quantile(&p, NAN)));
}

static void refused(struct agreement prior, struct agreement counts, const char *text)
{
	struct agreement p;
	struct err e = { 0 };
	assert_int_equal(agreement_update(&prior, &counts, &p, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	assert_non_null(strstr(e.text, text));
}

static void numbers_out_of_range_are_refused(void **state)
{
	(void)state;
	const struct agreement good = { 1, 2, 3 };
	refused(good, (struct agreement){ -1, 0, 0 }, "only the first system has right");
	refused(good, (struct agreement){ 0, NAN, 0 }, "only the second system has right");
	refused(good, (struct agreement){ 0, 0, 2e9 }, "both systems agree on");
	refused((struct agreement){ 0, 1, 1 }, good, "the prior of what only the first");
	refused((struct agreement){ 1, -1, 1 }, good, "the prior of what only the second");
	refused((struct agreement){ 1, 1, NAN }, good, "the prior of what both");
	struct proportion out;
	struct err e = { 0 };
	assert_int_equal(agreement_draw(&good, 0, 1, &out, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(probabilities_of_table_2),
		cmocka_unit_test(draws_agree_within_their_deviation),
		cmocka_unit_test(only_documents_on_which_they_differ_decide),
		cmocka_unit_test(expectations_follow_eq_20_and_21),
		cmocka_unit_test(exchanging_the_systems_changes_signs_only),
		cmocka_unit_test(uniform_prior_without_data_gives_a_triangle),
		cmocka_unit_test(difference_agrees_with_an_integral_over_shares),
		cmocka_unit_test(log_odds_have_the_quantiles_of_a_beta_law),
		cmocka_unit_test(a_second_collection_adds_its_counts),
		cmocka_unit_test(no_document_gives_the_prior),
		cmocka_unit_test(ends_of_the_range),
		cmocka_unit_test(numbers_out_of_range_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
