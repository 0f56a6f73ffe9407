/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Weighted kappa and Krippendorff's alpha: published examples, and R from the formulas.
 *
 * In R, p and o being tables, v weights, N = sum(o), n = rowSums(o):
 *
 *	kappa_w <- function(p, v) 1 - sum(v*p)/sum(v*outer(rowSums(p), colSums(p))/sum(p))
 *	d[c, k] <- (sum(n[c:k]) - (n[c] + n[k])/2)^2	# ordinal; nominal: 1, and 0 for c == k
 *	alpha <- 1 - (N - 1)*sum(o*d)/sum(outer(n, n)*d)	# of two judges o <- p + t(p)
 *	# x, xt: of all topics, and without each; n: their documents; a, b: the range
 *	D <- xt - x; T <- length(D); V <- (T - 1)/T*sum(D^2)
 *	df <- min(T - 1, sum(n)^2/sum(n^2) - 1, 2*sum(D^2)^2/(sum(D^4) - sum(D^2)^2/T))
 *	y <- (x - a)/(b - a)
 *	a + (b - a)*plogis(qlogis(y) + sqrt(V)/(b - a)/(y*(1 - y))*qt(c(.025, .975), df))
 */
#include "core/stats/topics/graded_judges.h"
#include "tests/support/near.h"

static const struct ends both_ends = { 0.025, 0.975, 0, 0 };

/* Cohen 1968: two diagnoses in three categories, 200 cases in shares, kappa .492, weighted .348
 * with weights 1, 3 and 6 of disagreements; the digits are those of R. */
static void weighted_kappa_as_cohen_has_it(void **state)
{
	(void)state;
	static const double p[] = { .44, .07, .09, .05, .20, .05, .01, .03, .06 };
	static const double weight[] = { 0, 1, 3, 1, 0, 6, 3, 6, 0 };
	static const double alike[] = { 0, 1, 1, 1, 0, 1, 1, 1, 0 };
	assert_near(weighted_kappa(p, weight, 3), 0.34782608695652173, 1e-14);
	assert_near(weighted_kappa(p, alike, 3), 0.49152542372881369, 1e-14);
	static const double one[] = { 0, 0, 0, 0, 7, 0, 0, 0, 0 };
	assert_true(isnan(weighted_kappa(one, alike, 3)));
	assert_true(isnan(krippendorff_alpha(one, 3, true)));
}

enum { GRADES = 5, UNITS = 12 };

/* Krippendorff 2011, section C: four observers, twelve units, 0 for a missing value; nominal .743,
 * ordinal .815. The digits, and the intervals with three units to a topic, are those of R. */
static void alpha_as_krippendorff_has_it(void **state)
{
	(void)state;
	static const int value[4][UNITS] = { { 1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0 },
					     { 1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3 },
					     { 0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0 },
					     { 1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0 } };
	double all[GRADES * GRADES] = { 0 }, topic[4][GRADES * GRADES] = { { 0 } };
	for (int u = 0; u < UNITS; u++) {
		size_t times[GRADES] = { 0 };
		for (int judge = 0; judge < 4; judge++)
			if (value[judge][u] > 0)
				times[value[judge][u] - 1]++;
		coincidences_add(all, times, GRADES);
		coincidences_add(topic[u / 3], times, GRADES);
	}
	assert_near(krippendorff_alpha(all, GRADES, false), 0.74342105263157898, 1e-14);
	assert_near(krippendorff_alpha(all, GRADES, true), 0.81538750375488134, 1e-14);
	static const double ends[2][2] = { { 0.305970259629057, 0.921679815718864 },
					   { -0.286527373165948, 0.988595186848056 } };
	for (int ordinal = 0; ordinal < 2; ordinal++) {
		struct judged_alike x;
		struct err e = { 0 };
		assert_int_equal(joint_alpha(topic[0], GRADES, 4, ordinal == 1, &both_ends, &x, &e),
				 0);
		assert_near(x.value, krippendorff_alpha(all, GRADES, ordinal == 1), 1e-14);
		assert_near(x.ends.lower, ends[ordinal][0], 1e-11);
		assert_near(x.ends.upper, ends[ordinal][1], 1e-11);
	}
}

/* Two judges against A, four topics, grades 0 to 3, 2 and 3 being relevant; figures, differences
 * and intervals in R. */
static void figures_and_differences_as_in_r(void **state)
{
	(void)state;
	static const double count[2][4][16] = {
		{ { 20, 5, 1, 0, 4, 8, 3, 1, 1, 2, 6, 2, 0, 1, 2, 4 },
		  { 10, 2, 0, 0, 1, 3, 1, 0, 0, 0, 2, 1, 0, 0, 0, 5 },
		  { 3, 3, 2, 1, 6, 8, 1, 1, 2, 2, 9, 4, 1, 0, 3, 2 },
		  { 30, 1, 1, 1, 2, 6, 2, 0, 0, 3, 4, 4, 0, 0, 1, 8 } },
		{ { 18, 5, 2, 1, 4, 6, 4, 2, 1, 2, 5, 3, 1, 1, 2, 3 },
		  { 8, 3, 1, 0, 1, 2, 2, 0, 0, 1, 1, 1, 0, 0, 1, 4 },
		  { 4, 3, 1, 1, 4, 9, 2, 1, 1, 2, 10, 4, 0, 0, 3, 3 },
		  { 28, 3, 1, 1, 2, 5, 3, 0, 0, 4, 3, 4, 0, 0, 2, 7 } }
	};
	static const double wanted[GRADED_FIGURES][2][3] = {
		{ { 0.862244897959184, 0.746073483750216, 0.930237578139740 },
		  { 0.040816326530612, -0.062880367808063, 0.143641152479144 } },
		{ { 0.701016949152542, 0.501373726988989, 0.829787960436025 },
		  { 0.081114466883039, -0.153023921638194, 0.313046796058458 } },
		{ { 0.645019404915912, 0.210604440071444, 0.866694517648386 },
		  { 0.061575156064424, -0.173619166594742, 0.295077072316595 } },
		{ { 0.745703590267143, 0.245692566747959, 0.932286772660978 },
		  { 0.048856724200667, -0.201863543507161, 0.298049851067826 } },
		{ { 0.515091827615765, 0.165918179011356, 0.749496604034988 },
		  { 0.079498821354600, -0.158554912458782, 0.315317589821993 } },
		{ { 0.739964298571401, 0.252678917227248, 0.927825219290727 },
		  { 0.041063976736206, -0.204035078846231, 0.284935263954139 } },
	};
	static const int32_t grade[] = { 0, 1, 2, 3 };
	const struct graded_scale scale = { grade, 4, 2 };
	struct judged_alike figure[2][GRADED_FIGURES], difference[GRADED_FIGURES];
	struct err e = { 0 };
	assert_int_equal(
		graded_intervals(&scale, count[0][0], 2, 4, &both_ends, figure[0], difference, &e),
		0);
	for (int f = 0; f < GRADED_FIGURES; f++)
		for (int i = 0; i < 2; i++) {
			const struct judged_alike *x = i == 0 ? &figure[0][f] : &difference[f];
			assert_near(x->value, wanted[f][i][0], 1e-14);
			assert_near(x->ends.lower, wanted[f][i][1], 1e-11);
			assert_near(x->ends.upper, wanted[f][i][2], 1e-11);
			assert_string_equal(x->method, "jackknife");
		}
	/* the same judge twice: no difference, whichever topic is left out */
	double twice[2][4][16];
	memcpy(twice[0], count[0], sizeof twice[0]);
	memcpy(twice[1], count[0], sizeof twice[1]);
	assert_int_equal(
		graded_intervals(&scale, twice[0][0], 2, 4, &both_ends, figure[0], difference, &e),
		0);
	assert_near(difference[GRADED_LINEAR].value, 0, 0);
	assert_string_equal(difference[GRADED_LINEAR].method, JUDGED_CONSTANT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(weighted_kappa_as_cohen_has_it),
		cmocka_unit_test(alpha_as_krippendorff_has_it),
		cmocka_unit_test(figures_and_differences_as_in_r),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
