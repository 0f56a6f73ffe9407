#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The experiment labels: coverage and width with labels and without.

load ../support/helper

@test "constant labels change nothing, the truths are those of the collections" {
	experimented labels samples=3 sizes=100 production=20 kind=constant quantity=recall,precision,F,yield
	assert_equal "$exit_status $(cat stderr)" "0 "
	# review: 350 of 500 relevant documents in a production of 600; pool: 270 of 450 in 500. F = 2*350/(600 + 500), 2*270/(500 + 450)
	pick collection,quantity,truth sampled=100 labels=none <stdout | tr , ' ' | diff - <(printf '%s\n' 'review recall 0.700000' \
		'review precision 0.583333' 'review F 0.636364' 'review yield 500.000000' 'pool recall 0.600000' \
		'pool precision 0.540000' 'pool F 0.568421' 'pool yield 450.000000')
	# n with 20 judged in the production on average: 20*10000/600 and 20*1500/500
	assert_equal "$(awk -F, 'NR > 1 { print $2 }' stdout | uniq | tr '\n' ' ')" '100 333 100 60 '
	pick collection,sampled,quantity,truth,offered,coverage,below,above,width,bias,rmse,ratio labels=none <stdout >without
	pick collection,sampled,quantity,truth,offered,coverage,below,above,width,bias,rmse,ratio labels=constant <stdout | diff without -
}

@test "threads give one answer; another seed another" {
	only_with_test_all
	ask="labels samples=$(cases 6 3) sizes=60 production=20 kind=good,random5 quantity=recall,diff-P"
	experiment $ask jobs=1 | sed 1d >one
	experiment $ask jobs=3 | sed 1d | diff one -
	experiment $ask seed=2 | sed 1d >other
	refute cmp -s one other
}

# One sample of all documents: everything is judged, so that every interval is the truth.
@test "with everything judged, intervals are points and cover" {
	awk 'BEGIN { for (i = 0; i < 60; i++) { print 1, 0, "d" i, i % 3 == 0 > "qrels"; print 1, 0, "d" i, i % 2 > "labels"
		if (i < 20) print 1, "Q0", "d" i, 1, 60 - i, "a" > "a"; if (i % 4 == 0) print 1, "Q0", "d" i, 1, 60 - i, "b" > "b" } }'
	experimented labels samples=2 sizes=60 production=20 labels=labels qrels a b
	assert_equal "$exit_status $(cat stderr)" "0 "
	pick offered,coverage,width,bias,rmse <stdout | sort -u | tr -d - >figures
	assert_equal "$(cat figures)" 1.000000,1.000000,0.000000,0.000000,0.000000
	# recall: 7 of the 20 relevant documents are among the first 20
	assert_equal "$(pick truth quantity=recall labels=none <stdout | sort -u)" 0.350000
}

# Four of eight documents are drawn; the run retrieves the first four, of which two are relevant. Each of the 70 samples: of n of
# them judged, r of these relevant, the normal interval is p +- z sqrt(p (1 - p) / n (1 - n / 4)), p = r / n; with n = 0 there is none, and
# the estimate is the share of the others, 1/4. Four standard errors of 10,000 samples.
@test "coverage, width, bias and rmse are those of all samples that can be drawn" {
	awk 'BEGIN { for (i = 0; i < 8; i++) { print 1, 0, "d" i, i < 2 || i == 5 > "qrels"
		print 1, "Q0", "d" i, 1, 60 - i, "x" > (i < 4 ? "a" : "b") } }'
	experimented labels samples=10000 sizes=4 production=2 kind=constant quantity=precision ci=normal qrels a b
	assert_equal "$exit_status $(cat stderr)" '0 '
	perl -e 'my @relevant = (1, 1, 0, 0, 0, 1, 0, 0);
		my ($all, $offered, $below, $above, $width, $bias, $square) = (0) x 7;
		for my $set (grep { my $s = $_; 4 == grep { $s >> $_ & 1 } 0 .. 7 } 0 .. 255) {
			my @drawn = grep { $set >> $_ & 1 } 0 .. 7;
			my @own = grep { $_ < 4 } @drawn;
			my $p = @own ? grep({ $relevant[$_] } @own) / @own : grep({ $relevant[$_] } @drawn) / 4;
			$all++; $bias += $p - .5; $square += ($p - .5) ** 2;
			next unless @own;
			my $half = 1.959963984540054 * sqrt($p * (1 - $p) / @own * (1 - @own / 4));
			$offered++; $width += 2 * $half; $below += $p - $half > .5; $above += $p + $half < .5;
		}
		printf "%.6f %.6f %.6f %.6f %.6f %.6f %.6f\n", $offered / $all, 1 - ($below + $above) / $offered, $below / $offered,
			$above / $offered, $width / $offered, $bias / $all, sqrt($square / $all)' >expected
	read -r offered coverage below above width bias rmse <expected
	IFS=, read -r truth samples got_offered got_coverage error got_below got_above got_width got_bias got_rmse < \
		<(pick truth,samples,offered,coverage,coverage_se,below,above,width,bias,rmse labels=none <stdout | head -1)
	assert_equal "$truth $samples" '0.500000 10000'
	near "$got_offered" "$offered" .0048
	near "$got_coverage" "$coverage" .0198
	near "$error" "$(awk -v c="$coverage" -v o="$offered" 'BEGIN { print sqrt(c * (1 - c) / o / 10000) }')" .0001
	near "$got_below" "$below" .0162
	near "$got_above" "$above" .0162
	near "$got_width" "$width" .0150 # no width is below 0 or above .98
	near "$got_bias" "$bias" .0132
	near "$got_rmse" "$rmse" .0093
}

# Nothing relevant in a sample of three, which is most of them: then normal intervals are not offered. Until version 0.3.0 that was "coverage 0.000".
@test "an interval that is not offered is no miss" {
	experimented labels sizes=3 production=1 samples=50 quantity=recall kind=constant ci=normal
	assert_equal "$exit_status $(cat stderr)" '0 '
	IFS=, read -r offered coverage below above width < <(pick offered,coverage,below,above,width collection=review sampled=3 labels=none <stdout)
	rising 0 "$offered" 0.3 # 50 samples; P(none of 3 relevant) = .95^3 = .857
	near "$(awk -v c="$coverage" -v b="$below" -v a="$above" 'BEGIN { print c + b + a }')" 1 2e-6
	numbers "$width"
}

@test "what cannot be simulated is refused" {
	experiment_refuses 64 "judgments and two runs are needed, or no files" labels a b
	experiment_refuses 64 "--labels are those of judged documents: name judgments and two runs" labels labels=a
	experiment_refuses 64 "samples of 20000 documents, of a collection of 10000" labels sizes=20000 samples=1
}

@test "draws of a posterior give the widths that are computed, to 2 %" {
	only_with_test_all
	ask="labels samples=$(cases 4 2) sizes=100 production=20 kind=good quantity=recall,diff-P"
	experiment $ask >computed
	experiment $ask draws=20000 >drawn
	paste <(pick width labels=good <computed) <(pick width labels=good <drawn) |
		awk '{ r = $1 / $2; if (r < .98 || r > 1.02) { print r; bad = 1 } } END { exit bad || NR != 8 }'
}

# The pool of a topic is all that is judged. Constant labels have no cut.
@test "--each: means over topics; constant labels change nothing, right ones leave no error" {
	awk 'BEGIN { for (t = 1; t <= 30; t++) for (i = 1; i <= 30; i++) { print t, 0, "d" i, i % (t % 2 ? 3 : 6) == 0 > "qrels"
		if (i <= 15) print t, "Q0", "d" i, 1, 60 - i, "a" > "a"; if (i % 4 == 0) print t, "Q0", "d" i, 1, 60 - i, "b" > "b" } }'
	experimented labels each=10 samples=3 kind=constant,perfect quantity=recall,precision,yield qrels a b
	assert_equal "$exit_status $(cat stderr)" '0 '
	# odd topics: 5 of 10 relevant documents are among the first 15; even ones: 2 of 5
	assert_equal "$(pick truth labels=none <stdout | tr '\n' ' ')" '0.450000 0.233333 7.500000 '
	pick sampled,quantity,truth,coverage,width,bias,rmse labels=none <stdout >without
	pick sampled,quantity,truth,coverage,width,bias,rmse labels=constant <stdout | diff without -
	assert_equal "$(pick bias,rmse,deviation labels=perfect <stdout | tr -d - | sort -u)" '0.000000,0.000000,0.0000'
}
