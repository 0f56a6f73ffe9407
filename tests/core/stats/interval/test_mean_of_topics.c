/*
 * Intervals of a mean over topics (core/stats/interval/mean_of_topics.h).
 */
#include "tests/support/interval_help.h"

#include "core/stats/interval/mean_of_topics.h"

static struct interval mean_over(const char *method, const struct topic_sample *topic, size_t count,
				 const struct mean_request *q)
{
	struct err e = { 0 };
	struct interval out = { NAN, NAN };
	const struct interval_method *m = interval_find(method);
	assert_non_null(m);
	if (interval_mean(m, topic, count, q, &out, &e) < 0)
		fail_msg("%s: %s", method, e.text);
	return out;
}

/*
 * Of 40 means the quantile .025 is the smallest, as is the quantile .02. Computed from a level,
 * (1 - .95)/2 is a little more than .025, and 40 times that a little more than 1: not the second.
 */
static void random_topics_give_the_smallest_of_40_means_for_a_fortieth(void **state)
{
	(void)state;
	static const struct stratum s[][2] = {
		{ { 400, 40, 8, 40, true }, { 3000, 50, 1, 50, false } },
		{ { 200, 30, 20, 30, true }, { 900, 30, 3, 30, false } },
		{ { 700, 25, 4, 25, true }, { 5000, 60, 0, 60, false } },
	};
	struct topic_sample topic[3];
	for (int t = 0; t < 3; t++)
		topic[t] = (struct topic_sample){ s[t], 2, 0.5, { 0.1, 0.9 } };
	struct mean_request q = { asking(QUANTITY_RECALL, (1 - 0.95) / 2, (1 - 0.95) / 2 + 0.95),
				  true, 40 };
	struct interval x = mean_over("bb-shared", topic, 3, &q);
	q.interval.lower_p = 0.02;
	q.interval.upper_p = 0.974;
	struct interval y = mean_over("bb-shared", topic, 3, &q);
	assert_true(x.lower == y.lower && x.upper == y.upper);
	q.interval.lower_p = 0.026;
	q.interval.upper_p = 0.976;
	struct interval z = mean_over("bb-shared", topic, 3, &q);
	assert_true(x.lower < z.lower && x.upper < z.upper);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_topics_give_the_smallest_of_40_means_for_a_fortieth),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
