#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# misspelt.pl PROGRAM BATTERY [SHARE]: a thousand, or 1/SHARE of these, single-letter slips in names of measures, options, methods, tests, formats, commands and
# questions. Advice that is printed must be accepted when it is typed. In the folder that tests/battery_files.sh fills.
# Prints: how many slips, how often the right name is advised, how often another one, how often none; refused advice; shares by kind.
use strict;
use warnings;

my ($program, $battery, $share) = (@ARGV, 1);
my $state = 1;
my %count;
my @refused;

sub random_below { # a linear congruential generator, the same everywhere
	$state = ($state * 1103515245 + 12345) % 2147483648;
	return int($state / 65536) % shift;
}

# Deletes, doubles, swaps or replaces a letter.
sub slip {
	my $name = shift;
	my @at = grep { substr($name, $_, 1) =~ /[a-z]/i } 0 .. length($name) - 1;
	my $i = $at[random_below(scalar @at)];
	my $kind = random_below(4);
	my $letter = substr $name, $i, 1;
	return substr($name, 0, $i) . substr($name, $i + 1) if $kind == 0;
	return substr($name, 0, $i) . $letter . substr($name, $i) if $kind == 1;
	return substr($name, 0, $i) . substr($name, $i + 1, 1) . $letter . substr($name, $i + 2)
		if $kind == 2 && $i + 1 < length $name;
	return substr($name, 0, $i) . chr(97 + random_below(26)) . substr($name, $i + 1);
}

# Status and standard error.
sub answer {
	my @words = @_;
	my $pid = open(my $in, '-|') // die "fork: $!";
	if ($pid == 0) {
		open STDERR, '>&', \*STDOUT;
		open STDOUT, '>', '/dev/null';
		open STDIN, '<', '/dev/null';
		exec $program, @words or exit 127;
	}
	local $/ = undef;
	my $said = <$in> // '';
	close $in;
	return ($? >> 8, $said);
}

# A call with a name in the place of %; the name, a slip, and what is advised.
sub try_slip {
	my ($kind, $name, @call) = @_;
	my $with = sub { my $x = shift; map { s/%/$x/r } @call };
	my $wrong = slip($name);
	return if lc $wrong eq lc $name || $wrong eq '';
	my ($status, $said) = answer($with->($wrong));
	return if $status != 64 || $said =~ /ambiguous/; # another name, or a beginning of one
	$count{$kind}{slips}++;
	my ($advice) = $said =~ /did you mean '(?:--)?(.*?)'\?/;
	if (!defined $advice) {
		$count{$kind}{ $said =~ /\b\Q$name\E\b/ ? 'right' : 'none' }++; # a short list of names has it
		return;
	}
	$count{$kind}{ lc $advice eq lc $name ? 'right' : 'other' }++;
	($status, $said) = answer($with->($advice));
	push @refused, "@{[ $with->($wrong) ]} -> $advice: $said" if $status != 0;
}

sub try_names {
	my ($kind, $slips, $names, @call) = @_;
	my @good = grep { my $n = $_; (answer(map { s/%/$n/r } @call))[0] == 0 } @$names;
	die "$kind: no name is accepted by @call" if !@good;
	for my $i (0 .. $slips / $share - 1) {
		try_slip($kind, $good[$i % @good], @call);
	}
}

sub words_of { my ($call, $pattern) = @_; my %seen; return grep { !$seen{$_}++ } `$program $call` =~ /$pattern/gm; }

my @measures = words_of('help measures', qr/^\| \[([A-Za-z0-9_]+)\]/m);
try_names('measures', 330, [ grep { length > 2 } @measures ], '-m', '%', 'qrels', 'alpha.run');
try_names('measures', 120, [ grep { /^(est|stat|num)/ } @measures ], qw(--quiet-warnings -R csv -m % judgments.csv produced.run));
try_names('measures', 60, [ qw(nDCG@10 MAP@5 Recall@100 Success@5 Precision@5 Judged@10 Bpref Rprec) ], '-m', '%', 'qrels', 'alpha.run');
my @methods = words_of('help methods', qr/^  --ci=(\S+)/m);
try_names('methods', 60, \@methods, '--ci=%', '-m', 'map', 'qrels', 'alpha.run');
try_names('methods', 60, \@methods, qw(-R csv --ci=% --quiet-warnings -m est_recall judgments.csv produced.run));
try_names('tests', 30, [ words_of('help compare', qr/^  --test=(\S+)/m), qw(wilcoxon bootstrap random sign) ],
	qw(compare --resamples=100 --quiet-warnings --test=% -m map qrels alpha.run beta.run));
try_names('formats', 60, [ qw(trec csv jsonl table latex html markdown) ], '--format=%', '-m', 'map', 'qrels', 'alpha.run');
try_names('formats', 20, ['qrels'], '-R', '%', 'qrels', 'alpha.run');
try_names('formats', 20, ['trec_results'], '-T', '%', 'qrels', 'alpha.run');
try_names('commands', 60, [ qw(compare agree sample validate simulate) ], '%', '--help');
try_names('questions', 60, [ qw(richness elusion precision control recall topics labels strata) ], 'plan', '%', '--help');

open my $lines, '<', $battery or die "$battery: $!";
my @options = grep { m{^[A-Za-z0-9 =.,:/_-]+$} && / --[a-z][a-z-]{3,}/ && !/ -- / } map { chomp; $_ } <$lines>;
for my $i (1 .. 400) {
	last if ($count{options}{slips} // 0) >= 260 / $share;
	my @call = (split(' ', $options[ $i * 7 % @options ]), '--help');
	my @at = grep { $call[$_] =~ /^--[a-z][a-z-]{3,}/ && $call[$_] ne '--help' } 0 .. $#call;
	my ($status, $said) = answer(@call);
	next if !@at || $status != 0 || $said =~ / is now /; # names of today
	my $at = $at[random_below(scalar @at)];
	my ($name) = $call[$at] =~ /^--([A-Za-z_-]+)/;
	$call[$at] =~ s/^--[A-Za-z_-]+/--%/;
	try_slip('options', $name, @call);
}

my %all;
for my $kind (sort keys %count) {
	my %c = (slips => 0, right => 0, other => 0, none => 0, %{ $count{$kind} });
	$all{$_} += $c{$_} for keys %c;
	printf "%s: %d slips, %.0f %% right, %d another, %d none\n", $kind, $c{slips}, 100 * $c{right} / $c{slips}, $c{other}, $c{none};
}
printf "all: %d slips, %.1f %% right, %d another, %d none; %d refused\n", $all{slips}, 100 * $all{right} / $all{slips}, $all{other}, $all{none},
	scalar @refused;
print "refused: $_" for @refused;
exit(@refused > 0 || $all{slips} < 1000 / $share || $all{right} < .85 * $all{slips} ? 1 : 0);
