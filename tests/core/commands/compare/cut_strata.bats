#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Differences of two runs on strata that they cut: gray documents, and how many documents the runs retrieve, which is known,
# though how many of these lie in the frame is not (--outside=nonrelevant).

load ../../../support/helper

# Is each of NAME=VALUE in the lines of standard input, to .01?
near()
{
	perl -F, -lane 'BEGIN { %wanted = map { split /=/ } splice @ARGV } $v{$F[3]} = $F[4] if $F[2] eq "all";
		END { exists $v{$_} && abs($v{$_} - $wanted{$_}) < .01 or die "$_ is $v{$_}, not $wanted{$_}\n"
			for sort keys %wanted }' "$@"
}

@test "gray documents of strata that the runs cut are left out of what a run retrieves" {
	# 1,000 of 2,000 documents were drawn. Of A's 400 drawn ones 200 are gray, 100 are relevant: P = 100/200, R = 200, and
	# F = 2*200/(400 + 200). B has nothing relevant. With gray documents as not relevant, P = 100/400, F = 400/(800 + 200).
	perl -e 'print "topic,docno,rel,stratum,size\n";
		for (0 .. 999) { my $rel = $_ < 100 ? 1 : $_ < 200 ? 0 : $_ < 400 ? -2 : 0; print "1,d$_,$rel,s,2000\n" }' >sample.csv
	perl -e 'print "1 Q0 d$_ 1 0 A\n" for 0 .. 399; print "1 Q0 a$_ 1 0 A\n" for 1 .. 400' >A
	perl -e 'print "1 Q0 d$_ 1 0 B\n" for 400 .. 499; print "1 Q0 b$_ 1 0 B\n" for 1 .. 100' >B
	for outside in left-out nonrelevant; do
		"$STRAT_EVAL" compare -R csv --outside=$outside -m prob_gt --format=csv sample.csv A B |
			near diff_P=.5 diff_F=.66667
		"$STRAT_EVAL" compare --gray=nonrelevant -R csv --outside=$outside -m prob_gt --format=csv sample.csv A B |
			near diff_P=.25 diff_F=.4
	done
}

# All 49 documents of each of three topics are judged, so that the differences are those of the sets. (49*(8/49) is less
# than 8 in binary, which was an error.) Every third is relevant: A has d1 to d9 and 3 of 16, B d9 to d29 and 7. P is 1/3.
@test "strata that were judged as a whole, and that the runs cut" {
	perl -e 'print "topic,docno,rel,stratum,size\n"; for my $t (1 .. 3) { print "$t,d$_,", $_ % 3 == 0 || 0, ",s,49\n" for 1 .. 49 }' >sample.csv
	perl -e 'for my $t (1 .. 3) { print "$t Q0 d$_ 1 0 A\n" for 1 .. 9 }' >A
	perl -e 'for my $t (1 .. 3) { print "$t Q0 d$_ 1 0 B\n" for 9 .. 29 }' >B
	evaluate compare --quiet-warnings -R csv -m prob_gt --format=csv sample.csv A B
	assert_equal "$exit_status $(cat stderr)" '0 '
	awk -F, '$3 == "all" && $4 ~ /^(ci_.*_)?diff_/ { sub(/.*_/, "", $4); printf "%s %.9f\n", $4, $5 }' stdout | sort -u >actual
	awk 'BEGIN { printf "F %.9f\nP %.9f\nrecall %.9f\n", 6 / 25 - 14 / 37, 0, 3 / 16 - 7 / 16 }' | diff - actual
	[ "$(grep -cE ',prob_gt_(recall|F),0,|,prob_gt_P,0.5,' stdout)" = 3 ]
}

# 500 of the 1,000 documents of a frame are judged, in each of two topics. A retrieves 300 documents, all of them in the
# frame. Of the first topic 200 are judged, so that 400 seem to be in the frame, of the second 100; one half of them is
# relevant, and nothing else is. B retrieves 200 other ones, 100 of them judged.
within()
{
	perl -e 'print "topic,docno,rel,stratum,size\n";
		for my $t (1, 2) { print "$t,d$_,", $_ < 100 / $t ? 1 : 0, ",s,1000\n" for 0 .. 499 }' >sample.csv
	perl -e 'for my $t (1, 2) { print "$t Q0 d$_ 1 0 A\n" for 0 .. 200 / $t - 1;
		print "$t Q0 a$_ 1 0 A\n" for 1 .. 300 - 200 / $t }' >A
	perl -e 'for my $t (1, 2) { print "$t Q0 d$_ 1 0 B\n" for 300 .. 399; print "$t Q0 b$_ 1 0 B\n" for 1 .. 100 }' >B
}

compared()
{
	"$STRAT_EVAL" compare --quiet-warnings -R csv --outside=nonrelevant -m prob_gt --format=csv "$@"
}

@test "means of precision and F divide by what a run retrieves, also if more of it seems to be in the frame" {
	within
	# 200 and 100 relevant documents of 300: P is (2/3 + 1/3)/2, and F (2*200/(300+200) + 2*100/(300+100))/2. With the 400
	# of the first topic P would be 5/12 and F 7/12. Pooled: 300/600, and 2*300/(600+300). Priors move it by less than .01.
	compared sample.csv A B | near diff_P=.5 diff_F=.65 micro_diff_P=.5 micro_diff_F=.66667
	compared sample.csv B A | near diff_P=-.5 diff_F=-.65 micro_diff_P=-.5 micro_diff_F=-.66667
	[ "$("$STRAT_EVAL" --outside=nonrelevant -R csv -m est_P sample.csv A | cut -f3)" = 0.5000 ]
}

# B has d395 to d494, of which a part is relevant, too: neither probability is 0 or 1.
@test "P(A > B) depends neither on --tail nor on --level, and is one less P(B > A)" {
	within
	sed -i -E 's/^(.,d4[0-9][0246]),0/\1,1/' sample.csv
	perl -e 'for my $t (1, 2) { print "$t Q0 d$_ 1 0 B\n" for 395 .. 494; print "$t Q0 b$_ 1 0 B\n" for 1 .. 100 }' >B
	probabilities() { compared "$@" | awk -F, '$4 ~ /prob_gt_[PF]$/ { print $4, $5 }'; }
	probabilities sample.csv A B >expected
	[ "$(grep -c . expected)" = 4 ]
	for asked in --tail=lower --tail=upper --level=.5; do
		probabilities $asked sample.csv A B | diff expected -
		probabilities $asked sample.csv B A | paste -d ' ' expected - |
			awk '{ if ($2 < 1e-8 || $2 > 1 - 1e-8 || ($2 + $4 - 1) ^ 2 > 1e-18) exit 1 }'
	done
}

@test "means of the posteriors of topics take the larger number, and are warned of" {
	only_with_test_all
	within
	# 5/12 and 7/12, see above
	for options in --ci=bb-half --draws=20000; do
		compared $options sample.csv A B | near diff_P=.41667 diff_F=.58333 micro_diff_P=.5 micro_diff_F=.66667
		evaluate compare $options -R csv --outside=nonrelevant -m prob_gt sample.csv A B
		grep -q 'in 1 of 1 pairs of runs it is estimated how many documents are outside the frame' stderr
	done
	for options in --outside=nonrelevant '--outside=left-out --ci=bb-half' '--outside=unknown --ci=bb-half'; do
		evaluate compare $options -R csv -m prob_gt sample.csv A B
		refute grep -q 'it is estimated how many' stderr
	done
	# one topic
	for file in sample.csv A B; do grep -v '^2[, ]' $file >one.$file; done
	compared one.sample.csv one.A one.B | near diff_P=.5 diff_F=.66667
	evaluate compare --ci=bb-half -R csv --outside=nonrelevant -m prob_gt one.sample.csv one.A one.B
	refute grep -q 'it is estimated how many' stderr
}

@test "what is outside is not relevant, and counts" {
	within
	# 700 documents more: P is (200/1000 + 100/1000)/2, F (2*200/(1000+200) + 2*100/(1000+100))/2; pooled 300/2000 and
	# 2*300/(2000+300)
	perl -e 'for my $t (1, 2) { print "$t Q0 x$_ 1 0 A\n" for 1 .. 700 }' >>A
	for options in '' --ci=bb-half; do
		compared $options sample.csv A B | near diff_P=.15 diff_F=.25758 micro_diff_P=.15 micro_diff_F=.26087
	done
}

@test "a run that lists less than the relevant documents that are estimated in it is warned of" {
	within
	evaluate compare -R csv --outside=nonrelevant -m prob_gt sample.csv A B
	refute grep -q 'fewer documents' stderr
	# the judged relevant documents alone: 300 are estimated in 150
	perl -e 'for my $t (1, 2) { print "$t Q0 d$_ 1 0 J\n" for 0 .. 100 / $t - 1 }' >judged
	for how in nonrelevant left-out unknown; do
		evaluate compare -R csv --outside=$how -m prob_gt sample.csv judged B A
		if [ $how = nonrelevant ]; then
			grep -q 'in 2 of 3 pairs of runs a run has fewer documents than the estimate of its relevant ones' stderr
		else
			refute grep -q 'fewer documents' stderr
		fi
	done
}

# A point of the integral far out, where the density is e^-900 of that at the mode, once made the interval -1 to 1, with p = 0.
@test "a census beside strata of three documents: the interval is not everything, and p is below .05 where it leaves out 0" {
	local pair=A,B,all
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,both,A+B,27,3,3 1,a,A,13,8,7 1,b,B,38,8,3 1,rest,,195,195,1 \
		2,both,A+B,16,3,2 2,a,A,35,3,0 2,b,B,17,9,9 2,rest,,28,6,0 >table.csv
	evaluate compare -R table --format=csv -m est_recall table.csv A B
	assert_equal "$exit_status" 0
	awk -F, '$4 == "diff_est_recall" { d = $5 } $4 == "ci_lo_diff_est_recall" { lo = $5 } $4 == "ci_hi_diff_est_recall" { hi = $5 }
		$4 == "p_adj_est_recall" { p = $5 }
		END { exit !(lo > -0.9 && hi < 0.9 && lo < d && d < hi && (p < 0.05) == (lo > 0 || hi < 0)) }' stdout ||
		fail "$(grep "^$pair" stdout)"
}

@test "a difference that has no value is said to have none" {
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,a,A,20,5,0 1,b,B,20,5,0 1,rest,,60,10,0 >table.csv
	evaluate compare -R table -m est_recall table.csv A B
	assert_equal "$exit_status" 0
	grep -qFx 'The difference in mean est_recall cannot be estimated.' stdout
	refute grep -q nan stdout
}
