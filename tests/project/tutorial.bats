# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# doc/tutorial.md is followed to the letter.

load ../support/helper

setup() {
	cd "$ROOT" || return 1
	PATH=$(dirname "$STRAT_EVAL"):$PATH
}

@test "the tutorial leads from two runs to intervals when followed to the letter" {
	mkdir "$BATS_TEST_TMPDIR/study"
	cd "$BATS_TEST_TMPDIR/study"
	ln -s "$ROOT/qrels-samples" .
	run sh "$ROOT/tests/support/run_examples.sh" -a "$ROOT/doc/tutorial.md"
	assert_success
	refute_output --partial ': 0 examples'
}
