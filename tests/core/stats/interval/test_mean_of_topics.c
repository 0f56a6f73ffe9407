/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Intervals of a mean over topics (core/stats/interval/mean_of_topics.h).
 */
#include "tests/support/interval_help.h"

#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/mean_of_topics.h"
#include "core/stats/interval/posterior.h"
#include "tests/support/cases.h"
#include "tests/support/oracle.h"
#include "tests/support/shared_by_size.h"

/* Of topics with two strata each, whose estimates and intervals do not matter. */
static struct interval mean_over(const char *method, struct divided_stratum (*d)[2], size_t count,
				 const struct interval_request *q)
{
	struct err e = { 0 };
	struct interval out = { NAN, NAN };
	struct topic_sample topic[3];
	const struct interval_method *m = method_named(method);
	assert_non_null(m);
	for (size_t t = 0; t < count; t++)
		topic[t] = (struct topic_sample){ 0.5,
						  { 0.1, 0.9 },
						  divided_posterior(m, d[t], 2, q, &e) };
	if (interval_mean(m, topic, count, q, &out, &e) < 0)
		fail_msg("%s: %s", method, e.text);
	for (size_t t = 0; t < count; t++)
		posterior_free(topic[t].posterior);
	return out;
}

/* Two strata that the run does not cut. */
static void whole_strata(const struct stratum *s, struct divided_stratum *d)
{
	for (int i = 0; i < 2; i++) {
		int side = s[i].retrieved;
		d[i] = (struct divided_stratum){ .size = s[i].size,
						 .sampled = s[i].sampled,
						 .retrieved = s[i].retrieved };
		d[i].relevant[side] = s[i].relevant;
		d[i].other[side] = s[i].sampled - s[i].relevant;
	}
}

/* ---- against all values of the mean ---- */

struct value {
	double value, mass;
};

struct values {
	struct value *v;
	size_t count;
};

static int by_value(const void *x, const void *y)
{
	const struct value *a = x, *b = y;
	return (a->value > b->value) - (a->value < b->value);
}

/* One sample in each segment, the prior of bb-half; 0/0 is 0. */
static struct values topic_values(const struct stratum s[2], enum quantity quantity)
{
	double *p[2], N1 = (double)s[0].size;
	for (int k = 0; k < 2; k++)
		p[k] = oracle_masses(s[k].size - s[k].sampled, 0.5 + (double)s[k].relevant,
				     0.5 + (double)(s[k].sampled - s[k].relevant));
	int64_t M1 = s[0].size - s[0].sampled, M0 = s[1].size - s[1].sampled;
	struct values out = { calloc((size_t)((M1 + 1) * (M0 + 1)), sizeof *out.v), 0 };
	for (int64_t i = 0; i <= M1; i++)
		for (int64_t j = 0; j <= M0; j++) {
			double R1 = (double)(s[0].relevant + i),
			       R = R1 + (double)(s[1].relevant + j);
			double value = quantity == QUANTITY_PRECISION ? R1 / N1
				       : quantity == QUANTITY_F	      ? 2 * R1 / (N1 + R)
				       : quantity == QUANTITY_YIELD   ? R
				       : R > 0			      ? R1 / R
								      : 0;
			out.v[out.count++] = (struct value){ value, p[0][i] * p[1][j] };
		}
	free(p[0]);
	free(p[1]);
	qsort(out.v, out.count, sizeof *out.v, by_value);
	return out;
}

static struct values sum_of(struct values a, struct values b)
{
	struct values out = { calloc(a.count * b.count, sizeof *out.v), a.count * b.count };
	for (size_t i = 0; i < out.count; i++) {
		const struct value *x = &a.v[i / b.count], *y = &b.v[i % b.count];
		out.v[i] = (struct value){ x->value + y->value, x->mass * y->mass };
	}
	free(a.v);
	free(b.v);
	qsort(out.v, out.count, sizeof *out.v, by_value);
	return out;
}

/* P(X + Y <= s) */
static double sum_upto(const struct values *x, const struct values *y, double s)
{
	double sum = 0, above = 0;
	size_t j = 0;
	for (size_t i = x->count; i-- > 0;) {
		while (j < y->count && x->v[i].value + y->v[j].value <= s)
			above += y->v[j++].mass;
		sum += x->v[i].mass * above;
	}
	return sum;
}

static double deviation_of(const struct values *x)
{
	double mean = 0, squares = 0;
	for (size_t i = 0; i < x->count; i++) {
		mean += x->v[i].mass * x->v[i].value;
		squares += x->v[i].mass * x->v[i].value * x->v[i].value;
	}
	return sqrt(squares - mean * mean);
}

/* The end is a quantile: P(sum <= end + slack) >= p > P(sum <= end - slack). */
static void assert_quantile(const struct values *x, const struct values *y, double end, double p,
			    double slack)
{
	double upto = sum_upto(x, y, end + slack), before = sum_upto(x, y, end - slack);
	if (!(upto >= p - 1e-10 && before < p + 1e-10))
		fail_msg("%.12g is no quantile: %.12g, %.12g, %.12g", end, before, p, upto);
}

static struct stratum random_stratum(uint64_t *state, int64_t largest, bool retrieved)
{
	int64_t N = 2 + oracle_below(state, largest - 1),
		n = 1 + oracle_below(state, N < 30 ? N : 30);
	int64_t r = oracle_below(state, 1 + (retrieved ? n : n / 3));
	return (struct stratum){ N, n, r, n, retrieved };
}

/* Random designs of some topics; `slack` is of the standard deviation of the sum. */
static void compare_designs(int designs, size_t topics, int64_t largest, double slack)
{
	static const enum quantity quantity[] = { QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F,
						  QUANTITY_YIELD };
	uint64_t state = 2024;
	for (int d = 0; d < 4 * designs; d++) {
		struct stratum s[3][2];
		struct divided_stratum divided[3][2];
		struct values x = { NULL, 0 }, y;
		enum quantity asked = quantity[d % 4];
		for (size_t t = 0; t < topics; t++) {
			s[t][0] = random_stratum(&state, largest, true);
			s[t][1] = random_stratum(&state, largest, false);
			whole_strata(s[t], divided[t]);
			y = topic_values(s[t], asked);
			if (t + 1 < topics)
				x = t == 0 ? y : sum_of(x, y);
		}
		const struct interval_request q = asking(asked, 0.025, 0.975);
		struct interval found = mean_over("bb-half", divided, topics, &q);
		double T = (double)topics;
		double width = fmax(slack * hypot(deviation_of(&x), deviation_of(&y)), 1e-9);
		assert_quantile(&x, &y, T * found.lower, 0.025, width);
		assert_quantile(&x, &y, T * found.upper, 0.975, width);
		free(x.v);
		free(y.v);
	}
}

static void small_topics_agree_with_all_values_enumerated(void **state)
{
	(void)state;
	compare_designs(60, 2, 12, 1e-9);
	compare_designs(20, 3, 8, 1e-9);
	compare_designs((int)cases(6, 2), 2, 300, 1e-9);
}

/* More than 200,000 values in a topic: no longer one by one. Lumps, such as 1/2, remain. */
static void larger_topics_agree_with_all_values_enumerated(void **state)
{
	(void)state;
	compare_designs((int)cases(3, 1), 2, cases(2400, 1200), 2e-4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_topics_agree_with_all_values_enumerated),
		cmocka_unit_test(larger_topics_agree_with_all_values_enumerated),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
