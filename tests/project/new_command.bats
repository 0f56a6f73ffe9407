# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# A new command is one folder, and a new output format one place: contributing.md is followed to the letter.

load ../support/helper

setup() {
	cd "$ROOT" || return 1
}

@test "contributing.md leads to a new command and to a new output format when followed to the letter" {
	copy_of_the_sources
	run sh "$ROOT/tests/support/run_examples.sh" -a doc/contributing.md
	assert_success
	assert_output --partial ': 2 examples'
	# the options of the new command are in the completions too, and nothing outside its folder names it
	run make --no-print-directory completions
	assert_success
	run grep -c hello build/completion/strat_eval.bash
	assert_success
	run grep -rl hello core measures readers Makefile
	assert_output core/commands/hello/hello.c
	# the other formats are as they were
	local format
	for format in trec csv jsonl table latex; do
		assert_equal "$(./strat_eval -m P.1 --format=$format qrels run)" "$("$STRAT_EVAL" -m P.1 --format=$format qrels run)"
	done
}
