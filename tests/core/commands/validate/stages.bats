#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval validate: end-to-end recall, with documents culled before the review and withheld
# after it, and how many more documents would show a target.

load ../../../support/helper

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

validate() { "$STRAT_EVAL" validate "$@"; }

value() # NAME
{
	awk -v name="$1" '$1 == name { print $3 }'
}

says() # TEXT
{
	[[ "$(tr -s ' \n' ' ' <<<"$output")" == *"$1"* ]] || fail "'$1' is not in: $output"
}

# By hand: (31000 + 1800) / (31000 + 1800 + 960000*9/2400 + 500000*3/1500) = 32800/37400
@test "end-to-end recall counts what was withheld as found, and what was culled as missed" {
	set -- --produced=40000::31000 --null=960000:2400:9
	run validate "$@" --culled=500000:1500:3 --withheld=2000::1800 --format=trec --digits=6
	assert_success
	assert_equal "$(echo "$output" | value est_recall_end_to_end)" 0.877005
	assert_equal "$(echo "$output" | value est_recall)" 0.895954 # of the review alone
	# the same strata as a table, of which the run retrieves the first two
	{ echo topic,stratum,runs,size,sampled,relevant
		printf '1,%s\n' a,x,40000,40000,31000 b,x,2000,2000,1800 c,-,960000,2400,9 d,-,500000,1500,3; } >table.csv
	for tail in lower upper both; do
		"$STRAT_EVAL" -R table -m est_recall --ci --tail=$tail --digits=9 table.csv | grep ci_ | cut -f 3 >file
		validate "$@" --culled=500000:1500:3 --withheld=2000::1800 --tail=$tail --format=trec --digits=9 |
			grep '^ci_.*_end_to_end' | cut -f 3 | diff file -
	done
	# without either, nothing of it is printed
	run validate "$@"
	refute_output --partial 'end to end'
}

@test "the sentence says what counts as found, and the target is about all documents" {
	run validate --produced=40000::31000 --null=960000:2400:9 --culled=500000:1500:3 --withheld=2000::1800 --target=0.82
	says 'Of the 2,000 documents withheld after the review, all were reviewed; 1,800 of these were coded relevant. What is relevant among them was found, and counts as found in end-to-end recall.'
	says 'Of the 500,000 documents culled before the review, 1,500 were drawn at random and reviewed; 3 of these were coded relevant. What is relevant among them was missed'
	says 'The point estimate of end-to-end recall is 87.70 %'
	assert_line --regexp '^recall, end to end, of 0\.82: not shown \(at least 0\.81[0-9]* only\)$'
	says 'does not establish an end-to-end recall of at least 82 %'
	run validate --produced=40000::31000 --null=960000:2400:9 --withheld=2000::1800 --word=responsive
	says 'What is responsive among them was found, and counts as found'
	run validate --produced=40000::31000 --null=960000:2400:9 --culled=mail=500000:1500:3 --withheld=2000::1800 --format=html
	assert_output --partial '<th scope="row">drawn and coded, relevant<td>0<td>0<td>3<td>9<td>12'
	assert_output --partial '<th scope="row">coded, not drawn, relevant<td>31,000<td>1,800<td>0<td>0<td>32,800'
}

@test "what cannot be combined with two stages is refused" {
	evaluate validate --null=100:10:1 --culled=50:5:1
	assert_equal "$exit_status $(cat stderr)" \
		'64 strat_eval: --culled is for end-to-end recall, which needs --produced and --null, or --control'
	evaluate validate --produced=40::31 --null=60:10:1 --withheld=50:60:1
	[[ "$exit_status $(cat stderr)" == '64 strat_eval: --withheld=50:60:1: 60 documents sampled of 50'* ]]
	evaluate validate -N 100 --produced=40::31 --null=60:10:1 --withheld=50:6:1
	assert_equal "$exit_status $(cat stderr)" \
		'64 strat_eval: --collection=100: 40 documents produced and 60 not produced, with 50 withheld, are 150'
	evaluate validate -N 150 --produced=40::31 --null=60:10:1 --withheld=50:6:1 --culled=900:6:0
	assert_equal "$exit_status" 0
}

# All outcomes of both samples as topics of a table; for every truth of a grid the probability of the samples whose
# lower bound is not above the end-to-end recall. 40 of 50 produced documents are relevant, 8 of 10 withheld ones.
@test "the lower bound of end-to-end recall holds in 94.9 % of samples or more, whatever the truth is" {
	only_with_test_all
	{ echo topic,stratum,runs,size,sampled,relevant
		for a in $(seq 0 40); do for b in $(seq 0 30); do
			printf '%s,p,x,50,50,40\n%s,w,x,10,10,8\n%s,n,-,300,40,%d\n%s,c,-,200,30,%d\n' $a-$b $a-$b $a-$b $a $a-$b $b
		done; done; } >table.csv
	"$STRAT_EVAL" -q -n -R table -m est_recall --ci --tail=lower --digits=9 --quiet-warnings table.csv |
		awk '/^ci_lo/ { print $2, $3 }' >bounds
	assert_equal "$(wc -l <bounds)" $((41 * 31))
	# they are those of validate
	assert_equal "$(validate --produced=50::40 --withheld=10::8 --null=300:40:3 --culled=200:30:2 --tail=lower --format=trec \
		--digits=9 | value ci_lo_est_recall_end_to_end)" "$(awk '$1 == "3-2" { print $2 }' bounds)"
	awk '
		function choose(n, k,   i, x) { x = 0; for (i = 1; i <= k; i++) x += log((n - k + i) / i); return x }
		function mass(k, N, R, n) { return k > R || n - k > N - R ? 0 : exp(choose(R, k) + choose(N - R, n - k) - choose(N, n)) }
		{ split($1, at, "-"); bound[at[1], at[2]] = $2 }
		END {
			worst = 1
			for (i = 0; i <= 300; i += i < 20 ? 2 : i < 80 ? 10 : 44) {
				for (a = 0; a <= 40; a++) p[a] = mass(a, 300, i, 40)
				for (k = 0; k <= 200; k += k < 20 ? 2 : k < 80 ? 10 : 40) {
					recall = 48 / (48 + i + k); sum = 0
					for (b = 0; b <= 30; b++) q[b] = mass(b, 200, k, 30)
					for (a = 0; a <= 40; a++) for (b = 0; b <= 30; b++)
						if (bound[a, b] <= recall + 1e-9) sum += p[a] * q[b]
					truths++
					if (sum < worst) worst = sum
				}
			}
			printf "worst of %d truths: %.4f\n", truths, worst
			exit !(worst >= 0.949 && truths > 300)
		}' bounds
}

# n = 60 of N0 = 400 documents were drawn, r = 2 relevant; 70 relevant ones are produced, all reviewed. Exact limits: at
# most U(n, r) are relevant, the largest R with P(X <= r | R) > .05; shown if 70/(70 + U) >= t. 340*2/60 = 11.33: 11 of the
# 340 others are taken to be relevant. Every further size m is tried.
@test "--target has the smallest further sample that shows the target with probability .8" {
	perl -e '
		sub choose { my ($n, $k) = @_; my $x = 0; $x += log(($n - $k + $_) / $_) for 1 .. $k; $x }
		sub mass { my ($k, $N, $R, $n) = @_; $k > $R || $n - $k > $N - $R || $k < 0 ? 0 : exp(choose($R, $k) + choose($N - $R, $n - $k) - choose($N, $n)) }
		sub below { my ($k, @x) = @_; my $s = 0; $s += mass($_, @x) for 0 .. $k; $s }
		my ($t) = @ARGV;
		for my $m (1 .. 340) {
			my $n = 60 + $m; my $c = -1;
			# the most relevant ones with which it is shown: U <= 70/t - 70
			my $most = int(70 / $t - 70 + 1e-9);
			$c++ while below($c + 1, 400, $most + 1, $n) <= .05;
			next if $c < 2;
			my $p = below($c - 2, 340, 11, $m);
			if ($p >= .8) { printf "%d %d %.2f\n", $m, $c - 2, int(100 * $p) / 100; exit }
		}
		print "none\n"' 0.75 >expected
	run validate --produced=100::70 --null=400:60:2 --target=0.75
	read -r m c p <expected
	says "$m further documents of it, drawn at random, would show the target with probability $p: it is shown if at most $c of them are relevant."
	says 'That is a second look, at which the bounds of bb-bound no longer keep their level: it needs --ci=anytime from the first look on.'
	# the estimate, 70/83.3, is below the target
	run validate --produced=100::70 --null=400:60:2 --target=0.85 --word=responsive
	assert_output --partial 'responsive share'
	run validate --produced=100::70 --null=400:60:2 --target=0.85
	says 'No further sample of the null set would show it with probability 0.8'
	# anytime: more documents, and no caution
	run validate --produced=100::70 --null=400:60:2 --target=0.75 --ci=anytime
	says 'would show the target with probability'
	[[ "$output" != *'second look'* ]]
	# nothing is asked if the target is shown
	run validate --produced=100::70 --null=400:60:2 --target=0.5
	refute_output --partial further
	# nor of a control set, a sample of the collection, or one that was reviewed again: more than one number would grow
	for options in '-N 500 --control=60:15:10:2' '-N 500:50:5 --null=400:60:2' '--produced=200::150 --null=1000:100:5 --null-qc=5:5,10:1'; do
		# shellcheck disable=SC2086 # options
		run -0 validate $options --target=0.95
		refute_output --partial further
	done
}

# Enumerated: 60 of the 400 others are drawn, and if the target is not shown, 120 more. A bound is wrong at a look if it is
# above the true recall, 70/(70 + U); for each number U of relevant documents outside, the probability that it is wrong at
# the first look, or right there and wrong at the second.
two_looks() # METHOD: the largest of these probabilities
{
	{ echo topic,stratum,runs,size,sampled,relevant
		for n in 60 180; do for r in $(seq 0 60); do
			printf '%s,p,x,100,100,70\n%s,n,-,400,%d,%d\n' $n-$r $n-$r $n $r
		done; done; } >table.csv
	"$STRAT_EVAL" -q -n -R table -m est_recall --ci=$1 --tail=lower --digits=9 --quiet-warnings table.csv |
		awk '/^ci_lo/ { print $2, $3 }' |
		awk 'function choose(n, k,   i, x) { x = 0; for (i = 1; i <= k; i++) x += log((n - k + i) / i); return x }
		function mass(k, N, R, n) { return k < 0 || k > R || n - k > N - R ? 0 : exp(choose(R, k) + choose(N - R, n - k) - choose(N, n)) }
		{ split($1, at, "-"); bound[at[1], at[2]] = $2 }
		END {
			for (U = 0; U <= 60; U++) {
				recall = 70 / (70 + U) + 1e-9; wrong = 0
				for (r = 0; r <= U && r <= 60; r++) {
					p = mass(r, 400, U, 60)
					if (bound[60, r] > recall) { wrong += p; continue }
					if (p < 1e-9 || bound[60, r] >= 0.75) continue # shown: no second look
					for (k = 0; k <= U - r; k++)
						if (bound[180, r + k] > recall) wrong += p * mass(k, 340, U - r, 120)
				}
				if (wrong > worst) worst = wrong
			}
			printf "%.4f\n", worst }'
}

@test "a further sample, drawn because the target was not shown: anytime keeps its level, bb-bound does not" {
	run two_looks anytime
	assert_success
	[ "$(awk -v x="$output" 'BEGIN { print (x > 0 && x <= 0.051) }')" = 1 ] || fail "anytime: $output"
	run two_looks bb-bound
	[ "$(awk -v x="$output" 'BEGIN { print (x > 0.051) }')" = 1 ] || fail "bb-bound: $output"
}

# 40,000 culled documents of which none of 500 is relevant can only lower recall; the prior of one more stratum raised its
# lower end from .825196 to .825391.
@test "recall with more missed is not above recall in any bound, nor below it with more found" {
	for counts in '40000:500:388 960000:2400:9 40000:500:0' '4000:100:88 96000:240:3 500:20:0' '300:30:22 9000:900:0 10:2:0'; do
		set -- $counts
		for tail in both lower upper; do
			validate --produced=$1 --null=$2 --culled=$3 --tail=$tail --format=trec --digits=9 >culled
			validate --produced=$1 --null=$2 --withheld=$3 --tail=$tail --format=trec --digits=9 >withheld
			awk -v n="$counts $tail" '{ of[FILENAME, $1] = $3 }
				END { for (k in of) { split(k, at, SUBSEP); if (at[2] !~ /^ci_.*recall_end_to_end/) continue
						name = at[2]; sub(/_end_to_end/, "", name); if (!((at[1], name) in of)) { print "no " name; exit 1 }
						n++; d = of[k] - of[at[1], name]
						if (at[1] == "culled" ? d > 0 : d < 0) { print n, k, d; bad = 1 } }
					exit bad || n < 2 }' culled withheld
		done
	done
}
