#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Weights are what the file says: the estimate is the sum of 1/p, however p is written.

load ../../../support/helper

# The judgments, with every probability as written, and padded with zeros (.8 and .800).
small()
{
	perl -e 'my @p = qw(0.8 0.8 0.8 0.8 0.8 0.8 0.4 0.4 0.4 0.4 0.4 0.5 0.5 0.25 0.25 1 1);
		open my $plain, ">", "plain.probs"; open my $padded, ">", "padded.probs"; open my $run, ">", "run";
		for my $i (0 .. $#p) {
			my $rel = $i % 3 == 0 ? 0 : 1;
			print $plain "7 0 d$i $rel $p[$i]\n";
			print $padded "7 0 d$i $rel ", $p[$i] == 1 ? "1.000" : substr("$p[$i]000", 0, 5), "\n";
			print $run "7 Q0 d$i 1 ", 50 - $i, " r\n" if $i % 2;
		}'
}

@test "the sum of 1/p is the estimate: trailing zeros change nothing, and a warning has the size of what digits may do" {
	small
	# relevant are d1 d2 d4 d5 d7 d8 d10 d11 d13 d14 d16: 4 * 1.25 + 3 * 2.5 + 2 + 2 * 4 + 1 = 23.5
	for file in plain padded; do
		evaluate -R probs -m est_rel -m est_recall --ci $file.probs run
		assert_equal "$exit_status $(sed -n '1s/.*\t//p' stdout)" '0 23.5000'
		# 6/.8 = 7.5 and 5/.4 = 12.5 have the sizes 8 and 12 or 13: 1 of 20 documents
		assert_equal "$(cat stderr)" "strat_eval: warning: in 2 strata the sum of 1/p is not a whole number of \
documents, by 5 %: the probabilities have few digits, or were not those of simple random samples. Estimates use \
them as they are written; a column size, or --strata, gives sizes"
		mv stdout $file.out
	done
	cmp plain.out padded.out
	# rankings too
	evaluate --quiet-warnings -R probs -m stat plain.probs run
	mv stdout plain.out
	evaluate --quiet-warnings -R probs -m stat padded.probs run
	cmp stdout plain.out
	# each of several topics
	for file in plain.probs run; do sed -i 'p; s/^7/8/' $file; done
	evaluate -R probs -q -m est_rel plain.probs run
	assert_equal "$(awk '{ print $2, $3 }' stdout | tr '\n' ' ')" '7 23.5000 8 23.5000 all 23.5000 '
	grep -q 'in 4 strata the sum of 1/p is not a whole number' stderr
}

@test "a size in the file is more exact than a probability: N/n counts, and there is no warning" {
	printf '1 Q0 d1 1 9 r\n' >run
	printf 'topic,docno,rel,prob,stratum,size\n1,d1,1,0.33,a,9\n1,d2,0,0.33,a,9\n1,d3,0,0.33,a,9\n' >sized.csv
	prints -R csv -m est_rel sized.csv run <<<'est_rel all 3.0000'
	# without the size 1/.33: 3 of 9.09, which is nearer to 9 than to any other number of documents
	cut -d, -f1-4 sized.csv >rates.csv
	warns 'in 1 stratum the sum of 1/p is not a whole number of documents, by 1 %: the probabilities have few digits, or '\
'were not those of simple random samples. Estimates use them as they are written; a column size, or --strata, gives sizes' \
		-R csv -m est_rel rates.csv run <<<'est_rel all 3.0303'
}

@test ".333 and .3333 are one class, .3 and .33 are not; one document of .8 is no census" {
	printf '1 Q0 d1 1 9 r\n' >run
	printf '1 0 d%d 1 %s\n' 1 0.333 2 0.3333 3 0.33333333 >probs
	evaluate -R probs --show=strata probs run
	assert_equal "$(sed -n 2p stdout)" '1,1,*,9,3,3,3,0,probabilities,rates'
	# 1/.333 + 1/.3333 + 1/.33333333
	prints -R probs -m est_rel probs run <<<'est_rel all 9.0033'
	# ten documents each of .3 and .33
	for p in 0.3 0.33; do seq -f "1 0 d$p-%g 1 $p" 1 10; done >probs
	evaluate --quiet-warnings -R probs --show=strata probs run
	assert_equal "$(cut -d, -f4,5 stdout | tail -n +2 | tr '\n' ' ')" '30,10 33,10 '
	echo '1 0 d1 1 0.8' >probs
	evaluate -R probs -m est_rel --ci probs run
	grep -q 'the probabilities have so few digits that the sum of 1/p may be off by 6.2 %' stderr
	perl -ane '$v{$F[0]} = $F[2]; END {
		die "no interval\n" unless $v{ci_lo_est_rel} < $v{est_rel} - .1 && $v{ci_hi_est_rel} > $v{est_rel} + .1 }' stdout
}

@test "random probabilities with 1 to 17 digits and zeros behind: sum of 1/p, inside the bounds, whatever the zeros" {
	only_with_test_all
	perl -e 'srand 24; my $whole = 0;
		open my $plain, ">", "plain.probs"; open my $padded, ">", "padded.probs"; open my $run, ">", "run";
		open my $sum, ">", "sums";
		for my $t (1 .. 200) {
			my ($d, $expected) = (0, 0);
			for (0 .. 1 + rand 4) {
				my $digits = 1 + int rand 17;
				my $p = sprintf "%.*f", $digits, .02 + .97 * rand;
				next unless $p > 0 && $p <= 1;
				$p = sprintf "%.*e", $digits, $p if rand() < .1;
				my $zeros = $p =~ /e/ ? "" : "0" x int rand 6;
				for (1 .. 1 + rand 9) {
					$d++;
					my $rel = rand() < .5 ? 1 : 0;
					print $plain "t$t 0 d$d $rel $p\n";
					print $padded "t$t 0 d$d $rel $p$zeros\n";
					print $run "t$t Q0 d$d 1 $d r\n" if rand() < .6;
					$expected += $rel / $p;
				}
			}
			print $run "t$t Q0 x 1 0 r\n";
			printf $sum "t$t %.10f\n", $expected if $d;
		}'
	for file in plain padded; do
		evaluate --quiet-warnings -q -n -R probs --digits=10 -m est_rel -m est_rel_ret -m est_recall -m est_P -m est_F \
			-m est_richness -m est_elusion --ci $file.probs run
		assert_equal "$exit_status" 0
		mv stdout $file.out
	done
	cmp plain.out padded.out
	perl -ane 'if (@F == 2) { $sum{$F[0]} = $F[1]; next } $v{$F[1]}{$F[0]} = $F[2];
		END {
			my ($checked, $inside) = (0, 0);
			for my $t (keys %sum) {
				die "$t: $v{$t}{est_rel}, but the sum of 1/p is $sum{$t}\n"
					unless abs($v{$t}{est_rel} - $sum{$t}) <= 1e-9 * ($sum{$t} + 1);
				$checked++;
				for my $m (grep { !/^ci_/ } keys %{ $v{$t} }) {
					my ($x, $l, $u) = map { $v{$t}{$_} } $m, "ci_lo_$m", "ci_hi_$m";
					next if "$x$l$u" =~ /nan/;
					die "$t $m: $x is not in $l to $u\n" unless $l <= $x + 1e-9 && $x <= $u + 1e-9;
					$inside++;
				}
			}
			die "only $checked topics and $inside intervals\n" unless $checked > 180 && $inside > 1000;
		}' sums plain.out
}

# Weights: 1, 1; 2, 1/.37, 1/.21, 1/.11. Relevant 1 + 2 + 2.7027 + 9.0909 = 14.7936 with the variance .5*4 + .63*7.3046 + .89*82.645
# = 80.157; times exp(+-1.96*8.953/14.7936). Of recall 3/14.7936 u is (1 - .2028)/14.7936 and -.2028/14.7936, the variance of the
# sum .5*(2u)^2 + .63*(2.7027u)^2 + .89*(9.0909u)^2 = .02049, the logit -1.3690 +- 1.96*.14316/(.2028*.7972).
@test "pooled topics of which some have no strata have bounds of all documents" {
	printf '1 0 a 1 1\n1 0 b 0 1\n2 0 c 1 .50000\n2 0 d 1 .37000\n2 0 e 0 .21000\n2 0 f 1 .11000\n' >probs
	printf '%s Q0 %s 1 %s r\n' 1 a 9 2 c 9 2 e 8 >run
	evaluate --quiet-warnings -R probs --micro --ci -m est_rel -m est_recall probs run
	assert_equal "$(grep ^micro stdout | awk '{ print $3 }' | xargs)" '14.7936 4.5179 48.4411 0.2028 0.0429 0.5906'
}
