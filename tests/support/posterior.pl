#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Ends of a Bayesian interval by brute force: every pair of yields is listed with its probability,
# the values are sorted, and the quantile is read off. For small strata only.
#
#	perl tests/support/posterior.pl PRIOR QUANTITY LOWER_P UPPER_P < STRATA
#
# PRIOR is half, uniform, shared, or melded (one stratum in each segment); QUANTITY is recall, precision, yield or F (beta 1), F:BETA.
# A line of STRATA: topic retrieved(0/1) size sampled assessable relevant. With several topics, of
# the mean over them (no end is forced then). Written from Webber (2013), eq 17, sections 2.9, 3.6,
# not from the program.
use strict;
use warnings;
use POSIX qw(lgamma floor);

my ($prior, $quantity, @p) = @ARGV;
my $beta = $quantity =~ s/^F:// ? do { my $b = $quantity; $quantity = 'F'; $b } : 1;

sub log_beta { my ($a, $b) = @_; return lgamma($a) + lgamma($b) - lgamma($a + $b) }

# Masses of r + BetaBin(N-n; alpha+r, beta+n-r), eq 17: {yield => mass}.
sub yield_law {
	my ($N, $n, $r, $alpha, $beta) = @_;
	my ($m, $a, $b) = ($N - $n, $alpha + $r, $beta + $n - $r);
	my %law;
	return { $r => 1 } if $a == 0; # the limits of a beta-binomial
	return { $r + $m => 1 } if $b == 0;
	for my $k (0 .. $m) {
		my $choose = lgamma($m + 1) - lgamma($k + 1) - lgamma($m - $k + 1);
		$law{$r + $k} = exp($choose + log_beta($a + $k, $b + $m - $k) - log_beta($a, $b));
	}
	return \%law;
}

# The law of the sum of two independent values.
sub sum_law {
	my ($x, $y) = @_;
	my %law;
	for my $u (keys %$x) {
		$law{ sprintf '%.12g', $u + $_ } += $x->{$u} * $y->{$_} for keys %$y;
	}
	return \%law;
}

# Gray documents: left out of the retrieved strata for precision and F.
sub counted {
	my ($s) = @_;
	my ($topic, $retrieved, $N, $n, $a, $r) = @$s;
	return ($N, $n, $r) unless $retrieved && $a < $n && $quantity =~ /^(precision|F)$/;
	return (floor($N * $a / $n + 0.5), $a, $r);
}

# Exact limits have the hyperparameters (0,1) for the lower and (1,0) for the upper end (Fay, Proschan
# and Brittain 2015); unretrieved documents count the other way round. $end: 0 lower, 1 upper.
sub hyperparameters {
	my ($retrieved, $share, $end) = @_;
	return (1, 1) if $prior eq "uniform";
	return (0.5, 0.5) if $prior eq "half";
	return (0.5 * $share, 0.5 * $share) if $prior eq "shared";
	my $grows = $retrieved || $quantity eq "yield";
	return $grows == !$end ? (0, 1) : (1, 0);
}

sub topic_law {
	my ($end, @strata) = @_;
	my (@law, %segment);
	for my $s (@strata) {
		my ($N) = counted($s);
		$segment{ $s->[1] } += $N;
	}
	@law = ({ 0 => 1 }, { 0 => 1 });
	for my $s (@strata) {
		my ($N, $n, $r) = counted($s);
		$law[$s->[1]] = sum_law($law[$s->[1]],
			yield_law($N, $n, $r, hyperparameters($s->[1], $N / $segment{ $s->[1] }, $end)));
	}
	my ($N1, %value) = ($segment{1} || 0);
	for my $R0 (keys %{ $law[0] }) {
		for my $R1 (keys %{ $law[1] }) {
			my $below = $quantity eq 'recall' ? $R1 + $R0
				  : $quantity eq 'precision' ? $N1
				  : $quantity eq 'yield' ? 1
				  : $N1 + $beta**2 * ($R1 + $R0);
			my $above = $quantity eq 'yield' ? $R1 + $R0
				  : $quantity eq 'F' ? (1 + $beta**2) * $R1 : $R1;
			my $t = $below > 0 ? $above / $below : 0;
			$value{ sprintf '%.12g', $t } += $law[0]{$R0} * $law[1]{$R1};
		}
	}
	return \%value;
}

# The smallest value with P(X <= value) >= p.
sub quantile {
	my ($law, $p) = @_;
	my ($sum, $last) = (0, 0);
	for my $v (sort { $a <=> $b } keys %$law) {
		$sum += $law->{$v};
		$last = $v;
		return $v if $sum >= $p - 1e-12;
	}
	return $last;
}

my (%topic, $r1, $r0, $n1);
($r1, $r0, $n1) = (0, 0, 0);
while (<STDIN>) {
	my @f = split;
	push @{ $topic{ $f[0] } }, \@f;
	my ($N, $n, $r) = counted(\@f);
	if ($f[1]) { $r1 += $r; $n1 += $n } else { $r0 += $r }
}
my $topics = keys %topic;
my @ends;
for my $end (0, 1) {
	my $law = { 0 => 1 };
	$law = sum_law($law, topic_law($end, @{ $topic{$_} })) for sort keys %topic;
	push @ends, quantile($law, $p[$end]) / $topics;
}
my ($low, $high) = @ends;
if ($topics == 1 && $quantity ne 'yield') { # the ends that the sample decides
	my $full = $quantity eq 'recall' ? $r0 == 0
		 : $quantity eq 'precision' ? $r1 == $n1 : $r1 == $n1 && $r0 == 0;
	$low = 0 if $r1 == 0;
	$high = 1 if $full;
}
printf "%.6f %.6f\n", $low, $high;
