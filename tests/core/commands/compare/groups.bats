#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# compare --topic-groups.

load ../../../support/helper

# Differences A - B: easy .5, 0, .75; hard .25, .05. Means over groups by hand: A (5/6 + 3/8)/2, B
# (5/12 + 9/40)/2. Interval, df and p of the mean over groups: R's t.test(c(.5, 0, .75), -c(.25, .05)),
# the interval halved.
files()
{
	printf '%s\n' topic,A,B 1,1,.5 2,.5,.5 3,1,.25 4,.5,.25 5,.25,.2 >matrix
	printf '%s\n' topic,group 1,easy 2,easy 3,easy 4,hard 5,hard >groups
}

@test "the mean over groups has a difference with an interval and a test of its own" {
	files
	evaluate compare --scores=matrix --topic-groups=groups --format=trec
	[ "$exit_status" = 0 ]
	grep -P '\tgroup=\*\t' stdout >actual
	while read -r name value; do
		printf '%-22s\tgroup=*\t%s\n' "$name" "$value"
	done >expected <<-'END'
		run_a A
		run_b B
		groups_score 2
		a_score 0.6042
		b_score 0.3208
		diff_score 0.2833
		ci_lo_diff_score -0.1292
		ci_hi_diff_score 0.6959
		df_score 2.6806
		p_t_score 0.1115
	END
	run diff expected actual
	assert_success
}

# .7 - .6, .2 - .1 and 1.1 - 1 differ in binary, and are one difference: there is nothing to test with.
@test "differences that are equal but for rounding have no test over groups" {
	printf '%s\n' topic,A,B,C 1,.7,.6,.8 2,.2,.1,.3 3,.3,.2,.4 4,1.1,1,1.2 >matrix
	printf '%s\n' topic,group 1,easy 2,easy 3,hard 4,hard >groups
	evaluate compare --scores=matrix --topic-groups=groups --format=csv
	[ "$exit_status" = 0 ]
	assert_equal "$(grep -cE '^.,.,group=\*,(p_t|ci_lo_diff|ci_hi_diff)_score,,' stdout)" 9
	grep -q 'within-groups-t has none for so few topics, or for equal differences' stderr
}

# The oracle: a group is what --topic=@chooses.
@test "the comparison of a group is that of its topics alone" {
	files
	evaluate compare --scores=matrix --topic-groups=groups --format=trec --ci=t,bca
	sed -n 's/	group=easy	/	all	/p' stdout >actual
	printf '%s\n' 1 2 3 >easy
	evaluate compare --scores=matrix --topic=@easy --format=trec --ci=t,bca
	run diff stdout actual
	assert_success
	evaluate compare --scores=matrix --format=trec --ci=t,bca
	cp stdout expected
	evaluate compare --scores=matrix --topic-groups=groups --format=trec --ci=t,bca
	grep -v '	group=' stdout >actual
	run diff expected actual
	assert_success
}

@test "tables have each group and the mean over groups" {
	files
	evaluate compare --scores=matrix --topic-groups=groups
	grep -Fxq 'Group easy (topics: 3)' stdout
	grep -Fxq 'Group hard (topics: 2)' stdout
	grep -Fxq 'A   B      0.6042    0.3208    0.2833   -0.1292    0.6959   0.1115' stdout
}

@test "runs that a topic lacks, chosen topics, and systems go with groups" {
	cd "$ROOT/qrels-samples/tiny" || return 1
	printf '%s\n' topic,group 1,x 2,y 10,y >"$BATS_TEST_TMPDIR/groups"
	"$STRAT_EVAL" compare -c -m map --topic-groups="$BATS_TEST_TMPDIR/groups" --format=csv qrels alpha.run beta.run \
		>"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err"
	cd "$BATS_TEST_TMPDIR" || return 1
	grep -Fq 'groups of one topic: 1 (such as x)' err
	grep -q ',group=y,topics_map,2,' out
	files
	printf '%s\n' run,system A,X B,Y >systems
	evaluate compare --scores=matrix --topic-groups=groups --system-of=systems --format=trec
	grep -Pxq 'diff_score *\tgroup=\*\t0.2833' stdout
}

@test "what cannot be combined with groups is refused" {
	files
	refused()
	{
		local status=$1 message=$2
		shift 2
		evaluate compare "$@"
		[ "$exit_status" = "$status" ]
		[ ! -s stdout ]
		grep -Fq -e "$message" stderr || { cat stderr; return 1; }
	}
	refused 64 '--topic-groups cannot be combined with --format=latex' --scores=matrix --topic-groups=groups --format=latex
	refused 64 '--topic-groups cannot be combined with --wins: it is for comparisons over topics of runs and --scores' --wins=1,2 --topic-groups=groups
	printf '%s\n' topic,A,B 1,1,.5 2,.5,.5 3,1,.25 4,.5, 5,.25, >matrix
	refused 1 'B has no value of score for a topic of group hard' --scores=matrix --topic-groups=groups
	printf '%s\n' topic,group 7,easy >groups
	refused 1 'none of the topics has a group' --scores=matrix --topic-groups=groups
}

# 0.3.0 went through all topics for each group, and kept room for them: 7 s of CPU here, where .5 s are enough.
@test "many topics in many groups (their time: make bench, make linear)" {
	awk 'BEGIN { print "topic,group" > "groups"; print "topic,A,B" > "matrix"
		for (t = 1; t <= 24000; t++) { print t ",g" int(t / 20) > "groups"; print t "," t % 7 "," t % 11 > "matrix" } }'
	"$STRAT_EVAL" compare --scores=matrix --topic-groups=groups --test=t --ci=t --format=csv >stdout 2>stderr
	# topics 20 to 39: the sum of t % 7 is 58, that of t % 11 95
	assert_equal "$(pick value topic=group=g1 measure=diff_score <stdout)" -1.85
}
