#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval simulate QUESTION: the questions, each with its own options, and those that it had.

load ../../../support/helper

# Each question with an option that only it, or only its like, has.
own_options()
{
	cat <<-'END'
		bootstrap --topics=3
		coverage --peeks=2
		sampling --depths=2
	END
}

@test "simulate --help lists the questions, and each has its own options only" {
	evaluate simulate --help
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(sed -n 's/^  \([a-z]*\) .*/\1/p' stdout)" "$(own_options | cut -d' ' -f1)"
	while read -r question option; do
		evaluate simulate "$question" --help
		assert_equal "$question $exit_status $(cat stderr)" "$question 0 "
		grep -q "^Usage: strat_eval simulate $question " stdout
		grep -q -e "^ *${option%%=*}" stdout || fail "$question has no $option"
		evaluate simulate "$question" --nonsense
		assert_equal "$question $exit_status" "$question 64"
	done < <(own_options)
	for question in bootstrap coverage sampling; do
		option=$(own_options | sed -n "s/^$question //p")
		for other in $(own_options | grep -v "^$question " | cut -d' ' -f1); do
			evaluate simulate "$other" "$option"
			assert_equal "$other $option $exit_status" "$other $option 64"
			grep -q "unrecognized option '$option'" stderr || fail "$other $option: $(cat stderr)"
		done
	done
}

@test "a missing or misspelt question is answered with the questions" {
	evaluate simulate
	assert_equal "$exit_status" 64
	assert_equal "$(cat stderr)" "strat_eval: simulate: a question is missing: $(own_options | cut -d' ' -f1 | paste -sd, | sed 's/,/, /g') (simulate --help)"
	evaluate simulate covrage
	assert_equal "$exit_status" 64
	grep -q "did you mean 'coverage'?" stderr
}

@test "a question that is an experiment now is answered with its program" {
	for name in ap clusters comparisons confidence distribution labels means power powered reviews skew stopping study; do
		refused 64 "simulate: '$name' is a separate program in the sources: make experiments, then build/tests/experiments/$name help" \
			simulate $name --samples=3
		[ -f "$ROOT/tests/experiments/$name.c" ]
	done
}
