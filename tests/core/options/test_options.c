/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tables of options. Names are looked up as getopt_long() of the C library does; values and
 * messages are by definition, defaults are those that the help texts name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/commands/compare/compare_options.h"
#include "core/commands/evaluate/evaluate.h"
#include "core/commands/plan/map_plan.h"
#include "core/commands/sample/sample.h"
#include "core/commands/simulate/truths_asked.h"
#include "core/options/command.h"
#include "core/options/rules.h"

/* The table of a question, "simulate coverage". */
static const struct command_table *question(const char *name)
{
	const struct command *c = command_find(name);
	assert_non_null(c);
	return c->table;
}

/* A request with its defaults. */
static void *request_new(const struct command_table *t)
{
	void *request = calloc(1, t->size);
	assert_non_null(request);
	options_init(t, request);
	return request;
}

static void request_free(const struct command_table *t, void *request)
{
	options_release(t, request);
	free(request);
}

static void set(const struct command_table *t, void *request, const char *name, const char *text)
{
	struct err e = { 0 };
	if (option_set(t, request, name, text, &e) < 0)
		fail_msg("%s: %s", name, e.text);
}

/* The option is refused as wrong usage, with this message. */
static void refuse(const struct command_table *t, const char *name, const char *text,
		   const char *message)
{
	void *request = request_new(t);
	struct err e = { 0 };
	assert_int_equal(option_set(t, request, name, text, &e), -1);
	assert_int_equal(e.status, STATUS_USAGE);
	assert_string_equal(e.text, message);
	request_free(t, request);
}

/* ---- the tables ---- */

/* One name, one meaning: the same letter, argument and help wherever it stands
 * (core/options/option_names.h). */
static void a_name_has_one_entry(void **state)
{
	(void)state;
	for (size_t i = 0; commands[i] != NULL; i++)
		for (struct option_place p = { 0 }; option_next(commands[i]->table, &p);)
			for (size_t k = 0; k < i; k++)
				for (struct option_place q = { 0 };
				     option_next(commands[k]->table, &q);) {
					const struct command_option *a = p.option, *b = q.option;
					if (a->hidden || b->hidden || a->same_as || b->same_as ||
					    !a->name || !b->name || strcmp(a->name, b->name) != 0)
						continue;
					if (a->letter != b->letter ||
					    strcmp(a->help, b->help) != 0 ||
					    strcmp(a->argument ? a->argument : "",
						   b->argument ? b->argument : "") != 0)
						fail_msg("--%s: %s and %s", a->name,
							 commands[i]->table->name,
							 commands[k]->table->name);
				}
}

static void every_command_and_option_has_its_texts(void **state)
{
	(void)state;
	size_t tables = 0, options = 0;
	for (; commands[tables] != NULL; tables++) {
		const struct command_table *t = commands[tables]->table;
		assert_non_null(t->name);
		assert_true(strlen(t->summary) > 0 && strlen(t->doc) > 0 && strlen(t->notes) > 0);
		for (struct option_place p = { 0 }; option_next(t, &p); options++) {
			const struct command_option *o = p.option;
			assert_non_null(p.heading);
			if (o->same_as == NULL && !o->hidden)
				assert_true(o->name != NULL && strlen(o->help) > 0);
			assert_true(o->argument == NULL || strlen(o->argument) > 0);
		}
	}
	assert_true(tables >= 9);
	assert_true(options > 150);
}

static bool fits(const struct command_option *o)
{
	switch (o->type) {
	case OPTION_FLAG:
		return o->same_as != NULL ||
		       (o->argument == NULL && (o->field == FIELD_BOOL || o->set != NULL));
	case OPTION_WHOLE:
		return o->least < o->most &&
		       (o->field == FIELD_INT || o->field == FIELD_INT64 || o->field == FIELD_REAL);
	case OPTION_REAL:
		return o->range.least < o->range.most && (o->field == FIELD_REAL || o->set != NULL);
	case OPTION_FORMAT:
		return (o->least == 0 || o->least == 1) && o->field == FIELD_INT;
	case OPTION_WORD:
		return o->words != NULL && (o->field == FIELD_INT || o->field == FIELD_BOOL);
	case OPTION_TEXT:
	case OPTION_FILE:
		return o->field == FIELD_TEXT || o->set != NULL;
	case OPTION_TEXTS:
	case OPTION_FILES:
		return o->field == FIELD_TEXTS || o->set != NULL;
	case OPTION_LIST:
		return o->range.least < o->range.most &&
		       (o->field == FIELD_NUMBERS || o->set != NULL);
	case OPTION_METHODS:
		return o->field == FIELD_METHODS;
	case OPTION_OTHER:
		return o->set != NULL;
	case OPTION_IGNORED:
	case OPTION_REFUSED:
	case OPTION_PRINTS:
		return o->field == FIELD_OTHER;
	}
	return false;
}

static void every_field_can_hold_what_its_option_takes(void **state)
{
	(void)state;
	for (size_t i = 0; commands[i] != NULL; i++)
		for (struct option_place p = { 0 }; option_next(commands[i]->table, &p);)
			if (!fits(p.option))
				fail_msg("%s: --%s", commands[i]->table->name, p.option->name);
}

static void every_usual_value_is_taken_and_told(void **state)
{
	(void)state;
	for (size_t i = 0; commands[i] != NULL; i++)
		for (struct option_place p = { 0 }; option_next(commands[i]->table, &p);) {
			void *request = request_new(commands[i]->table);
			if (p.option->usual != NULL && strcmp(p.option->usual, "nan") != 0) {
				set(commands[i]->table, request, p.option->name, p.option->usual);
				assert_true(strstr(p.option->help, "default") != NULL ||
					    (p.option->here != NULL &&
					     strstr(p.option->here, "default") != NULL));
			}
			request_free(commands[i]->table, request);
		}
}

static void no_name_and_no_letter_is_there_twice(void **state)
{
	(void)state;
	for (size_t i = 0; commands[i] != NULL; i++)
		for (struct option_place p = { 0 }; option_next(commands[i]->table, &p);)
			for (struct option_place q = p; option_next(commands[i]->table, &q);) {
				const struct command_option *a = p.option, *b = q.option;
				assert_true(a->name == NULL || b->name == NULL ||
					    strcmp(a->name, b->name) != 0);
				assert_true(a->letter == 0 || a->letter != b->letter);
			}
}

/* ---- names ---- */

enum { NAMES_MAX = 100 };

/* What getopt_long() makes of --NAME: the place of the option in the table, or '?'. */
static int by_getopt(const struct option *names, const char *name)
{
	char word[80], program[] = "", value[] = "1";
	char *argv[] = { program, word, value, NULL };
	snprintf(word, sizeof word, "--%s", name);
	optind = 0;
	opterr = 0;
	return getopt_long(3, argv, "", names, NULL);
}

/* Every option with a number, which is the same for all names of one option. */
static size_t number_options(const struct command_table *t, const struct command_option **option,
			     struct option *names)
{
	size_t count = 0;
	for (struct option_place p = { 0 }, q; option_next(t, &p);) {
		struct err e = { 0 };
		if (p.option->name == NULL)
			continue;
		assert_true(count < NAMES_MAX);
		assert_int_equal(option_find(t, p.option->name, &q, &e), 0);
		option[count] = q.option;
		size_t first = 0;
		while (option[first] != q.option)
			first++;
		names[count++] = (struct option){ p.option->name,
						  q.option->argument == NULL ? no_argument
						  : q.option->optional	     ? optional_argument
									     : required_argument,
						  NULL, 1000 + (int)first };
	}
	return count;
}

static void names_are_shortened_as_by_getopt(void **state)
{
	(void)state;
	size_t unique = 0, ambiguous = 0;
	for (size_t i = 0; commands[i] != NULL; i++) {
		const struct command_table *t = commands[i]->table;
		const struct command_option *option[NAMES_MAX];
		struct option names[NAMES_MAX + 1] = { 0 };
		size_t count = number_options(t, option, names);
		for (size_t k = 0; k < count; k++)
			for (size_t length = 1; length <= strlen(names[k].name); length++) {
				char name[64];
				struct option_place p;
				struct err e = { 0 };
				snprintf(name, sizeof name, "%.*s", (int)length, names[k].name);
				int expected = by_getopt(names, name);
				int found = option_find(t, name, &p, &e);
				if (expected == '?') {
					assert_int_equal(found, -1);
					ambiguous++;
				} else {
					assert_int_equal(found, 0);
					assert_ptr_equal(p.option, option[expected - 1000]);
					unique++;
				}
			}
	}
	assert_true(unique > 1000 && ambiguous > 100);
}

static void the_short_names_of_trec_eval_keep_their_meaning(void **state)
{
	(void)state;
	static const char *const names[][2] = {
		{ "--q", "query_eval_wanted" },
		{ "--m", "measure" },
		{ "--c", "complete_rel_info_wanted" },
		{ "--l", "level_for_rel" },
		{ "--le", "level_for_rel" },
		{ "--co", "complete_rel_info_wanted" },
		{ "--n", "nosummary" },
		{ "--no", "nosummary" },
		{ "--h", "help" },
		{ "--v", "version" },
		{ "--J", "Judged_docs_only" },
		{ "--N", "Number_docs_in_coll" },
		{ "--M", "Max_retrieved_per_topic" },
		{ "--D", "Debug_level" },
		{ "--Z", "Zscore" },
		{ "-l", "level_for_rel" },
		{ "-q", "query_eval_wanted" },
	};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		struct option_place p;
		struct err e = { 0 };
		assert_int_equal(option_find(&evaluate_table, names[i][0], &p, &e), 0);
		assert_string_equal(p.option->name, names[i][1]);
	}
}

static void unknown_and_ambiguous_names_are_refused(void **state)
{
	(void)state;
	refuse(&evaluate_table, "nothing-such", "1", "unrecognized option '--nothing-such'");
	refuse(&evaluate_table, "", "1", "unrecognized option '--'");
	refuse(&evaluate_table, "-x", NULL, "unrecognized option '-x'");
	refuse(&sample_table, "ci", NULL, "unrecognized option '--ci'");
	refuse(&compare_table, "--l", "1", "option '--l' is ambiguous");
	refuse(&evaluate_table, "--help", NULL, "-h only prints something, and cannot be set");
}

static void an_argument_must_be_there_or_not(void **state)
{
	(void)state;
	refuse(&evaluate_table, "digits", NULL, "option '--digits' requires an argument");
	refuse(&evaluate_table, "l", NULL, "option '-l' requires an argument");
	refuse(&evaluate_table, "micro", "1", "option '--micro' doesn't allow an argument");
	struct evaluate_request *q = request_new(&evaluate_table);
	set(&evaluate_table, q, "ci", NULL); /* its argument is optional */
	assert_true(q->runs.with_ci);
	assert_int_equal(q->runs.methods.count, 0);
	request_free(&evaluate_table, q);
}

/* ---- values ---- */

static void values_are_stored_in_the_request(void **state)
{
	(void)state;
	const struct command_table *t = &evaluate_table;
	struct evaluate_request *q = request_new(t);
	const struct evaluation_options *x = &q->runs.batch.evaluation;
	set(t, q, "-q", NULL);
	set(t, q, "digits", "7");
	set(t, q, "-M", "9223372036854775807");
	set(t, q, "level_for_rel", "-3");
	set(t, q, "level", "0.9");
	set(t, q, "tail", "upper");
	set(t, q, "gray", "nonrelevant");
	set(t, q, "format", "jsonl");
	set(t, q, "seed", "0");
	set(t, q, "Debug_level", "1.401");
	set(t, q, "measure", "map");
	set(t, q, "--m", "P.5");
	set(t, q, "ci", "koopman,bca");
	set(t, q, "ci", "t");
	assert_true(q->runs.topics && q->runs.with_ci && q->runs.estimate_options);
	assert_int_equal(q->runs.digits, 7);
	assert_true(x->join.most_retrieved == INT64_MAX);
	assert_int_equal(x->join.level, -3);
	assert_true(q->runs.level == 0.9);
	assert_int_equal(q->runs.tail, TAIL_UPPER);
	assert_true(q->runs.batch.gray == GRAY_NONRELEVANT);
	assert_int_equal(q->format, FORMAT_JSONL);
	assert_int_equal(x->bounds.ends.seed, 0);
	assert_string_equal(q->debug_topic, "401");
	assert_int_equal(q->runs.measure.count, 2);
	assert_string_equal(q->runs.measure.text[1], "P.5");
	assert_int_equal(q->runs.methods.count, 1);
	assert_int_equal(q->runs.methods.over_topics_count, 2);
	set(t, q, "level_for_rel", "2");
	assert_int_equal(x->join.level, 2);
	set(t, q, "level", "1"); /* as in trec_eval: short for level_for_rel */
	assert_int_equal(x->join.level, 1);
	assert_true(q->runs.level == 0.9);
	request_free(t, q);
}

static void a_whole_number_can_fill_a_real_field(void **state)
{
	(void)state;
	struct map_request *q = request_new(&map_table);
	assert_false(q->priced);
	set(&map_table, q, "free-topics", "12");
	assert_true(q->price.free_topics == 12);
	assert_true(q->priced);
	request_free(&map_table, q);
}

static void assert_list(const struct number_list *list, const double *value, size_t count)
{
	assert_int_equal(list->count, count);
	for (size_t i = 0; i < count; i++)
		assert_true(fabs(list->value[i] - value[i]) < 1e-12);
}

/* A list that an option fills, in a request which only its command knows. */
static const struct number_list *list_of(const struct command_table *t, const void *request,
					 const char *name)
{
	struct option_place p;
	struct err e = { 0 };
	assert_int_equal(option_find(t, name, &p, &e), 0);
	assert_int_equal(p.option->type, OPTION_LIST);
	return (const void *)((const char *)request + p.option->at +
			      (p.depth > 0 ? p.outer[0]->at : 0) +
			      (p.depth > 1 ? p.outer[1]->at : 0));
}

static void lists_hold_single_numbers_and_series(void **state)
{
	(void)state;
	const struct command_table *t = question("plan topics");
	void *q = request_new(t);
	const struct number_list *certainty = list_of(t, q, "certainty");
	set(t, q, "topics", "7,10:30:10");
	assert_list(list_of(t, q, "topics"), (const double[]){ 7, 10, 20, 30 }, 4);
	set(t, q, "topics", "3"); /* in place of those */
	assert_list(list_of(t, q, "topics"), (const double[]){ 3 }, 1);
	set(t, q, "alpha", "0.1:0.3:0.1,0.01");
	assert_list(list_of(t, q, "alpha"), (const double[]){ 0.1, 0.2, 0.3, 0.01 }, 4);
	set(t, q, "certainty", "0.9,best");
	assert_int_equal(certainty->count, 2);
	assert_true(certainty->value[0] == 0.9 && isnan(certainty->value[1]));
	set(t, q, "certainty", "best");
	assert_true(certainty->count == 1 && isnan(certainty->value[0]));
	set(t, q, "gamma", "1,-2,.5"); /* numbers, not a list */
	request_free(t, q);
}

static void wrong_values_are_refused_with_what_is_right(void **state)
{
	(void)state;
	const struct command_table *t = &evaluate_table, *topics = question("plan topics");
	refuse(t, "digits", "18", "--digits 18: not a whole number from 0 to 17");
	refuse(t, "digits", "1.5", "--digits 1.5: not a whole number from 0 to 17");
	refuse(t, "digits", "", "--digits : not a whole number from 0 to 17");
	refuse(t, "--l", "x", "-l x: not a whole number from -1000000 to 1000000");
	refuse(t, "level", "1.5", "--level=1.5: not a number above 0 and below 1");
	refuse(t, "level", "nan", "--level=nan: not a number above 0 and below 1");
	refuse(t, "tail", "left", "--tail=left: not one of both, lower, upper");
	refuse(t, "tail", "upp",
	       "--tail=upp: not one of both, lower, upper; did you mean 'upper'?");
	refuse(t, "ci", "t,t", "--ci: method t is named twice");
	refuse(t, "-D", "x.1", "-D x.1: not a whole number, or number.topic");
	refuse(question("plan recall"), "ci", "", "--ci: a method is missing");
	refuse(question("plan recall"), "size", "0",
	       "--size=0: not a whole number from 1 to 100000000");
	refuse(question("plan recall"), "size", "5e3",
	       "--size=5e3: not a whole number from 1 to 100000000");
	refuse(question("plan recall"), "recall", "0",
	       "--recall=0: not a number above 0 and at most 1");
	refuse(question("plan recall"), "size", "9,9", "--size=9: 9 is named twice");
	refuse(question("plan recall"), "size", "9:5:1",
	       "--size=9:5:1: not a whole number from 1 to 100000000; a series is FROM:TO:STEP, "
	       "with FROM not above TO");
	refuse(question("plan recall"), "size", "9,",
	       "--size=: not a whole number from 1 to 100000000");
	refuse(question("plan recall"), "size", "2:1000:1", "--size: more than 256 numbers");
	refuse(question("plan recall"), "allocation", "1:0",
	       "--allocation=1:0: not best, and not A:B with two numbers above 0");
	refuse(topics, "topic-cost", "-1", "--topic-cost=-1: not a number from 0 upwards");
	refuse(topics, "topic-cost", "inf", "--topic-cost=inf: not a number from 0 upwards");
	refuse(topics, "gamma", "1,2", "--gamma=1,2: not robust04, and not three numbers");
	refuse(topics, "gamma", "1,2,3,4", "--gamma=1,2,3,4: not robust04, and not three numbers");
	refuse(&compare_table, "test", "t,x",
	       "--test=x: not one of bootstrap, random, sign, t, wilcoxon");
	refuse(&compare_table, "counts", "1,2",
	       "--counts 1,2: not three whole numbers from 0 to 1000000000, separated by commas");
	refuse(question("simulate coverage"), "scenario", "small,",
	       "--scenario: a name is missing");
	refuse(question("simulate sampling"), "hold-out", ",a", "--hold-out: a name is missing");
}

/* A text of any length is refused without harm; the message may be cut. */
static void long_texts_are_refused(void **state)
{
	(void)state;
	char text[5000];
	memset(text, '7', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	for (size_t i = 0; commands[i] != NULL; i++)
		for (struct option_place p = { 0 }; option_next(commands[i]->table, &p);) {
			const struct command_option *o = p.option;
			bool number = o->type == OPTION_WHOLE || o->type == OPTION_LIST ||
				      o->type == OPTION_WORD || o->type == OPTION_FORMAT;
			if (!number || o->same_as != NULL || !isfinite(o->range.most))
				continue;
			void *request = request_new(commands[i]->table);
			struct err e = { 0 };
			assert_int_equal(option_store(&p, request, text, &e), -1);
			assert_int_equal(e.status, STATUS_USAGE);
			request_free(commands[i]->table, request);
		}
}

/* ---- repeated options ---- */

/*
 * What the design says of a second option, by name: trec_eval's own and those about how work is
 * done and shown take the last; lists of names add; counts and measures are each taken; all others
 * say what is asked or of which data, and are refused.
 */
static const char last[] = "level_for_rel Number_docs_in_coll Max_retrieved_per_topic "
			   "Rel_info_format Results_format Zscore Debug_level "
			   "Output_old_results_format format digits jobs seed level draws "
			   "resamples samples trec-eval";
static const char adds[] =
	"drawn-from column run-column relevant-word nonrelevant-word gray-word pool "
	"plugin baseline hold-out scenario rule ci production also manifest "
	"withheld-list culled-list leave-out labels";
static const char each[] = "measure topic produced null collection culled withheld wins "
			   "retrieved-stratum system unretrieved-stratum scores stratum";

/* Where a name of these is that of another option, of one value; in plan, stop and so on -N, -M and
 * -l are no longer trec_eval's. */
static bool is_other(const char *command, const struct command_option *o)
{
	static const char *const shared[] = { "", "compare", "agree", "plan map" };
	bool trec = false;
	for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
		trec = trec || strcmp(command, shared[i]) == 0;
	if (words_have("level_for_rel Number_docs_in_coll Max_retrieved_per_topic", o->name))
		return !trec;
	if (words_have("produced null collection culled withheld", o->name))
		return strcmp(command, "validate") != 0;
	if (strcmp(o->name, "scores") == 0)
		return strcmp(command, "agree") != 0;
	return words_have("topic baseline labels measure", o->name) && o->type != OPTION_TEXTS &&
	       o->type != OPTION_FILES;
}

static enum option_repeat by_design(const char *command, const struct command_option *o)
{
	if (is_other(command, o))
		return REPEAT_REFUSED;
	if (strcmp(command, "agree") == 0 && strcmp(o->name, "Rel_info_format") == 0)
		return REPEAT_EACH; /* of A, and of B */
	return words_have(last, o->name)   ? REPEAT_LAST
	       : words_have(adds, o->name) ? REPEAT_ADDS
	       : words_have(each, o->name) ? REPEAT_EACH
					   : REPEAT_REFUSED;
}

static void all_options_say_what_a_second_one_does(void **state)
{
	(void)state;
	size_t count[REPEAT_LAST + 1] = { 0 };
	for (size_t i = 0; commands[i] != NULL; i++) {
		const struct command_table *t = commands[i]->table;
		for (struct option_place p = { 0 }; option_next(t, &p);) {
			const struct command_option *o = p.option;
			if (o->name == NULL || o->same_as != NULL || o->type == OPTION_PRINTS)
				continue;
			if (o->repeat != by_design(t->name, o))
				fail_msg("%s --%s: %d, and not %d", t->name, o->name,
					 (int)o->repeat, (int)by_design(t->name, o));
			count[o->repeat]++;
		}
	}
	assert_true(count[REPEAT_REFUSED] > 200 && count[REPEAT_ADDS] > 50 &&
		    count[REPEAT_EACH] >= 10 && count[REPEAT_LAST] > 100);
}

/* "1" before, and then "2", "1", or after both "1" again. */
static void a_second_value_does_what_the_table_says(void **state)
{
	(void)state;
	for (size_t i = 0; commands[i] != NULL; i++)
		for (struct option_place p = { 0 }; option_next(commands[i]->table, &p);) {
			const struct command_option *o = p.option;
			if (o->name == NULL || o->same_as != NULL || o->argument == NULL)
				continue;
			const struct setting before[] = {
				{ NULL, "2" }, { o->name, "1" }, { "other", "2" }, { o->name, "2" }
			};
			struct err e = { 0 };
			bool refused = o->repeat == REPEAT_REFUSED,
			     each_counts = o->repeat == REPEAT_EACH;
			assert_int_equal(option_repeated(o, "1", before, 1, &e), 1);
			assert_int_equal(option_repeated(o, "1", before, 3, &e),
					 each_counts ? 1 : 0);
			assert_int_equal(e.status, STATUS_OK);
			assert_int_equal(option_repeated(o, "2", before, 3, &e), refused ? -1 : 1);
			assert_int_equal(e.status, refused ? STATUS_USAGE : STATUS_OK);
			if (!refused) /* the last one was another, or both count already */
				assert_int_equal(option_repeated(o, "1", before, 4, &e),
						 o->repeat == REPEAT_ADDS ? 0 : 1);
		}
}

static void a_refused_second_value_is_named_with_the_first(void **state)
{
	(void)state;
	static const struct {
		const char *command, *option, *before, *after, *message;
	} x[] = {
		{ "", "drawn", "a.csv", "b.csv",
		  "--drawn=b.csv: there is --drawn=a.csv already; only one can be given" },
		{ "plan recall", "Number_docs_in_coll", "10", "20",
		  "-N 20: there is -N 10 already; only one can be given" },
		{ "plan recall", "size", "100", "200,300",
		  "--size=200,300: there is --size=100 already; only one can be given; for both "
		  "type --size=100,200,300" },
		/* what is told to type must work: 100 twice would not */
		{ "plan recall", "size", "100", "100,300",
		  "--size=100,300: there is --size=100 already; only one can be given" },
		{ "compare", "gate", "0.1", NULL,
		  "--gate: there is --gate=0.1 already; only one can be given" },
	};
	for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
		struct option_place p;
		struct err e = { 0 };
		const struct setting before = { x[i].option, x[i].before };
		assert_int_equal(option_find(question(x[i].command), x[i].option, &p, &e), 0);
		assert_int_equal(option_repeated(p.option, x[i].after, &before, 1, &e), -1);
		assert_string_equal(e.text, x[i].message);
	}
}

static void the_same_number_may_be_written_in_two_ways(void **state)
{
	(void)state;
	struct option_place p;
	struct err e = { 0 };
	const struct setting before[] = { { "target", ".8" }, { "topic", "1" } };
	assert_int_equal(option_find(question("validate"), "target", &p, &e), 0);
	assert_int_equal(option_repeated(p.option, "0.80", before, 2, &e), 0);
	assert_int_equal(option_find(question("sample"), "topic", &p, &e), 0);
	assert_int_equal(option_repeated(p.option, "01", before, 2, &e), -1); /* a name */
}

/* ---- words ---- */

static void words_are_files_or_refused(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct sample_request *s = request_new(&sample_table);
	assert_int_equal(option_word(&sample_table, s, "a.run", &e), 0);
	assert_int_equal(option_word(&sample_table, s, "-", &e), 0);
	assert_int_equal(s->run.count, 2);
	request_free(&sample_table, s);
	struct recall_request *r = request_new(question("plan recall"));
	assert_int_equal(option_word(question("plan recall"), r, "a.run", &e), -1);
	assert_string_equal(e.text, "'a.run': plan recall takes options only");
	request_free(question("plan recall"), r);
}

static void counts_may_stand_behind_the_options(void **state)
{
	(void)state;
	struct err e = { 0 };
	struct compare_request *q = request_new(&compare_table);
	set(&compare_table, q, "counts", "1,2,3");
	assert_int_equal(option_word(&compare_table, q, "4,5,6", &e), 0);
	assert_int_equal(q->confusions, 2);
	assert_true(q->confusion[1].fn == 6);
	assert_int_equal(option_word(&compare_table, q, "7,8,9", &e), -1);
	assert_string_equal(e.text, "--counts needs two systems; a third is 7,8,9");
	request_free(&compare_table, q);
}

/* ---- requests ---- */

static void defaults_are_those_of_the_help(void **state)
{
	(void)state;
	struct evaluate_request *q = request_new(&evaluate_table);
	assert_true(q->runs.level == 0.95 && q->runs.digits == 4 &&
		    q->runs.batch.evaluation.join.level == 1 &&
		    q->runs.batch.evaluation.bounds.resamples == 10000 &&
		    q->runs.batch.evaluation.bounds.ends.seed == 1 && q->runs.batch.jobs >= 1);
	request_free(&evaluate_table, q);
	struct compare_request *c = request_new(&compare_table);
	assert_int_equal(c->request.tests, 4);
	assert_string_equal(c->request.test[0]->name, "t");
	assert_string_equal(c->request.test[3]->name, "random");
	assert_string_equal(c->request.adjust->name, "holm");
	assert_true(c->pair.prior == 0.5 && c->pair.prob_relevant == 0.5 && c->pair.beta == 1);
	request_free(&compare_table, c);
	/* the request of simulate coverage begins with this struct */
	const struct command_table *simulate = question("simulate coverage");
	struct truths_asked *truths = request_new(simulate);
	assert_true(truths->quantity == 0 && truths->simulation.interval.beta == 1);
	request_free(simulate, truths);
	simulate = question("simulate sampling");
	void *p = request_new(simulate);
	assert_list(list_of(simulate, p, "depths"),
		    (const double[]){ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, 10);
	request_free(simulate, p);
	simulate = question("simulate bootstrap");
	p = request_new(simulate);
	assert_list(list_of(simulate, p, "alpha"),
		    (const double[]){ .05, .1, .15, .2, .25, .3, .35, .4, .45, .5 }, 10);
	request_free(simulate, p);
}

static void check(const struct command_table *t, void *request, const char *message)
{
	struct err e = { 0 };
	assert_int_equal(t->check(request, &e), message == NULL ? 0 : -1);
	assert_string_equal(e.text, message == NULL ? "" : message);
}

/* The rules, of which a condition on an option that the table lacks would say nothing. */

static void name_conditions(const struct command_table *t, const char *list)
{
	for (const char *at = list; at != NULL && *at != '\0'; at += strcspn(at, "|")) {
		struct option_place p;
		struct err e = { 0 };
		char name[64];
		at += *at == '|';
		at += *at == '!';
		snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "=|"), at);
		if (strcmp(name, "WORDS") != 0 &&
		    (option_find(t, name, &p, &e) < 0 || strcmp(p.option->name, name) != 0))
			fail_msg("%s: a rule is about --%s", t->name, name);
	}
}

static void rules_are_about_options_of_their_table(void **state)
{
	(void)state;
	size_t rules = 0;
	for (size_t i = 0; commands[i] != NULL; i++) {
		const struct command_table *t = commands[i]->table;
		for (const struct option_rule *r = t->rule; r != NULL && r->when != NULL;
		     r++, rules++) {
			name_conditions(t, r->when);
			name_conditions(t, r->with);
			name_conditions(t, r->needs);
			name_conditions(t, r->excludes);
			assert_true(r->needs != NULL || r->excludes != NULL);
		}
	}
	assert_true(rules > 100);
}

static void obey(const struct command_table *t, const struct setting *s, size_t count,
		 const char *message)
{
	struct err e = { 0 };
	assert_int_equal(option_rules_check(t, s, count, &e), message == NULL ? 0 : -1);
	assert_string_equal(e.text, message == NULL ? "" : message);
}

/* By the words of core/options/rules.h. */
static void rules_count_words_and_look_into_lists(void **state)
{
	(void)state;
	static const char two[] = "two of --topics, --effect and --power are needed, and only two";
	const struct command_table *topics = question("plan topics"), *stop = question("stop");
	const struct setting three[] = { { "topics", "9" }, { "effect", ".5" }, { "power", ".8" } };
	obey(topics, three, 0, two);
	obey(topics, three, 1, two);
	obey(topics, three, 2, NULL);
	obey(topics, three, 3, two);
	const struct setting best[] = { three[0], three[1], { "certainty", ".9,best" } };
	obey(topics, best, 3,
	     "--certainty=best needs --gamma: it says how many judgments certainty takes");
	const struct setting words[] = { { NULL, "-" }, { NULL, "b" }, { NULL, "/dev/stdin" } };
	obey(stop, words, 0, "a review is needed, or judgments and a run");
	obey(stop, words, 2, NULL);
	obey(stop, words, 3, "give one review, or judgments and one run");
	obey(&sample_table, (struct setting[]){ words[0], words[2], { "size", "9" } }, 3,
	     "standard input, - or /dev/stdin, can be read only once, but is named twice");
	obey(&sample_table, (struct setting[]){ words[0], { "size", "9" }, { "manifest", "-" } }, 3,
	     NULL);
}

static void what_does_not_go_together_is_refused(void **state)
{
	(void)state;
	const struct command_table *sampling = question("simulate sampling");
	void *s = request_new(sampling);
	set(sampling, s, "truth", "pool");
	set(sampling, s, "depths", "3");
	set(sampling, s, "Max_retrieved_per_topic", "2");
	check(sampling, s,
	      "--depths=3 goes beyond -M 2, which is all that is known with --truth=pool");
	request_free(sampling, s);
	refuse(sampling, "ci", "koopman", "unrecognized option '--ci'");
	const struct command_table *coverage = question("simulate coverage");
	s = request_new(coverage);
	check(coverage, s, NULL);
	set(coverage, s, "ci", "koopman,nosuch"); /* a plugin may bring methods */
	check(coverage, s, "--ci=nosuch: no such method (help methods lists them)");
	request_free(coverage, s);
	struct recall_request *r = request_new(question("plan recall"));
	set(question("plan recall"), r, "-N", "1000");
	set(question("plan recall"), r, "width", ".1");
	check(question("plan recall"), r, NULL);
	request_free(question("plan recall"), r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_has_one_entry),
		cmocka_unit_test(every_command_and_option_has_its_texts),
		cmocka_unit_test(every_field_can_hold_what_its_option_takes),
		cmocka_unit_test(every_usual_value_is_taken_and_told),
		cmocka_unit_test(no_name_and_no_letter_is_there_twice),
		cmocka_unit_test(names_are_shortened_as_by_getopt),
		cmocka_unit_test(the_short_names_of_trec_eval_keep_their_meaning),
		cmocka_unit_test(unknown_and_ambiguous_names_are_refused),
		cmocka_unit_test(an_argument_must_be_there_or_not),
		cmocka_unit_test(values_are_stored_in_the_request),
		cmocka_unit_test(a_whole_number_can_fill_a_real_field),
		cmocka_unit_test(lists_hold_single_numbers_and_series),
		cmocka_unit_test(wrong_values_are_refused_with_what_is_right),
		cmocka_unit_test(long_texts_are_refused),
		cmocka_unit_test(all_options_say_what_a_second_one_does),
		cmocka_unit_test(a_second_value_does_what_the_table_says),
		cmocka_unit_test(a_refused_second_value_is_named_with_the_first),
		cmocka_unit_test(the_same_number_may_be_written_in_two_ways),
		cmocka_unit_test(words_are_files_or_refused),
		cmocka_unit_test(counts_may_stand_behind_the_options),
		cmocka_unit_test(defaults_are_those_of_the_help),
		cmocka_unit_test(rules_are_about_options_of_their_table),
		cmocka_unit_test(rules_count_words_and_look_into_lists),
		cmocka_unit_test(what_does_not_go_together_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
