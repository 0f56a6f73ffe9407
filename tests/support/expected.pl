#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The interval on recall that is to be expected, by brute force: every sample with its probability.
#
#	perl tests/support/expected.pl METHOD N1 R1 n1 N0 R0 n0 [LOWER_P UPPER_P]
#
# prints the means of the lower end, of the upper end and of the width. N1 documents are retrieved,
# R1 of them relevant, n1 sampled; N0, R0, n0 are unretrieved. METHOD is half or melded (the posteriors of
# tests/support/posterior.pl, which lists all yields; small collections only), laplace or normal (Webber
# 2013, eq 23-29). With n1 = "best" or n1 = "target:WIDTH", n0 is the size of the sample (or the
# largest to try), and the best division (or the smallest sample) is searched for by trying all: it
# prints n1, n0 and the width.
use strict;
use warnings;
use FindBin;

my ($method, $N1, $R1, $n1, $N0, $R0, $n0, @p) = @ARGV;
@p = (0.025, 0.975) unless @p;

sub choose {
	my ($n, $k) = @_;
	return 0 if $k < 0 || $k > $n;
	my $x = 1;
	$x *= ($n - $k + $_) / $_ for 1 .. $k;
	return $x;
}

sub mass { my ($k, $N, $R, $n) = @_; return choose($R, $k) * choose($N - $R, $n - $k) / choose($N, $n) }

# Estimated yield and its variance, c added to both counts (eq 24, 27, 28).
sub estimate {
	my ($N, $n, $r, $c) = @_;
	my $m = $n + 2 * $c;
	my $p = ($r + $c) / $m;
	return ($N * $p, $N * $N * $p * (1 - $p) / $m * (1 - $n / $N));
}

sub normal_interval {
	my ($n1, $r1, $n0, $r0, $c) = @_;
	my ($Y1, $V1) = estimate($N1, $n1, $r1, $c);
	my ($Y0, $V0) = estimate($N0, $n0, $r0, $c);
	return unless $Y1 + $Y0 > 0;
	my $recall = $Y1 / ($Y1 + $Y0);
	my $sd = sqrt(($V1 * $Y0**2 + $V0 * $Y1**2) / ($Y1 + $Y0)**4);
	my $z = 1.959963984540054;
	my ($low, $high) = ($recall - $z * $sd, $recall + $z * $sd);
	$low = 0 if $c && $r1 == 0;
	$high = 1 if $c && $r0 == 0;
	return ($low, $high);
}

my %known;

sub interval {
	my ($n1, $r1, $n0, $r0) = @_;
	return normal_interval($n1, $r1, $n0, $r0, $method eq 'laplace') if $method !~ /^(half|melded)$/;
	my $strata = "t 1 $N1 $n1 $n1 $r1\\nt 0 $N0 $n0 $n0 $r0\\n";
	$known{$strata} //= `printf '$strata' | perl $FindBin::Bin/posterior.pl $method recall @p`;
	return split ' ', $known{$strata};
}

sub expected {
	my ($n1, $n0) = @_;
	my ($weight, $lower, $upper) = (0, 0, 0);
	for my $r1 (0 .. $n1) {
		for my $r0 (0 .. $n0) {
			my $w = mass($r1, $N1, $R1, $n1) * mass($r0, $N0, $R0, $n0) or next;
			my ($low, $high) = interval($n1, $r1, $n0, $r0) or next;
			$weight += $w;
			$lower += $w * $low;
			$upper += $w * $high;
		}
	}
	return ($lower / $weight, $upper / $weight);
}

# The best division of n documents: n1, n0, width.
sub best {
	my ($n) = @_;
	my @best;
	for my $k (1 .. $n - 1) {
		next if $k > $N1 || $n - $k > $N0;
		my ($low, $high) = expected($k, $n - $k);
		@best = ($k, $n - $k, $high - $low) if !@best || $high - $low < $best[2];
	}
	return @best;
}

if ($n1 eq 'best') {
	printf "%d %d %.9f\n", best($n0);
} elsif ($n1 =~ /^target:(.*)/) {
	my $width = $1;
	for my $n (2 .. $n0) {
		my @found = best($n);
		next if $found[2] > $width;
		printf "%d %d %.9f\n", @found;
		last;
	}
} else {
	my ($low, $high) = expected($n1, $n0);
	printf "%.9f %.9f %.9f\n", $low, $high, $high - $low;
}
