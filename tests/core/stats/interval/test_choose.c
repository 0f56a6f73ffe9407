/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The default interval of recall and F of a production that was judged as a whole, or of which the
 * rest was: every sample
 * of every truth, with hypergeometric probabilities by R's library.
 */
#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/interval/choose.h"

/* `certain` relevant documents of 40 that were all judged, and r of n of the others; N of these. */
struct design {
	bool production; /* is sampled; else it was judged as a whole */
	int64_t certain, N, n;
};

static void strata_of(const struct design *x, int64_t r, struct divided_stratum out[2])
{
	int whole = !x->production;
	out[0] = (struct divided_stratum){ .size = 40, .sampled = 40, .retrieved = whole };
	out[0].relevant[whole] = x->certain;
	out[0].other[whole] = 40 - x->certain;
	out[1] = (struct divided_stratum){ .size = x->N, .sampled = x->n, .retrieved = !whole };
	out[1].relevant[!whole] = r;
	out[1].other[!whole] = x->n - r;
}

/* The definitions. */
static double truth(const struct design *x, enum quantity quantity, double beta, int64_t R)
{
	double c = (double)x->certain, y = (double)R, b = beta * beta;
	double found = x->production ? y : c, retrieved = x->production ? (double)x->N : 40;
	double precision = found / retrieved, recall = found / (c + y);
	if (quantity == QUANTITY_RECALL)
		return recall;
	return found == 0 ? 0 : (1 + b) * precision * recall / (b * precision + recall);
}

static struct interval interval_of(const struct design *x, enum quantity quantity, double beta,
				   int64_t r, double lower_p, double upper_p)
{
	struct err e = { 0 };
	struct divided_stratum d[2];
	struct interval out;
	struct interval_request q = asking(quantity, lower_p, upper_p);
	q.beta = beta;
	strata_of(x, r, d);
	const struct sample_facts f = strata_facts(d, 2, &q);
	assert_string_equal(interval_choose(f)->method, "hypergeometric");
	assert_int_equal(chosen_interval(interval_choose(f), &f, &out, &e), 0);
	return out;
}

/* The probability that an interval covers the truth, and that either end does. */
static void check_coverage(const struct design *x, enum quantity quantity, double beta, int64_t R)
{
	double both = 0, low = 0, high = 0, is = truth(x, quantity, beta, R);
	for (int64_t r = 0; r <= x->n; r++) {
		double p = dhyper((double)r, (double)R, (double)(x->N - R), (double)x->n, 0);
		if (p == 0)
			continue;
		const struct interval i = interval_of(x, quantity, beta, r, 0.025, 0.975);
		both += p * (i.lower <= is + 1e-12 && is <= i.upper + 1e-12);
		low += p * (i.lower <= is + 1e-12);
		high += p * (is <= i.upper + 1e-12);
	}
	assert_true(both >= 0.95 - 1e-9);
	assert_true(low >= 0.975 - 1e-9);
	assert_true(high >= 0.975 - 1e-9);
}

static void every_truth_is_covered(void **state)
{
	(void)state;
	static const struct design design[] = {
		{ false, 25, 90, 14 }, { true, 25, 90, 14 }, { false, 1, 30, 3 }, { true, 1, 30, 3 }
	};
	for (size_t i = 0; i < sizeof design / sizeof *design; i++)
		for (int64_t R = 0; R <= design[i].N; R++) {
			check_coverage(&design[i], QUANTITY_RECALL, 1, R);
			check_coverage(&design[i], QUANTITY_F, 1, R);
			check_coverage(&design[i], QUANTITY_F, 2, R);
		}
}

/*
 * 40,000 produced and judged, 31,000 relevant; 2,400 of 960,000 others, 9 relevant. R 4.2.2: the
 * least R with 1 - phyper(8, R, 960000 - R, 2400) >= .025 is 1650, the greatest with phyper(9, ...)
 * >= .025 is 6818. 31000/(31000 + 6818) and 31000/(31000 + 1650); F1 62000/(71000 + R).
 */
static void a_reviewed_production(void **state)
{
	(void)state;
	struct divided_stratum d[] = {
		{ .size = 40000,
		  .sampled = 40000,
		  .relevant = { 0, 31000 },
		  .other = { 0, 9000 },
		  .retrieved = true },
		{ .size = 960000, .sampled = 2400, .relevant = { 9, 0 }, .other = { 2391, 0 } },
	};
	struct err e = { 0 };
	struct interval x;
	struct interval_request q = asking(QUANTITY_RECALL, 0.025, 0.975);
	struct sample_facts f = strata_facts(d, 2, &q);
	assert_int_equal(chosen_interval(interval_choose(f), &f, &x, &e), 0);
	assert_near(x.lower, 31000.0 / 37818, 1e-12);
	assert_near(x.upper, 31000.0 / 32650, 1e-12);
	q.quantity = QUANTITY_F;
	f = strata_facts(d, 2, &q);
	assert_int_equal(chosen_interval(interval_choose(f), &f, &x, &e), 0);
	assert_near(x.lower, 62000.0 / 77818, 1e-12);
	assert_near(x.upper, 62000.0 / 72650, 1e-12);
}

/* A bound on one side is that of the method for these, of recall itself. */
static void a_single_end_has_its_own_method(void **state)
{
	(void)state;
	const struct design x = { false, 25, 90, 14 };
	const struct interval_request q = asking(QUANTITY_RECALL, 0.05, 1);
	struct divided_stratum d[2];
	strata_of(&x, 3, d);
	const struct interval_rule *r = interval_choose(strata_facts(d, 2, &q));
	assert_string_equal(r->method, "bb-bound");
	assert_int_equal(r->how, ASKED_DIRECTLY);
}

static bool one_in_doubt(const struct divided_stratum *d, enum quantity quantity)
{
	const struct interval_request q = asking(quantity, 0.025, 0.975);
	return interval_choose(strata_facts(d, 2, &q))->how == ASKED_FOR_YIELD;
}

static void what_else_is_in_doubt(void **state)
{
	(void)state;
	const struct design x = { false, 25, 90, 14 }, nothing = { false, 0, 90, 14 };
	struct divided_stratum d[2];
	strata_of(&x, 3, d);
	assert_true(one_in_doubt(d, QUANTITY_RECALL));
	assert_false(one_in_doubt(d, QUANTITY_PRECISION));
	assert_false(one_in_doubt(d, QUANTITY_YIELD));
	d[0].gray[1] = d[1].gray[0] = d[1].gray[1] = 1; /* not relevant, and left out of F */
	assert_true(one_in_doubt(d, QUANTITY_RECALL));
	assert_false(one_in_doubt(d, QUANTITY_F));
	strata_of(&x, 3, d);
	d[1].cut = true;
	assert_false(one_in_doubt(d, QUANTITY_RECALL));
	strata_of(&x, 3, d);
	d[0].sampled = 39; /* two samples */
	assert_false(one_in_doubt(d, QUANTITY_RECALL));
	strata_of(&x, 3, d);
	d[1].sampled = 0; /* nothing is known of it */
	assert_false(one_in_doubt(d, QUANTITY_RECALL));
	strata_of(&nothing, 3, d); /* recall is 0, whatever is outside */
	assert_false(one_in_doubt(d, QUANTITY_RECALL));
	assert_false(one_in_doubt(d, QUANTITY_F));
}

/*
 * A sample that labels divide in three, 15 of 30 documents: 10 relevant, 5 not, so that of all 10
 * to 25 are. The yield is 12 * 5/6 + 8 * 2/4 + 10 * 3/5 = 20, and 30 * 10/15 = 20 without labels.
 * By hand: without labels the exact ends are 1.5 and 1.375 times as far away as the others, thus 20
 * - 1.5 * (20 - 15) = 12.5 and 20 + 1.375 * 4 = 25.5.
 */
static void labels_do_not_narrow_one_sample(void **state)
{
	(void)state;
	const struct divided_stratum d[] = {
		{ .size = 12, .sampled = 6, .relevant = { 5, 0 }, .other = { 1, 0 } },
		{ .size = 8, .sampled = 4, .relevant = { 2, 0 }, .other = { 2, 0 } },
		{ .size = 10,
		  .sampled = 5,
		  .relevant = { 0, 3 },
		  .other = { 0, 2 },
		  .retrieved = true },
	};
	const struct interval exact = { 14, 25.5 }, plain = { 16, 24 };
	struct interval x = { 15, 24 };
	struct interval_request q = asking(QUANTITY_YIELD, 0.025, 0.975);
	q.labels = true;
	const struct sample_facts f = strata_facts(d, 3, &q);
	assert_int_equal(interval_choose(f)->how, ASKED_WITHOUT_LABELS);
	widen_for_labels(&f, &exact, &plain, &x);
	assert_near(x.lower, 12.5, 1e-12);
	assert_near(x.upper, 25, 1e-12); /* 5 are known not to be relevant */
	x = (struct interval){ 12, 22 };
	widen_for_labels(&f, &exact, &plain, &x);
	assert_near(x.lower, 10, 1e-12); /* 10 are known: not 20 - 1.5 * 8 */
	assert_near(x.upper, 22.75, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_truth_is_covered),
		cmocka_unit_test(a_reviewed_production),
		cmocka_unit_test(a_single_end_has_its_own_method),
		cmocka_unit_test(what_else_is_in_doubt),
		cmocka_unit_test(labels_do_not_narrow_one_sample),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
