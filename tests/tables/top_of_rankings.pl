#!/usr/bin/env perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often the 95 % intervals of `all` cover the truth for estimates of the top of a ranking, from few judged
# documents of a pool: for a table in doc/coverage.md.
#
#	tests/tables/top_of_rankings.pl SAMPLES DESIGN SOURCE [MEASURE=TRUTH]...
#
# DESIGN is TOPICSxJUDGED: of each topic's pool JUDGED documents are drawn at random. JUDGED is a number; A+B, A from
# the documents that some run has in its first ten and B from the others; A-B, from A to B, another number in each
# topic; or N%, of a pool of n documents N n/100. TOPICS may be `all`. SOURCE is a made-up pool with three runs, or
# QRELS,RUN,... with the judged documents as the pool and grade 2 as the least relevant one. The made-up pools:
#
#	even, sizes, rich   120, 40 to 1,500 and 80 documents a topic, of which .2, .1 and .5 are relevant: on these
#	                    the interval of statRprec was chosen (that of statP by a program of its own)
#	flat, mixed, deep   90, 30 to 900 and 300 documents, .35, .15 and .08 relevant, and topics differ more
#
# A MEASURE estimates the measure TRUTH (default: statP.10=P.10 statRprec=Rprec statAP=map statAP_bc=map reg_P.10=P.10).
#
# Printed, over all runs and SAMPLES samples: the share with an interval, that of these that cover the truth, the least
# such share of a run, the shares that lie below and above it, the mean width, the shares with an end outside 0 to 1 and
# of no width, the share of samples with a warning, and the mean truth, estimate and share of estimates above the truth
# in these.
use strict;
use warnings;
use File::Temp 'tempdir';

my ($samples, $design, $source, @pair) = @ARGV;
my ($topics, $judged) = $design =~ /^(all|\d+)x(\S+)$/ or die "design '$design'";
@pair = qw(statP.10=P.10 statRprec=Rprec statAP=map statAP_bc=map reg_P.10=P.10) if !@pair;
my %truth_of = map { split /=/ } @pair;
my @measure = map { /^(.*)=/ } @pair;
my $work = tempdir(CLEANUP => 1);
my (%grade, %near, @file); # by topic and document; documents in the first ten of a run
my $level = $source =~ /,/ ? 2 : 1;

sub made_up
{
	my %how = (
		even => [120, 120, .2, 1], sizes => [40, 1500, .1, 1], rich => [80, 80, .5, 1],
		flat => [90, 90, .35, 2], mixed => [30, 900, .15, 2], deep => [300, 300, .08, 2],
	);
	my ($least, $most, $share, $spread) = @{ $how{$source} or die "source '$source'" };
	my $count = $topics eq 'all' ? 50 : $topics;
	@file = map { "$work/run$_" } 1 .. 3;
	my @out = map { open my $f, '>', $_ or die; $f } @file;
	for my $t (1 .. $count) {
		my $size = int($least * ($most / $least)**rand);
		my $odds = $share / (1 - $share) * exp($spread * (2 * rand() - 1));
		for my $d (1 .. $size) {
			my $relevant = rand() * (1 + $odds) < $odds ? 1 : 0;
			$grade{$t}{"d$d"} = $relevant;
			printf { $out[$_] } "$t Q0 d$d 1 %.6f run%d\n", $relevant * (1.5, .8, .3)[$_] + log(rand() / rand()) / 3, $_ + 1
				for 0 .. 2;
		}
	}
	close $_ for @out;
}

sub opened
{
	my ($path) = @_;
	open my $in, '-|', $path =~ /\.gz$/ ? ('gzip', '-dc', $path) : ('cat', $path) or die;
	return $in;
}

# Documents outside the pool stay in the runs, where they are not relevant; the first 200 are enough.
sub real
{
	my ($qrels, @run) = split /,/, $source;
	my %all;
	my $in = opened($qrels);
	while (<$in>) {
		my ($topic, undef, $document, $relevance) = split;
		$all{$topic}{$document} = $relevance;
	}
	my @name = sort keys %all;
	for my $i (0 .. ($topics eq 'all' ? $#name : $topics - 1)) {
		my $k = $i + int rand(@name - $i);
		@name[$i, $k] = @name[$k, $i];
		$grade{$name[$i]} = $all{$name[$i]};
	}
	for my $n (0 .. $#run) {
		push @file, "$work/run$n";
		open my $out, '>', $file[-1] or die;
		$in = opened($run[$n]);
		while (<$in>) {
			my ($topic, undef, undef, undef, $score) = split;
			print $out $_ if $grade{$topic};
		}
		close $out;
	}
}

sub mark_near
{
	for my $path (@file) {
		my %score;
		my $in = opened($path);
		while (<$in>) {
			my ($topic, undef, $document, undef, $score) = split;
			$score{$topic}{$document} = $score;
		}
		for my $topic (keys %score) {
			my $s = $score{$topic};
			my @best = sort { $s->{$b} <=> $s->{$a} || $b cmp $a } keys %$s;
			$near{$topic}{$_} = 1 for @best[0 .. ($#best < 9 ? $#best : 9)];
		}
	}
}

sub sizes_of
{
	my ($number, $near, $far) = @_;
	return ($1, $2) if $judged =~ /^(\d+)\+(\d+)$/;
	return (0, $1 + ($number * 7919) % ($2 - $1 + 1)) if $judged =~ /^(\d+)-(\d+)$/;
	return (0, int($1 * $far / 100 + .5) || 1) if $judged =~ /^(\d+)%$/;
	return (0, $judged);
}

sub draw
{
	open my $out, '>', "$work/pool" or die;
	my $number = 0;
	for my $topic (sort keys %grade) {
		my $split = $judged =~ /\+/;
		my @part = ([], []);
		push @{ $part[$split && $near{$topic}{$_} ? 0 : 1] }, $_ for sort keys %{ $grade{$topic} };
		my @size = sizes_of($number++, scalar @{ $part[0] }, scalar @{ $part[1] });
		for my $h (0, 1) {
			my @document = @{ $part[$h] };
			for my $i (0 .. $#document) {
				my $k = $i + int rand(@document - $i);
				@document[$i, $k] = @document[$k, $i];
				printf $out "%s 0 %s s%d %d\n", $topic, $document[$i], $h, $i < $size[$h] ? $grade{$topic}{ $document[$i] } : -1;
			}
		}
	}
	close $out or die;
}

# Column to value, by run.
sub ask
{
	my ($arguments, $warned) = @_;
	my %value;
	open my $in, '-|', "strat_eval -l $level --format=csv --digits=12 $arguments @file 2>$work/stderr" or die;
	while (<$in>) {
		my ($run, $topic, $column, $value) = split /,/;
		$value{$run}{$column} = $value if $topic eq 'all';
	}
	close $in or die "strat_eval $arguments: status $?";
	$$warned = -s "$work/stderr" ? 1 : 0;
	return %value;
}

srand 20261116;
$source =~ /,/ ? real() : made_up();
mark_near();
open my $out, '>', "$work/qrels" or die;
for my $topic (sort keys %grade) {
	print $out "$topic 0 $_ $grade{$topic}{$_}\n" for sort keys %{ $grade{$topic} };
}
close $out or die;
my %truth = ask(join(' ', map { "-m $_" } values %truth_of) . " -c $work/qrels", \my $nothing);
my (%count, %by_run);
for (1 .. $samples) {
	draw();
	my %value = ask('-R strata --ci ' . join(' ', map { "-m $_" } @measure) . " $work/pool", \my $warned);
	for my $run (keys %value) {
		for my $measure (@measure) {
			(my $column = $measure) =~ tr/./_/;
			(my $of = $truth_of{$measure}) =~ tr/./_/;
			my ($lower, $upper, $is) = ($value{$run}{"ci_lo_$column"}, $value{$run}{"ci_hi_$column"}, $truth{$run}{$of});
			my $c = $count{$measure} //= {};
			my $estimate = $value{$run}{$column};
			$c->{asked}++;
			if ($warned && $estimate =~ /\d/) {
				$c->{warned}++;
				$c->{truth} += $is;
				$c->{estimate} += $estimate;
				$c->{higher} += $estimate > $is;
			}
			next if $lower !~ /\d/ || $upper !~ /\d/;
			$c->{offered}++;
			$c->{above} += $lower > $is + 1e-9;
			$c->{below} += $upper < $is - 1e-9;
			$c->{width} += $upper - $lower;
			$c->{outside} += $lower < -1e-9 || $upper > 1 + 1e-9;
			$c->{empty} += $upper - $lower < 1e-9;
			$by_run{$measure}{$run}[0]++;
			$by_run{$measure}{$run}[1] += $lower <= $is + 1e-9 && $upper >= $is - 1e-9;
		}
	}
}
(my $name = $source) =~ s/,.*//;
$name =~ s{.*/}{};
for my $measure (@measure) {
	my $c = $count{$measure};
	my $n = $c->{offered} || 0;
	printf "%s %s %s offered %.3f", $name, $design, $measure, $n / $c->{asked};
	my ($least) = sort { $a <=> $b } map { $_->[1] / $_->[0] } values %{ $by_run{$measure} };
	printf " covers %.3f least %.3f below %.3f above %.3f width %.3f outside %.3f empty %.3f", 1 - ($c->{above} + $c->{below}) / $n,
		$least, map { $c->{$_} / $n } qw(below above width outside empty) if $n;
	my $w = $c->{warned} || 0;
	printf " warned %.3f", $w / $c->{asked};
	printf " truth %.3f estimate %.3f higher %.3f", map { $c->{$_} / $w } qw(truth estimate higher) if $w;
	print "\n";
}
