#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The experiments power, confidence and study (Carterette & Smucker 2007), and skew (Park 2011, section 3).

load ../support/helper

# A wins nine of ten topics: h = 2*.9 - 1 = .8. Nine wins, or eight of nine, are significant at .05
# (P(S >= 8 of 9) = 10/512), so nine topics always are. Of five all must be won (1/32), which a
# sample without the lost topic does: C(9,5)/C(10,5) = 1/2. Four are never enough (1/16).
nine_of_ten() {
	echo topic,A,B
	for i in 1 2 3 4 5 6 7 8 9; do echo "$i,0.5,0.4"; done
	echo 10,0.1,0.2
}

@test "observed power of one pair, by hand" {
	nine_of_ten > m.csv
	run experiment power matrix=m.csv sizes=4,5,9 effects=0.8 samples=10000
	assert_success
	assert_equal "$(echo "$output" | pick pairs,observed,deviation n=9)" 1,1.000000,0.000000
	assert_equal "$(echo "$output" | pick observed n=4)" 0.000000
	near "$(echo "$output" | pick observed n=5)" 0.5 0.015 # 3 standard errors
	near "$(echo "$output" | pick deviation n=5)" 0.5 0.01
	# theory: .9^5, and P(S >= 8 of 9) = .9^9 + 9 .9^8 .1
	near "$(echo "$output" | pick predicted n=5)" 0.59049 1e-6
	near "$(echo "$output" | pick predicted n=9)" 0.774841 1e-6
}

@test "the worse system may come first, ties are dropped, and a pair without the effect does not count" {
	printf 't,A,B,C\n1,0.1,0.5,0.5\n2,0.1,0.5,0.5\n3,0.1,0.5,0.5\n4,0.1,0.5,0.1\n5,0.1,0.5,0.1\n6,0.1,0.5,0.1\n' > m.csv
	# B and C against A: h = 1, C with three topics of six; B against C: h = 1 too
	run experiment power matrix=m.csv sizes=6 effects=1,0.5 samples=3
	assert_success
	assert_equal "$(echo "$output" | pick pairs,observed effect=1)" "3,$(awk 'BEGIN { printf "%.6f", 1 / 3 }')"
	assert_equal "$(echo "$output" | pick pairs,observed effect=0.5)" 0,
}

@test "Table 2: observed power is near the predicted one, and both are near the paper's" {
	data=$STRAT_EVAL_DATA/robust04/ap.csv
	need_data robust04
	run experiment power matrix="$data"
	assert_success
	# n, h, the paper's two; its observed powers have errors of .015 to .1
	while read -r n h predicted observed; do
		near "$(echo "$output" | pick predicted n="$n" effect="$h")" "$predicted" 0.005
		near "$(echo "$output" | pick observed n="$n" effect="$h")" "$observed" 0.06
	done <<-END
		25 0.25 0.222 0.246
		25 0.35 0.408 0.445
		25 0.5 0.727 0.780
		50 0.25 0.478 0.515
		50 0.35 0.753 0.816
		50 0.5 0.971 0.993
		100 0.25 0.795 0.850
		100 0.35 0.971 0.990
		100 0.5 1.000 1.000
	END
}

# Two topics, in both of which d1 is relevant; A has it first, B second. The pool of depth 1 has both
# documents, so that all is known at once.
easy() {
	for t in 1 2; do
		printf '%s 0 d1 1\n%s 0 d2 0\n' $t $t >&3
		printf '%s Q0 d1 1 2 A\n%s Q0 d2 2 1 A\n' $t $t >&4
		printf '%s Q0 d2 1 2 B\n%s Q0 d1 2 1 B\n' $t $t >&5
	done 3>qrels 4>a.run 5>b.run
}

@test "confidence of two topics that one pool decides, by hand" {
	easy
	run experiment confidence qrels a.run b.run
	assert_success
	# two depths, both certain
	assert_equal "$(echo "$output" | pick observations,confidence,right,topics_right to=1.00)" 2,1.000000,1.000000,1.000000
	assert_equal "$(echo "$output" | pick observations to=0.95)" 0
	# the order of the runs turns the sign, which is right again
	run experiment confidence sizes=2,3 samples=4 qrels b.run a.run
	assert_success
	assert_equal "$(echo "$output" | pick observations,right to=1.00)" 16,1.000000
}

# n' = 2/(2*.68 - 1)^2 = 15.4: 16 topics with two documents each. All signs are right, so that 16 of
# 16 are seen: the effect is 1 where eq 2 expects .36, and significant. Two topics never are.
@test "a study at a given certainty, by hand" {
	easy
	run experiment study sizes=2 certainty=0.68 samples=5 qrels a.run b.run
	assert_success
	assert_equal "$(echo "$output" | pick studies,effect,topics,adjusted,observed from=0.9)" 5,1.000000,16.000,0.360000,1.000000
	assert_equal "$(echo "$output" | pick predicted_power,power,judgments,median,complete,pool,reached from=0.0)" \
		0.000000,1.000000,32.000,32.000,4.000,4.000,1.000000
	assert_equal "$(echo "$output" | pick predicted,pilot,correlation from=0.0)" ,,
}

@test "studies that a pilot plans: the same for any number of threads, and pilots are set apart" {
	qrels=$ROOT/qrels-samples/comparison
	files=("$qrels/qrels" "$qrels/plain.run" "$qrels/stemmed.run")
	experiment study pilot=4 samples=20 jobs=1 "${files[@]}" 2>/dev/null | sed 1d >one
	experiment study pilot=4 samples=20 jobs=2 "${files[@]}" 2>/dev/null | sed 1d | cmp - one
	[ "$(wc -l <one)" -gt 1 ]
	# topics that cost much make studies of few topics, judged nearly completely
	run --separate-stderr experiment study pilot=4 samples=20 topic-cost=1000 "${files[@]}"
	assert_success
	assert_equal "$(echo "$output" | pick certainty,topics from=0.0 to=1.0)" 1.000000,25.000
	easy
	experiment_refuses 1 '2 topics: none is left beside a pilot of 2' study pilot=2 qrels a.run b.run
}

# 0 0 0 1: mean 1/4, m2 = 3/16, m3 = 3/32, skew = (3/32)/(3/16)^1.5 = 1.1547; all four are the mean.
@test "skew and bias of systems, by hand" {
	printf 't,X,Y\n1,0,0\n2,0,0\n3,0,1\n4,1,1\n' > four.csv
	run experiment skew matrix=four.csv sizes=2,4 samples=6000
	assert_success
	assert_equal "$(echo "$output" | pick topics,mean,sd,skew,bias,se_bias system=X n=4)" \
		4,0.250000,0.500000,1.154701,0.000000,0.000000
	assert_equal "$(echo "$output" | pick skew system=Y n=4)" 0.000000
	# the mean of two is 0 or 1/2, each half of the time: standard error 1/4/sqrt(6000)
	near "$(echo "$output" | pick se_bias system=X n=2)" 0.003227 0.00003
	near "$(echo "$output" | pick bias system=X n=2)" 0 0.0097
}

# R: x <- read.csv("ap.csv")[-1]; s <- sapply(x, function(v) { d <- v - mean(v);
# mean(d^3)/mean(d^2)^1.5 }); min(s), median(s), max(s)
@test "Park's Figure 2: all systems are positively skewed" {
	data=$STRAT_EVAL_DATA/robust04/ap.csv
	need_data robust04
	experiment skew sizes=5 samples=10 matrix="$data" > out
	pick skew < out | sort -g > skew
	near "$(head -1 skew)" 0.4509324407 1e-5
	near "$(tail -1 skew)" 2.7042038512 1e-5
}

@test "pictures have their titles, and no picture is left half" {
	nine_of_ten > m.csv
	easy
	experiment power matrix=m.csv sizes=5,9 effects=0.8 samples=10 plot=p.svg >/dev/null
	grep -q 'Power of the sign test' p.svg
	experiment skew matrix=m.csv sizes=5 samples=10 plot=s.svg >/dev/null
	for title in 'Bias of sample means' 'Skew of systems' 'greatest skew (B)'; do grep -q "$title" s.svg; done
	experiment confidence plot=c.svg qrels a.run b.run >/dev/null
	grep -q 'How often the sign of a difference is right' c.svg
	experiment study sizes=2 certainty=0.68 samples=5 plot=t.svg qrels a.run b.run >/dev/null
	grep -q 'Adjusted effect size' t.svg
	experiment_refuses 64 '--plot=p.txt: the name must end in .svg, .png or .pdf' study plot=p.txt qrels a.run b.run
}

@test "what is missing or wrong is refused" {
	nine_of_ten > m.csv
	easy
	for name in power skew; do experiment_refuses 64 'the scores are missing (matrix=FILE)' $name; done
	for name in study confidence; do experiment_refuses 64 'judgments and two runs or more are needed' $name q a; done
	experiment_refuses 64 '--sizes=2,3: not a whole number from 2 to 1000000' study sizes=2,3 q a b
	experiment_refuses 1 'm.csv: 11 topics cannot be drawn from 10' power matrix=m.csv sizes=11
	printf 't,A\n1,0.5\n2,0.6\n' > one.csv
	experiment_refuses 1 'one.csv: the power of a test needs two systems or more' power matrix=one.csv sizes=2
}
