#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Groups of topics: --topic-groups.

load ../../../support/helper

# Reciprocal ranks by hand. A: easy 1, 1/2, 1, so 5/6; hard 1/2, 1/4, so 3/8; mean over groups
# (5/6 + 3/8)/2 = 29/48 = .6042; all 13/20. B: easy 1/2, 1/2, 1/4, so 5/12; hard 1/4, 1/5, so 9/40;
# groups 77/240 = .3208; all 17/50.
files()
{
	for topic in 1 2 3 4 5; do echo "$topic 0 r 1"; done >q
	ranked A 1 2 1 2 4 >a
	ranked B 2 2 4 4 5 >b
	printf '%s\n' topic,group 1,easy 2,easy 3,easy 4,hard 5,hard >groups
}

@test "a group of topics has its mean and its counts, and each group counts alike in the mean over groups" {
	files
	evaluate -m recip_rank -m num_q -m num_ret --topic-groups=groups q a
	[ "$exit_status" = 0 ]
	printf '%-22s\t%s\t%s\n' num_q group=easy 3 num_ret group=easy 4 recip_rank group=easy 0.8333 \
		num_q group=hard 2 num_ret group=hard 6 recip_rank group=hard 0.3750 \
		'recip_rank' 'group=*' 0.6042 num_q all 5 num_ret all 10 recip_rank all 0.6500 >expected
	run diff expected stdout
	assert_success
	evaluate -n -m recip_rank --topic-groups=groups q a
	printf '%-22s\t%s\t%s\n' recip_rank group=easy 0.8333 recip_rank group=hard 0.3750 \
		'recip_rank' 'group=*' 0.6042 >expected
	run diff expected stdout
	assert_success
}

# A: easy 1, 1/2, 1: mean 5/6, s^2 = 1/12, v = 1/36; hard 1/2, 1/4: s^2 = 1/32, v = 1/64. se^2 = (1/36 + 1/64)/4 =
# 25/2304, se = 5/48. df = (25/576)^2 / ((1/36)^2/2 + (1/64)^2/1) = 2.99, whose 80 % quantile of t lies between those of 2
# and 3 degrees of freedom, R: qt(.8, 2:3) = 1.060660 0.978472: .6042 -+ .1019 to .1105.
@test "the mean over groups has an interval" {
	files
	evaluate --ci --level=0.6 -m recip_rank --format=csv --topic-groups=groups q a
	awk -F, '$2 == "group=*" && $3 == "ci_lo_recip_rank" { print $4, $5 }' stdout >own
	awk '{ off = 29 / 48 - $1; exit !(off > .1019 && off < .1105 && $2 == "within-groups-t") }' own
	# R: qt(.975, 3) = 3.18, so that t goes to .6042 +- .33; qt(.9995, 3) = 12.9 would go beyond 0 and 1
	evaluate --ci --level=0.999 -m recip_rank --format=csv --topic-groups=groups q a
	awk -F, '$2 == "group=*" && $3 ~ /^ci_/ { print $3, $4 }' stdout >own
	printf '%s\n' 'ci_lo_recip_rank 0' 'ci_hi_recip_rank 1' >expected
	run diff expected own
	assert_success
}

@test "without --topic-groups, and for the topics and all with it, lines are the same" {
	files
	evaluate -q --ci q a b
	cp stdout plain
	evaluate -q --ci --topic-groups=groups q a b
	grep -v '	group=' stdout >rest
	run diff plain rest
	assert_success
}

@test "csv says how many topics a group has" {
	files
	evaluate --format=csv -m recip_rank --topic-groups=groups q a
	cut -d, -f2-4,10 stdout >actual
	printf '%s\n' topic,measure,value,n group=easy,recip_rank,0.8333333333333334,3 \
		group=hard,recip_rank,0.375,2 'group=*,recip_rank,0.6041666666666667,5' \
		all,recip_rank,0.65,5 >expected
	run diff expected actual
	assert_success
}

# The oracle: a group is what --topic=@chooses.
@test "the lines of a group are those of 'all' if only its topics are chosen, with bounds" {
	files
	evaluate --ci -m recip_rank -m gm_map -m map --topic-groups=groups q a b
	sed -n 's/	group=easy	/	all	/p' stdout >actual
	printf '%s\n' 1 2 3 >easy
	evaluate --ci -m recip_rank -m gm_map -m map --topic=@easy q a b
	grep -v ^runid stdout >expected
	run diff expected actual
	assert_success
}

@test "the same with sampled judgments, whose means learn their prior from the topics of the group" {
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,s,A,100,20,10 1,t,,900,30,2 2,s,A,50,10,5 \
		2,t,,500,20,1 3,s,A,80,20,4 3,t,,700,30,3 4,s,A,60,15,9 4,t,,300,20,0 >table
	printf '%s\n' topic,group 1,x 2,x 3,x 4,y >groups
	evaluate -R table --topic-groups=groups table
	[ "$exit_status" = 0 ]
	grep '	group=x	' stdout | sed 's/	group=x	/	all	/' >actual
	grep '	group=y	' stdout | sed 's/	group=y	/	all	/' >actual_y
	printf '%s\n' 1 2 3 >x
	evaluate -R table --topic=@x table
	grep -v ^runid stdout >expected
	run diff expected actual
	assert_success
	evaluate -R table --topic=4 table
	grep -v ^runid stdout >expected
	run diff expected actual_y
	assert_success
}

@test "a leaderboard is followed by one for each group, in its order of runs, and by that of the means over groups" {
	files
	evaluate --format=table -m recip_rank --topic-groups=groups q b a
	[ "$exit_status" = 0 ]
	sed 's/ *[[][^]]*[]]//g; s/ *$//' stdout >actual
	cat >expected <<-'END'
		run  recip_rank
		A    0.6500*
		B    0.3400

		Group easy (topics: 3)
		run  recip_rank
		A    0.8333*
		B    0.4167

		Group hard (topics: 2)
		run  recip_rank
		A    0.3750*
		B    0.2250

		Mean over 2 groups
		run  recip_rank
		A    0.6042*
		B    0.3208

		* the best value of its column
		95 % intervals by clogit; of the mean over groups by within-groups-t
	END
	run diff expected actual
	assert_success
	for format in latex markdown html; do
		evaluate --format=$format -m recip_rank --topic-groups=groups q b a
		[ "$exit_status" = 0 ]
		grep -q 'Group hard (topics: 2)' stdout
		grep -q 'Mean over 2 groups' stdout
		grep -q 0.6042 stdout
	done
}

@test "shards and threads change nothing" {
	files
	evaluate --ci --topic-groups=groups q a b
	cp stdout whole
	evaluate --ci --jobs=3 --topic-groups=groups q a b
	run diff whole stdout
	assert_success
	for i in 1 2; do
		"$STRAT_EVAL" --ci --topic-groups=groups --shard=$i/2 q a b >s$i
	done
	"$STRAT_EVAL" merge s1 s2 >merged
	run diff whole merged
	assert_success
}

@test "compare --scores passes over the lines of groups" {
	files
	"$STRAT_EVAL" -q -m recip_rank --topic-groups=groups q a >a.scores
	"$STRAT_EVAL" -q -m recip_rank --topic-groups=groups q b >b.scores
	"$STRAT_EVAL" compare --scores --format=trec -m recip_rank a.scores b.scores >actual
	grep -Px 'topics_recip_rank *\tall\t5' actual
}

@test "topics without a group, groups without topics and unknown topics are warned of" {
	files
	printf '%s\n' topic,group 1,easy 2,easy 9,hard >some
	evaluate -m recip_rank --topic-groups=some q a
	[ "$exit_status" = 0 ]
	grep -Fq 'some: 3 of 5 topics are in no group (such as 3)' stderr
	grep -Fq 'some: topics that are not evaluated: 1 of 3' stderr
	grep -Fq 'some: group hard has no topic that is evaluated' stderr
	printf '%-22s\t%s\t%s\n' recip_rank group=easy 0.7500 recip_rank 'group=*' 0.7500 \
		recip_rank all 0.6500 >expected
	run diff expected stdout
	assert_success
	ranked C 1 2 1 >c
	evaluate -m recip_rank --topic-groups=groups q c
	grep -Fq 'c: groups of which the run has no topic: 1' stderr
	grep -Pq 'recip_rank *\tgroup=hard\t *nan' stdout
	grep -Pq 'recip_rank *\tgroup=\*\t0.8333' stdout
}

@test "what is wrong with a file of groups is said with its line" {
	files
	refused()
	{
		local message=$1
		shift
		printf '%s\n' "$@" >bad
		evaluate -m recip_rank --topic-groups=bad q a
		[ "$exit_status" = 1 ]
		[ ! -s stdout ]
		grep -Fq -e "$message" stderr || { cat stderr; return 1; }
	}
	refused "bad:4: topic '1' is listed twice, first in line 2: it belongs to one group" \
		topic,group 1,easy 2,easy 1,hard
	refused "bad:2: group 'very easy' has a blank in it" topic,group '1,very easy'
	refused "bad:2: group is empty" topic,group 1,
	refused "bad:1: no column 'group' in the header 'topic,language'" topic,language 1,en
	refused 'bad: a header, and no rows below it' topic,group
	refused "bad: none of the topics has a group" topic,group q1,easy
	refused "a group cannot be called *" topic,group '1,*'
	echo 'group=x 0 r 1' >>q
	refused "topic 'group=x' looks like a group" topic,group 1,easy
}

# 0.3.0 went through all topics for each group: 8 s of CPU here, where .2 s are enough.
@test "many topics in many groups (their time: make bench, make linear)" {
	awk 'BEGIN { print "topic,group" > "many.groups"
		for (t = 1; t <= 60000; t++) {
			print t, 0, "d", (t % 3 > 0) > "many.qrels"; print t, "Q0", "d", 1, 1, "r" > "many.run"
			print t ",g" int(t / 2) > "many.groups" } }'
	"$STRAT_EVAL" -m P.1 --topic-groups=many.groups many.qrels many.run >stdout
	# topics 2 and 3: one of two; 4 and 5: both; every third topic has nothing relevant
	assert_equal "$(awk '$2 == "group=g1" || $2 == "group=g2" || $2 == "all" { printf "%s ", $3 }' stdout)" '0.5000 1.0000 0.6667 '
}
