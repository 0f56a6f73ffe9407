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
 * rule for all tests (paired_differences.h). No pairs at all: every p is nan. All differences zero
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

#include "core/base/err.h"

/* How the sign test treats pairs without a difference. */
enum ties { TIES_DROP, TIES_HALF, TIES_RANDOM };

struct paired_test_request {
	enum ties ties;
	int64_t resamples; /* flips of signs, or samples with replacement */
	uint64_t seed;
	double scale; /* of the scores: differences_scale(); 0 if it is not known */
};

struct paired_test_result {
	double p;	  /* two-sided */
	double p_greater; /* one-sided: small if the differences are above 0 */
	double p_less;	  /* one-sided: small if they are below 0 */
	bool exact;	  /* from the whole distribution of the statistic; else an approximation or
			     sampled */
};

struct paired_test {
	const char *name;    /* as in --test=NAME, and in the output's p_NAME_map */
	const char *summary; /* one line */
	const char *manual;  /* statistic, source, treatment of ties and zeros */
	/* What it compares, after "significantly better in"; NULL: the means. */
	const char *about;
	bool random; /* takes resamples and a seed */
	/* nan in `out` where the test is undefined for the data; -1: `e` is filled. */
	int (*compute)(const double *difference, size_t count, const struct paired_test_request *q,
		       struct paired_test_result *out, struct err *e);
};

/* The build defines UNIT_SYMBOL per file, from the file's name. */
#define PAIRED_TEST const struct paired_test UNIT_SYMBOL

/* NULL if there is no such test. */
const struct paired_test *paired_test_find(const char *name);

/* The registry, in the order of names, ended by NULL. */
extern const struct paired_test *const paired_tests[];
