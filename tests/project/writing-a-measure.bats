# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# doc/writing-a-measure.md, and the first page of doc/design.md, are followed to the letter.

load ../support/helper

setup() {
	cd "$ROOT" || return 1
	PATH=$(dirname "$STRAT_EVAL"):$PATH
}

@test "writing-a-measure.md leads to a loaded and to a built-in measure when followed to the letter" {
	copy_of_the_sources
	run sh "$ROOT/tests/support/run_examples.sh" -a doc/writing-a-measure.md
	assert_success
	refute_output --partial ': 0 examples'
}

# relstring shows the grades: the last relevant documents stand at 5, 1 and 3, which is 3 on average.
@test "the measure on the first page of design.md is 25 lines at most, and gives what stands there" {
	cd "$BATS_TEST_TMPDIR"
	ln -s "$ROOT"/{core,measures,readers,qrels-samples} .
	ln -s "$STRAT_EVAL" strat_eval
	run sh "$ROOT/tests/support/run_examples.sh" -a "$ROOT/doc/design.md"
	assert_success
	assert_output --partial ': 1 example'
	[ "$(wc -l <last_rank.c)" -le 25 ]
}
