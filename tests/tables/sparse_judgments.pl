#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often runs are warned of for documents that are not judged, with one judged document a topic, for doc/coverage.md.
#
#	tests/tables/sparse_judgments.pl SETS
#
# A set has eight runs. Run i finds the relevant document among its first ten in a share s of topics, s = .2 to .7, and at rank r
# or above with probability 1 - (1 + r/a)^-.7 (a as s demands): within 1000 in .92 of topics if s = .2, in .99 if s = .7. Half of
# the variance of the normal score of a rank is that of the topic, for all runs. All other documents are unjudged. With more than
# 50 topics, and with longer rankings, there are fewer sets.
# The last column is of sets in which one run has other document numbers in all topics except one of twenty.
use strict;
use warnings;

my ($sets) = @ARGV;
system('strat_eval --version >/dev/null') == 0 or die "sparse_judgments.pl: no strat_eval on the PATH\n";
my $work = `mktemp -d`;
chomp $work;
srand 7;
my %part = (10 => 1, 100 => .25, 1000 => .05); # of the sets, as files are longer
my @share = (.2, .27, .34, .41, .48, .55, .62, .7);

# Marsaglia's polar method.
sub normal
{
	while (1) {
		my ($x, $y) = (2 * rand() - 1, 2 * rand() - 1);
		my $s = $x * $x + $y * $y;
		return $x * sqrt(-2 * log($s) / $s) if $s > 0 && $s < 1;
	}
}

# The normal distribution (Abramowitz & Stegun 26.2.17, error below 1e-7).
sub below
{
	my ($z) = @_;
	my $t = 1 / (1 + .2316419 * abs $z);
	my $tail = exp(-$z * $z / 2) / sqrt(2 * 3.14159265358979) *
		$t * (.319381530 + $t * (-.356563782 + $t * (1.781477937 + $t * (-1.821255978 + $t * 1.330274429))));
	return $z > 0 ? 1 - $tail : $tail;
}

# The rank of the relevant document for a probability u.
sub rank_of
{
	my ($share, $u) = @_;
	my $a = 10 / ((1 - $share) ** (-1 / .7) - 1);
	return 1 + int($a * ((1 - $u) ** (-1 / .7) - 1));
}

# Writes a set, with $other runs whose numbers are others in 19 of 20 topics.
sub write_set
{
	my ($topics, $depth, $other) = @_;
	open my $qrels, '>', "$work/qrels" or die "$work/qrels: $!\n";
	my @to = map { open my $h, '>', "$work/run$_" or die "$work/run$_: $!\n"; $h } 0 .. $#share;
	my $found = 0;
	for my $topic (1 .. $topics) {
		my $hard = normal();
		print $qrels "$topic 0 r$topic 1\n";
		for my $run (0 .. $#share) {
			my $rank = rank_of($share[$run], below(sqrt(.5) * $hard + sqrt(.5) * normal()));
			$found++ if $run == 0 && $rank <= $depth;
			my $name = $run < $other && $topic % 20 ? 'other' : 'r';
			my $lines = '';
			for my $r (1 .. $depth) {
				my $document = $r == $rank ? "$name$topic" : "n$r";
				$lines .= "$topic Q0 $document $r " . (2000 - $r) . " run$run\n";
			}
			print { $to[$run] } $lines;
		}
	}
	close $_ for $qrels, @to;
	return $found / $topics;
}

# How many runs each of the two warnings names.
sub warned
{
	my ($other) = @_;
	my (@none, @few);
	for (`strat_eval -m recip_rank $work/qrels $work/run? 2>&1 >/dev/null`) {
		push @none, $1 if /run(\d): documents: .* is judged in any topic/;
		push @few, $1 if /run(\d): of the first 10 documents/;
	}
	return (scalar(grep { $_ >= $other } @none), scalar(grep { $_ >= $other } @few),
		scalar(grep { $_ < $other } @none, @few));
}

print "| topics | depth | sets | found | none judged | few judged | other numbers, named |\n|---|---|---|---|---|---|---|\n";
for my $depth (10, 100, 1000) {
	for my $topics (5, 10, 20, 50, 200, 1000) {
		my $count = int($sets * 50 / ($topics < 50 ? 50 : $topics) * $part{$depth});
		next if $count < 2;
		my ($none, $few, $named, $found) = (0, 0, 0, 0);
		for (1 .. $count) {
			$found += write_set($topics, $depth, 0) / $count;
			my @warned = warned(0);
			$none += $warned[0];
			$few += $warned[1];
			write_set($topics, $depth, 1);
			$named += (warned(1))[2] > 0;
		}
		printf "| %d | %d | %d | %.2f | %.4f | %.4f | %.2f |\n", $topics, $depth, $count, $found,
			$none / (@share * $count), $few / (@share * $count), $named / $count;
	}
}
system 'rm', '-r', $work;
