#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes samples up and holds the ends of their default intervals against each other. For every estimate, of a topic and of
# all topics, of the evaluation, of compare and of validate:
#
#	the estimate lies within; the interval of 80 % lies within that of 95 %; and no end of a two-sided interval lies inside
#	the one-sided bound of the same level.
#
#	tests/support/order_of_ends.pl PROGRAM SEED FILES
#
# Prints a line for each that is not so, and at the end how many were compared. Writes into the current folder.
use strict;
use warnings;

my ($program, $seed, $files) = @ARGV;
my ($compared, $wrong, $state, $what) = (0, 0);
my @measures = qw(est_recall est_P est_F est_F_0.5 est_rel est_rel_ret est_rel_unret est_elusion est_richness);

sub random { # below N
	$state = ($state * 1103515245 + 12345) % 2147483648;
	return int($state / 2147483648 * $_[0]);
}

sub put {
	my ($path, @lines) = @_;
	open my $f, '>', $path or die "$path: $!";
	print $f map { "$_\n" } @lines;
	close $f or die "$path: $!";
}

# Values of csv by what they are of, without the runs.
sub ask {
	my @out = `$program $_[0] --quiet-warnings --format=csv $_[1] 2>stderr`;
	if (($? >> 8) != 0 && ($? >> 8) != 3) { $wrong++; print "$what: @_\n", `cat stderr` }
	my (@name, %found);
	for (@out) {
		chomp;
		my @f = split /,/, $_, -1;
		if (!@name) { @name = @f; next }
		my %r; @r{@name} = @f;
		$found{"$r{topic} $r{measure}"} = $r{value} if $r{value} =~ /^-?[0-9.e+-]+$/i;
	}
	return \%found;
}

sub at_most {
	my ($name, $x, $y) = @_;
	return unless defined $x && defined $y;
	$compared++;
	return if $x <= $y + 1e-7 + 1e-6 * abs $y; # roots are found to 1e-7
	$wrong++;
	print "$what: $name: $x is above $y\n";
}

# Asks a question at two levels, for both ends and for each.
sub order {
	my ($command, $question) = @_;
	my %got;
	for my $level (0.8, 0.95) {
		$got{"$level $_"} = ask($command, "--level=$level --tail=$_ $question") for qw(both lower upper);
	}
	for my $key (sort keys %{ $got{'0.95 both'} }) {
		next unless $key =~ /^(\S+) ci_(lo|hi)_(\S+)$/;
		my ($topic, $end, $of) = ($1, $2, $3);
		my $side = $end eq 'lo' ? 'lower' : 'upper';
		my $name = "$command $key";
		my $check = sub { # what lies further out, and what further inside
			my ($why, $out, $in) = @_;
			$end eq 'lo' ? at_most("$name, $why", $out, $in) : at_most("$name, $why", $in, $out);
		};
		my $of_level = sub { $got{"$_[0] $_[1]"}{$key} };
		$check->('estimate', $of_level->(0.8, $_), $got{"0.8 $_"}{"$topic $of"}) for 'both', $side;
		$check->('80 % in 95 %', $of_level->(0.95, $_), $of_level->(0.8, $_)) for 'both', $side;
		$check->('one-sided bound', $of_level->($_, 'both'), $of_level->($_, $side)) for 0.8, 0.95;
	}
}

# Strata that A, B, both or neither retrieve; a production that was judged as a whole; few or many in the rest.
sub table {
	my ($census, $few) = @_;
	my @table = ('topic,stratum,runs,size,sampled,relevant');
	for my $t (1 .. (1, 2, 4, 8, 12)[random(5)]) {
		for (['both', 'A+B', 60], ['a', 'A', 300], ['b', 'B', 300], ['near', '', 500], ['rest', '', 5000]) {
			my ($name, $runs, $most) = @$_;
			next if $name eq 'near' && random(2);
			my $size = 10 + random($most);
			my $sampled = $census && $runs ? $size : 2 + random($size < 60 ? $size - 1 : 59);
			my $relevant = random($runs ? $sampled + 1 : $few ? 2 : 1 + $sampled / 4);
			push @table, "$t,$name,$runs,$size,$sampled,$relevant";
		}
	}
	put('table.csv', @table);
	my $m = join ' ', map { "-m $_" } @measures;
	order('', "-R table --ci -q $m table.csv A");
	order('compare', '-R table -q -m est_recall -m est_P -m est_F table.csv A B') if random(3) == 0;
}

# Documents of one sample or of two strata, and a run that came later: it cuts them.
sub documents {
	my @csv = ('topic,docno,rel,stratum,size');
	my @run;
	for my $t (1 .. (1, 1, 3, 6)[random(4)]) {
		for my $s (0 .. random(2)) {
			my $sampled = 5 + random(40);
			my $size = $sampled + random(400);
			my ($rich, $cut) = (1 + random(9), 1 + random(8));
			for (1 .. $sampled) {
				push @csv, "$t,$t.$s.$_," . (random(10) < $rich ? 1 : 0) . ",$s,$size";
				push @run, "$t $t.$s.$_" if random(9) < $cut;
			}
		}
	}
	return if !@run;
	put('later.csv', @csv);
	put('later', @run);
	my $m = join ' ', map { "-m $_" } @measures;
	order('', "-R csv -T set --ci -q $m later.csv later");
}

sub counts {
	my @size = (20 + random(400), 200 + random(4000));
	my @sampled = map { 10 + random(10) } 0, 1;
	my @relevant = (1 + random($sampled[0]), random(4));
	order('validate', "--produced=$size[0]:$sampled[0]:$relevant[0] --null=$size[1]:$sampled[1]:$relevant[1]");
}

for my $number (1 .. $files) {
	$what = "file $number";
	$state = ($seed * 7919 + $number * 104729) % 2147483648;
	random(2) for 1 .. 8;
	table($number % 2, $number % 4 < 2);
	documents();
	counts();
}
print "$files files, $compared ends compared, $wrong out of order\n";
exit($wrong > 0);
