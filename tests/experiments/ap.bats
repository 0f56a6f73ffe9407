#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often the intervals of statAP and statAP_bc cover.

load ../support/helper

# All relevant documents are retrieved, and all topics have an estimate: the truth of the frame with a
# residual stratum, and of whole rankings, is MAP.
@test "the samples are those of sample --seed, and the figures those of an evaluation" {
	c=$ROOT/qrels-samples/comparison
	cat "$c/plain.run" "$c/stemmed.run" | awk 'NR == FNR { has[$1, $3]; next } ($1, $3) in has' - "$c/qrels" >qrels
	for design in '-M 1000,Max_retrieved_per_topic=all' '-M 12 --below=20,Max_retrieved_per_topic=12 below=20' \
		'-M 1000 --pool-depth=2,Max_retrieved_per_topic=all pool-depth=2'; do
		"$STRAT_EVAL" sample --no-comments --quiet-warnings --size=24 --seed=4 --judged=qrels ${design%%,*} "$c/plain.run" "$c/stemmed.run" |
			sed 's/^\([^,]*,[^,]*\),,/\1,0,/' >sample.csv
		"$STRAT_EVAL" -R csv -c --quiet-warnings --ci --digits=9 -m statAP -m statAP_bc sample.csv "$c/plain.run" "$c/stemmed.run" >evaluated
		"$STRAT_EVAL" -c -m map --digits=9 qrels "$c/plain.run" "$c/stemmed.run" >>evaluated
		experiment ap samples=1 seed=4 picks=24 ${design#*,} \
			qrels "$c/plain.run" "$c/stemmed.run" >simulated
		for run in plain stemmed; do
			for measure in statAP statAP_bc; do
				bias=$(pick bias run=$run measure=$measure <simulated)
				error=$(pick error run=$run measure=$measure <simulated)
				assert_equal "$(pick without run=$run measure=$measure <simulated)" 0.0000
				awk -v run="$run" -v measure="$measure" -v bias="$bias" -v error="$error" '
					$1 == "runid" { id = $3 }
					id == run { x[$1] = $3 }
					function off(a, b) { return !(a - b < 2e-6 && b - a < 2e-6) }
					END {
						half = (x["ci_hi_" measure] - x["ci_lo_" measure]) / 2 / 1.959963984540054
						exit off(bias, x[measure] - x["map"]) || off(error, half)
					}' evaluated || fail "$design: $run $measure $bias $error $(cat evaluated)"
			done
		done
	done
}

@test "the same bytes with 1 and 3 jobs; held-out runs shape nothing" {
	c=$ROOT/qrels-samples/comparison
	for jobs in 1 3; do
		experiment ap picks=5,20 samples=20 jobs=$jobs hold-out=fused "$c/qrels" "$c/plain.run" "$c/stemmed.run" "$c/fused.run" | sed 1d >jobs.$jobs
	done
	cmp jobs.1 jobs.3
	assert_equal "$(pick run,group <jobs.1 | sort | uniq -c | tr -s ' ' | tr '\n' ';')" ' 4 fused,held-out; 4 plain,shaping; 4 stemmed,shaping;'
	experiment ap picks=20 samples=20 "$c/qrels" "$c/plain.run" "$c/stemmed.run" | grep '^plain' >without
	grep '^plain,shaping,[a-zA-Z_]*,20,' jobs.1 | cmp - without
	experiment_refuses 64 'below draws below Max_retrieved_per_topic=N, not below all' ap below=3 Max_retrieved_per_topic=all q a b
}

# The figures are those of a harness that shares the jackknife with the program, but not the rest, 1000 samples: statAP_bc of uic0301 with 100 picks from the whole
# rankings of four runs has the bias .0099, the deviation .0251 and the coverage .955. Four standard errors
# of 60 samples and of those.
@test "on the TREC 2003 Robust track, intervals of statAP_bc cover as they were measured elsewhere" {
	only_with_test_all
	need_data robust03
	r=$DATA/robust03
	run experiment ap picks=100 Max_retrieved_per_topic=all samples=60 \
		"$r/qrels.robust03.gz" "$r"/input.{UIUC03Rd1,humR03dc,rutcor03100,uic0301}.gz
	assert_success
	near "$(echo "$output" | pick bias run=uic0301 measure=statAP_bc)" 0.0099 0.0135
	near "$(echo "$output" | pick sd run=uic0301 measure=statAP_bc)" 0.0251 0.0095
	near "$(echo "$output" | pick coverage run=uic0301 measure=statAP_bc)" 0.955 0.11
}
