/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adjusted p-values against R's p.adjust, and effect sizes by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/topics/effect_size.h"
#include "core/stats/topics/p_adjust.h"
#include "tests/support/near.h"

static void check_adjusted(const char *name, const double *p, size_t count, const double *want)
{
	struct err e = { 0 };
	double out[16], same[16];
	const struct adjustment *a = adjustment_find(name);
	assert_non_null(a);
	assert_int_equal(adjustment_apply(a, p, count, out, &e), 0);
	for (size_t i = 0; i < count; i++)
		assert_near_or_nan_at(out[i], want[i], 1e-14, "%s, %zu", name, i);
	for (size_t i = 0; i < count; i++)
		same[i] = p[i];
	assert_int_equal(adjustment_apply(a, same, count, same, &e), 0);
	assert_memory_equal(same, out, count * sizeof *out);
}

/* R: p.adjust(p, "holm"), p.adjust(p, "bonferroni"), p.adjust(p, "BH"). */
static const struct {
	size_t count;
	double p[16], holm[16], bonferroni[16], bh[16];
} families[] = {
	/* p <- c(0.01, 0.04, 0.03, 0.005) */
	{ 4,
	  { 0.01, 0.04, 0.03, 0.005 },
	  { 0.03, 0.06, 0.06, 0.02 },
	  { 0.04, 0.16, 0.12, 0.02 },
	  { 0.02, 0.04, 0.04, 0.02 } },
	/* p <- c(0.2, NA, 0.01, 0.01, NA, 0.6) */
	{ 6,
	  { 0.2, NAN, 0.01, 0.01, NAN, 0.6 },
	  { 0.4, NAN, 0.04, 0.04, NAN, 0.6 },
	  { 0.8, NAN, 0.04, 0.04, NAN, 1 },
	  { 0.266666666666667, NAN, 0.02, 0.02, NAN, 0.6 } },
	/* p <- 0.05 */
	{ 1, { 0.05 }, { 0.05 }, { 0.05 }, { 0.05 } },
	/* p <- c(1, 1, 0.5, 0) */
	{ 4, { 1, 1, 0.5, 0 }, { 1, 1, 1, 0 }, { 1, 1, 1, 0 }, { 1, 1, 1, 0 } },
	/* p <- c(NA, NA) */
	{ 2, { NAN, NAN }, { NAN, NAN }, { NAN, NAN }, { NAN, NAN } },
	/* p <- c(0.3, 0.3, 0.3, 0.3) */
	{ 4, { 0.3, 0.3, 0.3, 0.3 }, { 1, 1, 1, 1 }, { 1, 1, 1, 1 }, { 0.3, 0.3, 0.3, 0.3 } },
	/* p <- c(0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.222, 0.251,
	   0.269, 0.275, 0.34) */
	{ 15,
	  { 0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.222, 0.251,
	    0.269, 0.275, 0.34 },
	  { 0.015, 0.112, 0.507, 0.507, 0.507, 0.6, 0.666, 1, 1, 1, 1, 1, 1, 1, 1 },
	  { 0.015, 0.12, 0.585, 0.615, 0.63, 0.9, 1, 1, 1, 1, 1, 1, 1, 1, 1 },
	  { 0.015, 0.06, 0.126, 0.126, 0.126, 0.15, 0.158571428571429, 0.294642857142857,
	    0.294642857142857, 0.294642857142857, 0.294642857142857, 0.294642857142857,
	    0.294642857142857, 0.294642857142857, 0.34 } },
};

static void adjusted_p_values_are_those_of_R(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
		check_adjusted("holm", families[i].p, families[i].count, families[i].holm);
		check_adjusted("bonferroni", families[i].p, families[i].count,
			       families[i].bonferroni);
		check_adjusted("bh", families[i].p, families[i].count, families[i].bh);
		check_adjusted("none", families[i].p, families[i].count, families[i].p);
	}
}

static void adjustments_are_found_by_name_and_bad_p_refused(void **state)
{
	(void)state;
	assert_string_equal(adjustments[0]->name, "holm");
	assert_null(adjustment_find("HOLM"));
	assert_null(adjustment_find(""));
	const double bad[] = { -0.1, 1.5, INFINITY };
	for (size_t i = 0; i < 3; i++) {
		struct err e = { 0 };
		double p[] = { 0.5, bad[i] }, out[2];
		assert_int_equal(adjustment_apply(adjustments[0], p, 2, out, &e), -1);
		assert_int_equal(e.status, STATUS_DATA);
	}
	struct err e = { 0 };
	double nothing;
	assert_int_equal(adjustment_apply(adjustments[0], &nothing, 0, &nothing, &e), 0);
}

/* ---- effect ---- */

static struct effect effect_of(const double *difference, size_t count)
{
	struct err e = { 0 };
	struct effect out;
	if (effect_compute(difference, count, 0, &out, &e) < 0)
		fail_msg("%s", e.text);
	return out;
}

static void check_effect(struct effect x, double mean, double deviation, double d)
{
	assert_near_or_nan(x.mean, mean, 1e-14);
	assert_near_or_nan(x.deviation, deviation, 1e-14);
	assert_near_or_nan(x.cohen_d, d, 1e-14);
}

static void effect_is_as_by_hand(void **state)
{
	(void)state;
	volatile double x = 0.3, y = 0.2;
	/* .1 .1 -.1 .3 0 and 1e-17 for 0: mean .4/6, squares .12 - .16/6 = .28/3 over 5. */
	const double difference[] = { x - y, 0.1, -0.1, 0.3, 0, 1e-17 };
	struct effect e = effect_of(difference, 6);
	assert_true(e.count == 6 && e.wins == 3 && e.ties == 2 && e.losses == 1);
	double sd = sqrt(0.28 / 15);
	check_effect(e, 0.2 / 3, sd, 0.2 / 3 / sd);
}

static void effect_at_the_edges(void **state)
{
	(void)state;
	const double zero[] = { 0, 0, 0 }, same[] = { 0.1, 0.1, 0.1 }, noise[] = { 1e-17, -1e-17 };
	check_effect(effect_of(zero, 0), NAN, NAN, NAN);
	check_effect(effect_of(zero, 1), 0, NAN, NAN);
	check_effect(effect_of(zero, 3), 0, 0, NAN);
	check_effect(effect_of(noise, 2), 0, 0, NAN);
	check_effect(effect_of(same, 1), 0.1, NAN, NAN);
	check_effect(effect_of(same, 3), 0.1, 0, NAN);
	assert_true(effect_of(same, 3).mean == 0.1);
	assert_true(effect_of(noise, 2).mean == 0 && !signbit(effect_of(noise, 2).mean));
	/* .1 + .2 - .3 in binary is not 0; it is here. */
	const double sums_to_zero[] = { 0.1, 0.2, -0.3 };
	assert_true(effect_of(sums_to_zero, 3).mean == 0);
	struct err e = { 0 };
	struct effect out;
	const double bad[] = { 0.5, NAN };
	assert_int_equal(effect_compute(bad, 2, 0, &out, &e), -1);
	assert_int_equal(e.status, STATUS_DATA);
}

/*
 * R, for differences d, margin m and alpha a; n <- length(d), t <- mean(d)/sd(d)*sqrt(n):
 *     f <- function(p) uniroot(function(x) pt(t, n-1, x) - p, c(t-12, t+12),
 * tol=1e-13)$root/sqrt(n) f(1-a/2); f(a/2) t.test(d, mu=-m, alternative="greater")$p.value;
 * t.test(d, mu=m, alternative="less")$p.value t.test(d, conf.level=1-2*a)$conf.int
 */
static const struct {
	size_t count;
	double d[8], margin, alpha, lower, upper, above, below, from, to;
} with_margin[] = {
	{ 6,
	  { .1, .4, 0, -.4, .6, .2 },
	  .5,
	  .05,
	  -0.42605752706,
	  1.25792445105,
	  0.00287950240983,
	  0.0277414576015,
	  -0.133781011133,
	  0.433781011133 },
	{ 8,
	  { .02, -.01, .03, .01, .00, .02, -.02, .01 },
	  .02,
	  .05,
	  -0.295132282388,
	  1.16566795654,
	  0.00115691102291,
	  0.0359510770983,
	  -0.00367984856241,
	  0.0186798485624 },
	{ 8,
	  { .02, -.01, .03, .01, .00, .02, -.02, .01 },
	  .02,
	  .1,
	  -0.178348307951,
	  1.0475898089,
	  0.00115691102291,
	  0.0359510770983,
	  -0.000849421447048,
	  0.015849421447 },
	{ 5,
	  { 3, 4, 5, 4.5, 3.5 },
	  10,
	  .05,
	  1.62070787482,
	  8.54038135421,
	  1.21502412505e-06,
	  3.53467484325e-05,
	  3.24627834047,
	  4.75372165953 },
};

static void effect_intervals_and_margins_are_those_of_R(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof with_margin / sizeof with_margin[0]; i++) {
		struct effect x = effect_of(with_margin[i].d, with_margin[i].count);
		double alpha = with_margin[i].alpha;
		struct interval d = effect_interval(&x, alpha / 2, 1 - alpha / 2);
		assert_near_at(d.lower, with_margin[i].lower, 1e-8, "case %zu", i);
		assert_near_at(d.upper, with_margin[i].upper, 1e-8, "case %zu", i);
		struct equivalence v = equivalence_compute(&x, with_margin[i].margin, alpha, false);
		assert_near(v.p_equivalent, fmax(with_margin[i].above, with_margin[i].below),
			    1e-12);
		assert_near(v.p_noninferior, with_margin[i].above, 1e-12);
		assert_near(v.bounds.lower, with_margin[i].from, 1e-11);
		assert_near(v.bounds.upper, with_margin[i].to, 1e-11);
		v = equivalence_compute(&x, with_margin[i].margin, alpha, true);
		assert_near(v.p_noninferior, with_margin[i].below, 1e-12);
	}
	/* one-sided, mirrored, and without an answer */
	struct effect x = effect_of(with_margin[0].d, 6);
	assert_true(effect_interval(&x, 0, .95).lower == -INFINITY);
	assert_true(effect_interval(&x, .05, 1).upper == INFINITY);
	double lower = effect_interval(&x, .025, .975).lower;
	x.cohen_d = -x.cohen_d;
	assert_near(effect_interval(&x, .025, .975).upper, -lower, 1e-9);
	const double same[] = { 0.1, 0.1, 0.1 };
	x = effect_of(same, 3);
	assert_true(isnan(effect_interval(&x, .025, .975).lower));
	assert_true(isnan(equivalence_compute(&x, .5, .05, false).p_equivalent));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(adjusted_p_values_are_those_of_R),
		cmocka_unit_test(adjustments_are_found_by_name_and_bad_p_refused),
		cmocka_unit_test(effect_is_as_by_hand),
		cmocka_unit_test(effect_at_the_edges),
		cmocka_unit_test(effect_intervals_and_margins_are_those_of_R),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
