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
#include "core/engine/shard/shard_file.h"

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

#define HEAD(number, input)                                                                     \
	"strat_eval shard 1\nversion\t=1\nshard\t" number "\t2\ncommand\t=simulate bootstrap\n" \
	"input\t" input "\t58\t1f66dd873752b770\nitems\n"

/* The field of the path is '-', which stands for no text. */
static void an_input_without_a_path_has_a_name_in_the_message(void **state)
{
	(void)state;
	char one[] = "/tmp/forged.XXXXXX", two[] = "/tmp/forged.XXXXXX";
	forge(one, HEAD("1", "-"));
	forge(two, HEAD("2", "=other"));
	const char *const path[] = { one, two };
	struct shard_files f;
	struct err e = { 0 };
	assert_int_equal(shard_files_read(&f, path, 2, "1", &e), -1);
	assert_int_equal(e.status, STATUS_DATA);
	assert_non_null(strstr(e.text, "an input differs"));
	assert_null(strstr(e.text, "(null)"));
	unlink(one);
	unlink(two);
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

/* Two counts that together are above INT64_MAX: their sum, as a share, is not negative. */
static void counts_do_not_overflow(void **state)
{
	(void)state;
	if (getenv("STRAT_EVAL") == NULL)
		skip();
	char folder[] = "/tmp/forged.XXXXXX", command[1024], text[2][65536], file[2][64];
	assert_non_null(mkdtemp(folder));
	for (int i = 0; i < 2; i++) {
		snprintf(
			command, sizeof command,
			"cd %s && printf 'topic,A\\n1,.1\\n2,.3\\n3,.5\\n' > m.csv && \"$STRAT_EVAL\" "
			"simulate bootstrap --matrix=m.csv --sizes=3 --samples=10 --ci=t --alphas=0.1 --format=csv "
			"--shard=%d/2 | sed -e '$d' -e 's/^\\(%d\\t\\)[0-9]*/\\1%s/'",
			folder, i + 1, i, i == 0 ? "9223372036854775807" : "4");
		printed(command, text[i], sizeof text[i]);
		assert_non_null(strstr(text[i], i == 0 ? "9223372036854775807" : "\n1\t4\t"));
		snprintf(file[i], sizeof file[i], "%s/s.XXXXXX", folder);
		forge(file[i], text[i]);
	}
	snprintf(command, sizeof command, "cd %s && \"$STRAT_EVAL\" merge %s %s 2>&1; rm -r %s",
		 folder, file[0], file[1], folder);
	printed(command, text[0], sizeof text[0]);
	assert_non_null(strstr(text[0], "922337203685477")); /* of 10 samples */
	assert_null(strstr(text[0], "-922337203685477"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_input_without_a_path_has_a_name_in_the_message),
		cmocka_unit_test(counts_do_not_overflow),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
