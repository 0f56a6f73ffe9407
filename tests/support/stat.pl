#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# stat.pl LEVEL PROBS RUN - statAP, statAP_literal, statRprec and statP_1, 5, 20 of each topic of both
# files, straight from Aslam & Pavlu 2008, eq 1 to 4: double sums over the sample, no running totals.
use strict;
use warnings;

my ($level, $probs, $run) = @ARGV;
my (%sample, %score, %rank);
open my $in, '<', $probs or die "$probs: $!\n";
while (<$in>) { my @f = split; $sample{$f[0]}{$f[2]} = { relevant => $f[3] >= 0 && $f[3] >= $level, p => $f[4] } }
open $in, '<', $run or die "$run: $!\n";
while (<$in>) { my @f = split; $score{$f[0]}{$f[2]} = $f[4] }

for my $topic (sort grep { $score{$_} } keys %sample) {
    my $s = $score{$topic};
    my @ranked = sort { $s->{$b} <=> $s->{$a} || $b cmp $a } keys %$s;
    my %rank = map { $ranked[$_] => $_ + 1 } 0 .. $#ranked;
    my $d = $sample{$topic};
    my @relevant = grep { $d->{$_}{relevant} } keys %$d;
    my $pc = sub { # eq 2, with `own` of one document in the place of its 1/p
        my ($r, $self, $own) = @_;
        my $sum = 0;
        for my $f (@relevant) {
            next unless $rank{$f} && $rank{$f} <= $r;
            $sum += defined $self && $f eq $self ? $own : 1 / $d->{$f}{p};
        }
        return $sum / $r;
    };
    my ($R, $once, $literal) = (0, 0, 0);
    for my $x (@relevant) {
        my $p = $d->{$x}{p};
        $R += 1 / $p;
        next unless $rank{$x};
        $once += $pc->($rank{$x}, $x, 1) / $p;
        $literal += $pc->($rank{$x}, $x, 1 / $p) / $p;
    }
    my $show = sub { printf "%-22s\t%s\t%s\n", $_[0], $topic, defined $_[1] ? sprintf('%.12f', $_[1]) : sprintf('%14s', 'nan') };
    $show->('statAP', $R > 0 ? $once / $R : undef);
    $show->('statAP_literal', $R > 0 ? $literal / $R : undef);
    $show->('statRprec', $R > 0 ? $pc->($R) : undef);
    $show->("statP_$_", $pc->($_)) for 1, 5, 20;
}
