#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often the limit of a standard deviation by `plan map` lies above that of all topics, for the table in
# doc/planning.md.
#
#	tests/tables/deviation_limits.pl MATRIX N,...
#
# 200 times N topics are drawn with replacement, and ten systems; the limits are those of the ten systems and of
# their 45 differences. A pair whose scores are the same in all topics drawn has no limit and does not count. The true values have the divisor of a population.
use strict;
use warnings;

my ($file, $sizes) = @ARGV;
open my $in, '<', $file or die "$file: $!\n";
my (undef, @name) = split /,/, <$in> =~ s/["\r\n]//gr;
my @row = map { my (undef, @x) = split /,/; [ map { $_ + 0 } @x ] } <$in>;
my ($work) = map { chomp; $_ } `mktemp`;
srand 1;

sub deviation
{
	my $mean = 0;
	$mean += $_ / @_ for @_;
	my $squares = 0;
	$squares += ($_ - $mean) ** 2 for @_;
	return sqrt($squares / @_);
}

print "| topics | systems | differences |\n|---|---|---|\n";
for my $n (split /,/, $sizes) {
	my (@held, @all);
	for (1 .. 200) {
		my %chosen;
		$chosen{ int rand @name } = 1 while keys %chosen < 10;
		my @system = sort { $a <=> $b } keys %chosen;
		my %at = map { ("s$_" => $_) } @system;
		open my $out, '>', $work or die "$work: $!\n";
		print $out join(',', 'topic', map { "s$_" } @system), "\n";
		print $out join(',', $_, @{ $row[rand @row] }[@system]), "\n" for 1 .. $n;
		close $out;
		for (grep { !/^measure/ } `strat_eval plan map --quiet-warnings --format=csv --scores=$work`) {
			my (undef, $run, $minus, undef, undef, undef, $limit) = split /,/;
			next if $limit eq "";
			my $pair = $minus ne "";
			my @true = map { $_->[$at{$run}] - ($pair ? $_->[$at{$minus}] : 0) } @row;
			$held[$pair] += $limit >= deviation(@true);
			$all[$pair]++;
		}
	}
	printf "| %d | .%03.0f | .%03.0f |\n", $n, map { 1000 * $held[$_] / $all[$_] } 0, 1;
}
unlink $work;
