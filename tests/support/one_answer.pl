#!/usr/bin/perl
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Asks made-up questions in several ways and compares the answers: the evaluation, compare, its leaderboard, sentence and
# table, csv, jsonl and trec, the table of strata, validate, --show=labels, and Python if PYTHONPATH has it. Complete
# judgments, sets from strata, sets with labels, and rankings of labelled pools with their edge cases.
#
#	tests/support/one_answer.pl PROGRAM SEED QUESTIONS [PYTHON]
#
# Prints a line for each disagreement, and at the end how many answers were compared. Writes into the current folder.
use strict;
use warnings;
use Cwd;

my ($program, $seed, $questions, $python) = @ARGV;
my ($compared, $wrong, $what) = (0, 0, '');
my ($state, $folder);
my $start = getcwd();

sub random { # below N
	$state = ($state * 1103515245 + 12345) % 2147483648;
	return int($state / 2147483648 * $_[0]);
}
sub pick { return $_[random(scalar @_)] }

sub put {
	my ($path, @lines) = @_;
	open my $f, '>', $path or die "$path: $!";
	print $f map { "$_\n" } @lines;
	close $f or die "$path: $!";
}

sub ask { # lines of standard output
	my @words = ($program, '--quiet-warnings', @_);
	@words = ($program, $_[0], '--quiet-warnings', @_[1 .. $#_]) if $_[0] =~ /^(compare|validate)$/;
	my $line = join ' ', map { my $w = $_; $w =~ s/'/'\\''/g; "'$w'" } @words;
	my @out = `$line 2>stderr`;
	my $status = $? >> 8;
	if ($status != 0 && $status != 3) {
		open my $f, '<', 'stderr';
		print "$what: status $status: @_\n", <$f>;
		$wrong++;
	}
	chomp @out;
	return @out;
}

sub same {
	my ($name, $x, $y, $how) = @_;
	my ($u, $v) = map { !defined $_ || $_ eq '' || $_ eq 'null' || $_ eq '-' ? 'nan' : $_ } $x, $y;
	$compared++;
	my $agree = $u eq 'nan' || $v eq 'nan' ? $u eq $v
		: !defined $how ? $u == $v                        # to the last digit
		: $how eq '4' ? sprintf('%.4f', $u) + 0 == $v + 0 # as printed
		: abs($u - $v) <= $how;
	return if $agree;
	$wrong++;
	print "$what: $name: $u is not $v\n";
}

# The fields of a line of csv, which may have quotes.
sub fields {
	my @f;
	while ($_[0] =~ /\G(?:"([^"]*)"|([^,]*))(,|$)/g) {
		push @f, $1 // $2;
		last if $3 eq '';
	}
	return @f;
}

# Records of csv: {run_a run_b topic measure} to value; a name twice is an answer twice.
sub records {
	my (%found, @name);
	for (@_) {
		my @f = fields($_);
		if (!@name) { @name = @f; next }
		my %r; @r{@name} = @f;
		my $key = join ' ', map { $r{$_} // '' } grep { $_ ne 'value' && /^(runid|run_a|run_b|topic|measure)$/ } @name;
		if (exists $found{$key}) { $wrong++; print "$what: two records: $key\n" }
		$found{$key} = $r{value};
	}
	return \%found;
}

# ---- questions ----

# Complete judgments and rankings.
sub complete {
	my $topics = 3 + random(6);
	my @runs = ('A', 'B', 'C')[0 .. 1 + random(2)];
	my (@qrels, %run);
	my $gap = random(3) == 0;
	for my $t (1 .. $topics) {
		push @qrels, "$t 0 d$_ " . (random(3) == 0 ? 1 + random(2) : 0) for 1 .. 8;
		push @qrels, "$t 0 r 1";
		for my $r (@runs) {
			next if $gap && $r eq 'B' && $t == 2;
			my $score = 100;
			push @{ $run{$r} }, "$t Q0 " . ($_ == 1 + $t % 5 ? 'r' : 'd' . (1 + random(12)) . "x$_") . " $_ " . $score-- . " $r"
				for 1 .. 6;
		}
	}
	s/x\d+ / / for map { @$_ } values %run;
	for my $r (@runs) { # no document twice
		my %seen;
		@{ $run{$r} } = grep { my @f = split; !$seen{"$f[0] $f[2]"}++ } @{ $run{$r} };
		put("$r.run", @{ $run{$r} });
	}
	put('qrels', @qrels);
	my $all = $gap && random(2);
	return { options => [$all ? '-c' : ()], judgments => 'qrels', runs => [map { "$_.run" } @runs], names => \@runs,
		measures => [pick('map', 'ndcg_cut_10', 'recip_rank'), pick('P_5', 'recall_10', 'Rprec')],
		topics => [$gap && !$all ? (1, 3 .. $topics) : (1 .. $topics)], gap => $gap && !$all };
}

# Sets whose strata are what both, one or neither of two runs retrieve: as documents, and as a table.
sub sets {
	my $topics = 1 + random(random(6) == 0 ? 6 : 3);
	my (@csv, @table, %run);
	@csv = ('topic,docno,rel,stratum,size');
	@table = ('topic,stratum,runs,size,sampled,assessable,relevant');
	for my $t (1 .. $topics) {
		for my $s (['both', 'A+B', 'A', 'B'], ['a', 'A', 'A'], ['b', 'B', 'B'], ['rest', '']) {
			my ($name, $runs, @in) = @$s;
			my $size = 10 + random($name eq 'rest' ? 200 : 30);
			my $sampled = random(8) == 0 ? $size : 3 + random(7);
			my $relevant = random($name eq 'rest' ? 2 : $sampled + 1);
			push @table, "$t,$name,$runs,$size,$sampled,$sampled,$relevant";
			for my $d (1 .. $size) {
				my $document = "$t$name$d";
				push @csv, "$t,$document," . ($d <= $relevant ? 1 : 0) . ",$name,$size" if $d <= $sampled;
				push @{ $run{$_} }, "$t $document" for @in;
			}
		}
	}
	put('sampled.csv', @csv);
	put('table.csv', @table);
	put($_, @{ $run{$_} }) for 'A', 'B';
	return { options => ['-R', 'csv', '-T', 'set'], judgments => 'sampled.csv', runs => ['A', 'B'], names => ['A', 'B'],
		measures => ['est_recall', 'est_P', 'est_F'], topics => [1 .. $topics], sets => 1 };
}

# Labelled pools of which people judged a part, and rankings; `edge` is one of the cases that are unlike the others.
sub labelled {
	my $topics = 4 + random(4);
	my $edge = pick('', '', 'same', 'order', 'swap', 'prefix', 'complete', 'blank', 'negative', 'outside', 'deep', 'few', 'none');
	my ($pool, $k) = (12 + random(10), $edge eq 'deep' ? 50 : 5);
	my $judged = $edge eq 'complete' ? $pool : $edge eq 'few' ? 1 : 4 + random(5);
	my (@labels, @people, %run);
	for my $t (1 .. $topics) {
		my $left = $judged;
		for my $d (1 .. $pool) {
			my $grade = random(3) == 0 && !($edge eq 'blank' && $t == 2) ? 1 + random(3) : 0;
			push @labels, "$t 0 d$d " . (random(4) == 0 ? random(4) : $grade);
			next if $edge eq 'none' && $t == 1 || random($pool + 1 - $d) >= $left;
			$left--;
			push @people, "$t 0 d$d " . ($grade == 0 && $edge eq 'negative' && random(2) ? -2 : $grade);
		}
		for my $r ('A', 'B') {
			my %key = map { $_ => random(1000) } 1 .. $pool;
			$run{$r}[$t] = [map { "d$_" } sort { $key{$a} <=> $key{$b} || $a <=> $b } 1 .. $pool];
		}
		my ($a, $b) = ($run{A}[$t], $run{B}[$t]);
		@$b = @$a if $edge =~ /^(same|order|swap|prefix)$/;
		@$b[0 .. 4] = reverse @$b[0 .. 4] if $edge eq 'order';
		@$b[1, 3] = @$b[3, 1] if $edge eq 'swap';
		@$b = @$b[0 .. 2] if $edge eq 'prefix';
		$b->[1] = "new$t" if $edge eq 'outside';
	}
	put('labels', @labels);
	put('people', @people);
	for my $r ('A', 'B') {
		put("$r.run", map { my $t = $_; my $n = 0; map { $n++; "$t Q0 $_ $n " . (100 - $n) . " $r" } @{ $run{$r}[$t] } } 1 .. $topics);
	}
	return { options => ['--drawn-from=labels', '--labels=labels'], judgments => 'people', runs => ['A.run', 'B.run'], names => ['A', 'B'],
		measures => [pick("lab_P_$k", "lab_nDCG_$k"), pick("lab_DCG_$k", "lab_nDCG_exp_$k")], topics => [1 .. $topics], edge => $edge };
}

# Sets, and labels of all documents, of which a random part was judged.
sub labelled_sets {
	my $topics = 1 + random(4);
	my (@csv, @labels, %run);
	@csv = ('topic,docno,rel,stratum,size');
	for my $t (1 .. $topics) {
		my ($size, $left) = (30 + random(40), 8 + random(8));
		for my $d (1 .. $size) {
			my $relevant = random(3) == 0 ? 1 : 0;
			push @labels, "$t 0 d$d " . (random(6) == 0 ? random(2) : $relevant);
			random($relevant ? 3 : 8) < 2 && push @{ $run{$_} }, "$t d$d" for 'A', 'B';
			next if random($size + 1 - $d) >= $left;
			$left--;
			push @csv, "$t,d$d,$relevant,s,$size";
		}
	}
	put('sampled.csv', @csv);
	put('labels', @labels);
	put($_, @{ $run{$_} }) for 'A', 'B';
	return { options => ['-R', 'csv', '-T', 'set', '--labels=labels'], judgments => 'sampled.csv', runs => ['A', 'B'], names => ['A', 'B'],
		measures => ['est_recall', 'est_P', 'est_F'], topics => [1 .. $topics], sets => 1, labels => 1 };
}

# ---- answers ----

sub typed { # lab_P_5 as lab_P.5
	my ($name) = @_;
	$name =~ s/^(lab_\w+)_(\d+)$/$1.$2/;
	return $name;
}

sub evaluated { # {run measure} to value, over the topics that all have
	my ($q, @topics) = @_;
	my %found;
	my $r = records(ask('--format=csv', @{ $q->{options} }, (map { "--topic=$_" } @topics), (map { ('-m', typed($_)) } @{ $q->{measures} }),
		$q->{judgments}, @{ $q->{runs} }));
	/^(\S+) all (\S+)$/ && ($found{"$1 $2"} = $r->{$_}) for keys %$r;
	return \%found;
}

sub compare_two {
	my ($q, $x, $y) = @_;
	my @files = map { $q->{runs}[$_] } $x, $y;
	my ($a, $b) = map { $q->{names}[$_] } $x, $y;
	my @call = ('compare', @{ $q->{options} }, '--test=t', (map { ('-m', typed($_)) } @{ $q->{measures} }), $q->{judgments}, @files);
	my $value = evaluated($q, $q->{gap} ? @{ $q->{topics} } : ());
	my $csv = records(ask($call[0], '--format=csv', @call[1 .. $#call]));
	my @table = ask(@call);
	my $text = join ' ', @table;
	my %row;
	/^(A|B|A - B|p, these topics|p, t)  +(.*)$/ && !$row{$1} && ($row{$1} = [split ' ', $2]) for @table;
	my %jsonl;
	# with labels it takes long, and how jsonl is written does not depend on them
	for ($q->{labels} && $q->{number} % 3 ? () : ask($call[0], '--format=jsonl', @call[1 .. $#call])) {
		my ($m) = /"measure":"([^"]*)"/;
		my ($v) = /"value":("[^"]*"|[^,}]*)/;
		$jsonl{$m} = $v if /"topic":"all"/;
	}
	my $column = 0;
	for my $m (@{ $q->{measures} }) {
		my $of = sub { $csv->{"$a $b all $_[0]"} };
		my ($p, $d) = ($of->("a_$m"), $of->("diff_$m"));
		same("$a $m of compare", $p, $value->{"$a $m"});
		same("$b $m of compare", $of->("b_$m"), $value->{"$b $m"});
		same("difference of $m", $d, $p eq '' || $of->("b_$m") eq '' ? '' : $p - $of->("b_$m"), 1e-15);
		%jsonl && same("jsonl $_", $jsonl{"$_$m"}, $of->("$_$m")) for 'a_', 'b_', 'diff_', 'ci_lo_diff_', 'ci_hi_diff_', 'p_adj_';
		same("$a $m in the table", $p, $row{A}[$column], '4') if $row{A};
		same("A - B of $m in the table", $d, $row{'A - B'}[$column], '4') if $row{'A - B'};
		my ($lo, $hi) = ($of->("ci_lo_diff_$m"), $of->("ci_hi_diff_$m"));
		my $adj = $of->("p_adj_$m");
		if ($lo ne '' && $adj ne '') {
			same("$m: p below .05 where the interval leaves 0 out", ($lo > 0 || $hi < 0) + 0, ($adj < 0.05) + 0);
			same("$m: the difference lies within", ($lo <= $d + 1e-12 && $d <= $hi + 1e-12) + 0, 1);
		}
		(my $shown = $m) =~ s/_(\d+)$/[._\@]$1/;
		if ($text =~ /the mean $shown is (\S+) for $a and (\S+) for $b, a difference of (\S+)/) {
			same("$m in the sentence", $p, $1, '4');
			same("$m of $b in the sentence", $of->("b_$m"), $2, '4');
			same("difference of $m in the sentence", $d, $3, '4');
		}
		$column++;
	}
	return $csv;
}

sub compare_all {
	my ($q) = @_;
	my @runs = @{ $q->{names} };
	return if @runs < 3;
	my @call = ('--test=t', @{ $q->{options} }, '-m', $q->{measures}[0], $q->{judgments}, @{ $q->{runs} });
	my $csv = records(ask('compare', '--format=csv', @call));
	my $value = evaluated({ %$q, measures => [$q->{measures}[0]] });
	my $m = $q->{measures}[0];
	my %d;
	/^(\S+) (\S+) all diff_\Q$m\E$/ && ($d{"$1$2"} = $csv->{$_}, $d{"$2$1"} = -$csv->{$_}) for keys %$csv;
	same('differences of three runs add up', $d{AB} + $d{BC}, $d{AC}, 1e-12) unless $q->{gap};
	for (ask('compare', '--show=leaderboard', @call)) {
		same("$1 on the leaderboard", $value->{"$1 $m"}, $3, '4') if /^(A|B|C) +(\d+) +([0-9.]+)/;
	}
}

# Bounds of --ci, and those of --show=labels.
sub as_labels {
	my ($q) = @_;
	my $ci = records(ask('--ci', '--format=csv', @{ $q->{options} }, (map { ('-m', $_) } @{ $q->{measures} }, 'est_rel'), $q->{judgments}, 'A'));
	my ($head, @lines) = ask('--show=labels', '--format=csv', @{ $q->{options} }, $q->{judgments}, 'A');
	my @name = split /,/, $head;
	for (@lines) {
		my %r; @r{@name} = split /,/, $_, -1;
		next unless ($r{measure} // '') =~ /^est_/;
		same("$r{measure} of --show=labels", $r{value}, $ci->{"A all $r{measure}"}, 1e-12);
		same("lower end of $r{measure} of --show=labels", $r{lower}, $ci->{"A all ci_lo_$r{measure}"});
		same("upper end of $r{measure} of --show=labels", $r{upper}, $ci->{"A all ci_hi_$r{measure}"});
	}
}

# The same strata as a table.
sub as_table {
	my ($q, $one) = @_;
	my @m = map { ('-m', $_) } @{ $q->{measures} };
	my $other = records(ask('compare', '--format=csv', '--test=t', '-R', 'table', @m, 'table.csv', 'A', 'B'));
	same("$_ of the table", $other->{$_}, $one->{$_}, 1e-9) for grep { / all (a|b|diff|ci_.._diff|p_adj|p_bb-learnt)_/ } keys %$one;
}

# One topic, one production: validate of its counts.
sub as_counts {
	my ($q) = @_;
	my @size = (20 + random(400), 200 + random(4000));
	my @sampled = map { 10 + random(10) } 0, 1;
	my @relevant = (1 + random($sampled[0]), random(4));
	put('one.csv', 'topic,stratum,runs,size,sampled,assessable,relevant', "1,p,A,$size[0],$sampled[0],$sampled[0],$relevant[0]",
		"1,n,,$size[1],$sampled[1],$sampled[1],$relevant[1]");
	my @m = ('-m', 'est_recall', '-m', 'est_P', '-m', 'est_rel');
	my $evaluated = records(ask('--ci', '--format=csv', '-R', 'table', @m, 'one.csv', 'A'));
	my $validated = records(ask('validate', '--tail=both', '--format=csv', "--produced=$size[0]:$sampled[0]:$relevant[0]",
		"--null=$size[1]:$sampled[1]:$relevant[1]"));
	for my $name ('est_recall', 'ci_lo_est_recall', 'ci_hi_est_recall', 'est_P', 'est_rel', 'ci_lo_est_rel', 'ci_hi_est_rel') {
		my ($x) = grep { / all \Q$name\E$/ } keys %$evaluated;
		my ($y) = grep { / all \Q$name\E$/ } keys %$validated;
		next unless defined $x && defined $y;
		same("$name of validate", $validated->{$y}, $evaluated->{$x}, 1e-9);
	}
}

# All questions that are asked in Python, by one process at the end.
my (@program, @asked);
sub in_python {
	my ($q, $csv) = @_;
	my ($m, $r) = ($q->{measures}[0], join ', ', map { "'$_'" } @{ $q->{runs} }[0, 1]);
	my $options = $q->{labels} ? ", Rel_info_format='csv', Results_format='set', labels='labels'"
		: defined $q->{edge} ? ", frame='labels', labels='labels'"
		: $q->{sets} ? ", Rel_info_format='csv', Results_format='set'" : $q->{options}[0] ? ", complete_rel_info_wanted=True" : '';
	push @program, "os.chdir('$folder')", "x = strat_eval.compare('$q->{judgments}', [$r], ['" . typed($m) . "'], test='t'$options)[0]",
		'print(*(repr(v) for v in (x.a, x.b, x.difference, x.lower, x.upper, x.p_adj)))';
	push @asked, [$what, $m, $csv];
}

sub ask_python {
	put('all.py', 'import os, strat_eval, warnings', "warnings.simplefilter('ignore')", @program);
	my @out = `$python all.py 2>stderr`;
	if ($? != 0) { $wrong++; open my $f, '<', 'stderr'; print 'Python: ', <$f>; return }
	for my $asked (@asked) {
		my ($m, $csv, @found);
		($what, $m, $csv) = @$asked;
		@found = split ' ', shift @out;
		for my $name ('a_', 'b_', 'diff_', 'ci_lo_diff_', 'ci_hi_diff_', 'p_adj_') {
			my $value = shift @found;
			same("$name$m in Python", $value eq 'None' ? '' : $value, $csv->{"A B all $name$m"});
		}
	}
}

for my $number (1 .. $questions) {
	$state = ($seed * 7919 + $number * 104729) % 2147483648;
	random(2) for 1 .. 8;
	my $kind = random(4);
	$what = "seed $seed, question $number";
	$folder = "$start/$number";
	mkdir $folder;
	chdir $folder or die "$folder: $!";
	my $q = $kind == 0 ? complete() : $kind == 1 ? sets() : $kind == 2 ? labelled() : labelled_sets();
	$what .= " ($q->{edge})" if $q->{edge};
	$q->{number} = $number;
	my $csv = compare_two($q, 0, 1);
	compare_all($q);
	as_table($q, $csv) if $q->{sets} && !$q->{labels};
	as_labels($q) if $q->{labels};
	as_counts($q) if $number % 4 == 0;
	in_python($q, $csv) if $python && $number % 6 == 0;
}
ask_python() if @asked;
print "$questions questions, $compared answers compared, $wrong disagreements\n";
exit($wrong > 0);
