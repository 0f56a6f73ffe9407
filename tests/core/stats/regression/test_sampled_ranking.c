/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rankings from a sample of their frames: by hand, by leaving topics out one by one, and at the
 * edges of what can be.
 */
#include "core/stats/discount.h"
#include "core/stats/random/uniform.h"
#include "core/stats/regression/sampled_ranking.h"
#include "tests/support/near.h"

enum { TOPICS = 12, MOST = 40 };

/* Topics that a test fills. */
struct made {
	struct frame_stratum stratum[TOPICS][2];
	struct frame_document document[TOPICS][MOST];
	struct ranking_frame topic[TOPICS];
	size_t topics;
	struct arena memory;
};

static struct made *begin(void)
{
	static struct made m;
	m = (struct made){ .topics = 0 };
	return &m;
}

/* A topic of one stratum of documents with these grades, of which a string says how they are: 'J'
 * judged and in the first k, 'U' in the first k, 'j' judged, and others. Ranks are as they come. */
static void add(struct made *m, const char *are, const int32_t *grade)
{
	size_t t = m->topics++, rank = 0;
	struct ranking_frame *f = &m->topic[t];
	m->stratum[t][0] = (struct frame_stratum){ 0 };
	*f = (struct ranking_frame){ .stratum = m->stratum[t],
				     .strata = 1,
				     .document = m->document[t] };
	for (size_t i = 0; are[i] != '\0'; i++) {
		bool shown = are[i] == 'J' || are[i] == 'U',
		     judged = are[i] == 'J' || are[i] == 'j';
		m->stratum[t][0].size++;
		m->stratum[t][0].sampled += judged;
		if (shown || judged)
			m->document[t][f->documents++] = (struct frame_document){
				.id = i,
				.divisor = shown ? rank_discount((double)rank + 1) : 0,
				.judged = judged,
				.grade = grade[i],
				.class = -1,
			};
		rank += shown;
	}
}

static void as_precision(struct made *m)
{
	for (size_t t = 0; t < m->topics; t++)
		for (size_t i = 0; i < m->topic[t].documents; i++)
			m->document[t][i].divisor = m->document[t][i].divisor > 0;
}

static struct sampled_ranking estimate(struct made *m, const struct ranking_asked *as)
{
	struct sampled_ranking x;
	struct err e = { 0 };
	if (sampled_ranking(m->topic, m->topics, as, &m->memory, &x, &e) < 0)
		fail_msg("%s", e.text);
	return x;
}

static struct sampled_error error_of(const struct sampled_ranking *a,
				     const struct sampled_ranking *b, bool random)
{
	struct topic_numbers all[TOPICS];
	struct sampled_error x;
	for (size_t t = 0; t < a->topics; t++)
		all[t] = (struct topic_numbers){ { t, t } };
	sampled_error(a, b, all, a->topics, random, &x);
	return x;
}

static struct interval interval_of(const struct sampled_ranking *a, const struct sampled_ranking *b,
				   bool random)
{
	const struct sampled_error x = error_of(a, b, random);
	return sampled_interval(&x, 0.025, 0.975);
}

static const struct ranking_asked precision = {
	.gain = GAIN_RELEVANT, .level = 1, .cutoff = 5, .divisor = 5
};
static const struct ranking_asked ndcg = {
	.gain = GAIN_LINEAR, .level = 1, .normalised = true, .cutoff = 5, .divisor = 1
};

/* One topic: of the first five two are judged, one of them relevant, so that the other three are
 * expected to be so with 1/2: (1 + 3/2)/5. */
static void one_topic_by_hand(void **state)
{
	(void)state;
	struct made *m = begin();
	const int32_t grade[] = { 1, 0, 0, 0, 0, 1, 0, 1, 0, 0 };
	add(m, "JUJUUjj...", grade);
	as_precision(m);
	const struct sampled_ranking x = estimate(m, &precision);
	assert_near(x.mean, 0.5, 1e-12);
	assert_near(x.topic[0].value, 2.5 / 5, 1e-12);
	arena_release(&m->memory);
}

/* Some topics, with grades from 0 to 2, in which the test draws what is judged. */
static struct made *some_topics(void)
{
	struct made *m = begin();
	for (size_t t = 0; t < TOPICS; t++) {
		struct uniform u = uniform_start(9, t, STREAM_FIRST);
		int32_t grade[20];
		char are[21] = { 0 };
		for (int i = 0; i < 20; i++) {
			double x = uniform_next(&u);
			bool judged = uniform_next(&u) < 0.4;
			grade[i] = x < 0.2 ? 2 : x < 0.5 ? 1 : 0;
			are[i] = i < 5 ? (judged ? 'J' : 'U') : judged ? 'j' : '.';
		}
		add(m, are, grade);
	}
	return m;
}

/* Z, X and M of what is left, by their definition. */
static double mean_without(const struct sampled_ranking *x, size_t left_out)
{
	double Z = 0, X = 0, M = 0, T = 0;
	for (size_t t = 0; t < x->topics; t++)
		for (size_t i = 0; t != left_out && i < x->topic[t].count; i++) {
			const struct shown_document *d = &x->topic[t].shown[i];
			const struct frame_stratum *h = x->topic[t].stratum;
			double weight = h->sampled > 0 ? h->size / h->sampled : 0;
			bool judged = !isnan(d->gain);
			Z += judged ? weight * d->weight * d->gain * x->topic[t].inverse : 0;
			X += judged ? weight * d->expected : 0;
			M += d->expected;
		}
	for (size_t t = 0; t < x->topics; t++)
		T += t != left_out;
	return Z / X * M / T;
}

/* Contributions are pseudo-values of the mean, but for one number, and their mean is the mean. */
static void contributions_are_pseudo_values(void **state)
{
	(void)state;
	for (int kind = 0; kind < 2; kind++) {
		struct made *m = some_topics();
		if (kind == 0)
			as_precision(m);
		const struct sampled_ranking x = estimate(m, kind == 0 ? &precision : &ndcg);
		double mean = mean_without(&x, SIZE_MAX), sum = 0, moved = NAN;
		assert_near(x.mean, mean, 1e-12);
		for (size_t t = 0; t < TOPICS; t++) {
			double own = TOPICS * mean - (TOPICS - 1) * mean_without(&x, t);
			moved = t == 0 ? x.topic[t].contribution - own : moved;
			assert_near(x.topic[t].contribution - own, moved, 1e-12);
			sum += x.topic[t].contribution / TOPICS;
			assert_true(x.topic[t].value >= 0 && x.topic[t].value <= 1);
		}
		assert_near(sum, mean, 1e-12);
		assert_true(x.complete == false);
		arena_release(&m->memory);
	}
}

/* nDCG at 5 of grades 2 0 1 | 1: (2 + 1/2)/(2 + 1/log2(3) + 1/2); of a topic without a relevant
 * document 0; a negative grade is worth nothing: of -2 1 with 1 in the ideal place 1/log2(3). */
static void everything_judged(void **state)
{
	(void)state;
	struct made *m = begin();
	add(m, "JJJj", (const int32_t[]){ 2, 0, 1, 1 });
	add(m, "JJj", (const int32_t[]){ 0, 0, 0 });
	add(m, "JJ", (const int32_t[]){ -2, 1 });
	const struct sampled_ranking x = estimate(m, &ndcg);
	const double value[] = { 2.5 / (2 + 1 / log2(3) + 0.5), 0, 1 / log2(3) };
	assert_true(x.complete);
	for (size_t t = 0; t < 3; t++)
		assert_true(x.topic[t].value == x.topic[t].contribution);
	for (size_t t = 0; t < 3; t++)
		assert_near(x.topic[t].value, value[t], 1e-15);
	const struct interval i = interval_of(&x, NULL, false);
	assert_true(i.lower == x.mean && i.upper == x.mean);
	/* topics like these: the deviation of the three over sqrt(3) */
	double mean = (value[0] + value[2]) / 3, squares = 0;
	for (size_t t = 0; t < 3; t++)
		squares += (value[t] - mean) * (value[t] - mean);
	assert_near(error_of(&x, NULL, true).se, sqrt(squares / 2 / 3), 1e-12);
	arena_release(&m->memory);
}

/* A topic that is judged as a whole has its value in its line, though others are not. */
static void one_topic_complete(void **state)
{
	(void)state;
	struct made *m = some_topics();
	m->topics--;
	add(m, "JJJj", (const int32_t[]){ 2, 0, 1, 1 });
	const struct sampled_ranking x = estimate(m, &ndcg);
	assert_near(x.topic[TOPICS - 1].value, 2.5 / (2 + 1 / log2(3) + 0.5), 1e-15);
	assert_true(x.topic[TOPICS - 1].complete && !x.complete);
	arena_release(&m->memory);
}

/* 0 of 20 judged documents, all of equal weight: the upper limit is 1 - .025^(1/20), Clopper and
 * Pearson's; 20 of 20: 1 less that. k is 5, and there are 5 in each of 12 topics. */
static void nearly_all_alike(void **state)
{
	(void)state;
	for (int32_t grade = 0; grade < 2; grade++) {
		struct made *m = begin();
		int32_t all[12];
		for (int i = 0; i < 12; i++)
			all[i] = grade;
		for (size_t t = 0; t < TOPICS; t++)
			add(m, t < 8 ? "JJUUUj......" : "JUUUUjj.....", all);
		for (size_t t = 0; t < TOPICS; t++) /* all weigh alike */
			m->stratum[t][0] = (struct frame_stratum){ 0, 12, 3 };
		as_precision(m);
		const struct sampled_ranking x = estimate(m, &precision);
		const double away = 1 - pow(0.025, 1 / 20.0);
		const struct interval i = interval_of(&x, NULL, true);
		assert_near(x.mean, grade, 1e-9);
		assert_near(grade == 0 ? i.upper : 1 - i.lower, away, 1e-6);
		assert_near(grade == 0 ? i.lower : i.upper, grade, 1e-9);
		arena_release(&m->memory);
	}
}

/* A second run: the documents of the first with other places. */
static struct sampled_ranking moved(struct made *m, const struct ranking_asked *as,
				    const size_t *place)
{
	for (size_t t = 0; t < m->topics; t++) {
		struct frame_document *d = m->document[t];
		size_t shown = 0;
		while (shown < m->topic[t].documents && d[shown].divisor > 0)
			shown++;
		for (size_t i = 0; i < shown; i++)
			d[i].divisor = rank_discount((double)place[i] + 1);
	}
	return estimate(m, as);
}

/* The same five documents in another order: those that moved decide, and none if nothing moved. */
static void other_orders(void **state)
{
	(void)state;
	struct made *m = some_topics();
	size_t judged = 0;
	const struct sampled_ranking a = estimate(m, &ndcg);
	const struct sampled_ranking same = moved(m, &ndcg, (const size_t[]){ 0, 1, 2, 3, 4 });
	const struct sampled_ranking swap = moved(m, &ndcg, (const size_t[]){ 0, 2, 1, 3, 4 });
	const struct interval none = interval_of(&a, &same, true);
	assert_true(error_of(&a, &same, true).estimate == 0);
	assert_true(none.lower == 0 && none.upper == 0 && error_of(&a, &same, true).judged == 0);
	for (size_t t = 0; t < TOPICS; t++) /* ranks 2 and 3 have ids 1 and 2 */
		for (size_t i = 0; i < a.topic[t].count; i++)
			judged += !isnan(a.topic[t].shown[i].gain) &&
				  (a.topic[t].shown[i].id == 1 || a.topic[t].shown[i].id == 2);
	const struct sampled_error x = error_of(&a, &swap, true);
	assert_int_equal(x.judged, judged);
	assert_true(judged > 2 && x.documents <= (double)judged + 1e-9);
	assert_near(x.estimate, a.mean - swap.mean, 1e-12);
	const struct interval i = sampled_interval(&x, 0.025, 0.975),
			      j = interval_of(&swap, &a, true);
	assert_true(i.lower < i.upper);
	assert_near(i.lower, -j.upper, 1e-12);
	assert_near(i.upper, -j.lower, 1e-12);
	arena_release(&m->memory);
}

/* The second run is the first without its last two documents: these decide. */
static void a_prefix(void **state)
{
	(void)state;
	struct made *m = some_topics();
	size_t judged = 0;
	as_precision(m);
	const struct sampled_ranking a = estimate(m, &precision);
	for (size_t t = 0; t < TOPICS; t++)
		for (size_t i = 0; i < m->topic[t].documents; i++)
			if (m->document[t][i].id == 3 || m->document[t][i].id == 4) {
				m->document[t][i].divisor = 0;
				judged += m->document[t][i].judged;
			}
	const struct sampled_ranking b = estimate(m, &precision);
	const struct sampled_error x = error_of(&a, &b, true);
	assert_int_equal(x.judged, judged);
	assert_true(/* two of five documents */
		    x.possible.lower >= 0 && x.possible.upper <= 0.4 + 1e-12);
	arena_release(&m->memory);
	/* Where too few decide, the interval is what could be there, and has the estimate in it. */
	struct sampled_error few = x;
	few.documents = 1;
	few.estimate = -0.02;
	const struct interval i = sampled_interval(&few, 0.025, 0.975);
	assert_true(i.lower == -0.02 && i.upper == x.possible.upper);
}

/* No judged document decides: the ends are what could be there. Ranks 1 and 2 are exchanged, and
 * nothing of the first two is judged: from -(1 - 1/log2(3)) to that. */
static void nothing_decides(void **state)
{
	(void)state;
	struct made *m = begin();
	const int32_t grade[] = { 1, 0, 1, 0, 0, 1, 0, 1, 0, 0 };
	for (size_t t = 0; t < 6; t++)
		add(m, "UUJUUjj...", grade);
	const struct sampled_ranking a = estimate(m, &ndcg);
	const struct sampled_ranking b = moved(m, &ndcg, (const size_t[]){ 1, 0, 2, 3, 4 });
	const struct interval i = interval_of(&a, &b, true);
	assert_near(i.upper, 1 - 1 / log2(3), 1e-12);
	assert_near(i.lower, -(1 - 1 / log2(3)), 1e-12);
	assert_true(error_of(&a, &b, true).judged == 0);
	arena_release(&m->memory);
}

/* k is larger than the pool: P of at most 3/5, and the interval stays within that. */
static void cutoff_beyond_pool(void **state)
{
	(void)state;
	struct made *m = begin();
	for (size_t t = 0; t < 6; t++)
		add(m, t % 2 ? "JUJ" : "UJU", (const int32_t[]){ 1, 1, (int32_t)(t % 3 == 0) });
	as_precision(m);
	const struct sampled_ranking x = estimate(m, &precision);
	const struct interval i = interval_of(&x, NULL, false), j = interval_of(&x, NULL, true);
	assert_true(x.mean <= 0.6 + 1e-12 && i.upper <= 0.6 + 1e-12 && j.upper <= 0.6 + 1e-12);
	arena_release(&m->memory);
}

/* Of the second stratum the first topic has no judged document, the second 2 of 4: there N/n is
 * (6 + 4)/2 in both. */
static void strata_without_a_sample(void **state)
{
	(void)state;
	struct made *m = begin();
	add(m, "JUJUUj", (const int32_t[]){ 1, 0, 0, 0, 0, 1 });
	add(m, "JUJUUj", (const int32_t[]){ 1, 0, 1, 0, 0, 0 });
	for (size_t t = 0; t < 2; t++) {
		m->topic[t].strata = 2;
		m->stratum[t][1] = (struct frame_stratum){ 1, t == 0 ? 6 : 4, t == 0 ? 0 : 2 };
		m->document[t][1].stratum = 1;
	}
	as_precision(m);
	const struct sampled_ranking x = estimate(m, &precision);
	for (size_t t = 0; t < 2; t++)
		for (size_t i = 0; i < x.topic[t].count; i++)
			assert_near(x.topic[t].shown[i].stands_for,
				    x.topic[t].shown[i].stratum == 1 ? 5 : 2, 1e-12);
	assert_true(x.mean > 0 && x.mean < 1);
	arena_release(&m->memory);
}

/* A fifth of the first 5 of each topic is outside, and half of the judged ones are relevant: low
 * .4, high .5, and the value half-way. */
static void outside_the_frame(void **state)
{
	(void)state;
	struct made *m = begin();
	const struct outside_document far[] = { { 77, 1 } };
	for (size_t t = 0; t < TOPICS; t++) {
		add(m, "JUJU......", (const int32_t[]){ 1, 0, 0, 0, 0, 1, 0, 1, 0, 0 });
		m->topic[t].outside = far;
		m->topic[t].outside_documents = 1;
	}
	as_precision(m);
	struct ranking_asked as = precision;
	const struct sampled_ranking x = estimate(m, &as);
	const struct sampled_error of = error_of(&x, NULL, true);
	assert_near(x.low, 0.4, 1e-9);
	assert_near(of.high, 0.5, 1e-9);
	assert_near(x.mean, 0.45, 1e-9);
	assert_near(x.outside, 0.2, 1e-12);
	/* all of them in both runs at the same rank: nothing is in doubt */
	const struct sampled_error both = error_of(&x, &x, true);
	assert_true(both.low == 0 && both.high == 0);
	as.outside = RANKED_NOTHING;
	assert_near(estimate(m, &as).mean, 0.4, 1e-9);
	as.outside = RANKED_ANYTHING;
	const struct sampled_ranking any = estimate(m, &as);
	assert_near(error_of(&any, NULL, true).high, 0.6, 1e-9);
	assert_near(any.mean, 0.5, 1e-9);
	arena_release(&m->memory);
}

/* The ends of a difference of these topics hold all samples' truth in 19 of 20 cases: all samples
 * of two documents of six are enumerated in three topics. */
static void never_of_no_width(void **state)
{
	(void)state;
	const int32_t grade[3][6] = { { 1, 0, 1, 0, 0, 0 },
				      { 0, 0, 1, 1, 0, 1 },
				      { 1, 1, 0, 0, 0, 0 } };
	int samples = 0, covered = 0;
	for (int i = 0; i < 15 * 15 * 15; i++) {
		struct made *m = begin();
		int code[3] = { i % 15, i / 15 % 15, i / 225 };
		for (size_t t = 0; t < 3; t++) {
			char are[7] = "UUUU..";
			for (int a = 0, n = 0; a < 6; a++)
				for (int b = a + 1; b < 6; b++)
					if (n++ == code[t]) {
						are[a] = a < 4 ? 'J' : 'j';
						are[b] = b < 4 ? 'J' : 'j';
					}
			add(m, are, grade[t]);
		}
		as_precision(m);
		struct ranking_asked as = precision;
		as.divisor = 4;
		const struct sampled_ranking x = estimate(m, &as);
		const struct interval ends = interval_of(&x, NULL, false);
		assert_true(ends.lower < ends.upper);
		samples++;
		covered += ends.lower <= 0.5 + 1e-9 && ends.upper >= 0.5 - 1e-9; /* 2 of 4 each */
		arena_release(&m->memory);
	}
	assert_true(covered >= 0.93 * samples);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_topic_by_hand),
		cmocka_unit_test(contributions_are_pseudo_values),
		cmocka_unit_test(everything_judged),
		cmocka_unit_test(one_topic_complete),
		cmocka_unit_test(nearly_all_alike),
		cmocka_unit_test(other_orders),
		cmocka_unit_test(a_prefix),
		cmocka_unit_test(nothing_decides),
		cmocka_unit_test(cutoff_beyond_pool),
		cmocka_unit_test(strata_without_a_sample),
		cmocka_unit_test(outside_the_frame),
		cmocka_unit_test(never_of_no_width),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
