/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/stats/interval/family_bound.h"
#include "tests/support/near.h"

static void fill(struct family_sample *s, double documents)
{
	for (int i = 0; i < FAMILIES_LEFT; i++)
		s->left[i] = documents;
}

/* Nothing missed was drawn: k families of 25 leave no trace with probability .8^k, which is .05 for
 * k = ln 20/-ln .8. */
static void without_a_miss_it_is_the_exact_bound_of_the_largest_families(void **state)
{
	(void)state;
	struct family_sample s = { .drawn = 400, .families = 2000, .known_found = 3000 };
	fill(&s, 25);
	double missed = 25 * log(20) / -log(0.8);
	assert_near(family_recall_bound(&s, 0.05), 3000 / (3000 + missed), 1e-9);
}

/* One of these families has 90 documents, the others 10: as many of them leave no trace. */
static void one_large_family_counts_once(void **state)
{
	(void)state;
	struct family_sample s = { .drawn = 400, .families = 2000, .known_found = 3000 };
	fill(&s, 10);
	s.left[0] = 90;
	double missed = 80 + 10 * log(20) / -log(0.8);
	assert_near(family_recall_bound(&s, 0.05), 3000 / (3000 + missed), 1e-9);
}

/* The gamma distribution, integrated by Simpson's rule: its mass above x. */
static double gamma_above(double x, double shape)
{
	enum { STEPS = 20000 };
	double width = 60.0 / STEPS, sum = 0;
	for (int i = 0; i <= STEPS; i++) {
		double u = x + i * width, weight = i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2;
		sum += weight * exp((shape - 1) * log(u) - u);
	}
	return sum * width / 3 / tgamma(shape);
}

/* Half of the families, 3 of them with 4 documents missed each: mean 24 + 4/ln 2, variance 96 +
 * (4/ln 2)^2. */
static void families_that_were_missed_add_up(void **state)
{
	(void)state;
	struct family_sample s = { .drawn = 500,
				   .families = 1000,
				   .missed = 12,
				   .missed_squared = 48,
				   .known_found = 900,
				   .known_missed = 20 };
	fill(&s, 4);
	double missed = 900 / family_recall_bound(&s, 0.05) - 900 - 20, more = 4 / log(2);
	double mean = 24 + more, variance = 96 + more * more;
	assert_near(gamma_above(missed * mean / variance, mean * mean / variance), 0.05, 1e-7);
}

/* What was found is sampled too: the bound is lower, and with all families drawn it is the count.
 */
static void a_sample_of_what_was_found_lowers_it(void **state)
{
	(void)state;
	struct family_sample s = { .drawn = 500,
				   .families = 1000,
				   .missed = 12,
				   .missed_squared = 48,
				   .known_found = 800 };
	fill(&s, 4);
	double known = family_recall_bound(&s, 0.05);
	s.known_found = 0;
	s.produced = 400;
	s.produced_squared = 1200;
	assert_true(family_recall_bound(&s, 0.05) < known);
	s.drawn = 1000;
	assert_near(family_recall_bound(&s, 0.05), 400.0 / 412, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_miss_it_is_the_exact_bound_of_the_largest_families),
		cmocka_unit_test(one_large_family_counts_once),
		cmocka_unit_test(families_that_were_missed_add_up),
		cmocka_unit_test(a_sample_of_what_was_found_lowers_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
