/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files of labels: which classes they have, and in which class a document is. Expected values are
 * read off the texts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>
#include <cmocka.h>

#include "core/base/hash.h"
#include "core/data/labels/labels.h"
#include "tests/support/scratch.h"

static struct labels labels;
static struct names judged;
static struct arena memory;
static struct err e;
static char path[SCRATCH_ROOM];

static int names_of_topics(void **state)
{
	(void)state;
	close(mkstemp(scratch_path(path, "labels")));
	names_add(&judged, &memory, slice_of("301"), &e);
	names_add(&judged, &memory, slice_of("302"), &e);
	return 0;
}

static int forget(void **state)
{
	(void)state;
	names_release(&judged);
	arena_release(&memory);
	return unlink(path);
}

static int read_text(const char *text, struct labels_asked asked)
{
	FILE *f = fopen(path, "w");
	fputs(text, f);
	fclose(f);
	e = (struct err){ 0 };
	asked.file = (struct text_list){ (const char *[]){ path }, 1 };
	return labels_read(&labels, &asked, &judged, &e);
}

/* The class of a document of the topic that is judged as number `topic`. */
static int class_of(size_t topic, const char *name)
{
	return label_class(labels_of_topic(&labels, topic), slice_of(name),
			   hash_bytes(name, strlen(name)));
}

/* Grades of a file of qrels are classes in the order of the numbers, not of the texts. */
static void test_grades(void **state)
{
	(void)state;
	assert_int_equal(read_text("301 0 a 10\n302 0 a 2\n301 0 b 2\n999 0 c -1\n",
				   (struct labels_asked){ 0 }),
			 0);
	assert_int_equal(labels.classes, 3);
	assert_string_equal(labels.class_name[0], "-1");
	assert_string_equal(labels.class_name[1], "2");
	assert_string_equal(labels.class_name[2], "10");
	assert_int_equal(class_of(0, "a"), 2);
	assert_int_equal(class_of(0, "b"), 1);
	assert_int_equal(class_of(1, "a"), 1);
	assert_int_equal(class_of(0, "c"), LABEL_NONE);
	assert_false(labels.scores);
	labels_release(&labels);
}

/* Words are classes, bytewise in order; an empty label is none; a topic may have no labels. */
static void test_words(void **state)
{
	(void)state;
	assert_int_equal(
		read_text("docno,label,topic\na,yes,302\nb,no,302\nc,,302\nd,\"a, b\",302\n",
			  (struct labels_asked){ 0 }),
		0);
	assert_int_equal(labels.classes, 3);
	assert_string_equal(labels.class_name[0], "a, b");
	assert_int_equal(class_of(1, "a"), 2);
	assert_int_equal(class_of(1, "b"), 1);
	assert_int_equal(class_of(1, "c"), LABEL_NONE);
	assert_null(labels_of_topic(&labels, 0));
	assert_int_equal(class_of(0, "a"), LABEL_NONE);
	labels_release(&labels);
}

/*
 * Soft labels are scores. Two bands of all topics: of the six falling scores .9 .5 .5 .4 .2 .1 the
 * cut is the third, .5, so that both documents of .5 are in band1, class 1.
 */
static void test_scores(void **state)
{
	(void)state;
	const char text[] = "topic,docno,score\n301,a,0.5\n301,b,0.1\n301,c,0.2\n302,a,0.5\n"
			    "302,b,0.9\n302,c,0.4\n";
	assert_int_equal(read_text(text, (struct labels_asked){ .bands.count = 2 }), 0);
	assert_true(labels.scores);
	assert_int_equal(labels.classes, 2);
	assert_string_equal(labels.class_name[1], "band1");
	assert_int_equal(class_of(0, "a"), 1);
	assert_int_equal(class_of(0, "c"), 0);
	assert_int_equal(class_of(1, "a"), 1);
	assert_int_equal(class_of(1, "c"), 0);
	labels_release(&labels);
	/* not asked for: labels of .5 are still scores, cut into five bands */
	assert_int_equal(read_text(text, (struct labels_asked){ 0 }), 0);
	assert_int_equal(labels.classes, LABEL_BANDS);
	labels_release(&labels);
}

static void test_errors(void **state)
{
	(void)state;
	const struct labels_asked none = { 0 };
	assert_int_equal(read_text("301 0 a 1\n301 0 b 1\n301 0 a 2\n", none), -1);
	assert_non_null(
		strstr(e.text, ":3: document 'a' of topic '301' appears twice: first on line 1"));
	assert_int_equal(read_text("docno,label\na,1\n", none), -1);
	assert_non_null(strstr(e.text, "the documents have no topic"));
	assert_int_equal(read_text("topic,docno,colour\n301,a,1\n", none), -1);
	assert_non_null(strstr(e.text, "no column 'rel' or 'score' or 'label' in the header"));
	assert_int_equal(read_text("topic,docno,label\n", none), -1);
	assert_non_null(strstr(e.text, "no document has a label"));
	assert_int_equal(
		read_text("301 0 a 1\n301 0 b two\n", (struct labels_asked){ .bands.count = 3 }),
		-1);
	assert_non_null(strstr(e.text, ":2: label 'two' is not a number: --bands cuts scores"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_grades),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_scores),
		cmocka_unit_test(test_errors),
	};
	return cmocka_run_group_tests(tests, names_of_topics, forget);
}
