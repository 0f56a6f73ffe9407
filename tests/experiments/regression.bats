#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The experiment regression: intervals of rankings with labels and without.

load ../support/helper

# One topic of two documents, the first of which is relevant and alone in the top 1; one is judged. If it is the other one, P@1 has no
# interval; nDCG@1 is then 0 to 1.
@test "an interval counts if an evaluation has it" {
	printf '%s\n' '1 0 a 1' '1 0 b 0' >qrels
	printf '%s\n' '1 Q0 a 1 2 x' '1 Q0 b 2 1 x' >one
	printf '%s\n' '1 Q0 b 1 2 y' '1 Q0 a 2 1 y' >two
	experimented regression depth=1 sizes=1 samples=400 quantity=P,nDCG kind=constant qrels one two
	assert_equal "$exit_status $(cat stderr)" '0 '
	pick offered quantity=P labels=none <stdout | awk '$1 < .4 || $1 > .6 { exit 1 }' # 400 fair coins
	assert_equal "$(pick offered quantity=nDCG labels=none <stdout) $(pick coverage quantity=nDCG labels=none <stdout)" '1.000000 1.000000'
	# both judged: all is known
	experimented regression sizes=2 samples=2 quantity=P kind=constant qrels one two
	assert_equal "$(pick offered quantity=P labels=none <stdout)" 1.000000
}

# Two topics of two documents, one of which is relevant and one of which, drawn by a coin, is judged. P@2 is estimated by the share of the two
# judged documents that is relevant: 0, 1/2, 1 with probability 1/4, 1/2, 1/4, so that the bias is 0 and the rmse sqrt(1/8) = .353553. With one
# document of two judged in each topic the interval is all that is possible. Four standard errors of 4,000 samples.
@test "bias, rmse and width of two coins" {
	printf '%s\n' '1 0 a 1' '1 0 b 0' '2 0 a 0' '2 0 b 1' >qrels
	printf '%s Q0 %s 1 %s x\n' 1 a 2 1 b 1 2 a 2 2 b 1 >run
	experimented regression depth=2 sizes=1 samples=4000 quantity=P kind=constant qrels run run
	assert_equal "$exit_status $(cat stderr)" '0 '
	IFS=, read -r truth samples offered coverage width bias rmse < <(pick truth,samples,offered,coverage,width,bias,rmse labels=none <stdout)
	assert_equal "$truth $samples $offered $coverage $width" '0.500000 4000 1.000000 1.000000 1.000000'
	near "$bias" 0 .0224
	near "$rmse" .353553 .0112
}

# a is in the first document of both runs and alone there: 1+1 judges it always, 1 in one of three samples. x is in that of a third run, of which
# nothing else is known: the first documents are then a and x, and a is judged in one of two.
@test "two strata, numbers from one to another, and topics again and again" {
	printf '1 0 %s\n' 'a 1' 'b 0' 'x 0' >qrels
	printf '1 Q0 %s x\n' 'a 1 2' 'b 2 1' >run
	printf '1 Q0 x 1 2 y\n' >third
	ask="regression depth=1 samples=600 quantity=P kind=constant"
	experimented $ask sizes=1+1,1,3-3 qrels run run
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(pick design,sampled,offered,rmse labels=none design=1+1 <stdout)" 1+1,2,1.000000,0.000000
	assert_equal "$(pick offered labels=none design=3-3 <stdout)" 1.000000
	near "$(pick offered labels=none design=1 <stdout)" .333333 .08 # four standard errors
	experimented $ask sizes=1+1 qrels run run third
	near "$(pick offered labels=none <stdout)" .5 .082
	# two topics, both of which show a with probability 1/2: nothing is known of P in a quarter of the samples
	experimented $ask sizes=1+1 topics=2 qrels run run third
	near "$(pick offered labels=none <stdout)" .75 .071
	for wrong in 3-1 1+ +1 1+x 0; do
		experimented $ask sizes=$wrong
		assert_equal "$exit_status" 64
	done
}

# With 0.3.0's estimate, which counts topics that show nothing as 0, the bias in sparse and medium was -.26 to -.05, of rmse of .27 to .06, and
# all intervals were covered, being .5 to .2 wider. 60 samples: the standard error of bias/rmse is .13.
@test "nDCG of two strata: the bias is a small part of the error, and intervals are no wider than it" {
	experimented regression sizes=4+4,20 samples=60 quantity=nDCG kind=file topics=53
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(wc -l <stdout)" 7
	pick collection,coverage,width,bias,rmse <stdout | awk -F, '$2 < .85 || $3 > 1.4 * 3.92 * $5 || $4 ^ 2 > (.6 * $5) ^ 2' >bad
	assert_equal "$(cat bad)" ''
}

# 0.3.0 left products of two documents' errors out: the bias was -.57 to -.89 of the rmse, and .55 to .85 of the intervals covered.
@test "average precision: products of errors are estimated" {
	experimented regression sizes=20 samples=60 quantity=AP kind=file topics=53
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(wc -l <stdout)" 4
	pick collection,coverage,width,bias,rmse <stdout | awk -F, '$2 < .87 || $3 > 1.4 * 3.92 * $5 || $4 ^ 2 > (.5 * $5) ^ 2' >bad
	assert_equal "$(cat bad)" ''
}

@test "threads give one answer; another seed another" {
	ask="regression samples=7 sizes=3 kind=good quantity=P,diff-DCG"
	experiment $ask jobs=1 | sed 1d >one
	experiment $ask jobs=3 | sed 1d | diff one -
	experiment $ask seed=2 | sed 1d >other
	refute cmp -s one other
}
