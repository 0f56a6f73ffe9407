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
# gains 3 and 1: 1.892789 / 3.630930; map@3: 1/2 over 3; mrr@1: nothing yet. f1: P 2/4, R 2/3; f1@2: 1/2, 1/3; f1@10: 2/10, 2/3.
# dcg@4: 2/log2(3) + 1/log2(5); dcg_burges: 3/log2(3) + 1/log2(5). Capped recall: 1/min(2, 3), 2/min(10, 3).
@test "names of ranx and BEIR are understood, in any case of letters" {
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
		r_precision Rprec all 0.3333
		ap map all 0.3333
		hits hits all 2.0000
		hits@2 hits_2 all 1.0000
		f1 f1 all 0.5714
		f1@2 f1_2 all 0.4000
		F1@10 f1_10 all 0.3077
		dcg@2 dcg_cut_2 all 1.2619
		DCG@4 dcg_cut_4 all 1.6925
		dcg_burges dcg_exp all 2.3235
		dcg_burges@2 dcg_exp_2 all 1.8928
		recall_cap@2 relative_P_2 all 0.5000
		R_cap@10 relative_P_10 all 0.6667
		top_k_accuracy@1 success_1 all 0.0000
		Top_k_accuracy@2 success_2 all 1.0000
	END
}

@test "hits of all topics is their mean, as in ranx, and num_rel_ret the sum" {
	printf '2 0 a 1\n' >>q
	printf '2 Q0 a 1 1 tag\n' >>r
	prints -m num_rel_ret -m hits -m hits.1 q r <<-'END'
		num_rel_ret all 3
		hits all 1.5000
		hits_1 all 0.5000
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

@test "a name that means something else elsewhere asks what is meant, and what it says to type works" {
	local k
	for k in 10 1 1,2; do
		for name in accuracy Accuracy; do
			refused $name@$k "which one? -m accuracy.$k is the share of pairs in the right order (Accuracy of ir_measures), -m success.$k whether a relevant document is in the top $k (accuracy of BEIR and sentence-transformers, hit rate)"
		done
	done
	# of the pairs b a, b c, d a, d c one is in the right order
	prints -m accuracy.10 q r <<<'accuracy_10 all 0.2500'
	prints -m 'Accuracy(rel=1)@10' q r <<<'Accuracy(rel=1)@10 all 0.2500'
	prints -m accuracy q r <<<'accuracy all 0.2500'
	prints -m success.10 q r <<<'success_10 all 1.0000'
	refused hole@10 "BEIR's hole counts documents that are judged for no topic at all; those not judged for their own topic are -m unj.10"
	prints -m unj.10 q r <<<'unj_10 all 0.1000'
	refused rbp.95 'p is -m rbp.p=0.95, with grades scaled to 0 ... 1 in each topic, or -m rbp_level.p=0.95, with relevant documents alike; ranx takes grades as they are: all are the same if they are 0 and 1'
	# .05 * (.95 + .5 * .95^3) and .05 * (.95 + .95^3)
	prints -m rbp.p=0.95 q r <<<'rbp_p=0.95 all 0.0689'
	prints -m rbp_level.p=0.95 q r <<<'rbp_level_p=0.95 all 0.0904'
}

@test "no two measures have names that differ in the case of letters only" {
	perl -ne '$name = $1 if /\.name = "([^"]*)"/;
		if (/\.alias = "([^"]*)"/) { for (split " ", $1) { s/=[^)]*$//; $of{lc $_}{$name} = 1 } }
		END { $names = keys %of; print "$_: @{[sort keys %{$of{$_}}]}\n" for grep { keys %{$of{$_}} > 1 } keys %of;
			print "too few names: $names\n" if $names < 50 }' "$STRAT_EVAL_ROOT"/measures/*/*.c >twice
	[ ! -s twice ] || fail "$(cat twice)"
}

# Grades 0 2 - 1 with -1 for grade 0: dcg -1/log2(2) + 2/log2(3) + 1/log2(5) = .692536 of all, .261860 of the first two;
# the ideal ranking has 2 1 1: 2 + 1/log2(3) + 1/log2(4) = 3.130930, its first two 2.630930.
@test "gains below 0 count in the top k as in the whole ranking" {
	prints -m dcg.0=-1 -m ndcg.0=-1 -m ndcg_cut.2,1000,0=-1 -m dcg_cut.2,1000,0=-1 q r <<-'END'
		dcg_0=-1 all 0.6925
		ndcg_0=-1 all 0.2212
		ndcg_cut_2,0=-1 all 0.0995
		ndcg_cut_1000,0=-1 all 0.2212
		dcg_cut_2,0=-1 all 0.2619
		dcg_cut_1000,0=-1 all 0.6925
	END
}

# trec_eval counts every grade above 0 with -c, whatever -l says; ir_measures has no such rule. Grade 2 has b alone.
@test "NumRel(rel=2) counts its own level, with -c too" {
	prints -c -q -m 'NumRel(rel=2)' -m num_rel q r <<-'END'
		NumRel(rel=2) 1 1
		num_rel 1 3
		NumRel(rel=2) all 1
		num_rel all 3
	END
}
