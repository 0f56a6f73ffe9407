#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The standing adversary (tests/adversary.sh) finds what is wrong without a word. `make adversary` runs its whole table.

load ../support/helper

adversary() # LINE...: of a table
{
	printf '%s\n' "$@" >table
	JOBS=1 run bash "$ROOT/tests/adversary.sh" table
}

# Strata of which nothing relevant is seen in most samples: `normal` has no width then, and covers .10 (doc/coverage.md, "Many strata").
bad="few relevant | 40 | awk -v design=B -v strata=2 -f qrels-samples/scenarios/strata.awk >b.csv
	strat_eval simulate coverage --scenario=b.csv --samples=@ --jobs=1 --format=csv --ci="

@test "a method that is wrong without a word fails, one that holds does not" {
	adversary "${bad/$'\n'/;}normal"
	assert_failure 1
	assert_line --regexp '^\| few relevant.* \| 0\.[0-3][0-9]* \| 0\.00 \| 0\.[7-9][0-9]* \| FAILS'
	assert_line --regexp '^cells: 1; below \.90: 1, wrong without a word too often: 1$'
	bad=${bad/| 40 |/| 4 |} # it takes 8 ms an interval
	adversary "${bad/$'\n'/;}bb-spread"
	assert_success
	assert_line --regexp '^cells: 1; below \.90: 0, wrong without a word too often: 0$'
}

# Of 100 intervals .10 + 2 x .03 may miss without a word.
@test "what is warned of does not fail; a command that fails does" {
	cell() { echo "x | 100 | printf 'quantity,samples,coverage,warned,silent\nP,@,%s\n' $1"; }
	adversary "$(cell .5,1,0)" "$(cell .84,0,.16)"
	assert_success
	assert_line --partial 'x, P | 100 | 0.500 | 1.00 | 0.000 |'
	adversary "$(cell .83,0,.17)"
	assert_failure 1
	assert_line --partial 'x, P | 100 | 0.830 | 0.00 | 0.170 | FAILS'
	# without `silent` it is what it is at most, and without `warned` nothing is
	adversary "x | 100 | printf 'n,method,family_error\n25,holm,.2\n50,holm,.1\n'"
	assert_failure 1
	assert_line --partial 'x, n 25, holm | 100 | 0.800 | 0.00 | 0.200 | FAILS'
	assert_line --partial 'below .90: 1, wrong'
	adversary "x | 100 | printf 'quantity coverage warned\nP .5 .95\n'"
	assert_success
	adversary 'x | 1 | echo why >&2; false'
	assert_failure
	assert_output --partial why
	adversary 'x | 1 | true'
	assert_failure 1
	assert_output --partial 'no cell'
}

@test "random worlds are those of their seed, and intervals that miss them without a word fail" {
	worlds=$ROOT/tests/tables/random_worlds.pl
	JOBS=1 REFERENCE=$STRAT_EVAL run perl "$worlds" 12 2 2
	assert_success
	assert_line --regexp '^worlds: 2 of 2; '
	assert_line 'width against the reference: 1.000 (mean of 2 worlds)'
	first=$output
	JOBS=2 REFERENCE=$STRAT_EVAL run perl "$worlds" 12 2 2
	assert_equal "$output" "$first"
	printf '#!/bin/sh\nfor m in recall P F rel elusion; do printf "ci_lo_est_$m\\tall\\t-8\\nci_hi_est_$m\\tall\\t-7\\n"; done\nprintf "ci_lo_diff_est_recall,-8\\nci_hi_diff_est_recall,-7\\nci_lo_diff_est_F,-8\\nci_hi_diff_est_F,-7\\n"\n' >wrong
	chmod +x wrong
	STRAT_EVAL=$PWD/wrong run perl "$worlds" 5 4 3
	assert_failure 1
	assert_line --regexp '^worlds: 4 of 4; below \.90: 4 \(1\.000\); mean coverage 0\.000$'
	assert_line --regexp '^\| 5:[0-3] \| .* \| 30 \| 0\.000 \| 0\.00 \| 1\.000 \|$' # the second count
	run perl "$worlds" 5 some.o
	assert_failure
	assert_output 'random_worlds: some.o is no number of worlds or of samples'
}

@test "make adversary draws 300 worlds of each seed, or as many as WORLDS says" {
	unset BUILD PROGRAM MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
	cd "$ROOT"
	run make -n adversary
	assert_line --regexp 'random_worlds\.pl "\$seed" 300 '
	run make -n adversary WORLDS=24
	assert_line --regexp 'random_worlds\.pl "\$seed" 24 '
}

@test "each line of its table has a name, a number, and commands that are there" {
	count=0
	while IFS='|' read -r name number command; do
		[ $((number)) -ge 60 ]
		[[ "$command" == *@* ]] || fail "$name: no number of samples"
		for program in $(grep -oE '(build/)?tests/[a-z_/]+(\.pl)?' <<<"$command"); do
			source=${program#build/}
			[ -e "$ROOT/$source" ] || [ -e "$ROOT/$source.c" ] || fail "$name: $program"
		done
		count=$((count + 1))
	done < <(grep -v '^#\|^$' "$ROOT/tests/experiments/adversary.txt")
	[ "$count" -ge 30 ]
	# and every experiment about intervals has one
	for file in $(cd "$ROOT/tests/experiments" && grep -l TALLY_COLUMNS ./*.c); do
		name=$(basename "$file" .c)
		[ "$name" = ap ] || [ "$name" = stopping ] || grep -q "experiments/$name " "$ROOT/tests/experiments/adversary.txt" || fail "$name has no line in adversary.txt"
	done
}
