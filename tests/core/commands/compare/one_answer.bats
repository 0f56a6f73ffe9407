#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# One question has one answer, however it is asked: tests/support/one_answer.pl makes questions up, asks each in several
# ways, and holds the answers against each other, not against numbers that the program printed once.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
}

@test "random questions have one answer, by evaluation, compare, leaderboard, tables, csv, jsonl, sentence, validate, labels and Python" {
	local python= questions
	questions=$(cases 600 30)
	if [ -e "$BUILD/python/strat_eval/_engine.abi3.so" ] && ! grep -q __asan_init "$STRAT_EVAL"; then
		python=/usr/bin/python3
		export PYTHONPATH=$BUILD/python PYTHONDONTWRITEBYTECODE=1
	fi
	run perl "$ROOT/tests/support/one_answer.pl" "$STRAT_EVAL" "${ONE_ANSWER_SEED:-56}" "$questions" $python
	assert_success
	assert_line --regexp "^$questions questions, [0-9]{4,} answers compared, 0 disagreements\$"
}

# The strata of a topic, and the same with one relevant document more: another question
@test "questions that differ have answers that differ" {
	printf '%s\n' topic,stratum,runs,size,sampled,assessable,relevant 1,b,A+B,40,10,10,6 1,a,A,30,10,10,5 1,c,B,30,10,10,3 1,n,,300,20,20,1 >one.csv
	sed 's/1,a,A,30,10,10,5/1,a,A,30,10,10,6/' one.csv >other.csv
	for file in one other; do "$STRAT_EVAL" compare -R table --quiet-warnings --format=csv "$file.csv" A B >"$file"; done
	for name in a_est_recall diff_est_recall ci_lo_diff_est_recall p_adj_est_recall; do
		[ "$(awk -F, -v n=$name '$4 == n { print $5 }' one)" != "$(awk -F, -v n=$name '$4 == n { print $5 }' other)" ]
	done
}
