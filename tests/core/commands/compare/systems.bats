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
	evaluate compare --format=trec --scores=matrix --system-of=four
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
	grep -Fq 'systems: runs of the systems that are not given: 2 (such as x2 of system X): the means of systems leave them out' stderr
}

# Three seeds of two systems on eight topics: the scores and R's analysis of variance of
# tests/core/stats/topics/test_crossed_seeds.c, where p = .502421640278; t.test of the means has .311898248983.
seeds_matrix()
{
	awk 'BEGIN { print "topic,A1,A2,A3,B1,B2,B3"; for (t = 1; t <= 8; t++) { printf "%d", t
		for (g = 1; g <= 2; g++) for (s = 1; s <= 3; s++)
			printf ",%.17g", .4 + sin(t * 1.7) / 5 + sin(t * g * .9) / 20 + .03 * sin(s * 2.1 + g) + sin(t * s * 1.3 + g) / 40 + .02 * g
		print "" } }' >seeds.csv
	printf '%s\n' run,system A1,A A2,A A3,A B1,B B2,B B3,B >systems.csv
}

@test "three seeds or more: a test that counts them as random, and sentences that say for which runs" {
	seeds_matrix
	"$STRAT_EVAL" compare --test=t --scores=seeds.csv --system-of=systems.csv --format=csv >csv
	near "$(awk -F, '$4 == "p_seeds_score" { print $5 }' csv)" 0.502421640278 1e-9
	near "$(awk -F, '$4 == "p_adj_score" { print $5 }' csv)" 0.502421640278 1e-9
	near "$(awk -F, '$4 == "p_t_score" { print $5 }' csv)" 0.311898248983 1e-9
	# the interval is around the difference, and p is the least error at which it leaves 0 out
	awk -F, '$4 == "diff_score" { d = $5 } $4 == "ci_lo_diff_score" { lo = $5; how = $6 } $4 == "ci_hi_diff_score" { hi = $5 }
		END { off = (lo + hi) / 2 - d; exit !(off * off < 1e-20 && lo < 0 && hi > 0 && how == "topics-and-seeds") }' csv
	level=$(awk 'BEGIN { printf "%.12f", 1 - 0.502421640278 }')
	"$STRAT_EVAL" compare --test=t --scores=seeds.csv --system-of=systems.csv --level="$level" --format=csv >level
	awk -F, '$4 ~ /^ci_..._diff_score$/ || $4 ~ /^ci_.._diff_score$/ { if ($5 * $5 < 1e-16) n++ } END { exit n != 1 }' level
	"$STRAT_EVAL" compare --test=t --scores=seeds.csv --system-of=systems.csv >table
	grep -Eqx 'p, topics and seeds +0\.5024' table
	tr '\n' ' ' <table |
		grep -Fq 'not statistically significant at the 0.05 level (t test that counts topics and seeds as random, two-sided, p = 0.5024).'
	# these runs alone
	"$STRAT_EVAL" compare --test=t --scores=seeds.csv --system-of=systems.csv --run-scope=these >table
	tr '\n' ' ' <table | grep -Fq 'not statistically significant at the 0.05 level for these runs (t test, two-sided, p = 0.3119).'
	# three systems: C is far from both; p is adjusted for three pairs
	awk -F, -v OFS=, 'NR == 1 { print $0, "C1,C2,C3"; next } { print $0, $2 + .2 + sin($1) / 30, $3 + .22 + sin(3 * $1) / 30, $4 + .21 + cos($1) / 30 }' seeds.csv >three.csv
	printf '%s\n' C1,C C2,C C3,C | cat systems.csv - >three.systems
	"$STRAT_EVAL" compare --test=t --scores=three.csv --system-of=three.systems >table
	tr '\n' ' ' <table | grep -Fq '2 differ significantly in mean score (t test that counts topics and seeds as random, two-sided,'
	grep -qx 'claims are about the systems: topics and seeds count as random (--run-scope=these: about these runs)' table
	"$STRAT_EVAL" compare --test=t --scores=three.csv --system-of=three.systems --format=csv |
		awk -F, '$4 == "p_seeds_score" { p[$1 $2] = $5 } $4 == "p_adj_score" { a[$1 $2] = $5 }
			END { least = p["CA"] < p["CB"] ? "CA" : "CB"; d = a[least] - 3 * p[least]; exit !(p[least] > 0 && d * d < 1e-18) }'
	"$STRAT_EVAL" compare --test=t --scores=three.csv --system-of=three.systems --format=html | grep -Fq 'claims are about the systems'
	# a gate, too: its bounds are at least as far out as for these runs
	for scope in random these; do
		"$STRAT_EVAL" compare --test=t --scores=seeds.csv --system-of=systems.csv --run-scope=$scope --baseline=B --gate=0.01 --format=csv >$scope || true
	done
	awk -F, '$4 == "gate_lo_loss_score" { lo[FILENAME] = $5 } $4 == "gate_hi_loss_score" { hi[FILENAME] = $5 }
		END { exit !(lo["random"] < lo["these"] && hi["random"] > hi["these"]) }' random these
}

@test "no test of seeds with two of them, or if one lacks a topic" {
	seeds_matrix
	cut -d, -f1-6 seeds.csv >two.csv
	"$STRAT_EVAL" compare --quiet-warnings --scores=two.csv --system-of=systems.csv --format=csv >csv
	refute grep -q seeds_score csv
	sed '3s/,[^,]*$/,/' seeds.csv >gap.csv
	"$STRAT_EVAL" compare --quiet-warnings --scores=gap.csv --system-of=systems.csv --format=csv >csv
	refute grep -q seeds_score csv
	"$STRAT_EVAL" compare --quiet-warnings --scores=gap.csv --system-of=systems.csv >table
	tr '\n' ' ' <table | grep -Fq 'for these runs (t test'
}

# Differences have the variance 2/3 (.03^2 + .08^2 / 50), and t of averaged scores has the error of the second part alone; R:
# 2 * pt(-qt(.975, 49) * sqrt(.08^2 / 50 / (.03^2 + .08^2 / 50)), 49) = .4816
@test "equal systems with seeds that differ: t of these runs is wrong about other seeds, p_seeds is not" {
	only_with_test_all
	samples=$(cases 2000 200)
	"$ROOT/tests/tables/seeds.pl" "$samples" 50 3 0 0.03 >lines
	near "$(pick error_topics sd=0.03 <lines)" 0.4816 "$(cases 0.045 0.142)" # four standard errors
	awk -v e="$(pick error_topics_and_seeds sd=0.03 <lines)" -v n="$samples" 'BEGIN { exit !(e < 0.05 + 4 * sqrt(0.05 * 0.95 / n)) }'
}
