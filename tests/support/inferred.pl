#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# inferred.pl LEVEL STRATA RUN - inum_rel, xinfAP, infNDCG and iP_1, 5, 20 of each topic of both files,
# from the formulas of Yilmaz, Kanoulas & Aslam (2008): every count is made anew from the lists.
use strict;
use warnings;

my ($level, $strata, $run) = @ARGV;
my (%pool, %score);
open my $in, '<', $strata or die "$strata: $!\n";
while (<$in>) { my ($t, undef, $d, $s, $g) = split; $pool{$t}{$d} = { stratum => $s, grade => $g } }
open $in, '<', $run or die "$run: $!\n";
while (<$in>) { my @f = split; $score{$f[0]}{$f[2]} = $f[4] }

sub sum { my $x = 0; $x += $_ for @_; return $x }

for my $topic (sort grep { $score{$_} } keys %pool) {
    my ($pool, $score) = ($pool{$topic}, $score{$topic});
    my @ranked = sort { $score->{$b} <=> $score->{$a} || $b cmp $a } keys %$score;
    my @all = values %$pool;
    my %names = map { $_->{stratum} => 1 } @all;
    my @names = sort keys %names;
    my $in = sub { my ($s, @docs) = @_; return grep { $_->{stratum} eq $s } @docs };
    my $judged = sub { return grep { $_->{grade} >= 0 } @_ };
    my $relevant = sub { return grep { $_->{grade} >= 0 && $_->{grade} >= $level } @_ };
    # how many of the pool's documents each judged one stands for
    my %each = map { my @j = $judged->($in->($_, @all)); ($_ => @j ? $in->($_, @all) / @j : 0) } @names;
    my $found = sub { # relevant documents expected in the first k
        my @top = grep { defined } map { $pool->{$_} } @ranked[0 .. ($_[0] < @ranked ? $_[0] : @ranked) - 1];
        return sum(map {
            my @part = $in->($_, @top);
            my ($d, $n, $r) = (scalar @part, scalar $judged->(@part), scalar $relevant->(@part));
            $d * ($r + 0.00001) / ($n + 0.00003);
        } @names);
    };
    my $R = sum(map { $each{$_->{stratum}} } $relevant->(@all));
    my ($ap, $dcg, $best, $place) = (0, 0, 0, 0);
    for my $k (1 .. @ranked) {
        my $d = $pool->{$ranked[$k - 1]} or next;
        $ap += $each{$d->{stratum}} * (1 + $found->($k - 1)) / $k if $relevant->($d);
    }
    for my $s (@names) {
        my @retrieved = $in->($s, map { $pool->{$_} || () } @ranked);
        my @seen = $judged->(@retrieved) or next;
        my $gain = sum(map {
            my $d = $pool->{$ranked[$_ - 1]};
            $d && $d->{stratum} eq $s && $d->{grade} > 0 ? $d->{grade} / (log($_ + 1) / log 2) : 0;
        } 1 .. @ranked);
        $dcg += @retrieved / @seen * $gain;
    }
    my %grades = map { $_->{grade} => 1 } @all;
    for my $grade (sort { $b <=> $a } grep { $_ > 0 } keys %grades) {
        my $count = int(0.5 + sum(map { $each{$_->{stratum}} } grep { $_->{grade} == $grade } @all));
        $best += $grade / (log(1 + ++$place) / log 2) for 1 .. $count;
    }
    my $show = sub { printf "%-22s\t%s\t%.12f\n", $_[0], $topic, $_[1] };
    $show->('inum_rel', $R);
    $show->('xinfAP', $R > 0 ? $ap / $R : 0);
    $show->('infNDCG', $best > 0 ? $dcg / $best : 0);
    $show->("iP_$_", $found->($_) / $_) for 1, 5, 20;
}
