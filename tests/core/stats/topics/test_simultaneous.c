/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tukey's HSD against R, the randomised one against all permutations, the largest t against all
 * signs and against all resamples, and ranks against their definition.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/stats/random/uniform.h"
#include "core/stats/topics/p_adjust.h"
#include "core/stats/topics/simultaneous.h"
#include "tests/support/near.h"

enum { MANY = 200000 };

static void compare(const char *name, const double *score, size_t systems, size_t topics,
		    int64_t resamples, int jobs, struct simultaneous *out)
{
	struct system_pair pair[64];
	const struct score_block x = { score, systems, topics };
	const struct simultaneous_request q = {
		.alpha = 0.05, .resamples = resamples, .seed = 3, .jobs = jobs
	};
	struct err e = { 0 };
	size_t pairs = 0;
	for (size_t a = 0; a < systems; a++)
		for (size_t b = a + 1; b < systems; b++)
			pair[pairs++] = (struct system_pair){ b, a };
	const struct adjustment *a = adjustment_find(name);
	assert_non_null(a);
	assert_int_equal(a->together(&x, pair, pairs, &q, out, &e), 0);
}

/*
 * R: d <- data.frame(score=as.vector(M), topic=factor(rep(1:n,k)), system=factor(rep(1:k,each=n)))
 *    TukeyHSD(aov(score ~ topic + system, d), "system")
 */
static void tukey_is_that_of_R(void **state)
{
	(void)state;
	struct simultaneous out[64];
	/* M <- cbind(c(.2,.1,.4,.6,.3,.5), c(.3,.5,.4,.2,.9,.7), c(.29,.49,.39,.19,.89,.67)) */
	const double one[] = { .2, .1, .4, .6,	.3,  .5,  .3,  .5,  .4,
			       .2, .9, .7, .29, .49, .39, .19, .89, .67 };
	compare("tukey", one, 3, 6, 1, 1, out);
	const double p_one[] = { 0.424048136310, 0.485534130549, 0.992612040060 };
	for (size_t i = 0; i < 3; i++) {
		assert_near(out[i].p, p_one[i], 1e-8);
		assert_near(out[i].reach, 0.465039189615 - 0.15, 1e-5);
	}
	/* M <- outer(1:20, 1:5, function(t,s) sin(t*1.7)/3 + sin(t*s*.9)/5 + s*.04) */
	double two[100];
	for (int s = 1; s <= 5; s++)
		for (int t = 1; t <= 20; t++)
			two[(s - 1) * 20 + t - 1] =
				sin(t * 1.7) / 3 + sin(t * s * .9) / 5 + s * .04;
	compare("tukey", two, 5, 20, 1, 3, out);
	/* 2-1 3-1 4-1 5-1 3-2 4-2 5-2 4-3 5-3 5-4 */
	const double p_two[] = { 0.9371218993933, 0.5342388998016, 0.1488788386558, 0.0223810297448,
				 0.9371930663450, 0.5347393576518, 0.1495162951629, 0.9373410702402,
				 0.5358849316606, 0.9376936068983 };
	for (size_t i = 0; i < 10; i++) {
		assert_near(out[i].p, p_two[i], 1e-8);
		assert_near(out[i].reach, 0.183147395935 - 0.0397555370351, 1e-5);
	}
}

static const double FEW[] = { .1, .5, .3, .8, .2, .3, .1, .9, .05, .4, .7, .6 };

/* All 6^4 ways to permute three systems within four topics. */
static void random_tukey_is_all_permutations(void **state)
{
	(void)state;
	static const int order[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
					 { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
	struct simultaneous out[3], other[3];
	double mean[3] = { 0 }, all = 1296, reached[3] = { 0 }, beyond = 0;
	for (int i = 0; i < 12; i++)
		mean[i / 4] += FEW[i] / 4;
	const double apart[] = { fabs(mean[0] - mean[1]), fabs(mean[0] - mean[2]),
				 fabs(mean[1] - mean[2]) };
	compare("random-tukey", FEW, 3, 4, MANY, 1, out);
	for (int way = 0; way < 1296; way++) {
		double sum[3] = { 0 };
		for (int t = 0, rest = way; t < 4; t++, rest /= 6)
			for (int s = 0; s < 3; s++)
				sum[s] += FEW[order[rest % 6][s] * 4 + t] / 4;
		double range =
			fmax(fmax(sum[0], sum[1]), sum[2]) - fmin(fmin(sum[0], sum[1]), sum[2]);
		for (int i = 0; i < 3; i++)
			reached[i] += range >= apart[i] - 1e-12;
		beyond += range > out[0].reach + 1e-12;
	}
	for (int i = 0; i < 3; i++) {
		double p = reached[i] / all;
		assert_near(out[i].p, p, 4 * sqrt(p * (1 - p) / MANY) + 1e-5);
		printf("random-tukey: p %.4f of all, %.4f drawn\n", p, out[i].p);
	}
	assert_true(beyond / all <= 0.05 + 0.002);
	compare("random-tukey", FEW, 3, 4, MANY, 4, other);
	assert_memory_equal(out, other, sizeof out);
}

enum { DRAWN = 5, DRAWS = 3125 };

/* Mean and variance of the mean of the values at `at`; k of the values themselves. */
static void moments(const double *d, const int *at, double *mean, double *variance, double *k)
{
	double second = 0, fourth = 0;
	*mean = 0;
	for (int i = 0; i < DRAWN; i++)
		*mean += d[at[i]] / DRAWN;
	for (int i = 0; i < DRAWN; i++) {
		second += pow(d[at[i]] - *mean, 2);
		fourth += pow(d[at[i]] - *mean, 4);
	}
	*variance = second / DRAWN / (DRAWN - 1);
	*k = second > 0 ? fourth / second / second : 1;
}

/* Each pair's |t*| in a resample, by the formula of shrunk_t.c, w = .4. */
static void shrunk_of(const double (*d)[DRAWN], const int *at, const double *mean,
		      const double *variance, const double *k, double pooled, double *t)
{
	double m[3], v[3], unused, all = 0;
	for (int p = 0; p < 3; p++) {
		moments(d[p], at, &m[p], &v[p], &unused);
		all += v[p] / 3;
	}
	all = fmax(all, .05 * pooled);
	for (int p = 0; p < 3; p++) {
		double own = .95 * v[p] + .05 * variance[p] + pow(k[p], 3) * all;
		double apart = fabs(m[p] - mean[p]);
		t[p] = apart > 1e-12 ? apart / sqrt(pow(own, .6) * pow(all, .4)) : 0;
	}
}

/*
 * Three systems on five topics: all 5^5 resamples. The third pair differs in one topic only. p is
 * step by step: a pair against those whose |t| is not larger than its own, found by looking at all.
 */
static void shrunk_t_is_all_resamples(void **state)
{
	(void)state;
	const double score[] = { .2, .1, .4, .6, .3, .31, .5, .42, .2, .9, .31, .5, .42, .2, .75 };
	const int pair[3][2] = { { 1, 0 }, { 2, 0 }, { 2, 1 } };
	double d[3][DRAWN], mean[3], variance[3], k[3], pooled = 0, error[3], t[3];
	static double drawn[DRAWS][3];
	int at[DRAWN] = { 0, 1, 2, 3, 4 };
	struct simultaneous out[3], other[3];
	for (int p = 0; p < 3; p++) {
		for (int i = 0; i < DRAWN; i++)
			d[p][i] = score[pair[p][0] * DRAWN + i] - score[pair[p][1] * DRAWN + i];
		moments(d[p], at, &mean[p], &variance[p], &k[p]);
		pooled += variance[p] / 3;
	}
	for (int p = 0; p < 3; p++) {
		error[p] = sqrt(pow(variance[p] + pow(k[p], 3) * pooled, .6) * pow(pooled, .4));
		t[p] = fabs(mean[p]) / error[p];
	}
	for (int way = 0; way < DRAWS; way++) {
		for (int i = 0, rest = way; i < DRAWN; i++, rest /= DRAWN)
			at[i] = rest % DRAWN;
		shrunk_of(d, at, mean, variance, k, pooled, drawn[way]);
	}
	compare("shrunk-t", score, 3, DRAWN, MANY, 1, out);
	for (int p = 0; p < 3; p++) {
		double step = 0, single = 0, beyond = 0, from = 0;
		for (int before = 0; before < 3;
		     before++) { /* p is at least that of any of these */
			double reached = 0;
			for (int way = 0; way < DRAWS && t[before] >= t[p]; way++) {
				double most = 0;
				for (int q = 0; q < 3; q++)
					most = fmax(most, t[q] <= t[before] ? drawn[way][q] : 0);
				reached += most >= t[before] * (1 - 1e-9);
			}
			step = fmax(step, reached / DRAWS);
		}
		for (int way = 0; way < DRAWS; way++) {
			double most = fmax(fmax(drawn[way][0], drawn[way][1]), drawn[way][2]);
			single += most >= t[p] * (1 - 1e-9);
			beyond += most > out[p].reach / error[p] * (1 + 1e-9);
			from += most >= out[p].reach / error[p] * (1 - 1e-9);
		}
		assert_near(out[p].p, step, 4 * sqrt(step * (1 - step) / MANY) + 1e-5);
		assert_true(beyond / DRAWS <= 0.05 + 0.002 && from / DRAWS >= 0.05 - 0.002);
		printf("shrunk-t: p %.4f of all, %.4f drawn; in one step %.4f\n", step, out[p].p,
		       single / DRAWS);
	}
	compare("shrunk-t", score, 3, DRAWN, MANY, 4, other);
	assert_memory_equal(out, other, sizeof out);
}

/*
 * Ranks by their definition: those better than a system are the systems whose interval against it
 * lies above 0, whichever of the two comes first.
 */
static void ranks_are_counted(void **state)
{
	(void)state;
	enum { M = 5 };
	struct uniform u = uniform_start(4, 0, STREAM_FIRST);
	for (int trial = 0; trial < 200; trial++) {
		struct rank_set set[M];
		int better[M] = { 0 }, worse[M] = { 0 };
		bool lower_better = trial % 2 == 1;
		rank_sets_begin(set, M);
		for (size_t a = 0; a < M; a++)
			for (size_t b = a + 1; b < M; b++) {
				double from = uniform_next(&u) - 0.5, to = from + 0.4;
				bool swap = uniform_next(&u) < 0.5; /* b - a instead of a - b */
				const struct system_pair p = { swap ? b : a, swap ? a : b };
				const struct interval d = { swap ? -to : from, swap ? -from : to };
				bool above = lower_better ? to < 0 : from > 0;
				bool below = lower_better ? from > 0 : to < 0;
				worse[a] += above;
				better[b] += above;
				better[a] += below;
				worse[b] += below;
				rank_sets_add(set, &p, d, lower_better);
			}
		for (size_t i = 0; i < M; i++) {
			assert_int_equal(set[i].first, 1 + better[i]);
			assert_int_equal(set[i].last, M - worse[i]);
		}
	}
	/* no interval says nothing */
	struct rank_set set[2];
	rank_sets_begin(set, 2);
	rank_sets_add(set, &(struct system_pair){ 0, 1 }, (struct interval){ NAN, NAN }, false);
	assert_true(set[0].first == 1 && set[0].last == 2);
}

/* Two systems: the same pair, whichever the order, and no interval where nothing varies. */
static void edges(void **state)
{
	(void)state;
	struct simultaneous out[3];
	const double same[] = { .1, .2, .3, .4, .1, .2, .3, .4, .2, .3, .4, .5 };
	compare("tukey", same, 3, 4, 1, 1, out);
	for (int i = 0; i < 3; i++)
		assert_true(isnan(out[i].p) && isnan(out[i].reach));
	compare("shrunk-t", same, 3, 4, 999, 1, out);
	for (int i = 0; i < 3; i++)
		assert_true(isnan(out[i].p) && isnan(out[i].reach));
	compare("random-tukey", same, 2, 4, 999, 1, out);
	assert_near(out[0].p, 1, 0);
	/* 10 draws are too few for 95 % */
	compare("shrunk-t", FEW, 3, 4, 10, 1, out);
	assert_true(isinf(out[0].reach) && out[0].p >= 1.0 / 11);
	/* tukey of two systems is the paired t test: differences .1 .4 0 -.4 .6 .2 of compare.bats
	 */
	const double two[] = { .3, .5, .4, .2, .9, .7, .2, .1, .4, .6, .3, .5 };
	compare("tukey", two, 2, 6, 1, 1, out);
	assert_near(out[0].p, 0.335536, 5e-7);
	assert_near(out[0].reach, 0.512017 - 0.15, 5e-7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tukey_is_that_of_R),
		cmocka_unit_test(random_tukey_is_all_permutations),
		cmocka_unit_test(shrunk_t_is_all_resamples),
		cmocka_unit_test(ranks_are_counted),
		cmocka_unit_test(edges),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
