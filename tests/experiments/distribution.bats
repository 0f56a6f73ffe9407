#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What an estimate from sampled judgments may be, and how often (Webber 2013, Figures 1 and 2).

load ../support/helper

truth() {
	printf 'truth,retrieved,size,yield,sampled\n' > truth.csv
	printf 'a,%s\n' "$@" >> truth.csv
}

# One document is retrieved, relevant and judged; of two others one is relevant and one sampled: the estimate of recall is 1/3 or 1, each with
# probability 1/2. The middle of both is the mean of the normal distribution.
@test "two samples, by hand" {
	truth 1,1,1,1 0,2,1,1
	run experiment distribution scenario=truth.csv
	assert_success
	assert_output "$(printf '%s\n' '# distribution scenario=truth.csv' scenario,number,truth,quantity,from,to,probability,normal,binomial,binomial_normal \
		truth.csv,1,a,recall,0.333333,0.333333,0.500000,0.500000,, \
		truth.csv,1,a,recall,1.000000,1.000000,0.500000,0.500000,,)"
}

# One relevant document each, one of ten sampled: with 81 of 100 samples there is no estimate, 9 give 1.
@test "probabilities are of all samples, with an estimate or without" {
	truth 1,10,1,1 0,10,1,1
	near "$(experiment distribution scenario=truth.csv | pick probability from=1.000000)" 0.09 0
}

# Webber 2013, Figure 2: r0 = 0 has an estimate of 1, in R dhyper(0, 3000, 97000, 100) = .0474797 of the samples.
@test "the estimate of Table III is 1 in .0475 of the samples" {
	cp "$ROOT/qrels-samples/scenarios/webber-table3.csv" truth.csv
	experiment distribution scenario=truth.csv > found
	near "$(pick probability from=1.000000 < found)" 0.0474797 1e-6
	near "$(pick probability < found | awk '{ sum += $1 } END { print sum }')" 1 2e-5
	[ "$(pick from < found | wc -l)" = 101 ]
}

# Figure 1: 20 of 50 documents, 15 relevant. R: dhyper(6, 15, 35, 20); the mean is 6, the variance
# 20 .3 .7 30/49, and pnorm() from 5.5 to 6.5. The estimate of the yield is 50 k/20.
@test "the distribution of a yield is the hypergeometric one" {
	truth 1,50,15,20
	experiment distribution scenario=truth.csv quantity=yield > found
	near "$(pick probability from=15.000000 < found)" 0.2463737 1e-6
	near "$(pick normal from=15.000000 < found)" 0.2448111 1e-6
	# eq 8: 38760 .3^6 .7^14; eq 9, with the variance 20 .3 .7: erf(.5/sqrt(2 * 4.2))
	near "$(pick binomial from=15.000000 < found)" 0.191639 1e-6
	near "$(pick binomial_normal from=15.000000 < found)" 0.1927498 1e-6
	# 300 documents are more values than are shown: classes, over which both sum to 1 nevertheless
	truth 1,100000,30000,300
	experiment distribution scenario=truth.csv quantity=yield > classes
	for column in probability binomial binomial_normal; do
		near "$(pick $column < classes | awk '{ s += $1 } END { print s }')" 1 1e-4
	done
	# more than one stratum: neither
	printf 'truth,retrieved,size,yield,sampled\n1,1,50,15,20\n1,0,50,5,20\n' > truth.csv
	[ -z "$(experiment distribution scenario=truth.csv quantity=yield | pick binomial | tr -d '\n')" ]
}

@test "a picture of the distributions, of twelve at most" {
	truth 1,60,40,15 0,400,30,50
	experiment distribution scenario=truth.csv plot=shares.svg > /dev/null
	grep -q probability shares.svg
	experiment_refuses 64 'plot: 13 truths; distributions are drawn of 12 at most' distribution scenario=small:13 plot=many.svg
	[ ! -e many.svg ]
}
