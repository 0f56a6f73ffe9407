#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# A pilot study judged again: for each certainty, the judgments made when it is first reached by the
# pools of depth 1, 2, 3 ... of two runs, over all topics (Carterette & Smucker 2007, section 4).
#
#	perl tests/support/pilot.pl PROBABILITY QRELS RUN_A RUN_B CERTAINTY...
#
# prints "CERTAINTY JUDGMENTS" for each. Runs have a rank in the order of their lines. Mean and
# variance of the difference in AP are the paper's sums, written out; for short rankings only.
use strict;
use warnings;

my ($unjudged, $qrels, $run_a, $run_b, @levels) = @ARGV;
my (%relevant, %rank, %topics);

open my $in, '<', $qrels or die;
while (<$in>) {
	my ($topic, undef, $doc, $grade) = split;
	$relevant{$topic}{$doc} = $grade > 0;
	$topics{$topic} = 1;
}
for my $run (0, 1) {
	open $in, '<', ($run_a, $run_b)[$run] or die;
	my %next;
	while (<$in>) {
		my ($topic, undef, $doc) = split;
		$rank{$topic}{$doc}[$run] = ++$next{$topic};
	}
}

sub max { return $_[0] > $_[1] ? $_[0] : $_[1] }

# The difference of what pairs of documents weigh in either ranking.
sub c {
	my ($x, $y) = @_;
	my $sum = 0;
	$sum += 1 / max($x->[0], $y->[0]) if $x->[0] && $y->[0];
	$sum -= 1 / max($x->[1], $y->[1]) if $x->[1] && $y->[1];
	return $sum;
}

# Mean and variance of the difference in AP; documents are [rank in A, rank in B], @$p probabilities.
sub moments {
	my ($d, $p) = @_;
	my $n = 0;
	$n += $_ for @$p;
	return (0, 0) unless $n;
	my ($mean, $variance) = (0, 0);
	for my $i (0 .. $#$d) {
		my $cii = c($d->[$i], $d->[$i]);
		$mean += $cii * $p->[$i];
		$variance += $cii**2 * $p->[$i] * (1 - $p->[$i]);
		for my $j (0 .. $#$d) {
			next if $j == $i;
			my $cij = c($d->[$i], $d->[$j]);
			my $pij = $p->[$i] * $p->[$j];
			$variance += 2 * $cii * $cij * $pij * (1 - $p->[$i]);
			if ($j > $i) {
				$mean += $cij * $pij;
				$variance += $cij**2 * $pij * (1 - $pij);
			}
			for my $k ($j + 1 .. $#$d) {
				next if $k == $i;
				$variance += 2 * $cij * c($d->[$i], $d->[$k]) * $pij * $p->[$k] * (1 - $p->[$i]);
			}
		}
	}
	return ($mean / $n, $variance / $n**2);
}

# The normal distribution function, by Simpson's rule.
sub phi {
	my ($z) = @_;
	return $z > 0 ? 1 : 0 if abs($z) > 9;
	my ($steps, $sum) = (2000, 0);
	my $h = $z / $steps;
	for my $i (0 .. $steps) {
		my $w = $i == 0 || $i == $steps ? 1 : $i % 2 ? 4 : 2;
		$sum += $w * exp(-($i * $h)**2 / 2);
	}
	return 0.5 + $sum * $h / 3 / sqrt(2 * 3.14159265358979324);
}

my %reached;
for my $depth (1 .. 1000) {
	my ($mean, $variance, $judged, $all) = (0, 0, 0, 1);
	for my $topic (sort keys %topics) {
		my (@d, @p);
		for my $doc (sort keys %{ $rank{$topic} }) {
			my ($a, $b) = map { $rank{$topic}{$doc}[$_] || 0 } 0, 1;
			my $pooled = ($a && $a <= $depth) || ($b && $b <= $depth);
			$judged += $pooled ? 1 : 0;
			$all &&= $pooled;
			push @d, [$a, $b];
			push @p, $pooled ? ($relevant{$topic}{$doc} ? 1 : 0) : $unjudged;
		}
		my ($m, $v) = moments(\@d, \@p);
		$mean += $m;
		$variance += $v;
	}
	my $certainty = $variance > 0 ? phi(abs($mean) / sqrt($variance)) : abs($mean) > 1e-12 ? 1 : 0.5;
	for (@levels) { $reached{$_} //= $judged if $certainty >= $_ }
	last if $all;
}
printf "%s %s\n", $_, $reached{$_} // '-' for @levels;
