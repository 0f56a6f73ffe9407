/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sampler: how often it draws documents and pairs of documents, against probabilities computed
 * here from the definitions. All seeds are fixed, so that a test passes always or never; limits are
 * 4.5 standard deviations, which one of some 300 comparisons passes by chance with probability
 * .002.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>
#include <cmocka.h>

#include "core/data/drawing/drawing.h"
#include "core/data/runs/pool.h"
#include "tests/support/near.h"
#include "tests/support/scratch.h"

/* Two runs with 7 and 9 documents, 11 together; d1 ... d11 is not the order of any ranking. */
static const char first[] = "1 Q0 d5 0 9 A\n1 Q0 d2 0 8 A\n1 Q0 d9 0 7 A\n1 Q0 d1 0 6 A\n"
			    "1 Q0 d4 0 5 A\n1 Q0 d11 0 4 A\n1 Q0 d7 0 3 A\n";
static const char second[] = "1 Q0 d2 0 9 B\n1 Q0 d5 0 8 B\n1 Q0 d3 0 7 B\n1 Q0 d6 0 6 B\n"
			     "1 Q0 d4 0 5 B\n1 Q0 d8 0 4 B\n1 Q0 d10 0 3 B\n1 Q0 d9 0 2 B\n"
			     "1 Q0 d1 0 1 B\n";
enum { DOCUMENTS = 11, RUNS = 2 };

/* Rank of d1 ... d11 in either run, as the scores above have it; 0: not retrieved. */
static const int ranks[RUNS][DOCUMENTS] = { { 4, 2, 0, 5, 1, 0, 7, 0, 3, 0, 6 },
					    { 9, 1, 3, 5, 2, 4, 0, 6, 8, 7, 0 } };
static const int lengths[RUNS] = { 7, 9 };

static struct run run[RUNS];
static const struct run *runs[RUNS];
static const struct run_topic *topics[RUNS];

static void write_text(char path[SCRATCH_ROOM], const char *text)
{
	int file = mkstemp(scratch_path(path, "file"));
	assert_true(file >= 0);
	assert_int_equal(write(file, text, strlen(text)), strlen(text));
	close(file);
}

static void read_text(struct run *r, const char *text)
{
	char path[SCRATCH_ROOM];
	struct err e = { 0 };
	struct names none = { 0 };
	write_text(path, text);
	if (run_read(r, run_format_find("trec_results", &e), path, &none, NULL, 1, &e) < 0)
		fail_msg("%s", e.text);
	unlink(path);
}

static int set_up(void **state)
{
	(void)state;
	read_text(&run[0], first);
	read_text(&run[1], second);
	for (int r = 0; r < RUNS; r++) {
		runs[r] = &run[r];
		topics[r] = &run[r].topic[0];
	}
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	for (int r = 0; r < RUNS; r++)
		run_release(&run[r]);
	return 0;
}

static struct drawing_options asking(enum drawn_by design)
{
	return (struct drawing_options){ .design = design,
					 .runs = runs,
					 .run_count = RUNS,
					 .depth = SIZE_MAX,
					 .level = 1,
					 .prevalence = 0.5,
					 .rest_prevalence = 0.01 };
}

/* Number of a document, from 0, by its name. */
static int number_of(struct slice name)
{
	int n = 0;
	assert_true(name.length >= 2 && name.at[0] == 'd');
	for (size_t i = 1; i < name.length; i++)
		n = 10 * n + name.at[i] - '0';
	assert_in_range(n, 1, DOCUMENTS);
	return n - 1;
}

/* ---- how often documents and pairs of them are drawn ---- */

struct counts {
	double one[DOCUMENTS], pair[DOCUMENTS][DOCUMENTS];
	double relevant, relevant_square; /* sums of R-hat of the samples, and of its square */
	double size;			  /* mean number of documents */
};

static const bool is_relevant[DOCUMENTS] = { 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1 };

enum { SEEDS = 40000 };

static void draw_many(struct counts *c, struct drawing_options o, int64_t size)
{
	struct drawing d = { 0 };
	struct err e = { 0 };
	const struct drawing_topic t = { .name = "1", .run = topics, .size = size };
	*c = (struct counts){ 0 };
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		int in[DOCUMENTS] = { 0 };
		double relevant = 0;
		o.seed = seed;
		if (drawing_make(&d, &o, &t, &e) < 0)
			fail_msg("%s", e.text);
		for (size_t i = 0; i < d.count; i++) {
			int n = number_of(d.drawn[i].name);
			assert_int_equal(in[n], 0);
			in[n] = 1;
			relevant += is_relevant[n] ? 1 / d.drawn[i].probability : 0;
		}
		for (int i = 0; i < DOCUMENTS; i++)
			for (int k = 0; k < DOCUMENTS; k++)
				c->pair[i][k] += in[i] * in[k] / (double)SEEDS;
		c->relevant += relevant / SEEDS;
		c->relevant_square += relevant * relevant / SEEDS;
		c->size += (double)d.count / SEEDS;
	}
	for (int i = 0; i < DOCUMENTS; i++)
		c->one[i] = c->pair[i][i];
	drawing_release(&d);
}

static void check_share(const char *what, int i, int k, double got, double p)
{
	double deviation = sqrt(p * (1 - p) / SEEDS);
	if (!(fabs(got - p) <= 4.5 * deviation + 1e-9))
		fail_msg("%s of d%d and d%d: drawn in %g of the samples, not in %g", what, i + 1,
			 k + 1, got, p);
}

/* R-hat of Aslam & Pavlu 2008, eq 3, is unbiased. */
static void check_estimate(const struct counts *c)
{
	double truth = 0, variance = c->relevant_square - c->relevant * c->relevant;
	for (int i = 0; i < DOCUMENTS; i++)
		truth += is_relevant[i];
	assert_near(c->relevant, truth, 4.5 * sqrt(variance / SEEDS) + 1e-9);
}

/* ---- Stevens' design from its definition ---- */

struct design_of_test {
	double pi[DOCUMENTS];
	int bucket[DOCUMENTS], size[DOCUMENTS]; /* size by number of the bucket */
	double weight[DOCUMENTS];		/* of a bucket */
	int buckets;
};

/* Prior by eq 5, averaged; buckets of m by falling weight, ties by document number (as text). */
static void design_by_definition(struct design_of_test *x, int m)
{
	double prior[DOCUMENTS] = { 0 };
	int order[DOCUMENTS];
	*x = (struct design_of_test){ 0 };
	for (int i = 0; i < DOCUMENTS; i++) {
		for (int r = 0; r < RUNS; r++) {
			double sum = 1;
			for (int k = ranks[r][i]; k > 0 && k <= lengths[r]; k++)
				sum += 1 / (double)k;
			prior[i] += ranks[r][i] > 0 ? sum / (2 * lengths[r]) / RUNS : 0;
		}
		order[i] = i;
	}
	for (int i = 0; i < DOCUMENTS; i++)
		for (int k = i + 1; k < DOCUMENTS; k++) {
			char a[16], b[16];
			snprintf(a, sizeof a, "d%d", order[i] + 1);
			snprintf(b, sizeof b, "d%d", order[k] + 1);
			double difference = prior[order[i]] - prior[order[k]];
			if (difference < -1e-12 ||
			    (fabs(difference) <= 1e-12 && strcmp(a, b) > 0)) {
				int swap = order[i];
				order[i] = order[k];
				order[k] = swap;
			}
		}
	for (int i = 0; i < DOCUMENTS; i++) {
		x->bucket[order[i]] = i / m;
		x->weight[i / m] += prior[order[i]];
		x->size[i / m]++;
	}
	x->buckets = (DOCUMENTS + m - 1) / m;
}

static double choose(int n, int k)
{
	double c = 1;
	for (int i = 1; i <= k; i++)
		c *= (double)(n - k + i) / i;
	return c;
}

/* E[f(T, U)] of the picks of two buckets, by the multinomial distribution. */
static double pair_by_definition(const struct design_of_test *x, int m, int b, int c)
{
	double sum = 0, g = x->weight[b], h = x->weight[c];
	for (int t = 0; t <= m; t++) {
		double K = fmin(t, x->size[b]);
		if (b == c) {
			double p = choose(m, t) * pow(g, t) * pow(1 - g, m - t);
			sum += p * K * (K - 1) / (x->size[b] * (x->size[b] - 1.0));
			continue;
		}
		for (int u = 0; u <= m - t; u++) {
			double p = choose(m, t) * choose(m - t, u) * pow(g, t) * pow(h, u) *
				   pow(fmax(1 - g - h, 0), m - t - u);
			sum += p * K / x->size[b] * fmin(u, x->size[c]) / x->size[c];
		}
	}
	return sum;
}

static double one_by_definition(const struct design_of_test *x, int m, int b)
{
	double sum = 0;
	for (int t = 0; t <= m; t++)
		sum += choose(m, t) * pow(x->weight[b], t) * pow(1 - x->weight[b], m - t) *
		       fmin(t, x->size[b]) / x->size[b];
	return sum;
}

static void stevens_draws_documents_and_pairs_as_often_as_it_should(void **state)
{
	(void)state;
	static const int sizes[] = { 1, 3, 4, 7, 10 };
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		int m = sizes[s];
		struct design_of_test x;
		struct counts c;
		double expected_size = 0;
		design_by_definition(&x, m);
		draw_many(&c, asking(DESIGN_STEVENS), m);
		for (int i = 0; i < DOCUMENTS; i++) {
			double pi = one_by_definition(&x, m, x.bucket[i]);
			expected_size += pi;
			check_share("inclusion", i, i, c.one[i], pi);
			for (int k = 0; k < i; k++)
				check_share("pair", i, k, c.pair[i][k],
					    pair_by_definition(&x, m, x.bucket[i], x.bucket[k]));
		}
		assert_near(c.size, expected_size, 4.5 * 0.7 / sqrt(SEEDS));
		check_estimate(&c);
	}
}

static void stevens_says_the_probability_bucket_and_size_by_which_it_draws(void **state)
{
	(void)state;
	struct drawing d = { 0 };
	struct err e = { 0 };
	bool seen[DOCUMENTS] = { 0 };
	struct drawing_options o = asking(DESIGN_STEVENS);
	const struct drawing_topic t = { .name = "1", .run = topics, .size = 4 };
	struct design_of_test x;
	design_by_definition(&x, 4);
	for (o.seed = 0; o.seed < 1000; o.seed++) {
		assert_int_equal(drawing_make(&d, &o, &t, &e), 0);
		for (size_t i = 0; i < d.count; i++) {
			const struct drawn_document *row = &d.drawn[i];
			int n = number_of(row->name);
			char label[24];
			snprintf(label, sizeof label, "bucket%d", x.bucket[n] + 1);
			assert_string_equal(row->stratum, label);
			assert_near(row->probability, one_by_definition(&x, 4, x.bucket[n]), 1e-14);
			assert_int_equal(row->size, x.size[x.bucket[n]]);
			assert_int_equal(row->picks, 4);
			seen[n] = true;
			if (i > 0)
				assert_true(slice_compare(d.drawn[i - 1].name, row->name) < 0);
		}
	}
	for (int i = 0; i < DOCUMENTS; i++)
		assert_true(seen[i]);
	drawing_release(&d);
}

static void a_pool_is_taken_for_certain_and_leaves_the_rest_of_the_design_as_it_is(void **state)
{
	(void)state;
	struct drawing_options o = asking(DESIGN_STEVENS);
	struct design_of_test x;
	struct counts c;
	o.pool_depth = 2; /* d5, d2 */
	design_by_definition(&x, 4);
	draw_many(&c, o, 4);
	for (int i = 0; i < DOCUMENTS; i++) {
		bool pooled = i == 4 || i == 1;
		check_share("inclusion", i, i, c.one[i],
			    pooled ? 1 : one_by_definition(&x, 4, x.bucket[i]));
	}
	check_estimate(&c);
}

/* ---- strata ---- */

/*
 * Cells: both runs d1 d2 d4 d5 d9, A only d7 d11, B only d3 d6 d8 d10. 6 documents in proportion
 * are 2.73, 1.09, 2.18: 3, 1, 2.
 */
static const int cell_of[DOCUMENTS] = { 0, 0, 2, 0, 0, 2, 1, 2, 0, 2, 1 };
static const int cell_size[] = { 5, 2, 4 }, cell_drawn[] = { 3, 1, 2 };

static void strata_draws_simple_random_samples_from_the_cells(void **state)
{
	(void)state;
	struct counts c;
	draw_many(&c, asking(DESIGN_STRATA), 6);
	for (int i = 0; i < DOCUMENTS; i++) {
		double N = cell_size[cell_of[i]], n = cell_drawn[cell_of[i]];
		check_share("inclusion", i, i, c.one[i], n / N);
		for (int k = 0; k < i; k++) {
			double N2 = cell_size[cell_of[k]], n2 = cell_drawn[cell_of[k]];
			double p = cell_of[i] == cell_of[k] ? n / N * (n - 1) / (N - 1)
							    : n / N * n2 / N2;
			check_share("pair", i, k, c.pair[i][k], p);
		}
	}
	assert_near(c.size, 6, 1e-9);
	check_estimate(&c);
}

/* d5 and d2 are pooled: cells of 3, 2, 4 are left. 3 documents of 9: one each. */
static void strata_draws_from_what_the_pool_leaves(void **state)
{
	(void)state;
	static const double left[] = { 3, 2, 4 };
	struct drawing_options o = asking(DESIGN_STRATA);
	struct counts c;
	o.pool_depth = 2;
	draw_many(&c, o, 3);
	for (int i = 0; i < DOCUMENTS; i++)
		check_share("inclusion", i, i, c.one[i],
			    i == 4 || i == 1 ? 1 : 1 / left[cell_of[i]]);
	assert_near(c.size, 5, 1e-9);
	check_estimate(&c);
}

/*
 * 2 documents of three cells: what one run retrieves is joined, 6 documents, and what both do, 5;
 * one of each. 1 document: all 11 are one stratum. No document is left out, and estimates are
 * unbiased.
 */
static void cells_that_are_too_many_are_joined(void **state)
{
	(void)state;
	for (int64_t size = 1; size <= 2; size++) {
		struct counts c;
		draw_many(&c, asking(DESIGN_STRATA), size);
		for (int i = 0; i < DOCUMENTS; i++) {
			double N = size == 1 ? DOCUMENTS : cell_of[i] == 0 ? 5 : 6;
			check_share("inclusion", i, i, c.one[i], 1 / N);
			for (int k = 0; k < i; k++) {
				bool together = (cell_of[i] == 0) == (cell_of[k] == 0);
				check_share("pair", i, k, c.pair[i][k],
					    size == 1 || together ? 0 : 1.0 / 30);
			}
		}
		assert_near(c.size, (double)size, 1e-9);
		check_estimate(&c);
	}
}

static void cells_are_called_after_their_runs(void **state)
{
	(void)state;
	static const char *const names[] = { "A+B", "A", "B" };
	struct drawing d = { 0 };
	struct err e = { 0 };
	struct drawing_options o = asking(DESIGN_STRATA);
	const struct drawing_topic t = { .name = "1", .run = topics, .size = 11 };
	assert_int_equal(drawing_make(&d, &o, &t, &e), 0);
	assert_int_equal(d.count, DOCUMENTS);
	for (size_t i = 0; i < d.count; i++) {
		int cell = cell_of[number_of(d.drawn[i].name)];
		assert_string_equal(d.drawn[i].stratum, names[cell]);
		assert_int_equal(d.drawn[i].size, cell_size[cell]);
		assert_near(d.drawn[i].probability, 1, 0);
		assert_int_equal(d.drawn[i].picks, 0);
	}
	drawing_release(&d);
}

/* ---- the pool itself ---- */

/*
 * Six runs: run r, of 5 + r documents, has document i(r+2) mod 11 at rank i. Added up one after the
 * other, in double, the weight of one of the 11 documents differs in the last bit when the runs
 * come backwards.
 */
static void the_prior_does_not_depend_on_the_order_of_the_runs(void **state)
{
	(void)state;
	enum { MANY = 6 };
	struct run many[MANY];
	const struct run *rs[MANY], *sr[MANY];
	const struct run_topic *ts[MANY], *st[MANY];
	for (int r = 0; r < MANY; r++) {
		char text[1000] = "";
		size_t length = 0;
		for (int i = 0; i < 5 + r; i++)
			length += (size_t)snprintf(text + length, sizeof text - length,
						   "1 Q0 d%d 0 %d R\n", i * (r + 2) % 11 + 1, -i);
		read_text(&many[r], text);
		rs[r] = sr[MANY - 1 - r] = &many[r];
		ts[r] = st[MANY - 1 - r] = &many[r].topic[0];
	}
	struct pool p = { 0 }, q = { 0 };
	struct err e = { 0 };
	struct arena memory = { 0 };
	double there[DOCUMENTS], back[DOCUMENTS];
	assert_int_equal(pool_make(&p, rs, ts, MANY, SIZE_MAX, &e), 0);
	assert_int_equal(pool_make(&q, sr, st, MANY, SIZE_MAX, &e), 0);
	assert_int_equal(p.count, DOCUMENTS);
	assert_int_equal(q.count, DOCUMENTS);
	assert_int_equal(pool_prior(&p, there, &memory, &e), 0);
	assert_int_equal(pool_prior(&q, back, &memory, &e), 0);
	for (size_t i = 0; i < p.count; i++) {
		size_t other = pool_find(&q, pool_name(&p.document[i]), p.document[i].hash);
		assert_true(other < q.count);
		assert_true(there[i] == back[other]);
	}
	pool_release(&p);
	pool_release(&q);
	arena_release(&memory);
	for (int r = 0; r < MANY; r++)
		run_release(&many[r]);
}

/* The first three of A are d5 d2 d9, those of B d2 d5 d3: Z = 3, W = 17/36, 11/36, 8/36. */
static void depth_cuts_the_runs_as_if_they_had_no_more(void **state)
{
	(void)state;
	struct pool p = { 0 };
	struct err e = { 0 };
	struct arena memory = { 0 };
	double weight[DOCUMENTS];
	assert_int_equal(pool_make(&p, runs, topics, RUNS, 3, &e), 0);
	assert_int_equal(p.count, 4);
	assert_int_equal(pool_prior(&p, weight, &memory, &e), 0);
	for (size_t i = 0; i < p.count; i++) {
		int n = number_of(pool_name(&p.document[i]));
		assert_true(n == 4 || n == 1 || n == 8 || n == 2);
		assert_near(weight[i], n == 4 || n == 1 ? 28.0 / 36 : 8.0 / 36, 1e-15);
	}
	pool_release(&p);
	arena_release(&memory);
}

/* Of three numbers the second one is of no cell: line 3. */
static void a_number_for_a_cell_that_is_not_there_is_refused(void **state)
{
	(void)state;
	char path[SCRATCH_ROOM];
	struct stratum_rows s;
	struct err e = { 0 };
	write_text(path, "topic,stratum,size\n1,A,2\n1,B,3\n1,-,4\n");
	assert_int_equal(stratum_sizes_load(&s, path, NULL, &e), 0);
	assert_null(stratum_rows_find(&s, slice_of("2"), slice_of("A")));
	struct stratum_row *a = stratum_rows_find(&s, slice_of("1"), slice_of("A"));
	struct stratum_row *rest = stratum_rows_find(&s, slice_of("1"), slice_of("-"));
	assert_true(a->is.size == 2 && rest->is.size == 4);
	a->used = rest->used = true;
	assert_int_equal(shares_refuse_unused(&s, false, &e), -1);
	assert_non_null(strstr(e.text, ":3: stratum 'B': topic '1' of the runs has no such cell"));
	stratum_rows_find(&s, slice_of("1"), slice_of("B"))->used = true;
	assert_int_equal(shares_refuse_unused(&s, false, &e), 0);
	stratum_rows_release(&s);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stevens_draws_documents_and_pairs_as_often_as_it_should),
		cmocka_unit_test(stevens_says_the_probability_bucket_and_size_by_which_it_draws),
		cmocka_unit_test(
			a_pool_is_taken_for_certain_and_leaves_the_rest_of_the_design_as_it_is),
		cmocka_unit_test(strata_draws_simple_random_samples_from_the_cells),
		cmocka_unit_test(strata_draws_from_what_the_pool_leaves),
		cmocka_unit_test(cells_that_are_too_many_are_joined),
		cmocka_unit_test(cells_are_called_after_their_runs),
		cmocka_unit_test(the_prior_does_not_depend_on_the_order_of_the_runs),
		cmocka_unit_test(depth_cuts_the_runs_as_if_they_had_no_more),
		cmocka_unit_test(a_number_for_a_cell_that_is_not_there_is_refused),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
