/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every measure carries an example that was worked out by hand; here it goes through the whole
 * program, from text to value.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <ctype.h>
#include <math.h>
#include <unistd.h>

#include "core/engine/evaluate/evaluation.h"
#include "core/engine/bounds/measure_bounds.h"
#include "tests/support/scratch.h"

static const struct judgment_format *format_for(enum measure_input input)
{
	static const char *const names[] = { [INPUT_GRADES] = "qrels",
					     [INPUT_GROUPS] = "qrels_jg",
					     [INPUT_PREFERENCES] = "qrels_prefs",
					     [INPUT_SAMPLE] = "probs",
					     [INPUT_POOL] = "strata",
					     [INPUT_SUBTOPICS] = "diversity",
					     [INPUT_ANY] = "qrels" };
	for (size_t i = 0; judgment_formats[i] != NULL; i++)
		if (strcmp(judgment_formats[i]->name, names[input]) == 0)
			return judgment_formats[i];
	fail_msg("no format %s", names[input]);
	return NULL;
}

static const struct run_format *trec_results(void)
{
	size_t i = 0;
	while (strcmp(run_formats[i]->name, "trec_results") != 0)
		i++;
	return run_formats[i];
}

/*
 * "0 . 1 - | 2": ranked documents first, then those that are only judged; "ab" is relevant to
 * sub-topics a and b, and "2:0.5" has the score 0.5. `before` and `behind` are columns more around
 * the relevance, or "".
 */
static void write_example(const char *ranking, const char *before, const char *behind, FILE *qrels,
			  FILE *run)
{
	int document = 0;
	bool retrieved = true;
	for (const char *p = ranking; *p != '\0'; p++) {
		if (*p == ' ')
			continue;
		if (*p == '|') {
			retrieved = false;
			continue;
		}
		document++;
		const char *score = p + strcspn(p, ": ");
		if (retrieved && *score == ':')
			fprintf(run, "1 Q0 d%d 0 %g example\n", document, strtod(score + 1, NULL));
		else if (retrieved)
			fprintf(run, "1 Q0 d%d 0 %d example\n", document, 1000 - document);
		if (isalpha((unsigned char)*p)) {
			fprintf(qrels, "1 %c d%d 1\n", *p, document);
			while (isalpha((unsigned char)p[1]))
				fprintf(qrels, "1 %c d%d 1\n", *++p, document);
			continue;
		}
		if (*p == '-')
			fprintf(qrels, "1 0 d%d%s -1%s\n", document, before, behind);
		else if (*p != '.')
			fprintf(qrels, "1 0 d%d%s %d%s\n", document, before,
				(int)strtol(p, NULL, 10), behind);
		p += strcspn(p, " ") - 1;
	}
	fclose(qrels);
	fclose(run);
}

static void check_value(const struct measure *m, const struct evaluation *x,
			const struct request *q)
{
	if (m->value == VALUE_TEXT) {
		const char *text = m->aggregate == AGGREGATE_RUN ? x->run_text[0] : x->text[0];
		assert_string_equal(text, m->example.text);
		return;
	}
	if (!(fabs(x->score[q->first] - m->example.value) <= 1e-12))
		fail_msg("%s of '%s' is %.17g, not %.17g", m->name, m->example.ranking,
			 x->score[q->first], m->example.value);
}

static void check_example(const struct registry *registry, const struct measure *m)
{
	if (m->example.ranking == NULL)
		fail_msg("%s has no example", m->name);
	char qrels[SCRATCH_ROOM], run[SCRATCH_ROOM];
	int qrels_fd = mkstemp(scratch_path(qrels, "qrels"));
	int run_fd = mkstemp(scratch_path(run, "run"));
	assert_true(qrels_fd >= 0 && run_fd >= 0);
	bool pool = m->input == INPUT_POOL, sampled = m->input == INPUT_SAMPLE || pool;
	write_example(m->example.ranking, pool ? " s" : "", sampled && !pool ? " 1" : "",
		      fdopen(qrels_fd, "w"), fdopen(run_fd, "w"));

	char ask[200];
	snprintf(ask, sizeof ask, "%s%s%s", m->name, m->example.parameters != NULL ? "." : "",
		 m->example.parameters != NULL ? m->example.parameters : "");
	struct err e = { 0 };
	struct request_list asked = { 0 };
	struct judgments judgments;
	struct run loaded;
	struct design sample;
	struct evaluation x;
	const struct judgment_format *format = format_for(m->input);
	const struct bounds_asked no_bounds = { 0 };
	const struct design_options strata = { .level = 1 };
	const struct run *runs[] = { &loaded };
	struct evaluation_options options = { .join = { .level = 1, .most_retrieved = INT64_MAX } };
	const struct evaluated_run r = { .run = &loaded, .sample = sampled ? &sample : NULL };
	if (requests_ask(&asked, registry, ask, &e) < 0 ||
	    requests_finish(&asked, registry, format, 1, &no_bounds, &e) < 0 ||
	    judgments_read(&judgments, format, qrels, &e) < 0 ||
	    run_read(&loaded, trec_results(), run, &judgments.names, NULL, 1, &e) < 0 ||
	    (sampled && design_build(&sample, &judgments, runs, 1, &strata, &e) < 0) ||
	    evaluation_run(&x, &asked, &judgments, &r, &options, &e) < 0)
		fail_msg("%s: %s", m->name, e.text);
	check_value(m, &x, &asked.request[0]);
	evaluation_release(&x);
	if (sampled)
		design_release(&sample);
	run_release(&loaded);
	judgments_release(&judgments);
	requests_release(&asked);
	unlink(qrels);
	unlink(run);
}

static void every_measure_gives_the_value_of_its_example(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct registry r;
	assert_int_equal(registry_init(&r, NULL, &e), 0);
	assert_true(r.count > 50);
	for (size_t i = 0; i < r.count; i++)
		check_example(&r, r.measure[i]);
	registry_release(&r);
}

/* Documents of a pair's example: GRADE:RANK_A:RANK_B, separated by blanks. */
static size_t read_documents(const char *text, struct pair_document *to)
{
	size_t count = 0;
	for (int used; text != NULL && *text != '\0'; text += used) {
		int grade;
		unsigned a, b;
		if (sscanf(text, "%d:%u:%u %n", &grade, &a, &b, &used) != 3)
			fail_msg("'%s' is not GRADE:RANK:RANK", text);
		to[count++] = (struct pair_document){ grade, { a, b } };
	}
	return count;
}

/* Strata of a pair's example: RUNS:SIZE:SAMPLED:RELEVANT. */
static size_t read_strata(const char *text, struct pair_stratum *to)
{
	size_t count = 0;
	for (int used; text != NULL && *text != '\0'; text += used) {
		char runs[4];
		long size, sampled, relevant;
		if (sscanf(text, "%3[AB-]:%ld:%ld:%ld %n", runs, &size, &sampled, &relevant,
			   &used) != 4)
			fail_msg("'%s' is not RUNS:SIZE:SAMPLED:RELEVANT", text);
		to[count++] = (struct pair_stratum){ .size = size,
						     .sampled = sampled,
						     .assessable = sampled,
						     .relevant = relevant,
						     .in_a = strchr(runs, 'A') != NULL,
						     .in_b = strchr(runs, 'B') != NULL };
	}
	return count;
}

/* What was counted of the documents, by its definitions. */
static void count_documents(struct pair_topic *t)
{
	for (size_t i = 0; i < t->documents; i++) {
		const struct pair_document *d = &t->document[i];
		bool relevant = d->grade > 0, right[2];
		t->relevant += relevant;
		t->judged += d->grade >= 0;
		for (int side = 0; side < 2; side++) {
			bool retrieved = d->rank[side] > 0;
			right[side] = retrieved == relevant;
			t->count[side].tp += retrieved && relevant;
			t->count[side].fp += retrieved && !relevant;
			t->count[side].fn += !retrieved && relevant;
		}
		t->right[0] += right[0] && !right[1];
		t->right[1] += right[1] && !right[0];
		t->same += right[0] == right[1];
	}
}

static void check_pair(const struct pair_measure *m)
{
	struct pair_document document[20];
	struct pair_stratum cell[20];
	struct pair_topic t = { .name = "1", .document = document, .cell = cell };
	t.documents = read_documents(m->example.documents, document);
	t.cells = read_strata(m->example.strata, cell);
	count_documents(&t);
	const struct pair_view v = { .run = { "A", "B" },
				     .topic = &t,
				     .topic_size = sizeof t,
				     .topics = 1,
				     .level = 1,
				     .services = &services };
	const struct estimate_request bounds = {
		.method = "bb-spread", .ends = { .lower_p = 0.025, .upper_p = 0.975, .seed = 1 }
	};
	const struct pair_request q = {
		.bounds = &bounds,
		.beta = 1,
		.prior = 0.5,
		.gain = 1,
		.cost = 1,
		.prob_relevant = 0.5,
	};
	struct figures f = { 0 };
	struct err e = { 0 };
	if (m->compare(&v, &q, &f, &e) < 0)
		fail_msg("%s: %s", m->name, e.text);
	size_t i = 0;
	while (i < f.count && strcmp(f.figure[i].name, m->example.figure) != 0)
		i++;
	assert_true(i < f.count);
	if (!(fabs(f.figure[i].value - m->example.value) <= 1e-12))
		fail_msg("%s of %s is %.17g, not %.17g", m->example.figure, m->name,
			 f.figure[i].value, m->example.value);
	figures_release(&f);
}

static void every_measure_of_pairs_gives_the_value_of_its_example(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct registry r;
	assert_int_equal(registry_init(&r, NULL, &e), 0);
	assert_true(r.pairs >= 4);
	for (size_t i = 0; i < r.pairs; i++)
		check_pair(r.pair[i]);
	registry_release(&r);
}

/* Each stands behind the measure that it names. */
static void measures_stand_where_they_say(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct registry r;
	size_t named = 0, families = 0;
	assert_int_equal(registry_init(&r, NULL, &e), 0);
	for (size_t i = 0; i < r.count; i++)
		if (r.measure[i]->after != NULL) {
			assert_true(i > 0);
			assert_string_equal(r.measure[i - 1]->name, r.measure[i]->after);
			named++;
		}
	assert_true(named >= 25);
	for (size_t f = 0; measure_families[f] != NULL; f++)
		for (const struct measure *m = measure_families[f]; m->abi != 0; m++, families++) {
			if (measure_complaint(m) != NULL)
				fail_msg("%s: '%s'", measure_complaint(m), m->name);
			assert_ptr_equal(registry_find(&r, m->name), m); /* no two of one name */
		}
	assert_int_equal(r.count, families); /* each follows one that exists */
	registry_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_measure_gives_the_value_of_its_example),
		cmocka_unit_test(every_measure_of_pairs_gives_the_value_of_its_example),
		cmocka_unit_test(measures_stand_where_they_say),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
