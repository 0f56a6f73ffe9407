#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --trec-eval=9. The numbers are by hand: 4 relevant documents, of which those at ranks 1 and 4 are retrieved.

load ../../../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR"
	unset STRAT_EVAL_TREC_EVAL
	printf '1 0 %s 1\n' a d x y >qrels
	printf '1 Q0 %s 0 %s tag\n' a 9 b 8 c 7 d 6 >run
	printf '2 0 a 1\n2 0 b 1\n' >>qrels
}

value() { # OPTION... MEASURE: of topic 1
	"$STRAT_EVAL" -q -n -D 0.1 "${@:1:$#-1}" -m "${!#}" qrels run | cut -f 3
}

@test "9 looks at relevant document floor(x R + .9), 10 at lround(x R)" {
	# x R = 1.2: 1 + 1 = 2nd, at rank 4, against the 1st, at rank 1
	assert_equal "$(value --trec-eval=9 iprec_at_recall.0.3)" 0.5000
	assert_equal "$(value iprec_at_recall.0.3)" 1.0000
	# 9: number 0 1 1 2 2 2 3 3 4 4 4, 10: 0 0 1 1 2 2 2 3 3 4 4; 1 up to number 1, 1/2 for number 2, else 0
	assert_equal "$(value --trec-eval=9 11pt_avg)" 0.4091
	assert_equal "$(value --trec-eval=10 11pt_avg)" 0.5000
	assert_equal "$(value --trec-eval=9 --trec-eval=10 11pt_avg)" 0.5000
}

@test "the environment sets the version of all calls, and an option wins" {
	export STRAT_EVAL_TREC_EVAL=9
	assert_equal "$(value iprec_at_recall.0.3)" 0.5000
	assert_equal "$(value --trec-eval=10 iprec_at_recall.0.3)" 1.0000
	ln -s "$STRAT_EVAL" trec_eval
	run ./trec_eval --version
	assert_line --index 0 'trec_eval version 9.0.8'
	"$STRAT_EVAL" compare -m iprec_at_recall.0.3 --format=csv qrels run run | grep -q ',0.5,'
	STRAT_EVAL_TREC_EVAL=8 run -64 "$STRAT_EVAL" qrels run
	assert_output "strat_eval: STRAT_EVAL_TREC_EVAL in the environment is '8': 9 or 10"
	STRAT_EVAL_TREC_EVAL=8 run -0 "$STRAT_EVAL" plan richness -N 1000 --richness=0.05 --width=0.02
}

@test "all_trec has five lines fewer; measures that are named are there" {
	"$STRAT_EVAL" -m all_trec qrels run | cut -f 1 >ten
	"$STRAT_EVAL" --trec-eval=9 -m all_trec -m official qrels run | cut -f 1 >nine
	assert_equal "$(comm -3 <(sort ten) <(sort nine) | tr -s ' \n\t' ' ')" 'rbp rbp_resid unj_10 unj_20 unj_5 '
	assert_equal "$("$STRAT_EVAL" --trec-eval=9 -m all_trec -m unj.5 qrels run | grep -c ^unj)" 1
}

@test "topics that -c adds have no lines, and add 0 to every mean" {
	run --separate-stderr "$STRAT_EVAL" --trec-eval=9 -q -c -m map -m yaap -m gm_map -m num_rel qrels run
	refute_line --regexp $'\t2\t'
	assert_line --regexp $'^num_rel .*\tall\t6$'
	# of topic 1: (1 + 2/4) / 4 = .375, and log((1 + 1.5) / (1 + 4 - 1.5)) = -.3365
	assert_line --regexp $'^map .*\tall\t0.1875$'
	assert_line --regexp $'^yaap .*\tall\t-0.1682$'
	# sqrt(.375 * .00001)
	assert_line --regexp $'^gm_map .*\tall\t0.0019$'
	# with 10 the topic has log(1 / (1 + 2)) = -1.0986
	run --separate-stderr "$STRAT_EVAL" -q -c -m yaap qrels run
	assert_line --regexp $'^yaap .*\t2\t-1.0986$'
	assert_line --regexp $'^yaap .*\tall\t-0.7175$'
}

@test "shards of such an evaluation give the same lines" {
	for i in 1 2; do "$STRAT_EVAL" --shard=$i/2 --trec-eval=9 -q -c qrels run >part$i; done
	"$STRAT_EVAL" merge part1 part2 >merged
	"$STRAT_EVAL" --trec-eval=9 -q -c qrels run | diff - merged
}
