#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# compare with more than two runs: baselines, the leaderboard, and adjustments that look at all
# runs together.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
	sample=$ROOT/qrels-samples/comparison
	printf 'topic,b,a,c,d\n1,.2,.3,.29,.1\n2,.1,.5,.49,.1\n3,.4,.4,.39,.1\n4,.6,.2,.19,.4\n5,.3,.9,.89,.2\n6,.5,.7,.67,.2\n' >four.csv
}

# Wrong usage may be argp's, which names the command.
refused() # STATUS MESSAGE ARGUMENT...
{
	local expected_status=$1 message=$2
	shift 2
	evaluate compare "$@"
	assert_equal "$* -> $exit_status" "$* -> $expected_status"
	grep -qF -e "$message" stderr || fail "$*: no '$message' in: $(cat stderr)"
	[ ! -s stdout ] || fail "$*: standard output is not empty: $(head -3 stdout)"
}

pairs() # ARGUMENT...
{
	"$STRAT_EVAL" compare --format=trec "$@" |
		awk '$1 == "run_a" { a = $3 } $1 == "run_b" { printf "%s%s ", a, $3 }'
}

# ---- baselines and leaderboard ------------------------------------------------------------------

# Means: b .35, a .5, c .486, d .183.
@test "several baselines: every other run against each of them, and no other pair" {
	assert_equal "$(pairs --matrix=four.csv --baseline=b)" 'ab cb db '
	assert_equal "$(pairs --matrix=four.csv --baseline=b --baseline=c)" 'ab db ac dc '
	assert_equal "$(pairs --matrix=four.csv --baseline=c --baseline=b --baseline=d)" 'ab ac ad '
	# p is adjusted for four comparisons
	p=$("$STRAT_EVAL" compare --matrix=four.csv --format=csv --baseline=b --baseline=c --adjust=bonferroni |
		awk -F, '$1 == "a" && $2 == "c" && ($4 == "p_t_score" || $4 == "p_adj_score") { print $5 }' | tr '\n' ' ')
	echo "$p" | awk '{ exit !($2 < 1 && ($2 - 4 * $1) ^ 2 < 1e-12) }' || fail "$p"
	"$STRAT_EVAL" compare --matrix=four.csv --baseline=b --baseline=d >stdout
	assert_equal "$(grep -c '  baseline$' stdout)" 2
	# in LaTeX the baselines have letters
	awk -F, '{ print $0 "," (NR == 1 ? "e" : $5 + .4 + NR / 1000) }' four.csv >five.csv
	"$STRAT_EVAL" compare --matrix=five.csv --format=latex --adjust=none --baseline=b --baseline=d >stdout
	grep -q '^(a) b &' stdout
	grep -q '^(d) d &' stdout
	# d + .4 + .0045; above b by .302 .403 .104 .205 .306 .107, t = 4.8
	grep -qF 'e & 0.5878$^{a,d}$' stdout
	run ! grep -q 'dagger' stdout
}

@test "a baseline is known by its name or its file" {
	files=("$sample/plain.run" "$sample/stemmed.run" "$sample/fused.run")
	"$STRAT_EVAL" compare --baseline="$sample/stemmed.run" "$sample/qrels" "${files[@]}" >by_file
	tag=$(awk '{ print $6; exit }' "$sample/stemmed.run")
	"$STRAT_EVAL" compare --baseline="$tag" "$sample/qrels" "${files[@]}" >by_name
	cmp by_file by_name
	printf 'map 1 0.5\nmap 2 0.25\nrunid all x\n' >one.txt
	printf 'map 1 0.4\nmap 2 0.75\nrunid all y\n' >two.txt
	assert_equal "$(pairs --quiet-warnings --scores --baseline=one.txt one.txt two.txt)" 'yx '
	refused 64 "none of the runs has this name or file: x, y" --scores --baseline=nobody.txt one.txt two.txt
}

@test "the leaderboard alone" {
	"$STRAT_EVAL" compare --matrix=four.csv >all
	"$STRAT_EVAL" compare --matrix=four.csv --leaderboard >stdout
	head -n "$(wc -l <stdout)" all | diff - stdout
	run ! grep -q better/same/worse stdout
	assert_equal "$(awk 'NR == 2 { print $1 }' stdout)" a
	refused 64 '--leaderboard is for tables of runs: --format=csv has the pairs' --matrix=four.csv --leaderboard --format=csv
	# two runs are a list too
	"$STRAT_EVAL" compare --leaderboard --quiet-warnings "$sample/qrels" "$sample/plain.run" "$sample/stemmed.run" >stdout
	assert_equal "$(grep -c '^A' stdout)" 0
	# 60 runs, each of which differs from all but its neighbours
	awk 'BEGIN { printf "topic"; for (s = 0; s < 60; s++) printf ",s%d", s; print ""; srand(3)
		for (t = 0; t < 40; t++) { printf "%d", t; for (s = 0; s < 60; s++) printf ",%.6f", s / 60 + rand() / 15; print "" } }' >many.csv
	"$STRAT_EVAL" compare --matrix=many.csv --leaderboard --test=t >stdout
	grep -q '^more than 26 groups of runs: no letters$' stdout
}
