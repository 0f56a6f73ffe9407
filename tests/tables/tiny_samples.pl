#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Precision from many strata with one to three sampled documents: how often the 95 % interval of one topic covers,
# and how often it has the warning of core/stats/interval/interval_cautions.h. For a table in doc/coverage.md.
#
#	tests/tables/tiny_samples.pl SAMPLES
#
# A truth is a number of strata, of 25 documents each ("equal") or of 15 to 35 ("unequal"), with a share of
# relevant ones. A sample of it is a topic of a table of strata.
use strict;
use warnings;
use File::Temp qw(tempdir);

my ($samples) = @ARGV;
my $work = tempdir(CLEANUP => 1);
srand 1;

sub drawn # of N documents, R of them relevant, n without replacement: how many are relevant
{
	my ($N, $R, $n) = @_;
	my $r = 0;
	for (1 .. $n) {
		if (rand($N--) < $R) { $r++; $R-- }
	}
	return $r;
}

sub strata # family, number, share: sizes and relevant documents
{
	my ($family, $number, $share) = @_;
	return map {
		my $N = $family eq 'equal' ? 25 : 15 + 7 * $_ % 21;
		[$N, int($N * $share + ($family eq 'equal' ? 0.5 : $_ % 3 / 3))]
	} 0 .. $number - 1;
}

sub measure
{
	my ($n, $true, @stratum) = @_;
	open my $table, '>', "$work/table.csv" or die;
	print $table "topic,stratum,runs,size,sampled,relevant\n";
	for my $t (1 .. $samples) {
		for my $h (0 .. $#stratum) {
			my ($N, $R) = @{ $stratum[$h] };
			print $table "$t,$h,A,$N,$n,", drawn($N, $R, $n), "\n";
		}
		print $table "$t,rest,-,5000,300,3\n";
	}
	close $table or die;
	my (%lower, $held);
	open my $out, '-|', "strat_eval -R table -q --digits=9 --ci -m est_P $work/table.csv A 2>$work/said" or die;
	while (<$out>) {
		my ($name, $topic, $value) = split;
		next if $topic eq 'all';
		$lower{$topic} = $value if $name eq 'ci_lo_est_P';
		$held += $lower{$topic} <= $true + 1e-8 && $true <= $value + 1e-8 if $name eq 'ci_hi_est_P';
	}
	close $out or die;
	open my $said, '<', "$work/said" or die;
	my ($warned) = map { /in (\d+) intervals? most of the doubt/ ? $1 : () } <$said>;
	return ($held / $samples, ($warned // 0) / $samples);
}

print "family strata sampled relevant coverage warned\n";
for my $family ('equal', 'unequal') {
	for my $number (6, 12, 40) {
		for my $n (1, 2, 3) {
			for my $share (0.04, 0.12, 0.3, 0.5, 0.7) {
				my @stratum = strata($family, $number, $share);
				my ($N, $R) = (0, 0);
				$N += $_->[0], $R += $_->[1] for @stratum;
				printf "%s %d %d %.2f %.3f %.3f\n", $family, $number, $n, $share, measure($n, $R / $N, @stratum);
			}
		}
	}
}
