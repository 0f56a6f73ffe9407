#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The measures of ir_measures: each by its name there, with its parameters there, against its
# definition, which ir_measures.py writes out; and examples whose figures others have published.

load ../support/helper

# Calls the program for each name of a file and prints "NAME TOPIC VALUE" lines.
values_of() # NAMES ARGUMENT...
{
	local names=$1 name
	shift
	while read -r name; do
		"$STRAT_EVAL" -q -n --digits=17 -m "$name" "$@" >lines || fail "-m $name"
		awk -F'\t' -v name="${name//\"/\'}" -v OFS='\t' '{ print name, $2, $3 }' lines
	done <"$names"
}

@test "every name of ir_measures has the value of its definition, with each of its parameters" {
	python3 "$ROOT/tests/support/ir_measures.py" | grep -v ^NumQ >expected
	grep -v ^NumQ names >others
	{
		values_of others qrels run
		values_of diversity.names -R diversity diversity.qrels diversity.run
	} >given
	paste expected given | sed 's/ *nan/nan/g' | awk -F'\t' '
		$1 != $4 || $2 != $5 { print "lines differ: " $0; wrong = 1 }
		$3 != $6 && !(($3 - $6) ^ 2 < 1e-28) { print $1, "of topic", $2, "is", $6, "not", $3; wrong = 1 }
		{ values++; names[$1] = 1; nontrivial += $3 > 0 && $3 < 1 }
		END {
			for (n in names) count++
			printf "%d names, %d values, %d of them between 0 and 1\n", count, values, nontrivial
			exit wrong || count < 90 || nontrivial < 160
		}' >&3 || fail "see above"
	prints -m NumQ qrels run <<<'num_q all 4'
	# nothing is left out: the 39 measures and the 12 aliases
	for name in AP Accuracy BPM Bpref Compat ERR IPrec INSQ INST Judged NERR8 NERR9 NERR10 NERR11 NumQ NumRel \
		NumRet P R RBP RR Rprec SDCG SetAP SetF SetP SetR Success infAP nDCG ERR_IA nERR_IA alpha_DCG \
		alpha_nDCG NRBP nNRBP AP_IA P_IA StRecall \
		MAP BPref NDCG MRR Precision Recall RPrec NumRelRet SetRelP MAP_IA α_DCG α_nDCG; do
		grep -q "^$name\([(@]\|\$\)" names diversity.names || fail "$name is not in the table"
	done
}

# The example of cwl_eval: three rankings of ten documents, with the figures that its authors give.
@test "reader models have the published figures of cwl_eval" {
	perl -e '@g = ("1 0 1 1 . . 1 0 1 0", "1 1 . . 1 0 1 1 1 0", ". . . 0 0 1 1 1 0 1");
		open $q, ">", "qrels"; open $r, ">", "run";
		for $t (1 .. 3) { $d = 0; for $g (split " ", $g[$t - 1]) { $d++;
			print $q "T$t 0 d$d $g\n" if $g ne "."; print $r "T$t Q0 d$d 0 -$d x\n" } }'
	local name values
	while read -r name values; do
		evaluate -q -n -m "$name" qrels run
		assert_equal "$name $(cut -f3 stdout | tr '\n' ' ')" "$name $values "
	done <<-'END'
		BPM(T=1.0,max_rel=1)@20 1.0000 1.0000 0.1667
		BPM(T=2.0,max_rel=1)@10 0.6667 1.0000 0.2857
		INSQ(T=1.0,max_rel=1) 0.5872 0.6629 0.0880
		INSQ(T=2.0,max_rel=1) 0.4513 0.5068 0.1292
		INST(T=1.0,max_rel=1) 0.7934 0.9226 0.0888
		INST(T=2.0,max_rel=1) 0.5994 0.6924 0.1397
		SDCG(max_rel=1)@10 0.5645 0.6531 0.2848
		NERR8(max_rel=1)@10 1.0000 1.0000 0.1667
		NERR9(max_rel=1)@10 1.0000 1.0000 0.0680
		NERR10(p=0.8,max_rel=1) 1.0000 1.0000 0.0888
		NERR11(T=2.0,max_rel=1) 1.0000 1.0000 0.0691
		RBP(p=0.9,rel=1) 0.3501 0.3996 0.1988
	END
}

# The example of pyndeval, worked out: A, D, E (not judged), B; sub-topics a: A, b: B and D, c: C.
@test "novelty and diversity are those of ndeval, by default for -R diversity" {
	printf '%s\n' '0 a A 1' '0 b B 1' '0 b D 1' '0 c C 1' >qrels
	printf '%s\n' '0 Q0 A 1 9.3 x' '0 Q0 D 2 8.4 x' '0 Q0 E 3 8.1 x' '0 Q0 B 4 7.6 x' >run
	# gains 1, 1, 0, 1/2, and of the best ranking D, C, A, B: 1, 1, 1, 1/2.
	# err_ia_5: (1 + 1/2 + 1/8) / (3 (1 + 1/4 + 1/12 + 1/32 + 1/80)) = 1.625 / 4.13125
	# nerr_ia: 1.625 / (1 + 1/2 + 1/3 + 1/8) = 1.625 / 1.958333
	# alpha_dcg_5: (1 + .630930 + .5 * .430677) / (3 (1 + .5 * .630930 + .25 * .5 + .125 * .430677
	#	+ .0625 * .386853)) = 1.846268 / 4.555429; alpha_ndcg: 1.846268 / 2.346268
	# nrbp: (1 + 1/2 + 1/16) * (1 - 1/4) / 3; nnrbp: 1.5625 / 1.8125
	# map_ia: (1 + (1/2 + 2/4) / 2 + 0) / 3
	prints -R diversity qrels run <<-'END'
		runid all x
		num_q all 1
		err_ia_5 all 0.3933
		err_ia_10 all 0.3908
		err_ia_20 all 0.3907
		nerr_ia_5 all 0.8298
		nerr_ia_10 all 0.8298
		nerr_ia_20 all 0.8298
		alpha_dcg_5 all 0.4053
		alpha_dcg_10 all 0.3999
		alpha_dcg_20 all 0.3997
		alpha_ndcg_5 all 0.7869
		alpha_ndcg_10 all 0.7869
		alpha_ndcg_20 all 0.7869
		nrbp all 0.3906
		nnrbp all 0.8621
		map_ia all 0.5000
		P_ia_5 all 0.2000
		P_ia_10 all 0.1000
		P_ia_20 all 0.0500
		strec_5 all 0.6667
		strec_10 all 0.6667
		strec_20 all 0.6667
	END
	# measures of judgment groups can be had too; those of sub-topics need this format
	prints -R diversity -m map_avgjg qrels run <<<'map_avgjg all 0.5000'
	refused 64 '-m alpha_nDCG@5: alpha_ndcg needs judgments by sub-topics (-R diversity), but -R qrels_jg has grades by judgment group' \
		-R qrels_jg -m alpha_nDCG@5 qrels run
	refused 64 '-m map: map needs judgments with one grade per document, but -R diversity has grades by judgment group' \
		-R diversity -m map qrels run
	# -J: E goes; gains 1, 1, 1/2. 1 + 1/2 + 1/6 of 4.13125
	prints -R diversity -J -m err_ia.5 qrels run <<<'err_ia_5 all 0.4034'
	prints -R diversity -m 'ERR_IA(judged_only=True)@5 ERR_IA@5' qrels run <<-'END'
		ERR_IA(judged_only=True)@5 all 0.4034
		err_ia_5 all 0.3933
	END
}

# By hand, max = 2: R(1) = 1/4, R(2) = 3/4. Ranking 1 0 2: 1/4 + (3/4)(3/4)/3 = 7/16.
# Ideal 2 1 1: 3/4 + (1/4)(1/4)/2 + (1/4)(3/4)(1/4)/3 = 0.796875.
@test "expected reciprocal rank: worked out, its scale, and grades above it" {
	printf '%s\n' '1 0 a 1' '1 0 b 0' '1 0 c 2' '1 0 d 1' >qrels
	printf '%s\n' '1 Q0 a 1 3 x' '1 Q0 b 2 2 x' '1 Q0 c 3 1 x' >run
	prints --digits=6 -m err.max=2 -m nerr.max=2 -m err.2,max=2 qrels run <<-'END'
		err_max=2 all 0.437500
		err_2,max=2 all 0.250000
		nerr_max=2 all 0.549020
	END
	# gdeval's scale: (1/16) + (15/16)(3/16)/3
	prints --digits=6 -m ERR@20 qrels run <<<'err_20 all 0.121094'
	refused 1 "qrels: topic '1' has a grade above the highest one that err takes (-h -m err)" -m err.5,max=1 qrels run
	refused 64 '-m err.5,max=0: err takes max of 1 or more, the highest grade' -m err.5,max=0 qrels run
	refused 64 '-m SDCG@10: sdcg needs max_rel=NUMBER' -m SDCG@10 qrels run
	refused 64 '-m SDCG(max_rel=1,min_rel=2)@10: sdcg takes min_rel below max_rel' -m 'SDCG(max_rel=1,min_rel=2)@10' qrels run
}
