/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ideal sums by a model of all topics: by hand if all is judged, and on average over topics that
 * the test draws itself.
 */
#include <math.h>

#include "core/stats/random/uniform.h"
#include "core/stats/regression/ideal_model.h"
#include "core/stats/rmath.h"
#include "tests/support/near.h"

enum { TOPICS = 200, DOCUMENTS = 100, JUDGED = 8 };

static double discounts(int count, int cutoff)
{
	double sum = 0;
	for (int rank = 1; rank <= count && rank <= cutoff; rank++)
		sum += 1 / log2(rank + 1);
	return sum;
}

static void model(struct ideal_topic *t, size_t topics, const struct ideal_asked *as)
{
	struct err e = { 0 };
	if (ideal_model(t, topics, as, &e) < 0)
		fail_msg("%s", e.text);
}

/* Two documents of grade 2 and one of grade 1: 2 + 2/log2(3) + 1/log2(4); the other topic: 1. With
 * gains 1 and 3: 3 + 3/log2(3) + 1/log2(4). */
static void everything_judged(void **state)
{
	(void)state;
	struct ideal_cell a[] = { { .size = 5, .sampled = 5, .count = { 1, 2 } } };
	struct ideal_cell b[] = { { .size = 3, .sampled = 3, .count = { 1, 0 } } };
	struct ideal_topic t[] = { { a, 1, .inverse = 0 }, { b, 1, .inverse = 0 } };
	struct ideal_asked as = { .gain = { 1, 2 }, .grades = 2, .normalised = true, .cutoff = 10 };
	model(t, 2, &as);
	assert_near(1 / t[0].inverse, 2.5 + 2 / log2(3), 1e-9);
	assert_near(1 / t[1].inverse, 1, 1e-9);
	assert_near(t[0].spread, 0, 1e-7); /* there is nothing else to know */
	as.gain[1] = 3;
	model(t, 2, &as);
	assert_near(1 / t[0].inverse, 3.5 + 3 / log2(3), 1e-9);
	as.normalised = false;
	model(t, 2, &as);
	assert_true(t[0].inverse == 1 && t[0].spread == 0);
}

/*
 * Shares of relevant documents whose logits are a uniform number from -4 to 0 (which is not the
 * model's normal distribution), 8 of 100 documents judged. The mean of 1/I is met within 5 %; with
 * N/n for each judged document it is not within 20 %, nor with the mean share of all topics.
 */
static void mean_over_topics(void **state)
{
	(void)state;
	struct ideal_cell cell[TOPICS];
	struct ideal_topic topic[TOPICS];
	double truth = 0, found = 0, plugged = 0, relevant = 0, with = 0;
	for (size_t t = 0; t < TOPICS; t++) {
		struct uniform u = uniform_start(5, t, STREAM_FIRST);
		double share = 1 / (1 + exp(uniform_between(&u, 0, 4)));
		int all = 1, seen = 0; /* none of them is without one */
		for (int d = 1; d < DOCUMENTS; d++) {
			bool is = uniform_next(&u) < share;
			all += is;
			seen += is && d <= JUDGED;
		}
		cell[t] = (struct ideal_cell){ .size = DOCUMENTS,
					       .sampled = JUDGED,
					       .count = { seen } };
		topic[t] = (struct ideal_topic){ .cell = &cell[t], .cells = 1 };
		truth += 1 / discounts(all, 10) / TOPICS;
		relevant += all / (double)TOPICS;
		with += seen > 0;
		plugged += seen > 0 ? 1 / discounts(seen * DOCUMENTS / JUDGED, 10) : 0;
	}
	model(topic, TOPICS,
	      &(struct ideal_asked){
		      .gain = { 1 }, .grades = 1, .normalised = true, .cutoff = 10 });
	for (size_t t = 0; t < TOPICS; t++)
		found += topic[t].inverse / TOPICS;
	assert_near(found / truth, 1, .05);
	assert_true(plugged / with / truth < .8);
	assert_true(1 / discounts((int)relevant, 10) / truth < .8);
}

/* What is expected of a document is the mean of relevance/I: over all documents of a topic R/I. */
static void expected_gain(void **state)
{
	(void)state;
	struct ideal_cell cell[TOPICS][2];
	struct ideal_topic topic[TOPICS];
	double truth = 0, found = 0;
	for (size_t t = 0; t < TOPICS; t++) {
		struct uniform u = uniform_start(6, t, STREAM_FIRST);
		double share = 1 / (1 + exp(uniform_between(&u, 0, 3)));
		int relevant[2] = { 0, 0 }, seen[2] = { 0, 0 };
		for (int d = 0; d < 2 * DOCUMENTS; d++) { /* the second hundred is shown */
			bool is = uniform_next(&u) < share;
			relevant[d / DOCUMENTS] += is;
			seen[d / DOCUMENTS] += is && d % DOCUMENTS < JUDGED;
		}
		for (int shown = 0; shown < 2; shown++)
			cell[t][shown] = (struct ideal_cell){ .shown = shown,
							      .size = DOCUMENTS,
							      .sampled = JUDGED,
							      .count = { seen[shown] } };
		topic[t] = (struct ideal_topic){ .cell = cell[t], .cells = 2 };
		int all = relevant[0] + relevant[1];
		truth += all > 0 ? relevant[1] / discounts(all, 10) / DOCUMENTS / TOPICS : 0;
	}
	model(topic, TOPICS,
	      &(struct ideal_asked){
		      .gain = { 1 }, .grades = 1, .normalised = true, .cutoff = 10 });
	for (size_t t = 0; t < TOPICS; t++)
		found += cell[t][1].expected / TOPICS;
	assert_near(found / truth, 1, .05);
}

/*
 * Labels that say what a document is: half of 40 documents have a label, and these are relevant, in
 * each of 30 topics, 10 of which are judged in each. The number of the others is then known: 1/I is
 * that of 20 relevant documents, within 1 %, and the model knows it to 2 %. Without kinds it does
 * not.
 */
static void perfect_labels(void **state)
{
	(void)state;
	struct ideal_cell cell[30][2];
	struct ideal_topic topic[30];
	const struct ideal_asked as = {
		.gain = { 1 }, .grades = 1, .normalised = true, .cutoff = 40
	};
	for (size_t t = 0; t < 30; t++) {
		for (size_t h = 0; h < 2; h++)
			cell[t][h] = (struct ideal_cell){
				.kind = h, .size = 20, .sampled = 5, .count = { h == 1 ? 5 : 0 }
			};
		topic[t] = (struct ideal_topic){ .cell = cell[t], .cells = 2 };
	}
	model(topic, 30, &as);
	for (size_t t = 0; t < 30; t++) {
		assert_near(topic[t].inverse * discounts(20, 40), 1, .01);
		assert_true(topic[t].spread < .02);
	}
	for (size_t t = 0; t < 30; t++) {
		cell[t][0] = (struct ideal_cell){ .size = 40, .sampled = 10, .count = { 5 } };
		topic[t].cells = 1;
	}
	model(topic, 30, &as);
	assert_true(topic[0].spread > .05);
}

/*
 * A ranking takes ten of a hundred documents one after the other, a relevant one with odds of 50,
 * so that it leaves none in topics with few; the logit of the share of relevant documents is
 * normal(-2, 1.5), and 8 are judged. The mean of 1/I is met within 2 %. (If the odds of
 * relevance of what is shown and of the rest were in one proportion in all topics, it would be 4 %
 * too small.)
 */
static void few_are_left(void **state)
{
	(void)state;
	enum { MANY = 6000, SHOWN = 10 };
	static struct ideal_cell cell[MANY][2];
	static struct ideal_topic topic[MANY];
	double truth = 0, found = 0;
	for (size_t t = 0; t < MANY; t++) {
		struct uniform u = uniform_start(8, t, STREAM_FIRST);
		double share = 1 / (1 + exp(2 - 1.5 * qnorm(uniform_next(&u), 0, 1, 1, 0)));
		int all = 0, taken = 0;
		for (int d = 0; d < DOCUMENTS; d++)
			all += uniform_next(&u) < share;
		for (int d = 0; d < SHOWN; d++) {
			double good = 50 * (all - taken), other = DOCUMENTS - all - (d - taken);
			taken += uniform_next(&u) * (good + other) < good;
		}
		for (int shown = 0; shown < 2; shown++) {
			int size = shown ? SHOWN : DOCUMENTS - SHOWN;
			int relevant = shown ? taken : all - taken;
			struct ideal_cell *c = &cell[t][shown];
			*c = (struct ideal_cell){ .shown = shown, .size = size };
			for (int d = 0; d < size; d++) {
				bool judged = uniform_next(&u) < 0.08;
				c->sampled += judged;
				c->count[0] += judged && d < relevant;
			}
		}
		topic[t] = (struct ideal_topic){ .cell = cell[t], .cells = 2 };
		truth += all > 0 ? 1 / discounts(all, 10) / MANY : 0;
	}
	model(topic, MANY,
	      &(struct ideal_asked){
		      .gain = { 1 }, .grades = 1, .normalised = true, .cutoff = 10 });
	for (size_t t = 0; t < MANY; t++)
		found += topic[t].inverse / MANY;
	assert_near(found / truth, 1, .02);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_judged), cmocka_unit_test(mean_over_topics),
		cmocka_unit_test(expected_gain),     cmocka_unit_test(perfect_labels),
		cmocka_unit_test(few_are_left),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
