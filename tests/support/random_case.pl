#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# random_case.pl SEED FORMAT - writes the files `qrels`, `run` and `zscores` of a small random case.
#
# The same seed gives the same files everywhere. FORMAT is that of the judgments: qrels, qrels_jg,
# prefs or qrels_prefs. A case has what is rare in real data: many ties, unjudged documents, negative
# grades, high grades, topics whose lines are scattered, topics that only one of the files has, topics
# without a relevant document, short and long rankings. Preferences do not contradict each other.
use strict;
use warnings;

my ($seed, $format) = @ARGV;
srand($seed);

sub below { return int rand $_[0] }
sub one_of { return $_[below(scalar @_)] }
sub shuffled { my @x = @_; for my $i (reverse 1 .. $#x) { my $j = below($i + 1); @x[$i, $j] = @x[$j, $i] } return @x }

my @topics = map { one_of('', '0', 'T', 'q-', 'a-long-topic-') . $_ } (shuffled(1 .. 30))[0 .. 2 + below(6)];
my $documents = one_of(3, 8, 25, 90);
my @docs = map { sprintf one_of('D%d', 'd%03d', 'doc-%d', "\xc3\xa9%d"), $_ } 1 .. $documents;

# Grades of a topic: binary, graded, high, with negative ones, or nothing relevant.
my @scales = ([0, 1], [0, 0, 0, 1], [0, 1, 2, 3], [-1, 0, 1], [-2, -1, 0, 0, 2, 5], [0, 0, 1, 12, 700],
              [0], [-1], [-3, -1, 0], [1, 2]);

my (@qrels, @run, @zscores);
for my $topic (@topics) {
    my @judged = (shuffled(@docs))[0 .. below($documents)];
    my @groups = $format eq 'qrels' ? ('0') : map { "g$_" } 1 .. 1 + below(3);
    for my $group (@groups) {
        my $scale = $scales[below(scalar @scales)];
        my @part = grep { @groups == 1 || rand() < 0.7 } @judged;
        @part = ($judged[0]) unless @part;
        if ($format ne 'prefs') {
            push @qrels, "$topic $group $_ " . one_of(@$scale) for @part;
            next;
        }
        # Levels follow one hidden order, whatever their scale in a sub-group.
        my %hidden = map { $_ => below(12) } @part;
        for my $sub (1 .. 1 + below(3)) {
            my $step = one_of(1, 2, 3, 0.5);
            my $start = one_of(0, 0, 0, 1, -2);
            my @some = grep { rand() < 0.6 } @part;
            push @qrels, join ' ', $topic, $group, "s$sub", $_,
                one_of($start + int($hidden{$_} / 2) * $step) for @some ? @some : ($part[0]);
        }
    }
    next if rand() < 0.15;                        # missing from the run
    my @retrieved = (shuffled(@docs))[0 .. below($documents)];
    push @retrieved, map { "unknown$_" } 1 .. below(6);
    my $levels = one_of(1, 3, 1000);              # how many different scores: 1 is all ties
    push @run, join ' ', $topic, 'Q0', $_, below(100), (below($levels) - 1) / one_of(1, 1, 8), "run$seed"
        for shuffled(@retrieved);
    for my $measure (qw(map P_5 num_ret ndcg gm_map set_F), 'utility_1,-1,0,0', qw(prefs_simp map_avgjg)) {
        push @zscores, join ' ', $topic, $measure, rand(), one_of(0, 0.1, 2) if rand() < 0.8;
    }
}
push @run, map { "only-in-run Q0 $_ 1 1 run$seed" } @docs[0 .. 1];
# A case without any topic in both files would say nothing: make one.
push @qrels, $format eq 'prefs' ? ("always g s $docs[0] 1", "always g s $docs[1] 0")
                                : ("always 0 $docs[0] 1", "always 0 $docs[1] 0");
push @run, "always Q0 $docs[1] 1 0.5 run$seed", "always Q0 $docs[0] 1 0.25 run$seed";
push @zscores, 'always map 0.5 0.25';

# Topics are scattered in every other case.
@qrels = shuffled(@qrels) if $seed % 2;
@run = shuffled(@run) if $seed % 3 == 0;
my %file = (qrels => \@qrels, run => \@run, zscores => \@zscores);
for my $name (keys %file) {
    open my $out, '>', $name or die "$name: $!\n";
    print $out "$_\n" for @{ $file{$name} };
    close $out or die "$name: $!\n";
}
