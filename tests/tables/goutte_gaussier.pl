#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Goutte and Gaussier's Table 1 from what is printed, for doc/papers.md.
#
#	tests/tables/goutte_gaussier.pl
#
# The counts are not published, but F and the sizes of the categories in the test documents of Reuters-21578
# (ModApte split, 3,019 documents) are. TP and FN = size - TP are whole numbers, and so is FP; those with which F
# comes out as printed, to two decimals of a percentage, are tried. P(F of A > F of B) depends on TP and FP + FN only
# (eq 11), and is computed for the fewest and the most TP of each side. Prints the number of solutions of each side, the
# least and the greatest probability in per cent, the printed one, and whether it lies within them or misses them by
# no more than two standard errors of the paper's 10,000 draws, and no more than the rounding of F allows.
use strict;
use warnings;

my %size = (earn => 1087, acq => 719, 'money-fx' => 179, crude => 189, grain => 149, trade => 117, interest => 131,
	wheat => 71, ship => 89, corn => 56, dlr => 44, oilseed => 47, 'money-sup' => 34);

sub solutions
{
	my ($size, $printed) = @_;
	my @found;
	for my $tp (1 .. $size) {
		# F = 2 TP / (2 TP + FP + FN), so that FP + FN is near 2 TP (1 - F) / F
		my $errors = 2 * $tp * (100 - $printed) / $printed;
		for my $sum (int($errors) - 1 .. int($errors) + 2) {
			my $fp = $sum - ($size - $tp);
			next if $fp < 0 || sprintf('%.2f', 200 * $tp / (2 * $tp + $sum)) != $printed;
			push @found, [ $tp, $fp, $size - $tp ];
		}
	}
	return @found;
}

my (%seen, $rows, $within);
print "| category | columns | solutions | least | greatest | printed | agrees |\n|---|---|---|---|---|---|---|\n";
while (<DATA>) {
	my ($name, @value) = split;
	for my $part (0 .. 2) {
		my ($f_a, $f_b, $printed) = @value[4 * $part .. 4 * $part + 2];
		my @side = map { [ solutions($size{$name}, $_) ] } $f_a, $f_b;
		my @p;
		for my $a (@{ $side[0] }[0, -1]) {
			for my $b (@{ $side[1] }[0, -1]) {
				next unless $a && $b;
				my ($x, $y) = map { join ',', @$_ } $a, $b;
				my $key = "$x $y";
				$seen{$key} //= (map { (split)[2] } grep { /^prob_gt_F\s/ }
					`strat_eval compare --digits=6 --format=trec --counts $key`)[0];
				push @p, 100 * $seen{$key};
			}
		}
		my ($least, $most) = (sort { $a <=> $b } @p)[0, -1];
		my $error = 2 * sqrt($least * (100 - $least) / 10000) + 0.005;
		my $agrees = $printed >= $least - $error && $printed <= $most + $error;
		$rows++;
		$within += $agrees;
		printf "| %s | %s | %d, %d | %.2f | %.2f | %.2f | %s |\n", $name,
			('ltc, nnn', 'nnn: lin, poly', 'ltc: lin, poly')[$part], scalar @{ $side[0] }, scalar @{ $side[1] },
			$least, $most, $printed, $agrees ? 'yes' : 'no';
	}
}
print "\n$within of $rows agree\n";

# The table: two F and their probability, +/-, three times.
__DATA__
earn 98.66 98.07 93.71 0.24 98.07 96.36 99.96 0.02 98.66 98.80 34.68 0.48
acq 94.70 93.88 82.09 0.38 93.88 79.31 100.00 0.00 94.70 94.73 49.39 0.50
money-fx 76.40 75.12 63.31 0.48 75.12 64.40 99.64 0.06 76.40 73.90 75.45 0.43
crude 86.96 86.15 61.53 0.49 86.15 71.12 100.00 0.00 86.96 86.26 60.33 0.49
grain 89.61 88.22 69.55 0.46 88.22 73.99 99.99 0.01 89.61 86.57 85.66 0.35
trade 75.86 77.47 34.07 0.47 77.47 75.11 71.77 0.45 75.86 77.13 38.76 0.49
interest 73.98 77.93 17.03 0.38 77.93 68.24 98.83 0.11 73.98 72.27 64.72 0.48
wheat 79.10 80.79 36.81 0.48 80.79 77.27 75.14 0.43 79.10 80.92 36.45 0.48
ship 75.50 80.25 17.99 0.38 80.25 66.22 99.44 0.07 75.50 73.47 63.78 0.48
corn 83.17 83.64 46.73 0.50 83.64 65.35 99.76 0.05 83.17 82.00 58.15 0.49
dlr 78.05 74.23 69.34 0.46 74.23 25.17 100.00 0.00 78.05 72.97 74.18 0.44
oilseed 61.90 62.37 48.58 0.50 62.37 42.35 98.77 0.11 61.90 58.23 65.28 0.48
money-sup 70.77 67.57 64.53 0.48 67.57 70.13 38.19 0.49 70.77 74.19 36.06 0.48
