#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# One-sided bounds of means over topics (core/stats/learnt_prior/learnt_mean.h, learnt_mean.c).

load ../../../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# two_topics K: of 1,000 documents that x retrieves 300 are judged and K relevant, of 4,000 others 500 and none
two_topics() {
	echo topic,stratum,runs,size,sampled,relevant
	for topic in 1 2; do
		echo "$topic,1,x,1000,300,$1"
		echo "$topic,0,-,4000,500,0"
	done
}

# bounds K: of the mean yield: upper alone, lower alone, and both
bounds() {
	two_topics "$1" >two.csv
	for tail in upper lower both; do
		"$STRAT_EVAL" -R table --digits=4 -m est_rel --ci --tail=$tail two.csv x | awk '/^ci/ { print $3 }'
	done | paste -sd' '
}

# By the formulas of learnt_mean.c in R, with qbeta(): upper 9.0802, 9.7562 and 7.6164 (.95 and .96 with a document
# of prior, .975 with half a document) for none seen; 48.5069, 49.4430 and 49.0969 for 10 a topic;
# 226.6549, 228.2944 and 229.7852 for 60. Lower 24.6889, 24.2144 and 23.3154 for 10; 178.7528, 177.4517 and 174.9581 for 60.
# The upper end of the interval for none seen is the bound by .95, 9.0802, which lies further out than 7.6164.
@test "a bound alone has .04 beyond it, not past the end of the interval unless .05 is there already" {
	assert_equal "$(bounds 0)" "9.0802 0.0000 0.0000 9.0802"
	assert_equal "$(bounds 10)" "49.0969 24.2144 23.3154 49.0969"
	assert_equal "$(bounds 60)" "228.2944 177.4517 174.9581 229.7852"
}

# Both have 200 relevant documents that are not retrieved, in each of 5 topics: 20 seen of weight 10, or 31 of weight 5
# and one of weight 45. The end of the interval does not depend on how skewed that estimate is, the lower bound does.
@test "strata of different weights move the lower bound of recall towards the end of the interval" {
	echo topic,stratum,runs,size,sampled,relevant >one.csv
	for topic in 1 2 3 4 5; do
		echo "$topic,1,x,1000,200,100"
		echo "$topic,0,-,2000,200,20"
	done >>one.csv
	sed 's/\(.\),0,-,2000,200,20/\1,0,-,700,140,31\n\1,2,-,4500,100,1/' one.csv >two.csv
	for file in one two; do
		for tail in lower both; do
			"$STRAT_EVAL" -R table --digits=6 -m est_recall --ci --tail=$tail $file.csv x |
				awk -v tail=$tail '/^est/ { estimate = $3 } /ci_lo/ { print estimate - $3 }'
		done
	done >distances # of the bound, and of the end
	run awk '{ distance[NR] = $1 }
		END { one = distance[1] / distance[2]; two = distance[3] / distance[4]
			print (one < 1), (two > one + .02), (two <= 1) }' distances
	assert_output "1 1 1"
}

@test "a bound of a mean alone is not beyond the end of the interval where dozens were seen" {
	for k in 20 40 80 160; do
		bounds $k
	done >ends
	run awk '{ print ($4 >= $1), ($3 <= $2) }' ends
	assert_output "1 1
1 1
1 1
1 1"
}
