#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval plan pilot: how many judgments a comparison takes, from a pilot study.

load ../../../support/helper
load ../../../support/plan

# tests/support/pilot.pl writes the paper's sums out; all topics together are drawn in one way only.
@test "the judgments that a pilot study takes are those of the paper's sums written out" {
	make_pilot
	for probability in 0.5 0.3; do
		run pilot qrels a.run b.run --resamples=3 --prob-rel=$probability --format=csv
		assert_success
		csv=$output
		set -- $(perl "$ROOT/tests/support/pilot.pl" $probability qrels a.run b.run 0.55 0.6 0.65 0.7 0.75 0.8 0.85 0.9 0.95 0.99 | cut -d' ' -f2)
		[ $# = 10 ]
		got=$(echo "$csv" | pick judgments topics=5 | sed 's/\.000$//')
		[ "$(echo $got)" = "$*" ] || fail "$got is not $*"
		[ "$(echo "$csv" | pick reached topics=5 | sort -u)" = 3 ]
	done
}

# R: glm(judgments ~ log(certainty) + log(topics), family = poisson) on the observations, which are the means
# where every resample gives the same: two topics that are copies of one another.
@test "the model of a pilot study is the Poisson regression of R" {
	make_pilot
	for file in qrels a.run b.run; do
		grep '^1 ' $file > one.$file
		sed 's/^1 /2 /' one.$file >> one.$file
	done
	run pilot one.qrels one.a.run one.b.run --resamples=2 --format=csv
	assert_success
	[ "$(echo "$output" | pick reached | sort -u)" = 2 ]
	csv=$output
	# normal equations of the fit (80 values with three digits): residuals are orthogonal to 1, log certainty and log topics
	echo "$csv" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ r = $at["judgments"] - $at["fitted"]; s += r; c += r * log($at["certainty"]); t += r * log($at["topics"]); n++ }
		END { if (!(n == 80 && s * s < 1e-3 && c * c < 1e-3 && t * t < 1e-3)) { print s, c, t; exit 1 } }'
}

@test "a pilot study is followed by the plan that plan topics makes of its model" {
	make_pilot
	run pilot qrels a.run b.run --topics=25 --effect=0.5 --topic-cost=3 --resamples=3 --format=csv
	assert_success
	gamma=$(echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["gamma_0"] "," $at["gamma_1"] "," $at["gamma_2"]; exit }')
	pilot_cost=$(echo "$output" | pick cost certainty_is=given)
	run topics --topics=25 --effect=0.5 --topic-cost=3 --gamma="$gamma" --certainty=1 --format=csv
	assert_success
	near "$(echo "$output" | pick cost)" "$pilot_cost" 0.01
	run pilot qrels a.run b.run --topics=25 --effect=0.5 --resamples=3
	assert_success
	assert_line --index 0 --partial "5 topics, 1 pair of runs"
	assert_line --index 1 --partial "judgments for n topics at certainty x: exp("
}

@test "a pilot study gives the same bytes with any number of jobs, others with another seed" {
	make_pilot
	tac a.run | awk '{ $5 = NR; print }' > c.run
	for jobs in 1 2 4; do
		pilot qrels a.run b.run c.run --resamples=5 --jobs=$jobs > "jobs.$jobs"
	done
	cmp jobs.1 jobs.2
	cmp jobs.1 jobs.4
	grep -q "3 pairs of runs" jobs.1
	run cmp jobs.1 <(pilot qrels a.run b.run c.run --resamples=5 --seed=2)
	assert_failure
}

@test "-M and --pool-depth: rankings end where the pools do, unless they are told not to" {
	make_pilot
	head=$(awk '{ if (n[$1]++ < 4) print }' a.run)
	echo "$head" > short_a.run
	awk '{ if (n[$1]++ < 4) print }' b.run > short_b.run
	pilot qrels short_a.run short_b.run --resamples=4 > short
	pilot qrels a.run b.run --pool-depth=4 --resamples=4 | cmp short -
	run cmp short <(pilot qrels a.run b.run --pool-depth=4 -M 20 --resamples=4)
	assert_failure
}

@test "unjudged documents in the pools and topics that a run lacks are warned of" {
	make_pilot
	grep -v '^1 0 d[1-9] ' qrels > fewer
	run --separate-stderr pilot fewer a.run b.run --resamples=2
	assert_success
	[[ $stderr =~ documents\ in\ the\ pools\ were\ not\ judged ]]
	grep -v '^3 ' a.run > lacks.run
	run --separate-stderr pilot qrels lacks.run b.run --resamples=2
	assert_success
	[[ $stderr =~ "1 judged topic that not all runs have is left out" ]]
	assert_line --index 0 --partial "4 topics"
	run --separate-stderr pilot qrels lacks.run b.run --resamples=2 --quiet-warnings
	[ -z "$stderr" ]
}

@test "a pilot study that cannot be one is refused, with the file" {
	make_pilot
	grep '^1 ' a.run > one.run
	run pilot qrels one.run b.run
	assert_failure 1
	assert_output --partial "qrels: a pilot study needs two topics at least, and all runs have 1"
	run pilot qrels a.run missing.run
	assert_failure 2
	assert_output --partial missing.run
	{ cat a.run; head -1 a.run; } > twice.run
	run pilot qrels twice.run b.run
	assert_failure 1
	assert_output --partial twice.run
	# identical runs never become certain
	run pilot qrels a.run a.run
	assert_failure 1
	assert_output --partial "none of the certainties is ever reached"
	run pilot -R probs qrels a.run b.run
	assert_failure 64
	assert_output --partial "pools that were judged completely"
	run pilot -R prefs qrels a.run b.run
	assert_failure 64
}

@test "the fit of a pilot study is drawn beside what was observed" {
	make_pilot
	pilot qrels a.run b.run --resamples=3 --plot=pilot.svg > table
	grep -q '</svg>' pilot.svg
	grep -q '5 topics' pilot.svg
}

@test "wrong options of plan pilot exit with 64 and print nothing" {
	make_pilot
	for wrong in '-l x' '-M 0' --pool-depth=0 --prob-rel=0 --prob-rel=1 --reach=0.6 --sizes=2 \
		--resamples=0 --seed=-1 --jobs=0 --topics=5 '--alpha=0.05' --normal --topic-cost=5 --certainty=0.9 --format=trec --gamma=1,2,3 \
		--nonsense '-R nonsense' '-T nonsense'; do
		run --separate-stderr pilot qrels a.run b.run $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	for files in '' qrels 'qrels a.run' '- - b.run'; do
		run pilot $files
		assert_failure 64
	done
}
