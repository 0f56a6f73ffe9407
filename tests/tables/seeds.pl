#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often two systems that are equal over all topics and seeds are said to differ at .05, by some topics and a few
# seeds of each (doc/coverage.md): by t of scores averaged over seeds, and by p_seeds.
#
#	tests/tables/seeds.pl SAMPLES TOPICS SEEDS INTERACTION SD...
#
# A score is topic, the same for all, + system:topic + seed + residual, all normal; standard deviations .15, INTERACTION,
# SD and .08. Each sample is a measure of one call of `strat_eval compare --scores`. A line for each SD.
use strict;
use warnings;
use File::Temp 'tempdir';

die "usage: $0 SAMPLES TOPICS SEEDS INTERACTION SD...\n" if @ARGV < 5;
my ($samples, $topics, $seeds, $interaction, @sd) = @ARGV;
my $program = $ENV{STRAT_EVAL} // './strat_eval';
my $folder = tempdir(CLEANUP => 1);
my $at_once = 250;
srand 1;

sub normal { return sqrt(-2 * log(1 - rand)) * cos(2 * 3.14159265358979 * rand) }

# The names of files with the scores of some samples, those of a system side by side.
sub files
{
	my ($count, $sd) = @_;
	my (@name, @lines);
	for my $sample (1 .. $count) {
		my @topic = map { 0.4 + 0.15 * normal() } 1 .. $topics;
		for my $system (0, 1) {
			my @both = map { $_ + $interaction * normal() } @topic;
			for my $seed (1 .. $seeds) {
				my $effect = $sd * normal();
				$lines[$system * $seeds + $seed - 1] .= join '',
					map { sprintf "m%d %d %.17g\n", $sample, $_, $both[$_ - 1] + $effect + 0.08 * normal() } 1 .. $topics;
			}
		}
	}
	for my $run (0 .. 2 * $seeds - 1) {
		push @name, "$folder/" . ($run < $seeds ? 'A' : 'B') . $run;
		open my $out, '>', $name[-1] or die "$name[-1]: $!\n";
		print $out $lines[$run];
	}
	return @name;
}

print "sd,topics,seeds,interaction,error_topics,error_topics_and_seeds,samples\n";
for my $sd (@sd) {
	my %wrong = (p_t => 0, p_seeds => 0);
	for (my $done = 0; $done < $samples; $done += $at_once) {
		my $count = $samples - $done < $at_once ? $samples - $done : $at_once;
		my @file = files($count, $sd);
		open my $of, '>', "$folder/systems" or die "$folder/systems: $!\n";
		print $of "run,system\n", map { "$_," . (m{/(.)[^/]*$})[0] . "\n" } @file;
		close $of;
		open my $in, '-|', $program, 'compare', '--quiet-warnings', '--scores', '--test=t', '--format=csv', "--system-of=$folder/systems",
			(map { ('-m', "m$_") } 1 .. $count), @file or die "$program: $!\n";
		while (<$in>) {
			my (undef, undef, undef, $name, $value) = split /,/;
			$wrong{$1}++ if $name =~ /^(p_t|p_seeds)_m/ && $value < 0.05;
		}
		close $in or die "$program failed\n";
	}
	print join(',', $sd, $topics, $seeds, $interaction, (map { sprintf '%.4f', $wrong{$_} / $samples } 'p_t', 'p_seeds'), $samples), "\n";
}
