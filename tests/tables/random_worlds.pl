#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The adversary's own worlds: truths drawn by seed, samples of each, and how often 95 % intervals cover them.
#
#	tests/tables/random_worlds.pl [SEED [WORLDS [SAMPLES]]]     (1, 300 and 40)
#	tests/tables/random_worlds.pl SEED:NUMBER [SAMPLES]         that world alone
#
# A world has a kind and one measure:
#	set    one run over 1 to 50 topics: 1 to 3 strata of what is retrieved and of the rest, sizes, rates, a census of what is
#	       retrieved (1 in 5), one topic 30 times as large (1 in 7), a line and a bend of recall in log size, and noise
#	pair   two runs over 8 to 40 topics, each with a line, a bend and noise of its own
#	later  a run that came after the sample and cuts its three strata, its documents richer or poorer than they are
#	labels a sample of sets, and labels of all documents that are right in .6 to .98
# Worlds of which 7/8 of the samples or fewer are covered are drawn again with ten times as many fresh samples, and only these
# count. The program is STRAT_EVAL; REFERENCE is another one, whose widths are compared on the first ten samples: of a pair, those
# that 0.4.0 has for the same difference, diff_recall and diff_F. JOBS processes.
# Exit status 1: a world is missed without a warning in more than .10 of the samples and two standard errors.
use strict;
use warnings;
use File::Temp qw(tempdir);

my $program = $ENV{STRAT_EVAL} // 'strat_eval';
my $reference = $ENV{REFERENCE} // '';
my ($seed, $worlds, $samples) = @ARGV;
$seed //= 1;
my $only = $seed =~ s/:(\d+)$// ? $1 : undef;
($worlds, $samples) = (undef, $worlds) if defined $only;
$worlds //= 300;
$samples //= 40;
/^[1-9]\d*$/ or die "random_worlds: $_ is no number of worlds or of samples\n" for $worlds // 1, $samples;
my $folder = tempdir(CLEANUP => 1);
my $parent = $$;

sub between { my ($low, $high) = @_; return $low + ($high - $low) * rand }
sub logarithmic { my ($low, $high) = @_; return exp between(log $low, log $high) }
sub normal { return sqrt(-2 * log(1 - rand)) * cos(2 * 3.14159265358979 * rand) }
sub logistic { return 1 / (1 + exp -$_[0]) }
sub round { return int($_[0] + 0.5) }
sub least { return $_[0] < $_[1] ? $_[0] : $_[1] }
sub one_of { return $_[rand @_] }

# How many of R relevant documents are among n of N.
sub drawn
{
	my ($N, $R, $n) = @_;
	my $found = 0;
	for my $i (0 .. $n - 1) { $found++ if rand() * ($N - $i) < $R - $found }
	return $found;
}

# Relevant documents of topics, and log size about its mean.
sub sizes
{
	my ($topics, $most) = @_;
	my ($middle, $spread, $mean) = (log(logarithmic(8, 150)), between(0.2, 1.4), 0);
	my @R = map { my $r = round(exp($middle + $spread * normal())); $r < 2 ? 2 : $r > $most ? $most : $r } 1 .. $topics;
	$mean += log($_) / $topics for @R;
	return map { [$_, log($_) - $mean] } @R;
}

# The logit of recall: level, line, bend and noise.
sub curve
{
	my @c = (between(-1, 2.5), between(-0.7, 0.7), between(-0.4, 0.4), between(0, 0.7));
	return sub { my ($z) = @_; return logistic($c[0] + $c[1] * $z + $c[2] * ($z * $z - 1) + $c[3] * normal()) };
}

# R documents over strata of the given sizes, more in the first ones.
sub spread_over
{
	my ($R, @N) = @_;
	my @weight = map { $N[$_] / (1 + 2 * $_) } 0 .. $#N;
	my ($all, $left, @r) = (0, $R);
	$all += $_ for @weight;
	for my $i (0 .. $#N) {
		my $r = $i == $#N ? $left : round($R * $weight[$i] / $all);
		$r = least(least($r, $left), $N[$i]);
		push @r, $r;
		$left -= $r;
	}
	return @r;
}

# The values of a topic: relevant and retrieved, relevant, retrieved, documents.
sub values_of
{
	my ($a, $R, $D, $N) = @_;
	return (est_recall => $a / $R, est_P => $a / $D, est_F => 2 * $a / ($D + $R), est_rel => $R, est_elusion => ($R - $a) / ($N - $D));
}

# ---- worlds: { kind, measure, truth, write => sub that draws a sample and returns the arguments } ----

sub table_world
{
	my ($kind, $measure, $truth, $topics, @arguments) = @_; # topics: lists of [runs, N, n, R]
	return { kind => $kind . ' of ' . @$topics, measure => $measure, truth => $truth, write => sub {
		open my $out, '>', 'sample.csv' or die;
		print $out "topic,stratum,runs,size,sampled,relevant\n";
		for my $t (0 .. $#$topics) {
			my $s = 0;
			printf $out "t%d,s%d,%s,%d,%d,%d\n", $t, $s++, @$_[0 .. 2], drawn(@$_[1, 3, 2]) for @{ $topics->[$t] };
		}
		close $out;
		return @arguments;
	} };
}

sub set_world
{
	my $measure = one_of(qw(est_recall est_recall est_F est_P est_rel est_elusion));
	my $topics = int logarithmic(1, 51);
	my ($size, $times, $vary) = (logarithmic(60, 1500), logarithmic(2, 30), between(0, 1));
	my @strata = (1 + int rand 3, 1 + int rand 3);
	my @judged = (logarithmic(20, 150), logarithmic(30, 300));
	my ($census, $large, $unequal) = (rand() < 0.2, rand() < 0.15 && $topics > 2, rand() < 0.3 ? between(0, 1) : 0);
	my ($recall, $truth, @topic) = (curve(), 0);
	for (sizes($topics, 0.5 * $size)) {
		my ($R, $z) = @$_;
		my $k = $large && !@topic ? 30 : 1;
		my $D = round($k * $size * exp($vary * normal() / 2));
		my ($rest, $rate) = (round($D * $times), exp($unequal * normal()));
		$R = least(round($R * $k), int(0.8 * $D));
		my $a = round($R * $recall->($z));
		my @N = map { my $s = $_; my $all = $s ? $rest : $D; map { int($all * $_) || 1 } @{ [[1], [0.3, 0.7], [0.15, 0.25, 0.6]]->[$strata[$s] - 1] } } 0, 1;
		my @r = (spread_over($a, @N[0 .. $strata[0] - 1]), spread_over($R - $a, @N[$strata[0] .. $#N]));
		my (@part, %sum);
		for my $i (0 .. $#N) {
			my $in = $i < $strata[0];
			my $n = $in && $census ? $N[$i] : least($N[$i], 2 + round($rate * $judged[!$in] / $strata[!$in]));
			push @part, [$in ? 'A' : '-', $N[$i], $n, $r[$i]];
			$sum{N} += $N[$i];
			$sum{R} += $r[$i];
			$sum{D} += $in ? $N[$i] : 0;
			$sum{a} += $in ? $r[$i] : 0;
		}
		my %v = values_of(@sum{qw(a R D N)});
		$truth += $v{$measure} / $topics;
		push @topic, \@part;
	}
	my $kind = 'set' . ($census ? ', census' : '') . ($large ? ', large topic' : '') . ($unequal ? ', unequal rates' : '');
	return table_world($kind, $measure, $truth, \@topic, '-R', 'table', '-m', $measure, '--ci', 'sample.csv', 'A');
}

sub pair_world
{
	my $measure = one_of('diff_recall', 'diff_recall', 'diff_F');
	my @recall = (curve(), curve());
	my ($overlap, $rate, $truth, @topic) = (between(0.3, 0.9), logarithmic(0.5, 2), 0);
	my @sizes = sizes(8 + int rand 33, 500);
	for (@sizes) {
		my ($R, $z) = @$_;
		my ($x, $y) = map { $_->($z) } @recall;
		my $both = $overlap * least($x, $y);
		$both = $x + $y - 1 if $x + $y - 1 > $both;
		my ($b, $f, $s) = map { round($R * $_) } $both, $x - $both, $y - $both;
		$f = least($f, $R - $b);
		$s = least($s, $R - $b - $f);
		my @N = (500, 500, 500, 6000);
		my @r = ($b, $f, $s, $R - $b - $f - $s);
		my @n = map { round($rate * $_) } 40, 40, 40, 120;
		push @topic, [map { [('A+B', 'A', 'B', '-')[$_], $N[$_], $n[$_], $r[$_]] } 0 .. 3];
		my %of = (diff_recall => ($f - $s) / $R, diff_F => 2 * ($f - $s) / (1000 + $R));
		$truth += $of{$measure} / @sizes;
	}
	my @compare = ('compare', '-R', 'table', '--test=t', 'sample.csv', 'A', 'B');
	my $w = table_world('pair', $measure =~ s/_/_est_/r, $truth, \@topic, @compare, '-m', $measure =~ s/diff/est/r);
	$w->{reference} = [$measure, @compare];
	return $w;
}

# Documents of a topic have numbers; %relevant those that are. A sample of strata by documents.
sub document_world
{
	my ($kind, $measure, $truth, $topics, $strata, @arguments) = @_;
	return { kind => $kind . ' of ' . @$topics, measure => $measure, truth => $truth, write => sub {
		open my $out, '>', 'sample.csv' or die;
		print $out "topic,docno,rel,prob,stratum,size\n";
		for my $t (0 .. $#$topics) {
			my ($first, $s) = (0, 0);
			for (@$strata) {
				my ($N, $n) = @$_;
				my @left = $first .. $first + $N - 1;
				for my $i (0 .. $n - 1) {
					my $j = $i + int rand($N - $i);
					@left[$i, $j] = @left[$j, $i];
					printf $out "t%d,d%d,%d,%.15g,s%d,%d\n", $t, $left[$i], $topics->[$t]{relevant}{ $left[$i] } ? 1 : 0, $n / $N, $s, $N;
				}
				$first += $N;
				$s++;
			}
		}
		close $out;
		return @arguments;
	} };
}

sub mean_of_documents
{
	my ($measure, $topics, $N) = @_;
	my $sum = 0;
	for (@$topics) {
		my ($run, $relevant) = @$_{qw(run relevant)};
		my %v = values_of(scalar(grep { $relevant->{$_} } keys %$run), scalar(keys %$relevant), scalar(keys %$run), $N);
		$sum += $v{$measure} / @$topics;
	}
	return $sum;
}

sub write_run
{
	my ($topics) = @_;
	open my $out, '>', 'run' or die;
	for my $t (0 .. $#$topics) {
		my $rank = 0;
		printf $out "t%d Q0 d%d %d %d B\n", $t, $_, ++$rank, 1000 - $rank for sort { $a <=> $b } keys %{ $topics->[$t]{run} };
	}
	close $out;
}

sub later_world
{
	my $measure = one_of(qw(est_recall est_F est_P));
	my @size = (100, round(logarithmic(300, 1500)), round(logarithmic(1500, 6000)));
	my @rate = (between(0.3, 0.8), logarithmic(0.01, 0.1), logarithmic(0.001, 0.01));
	my @pick = (5 + int rand 25, 5 + int rand 25, int rand 25);
	my ($richer, @topic) = logarithmic(0.5, 30);
	for (1 .. int logarithmic(1, 31)) {
		my ($first, %relevant, %run) = (0);
		for my $s (0 .. 2) {
			for my $d ($first .. $first + $size[$s] - 1) { $relevant{$d} = 1 if rand() < $rate[$s] }
			for my $d (map { $first + int rand $size[$s] } 1 .. $pick[$s]) {
				$run{$d} = 1;
				delete $relevant{$d};
				$relevant{$d} = 1 if rand() < least(0.9, $rate[$s] * ($s ? $richer : 1));
			}
			$first += $size[$s];
		}
		$relevant{0} = 1 unless %relevant;
		push @topic, { relevant => \%relevant, run => \%run };
	}
	write_run(\@topic);
	my @strata = map { [$size[$_], (30, 60, 60)[$_]] } 0 .. 2;
	return document_world(sprintf('later, %.1f times as rich', $richer), $measure, mean_of_documents($measure, \@topic, $size[0] + $size[1] + $size[2]),
		\@topic, \@strata, '-R', 'csv', '-m', $measure, '--ci', 'sample.csv', 'run');
}

sub labels_world
{
	my $measure = one_of(qw(est_recall est_F est_P));
	my ($N, $rate, $right, $found) = (400, between(0.05, 0.5), between(0.6, 0.98), between(0.3, 0.95));
	my @topic;
	open my $out, '>', 'labels.qrels' or die;
	for my $t (0 .. int(logarithmic(1, 21)) - 1) {
		my ($share, %relevant, %run) = (logistic(log($rate / (1 - $rate)) + 0.7 * normal()));
		for my $d (0 .. $N - 1) {
			$relevant{$d} = 1 if rand() < $share || $d == 0;
			$run{$d} = 1 if rand() < ($relevant{$d} ? $found : 0.1);
			printf $out "t%d 0 d%d %d\n", $t, $d, (rand() < $right) == !!$relevant{$d};
		}
		$run{0} = 1;
		push @topic, { relevant => \%relevant, run => \%run };
	}
	close $out;
	write_run(\@topic);
	return document_world(sprintf('labels, %.2f right', $right), $measure, mean_of_documents($measure, \@topic, $N), \@topic, [[$N, 20 + int rand 80]],
		'-R', 'csv', '-m', $measure, '--ci', '--labels=labels.qrels', 'sample.csv', 'run');
}

# ---- samples ----

# Lower and upper end, and whether something was said; nothing: no interval.
sub interval_of
{
	my ($with, $measure, @arguments) = @_;
	my @more = $arguments[0] eq 'compare' ? ('--format=csv') : ('--digits=6');
	my $pid = open my $in, '-|';
	if (!$pid) {
		open STDERR, '>', 'said';
		exec $with, @arguments, '--jobs=1', @more or exit 127;
	}
	my %end;
	while (<$in>) {
		$end{$1} = $2 if /\bci_(lo|hi)_\Q$measure\E *(?:\tall\t|,(?:[^,]*,)*?)(-?[0-9.]+(?:e-?[0-9]+)?)\b/;
	}
	close $in;
	die "random_worlds: @arguments: exit status " . ($? >> 8) . ': ' . `cat said` if $? && $? >> 8 != 1;
	return defined $end{lo} && defined $end{hi} ? ($end{lo}, $end{hi}, -s 'said' ? 1 : 0) : ();
}

sub count
{
	my ($w, $number, $times, $first) = @_;
	my %n = (number => $number, kind => $w->{kind}, measure => $w->{measure}, offered => 0, covered => 0, warned => 0, silent => 0, ratio => 0, ratios => 0);
	for my $k ($first .. $first + $times - 1) {
		srand($seed * 10_000_019 + $number * 10_007 + $k + 1);
		my @arguments = $w->{write}->();
		my ($low, $high, $warned) = interval_of($program, $w->{measure}, @arguments) or next;
		next unless defined $low;
		my $near = 1e-6 * (1 + abs $w->{truth}); # as printed
		my $covers = $low - $near <= $w->{truth} && $w->{truth} <= $high + $near;
		$n{offered}++;
		$n{covered} += $covers;
		$n{warned} += $warned;
		$n{silent} += !$covers && !$warned;
		next if $reference eq '' || $k >= 10;
		my ($was_low, $was_high) = interval_of($reference, @{ $w->{reference} // [$w->{measure}, @arguments] }) or next;
		next unless defined $was_high && $was_high > $was_low;
		$n{ratio} += ($high - $low) / ($was_high - $was_low);
		$n{ratios}++;
	}
	return \%n;
}

sub world
{
	my ($number) = @_;
	srand($seed * 10_000_019 + $number * 10_007);
	return one_of(\&set_world, \&set_world, \&set_world, \&pair_world, \&pair_world, \&later_world, \&labels_world)->();
}

sub line_of
{
	my ($n) = @_;
	return sprintf("%s:%d\t%s\t%s\t%d\t%d\t%d\t%d\t%g\t%d\n", $seed, @$n{qw(number kind measure offered covered warned silent ratio ratios)});
}

sub work
{
	my ($first, $step) = @_;
	mkdir "$folder/$first" or die;
	chdir "$folder/$first" or die;
	open my $out, '>', '../found.' . $first or die;
	for (my $i = $first; $i < $worlds; $i += $step) {
		my $w = world($i);
		my $n = count($w, $i, $samples, 0);
		if ($n->{offered} && $n->{covered} <= 0.875 * $n->{offered}) {
			my $again = count($w, $i, 10 * $samples, $samples);
			@$again{qw(ratio ratios)} = @$n{qw(ratio ratios)};
			$n = $again;
		}
		print $out line_of($n);
	}
	close $out;
}

if (defined $only) {
	chdir $folder;
	print line_of(count(world($only), $only, $samples, 0));
	exit 0;
}
my $jobs = $ENV{JOBS} || 1;
my @child;
for my $j (0 .. $jobs - 1) {
	my $pid = fork // die;
	if (!$pid) {
		work($j, $jobs);
		require POSIX;
		POSIX::_exit(0);
	}
	push @child, $pid;
}
my $bad = 0;
for (@child) { waitpid $_, 0; $bad ||= $? }
exit 2 if $bad;

# ---- what came out ----

my @cell;
for my $file (glob "$folder/found.*") {
	open my $in, '<', $file or die;
	while (<$in>) {
		chomp;
		my %c;
		@c{qw(seed kind measure offered covered warned silent ratio ratios)} = split /\t/;
		push @cell, \%c if $c{offered} >= $samples / 2;
	}
}
my ($mean, $below, $ratio, $ratios, $fails, @warned, @worlds) = (0, 0, 0, 0, 0, 0, 0, 0, 0);
@warned = @worlds = (0, 0);
for my $c (@cell) {
	$c->{coverage} = $c->{covered} / $c->{offered};
	$c->{said} = $c->{warned} / $c->{offered};
	$mean += $c->{coverage} / @cell;
	$below += $c->{coverage} < 0.9;
	my $holds = $c->{coverage} >= 0.93;
	$worlds[$holds]++;
	$warned[$holds] += $c->{said};
	$ratio += $c->{ratio} / $c->{ratios} if $c->{ratios};
	$ratios += $c->{ratios} > 0;
	$fails += $c->{silent} / $c->{offered} > 0.1 + 2 * sqrt(0.1 * 0.9 / $c->{offered});
}
# Worlds below .90 without a warning come first.
sub is_silent { my ($c) = @_; return $c->{coverage} < 0.9 && $c->{said} < 0.8 }
my @worst = sort { is_silent($b) <=> is_silent($a) || $a->{coverage} <=> $b->{coverage} || $a->{seed} cmp $b->{seed} } @cell;
printf "worlds: %d of %d; below .90: %d (%.3f); mean coverage %.3f\n", scalar @cell, $worlds, $below, $below / (@cell || 1), $mean;
printf "warned: %.2f of the samples of %d worlds below .93, %.2f of %d others\n", $worlds[0] ? $warned[0] / $worlds[0] : 0, $worlds[0], $worlds[1] ? $warned[1] / $worlds[1] : 0, $worlds[1];
printf "width against the reference: %.3f (mean of %d worlds)\n", $ratio / $ratios, $ratios if $ratios;
print "| seed | world | measure | intervals | coverage | warned | missed without a word |\n|---|---|---|---|---|---|---|\n";
printf "| %s | %s | %s | %d | %.3f | %.2f | %.3f |\n", @$_{qw(seed kind measure offered coverage said)}, $_->{silent} / $_->{offered} for @worst[0 .. least(4, $#worst)];
exit($fails > 0 ? 1 : 0);
