#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# near.pl TOLERANCE FILE FILE: whether two texts are equal but for numbers that differ by at most TOLERANCE of the larger one's
# size, or of 1 if that is smaller, and for the sums at the ends of shards. Prints the largest difference; exit status 1 if the texts differ otherwise.
use strict;
use warnings;

my ($tolerance, @names) = @ARGV;
my $number = qr/(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])/i;
my @text = map { local $/; open(my $in, '<', $_) or die "$_: $!\n"; scalar <$in> // '' } @names;
s/^end\t\w+$/end/m for @text;
my @numbers = map { [/$number/g] } @text;
my @rest = map { s/$number/0/gr } @text;
exit 1 if $rest[0] ne $rest[1];
my $most = 0;
for my $i (0 .. $#{ $numbers[0] }) {
	my ($x, $y) = ($numbers[0][$i], $numbers[1][$i]);
	my $size = abs($x) > abs($y) ? abs($x) : abs($y);
	my $difference = abs($x - $y) / ($size > 1 ? $size : 1);
	$most = $difference if $difference > $most;
}
print "$most\n";
exit($most <= $tolerance ? 0 : 1);
