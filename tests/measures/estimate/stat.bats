#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Average precision and its kin from a sample (measures/estimate/stat.c), as a user sees them.
#
# Expected numbers are worked out by hand in the comments, or come from tests/support/stat.pl, which has the
# equations of the paper as double sums, or from map, Rprec and P where everything is judged.

load ../../support/helper

# One topic; the run has, from the first rank on, x (not sampled), d1, d2, d3, d5; d4 is not retrieved.
one_topic()
{
	printf '%s\n' '1 0 d1 1 0.5' '1 0 d2 0 0.25' '1 0 d3 1 0.2' '1 0 d4 1 0.1' '1 0 d5 -1 0.5' >probs
	printf '1 Q0 %s 1 %s r\n' x 9 d1 8 d2 7 d3 6 d5 5 >r
}

@test "statAP, statRprec and statP are those of eq 1 to 4, a document counting once in its own precision" {
	one_topic
	# R = 2 + 5 + 10 = 17. PC at rank 2 of d1: 1/2; at rank 4 of d3: (2 + 1)/4.
	# AP = (2 * 1/2 + 5 * 3/4)/17 = 4.75/17; RP: (2 + 5)/17, the ranking being shorter than 17.
	# Literally: PC 2/2 and (2 + 5)/4, AP = (2 * 1 + 5 * 7/4)/17 = 10.75/17. P: 0, 2/2, 7/4, 7/10.
	prints -R probs -m statAP -m statAP_literal -m statRprec -m statP.1,2,4,10 probs r <<-END
		statAP all 0.2794
		statAP_literal all 0.6324
		statRprec all 0.4118
		statP_1 all 0.0000
		statP_2 all 1.0000
		statP_4 all 1.7500
		statP_10 all 0.7000
	END
}

@test "R-precision has the estimated R, not rounded, as cutoff and as divisor" {
	# R = 1/.4 + 1/.8 = 3.75: ranks 1 to 3 count. A rounded R would be 4.
	printf '%s\n' '1 0 a 1 0.4000' '1 0 b 1 0.8000' >probs
	printf '1 Q0 %s 1 %s r\n' a 9 x 8 y 7 b 6 >r
	prints -R probs -m statRprec probs r <<<'statRprec all 0.6667' # 2.5/3.75
	printf '1 Q0 %s 1 %s r\n' a 9 x 8 b 7 y 6 >r
	prints -R probs -m statRprec probs r <<<'statRprec all 1.0000'
}

@test "stat is the nickname of the estimates, without statAP_literal" {
	one_topic
	evaluate -R probs -m stat probs r
	assert_equal "$(cut -f1 stdout | tr -d ' ' | tr '\n' ' ')" "runid num_q statAP statAP_bc statRprec statP_5 statP_10 \
statP_15 statP_20 statP_30 statP_100 statP_200 statP_500 statP_1000 "
}

@test "nothing relevant in the sample: nan, left out of the mean; statP is 0" {
	one_topic
	printf '%s\n' '2 0 e1 0 0.5' '2 0 e2 -1 0.5' >>probs
	printf '2 Q0 %s 1 %s r\n' e1 9 e3 8 >>r
	shows --quiet-warnings -R probs -q -m statAP -m statRprec -m statP.2 probs r <<-END
		statAP 1 0.2794
		statRprec 1 0.4118
		statP_2 1 1.0000
		statAP 2 nan
		statRprec 2 nan
		statP_2 2 0.0000
		statAP all 0.2794
		statRprec all 0.4118
		statP_2 all 0.5000
	END
}

@test "the estimates are not cut to [0,1]" {
	printf '%s\n' '1 0 a 1 0.01' '1 0 b 1 1' >probs
	printf '1 Q0 %s 1 %s r\n' a 9 b 8 >r
	# R = 101; AP = (100 * 1 + (100 + 1)/2)/101 = 150.5/101
	prints -R probs -m statAP -m statP.1 probs r <<-END
		statAP all 1.4901
		statP_1 all 100.0000
	END
}

@test "documents judged for certain mix with sampled ones; one that is both has probability 1" {
	# methods: 0 chosen for certain, 1 drawn, 2 both; the probability counts for 1 only
	printf '%s\n' '1 a 1 2 0.3' '1 b 1 1 0.25' '1 c 1 0 NA' '1 d 0 0 0.5' '1 c 1 0 0.5' >prels
	printf '1 Q0 %s 1 %s r\n' a 9 d 8 b 7 c 6 >r
	# R = 1 + 4 + 1; AP = (1/1 + 4 * 2/3 + (1 + 4 + 1)/4)/6 = 5.1667/6
	prints -R prels -m statAP -m est_rel prels r <<-END
		est_rel all 6.0000
		statAP all 0.8611
	END
	# in other formats the document would stand there twice, which is an error
	printf '%s\n' topic,docno,rel,prob 1,a,1,1 1,b,0,1 1,a,1,0.3 >twice.csv
	refused 1 "twice.csv:4: document 'a' of topic '1' is judged twice: first on line 2" \
		-R csv -m statAP twice.csv r
}

@test "strata without probabilities weigh documents by N/n" {
	# A: 2 of 4 sampled, weight 2; B: 1 of 3, weight 3
	printf '1 0 %s\n' 'a A 1' 'b A 0' 'c A -1' 'd A -1' 'e B 1' 'f B -1' 'g B -1' >strata
	printf '1 Q0 %s 1 %s r\n' a 9 c 8 e 7 >r
	# R = 2 + 3; AP = (2 * 1 + 3 * (2 + 1)/3)/5, although the run cuts both strata
	prints -R strata --quiet-warnings -m est_rel -m statAP strata r <<-END
		est_rel all 5.0000
		statAP all 1.0000
	END
}

@test "the sample may stand in any order" {
	one_topic
	tac probs >reversed
	evaluate -R probs --digits=15 -m stat probs r
	cp stdout expected
	evaluate -R probs --digits=15 -m stat reversed r
	same_output 'reversed judgments'
}

@test "topics are not pooled: there is no micro_statAP" {
	one_topic
	evaluate -R probs --micro -m est_rel -m stat probs r
	grep -q '^micro_est_rel' stdout
	run ! grep micro_stat stdout
}

@test "a table of strata has no ranking: nan, and a set is not evaluated as one without -m" {
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,a,x,10,5,2 1,b,-,50,5,1 >t.csv
	shows --quiet-warnings -R table -m statAP -m statRprec -m statP.5 t.csv x <<-END
		statAP all nan
		statRprec all nan
		statP_5 all nan
	END
	one_topic
	awk '{ print $1, $3 }' r >set
	evaluate -R table t.csv
	run ! grep stat stdout
	evaluate -R probs -T set probs set
	run ! grep stat stdout
	evaluate -R probs probs r
	assert_equal "$(grep -c '^stat' stdout)" 12
}

# Without -m plain judgments in a CSV file are not a sample: no estimates.
@test "plain judgments have no estimates without -m, and refuse them with it" {
	one_topic
	printf '%s\n' topic,docno,rel 1,d1,1 >plain.csv
	echo '1 0 d1 1' >qrels
	evaluate -R csv plain.csv r
	run ! grep stat stdout
	refused 64 '-m statAP: statAP needs judgments with probabilities or strata, but -R qrels has one grade per document' \
		-m statAP qrels r
	refused 1 "plain.csv: the judgments have neither probabilities nor strata: plain judgments (-R qrels) are not a sample" \
		-R csv -m statAP plain.csv r
}

# ---- everything judged --------------------------------------------------------------------------

# Renames map, Rprec and P_k to the estimates' names; where a topic has no relevant document these
# are nan. Needs num_rel before them in each topic.
as_estimates()
{
	awk -F'\t' -v OFS='\t' '
		{ name = $1; sub(/ +$/, "", name) }
		name == "num_rel" { relevant = $3 + 0; next }
		{ undefined = relevant == 0 && name !~ /^P_/ }
		{ sub(/^map/, "AP", name); print "stat" name, $2, undefined ? "nan" : $3 }'
}

@test "with everything judged the estimates are map, Rprec and P_k, to the last bit, on random cases" {
	lines=0
	for seed in $(seq "$(cases 60 20)"); do
		perl "$ROOT/tests/support/random_case.pl" "$seed" qrels
		level=$((1 + seed % 3))
		evaluate --quiet-warnings -q -n --digits=17 -l $level -m num_rel -m map -m Rprec -m P -m P.1,2,3 qrels run
		as_estimates <stdout >expected
		awk 'BEGIN { print "topic,docno,rel,prob" } { print $1 "," $3 "," $4 ",1" }' qrels >judged.csv
		evaluate --quiet-warnings -q -n --digits=17 -l $level -R csv -m stat -m statP.1,2,3,5,10,15,20,30,100,200,500,1000 \
			-m statP judged.csv run
		grep '^stat' stdout | grep -v statAP_bc | awk -F'\t' -v OFS='\t' '
			{ sub(/ +$/, "", $1); print $1, $2, $3 ~ /nan/ ? "nan" : $3 }' >found
		cmp -s expected found || fail "seed $seed: $(diff expected found | head)"
		lines=$((lines + $(wc -l <found)))
	done
	[ "$lines" -gt "$(cases 3000 1000)" ] # so that this test cannot pass by comparing nothing
}

# ---- against the double sums ---------------------------------------------------------------------

@test "with random probabilities the estimates are the sums of the paper, on random cases" {
	for seed in $(seq "$(cases 40 15)"); do
		perl "$ROOT/tests/support/random_case.pl" "$seed" qrels
		perl -e 'srand(shift); print join(" ", (split)[0 .. 3], (1, 0.5, 0.1, 0.05 + rand(0.9))[int rand 4]), "\n" while <STDIN>' \
			"$seed" <qrels >probs
		level=$((1 + seed % 2))
		perl "$ROOT/tests/support/stat.pl" "$level" probs run >expected
		evaluate --quiet-warnings -q -n --digits=12 -R probs -l $level -m statAP -m statAP_literal -m statRprec \
			-m statP.1,5,20 probs run
		agrees_with expected 1e-11 >differences || fail "seed $seed: $(cat differences)"
	done
}

# N documents, n of them drawn, all relevant: R = n N/n = N, the run has these N documents, and one of the drawn is the last.
# 11 (15/11) is below 15 by rounding, and 11 (25/11) above 25. Topics: 41 + 40 + 39 + 37 + 36 + 35 + 33 + 32 + 31 + 29 + 28 = 381.
@test "R-precision of a sum of weights that is a whole number has that rank" {
	awk 'BEGIN {
		print "topic,docno,rel,stratum,size" >"judged.csv"
		for (n = 7; n < 50; n += 4)
			for (N = n; N < 130; N += 3) {
				for (i = 1; i <= N; i++) {
					if (i < n || i == N)
						print n "-" N ",d" i ",1,s," N >"judged.csv"
					print n "-" N " Q0 d" i " " i " " 1000 - i " run" >"run"
				}
			}
	}'
	evaluate -q -n -R csv --quiet-warnings -m statRprec -m est_R_prec -m num_outside judged.csv run
	assert_equal "$exit_status" 0
	assert_equal "$(awk '{ print $1, $3 }' stdout | sort | uniq -c | xargs)" '381 est_R_prec 1.0000 381 num_outside 0.0000 381 statRprec 1.0000'
	# a run of a whole stratum of 25 documents has as many documents as seem to be relevant
	{ echo topic,docno,rel,stratum,size; seq -f '1,d%g,1,s,25' 11; } >whole.csv
	seq -f '1 Q0 d%g 1 1 run' 25 >whole.run
	evaluate -R csv -m est_P --ci --outside=nonrelevant whole.csv whole.run
	assert_equal "$exit_status $(cat stderr)" '0 '
}
