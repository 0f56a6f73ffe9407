#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval plan map: topics and judgments for the interval of a mean, and for a test.

load ../../../support/helper
load ../../../support/plan

# In R, for the numbers below:
#     A <- c(.12,.55,.91,.30,.44,.20,.71,.05); B <- c(.20,.42,.57,.33,.10,.20,.60,.15)
#     hw <- function(n, sd, l = .95) qt(1 - (1 - l)/2, n - 1) * sd / sqrt(n)
#     sm <- function(sd, w, l = .95) { n <- 2; while (hw(n, sd, l) > w) n <- n + 1; n }
#     sl <- function(x, c = .8) { n <- length(x); z <- qnorm(c); k <- n / (n - z)
#         m <- mean(x, trim = 1 / (2 * sqrt(n - 4))); g <- n * sum((x - m)^4) / sum((x - mean(x))^2)^2
#         sqrt(k * var(x) * exp(z * k * sqrt((g - (n - 3) / n) / (n - 1)))) }     # Bonett 2006; done in Perl
#     power.t.test(..., type = "paired")
make_matrix() {
	printf '%s\n' topic,A,B 1,.12,.20 2,.55,.42 3,.91,.57 4,.30,.33 5,.44,.10 6,.20,.20 7,.71,.60 8,.05,.15 > matrix.csv
}

@test "topics for a half-width are those of Student's interval in R" {
	make_matrix
	run map --scores=matrix.csv --half-width=0.1 --format=csv
	assert_success
	[ "$(echo "$output" | pick run | tr '\n' ' ')" = "A B A " ]
	[ "$(echo "$output" | pick minus | tr '\n' ' ')" = "  B " ]
	[ "$(echo "$output" | pick pilot_topics | sort -u)" = 8 ]
	# R: mean(x), sd(x), sl(x), for x = A, B, A - B
	[ "$(echo "$output" | pick mean | tr '\n' ' ')" = "0.410000 0.321250 0.088750 " ]
	[ "$(echo "$output" | pick sd | tr '\n' ' ')" = "0.300095 0.191642 0.175046 " ]
	[ "$(echo "$output" | pick sd_safe | tr '\n' ' ')" = "0.398751 0.252687 0.236676 " ]
	# R: sm(sd(x), .1), sm(sl(x), .1), hw(sm(sd(x), .1), sd(x)), hw(sm(sd(x), .1), sl(x)). By hand, with tables of t:
	# 1.998341 * .398751 / sqrt(64) = .0996 and 1.998972 * .398751 / sqrt(63) = .1004, 2.0555 * .252687 / sqrt(27) = .09996
	[ "$(echo "$output" | pick topics | tr '\n' ' ')" = "38 17 15 " ]
	[ "$(echo "$output" | pick topics_safe | tr '\n' ' ')" = "64 27 24 " ]
	[ "$(echo "$output" | pick half_width | tr '\n' ' ')" = "0.098639 0.098533 0.096937 " ]
	[ "$(echo "$output" | pick half_width_safe | tr '\n' ' ')" = "0.131066 0.129920 0.131067 " ]
}

@test "half-widths for given topics are those of Student's interval in R" {
	make_matrix
	# R: hw(50, sd(x)), hw(50, sl(x)), for A, B, A - B: .085286 * .398751 / .300095
	run map --scores=matrix.csv --topics=50 --format=csv
	assert_success
	[ "$(echo "$output" | pick half_width | tr '\n' ' ')" = "0.085286 0.054464 0.049747 " ]
	[ "$(echo "$output" | pick half_width_safe | tr '\n' ' ')" = "0.113324 0.071813 0.067262 " ]
	# without anything, what the pilot itself has: hw(8, sd(A)) is the interval of t.test(A)
	run map --scores=matrix.csv --format=csv
	[ "$(echo "$output" | first topics)" = "8" ]
	near "$(echo "$output" | first half_width)" 0.250886 1e-6
}

# R: sm(sd(A), .1, .9), sl(A, .95), sm(sl(A, .95), .1, .9): 1.662978 * .556995 / sqrt(86) = .0999
@test "--level and --assurance" {
	make_matrix
	run map --scores=matrix.csv --half-width=0.1 --level=0.9 --assurance=0.95 --format=csv
	assert_success
	[ "$(echo "$output" | first topics,sd_safe,topics_safe,level,safety,scope)" = "27,0.556995,86,0.9,0.95,random" ]
}

@test "a list makes a line for each value, and halving the width takes four times the topics" {
	make_matrix
	run map --scores=matrix.csv --half-width=0.04,0.02,0.01 --format=csv
	assert_success
	set -- $(echo "$output" | pick topics run=A minus=)
	[ $# = 3 ]
	awk -v a=$1 -v b=$2 -v c=$3 'BEGIN { exit !(b / a > 3.95 && b / a <= 4 && c / b > 3.98 && c / b <= 4) }'
}

# R: power.t.test(delta = .05, sd = sd(A - B), power = .8, type = "paired")$n = 98.1, with sl(A - B) 177.8;
# at power .9 and sig.level .01 185.7
@test "topics for a paired t test are those of R's power.t.test" {
	make_matrix
	run map --scores=matrix.csv --difference=0.05 --format=csv
	assert_success
	[ "$(echo "$output" | wc -l)" = 2 ]
	[ "$(echo "$output" | first run,minus,topics,topics_safe,power_wanted,alpha)" = "A,B,99,178,0.8,0.05" ]
	run map --scores=matrix.csv --difference=0.05 --power=0.9 --alpha=0.01 --format=csv
	[ "$(echo "$output" | first topics,power_wanted,alpha)" = "186,0.9,0.01" ]
}

# R: power.t.test(50, .05, sd(A - B), type = "paired")$power, and with .236885, .2 % above sl(A - B), .309715
@test "the power of given topics, and the difference that they find, are those of R's power.t.test" {
	make_matrix
	run map --scores=matrix.csv --difference=0.05 --topics=50 --format=csv
	assert_success
	[ "$(echo "$output" | first topics,power)" = "50,0.508039" ]
	near "$(echo "$output" | first power_safe)" 0.3102 0.0005
	# R: power.t.test(n = 50, sd = sd(A - B), power = .9, type = "paired", tol = 1e-10)$delta
	run map --scores=matrix.csv --power=0.9 --topics=50 --format=csv
	assert_success
	[ "$(echo "$output" | first difference,difference_safe,power)" = "0.081865,0.110688,0.900000" ]
}

@test "intervals and a test can be asked for together" {
	make_matrix
	run map --scores=matrix.csv --half-width=0.1 --difference=0.05 --format=csv
	assert_success
	[ "$(echo "$output" | pick topics | tr '\n' ' ')" = "38 17 15 99 " ]
}

@test "--baseline plans for differences from one run" {
	make_matrix
	sed 's/$/,.3/; 1s/,.3/,C/; 4s/.3$/.8/' matrix.csv > three.csv
	run map --scores=three.csv --difference=0.05 --baseline=B --format=csv
	assert_success
	[ "$(echo "$output" | pick run | tr '\n' ' ')" = "A C " ]
	[ "$(echo "$output" | pick minus | tr '\n' ' ')" = "B B " ]
	[ "$(echo "$output" | pick topics run=A)" = 99 ]
	run map --scores=three.csv --difference=0.05 --format=csv
	[ "$(echo "$output" | pick run | tr '\n' ' ')" = "A A B " ]
	run map --scores=three.csv --baseline=D
	assert_failure 64
	assert_output "strat_eval: --baseline=D: none of the runs has this name"
}

# R: mean and sd of A[-3], and of (A - B)[-3]
@test "topics without a score are left out, in pairs where either lacks it" {
	make_matrix
	sed 's/^3,.91/3,/' matrix.csv > holes.csv
	run map --scores=holes.csv --format=csv
	assert_success
	[ "$(echo "$output" | pick pilot_topics | tr '\n' ' ')" = "7 8 7 " ]
	[ "$(echo "$output" | pick mean | tr '\n' ' ')" = "0.338571 0.321250 0.052857 " ]
	[ "$(echo "$output" | pick sd | tr '\n' ' ')" = "0.239682 0.191642 0.154025 " ]
}

@test "judgments and runs, score files and a matrix give the same plan" {
	make_pilot
	for run in a b; do
		sed "s/ x$/ $run/" $run.run > named_$run.run
		"$STRAT_EVAL" -q -m map -m runid --digits=15 qrels named_$run.run > $run.eval
	done
	map qrels named_a.run named_b.run --half-width=0.05 --format=csv > want
	map --scores a.eval b.eval --half-width=0.05 --format=csv | cmp want -
	# a log of scores is told how many more it needs: topics less those of the pilot study
	map --scores a.eval b.eval --half-width=0.05 | awk 'NR == 4 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 5 { exit !($at["more"] == $at["topics"] - $at["pilot"]) }'
	{ echo topic,a,b; awk '$1 == "map" && $2 != "all" { if (FNR == NR) a[$2] = $3; else print $2 "," a[$2] "," $3 }' a.eval b.eval; } > m.csv
	map --scores=m.csv --half-width=0.05 --format=csv | sed 's/^score,/map,/' | cmp want -
	# runs of the same name are told apart by their files
	run map qrels a.run b.run --format=csv
	[ "$(echo "$output" | pick run,minus | tr '\n' ' ')" = "a.run, b.run, a.run,b.run " ]
}

@test "-m plans for another measure, and the options of an evaluation count" {
	make_pilot
	for options in '-m P.5' '-m P.5 -M 3' '-m P.5 -J' '-m recip_rank -l 1' '-m ndcg -c'; do
		want=$("$STRAT_EVAL" $options qrels a.run | awk '$2 == "all" { print $3 }')
		run map qrels a.run $options --format=csv
		assert_success
		near "$(echo "$output" | first mean)" "$want" 0.00005
	done
	[ "$(echo "$output" | first measure)" = "ndcg" ]
}

@test "scores that are all equal are warned of, and have no plan" {
	printf '%s\n' topic,A,B,C 1,.1,.2,.3 2,.2,.3,.1 3,.7,.8,.2 > same.csv
	run --separate-stderr map --scores=same.csv --half-width=0.1 --difference=0.05 --format=csv
	assert_success
	[ "$stderr" = "strat_eval: warning: 1 of 6 have the same score in all topics, which says nothing about other topics" ]
	[ "$(echo "$output" | pick topics minus=B)" = "$(printf '\n\n')" ]
	[ "$(echo "$output" | pick half_width minus=B)" = "$(printf '\n\n')" ]
	run --separate-stderr map --scores=same.csv --topics=9 --quiet-warnings
	[ -z "$stderr" ]
	assert_line --regexp '^A +B +3 +-0\.1000 +0\.0000 +- +9 +- +-$'
}

@test "plan map refuses what has nothing to plan with, and says what is missing" {
	make_pilot
	make_matrix
	grep '^1 ' a.run > one.run
	run map qrels one.run --quiet-warnings
	assert_failure 1
	assert_output "strat_eval: a plan needs at least two topics with a score, and none of the runs has as many (map)"
	printf '%s\n' topic,A,B 1,.1, 2,.5, 3,,.3 4,,.2 > apart.csv
	run map --scores=apart.csv --difference=0.1
	assert_failure 1
	assert_output "strat_eval: a plan needs at least two topics with a score, and none of the runs that are compared has as many (score)"
	run map --scores=apart.csv
	assert_success
	assert_line "strat_eval: warning: 1 of 3 have fewer than two topics, which say nothing about other topics"
	assert_line --regexp '^A +B +0 +- +- +- +- +- +-$'
	run map --scores=missing.csv
	assert_failure 2
	assert_output --partial missing.csv
	run map --scores missing.eval
	assert_failure 2
	run map qrels missing.run
	assert_failure 2
	sed 's/.44/abc/' matrix.csv > wrong.csv
	run map --scores=wrong.csv
	assert_failure 1
	assert_output --partial "wrong.csv:6"
	run map --scores=matrix.csv --half-width=1e-9
	assert_failure 64
	assert_output --partial "--half-width=1e-09: more than 1000000000 topics would be needed"
	run map --scores=matrix.csv --difference=1e-9
	assert_failure 64
	assert_output --partial "--difference=1e-09: more than 1000000000 topics would be needed"
	run map qrels a.run --difference=0.1
	assert_failure 64
	assert_output --partial "two runs or more"
}

@test "wrong options of plan map exit with 64 and print nothing" {
	make_pilot
	make_matrix
	for wrong in --half-width=0 --half-width=-1 --half-width=inf --half-width= --half-width=x --half-width=0.1,0.1 --topics=1 --topics=2.5 \
		--size=0 --size=x --level=0 --level=1 --level=2 --assurance=0 --assurance=1 --alpha=0 --alpha=1 --alpha=0.05 --difference=0 \
		--difference=-0.1 --power=0.8 '--power=0 --topics=9' '--power=1 --topics=9' '--difference=0.1 --power=0.8 --topics=9' \
		'--half-width=0.1 --topics=9' '--half-width=0.1 --topics=9 --size=3' --size=10 --topic-scope=these '--topic-scope=these --assurance=0.7' \
		'--topic-scope=these --half-width=0.1 --topic-cost=3' --topic-cost=-1 --topic-cost=1,2 --topic-cost=5 --judgment-cost=2 \
		--free-topics=-1 --format=trec --nonsense --plot=curve.eps; do
		run --separate-stderr map --scores=matrix.csv $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	for wrong in '-R nonsense' '-T nonsense' '-m nonsense' '-m P' '-m all_trec' '-m num_rel' '-m runid' '-m map -m P.5' '-l x' '-M x' '-N x' \
		--jobs=0 --pool=a.run --strata=x.csv --partial '-T set' '-m statAP'; do
		run --separate-stderr map qrels a.run $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	for wrong in '' qrels '- -' --scores '--scores - -' '--scores --scores=matrix.csv' '--scores=matrix.csv --scores=./matrix.csv' \
		'--scores=matrix.csv a.run' '--scores=matrix.csv -m map' '--scores=matrix.csv -c' '--scores=matrix.csv -R qrels' \
		'--scores=matrix.csv -l 2' '--scores=matrix.csv -M 9' '--scores=matrix.csv -N 9' '--scores=matrix.csv --plugin=x.so'; do
		run --separate-stderr map $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
}

# Twelve topics of 60 documents, about a third relevant, and two runs of 40 that find them from badly to well; of each
# topic 24 documents judged, drawn by Stevens' design.
make_sampled_pilot() {
	perl -e 'my $x = 7; sub pick { $x = ($x * 1103515245 + 12345) % 2147483648; return int($x / 65536) % $_[0] }
		open Q, ">qrels"; open A, ">a.run"; open B, ">b.run";
		for my $t (1 .. 12) {
			my @relevant = map { pick(3) == 0 } 0 .. 59;
			for my $run (["a", *A], ["b", *B]) {
				my @score = map { pick(1000) + $relevant[$_] * ($t - 4) * 120 + $_ / 1000 } 0 .. 59;
				my @order = sort { $score[$b] <=> $score[$a] } 0 .. 59;
				printf { $run->[1] } "%d Q0 d%d %d %d %s\n", $t, $order[$_], $_ + 1, 100 - $_, $run->[0] for 0 .. 39;
			}
			printf Q "%d 0 d%d %d\n", $t, $_, $relevant[$_] for 0 .. 59;
		}'
	"$STRAT_EVAL" sample --no-comments --size=24 --judged=qrels a.run b.run > sample.csv
}

# Half of the interval that the evaluation of a.run prints.
half_width() {
	"$STRAT_EVAL" -R csv --ci --digits=9 "$@" sample.csv a.run |
		awk '/^ci_lo_/ { low = $3 } /^ci_hi_/ { printf "%.9f\n", ($3 - low) / 2 }'
}

# For these topics those of the evaluation are on the logit scale, of statP by gamma distributions: about as wide.
@test "for the pilot's own topics and judgments, half-widths are those that the evaluation prints" {
	make_sampled_pilot
	for measure in statAP statAP_bc statP.5 statRprec; do
		these=0.006
		run map -R csv -m $measure sample.csv a.run --format=csv
		assert_success
		[ "$(echo "$output" | first topics,judgments,scope)" = "12,24,random" ]
		near "$(echo "$output" | first half_width)" "$(half_width -m $measure --topic-scope=random)" 2e-6
		near "$(echo "$output" | first half_width_these)" "$(half_width -m $measure)" $these
		run map -R csv -m $measure sample.csv a.run --topic-scope=these --format=csv
		near "$(echo "$output" | first half_width)" "$(half_width -m $measure)" $these
		[ "$(echo "$output" | first scope)" = "these" ]
	done
	# statAP is what sampled judgments are evaluated by
	map -R csv sample.csv a.run --format=csv | cmp - <(map -R csv -m statAP sample.csv a.run --format=csv)
}

# R: qt(.975, c(11, 29)) = 2.200985, 2.04523; qnorm(.975) = 1.959964
@test "half-widths of other topics and judgments follow from the variance between and within topics" {
	make_sampled_pilot
	run map -R csv sample.csv a.run --topics=12,30 --size=6,12,48 --format=csv
	assert_success
	[ "$(echo "$output" | wc -l)" = 7 ]
	echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		function off(x, y) { return x == "" || !(x - y < 3e-6 && y - x < 3e-6) }
		{ n = $at["topics"]; m = $at["judgments"]; share = $at["pilot_judgments"] / m
		  between = $at["sd_between"] ^ 2; within = $at["se_within"] ^ 2; bias = ($at["bias"] * share) ^ 2
		  if (off(between + within, $at["sd"] ^ 2)) { print "parts do not add up"; exit 1 }
		  t = n == 12 ? 2.200985 : 2.04523
		  if (off($at["half_width"], t * sqrt((between + within * share) / n + bias))) { print "half-width " $0; exit 1 }
		  safe = ($at["sd_safe"] / $at["sd"]) ^ 2
		  if (off($at["half_width_safe"], t * sqrt(safe * (between + within * share) / n + bias))) { print "safe " $0; exit 1 }
		  seen++ }
		END { exit seen != 6 }'
}

# The first of two plans for the sampled pilot has a half-width above the one wanted, the second has not.
misses_then_reaches() # WANTED ARGUMENT...
{
	local wanted=$1
	shift
	set -- $(map -R csv sample.csv a.run "$@" --format=csv | pick half_width)
	[ $# = 2 ]
	numbers "$wanted" "$@"
	awk -v w="$wanted" -v before="$1" -v after="$2" 'BEGIN { exit !(before > w && after <= w) }' ||
		fail "half-widths $* for $wanted"
}

@test "the smallest numbers of topics and of judgments are those before which the half-width is missed" {
	make_sampled_pilot
	run map -R csv sample.csv a.run --half-width=0.1,0.08 --size=20,80 --format=csv
	assert_success
	[ "$(echo "$output" | wc -l)" = 5 ]
	echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["half_width_wanted"], $at["topics"], $at["judgments"] }' > found
	while read -r wanted topics judgments; do
		misses_then_reaches $wanted --topics=$((topics - 1)),$topics --size=$judgments
	done < found
	run map -R csv sample.csv a.run --half-width=0.1,0.09 --topics=40,80 --format=csv
	assert_success
	echo "$output" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["judgments"] > 1 { print $at["half_width_wanted"], $at["topics"], $at["judgments"] }' > found
	[ "$(wc -l < found)" -ge 2 ]
	while read -r wanted topics judgments; do
		misses_then_reaches $wanted --topics=$topics --size=$((judgments - 1)),$judgments
	done < found
}

@test "where no number of judgments is enough there is a dash" {
	make_sampled_pilot
	run map -R csv sample.csv a.run --half-width=0.01 --topics=5
	assert_success
	assert_line --regexp '^run .* wanted topics judgments half-width$'
	assert_line --regexp ' 0\.01 +5 +- +-$'
	# a bias that is too large for any number of topics
	run map -R csv sample.csv a.run --half-width=0.01 --size=5
	assert_success
	assert_line --regexp ' 0\.01 +- +5 +-$'
}

@test "the cheapest study costs least of all, with costs and without costs of topics" {
	make_sampled_pilot
	for costs in '--topic-cost=30' '--topic-cost=2.8' '--topic-cost=100 --free-topics=20' '--topic-cost=0'; do
		best=$(map -R csv sample.csv a.run --half-width=0.05 --size=1:250:1 $costs --format=csv |
			awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
				$at["cost"] != "" && (cost == "" || $at["cost"] < cost) { cost = $at["cost"]; line = $at["topics"] "," $at["judgments"] "," $at["cost"] }
				END { print line ",yes" }')
		run map -R csv sample.csv a.run --half-width=0.05 $costs --format=csv
		assert_success
		[ "$(echo "$output" | first topics,judgments,cost,cheapest)" = "$best" ] || fail "$costs: $output is not $best"
	done
}

@test "for these topics only judgments count, and as many topics as there are" {
	make_sampled_pilot
	run map -R csv sample.csv a.run --topic-scope=these --half-width=0.04 --topics=12 --format=csv
	assert_success
	near "$(echo "$output" | first half_width)" 0.04 0.001
	[ -z "$(echo "$output" | pick half_width_safe)$(echo "$output" | pick sd_safe)" ]
	m=$(echo "$output" | pick judgments)
	misses_then_reaches 0.04 --topic-scope=these --size=$((m - 1)),$m
	# 12 topics for 3 each, m judgments of each for 1
	run map -R csv sample.csv a.run --topic-scope=these --half-width=0.04 --topics=12 --topic-cost=3 --format=csv
	assert_success
	near "$(echo "$output" | first cost)" $((12 * (3 + m))) 0.001
	run -64 map -R csv sample.csv a.run --topic-scope=these --half-width=0.04 --topic-cost=3
	assert_output --partial "there is no cheapest number of them; give --topics or --size"
}

@test "a difference of runs on sampled judgments is planned with the judgments of the pilot" {
	make_sampled_pilot
	run map -R csv sample.csv a.run b.run --half-width=0.05 --format=csv
	assert_success
	sd=$(join <("$STRAT_EVAL" -R csv -q -n -m statAP --digits=12 sample.csv a.run | awk '{ print $2, $3 }' | sort) \
		<("$STRAT_EVAL" -R csv -q -n -m statAP --digits=12 sample.csv b.run | awk '{ print $2, $3 }' | sort) |
		awk '{ d = $2 - $3; n++; s += d; q += d * d } END { printf "%.6f\n", sqrt((q - s * s / n) / (n - 1)) }')
	[ "$(echo "$output" | pick sd minus=b)" = "$sd" ]
	[ -z "$(echo "$output" | pick judgments minus=b)$(echo "$output" | pick se_within minus=b)" ]
	for wrong in --size=10 --topic-scope=these --topic-cost=5 '--topics=9 --half-width=0.1'; do
		run map -R csv sample.csv a.run b.run --baseline=a $wrong
		assert_failure 64
	done
	run map -R csv sample.csv a.run b.run --size=10 --format=csv # only of runs
	[ "$(echo "$output" | pick run,minus | tr '\n' ' ')" = 'a, b, ' ]
}

@test "judgments that are complete have no number to choose" {
	make_sampled_pilot
	sed '2,$s/,[^,]*,[^,]*,[^,]*,[^,]*$/,1,pool,24,/' sample.csv > complete.csv
	run map -R csv complete.csv a.run --format=csv --quiet-warnings
	assert_success
	[ "$(echo "$output" | pick topics)" = 12 ]
	[ -z "$(echo "$output" | pick judgments)" ]
	for wrong in --size=10 --topic-scope=these --topic-cost=5 '--topics=9 --half-width=0.1'; do
		run --separate-stderr map -R csv complete.csv a.run --quiet-warnings $wrong
		assert_failure 64
		[ -z "$output" ]
	done
	[[ $stderr =~ "leave nothing to compute: the statAP of a does not depend on how much is judged" ]]
	for wrong in '-M 10' -J '-m se_statAP' '-m ci_lo_statAP' '-m statP.5,10'; do
		run map -R csv sample.csv a.run $wrong
		assert_failure 64
	done
}

@test "plan map draws what is asked for several values of" {
	make_matrix
	map --scores=matrix.csv --topics=10:100:10 --plot=width.svg > table
	grep -q '</svg>' width.svg
	grep -q half-width width.svg
	map --scores=matrix.csv --half-width=0.02:0.1:0.02 --plot=topics.svg > table
	grep -q 'A - B' topics.svg
	map --scores=matrix.csv --topics=10:100:10 --difference=0.05 --plot=power.svg > table
	grep -q power power.svg
	run map --scores=matrix.csv --topics=10 --plot=none.svg
	assert_failure 64
	assert_output --partial "nothing to draw a curve of"
	[ ! -e none.svg ]
	# curves of what no number reaches are left out
	make_sampled_pilot
	map -R csv sample.csv a.run --half-width=0.05:0.15:0.05 --topics=20,200 --plot=judgments.svg > table
	grep -q '200 topics' judgments.svg
	run ! grep -q ' 20 topics' judgments.svg
	run map -R csv sample.csv a.run --half-width=0.01,0.02 --topics=5 --plot=none.svg
	assert_failure 64
	assert_output --partial "no number is enough"
	[ ! -e none.svg ]
}
