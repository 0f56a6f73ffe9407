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

# The interval of a mean as --ci prints it: "0.7504 to 0.9850".
interval() # ARGUMENT...
{
	"$STRAT_EVAL" --quiet-warnings --ci "$@" | awk '/^ci_lo/ { low = $3 } /^ci_hi/ { print low " to " $3 }'
}

# Ten topics in which a alone is relevant. In nine it stands first, by itself: AP 1, P@1 1.
ten() # LINE... : those of topic 0
{
	for t in 0 1 2 3 4 5 6 7 8 9; do printf "$t 0 %s\n" 'a 1' 'b 0'; done >q10
	printf '%s Q0 a 1 9 t\n' 1 2 3 4 5 6 7 8 9
	printf '0 Q0 %s t\n' "$@"
}

# Topic 0 has a in a tie with b and c. By falling number c b a: AP 1/3; with a first 1. So the mean is (9 + 1/3)/10 =
# .9333, or 1, and .0667 is more than a tenth of half the interval, whose width is below 1.
@test "ties: a mean that another order could move by more than a tenth of the half width of its interval" {
	ten 'a 1 5' 'b 2 5' 'c 3 5' >tied
	local said='another order of ties could change'
	assert_equal "$(said -m map q10 tied)" \
		"tied: tied scores in 1 topic: $said map from 0.9333 to between 0.9333 and 1.0000, where its 95 % interval is $(interval -m map q10 tied) (--score-ties chooses an order)"
	# the names are those that were asked for. P@1: 0 or 1 in topic 0
	assert_equal "$(said -m P@1 q10 tied)" \
		"tied: tied scores in 1 topic: $said P@1 from 0.9000 to between 0.9000 and 1.0000, where its 95 % interval is $(interval -m P@1 q10 tied) (--score-ties chooses an order)"
	# what the order does not change is no trap
	assert_equal "$(said -m P.3 -m num_rel_ret -m set_P q10 tied)" none
	assert_equal "$(said --quiet-warnings -m map q10 tied)" none
	# an order that was chosen is no surprise
	assert_equal "$(said -m map --score-ties=docno q10 tied)" none
	assert_equal "$(cut -f3 stdout)" 0.9333
	assert_equal "$(said -m map --score-ties=rank q10 tied)" none
	assert_equal "$(cut -f3 stdout)" 1.0000
	# a set has no ranking: all scores are 0, and all ranks are the same. With others an order was meant
	sed 's/ [59] t/ 0 t/' tied >zero
	sed 's/ [123] 0 t/ 1 0 t/' zero >set
	assert_equal "$(said -m map q10 set)" none
	assert_equal "$(said -m map q10 zero)" \
		"zero: tied scores in 1 topic: $said map from 0.9333 to between 0.9333 and 1.0000, where its 95 % interval is $(interval -m map q10 zero) (--score-ties chooses an order)"
	# documents that are not relevant may be tied
	ten 'a 1 6' 'b 2 5' 'c 3 5' >harmless
	assert_equal "$(said -m map q10 harmless)" none
	# several runs: one line about means, of the one that could change most
	assert_equal "$(said -m map q10 harmless tied | grep -c 'could change')" 1
	# one topic has no interval: its value is what is read
	assert_equal "$(said -D 0.0 -m map q10 tied)" \
		"tied: tied scores in 1 topic: $said map from 0.3333 to between 0.3333 and 1.0000 (--score-ties chooses an order)"
}

# With -J the tie of topic 0, c b a, is b a, as c is not judged: AP 1/2, or 1. The mean is .95.
@test "ties with -J, of the whole call and of one measure" {
	ten 'a 1 5' 'b 2 5' 'c 3 5' >tied
	local said
	said="could change %s from 0.9500 to between 0.9500 and 1.0000, where its 95 %% interval is $(interval -J -m map q10 tied) (--score-ties chooses an order)"
	assert_equal "$(said -J -m map q10 tied)" "tied: tied scores in 1 topic: another order of ties $(printf "$said" map)"
	assert_equal "$(said -m 'AP(judged_only=True)' q10 tied)" \
		"tied: tied scores in 1 topic: another order of ties $(printf "$said" 'AP(judged_only=True)')"
	# a tie of what is left out is none
	ten 'a 1 6' 'c 2 6' >left_out
	assert_equal "$(said -J -m map q10 left_out)" none
}

# -M 1 cuts the tie of topic 0 behind c, and the relevant document a is below: AP 0, or 1. Mean .9.
# Ranks that begin with a bring it above the cut, too.
@test "ties and ranks with -M: documents below the cut could stand above it" {
	ten 'a 1 5' 'b 2 5' 'c 3 5' >tied
	assert_equal "$(said -M 1 -m map q10 tied)" \
		"tied: tied scores in 1 topic: another order of ties could change map from 0.9000 to between 0.9000 and 1.0000, where its 95 % interval is $(interval -M 1 -m map q10 tied) (--score-ties chooses an order)"
	prints --score-ties=rank -M 1 -m map q10 tied <<<'map all 1.0000'
	ten 'a 1 5' 'b 2 6' 'c 3 7' >ranked
	assert_equal "$(said -M 1 -m map q10 ranked)" "$(contradicts ranked '1 of 10' 1.0000 0.9000)"
	# a tie that is cut off as a whole is none
	ten 'a 2 5' 'b 1 6' 'c 3 5' >below
	assert_equal "$(said -M 1 -m map q10 below)" none
}

# Topic 0: b, judged and not relevant, and c, not judged, are tied, a is not retrieved. With -l 0 b counts: R is 2 in all
# topics and AP 1/4 or 1/2 in topic 0, 1/2 in the others. Mean .475. judged@1 is 0 or 1 there.
@test "ties of documents that are not relevant: with -l 0, and where it matters that they are judged" {
	ten 'b 1 5' 'c 2 5' >tied
	assert_equal "$(said -m map q10 tied)" none
	assert_equal "$(said -l 0 -m map q10 tied)" \
		"tied: tied scores in 1 topic: another order of ties could change map from 0.4750 to between 0.4750 and 0.5000, where its 95 % interval is $(interval -l 0 -m map q10 tied) (--score-ties chooses an order)"
	said -m judged.1 q10 tied | grep -q 'could change judged_1 from 0.9000 to between 0.9000 and 1.0000,'
	said -m 'P(rel=0)@1' q10 tied | grep -qF 'could change P(rel=0)@1 from 0.9000 to between 0.9000 and 1.0000,'
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
			"r4: tied scores in 3 topics: another order of ties could change map from 0.5208 to between 0.5208 and 1.0000, where its 95 % interval is $(interval -m map q4 r4) (--score-ties chooses an order)"
	done
	# from shards, too
	for i in 1 2; do "$STRAT_EVAL" --shard=$i/2 -m map q4 r4 >"s$i"; done
	said -m map q4 r4 >once
	assert_equal "$(said merge s1 s2)" "$(cat once)"
}

# The relevant document r of topic T at rank R: lines of a run. 'tied': it has the score of the document before it.
at() # T R [tied]
{
	seq 1 "$2" | awk -v t="$1" -v n="$2" -v tied="$3" '{
		print t, "Q0", $1 == n ? "a" : "x" $1, $1, ($1 == n && tied ? 101 - n : 100 - $1), "t" }'
}

# AP of topics 1 to 8: 1, 1/2, 1, 1/2 ...: with them, 1/10 and 1/20 the mean is .615 and the interval about +- .28. In A,
# topic 0 has a at rank 10, tied with x9: AP .1, or .1111, which moves the mean by .0011, less than .028. B has a at rank
# 10 and, in topic 9, at 17 instead of 20: .0588 instead of .05, so that its mean is larger by .00088. Then the order of
# A and B is a matter of ties.
@test "ties: small changes are no trap unless they exchange two runs of the call" {
	for t in 0 1 2 3 4 5 6 7 8 9; do echo "$t 0 a 1"; done >q
	for t in 1 3 5 7; do at $t 1; at $((t + 1)) 2; done >both
	{ cat both; at 0 10 tied; at 9 20; } >A
	{ cat both; at 0 10; at 9 17; } >B
	{ cat both; at 0 10; at 9 10; } >far
	assert_equal "$(said -m map q A)" none # 0.6150, or 0.6161
	assert_equal "$(said -m map q A far)" none
	assert_equal "$(said -m map q A B)" \
		'A and B: tied scores: another order of ties could exchange them: map is 0.6150 and 0.6159, and could be 0.6161 and 0.6159 (--score-ties chooses an order)'
	assert_equal "$(said -m map q B far A)" \
		'B and A: tied scores: another order of ties could exchange them: map is 0.6159 and 0.6150, and could be 0.6159 and 0.6161 (--score-ties chooses an order)'
	# runs that look alike have no order
	assert_equal "$(said --digits=1 -m map q A B)" none
	assert_equal "$(said -m map --score-ties=docno q A B)" none
}

# Reciprocal ranks of A: 1 (a tied with 0: or 1/2), 1/3, 1/3, 1/3; of B: 1, 1/3 (tied with x2: or 1/2), 0, 0. So A is 1/2,
# or 3/8, and B 1/3, or 3/8: the same, and no exchange. With a at rank 4 in topic 3, B is .3958, or .4375.
@test "ties: two runs that could be equal do not change places" {
	printf '%s 0 a 1\n' 1 2 3 4 >q
	{ printf '1 Q0 %s 1 9 t\n' a 0; for t in 2 3 4; do at $t 3; done; } >A
	{ at 1 1; at 2 3 tied; printf '%s Q0 z 1 9 B\n' 3 4; } >B
	evaluate -m recip_rank q A B
	assert_equal "$(cut -f3 stdout | xargs) $(grep -c exchange stderr)" 't 0.5000 B 0.3333 0'
	{ grep -v '^3' B; at 3 4; } >more
	said -m recip_rank q A more | grep -q 'exchange them: recip_rank is 0.5000 and 0.3958, and could be 0.3750 and 0.4375 '
}

@test "--score-ties=rank is refused where there are no ranks" {
	printf 'topic,docno,score\n1,a,1\n' >r.csv
	refused 64 '--score-ties=rank: r.csv has no column of ranks' -T csv --score-ties=rank -m map q r.csv
	refused 64 '--score-ties=ranks: not one of docno, rank; did you mean '\''rank'\''?' --score-ties=ranks -m map q r.csv
}

@test "ranks of many topics: the first thousand are looked at, and the warning says so" {
	for ((t = 1000; t <= 2000; t++)); do printf '%s 0 a 1\n' $t; done >many
	awk '{ print $1, "Q0 a 1 0.1 t"; print $1, "Q0 b 2 0.2 t" }' many >distance
	assert_equal "$(said -m map many distance)" "$(contradicts distance 'at least 1000 of 1001')"
	# those of the run, wherever they stand among the judged ones. With -c half of the topics are missing, with 0:
	# 1001 topics of .5, or of 1, in 2002
	{ sed 's/^/0/' many; cat many; } >twice
	assert_equal "$(said -c -m map twice distance)" "$(contradicts distance 'at least 1000 of 2002' 0.5000 0.2500)"
	assert_equal "$(said --topic=2000 -m map twice distance)" "$(contradicts distance '1 of 1')"
	# ranks that are no whole numbers are compared too
	sed 's/ a 1 / a 1.5 /; s/ b 2 / b 1.75 /; 4q' distance >real
	head -2 many >two
	assert_equal "$(said -m map two real)" "$(contradicts real '2 of 2')"
	assert_equal "$(said -J -m map two real)" none # a alone is judged
}

contradicts() # RUN TOPICS [BY_RANK BY_SCORE]
{
	echo "$1: in $2 topics the column of ranks contradicts the scores, by which documents are ranked: by rank, map" \
		"would be ${3-1.0000} instead of ${4-0.5000} (if the ranks are right, write scores that fall with them)"
}

@test "ranks that contradict the scores, ties excepted" {
	# distances instead of scores: the nearest has the lowest. AP 1/3 instead of 1 in one of ten topics: more than a
	# tenth of the interval, as above
	ten 'a 1 0.1' 'b 2 0.2' 'c 3 0.3' >distance
	assert_equal "$(said -m map q10 distance)" \
		'distance: in 1 of 10 topics the column of ranks contradicts the scores, by which documents are ranked: by rank, map would be 1.0000 instead of 0.9333 (if the ranks are right, write scores that fall with them)'
	# b before a before c by rank, AP 1/2: ranks from 0, from 1, with a gap, far from 1, and no whole numbers
	while read -r b a c; do
		ten "a $a 0.1" "b $b 0.2" "c $c 0.3" >other
		[[ "$(said -m map q10 other)" == *'by rank, map would be 0.9500 instead of 0.9333 '* ]] || fail "$b $a $c"
	done < <(printf '%s %s %s\n' 0 1 2 1 2 3 0 2 3 0 1 3 1 2 9 5 6 7 -1 0 1 .5 1 2)
	# of equal ranks the higher score is first: a stays the last one
	ten 'a 2 0.1' 'b 1 0.2' 'c 2 0.3' >equal
	assert_equal "$(said -m map q10 equal)" none
	# x has rank 3, and a, in the tie below it, rank 1
	ten 'x 3 0.3' 'a 1 0.2' 'b 4 0.2' >inside
	[[ "$(said --score-ties=docno -m map q10 inside)" == *'by rank, map would be 1.0000 instead of 0.9333 '* ]] || fail inside
	# ranks within one tie contradict nothing, however long it is
	ten 'a 1 5' $(seq 2 40) >long
	sed -i 's/^0 Q0 \([0-9]*\) t/0 Q0 \1 \1 5 t/' long
	assert_equal "$(said -m map q10 long | grep -c contradicts)" 0
	# if the order of the ranks changes no value, or none that matters, there is nothing to say
	ten 'a 1 0.3' 'b 2 0.1' 'c 3 0.2' >harmless
	assert_equal "$(said -m map q10 harmless)" none
	assert_equal "$(said -m P.3 q10 distance)" none
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
	echo "$1: 1 of 2 judged topics is missing from the run; left out of its means (-c counts them)"
}

@test "document numbers that differ from the judged ones in case only" {
	printf '%s\n' '1 Q0 A 1 3 t' '1 Q0 B 2 2 t' '2 Q0 A 1 3 t' >upper
	assert_equal "$(said -m map q upper)" \
		"upper: in 2 of 2 topics no judged document is retrieved, but some would match if case were ignored: 'a' is judged, and 'A' retrieved"
	# documents below -M are not retrieved
	printf '%s\n' '1 Q0 x 1 3 t' '1 Q0 a 2 2 t' '2 Q0 a 1 3 t' >below
	assert_equal "$(said -M 1 -m map q below)" none
}

unmet() # RUN DOCUMENTS RETRIEVED JUDGED
{
	echo "$1: documents: $2, and none of them is judged in any topic: its scores are meaningless. Are document numbers" \
		"written the same way? '$3' is retrieved, and '$4' judged"
}

@test "a run none of whose documents is judged is warned of, with a document of each side" {
	printf '%s\n' '1 Q0 Xa 1 3 t' '1 Q0 Xb 2 2 t' '2 Q0 Xa 1 3 t' >other
	for option in '-m map' -J '-M 1 -m P.5' '-c -q -m ndcg' '-m set_P' '-Z z -m map'; do
		printf 'map 1 0.5 0.5\nmap 2 0.5 0.5\n' >z
		count=3
		[[ $option != -M* ]] || count=2
		assert_equal "$option: $(said $option q other)" "$option: $(unmet other $count Xa a)"
	done
	# other kinds of judgments
	sed 's/ 0 / east /' q >groups
	assert_equal "$(said -R qrels_jg -m map_avgjg groups other)" "$(unmet other 3 Xa a)"
	printf '%s\n' '1 0 0 a 2' '1 0 0 b 1' '2 0 0 a 1' '2 0 0 b 0' >preferred
	assert_equal "$(said -R prefs -m prefs_simp preferred other)" "$(unmet other 3 Xa a)"
	# one document is enough, in whatever topic
	printf '%s\n' '1 Q0 Xa 1 3 t' '2 Q0 Xb 1 3 t' '2 Q0 a 2 2 t' >one
	assert_equal "$(said -m map q one)" none
	assert_equal "$(said -M 1 -m map q one)" "$(unmet one 2 Xa a)"
	# nothing is retrieved: nobody is misled
	assert_equal "$(said -M 0 -m map q one)" none
	# a document that is known, but not judged, is no other document
	printf '%s\n' '1 0 Xa -1' '1 0 a 1' '2 0 a 1' >pooled
	assert_equal "$(said -m map pooled other)" none
	# from shards, and by other commands
	for i in 1 2; do "$STRAT_EVAL" --shard=$i/2 -m map q other >"s$i"; done
	assert_equal "$(said merge s1 s2)" "$(unmet other 3 Xa a)"
	said agree -m map q q other one 2>&1 | grep -qFx "$(unmet other 3 Xa a)"
	assert_equal "$(said --quiet-warnings -m map q other)" none
}

@test "a measure is 0 because nothing is relevant: the level or the file is wrong" {
	printf '%s\n' '1 Q0 a 1 3 t' '1 Q0 b 2 2 t' '2 Q0 a 1 3 t' >r
	local said='so none is relevant:'
	assert_equal "$(said -l 3 -q -m map q r)" "q: no judged document has the grade 3 or above, $said map says nothing about a run"
	assert_equal "$(said -m AP -m 'P(rel=2)@5' -m ndcg q r)" \
		"q: no judged document has the grade 2 or above, $said P(rel=2)@5 says nothing about a run"
	sed 's/1$/0/' q >none
	for m in ndcg err map official; do
		assert_equal "$m: $(said -m $m none r | grep -c "none: no judged document has the grade 1 or above, $said [a-z]* says nothing")" "$m: 1"
	done
	said compare -m map none r <(sed '1s/ 3 t/ 1 t/' r) | grep -q "^none: no judged document has the grade 1"
	# what does not look for relevant documents is not concerned, nor are topics without them beside others
	assert_equal "$(said -m num_rel -m judged.5 -m unj -m ndcg.0=1 none r)" none
	assert_equal "$(said -l 0 -m map none r)" none
	sed '/^2/s/1$/0/' q >some
	assert_equal "$(said -m map some r)" none
	assert_equal "$(said -D 0.2 -m map some r)" "some: no judged document has the grade 1 or above, $said map says nothing about a run"
	# from shards
	for i in 1 2; do "$STRAT_EVAL" --shard=$i/2 -m map none r >"s$i"; done
	said -m map none r >once
	assert_equal "$(said merge s1 s2)" "$(cat once)"
}

# Judgments of MS MARCO have one document a topic, which a run may miss. Twenty are enough to tell.
@test "where one document a topic is judged, a run that misses it in a few topics is not warned of, but compared with none" {
	for t in $(seq 10 29); do echo "$t 0 r$t 1"; done >sparse
	sed 's/ 0 r/ Q0 n/; s/1$/1 9 missed/' sparse >missed
	sed 's/ 0 r/ Q0 r/; s/1$/1 9 found/' sparse >found
	said -m RR@10 sparse missed | grep -qFx "$(unmet missed 20 n10 r10)"
	head -19 sparse >fewer
	assert_equal "$(said -m RR@10 fewer missed)" none
	assert_equal "$(said -m RR@10 fewer missed found)" none
	said compare -m RR@10 fewer missed found | grep -qFx "$(unmet missed 19 n10 r10)"
	refute grep -q significant stdout
}

# Two topics with ten judged documents each, which two runs retrieve. The third has one of them, at rank 11.
@test "a run that has a tenth of the other runs' judged documents, or less, in its first ten is named" {
	seq 1 20 | awk '{ print $1 % 2, 0, "d" $1, $1 < 3 }' >q20
	awk '{ print $1, "Q0", $3, 1, NR, "r" }' q20 >good
	awk '{ print $1, "Q0", $3, 1, 100 - NR, "r" }' q20 >better
	{
		seq 1 20 | awk '{ print $1 % 2, "Q0 n" $1, 1, 100 - $1, "r" }'
		echo '0 Q0 d2 11 1 r'
	} >new
	said='new: of the first 10 documents of its topics 0 % are judged, of those of the other runs 100 % (median): its scores are mostly those of unjudged documents (-q -m judged.10 shows the topics). Are document numbers written the same way?'
	said -m map q20 good new better | grep -qFx "$said 'n1' is retrieved, and 'd1' judged"
	said compare -m map q20 good new better | grep -qFx "$said 'n1' is retrieved, and 'd1' judged"
	# alone, or as good as the median of the others, it is not
	assert_equal "$(said -m map q20 new)" none
	assert_equal "$(said -m map q20 good new <(sed s/r$/s/ new | sed '1s/n1/n0/') | grep -c judged.10)" 0
	# with -J all are judged; one topic has ten documents, which is too few to tell
	assert_equal "$(said -J -m map q20 good new | grep -c judged.10)" 0
	assert_equal "$(said -D 0.0 -m map q20 good new | grep -c judged.10)" 0
}

@test "the same run twice, also under another tag" {
	printf '%s\n' '1 Q0 a 1 3 t' '1 Q0 b 2 2 t' '2 Q0 a 1 3 t' >one
	sed 's/t$/other/; s/ 3 / 30 /' one >two
	printf '%s\n' '1 Q0 b 1 3 u' '1 Q0 a 2 2 u' '2 Q0 a 1 3 u' >three
	assert_equal "$(said -m map q one three two)" \
		'one and two retrieve the same documents in the same order: is it the same run twice?'
	assert_equal "$(said -m map q one three)" none
	# runs with none of the judged topics have no documents that could be the same
	printf '7 Q0 a 1 3 t\n' >seven
	printf '8 Q0 b 1 3 u\n' >eight
	assert_equal "$(said -c -m map q seven eight | grep -c 'same run')" 0
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
	local format said='A - B, tests: over the topics that both runs have; means: over those of each run'
	for format in table latex markdown html; do
		evaluate compare --quiet-warnings --format=$format -m map q a b c
		grep -qxE "(% |<p>)?$said(\.</p>)?" stdout
		evaluate compare --quiet-warnings --format=$format -m map q a c <(sed 's/A$/D/' a)
		refute grep -q 'over the topics that both' stdout
	done
	# a page says .75 of A in its table and 1 in its sentence: so it does of two runs
	evaluate compare --quiet-warnings --format=html -m map q a b
	grep -qx "<p>$said\.</p>" stdout
}

@test "how many pairs of runs tied scores could exchange is told" {
	local i
	printf '1 0 r 1\n2 0 r 1\n' >q
	# B has rank 1 and 2, .75; the others rank 2 twice, .5, tied with rank 1
	printf '1 Q0 r 1 9 B\n1 Q0 x 2 8 B\n2 Q0 x 1 9 B\n2 Q0 r 2 8 B\n' >B
	for i in 1 2 3; do
		printf '1 Q0 x 1 9 A%d\n1 Q0 r 2 9 A%d\n2 Q0 x 1 9 A%d\n2 Q0 r 2 9 A%d\n1 Q0 z%d 3 1 A%d\n' $i $i $i $i $i $i >A$i
	done
	evaluate -m map q A1 A2 A3 B
	grep -qF 'A1 and B (and 2 other pairs of runs): tied scores' stderr
	evaluate -m map q A1 A2 B
	grep -qF 'A1 and B (and 1 other pair of runs): tied scores' stderr
}

# Three documents of one score: a has rank 1, c rank 2 and b none, so that the order is a c b.
@test "--score-ties=rank: what has no rank is behind all that have one, whatever the order of the lines" {
	local p
	printf '1 0 %s\n' 'a 0' 'b 2' 'c 1' >q
	for p in 'a b c' 'a c b' 'b a c' 'b c a' 'c a b' 'c b a'; do
		printf '%s\n' $p | sed 's/a/& 1/; s/b/& -/; s/c/& 2/; s/.*/1 Q0 & 5 t/' >r
		prints -q -n --score-ties=rank -m relstring q r <<<"relstring 1 '012'"
	done
}

# a stands there twice. By its higher score it ties with b, and its rank there is 1, before b's 3.
@test "--duplicates=first: a document has the score and the rank of the line where it is first" {
	local p
	printf '1 0 %s\n' 'a 1' 'b 0' >q
	for p in '1 2 3' '1 3 2' '2 1 3' '2 3 1' '3 1 2' '3 2 1'; do
		printf '%s\n' $p | sed 's/1/a 5 1/; t end; s/2/b 3 9/; t end; s/3/a 1 9/; :end; s/.*/1 Q0 & t/' >r
		prints --quiet-warnings --duplicates=first --score-ties=rank -m recip_rank q r <<<'recip_rank all 1.0000'
		sed 's/ 5 1 t/ 5 9 t/' r >equal # of equal scores the first rank counts
		prints --quiet-warnings --duplicates=first --score-ties=rank -m recip_rank q equal <<<'recip_rank all 1.0000'
		# ranks 1 and 3 do not contradict scores 9 and 8
		sed 's/ 3 9 t/ 3 8 t/' r >apart
		assert_equal "$(said --duplicates=first -m recip_rank q apart | grep -c contradicts)" 0
	done
}
