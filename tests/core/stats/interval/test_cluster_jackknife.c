/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The jackknife over clusters, against a calculation by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/stats/interval/cluster_jackknife.h"
#include "tests/support/near.h"

/*
 * Four of eight documents, all retrieved; clusters (1, 1), (0), (1). T = 3/4; without a cluster
 * 1/2, 1, 2/3, of mean 13/18: squares 42/324, and (1 - 4/8) (2/3) 42/324 = 7/162. As four clusters:
 * three times 2/3, and 1, of mean 3/4: squares 1/12, and (1/2) (3/4)/12 = 1/32. Of equal size there
 * would be 16/6 clusters.
 */
static void variance_is_that_of_the_shares_without_a_cluster(void **state)
{
	(void)state;
	const int relevant[] = { 1, 1, 0, 1 }, cluster[] = { 1, 1, 2, 3 };
	struct weighted d[4];
	struct cluster_jackknife x;
	struct interval_request q = { .quantity = QUANTITY_PRECISION, .beta = 1 };
	struct err e = { 0 };
	for (int i = 0; i < 4; i++)
		d[i] = (struct weighted){ .weight = 2,
					  .relevant = relevant[i] == 1,
					  .retrieved = true,
					  .cluster = cluster[i] };
	assert_int_equal(cluster_jackknife(d, 4, &q, &x, &e), 0);
	assert_near(x.share, 0.75, 1e-15);
	assert_near(x.variance, 7.0 / 162, 1e-15);
	assert_near(x.design_effect, 32 * 7.0 / 162, 1e-14);
	assert_near(x.equal, 16.0 / 6 / 3, 1e-15);
	assert_true(x.clusters == 3 && x.relevant == 2 && x.other == 1 && !x.certain && !x.single);
}

/* 40 clusters that are worth 20, of the 30 that are needed; 60 of these are enough. */
static void too_few_clusters_are_refused_with_what_they_are_worth(void **state)
{
	(void)state;
	struct cluster_jackknife x = { .clusters = 40, .relevant = 40, .other = 40, .equal = 0.5 };
	struct err e = { 0 };
	assert_int_equal(cluster_check(&x, QUANTITY_RECALL, &e), -1);
	assert_non_null(strstr(e.text,
			       "need 30 clusters in the judged set, and there are 40, worth 20.0 "
			       "of equal size"));
	x.clusters = 60;
	assert_int_equal(cluster_check(&x, QUANTITY_RECALL, &e), 0);
	assert_false(cluster_is_scarce(&x)); /* 40 of .5 are the 20 that are twice of 10 */
	x.relevant = 39;
	assert_true(cluster_is_scarce(&x));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(variance_is_that_of_the_shares_without_a_cluster),
		cmocka_unit_test(too_few_clusters_are_refused_with_what_they_are_worth),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
