#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Retrieved documents that could not be drawn: counted or found by a test, warned of, and --outside.

load ../../../support/helper

# A frame of 100 documents, 40 of them judged, 14 of these relevant; run `new` retrieves 50 of the frame, 20 of
# which are judged (14 relevant), and 150 that nobody could draw; run `old` retrieves the frame.
files()
{
	{
		echo topic,docno,rel,stratum,size
		seq -f '1,d%g,1,a,100' 1 14
		seq -f '1,d%g,0,a,100' 15 20
		seq -f '1,d%g,0,a,100' 51 70
	} >sample.csv
	{ seq -f '1 Q0 d%g 1 0 new' 1 50; seq -f '1 Q0 x%g 1 0 new' 1 150; } >new
	seq -f '1 Q0 d%g 1 0 old' 1 100 >old
}

OUTSIDE='new: about 150 of its 200 documents could not be drawn, as they are outside the frame of the sample (more than '\
'the frame can hold beside what is not retrieved): '

@test "a run with documents outside the frame is warned of with their number; one within it is not" {
	files
	warns "${OUTSIDE}precision, F and their differences are about the others (--outside), recall is that of the frame" \
		-R csv -m est_P -m num_outside sample.csv new <<-'END'
		num_outside all 150.0000
		est_P all 0.7000
	END
	prints -R csv -m est_P -m num_outside sample.csv old <<-'END'
		num_outside all 0.0000
		est_P all 0.3500
	END
	# recall and yields are about the frame alone
	prints -R csv -m est_recall -m est_rel sample.csv new <<-'END'
		est_rel all 35.0000
		est_recall all 1.0000
	END
	# a comparison is warned of too
	evaluate compare -R csv sample.csv new old
	grep -q 'new: about 150 of its 200 documents could not be drawn' stderr
}

@test "--outside=nonrelevant divides by all documents that are retrieved, unknown bounds what nobody knows" {
	files
	# 14 * 100/40 = 35 of 200; recall is 1: F = 2 * 35 / (200 + 35)
	evaluate --quiet-warnings -R csv --outside=nonrelevant --ci -m est_P -m est_F sample.csv new
	assert_equal "$(grep ^est_ stdout | awk '{ print $3 }' | tr '\n' ' ')" '0.1750 0.2979 '
	mv stdout nonrelevant
	# the bounds of precision are those of the retrieved relevant documents, over 200
	evaluate --quiet-warnings -R csv --digits=4 --ci -m est_rel_ret sample.csv new
	awk '/^ci/ { printf "%.4f\n", $3 / 200 }' stdout >expected
	awk '/^ci.*_P/ { print $3 }' nonrelevant >given
	cmp given expected
	# unknown: the lower end of nonrelevant; the upper one is 1 - S/200, where S is the lower end of the 15 others
	evaluate --quiet-warnings -R csv --outside=unknown --ci -m est_P -m est_F sample.csv new
	sed 's/,1,a/,X,a/; s/,0,a/,1,a/; s/,X,a/,0,a/' sample.csv >exchanged.csv
	assert_equal "$(awk '/^est_P/ { print $3 }' stdout) $(awk '/^ci_lo_est_P/ { print $3 }' stdout)" \
		"0.7000 $(sed -n 1p expected)"
	upper=$(awk '/^ci_hi_est_P/ { print $3 }' stdout)
	evaluate --quiet-warnings -R csv --ci -m est_rel_ret exchanged.csv new
	assert_equal "$upper" "$(awk '/^ci_lo/ { printf "%.4f\n", 1 - $3 / 200 }' stdout)"
	# everything is within the frame: all three are one
	for how in left-out nonrelevant unknown; do
		evaluate -R csv -N 100 --outside=$how --ci -m est_P -m est_F sample.csv old
		mv stdout out.$how
	done
	cmp out.left-out out.nonrelevant
	cmp out.left-out out.unknown
}

@test "P(A > B) with --outside=nonrelevant: the run that retrieves 150 documents of no use is not the better one" {
	files
	evaluate compare --quiet-warnings --format=csv -R csv sample.csv old new
	perl -ne 'print $1 if /prob_gt_P,([0-9.e-]+)/' stdout >p
	perl -e 'die "P is $ARGV[0]\n" unless $ARGV[0] < .01' "$(cat p)"
	evaluate compare --quiet-warnings --format=csv -R csv --outside=nonrelevant sample.csv old new
	perl -ne 'print $1 if /prob_gt_P,([0-9.]+)/' stdout >p
	perl -e 'die "P is $ARGV[0]\n" unless $ARGV[0] > .99' "$(cat p)"
	# and if nobody knows what they are, either may be (tests/core/commands/compare/outside_unknown.bats)
	evaluate compare --quiet-warnings --format=csv -R csv --outside=unknown sample.csv old new
	perl -ne '$v{$1} = $2 if /(least|most)_prob_gt_P,([0-9.e-]+)/; END { die "$v{least}, $v{most}\n" unless
		$v{least} < .01 && $v{most} > .99 }' stdout
}

@test "where documents can be counted, they are: whole strata are listed, or the runs form the cells" {
	# a frame of four documents that is listed; the run retrieves one of them, and two others
	printf '1 0 a X 1\n1 0 b X 0\n1 0 c X -1\n1 0 d X -1\n' >strata
	printf '1 Q0 a 1 3 r\n1 Q0 y 2 2 r\n1 Q0 z 3 1 r\n' >run
	warns 'run: 2 of its 3 documents could not be drawn, as they are outside the frame of the sample: precision, F and '\
'their differences are about the others (--outside), recall is that of the frame' \
		-R strata -m est_P -m num_outside strata run <<-'END'
		num_outside all 2.0000
		est_P all 1.0000
	END
	# cells of the runs and the rest of the collection: nothing is outside
	cd "$ROOT/qrels-samples/production"
	run "$STRAT_EVAL" --quiet-warnings -R probs -N 400 -m num_outside -m est_P --pool keyword.run --pool learned.run \
		judgments.probs produced.run
	assert_line --regexp '^num_outside .*0\.0000$'
}

@test "a mean over topics: nonrelevant is the mean of R1 over what is retrieved; shards say the same" {
	files
	{
		cat sample.csv
		sed -n 's/^1,/2,/p' sample.csv
		sed -n 's/^1,/3,/p' sample.csv | sed '1,5s/,1,a/,0,a/'
	} >three.csv
	for t in 1 2 3; do sed "s/^1 /$t /" new; done >three
	evaluate --quiet-warnings -R csv --outside=nonrelevant --ci -m est_P -m est_F three.csv three
	# 35, 35 and 22.5 of 200
	assert_equal "$(awk '/^est_P/ { print $3 }' stdout)" 0.1542
	perl -ane '$v{$F[0]} = $F[2]; END { for (qw(est_P est_F)) {
		die "$_\n" unless $v{"ci_lo_$_"} < $v{$_} && $v{$_} < $v{"ci_hi_$_"} && $v{"ci_hi_$_"} < .5 } }' stdout
	mv stdout whole
	for i in 1 2; do
		"$STRAT_EVAL" --quiet-warnings --shard=$i/2 -R csv --outside=nonrelevant --ci -m est_P -m est_F three.csv three >shard$i
	done
	"$STRAT_EVAL" merge --quiet-warnings shard1 shard2 >merged 2>/dev/null || "$STRAT_EVAL" merge shard1 shard2 >merged 2>/dev/null
	cmp merged whole
}

# 20 of 200 documents judged, 10 relevant: the run's 5 listed documents, all relevant, stand for 50. With 4 more that are
# unjudged D is 9 and R1 between 20 and 90 or so: both cannot be. With 60 listed documents they can: 50/60.
@test "a run that lists only judged documents has no bounds of precision with --outside, and a warning" {
	{ echo topic,docno,rel,stratum,size
		seq -f '1,d%g,1,all,200' 10
		seq -f '1,d%g,0,all,200' 11 20; } >judged.csv
	{ seq -f d%g 5; seq -f u%g 4; } >short.txt
	{ seq -f d%g 5; seq -f u%g 55; } >long.txt
	evaluate -R csv -T set --outside=nonrelevant -m est_P -m est_F --ci judged.csv short.txt
	assert_equal "$exit_status" 0
	grep -qF 'in 2 intervals the run has fewer documents than the estimate of its relevant or gray ones' stderr || fail "$(cat stderr)"
	assert_equal "$(awk '/^ci_.*_P/ { print $3 }' stdout | xargs)" 'nan nan'
	awk '$1 ~ /^est_F/ { value = $3 } /^ci_lo.*_F/ { low = $3 } /^ci_hi.*_F/ { if (!(low <= value && value <= $3 && $3 <= 1)) exit 1 }' stdout ||
		fail "$(cat stdout)"
	evaluate -R csv -T set --outside=nonrelevant -m est_P -m est_F --ci judged.csv long.txt
	refute grep -q fewer stderr
	awk '$1 ~ /^est_/ { value = $3 } $1 ~ /^ci_lo/ { low = $3 } $1 ~ /^ci_hi/ { if (!(low <= value && value <= $3 && $3 <= 1)) exit 1 }' stdout ||
		fail "$(cat stdout)"
	assert_equal "$(awk '$1 == "est_P" { print $3 }' stdout)" 0.8333
	# 8 gray documents of 20 stand for 80, and the run has 12
	sed -i 's/^\(1,d[1-8]\),1,/\1,-1,/' judged.csv
	seq -f d%g 12 >short.txt
	evaluate -R csv -T set --outside=nonrelevant -m est_P -m est_F --ci judged.csv short.txt
	assert_equal "$exit_status $(awk '/^ci_/ { print $3 }' stdout | xargs)" '0 nan nan nan nan'
}

# F of a small beta is precision: 50/60, with the bounds of that.
@test "F of a small beta has the bounds of precision with --outside" {
	{ echo topic,docno,rel,stratum,size
		seq -f '1,d%g,1,all,200' 10
		seq -f '1,d%g,0,all,200' 11 20; } >judged.csv
	{ seq -f d%g 5; seq -f u%g 55; } >long.txt
	for beta in 0.001 1e-9 1e-200; do
		evaluate -R csv -T set --outside=nonrelevant -m est_P -m est_F.$beta --ci judged.csv long.txt
		assert_equal "$exit_status" 0
		assert_equal "$(awk '/_F/ { print $3 }' stdout | xargs)" "$(awk '/_P/ { print $3 }' stdout | xargs)"
	done
}

# Hits of a query 40:20 and the rest of a collection, of which 10 are judged. The run has 10 documents, 6 hits, of which
# 4 are judged and 3 of these relevant, and 4 others, of which none is judged.
later() # SIZE_OF_THE_REST
{
	{
		echo topic,docno,rel,stratum,size
		seq -f '1,h%g,1,hits,40' 1 3
		seq -f '1,h%g,0,hits,40' 4 20
		seq -f "1,r%g,0,rest,$1" 1 9
		echo "1,r10,1,rest,$1"
	} >sample.csv
	{ seq -f '1 Q0 h%g 1 0 later' 1 4; seq -f '1 Q0 h%g 1 0 later' 21 22; seq -f '1 Q0 r%g 1 0 later' 11 14; } >later
}

@test "a run that came later: where rates differ its documents are counted, and not estimated" {
	later 1000
	# 3 * 40/20 = 6 relevant of 10; R = 6 + 1000/10 = 106, F = 2 * 6 / (10 + 106)
	prints -R csv -m est_rel_ret -m est_P -m est_F sample.csv later <<-'END'
		est_rel_ret all 6.0000
		est_P all 0.6000
		est_F all 0.1034
	END
	# the sizes are the collection: nothing is outside, and the number is the same
	prints -R csv -N 1040 -m num_outside -m est_P sample.csv later <<-'END'
		num_outside all 0.0000
		est_P all 0.6000
	END
	# 3 of 4, as before
	prints -R csv --outside=left-out -m est_P sample.csv later <<-'END'
		est_P all 0.7500
	END
	# the bounds are those of the relevant documents that it retrieves, over 10
	evaluate --quiet-warnings -R csv --digits=6 --ci -m est_rel_ret -m est_P sample.csv later
	assert_equal "$(awk '/^ci_lo.*_P/ { print $3 }' stdout)" "$(awk '/^ci_lo.*_ret/ { printf "%.6f", $3 / 10 }' stdout)"
	# comparisons take the same
	seq -f '1 Q0 h%g 1 0 hits' 1 40 >hits
	evaluate compare -R csv --format=csv sample.csv later hits
	mv stdout default
	evaluate compare -R csv --format=csv --outside=nonrelevant sample.csv later hits
	assert_equal "$(grep diff_P default | cut -d, -f1-6)" "$(grep diff_P stdout | cut -d, -f1-6)"
	evaluate compare -R csv --format=csv --outside=left-out sample.csv later hits
	[ "$(grep diff_P default)" != "$(grep diff_P stdout)" ]
}

@test "a run that came later: a ratio where rates are alike, and if it lists judged documents only" {
	later 20 # 40:20 and 20:10
	prints -R csv -m est_P sample.csv later <<-'END'
		est_P all 0.7500
	END
	later 1000
	head -4 later >judged # 4 documents that stand for 8
	prints -R csv -m est_P sample.csv judged <<-'END'
		est_P all 0.7500
	END
}

@test "a run that came later: a topic with no judged document of the run counts in the mean, which divides by its documents" {
	later 1000
	{ seq -f '2,h%g,1,hits,40' 1 10; seq -f '2,h%g,0,hits,40' 11 20; seq -f '2,r%g,0,rest,20' 1 10; } >>sample.csv # rates alike
	seq -f '2 Q0 h%g 1 0 later' 31 36 >>later
	evaluate --quiet-warnings -R csv -m est_P --ci sample.csv later
	assert_equal "$(awk '$1 == "est_P" { print $2, $3 }' stdout)" 'all 0.3000' # (6/10 + 0/6) / 2
	evaluate --quiet-warnings -R csv --outside=nonrelevant -m est_P --ci sample.csv later
	assert_equal "$(awk '$1 == "est_P" { print $2, $3 }' stdout)" 'all 0.3000'
}

# Hits 300:45 and the rest 9700:$1; the run has 100 documents, $2 of them judged, all hits, and stands for 100/15 each.
unmet()
{
	{ echo topic,docno,rel,stratum,size; seq -f '1,h%g,1,hits,300' 1 20; seq -f '1,h%g,0,hits,300' 21 45; seq -f '1,r%g,0,rest,9700' 1 "$1"; } >sample.csv
	{ seq -f '1 Q0 h%g 1 0 later' 1 "$2"; seq -f '1 Q0 x%g 1 0 later' $(($2 + 1)) 100; } >later
	evaluate -R csv --ci -m est_recall -m est_P -m est_F sample.csv later
	grep -c 'in 3 intervals .* and none is judged in a stratum where the others may be' stderr || true
}

@test "a run that came later: its documents may lie in a stratum where none is judged" {
	# 6 judged stand for 40, with a standard error of 20/3 sqrt(6 x .85) = 15; of 60 others none is drawn with (1 - 150/9700)^60 = .39
	assert_equal "$(unmet 150 6)" 1
	# 15 stand for 100; (1 - 1400/9700)^60 = .00009
	assert_equal "$(unmet 150 15)" 0
	assert_equal "$(unmet 1400 6)" 0
	# 11 stand for 73, with a standard error of 20: within two of 100
	assert_equal "$(unmet 150 11)" 0
}

# All ten hits of the run are judged, six are relevant; its ten others may lie in r, of which none was drawn with .99^10 = .90. If
# they are relevant, precision is 16/20 and not 6/20.
@test "the upper end counts documents as relevant that may lie in a stratum where none is judged" {
	{
		echo topic,docno,rel,stratum,size
		seq -f '1,h%g,1,h,10' 6
		seq -f '1,h%g,0,h,10' 7 10
		seq -f '1,r%g,0,r,1000' 10
	} >sample.csv
	{ seq -f '1 Q0 h%g 1 0 new' 10; seq -f '1 Q0 r%g 1 0 new' 101 110; } >new
	warns 'in 1 interval the judged documents of the run represent fewer than it has, and none is judged in a stratum where the others may be: only the upper end counts these as relevant' \
		-R csv -m est_P --ci --outside=nonrelevant sample.csv new <<-'END'
		est_P all 0.3000
		ci_lo_est_P all 0.3000
		ci_hi_est_P all 0.8000
	END
}

# Of the first three documents one is judged, of a stratum that was judged as a whole; the others may lie in s, a third of which was.
@test "a cutoff whose documents are mostly not judged is warned of" {
	text='strat_eval: warning: in 2 intervals the judged documents of the first k represent fewer than k, and none is judged in a stratum where the others may be: these are left out, and the interval may be too narrow'
	{ echo topic,docno,rel,stratum,size; printf '1,c%d,1,c,2\n' 1 2; printf '1,s%d,%d,s,15\n' 1 1 2 0 3 1 4 0 5 1; } >judged.csv
	printf '1 Q0 %s 1 %d run\n' x1 9 x2 8 c1 7 s1 6 s2 5 x3 4 >run
	evaluate -R csv --ci -m est_P.3 -m est_recall.3 judged.csv run
	assert_equal "$exit_status $(cat stderr)" "0 $text"
	# the two judged ones of s stand for the three that are not, and more
	evaluate -R csv --ci -m est_P.5 -m est_recall.5 judged.csv run
	assert_equal "$exit_status $(cat stderr)" '0 '
	# at a rate of 19 in 20 one of the two would have been drawn
	{ grep -v ,s, judged.csv; seq -f '1,s%g,1,s,20' 19; } >most.csv
	evaluate -R csv --ci -m est_P.3 -m est_recall.3 most.csv run
	assert_equal "$exit_status $(grep -c 'first k' stderr)" '0 0'
}

# In each of two topics the run retrieves 10 relevant documents of weight 1 and one of weight w = size/10 that was drawn. They tell
# as much as (20 + 2w)^2/(20 + 2w^2 + w^2) equal ones, one more of weight w being unseen: 1.6 for w = 100, 18 for w = 2.
@test "a mean that few documents of a large weight decide is warned of, and its upper end is further away" {
	decides='the stratum of the lowest rate, which decides the mean'
	for t in 1 2; do
		seq -f "$t Q0 a%g 1 0 r" 1 10
		printf "$t Q0 b%d 1 0 r\n" 1 3
	done >r
	for size in 1000 20; do
		{
			echo topic,docno,rel,stratum,size
			for t in 1 2; do
				for d in $(seq 20); do echo "$t,a$d,$((d <= 12)),a,20"; done
				for d in $(seq 10); do echo "$t,b$d,$((d <= 2)),b,$size"; done
			done
		} >sample.csv
		run "$STRAT_EVAL" -R csv -m est_recall --ci sample.csv r
		assert_success
		case $size in 20) refute_output --partial "$decides" ;; *) assert_output --partial "$decides" ;; esac
	done
}
