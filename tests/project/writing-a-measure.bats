# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# doc/writing-a-measure.md is followed to the letter.

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
