/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames of simulate sampling: rankings under numbers in the order of names, and samples that are
 * those of the command sample, document by document and to the last bit of their probabilities.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/data/drawing/drawing.h"
#include "core/data/drawing/frame.h"
#include "tests/support/scratch.h"

enum { RUNS = 4, TOPICS = 3, NAMES = 60 };

static struct judgments judgments;
static struct run run[RUNS];
static const struct run *runs[RUNS];
static struct rankings rankings;

/* A file that is gone when it has been read. */
static char *file_of(const char *text)
{
	static char path[SCRATCH_ROOM];
	int file = mkstemp(scratch_path(path, "frame"));
	assert_true(file >= 0);
	assert_int_equal(write(file, text, strlen(text)), strlen(text));
	close(file);
	return path;
}

static unsigned next(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

/* Runs of 5, 17, 29 and 41 documents, in which every third score is a tie; the last lacks a topic.
 */
static void write_run(struct buffer *b, unsigned r)
{
	unsigned state = 77 * r + 5;
	for (unsigned t = 0; t < TOPICS; t++) {
		bool used[NAMES] = { false };
		for (unsigned i = 0; i < 5 + 12 * r && !(r == RUNS - 1 && t == 1); i++) {
			unsigned d = next(&state) % NAMES;
			while (used[d])
				d = (d + 1) % NAMES;
			used[d] = true;
			buffer_print(b, "t%u Q0 d%u 0 %u r%u\n", t, d, 1000 - i / 3 * 3, r);
		}
	}
}

static void write_judgments(struct buffer *b)
{
	unsigned state = 99;
	for (unsigned t = 0; t < TOPICS; t++)
		for (unsigned d = 0; d < NAMES; d += 1 + next(&state) % 2)
			buffer_print(b, "t%u 0 d%u %d\n", t, d, (int)(next(&state) % 4) - 1);
}

static int set_up(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct buffer b = { 0 };
	write_judgments(&b);
	char *path = file_of(b.text);
	if (judgments_read(&judgments, judgment_format_find("qrels", &e), path, &e) < 0)
		fail_msg("%s", e.text);
	unlink(path);
	for (unsigned r = 0; r < RUNS; r++) {
		b.length = 0;
		write_run(&b, r);
		path = file_of(b.text);
		if (run_read(&run[r], run_format_find("trec_results", &e), path, &judgments.names,
			     NULL, 1, &e) < 0)
			fail_msg("%s", e.text);
		unlink(path);
		runs[r] = &run[r];
	}
	buffer_release(&b);
	const struct join_options o = { .most_retrieved = INT64_MAX, .complete = true };
	if (rankings_build(&rankings, &judgments, runs, RUNS, &o, true, &e) < 0)
		fail_msg("%s", e.text);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	rankings_release(&rankings);
	for (int r = 0; r < RUNS; r++)
		run_release(&run[r]);
	judgments_release(&judgments);
	return 0;
}

static const struct run_topic *topic_of(const struct run *r, const char *name)
{
	for (size_t t = 0; t < r->topics; t++)
		if (slice_equal(r->topic[t].name, slice_of(name)))
			return &r->topic[t];
	return NULL;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the documents that the runs have, in bytewise order. */
static size_t names_of(const char *topic, char names[NAMES][8])
{
	bool used[NAMES] = { false };
	char *sorted[NAMES], text[NAMES][8];
	size_t count = 0;
	for (int r = 0; r < RUNS; r++) {
		const struct run_topic *t = topic_of(&run[r], topic);
		for (size_t i = 0; t != NULL && i < t->count; i++) {
			struct slice name = piece_slice(&run[r].in, t->record[i].document);
			unsigned d = 0;
			for (size_t k = 1; k < name.length; k++)
				d = 10 * d + (unsigned)(name.at[k] - '0');
			if (used[d])
				continue;
			used[d] = true;
			snprintf(text[count], sizeof text[count], "d%u", d);
			sorted[count] = text[count];
			count++;
		}
	}
	qsort(sorted, count, sizeof *sorted, by_text);
	for (size_t i = 0; i < count; i++)
		snprintf(names[i], sizeof names[i], "%s", sorted[i]);
	return count;
}

/* ---- rankings ---- */

static void documents_are_numbered_in_the_order_of_their_names(void **state)
{
	(void)state;
	struct ranking ranking = { 0 };
	struct err e = { 0 };
	assert_int_equal(rankings.topics, TOPICS);
	for (size_t i = 0; i < TOPICS; i++) {
		const struct ranked_topic *t = &rankings.topic[i];
		char names[NAMES][8];
		assert_int_equal(names_of(t->judged->name, names), t->documents);
		for (size_t d = 0; d < t->documents; d++)
			assert_true(t->name[d] == hash_name(slice_of(names[d])));
		for (int r = 0; r < RUNS; r++) {
			const struct run_topic *x = topic_of(&run[r], t->judged->name);
			assert_int_equal(t->count[r], x != NULL ? x->count : 0);
			if (x == NULL)
				continue;
			assert_int_equal(ranking_make(&ranking, &run[r], x, TIES_FALLING, &e), 0);
			for (size_t k = 0; k < x->count; k++)
				assert_true(
					slice_equal(piece_slice(&run[r].in, ranking.document[k]),
						    slice_of(names[t->order[r][k]])));
		}
		for (size_t d = 0; d < t->documents; d++) {
			int32_t grade = GRADE_UNPOOLED;
			for (size_t k = 0; k < t->judged->all.count; k++) {
				const struct judgment *j = &t->judged->all.judgment[k];
				if (slice_equal(judgment_document(j), slice_of(names[d])))
					grade = j->level < 0 ? GRADE_UNJUDGED : (int32_t)j->level;
			}
			assert_int_equal(t->grade[d], grade);
		}
	}
	ranking_release(&ranking);
}

/* ---- samples ---- */

/* What sample draws from the runs that shape, against what the frame draws. */
static void compare_samples(const struct ranked_topic *t, const bool *shapes, size_t deepest,
			    uint64_t seed, int64_t picks, size_t pool_depth,
			    struct frame_draw *draw)
{
	struct drawing d = { 0 };
	struct err e = { 0 };
	const struct run *shaping[RUNS];
	const struct run_topic *topics[RUNS];
	struct drawing_options o = { .design = picks > 0 ? DESIGN_STEVENS : DESIGN_POOL,
				     .runs = shaping,
				     .depth = deepest,
				     .pool_depth = pool_depth,
				     .seed = seed };
	for (int r = 0; r < RUNS; r++)
		if (shapes[r]) {
			shaping[o.run_count] = &run[r];
			topics[o.run_count++] = topic_of(&run[r], t->judged->name);
		}
	const struct drawing_topic topic = { .name = t->judged->name,
					     .run = topics,
					     .size = picks };
	if (drawing_make(&d, &o, &topic, &e) < 0 ||
	    frame_draw_make(draw, picks, pool_depth, &e) < 0)
		fail_msg("%s", e.text);
	char names[NAMES][8];
	size_t documents = names_of(t->judged->name, names), at = 0;
	assert_int_equal(draw->judged, d.count);
	for (size_t i = 0; i < documents; i++) {
		bool drawn = at < d.count && slice_equal(d.drawn[at].name, slice_of(names[i]));
		double want = drawn ? 1 / d.drawn[at].probability : 0;
		if (draw->weight[i] != want)
			fail_msg("topic %s, seed %d, %d picks, pool %zu: %s has weight %.17g, not "
				 "%.17g",
				 t->judged->name, (int)seed, (int)picks, pool_depth, names[i],
				 draw->weight[i], want);
		at += drawn;
	}
	assert_int_equal(at, d.count);
	drawing_release(&d);
}

/* A pool goes no deeper than what can be drawn: drawing.h has one depth for both. */
static void a_frame_draws_what_the_command_sample_draws(void **state)
{
	(void)state;
	static const bool shapes[][RUNS] = {
		{ 1, 1, 1, 1 }, { 1, 0, 1, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1, 0 }
	};
	static const size_t deepest[] = { 4, 10, SIZE_MAX }, pools[] = { 0, 1, 3 };
	static const int64_t picks[] = { 0, 1, 2, 5, 13, 30, 1000 };
	struct frame f = { 0 };
	struct frame_draw draw = { 0 };
	struct err e = { 0 };
	size_t compared = 0;
	for (size_t i = 0; i < TOPICS; i++)
		for (size_t s = 0; s < 4; s++)
			for (size_t k = 0; k < 3; k++)
				for (uint64_t seed = 0; seed < 8; seed++) {
					const struct ranked_topic *t = &rankings.topic[i];
					if (s == 2 && t->count[RUNS - 1] == 0)
						continue; /* nothing to draw from */
					assert_int_equal(
						frame_make(&f, t, shapes[s], RUNS, deepest[k], &e),
						0);
					assert_int_equal(frame_draw_start(&draw, &f, seed, &e), 0);
					for (size_t p = 0; p < 3; p++)
						for (size_t m = p == 0; m < 7; m++, compared++)
							compare_samples(t, shapes[s], deepest[k],
									seed, picks[m], pools[p],
									&draw);
				}
	assert_true(compared > 4000);
	frame_draw_release(&draw);
	arena_release(&f.memory);
}

static void pools_have_the_first_documents_of_the_runs_that_shape_them(void **state)
{
	(void)state;
	struct frame f = { 0 };
	struct err e = { 0 };
	const struct ranked_topic *t = &rankings.topic[0];
	const bool one[RUNS] = { 0, 1, 0, 0 }, none[RUNS] = { 0 }, two[RUNS] = { 1, 1, 0, 0 };
	assert_int_equal(frame_make(&f, t, one, RUNS, SIZE_MAX, &e), 0);
	assert_int_equal(frame_pool(&f, 3), 3);
	assert_int_equal(frame_pool(&f, 1000), t->count[1]);
	assert_int_equal(f.count, t->count[1]);
	assert_int_equal(frame_make(&f, t, none, RUNS, SIZE_MAX, &e), 0);
	assert_int_equal(frame_pool(&f, 1000), 0);
	assert_int_equal(f.count, 0);
	assert_int_equal(frame_make(&f, t, two, RUNS, 2, &e), 0);
	for (size_t depth = 1; depth < 8; depth++) {
		bool in[NAMES] = { false };
		size_t count = 0;
		for (int r = 0; r < 2; r++)
			for (size_t i = 0; i < depth && i < t->count[r]; i++)
				in[t->order[r][i]] = true;
		for (size_t d = 0; d < NAMES; d++)
			count += in[d];
		assert_int_equal(frame_pool(&f, depth), count);
	}
	arena_release(&f.memory);
}

/* No document to draw, or none to be drawn: nothing is judged, and nothing breaks. */
static void of_nothing_nothing_is_drawn(void **state)
{
	(void)state;
	struct frame f = { 0 };
	struct frame_draw draw = { 0 };
	struct err e = { 0 };
	const bool none[RUNS] = { 0 }, all[RUNS] = { 1, 1, 1, 1 };
	for (int i = 0; i < 2; i++) {
		assert_int_equal(
			frame_make(&f, &rankings.topic[0], i == 0 ? none : all, RUNS, SIZE_MAX, &e),
			0);
		assert_int_equal(frame_draw_start(&draw, &f, 1, &e), 0);
		assert_int_equal(frame_draw_make(&draw, i == 0 ? 5 : 0, 0, &e), 0);
		assert_int_equal(draw.judged, 0);
		for (size_t d = 0; d < rankings.topic[0].documents; d++)
			assert_true(draw.weight[d] == 0);
	}
	frame_draw_release(&draw);
	arena_release(&f.memory);
}

/* ---- views ---- */

static void views_show_what_is_judged_and_nothing_else(void **state)
{
	(void)state;
	const struct ranked_topic *t = &rankings.topic[2];
	struct frame_view v = { 0 };
	struct err e = { 0 };
	double weight[NAMES] = { 0 };
	enum { LEVEL = 1, RUN = 2 };
	for (size_t d = 0; d < t->documents; d += 3)
		weight[d] = 1.5 + (double)d;
	assert_int_equal(frame_view_judged(&v, t, RUN, LEVEL, weight, &e), 0);
	int64_t relevant = 0, other = 0;
	for (size_t d = 0; d < t->documents; d++) {
		relevant += weight[d] > 0 && t->grade[d] >= LEVEL;
		other += weight[d] > 0 && t->grade[d] < LEVEL;
	}
	assert_true(relevant > 0 && other > 0);
	assert_int_equal(v.view.relevant, relevant);
	assert_int_equal(v.view.nonrelevant, other);
	assert_int_equal(v.view.retrieved, t->count[RUN]);
	size_t found = 0;
	for (size_t i = 0; i < t->count[RUN]; i++) {
		size_t d = t->order[RUN][i];
		int32_t grade =
			weight[d] > 0 ? (t->grade[d] < 0 ? 0 : t->grade[d]) : GRADE_UNPOOLED;
		assert_int_equal(v.view.grade[i], grade);
		if (grade >= LEVEL)
			assert_int_equal(v.view.relevant_at[found++], i);
	}
	assert_int_equal(v.view.relevant_retrieved, found);

	assert_int_equal(frame_view_sample(&v, t, RUN, LEVEL, weight, &e), 0);
	const struct sample_view *s = v.view.sample;
	size_t at = 0;
	for (size_t i = 0; i < t->count[RUN]; i++) {
		size_t d = t->order[RUN][i];
		if (weight[d] == 0)
			continue;
		assert_int_equal(s->document[at].rank, i);
		assert_true(s->document[at].weight == weight[d]);
		assert_int_equal(s->document[at++].grade, t->grade[d] < 0 ? 0 : t->grade[d]);
	}
	size_t retrieved = at;
	assert_true(retrieved > 0 && retrieved < s->documents);
	for (; at < s->documents; at++)
		assert_int_equal(s->document[at].rank, -1);
	size_t judged = 0;
	for (size_t d = 0; d < t->documents; d++)
		judged += weight[d] > 0;
	assert_int_equal(s->documents, judged);

	assert_int_equal(frame_view_judged(&v, t, RUN, LEVEL, NULL, &e), 0);
	judgment_set_count(&t->judged->all, LEVEL, &relevant, &other);
	assert_int_equal(v.view.relevant, relevant);
	assert_int_equal(v.view.nonrelevant, other);
	for (size_t i = 0; i < t->count[RUN]; i++)
		assert_int_equal(v.view.grade[i], t->grade[t->order[RUN][i]]);
	arena_release(&v.memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(documents_are_numbered_in_the_order_of_their_names),
		cmocka_unit_test(a_frame_draws_what_the_command_sample_draws),
		cmocka_unit_test(pools_have_the_first_documents_of_the_runs_that_shape_them),
		cmocka_unit_test(of_nothing_nothing_is_drawn),
		cmocka_unit_test(views_show_what_is_judged_and_nothing_else),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
