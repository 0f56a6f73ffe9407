/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of bb-spread. Expected values come from R, by the formulas of priors.h and
 * convolutions, and from calculations by hand.
 */
#include <stdio.h>

#include "core/stats/interval/priors.h"
#include "tests/support/interval_help.h"

enum { MOST = 40 };

/*
 * R 4.2.2, for vectors N, n, r of the strata of one segment:
 *     p <- (r+.5)/(n+1); a <- .5*N*(1-p)/sum(N*(1-p)); b <- .5*N*p/sum(N*p); d <- pmax(1-a-b, 0)
 *     t <- n - pmin(ifelse(r > 0 & r < n, 2*N/(N-n+1)*d^2, d), n - .25)
 *     A <- a + t*r/n; B <- b + t*(n-r)/n; law <- 1
 *     for (i in seq_along(N)) { M <- N[i]-n[i]; k <- 0:M
 *       x <- exp(lchoose(M,k) + lbeta(A[i]+k, B[i]+M-k) - lbeta(A[i], B[i]))
 *       new <- numeric(length(law)+M)
 *       for (j in seq_along(law)) new[j:(j+M)] <- new[j:(j+M)] + law[j]*x
 *       law <- new }
 *     F <- cumsum(law); sum(r) + c(which(F >= .025)[1], which(F >= .975)[1]) - 1
 */
static void yields_are_those_of_r(void **state)
{
	(void)state;
	static const struct {
		struct stratum s[4];
		size_t count;
		struct interval yield;
	} cases[] = {
		/* the small production of which all is relevant keeps its doubt; bb-shared: 297 */
		{ { { 300, 22, 22, 22, false }, { 1700, 200, 1, 200, false } }, 2, { 278, 334 } },
		{ { { 300, 22, 0, 22, false }, { 1700, 200, 199, 200, false } },
		  2,
		  { 1666, 1722 } },
		{ { { 30, 6, 6, 6, false }, { 50, 8, 3, 8, false }, { 120, 12, 0, 12, false } },
		  3,
		  { 35, 73 } },
		{ { { 100, 5, 5, 5, false },
		    { 100, 5, 0, 5, false },
		    { 60, 4, 2, 4, false },
		    { 25, 2, 1, 2, false } },
		  4,
		  { 98, 187 } },
		{ { { 4, 2, 2, 2, false }, { 74, 3, 0, 3, false }, { 19, 2, 1, 2, false } },
		  3,
		  { 5, 56 } },
	};
	const struct interval_request q = asking(QUANTITY_YIELD, 0.025, 0.975);
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct interval x = ask("bb-spread", cases[i].s, cases[i].count, q);
		assert_near(x.lower, cases[i].yield.lower, 1e-9);
		assert_near(x.upper, cases[i].yield.upper, 1e-9);
	}
}

/* A design by a rule: `count` strata with up to 8 sampled documents each. */
static void make(struct stratum *s, size_t count, unsigned seed)
{
	unsigned x = seed * 2654435761U + 1;
	for (size_t i = 0; i < count; i++) {
		unsigned draw[4];
		for (int k = 0; k < 4; k++) {
			x = x * 1664525U + 1013904223U;
			draw[k] = x >> 8;
		}
		int64_t n = 1 + draw[0] % 8, N = n + draw[1] % 60;
		int64_t r = draw[2] % 3 == 0   ? 0
			    : draw[2] % 3 == 1 ? n
					       : (int64_t)(draw[3] % (n + 1));
		s[i] = (struct stratum){ N, n, r, n, draw[3] % 2 == 0 };
	}
}

/* There are 2 to 40 strata, of which some have one sampled document. */
static void exchanging_relevant_and_other_documents_mirrors(void **state)
{
	(void)state;
	int moved = 0;
	for (unsigned seed = 0; seed < 60; seed++) {
		struct stratum s[MOST], turned[MOST];
		size_t count = 2 + seed * 38 / 59;
		int64_t documents = 0;
		make(s, count, seed);
		for (size_t i = 0; i < count; i++) {
			turned[i] = s[i];
			turned[i].relevant = s[i].sampled - s[i].relevant;
			documents += s[i].size;
		}
		const struct interval_request q = asking(QUANTITY_YIELD, 0.025, 0.975);
		struct interval x = ask("bb-spread", s, count, q);
		struct interval y = ask("bb-spread", turned, count, q);
		/* a quantile that falls on an atom's edge may be the next whole number */
		assert_near(x.lower, (double)documents - y.upper, 1.0);
		assert_near(x.upper, (double)documents - y.lower, 1.0);
		moved += x.lower < x.upper;
		struct interval_request share = asking(QUANTITY_PRECISION, 0.025, 0.975);
		x = ask("bb-spread", s, count, share);
		y = ask("bb-spread", turned, count, share);
		double retrieved = 0;
		for (size_t i = 0; i < count; i++)
			retrieved += s[i].retrieved ? (double)s[i].size : 0;
		if (!(retrieved > 0))
			continue;
		assert_near(x.lower, 1 - y.upper, 1.0 / retrieved);
		assert_near(x.upper, 1 - y.lower, 1.0 / retrieved);
	}
	assert_true(moved > 50);
}

static void with_one_stratum_in_each_segment_it_is_bb_half(void **state)
{
	(void)state;
	for (unsigned seed = 0; seed < 40; seed++) {
		struct stratum s[2];
		make(s, 2, seed);
		s[0].retrieved = true;
		s[1].retrieved = false;
		for (int k = 0; k < 4; k++) {
			const struct interval_request q =
				asking((enum quantity)(1 << k), 0.025, 0.975);
			struct interval x = ask("bb-spread", s, 2, q), y = ask("bb-half", s, 2, q);
			assert_true(x.lower == y.lower || (isnan(x.lower) && isnan(y.lower)));
			assert_true(x.upper == y.upper || (isnan(x.upper) && isnan(y.upper)));
		}
	}
}

/*
 * By hand. Strata 40/2/1 and 60/3/3: p = 1/2 and 7/8; N(1-p) = 20 and 7.5, Np = 20 and 52.5, so
 * that a = 10/27.5 and 3.75/27.5, b = 10/72.5 and 26.25/72.5. Of the first, 1-a-b is .498432...,
 * and 80/39 of its square is lost of 2; of the second, 1-a-b of 3.
 */
static void the_prior_by_hand(void **state)
{
	(void)state;
	const struct stratum s[] = { { 40, 2, 1, 2, true },
				     { 60, 3, 3, 3, true },
				     { 70, 70, 30, 70, true }, /* known: it takes no part */
				     { 500, 20, 4, 20, false } };
	struct prior h[4];
	spread_prior(s, 4, h);
	double a = 10 / 27.5, b = 10 / 72.5, lost = 80.0 / 39 * (1 - a - b) * (1 - a - b);
	assert_near(h[0].alpha, a - lost / 2, 1e-14);
	assert_near(h[0].beta, b - lost / 2, 1e-14);
	a = 3.75 / 27.5;
	b = 26.25 / 72.5;
	assert_near(h[1].alpha, a - (1 - a - b), 1e-14);
	assert_near(h[1].beta, b, 1e-14);
	assert_near(h[3].alpha, 0.5, 0);
	assert_near(h[3].beta, 0.5, 0);
}

/*
 * Thirty strata of 10 with one sampled document, 21 of which are relevant: all are alike, with
 * q = (21 + 1/2)/31, and r + alpha is q/10.
 */
static void samples_of_one_are_taken_together(void **state)
{
	(void)state;
	struct stratum s[30];
	struct prior h[30];
	for (int i = 0; i < 30; i++)
		s[i] = (struct stratum){ 10, 1, i < 21, 1, false };
	spread_prior(s, 30, h);
	for (int i = 0; i < 30; i++) {
		assert_near((double)s[i].relevant + h[i].alpha, 21.5 / 310, 1e-14);
		assert_near(1 - (double)s[i].relevant + h[i].beta, 9.5 / 310, 1e-14);
	}
	/* 300 documents: the deviation is about sqrt(30 * 9^2 * .69 * .31 / 1.1) = 21.7 */
	struct interval x = ask("bb-spread", s, 30, asking(QUANTITY_YIELD, 0.025, 0.975));
	assert_near(x.upper - x.lower, 2 * 1.96 * 21.7, 6);
	/* alone, it is a stratum like others: n cannot lose more than 3/4 of a document */
	spread_prior(s, 1, h);
	assert_near(h[0].alpha, 0.5, 0);
}

/* Wherever the posterior can be computed, its hyperparameters are positive. */
static void no_parameter_is_negative(void **state)
{
	(void)state;
	struct stratum s[MOST];
	struct prior h[MOST];
	for (unsigned seed = 0; seed < 500; seed++) {
		size_t count = 1 + seed % MOST;
		make(s, count, seed);
		spread_prior(s, count, h);
		for (size_t i = 0; i < count; i++) {
			assert_true(h[i].alpha + (double)s[i].relevant > 0);
			assert_true(h[i].beta + (double)(s[i].sampled - s[i].relevant) > 0);
		}
	}
}

/* What was not seen at all decides an end; of one topic bb-learnt is bb-spread. */
static void ends_that_the_sample_decides_are_forced(void **state)
{
	(void)state;
	static const char *const method[] = { "bb-spread", "bb-learnt" };
	for (int i = 0; i < 2; i++) {
		assert_true(recall95(method[i], 100, 20, 10, 1000000, 50, 0).upper == 1);
		assert_true(recall95(method[i], 1000000, 20, 0, 900, 50, 5).lower == 0);
		struct interval x = recall95(method[i], 100, 20, 10, 900, 50, 5),
				y = recall95("bb-spread", 100, 20, 10, 900, 50, 5);
		assert_true(x.lower > 0 && x.upper < 1 && x.lower == y.lower && x.upper == y.upper);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(yields_are_those_of_r),
		cmocka_unit_test(exchanging_relevant_and_other_documents_mirrors),
		cmocka_unit_test(with_one_stratum_in_each_segment_it_is_bb_half),
		cmocka_unit_test(the_prior_by_hand),
		cmocka_unit_test(samples_of_one_are_taken_together),
		cmocka_unit_test(no_parameter_is_negative),
		cmocka_unit_test(ends_that_the_sample_decides_are_forced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
