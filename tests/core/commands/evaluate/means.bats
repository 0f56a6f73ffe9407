#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Bounds of means over topics: strat_eval --ci with any averaged measure.
#
# The methods are held against R and against all resamples in
# tests/core/stats/topics/test_mean_interval.c, and against Park's tables in
# tests/core/commands/simulate/bootstrap.bats; here it is what a user sees.

load ../../../support/helper

tiny=$ROOT/qrels-samples/tiny
table=$ROOT/qrels-samples/legal09/strata.csv

# R: t.test(c(.3, 1, 7/12))$conf.int and, for P_5, t.test(c(.4, .4, .2))$conf.int
@test "bounds by t of every averaged measure stand beside it, for all topics only" {
	prints --quiet-warnings -q --ci=t -m map -m P.5 -m num_rel "$tiny/qrels" "$tiny/alpha.run" <<'END'
num_rel 1 3
map 1 0.3000
P_5 1 0.4000
num_rel 10 1
map 10 1.0000
P_5 10 0.2000
num_rel 2 2
map 2 0.5833
P_5 2 0.4000
num_rel all 6
map all 0.6278
ci_lo_map all -0.2469
ci_hi_map all 1.5025
P_5 all 0.3333
ci_lo_P_5 all 0.0465
ci_hi_P_5 all 0.6202
END
}

# R: t.test(c(.3, 1, 7/12), conf.level=.9)$conf.int; t.test(c(.3, 1, 7/12), alternative="greater");
# t.test(c(.2, .2, .1)) for P_10
@test "level, tail, and a bound asked for alone" {
	prints --quiet-warnings --ci=t --level=0.9 -m map "$tiny/qrels" "$tiny/alpha.run" <<'END'
map all 0.6278
ci_lo_map all 0.0342
ci_hi_map all 1.2214
END
	prints --quiet-warnings --ci=t --tail=lower -m map "$tiny/qrels" "$tiny/alpha.run" <<'END'
map all 0.6278
ci_lo_map all 0.0342
END
	prints --quiet-warnings --ci=t -m ci_hi_map "$tiny/qrels" "$tiny/alpha.run" <<'END'
ci_hi_map all 1.5025
END
	prints --quiet-warnings --ci=t -m P.5 -m ci_lo_P.10 "$tiny/qrels" "$tiny/alpha.run" <<'END'
P_5 all 0.3333
ci_lo_P_5 all 0.0465
ci_hi_P_5 all 0.6202
ci_lo_P_10 all 0.0232
END
}

# All 27 resamples of .3, 1, 7/12, in scipy: .0388 and .9860. The drawn ones are within .003 of it.
@test "without a name it is the logit bootstrap around the mean, within 0 and 1" {
	"$STRAT_EVAL" --ci --format=csv -m map "$tiny/qrels" "$tiny/alpha.run" >stdout
	grep -q '^alpha,all,ci_lo_map,0\.[0-9]*,clogit,0.95,10000,1,both,3,,,' stdout
	grep -q '^alpha,all,ci_hi_map,0\.[0-9]*,clogit,0.95,10000,1,both,3,,,' stdout
	near "$(grep ci_lo_map stdout | cut -d, -f4)" 0.0388 0.003
	near "$(grep ci_hi_map stdout | cut -d, -f4)" 0.9860 0.003
	"$STRAT_EVAL" --ci=clogit --format=csv -m map "$tiny/qrels" "$tiny/alpha.run" | cmp - stdout
	"$STRAT_EVAL" -m map -m ci_lo_map -m ci_hi_map --format=csv "$tiny/qrels" "$tiny/alpha.run" >each
	cmp <(cut -d, -f1-13 each) <(cut -d, -f1-13 stdout)
	# the column `asked` has what was typed
	assert_equal "$(cut -d, -f14 stdout | paste -sd' ') $(cut -d, -f14 each | paste -sd' ')" \
		'asked map map map asked map ci_lo_map ci_hi_map'
}

@test "several methods follow the name; the same bytes for any number of jobs; a seed changes them" {
	only_with_test_all
	need_data robust03
	runs=$(echo "$DATA"/robust03/input.*.gz)
	for jobs in 1 2 3; do
		"$STRAT_EVAL" --jobs=$jobs --ci=percentile,bca,slogit,t -m map -m P.10 "$DATA/robust03/qrels.robust03.gz" $runs >jobs.$jobs
	done
	cmp jobs.1 jobs.2
	cmp jobs.1 jobs.3
	grep -c "^ci_lo_map_bca " jobs.1 | grep -qx 8
	"$STRAT_EVAL" --seed=2 --ci=percentile,bca,slogit,t -m map -m P.10 "$DATA/robust03/qrels.robust03.gz" $runs >other
	refute cmp -s jobs.1 other
}

# ---- the interval without a name ----

# NAME GRADE... : a topic for each grade, whose only document has it and is found first: dcg is the grade,
# recall 1.
graded()
{
	local run=$1 t=0 grade
	shift
	for grade; do
		t=$((t + 1))
		echo "$t 0 d$t $grade" >>q
		echo "$t Q0 d$t 1 1 $run" >>"$run"
	done
}

# dcg is 1, 2, 6. All 27 resamples, in Python: 0.2432 and 37.01 (tests/core/stats/topics/test_mean_interval.c).
@test "a measure without an upper limit has the logarithms of clogit" {
	graded r 1 2 6
	evaluate --ci --format=csv -m dcg q r
	assert_equal "$exit_status" 0
	assert [ ! -s stderr ]
	assert_equal "$(cut -d, -f3,5 stdout | paste -sd' ')" 'measure,method dcg, ci_lo_dcg,clogit ci_hi_dcg,clogit'
	near "$(grep ci_lo_dcg stdout | cut -d, -f4)" 0.2432 0.02
	near "$(grep ci_hi_dcg stdout | cut -d, -f4)" 37.01 2
	"$STRAT_EVAL" --ci=clogit --format=csv -m dcg q r | cmp - stdout
}

# In topic 2 three of eight documents are judged, two of them of grade 2, at the ranks 1 and 4: its gain is
# estimated to be more than the ideal one, which is estimated too.
@test "an estimate beyond 1 in a topic does not take the interval of infNDCG away" {
	printf '%s\n' '1 0 a p 1' '1 0 b p -1' '1 0 c p 0' '2 0 a p 2' '2 0 b p -1' '2 0 c p -1' '2 0 d p 2' \
		'2 0 e p -1' '2 0 f p 0' '2 0 g p -1' '2 0 h p -1' >pool
	printf '%s\n' '1 Q0 c 1 2 r' '1 Q0 a 2 1 r' >r
	printf '%s\n' a b c d e f g h | awk '{ print 2, "Q0", $1, NR, 9 - NR, "r" }' >>r
	evaluate -q -R strata --ci --format=csv -m infNDCG pool r
	assert_equal "$exit_status" 0
	awk -F, '$2 == 2 && $3 == "infNDCG" { exit !($4 > 1) }' stdout
	awk -F, '$3 == "ci_lo_infNDCG" { low = $4 } $3 == "ci_hi_infNDCG" { high = $4; method = $5 }
		END { exit !(method == "clogit" && low > 0 && high > low) }' stdout
}

# The utility of a run, relevant less other documents, has no least value.
@test "a measure without a least value has t" {
	evaluate --ci --format=csv -m utility "$tiny/qrels" "$tiny/alpha.run"
	assert_equal "$(grep -c ',ci_.*,t,' stdout)" 2
	"$STRAT_EVAL" --quiet-warnings --ci=t --format=csv -m utility "$tiny/qrels" "$tiny/alpha.run" | cmp - stdout
}

# 1 - .05^(1/n): (1 - p)^n = .05. For n = 2, 3 and 50: .776, .632 and .0582; 1 - .1^(1/2) = .684.
@test "the same value in all topics: that value, the method constant, and what it does not say" {
	graded r 1 1 1
	evaluate --ci --format=csv -m R@100 q r
	assert_equal "$exit_status" 0
	assert_equal "$(cut -d, -f3-5 stdout | paste -sd' ')" \
		'measure,value,method recall_100,1, ci_lo_recall_100,1,constant ci_hi_recall_100,1,constant'
	assert_equal "$(cat stderr)" 'strat_eval: warning: the interval of recall_100 has no width in 1 mean (constant): it is the same in all 3 topics, and may differ in up to 63 % of other topics (95 %)'
	evaluate --ci -m map "$tiny/qrels" "$tiny/beta.run" # 1 in both topics
	grep -q "^ci_lo_map             ${TAB}all${TAB}1.0000$" stdout
	grep -q 'in up to 78 % of other topics (95 %)' stderr
	evaluate --ci --level=0.9 --tail=lower -m map "$tiny/qrels" "$tiny/beta.run"
	grep -q "^ci_lo_map             ${TAB}all${TAB}1.0000$" stdout
	grep -q 'in up to 68 % of other topics (90 %)' stderr
	rm q r
	graded r $(printf '1 %.0s' {1..50})
	evaluate --ci --quiet-warnings -m map -m R@5 -m P.1 q r
	assert [ ! -s stderr ]
	sed 's/r$/s/' r >s
	evaluate --ci -m map -m R@5 -m P.1 q r s # one line for two runs and three measures
	assert_equal "$(grep -c 'no width' stderr)" 1
	grep -q 'the interval of map and others has no width in 2 means (constant): .* all 50 topics, .* up to 5.8 % of other' stderr
}

# P_1 is 0 in one and 1 in the other of two topics: every resampled mean within the range is 1/2.
@test "leaderboards have no nan, whatever the range of a measure and the values of its topics" {
	graded r 0 3
	local format
	for format in table markdown latex html; do
		evaluate --format=$format -m map -m P.1 -m dcg -m R@100 -m utility --ci q r
		assert_equal "$exit_status" 0
		refute grep -q 'nan' stdout
	done
	evaluate --ci -m P.1 --format=csv q r
	assert_equal "$(grep -c ',ci_.*,delta,' stdout)" 2
}

# Both methods are compared with R in tests/core/stats/topics/; here all that counts is that one is used, and at once.
# The logit moves the ends of a mean m with half width h by h^2 (1 - 2 m)/(2 m (1 - m)): 4e-4 for m = .23 and h = .016.
@test "more than 2,000 topics: the interval is analytic, which the method says, and is near that of t" {
	awk 'BEGIN { for (t = 1; t <= 2001; t++) print t, 0, "d", 1 }' >q
	awk 'BEGIN { for (t = 1; t <= 2001; t++) { k = t * 7919 % 8 + 1
		for (i = 1; i <= 3; i++) print t, "Q0", i == k ? "d" : "x" i, i, 9 - i, "r" } }' >r
	evaluate --ci --format=csv -m recip_rank q r
	assert_equal "$(grep -c ',ci_.*,delta,0.95,0,' stdout)" 2
	"$STRAT_EVAL" --ci -m recip_rank q r >found
	"$STRAT_EVAL" --ci=t -m recip_rank q r >t
	paste found t | awk '{ d = $3 - $6; if (d > 5e-4 || d < -5e-4) exit 1 }'
	evaluate --ci=clogit --format=csv -m recip_rank --resamples=100 q r
	assert_equal "$(grep -c ',ci_.*,clogit,0.95,100,' stdout)" 2
	head -2000 q >fewer
	evaluate --ci --format=csv -m recip_rank --resamples=100 fewer r
	assert_equal "$(grep -c ',ci_.*,clogit,0.95,100,' stdout)" 2
}

@test "a bound that is nan has a line that says why, and what to type instead has none" {
	local method
	evaluate --ci -D 0.1 -m map -m P.5 "$tiny/qrels" "$tiny/alpha.run" --quiet-warnings
	assert [ ! -s stderr ]
	evaluate --ci --topic=1 -m map -m P.5 "$tiny/qrels" "$tiny/alpha.run"
	grep -q "^ci_lo_map             ${TAB}all${TAB}   nan$" stdout
	grep -q 'warning: bounds of map and others are missing in 1 mean: one topic does not show how topics vary$' stderr
	for method in t bca percentile slogit clogit delta; do
		evaluate --ci=$method -m map "$tiny/qrels" "$tiny/beta.run"
		assert_equal "$(grep -c '^ci_.*nan$' stdout)" 2
		assert_equal "$(grep "bounds of" stderr)" "strat_eval: warning: bounds of map are missing in 1 mean: $method has none if all topics have the same value; --ci without a name has"
	done
	evaluate --ci -m map "$tiny/qrels" "$tiny/beta.run"
	refute grep -q nan stdout
	evaluate --ci=constant -m map "$tiny/qrels" "$tiny/alpha.run"
	assert_equal "$(grep -c '^ci_.*nan$' stdout)" 2
	grep -q 'constant is for topics that all have the same value; use --ci without a name$' stderr
	for method in slogit clogit delta; do
		evaluate --ci=$method -m utility "$tiny/qrels" "$tiny/alpha.run"
		assert_equal "$(grep -c '^ci_.*nan$' stdout)" 2
		grep -q "bounds of utility are missing in 1 mean: $method needs a lower limit of the values, which the measure lacks, or a topic is below it; --ci=t does not\$" stderr
	done
	evaluate --ci=t -m utility "$tiny/qrels" "$tiny/alpha.run"
	refute grep -q nan stdout
}

# Average precision is 1, 1/2, 0, 0, 0, 0; without topic 2 the sum is 1 and there are five topics.
@test "a mean that rests on one topic is said to, from six topics up" {
	for t in 1 2 3 4 5 6; do
		echo "$t 0 a 1" >>q
		echo "$t Q0 x 1 2 r" >>r
	done
	printf '1 Q0 a 1 3 r\n2 Q0 a 2 1 r\n' >>r
	evaluate --ci=t,clogit -m map q r
	grep -q 'warning: 2 intervals of means rest on one topic, which has more than half of the sum of the scores$' stderr
	evaluate --ci=t -m map -m utility q r
	grep -q 'warning: 1 interval of means rests on one topic, ' stderr
	grep -v '^2' q >five
	evaluate --ci=t -m map five r
	refute grep -q 'rest' stderr
	sed 's/^3 Q0 x 1/3 Q0 a 1/' r >more # 1, 1/2, 1
	evaluate --ci=t -m map q more
	refute grep -q 'rest' stderr
}

@test "estimates from samples keep their own methods, unless a method for means is named" {
	"$STRAT_EVAL" -R table -m est_recall --ci "$table" UW >own
	grep -c ci_lo own | grep -qx 1
	"$STRAT_EVAL" -R table -m est_recall --ci=bb-learnt "$table" UW | cmp - own
	"$STRAT_EVAL" -R table -q -m est_recall --ci=slogit,bb-half "$table" UW >both
	grep -c '^ci_lo_est_recall_slogit' both | grep -qx 1
	grep -c '^ci_lo_est_recall_bb-half' both | grep -qx 5
}

@test "what has no bounds, and what does not go together, is wrong usage" {
	refused 64 '-m ci_lo_num_ret: there are no bounds for num_ret' -m ci_lo_num_ret "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '-m ci_lo_gm_map: there are no bounds for gm_map' -m ci_lo_gm_map "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '-Z cannot be combined with sampled judgments or --ci' --ci -Z "$tiny/qrels" "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '-m ci_lo_map: --tail leaves this bound open' -m ci_lo_map --tail=upper "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '--ci=koopman is for estimates from sampled judgments' --ci=koopman "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '--ci=nothing: not one of bca, clogit, constant, delta, percentile, slogit, t, tango' --ci=nothing "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '--resamples 10: not a whole number from 100 to 100000000' --resamples=10 "$tiny/qrels" "$tiny/alpha.run"
}

@test "every method for means has a manual" {
	for method in percentile bca slogit clogit t delta constant; do
		run "$STRAT_EVAL" -h --ci=$method
		assert_success
		assert_output --partial "--ci=$method - "
	done
}

# 6 of 20 documents were drawn, and the run retrieves two others of a stratum that it cuts: nothing tells their precision.
@test "where no topic has an estimate the mean has none either, and its bounds are all that is possible" {
	{ echo topic,docno,rel,stratum,size; for i in 1 2 3 4 5 6; do echo "1,d$i,$((i % 2)),s,20"; done; } >judged.csv
	printf '1 Q0 %s 1 1 run\n' x1 x2 >run
	evaluate -q -R csv --partial --quiet-warnings --ci -m est_P -m est_F judged.csv run
	assert_equal "$exit_status" 0
	for topic in 1 all; do
		assert_equal "$(awk -v t=$topic '$2 == t && $1 ~ /est_P$/ { print $3 }' stdout | xargs)" 'nan 0.0000 1.0000'
		assert_equal "$(awk -v t=$topic '$2 == t && $1 == "est_F" { print $3 }' stdout)" nan
	done
}

# The posterior of the model (core/stats/learnt_prior/topic_effects.h) by 600,000 steps of Metropolis's algorithm, two chains:
# nothing found among the retrieved .0000 .0058 .0866 (quantiles 2.5, 50, 97.5 %), nothing among the others .34 .864 1.
# Ends may lie further out: there are 5/8 of a document as prior where nothing was found, and an allowance; but not further
# than those of one topic, which says half as much.
@test "a mean over few topics with nothing relevant in one segment is near that of its topics" {
	both() { printf 'topic,stratum,runs,size,sampled,relevant\n'; for t in $1; do printf '%s,a,x,1000,100,%s\n%s,b,-,5000,100,%s\n' $t $2 $t $3; done; }
	is() { awk -v name="$1" -v least="$2" -v most="$3" '$1 == name && $3 >= least && $3 <= most { n++ } END { exit n != 1 }' stdout || fail "$*: $(cat stdout)"; }
	# the end that one topic has; then the mean of two such topics
	two_of() { # END OF-RETRIEVED OF-OTHERS
		both '1' $2 $3 >one
		both '1 2' $2 $3 >two
		evaluate -R table --quiet-warnings -m $1_est_recall one
		end=$(awk '{ print $3 }' stdout)
		evaluate -R table --quiet-warnings --ci -m est_recall two
	}
	two_of ci_hi 0 3
	is est_recall 0.004 0.008
	is ci_lo_est_recall 0 0
	is ci_hi_est_recall 0.0866 "$end"
	two_of ci_lo 3 0
	is est_recall 0.82 0.88
	is ci_lo_est_recall "$end" 0.34
	is ci_hi_est_recall 1 1
	# a run that cuts a stratum, and nothing relevant in any sample: by the same algorithm elusion has the quantiles 0 .026 .264
	{
		echo topic,docno,rel,stratum,size
		for t in 1 2; do for d in 1 2 3 4 5 6; do echo $t,d$d,0,s,60; done; done
	} >judged.csv
	for t in 1 2; do for d in 1 2 3 7 8 9; do echo $t Q0 d$d $d $((10 - d)) run; done; done >run
	evaluate -R csv --quiet-warnings --ci -m est_P -m est_elusion judged.csv run
	for share in P elusion; do
		is est_$share 0.02 0.035
		is ci_hi_est_$share 0.264 0.5
	done
}

@test "what is said of bounds is refused if none are asked for" {
	for option in --tail=lower --level=0.9 --resamples=500; do
		refused 64 "${option%=*} applies to bounds, and there are none: add --ci" $option -m map "$tiny/qrels" "$tiny/alpha.run"
	done
	# with --ci, with a bound as a measure, or as a table, they are asked for
	for ask in '--ci -m map' '-m ci_lo_map' '--format=table -m map'; do
		evaluate --tail=lower --level=0.9 --resamples=500 $ask "$tiny/qrels" "$tiny/alpha.run"
		assert_equal "$ask: $exit_status" "$ask: 0"
	done
	# the defaults, and trec_eval's --level, which is a grade
	for option in --tail=both --level=0.95 --resamples=10000 --level=1; do
		evaluate $option -m map "$tiny/qrels" "$tiny/alpha.run"
		assert_equal "$option: $exit_status" "$option: 0"
	done
}

# One relevant document a topic, at ranks 1, 1 and 2: yaap ln(2/1), ln(2/1) and ln(1.5/1.5) = 0. R: t.test(c(log(2),
# log(2), 0))$conf.int is -.5320 to 1.4562. That they lie between 0 and 1 does not make it a share.
@test "yaap, which is log odds, has an interval without limits" {
	printf '%s 0 a 1\n' 1 2 3 >q
	printf '%s Q0 a 1 3 r\n%s Q0 b 2 2 r\n' 1 1 2 2 >r
	printf '3 Q0 b 1 3 r\n3 Q0 a 2 2 r\n' >>r
	prints --ci -m yaap q r <<-'END'
		yaap all 0.4621
		ci_lo_yaap all -0.5320
		ci_hi_yaap all 1.4562
	END
}
