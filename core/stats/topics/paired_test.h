/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of the hypothesis that paired scores differ only by chance.
 *
 * Numbers in, numbers out: a test sees the differences, one for each pair. Each test is one file in
 * core/stats/topics/tests/, which ends with one `PAIRED_TEST = { ... };`; the build collects the
 * directory into the registry.
 *
 * What counts as no difference, and which differences are as large as each other, is decided by one
 * rule for all tests (below). No pairs at all: every p is nan. All differences zero
 * (two identical runs): the data are as the hypothesis says, and p = 1 by the sign, the Wilcoxon
 * and the randomization test; t and bootstrap divide by a standard deviation of 0, and are nan, as
 * they are for a single pair and for pairs that all differ by the same. A nan or infinite
 * difference is an error.
 *
 * For the tests by counting or ranking, p_less = P(S <= s) and p_greater = P(S >= s) under the
 * hypothesis, S being larger the more the differences lie above 0. So with differences A - B the
 * "left-p-value" of Aslam & Pavlu 2008, section 3.2 and Table 1, is p_less of the Wilcoxon test:
 * their pair (A, B) is "significant" if p_less > .95. As both tails hold the observed value,
 * p_less + p_greater = 1 + P(S = s): a pair with p_greater < .05 is always of that class, while one
 * with p_less > .95 may miss p_greater < .05 by that one value.
 */
#pragma once

#include <stddef.h>

#include "core/base/err.h"

/* How the sign test treats pairs without a difference. */
enum ties { TIES_DROP, TIES_HALF, TIES_RANDOM };

struct paired_test_request {
	enum ties ties;
	int64_t resamples; /* flips of signs, or samples with replacement */
	uint64_t seed;
	double scale;	       /* of the scores: differences_scale(); 0 if it is not known */
	const uint32_t *signs; /* paired_test_signs(); NULL: they are drawn for each pair */
};

/*
 * The signs that the randomization test draws, which are the same for all pairs, of `most`
 * differences at most: for a caller with many pairs; to be freed. NULL: they would take too much
 * room. The results are the same with them and without.
 */
uint32_t *paired_test_signs(const struct paired_test_request *q, size_t most);

struct differences;
struct paired_test_result {
	double p;	  /* two-sided */
	double p_greater; /* one-sided: small if the differences are above 0 */
	double p_less;	  /* one-sided: small if they are below 0 */
	bool exact;	  /* from the whole distribution of the statistic; else an approximation or
			     sampled */
};

struct paired_test {
	const char *name;    /* as in --test=NAME, and in the output's p_NAME_map */
	const char *called;  /* in text for people, before "test" */
	const char *summary; /* one line */
	const char *manual;  /* statistic, source, treatment of ties and zeros */
	/* What it compares, after "significantly better in"; NULL: the means. */
	const char *about;
	bool random; /* takes resamples and a seed */
	/* One difference or more, which it may change. Leaves `out` as it is, nan and not exact,
	 * where the test is undefined for the data; -1: `e` is filled. */
	int (*compute)(struct differences *d, const struct paired_test_request *q,
		       struct paired_test_result *out, struct err *e);
};

/* The build defines UNIT_SYMBOL per file, from the file's name. */
#define PAIRED_TEST const struct paired_test UNIT_SYMBOL

/* NULL if there is no such test. */
const struct paired_test *paired_test_find(const char *name);

/* nan in `out` where the test is undefined for the data; -1: `e` is filled. */
int paired_test_compute(const struct paired_test *t, const double *difference, size_t count,
			const struct paired_test_request *q, struct paired_test_result *out,
			struct err *e);

/* The registry, in the order of names, ended by NULL. */
extern const struct paired_test *const paired_tests[];

/*
 * Differences of paired scores, freed from the noise of binary subtraction. Every paired test and
 * the effect sizes see the differences through this, so that they agree about what is a tie.
 *
 * 0.3 - 0.2 and 0.2 - 0.1 are the same difference to a person, and not the same double; a mean that
 * was added up in another order is another run's mean up to 1e-17. The rounding error of x - y is
 * proportional to x and y, not to the difference, so the rule is relative to the scores:
 *
 *     tolerance = 1e-12 times the scale, the largest magnitude among the scores
 *     a difference of at most the tolerance is 0
 *     magnitudes that lie within one tolerance, upwards from the smallest, are the same
 *
 * 1e-12 is some 5,000 times the rounding of one operation on numbers of that size, room for scores
 * that were themselves added up, and 1e8 times finer than the four decimals that evaluation tools
 * print. A caller who has only differences (scale 0) gets the scale of most measures, 1.
 */

/* Settled: magnitudes that count as the same are equal to the last bit, and none is -0. */
struct differences {
	double *value; /* in the order in which they came */
	size_t count;
	size_t wins, ties, losses; /* above, equal to and below 0 */
	double tolerance;
	double mean;	  /* exactly 0 within the tolerance; nan if there are none */
	double deviation; /* divisor count - 1; exactly 0 if all are equal; nan below two */
};

/*
 * The largest magnitude among scores that are subtracted, for `scale`. Skips what is not finite;
 * at least 1e-100, so that scores of 0 are not taken for unknown ones.
 */
double differences_scale(const double *x, const double *y, size_t count);

/*
 * Copies. The scale is at least the largest difference; 0 means "not known", and is 1 or the
 * largest difference. An error if a difference is not finite or beyond 1e100 in magnitude, whose
 * squares could not be added up, or the scale is not 0 or in [1e-100, 1e100].
 */
int differences_init(struct differences *d, const double *difference, size_t count, double scale,
		     struct err *e);

void differences_release(struct differences *d);

/*
 * Do two systems differ, not for these runs of them, but for the seeds that these are a sample of?
 * Topics and seeds are crossed: each of S seeds of a system has a score on each of n topics, and
 * both are random. The t test of differences that are averaged over seeds takes the seeds as given.
 *
 *     score = system + topic + system:topic + seed + residual
 *     error^2 = T + sum over both systems of (M - R),  at least T
 *
 * T: variance of the averaged differences over n. M: variance of the means of the seeds over S. R:
 * mean square of the residuals over n S, which T and M both contain. Degrees of freedom by
 * Satterthwaite (1946, "An approximate distribution of estimates of variance components"), and n-1
 * where the error is T.
 */

/* The seeds of a system. */
struct seeds {
	size_t count;
	double deviation; /* of their means over topics, divisor count - 1 */
	double residual;  /* mean square: scores less the means of topic and seed */
};

struct crossed_seeds {
	double p; /* two-sided; nan: a system has fewer than SEEDS_NEEDED, or the error is not known
		   */
	double error, freedom;
};

enum { SEEDS_NEEDED = 3 };

/* `mean` and `deviation` of the averaged differences, with divisor topics - 1. */
struct crossed_seeds crossed_seeds_test(double mean, double deviation, size_t topics,
					const struct seeds of[2]);
