/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of the posterior and of the interval methods that are built on it. Expected numbers come
 * from enumerating all yields, from closed forms, or from the published table that is named; none
 * from the program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "core/stats/distribution/yield.h"
#include "core/stats/interval/interval.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/interval/posterior_model.h"
#include "tests/support/cases.h"
#include "tests/support/near.h"
#include "tests/support/oracle.h"
#include "tests/support/shared_by_size.h"

/* --- all yields, one by one --- */

struct outcome {
	double value, mass;
};

static int by_value(const void *x, const void *y)
{
	const struct outcome *a = x, *b = y;
	return (a->value > b->value) - (a->value < b->value);
}

/* The definitions of the measures (Webber 2013, eq 1; van Rijsbergen's F); 0/0 is 0. */
static double define(enum quantity quantity, double beta, double N1, double R1, double R0)
{
	double b2 = beta * beta;
	switch (quantity) {
	case QUANTITY_RECALL:
		return R1 + R0 > 0 ? R1 / (R1 + R0) : 0;
	case QUANTITY_PRECISION:
		return R1 / N1;
	case QUANTITY_F:
		return R1 > 0 ? (1 + b2) * R1 / (N1 + b2 * (R1 + R0)) : 0;
	case QUANTITY_YIELD:
		break;
	}
	return R1 + R0;
}

/* Masses of the yield of a segment at 0 .. its size. */
static double *segment_masses(const struct posterior_model *m, bool retrieved, int64_t *size)
{
	double *p = oracle_masses(0, 1, 1);
	*size = 0;
	for (size_t i = 0; i < m->count; i++) {
		const struct stratum *s = &m->s[i];
		if (s->retrieved != retrieved)
			continue;
		double *rest =
			oracle_masses(s->size - s->sampled, m->prior[i].alpha + (double)s->relevant,
				      m->prior[i].beta + (double)(s->sampled - s->relevant));
		double *yield = calloc((size_t)s->size + 1, sizeof *yield);
		for (int64_t k = 0; k <= s->size - s->sampled; k++)
			yield[k + s->relevant] = rest[k];
		free(rest);
		p = oracle_convolve(p, *size, yield, s->size);
		*size += s->size;
	}
	return p;
}

struct enumeration {
	struct outcome *outcome;
	size_t count;
};

static struct enumeration enumerate(const struct posterior_model *m, enum quantity quantity,
				    double beta)
{
	int64_t N1, N0;
	double *p1 = segment_masses(m, true, &N1), *p0 = segment_masses(m, false, &N0);
	struct enumeration all = { calloc((size_t)((N1 + 1) * (N0 + 1)), sizeof *all.outcome), 0 };
	for (int64_t i = 0; i <= N1; i++)
		for (int64_t j = 0; j <= N0; j++)
			if (p1[i] * p0[j] > 0)
				all.outcome[all.count++] =
					(struct outcome){ define(quantity, beta, (double)N1,
								 (double)i, (double)j),
							  p1[i] * p0[j] };
	qsort(all.outcome, all.count, sizeof *all.outcome, by_value);
	free(p1);
	free(p0);
	return all;
}

/* The smallest value x with P(X <= x) >= p; equal values count together. */
static double enumerated_quantile(const struct enumeration *all, double p)
{
	double sum = 0;
	for (size_t i = 0; i < all->count; i++) {
		sum += all->outcome[i].mass;
		if (sum >= p - YIELD_TIE)
			return all->outcome[i].value;
	}
	return all->outcome[all->count - 1].value;
}

/* One to five small strata; often r = 0, r = n, n = N, n = 0 or N = 0. */
static size_t random_design(uint64_t *seed, struct stratum *s, struct prior *prior)
{
	static const struct prior priors[] = { { 0.5, 0.5 },  { 1, 1 }, { 0.041, 0.041 },
					       { 0, 1 },      { 1, 0 }, { 0.003, 0.003 },
					       { 0.25, 0.25 } };
	size_t count = 1 + (size_t)oracle_below(seed, 5);
	for (size_t i = 0; i < count; i++) {
		int64_t N = oracle_below(seed, 8) == 0 ? 0 : oracle_below(seed, 40);
		int64_t n = oracle_below(seed, N + 1), kind = oracle_below(seed, 6);
		n = kind == 0 ? N : kind == 1 ? 0 : n;
		int64_t r = oracle_below(seed, n + 1), end = oracle_below(seed, 5);
		r = end == 0 ? 0 : end == 1 ? n : r;
		s[i] = (struct stratum){ N, n, r, n, oracle_below(seed, 2) == 0 };
		prior[i] = priors[oracle_below(seed, sizeof priors / sizeof *priors)];
	}
	return count;
}

static const struct {
	enum quantity quantity;
	double beta;
	const char *name;
} asked[] = { { QUANTITY_RECALL, 1, "recall" }, { QUANTITY_PRECISION, 1, "precision" },
	      { QUANTITY_F, 1, "F1" },		{ QUANTITY_F, 2, "F2" },
	      { QUANTITY_F, 0.7, "F0.7" },	{ QUANTITY_YIELD, 1, "yield" } };

static void quantiles_agree_with_all_yields_enumerated(void **state)
{
	(void)state;
	static const double prob[] = { 0.001, 0.025, 0.05, 0.3, 0.5, 0.95, 0.975, 0.999 };
	uint64_t seed = 20;
	for (int design = 0; design < cases(400, 150); design++) {
		struct stratum s[5];
		struct prior prior[5];
		const struct posterior_model m = { s, prior, random_design(&seed, s, prior), false,
						   .weighted = false };
		double N1 = 0;
		for (size_t i = 0; i < m.count; i++)
			N1 += s[i].retrieved ? (double)s[i].size : 0;
		for (size_t a = 0; a < sizeof asked / sizeof *asked; a++) {
			if (asked[a].quantity == QUANTITY_PRECISION && N1 <= 0)
				continue;
			struct err e = { 0 };
			struct posterior *p =
				posterior_new(&m, asked[a].quantity, asked[a].beta, &e);
			struct enumeration all = enumerate(&m, asked[a].quantity, asked[a].beta);
			assert_non_null(p);
			for (size_t i = 0; i < sizeof prob / sizeof *prob; i++)
				assert_near_at(posterior_quantile(p, prob[i]),
					       enumerated_quantile(&all, prob[i]), 1e-9, "%s",
					       asked[a].name);
			free(all.outcome);
			posterior_free(p);
		}
	}
}

/* --- large collections, all masses kept --- */

/* P(quantity <= t) for one stratum in each segment, by the full sum over R0. */
struct full {
	int64_t N1, N0, r1, r0;
	double *upto1, *mass0; /* of what is not sampled */
	int64_t rest1, rest0;
};

static struct full full_lattice(const struct stratum *s, const struct prior *prior)
{
	struct full f = { s[0].size,
			  s[1].size,
			  s[0].relevant,
			  s[1].relevant,
			  NULL,
			  NULL,
			  s[0].size - s[0].sampled,
			  s[1].size - s[1].sampled };
	f.upto1 = oracle_masses(f.rest1, prior[0].alpha + (double)s[0].relevant,
				prior[0].beta + (double)(s[0].sampled - s[0].relevant));
	f.mass0 = oracle_masses(f.rest0, prior[1].alpha + (double)s[1].relevant,
				prior[1].beta + (double)(s[1].sampled - s[1].relevant));
	for (int64_t k = 0; k < f.rest1; k++)
		f.upto1[k + 1] += f.upto1[k];
	return f;
}

static double full_cdf(const struct full *f, enum quantity quantity, double beta, double t)
{
	double b2 = beta * beta, q = 1 + b2 * (1 - t), sum = 0;
	double c = quantity == QUANTITY_F ? t * (double)f->N1 / q : 0;
	double theta = quantity == QUANTITY_F ? t * b2 / q : t / (1 - t);
	for (int64_t k = 0; k <= f->rest0; k++) {
		if (f->mass0[k] < 1e-22)
			continue;
		int64_t y = (int64_t)floor(c + theta * (double)(k + f->r0) + 1e-7) - f->r1;
		if (y >= 0)
			sum += f->mass0[k] * f->upto1[y < f->rest1 ? y : f->rest1];
	}
	return sum;
}

/* A quantile is right to 1e-6 if the full sum passes p between 1e-6 below and above it. */
static void quantiles_agree_with_full_lattices_at_seven_million(void **state)
{
	(void)state;
	static const struct stratum designs[][2] = {
		{ { 700000, 1000, 400, 1000, true }, { 6300000, 3000, 30, 3000, false } },
		{ { 700000, 1000, 400, 1000, true }, { 6300000, 3000, 0, 3000, false } },
		{ { 20000, 1000, 700, 1000, true }, { 6980000, 3000, 1, 3000, false } },
		{ { 4000, 400, 300, 400, true }, { 6996000, 3000, 5, 3000, false } },
		{ { 500000, 50, 50, 50, true }, { 6500000, 100, 1, 100, false } },
		{ { 3500000, 500, 3, 500, true }, { 3500000, 500, 3, 500, false } },
		{ { 3500000, 500, 0, 500, true }, { 3500000, 500, 1, 500, false } },
		{ { 1000000, 4000, 1, 4000, true }, { 6000000, 12000, 0, 12000, false } },
		{ { 60000, 1000, 500, 1000, true }, { 6940000, 60000, 260, 60000, false } },
		{ { 100, 100, 60, 100, true }, { 6999900, 500, 2, 500, false } },
	};
	static const struct prior priors[][2] = { { { 0.5, 0.5 }, { 0.5, 0.5 } },
						  { { 1, 1 }, { 1, 1 } },
						  { { 0, 1 }, { 1, 0 } } };
	static const double prob[] = { 0.025, 0.5, 0.975 };
	for (size_t d = 0; d < sizeof designs / sizeof *designs; d += (size_t)cases(1, 4)) {
		const struct prior *prior = priors[d % 3 == 2 ? 2 : d / 2 % 2];
		const struct posterior_model m = { designs[d], prior, 2, false, .weighted = false };
		struct full f = full_lattice(designs[d], prior);
		for (size_t a = 0; a < sizeof asked / sizeof *asked; a++) {
			if (asked[a].quantity != QUANTITY_RECALL && asked[a].quantity != QUANTITY_F)
				continue;
			if ((d + a) % (size_t)cases(1, 3) != 0)
				continue;
			struct err e = { 0 };
			struct posterior *p =
				posterior_new(&m, asked[a].quantity, asked[a].beta, &e);
			assert_non_null(p);
			for (size_t i = 0; i < 3; i++) {
				double t = posterior_quantile(p, prob[i]);
				double below = full_cdf(&f, asked[a].quantity, asked[a].beta,
							fmax(t - 1e-6, 0));
				double above = t + 1e-6 < 1 ? full_cdf(&f, asked[a].quantity,
								       asked[a].beta, t + 1e-6)
							    : 1;
				if (!((below < prob[i] || t < 1e-6) && above >= prob[i] - 1e-10))
					fail_msg("design %zu, %s, p = %g, t = %.12g: P is %.12g "
						 "and %.12g",
						 d, asked[a].name, prob[i], t, below, above);
			}
			posterior_free(p);
		}
		free(f.upto1);
		free(f.mass0);
	}
}

/* --- many strata, against draws --- */

/* Walker's alias table over 0 .. size-1. */
struct alias {
	size_t size;
	double *keep;
	uint32_t *other;
};

static struct alias alias_table(const double *mass, size_t size)
{
	struct alias a = { size, calloc(size, sizeof *a.keep), calloc(size, sizeof *a.other) };
	size_t *small = calloc(size, sizeof *small), *large = calloc(size, sizeof *large);
	size_t smalls = 0, larges = 0;
	for (size_t i = 0; i < size; i++) {
		a.keep[i] = mass[i] * (double)size;
		a.other[i] = (uint32_t)i;
		if (a.keep[i] < 1)
			small[smalls++] = i;
		else
			large[larges++] = i;
	}
	while (smalls > 0 && larges > 0) {
		size_t i = small[--smalls], j = large[larges - 1];
		a.other[i] = (uint32_t)j;
		a.keep[j] -= 1 - a.keep[i];
		if (a.keep[j] < 1) {
			small[smalls++] = j;
			larges--;
		}
	}
	free(small);
	free(large);
	return a;
}

/* Four standard errors of a proportion; the draws share nothing with the program. */
static void sixty_four_strata_agree_with_millions_of_draws(void **state)
{
	(void)state;
	enum { STRATA = 64 };
	const int64_t draws = cases(10000000, 250000);
	static struct stratum s[STRATA];
	static struct prior prior[STRATA];
	static struct alias table[STRATA];
	uint64_t seed = 64;
	double N1 = 0;
	for (size_t i = 0; i < STRATA; i++) {
		int64_t N = 300 + oracle_below(&seed, 2000), n = 2 + oracle_below(&seed, 30);
		int64_t r = oracle_below(&seed, 3) == 0 ? 0 : oracle_below(&seed, n + 1);
		bool retrieved = i % 2 == 0;
		r = retrieved ? r : r / 4;
		s[i] = (struct stratum){ N, n, r, n, retrieved };
		prior[i] = (struct prior){ 0.5, 0.5 };
		N1 += retrieved ? (double)N : 0;
		double *mass = oracle_masses(N - n, 0.5 + (double)r, 0.5 + (double)(n - r));
		table[i] = alias_table(mass, (size_t)(N - n) + 1);
		free(mass);
	}
	static const double prob[] = { 0.025, 0.5, 0.975 };
	const struct posterior_model m = { s, prior, STRATA, false, .weighted = false };
	enum { ASKED = sizeof asked / sizeof *asked };
	double end[ASKED][3], below[ASKED][3] = { 0 };
	for (size_t a = 0; a < ASKED; a++) {
		struct err e = { 0 };
		struct posterior *p = posterior_new(&m, asked[a].quantity, asked[a].beta, &e);
		assert_non_null(p);
		for (size_t i = 0; i < 3; i++)
			end[a][i] = posterior_quantile(p, prob[i]);
		posterior_free(p);
	}
	for (int64_t d = 0; d < draws; d++) {
		uint64_t yield[2] = { 0, 0 };
		for (size_t i = 0; i < STRATA; i++) {
			uint64_t bits = oracle_random(&seed);
			uint64_t column = ((bits >> 32) * table[i].size) >> 32;
			bool stays = (double)(bits & 0xffffffff) * 0x1p-32 < table[i].keep[column];
			yield[s[i].retrieved] +=
				(uint64_t)s[i].relevant + (stays ? column : table[i].other[column]);
		}
		for (size_t a = 0; a < ASKED; a++) {
			double x = define(asked[a].quantity, asked[a].beta, N1, (double)yield[1],
					  (double)yield[0]);
			for (size_t i = 0; i < 3; i++)
				below[a][i] += x <= end[a][i];
		}
	}
	for (size_t a = 0; a < ASKED; a++)
		for (size_t i = 0; i < 3; i++)
			assert_near_at(below[a][i] / (double)draws, prob[i],
				       4 * sqrt(prob[i] * (1 - prob[i]) / (double)draws), "%s",
				       asked[a].name);
	for (size_t i = 0; i < STRATA; i++) {
		free(table[i].keep);
		free(table[i].other);
	}
}

/* --- Monte Carlo --- */

/* Within 4.5 standard errors of a proportion, and one atom. */
static void assert_drawn(const struct posterior *p, double quantile, double prob, double draws,
			 const char *name)
{
	assert_near_at(posterior_cdf(p, quantile), prob,
		       4.5 * sqrt(prob * (1 - prob) / draws) + 5e-4, "%s", name);
}

static void draws_agree_with_the_deterministic_quantiles(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	const struct stratum s[] = { { 5000, 60, 40, 60, true },
				     { 300, 300, 12, 300, true },
				     { 90000, 200, 0, 200, false },
				     { 40000, 100, 30, 100, false },
				     { 40, 2, 1, 2, false } };
	const struct prior prior[] = {
		{ 0.5, 0.5 }, { 1, 1 }, { 0.5, 0.5 }, { 0.02, 0.02 }, { 0.5, 0.5 }
	};
	static const double prob[] = { 0.025, 0.5, 0.975 };
	const int64_t count = cases(100000, 20000);
	for (int binomial = 0; binomial < 2; binomial++) {
		const struct posterior_model m = { s, prior, 5, binomial, .weighted = false };
		for (size_t a = 0; a < sizeof asked / sizeof *asked; a++) {
			struct err e = { 0 };
			struct posterior *p =
				posterior_new(&m, asked[a].quantity, asked[a].beta, &e);
			assert_non_null(p);
			for (size_t i = 0; i < 2; i++) {
				struct interval_request q = { .quantity = asked[a].quantity,
							      .beta = asked[a].beta,
							      .ends.lower_p = prob[i],
							      .ends.upper_p = prob[i + 1],
							      .ends.draws = count,
							      .ends.seed = 7 };
				struct interval first, again, other;
				assert_int_equal(posterior_draw_interval(&m, &q, &first, &e), 0);
				q.ends.draws = 1000;
				assert_int_equal(posterior_draw_interval(&m, &q, &again, &e), 0);
				assert_int_equal(posterior_draw_interval(&m, &q, &other, &e), 0);
				assert_memory_equal(&again, &other, sizeof again);
				assert_drawn(p, first.lower, prob[i], (double)count, asked[a].name);
				assert_drawn(p, first.upper, prob[i + 1], (double)count,
					     asked[a].name);
			}
			posterior_free(p);
		}
	}
}

/* --- binomial proportions --- */

/*
 * Closed forms: Beta(1/2,1/2) has the quantiles sin^2(pi p/2), Beta(1,n+1) has 1-(1-p)^(1/(n+1)).
 * With R0 known to be c, recall is R1/(R1+c).
 */
static void binomial_posteriors_have_the_quantiles_of_the_beta_distribution(void **state)
{
	(void)state;
	const struct stratum arcsine[] = { { 1000, 0, 0, 0, true } };
	const struct stratum power[] = { { 1012, 12, 0, 12, true }, { 50, 50, 20, 50, false } };
	const struct prior half[] = { { 0.5, 0.5 }, { 0.5, 0.5 } },
			   uniform[] = { { 1, 1 }, { 1, 1 } };
	const struct posterior_model first = { arcsine, half, 1, true, .weighted = false },
				     second = { power, uniform, 2, true, .weighted = false };
	struct err e = { 0 };
	struct posterior *p = posterior_new(&first, QUANTITY_PRECISION, 1, &e);
	struct posterior *q = posterior_new(&second, QUANTITY_RECALL, 1, &e);
	assert_non_null(p);
	assert_non_null(q);
	for (int i = 1; i < 40; i++) {
		double prob = i / 40.0, x = 1000 * (1 - pow(1 - prob, 1.0 / 13));
		assert_near_at(posterior_quantile(p, prob), pow(sin(acos(-1) * prob / 2), 2), 1e-8,
			       "arcsine");
		assert_near_at(posterior_quantile(q, prob), x / (x + 20), 1e-8, "recall");
	}
	posterior_free(p);
	posterior_free(q);
}

/*
 * 2e8 documents of which all but one were judged, 1 in 200 not relevant: the last one adds
 * p ~ Beta(r + 1/2, n - r + 1/2), which is normal to 1e-10. Mean 0.995, deviation
 * sqrt(0.995 * 0.005 / 2e8) = 4.98748e-6; 1.959964 of them are 9.7753e-6.
 */
static void binomial_yields_of_many_judged_documents_fit_their_integers(void **state)
{
	(void)state;
	const struct stratum s[] = { { 200000001, 200000000, 199000000, 200000000, true } };
	const struct prior half[] = { { 0.5, 0.5 } };
	const struct posterior_model m = { s, half, 1, true, .weighted = false };
	struct err e = { 0 };
	struct posterior *p = posterior_new(&m, QUANTITY_YIELD, 1, &e);
	assert_non_null(p);
	assert_near_at(posterior_quantile(p, 0.025) - 199000000, 0.995 - 9.7753e-6, 5e-7, "lower");
	assert_near_at(posterior_quantile(p, 0.975) - 199000000, 0.995 + 9.7753e-6, 5e-7, "upper");
	posterior_free(p);
}

/* --- interval methods --- */

static struct interval interval_of(const char *name, const struct stratum *s, size_t count,
				   enum quantity quantity)
{
	const struct interval_request q = {
		.quantity = quantity, .beta = 1, .ends.lower_p = 0.025, .ends.upper_p = 0.975
	};
	struct interval out = { NAN, NAN };
	struct err e = { 0 };
	const struct interval_method *m = method_named(name);
	assert_non_null(m);
	if (interval_compute(m, s, count, &q, &out, &e) < 0)
		fail_msg("%s", e.text);
	return out;
}

static void the_registry_is_in_the_order_of_names(void **state)
{
	(void)state;
	for (size_t i = 0; interval_methods[i]; i++) {
		assert_ptr_equal(interval_find(interval_methods[i]->name), interval_methods[i]);
		if (i > 0)
			assert_true(strcmp(interval_methods[i - 1]->name,
					   interval_methods[i]->name) < 0);
	}
	assert_null(interval_find("no such method"));
}

static void wrong_strata_are_refused(void **state)
{
	(void)state;
	const struct stratum wrong[][1] = { { { 10, 11, 0, 11, true } },
					    { { 10, 5, 6, 5, true } },
					    { { 10, 5, 3, 2, true } },
					    { { 10, 5, -1, 5, true } },
					    { { 10, 5, 1, 6, true } } };
	const struct interval_request q = {
		.quantity = QUANTITY_RECALL, .beta = 1, .ends.lower_p = 0.025, .ends.upper_p = 0.975
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct interval out;
		struct err e = { 0 };
		assert_int_equal(
			interval_compute(interval_find("bb-half"), wrong[i], 1, &q, &out, &e), -1);
		assert_int_equal(e.status, STATUS_DATA);
	}
}

/* Webber 2013, section 3.6, and for precision and F the same idea. */
static void ends_that_the_sample_decides_are_forced(void **state)
{
	(void)state;
	const struct stratum none[] = { { 100, 20, 0, 20, true }, { 900, 30, 4, 30, false } };
	const struct stratum all[] = { { 100, 20, 20, 20, true }, { 900, 30, 0, 30, false } };
	const struct stratum some[] = { { 100, 20, 19, 20, true }, { 900, 30, 1, 30, false } };
	const enum quantity ratio[] = { QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F };
	const char *name[] = { "bb-half",	 "bb-uniform", "bb-mcp",
			       "shared-by-size", "jeffreys",   "bb-bound" };
	for (size_t m = 0; m < sizeof name / sizeof *name; m++) {
		for (size_t i = 0; i < 3; i++) {
			struct interval a = interval_of(name[m], none, 2, ratio[i]);
			struct interval b = interval_of(name[m], all, 2, ratio[i]);
			struct interval c = interval_of(name[m], some, 2, ratio[i]);
			assert_true(a.lower == 0 && a.upper > 0 && a.upper < 1);
			assert_true(b.upper == 1 && b.lower > 0 && b.lower < 1);
			assert_true(c.lower > 0 && c.lower < c.upper && c.upper < 1);
		}
		assert_true(interval_of(name[m], some, 2, QUANTITY_YIELD).lower >= 20);
		assert_true(interval_of(name[m], none, 1, QUANTITY_RECALL).upper == 1);
		assert_true(isnan(interval_of(name[m], none + 1, 1, QUANTITY_PRECISION).lower));
	}
}

/*
 * 400 documents, 40 sampled, 10 of them gray, 12 relevant: left out, these are 300 documents and 30
 * sampled; counted as not relevant, they are what they are.
 */
static void gray_documents_are_left_out_of_precision_and_F_only(void **state)
{
	(void)state;
	const struct stratum gray[] = { { 400, 40, 12, 30, true }, { 1000, 50, 3, 45, false } };
	const struct stratum left_out[] = { { 300, 30, 12, 30, true }, { 1000, 50, 3, 50, false } };
	const struct stratum counted[] = { { 400, 40, 12, 40, true }, { 1000, 50, 3, 50, false } };
	for (int nonrelevant = 0; nonrelevant < 2; nonrelevant++) {
		for (size_t a = 0; a < sizeof asked / sizeof *asked; a++) {
			const struct interval_request q = { .quantity = asked[a].quantity,
							    .beta = asked[a].beta,
							    .ends.lower_p = 0.025,
							    .ends.upper_p = 0.975,
							    .gray_nonrelevant = nonrelevant };
			bool out_of_it = !nonrelevant && (q.quantity == QUANTITY_PRECISION ||
							  q.quantity == QUANTITY_F);
			struct interval found, wanted;
			struct err e = { 0 };
			const struct interval_method *m = interval_find("bb-half");
			const struct stratum *same = out_of_it ? left_out : counted;
			assert_int_equal(interval_compute(m, gray, 2, &q, &found, &e), 0);
			assert_int_equal(interval_compute(m, same, 2, &q, &wanted, &e), 0);
			assert_true(found.lower == wanted.lower && found.upper == wanted.upper);
		}
	}
}

static void shared_and_half_prior_are_the_same_for_two_strata(void **state)
{
	(void)state;
	const struct stratum s[] = { { 400, 40, 12, 40, true }, { 1000, 50, 3, 50, false } };
	struct interval a = interval_of("bb-half", s, 2, QUANTITY_RECALL);
	struct interval b = interval_of("shared-by-size", s, 2, QUANTITY_RECALL);
	assert_true(a.lower == b.lower && a.upper == b.upper);
}

/* Eq 18 of Webber 2013 as printed, double sum and all. */
static double equation_18(int N, int n, double h)
{
	double sum = 0;
	for (int x = 0; x <= n; x++) {
		for (int r = x; r <= N - n + x; r++) {
			double choose = lgamma(n + 1) - lgamma(x + 1) - lgamma(n - x + 1) +
					lgamma(N - n + 1) - lgamma(r - x + 1) -
					lgamma(N - n - r + x + 1);
			double weight = choose + lgamma(h + r) + lgamma(h + N - r) + lgamma(2 * h) -
					2 * lgamma(h) - lgamma(2 * h + N);
			double inside = lgamma(N - n + 1) - lgamma(r - x + 1) -
					lgamma(N - n - r + x + 1) -
					(lgamma(N + 1) - lgamma(r + 1) - lgamma(N - r + 1)) +
					2 * lgamma(h) + lgamma(2 * h + n) - lgamma(h + x) -
					lgamma(h + n - x) - lgamma(2 * h);
			sum += exp(weight) * inside;
		}
	}
	return sum;
}

static double maximum_of_equation_18(int N, int n)
{
	double low = 1e-3, high = 1.5;
	while (high - low > 1e-6) { /* by thirds: the sum is concave */
		double a = low + (high - low) / 3, b = high - (high - low) / 3;
		if (equation_18(N, n, a) < equation_18(N, n, b))
			low = a;
		else
			high = b;
	}
	return (low + high) / 2;
}

static void the_most_conservative_prior_maximizes_equation_18(void **state)
{
	(void)state;
	const struct stratum s[] = { { 90, 9, 3, 9, true }, { 150, 12, 1, 12, false } };
	double h1 = maximum_of_equation_18(90, 9), h0 = maximum_of_equation_18(150, 12);
	const struct prior prior[] = { { h1, h1 }, { h0, h0 } };
	const struct posterior_model m = { s, prior, 2, false, .weighted = false };
	struct err e = { 0 };
	struct posterior *p = posterior_new(&m, QUANTITY_RECALL, 1, &e);
	struct interval found = interval_of("bb-mcp", s, 2, QUANTITY_RECALL);
	assert_non_null(p);
	assert_near_at(found.lower, posterior_quantile(p, 0.025), 1e-12, "lower end");
	assert_near_at(found.upper, posterior_quantile(p, 0.975), 1e-12, "upper end");
	posterior_free(p);
}

static double hypergeometric(int N, int R, int n, int x)
{
	if (x < 0 || x > R || x > n || n - x > N - R)
		return 0;
	return exp(lgamma(R + 1) - lgamma(x + 1) - lgamma(R - x + 1) + lgamma(N - R + 1) -
		   lgamma(n - x + 1) - lgamma(N - R - n + x + 1) - lgamma(N + 1) + lgamma(n + 1) +
		   lgamma(N - n + 1));
}

/*
 * Going through the documents in random order, the r-th sampled one comes at r + BetaBin(N-n; r,
 * n-r+1): its distribution function at R is P(X >= r) for a sample of n with R relevant, the upper
 * tail that an exact lower limit inverts.
 */
static void melded_posteriors_invert_hypergeometric_tails(void **state)
{
	(void)state;
	enum { N = 60, n = 14 };
	for (int r = 0; r <= n; r++) {
		const struct beta_binomial lower = { N - n, r, n - r + 1 },
					   upper = { N - n, r + 1, n - r };
		struct err e = { 0 };
		struct yield_distribution *l = yield_new(r, &lower, 1, YIELD_EXACT_POINTS, &e),
					  *u = yield_new(r, &upper, 1, YIELD_EXACT_POINTS, &e);
		for (int R = 0; R < N; R++) {
			double at_least = 0, more = 0;
			for (int x = r; x <= n; x++) {
				at_least += hypergeometric(N, R, n, x);
				more += x > r ? hypergeometric(N, R + 1, n, x) : 0;
			}
			assert_near_at(yield_cdf(l, R), at_least, 1e-12, "lower");
			assert_near_at(yield_cdf(u, R), more, 1e-12, "upper");
		}
		yield_free(l);
		yield_free(u);
	}
}

static void intervals_of_bb_bound_cover_at_least_the_level_in_small_designs(void **state)
{
	(void)state;
	static const int design[][4] = { { 20, 6, 30, 8 }, { 12, 5, 60, 10 }, { 40, 4, 25, 12 } };
	for (size_t d = 0; d < sizeof design / sizeof *design; d++) {
		int N1 = design[d][0], n1 = design[d][1], N0 = design[d][2], n0 = design[d][3];
		static struct interval ci[16][16];
		for (int r1 = 0; r1 <= n1; r1++) {
			for (int r0 = 0; r0 <= n0; r0++) {
				const struct stratum s[] = { { N1, n1, r1, n1, true },
							     { N0, n0, r0, n0, false } };
				ci[r1][r0] = interval_of("bb-bound", s, 2, QUANTITY_RECALL);
			}
		}
		for (int R1 = 0; R1 <= N1; R1++) {
			for (int R0 = R1 > 0 ? 0 : 1; R0 <= N0; R0++) {
				double recall = (double)R1 / (R1 + R0), covered = 0;
				for (int r1 = 0; r1 <= n1; r1++)
					for (int r0 = 0; r0 <= n0; r0++)
						if (ci[r1][r0].lower <= recall + 1e-12 &&
						    ci[r1][r0].upper >= recall - 1e-12)
							covered += hypergeometric(N1, R1, n1, r1) *
								   hypergeometric(N0, R0, n0, r0);
				assert_true(covered >= 0.95);
			}
		}
	}
}

/* --- published results --- */

struct table_row {
	char topic[8], run[16];
	double lower, upper;
};

static bool names_run(const char *runs, const char *run)
{
	size_t length = strlen(run);
	for (const char *at = runs; (at = strstr(at, run)); at++)
		if ((at == runs || at[-1] == '+') && (at[length] == '+' || at[length] == '\0'))
			return true;
	return false;
}

static size_t read_strata(const char *path, const struct table_row *row, struct stratum *s)
{
	FILE *in = fopen(path, "r");
	char line[256], topic[8], runs[128];
	size_t count = 0;
	assert_non_null(in);
	while (fgets(line, sizeof line, in)) {
		long long N, n, a, r;
		if (sscanf(line, "%7[^,],%*[^,],%127[^,],%lld,%lld,%lld,%*d,%lld", topic, runs, &N,
			   &n, &a, &r) != 6 ||
		    strcmp(topic, row->topic) != 0)
			continue;
		s[count++] = (struct stratum){ N, n, r, a, names_run(runs, row->run) };
	}
	fclose(in);
	return count;
}

/*
 * Webber 2013, Table XII, three digits, from 40,000 draws: 0.0015 is its rounding and three
 * standard errors. Needs the stratum table of the TREC 2009 Legal track.
 */
static void table_xii_of_the_paper_is_reproduced(void **state)
{
	(void)state;
	const char *data = getenv("STRAT_EVAL_DATA");
	char path[512], line[256];
	snprintf(path, sizeof path, "%s/legal09/webber-table-xii.tsv", data ? data : "");
	FILE *in = data ? fopen(path, "r") : NULL;
	if (!in) {
		print_message("skipped: STRAT_EVAL_DATA does not name a directory with legal09/\n");
		skip();
	}
	snprintf(path, sizeof path, "%s/legal09/strata.csv", data);
	int rows = 0;
	double worst = 0;
	while (fgets(line, sizeof line, in)) {
		struct table_row row;
		struct stratum s[32];
		if (sscanf(line, "%7s %15s %*f %lf %lf", row.topic, row.run, &row.lower,
			   &row.upper) != 4)
			continue;
		size_t count = read_strata(path, &row, s);
		struct interval found = interval_of("bb-half", s, count, QUANTITY_RECALL);
		assert_near_at(found.lower, row.lower, 0.0015, "%s", row.run);
		assert_near_at(found.upper, row.upper, 0.0015, "%s", row.run);
		worst = fmax(worst,
			     fmax(fabs(found.lower - row.lower), fabs(found.upper - row.upper)));
		rows++;
	}
	fclose(in);
	print_message("largest deviation from Table XII: %.5f\n", worst);
	assert_int_equal(rows, 24);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_agree_with_all_yields_enumerated),
		cmocka_unit_test(quantiles_agree_with_full_lattices_at_seven_million),
		cmocka_unit_test(sixty_four_strata_agree_with_millions_of_draws),
		cmocka_unit_test(draws_agree_with_the_deterministic_quantiles),
		cmocka_unit_test(binomial_posteriors_have_the_quantiles_of_the_beta_distribution),
		cmocka_unit_test(binomial_yields_of_many_judged_documents_fit_their_integers),
		cmocka_unit_test(the_registry_is_in_the_order_of_names),
		cmocka_unit_test(wrong_strata_are_refused),
		cmocka_unit_test(ends_that_the_sample_decides_are_forced),
		cmocka_unit_test(gray_documents_are_left_out_of_precision_and_F_only),
		cmocka_unit_test(shared_and_half_prior_are_the_same_for_two_strata),
		cmocka_unit_test(the_most_conservative_prior_maximizes_equation_18),
		cmocka_unit_test(melded_posteriors_invert_hypergeometric_tails),
		cmocka_unit_test(intervals_of_bb_bound_cover_at_least_the_level_in_small_designs),
		cmocka_unit_test(table_xii_of_the_paper_is_reproduced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
