#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What scores by labels do to intervals of means over topics.

load ../support/helper

# A made-up truth. 400 samples: fewer than 366 covering has a probability below .001 at .95.
@test "means over topics are covered" {
	experiment powered sizes=20 samples=400 >found
	assert_equal "$(pick scores,truth <found | uniq | tr '\n' ' ')" 'beta,0.300000 half-zero,0.250000 difference,0.000000 tenths,0.300000 '
	pick labels,coverage,ratio <found >figures
	# labels that say the same of all topics change nothing
	awk -F, '$2 < 366/400 || ($1 == "constant" && $3 != 1) { bad = 1 } END { exit bad || NR != 24 }' figures || fail "$(cat figures)"
	experiment powered sizes=20 samples=400 jobs=1 | sed 1d | cmp - <(sed 1d found)
	experiment_refuses 64 'sizes: 60 of 50 topics' powered sizes=60
}

# The mean of 20 scores, Beta(.9, 2.1), by people alone: the variance of a score is .3 .7/4 = .0525, and the half width of Student's interval is about
# 2.093 sqrt(.0525/20) = .1072. Labels that are random add nothing, and neither do constant ones: the rmse is sqrt(.0525/20) = .0512.
@test "width, bias and rmse of constant labels are those of a mean" {
	experiment powered sizes=20 samples=2000 >found
	IFS=, read -r samples offered width bias rmse people < <(pick samples,offered,width,bias,rmse,width_people scores=beta labels=constant <found)
	assert_equal "$samples $offered" '2000 1.000000'
	near "$width" "$people" 1e-6
	near "$width" .2144 .008
	near "$bias" 0 .0046
	near "$rmse" .0512 .0033
}

# Two systems on three topics; labels are the scores by people. The truths: (2.4 + 1.5)/2/3 = .65 of either system on average, and a
# difference that is as often .3 as -.3. Perfect labels leave only which topics were drawn.
@test "scores from files" {
	printf '%s\n' topic,a,b 1,.6,.5 2,.8,.2 3,1,.8 >people
	experiment powered matrix=people judged-matrix=people sizes=10 samples=400 >found
	pick scores,truth,coverage,ratio,labels <found >figures
	awk -F, '{ truth[$1] = $2; if ($3 < 366/400 || $4 > .9 || $5 != "file") bad = 1 }
		END { exit bad || NR != 2 || truth["files"] < .62 || truth["files"] > .68 || truth["differences"] ^ 2 > .05 ^ 2 }' figures || fail "$(cat figures)"
	experiment_refuses 64 'matrix and judged-matrix go together' powered matrix=people
	printf '%s\n' topic,a,b 1,.6,.5 2,.8,.2 >less
	experiment_refuses 1 'people and less: not the same systems and topics in the same order, or a score is missing' powered matrix=people judged-matrix=less
	printf '%s\n' topic,a 1,.6 2,.8 >one
	experiment_refuses 1 'one: two systems and two topics are needed' powered matrix=one judged-matrix=one
}
