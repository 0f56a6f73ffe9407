#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# P(A > B) if nobody knows what the runs retrieve outside the frame (--outside=unknown).

load ../../../support/helper

# A frame of twelve documents in three strata, which is listed: X is retrieved by A alone (1 of 2 sampled ones is
# relevant, 2 are not sampled), Y by B alone (2 of 3, 2 not sampled), Z by none. A retrieves x1 and x2 too, B y1.
files()
{
	printf '1 0 %s\n' 'a1 X 1' 'a2 X 0' 'a3 X -1' 'a4 X -1' 'b1 Y 1' 'b2 Y 1' 'b3 Y 0' 'b4 Y -1' 'b5 Y -1' \
		'z1 Z 1' 'z2 Z 0' 'z3 Z -1' >strata
	printf '1 Q0 %s 1 0 A\n' a1 a2 a3 a4 x1 x2 >A
	printf '1 Q0 %s 1 0 B\n' b1 b2 b3 b4 b5 y1 >B
}

# The least and the most P(A > B) of each quantity over 0 to 2 relevant documents of A outside and 0 or 1 of B's: sums
# over all yields with their probabilities, beta-binomial with Beta(1/2, 1/2) for each stratum (bb-half).
enumeration()
{
	perl -e 'use strict;
		sub beta_binomial { my ($n, $a, $b) = @_; # probabilities of 0..n, by the ratio of neighbours
			my @p = (1); my $sum = 1;
			for my $k (1 .. $n) { $p[$k] = $p[$k - 1] * ($n - $k + 1) * ($a + $k - 1) / ($k * ($b + $n - $k)); $sum += $p[$k] }
			return map { $_ / $sum } @p }
		my @x = beta_binomial(2, 1.5, 1.5); my @y = beta_binomial(2, 2.5, 1.5); my @z = beta_binomial(1, 1.5, 1.5);
		for my $what ("P", "F") { my ($least, $most) = (2, -1);
			for my $out_a (0 .. 2) { for my $out_b (0 .. 1) { my $p = 0;
				for my $i (0 .. 2) { for my $j (0 .. 2) { for my $k (0 .. 1) {
					my ($a, $b) = (1 + $i + $out_a, 2 + $j + $out_b); my $all = $a + $b + 1 + $k;
					my @score = $what eq "P" ? ($a / 6, $b / 6) : (2 * $a / (6 + $all), 2 * $b / (6 + $all));
					my $d = $score[0] - $score[1];
					$p += $x[$i] * $y[$j] * $z[$k] * (abs($d) < 1e-12 ? .5 : $d > 0 ? 1 : 0) } } }
				$least = $p if $p < $least; $most = $p if $p > $most } }
			printf "least_prob_gt_%s %.10f\nmost_prob_gt_%s %.10f\n", $what, $least, $what, $most }' | sort
}

given() # RUN RUN [OPTION...]
{
	"$STRAT_EVAL" compare --quiet-warnings -R strata --outside=unknown -m prob_gt --format=csv "${@:3}" strata "$1" "$2" |
		perl -F, -lane 'printf "%s %.10f\n", $F[3], $F[4] if $F[3] =~ /^(least|most)_/' | sort
}

@test "the least and the most P(A > B) are those of all ways that documents outside can be relevant" {
	files
	enumeration >expected
	given A B --ci=bb-half >stdout
	diff expected stdout
	# the other way round: 1 - most, 1 - least
	given B A --ci=bb-half | perl -lane '$F[0] =~ s/^(least|most)/$1 eq "least" ? "most" : "least"/e;
		printf "%s %.10f\n", $F[0], 1 - $F[1]' | sort >exchanged
	diff expected exchanged
}

@test "recall, the estimates and a run without documents outside are those of the frame" {
	files
	for how in left-out unknown; do
		"$STRAT_EVAL" compare --quiet-warnings -R strata --outside=$how -m prob_gt --format=csv strata A B >$how
	done
	for figure in prob_gt_recall ci_lo_diff_recall ci_hi_diff_recall prob_gt_P diff_P prob_gt_F diff_F; do
		cmp <(grep ",$figure," left-out) <(grep ",$figure," unknown)
	done
	refute grep -q 'least_\|most_' left-out
	refute grep -q 'least_prob_gt_recall' unknown
	grep -v 'x[12]' A >within.A
	grep -v y1 B >within.B
	"$STRAT_EVAL" compare --quiet-warnings -R strata --outside=unknown -m prob_gt --format=csv strata within.A within.B >within
	perl -F, -lane '$v{$F[3]} = $F[4]; END { for (qw(P F)) { die "$_\n" unless
		$v{"least_prob_gt_$_"} == $v{"prob_gt_$_"} && $v{"most_prob_gt_$_"} == $v{"prob_gt_$_"} } }' within
}

@test "a mean over topics and all topics pooled: bounds by hand where all that is retrieved of the frame is judged" {
	# topic 1: A has 1 of 2 in the frame and one outside, B 1 of 1; topic 2: A has 2 of 2, B 0 of 1 and two outside.
	# Precision of A from (1/3 + 1)/2 to (2/3 + 1)/2, of B from (1 + 0)/2 to (1 + 2/3)/2: the means are 2/3 and 5/6 at
	# worst, 5/6 and 1/2 at best. Pooled: 3/5 and 3/4 at worst, 4/5 and 1/4 at best.
	printf '%s\n' '1 0 a X 1' '1 0 b X 0' '1 0 c X 1' '2 0 a X 1' '2 0 b X 1' '2 0 c X 0' '1 0 e E 0' '1 0 f E -1' >strata
	printf '%s 1 0 A\n' '1 Q0 a' '1 Q0 b' '1 Q0 x' '2 Q0 a' '2 Q0 b' >A
	printf '%s 1 0 B\n' '1 Q0 c' '2 Q0 c' '2 Q0 y' '2 Q0 z' >B
	"$STRAT_EVAL" compare --quiet-warnings -R strata --outside=unknown -m prob_gt --format=csv strata A B |
		perl -F, -lane 'printf "%s %.4f\n", $F[3], $F[4] if $F[3] =~ /prob_gt_P|diff_P/' | sort >stdout
	diff - stdout <<-'END'
		ci_hi_diff_P 0.3333
		ci_lo_diff_P -0.1667
		diff_P 0.2500
		least_prob_gt_P 0.0000
		micro_ci_hi_diff_P 0.5500
		micro_ci_lo_diff_P -0.1500
		micro_diff_P 0.2500
		micro_least_prob_gt_P 0.0000
		micro_most_prob_gt_P 1.0000
		micro_prob_gt_P 1.0000
		most_prob_gt_P 1.0000
		prob_gt_P 1.0000
	END
}

@test "an estimated number of documents outside brings its own error" {
	# 100 of 1,000 documents are judged. A retrieves 50 of them, all relevant, and 1,000 documents in all; B 40, none
	# relevant, and 400. The precision of A is 500/1,000 if nothing outside is relevant, and that 500 are in the frame is
	# an estimate: its standard deviation is sqrt(1000*900/99 * .5*.5) = 47.7. The rest of the error is small.
	perl -e 'print "topic,docno,rel,stratum,size\n"; print "1,d$_,", $_ < 50 ? 1 : 0, ",s,1000\n" for 0 .. 99' >sample.csv
	perl -e 'print "1 Q0 d$_ 1 0 A\n" for 0 .. 49; print "1 Q0 a$_ 1 0 A\n" for 1 .. 950' >A
	perl -e 'print "1 Q0 d$_ 1 0 B\n" for 50 .. 89; print "1 Q0 b$_ 1 0 B\n" for 1 .. 360' >B
	"$STRAT_EVAL" compare --quiet-warnings -R csv --outside=nonrelevant -m prob_gt --format=csv sample.csv A B |
		perl -F, -lane '$v{$F[3]} = $F[4]; END { my $half = 1.96 * sqrt(1000 * 900 / 99 * .25) / 1000;
			die "$v{ci_lo_diff_P} to $v{ci_hi_diff_P}\n" unless abs($v{ci_lo_diff_P} - (.5 - $half)) < .03 &&
				abs($v{ci_hi_diff_P} - (.5 + $half)) < .03 && $v{ci_hi_diff_P} - $v{ci_lo_diff_P} > 1.9 * $half }'
	# the same strata with every document of the frame listed: 500 and 400 are counted, and nothing of this is left
	perl -e 'for (0 .. 999) { my $rel = $_ < 50 ? 1 : $_ < 100 ? 0 : -1; print "1 0 d$_ s $rel\n" }' >strata
	perl -e 'print "1 Q0 d$_ 1 0 A\n" for 0 .. 49, 100 .. 549; print "1 Q0 a$_ 1 0 A\n" for 1 .. 500' >A
	perl -e 'print "1 Q0 d$_ 1 0 B\n" for 50 .. 89, 550 .. 909' >B
	"$STRAT_EVAL" compare --quiet-warnings -R strata --post-stratify --outside=nonrelevant -m prob_gt --format=csv strata A B |
		perl -F, -lane '$v{$F[3]} = $F[4]; END { die "$v{ci_lo_diff_P} to $v{ci_hi_diff_P}\n" unless
			$v{ci_lo_diff_P} > .4 && $v{ci_hi_diff_P} <= .51 }'
}
