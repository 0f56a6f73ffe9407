#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Gray documents in the worst and the best case of a run. Counts of the production are those of
# qrels-samples/production/README.md: relevant 51, of them 28 retrieved; gray 26, of them 2.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
	p=$ROOT/qrels-samples/production
}

# The judgments with each gray document judged as the case has it, for the first K documents of a run.
settle() # worst|best RUN K
{
	awk -F, -v case="$1" -v k="$3" '
		FNR == NR { split($0, f, " "); if (f[4] <= k) retrieved[f[3]] = 1; next }
		$3 < 0 { $3 = (case == "best") == ($2 in retrieved); changed++ }
		{ print $1 "," $2 "," $3 "," $4 "," $5 }
		END { if (!changed) exit 1 }' "$2" "$p/judgments.csv"
}

@test "worst and best case of a production by hand, in every format" {
	local arguments figures='-m num_gray -m est_rel -m est_gray -m est_rel_ret -m est_recall -m est_P -m est_F'
	while read -r arguments; do
		# 28/75, 28/40, 2 * 28/(40 + 75)
		shows --gray=worst $figures $arguments <<-END
			num_gray all 4
			est_rel all 75.0000
			est_gray all 0.0000
			est_rel_ret all 28.0000
			est_recall all 0.3733
			est_P all 0.7000
			est_F all 0.4870
		END
		# 30/53, 30/40, 2 * 30/(40 + 53)
		shows --gray=best $figures $arguments <<-END
			num_gray all 4
			est_rel all 53.0000
			est_gray all 0.0000
			est_rel_ret all 30.0000
			est_recall all 0.5660
			est_P all 0.7500
			est_F all 0.6452
		END
	done <<-END
		-R table $p/table.csv produced
		-R csv --strata=$p/sizes.csv -T set $p/judgments.csv $p/produced.txt
		-R strata --strata=$p/sizes.csv $p/judgments.strata $p/produced.run
		-R strata $p/whole.strata $p/produced.run
	END
}

@test "every bound is that of judgments in which the gray documents are judged so" {
	local case method run k compared=0
	for case in worst best; do
		for run in produced learned; do
			settle $case "$p/$run.run" 400 >judged.csv
			for method in bb-spread bb-half bb-bound bb-learnt normal trec-legal ht-logit; do
				"$STRAT_EVAL" -R csv --strata="$p/sizes.csv" --ci=$method -m est judged.csv "$p/$run.run" |
					grep -v num_gray >expected
				evaluate -R csv --strata="$p/sizes.csv" --gray=$case --ci=$method -m est \
					"$p/judgments.csv" "$p/$run.run"
				grep -v num_gray stdout >found
				cmp expected found
				compared=$((compared + $(grep -c ci_ found)))
			done
		done
		# at a cutoff those behind it are not retrieved
		for k in 5 10 30 60; do
			settle $case "$p/keyword.run" $k >judged.csv
			"$STRAT_EVAL" -R csv --strata="$p/sizes.csv" --ci -m est_recall.$k -m est_P.$k judged.csv "$p/keyword.run" >expected
			evaluate -R csv --strata="$p/sizes.csv" --ci --gray=$case -m est_recall.$k -m est_P.$k \
				"$p/judgments.csv" "$p/keyword.run"
			cmp expected stdout
			compared=$((compared + $(grep -c ci_ stdout)))
		done
	done
	echo "# $compared bounds compared" >&3
	[ "$compared" -ge 100 ]
}

@test "the cases enclose what leaving out and nonrelevant give" {
	local how list=
	for how in worst nonrelevant left-out best; do
		evaluate -R table --gray=$how --ci -m est_recall "$p/table.csv" produced
		list+=" $(awk '$1 == "est_recall" { print $3 }' stdout)"
	done
	# gray documents are never relevant in recall with the two in the middle: 28/51
	assert_equal "$list" ' 0.3733 0.5490 0.5490 0.5660'
	evaluate -R table --gray=worst --ci --tail=lower -m est_recall "$p/table.csv" produced
	assert_equal "$exit_status" 0
}

@test "of a table with several topics, also pooled and with all runs" {
	printf 'topic,stratum,runs,size,sampled,assessable,relevant\n%s\n' \
		'1,in,a,100,50,45,30
1,out,-,900,90,80,8
2,in,a,10,10,10,5
2,out,b,20,10,8,1' >table.csv
	# topic 1: 60/(60 + 180); topic 2: 5/(5 + 2 * 3); pooled 65/251
	evaluate -R table --gray=worst --micro -q -m est_recall -m num_gray table.csv a
	assert_equal "$(awk '$2 != "all" || /micro|gray/ { print $1, $3 }' stdout | xargs)" \
		'num_gray 15 est_recall 0.2500 num_gray 2 est_recall 0.4545 num_gray 17 micro_est_recall 0.2590'
	# means and their bounds as if they had been judged so
	printf 'topic,stratum,runs,size,sampled,relevant\n%s\n' \
		'1,in,a,100,50,30
1,out,-,900,90,18
2,in,a,10,10,5
2,out,b,20,10,3' >judged.csv
	"$STRAT_EVAL" -R table --ci --micro -m est_recall -m est_F judged.csv a >expected
	evaluate -R table --ci --micro --gray=worst -m est_recall -m est_F table.csv a
	same_output worst
	# of b: 2/(2 + 5), and at best (1 + 2) * 2/(6 + 5)
	shows -R table --gray=worst -m est_recall table.csv b <<<'est_recall all 0.2857'
	shows -R table --gray=best -m est_recall table.csv b <<<'est_recall all 0.5455'
}

@test "what --gray=worst and best cannot be combined with" {
	refused 64 '--gray=worst and best need -l 1 or more: with -l 0 all assessable documents count as relevant' \
		-R table -l 0 --gray=worst "$p/table.csv"
	refused 64 '--gray=worst and best are about one run: the worst case of one run is not the worst case of another (evaluate them one by one)' \
		compare -R table --gray=best "$p/table.csv"
	refused 64 '--gray=bad: not one of left-out, nonrelevant, worst, best' -R table --gray=bad "$p/table.csv"
	evaluate -R csv --strata="$p/sizes.csv" --gray=worst -m statAP -m est_recall "$p/judgments.csv" "$p/produced.run"
	assert_equal "$exit_status $(cat stderr)" \
		'0 strat_eval: warning: --gray=worst and best are for the est_ measures: statAP leaves gray documents out'
}

# One sample is all that is in doubt, and gray documents of it are not relevant: the exact limits of 2 of 20 from 100, as without them.
@test "gray documents that count as not relevant leave the default interval what it is" {
	for gray in 0 1; do
		printf 'topic,stratum,runs,size,sampled,assessable,relevant\n1,p,x,50,50,%d,30\n1,n,-,100,20,%d,2\n' $((50 - gray)) $((20 - gray)) >table.csv
		evaluate -R table --ci -m est_rel -m est_elusion -m est_richness -m est_recall table.csv x
		assert_equal "$exit_status $(wc -l <stdout)" '0 12'
		cp stdout left-out.$gray
		evaluate -R table --ci --gray=nonrelevant -m est_P -m est_F -m est_recall table.csv x
		cp stdout nonrelevant.$gray
	done
	cmp left-out.0 left-out.1
	cmp nonrelevant.0 nonrelevant.1
	# R: 2 to 29 of 100 have phyper(1, R, 100-R, 20, lower = FALSE) and phyper(2, R, 100-R, 20) of .025 or more
	assert_equal "$(awk '/est_elusion/ { print $3 }' left-out.1 | xargs)" '0.1000 0.0200 0.2900'
}
