#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often bounds hold if a part of a sample is reviewed again.

load ../support/helper

# The truth is known, and bounds hold at least as often as they say; the enumeration of small designs is
# in tests/core/stats/interval/test_two_phase.c, larger ones are in doc/coverage.md.
@test "true values by hand, bounds hold" {
	only_with_test_all
	experiment reviews produced=400:300:80 null=1600:100:200 samples=60 >found
	assert_equal "$(pick quantity,truth <found | tr '\n' ' ')" \
		'recall,0.750000 precision,0.750000 elusion,0.062500 richness,0.200000 F1,0.750000 '
	# 60 samples: fewer than 52 holding has a probability below .002 at .95
	pick at_least_holds,at_most_holds,coverage <found >holds
	awk -F, '$1 < 52/60 || $2 < 52/60 || $3 < 52/60 { bad = 1 } END { exit bad || NR != 5 }' holds || fail "$(cat holds)"
	experiment reviews produced=400:300:80 null=1600:100:200 samples=60 jobs=1 | sed 1d | cmp - <(sed 1d found)
	experiment_refuses 64 'the truth is missing (produced=N:R:n null=N:R:n)' reviews null=10:1:2
	experiment_refuses 64 'null=10:11:2: 10 documents, 11 relevant, 2 sampled' reviews null=10:11:2
}

# By definition: the ends of a two-sided interval of level .95 are one-sided bounds of level .975, on the same samples. So the width is the
# distance of these bounds, the true value is below the interval if the lower bound does not hold, and above it if the upper one does not.
@test "two-sided intervals of .95 are the one-sided bounds of .975" {
	experiment reviews produced=200:90:40 null=800:40:60 sensitivity=.8 specificity=.95 samples=40 >two
	experiment reviews produced=200:90:40 null=800:40:60 sensitivity=.8 specificity=.95 samples=40 level=.975 >one
	paste -d, <(pick quantity,width,below,above,coverage <two) <(pick at_least,at_most,at_least_holds,at_most_holds <one) >both
	awk -F, 'function off(a, b) { return a - b > 2e-6 || b - a > 2e-6 }
		off($2, $7 - $6) || off($3, 1 - $8) || off($4, 1 - $9) || off($5, $8 + $9 - 1) { print; bad = 1 } END { exit bad || NR != 5 }' both || fail "$(cat both)"
}

# All outcomes of large designs, as the program adds them up; 1e-6 is what outcomes that are not listed may have. With 0.3.0's bounds of the same
# outcomes .076 to .084 missed. The other designs take minutes.
@test "all outcomes of large designs: one-sided bounds miss in 5 % of samples at most" {
	only_with_test_all
	experiment review_misses designs=$(cases 1,2,3,4,5,6,7,8,10 1,3,7) >found
	[ "$(grep -vc '^#' found)" -ge 12 ]
	pick misses <found | awk '$1 > 0.05 + 1e-6 { exit 1 }' || fail "$(cat found)"
	sed '/^#/d' found | grep -vxFf "$ROOT/doc/evidence/review_misses.csv" >other || true
	assert_equal "$(cat other)" '' # as committed
	experiment_refuses 64 '--designs=99: not a whole number from 1 to 12' review_misses designs=99
}
