/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences in average precision on incomplete judgments: against enumeration of who may be
 * relevant, against the formula as printed, and by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/carterette_smucker/ap_difference.h"
#include "tests/support/near.h"
#include "tests/support/oracle.h"

/* ---- topics ---- */

enum { MOST = 2000 };

static double unit(uint64_t *random)
{
	return ((double)(oracle_random(random) >> 11) + 0.5) * 0x1p-53;
}

enum judged { NOTHING, SOME, EVERYTHING };

/* A random order of the documents; `whole`, or of three quarters of them. */
static void random_ranking(struct ap_document *d, size_t count, bool in_a, bool whole,
			   uint64_t *random)
{
	static size_t order[MOST];
	int64_t last = 0;
	for (size_t i = 0; i < count; i++)
		order[i] = i;
	for (size_t i = count; i > 1; i--) {
		size_t j = (size_t)oracle_below(random, (int64_t)i), t = order[i - 1];
		order[i - 1] = order[j];
		order[j] = t;
	}
	for (size_t i = 0; i < count; i++) {
		int64_t rank = whole || oracle_below(random, 4) > 0 ? ++last : 0;
		if (in_a)
			d[order[i]].rank_a = rank;
		else
			d[order[i]].rank_b = rank;
	}
}

/* Two random rankings, of random parts of the documents. SOME: half of these are judged. */
static void random_topic(struct ap_document *d, size_t count, enum judged judged, bool uniform,
			 uint64_t *random)
{
	double share = unit(random);
	random_ranking(d, count, true, false, random);
	random_ranking(d, count, false, false, random);
	for (size_t i = 0; i < count; i++) {
		bool known = judged == EVERYTHING || (judged == SOME && oracle_below(random, 2));
		d[i].relevant = known	  ? (double)(unit(random) < share)
				: uniform ? 0.5
					  : unit(random);
	}
}

/* Both rankings have all documents, B those of A with neighbours exchanged here and there. */
static void similar_topic(struct ap_document *d, size_t count, int64_t exchanges, uint64_t *random)
{
	for (size_t i = 0; i < count; i++)
		d[i] = (struct ap_document){ (int64_t)i + 1, (int64_t)i + 1, 0.5 };
	for (int64_t k = 0; k < exchanges; k++) {
		size_t i = (size_t)oracle_below(random, (int64_t)count - 1);
		int64_t rank = d[i].rank_b;
		d[i].rank_b = d[i + 1].rank_b;
		d[i + 1].rank_b = rank;
	}
}

static struct ap_numerator numerator;

static void set(const struct ap_document *d, size_t count)
{
	struct err e = { 0 };
	if (ap_numerator_set(&numerator, d, count, &e) < 0)
		fail_msg("%s", e.text);
}

static int release(void **state)
{
	(void)state;
	ap_numerator_release(&numerator);
	return 0;
}

/* ---- oracles ---- */

/* Average precision from its definition: the precisions at the relevant documents' ranks. */
static double average_precision(const struct ap_document *d, const bool *relevant, size_t count,
				bool in_a)
{
	double sum = 0.0, total = 0.0;
	for (size_t i = 0; i < count; i++) {
		int64_t rank = in_a ? d[i].rank_a : d[i].rank_b, found = 0;
		total += relevant[i];
		if (!relevant[i] || rank == 0)
			continue;
		for (size_t j = 0; j < count; j++) {
			int64_t other = in_a ? d[j].rank_a : d[j].rank_b;
			found += relevant[j] && other > 0 && other <= rank;
		}
		sum += (double)found / (double)rank;
	}
	return total > 0.0 ? sum / total : 0.0;
}

struct assignment {
	double chance, relevant, difference;
};

static struct assignment assign(const struct ap_document *d, size_t count, uint32_t bits)
{
	struct assignment x = { .chance = 1.0 };
	bool relevant[32];
	for (size_t i = 0; i < count; i++) {
		relevant[i] = bits >> i & 1;
		x.chance *= relevant[i] ? d[i].relevant : 1.0 - d[i].relevant;
		x.relevant += relevant[i];
	}
	if (x.chance > 0.0)
		x.difference = average_precision(d, relevant, count, true) -
			       average_precision(d, relevant, count, false);
	return x;
}

struct enumerated {
	double relevant;       /* expected number */
	double Q, Q_variance;  /* DeltaAP times the number of relevant documents */
	double mean, variance; /* of DeltaAP */
	double above, equal;   /* P(DeltaAP > 0), P(DeltaAP = 0) */
};

/* All 2^count assignments; variances around the means, so that nothing cancels. */
static struct enumerated enumerate(const struct ap_document *d, size_t count)
{
	struct enumerated out = { 0 };
	for (uint32_t bits = 0; bits < UINT32_C(1) << count; bits++) {
		struct assignment x = assign(d, count, bits);
		out.relevant += x.chance * x.relevant;
		out.Q += x.chance * x.difference * x.relevant;
		out.mean += x.chance * x.difference;
		out.above += x.difference > 1e-12 ? x.chance : 0.0;
		out.equal += fabs(x.difference) <= 1e-12 ? x.chance : 0.0;
	}
	for (uint32_t bits = 0; bits < UINT32_C(1) << count; bits++) {
		struct assignment x = assign(d, count, bits);
		double off = x.difference * x.relevant - out.Q, away = x.difference - out.mean;
		out.Q_variance += x.chance * off * off;
		out.variance += x.chance * away * away;
	}
	return out;
}

/* c_ij, by its definition */
static double coefficient(const struct ap_document *x, const struct ap_document *y)
{
	double a = x->rank_a > 0 && y->rank_a > 0 ? 1.0 / fmax((double)x->rank_a, (double)y->rank_a)
						  : 0.0;
	double b = x->rank_b > 0 && y->rank_b > 0 ? 1.0 / fmax((double)x->rank_b, (double)y->rank_b)
						  : 0.0;
	return a - b;
}

/* The paper's variance as it is printed (section 4), all four sums; O(m^3). */
static double printed_variance(const struct ap_document *d, size_t m)
{
	double sum = 0.0, expected = 0.0;
	for (size_t i = 0; i < m; i++) {
		double p = d[i].relevant, own = coefficient(&d[i], &d[i]);
		expected += p;
		sum += own * own * p * (1.0 - p);
		for (size_t j = 0; j < m; j++) {
			if (j == i)
				continue;
			double c = coefficient(&d[i], &d[j]), both = p * d[j].relevant;
			if (j > i)
				sum += c * c * both * (1.0 - both);
			sum += 2.0 * own * c * both * (1.0 - p);
			for (size_t k = j + 1; k < m; k++)
				if (k != i)
					sum += 2.0 * c * coefficient(&d[i], &d[k]) * both *
					       d[k].relevant * (1.0 - p);
		}
	}
	return expected > 0.0 ? sum / expected / expected : 0.0;
}

/*
 * The paper's mean and variance by the sums over documents and pairs of ap_difference.h, without
 * its orders, trees or passes.
 */
static struct ap_difference by_pairs(const struct ap_document *d, size_t m)
{
	double mean = 0.0, variance = 0.0, expected = 0.0;
	for (size_t i = 0; i < m; i++) {
		double p = d[i].relevant, v = p * (1.0 - p), g = coefficient(&d[i], &d[i]);
		expected += p;
		mean += g * p;
		for (size_t j = 0; j < m; j++) {
			double c = j == i ? 0.0 : coefficient(&d[i], &d[j]), q = d[j].relevant;
			g += c * q;
			mean += 0.5 * c * p * q;
			variance += 0.5 * c * c * v * q * (1.0 - q);
		}
		variance += g * g * v;
	}
	return (struct ap_difference){ mean / expected, variance / expected / expected };
}

/*
 * Mean and variance of DeltaAP where all m documents have one probability p. Given N = n, each set
 * of n documents is as likely as any other, and a product of k different X has the mean
 * n(n-1)...(n-k+1) / (m(m-1)...(m-k+1)). So the coefficients of Q^2 are summed by how many
 * different documents they speak of.
 */
static struct ap_difference by_number(const struct ap_document *d, size_t m, double p)
{
	double own = 0.0, own2 = 0.0, pair = 0.0, pair2 = 0.0, row2 = 0.0, cross = 0.0;
	for (size_t i = 0; i < m; i++) {
		double c = coefficient(&d[i], &d[i]), row = 0.0;
		for (size_t j = 0; j < m; j++)
			if (j != i) {
				double x = coefficient(&d[i], &d[j]);
				row += x;
				pair2 += 0.5 * x * x;
			}
		own += c;
		own2 += c * c;
		pair += 0.5 * row;
		row2 += row * row;
		cross += c * row;
	}
	double share[5] = { 0.0, own2, own * own - own2 + 2.0 * cross + pair2,
			    2.0 * (own * pair - cross) + row2 - 2.0 * pair2,
			    pair * pair - row2 + pair2 };
	double mean = 0.0, square = 0.0, size = (double)m;
	for (double n = 1.0; n <= size; n += 1.0) {
		double chance = exp(lgamma(size + 1.0) - lgamma(n + 1.0) - lgamma(size - n + 1.0) +
				    n * log(p) + (size - n) * log1p(-p));
		double product = 1.0, Q2 = 0.0;
		for (int k = 1; k <= 4; k++) {
			product *= fmax(0.0, n - k + 1.0) / (size - k + 1.0);
			Q2 += share[k] * product;
		}
		mean += chance / n * (own * n / size + pair * n * (n - 1.0) / size / (size - 1.0));
		square += chance / (n * n) * Q2;
	}
	return (struct ap_difference){ mean, square - mean * mean };
}

/* ---- by hand ---- */

/* Section 4: ranking B, A, C with B and C relevant has AP (1 + 2/3)/2; against an empty ranking. */
static void example_of_the_paper(void **state)
{
	(void)state;
	struct ap_document d[] = { { 2, 0, 0.0 }, { 1, 0, 1.0 }, { 3, 0, 1.0 } };
	set(d, 3);
	struct ap_difference x = ap_difference(&numerator);
	assert_near(x.mean, (1.0 + 2.0 / 3.0) / 2.0, 0.0);
	assert_near(x.variance, 0.0, 0.0);
}

/*
 * Two documents, A ranks x, y and B ranks y, x. c_xx = 1/2, c_yy = -1/2, c_xy = 0. Unjudged:
 * Q is 1/2, -1/2, 0, 0 with probability 1/4 each, so Var[Q] = 1/8; the paper divides it by 1.
 * DeltaAP is the same Q here, since N = 1 wherever Q is not 0. With x judged relevant Q is 1/2 or
 * 0, N is 1 or 2: the paper's mean is (1/4)/(3/2) and variance (1/16)/(9/4); DeltaAP is 1/2 or 0.
 */
static void two_documents_by_hand(void **state)
{
	(void)state;
	struct ap_document d[] = { { 1, 2, 0.5 }, { 2, 1, 0.5 } };
	set(d, 2);
	struct ap_difference x = ap_difference(&numerator);
	assert_near(x.mean, 0.0, 1e-16);
	assert_near(x.variance, 1.0 / 8.0, 1e-16);
	x = ap_difference_exact(&numerator);
	assert_near(x.mean, 0.0, 1e-15);
	assert_near(x.variance, 1.0 / 8.0, 1e-14);
	d[0].relevant = 1.0;
	set(d, 2);
	x = ap_difference(&numerator);
	assert_near(x.mean, 1.0 / 6.0, 1e-15);
	assert_near(x.variance, 1.0 / 36.0, 1e-15);
	x = ap_difference_exact(&numerator);
	assert_near(x.mean, 1.0 / 4.0, 1e-14);
	assert_near(x.variance, 1.0 / 16.0, 1e-14);
}

static void no_documents_no_difference(void **state)
{
	(void)state;
	struct ap_document none[] = { { 1, 2, 0.0 }, { 2, 0, 0.0 } };
	for (size_t count = 0; count <= 2; count++) {
		set(none, count);
		struct ap_difference x = ap_difference(&numerator);
		struct ap_difference y = ap_difference_exact(&numerator);
		assert_true(x.mean == 0.0 && x.variance == 0.0);
		assert_true(y.mean == 0.0 && y.variance == 0.0);
	}
}

static void same_rankings_no_difference(void **state)
{
	(void)state;
	static struct ap_document d[500];
	uint64_t random = 1;
	for (size_t i = 0; i < 500; i++)
		d[i] = (struct ap_document){ (int64_t)i + 1, (int64_t)i + 1, unit(&random) };
	set(d, 500);
	struct ap_difference x = ap_difference(&numerator), y = ap_difference_exact(&numerator);
	assert_true(x.mean == 0.0 && x.variance == 0.0);
	assert_true(y.mean == 0.0 && y.variance == 0.0);
}

/* ---- by enumeration ---- */

static void means_and_variances_are_those_of_all_assignments(void **state)
{
	(void)state;
	uint64_t random = 42;
	for (int round = 0; round < 400; round++) {
		struct ap_document d[12];
		size_t count = 1 + (size_t)oracle_below(&random, 11);
		random_topic(d, count, round % 3 ? SOME : NOTHING, round % 2, &random);
		struct enumerated want = enumerate(d, count);
		set(d, count);
		struct ap_moments q = ap_numerator_moments(&numerator, numerator.relevant, 0.0);
		assert_near(q.relevant, want.relevant, 1e-12);
		assert_near(q.mean_a - q.mean_b, want.Q, 1e-12);
		assert_near(q.variance, want.Q_variance, 1e-12);
		struct ap_difference x = ap_difference(&numerator);
		if (want.relevant > 0.0) {
			assert_near(x.mean, want.Q / want.relevant, 1e-12);
			assert_near(x.variance, want.Q_variance / pow(want.relevant, 2.0), 1e-12);
		}
		x = ap_difference_exact(&numerator);
		assert_near(x.mean, want.mean, 1e-13);
		assert_near(x.variance, want.variance, 1e-13 + 1e-11 * want.variance);
	}
}

static void variance_is_the_printed_one(void **state)
{
	(void)state;
	uint64_t random = 7;
	for (int round = 0; round < 60; round++) {
		static struct ap_document d[140];
		size_t count = round < 50 ? 1 + (size_t)oracle_below(&random, 40) : 140;
		random_topic(d, count, round % 2 ? SOME : NOTHING, round % 3, &random);
		set(d, count);
		double want = printed_variance(d, count);
		assert_near(ap_difference(&numerator).variance, want, 1e-15 + 1e-12 * want);
	}
}

static void everything_judged_is_the_plain_difference(void **state)
{
	(void)state;
	uint64_t random = 5;
	static bool relevant[MOST];
	static struct ap_document d[MOST];
	for (int round = 0; round < 200; round++) {
		size_t count = 1 + (size_t)oracle_below(&random, round < 190 ? 40 : MOST);
		random_topic(d, count, EVERYTHING, true, &random);
		for (size_t i = 0; i < count; i++)
			relevant[i] = d[i].relevant == 1.0;
		set(d, count);
		struct ap_difference x = ap_difference(&numerator);
		struct ap_difference y = ap_difference_exact(&numerator);
		assert_near(x.mean,
			    average_precision(d, relevant, count, true) -
				    average_precision(d, relevant, count, false),
			    1e-14);
		assert_true(x.variance == 0.0 && y.variance == 0.0 && y.mean == x.mean);
	}
}

/* The sums are formed as an evaluator forms them, rank by rank, so that not a bit differs. */
static void everything_judged_is_exact_to_the_last_bit(void **state)
{
	(void)state;
	uint64_t random = 6;
	static struct ap_document d[MOST];
	for (int round = 0; round < 50; round++) {
		double sum[2] = { 0.0, 0.0 }, total = 0.0;
		for (size_t i = 0; i < MOST; i++) {
			bool relevant = oracle_below(&random, 10) == 0;
			d[i] = (struct ap_document){ (int64_t)i + 1, (int64_t)(MOST - i),
						     relevant };
			total += relevant;
		}
		for (size_t rank = 1, a = 0, b = 0; rank <= MOST; rank++) {
			if (d[rank - 1].relevant == 1.0)
				sum[0] += (double)++a / (double)rank;
			if (d[MOST - rank].relevant == 1.0)
				sum[1] += (double)++b / (double)rank;
		}
		set(d, MOST);
		assert_true(ap_difference(&numerator).mean == sum[0] / total - sum[1] / total);
	}
}

/* ---- many documents ---- */

static void many_documents_agree_with_sums_over_pairs(void **state)
{
	(void)state;
	uint64_t random = 11;
	static struct ap_document d[MOST];
	for (int round = 0; round < 24; round++) {
		size_t count = 90 + (size_t)oracle_below(&random, round < 22 ? 300 : MOST - 90);
		random_topic(d, count, round % 2 ? SOME : NOTHING, round % 3 == 0, &random);
		set(d, count);
		struct ap_difference want = by_pairs(d, count), x = ap_difference(&numerator);
		assert_near(x.mean, want.mean, 1e-13);
		assert_near(x.variance, want.variance, 1e-11 * want.variance);
	}
}

/* From one exchange of neighbours to thousands: no digits are lost as the rankings get closer. */
static void similar_rankings_agree_with_sums_over_pairs(void **state)
{
	(void)state;
	uint64_t random = 12;
	static struct ap_document d[1000];
	for (int64_t exchanges = 1; exchanges < 100000; exchanges *= 4)
		for (int round = 0; round < 2; round++) {
			similar_topic(d, 1000, exchanges, &random);
			if (round == 1)
				for (size_t i = 0; i < 1000; i++)
					d[i].relevant = unit(&random);
			set(d, 1000);
			struct ap_difference want = by_pairs(d, 1000),
					     x = ap_difference(&numerator);
			assert_near(x.mean, want.mean, 1e-13);
			assert_near(x.variance, want.variance, 1e-10 * want.variance);
		}
}

static void exact_moments_agree_with_sums_over_the_number_of_relevant(void **state)
{
	(void)state;
	uint64_t random = 13;
	static struct ap_document d[1000];
	static const double p[] = { 0.5, 0.01, 0.99, 0.1, 0.001 };
	for (size_t round = 0; round < 20; round++) {
		size_t count = round < 18 ? 20 + (size_t)oracle_below(&random, 200) : 1000;
		random_topic(d, count, NOTHING, true, &random);
		for (size_t i = 0; i < count; i++)
			d[i].relevant = p[round % 5];
		set(d, count);
		struct ap_difference want = by_number(d, count, p[round % 5]);
		struct ap_difference x = ap_difference_exact(&numerator);
		assert_near(x.mean, want.mean, 1e-12);
		/* The oracle's sum of squares less the square of the sum has lost some digits. */
		assert_near(x.variance, want.variance, 1e-9 * want.variance + 1e-13);
	}
}

static void exchanging_the_rankings_turns_the_sign(void **state)
{
	(void)state;
	uint64_t random = 14;
	struct ap_document d[300], turned[300];
	for (int round = 0; round < 10; round++) {
		random_topic(d, 300, SOME, round % 2, &random);
		for (size_t i = 0; i < 300; i++)
			turned[i] = (struct ap_document){ d[i].rank_b, d[i].rank_a, d[i].relevant };
		set(d, 300);
		struct ap_difference x = ap_difference(&numerator);
		struct ap_difference y = ap_difference_exact(&numerator);
		set(turned, 300);
		struct ap_difference u = ap_difference(&numerator);
		struct ap_difference w = ap_difference_exact(&numerator);
		assert_near(u.mean, -x.mean, 1e-15);
		assert_near(u.variance, x.variance, 1e-12 * x.variance);
		assert_near(w.mean, -y.mean, 1e-14);
		assert_near(w.variance, y.variance, 1e-12 * y.variance);
	}
}

/* Ranks may have gaps where documents judged not relevant were left out, and be large. */
static void documents_judged_not_relevant_need_not_be_given(void **state)
{
	(void)state;
	struct ap_document all[] = { { 1, 3, 0.0 },	     { 2, 1, 0.5 }, { 3, 2, 1.0 },
				     { 100000000, 0, 0.25 }, { 0, 4, 0.0 }, { 0, 5, 0.75 } };
	struct ap_document some[] = {
		{ 2, 1, 0.5 }, { 3, 2, 1.0 }, { 100000000, 0, 0.25 }, { 0, 5, 0.75 }
	};
	set(all, 6);
	struct ap_difference x = ap_difference(&numerator), y = ap_difference_exact(&numerator);
	set(some, 4);
	struct ap_difference u = ap_difference(&numerator), w = ap_difference_exact(&numerator);
	assert_true(x.mean == u.mean && x.variance == u.variance);
	assert_true(y.mean == w.mean && y.variance == w.variance);
	struct enumerated want = enumerate(all, 6);
	assert_near(y.mean, want.mean, 1e-14);
	assert_near(y.variance, want.variance, 1e-14);
}

static void impossible_documents_are_refused(void **state)
{
	(void)state;
	static const struct {
		struct ap_document d[2];
		const char *message;
	} cases[] = {
		{ { { 1, 1, 0.5 }, { 2, 2, 1.5 } }, "1.5" },
		{ { { 1, 1, 0.5 }, { 2, 2, -0.1 } }, "-0.1" },
		{ { { 1, 1, 0.5 }, { 2, 2, NAN } }, "nan" },
		{ { { 1, 1, 0.5 }, { -3, 2, 0.5 } }, "-3" },
		{ { { 1, 1, 0.5 }, { 2, -4, 0.5 } }, "-4" },
		{ { { 7, 1, 0.5 }, { 7, 2, 0.5 } }, "rank 7 of ranking A" },
		{ { { 7, 9, 0.5 }, { 8, 9, 0.5 } }, "rank 9 of ranking B" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct err e = { 0 };
		assert_int_equal(ap_numerator_set(&numerator, cases[i].d, 2, &e), -1);
		assert_int_equal(e.status, STATUS_DATA);
		if (!strstr(e.text, cases[i].message))
			fail_msg("\"%s\" does not say \"%s\"", e.text, cases[i].message);
	}
}

/* ---- what the paper's approximation costs ---- */

/*
 * Complete rankings of 8 to 12 documents, nothing judged: on average the paper's variance is 10 to
 * 20 % below that of all assignments.
 */
static void dividing_by_the_expected_number_understates_the_variance(void **state)
{
	(void)state;
	uint64_t random = 99;
	static const int ROUNDS = 100;
	double least = INFINITY, most = 0.0, sum = 0.0;
	for (int round = 0; round < ROUNDS; round++) {
		struct ap_document d[12];
		size_t count = 8 + (size_t)(round % 5);
		for (size_t i = 0; i < count; i++)
			d[i].relevant = 0.5;
		random_ranking(d, count, true, true, &random);
		random_ranking(d, count, false, true, &random);
		set(d, count);
		double ratio = ap_difference(&numerator).variance / enumerate(d, count).variance;
		least = fmin(least, ratio);
		most = fmax(most, ratio);
		sum += ratio;
	}
	print_message("the paper's variance over the true one, 8 to 12 documents: mean %.3f, "
		      "from %.3f to %.3f\n",
		      sum / ROUNDS, least, most);
	assert_true(sum / ROUNDS > 0.8 && sum / ROUNDS < 0.9);
	assert_true(least > 0.6 && most < 1.2);
}

/* ---- over topics ---- */

/*
 * Means .3 and -.1 with variances .01 and .03: mean .1, variance .01, z = 1. P(Z > -1) by R:
 * pnorm(1) = 0.841344746068542926
 */
static void topics_are_averaged_and_the_normal_law_gives_both_directions(void **state)
{
	(void)state;
	struct ap_difference t[] = { { 0.3, 0.01 }, { -0.1, 0.03 } };
	struct map_difference x = map_difference(t, 2);
	assert_near(x.mean, 0.1, 1e-16);
	assert_near(x.variance, 0.01, 1e-17);
	assert_near(x.above, 0.841344746068542926, 1e-14);
	assert_near(x.below, 1.0 - 0.841344746068542926, 1e-14);
	assert_near(x.certainty, x.above, 0.0);
	t[0].mean = -0.1;
	x = map_difference(t, 2);
	assert_near(x.below, 0.841344746068542926, 1e-14);
	assert_near(x.certainty, x.below, 0.0);
}

/* pnorm(-20) = 2.753624118606233695e-89 in R: the small side is no difference from 1. */
static void the_small_side_keeps_its_digits(void **state)
{
	(void)state;
	struct ap_difference t[] = { { 0.2, 0.0001 } };
	struct map_difference x = map_difference(t, 1);
	assert_near(x.below, 2.753624118606233695e-89, 1e-101);
	assert_near(x.above, 1.0, 0.0);
}

static void without_variance_the_answer_is_certain_or_open(void **state)
{
	(void)state;
	struct ap_difference t[] = { { 0.2, 0.0 }, { 0.1, 0.0 } };
	struct map_difference x = map_difference(t, 2);
	assert_true(x.above == 1.0 && x.below == 0.0 && x.certainty == 1.0);
	t[0].mean = -0.3;
	x = map_difference(t, 2);
	assert_true(x.above == 0.0 && x.below == 1.0 && x.certainty == 1.0);
	t[0].mean = -0.1;
	x = map_difference(t, 2);
	assert_true(x.above == 0.5 && x.below == 0.5 && x.certainty == 0.5);
	/* The sum of these is 2.8e-17 in binary. */
	struct ap_difference none[] = { { 0.1, 0.0 }, { 0.2, 0.0 }, { -0.3, 0.0 } };
	x = map_difference(none, 3);
	assert_true(x.above == 0.5 && x.below == 0.5 && x.certainty == 0.5);
	x = map_difference(t, 0);
	assert_true(isnan(x.mean) && isnan(x.above) && isnan(x.below) && isnan(x.effect));
}

/* 3 up, 1 down, 2 without difference: effect (3/4 - 1/2)/(1/2) = 1/2. */
static void effect_counts_signs_and_drops_zeros(void **state)
{
	(void)state;
	struct ap_difference t[] = { { 0.2, 0.0 },  { 0.1, 0.1 }, { 0.0, 0.1 },
				     { -0.1, 0.0 }, { 0.4, 0.2 }, { 1e-17, 0.0 } };
	struct map_difference x = map_difference(t, 6);
	assert_int_equal(x.positive, 3);
	assert_int_equal(x.negative, 1);
	assert_int_equal(x.zero, 2);
	assert_near(x.effect, 0.5, 0.0);
	x = map_difference(t + 2, 1);
	assert_true(isnan(x.effect));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(example_of_the_paper),
		cmocka_unit_test(two_documents_by_hand),
		cmocka_unit_test(no_documents_no_difference),
		cmocka_unit_test(same_rankings_no_difference),
		cmocka_unit_test(means_and_variances_are_those_of_all_assignments),
		cmocka_unit_test(variance_is_the_printed_one),
		cmocka_unit_test(everything_judged_is_the_plain_difference),
		cmocka_unit_test(everything_judged_is_exact_to_the_last_bit),
		cmocka_unit_test(many_documents_agree_with_sums_over_pairs),
		cmocka_unit_test(similar_rankings_agree_with_sums_over_pairs),
		cmocka_unit_test(exact_moments_agree_with_sums_over_the_number_of_relevant),
		cmocka_unit_test(exchanging_the_rankings_turns_the_sign),
		cmocka_unit_test(documents_judged_not_relevant_need_not_be_given),
		cmocka_unit_test(impossible_documents_are_refused),
		cmocka_unit_test(dividing_by_the_expected_number_understates_the_variance),
		cmocka_unit_test(topics_are_averaged_and_the_normal_law_gives_both_directions),
		cmocka_unit_test(the_small_side_keeps_its_digits),
		cmocka_unit_test(without_variance_the_answer_is_certain_or_open),
		cmocka_unit_test(effect_counts_signs_and_drops_zeros),
	};
	return cmocka_run_group_tests(tests, NULL, release);
}
