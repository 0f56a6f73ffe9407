/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Control variates: coefficients and variances by R, and what useless and perfect ones do.
 */
#include <math.h>

#include "core/stats/learnt_prior/control_variates.h"
#include "core/stats/learnt_prior/labelled_mean.h"
#include "tests/support/near.h"

/*
 * Three strata of 40 documents, 8 of each sampled; relevant 3, 2, 5, with the label 4, 2, 4, both
 * 3, 1, 4. In R:
 *
 *     h <- rep(1:3, each = 8)
 *     y <- c(1,0,0,1,0,0,0,1, 0,0,1,0,1,0,0,0, 1,1,0,1,0,1,1,0)
 *     x <- c(1,0,1,1,0,0,0,1, 0,0,1,0,0,0,1,0, 1,1,0,1,0,0,1,0)
 *     b <- coef(lm(y ~ factor(h) + x))["x"]
 *     V <- function(z) sum(tapply(z, h, function(e) 40^2 * (1 - 8/40) / 8 * var(e)))
 *     R2 <- 1 - V(y - b * x) / V(y)
 *     kept <- 1 - (30 - 24) / (30 - 6) * (1 - R2) / R2 / (24 - 2)    # 24 documents are few
 *     kept * b
 *     left <- (1 - (2 * kept - kept^2) * R2) * (1 + (24/23 - 1) * kept)
 *     F <- 3 * 40^2 * (1 - 8/40) / 8 * 1.85/24 / V(y)
 *     sqrt(left + (1 - left) * F)
 *
 * With strata of one size and one rate b is the coefficient of linear calibration to the totals of
 * strata and labels (calibrate(~h + x) of R's survey; Deville and Sarndal 1992).
 */
static const struct variate_part strata[3] = {
	{ 40, 8, 0, { 1, 1 }, { { 3, 3 }, { 3, 4 } } },
	{ 40, 8, 0, { 1, 1 }, { { 2, 1 }, { 1, 2 } } },
	{ 40, 8, 0, { 1, 1 }, { { 5, 4 }, { 4, 4 } } },
};

static void as_by_r(void **state)
{
	(void)state;
	struct control_variates c;
	control_variates_fit(strata, 3, 1, &c);
	assert_int_equal(c.used, 1);
	assert_near(c.b[0], 0.626549586777, 1e-12);
	assert_near(c.factor, 0.850697277982, 1e-12);
}

/* A second variate that is the first one again, and a constant one, change nothing. */
static void copies_and_constants_are_left_out(void **state)
{
	(void)state;
	struct variate_part part[3];
	struct control_variates one, three;
	for (int h = 0; h < 3; h++) {
		double y = strata[h].both[0][0], x = strata[h].both[1][1];
		double both = strata[h].both[0][1];
		part[h] = (struct variate_part){ 40,
						 8,
						 0,
						 { 1, 1, 1, 1 },
						 { { y, both, both, y },
						   { both, x, x, x },
						   { both, x, x, x },
						   { y, x, x, 8 } } };
	}
	control_variates_fit(strata, 3, 1, &one);
	control_variates_fit(part, 3, 3, &three);
	assert_int_equal(three.used, 1);
	assert_near(three.b[0], one.b[0], 1e-12);
	assert_near(three.b[1], 0, 0);
	assert_near(three.b[2], 0, 0);
	assert_near(three.factor, one.factor, 1e-12);
}

/* One for 100 documents; one for the first judge if there are 6, and for each if there are 15 for
 * each. */
static void few_documents_have_few_variates(void **state)
{
	(void)state;
	struct variate_part p = { .size = 1000, .slope = { 1 } };
	const struct {
		double sampled;
		size_t judges, most;
	} cases[] = {
		{ 5, 1, 0 },
		{ 6, 1, 1 },
		{ 29, 3, 1 },
		{ 30, 3, 2 },
		{ 44, 3, 2 },
		{ 45, 3, 3 },
		{ 199, 1, 1 },
		{ 200, 1, 2 },
		{ 5000, 1, VARIATES_MOST },
		{ 1000, 1, VARIATES_MOST },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		p.sampled = cases[i].sampled;
		p.size = 100000;
		assert_int_equal(control_variates_most(&p, 1, cases[i].judges), cases[i].most);
	}
	p = (struct variate_part){ 500, 500, 0, { 1 }, { { 0 } } }; /* everything is judged */
	assert_int_equal(control_variates_most(&p, 1, 1), 0);
}

/*
 * Prediction-powered inference of a mean (Angelopoulos, Duchi and Zrnic 2023, PPI++, section 6.1;
 * ppi_mean_ci(Y, Yhat, Yhat_unlabeled, lam = 2/3) of ppi_py) is the same estimator if the
 * collection is so large that its labels are known and the sample is no part of it. 100 documents
 * are judged: 30 relevant by both, 10 by the label alone, 5 by people alone; of a thousand million
 * documents 3 of 10 have the label. In R:
 *
 *     y <- c(rep(1, 30), rep(0, 10), rep(1, 5), rep(0, 55)); f <- c(rep(1, 40), rep(0, 60))
 *     lam <- cov(y, f) / var(f)
 *     v <- function(x) mean((x - mean(x))^2)
 *     lam * .3 + mean(y - lam * f)
 *     sqrt((lam^2 * .3 * .7 / 1e12 + v(y - lam * f) / 100) / (v(y) / 100))
 *
 * The factor of the standard error is theirs, with one document for the coefficient and 1.85
 * disagreements that were not seen: 1.85/100 of the variance of y, which is 22.75/99.
 */
static void as_prediction_powered(void **state)
{
	(void)state;
	const struct label_cell cell[] = {
		{ .size = 700000000000, .sampled = 60, .relevant = 5, .class_of = 0 },
		{ .size = 300000000000, .sampled = 40, .relevant = 30, .class_of = 1 },
	};
	const struct labelled_cells topic = { .cell = cell, .cells = 2 };
	static const bool counts[] = { false, true };
	const struct label_variates v = { counts, 2, 1, 1 };
	const struct learnt_request q = { .of = { .quantity = QUANTITY_YIELD, .beta = 1 },
					  .ends = { .lower_p = .025, .upper_p = .975 } };
	struct labelled_result out;
	struct err e = { 0 };
	assert_int_equal(labelled_mean(&topic, 1, &v, &q, false, NULL, &out, &e), 0);
	assert_near(out.with.estimate / 1e12, 0.283333333333, 1e-9);
	double unseen = 1.85 / 100 / (22.75 / 99);
	double left = (out.factor * out.factor - unseen) / (1 - unseen);
	assert_near(sqrt(left * 99 / 100), 0.728790457660, 1e-8);
}

/*
 * Thirty topics of 20 documents, four of the ten retrieved ones and four of the others judged. The
 * labels are right: whatever the sample is, estimates are the true values, which are counted.
 */
enum { TOPICS = 30, CELLS = 4 };

static struct label_cell cells[TOPICS][CELLS];
static struct labelled_cells topics[TOPICS];

/* `flip`: the labels are all wrong. */
static void make_topics(int flip)
{
	for (int t = 0; t < TOPICS; t++) {
		for (int i = 0; i < CELLS; i++) {
			int in = i / 2, relevant = i % 2;
			int share = in ? 2 + t % 5 : 1 + t % 3, seen = in ? t % 3 : t % 2;
			cells[t][i] = (struct label_cell){
				.size = relevant ? share : 10 - share,
				.sampled = relevant ? seen : 4 - seen,
				.relevant = relevant ? seen : 0,
				.class_of = relevant != flip,
				.in = { in, t / 6 % 2 == in },
				.part = (uint32_t)in,
				.label = (uint32_t)in,
			};
		}
		topics[t] = (struct labelled_cells){ .cell = cells[t], .cells = CELLS };
	}
}

static struct labelled_result mean_of(enum quantity quantity, bool two_runs)
{
	static const bool counts[] = { false, true };
	const struct label_variates v = { counts, 2, 1, 1 };
	const struct learnt_request q = { .of = { .quantity = quantity, .beta = 1 },
					  .ends = { .lower_p = .025, .upper_p = .975 } };
	struct labelled_result out;
	struct err e = { 0 };
	if (labelled_mean(topics, TOPICS, &v, &q, two_runs, NULL, &out, &e) < 0)
		fail_msg("%s", e.text);
	return out;
}

static double truth_of(enum quantity quantity, int run)
{
	double sum = 0;
	for (int t = 0; t < TOPICS; t++) {
		double retrieved = 0, all = 0, found = 0;
		for (int i = 0; i < CELLS; i++) {
			double size = (double)cells[t][i].size;
			retrieved += cells[t][i].in[run] ? size : 0;
			all += i % 2 ? size : 0;
			found += i % 2 && cells[t][i].in[run] ? size : 0;
		}
		sum += quantity == QUANTITY_RECALL	? found / all
		       : quantity == QUANTITY_PRECISION ? found / retrieved
		       : quantity == QUANTITY_F		? 2 * found / (retrieved + all)
							: all;
	}
	return sum / TOPICS;
}

static void right_labels_give_true_values(void **state)
{
	(void)state;
	static const enum quantity quantity[] = { QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F,
						  QUANTITY_YIELD };
	make_topics(0);
	for (size_t k = 0; k < 4; k++) {
		const struct labelled_result r = mean_of(quantity[k], false);
		assert_int_equal(r.variates, 1);
		assert_near(r.with.estimate, truth_of(quantity[k], 0), 1e-9);
		assert_true(fabs(r.without.estimate - r.with.estimate) > 1e-3);
		assert_true(r.factor > .1 && r.factor < .6);
	}
	const struct labelled_result d = mean_of(QUANTITY_RECALL, true);
	assert_near(d.with.estimate, truth_of(QUANTITY_RECALL, 0) - truth_of(QUANTITY_RECALL, 1),
		    1e-9);
}

/* A sum has the same from labels that are all wrong; of a ratio they are not used. */
static void wrong_labels_do_no_harm(void **state)
{
	(void)state;
	make_topics(1);
	assert_near(mean_of(QUANTITY_YIELD, false).with.estimate, truth_of(QUANTITY_YIELD, 0),
		    1e-9);
	const struct labelled_result r = mean_of(QUANTITY_RECALL, false);
	assert_int_equal(r.variates, 0);
	assert_near(r.with.estimate, r.without.estimate, 0);
	assert_near(r.with.interval.lower, r.without.interval.lower, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_by_r),
		cmocka_unit_test(as_prediction_powered),
		cmocka_unit_test(copies_and_constants_are_left_out),
		cmocka_unit_test(few_documents_have_few_variates),
		cmocka_unit_test(right_labels_give_true_values),
		cmocka_unit_test(wrong_labels_do_no_harm),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
