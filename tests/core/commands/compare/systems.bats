#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Several seeds or folds of a system: --system-of.

load ../../../support/helper

# Reciprocal ranks by hand, topics 1 to 5.
# X: seeds 1, 1/2, 1, 1/2, 1/4 (mean .65) and 1/2, 1/2, 1, 1/4, 1/4 (.5); averaged .75, .5, 1, .375, .25,
#    mean .575; standard deviation of the seeds' means .15/sqrt(2) = .1061.
# Y: seeds 1/2, 1/2, 1/4, 1/4, 1/5 and 1/4, 1/2, 1/4, 1/2, 1/5 (both .34); averaged .375, .5, .25, .375, .2.
# X - Y: .375, 0, .75, 0, .05, mean .235; deviations squared sum up to .4295, so t = .235/.146543 =
#    1.6036 with 4 degrees of freedom; R: 2*pt(-1.603627, 4) = .1841, qt(.975, 4) = 2.776445.
# F: folds 1, 1/2 (topics 1 and 2) and 1, 1/4, 1/4 (topics 3 to 5): mean .6.
files()
{
	for topic in 1 2 3 4 5; do echo "$topic 0 r 1"; done >q
	ranked x1 1 2 1 2 4 >x1
	ranked x2 2 2 1 4 4 >x2
	ranked y 2 2 4 4 5 >y.first
	ranked y 4 2 4 2 5 >y.second
	ranked f1 1 2 >f1
	ranked f2 0 0 1 4 4 >f2
	# two runs that have one name are told apart by their files
	printf '%s\n' run,system x1,X x2,X y.first,Y y.second,Y f1,F f2,F >systems
}

@test "seeds are averaged by topic, their spread is shown, and tests are about systems" {
	files
	head -5 systems >four
	evaluate compare --format=trec --test=t -m recip_rank --system-of=four q x1 x2 y.first y.second
	[ "$exit_status" = 0 ]
	[ ! -s stderr ]
	while read -r name value; do
		printf '%-22s\tall\t%s\n' "$name" "$value"
	done >expected <<-'END'
		system X
		runs_recip_rank 2
		mean_recip_rank 0.5750
		sd_runs_recip_rank 0.1061
		min_runs_recip_rank 0.5000
		max_runs_recip_rank 0.6500
		system Y
		runs_recip_rank 2
		mean_recip_rank 0.3400
		sd_runs_recip_rank 0.0000
		min_runs_recip_rank 0.3400
		max_runs_recip_rank 0.3400
		run_a X
		run_b Y
		topics_recip_rank 5
		a_recip_rank 0.5750
		b_recip_rank 0.3400
		diff_recip_rank 0.2350
		ci_lo_diff_recip_rank -0.1719
		ci_hi_diff_recip_rank 0.6419
		p_t_recip_rank 0.1841
	END
	grep -Ev 'effect|pct|wins|ties|losses|p_less|p_adj' stdout >actual
	run diff expected actual
	assert_success
}

@test "folds become whole: the value of a topic is that of the run that has it" {
	files
	evaluate compare --format=trec -m recip_rank --system-of=systems q x1 x2 f1 f2 y.first y.second
	[ "$exit_status" = 0 ]
	grep -A2 -P '^system\s+all\tF$' stdout | grep -P '^mean_recip_rank +\tall\t0.6000$'
	evaluate compare -c --format=trec -m recip_rank --system-of=systems q x1 x2 f1 f2
	[ "$exit_status" = 64 ]
	[ ! -s stdout ]
	grep -Fq "the 2 runs of system 'F' have 5 topics together, as folds have" stderr
}

# Seed 1 has topics 1 to 5, seed 2 only 1 and 2: topics 3 to 5 are those of seed 1.
@test "topics that only some runs of a system have are warned of" {
	files
	ranked x2 2 2 >x2
	evaluate compare --format=trec -m recip_rank --system-of=systems q x1 x2 y.first y.second
	grep -Fq 'system X: topics for which only some of its runs have a value: 3' stderr
	# .75, .5, 1, .5, .25
	grep -m1 -P '^mean_recip_rank +\tall\t0.6000$' stdout
}

@test "a system of one run has no standard deviation, and is that run" {
	files
	printf '%s\n' run,system x1,A x2,B >single
	evaluate compare --format=trec -m recip_rank --system-of=single q x1 x2
	grep -v -e ^system -e '^[a-z]*_runs_' -e ^runs_ -e ^mean_ -e ^run_ stdout >actual
	grep -Pq '^sd_runs_recip_rank *\tall\t *nan' stdout
	evaluate compare --format=trec -m recip_rank q x1 x2
	grep -v -e ^run_ stdout >expected
	run diff expected actual
	assert_success
}

@test "scores and matrices have systems too" {
	files
	printf '%s\n' topic,x1,x2,y1,y2 1,1,.5,.5,.25 2,.5,.5,.5,.5 3,1,1,.25,.25 4,.5,.25,.25,.5 5,.25,.25,.2,.2 >matrix
	printf '%s\n' run,system x1,X x2,X y1,Y y2,Y >four
	evaluate compare --format=trec --matrix=matrix --system-of=four
	grep -Pq '^diff_score *\tall\t0.2350' stdout
	for run in x1 x2 y.first y.second; do
		"$STRAT_EVAL" -q -n -m recip_rank q $run >$run.scores
	done
	printf '%s\n' run,system x1.scores,X x2.scores,X y.first.scores,Y y.second.scores,Y >four
	evaluate compare --format=trec --scores -m recip_rank --system-of=four {x1,x2,y.first,y.second}.scores
	grep -Pq '^diff_recip_rank *\tall\t0.2350' stdout
	grep -Pq '^sd_runs_recip_rank *\tall\t0.1061' stdout
}

@test "tables, LaTeX, Markdown and pages show the spread" {
	files
	evaluate compare --system-of=systems -m recip_rank --quiet-warnings q x1 x2 y.first y.second
	head -3 stdout >actual
	cat >expected <<-'END'
		system   runs recip_rank        sd    lowest   highest
		X           2    0.5750    0.1061    0.5000    0.6500
		Y           2    0.3400    0.0000    0.3400    0.3400
	END
	run diff expected actual
	assert_success
	evaluate compare --format=latex --system-of=systems -m recip_rank --quiet-warnings q x1 x2 y.first y.second
	grep -Fq '\textbf{0.5750} $\pm$ 0.1061' stdout
	evaluate compare --format=markdown --system-of=systems -m recip_rank --quiet-warnings q x1 x2 y.first y.second
	grep -Fq '**0.5750** ± 0.1061' stdout
	evaluate compare --format=html --system-of=systems -m recip_rank --quiet-warnings q x1 x2 y.first y.second
	grep -Fq 'sd of runs' stdout
	grep -Fq 0.1061 stdout
}

@test "what is wrong with a file of systems is said" {
	files
	refused()
	{
		local status=$1 message=$2
		shift 2
		evaluate compare -m recip_rank --system-of="$@"
		[ "$exit_status" = "$status" ]
		[ ! -s stdout ]
		grep -Fq -e "$message" stderr || { cat stderr; return 1; }
	}
	ranked z 1 1 1 1 1 >z.run
	refused 1 "systems: no system of run 'z' (file z.run): each run has a row" systems q x1 x2 y.first z.run
	refused 64 "all runs are of one system, 'X'" systems q x1 x2
	printf '%s\n' run,system x1,X x2,X x1,Y >twice
	refused 1 "twice:4: run 'x1' is listed twice, first in line 2: it belongs to one system" twice q x1 x2
	printf '%s\n' run,team x1,X >other
	refused 1 "other:1: no column 'system' in the header 'run,team'" other q x1 x2
	refused 64 '-m prob_gt is about the documents of two runs' systems -m prob_gt q x1 y.first
	refused 64 "--baseline=x1: none of the runs has this name or file: X, Y" systems --baseline=x1 q x1 x2 y.first
	evaluate compare --system-of=systems --wins=3,4
	[ "$exit_status" = 64 ]
	evaluate compare -m recip_rank --system-of=systems q x1 y.first
	# rows of F, of which no run is given, are no matter
	grep -Fq 'systems: runs of the systems that are not given: 2 (such as x2 of system X): the means of systems are without them' stderr
}
