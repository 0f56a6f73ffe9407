/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shards that somebody wrote by hand, with a right checksum.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/hash.h"
#include "core/engine/shard/shard.h"
#include "core/output/shard_file.h"
#include "tests/support/scratch.h"

/* A file with the text and the line that ends a shard. */
static void forge(char *path, const char *text)
{
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	FILE *out = fdopen(fd, "w");
	assert_non_null(out);
	fprintf(out, "%send\t%016llx\n", text,
		(unsigned long long)hash_name((struct slice){ text, strlen(text) }));
	assert_int_equal(fclose(out), 0);
}

/* One of two shards, with one input: its path, and what it had. */
#define HEAD(number, input)                                                                        \
	"strat_eval shard\t=" PROGRAM_VERSION "\t" number "\t2\t=simulate bootstrap\t0\t1\t" input \
	"\n"

/* A right head is read, so what is refused below is what is wrong with it. */
static void forged_heads_are_refused(void **state)
{
	(void)state;
	static const char *const head[] = {
		HEAD("1", "=a\t=58 1f66"), HEAD("1", "-\t=58 1f66"),  HEAD("1", "=a\t-"),
		HEAD("0", "=a\t=58 1f66"), HEAD("3", "=a\t=58 1f66"), HEAD("1", "=a"),
	};
	for (size_t i = 0; i < sizeof head / sizeof *head; i++) {
		char one[SCRATCH_ROOM], two[SCRATCH_ROOM];
		forge(scratch_path(one, "one"), head[i]);
		forge(scratch_path(two, "two"), HEAD("2", "=a\t=58 1f66"));
		const char *const path[] = { one, two };
		struct shard_files f;
		struct err e = { 0 };
		assert_int_equal(shard_files_read(&f, path, 2, &e), i == 0 ? 0 : -1);
		assert_int_equal(e.status, i == 0 ? STATUS_OK : STATUS_DATA);
		if (i == 0)
			shard_files_release(&f);
		else
			assert_non_null(strstr(e.text, ":1: not what this command writes here"));
		unlink(one);
		unlink(two);
	}
}

/* What a shell command prints. */
static void printed(const char *command, char *text, size_t room)
{
	FILE *in = popen(command, "r");
	assert_non_null(in);
	size_t length = fread(text, 1, room - 1, in);
	text[length] = '\0';
	pclose(in);
}

/*
 * What merge says of two shards, and its status. `files` makes their input, `call` computes them,
 * and the first is changed by `edit`, an expression of sed. Skips if there is no program.
 */
static void merge_forged(const char *files, const char *call, const char *edit, char *text,
			 size_t room)
{
	if (getenv("STRAT_EVAL") == NULL)
		skip();
	char folder[SCRATCH_ROOM], command[2048], file[SCRATCH_ROOM + 16];
	assert_non_null(mkdtemp(scratch_path(folder, "forged")));
	assert_int_equal(setenv("FOLDER", folder, 1), 0);
	snprintf(command, sizeof command, "cd \"$FOLDER\" && %s", files);
	printed(command, text, room);
	for (int i = 0; i < 2; i++) {
		snprintf(command, sizeof command,
			 "cd \"$FOLDER\" && \"$STRAT_EVAL\" %s --shard=%d/2 | sed -e '$d' -e '%s'",
			 call, i + 1, i == 0 ? edit : "");
		printed(command, text, room);
		snprintf(file, sizeof file, "%s/s.XXXXXX", folder);
		forge(file, text);
	}
	printed("cd \"$FOLDER\" && \"$STRAT_EVAL\" merge s.* 2>&1; echo status $?; rm -r \"$FOLDER\"",
		text, room);
}

/* A count that is more than 2^53, the most that files and options can say, is refused. */
static void counts_that_nothing_has_are_refused(void **state)
{
	(void)state;
	char text[65536];
	merge_forged("printf \"topic,A\\n1,.1\\n2,.3\\n3,.5\\n\" >m.csv",
		     "simulate bootstrap --scores=m.csv --topics=3 --samples=10 --ci=t --alpha=0.1",
		     "s/^\\(0\\t\\)[0-9]*/\\19223372036854775807/", text, sizeof text);
	assert_non_null(strstr(text, "not what this command writes here"));
	assert_non_null(strstr(text, "status 1"));
}

/* Sums of shards, by hand: what does not fit, or is negative where things are counted, is wrong. */
static void sums_of_shards_do_not_overflow(void **state)
{
	(void)state;
	int64_t whole = 25;
	size_t size = 25;
	double real = 25;
	struct shard_line right = { .from = "\t17\t17\t0.5\n" };
	SHARD_SUMS(&right, &whole);
	SHARD_SUMS(&right, &size);
	SHARD_SUMS(&right, &real);
	assert_false(right.wrong);
	assert_int_equal(whole, 42);
	assert_int_equal(size, 42);
	assert_true(real > 25.4 && real < 25.6);
	struct shard_line large = { .from = "\t9223372036854775807\n" };
	SHARD_SUMS(&large, &whole);
	assert_true(large.wrong);
	struct shard_line small = { .from = "\t-9223372036854775808\n" };
	SHARD_SUMS(&small, &size);
	assert_true(small.wrong);
	assert_int_equal(whole, 42);
	assert_int_equal(size, 42);
	int64_t much = INT64_MAX - 5;
	struct shard_line more = { .from = "\t6\n" };
	SHARD_SUMS(&more, &much);
	assert_true(more.wrong);
	assert_true(much == INT64_MAX - 5);
}

/* 2^53 is the most that is counted. */
static void counts_have_a_limit(void **state)
{
	(void)state;
	int64_t whole = 0;
	size_t size = 0;
	struct shard_line right = {
		.from = "\t9007199254740992\t-9007199254740992\t9007199254740992\n"
	};
	SHARD_FIELD(&right, &whole);
	assert_true(whole == INT64_C(1) << 53);
	SHARD_FIELD(&right, &whole);
	assert_true(whole == -(INT64_C(1) << 53));
	SHARD_FIELD(&right, &size);
	assert_true(size == (size_t)1 << 53);
	assert_false(right.wrong);
	struct shard_line above = { .from = "\t9007199254740993\n" },
			  below = { .from = "\t-9007199254740993\n" };
	SHARD_FIELD(&above, &whole);
	SHARD_FIELD(&below, &whole);
	assert_true(above.wrong && below.wrong);
	above = (struct shard_line){ .from = "\t9007199254740993\n" };
	below = (struct shard_line){ .from = "\t-1\n" };
	SHARD_FIELD(&above, &size);
	SHARD_FIELD(&below, &size);
	assert_true(above.wrong && below.wrong);
}

/*
 * Numbers of strata and of classes are places in lists. Each of two topics has a stratum of four
 * listed documents, two of them sampled; the line of a topic ends with the sampled documents
 * (grade, cluster, weight, rank, stratum as drawn, stratum, class, number), the stratum, and the
 * one that was not sampled and is retrieved; then the classes, their sizes, and documents that the
 * judgments do not have, of which there are none.
 */
#define SAMPLED(drawn, stratum, class) \
	"\t2\t1\t0\t2\t0\t" drawn "\t" stratum "\t" class "\t0\t0\t0\t2\t-1\t0\t0\t-1\t1"
#define OTHERS(drawn, class) "\t1\t1\t4\t2\t2\t0\t1\t1\t" drawn "\t" class "\t2\t0\t0\t0\n"

static void places_outside_their_lists_are_refused(void **state)
{
	(void)state;
	static const char *const end[] = {
		SAMPLED("0", "0", "-1") OTHERS("0", "-1"),
		SAMPLED("1", "0", "-1") OTHERS("0", "-1"),
		SAMPLED("-2", "0", "-1") OTHERS("0", "-1"),
		SAMPLED("0", "1", "-1") OTHERS("0", "-1"),
		SAMPLED("0", "0", "0") OTHERS("0", "-1"),
		SAMPLED("0", "0", "-1") OTHERS("1", "-1"),
		SAMPLED("0", "0", "-1") OTHERS("-1", "-1"),
		SAMPLED("0", "0", "-1") OTHERS("0", "0"),
	};
	if (getenv("STRAT_EVAL") == NULL)
		skip();
	for (size_t k = 0; k < sizeof end / sizeof *end; k++) {
		char folder[SCRATCH_ROOM], command[1024], text[65536], file[2][SCRATCH_ROOM + 16];
		char forged[65536];
		assert_non_null(mkdtemp(scratch_path(folder, "places")));
		assert_int_equal(setenv("FOLDER", folder, 1), 0);
		for (int i = 0; i < 2; i++) {
			snprintf(
				command, sizeof command,
				"cd \"$FOLDER\" && for t in 1 2; do printf \"$t 0 %%s\\n\" 'a X 1' 'b X 0' "
				"'c X -1' 'd X -1'; done >pool; for t in 1 2; do printf "
				"\"$t Q0 %%s r\\n\" 'a 1 4' 'c 2 3'; done >run; "
				"\"$STRAT_EVAL\" -R strata --ci -m reg_P.2 --quiet-warnings "
				"--shard=%d/2 pool run | sed '$d'",
				i + 1);
			printed(command, text, sizeof text);
			char *at = strstr(text, end[0]);
			assert_non_null(at);
			snprintf(forged, sizeof forged, "%.*s%s%s", (int)(at - text), text,
				 i == 0 ? end[0] : end[k], at + strlen(end[0]));
			snprintf(file[i], sizeof file[i], "%s/s.XXXXXX", folder);
			forge(file[i], forged);
		}
		printed("cd \"$FOLDER\" && \"$STRAT_EVAL\" merge s.* 2>&1; echo status $?; "
			"rm -r \"$FOLDER\"",
			text, sizeof text);
		assert_non_null(strstr(text, k == 0 ? "status 0" : "status 1"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forged_heads_are_refused),
		cmocka_unit_test(counts_that_nothing_has_are_refused),
		cmocka_unit_test(sums_of_shards_do_not_overflow),
		cmocka_unit_test(counts_have_a_limit),
		cmocka_unit_test(places_outside_their_lists_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
