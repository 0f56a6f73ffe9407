/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Estimates of a ranking from a sample of known design: joint probabilities, standard errors, the
 * corrected average precision.
 *
 * Designs that are small enough are enumerated: every outcome of the draw with its probability. The
 * methods' formulas are stated a second time in the plainest way: double sums over pairs with
 * enumerated probabilities, documents really left out, derivatives by differences.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/stats/random/uniform.h"
#include "core/stats/ranking/jackknife.h"
#include "core/stats/ranking/joint_inclusion.h"
#include "core/stats/ranking/mean_ap.h"
#include "core/stats/ranking/ranked_ap.h"
#include "core/stats/ranking/ranking_method.h"
#include "tests/support/near.h"

enum { MOST = 64 };

/* The tolerance is relative above 1. */
static void near(double found, double expected, double tolerance)
{
	double scale = fmax(1, fabs(expected));
	assert_near_or_nan(found, expected, tolerance * scale);
}

/* ---- designs, enumerated ------------------------------------------------------------------- */

/* A population, and all samples that a design can give. */
struct design {
	int documents;
	int bucket[MOST];
	struct ranked_bucket of[MOST];
	int buckets;
	double p[MOST], pair[MOST][MOST];
	/* called for each sample, a set of bits */
	void (*visit)(void *context, uint64_t sample, double probability);
	void *context;
};

static void count_inclusions(void *context, uint64_t sample, double probability)
{
	struct design *d = context;
	for (int i = 0; i < d->documents; i++)
		for (int k = 0; k < d->documents; k++)
			if (sample >> i & sample >> k & 1)
				d->pair[i][k] += probability;
}

/* All subsets of `take` documents of bucket b and those behind it. */
static void subsets(struct design *d, const int *take, int b, uint64_t sample, double probability)
{
	if (b == d->buckets) {
		d->visit(d->context, sample, probability);
		return;
	}
	int first = 0, size = (int)d->of[b].size;
	while (d->bucket[first] != b)
		first++;
	int count = 0;
	for (uint64_t set = 0; set < UINT64_C(1) << size; set++)
		count += __builtin_popcountll(set) == take[b];
	for (uint64_t set = 0; set < UINT64_C(1) << size; set++)
		if (__builtin_popcountll(set) == take[b])
			subsets(d, take, b + 1, sample | set << first, probability / count);
}

/* Every sequence of picks. */
static void picks(struct design *d, const double *weight, int left, int *times, double probability)
{
	if (left == 0) {
		int take[MOST];
		for (int b = 0; b < d->buckets; b++)
			take[b] = d->of[b].picks == 0	     ? (int)d->of[b].sampled
				  : times[b] < d->of[b].size ? times[b]
							     : (int)d->of[b].size;
		subsets(d, take, 0, 0, probability);
		return;
	}
	for (int b = 0; b < d->buckets; b++) {
		if (weight[b] == 0)
			continue;
		times[b]++;
		picks(d, weight, left - 1, times, probability * weight[b]);
		times[b]--;
	}
}

static void enumerate(struct design *d, const double *weight, const int *take,
		      void (*visit)(void *, uint64_t, double), void *context)
{
	d->visit = visit;
	d->context = context;
	int times[MOST] = { 0 };
	if (weight != NULL)
		picks(d, weight, (int)d->of[0].picks, times, 1);
	else
		subsets(d, take, 0, 0, 1);
}

/*
 * Stevens' design with m picks, or simple random samples of `take` (weight NULL); with both, simple
 * random samples of the buckets without a weight.
 */
static void make_design(struct design *d, const int *size, int buckets, int m, const double *weight,
			const int *take)
{
	*d = (struct design){ .buckets = buckets };
	for (int b = 0; b < buckets; b++) {
		d->of[b] = (struct ranked_bucket){ .size = size[b],
						   .picks = weight != NULL && weight[b] > 0 ? m : 0,
						   .sampled = take != NULL ? take[b] : 0 };
		for (int i = 0; i < size[b]; i++)
			d->bucket[d->documents++] = b;
	}
	enumerate(d, weight, take, count_inclusions, d);
	for (int i = 0; i < d->documents; i++)
		d->p[i] = d->pair[i][i];
}

/* Two of Stevens' designs with a short last bucket, one of strata, one with a residual stratum. */
static const int stevens_size[] = { 3, 3, 2 }, single_size[] = { 2, 2, 1 },
		 strata_size[] = { 4, 3, 2 }, strata_take[] = { 2, 2, 1 };
static const double stevens_weight[] = { .55, .3, .15 }, single_weight[] = { .5, .3, .2 };
static const int residual_size[] = { 2, 1, 4 }, residual_take[] = { 0, 0, 2 };
static const double residual_weight[] = { .7, .3, 0 };

static void each_design(void (*check)(struct design *d, const double *weight, const int *take))
{
	struct design d;
	make_design(&d, stevens_size, 3, 3, stevens_weight, NULL);
	check(&d, stevens_weight, NULL);
	make_design(&d, single_size, 3, 2, single_weight, NULL);
	check(&d, single_weight, NULL);
	make_design(&d, strata_size, 3, 0, NULL, strata_take);
	check(&d, NULL, strata_take);
	make_design(&d, residual_size, 3, 2, residual_weight, residual_take);
	check(&d, residual_weight, residual_take);
}

/* The whole population as units, in an order of ranks that mixes the buckets. */
static void all_units(const struct design *d, struct ranked_unit *unit)
{
	for (int i = 0; i < d->documents; i++)
		unit[i] = (struct ranked_unit){ .rank = 1 + i * 5 % 11,
						.probability = d->p[i],
						.bucket = d->bucket[i],
						.relevant = i % 4 != 3 };
}

static bool is_picked(const struct joint *j, int64_t bucket)
{
	return bucket >= 0 && j->sample->bucket[bucket].picks > 0;
}

/* f of two different units, by their buckets; -1: certain. */
static double joint_factor(const struct joint *j, int64_t a, int64_t b)
{
	if (a >= 0 && a == b)
		return j->within[a];
	if (!is_picked(j, a) || !is_picked(j, b))
		return 1;
	return j->across[a == j->last ? a : b];
}

static void check_factors(struct design *d, const double *weight, const int *take)
{
	(void)weight, (void)take;
	struct ranked_unit unit[MOST];
	all_units(d, unit);
	const struct ranked_sample s = { unit, (size_t)d->documents, d->of, (size_t)d->buckets,
					 true };
	struct joint j;
	struct err e = { 0 };
	assert_int_equal(joint_init(&j, &s, &e), 0);
	for (int i = 0; i < d->documents; i++)
		for (int k = 0; k < d->documents; k++)
			if (i != k && d->pair[i][k] > 0)
				near(joint_factor(&j, d->bucket[i], d->bucket[k]),
				     d->p[i] * d->p[k] / d->pair[i][k], 1e-11);
	near(joint_factor(&j, -1, 0), 1, 0);
	near(joint_factor(&j, -1, -1), 1, 0);
	joint_release(&j);
}

static void pair_probabilities_are_those_of_all_outcomes_of_the_draw(void **state)
{
	(void)state;
	each_design(check_factors);
}

/* ---- a sample of an enumerated design ------------------------------------------------------ */

static int by_rank(const void *a, const void *b)
{
	const struct ranked_unit *x = a, *y = b;
	return (x->rank > y->rank) - (x->rank < y->rank);
}

static struct ranked_sample sample_of(const struct design *d, uint64_t set,
				      struct ranked_unit *unit)
{
	struct ranked_unit all[MOST];
	all_units(d, all);
	size_t count = 0;
	for (int i = 0; i < d->documents; i++)
		if (set >> i & 1)
			unit[count++] = all[i];
	qsort(unit, count, sizeof *unit, by_rank);
	return (struct ranked_sample){ unit, count, d->of, (size_t)d->buckets, true };
}

/* Two values of a unit that nothing else depends on. */
static double x_of(const struct ranked_unit *u)
{
	return u->relevant ? sqrt(u->rank) : 0;
}

static double y_of(const struct ranked_unit *u)
{
	return u->relevant ? 1 / u->rank : 0;
}

struct moments {
	const struct design *d;
	double x, y, xy;     /* means of the two totals and of their product */
	double covariance;   /* mean of its estimate */
	double pairs, terms; /* means of the sum over pairs, in two ways */
};

static void add_moments(void *context, uint64_t set, double probability)
{
	struct moments *m = context;
	struct ranked_unit unit[MOST];
	const struct ranked_sample s = sample_of(m->d, set, unit);
	struct joint j;
	struct joint_sums above;
	struct err e = { 0 };
	double x[MOST], y[MOST], sum_x = 0, sum_y = 0, covariance;
	size_t at[MOST];
	assert_int_equal(joint_init(&j, &s, &e), 0);
	assert_int_equal(joint_sums_init(&above, &j, &e), 0);
	for (size_t i = 0; i < s.units; i++) {
		at[i] = i;
		x[i] = x_of(&unit[i]);
		y[i] = y_of(&unit[i]);
		sum_x += x[i] / unit[i].probability;
		sum_y += y[i] / unit[i].probability;
	}
	assert_int_equal(joint_covariance(&j, at, x, y, s.units, &covariance, &e), 0);
	m->x += probability * sum_x;
	m->y += probability * sum_y;
	m->xy += probability * sum_x * sum_y;
	m->covariance += probability * covariance;
	for (size_t i = 0; i < s.units; i++) {
		double w = y[i] / unit[i].probability;
		m->terms += probability * w * joint_sums_from(&above, &j, unit[i].bucket);
		for (size_t k = 0; k < i; k++)
			m->pairs += probability * w * x[k] / unit[k].probability *
				    joint_factor(&j, unit[i].bucket, unit[k].bucket);
		joint_sums_add(&above, &j, unit[i].bucket, x[i] / unit[i].probability);
	}
	joint_sums_release(&above);
	joint_release(&j);
}

static void check_unbiased(struct design *d, const double *weight, const int *take)
{
	struct moments m = { .d = d };
	enumerate(d, weight, take, add_moments, &m);
	struct ranked_unit all[MOST];
	all_units(d, all);
	double x = 0, y = 0, pairs = 0;
	for (int i = 0; i < d->documents; i++) {
		x += x_of(&all[i]);
		y += y_of(&all[i]);
		for (int k = 0; k < d->documents; k++)
			if (all[k].rank < all[i].rank && d->pair[i][k] > 0)
				pairs += y_of(&all[i]) * x_of(&all[k]);
	}
	near(m.x, x, 1e-12);
	near(m.y, y, 1e-12);
	near(m.pairs, pairs, 1e-10);
	near(m.terms, m.pairs, 1e-12);
	/* Pairs that are never drawn together would be missing. The last stratum of the third
	   design, of which one document is drawn, has only one that is relevant. */
	near(m.covariance, m.xy - m.x * m.y, 1e-10);
}

static void sums_over_pairs_and_covariances_have_no_bias_over_all_outcomes_of_the_draw(void **state)
{
	(void)state;
	each_design(check_unbiased);
}

/* ---- samples at random --------------------------------------------------------------------- */

struct example {
	struct ranked_unit unit[MOST];
	struct ranked_bucket bucket[MOST];
	struct ranked_sample s;
};

/* Which documents may be in an example. */
enum kind { UNKNOWN, STEVENS, STRATA, MIXED, KINDS };

/* A sample as a design of the kind could give it, with ranks, some missing, and certain ones. */
static void make_example(struct example *x, enum kind kind, uint64_t seed)
{
	struct uniform u = uniform_start(seed, (uint64_t)kind, 0);
	*x = (struct example){ 0 };
	size_t n = 0, buckets = kind == UNKNOWN ? 0 : 4;
	for (size_t b = 0; b < buckets; b++) {
		bool picked = kind == STEVENS || (kind == MIXED && b < 2);
		int64_t size = picked ? (b == 1 ? 5 : 20) : 4 + (int64_t)(uniform_next(&u) * 9);
		int64_t take = 1 + (int64_t)(uniform_next(&u) * 4);
		double p = picked ? (b == 1 ? .3 : .1 + .6 * uniform_next(&u))
				  : (double)take / (double)size;
		x->bucket[b] = (struct ranked_bucket){ size, take, picked ? 20 : 0 };
		for (int64_t i = 0; i < take; i++)
			x->unit[n++] =
				(struct ranked_unit){ .probability = p, .bucket = (int32_t)b };
	}
	for (int i = 0; kind == UNKNOWN && i < 10; i++)
		x->unit[n++] = (struct ranked_unit){ .probability = .05 + .9 * uniform_next(&u),
						     .bucket = -1 };
	for (int i = 0; i < 3; i++)
		x->unit[n++] = (struct ranked_unit){ .probability = 1, .bucket = -1 };
	for (size_t i = 0; i < n; i++) {
		x->unit[i].rank = uniform_next(&u) < .2 ? INFINITY : 0;
		x->unit[i].relevant = uniform_next(&u) < .6;
	}
	/* different ranks from 1 to 40 for those retrieved */
	for (size_t i = 0; i < n; i++) {
		if (isinf(x->unit[i].rank))
			continue;
		double rank;
		size_t k;
		do {
			rank = 1 + floor(40 * uniform_next(&u));
			for (k = 0; k < i && x->unit[k].rank != rank; k++)
				;
		} while (k < i);
		x->unit[i].rank = rank;
	}
	qsort(x->unit, n, sizeof *x->unit, by_rank);
	x->s = (struct ranked_sample){ x->unit, n, x->bucket, buckets, kind != UNKNOWN };
}

/* ---- the estimates, by definition ---------------------------------------------------------- */

static double statistic(const struct ranked_sample *s, const double *w, enum ranked_quantity q,
			double cutoff)
{
	double total = 0, sum = 0;
	for (size_t i = 0; i < s->units; i++)
		total += s->unit[i].relevant ? w[i] : 0;
	for (size_t i = 0; i < s->units; i++) {
		double rank = s->unit[i].rank, above = 0;
		if (!s->unit[i].relevant || isinf(rank))
			continue;
		for (size_t k = 0; k < s->units; k++)
			if (s->unit[k].relevant && s->unit[k].rank < rank)
				above += w[k];
		if (q == RANKED_AP)
			sum += w[i] * (1 + above) / rank / total;
		else if (q == RANKED_PRECISION)
			sum += rank <= cutoff ? w[i] / cutoff : 0;
		else
			sum += rank <= total ? w[i] / total : 0;
	}
	return sum;
}

static void weights(const struct ranked_sample *s, double *w)
{
	for (size_t i = 0; i < s->units; i++)
		w[i] = 1 / s->unit[i].probability;
}

static struct ranked_error answer_of(const char *method, const struct ranked_sample *s,
				     enum ranked_quantity q, double cutoff)
{
	struct ranked_error error;
	struct err e = { 0 };
	const struct ranking_method *m = ranking_method_find(method);
	assert_non_null(m);
	assert_int_equal(m->error(s, q, cutoff, &error, &e), 0);
	return error;
}

static double error_by(const char *method, const struct ranked_sample *s, enum ranked_quantity q,
		       double cutoff)
{
	return answer_of(method, s, q, cutoff).se;
}

/* Derivatives with respect to the weights, by differences of two numbers that agree in ten digits.
 */
static void derivatives(const struct ranked_sample *s, enum ranked_quantity q, double cutoff,
			double *out)
{
	double w[MOST];
	weights(s, w);
	for (size_t i = 0; i < s->units; i++) {
		double old = w[i], h = 1e-5 * old;
		w[i] = old + h;
		double up = statistic(s, w, q, cutoff);
		w[i] = old - h;
		out[i] = (up - statistic(s, w, q, cutoff)) / (2 * h);
		w[i] = old;
	}
}

/* ---- jackknife ----------------------------------------------------------------------------- */

/* The group that a unit is left out of: -1 none, 0 the picked or unknown ones, else the stratum. */
static int group_of(const struct ranked_sample *s, size_t i)
{
	const struct ranked_unit *u = &s->unit[i];
	if (u->probability == 1)
		return -1;
	return !s->known || s->bucket[u->bucket].picks > 0 ? 0 : 1 + u->bucket;
}

/* Leaves every document out in turn, and computes the estimate anew from what is left. */
static double jackknife_by_hand(const struct ranked_sample *s, enum ranked_quantity q,
				double cutoff, double *bias)
{
	double w[MOST], slope[MOST], variance = 0;
	weights(s, w);
	derivatives(s, q, cutoff, slope);
	double whole = statistic(s, w, q, cutoff);
	*bias = 0;
	for (int g = 0; g <= (int)s->buckets; g++) {
		double n = 0, without[MOST], expected[MOST], mean = 0, sum = 0, curve = 0, lost = 0;
		for (size_t i = 0; i < s->units; i++)
			n += group_of(s, i) == g;
		if (n == 0)
			continue;
		for (size_t b = 0; g == 0 && s->known && b < s->buckets; b++)
			if (s->bucket[b].picks > 0)
				lost = (double)s->bucket[b].picks - n;
		n += lost;
		double scale = n > 1 ? n / (n - 1) : 1;
		for (size_t out = 0; out <= s->units; out++) { /* the last: a pick in vain */
			if (out < s->units && group_of(s, out) != g)
				continue;
			double v[MOST];
			expected[out] = 0;
			for (size_t i = 0; i < s->units; i++) {
				v[i] = i == out ? 0 : group_of(s, i) == g ? w[i] * scale : w[i];
				expected[out] += slope[i] * (v[i] - w[i]);
			}
			without[out] = statistic(s, v, q, cutoff);
			mean += without[out] * (out == s->units ? lost : 1) / n;
		}
		if (n == 1)
			mean = whole;
		for (size_t i = 0; i < s->units; i++) {
			if (group_of(s, i) != g)
				continue;
			double left = 1 - s->unit[i].probability;
			sum += left * pow(without[i] - mean, 2);
			curve += left * (without[i] - whole - expected[i]);
		}
		variance += sum * (n > 1 ? (n - 1) / n : 1);
		*bias += curve * (n > 1 ? (n - 1) / n : 1);
	}
	return sqrt(variance);
}

static size_t drawn_units(const struct ranked_sample *s)
{
	size_t count = 0;
	for (size_t i = 0; i < s->units; i++)
		count += s->unit[i].relevant && s->unit[i].probability < 1;
	return count;
}

static size_t relevant_units(const struct ranked_sample *s)
{
	size_t count = 0;
	for (size_t i = 0; i < s->units; i++)
		count += s->unit[i].relevant;
	return count;
}

static void the_jackknife_is_what_leaving_documents_out_gives(void **state)
{
	(void)state;
	struct example x;
	struct err e = { 0 };
	int compared = 0;
	for (int kind = 0; kind < KINDS; kind++)
		for (uint64_t seed = 1; seed <= 60; seed++) {
			make_example(&x, (enum kind)kind, seed);
			if (relevant_units(&x.s) < 2 || drawn_units(&x.s) == 0)
				continue;
			double bias, other, w[MOST], value;
			double se = jackknife_by_hand(&x.s, RANKED_AP, 0, &bias);
			struct ranked_error found = answer_of("ht-jackknife", &x.s, RANKED_AP, 0);
			near(found.se, se, 1e-12);
			near(found.bias, bias, 1e-8);
			near(found.df, fmax((double)drawn_units(&x.s) - 1, 1), 0);
			weights(&x.s, w);
			assert_int_equal(ranked_ap_corrected(&x.s, &value, &e), 0);
			near(value, statistic(&x.s, w, RANKED_AP, 0) - bias, 1e-8);
			found = answer_of("ht-jackknife", &x.s, RANKED_AP_CORRECTED, 0);
			near(found.se, sqrt(se * se + bias * bias), 1e-8);
			near(found.bias, bias, 1e-8);
			assert_true(found.corrected);
			found = answer_of("ht-jackknife", &x.s, RANKED_R_PRECISION, 0);
			near(found.se, jackknife_by_hand(&x.s, RANKED_R_PRECISION, 0, &other),
			     1e-12);
			near(found.bias, 0, 0);
			found = answer_of("ht-jackknife", &x.s, RANKED_PRECISION, 10);
			near(found.se, jackknife_by_hand(&x.s, RANKED_PRECISION, 10, &other),
			     1e-12);
			near(found.bias, 0, 0);
			near(other, 0, 1e-8); /* of a total */
			compared++;
		}
	assert_true(compared > 200);
}

/* One stratum of N = 10, n = 4, two relevant in the top 5: Cochran (1977), eq 2.20 for a total:
   N^2 (1 - n/N) s^2/n with s^2 = 1/3 of the values 1 1 0 0; over 5: sqrt(100 * .6 / 12)/5. */
static void of_a_simple_random_sample_the_error_of_precision_is_that_of_the_textbook(void **state)
{
	(void)state;
	struct ranked_unit unit[4];
	for (int i = 0; i < 4; i++)
		unit[i] = (struct ranked_unit){ 1 + i, .4, 0, i == 0 || i == 2 };
	const struct ranked_bucket bucket = { 10, 4, 0 };
	const struct ranked_sample s = { unit, 4, &bucket, 1, true };
	near(error_by("ht-jackknife", &s, RANKED_PRECISION, 5), sqrt(5) / 5, 1e-14);
	near(error_by("ht-linear", &s, RANKED_PRECISION, 5), sqrt(5) / 5, 1e-14);
}

/* ---- linearisation ------------------------------------------------------------------------- */

static double linear_by_hand(const struct ranked_sample *s, enum ranked_quantity q, double cutoff)
{
	double w[MOST], z[MOST], variance = 0;
	struct joint j;
	struct err e = { 0 };
	weights(s, w);
	derivatives(s, q, cutoff, z);
	for (size_t i = 0; i < s->units; i++)
		z[i] = s->unit[i].relevant ? z[i] * w[i] : 0;
	if (!s->known) {
		double n = 0, c = 0, mean = 0;
		for (size_t i = 0; i < s->units; i++) {
			double left = 1 - s->unit[i].probability;
			n += left > 0;
			c += left;
			mean += left * z[i];
		}
		for (size_t i = 0; i < s->units; i++)
			variance += (1 - s->unit[i].probability) * pow(z[i] - mean / c, 2);
		return sqrt(n / (n - 1) * variance);
	}
	assert_int_equal(joint_init(&j, s, &e), 0);
	for (size_t i = 0; i < s->units; i++) {
		variance += (1 - s->unit[i].probability) * z[i] * z[i];
		for (size_t k = 0; k < s->units; k++)
			if (k != i)
				variance += (1 - joint_factor(&j, s->unit[i].bucket,
							      s->unit[k].bucket)) *
					    z[i] * z[k];
	}
	joint_release(&j);
	return variance >= 0 ? sqrt(variance) : NAN;
}

static void linearisation_is_the_variance_of_the_derivatives(void **state)
{
	(void)state;
	struct example x;
	for (int kind = 0; kind < KINDS; kind++)
		for (uint64_t seed = 1; seed <= 60; seed++) {
			make_example(&x, (enum kind)kind, seed);
			if (relevant_units(&x.s) < 2)
				continue;
			near(error_by("ht-linear", &x.s, RANKED_AP, 0),
			     linear_by_hand(&x.s, RANKED_AP, 0), 1e-7);
			near(error_by("ht-linear", &x.s, RANKED_PRECISION, 10),
			     linear_by_hand(&x.s, RANKED_PRECISION, 10), 1e-7);
		}
}

/* ---- the paper's variance ------------------------------------------------------------------ */

static double paper_by_hand(const struct ranked_sample *s)
{
	double w[MOST], R = 0, first = 0, second = 0;
	weights(s, w);
	double ap = statistic(s, w, RANKED_AP, 0);
	double y[MOST];
	for (size_t i = 0; i < s->units; i++) {
		double above = 0;
		R += s->unit[i].relevant ? w[i] : 0;
		for (size_t k = 0; k < s->units; k++)
			if (s->unit[k].relevant && s->unit[k].rank < s->unit[i].rank)
				above += w[k];
		y[i] = (isinf(s->unit[i].rank) ? 0 : (1 + above) / s->unit[i].rank) - ap;
	}
	for (size_t i = 0; i < s->units; i++)
		for (size_t k = 0; k < s->units; k++) {
			const struct ranked_unit *d = &s->unit[i], *f = &s->unit[k];
			if (!d->relevant || !f->relevant)
				continue;
			if (i == k)
				first += (1 - d->probability) * w[i] * w[i] * y[i] * y[i];
			else if (d->bucket < 0 || d->bucket != f->bucket)
				second += y[i] * y[k] * w[i] * w[k];
		}
	double variance = first - second / ((double)s->units - 1);
	return variance >= 0 ? sqrt(variance) / R : NAN;
}

static void the_variance_of_the_paper_is_its_double_sum_over_different_buckets(void **state)
{
	(void)state;
	struct example x;
	for (int kind = 0; kind < KINDS; kind++)
		for (uint64_t seed = 1; seed <= 60; seed++) {
			make_example(&x, (enum kind)kind, seed);
			if (relevant_units(&x.s) >= 2)
				near(error_by("aslam-pavlu", &x.s, RANKED_AP, 0),
				     paper_by_hand(&x.s), 1e-12);
		}
}

/* ---- corrected average precision ----------------------------------------------------------- */

/* ---- ends ---------------------------------------------------------------------------------- */

static void certain_judgments_have_no_error_and_one_relevant_document_no_answer(void **state)
{
	(void)state;
	struct ranked_unit unit[] = { { 1, 1, -1, true }, { 2, 1, -1, false }, { 3, 1, -1, true } };
	struct ranked_sample s = { unit, 3, NULL, 0, true };
	static const char *const methods[] = { "ht-jackknife", "ht-linear", "aslam-pavlu" };
	for (int i = 0; i < 3; i++) {
		unit[0].probability = unit[1].probability = 1;
		unit[2].relevant = true;
		s.known = true;
		near(error_by(methods[i], &s, RANKED_AP, 0), 0, 0);
		unit[0].probability = unit[1].probability = .5;
		unit[2].relevant = s.known = false;
		near(error_by(methods[i], &s, RANKED_AP, 0), NAN, 0);
	}
	struct ranked_sample nothing = { unit, 0, NULL, 0, true };
	near(error_by("ht-jackknife", &nothing, RANKED_AP, 0), 0, 0);
	unit[0].relevant = false;
	near(error_by("ht-jackknife", &s, RANKED_AP, 0), NAN, 0);
	near(error_by("ht-jackknife", &s, RANKED_PRECISION, 5), NAN, 0);
}

static void the_interval_of_a_topic_is_students_on_the_logit_scale(void **state)
{
	(void)state;
	/* R: plogis(qlogis(.3) + qt(c(.025, .975), 4) * .05/(.3*.7))
	      0.181182529 0.453574237 */
	struct ranked_error error = { .05, 0, 4, false };
	struct interval x = ranked_interval_of(.3, &error, false, .025, .975);
	near(x.lower, 0.181182529, 1e-9);
	near(x.upper, 0.453574237, 1e-9);
	/* around the estimate without its bias, which makes it wider */
	const struct ranked_error biased = { .03, .04, 4, false },
				  corrected = { .05, .04, 4, true };
	x = ranked_interval_of(.34, &biased, false, .025, .975);
	near(x.lower, 0.181182529, 1e-9);
	near(x.upper, 0.453574237, 1e-9);
	x = ranked_interval_of(.3, &corrected, false, .025, .975);
	near(x.lower, 0.181182529, 1e-9);
	near(x.upper, 0.453574237, 1e-9);
	x = ranked_interval_of(.3, &error, true, .025, .975);
	near(x.lower, .3, 0);
	near(x.upper, .3, 0);
	x = ranked_interval_of(0, &error, false, .025, .975);
	near(x.lower, 0, 0);
	near(x.upper, NAN, 0);
	x = ranked_interval_of(-.02, &error, false, .025, .975);
	near(x.lower, 0, 0);
	near(x.upper, NAN, 0);
	x = ranked_interval_of(NAN, &error, true, .025, .975);
	near(x.lower, NAN, 0);
	/* above 1: R: 1.2 * exp(qt(.025, 4) * .2/1.2) = 0.755466912 */
	error.se = .2;
	x = ranked_interval_of(1.2, &error, false, .025, .975);
	near(x.lower, 0.755466912, 1e-9);
	near(x.upper, 1, 0);
	/* if that is not below 1, around 1: exp(-2.776445105 * .02) = 0.945984682 */
	error.se = .02;
	x = ranked_interval_of(1.2, &error, false, .025, .975);
	near(x.lower, 0.945984682, 1e-9);
	near(x.upper, 1, 0);
	/* the estimate is not left outside: plogis(qlogis(.4) + qt(.025, 30) * .4/.24) = 0.0217 */
	const struct ranked_error large = { .01, -.399, 30, false };
	x = ranked_interval_of(.001, &large, false, .025, .975);
	near(x.lower, .001, 0);
	error.se = 0;
	x = ranked_interval_of(.3, &error, false, .025, .975);
	near(x.lower, NAN, 0);
	near(x.upper, NAN, 0);
}

static void the_error_of_a_mean_is_that_of_independent_topics_and_of_a_common_bias(void **state)
{
	(void)state;
	const double estimate[] = { .2, .5, NAN, .8 };
	struct ranked_error error[] = { { .1, .02, 1, false },
					{ .2, .01, 1, false },
					{ .7, .9, 1, false },
					{ NAN, 0, 1, false } };
	/* two known of three: (.01 + .04)/2 each, sqrt(3 * .025)/3, with (.0004 + .0001)/2 more for
	   the spread, and the mean bias (.02 + .01)/3; scatter of .2 .5 .8: .09 / 3 */
	struct ranked_mean m = ranked_mean_of(estimate, error, 4, false);
	near(m.se, sqrt(.025 / 3), 1e-15);
	near(m.bias, .01, 1e-15);
	near(m.spread, sqrt(.02525 / 3 + .0001), 1e-15);
	m = ranked_mean_of(estimate, error, 4, true);
	near(m.se, sqrt(.09 / 3), 1e-15);
	near(m.spread, sqrt(.09 / 3 + .0001), 1e-15);
	near(m.bias, .01, 1e-15);
	near(ranked_mean_of(estimate, error, 1, true).spread, NAN, 0);
	near(ranked_mean_of(estimate + 3, error + 3, 1, false).spread, NAN, 0);
	near(ranked_mean_of(estimate, error, 0, false).se, NAN, 0);
	/* where it is taken off already it is in the error, and only the common part is added */
	for (int i = 0; i < 4; i++)
		error[i].corrected = true;
	m = ranked_mean_of(estimate, error, 4, false);
	near(m.bias, 0, 0);
	near(m.spread, sqrt(.025 / 3 + .0001), 1e-15);
}

/*
 * Python: v = se**2 + b**2; spread = sqrt(sum(v)/4 + (mean(b)/3)**2); df = sum(v)**2/sum(v**2/f);
 * expit(logit(x) -+ t*spread/(x*(1-x))), t by inverting scipy.special.betainc; without the
 * correction v = se**2 and mean(b)**2. x_t - b_t is .28 and .51, their mean .395.
 */
static void a_mean_of_average_precision_has_satterthwaites_interval_as_in_scipy(void **state)
{
	(void)state;
	const double corrected[] = { .28, .51, NAN }, plain[] = { .3, .5, NAN };
	struct ranked_error error[] = { { sqrt(.0029), .02, 4, true },
					{ sqrt(.0065), -.01, 9, true },
					{ .7, .9, 1, true } };
	struct mean_ap m = mean_ap_of(corrected, error, 3, RANKED_AP_CORRECTED);
	near(m.se, 0.048476798574163295, 1e-15);
	near(m.bias, .005, 1e-15);
	near(m.spread, 0.04850544070285083, 1e-15);
	near(m.df, 12.999959131962894, 1e-12);
	/* a topic without an estimate is left out, the first one too, whatever its error is */
	const double later[] = { NAN, .28, .51 };
	const struct ranked_error unknown[] = { { 0 }, error[0], error[1] };
	near(mean_ap_of(later, unknown, 3, RANKED_AP_CORRECTED).spread, 0.04850544070285083, 1e-15);
	struct interval x = mean_ap_interval(.395, &m, .025, .975);
	near(x.lower, 0.296329321593, 1e-11);
	near(x.upper, 0.503038378918, 1e-11);
	struct ranked_error own[] = { { .05, .02, 4, false },
				      { .08, -.01, 9, false },
				      { .7, .9, 1, false } };
	m = mean_ap_of(plain, own, 3, RANKED_AP);
	near(m.se, 0.04716990566028302, 1e-15);
	near(m.spread, 0.047434164902525694, 1e-15);
	near(m.df, 12.9563360443455, 1e-12);
	x = mean_ap_interval(.4, &m, .025, .975);
	near(x.lower, 0.303097332003, 1e-11);
	near(x.upper, 0.505415177993, 1e-11);
	/* normal errors: R: plogis(qlogis(.4) - qnorm(.975) * spread/.24) = 0.3115598346390 */
	own[0].df = own[1].df = INFINITY;
	m = mean_ap_of(plain, own, 3, RANKED_AP);
	x = mean_ap_interval(.4, &m, .025, .975);
	near(x.lower, 0.3115598346390, 1e-12);
	/* an error that is not known is as large as the others on average: sum v/(2 * 3) */
	const double three[] = { .3, .5, .1 };
	own[2] = (struct ranked_error){ NAN, 0, 1, false };
	m = mean_ap_of(three, own, 3, RANKED_AP);
	near(m.se, sqrt(.0089 / 6), 1e-15);
	near(m.bias, .01 / 3, 1e-15);
	near(mean_ap_of(three + 2, own + 2, 1, RANKED_AP).se, NAN, 0);
}

static void a_mean_of_average_precision_that_is_possible_is_never_outside_its_interval(void **state)
{
	(void)state;
	const struct mean_ap m = { .se = .1, .spread = .1, .df = 5 }, none = { 0 };
	for (double mean = -.2; mean < 1.5; mean += .01) {
		struct interval x = mean_ap_interval(mean, &m, .3, .7);
		assert_false(x.lower < 0 || x.upper > 1);
		assert_true(mean <= 0 || x.lower < fmin(mean, 1));
		assert_true(mean <= 0 || x.upper >= fmin(mean, 1));
	}
	near(mean_ap_interval(.3, &none, .025, .975).lower, NAN, 0);
	near(mean_ap_interval(0, &m, .025, .975).lower, 0, 0);
	near(mean_ap_interval(0, &m, .025, .975).upper, NAN, 0);
}

/* Two topics: 3 relevant documents drawn by Stevens' design, 1 of a residual stratum, 1 certain. */
static void how_far_a_mean_may_be_off_follows_from_the_documents_drawn(void **state)
{
	(void)state;
	const struct ranked_unit unit[] = { { 1, .5, 0, true },	 { 2, .5, 0, true },
					    { 3, .2, 1, true },	 { 4, .1, 2, true },
					    { 5, .1, 2, false }, { 6, 1, -1, true } };
	const struct ranked_bucket bucket[] = { { 4, 2, 4 }, { 4, 1, 4 }, { 20, 2, 0 } };
	const struct ranked_sample whole = { unit, 6, bucket, 3, true },
				   first = { unit, 3, bucket, 2, true };
	const struct mean_ap m = { .se = .02, .bias = -.03, .spread = 1, .df = 5 };
	struct mean_ap_design d = { 0 };
	mean_ap_design_add(&d, &first);
	/* d = 3, T = 1 */
	near(mean_ap_caution(&m, &d, true), 4.0 / 3 * .1, 1e-15);
	near(mean_ap_caution(&m, &d, false), 1.5, 1e-14);
	mean_ap_design_add(&d, &whole);
	/* d = 7/2, r = 1/2, T = 2; |b|/se, since a document is certain */
	near(d.drawn, 7, 0);
	near(d.residual, 1, 0);
	near(mean_ap_caution(&m, &d, true), 1.5, 1e-14);
	d.has_pool = false;
	near(mean_ap_caution(&m, &d, true), 4 / 3.5 * sqrt(.02), 1e-15);
	d.drawn = 100;
	near(mean_ap_caution(&m, &d, true), .5 / .5 * sqrt(.02), 1e-15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_mean_of_average_precision_has_satterthwaites_interval_as_in_scipy),
		cmocka_unit_test(
			a_mean_of_average_precision_that_is_possible_is_never_outside_its_interval),
		cmocka_unit_test(how_far_a_mean_may_be_off_follows_from_the_documents_drawn),
		cmocka_unit_test(pair_probabilities_are_those_of_all_outcomes_of_the_draw),
		cmocka_unit_test(
			sums_over_pairs_and_covariances_have_no_bias_over_all_outcomes_of_the_draw),
		cmocka_unit_test(the_jackknife_is_what_leaving_documents_out_gives),
		cmocka_unit_test(
			of_a_simple_random_sample_the_error_of_precision_is_that_of_the_textbook),
		cmocka_unit_test(linearisation_is_the_variance_of_the_derivatives),
		cmocka_unit_test(
			the_variance_of_the_paper_is_its_double_sum_over_different_buckets),
		cmocka_unit_test(
			certain_judgments_have_no_error_and_one_relevant_document_no_answer),
		cmocka_unit_test(the_interval_of_a_topic_is_students_on_the_logit_scale),
		cmocka_unit_test(
			the_error_of_a_mean_is_that_of_independent_topics_and_of_a_common_bias),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
