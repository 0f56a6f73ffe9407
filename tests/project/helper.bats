#!/usr/bin/env bats
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
	"${CC:-gcc}" -std=c17 -Wall -Wextra "-I$ROOT" -o test test.c -lcmocka -lm
	run ./test
	assert_failure 4
	assert_line --partial '1 test(s).' # passed
	assert_line '[       OK ] accepted'
	assert_line 'case 1: NAN is nan, not nan within 1'
}
