/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Precision, recall and F with a posterior (Goutte & Gaussier 2005, section 2), against the paper,
 * its author's program, closed forms, R and quadratures of another kind.
 */
#include "tests/support/confusion_help.h"

#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "core/stats/random/uniform.h"
#include "tests/support/cases.h"

#define PI 3.14159265358979323846

static double greater(struct confusion_posterior a, struct confusion_posterior b)
{
	return confusion_compare(&a, &b).above;
}

/* P(measure <= t), by the table of its log odds. */
static double upto(const struct confusion_posterior *p, double t)
{
	struct log_odds_table *table = confusion_table(p, LOG_ODDS_STEP);
	assert_non_null(table);
	double out = log_odds_cdf(table, log(t) - log1p(-t));
	free(table);
	return out;
}

/* The probability that a Beta(a,b) variable exceeds a Beta(c,d) one, by way of precisions. */
static struct tails beta_tails(double a, double b, double c, double d)
{
	struct confusion_posterior x = { QUANTITY_PRECISION, 1, a, b, 1 };
	struct confusion_posterior y = { QUANTITY_PRECISION, 1, c, d, 1 };
	return confusion_compare(&x, &y);
}

/* ---- the paper and its author's program ---- */

static void example_of_section_2_2(void **state)
{
	(void)state;
	struct confusion_posterior one = posterior_of(10, 10, 0, QUANTITY_PRECISION);
	struct confusion_posterior two = posterior_of(3, 2, 7, QUANTITY_PRECISION);
	/* R: integrate(function(x) dbeta(x,3.5,2.5)*pbeta(x,10.5,10.5), 0, 1, rel.tol=1e-12) */
	assert_near(greater(two, one), 0.652222372209, 1e-11);
	/* the paper prints .58 and .63 for system 2, .50 and .50 for system 1 */
	assert_near(confusion_mean(&two), 3.5 / 6, 1e-15);
	assert_near(confusion_mode(&two), 2.5 / 4, 1e-15);
	assert_near(confusion_mean(&one), 0.5, 0);
	assert_near(confusion_mode(&one), 0.5, 0);
}

static void example_of_the_authors_program(void **state)
{
	(void)state;
	double p = greater(posterior_of(10, 10, 0, QUANTITY_F), posterior_of(3, 2, 7, QUANTITY_F));
	/* R: integrate(function(x) dbeta(x,10.5,11)*pbeta(x,3.5,10), 0, 1, rel.tol=1e-12) */
	assert_near(p, 0.922777959461, 1e-11);
	/* it prints .92257, from 100,000 draws */
	assert_near(p, 0.92257, 2 * sqrt(p * (1 - p) / 1e5));
}

/* Tables 1 and 2: probability and "+/-" of each comparison, percent. */
static const double printed[][2] = {
	{ 93.71, .24 }, { 82.09, .38 }, { 63.31, .48 }, { 61.53, .49 }, { 69.55, .46 },
	{ 34.07, .47 }, { 17.03, .38 }, { 36.81, .48 }, { 17.99, .38 }, { 46.73, .50 },
	{ 69.34, .46 }, { 48.58, .50 }, { 64.53, .48 }, { 89.12, .31 }, { 99.96, .02 },
	{ 100.00, 0 },	{ 99.64, .06 }, { 100.00, 0 },	{ 99.99, .01 }, { 71.77, .45 },
	{ 98.83, .11 }, { 75.14, .43 }, { 99.44, .07 }, { 99.76, .05 }, { 100.00, 0 },
	{ 98.77, .11 }, { 38.19, .49 }, { 100.00, 0 },	{ 34.68, .48 }, { 49.39, .50 },
	{ 75.45, .43 }, { 60.33, .49 }, { 85.66, .35 }, { 38.76, .49 }, { 64.72, .48 },
	{ 36.45, .48 }, { 63.78, .48 }, { 58.15, .49 }, { 74.18, .44 }, { 65.28, .48 },
	{ 36.06, .48 }, { 67.69, .47 }, { 99.77, .05 }, { 96.41, .19 }, { 97.90, .14 },
	{ 84.32, .36 }, { 87.32, .33 }, { 55.75, .50 }, { 49.73, .50 }, { 59.56, .49 },
	{ 11.38, .32 }, { 61.45, .49 }, { 94.62, .23 }, { 74.31, .44 }, { 93.43, .25 },
	{ 100.00, 0 },	{ 100.00, 0 },	{ 93.76, .24 }, { 100.00, 0 },	{ 100.00, 0 },
	{ 49.19, .50 }, { 98.61, .12 }, { 57.87, .49 }, { 99.97, .02 }, { 99.99, .01 },
	{ 100.00, 0 },	{ 99.23, .09 }, { 41.22, .49 }, { 9.76, .30 },	{ 39.68, .49 },
	{ 88.70, .32 }, { 78.66, .41 }, { 98.48, .12 }, { 4.36, .20 },	{ 76.29, .43 },
	{ 3.39, .18 },	{ 83.71, .37 }, { 82.31, .38 }, { 75.81, .43 }, { 66.66, .47 },
	{ 3.49, .18 },
};

/* With a Jeffreys or uniform prior of the proportion, 9 and 10 of them would differ. */
static void deviation_of_a_proportion_is_the_plus_minus_of_tables_1_and_2(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof printed / sizeof *printed; i++) {
		struct proportion p = proportion_of(llround(100 * printed[i][0]), 10000);
		assert_near(round(1e4 * p.deviation) / 100, printed[i][1], 1e-9);
	}
}

/* ---- comparisons of precision, recall and F1 ---- */

/*
 * Exact for integer a: P(Beta(a,b) > x) = sum over i < a of x^i (1-x)^b / ((b+i) B(1+i,b)), and
 * the mean of that over x ~ Beta(c,d).
 */
static double finite_sum(int a, double b, double c, double d)
{
	double sum = 0;
	for (int i = 0; i < a; i++)
		sum += exp(lbeta(c + i, d + b) - log(b + i) - lbeta(1 + i, b) - lbeta(c, d));
	return sum;
}

static void integer_shapes_agree_with_the_finite_sum(void **state)
{
	(void)state;
	static const int shape[] = { 1, 2, 5, 30, 200 };
	for (int i = 0; i < 5 * 5 * 5 * 5; i++) {
		int a = shape[i % 5], b = shape[i / 5 % 5], c = shape[i / 25 % 5],
		    d = shape[i / 125];
		assert_near(beta_tails(a, b, c, d).above, finite_sum(a, b, c, d), 1e-11);
	}
}

/* The distribution function of ln(x/(1-x)), x ~ Beta(a,b). */
static double beta_log_odds_cdf(double a, double b, double u)
{
	double small = 1 / (1 + exp(fabs(u)));
	return u < 0 ? pbeta(small, a, b, 1, 0) : pbeta(small, b, a, 0, 0);
}

static double log_odds_density_of(double a, double b, double u)
{
	double softplus = u > 0 ? u + log1p(exp(-u)) : log1p(exp(u));
	return exp(a * u - (a + b) * softplus - lbeta(a, b));
}

/* The trapezoidal rule for density times distribution function, on the log odds. */
static double integral_of_density_times_cdf(double a, double b, double c, double d)
{
	const double step = 0.02;
	double sum = 0, middle = log(a / b);
	for (double u = middle - 75 / fmin(a, 2.0); u < middle + 75 / fmin(b, 2.0); u += step)
		sum += step * log_odds_density_of(a, b, u) * beta_log_odds_cdf(c, d, u);
	return sum;
}

static void other_shapes_agree_with_the_integral_of_density_times_cdf(void **state)
{
	(void)state;
	static const double shape[] = { 0.5, 3.7, 150.25 };
	for (int i = 0; i < 3 * 3 * 3 * 3; i++) {
		double a = shape[i % 3], b = shape[i / 3 % 3], c = shape[i / 9 % 3],
		       d = shape[i / 27];
		assert_near(beta_tails(a, b, c, d).above, integral_of_density_times_cdf(a, b, c, d),
			    1e-11);
	}
}

/*
 * R, with m = a/(a+b), s = sqrt(m*(1-m)/(a+b)), the sum over i = -12 .. 11 of
 * integrate(function(z) s*dbeta(m+s*z,a,b)*pbeta(m+s*z,c,d), i, i+1, rel.tol=1e-12);
 * the third, with y = 1-x, the sum over i = -90 .. -1 of integrate(function(v) { y <- exp(v);
 * dbeta(y,.5,1e9)*y*pbeta(y,1.5,1e9,lower.tail=FALSE) }, i, i+1, rel.tol=1e-12); the fourth is 1
 * less that with the narrow distribution's density.
 */
static void huge_counts_neither_miss_the_peak_nor_lose_digits(void **state)
{
	(void)state;
	assert_near(beta_tails(1e6, 2e6, 1000500, 1999500).above, 0.332512568132, 1e-10);
	assert_near(beta_tails(1e9, 1e9, 1000030000, 999970000).above, 0.171390855487, 1e-9);
	assert_near(beta_tails(1e9, 0.5, 1e9, 1.5).above, 0.818309886104, 1e-9);
	assert_near(beta_tails(30, 5, 0.86e9, 0.14e9).above, 1 - 0.473019184507, 1e-9);
}

/* P(Beta(1,b) > Beta(c,1)) = c B(c,b+1) */
static void small_probabilities(void **state)
{
	(void)state;
	static const double shape[][2] = { { 10, 10 }, { 500, 500 }, { 1e5, 40 }, { 3, 1e9 } };
	for (size_t i = 0; i < 4; i++) {
		double b = shape[i][0], c = shape[i][1];
		double want = exp(log(c) + lbeta(c, b + 1));
		struct tails t = beta_tails(1, b, c, 1);
		assert_near(t.above, want, 1e-11);
		assert_near(t.below, 1 - want, 1e-11);
	}
	assert_true(beta_tails(1, 1e6, 1e6, 1).above < 1e-15 &&
		    beta_tails(1, 1e6, 1e6, 1).below == 1);
}

static void equal_and_symmetric_posteriors_give_one_half(void **state)
{
	(void)state;
	static const double count[] = { 0, 1, 17, 1e9 };
	static const double beta[] = { 0, 0.5, 1, 2, 50 };
	for (int i = 0; i < 4 * 4 * 4; i++) {
		double tp = count[i % 4], fp = count[i / 4 % 4], fn = count[i / 16];
		for (int j = 0; j < 5; j++) {
			struct confusion_posterior p =
				posterior_with(tp, fp, fn, 0.5, QUANTITY_F, beta[j]);
			assert_true(greater(p, p) == 0.5);
		}
		/* two distributions that are symmetric around 1/2, not equal */
		assert_true(beta_tails(tp + 0.5, tp + 0.5, fp + 2, fp + 2).above == 0.5);
	}
}

static const double stress[] = { 0.01, 0.5, 3, 1e3, 1e6, 1e9 };

static void exchanging_the_systems_exchanges_the_tails(void **state)
{
	(void)state;
	for (int i = 0; i < 6 * 6 * 6 * 6; i++) {
		double a = stress[i % 6], b = stress[i / 6 % 6], c = stress[i / 36 % 6],
		       d = stress[i / 216];
		struct tails x = beta_tails(a, b, c, d), y = beta_tails(c, d, a, b);
		assert_true(x.above == y.below && x.below == y.above);
		assert_near(x.above + x.below, 1, 1e-16);
		assert_true(x.above >= 0 && x.below >= 0);
		/* X and 1-X */
		assert_near(beta_tails(b, a, d, c).above, x.below, 1e-11);
	}
}

static void more_true_positives_or_fewer_errors_raise_the_probability(void **state)
{
	(void)state;
	for (int i = 0; i < 6 * 6 * 6; i++) {
		double b = stress[i % 6], c = stress[i / 6 % 6], d = stress[i / 36];
		double before = 0;
		for (int j = 0; j < 6; j++) {
			double p = beta_tails(stress[j], b, c, d).above;
			assert_true(p >= before - 1e-12);
			assert_near(beta_tails(b, stress[j], d, c).above, 1 - p, 1e-11);
			before = p;
		}
	}
}

/* Only the sum of false positives and false negatives counts in F1. */
static void F1_depends_on_all_errors_together(void **state)
{
	(void)state;
	struct confusion_posterior a = posterior_of(20, 7, 3, QUANTITY_F);
	struct confusion_posterior b = posterior_of(20, 1, 9, QUANTITY_F);
	assert_true(greater(a, b) == 0.5);
	assert_near(confusion_quantile(&a, 0.1), confusion_quantile(&b, 0.1), 0);
	/* B = f/(2-f) */
	double B = confusion_quantile(&a, 0.025) / (2 - confusion_quantile(&a, 0.025));
	assert_near(pbeta(B, 20.5, 11, 1, 0), 0.025, 1e-12);
}

/* ---- F_beta ---- */

/* Nodes of the trapezoidal rule for v = ln(D/(1-D)): ln((1-D+b^2 D)/(1+b^2)), and masses. */
struct spread {
	const struct confusion_posterior *p;
	int count;
	double W[1200], mass[1200];
};

static void spread_over_D(struct spread *s, const struct confusion_posterior *p)
{
	const double step = 0.1;
	double square = p->beta * p->beta;
	s->p = p;
	s->count = 0;
	for (double v = -60 + step; v < 60; v += step) {
		double mass = step * log_odds_density_of(p->fn, p->fp, v);
		if (mass < 1e-16)
			continue;
		s->W[s->count] = log((1 + square * exp(v)) / (1 + exp(v)) / (1 + square));
		s->mass[s->count++] = mass;
	}
}

/* At u, the log odds of F: the mean over D of the distribution function of X/(X+Y+Z). */
static double F_cdf_over_D(const struct spread *s, double u)
{
	double sum = 0;
	for (int i = 0; i < s->count; i++)
		sum += s->mass[i] * beta_log_odds_cdf(s->p->tp, s->p->fp + s->p->fn, u + s->W[i]);
	return sum;
}

static double F_density_over_D(const struct spread *s, double u)
{
	double sum = 0;
	for (int i = 0; i < s->count; i++)
		sum += s->mass[i] * log_odds_density_of(s->p->tp, s->p->fp + s->p->fn, u + s->W[i]);
	return sum;
}

static const struct F_case {
	double tp, fp, fn, beta;
} F_cases[] = {
	{ 10, 10, 0, 0.5 }, { 3, 2, 7, 2 },   { 0, 5, 2, 0.3 },
	{ 40, 0, 0, 3 },    { 0, 0, 0, 0.7 }, { 100, 300, 5, 10 },
};

static void F_agrees_with_the_integral_over_D(void **state)
{
	(void)state;
	struct spread s;
	for (size_t i = 0; i < 6; i += (size_t)cases(1, 2)) {
		const struct F_case *c = &F_cases[i];
		struct confusion_posterior p =
			posterior_with(c->tp, c->fp, c->fn, 0.5, QUANTITY_F, c->beta);
		spread_over_D(&s, &p);
		double mean = 0;
		for (double u = -60; u < 60; u += 0.1)
			mean += 0.1 * F_density_over_D(&s, u) / (1 + exp(-u));
		assert_near(confusion_mean(&p), mean, 1e-10);
		for (double t = 0.05; t < 1; t += 0.15)
			assert_near(upto(&p, t), F_cdf_over_D(&s, log(t / (1 - t))), 1e-10);
	}
}

static void comparison_of_F_agrees_with_two_integrals_over_D(void **state)
{
	(void)state;
	static const double beta[] = { 0.5, 2, 5 };
	struct spread x, y;
	for (int i = 0; i < 3; i++) {
		struct confusion_posterior a = posterior_with(10, 10, 4, 0.5, QUANTITY_F, beta[i]);
		struct confusion_posterior b = posterior_with(9, 2, 17, 0.5, QUANTITY_F, beta[i]);
		const double step = 0.1;
		double sum = 0;
		spread_over_D(&x, &a);
		spread_over_D(&y, &b);
		for (double u = -10; u < 10; u += step)
			sum += step * F_density_over_D(&x, u) * F_cdf_over_D(&y, u);
		assert_near(greater(a, b), sum, 1e-10);
	}
}

static void quantiles_invert_the_distribution_function(void **state)
{
	(void)state;
	static const double beta[] = { 0, 0.5, 1, 2, 30, INFINITY };
	static const double prob[] = { 1e-6, 0.025, 0.5, 0.975, 1 - 1e-6 };
	for (size_t i = 0; i < 6; i++) {
		for (size_t j = 0; j < 6; j++) {
			const struct F_case *c = &F_cases[i];
			struct confusion_posterior p =
				posterior_with(c->tp, c->fp, c->fn, 0.5, QUANTITY_F, beta[j]);
			for (size_t k = 0; k < 5; k++) {
				double t = confusion_quantile(&p, prob[k]);
				/* near 1 a double has too few digits to tell */
				if (t < 1 - 1e-7)
					assert_near(upto(&p, t), prob[k], 1e-9);
			}
		}
	}
}

static void beta_leads_from_precision_to_recall(void **state)
{
	(void)state;
	struct confusion_posterior P = posterior_of(12, 5, 30, QUANTITY_PRECISION);
	struct confusion_posterior R = posterior_of(12, 5, 30, QUANTITY_RECALL);
	struct confusion_posterior Q = posterior_of(8, 9, 14, QUANTITY_PRECISION);
	struct confusion_posterior S = posterior_of(8, 9, 14, QUANTITY_RECALL);
	static const double least[] = { 0, 1e-200, 1e-5 };
	for (int i = 0; i < 3; i++) {
		double small = least[i], large = 1 / small;
		struct confusion_posterior a = posterior_with(12, 5, 30, 0.5, QUANTITY_F, small);
		struct confusion_posterior b = posterior_with(8, 9, 14, 0.5, QUANTITY_F, small);
		assert_near(confusion_mean(&a), confusion_mean(&P), 1e-8);
		assert_near(confusion_quantile(&a, 0.1), confusion_quantile(&P, 0.1), 1e-8);
		assert_near(confusion_mode(&a), confusion_mode(&P), 1e-7);
		assert_near(greater(a, b), greater(P, Q), 1e-8);
		a = posterior_with(12, 5, 30, 0.5, QUANTITY_F, large);
		b = posterior_with(8, 9, 14, 0.5, QUANTITY_F, large);
		assert_near(confusion_mean(&a), confusion_mean(&R), 1e-8);
		assert_near(confusion_quantile(&a, 0.1), confusion_quantile(&R, 0.1), 1e-8);
		assert_near(confusion_mode(&a), confusion_mode(&R), 1e-7);
		assert_near(greater(a, b), greater(R, S), 1e-8);
	}
}

/* The general way at beta = 1 +- 1e-9, and the one for F1. */
static void F_is_continuous_at_beta_1(void **state)
{
	(void)state;
	struct confusion_posterior a = posterior_of(12, 5, 30, QUANTITY_F), b = a;
	struct confusion_posterior c = posterior_of(8, 9, 14, QUANTITY_F), d = c;
	b.beta = d.beta = 1 + 1e-9;
	assert_near(confusion_mean(&b), confusion_mean(&a), 1e-9);
	assert_near(confusion_quantile(&b, 0.3), confusion_quantile(&a, 0.3), 1e-8);
	assert_near(upto(&b, 0.3), upto(&a, 0.3), 1e-8);
	assert_near(confusion_mode(&b), confusion_mode(&a), 1e-8);
	assert_near(greater(b, d), greater(a, c), 1e-8);
}

/* ---- means, modes, priors ---- */

static void nothing_returned_or_relevant_gives_the_prior(void **state)
{
	(void)state;
	static const double lambda[] = { 0.01, 0.5, 1, 3 };
	for (int i = 0; i < 4; i++) {
		struct confusion_posterior p =
			posterior_with(0, 0, 5, lambda[i], QUANTITY_PRECISION, 1);
		struct confusion_posterior r =
			posterior_with(0, 5, 0, lambda[i], QUANTITY_RECALL, 1);
		assert_near(confusion_mean(&p), 0.5, 0);
		assert_near(confusion_mean(&r), 0.5, 0);
		assert_near(upto(&p, 0.2), pbeta(0.2, lambda[i], lambda[i], 1, 0), 1e-9);
		assert_near(upto(&r, 0.9), pbeta(0.9, lambda[i], lambda[i], 1, 0), 1e-9);
		assert_near(confusion_quantile(&p, 0.5), 0.5, 1e-12);
	}
	/* B ~ Beta(1/2,1): the integral of 2y^2/(1+y^2) 2 dy/2 from 0 to 1 */
	struct confusion_posterior f = posterior_of(0, 0, 0, QUANTITY_F);
	assert_near(confusion_mean(&f), 2 - PI / 2, 1e-13);
}

/*
 * R: integrate(function(x) 2*x/(1+x)*dbeta(x,10.5,11), 0, 1, rel.tol=1e-13), and the sum over
 * i = -80 .. -1 of integrate(function(v) { x <- exp(v); 2*x/(1+x)*dbeta(x,.5,3001)*x }, i, i+1,
 * rel.tol=1e-13)
 */
static void mean_of_F1(void **state)
{
	(void)state;
	struct confusion_posterior f = posterior_of(10, 10, 0, QUANTITY_F);
	assert_near(confusion_mean(&f), 0.649428022251714, 1e-12);
	f = posterior_of(0, 1000, 2000, QUANTITY_F);
	assert_near(confusion_mean(&f), 0.000333000443668378, 1e-13);
	/* 2p/(1+p) at p = 1/3, less half the second derivative times the variance: 1e-19 more */
	f = posterior_of(1e9, 1e9, 1e9, QUANTITY_F);
	double a = 1e9 + 0.5, b = 2e9 + 1, m = a / (a + b);
	double variance = m * (1 - m) / (a + b + 1);
	assert_near(confusion_mean(&f), 2 * m / (1 + m) - 2 * variance / pow(1 + m, 3), 1e-13);
}

static void modes_of_precision_follow_eq_9_and_its_border_cases(void **state)
{
	(void)state;
	static const struct {
		double tp, fp, lambda, mode;
	} c[] = {
		{ 3, 2, 0.5, 0.625 }, { 3, 2, 1, 0.6 },	  { 7, 0, 0.5, 1 },   { 0, 7, 0.5, 0 },
		{ 7, 0, 1, 1 },	      { 0, 7, 1, 0 },	  { 0, 0, 0.5, NAN }, { 0, 0, 1, NAN },
		{ 0, 0, 2, 0.5 },     { 1, 0, 0.25, 1 },  { 0, 1, 0.25, 0 },  { 0.1, 0, 0.5, 1 },
		{ 0, 0.1, 0.5, 0 },   { 1, 1, 0.5, 0.5 },
	};
	for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
		struct confusion_posterior p =
			posterior_with(c[i].tp, c[i].fp, 99, c[i].lambda, QUANTITY_PRECISION, 1);
		struct confusion_posterior r =
			posterior_with(c[i].tp, 99, c[i].fp, c[i].lambda, QUANTITY_RECALL, 1);
		if (isnan(c[i].mode)) {
			assert_true(isnan(confusion_mode(&p)) && isnan(confusion_mode(&r)));
			continue;
		}
		assert_near(confusion_mode(&p), c[i].mode, 1e-15);
		assert_near(confusion_mode(&r), c[i].mode, 1e-15);
	}
}

/* The largest difference of the distribution function over a fine grid. */
static double highest_point(const struct confusion_posterior *p)
{
	const int parts = (int)cases(4000, 1000);
	double before = 0, best = 0, at = 0;
	for (int i = 1; i <= parts; i++) {
		double here = upto(p, (double)i / parts);
		if (here - before > best) {
			best = here - before;
			at = (i - 0.5) / parts;
		}
		before = here;
	}
	return at;
}

static void modes_of_F_are_where_the_distribution_function_rises_most(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	static const struct F_case c[] = {
		{ 10, 10, 0, 1 }, { 3, 2, 7, 1 },	{ 1, 1, 0, 1 },	 { 30, 1, 1, 1 },
		{ 3, 2, 7, 2 },	  { 10, 10, 0, 0.5 },	{ 1, 0, 3, 3 },	 { 0, 9, 9, 2 },
		{ 5, 0, 0, 0.5 }, { 0.5, 0.5, 0.5, 1 }, { 0.5, 0, 0, 2 }
	};
	for (size_t i = 0; i < sizeof c / sizeof *c; i += (size_t)cases(1, 2)) {
		struct confusion_posterior p =
			posterior_with(c[i].tp, c[i].fp, c[i].fn, 0.5, QUANTITY_F, c[i].beta);
		assert_near(confusion_mode(&p), highest_point(&p), 2.0 / (double)cases(4000, 1000));
	}
	/* a = 1, b = 2: (1-f)/(2-f)^3 is largest at 1/2; a = b = 1: 1/(2-f)^2 at 1 */
	struct confusion_posterior p = posterior_with(0, 0, 0, 1, QUANTITY_F, 1);
	assert_near(confusion_mode(&p), 0.5, 1e-15);
	p = (struct confusion_posterior){ QUANTITY_F, 1, 1, 0.5, 0.5 };
	assert_near(confusion_mode(&p), 1, 1e-15);
}

/* ---- draws, limits, errors ---- */

static void draws_agree_within_their_deviation(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	static const enum quantity quantity[] = { QUANTITY_PRECISION, QUANTITY_RECALL, QUANTITY_F,
						  QUANTITY_F, QUANTITY_F };
	static const double beta[] = { 1, 1, 1, 0.5, 2 };
	for (int i = 0; i < 5; i++) {
		struct confusion_posterior a = posterior_with(10, 10, 1, 0.5, quantity[i], beta[i]);
		struct confusion_posterior b = posterior_with(3, 0, 7, 0.5, quantity[i], beta[i]);
		struct proportion p, again, other;
		struct err e = { 0 };
		assert_int_equal(confusion_draw(&a, &b, 100000, 7, &p, &e), 0);
		assert_near(p.value, greater(a, b), 4 * p.deviation);
		assert_int_equal(confusion_draw(&a, &b, 100000, 7, &again, &e), 0);
		assert_true(p.value == again.value && p.deviation == again.deviation);
		assert_int_equal(confusion_draw(&a, &b, 100000, 8, &other, &e), 0);
		assert_true(p.value != other.value);
	}
	/* a prior so small that a double cannot tell most of the figures from 0 or 1 */
	struct confusion_posterior a = posterior_with(2, 0, 0, 0.01, QUANTITY_PRECISION, 1);
	struct confusion_posterior b = posterior_with(9, 0, 0, 0.01, QUANTITY_PRECISION, 1);
	struct proportion p;
	struct err e = { 0 };
	assert_int_equal(confusion_draw(&a, &b, 100000, 7, &p, &e), 0);
	assert_near(p.value, greater(a, b), 4 * p.deviation);
}

static void distribution_functions_end_at_0_and_1(void **state)
{
	(void)state;
	static const double beta[] = { 0, 1, 2 };
	for (int i = 0; i < 3; i++) {
		struct confusion_posterior p = posterior_with(3, 4, 5, 0.5, QUANTITY_F, beta[i]);
		assert_true(confusion_quantile(&p, 0) == 0 && confusion_quantile(&p, 1) == 1);
		assert_true(isnan(confusion_quantile(&p, NAN)));
	}
}

static void refused(struct confusion c, double lambda, double beta, const char *text)
{
	struct confusion_posterior p;
	struct err e = { 0 };
	assert_int_equal(confusion_posterior_init(&p, &c, lambda, QUANTITY_F, beta, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	assert_non_null(strstr(e.text, text));
}

static void numbers_out_of_range_are_refused(void **state)
{
	(void)state;
	const struct confusion good = { 1, 2, 3 };
	refused((struct confusion){ -1, 0, 0 }, 0.5, 1, "true positives must be a count");
	refused((struct confusion){ 0, NAN, 0 }, 0.5, 1, "false positives must be a count");
	refused((struct confusion){ 0, 0, INFINITY }, 0.5, 1, "false negatives must be a count");
	refused((struct confusion){ 1.1e9, 0, 0 }, 0.5, 1, "true positives must be a count");
	refused(good, 0, 1, "the prior must be");
	refused(good, -0.5, 1, "the prior must be");
	refused(good, NAN, 1, "the prior must be");
	refused(good, INFINITY, 1, "the prior must be");
	refused(good, 0.5, -1, "beta of F");
	refused(good, 0.5, NAN, "beta of F");
	struct confusion_posterior p = posterior_of(1, 2, 3, QUANTITY_F);
	struct proportion out;
	struct err e = { 0 };
	assert_int_equal(confusion_posterior_init(&p, &good, 0.5, QUANTITY_YIELD, 1, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	e = (struct err){ 0 };
	assert_int_equal(confusion_draw(&p, &p, 0, 1, &out, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(example_of_section_2_2),
		cmocka_unit_test(example_of_the_authors_program),
		cmocka_unit_test(deviation_of_a_proportion_is_the_plus_minus_of_tables_1_and_2),
		cmocka_unit_test(integer_shapes_agree_with_the_finite_sum),
		cmocka_unit_test(other_shapes_agree_with_the_integral_of_density_times_cdf),
		cmocka_unit_test(huge_counts_neither_miss_the_peak_nor_lose_digits),
		cmocka_unit_test(small_probabilities),
		cmocka_unit_test(equal_and_symmetric_posteriors_give_one_half),
		cmocka_unit_test(exchanging_the_systems_exchanges_the_tails),
		cmocka_unit_test(more_true_positives_or_fewer_errors_raise_the_probability),
		cmocka_unit_test(F1_depends_on_all_errors_together),
		cmocka_unit_test(F_agrees_with_the_integral_over_D),
		cmocka_unit_test(comparison_of_F_agrees_with_two_integrals_over_D),
		cmocka_unit_test(quantiles_invert_the_distribution_function),
		cmocka_unit_test(beta_leads_from_precision_to_recall),
		cmocka_unit_test(F_is_continuous_at_beta_1),
		cmocka_unit_test(nothing_returned_or_relevant_gives_the_prior),
		cmocka_unit_test(mean_of_F1),
		cmocka_unit_test(modes_of_precision_follow_eq_9_and_its_border_cases),
		cmocka_unit_test(modes_of_F_are_where_the_distribution_function_rises_most),
		cmocka_unit_test(draws_agree_within_their_deviation),
		cmocka_unit_test(distribution_functions_end_at_0_and_1),
		cmocka_unit_test(numbers_out_of_range_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
