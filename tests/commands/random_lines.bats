#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Random command lines on random files (tests/fuzz/random_lines.py says what must be true of their answers).

load ../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

lines() { # COUNT SEED
	TMPDIR=$BATS_TEST_TMPDIR python3 -B "$ROOT/tests/fuzz/random_lines.py" "$STRAT_EVAL" "$1" "$2"
}

@test "200 random command lines: no signal, no silent nan, ends in order and in range" {
	lines 200 1
}

@test "10,000 random command lines, of other seeds" {
	only_with_test_all
	lines 10000 2
}

# Of each kind the smallest: a value that is nan, and the word that comes with it.
@test "a value that is nan has a word beside it" {
	"$STRAT_EVAL" validate --produced=1000:100:0 --null=10:10:0 --format=csv 2>&1 | grep -q 'warning: est_recall and others are nan, 0/0'
	# the table has a sentence instead
	"$STRAT_EVAL" validate --produced=1000:100:0 --null=10:10:0 >table 2>errors
	grep -q 'cannot be estimated' table
	run ! grep -q 'nan' errors
	printf '1 0 a 0\n1 0 b 0\n' >qrels
	printf '1 Q0 a 1 2 mine\n' >mine
	printf '1 Q0 b 1 2 yours\n' >yours
	"$STRAT_EVAL" -q -m last_rel qrels mine 2>&1 | grep -q 'warning: last_rel is nan in 1 topic and 1 mean: not defined there'
	"$STRAT_EVAL" compare -m P.5 --format=csv qrels mine yours 2>&1 | grep -q 'warning: pct_diff_P_5 and others are nan in 1 line'
	"$STRAT_EVAL" compare --counts 10,10,0 0,0,7 --format=csv 2>&1 | grep -q 'warning: b_mode_P is nan in 1 line: not defined there'
	# called trec_eval there is none
	ln -s "$STRAT_EVAL" trec_eval
	assert_equal "$(./trec_eval -m last_rel qrels mine 2>&1 >/dev/null)" ""
}

@test "what is not there is left out, not nan: a check of no claim, ranks of a table" {
	printf 'topic,A,B,C\n1,0.1,0.2,0.3\n2,0.5,0.2,0.1\n3,0.9,0.4,0.2\n4,0.3,0.1,0.6\n' >scores.csv
	"$STRAT_EVAL" compare --scores=scores.csv --format=csv >csv
	run ! grep -q p_check csv
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,A,20,8,5\n1,b,-,60,9,2\n' >table.csv
	run --separate-stderr "$STRAT_EVAL" -R table table.csv
	refute_output --partial nan
	assert_equal "$stderr" ""
	"$STRAT_EVAL" -R table -m est_R_prec table.csv 2>&1 | grep -q 'warning: est_R_prec is nan in 1 mean'
	run -64 "$STRAT_EVAL" --show=strata --format=jsonl -R table table.csv
}
