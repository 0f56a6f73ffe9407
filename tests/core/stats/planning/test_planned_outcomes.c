/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The interval that is to be expected: rules for hypergeometric distributions, means over all
 * samples, the best division of a sample and its smallest size, and the truths that guesses
 * determine.
 */
#include "tests/support/interval_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/planning/planned_sample.h"
#include "core/stats/planning/study_guess.h"
#include "tests/support/cases.h"

/* ---- rules ---- */

/*
 * A rule of m points is exact for polynomials of degree m-1 on its scale; the points at the ends of
 * 0..n count for themselves. Means by sums over R's dhyper().
 */
static void rules_are_exact_for_polynomials(void **state)
{
	(void)state;
	const struct {
		int64_t N, R, n;
	} cases[] = {
		{ 500000, 250000, 1000 }, { 4500000, 2000, 4000 }, { 300, 290, 100 }, { 90, 45, 40 }
	};
	for (size_t c = 0; c < 4; c++) {
		double N = (double)cases[c].N, R = (double)cases[c].R, n = (double)cases[c].n;
		struct err e = { 0 };
		struct hypergeometric l;
		assert_int_equal(hypergeometric_init(&l, cases[c].n, &e), 0);
		hypergeometric_set(&l, cases[c].N, R, cases[c].n);
		for (int nodes = 1; nodes <= 9; nodes++) {
			struct hypergeometric_quadrature r;
			assert_int_equal(
				hypergeometric_quadrature_init(&r, &l, cases[c].n, nodes, &e), 0);
			for (int power = 0; power < nodes; power++) {
				double want = 0, got = 0;
				for (int64_t k = 0; k <= cases[c].n; k++) {
					double x = (double)k;
					double s = asin(sqrt((x + 0.5) / (n + 1)));
					want += dhyper(x, R, N - R, n, 0) * pow(s, power);
				}
				for (int i = 0; i < r.count; i++) {
					double s = asin(sqrt(((double)r.at[i] + 0.5) / (n + 1)));
					got += r.weight[i] * pow(s, power);
				}
				assert_near(got, want, 1e-10);
			}
			for (int i = 1; i < r.count; i++)
				for (int k = 0; k < i; k++)
					assert_true(r.at[i] != r.at[k]);
		}
		hypergeometric_release(&l);
	}
}

static void a_short_law_is_its_own_rule(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct hypergeometric l;
	struct hypergeometric_quadrature r;
	assert_int_equal(hypergeometric_init(&l, 6, &e), 0);
	hypergeometric_set(&l, 20, 9, 6);
	assert_int_equal(hypergeometric_quadrature_init(&r, &l, 6, 7, &e), 0);
	assert_int_equal(r.count, 7);
	for (int i = 0; i < r.count; i++)
		assert_near(r.weight[i], dhyper((double)r.at[i], 9, 11, 6, 0), 1e-15);
	hypergeometric_release(&l);
}

/* ---- expectations ---- */

/* Of one stratum or two. */
static int expect(const char *method, const struct true_stratum *strata, size_t count,
		  struct interval_request q, struct expected *out, struct err *e)
{
	struct true_stratum copy[2] = { strata[0], strata[count - 1] };
	const struct planned_sample p = {
		.reach = { interval_find(method), q, GOAL_WIDTH, NAN },
		.strata = copy,
		.count = count,
	};
	return planned_interval(&p, 0, NODES_FINE, out, e);
}

static struct expected by(const char *method, const struct true_stratum *strata)
{
	struct expected x;
	struct err e = { 0 };
	if (expect(method, strata, 2, asking(QUANTITY_RECALL, 0.025, 0.975), &x, &e) < 0)
		fail_msg("%s: %s", method, e.text);
	return x;
}

/* Every outcome by interval_compute(), weighted with R's dhyper(). */
static struct expected enumerate(const char *method, const struct true_stratum *s)
{
	struct expected x = { 0 };
	double defined = 0;
	for (int64_t a = 0; a <= s[0].sampled; a++)
		for (int64_t b = 0; b <= s[1].sampled; b++) {
			double mass =
				dhyper((double)a, (double)s[0].yield,
				       (double)(s[0].size - s[0].yield), (double)s[0].sampled, 0) *
				dhyper((double)b, (double)s[1].yield,
				       (double)(s[1].size - s[1].yield), (double)s[1].sampled, 0);
			if (mass < 1e-13)
				continue;
			struct interval i = recall95(method, s[0].size, s[0].sampled, a, s[1].size,
						     s[1].sampled, b);
			if (isnan(i.lower)) {
				x.undefined += mass;
				continue;
			}
			defined += mass;
			x.mean[GOAL_LOWER] += mass * i.lower;
			x.mean[GOAL_UPPER] += mass * i.upper;
			x.mean[GOAL_WIDTH] += mass * (i.upper - i.lower);
		}
	x.mean[GOAL_LOWER] /= defined;
	x.mean[GOAL_UPPER] /= defined;
	x.mean[GOAL_WIDTH] /= defined;
	return x;
}

static const char *const all_methods[] = {
	"agresti-coull", "bb-bound", "bb-half", "bb-mcp", "bb-spread",	   "bb-uniform", "jeffreys",
	"koopman",	 "laplace",  "naive",	"normal", "normal-uncorr", "trec-legal"
};
enum { METHODS = sizeof all_methods / sizeof all_methods[0] };

/* All methods for two segments: few outcomes are summed. */
static void sums_are_those_of_a_plain_enumeration(void **state)
{
	(void)state;
	const struct true_stratum strata[2] = { { 30, 18, 6, true }, { 90, 12, 8, false } };
	for (size_t i = 0; i < METHODS; i++) {
		struct expected want = enumerate(all_methods[i], strata);
		struct expected sum = by(all_methods[i], strata);
		assert_near(sum.mean[GOAL_LOWER], want.mean[GOAL_LOWER], 1e-9);
		assert_near(sum.mean[GOAL_UPPER], want.mean[GOAL_UPPER], 1e-9);
		assert_near(sum.mean[GOAL_WIDTH], want.mean[GOAL_WIDTH], 1e-9);
		assert_near(sum.undefined, want.undefined, 1e-9);
		assert_true(sum.exact);
	}
}

/*
 * N1 = n1 = R1 = 1; N0 = 2, n0 = 1, R0 = 1: the normal interval is [1,1] or [1/3,1/3], each with
 * probability 1/2.
 */
static void a_mean_by_hand(void **state)
{
	(void)state;
	const struct true_stratum strata[2] = { { 1, 1, 1, true }, { 2, 1, 1, false } };
	struct expected x = by("normal", strata);
	assert_near(x.mean[GOAL_LOWER], 2.0 / 3.0, 1e-15);
	assert_near(x.mean[GOAL_UPPER], 2.0 / 3.0, 1e-15);
	assert_near(x.mean[GOAL_WIDTH], 0, 1e-15);
	assert_near(x.undefined, 0, 0);
}

/* N = 2, n = 1, R = 1 in both: nothing is found with probability 1/4, and normal is nan then. */
static void undefined_intervals_do_not_count_in_the_means(void **state)
{
	(void)state;
	const struct true_stratum strata[2] = { { 2, 1, 1, true }, { 2, 1, 1, false } };
	struct expected x = by("normal", strata);
	assert_near(x.undefined, 0.25, 1e-15);
	/* r = (1,0): [1,1]; (0,1): [0,0]; (1,1): [1/2,1/2] */
	assert_near(x.mean[GOAL_LOWER], 0.5, 1e-15);
}

/* Small and large, with few relevant documents and with many, in all orders of size. */
static const struct true_stratum designs[][2] = {
	{ { 500, 250, 40, true }, { 4500, 250, 160, false } },
	{ { 5000, 2500, 50, true }, { 95000, 300, 950, false } },
	{ { 2000, 1900, 100, true }, { 98000, 100, 300, false } },
	{ { 500, 50, 20, true }, { 9500, 200, 180, false } },
	{ { 3000, 30, 150, true }, { 97000, 970, 150, false } },
	{ { 400, 200, 200, true }, { 2000, 30, 200, false } },
	{ { 50000, 25000, 100, true }, { 4950000, 25000, 400, false } },
	{ { 60, 59, 30, true }, { 300, 2, 100, false } },
};
enum { DESIGNS = sizeof designs / sizeof designs[0] };

/* Two ways to the same mean. */
static void the_rule_agrees_with_the_sum(void **state)
{
	(void)state;
	const char *methods[] = { "koopman", "laplace", "normal", "bb-half" };
	for (size_t d = 0; d < DESIGNS; d++)
		for (size_t m = 0; m < 4; m++) {
			if ((d + m) % (size_t)cases(1, 3) != 0)
				continue;
			struct expected sum = enumerate(methods[m], designs[d]);
			struct expected rule = by(methods[m], designs[d]);
			double tolerance = 2e-5;
			assert_near(rule.mean[GOAL_WIDTH], sum.mean[GOAL_WIDTH], tolerance);
			assert_near(rule.mean[GOAL_LOWER], sum.mean[GOAL_LOWER], tolerance);
			assert_near(rule.mean[GOAL_UPPER], sum.mean[GOAL_UPPER], tolerance);
		}
}

/* A larger population with the same shares: nothing changes but the finite-population factor. */
static void huge_collections_give_finite_widths(void **state)
{
	(void)state;
	const struct true_stratum strata[2] = { { 1000000, 500000, 500, true },
						{ 99000000, 500000, 4500, false } };
	struct expected x = by("bb-half", strata);
	/* delta method: sqrt(V1 R0^2 + V0 R1^2)/R^2 with V = N^2 p(1-p)/n, times 2 * 1.96 */
	double V1 = 1e12 * 0.25 / 500, V0 = 99e6 * 5e5 * (1 - 5e5 / 99e6) / 4500;
	double width = 2 * 1.959964 * sqrt((V1 + V0) * 2.5e11) / 1e12;
	assert_near(x.mean[GOAL_WIDTH], width, 0.03 * width);
	assert_true(!x.exact);
}

static void designs_that_are_none_are_refused(void **state)
{
	(void)state;
	const struct true_stratum wrong[][2] = {
		{ { 10, 5, 11, true }, { 20, 5, 5, false } }, /* n > N */
		{ { 10, 11, 5, true }, { 20, 5, 5, false } }, /* R > N */
	};
	for (size_t i = 0; i < 2; i++) {
		struct expected x;
		struct err e = { 0 };
		assert_int_equal(expect("koopman", wrong[i], 2,
					asking(QUANTITY_RECALL, 0.025, 0.975), &x, &e),
				 -1);
		assert_true(e.text[0] != '\0');
	}
}

/* One sample, as a share of its stratum: R's dhyper() over the limits that are printed. */
static void one_stratum_is_a_mean_too(void **state)
{
	(void)state;
	const struct true_stratum t = { 960, 12, 60, true };
	const struct interval_request q = asking(QUANTITY_YIELD, 0, 0.95);
	struct expected x;
	struct err e = { 0 };
	double want = 0;
	for (int64_t k = 0; k <= 12; k++) {
		const struct stratum s = { 960, 60, k, 60, true };
		want += dhyper((double)k, 12, 948, 60, 0) * ask("bb-bound", &s, 1, q).upper;
	}
	assert_int_equal(expect("bb-bound", &t, 1, q, &x, &e), 0);
	assert_near(960 * x.mean[GOAL_UPPER], want, 1e-6);
}

/* ---- divisions and sizes ---- */

/* A sample of two segments; its strata stay until the next one. */
static struct planned_sample planning(const char *method, int64_t N1, int64_t R1, int64_t N0,
				      int64_t R0)
{
	static struct true_stratum strata[2];
	strata[0] = (struct true_stratum){ N1, R1, 1, true };
	strata[1] = (struct true_stratum){ N0, R0, 1, false };
	return (struct planned_sample){
		.reach = { .method = interval_find(method),
			   .interval = asking(QUANTITY_RECALL, 0.025, 0.975),
			   .goal = GOAL_WIDTH },
		.strata = strata,
		.count = 2,
		.share = NAN,
		.samples = PLANNED_SAMPLES,
		.seed = 1,
	};
}

/* The smallest sample whose expected value is the target; 0: none. */
static int64_t smallest(struct planned_sample *p, double target, double share)
{
	struct err e = { 0 };
	int64_t size = 0;
	p->reach.target = target;
	p->share = share;
	assert_int_equal(planned_expected(p, &size, &e), 0);
	if (size > 0)
		assert_int_equal(p->strata[0].sampled + p->strata[1].sampled, size);
	return size;
}

static void divisions_stay_within_the_segments(void **state)
{
	(void)state;
	struct planned_sample p = planning("koopman", 10, 5, 100, 5);
	const struct {
		int64_t n;
		double share;
		int64_t retrieved;
	} cases[] = { { 50, 0.1, 5 },	{ 50, 0.5, 10 },  { 50, 0.001, 1 }, { 5, 0.99, 4 },
		      { 105, 0.01, 5 }, { 110, 0.5, 10 }, { 2, 0.5, 1 } };
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct err e = { 0 };
		assert_int_equal(planned_share_out(&p, cases[i].share, cases[i].n, &e), 0);
		assert_int_equal(p.strata[0].sampled, cases[i].retrieved);
		assert_int_equal(p.strata[1].sampled, cases[i].n - cases[i].retrieved);
	}
}

/* Of the division that stands in the strata. */
static double figure(const struct planned_sample *p)
{
	struct expected x;
	struct err e = { 0 };
	assert_int_equal(planned_interval(p, planned_documents(p), NODES_FINE, &x, &e), 0);
	return x.mean[p->reach.goal];
}

/* The best of all divisions of n documents, by trying them. */
static double best_of_all(const struct planned_sample *p, int64_t n)
{
	double best = INFINITY, sign = p->reach.goal == GOAL_LOWER ? -1 : 1;
	for (int64_t i = 1; i < n; i++) {
		if (i > p->strata[0].size || n - i > p->strata[1].size)
			continue;
		p->strata[0].sampled = i;
		p->strata[1].sampled = n - i;
		best = fmin(best, sign * figure(p));
	}
	return sign * best;
}

static void the_best_division_is_the_best_of_all(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	const struct {
		int64_t N1, R1, N0, R0, n;
	} cases[] = { { 400, 200, 3600, 200, 300 },
		      { 50, 25, 2000, 20, 120 },
		      { 900, 90, 600, 400, 200 },
		      { 30, 20, 60, 20, 15 },
		      { 500, 499, 5000, 1, 100 } };
	for (int goal = GOAL_WIDTH; goal <= GOAL_UPPER; goal++)
		for (size_t i = 0; i < 5; i++) {
			struct planned_sample p = planning("koopman", cases[i].N1, cases[i].R1,
							   cases[i].N0, cases[i].R0);
			p.reach.goal = (enum reach_goal)goal;
			struct err e = { 0 };
			assert_int_equal(planned_best(&p, cases[i].n, &e), 0);
			assert_int_equal(p.strata[0].sampled + p.strata[1].sampled, cases[i].n);
			/* flat where it is best: 3e-4 of the figure, and the rule's own error */
			double found = figure(&p), want = best_of_all(&p, cases[i].n);
			assert_near(found, want, 3e-4 * want + 2e-5);
		}
}

/*
 * Neyman: n1 : n0 = N1 R0 sqrt(p1 q1) : N0 R1 sqrt(p0 q0). With N1 = 100, R1 = 50, N0 = 1000, R0 =
 * 100: 100*100*.5 : 1000*50*.3 = 5000 : 15000. The normal interval there has V1 = 100*75*.25/25 =
 * 75, V0 = 1000*925*.09/75 = 1110, variance (75*100^2 + 1110*50^2)/150^4 = .006963.
 */
static void normal_intervals_are_divided_as_neyman_says(void **state)
{
	(void)state;
	struct planned_sample p = planning("normal", 100, 50, 1000, 100);
	struct err e = { 0 };
	assert_int_equal(planned_best(&p, 100, &e), 0);
	assert_int_equal(p.strata[0].sampled, 25);
	struct interval x = planned_normal(&p);
	double sd = sqrt((75.0 * 1e4 + 1110.0 * 2500) / 506250000.0);
	assert_near(x.lower, 1.0 / 3 - 1.959963984540054 * sd, 1e-12);
	assert_near(x.upper, 1.0 / 3 + 1.959963984540054 * sd, 1e-12);
}

/* Every size and every division: the smallest sample that reaches the target. */
static void the_smallest_sample_is_the_smallest_of_all(void **state)
{
	(void)state;
	struct planned_sample p = planning("bb-half", 8, 6, 18, 4);
	const double targets[] = { 0.75, 0.6, 0.45, 0.3, 0.2 };
	for (size_t i = 0; i < 5; i++) {
		int64_t want = 2;
		while (best_of_all(&p, want) > targets[i])
			want++;
		assert_int_equal(smallest(&p, targets[i], NAN), want);
		assert_true(figure(&p) <= targets[i]);
	}
}

/* One document less misses the target. */
static void one_document_less_is_not_enough(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	const char *methods[] = { "koopman", "bb-half", "laplace" };
	const double shares[] = { 0.1, 0.5, 0.8 };
	for (size_t m = 0; m < 3; m++)
		for (size_t s = 0; s < 3; s++) {
			struct planned_sample p = planning(methods[m], 3000, 1500, 97000, 1500);
			struct err e = { 0 };
			int64_t n = smallest(&p, 0.4, shares[s]);
			assert_near((double)p.strata[0].sampled, shares[s] * (double)n, 0.5 + 1e-9);
			assert_true(figure(&p) <= 0.4);
			assert_int_equal(planned_share_out(&p, shares[s], n - 1, &e), 0);
			assert_true(figure(&p) > 0.4);
		}
}

/* 1 % fewer documents than in the best division miss the target however they are divided. */
static void the_smallest_sample_is_divided_best(void **state)
{
	(void)state;
	struct planned_sample p = planning("koopman", 3000, 1500, 97000, 1500);
	int64_t n = smallest(&p, 0.4, NAN);
	assert_true(figure(&p) <= 0.4);
	assert_true(best_of_all(&p, n - n / 100) > 0.4);
}

static void bounds_are_reached_on_their_side_of_recall(void **state)
{
	(void)state;
	struct planned_sample p = planning("koopman", 3000, 1500, 97000, 1500);
	p.reach.interval = asking(QUANTITY_RECALL, 0.05, 1.0);
	p.reach.goal = GOAL_LOWER;
	int64_t n = smallest(&p, 0.4, NAN);
	assert_true(figure(&p) >= 0.4);
	assert_true(best_of_all(&p, n * 99 / 100) < 0.4);
	assert_int_equal(smallest(&p, 0.51, NAN), 0);
	p.reach.interval = asking(QUANTITY_RECALL, 0.0, 0.95);
	p.reach.goal = GOAL_UPPER;
	smallest(&p, 0.6, NAN);
	assert_true(figure(&p) <= 0.6);
	assert_int_equal(smallest(&p, 0.49, NAN), 0);
	/* koopman knows no finite population: its intervals have a width when all is judged */
	p = planning("koopman", 30, 20, 60, 20);
	assert_int_equal(smallest(&p, 0.01, NAN), 0);
}

/* A width of nearly nothing takes nearly everything. */
static void the_whole_collection_is_enough(void **state)
{
	(void)state;
	struct planned_sample p = planning("bb-half", 30, 20, 60, 20);
	assert_int_equal(smallest(&p, 0, NAN), 90);
}

/* ---- guesses ---- */

static void any_two_shares_determine_the_truth(void **state)
{
	(void)state;
	/* N = 1000, N1 = 200, R = 100, R1 = 80: prevalence .1, recall .8, precision .4 */
	for (int left_out = 0; left_out < 5; left_out++) {
		struct guess g = { 1000, 200, 0.1, 0.8, 0.4 };
		if (left_out < 3)
			*(double *[]){ &g.prevalence, &g.recall, &g.precision }[left_out] = NAN;
		if (left_out == 3)
			g.retrieved = 0;
		struct guessed x;
		struct err e = { 0 };
		assert_int_equal(guess_resolve(&g, &x, &e), 0);
		assert_int_equal(x.retrieved, 200);
		assert_int_equal(x.relevant, 100);
		assert_int_equal(x.relevant_retrieved, 80);
	}
}

static void contradictions_are_named(void **state)
{
	(void)state;
	const struct {
		struct guess guess;
		const char *says;
	} cases[] = {
		{ { 1000, 200, 0.1, 0.8, 0.5 },
		  "make 80 relevant documents retrieved, precision 0.5 of 200" },
		{ { 1000, 50, 0.1, 0.8, NAN }, "make 80 relevant documents retrieved, of 50" },
		{ { 1000, 200, 0.05, NAN, 0.4 },
		  "makes 80 relevant ones, prevalence 0.05 makes 50" },
		{ { 1000, 990, NAN, 0.8, 0.81 }, "make 1002 relevant documents, of 1000" },
		{ { 1000, 900, NAN, 0.8, 0.8 },
		  "180 relevant documents would not be retrieved, of 100" },
		{ { 1000, 0, 0.5, 1.0, 0.4 }, "make 1250 documents retrieved, of 1000" },
		{ { 1000, 1000, 0.1, 0.8, NAN }, "nothing is left that is not retrieved" },
		{ { 1000, 200, 0.0001, 0.8, NAN }, "less than one relevant document" },
		{ { 1000, 0, 0.1, 0.8, NAN }, "number of retrieved documents is needed" },
		{ { 1000, 200, NAN, 0.8, NAN }, "given is recall" },
		{ { 1000, 200, NAN, NAN, NAN }, "given is none" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct guessed x;
		struct err e = { 0 };
		assert_int_equal(guess_resolve(&cases[i].guess, &x, &e), -1);
		assert_int_equal(e.status, STATUS_USAGE);
		if (strstr(e.text, cases[i].says) == NULL)
			fail_msg("%s", e.text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_are_exact_for_polynomials),
		cmocka_unit_test(a_short_law_is_its_own_rule),
		cmocka_unit_test(sums_are_those_of_a_plain_enumeration),
		cmocka_unit_test(a_mean_by_hand),
		cmocka_unit_test(undefined_intervals_do_not_count_in_the_means),
		cmocka_unit_test(the_rule_agrees_with_the_sum),
		cmocka_unit_test(one_stratum_is_a_mean_too),
		cmocka_unit_test(huge_collections_give_finite_widths),
		cmocka_unit_test(designs_that_are_none_are_refused),
		cmocka_unit_test(divisions_stay_within_the_segments),
		cmocka_unit_test(the_best_division_is_the_best_of_all),
		cmocka_unit_test(normal_intervals_are_divided_as_neyman_says),
		cmocka_unit_test(the_smallest_sample_is_the_smallest_of_all),
		cmocka_unit_test(one_document_less_is_not_enough),
		cmocka_unit_test(the_smallest_sample_is_divided_best),
		cmocka_unit_test(bounds_are_reached_on_their_side_of_recall),
		cmocka_unit_test(the_whole_collection_is_enough),
		cmocka_unit_test(any_two_shares_determine_the_truth),
		cmocka_unit_test(contradictions_are_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
