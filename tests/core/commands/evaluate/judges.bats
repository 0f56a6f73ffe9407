#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Documents that two people judged: figures by either, and how far they agree.

load ../../../support/helper

# Two of four documents of the production and three of ten others are judged by both.
two_judges()
{
	cat >two.csv <<-END
		topic,docno,rel,stratum,size,judged_by
		1,a,1,in,4,anna
		1,b,1,in,4,anna
		1,c,0,out,10,anna
		1,d,1,out,10,anna
		1,e,0,out,10,anna
		1,e,-1,out,10,bob
		1,d,0,out,10,bob
		1,c,0,out,10,bob
		1,b,0,in,4,bob
		1,a,1,in,4,bob
	END
	printf '%s\n' a b x y >produced.txt
}

# so many lines for a document of each kind: both say relevant, only A, only B, neither
judged() # TOPIC N11 N10 N01 N00 A B
{
	local kind i
	for kind in 0:1:1:$2 1:1:0:$3 2:0:1:$4 3:0:0:$5; do
		IFS=: read -r k a b n <<<"$kind"
		for ((i = 0; i < n; i++)); do
			echo "$1,d$k.$i,$a,$6"
			echo "$1,d$k.$i,$b,$7"
		done
	done
}

@test "figures by either judge, or the first or last judgment, by hand" {
	two_judges
	# anna: 2 * 2 retrieved, 10/3 not; precision 1
	shows -R csv -T set --judge=anna -m num_gray -m est_recall -m est_P two.csv produced.txt <<-END
		num_gray all 0
		est_recall all 0.5455
		est_P all 1.0000
	END
	# bob: 1 of 2 retrieved ones, none elsewhere, one gray
	shows -R csv -T set --judge=bob -m num_gray -m est_recall -m est_P two.csv produced.txt <<-END
		num_gray all 1
		est_recall all 1.0000
		est_P all 0.5000
	END
	# the bounds are those of a file with the judge's rows alone, the last judgment is bob's
	local who
	for who in anna bob first last; do
		case $who in first) judge=anna ;; last) judge=bob ;; *) judge=$who ;; esac
		grep "topic\|$judge" two.csv | cut -d, -f1-5 >one.csv
		"$STRAT_EVAL" -R csv -T set --ci -m est one.csv produced.txt >expected
		evaluate -R csv -T set --ci --judge=$who -m est two.csv produced.txt
		assert_equal "$exit_status $(cat stderr)" '0 '
		same_output $who
	done
	# the worst case of bob's judgments: e is relevant and not retrieved
	shows -R csv -T set --judge=bob --gray=worst -m est_recall two.csv produced.txt <<<'est_recall all 0.3750'
	# in a comparison too, and where each document has one judge it changes nothing
	cp produced.txt other.txt
	evaluate compare -R csv -T set --judge=bob -m est_recall two.csv produced.txt other.txt
	assert_equal "$exit_status" 0
	head -6 two.csv >once.csv
	evaluate -R csv -T set --judge=last -m est_recall once.csv produced.txt
	assert_equal "$exit_status $(awk '{ print $3 }' stdout)" '0 0.5455'
}

@test "agreement and kappa by hand" {
	{
		echo topic,docno,rel,judged_by
		# 35 of 50 alike; chance (25 * 30 + 25 * 20)/2500 = .5: kappa .4
		judged 1 20 5 10 15 anna bob
		# all alike, and of one kind: there is no kappa
		judged 2 0 0 0 10 anna bob
	} >two.csv
	# together 45 of 60; chance (25 * 30 + 35 * 30)/3600 = .5: kappa .5. R 4.2: binom.test() of 35/50 and 10/10, kappa of
	# topic 1 -+ 1.96 standard errors of .126996 (delta method); over topics .75 with 3600/2600 - 1 = .38 degrees of
	# freedom can be anything, and kappa rests on topic 1
	shows agree -R csv -q --quiet-warnings two.csv <<-END
		judge_a all anna
		judge_b all bob
		judged_by_both 1 50
		both_rel 1 20
		only_a_rel 1 5
		only_b_rel 1 10
		neither_rel 1 15
		either_gray 1 0
		agreement 1 0.7000
		ci_lo_agreement 1 0.5539
		ci_hi_agreement 1 0.8214
		kappa 1 0.4000
		ci_lo_kappa 1 0.1511
		ci_hi_kappa 1 0.6489
		judged_by_both 2 10
		both_rel 2 0
		only_a_rel 2 0
		only_b_rel 2 0
		neither_rel 2 10
		either_gray 2 0
		agreement 2 1.0000
		ci_lo_agreement 2 0.6915
		ci_hi_agreement 2 1.0000
		kappa 2 nan
		ci_lo_kappa 2 nan
		ci_hi_kappa 2 nan
		judged_by_both all 60
		both_rel all 20
		only_a_rel all 5
		only_b_rel all 10
		neither_rel all 25
		either_gray all 0
		agreement all 0.7500
		ci_lo_agreement all 0.0000
		ci_hi_agreement all 1.0000
		kappa all 0.5000
		ci_lo_kappa all nan
		ci_hi_kappa all nan
	END
	evaluate agree -R csv -q two.csv
	assert_equal "$(head -1 stderr)" 'strat_eval: warning: judges anna and bob: kappa is undefined in 1 of 2 topics, where both judges give every document the same grade'
	evaluate agree -R csv two.csv
	assert_equal "$(cat stderr)" 'strat_eval: warning: judges anna and bob: kappa rests on one topic, because in the others both judges give every document the same grade: it has no interval over topics (--topic gives one of that topic, over documents)'
	# a third judge who has documents in common with one; gray ones are counted apart; -l
	printf '%s\n' 1,d0.0,2,carl 1,d3.0,-2,carl 2,new,1,carl >>two.csv
	evaluate agree -R csv --format=csv two.csv
	assert_equal "$(grep -c ,kappa, stdout)" 3
	assert_equal "$(pick value judge_a=anna judge_b=carl measure=either_gray <stdout)" 1
	assert_equal "$(pick value judge_a=bob judge_b=carl measure=both_rel <stdout)" 1
	evaluate agree -R csv -l 2 --format=jsonl two.csv
	grep -qx '{"judge_a":"bob","judge_b":"carl","topic":"all","measure":"only_b_rel","value":1}' stdout
}

@test "agreement and kappa of several topics have intervals over topics, by name over documents" {
	{
		echo topic,docno,rel,judged_by
		judged 1 12 3 5 30 anna bob
		judged 2 7 4 1 8 anna bob
		judged 3 20 6 2 55 anna bob
		judged 4 5 0 10 10 anna bob
	} >two.csv
	# R 4.2, leaving out a topic at a time: as in tests/core/stats/topics/test_two_judges.c
	evaluate agree -R csv --format=csv two.csv
	assert_equal "$(pick value,method,level measure=ci_lo_agreement <stdout)" 0.3947,jackknife,0.95
	assert_equal "$(pick value,method,tail measure=ci_hi_agreement <stdout)" 0.9718,jackknife,both
	assert_equal "$(pick value measure=ci_lo_kappa <stdout) $(pick value measure=ci_hi_kappa <stdout)" '-0.1333 0.9136'
	assert_equal "$(head -1 stdout)" judge_a,judge_b,topic,measure,value,method,level,draws,seed,tail,asked
	evaluate agree -R csv --format=csv --level=0.9 --tail=lower two.csv
	assert_equal "$(pick value,level,tail measure=ci_lo_kappa <stdout) $(grep -c ci_hi stdout)" '0.3227,0.9,lower 0'
	# over documents: binom.test(147, 178), and kappa .609041 -+ 1.96 * .063053 (delta method)
	awk -F, -v OFS=, 'NR > 1 { $2 = $1 "-" $2; $1 = 1 } 1' two.csv >one.csv
	evaluate agree -R csv --format=csv one.csv
	assert_equal "$(pick value,method measure=ci_lo_agreement <stdout) $(pick value,method measure=ci_lo_kappa <stdout)" \
		'0.7620,clopper-pearson 0.4855,normal'
}

# That the time is linear in them is a shape of `make linear`.
@test "agree -q over thousands of topics" {
	awk 'BEGIN { print "topic,docno,rel,judged_by"
		for (t = 1; t <= 20000; t++) { print t ",d," (t % 2) ",x"; print t ",d," (t % 3 > 0) ",y" } }' >many.csv
	evaluate agree -R csv -q many.csv
	# to both: 1 and 5 of every six, 6666, and the last but one
	assert_equal "$(awk '$2 == "all" && $1 == "both_rel" { print $3 }' stdout)" 6667
}

@test "judges: what is refused" {
	two_judges
	refused 1 "two.csv:7: document 'e' of topic '1' is judged twice by two judges (--judge chooses one, agree -R csv compares them): first on line 6" \
		-R csv -T set two.csv produced.txt
	refused 64 '--judge=carl: no judge of this name; judged_by is anna, bob' \
		-R csv -T set --judge=carl two.csv produced.txt
	refused 64 '--judge is for -R csv with a column judged_by' --judge=bob two.csv produced.txt
	refused_by agree 64 'one file alone is for -R csv with a column judged_by, or with two columns of codes; else name two files of judgments' -R qrels two.csv
	refused_by agree 64 'the judges of one file cannot be combined with -m, --also, --judge or --topic' \
		-R csv --judge=anna two.csv
	# the same judge
	sed 's/bob/anna/' two.csv >same.csv
	local call
	for call in '--judge=anna -T set same.csv produced.txt' '--judge=last -T set same.csv produced.txt'; do
		refused 1 "same.csv:11: document 'a' of topic '1' is judged twice by 'anna': first on line 2" -R csv $call
	done
	refused 1 "same.csv:11: document 'a' of topic '1' is judged twice by 'anna': first on line 2" agree -R csv same.csv
	# nobody is named
	cut -d, -f1-5 two.csv >unnamed.csv
	refused 1 "unnamed.csv: no column 'judged_by' in the header to say who judged" agree -R csv unnamed.csv
	sed '8s/bob//' two.csv >empty.csv
	refused 1 'empty.csv:8: judged_by is empty' -R csv --judge=bob -T set empty.csv produced.txt
	# a document that was drawn in two ways
	sed '8s/out,10/out,9/' two.csv >moved.csv
	refused 1 "moved.csv:8: document 'd' of topic '1' has another probability, stratum or size where it is judged by 'bob': first on line 5" \
		-R csv --judge=bob -T set moved.csv produced.txt
	# a second review of a part
	head -8 two.csv >part.csv
	refused 1 "part.csv: 'bob' did not judge 3 documents that others judged (--partial leaves them out; --judge=first or last takes one judgment of each document)" \
		-R csv --judge=bob -T set part.csv produced.txt
	evaluate -R csv --judge=bob --partial -T set -m num_sampled part.csv produced.txt
	assert_equal "$exit_status $(awk '{ print $3 }' stdout) $(cat stderr)" \
		"0 2 strat_eval: warning: part.csv: 3 documents that 'bob' did not judge are left out; the estimates assume that they are missing at random"
	head -6 two.csv >once.csv
	refused 1 'once.csv: no document is judged by two judges' agree -R csv once.csv
	# a second judgment that is still to come
	sed '8s/,0,/,,/' two.csv >open.csv
	refused 1 'open.csv:8: relevance is empty: 1 of 6 rows still to be judged (--partial leaves them out)' \
		-R csv --judge=last -T set open.csv produced.txt
	{ cat two.csv && printf '1,,,out,10,\n'; } >later.csv
	refused 1 'later.csv:12: relevance is empty: 1 of 6 rows still to be judged (--partial leaves them out)' \
		-R csv --judge=last -T set later.csv produced.txt
	head -1 two.csv >none.csv
	refused 1 'none.csv: no judgments in the file' agree -R csv none.csv
}

# 588 alike, 9 relevant to the first only and 3 to the second: kappa -.00756, standard error .00334 (R, delta method)
@test "a kappa of few relevant documents is explained" {
	awk 'BEGIN { print "topic,docno,rel,judged_by"
		for (i = 1; i <= 600; i++) { print "1,d" i "," (i <= 9) ",x"; print "1,d" i "," (i > 9 && i <= 12) ",y" } }' >lopsided.csv
	evaluate agree -R csv lopsided.csv
	[ "$exit_status" = 0 ]
	grep -qF 'judges x and y: only 12 of 600 documents are relevant to either judge, and kappa is then low however well they agree on the others' stderr
	evaluate agree -R csv --quiet-warnings lopsided.csv
	[ "$exit_status" = 0 ] && [ ! -s stderr ]
}
