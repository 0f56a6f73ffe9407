/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every interval method far out: strata to 2^53 documents, many strata, samples from none to all.
 *
 * What is checked needs no other program: both ends are numbers in the range of the quantity, the
 * estimate is between them, and more data of the same kind makes no interval wider. If every
 * stratum has many relevant documents and others, all methods come to `normal`; half the widths are
 * compared with it. A method that does not apply to a sample says so; it must not do so for one
 * sample and answer for a smaller one of the same shape.
 *
 * `make far-out` (FAR_OUT=1; FAR_OUT_METHOD=NAME for one method) has more and larger samples; it
 * prints its counts.
 */
#include <stdio.h>

#include "core/stats/interval/posterior.h"
#include "tests/support/interval_help.h"
#include "tests/support/cases.h"

static const enum quantity quantities[] = { QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F,
					    QUANTITY_YIELD };

static bool is_one_of(const struct interval_method *m, const char *const *names)
{
	while (*names && strcmp(m->name, *names) != 0)
		names++;
	return *names != NULL;
}

/* Normal approximations as they were published, which may leave the range. */
static bool may_leave_range(const struct interval_method *m)
{
	static const char *const names[] = { "normal",	      "normal-uncorr", "laplace",
					     "agresti-coull", "naive",	       NULL };
	return is_one_of(m, names);
}

/*
 * Methods whose ends are not about the estimate: laplace, agresti-coull and bb-uniform are about
 * one with documents added to each stratum, naive about the sample without its weights, trec-legal
 * about several.
 */
static bool may_exclude_estimate(const struct interval_method *m)
{
	static const char *const names[] = { "laplace",	   "agresti-coull", "naive",
					     "trec-legal", "bb-uniform",    NULL };
	return is_one_of(m, names);
}

/*
 * Methods of the binomial distribution, which draws with replacement: with all of five documents
 * judged they have a width still, and of a yield an end above what is left.
 */
static bool draws_with_replacement(const struct interval_method *m)
{
	static const char *const names[] = { "clopper-pearson", "wilson", "koopman", NULL };
	return is_one_of(m, names);
}

/*
 * A prior in each stratum is as much as the sample, if of 100 strata and more four documents are
 * judged each: the program warns of it (core/stats/interval/interval_cautions.c).
 */
static bool is_outweighed(const struct interval_method *m, size_t strata)
{
	static const char *const names[] = { "bb-half", "bb-mcp", "jeffreys", NULL };
	return strata >= 100 && is_one_of(m, names);
}

/* Most documents of all strata together. */
#define LARGEST POSTERIOR_DOCUMENTS

/* In a stratum that is not judged as a whole: exact limits take seconds with more. */
#define MOST_SAMPLED (INT64_C(1) << 28)

struct counts {
	int asked, answered, refused, undefined, compared, faults;
};

static struct counts counts;

static void fault(const struct interval_method *m, enum quantity q, const struct stratum *s,
		  size_t count, struct interval x, const char *what)
{
	counts.faults++;
	print_error(
		"%s: %s of quantity %d: %.17g .. %.17g; %zu strata, the first: N %lld, n %lld, r "
		"%lld, the last: N %lld, n %lld, r %lld\n",
		what, m->name, (int)q, x.lower, x.upper, count, (long long)s[0].size,
		(long long)s[0].sampled, (long long)s[0].relevant, (long long)s[count - 1].size,
		(long long)s[count - 1].sampled, (long long)s[count - 1].relevant);
}

/* `count` strata of about `size` documents, `sampled` of each judged: rates in quarters. */
struct shape {
	size_t count;
	int64_t size, sampled;
	int inside, outside; /* quarters of the sample that are relevant in either segment */
};

static struct stratum *strata_of(const struct shape *a)
{
	struct stratum *s = test_calloc(a->count, sizeof *s);
	for (size_t i = 0; i < a->count; i++) {
		/* every seventh stratum is as large as the others together would be */
		int64_t size = a->size - (i % 7 > 0 ? a->size / 8 * (int64_t)(i % 7) : 0);
		int64_t n = a->sampled < size ? a->sampled : size;
		bool retrieved = i % 2 == 0;
		int64_t r = n / 4 * (retrieved ? a->inside : a->outside);
		if (n < 4)
			r = (retrieved ? a->inside : a->outside) > 2 ? n : 0;
		s[i] = (struct stratum){ size, n, r, n, retrieved };
	}
	return s;
}

/* The greatest value of the quantity. */
static double greatest(const struct stratum *s, size_t count, enum quantity q)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += (double)(s[i].size - s[i].sampled + s[i].relevant);
	return q == QUANTITY_YIELD ? sum : 1;
}

static double all_documents(const struct stratum *s, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += (double)s[i].size;
	return sum;
}

/* One interval; false if there is none. */
static bool interval_of(const struct interval_method *m, enum quantity quantity,
			const struct shape *a, struct interval *x)
{
	struct err e = { 0 };
	const struct interval_request q = asking(quantity, 0.025, 0.975);
	struct stratum *s = strata_of(a);
	*x = (struct interval){ NAN, NAN };
	counts.asked++;
	int status = interval_compute(m, s, a->count, &q, x, &e);
	double estimate = interval_estimate(s, a->count, &q), top = greatest(s, a->count, quantity);
	double rounding = 1e-9 * (quantity == QUANTITY_YIELD ? top : 1);
	bool defined = status == 0 && !isnan(x->lower) && !isnan(x->upper);
	if (status < 0) {
		counts.refused++;
		if (e.text[0] == '\0')
			fault(m, quantity, s, a->count, *x, "refused without a word");
	} else if (!defined) {
		counts.undefined++;
		/* trec-legal has F from precision and recall: 0/0 if nothing found is relevant */
		bool none = quantity == QUANTITY_F && estimate == 0 &&
			    strcmp(m->name, "trec-legal") == 0;
		if (!isnan(estimate) && a->sampled > 0 && !none)
			fault(m, quantity, s, a->count, *x, "nan beside an estimate");
	} else {
		counts.answered++;
		if (!(x->lower <= x->upper))
			fault(m, quantity, s, a->count, *x, "lower end above the upper one");
		if (quantity == QUANTITY_YIELD && draws_with_replacement(m))
			top = all_documents(s, a->count);
		if (!may_leave_range(m) && !(x->lower >= 0 && x->upper <= top + rounding))
			fault(m, quantity, s, a->count, *x, "outside the range");
		/* with nothing found, or everything, a posterior of a yield has no end there */
		bool inside = estimate > rounding && estimate < top - rounding;
		if (inside && !may_exclude_estimate(m) && !is_outweighed(m, a->count) &&
		    (x->lower > estimate + rounding || x->upper < estimate - rounding))
			fault(m, quantity, s, a->count, *x, "estimate outside");
	}
	test_free(s);
	return defined;
}

/* No sample, four documents of each stratum, `times` as many, and so on, up to all. */
static void grow(const struct interval_method *m, enum quantity quantity, struct shape a,
		 int64_t times)
{
	struct interval before = { 0 }, now, normal;
	bool asked = false;
	for (a.sampled = 0;; a.sampled = a.sampled == 0 ? 4 : times * a.sampled) {
		if (a.sampled > a.size || a.sampled > MOST_SAMPLED)
			a.sampled = a.size;
		bool defined = interval_of(m, quantity, &a, &now);
		double width = now.upper - now.lower;
		struct stratum *s = strata_of(&a);
		bool all = a.sampled == a.size && draws_with_replacement(m);
		if (defined && asked && !all &&
		    width > (before.upper - before.lower) * (1 + 1e-6) +
				    (quantity == QUANTITY_YIELD ? 2.0 : 1e-6))
			fault(m, quantity, s, a.count, now, "wider with more data");
		bool many = a.sampled >= 256 && a.size >= 50 * a.sampled && a.inside % 4 > 0 &&
			    a.outside % 4 > 0;
		if (defined && many && (m->prior || m->end_prior)) {
			interval_of(interval_find("normal"), quantity, &a, &normal);
			double other = normal.upper - normal.lower, ratio = width / other;
			counts.compared++;
			if (other > 0 && !(ratio > 0.9 && ratio < 1.1))
				fault(m, quantity, s, a.count, now, "not as wide as normal");
		}
		test_free(s);
		asked = defined && a.sampled > 0;
		before = now;
		if (a.sampled == a.size)
			break;
	}
}

/* What is swept: lists ended by 0. */
struct sweep {
	const int64_t *size;
	const size_t *count;
	size_t rates;
	int64_t times; /* from one sample to the next */
};

/* All samples, by one method; each is of one of the four quantities, in turn. */
static void sweep(const struct interval_method *m, const struct sweep *x)
{
	static const int rates[][2] = { { 3, 1 }, { 1, 0 }, { 4, 0 }, { 0, 1 }, { 0, 0 } };
	size_t turn = 0;
	for (const int64_t *size = x->size; *size > 0; size++)
		for (const size_t *count = x->count; *count > 0; count++)
			for (size_t k = 0; k < x->rates; k++) {
				enum quantity q = quantities[turn++ % 4];
				int64_t each = LARGEST / (int64_t)*count;
				struct shape a = { *count, *size < each ? *size : each, 0,
						   rates[k][0], rates[k][1] };
				if (m->quantities & (unsigned)q)
					grow(m, q, a, x->times);
			}
}

static void every_method(const struct sweep *x)
{
	const char *one = getenv("FAR_OUT_METHOD");
	counts = (struct counts){ 0 };
	for (const struct interval_method *const *m = interval_methods; *m; m++)
		if (!(*m)->weighted && (one == NULL || strcmp(one, (*m)->name) == 0))
			sweep(*m, x);
	print_message("asked %d, answered %d, does not apply %d, undefined %d, beside normal %d\n",
		      counts.asked, counts.answered, counts.refused, counts.undefined,
		      counts.compared);
	assert_int_equal(counts.faults, 0);
	assert_true(counts.answered > 0 || one != NULL);
}

static void some_samples(void **state)
{
	(void)state;
	static const int64_t size[] = { 100, LARGEST, 0 };
	static const size_t count[] = { 1, 2, 9, 0 };
	every_method(&(struct sweep){ size, count, 3, 256 });
}

static void many_samples(void **state)
{
	(void)state;
	if (getenv("FAR_OUT") == NULL)
		skip();
	static const int64_t size[] = { 5, 20000, 1000000000, 300000000000, LARGEST, 0 };
	static const size_t count[] = { 1, 2, 3, 10, 100, 0 };
	every_method(&(struct sweep){ size, count, 5, 64 });
}

static void many_strata(void **state)
{
	(void)state;
	if (getenv("FAR_OUT") == NULL)
		skip();
	/* the first is about recall, and so on, in turn */
	static const int64_t small[] = { 1000, 0 }, large[] = { LARGEST, 0 };
	static const size_t most[] = { 200000, 10000, 40000, 0 }, some[] = { 10000, 0 };
	every_method(&(struct sweep){ small, most, 1, 1024 });
	every_method(&(struct sweep){ large, some, 2, 1024 });
}

/*
 * The sum of 50,000 narrow strata is as smooth as can be, though no term is on the scale of the
 * sum. By the central limit theorem the ends are close to those of `normal`; the sum was once taken
 * for one with singular ends, and an end was at the estimate.
 */
static void narrow_strata_add_up(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	enum { COUNT = 50000 };
	struct stratum *s = test_calloc(COUNT, sizeof *s);
	for (int64_t i = 0; i < COUNT; i++)
		s[i] = (struct stratum){ 1000, 10, i % 10, 10, i % 2 == 1 };
	const struct interval_request q = asking(QUANTITY_RECALL, 0.025, 0.975);
	struct interval normal = ask("normal", s, COUNT, q), x = ask("bb-spread", s, COUNT, q);
	double half = (normal.upper - normal.lower) / 2, middle = (normal.upper + normal.lower) / 2;
	assert_near((x.upper + x.lower) / 2, middle, half / 20);
	assert_near((x.upper - x.lower) / 2, half, half / 10);
	test_free(s);
}

/* By hand: what is above the limits is named, with the limit. */
static void what_cannot_be_computed_is_refused(void **state)
{
	(void)state;
	struct stratum s[] = { { LARGEST, 10, 1, 10, true }, { 1, 1, 0, 1, false } };
	struct err e = { 0 };
	struct interval x;
	const struct interval_request q = asking(QUANTITY_RECALL, 0.025, 0.975);
	assert_int_equal(interval_compute(interval_find("bb-spread"), s, 2, &q, &x, &e), -1);
	assert_non_null(strstr(e.text, "at most 4503599627370496 documents"));
	s[0] = (struct stratum){ LARGEST / 2, POSTERIOR_JUDGED + 1, 1, POSTERIOR_JUDGED + 1, true };
	assert_int_equal(interval_compute(interval_find("bb-spread"), s, 2, &q, &x, &e), -1);
	assert_non_null(strstr(e.text, "at most 1000000000000 judged documents"));
	struct stratum *many = test_calloc(10001, sizeof *many);
	assert_int_equal(interval_compute(interval_find("anytime"), many, 10001, &q, &x, &e), -1);
	assert_non_null(strstr(
		e.text, "at most 10000 strata in a topic, found 10001; bb-bound takes more"));
	test_free(many);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(some_samples),
		cmocka_unit_test(many_samples),
		cmocka_unit_test(many_strata),
		cmocka_unit_test(narrow_strata_add_up),
		cmocka_unit_test(what_cannot_be_computed_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
