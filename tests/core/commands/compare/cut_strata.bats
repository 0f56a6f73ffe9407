#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Differences of two runs on strata that they cut.

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
