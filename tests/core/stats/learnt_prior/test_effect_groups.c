/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The groups of topics before anything is learnt: when sizes are covariates. By hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/stats/learnt_prior/effect_groups.h"
#include "tests/support/near.h"

enum { TOPICS = 3 };

/* A run retrieves 10, 100 and 1,000 of 2,000, 2,000 and 2,000 documents; half of 8 are relevant. */
static void fill(struct learnt_cell cell[TOPICS][LEARNT_GROUPS], struct learnt_topic *topic,
		 int groups)
{
	static const double size[TOPICS] = { 10, 100, 1000 };
	for (int t = 0; t < TOPICS; t++) {
		for (int g = 0; g < groups; g++)
			cell[t][g] = (struct learnt_cell){ .size = g == 0 ? size[t] : 2000,
							   .sampled = 8,
							   .relevant = 4,
							   .weight = 1,
							   .group = g,
							   .rate = .5 };
		topic[t] = (struct learnt_topic){ .cell = cell[t], .cells = (size_t)groups };
	}
}

/*
 * The logs of 10, 100 and 1,000 are log 10 apart. One run: they are covariates of both groups. Two
 * runs, or shares of kinds of documents, of which it is not known how many there are: they stay
 * offsets of the group itself. The same size everywhere tells nothing.
 */
static void sizes_are_covariates_of_one_run_with_known_sizes(void **state)
{
	(void)state;
	struct learnt_cell cell[TOPICS][LEARNT_GROUPS];
	struct learnt_topic topic[TOPICS];
	struct effect_groups x;
	struct err e = { 0 };
	for (int pair = 0; pair < 2; pair++)
		for (int share = 0; share < 2; share++) {
			struct learnt_request q = { .of = { .quantity = QUANTITY_RECALL,
							    .beta = 1,
							    .share = share == 1 } };
			bool slopes = pair == 0 && share == 0;
			fill(cell, topic, pair == 1 ? 3 : 2);
			assert_int_equal(effect_groups_init(&x, topic, TOPICS, &q, pair == 1, &e),
					 0);
			assert_true(x.slopes == slopes);
			for (int t = 0; t < TOPICS; t++) {
				double apart = (t - 1) * log(10);
				assert_near(x.group[t][0].offset, slopes ? 0 : apart, 1e-12);
				for (int g = 0; g < 2; g++)
					assert_near(x.group[t][g].spread, slopes ? apart : 0,
						    1e-12);
				assert_near(x.group[t][1].offset, 0, 1e-12);
			}
			effect_groups_release(&x);
		}
	struct learnt_request q = { .of = { .quantity = QUANTITY_RECALL, .beta = 1 } };
	fill(cell, topic, 2);
	for (int t = 0; t < TOPICS; t++)
		cell[t][0].size = 100;
	assert_int_equal(effect_groups_init(&x, topic, TOPICS, &q, false, &e), 0);
	assert_false(x.slopes);
	effect_groups_release(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_are_covariates_of_one_run_with_known_sizes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
