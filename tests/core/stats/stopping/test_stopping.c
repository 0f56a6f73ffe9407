/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of the stopping rules. Probabilities are worked out by hand or by R (named beside them);
 * that rules with a guarantee keep it is proved for small collections by going through all reviews.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/stats/random/uniform.h"
#include "core/stats/stopping/stopping.h"
#include "tests/support/near.h"

static const struct stopping_rule *rule_of(const char *name)
{
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		if (strcmp(stopping_rules[i]->name, name) == 0)
			return stopping_rules[i];
	fail_msg("no rule %s", name);
	return NULL;
}

/* Steps as letters: c control, r ranked, t random, a again; capital letters are relevant. */
static struct review read(const char *text, int64_t collection, int64_t batch, int64_t tail)
{
	static const char letters[] = "rcta";
	struct review_step step[512];
	struct review r;
	struct err e = { 0 };
	size_t n = strlen(text);
	assert_true(n <= 512);
	for (size_t i = 0; i < n; i++) {
		bool relevant = text[i] < 'a';
		char letter = (char)(relevant ? text[i] + 'a' - 'A' : text[i]);
		step[i] = (struct review_step){ (uint8_t)(strchr(letters, letter) - letters),
						relevant };
	}
	if (review_init(&r, step, n, collection, batch, tail, &e) < 0)
		fail_msg("%s: %s", text, e.text);
	return r;
}

static void repeat(char *to, char letter, int times)
{
	size_t length = strlen(to);
	memset(to + length, letter, (size_t)times);
	to[length + (size_t)times] = '\0';
}

/* p of a rule at the last look. */
static double last_p(const char *rule, const char *text, int64_t collection, int64_t tail,
		     double target)
{
	const struct stopping_question q = { .target = target, .alpha = .05, .tail = tail };
	struct review r = read(text, collection, 1, tail);
	double p = rule_of(rule)->p(&r, &q, r.looks - 1);
	review_release(&r);
	return p;
}

/* ---- qbcb ---- */

/* How many of r relevant documents of a control sample must be reached; 0: all are not enough. */
static int64_t qbcb_needs(int r, double target)
{
	char text[512] = "";
	const struct stopping_question q = { .target = target, .alpha = .05 };
	repeat(text, 'C', r);
	repeat(text, 'A', r);
	struct review x = read(text, 1000, 1, 0);
	size_t look = stopping_look(rule_of("qbcb"), &x, &q);
	int64_t reached = look == SIZE_MAX ? 0 : review_at(&x, look)->reached;
	review_release(&x);
	return reached;
}

/* R: qbinom(.95, r, .8) + 1 if that is at most r; the figures of Lewis, Yang and Frieder. */
static void qbcb_needs_what_the_paper_says(void **state)
{
	(void)state;
	assert_int_equal(qbcb_needs(13, .8), 0);
	assert_int_equal(qbcb_needs(14, .8), 14);
	assert_int_equal(qbcb_needs(50, .8), 45);
	assert_int_equal(qbcb_needs(100, .8), 87);
	assert_int_equal(qbcb_needs(58, .95), 0);
	assert_int_equal(qbcb_needs(59, .95), 59);
	assert_near(last_p("qbcb", "CCCCCcccAArrA", 100, 0, .5), 16.0 / 32, 1e-12); /* 3 of 5 */
	assert_true(isnan(last_p("qbcb", "cccrrR", 100, 0, .5)));
}

/* All control samples of n from N documents in the order of the review, of which R are relevant. */
static double qbcb_miss(int N, unsigned relevant, int n, double target, double alpha)
{
	int all = __builtin_popcount(relevant), samples = 0, missed = 0;
	const struct stopping_question q = { .target = target, .alpha = alpha };
	for (unsigned sample = 0; sample < 1u << N; sample++) {
		char text[64] = "";
		if (__builtin_popcount(sample) != n)
			continue;
		for (int i = 0; i < N; i++)
			if (sample >> i & 1)
				repeat(text, relevant >> i & 1 ? 'C' : 'c', 1);
		for (int i = 0; i < N; i++) {
			char letter = sample >> i & 1 ? 'a' : 'r';
			repeat(text, (char)(relevant >> i & 1 ? letter - 'a' + 'A' : letter), 1);
		}
		struct review r = read(text, N, 1, 0);
		size_t look = stopping_look(rule_of("qbcb"), &r, &q);
		if (look != SIZE_MAX && (double)review_at(&r, look)->found < target * all)
			missed++;
		samples++;
		review_release(&r);
	}
	return (double)missed / samples;
}

static void qbcb_keeps_its_level_over_all_control_samples(void **state)
{
	(void)state;
	const unsigned order[] = { 0x7f, 0x3f8, 0x2ab, 0x333, 0x3ff };
	int possible = 0;
	for (size_t i = 0; i < 5; i++)
		for (int n = 3; n <= 5; n++) {
			double miss = qbcb_miss(10, order[i], n, .8, .45);
			assert_true(miss <= .45);
			possible += miss > 0;
		}
	printf("qbcb: a miss is possible in %d of 15 cases\n", possible);
	assert_true(possible > 3);
}

/* ---- the hypergeometric test ---- */

static void tail_p_by_hand(void **state)
{
	(void)state;
	/* 45 found; too many are 48 (45/47 is .957, 45/48 .938), 3 of the 100 left: none of 50 is
	 * 50 49 48/(100 99 98) */
	char text[512] = "";
	repeat(text, 'R', 45);
	repeat(text, 't', 50);
	assert_near(last_p("tail-once", text, 145, 50, .95), 50. * 49 * 48 / (100. * 99 * 98),
		    1e-12);
	assert_near(last_p("tail-again", text, 145, 0, .95), 50. * 49 * 48 / (100. * 99 * 98),
		    1e-12);
	assert_true(isnan(last_p("tail-once", text, 145, 49, .95)));
	assert_true(isnan(last_p("tail-once", text, 145, 0, .95)));
	/* 99 of the 100 left, of which 3 would be relevant */
	repeat(text, 't', 49);
	assert_near(last_p("tail-again", text, 145, 0, .95), 0, 0);
	/* the windows of quasi-sample are at least those of the tail */
	assert_true(last_p("quasi-sample", text, 145, 0, .95) <=
		    last_p("tail-again", text, 145, 0, .95));
}

static double choose(int n, int k)
{
	double x = 1;
	for (int i = 1; i <= k; i++)
		x *= (double)(n - k + i) / i;
	return k < 0 || k > n ? 0 : x;
}

/*
 * The formula of buscarpy (its function calculate_h0, for unbiased urns): of the last u documents,
 * for all u, k are relevant; r were found in all; p is P(X <= k) if floor(r/target + 1 - (r - k))
 * of the documents that were left before these u are relevant and u are drawn. The smallest p
 * counts.
 */
static double all_windows(const char *text, int judged, int N, int percent)
{
	int r = 0, k = 0;
	double least = 1;
	for (int i = 0; i < judged; i++)
		r += text[i] == 'R';
	for (int u = 1; u <= judged; u++) {
		k += text[judged - u] == 'R';
		int left = N - judged + u, relevant = 100 * r / percent + 1 - (r - k);
		double p = 0;
		for (int j = 0; j <= k; j++)
			p += choose(relevant, j) * choose(left - relevant, u - j) / choose(left, u);
		least = fmin(least, relevant > left ? 0 : p);
	}
	return least;
}

/* At every look, and with looks after 1, 10 or 37 documents. */
static void quasi_sample_is_buscarpy(void **state)
{
	(void)state;
	static const int percent[] = { 80, 90, 95 }, batch[] = { 1, 10, 37 };
	struct uniform u = uniform_start(9, 0, STREAM_FIRST);
	for (int order = 0; order < 20; order++) {
		char text[201] = "";
		for (int i = 0; i < 200; i++)
			repeat(text, uniform_next(&u) < 0.6 * exp(-i / 40.0) ? 'R' : 'r', 1);
		struct review r = read(text, 260, batch[order % 3], 0);
		const struct stopping_question q = { .target = percent[order / 3 % 3] / 100.0 };
		for (size_t look = 0; look < r.looks; look++)
			assert_near(
				rule_of("quasi-sample")->p(&r, &q, look),
				all_windows(text, (int)r.look[look], 260, percent[order / 3 % 3]),
				1e-9);
		review_release(&r);
	}
}

/* Every earlier look, one by one. */
static bool all_knees(const struct review *r, size_t look)
{
	const struct review_point *from = &r->at[r->control], *x = review_at(r, look);
	double s = (double)(x->judged - from->judged), found = (double)(x->found - from->found);
	bool knee = false;
	for (size_t k = 0; k < look; k++) {
		double i = (double)(review_at(r, k)->judged - from->judged);
		double before = (double)(review_at(r, k)->found - from->found);
		knee = knee || (i > 0 && before / i * (s - i) >=
						 (156 - fmin(found, 150)) * (1 + found - before));
	}
	return knee && s >= 1000;
}

/* 2,000 steps, first rich and then poor, with and without a control sample: no knee
 * is missed by leaving halves out. */
static void no_knee_is_missed(void **state)
{
	(void)state;
	enum { STEPS = 2000 };
	static struct review_step step[STEPS];
	size_t knees = 0;
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct uniform u = uniform_start(seed, 0, 0);
		const struct stopping_question q = { .target = .8, .alpha = .05 };
		double rich = uniform_next(&u), falls = uniform_between(&u, 1, 400);
		size_t control = seed % 2 * uniform_below(&u, 300);
		for (size_t i = 0; i < STEPS; i++)
			step[i] = (struct review_step){
				i < control ? STEP_CONTROL : STEP_RANKED,
				uniform_next(&u) < fmax(rich * exp(-(double)i / falls), 3e-4)
			};
		struct review r;
		struct err e = { 0 };
		int64_t all = STEPS + (int64_t)uniform_below(&u, 5000);
		assert_int_equal(review_init(&r, step, STEPS, all, 1 + (int64_t)(seed % 50), 0, &e),
				 0);
		for (size_t look = 0; look < r.looks; look += 1 + r.looks / 40) {
			bool knee = all_knees(&r, look);
			knees += knee;
			assert_int_equal(rule_of("knee")->stops(&r, &q, look), knee);
		}
		review_release(&r);
	}
	assert_true(knees > 50);
}

/* P(p <= alpha and recall below the target) with K of `left` relevant: R's dhyper by hand. */
static void tail_once_keeps_its_level(void **state)
{
	(void)state;
	const int before = 12, left = 30, n = 15;
	int possible = 0;
	for (int K = 0; K <= left; K++) {
		double miss = 0;
		for (int k = 0; k <= n; k++) {
			char text[512] = "";
			repeat(text, 'R', before);
			repeat(text, 'T', k);
			repeat(text, 't', n - k);
			double p = last_p("tail-once", text, before + left, n, .8);
			if (p <= .05 && before + k < .8 * (before + K))
				miss += choose(K, k) * choose(left - K, n - k) / choose(left, n);
		}
		possible += miss > 0;
		assert_true(miss <= .05);
	}
	printf("tail-once: a miss is possible with %d of 31 numbers left\n", possible);
	assert_true(possible > 3);
}

/* ---- anytime ---- */

/* One stratum of draws only: 1/4, 3/4 and draws from 10 documents of which 5 are relevant. */
static void anytime_p_by_hand(void **state)
{
	(void)state;
	/* 4 relevant found in order, target .9: too many are 5. Two random draws of the 6 left, of
	 * which 1 would be relevant, none is: m = 3/4 7/8, P = 5/6 4/5. */
	assert_near(last_p("anytime", "RRRRtt", 10, 0, .9), 1, 1e-12);
	/* Five draws: m = prod (3/4+i)/(1+i), P = 1/6. */
	double m = .75 / 1 * 1.75 / 2 * 2.75 / 3 * 3.75 / 4 * 4.75 / 5;
	assert_near(last_p("anytime", "RRRRttttt", 10, 0, .9), 1 / (m * 6), 1e-12);
	/* With a control sample, which found 1 of 2, each factor counts by half. Of R = 5 in 10:
	 * m = 1/4 3/4 / (1 2), P = 5/10 5/9; then 3 found in order, and 4 of the 5 left: P = 1/5 */
	double c = 1. / 4 * 3 / 4 / 2 / (5. / 10 * 5 / 9);
	double d = .75 / 1 * 1.75 / 2 * 2.75 / 3 * 3.75 / 4 / (1. / 5);
	double expected = 1 / ((1 + c) / 2 * (1 + d) / 2);
	assert_near(last_p("anytime", "CcRRRtttt", 10, 0, .9), fmin(expected, 1), 1e-12);
	assert_near(last_p("anytime", "RRRRtttttt", 10, 0, .9), 0, 0); /* nothing is left */
	assert_true(isnan(last_p("anytime", "RRRRrrrr", 10, 0, .9)));
}

/* A review that somebody steers who knows the truth and wants the rule to stop too early. */
struct steering {
	int N, R;
	int control; /* documents of a control sample, which nobody can steer */
	double target, alpha;
	bool interleaved; /* ranked documents may stand between random ones */
	long looks;
};

static double worst(struct steering *s, char *text, int judged, int found, bool random);

/* The next document is so; what the worst is from there on. */
static double append(struct steering *s, char *text, char letter, int judged, int found,
		     bool random)
{
	size_t length = strlen(text);
	repeat(text, letter, 1);
	double x = worst(s, text, judged + 1, found + (letter < 'a'), random);
	text[length] = '\0';
	return x;
}

static double worst(struct steering *s, char *text, int judged, int found, bool random)
{
	int left = s->N - judged, missing = s->R - found;
	bool control = judged < s->control;
	if (judged > s->control) {
		s->looks++;
		if (last_p("anytime", text, s->N, 0, s->target) <= s->alpha)
			return found < s->target * s->R - 1e-9;
	}
	if (left == 0)
		return 0;
	double p = (double)missing / left, most = 0;
	if (p > 0)
		most += p * append(s, text, control ? 'C' : 'T', judged, found, !control);
	if (p < 1)
		most += (1 - p) * append(s, text, control ? 'c' : 't', judged, found, !control);
	if (control || (random && !s->interleaved))
		return most;
	if (missing > 0)
		most = fmax(most, append(s, text, 'R', judged, found, random));
	if (missing < left)
		most = fmax(most, append(s, text, 'r', judged, found, random));
	return most;
}

static void anytime_keeps_its_level_however_a_review_is_steered(void **state)
{
	(void)state;
	const struct {
		int N, control;
		bool interleaved;
	} test[] = { { 7, 0, true }, { 7, 2, true }, { 10, 0, false }, { 10, 3, false } };
	int possible = 0, cases = 0;
	for (size_t i = 0; i < sizeof test / sizeof test[0]; i++)
		for (int R = 1; R < test[i].N; R++) {
			struct steering s = { .N = test[i].N,
					      .R = R,
					      .control = test[i].control,
					      .target = .75,
					      .alpha = .3,
					      .interleaved = test[i].interleaved };
			char text[64] = "";
			double miss = worst(&s, text, 0, 0, false);
			assert_true(miss <= s.alpha + 1e-12);
			possible += miss > 0;
			cases++;
			if (R == test[i].N / 2)
				printf("N %d, R %d, control %d%s: stops too early with %.4f of %.2f, %ld looks\n",
				       s.N, R, s.control, s.interleaved ? ", interleaved" : "",
				       miss, s.alpha, s.looks);
		}
	printf("anytime: a miss is possible in %d of %d truths\n", possible, cases);
	assert_true(possible > cases / 4);
}

/* ---- heuristics ---- */

static void heuristics_by_hand(void **state)
{
	(void)state;
	const struct stopping_question q = {
		.target = .9, .alpha = .05, .precision = .3, .budget = .5
	};
	struct review r = read("RRRrRrrrrr", 20, 4, 0);
	/* looks after 4, 8 and 10: 3 of 4, 1 of 4, 0 of 2 */
	assert_int_equal(r.looks, 3);
	assert_int_equal(stopping_look(rule_of("batch-precision"), &r, &q), 1);
	assert_int_equal(stopping_look(rule_of("budget"), &r, &q), 2);
	assert_int_equal(stopping_look(rule_of("knee"), &r, &q), SIZE_MAX);
	review_release(&r);
}

/* 160 of the first 200 are relevant, then none: after s, i = 200 gives (s - 200) 160/200, 6 needed,
 * which is there long before 1,000. */
static void knee_waits_for_a_thousand(void **state)
{
	(void)state;
	struct review_step step[1500] = { { 0 } };
	const struct stopping_question q = { .target = .9, .alpha = .05 };
	struct review r;
	struct err e = { 0 };
	for (int i = 0; i < 200; i++)
		step[i].relevant = i % 5 != 0;
	assert_int_equal(review_init(&r, step, 1500, 5000, 100, 0, &e), 0);
	size_t look = stopping_look(rule_of("knee"), &r, &q);
	assert_int_equal(review_at(&r, look)->judged, 1000);
	review_release(&r);
	/* 20 of the first 200: 136 are needed, .1 (s - 200), hence s = 1560: not reached */
	for (int i = 0; i < 200; i++)
		step[i].relevant = i < 20;
	assert_int_equal(review_init(&r, step, 1500, 5000, 200, 0, &e), 0);
	assert_int_equal(stopping_look(rule_of("knee"), &r, &q), SIZE_MAX);
	review_release(&r);
}

/*
 * 50 relevant documents of a control sample come first, and are no part of the curve. Behind them
 * every tenth document is relevant: the slope does not change. 160 of the first 200 instead, and
 * the knee is there after 1,000 of the review, which are 1,100 with the control sample.
 */
static void knee_begins_behind_the_control_sample(void **state)
{
	(void)state;
	struct review_step step[1600] = { { 0 } };
	const struct stopping_question q = { .target = .9, .alpha = .05 };
	struct review r;
	struct err e = { 0 };
	for (int i = 0; i < 100; i++)
		step[i] = (struct review_step){ STEP_CONTROL, i < 50 };
	for (int i = 100; i < 1600; i++)
		step[i].relevant = i % 10 == 9;
	assert_int_equal(review_init(&r, step, 1600, 5000, 100, 0, &e), 0);
	assert_int_equal(stopping_look(rule_of("knee"), &r, &q), SIZE_MAX);
	review_release(&r);
	for (int i = 100; i < 1600; i++)
		step[i].relevant = i < 300 && i % 5 != 0;
	assert_int_equal(review_init(&r, step, 1600, 5000, 100, 0, &e), 0);
	size_t look = stopping_look(rule_of("knee"), &r, &q);
	assert_int_equal(review_at(&r, look)->judged, 1100);
	review_release(&r);
}

static void more_judged_than_there_is_is_refused(void **state)
{
	(void)state;
	const struct review_step step[3] = { { 0 } };
	struct review r;
	struct err e = { 0 };
	assert_int_equal(review_init(&r, step, 3, 2, 1, 0, &e), -1);
	assert_int_equal(e.status, STATUS_DATA);
	assert_string_equal(e.text,
			    "3 documents are judged, more than the 2 of the collection (-N)");
}

static bool from_alpha_on(const struct review *r, const struct stopping_question *q, size_t look)
{
	(void)r;
	return look >= (size_t)q->alpha;
}

/* Rules that say yes from a look on are stopped at just that look, the first one included. */
static void the_first_look_that_is_enough_counts(void **state)
{
	(void)state;
	const struct stopping_rule rule = { .name = "r", .stops = from_alpha_on };
	const struct review r = { .looks = 5 };
	for (size_t first = 0; first < 5; first++)
		assert_int_equal(
			stopping_look(&rule, &r,
				      &(struct stopping_question){ .alpha = (double)first }),
			first);
	assert_true(stopping_look(&rule, &r, &(struct stopping_question){ .alpha = 5 }) ==
		    SIZE_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(qbcb_needs_what_the_paper_says),
		cmocka_unit_test(qbcb_keeps_its_level_over_all_control_samples),
		cmocka_unit_test(tail_p_by_hand),
		cmocka_unit_test(quasi_sample_is_buscarpy),
		cmocka_unit_test(no_knee_is_missed),
		cmocka_unit_test(tail_once_keeps_its_level),
		cmocka_unit_test(anytime_p_by_hand),
		cmocka_unit_test(anytime_keeps_its_level_however_a_review_is_steered),
		cmocka_unit_test(heuristics_by_hand),
		cmocka_unit_test(knee_waits_for_a_thousand),
		cmocka_unit_test(knee_begins_behind_the_control_sample),
		cmocka_unit_test(more_judged_than_there_is_is_refused),
		cmocka_unit_test(the_first_look_that_is_enough_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
