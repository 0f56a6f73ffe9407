#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The experiment stopping: how often stopping rules end a review too early.

load ../support/helper

# The share is at most alpha and two of its standard errors.
kept() # MISSED,COVERED ALPHA SAMPLES
{
	IFS=, read -r missed covered <<<"$1"
	near "$missed" "$(awk -v c="$covered" 'BEGIN { print 1 - c }')" 2e-6
	awk -v m="$missed" -v a="$2" -v n="$3" 'BEGIN { exit !(m <= a + 2 * sqrt(a * (1 - a) / n)) }' ||
		fail "$1 is more than $2"
}

@test "rules with a guarantee miss in at most 5 % of urns with 0.1 to 10 % relevant, however early the ranking ends" {
	only_with_test_all
	local n=$(cases 1000 100)
	for options in 'ranked=0.3 target=0.9' 'ranked=0.1 target=0.7' 'ranked=0 target=0.5 control=2000'; do
		run experiment stopping Number_docs_in_coll=4000 samples="$n" prevalence=0.001,0.01,0.1 $options
		assert_success
		lines=$(echo "$output" | pick below,coverage guarantee=yes)
		assert_equal "$(echo "$lines" | wc -l)" 9 # 3 rules, 3 urns
		for line in $lines; do kept "$line" 0.05 "$n"; done
	done
	# and the check can fail: the others miss
	worst=$(echo "$output" | pick below rule=budget | sort -g | tail -1)
	rising 0.2 "$worst"
}

# All is relevant in the first three of ten documents, so budget and recall are known.
@test "what a rule of budget finds, by hand" {
	printf '1 0 d%d 1\n' 1 2 3 > qrels
	for i in 1 2 3 4 5 6 7 8 9 10; do echo "1 Q0 d$i $i $((20 - i)) r"; done > run
	run experiment stopping control=0 ranked=1 batch=1 budget=0.2 target=0.5 samples=5 qrels run
	assert_success
	assert_equal "$(echo "$output" | pick source,collection,truths,samples,offered,coverage,below,least,stopped,recall,cost rule=budget)" \
		r,10,1,5,1.000000,1.000000,0.000000,1.000000,1.000000,0.666667,0.200000
	run experiment stopping control=0 ranked=1 batch=1 budget=0.2 target=0.7 samples=5 qrels run
	assert_equal "$(echo "$output" | pick coverage,coverage_se,below,above,least rule=budget)" 0.000000,0.000000,1.000000,0.000000,0.000000
	# 20 documents, so four are judged; one more relevant document, not ranked
	echo '1 0 d99 1' >> qrels
	run experiment stopping Number_docs_in_coll=20 control=0 ranked=1 batch=1 budget=0.2 samples=5 qrels run
	assert_equal "$(echo "$output" | pick recall,cost,prevalence rule=budget)" 0.750000,0.200000,0.2
}

# Two topics of ten documents, of which the first five are judged: all three relevant ones are found in the first topic and two of four in the
# second. With a target of .7 one topic of two is covered, always: the standard error with these topics is 0.
@test "two topics are counted together, and the worse one is named" {
	printf '%s\n' '1 0 d1 1' '1 0 d2 1' '1 0 d3 1' '2 0 d1 1' '2 0 d2 1' '2 0 d8 1' '2 0 d9 1' >qrels
	for t in 1 2; do for i in 1 2 3 4 5 6 7 8 9 10; do echo "$t Q0 d$i $i $((20 - i)) r"; done; done >run
	run experiment stopping control=0 ranked=1 batch=1 budget=0.5 target=0.7 samples=5 qrels run
	assert_success
	assert_equal "$(echo "$output" | pick truths,samples,coverage,coverage_se,below,least,recall,cost,prevalence rule=budget)" \
		2,10,0.500000,0.000000,0.500000,0.000000,0.750000,0.500000,0.35
}

@test "the answer depends on the seed and not on the number of threads" {
	for jobs in 1 3; do
		experiment stopping Number_docs_in_coll=1000 samples=20 seed=7 jobs=$jobs | sed 1d > "jobs$jobs"
	done
	cmp jobs1 jobs3
	experiment stopping Number_docs_in_coll=1000 samples=20 seed=8 | sed 1d > other
	refute cmp -s jobs1 other
}

@test "rankings of the TREC Robust track: guaranteed rules keep their level in every topic together" {
	need_data robust03
	run experiment stopping samples=$(cases 100 4) control=200 tail-size=100 target=0.8 \
		"$DATA/robust03/qrels.robust03.gz" "$DATA/robust03/input.pircRBa1.gz"
	assert_success
	for rule in anytime qbcb tail-once; do
		IFS=, read -r missed truths <<<"$(echo "$output" | pick below,truths rule=$rule)"
		assert_equal "$truths" 100
		rising -1 "$missed" 0.05
	done
	rising 0.2 "$(echo "$output" | pick below rule=batch-precision)"
}

@test "what does not go together is refused" {
	experiment_refuses 64 'judgments and a run are needed, or no files' stopping q
	experiment_refuses 64 '--prevalence is for urns, and there are files' stopping prevalence=0.1 q r
	experiment_refuses 1 '--control=2000: more than the 1000 documents of a collection' stopping Number_docs_in_coll=1000 control=2000
	seq 12 | sed 's/.*/1 0 d& 1/' > q
	seq 12 | sed 's/.*/1 Q0 d& 0 & mine/' > r
	experiment_refuses 1 '-N 11: topic 1 of mine has 12 documents, ranked or relevant' stopping Number_docs_in_coll=11 samples=5 q r
}
