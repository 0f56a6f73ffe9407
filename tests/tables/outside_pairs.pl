#!/usr/bin/env perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Two runs, the second of which retrieves documents outside the frame of a sample: how often the 95 % intervals of
# differences with --outside cover the truth. For a table in doc/coverage.md.
#
#	tests/tables/outside_pairs.pl SAMPLES FAMILY TOPICS OUTSIDE QUESTION...
#
# The families are those of outside_frame.sh: strata SIZE:JUDGED:RELEVANT, and a run retrieves FOUND documents of a
# stratum, of which GOOD are relevant. In `varied` RELEVANT and GOOD are those of `pool` times .2, .5, 1 and 1.5 in one
# topic after the other. The second run has a part OUTSIDE of its documents outside. For each of SAMPLES samples both
# runs are drawn anew. Questions:
#
#	nonrelevant, unknown  --outside; with `unknown` the interval is held against two truths: of the documents
#	                      outside none is relevant, and all are
#	equal                 --outside=nonrelevant, and the first run, all of it within the frame, has no more relevant
#	                      documents than the second: how often is P(A > B) above .95, and below .05?
#
# Printed: the shares of samples that are covered, and the mean widths.
use strict;
use warnings;
use File::Temp 'tempdir';

my ($samples, $family, $topics, $outside, @question) = @ARGV;
my %strata = (
	pool => '60:30:36:50:33 200:40:24:30:9 740:50:12:20:2',
	collection => '400:60:120:60:40 20000:100:160:40:4',
);
my $work = tempdir(CLEANUP => 1);
my (%count, %covered, %width, %above, %below);

sub rounded
{
	return int($_[0] + .5);
}

sub least
{
	my ($a, $b) = @_;
	return $a < $b ? $a : $b;
}

sub strata_of
{
	my ($topic) = @_;
	my $times = $family eq 'varied' ? (.2, .5, 1, 1.5)[$topic % 4] : 1;
	my @all;
	for my $text (split / /, $strata{$family eq 'varied' ? 'pool' : $family}) {
		my ($size, $judged, $relevant, $found, $good) = split /:/, $text;
		$relevant = rounded($relevant * $times);
		$good = least(least(rounded($good * $times), $relevant), $found);
		push @all, [$size, $judged, $relevant, $found, $good];
	}
	return @all;
}

sub chosen
{
	my ($number, @from) = @_;
	for my $i (0 .. $number - 1) {
		my $k = $i + int rand(@from - $i);
		@from[$i, $k] = @from[$k, $i];
	}
	return @from[0 .. $number - 1];
}

sub write_sample
{
	open my $out, '>', "$work/sample.csv" or die;
	print $out "topic,docno,rel,stratum,size\n";
	for my $t (1 .. $topics) {
		my @stratum = strata_of($t);
		for my $h (0 .. $#stratum) {
			my ($size, $judged, $relevant) = @{ $stratum[$h] };
			print $out "t$t,s$h-$_,", $_ < $relevant ? 1 : 0, ",s$h,$size\n" for chosen($judged, 0 .. $size - 1);
		}
	}
	close $out or die;
}

# Writes it, and returns its precision and F, with none and with all of its documents outside relevant. $part of its
# documents are outside, and $lost of its relevant ones are not retrieved, with others in their place: of the next
# stratum if this one has not enough.
sub write_run
{
	my ($name, $part, $lost) = @_;
	my %mean;
	open my $out, '>', "$work/$name" or die;
	for my $t (1 .. $topics) {
		my @stratum = strata_of($t);
		my ($retrieved, $good, $all, $inside, $left, @document) = (0, 0, 0, 0, 0);
		for my $h (0 .. $#stratum) {
			my ($size, $judged, $relevant, $found, $right) = @{ $stratum[$h] };
			my $in = rounded($found * (1 - $part));
			my $g = rounded($right * (1 - $lost));
			my $other = least($in - $g + $left, $size - $relevant);
			$left += $in - $g - $other;
			push @document, map { "s$h-$_" } chosen($g, 0 .. $relevant - 1), chosen($other, $relevant .. $size - 1);
			$retrieved += $found;
			$good += $g;
			$all += $relevant;
			$inside += $in;
		}
		my $beyond = $retrieved - $inside;
		push @document, map { "$name-$_" } 1 .. $beyond;
		print $out "t$t Q0 $document[$_] 1 ", -$_, " $name\n" for 0 .. $#document;
		for my $which ('none', 'all') {
			my $more = $which eq 'all' ? $beyond : 0;
			$mean{"P $which"} += ($good + $more) / $retrieved / $topics;
			$mean{"F $which"} += 2 * ($good + $more) / ($retrieved + $all + $more) / $topics;
		}
	}
	close $out or die;
	return %mean;
}

sub ask
{
	my ($how) = @_;
	my %value;
	open my $in, '-|', "strat_eval compare --quiet-warnings --format=csv -m prob_gt -R csv --outside=$how " .
		"$work/sample.csv $work/first $work/second" or die;
	while (<$in>) {
		my @field = split /,/;
		$value{$field[3]} = $field[4];
	}
	close $in or die;
	return %value;
}

srand 7;
for (1 .. $samples) {
	write_sample();
	my %second = write_run('second', $outside, $outside);
	for my $question (@question) {
		my %first = write_run('first', 0, $question eq 'equal' ? $outside : 0);
		my %value = ask($question eq 'unknown' ? 'unknown' : 'nonrelevant');
		for my $what ('P', 'F') {
			my ($lower, $upper, $greater) = @value{"ci_lo_diff_$what", "ci_hi_diff_$what", "prob_gt_$what"};
			for my $which ('none', $question eq 'unknown' ? 'all' : ()) {
				my $truth = $first{"$what $which"} - $second{"$what $which"};
				my $key = "$question $what $which";
				$count{$key}++;
				$covered{$key} += $lower <= $truth + 1e-9 && $truth <= $upper + 1e-9;
				$width{$key} += $upper - $lower;
				$above{$key} += $greater > .95;
				$below{$key} += $greater < .05;
			}
		}
	}
}
print "$family, topics: $topics, outside: $outside, samples: $samples\n";
for (sort keys %count) {
	printf "%-22s covered %.3f, width %.3f", $_, $covered{$_} / $count{$_}, $width{$_} / $count{$_};
	printf ", P(A > B) above .95: %.3f, below .05: %.3f", $above{$_} / $count{$_}, $below{$_} / $count{$_} if /^equal/;
	print "\n";
}
