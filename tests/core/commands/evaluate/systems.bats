#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Systems that have several runs each, evaluated: --system-of. Comparisons are in compare/systems.bats.

load ../../../support/helper

# Reciprocal ranks by hand, topics 1 to 5.
# X: seeds 1, 1/2, 1, 1/2, 1/4 and 1/2, 1/2, 1, 1/4, 1/4; averaged .75, .5, 1, .375, .25, mean .575. Their standard
#    deviation is sqrt(.3625/4) = .30104, so that the interval by t, with its .975 quantile 2.776445 of 4 degrees of
#    freedom, is .575 -+ 2.776445*.30104/sqrt(5) = .2012 to .9488.
# Y: folds, topics 1 to 3 with 1/2, 1/2, 1/4 and topics 4 and 5 with 1/4 and 1/5; mean .34.
setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	ranked x1 1 2 1 2 4 >x1
	ranked x2 2 2 1 4 4 >x2
	ranked y1 2 2 4 0 0 >y1
	ranked y2 0 0 0 4 5 >y2
	printf '%s\n' {1..5}' 0 r 1' >q
	printf 'run,system\nx1,X\nx2,X\ny1,Y\ny2,Y\n' >s
}

values() # ARGUMENT...
{
	"$STRAT_EVAL" --quiet-warnings --system-of=s "$@" | awk '{ print $1, $2, $3 }'
}

@test "the value of a system is the mean of its runs, topic by topic; systems are in the order of their first runs" {
	run values -q -m recip_rank q x1 y1 x2 y2
	assert_success
	assert_output "runid all X
recip_rank 1 0.7500
recip_rank 2 0.5000
recip_rank 3 1.0000
recip_rank 4 0.3750
recip_rank 5 0.2500
recip_rank all 0.5750
runid all Y
recip_rank 1 0.5000
recip_rank 2 0.5000
recip_rank 3 0.2500
recip_rank 4 0.2500
recip_rank 5 0.2000
recip_rank all 0.3400"
}

@test "intervals and groups of topics are those of the systems' values" {
	run values --ci=t -m recip_rank q x1 x2 y1 y2
	assert_line 'ci_lo_recip_rank all 0.2012'
	assert_line 'ci_hi_recip_rank all 0.9488'
	# X: (.75 + .5 + 1)/3 and (.375 + .25)/2
	printf 'topic,group\n1,easy\n2,easy\n3,easy\n4,hard\n5,hard\n' >g
	run values --topic-groups=g -m recip_rank q x1 x2 y1 y2
	assert_line 'recip_rank group=easy 0.7500'
	assert_line 'recip_rank group=hard 0.3125'
}

@test "leaderboards, shards and any number of threads have the same systems" {
	run "$STRAT_EVAL" --quiet-warnings --system-of=s --format=csv -m recip_rank q x1 x2 y1 y2
	assert_line --partial 'X,all,recip_rank,0.575,'
	run "$STRAT_EVAL" --quiet-warnings --system-of=s --format=markdown -m recip_rank q y1 y2 x1 x2
	assert_line --partial '| X | **0.5750**'
	for i in 1 2; do "$STRAT_EVAL" --shard=$i/2 --system-of=s -q q x1 x2 y1 y2 >"shard$i"; done
	"$STRAT_EVAL" merge shard1 shard2 >merged 2>warnings
	"$STRAT_EVAL" --quiet-warnings --jobs=1 --system-of=s -q q x1 x2 y1 y2 >one
	"$STRAT_EVAL" --quiet-warnings --jobs=3 --system-of=s -q q x1 x2 y1 y2 >three
	diff one merged
	diff one three
}

@test "a nickname leaves out what is not averaged; by name, in samples and with -c of folds it is refused" {
	run values q x1 x2
	assert_success
	assert_line 'num_q all 5'
	refute_line --partial num_ret
	refute_line --partial gm_map
	evaluate --system-of=s -m num_ret q x1 x2
	assert_equal "$exit_status" 64
	grep -q -e '-m num_ret: --system-of takes means over runs, and num_ret is not averaged over topics' stderr
	evaluate -c --system-of=s -m recip_rank q x1 x2 y1 y2
	assert_equal "$exit_status" 64
	grep -q "of system 'Y' have 5 topics together, as folds have" stderr
	sed 's/$/ 1/' q >p
	evaluate -R probs --system-of=s p x1 x2
	assert_equal "$exit_status" 64
	grep -q 'the mean of estimates from a sample has no interval' stderr
}

@test "warnings of a system: topics that only some runs have, and intervals of means that are nan" {
	ranked x2 2 2 1 4 0 >x2
	evaluate --system-of=s -m recip_rank q x1 x2
	grep -q 'system X: topics for which only some of its runs have a value: 1; they are' stderr
	# Y has P_1 of 0 on all topics, as both of its runs have, which are not shown
	evaluate --system-of=s --ci=t -m P.1 q y1 y2
	assert_equal "$(grep -o 'warning: bounds of .* mean:' stderr)" 'warning: bounds of P_1 are missing in 1 mean:'
}
