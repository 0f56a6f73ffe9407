#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# simulate regression: intervals of rankings with labels and without.

load ../../../support/helper

# One topic of two documents, the first of which is relevant and alone in the top 1; one is judged. If it is the other one, P@1 has no
# interval; nDCG@1 is then 0 to 1.
@test "an interval counts if an evaluation has it" {
	printf '%s\n' '1 0 a 1' '1 0 b 0' >qrels
	printf '%s\n' '1 Q0 a 1 2 x' '1 Q0 b 2 1 x' >one
	printf '%s\n' '1 Q0 b 1 2 y' '1 Q0 a 2 1 y' >two
	evaluate simulate regression --depth=1 --sizes=1 --samples=400 --quantity=P,nDCG --kind=constant --format=csv qrels one two
	assert_equal "$exit_status $(cat stderr)" '0 '
	pick offered quantity=P labels=none <stdout | awk '$1 < .4 || $1 > .6 { exit 1 }' # 400 fair coins
	assert_equal "$(pick offered quantity=nDCG labels=none <stdout) $(pick coverage quantity=nDCG labels=none <stdout)" '1.000000 1.000000'
	# both judged: all is known
	evaluate simulate regression --sizes=2 --samples=2 --quantity=P --kind=constant --format=csv qrels one two
	assert_equal "$(pick offered quantity=P labels=none <stdout)" 1.000000
}

# Two topics of two documents, one of which is relevant and one of which, drawn by a coin, is judged. P@2 is estimated by the share of the two
# judged documents that is relevant: 0, 1/2, 1 with probability 1/4, 1/2, 1/4, so that the bias is 0 and the rmse sqrt(1/8) = .353553. With one
# document of two judged in each topic the interval is all that is possible. Four standard errors of 4,000 samples.
@test "bias, rmse and width of two coins" {
	printf '%s\n' '1 0 a 1' '1 0 b 0' '2 0 a 0' '2 0 b 1' >qrels
	printf '%s Q0 %s 1 %s x\n' 1 a 2 1 b 1 2 a 2 2 b 1 >run
	evaluate simulate regression --depth=2 --sizes=1 --samples=4000 --quantity=P --kind=constant --format=csv qrels run run
	assert_equal "$exit_status $(cat stderr)" '0 '
	IFS=, read -r truth samples offered coverage width bias rmse < <(pick truth,samples,offered,coverage,width,bias,rmse labels=none <stdout)
	assert_equal "$truth $samples $offered $coverage $width" '0.500000 4000 1.000000 1.000000 1.000000'
	near "$bias" 0 .0224
	near "$rmse" .353553 .0112
}

@test "threads, shards and merge give one answer; another seed another" {
	ask="simulate regression --samples=7 --sizes=3 --kind=good --quantity=P,diff-DCG --format=csv"
	"$STRAT_EVAL" $ask --jobs=1 >one
	"$STRAT_EVAL" $ask --jobs=3 | diff one -
	for part in 1 2 3; do "$STRAT_EVAL" $ask --shard=$part/3 >part.$part; done
	"$STRAT_EVAL" merge part.1 part.2 part.3 | diff one -
	"$STRAT_EVAL" $ask --seed=2 >other
	refute cmp -s one other
}
