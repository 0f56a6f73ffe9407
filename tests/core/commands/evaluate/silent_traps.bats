#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What may make figures other than expected, without being wrong: one warning each.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	printf '%s\n' '1 0 a 1' '1 0 b 0' '1 0 c 0' '2 0 a 1' >q
}

# The warnings of a call, or "none".
said() # ARGUMENT...
{
	evaluate "$@"
	assert_equal "$exit_status" 0
	if [ -s stderr ]; then sed 's/^strat_eval: warning: //' stderr; else echo none; fi
}

# Topic 1 has the relevant document a in a tie with b and c. By falling number c b a: AP 1/3; with a first 1. Topic 2: 1.
@test "ties: how much another order could change, if a printed digit changes" {
	printf '%s\n' '1 Q0 a 1 5 t' '1 Q0 b 2 5 t' '1 Q0 c 3 5 t' '2 Q0 a 1 1 t' >tied
	assert_equal "$(said -m map q tied)" \
		'tied: tied scores in 1 topic: another order of ties could change map from 0.6667 to between 0.6667 and 1.0000 (--score-ties)'
	# the names are those that were asked for, and the measure that changes most is named: P@1 from 1/2 to 1
	assert_equal "$(said -m AP -m P@1 q tied)" \
		'tied: tied scores in 1 topic: another order of ties could change P@1 from 0.5000 to between 0.5000 and 1.0000 (--score-ties)'
	# what the order does not change is no trap
	assert_equal "$(said -m P.3 -m num_rel_ret -m set_P q tied)" none
	assert_equal "$(said --quiet-warnings -m map q tied)" none
	# by the column of ranks, a is first: AP 1; the worst order has 1/3
	# an order that was chosen is no surprise
	assert_equal "$(said -m map --score-ties=docno q tied)" none
	assert_equal "$(said -m map --score-ties=rank q tied)" none
	assert_equal "$(cut -f3 stdout)" 1.0000
	evaluate -m map --quiet-warnings --score-ties=docno q tied
	assert_equal "$(cut -f3 stdout)" 0.6667
	# a set has no ranking: all scores are 0
	sed 's/ 5 t/ 0 t/' tied >set
	assert_equal "$(said -m map q set)" none
	# documents that are not relevant may be tied
	printf '%s\n' '1 Q0 a 1 9 t' '1 Q0 b 2 5 t' '1 Q0 c 3 5 t' '2 Q0 a 1 1 t' >harmless
	assert_equal "$(said -m map q harmless)" none
	# several runs: one line, about the one that could change most
	assert_equal "$(said -m map q harmless tied | grep -c .)" 1
}

@test "ties of many topics: the bounds are those of all topics in the worst and in the best order" {
	# topic t has one relevant document in a tie of t: AP between 1/t and 1; by falling number it is the last of
	# them (a): 1/t. The mean of 1/t for t = 1 to 4 is 25/48.
	local t i
	printf '%s 0 a 1\n' 1 2 3 4 >q4
	for t in 1 2 3 4; do
		echo "$t Q0 a 1 7 t"
		for i in $(seq 2 "$t"); do echo "$t Q0 b$i $i 7 t"; done
	done >r4
	for jobs in 1 3; do
		assert_equal "$(said --jobs=$jobs -m map q4 r4)" \
			'r4: tied scores in 3 topics: another order of ties could change map from 0.5208 to between 0.5208 and 1.0000 (--score-ties)'
	done
}

@test "--score-ties=rank is refused where there are no ranks" {
	printf 'topic,docno,score\n1,a,1\n' >r.csv
	refused 64 '--score-ties=rank: r.csv has no column of ranks' -T csv --score-ties=rank -m map q r.csv
	refused 64 '--score-ties=ranks: not one of docno, rank; did you mean '\''rank'\''?' --score-ties=ranks -m map q r.csv
}

@test "ranks of many topics: the first thousand are looked at, and the warning says so" {
	for ((t = 1000; t <= 2000; t++)); do printf '%s 0 a 1\n' $t; done >many
	awk '{ print $1, "Q0 a 1 0.1 t"; print $1, "Q0 b 2 0.2 t" }' many >distance
	assert_equal "$(said -m map many distance)" \
		'distance: in at least 1000 of 1001 topics the column of ranks contradicts the scores: documents are ranked by falling score, and the ranks ignored'
	# ranks that are no whole numbers are compared too
	sed 's/ a 1 / a 1.5 /; s/ b 2 / b 1.75 /; 4q' distance >real
	head -2 many >two
	assert_equal "$(said -m map two real)" \
		'real: in 2 of 2 topics the column of ranks contradicts the scores: documents are ranked by falling score, and the ranks ignored'
}

@test "ranks that contradict the scores, ties excepted" {
	# distances instead of scores: the nearest has the lowest
	printf '%s\n' '1 Q0 a 1 0.1 t' '1 Q0 b 2 0.2 t' '1 Q0 c 3 0.3 t' '2 Q0 a 1 1 t' >distance
	assert_equal "$(said -m map q distance)" \
		'distance: in 1 of 2 topics the column of ranks contradicts the scores: documents are ranked by falling score, and the ranks ignored'
	# ranks from 0, all 0, in another order within a tie, or lines in another order: nothing to say
	printf '%s\n' '1 Q0 a 0 3 t' '1 Q0 b 1 2 t' '1 Q0 c 2 1 t' >zero
	assert_equal "$(said -m map q zero)" "$(missing zero)"
	sed 's/ Q0 \(.\) ./ Q0 \1 0/' zero >none
	assert_equal "$(said -m map q none)" "$(missing none)"
	printf '%s\n' '1 Q0 b 2 2 t' '1 Q0 c 1 2 t' '1 Q0 a 0 3 t' >within
	assert_equal "$(said -m map q within)" "$(missing within)"
}

missing() # RUN
{
	echo "$1: 1 of 2 judged topics is missing from the run; left out (-c counts them)"
}

@test "document numbers that differ from the judged ones in case only" {
	printf '%s\n' '1 Q0 A 1 3 t' '1 Q0 B 2 2 t' '2 Q0 A 1 3 t' >upper
	assert_equal "$(said -m map q upper)" \
		"upper: in 2 of 2 topics no judged document is retrieved, unless upper and lower case are the same: 'a' is judged, and 'A' retrieved"
	# a run that finds nothing is no trap
	printf '%s\n' '1 Q0 x 1 3 t' '2 Q0 y 1 3 t' >nothing
	assert_equal "$(said -m map q nothing)" none
}

@test "the same run twice, also under another tag" {
	printf '%s\n' '1 Q0 a 1 3 t' '1 Q0 b 2 2 t' '2 Q0 a 1 3 t' >one
	sed 's/t$/other/; s/ 3 / 30 /' one >two
	printf '%s\n' '1 Q0 b 1 3 u' '1 Q0 a 2 2 u' '2 Q0 a 1 3 u' >three
	assert_equal "$(said -m map q one three two)" \
		'one and two retrieve the same documents in the same order: is it the same run twice?'
	assert_equal "$(said -m map q one three)" none
	evaluate compare -m map q one two
	grep -q 'one and two retrieve the same documents' stderr
	# of sampled judgments too, and of their shards
	printf '%s\n' '1 0 a 1 1' '1 0 b 0 1' '2 0 a 1 1' >sampled
	assert_equal "$(said -R probs -m est_P sampled one three two | grep -c 'one and two retrieve the same documents')" 1
	assert_equal "$(said -R probs -m est_P sampled one three | grep -c 'the same run twice')" 0
	for shard in 1 2; do "$STRAT_EVAL" -R probs -m est_P --shard=$shard/2 sampled one three two >"shard$shard"; done
	evaluate merge shard1 shard2
	grep -q 'one and two retrieve the same documents' stderr
}

@test "compare says why a difference is not that of the means" {
	# A: AP 1 and 1/2; B: 1/2, and topic 2 is missing. The means are .75 and .5, A - B on topic 1 is .5.
	printf '%s\n' '1 Q0 a 1 3 A' '2 Q0 x 1 3 A' '2 Q0 a 2 2 A' >a
	printf '%s\n' '1 Q0 x 1 3 B' '1 Q0 a 2 2 B' >b
	printf '%s\n' '1 Q0 x 1 3 C' '1 Q0 y 2 2 C' '2 Q0 x 1 2 C' >c
	evaluate compare --quiet-warnings -m map q a b c
	grep -qx 'A - B: over the topics that both runs have; the means above are over those of each run' stdout
	evaluate compare --quiet-warnings -m map q a c <(sed 's/A$/D/' a)
	refute grep -q 'over the topics that both' stdout
}
