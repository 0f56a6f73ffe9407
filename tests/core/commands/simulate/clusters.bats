#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# simulate clusters.

load ../../../support/helper

@test "families of one document have the design effect 1, and pairs about 1 + icc" {
	run "$STRAT_EVAL" simulate clusters --families=alone --samples=20 --sizes=400 --format=csv
	assert_success
	run awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["design_effect"] != 1 { print }' <<<"$output"
	assert_output ''
	# Kish: 1 + (m - 1) icc for a mean of clusters of m; 0.03 is over three standard errors of the mean
	# of 100 samples, as one sample of 400 pairs has about 0.05 (the error of a correlation)
	run "$STRAT_EVAL" simulate clusters --families=pairs --icc=0.7 --samples=100 --sizes=400 --format=csv
	assert_success
	run awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["quantity"] == "richness" { x = $at["design_effect"]; print (x > 1.67 && x < 1.73) ? "as it should be" : x }' <<<"$output"
	assert_output 'as it should be'
}

@test "threads do not matter, and a family that is no kind is refused" {
	for jobs in 1 2; do
		"$STRAT_EVAL" simulate clusters --families=mixed --strata --samples=12 --sizes=100 --jobs=$jobs >$jobs
	done
	run cmp 1 2
	assert_success
	evaluate simulate clusters --families=large
	[ "$exit_status" = 64 ]
	grep -qF "'large' is not one of alone, pairs, mixed, long, steep" stderr
}

# The range in which intervals are offered; 3 standard errors of 200 samples below .92 are .86.
@test "large families are refused or covered" {
	run "$STRAT_EVAL" simulate clusters --families=long,steep --sizes=400 --icc=0.7 --samples=200 --seed=3 --format=csv
	assert_success
	run awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["offered"] >= 0.5 { cells++; low += $at["coverage"] < 0.86 }
		END { print (cells >= 6 ? "enough" : cells), low + 0 }' <<<"$output"
	assert_output 'enough 0'
}

# By definition; to the digits printed.
@test "the true value is below the interval, in it, or above" {
	run "$STRAT_EVAL" simulate clusters --families=mixed,steep --sizes=100,400 --level=0.9 --samples=50 --format=csv
	assert_success
	run awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["offered"] > 0 { cells++; sum = $at["below"] + $at["coverage"] + $at["above"]; wrong += sum < .9998 || sum > 1.0002
			missed += $at["below"] + $at["above"] > 0 }
		END { print (cells >= 20 && missed >= 20 ? "enough" : cells " " missed), wrong + 0 }' <<<"$output"
	assert_output 'enough 0'
}
