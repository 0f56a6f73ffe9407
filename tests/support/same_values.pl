#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# same_values.pl TOLERANCE EXPECTED ACTUAL - compares two outputs line by line.
#
# Names, topics, their order, whole numbers and texts must be equal. Real numbers may differ by
# TOLERANCE, relative to those above 1: two programs that add up in different ways differ in the
# last bits. Prints the first differences; the exit status is 1 where there is one.
use strict;
use warnings;

my ($tolerance, @files) = @ARGV;
my ($expected, $actual) = map {
    open my $in, '<', $_ or die "$_: $!\n";
    [<$in>];
} @files;

sub same {
    my ($x, $y) = @_;
    return 1 if $x eq $y;
    my @x = split /\t/, $x;
    my @y = split /\t/, $y;
    return 0 unless @x == 3 && @y == 3 && $x[0] eq $y[0] && $x[1] eq $y[1];
    return 0 unless $x[2] =~ /^ *-?\d+\.\d+\n$/ && $y[2] =~ /^ *-?\d+\.\d+\n$/;
    my $size = abs $x[2] > 1 ? abs $x[2] : 1;
    return abs($x[2] - $y[2]) <= $tolerance * $size;
}

my $bad = @$expected != @$actual || !@$expected;
print scalar @$expected, " lines expected, ", scalar @$actual, " given\n" if $bad;
for my $i (0 .. $#$expected) {
    last if $i > $#$actual;
    next if same($expected->[$i], $actual->[$i]);
    print "line ", $i + 1, ": expected $expected->[$i]", ' ' x 8, "but given $actual->[$i]";
    last if ++$bad >= 10;
}
exit($bad ? 1 : 0);
