#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Standard errors and bounds of statAP and its kin, and the columns of a CSV sample that tell its
# design, as a user sees them. The numbers of single topics are tested in tests/core/stats/ranking/test_ranked_sample.c.
#
# Expected numbers are worked out by hand in the comments, or from other lines of the same output.

load ../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
	production=$ROOT/qrels-samples/production
}

# a at rank 2, b at 4, c at 5, d not retrieved; weights 2, 4, 2, 5.
one_topic()
{
	printf '%s\n' '1 0 a 1 0.5' '1 0 b 1 0.25' '1 0 c 0 0.5' >probs
	printf '1 Q0 %s 1 %s r\n' x 9 a 8 y 7 b 6 c 5 >r
}

# Three topics with two or more relevant documents each, a fourth with one, a fifth with none.
five_topics()
{
	one_topic
	printf '%s\n' '2 0 a 1 0.5' '2 0 b 1 0.5' '2 0 c 1 0.2' '2 0 d 0 0.2' \
		'3 0 a 1 1' '3 0 b 1 0.4' '3 0 c 0 0.3' '4 0 a 1 0.5' '4 0 b 0 0.5' '5 0 a 0 0.5' >>probs
	for topic in 2 3 4 5; do
		printf "$topic Q0 %s 1 %s r\n" a 9 x 8 c 7 b 6
	done >>r
}

# A sample of Stevens' design: two buckets of 3 and a short one, 3 picks, and a document for certain.
stevens()
{
	cat >sample.csv <<-END
		topic,docno,rel,prob,stratum,size,picks
		1,a,1,0.5,bucket1,3,3
		1,b,0,0.5,bucket1,3,3
		1,c,1,0.2,bucket3,1,3
		1,p,1,1,pool,1,
	END
	printf '1 Q0 %s 1 %s r\n' p 9 x 8 a 7 c 6 b 5 >r
}

# ---- the columns ---------------------------------------------------------------------------------

@test "the jackknife of a small sample by hand" {
	one_topic
	# AP: (2 * 1/2 + 4 * 3/4)/6 = 4/6. One group of 3; without a, b, c the weights of the others are
	# half as large again: 6/4 / 6 = .25, 3/2 / 3 = .5, (3/2 + 6 * 4/4)/9 = .83333; mean .52778.
	# (1-p)(t - mean)^2: .5 * .077160, .75 * .00077160, .5 * .093364; sum .085841, times 2/3: se .23922.
	# Derivatives of A: a 1/2 + 4/4, b 3/4. Of AP, (1.5 - .66667)/6 and (.75 - .66667)/6: expected changes
	# without a 4 * .5 * .013889 - 2 * .138889 = -.25, without b 2 * .5 * .138889 - 4 * .013889 = .083333,
	# without c .138889 + .027778; t - AP less these: -.16667, -.25, 0.
	# Bias 2/3 (.5 * -.16667 + .75 * -.25) = -.18056; corrected .84722, with error sqrt(.23922^2 + .18056^2).
	# Interval around .84722: logit 1.71298 +- t * .29971/(.84722 * .15278) = t * 2.31552, at 50 % t = 1,
	# at 95 % 12.706
	shows -R probs -m statAP -m statAP_bc --ci --level=0.5 probs r <<-END
		statAP all 0.6667
		se_statAP all 0.2392
		ci_lo_statAP all 0.3538
		ci_hi_statAP all 0.9825
		statAP_bc all 0.8472
		se_statAP_bc all 0.2997
		ci_lo_statAP_bc all 0.3538
		ci_hi_statAP_bc all 0.9825
	END
	shows -R probs -m statAP --ci probs r <<-END
		statAP all 0.6667
		se_statAP all 0.2392
		ci_lo_statAP all 0.0000
		ci_hi_statAP all 1.0000
	END
}

@test "each value is followed by its error and bounds, and parts of that can be asked for alone" {
	one_topic
	names() { "$STRAT_EVAL" -R probs "$@" probs r | awk '{ print $1 }' | tr '\n' ' '; }
	assert_equal "$(names --ci -m statP.2,5 -m statRprec)" "statRprec se_statRprec ci_lo_statRprec \
ci_hi_statRprec statP_2 se_statP_2 ci_lo_statP_2 ci_hi_statP_2 statP_5 se_statP_5 ci_lo_statP_5 ci_hi_statP_5 "
	assert_equal "$(names -m statAP)" 'statAP '
	assert_equal "$(names -m se_statAP)" 'se_statAP '
	assert_equal "$(names -m statAP -m ci_hi_statAP)" 'statAP ci_hi_statAP '
	assert_equal "$(names -m ci_lo_statP.2 -m statP.5)" 'ci_lo_statP_2 statP_5 '
	assert_equal "$(names -m statP.5 -m se_statP.5)" 'statP_5 se_statP_5 '
	assert_equal "$(names --ci --tail=lower -m statAP)" 'statAP se_statAP ci_lo_statAP '
	assert_equal "$(names --ci=aslam-pavlu,ht-linear -m statAP -m statP.5)" "statAP se_statAP_aslam-pavlu \
ci_lo_statAP_aslam-pavlu ci_hi_statAP_aslam-pavlu se_statAP_ht-linear ci_lo_statAP_ht-linear ci_hi_statAP_ht-linear \
statP_5 se_statP_5_ht-linear ci_lo_statP_5_ht-linear ci_hi_statP_5_ht-linear "
}

@test "without names there is a method for sets and one for rankings; with names only those" {
	one_topic
	methods() { "$STRAT_EVAL" -R probs --format=csv "$@" -m est_recall -m statAP probs r | cut -d, -f3,5 | tr '\n' ' '; }
	assert_equal "$(methods --ci)" "measure,method est_recall, ci_lo_est_recall,ht-logit \
ci_hi_est_recall,ht-logit statAP, se_statAP,ht-jackknife ci_lo_statAP,ht-jackknife ci_hi_statAP,ht-jackknife "
	assert_equal "$(methods --ci=aslam-pavlu)" "measure,method est_recall, statAP, se_statAP,aslam-pavlu \
ci_lo_statAP,aslam-pavlu ci_hi_statAP,aslam-pavlu "
	assert_equal "$(methods --ci=ht-logit)" "measure,method est_recall, ci_lo_est_recall,ht-logit \
ci_hi_est_recall,ht-logit statAP, "
	refused 64 '-m ci_lo_statAP: there are no bounds for statAP by these methods' -R probs --ci=ht-logit -m ci_lo_statAP probs r
}

@test "bounds by the scatter of the topics stand behind those by the sampling of judgments" {
	five_topics
	evaluate -R probs -m statP.2,5 --ci=ht-jackknife,t probs r
	assert_equal "$(awk '{ print $1 }' stdout | tr '\n' ' ')" "statP_2 se_statP_2_ht-jackknife ci_lo_statP_2_ht-jackknife \
ci_hi_statP_2_ht-jackknife ci_lo_statP_2_t ci_hi_statP_2_t statP_5 se_statP_5_ht-jackknife ci_lo_statP_5_ht-jackknife \
ci_hi_statP_5_ht-jackknife ci_lo_statP_5_t ci_hi_statP_5_t "
	# the same by --topic-scope=random, which ends at 0 and 1; statP has no bias
	awk '$1 ~ /_t$/ { printf("%.4f\n", $3 < 0 ? 0 : $3 > 1 ? 1 : $3) }' stdout >expected
	evaluate -R probs -m statP.2,5 --ci --topic-scope=random probs r
	awk '/^ci/ { print $3 }' stdout | cmp - expected
}

@test "without -m a ranking has its errors and bounds" {
	one_topic
	evaluate -R probs probs r
	assert_equal "$(grep -c '^se_stat' stdout)" 12
	assert_equal "$(grep -c '^ci_.._stat' stdout)" 24
}

@test "errors and bounds that do not exist are refused" {
	one_topic
	refused 64 '-m se_est_recall: there is no standard error for est_recall' -R probs -m se_est_recall probs r
	refused 64 '-m se_nothing: no such measure or nickname (--help lists them)' -R probs -m se_nothing probs r
	refused 64 '-m ci_lo_statAP_literal: there are no bounds for statAP_literal by these methods' -R probs -m ci_lo_statAP_literal probs r
	refused 64 '-m ci_lo_statAP: --tail leaves this bound open' -R probs --tail=upper -m ci_lo_statAP probs r
}

@test "with everything judged the error is 0 and the bounds are the estimate" {
	printf '%s\n' '1 0 a 1 1' '1 0 b 1 1' '1 0 c 0 1' '2 0 a 1 1' >probs
	printf '%s Q0 %s 1 %s r\n' 1 x 9 1 a 8 1 b 7 2 a 9 >r
	# topic 1: (1/2 + 2/3)/2 = .58333; topic 2: 1
	shows -R probs -q -m statAP --ci=ht-jackknife,ht-linear probs r <<-END
		statAP 1 0.5833
		se_statAP_ht-jackknife 1 0.0000
		ci_lo_statAP_ht-jackknife 1 0.5833
		ci_hi_statAP_ht-jackknife 1 0.5833
		se_statAP_ht-linear 1 0.0000
		ci_lo_statAP_ht-linear 1 0.5833
		ci_hi_statAP_ht-linear 1 0.5833
		statAP 2 1.0000
		se_statAP_ht-jackknife 2 0.0000
		ci_lo_statAP_ht-jackknife 2 1.0000
		ci_hi_statAP_ht-jackknife 2 1.0000
		se_statAP_ht-linear 2 0.0000
		ci_lo_statAP_ht-linear 2 1.0000
		ci_hi_statAP_ht-linear 2 1.0000
		statAP all 0.7917
		se_statAP_ht-jackknife all 0.0000
		ci_lo_statAP_ht-jackknife all 0.7917
		ci_hi_statAP_ht-jackknife all 0.7917
		se_statAP_ht-linear all 0.0000
		ci_lo_statAP_ht-linear all 0.7917
		ci_hi_statAP_ht-linear all 0.7917
	END
}

@test "one relevant document tells no error, nor do certain ones alone; nothing retrieved has a lower end of 0" {
	printf '%s\n' '1 0 a 1 0.5' '1 0 b 0 0.5' '2 0 a 1 0.5' '2 0 b 1 0.5' '3 0 a 1 1' '3 0 b 1 1' '3 0 c 0 0.1' >probs
	printf '%s Q0 %s 1 %s r\n' 1 a 9 2 x 9 3 a 9 >r
	shows --quiet-warnings -R probs -q -n -m statAP --ci probs r <<-END
		statAP 1 1.0000
		se_statAP 1 nan
		ci_lo_statAP 1 nan
		ci_hi_statAP 1 nan
		statAP 2 0.0000
		se_statAP 2 0.0000
		ci_lo_statAP 2 0.0000
		ci_hi_statAP 2 nan
		statAP 3 0.5000
		se_statAP 3 nan
		ci_lo_statAP 3 nan
		ci_hi_statAP 3 nan
	END
	evaluate -R probs -q -n -m statAP --ci probs r
	assert_equal "$(cat stderr)" 'strat_eval: warning: bounds of statAP are missing in 3 topics: ht-jackknife has none for such a sample (-h --ci=ht-jackknife)'
}

# ---- all topics ----------------------------------------------------------------------------------

# The lines of `all` that follow from those of the topics: the interval is centred at the mean of
# statAP_bc, and has the mean correction in its error; it ends at 1. Topic 4 has an estimate and no error, topic 5 no estimate.
follows() # QUANTILE, with --topic-scope=random
{
	awk -v z="$1" '
		function off(name, value) { return !(all[name] - value < 1e-9 && value - all[name] < 1e-9) }
		$2 == "all" { all[$1] = $3; next }
		$1 == "statAP" && $3 != "nan" { n++; sum += $3; scatter += $3 * $3 }
		$1 == "statAP_bc" && $3 != "nan" { corrected += $3 }
		$1 == "se_statAP" && $3 != "nan" { k++; errors += $3 * $3 }
		$1 == "se_statAP_bc" && $3 != "nan" { spreads += $3 * $3 }
		END {
			mean = sum / n; centre = corrected / n
			se = sqrt(square = (scatter - sum * mean) / (n - 1) / n)
			spread = sqrt(square + (mean - centre) ^ 2)
			upper = centre + z * spread
			exit n != 4 || k != 3 || off("statAP", mean) || off("statAP_bc", centre) ||
				off("se_statAP", se) || off("ci_lo_statAP", centre - z * spread) ||
				off("ci_hi_statAP", upper > 1 ? 1 : upper)
		}' stdout || fail "$(cat stdout)"
}

@test "the mean over these topics adds the errors up; one that is not known counts as the mean of the others" {
	five_topics
	evaluate -R probs -q --digits=12 -m statAP -m statAP_bc --ci probs r
	# 2, 3 and 1 relevant documents were drawn: 1, 2 and 1 degrees of freedom. By scipy, from the errors
	# of the topics: Satterthwaite's are 3.684089257 and 3.613273485, t of .975 2.872907503 and 2.897659515.
	awk '
		function off(name, value) { return !(all[name] - value < 1e-8 && value - all[name] < 1e-8) }
		function ends(name, x, spread, t) {
			half = t * spread / (x * (1 - x))
			return off("ci_lo_" name, 1 / (1 + (1 - x) / x * exp(half))) ||
				off("ci_hi_" name, 1 / (1 + (1 - x) / x * exp(-half)))
		}
		$2 == "all" { all[$1] = $3; next }
		$1 == "statAP" && $3 != "nan" { n++; sum += $3 }
		$1 == "statAP_bc" && $3 != "nan" { corrected += $3 }
		$1 == "se_statAP" && $3 != "nan" { k++; errors += $3 * $3 }
		$1 == "se_statAP_bc" && $3 != "nan" { spreads += $3 * $3 }
		END {
			x = sum / n; centre = corrected / n; bias = x - centre
			exit n != 4 || k != 3 || off("statAP", x) || off("statAP_bc", centre) ||
				off("se_statAP", sqrt(errors / k / n)) || off("se_statAP_bc", sqrt(spreads / k / n)) ||
				ends("statAP", x, sqrt(errors / k / n + bias ^ 2), 2.872907503) ||
				ends("statAP_bc", centre, sqrt(spreads / k / n + bias ^ 2 / 9), 2.897659515)
		}' stdout || fail "$(cat stdout)"
	# the bias is .0877/.1357 and .0877/.1659 standard errors; 4/(7/4) * sqrt(4/100) = .46
	refute grep -q 'standard errors' stderr
}

@test "the mean over topics like these varies as the estimates do" {
	five_topics
	evaluate -R probs -q --digits=12 -m statAP -m statAP_bc --ci --topic-scope=random probs r
	follows 3.182446305284263 # R: qt(.975, 4 - 1)
}

@test "a single topic has its own bounds as those of all" {
	stevens
	evaluate -R csv -q --digits=9 -m stat --ci sample.csv r
	awk '$2 == 1' stdout | cut -f1,3 >topic
	awk '$2 == "all" && $1 !~ /^(runid|num_q)$/' stdout | cut -f1,3 >all
	cmp topic all
	[ "$(wc -l <all)" = 48 ]
}

# Buckets of 2, as many picks; of the first 4 documents one of each bucket is drawn, p = 1/2: the sample
# stands for 4 documents in each of three topics, and both runs together retrieve 12 and 10 of them.
@test "runs that reach below what was drawn from are warned of, with the numbers" {
	echo topic,docno,rel,prob,stratum,size,picks >sample.csv
	for t in 1 2 3; do
		printf "$t,%s,%s\n" a 1,0.5,bucket1,2,2 c 0,0.5,bucket2,2,2 >>sample.csv
		printf "$t Q0 %s 1 %s r\n" a 20 b 19 c 18 d 17 >>short
		printf "$t Q0 %s 1 %s s\n" a 20 b 19 c 18 d 17 e 16 f 15 g 14 h 13 i 12 j 11 >>long
	done
	for t in 1 2; do
		printf "$t Q0 %s 1 %s r\n" k 2 l 1 >>short
	done
	warns() { evaluate -R csv "$@"; grep -c 'could not be drawn' stderr || true; }
	assert_equal "$(warns -m statAP sample.csv short long)" 1
	grep -q 'the runs retrieve 34 documents (topics: 3), but the sample was drawn from about 12: some 22 could not be drawn' stderr
	assert_equal "$(warns -m statRprec sample.csv long)" 1
	assert_equal "$(warns -m statP.5 -m est_rel sample.csv long)" 0
	grep -v ' [kl] ' short >exact
	assert_equal "$(warns -m statAP sample.csv exact)" 0
	# a simple random sample of the others, whose size is known
	for t in 1 2 3; do
		echo "$t,f,0,0.125,below,8," >>sample.csv
	done
	assert_equal "$(warns -m statAP sample.csv short long)" 0
}

@test "an interval of a mean of statAP whose bias is large is doubted, and so is one of statAP_bc from few documents" {
	five_topics
	for t in 12 13 14 15 16 17; do
		grep '^1 ' probs | sed "s/^1/$t/" >>more
		grep '^1 ' r | sed "s/^1/$t/" >>r
	done
	cat more >>probs
	# every topic more has the bias -.1806 and the error .2392, by hand above. In seven topics the mean
	# bias is .1806 and the error .2392/sqrt(7) = .0904; 4/2 * sqrt(7/100) = .53
	grep -v '^[2-5] ' probs >seven
	evaluate -R probs -m statAP -m statAP_bc --ci seven r
	grep -q 'warning: in 1 interval of statAP its bias is estimated to be more than 0.7 standard errors' stderr
	refute grep -q statAP_bc.too stderr
	# 13 topics: 4/2 * sqrt(13/100) = .72
	for t in 22 23 24 25 26 27; do
		grep '^1 ' probs | sed "s/^1/$t/" >>seven
		grep '^1 ' r | sed "s/^1/$t/" >>r
	done
	evaluate -R probs -m statAP_bc --ci seven r
	grep -q 'warning: in 1 interval of statAP_bc too few relevant documents were drawn to tell the bias' stderr
}

# ---- the design of a sample ----------------------------------------------------------------------

@test "buckets that were picked are no strata: est_recall has bounds by ht-logit, also with -N" {
	stevens
	evaluate -R csv --format=csv -m est_recall --ci sample.csv r
	assert_equal "$(grep -c ht-logit stdout)" 2
	cp stdout expected
	evaluate -R csv -N 1000 --format=csv -m est_recall --ci sample.csv r
	same_output '-N'
	refused 64 "--ci=bb-half needs strata, and the probabilities of topic '1' give none: use --ci=ht-logit" \
		-R csv --ci=bb-half -m est_recall sample.csv r
}

@test "a column size is as good as --strata" {
	awk -F, 'NR == FNR { size[$1 "," $2] = $3; next }
		FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; print $0 ",size"; next }
		{ print $0 "," size[$column["topic"] "," $column["stratum"]] }' \
		"$production/sizes.csv" "$production/judgments.csv" >sized.csv
	evaluate -R csv --strata "$production/sizes.csv" "$production/judgments.csv" "$production/learned.run"
	cp stdout expected
	mv stderr said
	evaluate -R csv sized.csv "$production/learned.run"
	assert_equal "$exit_status $(cat stderr)" "0 $(cat said)"
	same_output 'sizes'
	grep -q '^ci_lo_est_recall' stdout
	# both may say the same, and not two things
	evaluate -R csv --strata "$production/sizes.csv" sized.csv "$production/learned.run"
	same_output 'both'
	sed 's/^1,A,20$/1,A,21/' "$production/sizes.csv" >other.csv
	refused 1 "other.csv:2: stratum 'A' of topic '1' has size 21, but 20 in sized.csv" -R csv --strata other.csv \
		sized.csv "$production/learned.run"
}

@test "a stratum all of which is judged may be cut by the runs" {
	printf '%s\n' topic,docno,rel,prob,stratum,size 1,a,1,1,pool,2 1,b,0,1,pool,2 1,c,1,0.5,rest,2 >sample.csv
	printf '1 Q0 %s 1 %s r\n' a 9 >r
	# retrieved: a of the pool. rel = 1 + 2, recall 1/3
	shows -R csv --quiet-warnings -m est_rel -m est_recall sample.csv r <<-END
		est_rel all 3.0000
		est_recall all 0.3333
	END
}

@test "sizes and picks that cannot be are refused with file and line" {
	header=topic,docno,rel,prob,stratum,size,picks
	echo '1 Q0 a 1 1 r' >r
	bad() # MESSAGE ROW...
	{
		local message=$1
		shift
		printf '%s\n' $header "$@" >bad.csv
		refused 1 "bad.csv:$message" -R csv -m statAP bad.csv r
	}
	bad "2: size '0' has no place for the document" 1,a,1,0.5,A,0,
	bad "2: size '-1' is not a whole number from 0 to 9007199254740992" 1,a,1,0.5,A,-1,
	bad "2: size 'x' is not a whole number from 0 to 9007199254740992" 1,a,1,0.5,A,x,
	bad '2: size is empty' 1,a,1,0.5,A,,
	bad "2: picks '1.5' is not a whole number from 0 to 9007199254740992" 1,a,1,0.5,A,3,1.5
	bad "2: picks '3' is less than the bucket's size" 1,a,1,0.5,A,4,3
	bad "4: stratum 'A' of topic '1' has size 5, but 4 on line 2" 1,a,1,0.5,A,4, 1,b,1,0.5,B,7, 1,c,1,0.5,A,5,
	bad "3: stratum 'A' of topic '1' has picks 9, but 8 on line 2" 1,a,1,0.5,A,4,8 1,b,1,0.5,A,4,9
	bad "4: picks 9 in topic '1', but 8 on line 2" 1,a,1,0.5,A,4,8 2,a,1,0.5,A,4,9 1,b,1,0.5,B,4,9
	bad "2: stratum 'A' of topic '1' has 3 sampled documents, but a size of 2" 1,a,1,0.5,A,2, 1,b,0,0.5,A,2, 1,c,0,0.5,A,2,
	printf '%s\n' topic,docno,rel,stratum,size,picks 1,a,1,A,4,8 >bad.csv
	refused 1 "bad.csv:2: picks '8' needs the columns size and prob" -R csv -m statAP bad.csv r
	# without strata, size and picks are columns like any other
	printf '%s\n' topic,docno,rel,prob,size,picks 1,a,1,0.5,big,many >fine.csv
	shows -R csv -m statAP fine.csv r <<<'statAP all 1.0000'
}

@test "the rows of a sample may stand in any order" {
	{
		echo topic,docno,rel,prob,stratum,size,picks
		for topic in 1 2; do
			printf "$topic,%s\n" a,1,0.5,b1,4,4 b,0,0.5,b1,4,4 c,1,0.2,b2,4,4 d,1,0.1,b3,2,4
		done
	} >sample.csv
	printf '%s Q0 %s 1 %s r\n' 1 d 9 1 x 8 1 a 7 1 c 6 2 x 9 2 a 8 2 b 7 2 c 6 >r
	evaluate -R csv -q --digits=12 -m stat --ci sample.csv r
	cp stdout expected
	{
		head -n 1 sample.csv
		sed 1d sample.csv | sort -t, -k2,2 -k1,1r
	} >sorted.csv
	evaluate -R csv -q --digits=12 -m stat --ci sorted.csv r
	agrees_with expected 1e-11
}

# ---- precision in the first k ----------------------------------------------------------------------

# 30 topics with a pool of 100 documents, ranked in their order; 8 of ranks 11 to 99 are judged.
nothing_in_the_top() # TOPICS
{
	for t in $(seq "$1"); do
		for d in $(seq 100); do
			echo "$t 0 d$d pool $((d > 10 && d % 12 == 3 ? d % 36 == 15 : -1))"
		done
	done >pool
	for t in $(seq "$1"); do
		for d in $(seq 100); do
			echo "$t Q0 d$d 1 $((200 - d)) r"
		done
	done >r
}

@test "no relevant document in the first ten of the samples: the interval of statP has a width, and no error is known" {
	nothing_in_the_top 30
	# d15, d27 ... d99 are judged, 8 of 100: one relevant document more is (12.5 - 1)/(10 * 30), and the
	# upper end log(20) of it: .1148
	evaluate -R strata --ci -m statP.10 pool r
	assert_equal "$(awk '{ print $3 }' stdout | tr '\n' ' ')" '0.0000 nan 0.0000 0.1148 '
	grep -q 'in 1 interval of statP nothing relevant was drawn in the first k, so it has no standard error' stderr
	# of one topic it is anything, and the same word stands beside it, whether its own line is printed or that of all
	grep '^1 ' pool >one
	for which in '' '-q -n'; do
		evaluate -R strata $which --ci -m statP.10 one r
		assert_equal "$(awk '{ print $3 }' stdout | tr '\n' ' ')" '0.0000 nan 0.0000 1.0000 '
		grep -q 'in 1 interval of statP nothing relevant was drawn in the first k, so it has no standard error' stderr
	done
	# topics that are not printed are not counted, and those that are printed are
	evaluate -R strata -q --ci -m statP.10 pool r
	grep -q 'in 31 intervals of statP nothing relevant was drawn in the first k' stderr
	# as few topics, by each method, and for topics like these
	nothing_in_the_top 3
	for how in --ci=ht-jackknife --ci=ht-linear '--ci --topic-scope=random'; do
		evaluate -R strata $how -m statP.10 pool r
		assert_equal "$(awk '/^ci/ { print $3 }' stdout | tr '\n' ' ')" '0.0000 1.0000 '
	done
}

@test "statP above 1 has an interval within 0 to 1, and a line says that it lies outside" {
	# 3 of 60 documents, all relevant and in the first five: statP_5 is 3 * 20/5 in a topic, .6 was seen
	for t in 1 2; do
		for d in $(seq 60); do
			echo "$t 0 d$d pool $((d == 1 || d == 3 || d == 4 ? 1 : -1))"
			echo "$t Q0 d$d 1 $((200 - d)) r" >>r
		done
	done >pool
	evaluate -R strata --ci -m statP.5 pool r
	awk '$1 == "statP_5" { v = $3 } /^ci_lo/ { l = $3 } /^ci_hi/ { exit !(v == 12 && l >= .6 && l < .9999 && $3 == 1) }' stdout
	grep -q 'in 1 interval of statP the estimate is more than is possible, and lies outside; reg_P does not' stderr
	# a pool that is not listed has no reg_P
	awk 'BEGIN { print "topic,docno,rel,stratum,size" } $5 >= 0 { print $1 "," $3 "," $5 ",pool,60" }' pool >pool.csv
	evaluate -R csv --ci -m statP.5 pool.csv r
	grep -q 'in 1 interval of statP the estimate is more than is possible, and lies outside$' stderr
}

@test "statAP above 1 has an interval that ends at 1" {
	five_topics
	# topic 2: 1.2222 by hand, (2 * 1 + 2 * 5/4 + 5 * 3/3)/9 with weights 2, 5, 2 at ranks 1, 3, 4
	evaluate -R probs -q -n -m statAP -m statAP_bc --ci probs r
	awk '$2 == 2' stdout >two
	assert_equal "$(awk '/^statAP / { print $3 }' two)" 1.2222
	assert_equal "$(awk '/^ci_hi/ { print $3 }' two | tr '\n' ' ')" '1.0000 1.0000 '
}

@test "statRprec from few relevant documents has no interval, and the line names reg_P if the pool is listed" {
	nothing_in_the_top 30
	# 3 of the 8 are relevant: the number of relevant documents has the relative error sqrt((1 - .08)/3) = .55
	evaluate -R strata --ci -m statRprec pool r
	assert_equal "$(awk '/^ci/ { print $3 }' stdout | tr '\n' ' ')" 'nan nan '
	grep -q 'in 1 interval of statRprec both ends are missing: too few relevant documents were drawn to tell its error; reg_P has intervals, at a fixed cutoff' stderr
	awk 'BEGIN { print "topic,docno,rel,stratum,size" } $5 >= 0 { print $1 "," $3 "," $5 ",pool,100" }' pool >pool.csv
	evaluate -R csv --ci -m statRprec pool.csv r
	grep -q 'were drawn to tell its error$' stderr
	# with 6 of 8 it is sqrt(.92/6) = .39; the ends are in the range
	sed 's/ pool 0$/ pool 1/; /d\(15\|27\) /s/ pool 1$/ pool 0/' pool >more
	evaluate -R strata --ci -m statRprec more r
	awk '/^statRprec/ { v = $3 } /^ci_lo/ { l = $3 } /^ci_hi/ { exit !(0 < l && l < v && v < $3 && $3 < 1) }' stdout
	run ! grep statRprec stderr
}
