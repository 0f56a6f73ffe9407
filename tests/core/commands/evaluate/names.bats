#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Names of measures as other programs write them.

load ../../../support/helper

# The one topic ranks a b c d, grades 0 2 - 1; e (grade 1) is not retrieved: R = 3.
setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	printf '%s\n' '1 0 a 0' '1 0 b 2' '1 0 d 1' '1 0 e 1' >q
	printf '%s\n' '1 Q0 a 1 4 tag' '1 Q0 b 2 3 tag' '1 Q0 c 3 2 tag' '1 Q0 d 4 1 tag' >r
}

# By hand. ndcg@2: 2/log2(3) over 2/log2(2) + 1/log2(3), that is 1.261860 / 2.630930; ndcg_burges@2 with
# gains 3 and 1: 1.892789 / 3.630930; map@3: 1/2 over 3; mrr@1: nothing yet.
@test "names of ranx are understood, in any case of letters" {
	local name
	while read -r name line; do
		prints -m "$name" q r <<<"$line"
	done <<-'END'
		ndcg@2 ndcg_cut_2 all 0.4796
		NDCG@2 ndcg_cut_2 all 0.4796
		Ndcg@2 ndcg_cut_2 all 0.4796
		ndcg_burges@2 ndcg_exp_cut_2 all 0.5213
		map@3 map_cut_3 all 0.1667
		recall@2 recall_2 all 0.3333
		mrr@1 recip_rank_1 all 0.0000
		mrr@10 recip_rank_10 all 0.5000
		mrr recip_rank all 0.5000
		precision@4 P_4 all 0.5000
		hit_rate@1 success_1 all 0.0000
		hit_rate@2 success_2 all 1.0000
		r-precision Rprec all 0.3333
		ap map all 0.3333
	END
}

refused() # NAME MESSAGE
{
	evaluate -m "$1" q r
	assert_equal "$exit_status $(cat stderr)" "64 strat_eval: -m $1: $2"
	[ ! -s stdout ]
}

@test "a name that lacks a level, a cutoff or quotes says how to write it" {
	refused RBP@10 "the least relevant grade is needed: -m 'RBP(rel=1)@10'"
	refused 'RBP(p=0.5)@10' "the least relevant grade is needed: -m 'RBP(p=0.5,rel=1)@10'"
	refused precision 'a cutoff is needed, as in Precision@10'
	refused 'nDCG(dcg=exp-log2)@10' "exp-log2 needs quotes of its own: -m \"nDCG(dcg='exp-log2')@10\""
	refused 'nDCG(dcg=exp)@10' "'dcg=exp' is not a setting of this measure"
	# what the messages say works; p = .5, relevant at ranks 2 and 4: (1/2 + 1/8) / 2
	prints -m 'RBP(p=0.5,rel=1)@10' q r <<<'RBP(p=0.5,rel=1)@10 all 0.3125'
	# 3/log2(3) + 1/log2(5) over 3 + 1/log2(3) + 1/log2(4): 2.323466 / 4.130930
	prints -m "nDCG(dcg='exp-log2')@10" q r <<<'ndcg_exp_cut_10 all 0.5625'
}

@test "no two measures have names that differ in the case of letters only" {
	perl -ne '$name = $1 if /\.name = "([^"]*)"/;
		if (/\.alias = "([^"]*)"/) { for (split " ", $1) { s/=[^)]*$//; $of{lc $_}{$name} = 1 } }
		END { $names = keys %of; print "$_: @{[sort keys %{$of{$_}}]}\n" for grep { keys %{$of{$_}} > 1 } keys %of;
			print "too few names: $names\n" if $names < 50 }' "$STRAT_EVAL_ROOT"/measures/*/*.c >twice
	[ ! -s twice ] || fail "$(cat twice)"
}
