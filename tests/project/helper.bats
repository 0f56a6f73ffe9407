#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The checks that the tests use refuse what they should.

load ../support/helper

@test "near takes numbers within the tolerance, in any notation" {
	near 0.5 0.5 0
	near 1e-3 .002 0.001
	near -1.5 -1.25 .25
	near +2 2. 1E-9
}

@test "near refuses numbers outside the tolerance, on both sides" {
	run near 0.5 0.7 0.1
	assert_failure
	assert_output --partial 'expected 0.7 within 0.1, found 0.5'
	run near 0.9 0.7 0.1
	assert_failure
}

@test "near refuses nan, infinity, nothing, several values and text, in each place" {
	local text
	for text in nan -nan NaN inf -inf '' ' ' '1 2' $'1\n2' abc 0x10 1e 1,5; do
		run near "$text" 1 9
		assert_failure
		assert_output --partial 'is not a number'
		run near 1 "$text" 9
		assert_failure
		run near 1 1 "$text"
		assert_failure
	done
	run near 1 1
	assert_failure
}

@test "rising refuses equal and falling numbers, and what is not a number" {
	rising 1 2 3.5
	rising -2 -1e-9
	run rising 1 1
	assert_failure
	run rising 2 10 9
	assert_failure
	run rising 1 nan
	assert_failure
	run rising '' 1
	assert_failure
}

@test "pick takes columns by name, of the lines that are asked for, and says which does not exist" {
	printf 'a,b,c\n1,x,3\n4,y,\n' >table
	assert_equal "$(pick c,a b=x <table)" 3,1
	assert_equal "$(pick a <table)" $'1\n4'
	assert_equal "$(pick a,c b=y a=4 <table)" 4,
	assert_equal "$(pick d <table)" 'no column d'
	assert_equal "$(pick a d=1 <table)" 'no column d'
}

@test "assert_near of the unit tests refuses nan and what is outside the tolerance" {
	cat >test.c <<-'END'
		#include "tests/support/near.h"

		static void accepted(void **state)
		{
			(void)state;
			assert_near(0.5, 0.6, 0.11);
			assert_near_at(1, 1, 0, "%d", 1);
			assert_near_or_nan(NAN, NAN, 0);
		}
		static void far(void **state)
		{
			(void)state;
			assert_near(0.5, 0.6, 0.09);
		}
		static void found_nan(void **state)
		{
			(void)state;
			assert_near(NAN, 0.6, 1);
		}
		static void expected_nan(void **state)
		{
			(void)state;
			assert_near_at(NAN, NAN, 1, "case %d", 1);
		}
		static void one_nan(void **state)
		{
			(void)state;
			assert_near_or_nan(0.5, NAN, 1);
		}

		int main(void)
		{
			const struct CMUnitTest tests[] = {
				cmocka_unit_test(accepted),	cmocka_unit_test(far),
				cmocka_unit_test(found_nan),	cmocka_unit_test(expected_nan),
				cmocka_unit_test(one_nan),
			};
			return cmocka_run_group_tests(tests, NULL, NULL);
		}
	END
	${CC:-gcc} -std=c17 -Wall -Wextra "-I$ROOT" -o test test.c -lcmocka -lm
	run ./test
	assert_failure 4
	assert_line --partial '1 test(s).' # passed
	assert_line '[       OK ] accepted'
	assert_line 'case 1: NAN is nan, not nan within 1'
}

# ---- how tests are run and counted ----------------------------------------------------------------

# A program of unit tests that prints the lines of its name's file and ends as told.
program() # NAME STATUS LINE...
{
	local name=$1 status=$2
	shift 2
	printf '%s\n' "$@" >"$name.lines"
	printf '#!/bin/sh\ncat "%s.lines"\nexit %s\n' "$PWD/$name" "$status" >"$name"
	chmod +x "$name"
}

# bats inside bats must know nothing of the outer one.
run_tests() # TEST...
{
	env -i PATH="$(echo "$PATH" | tr : '\n' | grep -v bats-core | paste -sd:)" \
		sh "$ROOT/tests/support/run_tests.sh" 2 results "$@"
}

counted() # LINE TEST...
{
	local line=$1
	shift
	run run_tests "$@"
	assert_equal "${lines[-1]}" "$line"
}

@test "the tests of all files are counted, in the last line" {
	program ./one 0 1..2 'ok 1 - first' 'ok 2 - second'
	program ./two 0 1..3 'ok 1 - first' 'not ok 2 # SKIP second' 'ok 3 third # skip no data'
	printf '@test "a" {\n\ttrue\n}\n@test "b" {\n\tskip no\n}\n' >three.bats
	counted '4 passed, 0 failed, 3 skipped' ./one ./two three.bats
	assert_success
	# in the order given, whatever ends first
	assert_equal "$(printf '%s\n' "${lines[@]}" | grep '^# test')" $'# test ./one\n# test ./two\n# test three.bats'
}

@test "what fails, does not come, or ends without a word is counted as failed" {
	program ./good 0 1..1 'ok 1 - first'
	program ./bad 1 1..2 'ok 1 - first' 'not ok 2 - second'
	counted '2 passed, 1 failed, 0 skipped' ./good ./bad
	assert_failure
	program ./crash 139 1..5 'ok 1 - first' 'ok 2 - second'
	counted '3 passed, 3 failed, 0 skipped' ./good ./crash
	assert_failure
	program ./silent 139 ''
	counted '1 passed, 1 failed, 0 skipped' ./good ./silent
	assert_failure
	# all are ok, but something is wrong at the end, such as a sanitizer's complaint
	program ./leak 1 1..1 'ok 1 - first'
	counted '2 passed, 1 failed, 0 skipped' ./good ./leak
	assert_failure
	# more than planned
	program ./many 0 1..1 'ok 1 - first' 'ok 2 - second'
	counted '3 passed, 1 failed, 0 skipped' ./good ./many
	assert_failure
	printf '@test "a" {\n\tfalse\n}\n@test "b" {\n\ttrue\n}\n' >bad.bats
	counted '2 passed, 1 failed, 0 skipped' ./good bad.bats
	assert_failure
	printf '@test "a" {\n' >broken.bats
	run run_tests ./good broken.bats
	assert_failure
	[[ ${lines[-1]} =~ ^1\ passed,\ [1-9] ]]
}

# ---- quick_bats.bash ----

# What the quick runner says of a file whose second test has these lines; "again" is its call of bats.
quickly() # LINE...
{
	mkdir -p bin
	printf '#!/bin/sh\necho again\n' >bin/bats
	chmod +x bin/bats
	printf '%s\n' "load '$ROOT/tests/support/helper'" '@test "first" {' true '}' '@test "second: $1 `x`" {' "$@" '}' >quick.bats
	PATH=$PWD/bin:$PATH bash "$ROOT/tests/support/quick_bats.bash" quick.bats
}

@test "bats runs a file again of which one test has not passed, whatever way it fails" {
	local body
	for body in 'false; true' 'false' '[ 1 = 2 ] && true' 'run ! true' 'run -3 false; true' 'exit 1' 'exit 0' 'assert_equal 1 2; true' \
		'inner() { false; true; }; inner; true' 'x=$(false); true' 'run --no-such-flag true; true' 'no_such_command; true' \
		'fail x; true' '(exit 2); true' $'}\nsetup() {\nfalse; true' $'}\nsetup_file() {\nfalse; true' $'}\nno_such_command\nx() {' '(('; do
		run quickly "$body"
		assert_equal "$body: ${lines[-1]}" "$body: again"
	done
}

@test "a file that passed only when bats ran it again is named" {
	printf '%s\n' '# test x' '# by bats' 1..1 'ok 1 a' '# exit 0' '# test y' '# by bats' 1..1 'not ok 1 b' '# exit 1' '# test z' 1..1 'ok 1 c' '# exit 0' >tap
	run awk -f "$ROOT/tests/support/summary.awk" tap
	assert_equal "$(printf '%s\n' "${lines[@]}" | grep again)" '# x passed only when bats ran it again'
	assert_equal "${lines[-1]}" '2 passed, 1 failed, 0 skipped'
}

@test "what passes is said as bats says it: run's status, output and lines, skipped tests, comments, folders" {
	run quickly 'run ! false' 'run -3 sh -c "echo a; echo; echo b >&2; exit 3"' 'assert_equal "$status ${#lines[@]} ${lines[1]}" "3 2 b"' \
		'assert_equal "$output" $'"'a\\n\\nb'" 'run --separate-stderr sh -c "echo a; echo b >&2"' 'assert_equal "$output $stderr" "a b"' \
		'echo "# comment" >&3; [ -d "$BATS_TEST_TMPDIR" ]; [ "$PWD" = "$BATS_TEST_TMPDIR" ]' '! false || fail; if false; then :; fi' 'skip "no data"'
	assert_output '1..2
ok 1 first
# comment
ok 2 second: $1 `x` # skip no data'
}

# bash does not end a test at a command that begins with "!", unless it is the last one.
@test "no test says '!' where nobody hears it: refute, or '|| fail' behind it" {
	deaf() # FOLDER
	{
		grep -rnE --include='*.bats' --include='*.bash' '^[[:space:]]*! ' "$1" | grep -vE '\|\| (fail|skip)'
	}
	run deaf "$ROOT/tests"
	assert_output ''
	printf '\t! grep -q x y\n\t! grep -q x y || fail z\n' >planted.bats
	run deaf .
	assert_output "./planted.bats:1:$TAB! grep -q x y"
}

# ---- progress.sh ----

# A Makefile of three files, the second of which has the word given to say.
three_files() # SAYS STATUS
{
	printf '%s: ; @echo "  CC %s.c"; %s\n' one one true two two "echo '$1' >&2; exit $2" three three true >Makefile
	echo 'all: one two three' >>Makefile
	unset V MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
}

progress()
{
	sh "$ROOT/tests/support/progress.sh" make -k all
}

@test "a build says how many files it compiles, and shows all that the compiler says" {
	three_files 'two.c:1: warning' 0
	run progress
	assert_success
	assert_output $'Files to compile: 3\ntwo.c:1: warning'
	three_files 'two.c:1: error' 1
	run progress
	assert_failure 2
	assert_line 'two.c:1: error'
	V=1 run progress
	assert_failure 2
	assert_line '  CC three.c'
}

@test "a build at a terminal has one line of progress" {
	three_files 'two.c:1: error' 1
	run script -qec "sh '$ROOT/tests/support/progress.sh' make -k all" /dev/null </dev/null
	assert_failure 2
	assert_output --partial $'\r\e[K[3/3] compiling three.c\r'
	assert_output --partial $'\r\e[Ktwo.c:1: error'
}
