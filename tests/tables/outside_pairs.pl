#!/usr/bin/env perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Two runs, the second of which retrieves documents outside the frame of a sample: how often the 95 % intervals of
# differences with --outside cover the truth. For a table in doc/coverage.md.
#
#	tests/tables/outside_pairs.pl SAMPLES FAMILY TOPICS OUTSIDE
#
# The families are those of outside_frame.sh: strata SIZE:JUDGED:RELEVANT, and a run retrieves FOUND documents of a
# stratum, of which GOOD are relevant. The second run has a part OUTSIDE of its documents outside. For each of SAMPLES
# samples both runs are drawn anew. With `unknown` the interval is held against two truths: of the documents outside
# none is relevant, and all are. Printed: the shares of samples that are covered, and the mean widths.
use strict;
use warnings;
use File::Temp 'tempdir';

my ($samples, $family, $topics, $outside) = @ARGV;
my %strata = (
	pool => '60:30:36:50:33 200:40:24:30:9 740:50:12:20:2',
	collection => '400:60:120:60:40 20000:100:160:40:4',
);
my @stratum = map { [split /:/] } split / /, $strata{$family};
my $work = tempdir(CLEANUP => 1);
my (%count, %covered, %width);

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
		for my $h (0 .. $#stratum) {
			my ($size, $judged, $relevant) = @{ $stratum[$h] };
			print $out "t$t,s$h-$_,", $_ < $relevant ? 1 : 0, ",s$h,$size\n" for chosen($judged, 0 .. $size - 1);
		}
	}
	close $out or die;
}

# Writes it, and returns its precision and F, with none and with all of its documents outside relevant.
sub write_run
{
	my ($name, $part) = @_;
	my %mean;
	open my $out, '>', "$work/$name" or die;
	for my $t (1 .. $topics) {
		my ($retrieved, $good, $all, $inside, @document) = (0, 0, 0, 0);
		for my $h (0 .. $#stratum) {
			my ($size, $judged, $relevant, $found, $right) = @{ $stratum[$h] };
			my $in = int($found * (1 - $part) + .5);
			my $g = int($right * (1 - $part) + .5);
			push @document, map { "s$h-$_" } chosen($g, 0 .. $relevant - 1), chosen($in - $g, $relevant .. $size - 1);
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

srand 7;
for (1 .. $samples) {
	write_sample();
	my %first = write_run('first', 0);
	my %second = write_run('second', $outside);
	for my $how ('nonrelevant', 'unknown') {
		my %value;
		open my $in, '-|', "strat_eval compare --quiet-warnings --format=csv -m prob_gt -R csv --outside=$how " .
			"$work/sample.csv $work/first $work/second" or die;
		while (<$in>) {
			my @field = split /,/;
			$value{$field[3]} = $field[4];
		}
		close $in or die;
		for my $what ('P', 'F') {
			my ($lower, $upper) = @value{"ci_lo_diff_$what", "ci_hi_diff_$what"};
			for my $which ('none', $how eq 'unknown' ? 'all' : ()) {
				my $truth = $first{"$what $which"} - $second{"$what $which"};
				my $key = "$how $what $which";
				$count{$key}++;
				$covered{$key} += $lower <= $truth + 1e-9 && $truth <= $upper + 1e-9;
				$width{$key} += $upper - $lower;
			}
		}
	}
}
print "$family, topics: $topics, outside: $outside, samples: $samples\n";
printf "%-22s covered %.3f, width %.3f\n", $_, $covered{$_} / $count{$_}, $width{$_} / $count{$_} for sort keys %count;
