#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# A matrix of scores, topics by systems, on which comparisons of many systems are tried (doc/coverage.md).
#
#	tests/tables/score_family.pl FAMILY [FILE]
#
# Made up, 400 topics and 40 systems, the same numbers at every call:
#	beta     a score is Beta(8 mu, 8 (1 - mu)); logit mu = -1.1 + topic + system + both, normal with
#	         standard deviations 1.2, 0.3 and 0.4
#	zero     the same, but 0 with a probability that is 0.8 in a quarter of the topics and 0.1 in the others
#	skewed   systems that are alike except in rare topics: topic + N(0, 0.02), and with probability 0.08
#	         a gain of Beta(1, 3) of this system alone
#	twins    eight systems of "beta", each in five versions: a version is the one before, and 0.004, and
#	         N(0, 0.004) of each topic: near-duplicates that differ surely
#	variants eight systems of "beta", each in five versions: a version is the first one, but in a tenth of
#	         the topics, chosen for it, it has a score of its own
#	lopsided topic + N(0, 0.03), and systems fail, each of its own in a topic with a probability of 0 to 0.3,
#	         and lose nearly all: differences are skewed to one side, and no two scores tie
# Parts of FILE, a matrix of real scores:
#	best, middle, worst    a third of its systems, by their means
#	hard, easy             half of its topics, by their means
use strict;
use warnings;

my ($family, $file) = @ARGV;
my ($topics, $systems) = (400, 40);
srand 1;

sub normal { return sqrt(-2 * log(1 - rand)) * cos(2 * 3.14159265358979 * rand) }

# Marsaglia and Tsang 2000; a shape below 1 is one more, times a power.
sub gamma_draw
{
	my ($shape) = @_;
	return gamma_draw($shape + 1) * (1 - rand) ** (1 / $shape) if $shape < 1;
	my $d = $shape - 1 / 3;
	while (1) {
		my $x = normal();
		my $v = (1 + $x / sqrt(9 * $d)) ** 3;
		next if $v <= 0;
		return $d * $v if log(1 - rand) < $x * $x / 2 + $d - $d * $v + $d * log($v);
	}
}

sub beta_draw
{
	my ($x, $y) = map { gamma_draw($_) } @_;
	return $x + $y > 0 ? $x / ($x + $y) : 0;
}

sub bounded { my ($x) = @_; return $x < 0 ? 0 : $x > 1 ? 1 : $x }

sub invented
{
	my @system = map { 0.3 * normal() } 1 .. $systems;
	my @row;
	for my $t (0 .. $topics - 1) {
		my $topic = 1.2 * normal();
		my $zero = $family eq 'zero' ? ($t % 4 == 0 ? 0.8 : 0.1) : 0;
		for my $s (0 .. $systems - 1) {
			my $mean = 1 / (1 + exp(1.1 - $topic - $system[$s] - 0.4 * normal()));
			my $score = beta_draw(8 * $mean, 8 * (1 - $mean));
			$score = 0 if rand() < $zero;
			$score = bounded(0.2 / (1 + exp(-$topic)) + 0.02 * normal() +
				(rand() < 0.08 ? beta_draw(1, 3) : 0)) if $family eq 'skewed';
			$score = bounded($row[$t][$s - 8] + 0.004 + 0.004 * normal())
				if $family eq 'twins' && $s >= 8;
			$score = $row[$t][$s % 8] if $family eq 'variants' && $s >= 8 && rand() < 0.9;
			$score = bounded((0.9 / (1 + exp(-$topic)) + 0.03 * normal() + 0.06) *
				(rand() < 0.3 * $s / ($systems - 1) ? beta_draw(1, 12) : 1)) if $family eq 'lopsided';
			$row[$t][$s] = $score;
		}
	}
	return @row;
}

# The columns and lines of the part.
sub part
{
	open my $in, '<', $file or die "$file: $!\n";
	my (undef, @name) = split /,/, <$in> =~ s/["\r\n]//gr;
	my @all = map { my (undef, @x) = split /,/; [ map { $_ + 0 } @x ] } <$in>;
	my @mean = map { my $s = $_; my $m = 0; $m += $_->[$s] for @all; $m } 0 .. $#name;
	my @order = sort { $mean[$b] <=> $mean[$a] } 0 .. $#name;
	my $third = int(@name / 3);
	my %from = (best => 0, middle => $third, worst => @name - $third);
	if (exists $from{$family}) {
		@order = @order[$from{$family} .. $from{$family} + $third - 1];
		return map { my $x = $_; [ map { $x->[$_] } @order ] } @all;
	}
	my %sum = map { my $m = 0; $m += $_ for @{ $all[$_] }; ($_ => $m) } 0 .. $#all;
	my @place = sort { $sum{$a} <=> $sum{$b} } keys %sum;
	my $half = int(@place / 2);
	@place = $family eq 'hard' ? @place[0 .. $half - 1] : @place[$half .. $#place];
	return map { $all[$_] } sort { $a <=> $b } @place;
}

die "usage: $0 beta|zero|skewed|twins|variants|lopsided, or best|middle|worst|hard|easy FILE\n"
	unless defined $family && (defined $file ? $family =~ /^(best|middle|worst|hard|easy)$/
		: $family =~ /^(beta|zero|skewed|twins|variants|lopsided)$/);
my @row = defined $file ? part() : invented();
print join(',', 'topic', map { "s$_" } 1 .. @{ $row[0] }), "\n";
print join(',', "t$_", map { sprintf '%.6g', $_ } @{ $row[$_ - 1] }), "\n" for 1 .. @row;
