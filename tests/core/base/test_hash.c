/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names as people give them: in a table of twice as many buckets as names, as hash_bytes() fills
 * it, and as a random function would.
 */
#include "core/base/banned.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "core/base/hash.h"

enum { NAMES = 1 << 16, BUCKETS = 2 * NAMES };

/* The most names in a bucket. At random, the mean is 1/2, and P(9 or more in one) = 3.4e-9 for
 * each of 131,072 buckets (Poisson). */
static size_t fullest(const char *form)
{
	static size_t count[BUCKETS];
	size_t most = 0;
	memset(count, 0, sizeof count);
	for (int i = 0; i < NAMES; i++) {
		char name[64];
		int length = snprintf(name, sizeof name, form, i);
		size_t *at = &count[hash_bytes(name, (size_t)length) % BUCKETS];
		most = ++*at > most ? *at : most;
	}
	return most;
}

static void usual_names_are_spread(void **state)
{
	(void)state;
	static const char *const form[] = { "%d",
					    "d%d",
					    "%07d",
					    "FT911-%d",
					    "LA010189-%05d",
					    "doc_%d_x",
					    "%dxxxxxxxxx",
					    "clueweb09-en0001-%02d-00001",
					    "https://example.org/a/page/%d/index.html" };
	for (size_t i = 0; i < sizeof form / sizeof *form; i++)
		if (fullest(form[i]) > 8)
			fail_msg("%s: %zu names in one bucket", form[i], fullest(form[i]));
}

/*
 * Numbers of topics are short, and a run that is sorted by score looks one up in each line. At
 * random, a look-up among 250 names in 256 buckets meets 1 + 249/512 = 1.486 of them, with a
 * standard deviation of .044 (31,125 pairs that share a bucket with probability 1/256).
 */
static void numbers_of_topics_are_spread(void **state)
{
	(void)state;
	for (int from = 1; from < 750; from += 50) {
		size_t count[256] = { 0 }, met = 0;
		for (int i = 0; i < 250; i++) {
			char name[8];
			int length = snprintf(name, sizeof name, "%d", from + i);
			met += ++count[hash_bytes(name, (size_t)length) % 256];
		}
		if ((double)met / 250 > 1.486 + 3 * .044)
			fail_msg("topics from %d: %g", from, (double)met / 250);
	}
}

/* Eight bytes that make a factor 0. */
static void a_factor_of_zero_is_no_trap(void **state)
{
	(void)state;
	const uint64_t one = UINT64_C(0x9e3779b185ebca87);
	unsigned first = 0;
	for (int i = 0; i < 3; i++) {
		char name[16];
		uint64_t rest = 1000 + (uint64_t)i;
		memcpy(name, &one, sizeof one);
		memcpy(name + sizeof one, &rest, sizeof rest);
		unsigned sum = hash_bytes(name, sizeof name);
		assert_true(i == 0 || sum != first);
		first = sum;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(usual_names_are_spread),
		cmocka_unit_test(numbers_of_topics_are_spread),
		cmocka_unit_test(a_factor_of_zero_is_no_trap),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
