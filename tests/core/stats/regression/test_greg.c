/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The regression estimate. Expected values are those of R's package survey 4.1
 * (tests/support/survey.R prints them), and of post-stratification by its definition.
 */
#include <math.h>

#include "core/stats/regression/greg.h"
#include "tests/support/near.h"

enum { UNITS = 200, MOST = 4 };

static const struct greg_stratum strata[3] = { { 40, 12 }, { 60, 18 }, { 100, 30 } };

struct unit {
	size_t stratum;
	double x, z;
	int class;
	bool sampled;
};

/* Data set k, by the formulas of survey.R. */
static void make_units(struct unit *u, int k)
{
	for (int i = 0; i < UNITS; i++) {
		int c = (i * 13 + k * 5) % 11;
		u[i].stratum = i < 40 ? 0 : i < 100 ? 1 : 2;
		u[i].x = 1 + ((i * 37 + k * 11) % 23) / 7.0;
		u[i].class = (c < 5) + (c < 2);
		u[i].z = (((i * 29 + k * 17) % 31) / 10.0 + u[i].x * (1 + k / 2.0) + u[i].class) *
			 ((i + k) % 4 != 0);
		u[i].sampled = (i * 7 + 3 * k) % 10 < 3;
	}
}

enum model { CLASSES, LINE, CLASSES_AND_X, RATIO };

static size_t covariates(enum model model, const struct unit *u, double *x)
{
	size_t n = 0;
	if (model == CLASSES || model == CLASSES_AND_X)
		for (int c = 0; c < 3; c++)
			x[n++] = u->class == c;
	if (model == LINE)
		x[n++] = 1;
	if (model != CLASSES)
		x[n++] = u->x;
	return n;
}

/* V of greg.h, by its residuals. */
static double variance_of(const struct greg_sample *s, const struct greg *x, size_t strata_used)
{
	double variance = 0;
	for (size_t h = 0; h < strata_used; h++) {
		double sum = 0, squares = 0;
		for (size_t u = 0; u < s->units; u++) {
			sum += s->of[u] == h ? x->residual[u] : 0;
			squares += s->of[u] == h ? x->residual[u] * x->residual[u] : 0;
		}
		variance += greg_stratum_variance(&s->stratum[h], sum, squares);
	}
	return variance;
}

static struct greg fit(int k, enum model model, double *variance)
{
	struct unit unit[UNITS];
	double z[UNITS], q[UNITS], x[UNITS * MOST], total[MOST] = { 0 }, one[MOST];
	size_t of[UNITS], units = 0, p = 0;
	make_units(unit, k);
	for (int i = 0; i < UNITS; i++) {
		p = covariates(model, &unit[i], one);
		for (size_t j = 0; j < p; j++)
			total[j] += one[j];
		if (!unit[i].sampled)
			continue;
		covariates(model, &unit[i], x + units * p);
		z[units] = unit[i].z;
		q[units] = model == RATIO ? unit[i].x : 1;
		of[units++] = unit[i].stratum;
	}
	const struct greg_sample s = { .stratum = strata,
				       .units = units,
				       .z = z,
				       .q = q,
				       .of = of,
				       .x = x,
				       .covariates = p,
				       .total = total };
	struct greg out;
	struct err e = { 0 };
	if (greg_fit(&s, &out, &e) < 0)
		fail_msg("%s", e.text);
	*variance = variance_of(&s, &out, 3);
	greg_release(&out);
	return out;
}

static void survey_agrees(void **state)
{
	(void)state;
	static const struct {
		enum model model;
		double total[3], se[3];
	} expected[] = {
		{ CLASSES,
		  { 605.940692640693, 763.412661064426, 935.760845588235 },
		  { 53.022185473926, 65.761291193134, 82.237572579171 } },
		{ LINE,
		  { 618.836642981800, 773.418253657795, 954.503957228955 },
		  { 55.878673683868, 68.521262185649, 83.396430260526 } },
		{ CLASSES_AND_X,
		  { 616.651939106940, 774.655763545051, 950.976392052563 },
		  { 51.991693247996, 67.366733089317, 82.328415450712 } },
		{ RATIO,
		  { 626.961165845649, 785.324989786191, 960.876701002982 },
		  { 57.214181061363, 70.321967232553, 83.421329105288 } },
	};
	for (size_t m = 0; m < sizeof expected / sizeof expected[0]; m++)
		for (int k = 0; k < 3; k++) {
			double variance;
			const struct greg x = fit(k, expected[m].model, &variance);
			assert_near_at(x.total, expected[m].total[k], 1e-8, "model %zu, data %d", m,
				       k);
			assert_near_at(sqrt(variance), expected[m].se[k], 1e-8,
				       "model %zu, data %d", m, k);
		}
}

/*
 * Post-stratification by its definition: sum over classes of their number times the mean of z in
 * the sample, weighted by N/n.
 */
static void indicators_post_stratify(void **state)
{
	(void)state;
	for (int k = 0; k < 40; k++) {
		struct unit unit[UNITS];
		double size[3] = { 0 }, sum[3] = { 0 }, weight[3] = { 0 }, total = 0;
		make_units(unit, k);
		for (int i = 0; i < UNITS; i++) {
			const struct greg_stratum *h = &strata[unit[i].stratum];
			double d = unit[i].sampled ? h->size / h->sampled : 0;
			size[unit[i].class]++;
			weight[unit[i].class] += d;
			sum[unit[i].class] += d * unit[i].z;
		}
		for (int c = 0; c < 3; c++)
			total += size[c] * sum[c] / weight[c];
		const struct greg x = fit(k, CLASSES, &(double){ 0 });
		assert_near_at(x.total, total, 1e-10 * total, "data %d", k);
	}
}

/* Everything is sampled: the total itself, without an error. */
static void a_census_has_no_error(void **state)
{
	(void)state;
	static const struct greg_stratum all = { 4, 4 };
	const double z[] = { 1, 0, 2, 5 }, q[] = { 1, 1, 1, 1 }, x[] = { 1, 2, 1, 3 }, total = 7;
	const size_t of[] = { 0, 0, 0, 0 };
	const struct greg_sample s = { &all, 4, z, q, of, x, 1, &total };
	struct greg out;
	struct err e = { 0 };
	assert_int_equal(greg_fit(&s, &out, &e), 0);
	assert_near(out.total, 8, 1e-12);
	assert_near(variance_of(&s, &out, 1), 0, 1e-12);
	greg_release(&out);
}

/* Two equal covariates tell nothing apart. */
static void combinations_are_refused(void **state)
{
	(void)state;
	static const struct greg_stratum half = { 8, 4 };
	const double z[] = { 1, 0, 2, 5 }, q[] = { 1, 1, 1, 1 }, total[] = { 7, 7 };
	const double x[] = { 1, 1, 2, 2, 1, 1, 3, 3 };
	const size_t of[] = { 0, 0, 0, 0 };
	const struct greg_sample s = { &half, 4, z, q, of, x, 2, total };
	struct greg out;
	struct err e = { 0 };
	assert_int_equal(greg_fit(&s, &out, &e), -1);
	greg_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(survey_agrees),
		cmocka_unit_test(indicators_post_stratify),
		cmocka_unit_test(a_census_has_no_error),
		cmocka_unit_test(combinations_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
