#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Kendall's tau of bpref and infAP from random samples of judgments against MAP from all of them (Aslam & Pavlu
# 2008, Figure 10), for doc/papers.md.
#
#	tests/tables/random_judgments.pl DEPTH,... SAMPLES QRELS RUN...
#
# For each depth as many documents of a topic are judged as the pool of the runs of that depth has, drawn at random from
# all judged documents of the topic; the others are known to be in the pool, and not judged (-1). Prints the
# judgments per topic, and for each measure the mean of tau and its standard deviation over samples.
use strict;
use warnings;

my ($depths, $samples, $qrels, @run) = @ARGV;
my $work = `mktemp -d`;
chomp $work;
srand 1;

sub lines
{
	my ($file) = @_;
	my $from = $file =~ /\.gz$/ ? "zcat '$file' |" : "< $file";
	open my $in, $from or die "$file: $!\n";
	return <$in>;
}

my %judged; # topic -> [ document, grade ]...
for (lines($qrels)) {
	my ($topic, undef, $document, $grade) = split;
	push @{ $judged{$topic} }, [ $document, $grade ];
}

my %ranking; # topic -> run -> documents, the best first
for my $run (@run) {
	my %score;
	for (lines($run)) {
		my ($topic, undef, $document, undef, $score) = split;
		$score{$topic}{$document} = $score;
	}
	for my $topic (keys %score) {
		my $of = $score{$topic};
		$ranking{$topic}{$run} = [ sort { $of->{$b} <=> $of->{$a} || $b cmp $a } keys %$of ];
	}
}

# Means of a measure, in the order of the runs.
sub means
{
	my ($measure, $file) = @_;
	return map { (split)[2] } grep { /^\Q$measure\E\s/ }
		`strat_eval -c --quiet-warnings -m $measure '$file' @run`;
}

sub tau
{
	my ($x, $y) = @_;
	my ($sum, $pairs) = (0, 0);
	for my $i (1 .. $#$x) {
		for my $k (0 .. $i - 1) {
			$sum += ($x->[$i] <=> $x->[$k]) * ($y->[$i] <=> $y->[$k]);
			$pairs++;
		}
	}
	return $sum / $pairs;
}

my @truth = means('map', $qrels);
print "| judged a topic | tau: bpref | ± | infAP | ± |\n|---|---|---|---|---|\n";
for my $depth (split /,/, $depths) {
	my (%size, %tau, $all);
	for my $topic (keys %judged) {
		my %pool;
		for my $list (values %{ $ranking{$topic} // {} }) {
			$pool{$_} = 1 for grep { defined } @$list[0 .. $depth - 1];
		}
		$size{$topic} = keys %pool;
		$all += keys(%pool) / keys %judged;
	}
	for (1 .. $samples) {
		open my $out, '>', "$work/sample" or die "$work/sample: $!\n";
		for my $topic (sort keys %judged) {
			my @list = @{ $judged{$topic} };
			for my $i (0 .. $#list) {
				my $k = $i + int rand(@list - $i);
				@list[$i, $k] = @list[$k, $i];
				printf $out "%s 0 %s %d\n", $topic, $list[$i][0], $i < $size{$topic} ? $list[$i][1] : -1;
			}
		}
		close $out;
		push @{ $tau{$_} }, tau(\@truth, [ means($_, "$work/sample") ]) for qw(bpref infAP);
	}
	my @part;
	for my $measure (qw(bpref infAP)) {
		my ($mean, $squares) = (0, 0);
		$mean += $_ / $samples for @{ $tau{$measure} };
		$squares += ($_ - $mean) ** 2 for @{ $tau{$measure} };
		push @part, $mean, sqrt($squares / ($samples - 1));
	}
	printf "| %.1f | %.3f | %.3f | %.3f | %.3f |\n", $all, @part;
}
system 'rm', '-r', $work;
