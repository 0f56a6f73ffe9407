#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What `make experiments` writes to doc/evidence.

load ../support/helper

top=$ROOT
. "$ROOT/tests/support/data.bash"

# Names of the experiments that say what is to be run.
with_evidence()
{
	(cd "$ROOT/tests/experiments" && grep -l '^ \* Evidence: ' ./*.c | sed 's,^\./,,; s/\.c$//')
}

@test "each experiment lists its keys, and its evidence is there, with the command of its source" {
	local name file
	[ "$(with_evidence | wc -l)" -ge 10 ]
	for name in $(with_evidence); do
		run experiment "$name" help
		assert_success
		assert_line --index 0 --partial "Usage: $name [KEY=VALUE...]"
		assert_output --partial '  seed=N'
		file=$ROOT/doc/evidence/$name.csv
		assert_equal "$(head -1 "$file")" "# $name $(evidence_of "$ROOT/tests/experiments/$name.c")"
		[ "$(grep -vc '^#' "$file")" -ge 3 ]
		experiment_refuses 64 "unrecognized option '--nonsense'" "$name" nonsense=1
	done
	# and every evidence has its experiment
	for file in "$ROOT"/doc/evidence/*.csv; do
		[ -e "$ROOT/tests/experiments/$(basename "$file" .csv).c" ] || fail "$file: which experiment?"
	done
}

@test "the script writes what is committed, of experiments that take a second" {
	BUILD=$BUILD bash "$ROOT/tests/experiments.sh" new distribution powered >/dev/null
	for name in distribution powered; do cmp "$ROOT/doc/evidence/$name.csv" new/$name.csv; done
	need_data robust04
	BUILD=$BUILD STRAT_EVAL_DATA=$DATA bash "$ROOT/tests/experiments.sh" new skew >/dev/null
	cmp "$ROOT/doc/evidence/skew.csv" new/skew.csv
	STRAT_EVAL_DATA=nowhere run bash "$ROOT/tests/experiments.sh" new skew
	assert_output 'skew: skipped: ap.csv is not there'
}
