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

# Both topics of beta have an average precision of 1.
@test "all scores equal, or one topic: nan with a warning, never an interval without width" {
	evaluate --ci -m map "$tiny/qrels" "$tiny/beta.run"
	assert_equal "$exit_status" 0
	grep -q 'warning: 1 interval of means is nan: there is one topic, all have one score' stderr
	grep -q "^ci_lo_map             ${TAB}all${TAB}   nan$" stdout
	grep -q "^ci_hi_map             ${TAB}all${TAB}   nan$" stdout
	evaluate --ci -D 0.1 -m map "$tiny/qrels" "$tiny/alpha.run"
	grep -q "^ci_lo_map             ${TAB}all${TAB}   nan$" stdout
	evaluate --ci --quiet-warnings -m map "$tiny/qrels" "$tiny/alpha.run" -D 0.1
	[ ! -s stderr ]
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

@test "scores outside 0 and 1 have no logit: nan with a warning, and t still answers" {
	evaluate --ci=slogit,t -m utility "$tiny/qrels" "$tiny/alpha.run"
	grep -q "^ci_lo_utility_slogit  ${TAB}all${TAB}   nan$" stdout
	grep -q 'lie outside the method' stderr
	refute grep -q "^ci_lo_utility_t .*nan$" stdout
}

@test "estimates from samples keep their own methods, unless a method for means is named" {
	"$STRAT_EVAL" -R table -m est_recall --ci "$table" UW >own
	grep -c ci_lo own | grep -qx 1
	"$STRAT_EVAL" -R table -m est_recall --ci=bb-learnt "$table" UW | cmp - own
	"$STRAT_EVAL" -R table -q -m est_recall --ci=slogit,bb-shared "$table" UW >both
	grep -c '^ci_lo_est_recall_slogit' both | grep -qx 1
	grep -c '^ci_lo_est_recall_bb-shared' both | grep -qx 5
}

@test "what has no bounds, and what does not go together, is wrong usage" {
	refused 64 '-m ci_lo_num_ret: there are no bounds for num_ret' -m ci_lo_num_ret "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '-m ci_lo_gm_map: there are no bounds for gm_map' -m ci_lo_gm_map "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '-Z goes with neither sampled judgments nor --ci' --ci -Z "$tiny/qrels" "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '-m ci_lo_map: --tail leaves this bound open' -m ci_lo_map --tail=upper "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '--ci=koopman is for estimates from sampled judgments' --ci=koopman "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '--ci=nothing: no such method (-h lists them)' --ci=nothing "$tiny/qrels" "$tiny/alpha.run"
	refused 64 '--resamples 10: not a whole number from 100 to 100000000' --resamples=10 "$tiny/qrels" "$tiny/alpha.run"
}

@test "every method for means has a manual" {
	for method in percentile bca slogit clogit t; do
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

@test "what is said of bounds is refused if none are asked for" {
	for option in --tail=lower --level=0.9 --resamples=500; do
		refused 64 "${option%=*} is about bounds, and none are asked for: add --ci" $option -m map "$tiny/qrels" "$tiny/alpha.run"
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
