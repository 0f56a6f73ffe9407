#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The experiments slopes, later_runs and sets_over_topics: their truths, by awk, and what they refuse.

load ../support/helper

truth() # EXPERIMENT KEY=VALUE...: of each line
{
	experiment "$@" samples=2 | awk -F, '/^#/ { next } !n++ { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["quantity"], $at["truth"] }'
}

@test "two runs of opposite slopes have equal mean recall; mirrored they are exchanged" {
	# R from 15 to 300; .25 R for both, R (.1 + .4 s(.6 z)) and R (.1 + .4 s(-.6 z)), rounded
	expected=$(awk 'function round(x) { return int(x + .5) }
		function s(x) { return 1 / (1 + exp(-x)) }
		BEGIN { for (t = 0; t < 20; t++) { R[t] = int(15 * exp(log(20) * t / 19) + 1e-9); mean += log(R[t]) / 20 }
			for (t = 0; t < 20; t++) { z = log(R[t]) - mean
				d += (round(R[t] * (.1 + .4 * s(.6 * z))) - round(R[t] * (.1 + .4 * s(-.6 * z)))) / R[t] / 20 }
			printf "%.6f", d }')
	assert_equal "$(truth slopes quantity=diff-recall)" "diff-recall $expected"
	assert_equal "$(truth slopes quantity=diff-recall mirror=yes)" "diff-recall ${expected#-}"
}

@test "judged pools are files of four counts" {
	printf '8 2 10 80\n3 3 20 74\n' >pool
	assert_equal "$(truth slopes world=pool file=pool quantity=recall)" 'recall 0.650000' # (8/10 + 3/6) / 2
	experiment_refuses 64 'world=pool: no file of counts (file=FILE)' slopes world=pool
	echo 1 2 3 >pool
	experiment_refuses 1 'pool: not four counts a line' slopes world=pool file=pool
}

@test "a run that came later: its precision and F" {
	# 30 of 100 in the rest, 3 of them relevant; of the 70 hits 14, 28 or 42. R = 60, 120, 180 and 39 elsewhere, beside what it finds
	expected=$(awk 'BEGIN { split("14 28 42", hit); split("60 120 180", R)
		for (t = 0; t < 20; t++) { k = t % 3 + 1; found = hit[k] + 3; p += found / 100 / 20; f += 2 * found / (100 + found + R[k] + 39) / 20 }
		printf "P %.6f F %.6f", p, f }')
	assert_equal "$(truth later_runs topics=20 | head -2 | tr '\n' ' ')" "$expected "
}

@test "sets over topics: of two topics with 48 and 72 found, four missed in each of 2000" {
	# 8 of 4000 are missed, which 60 of 2000 judged make 0.24 expected; recall is the mean of 48/52 and 72/76
	assert_equal "$(truth sets_over_topics world=few quantity=recall,elusion topics=2 | head -2 | tr '\n' ' ')" 'recall 0.935223 elusion 0.002000 '
	experiment_refuses 64 "--world: 'x' is not one of review, unequal ... (--help)" sets_over_topics world=x
}
