#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval plan topics: how many topics a comparison takes. Also the plots of all questions.

load ../../../support/helper
load ../../../support/plan

# Carterette & Smucker 2007, section 3.2: critical value 32, power .882 by the normal law; section 3.4.2: certainty .8
# makes h' = .24 of h = .4, and 139 topics of 50 (the paper cuts 138.9 off).
@test "the sign test example: critical value 32, power .882, h' = .24, n' = 139" {
	run topics --topics=50 --effect=0.4 --certainty=0.8 --format=csv
	assert_success
	[ "$(echo "$output" | pick critical_value)" = 32 ]
	near "$(echo "$output" | pick power_normal)" 0.882 0.0005
	near "$(echo "$output" | pick theta)" 0.7 1e-9
	near "$(echo "$output" | pick adjusted_effect)" 0.24 1e-9
	[ "$(echo "$output" | pick adjusted_topics)" = 139 ]
	# R: pbinom(31, 50, .7, lower.tail = FALSE)
	near "$(echo "$output" | pick power)" 0.859440 1e-6
}

# Table 2, predicted; four of the nine differ from the exact values by up to .004
# (doc/papers.md).
# R: n <- 25; p <- .625; pbinom(qbinom(.95, n, .5), n, p, lower.tail = FALSE)
@test "the predicted powers of Table 2" {
	run topics --topics=25,50,100 --effect=0.25,0.35,0.5 --format=csv
	assert_success
	printed='0.222 0.408 0.727 0.478 0.753 0.971 0.795 0.971 1.000'
	exact='0.221756 0.404322 0.726506 0.475811 0.754401 0.971267 0.796396 0.970888 0.999853'
	i=0
	for power in $(echo "$output" | pick power); do
		i=$((i + 1))
		near "$power" "$(echo $printed | cut -d' ' -f$i)" 0.004
		near "$power" "$(echo $exact | cut -d' ' -f$i)" 1e-6
	done
	[ $i = 9 ]
}

# Section 3.2: "If we want 80% power and 95% accuracy, the effect size must be at least 0.35 ... For 95% power, the
# effect size would have to be 0.47"; for 60 % it is .268, not .25.
@test "effects that 50 topics detect, by the normal law and exactly" {
	run topics --topics=50 --power=0.6,0.8,0.95 --format=csv
	assert_success
	near "$(echo "$output" | pick effect_other power_wanted=0.6)" 0.268 0.0005
	near "$(echo "$output" | pick effect_other power_wanted=0.8)" 0.35 0.005
	near "$(echo "$output" | pick effect_other power_wanted=0.95)" 0.47 0.005
	for power in 0.6 0.8 0.95; do
		near "$(echo "$output" | pick power power_wanted=$power)" $power 1e-6
	done
}

# Section 5.1: "an effect size of 0.5 with 80% power ... about n = 25 topics": 24.7 by the normal law. Exactly, by trying
# all: 23 topics have the power first (.8037), 24, 25 and 27 do not, all from 28 on do.
# R: f <- function(n) pbinom(qbinom(.95, n, .5), n, .75, lower.tail = FALSE); sapply(20:60, f) >= .8
@test "topics for an effect of .5 with 80 % power" {
	run topics --effect=0.5 --power=0.8 --format=csv
	assert_success
	[ "$(echo "$output" | pick topics)" = 28 ]
	[ "$(echo "$output" | pick topics_first)" = 23 ]
	[ "$(echo "$output" | pick topics_other)" = 25 ]
	run topics --effect=0.5 --power=0.8 --normal
	assert_failure 64
	assert_output "strat_eval: --normal: gone; the column normal has what it found: leave it out"
}

# Section 5.1 with eq 6. R: C <- function(l) exp(4.79) * l^5.43 * (25/(2*l-1)^2)^.71. The paper prints C(1,25) as 1180,
# 914 for what is C(.9,25) = 916, C(.68,25) as 620, n' as 192; least at 5.43/(2*5.43 - 4*.71) = .67706 (eq 8).
@test "the cost of certainty: 1180 judgments at 1, least at .677 with 621, 193 topics at .68" {
	for gamma in 4.79,5.43,0.71 robust04; do
		run topics --topics=25 --effect=0.5 --gamma=$gamma --certainty=1,0.9,0.8,0.68,best --format=csv
		assert_success
		near "$(echo "$output" | pick cost certainty=1.000000)" 1182.519 0.001
		near "$(echo "$output" | pick cost certainty=0.900000)" 916.130 0.001
		near "$(echo "$output" | pick cost certainty=0.800000)" 727.130 0.001
		near "$(echo "$output" | pick cost certainty=0.680000)" 621.415 0.001
		[ "$(echo "$output" | pick adjusted_topics certainty=0.680000)" = 193 ]
		near "$(echo "$output" | pick certainty certainty_is=cheapest)" 0.677057 1e-6
		near "$(echo "$output" | pick cost certainty_is=cheapest)" 621.326 0.001
		[ "$(echo "$output" | pick judgments certainty_is=cheapest)" = "$(echo "$output" | pick cost certainty_is=cheapest)" ]
	done
	run topics --topics=25 --effect=0.5 --gamma=robust04
	assert_success
	assert_line --partial given
	assert_line --partial cheapest
}

# The minimum of eq 7 by trying lambda in steps of 1e-5: C_t = 10, n = 25.
@test "with topics that cost something the cheapest certainty is that of trying all" {
	run topics --topics=25 --effect=0.5 --gamma=robust04 --topic-cost=10 --certainty=best --format=csv
	assert_success
	set -- $(awk 'BEGIN { least = 1e99
		for (i = 50001; i <= 100000; i++) {
			l = i / 1e5; n = 25 / (2 * l - 1) ^ 2
			c = 10 * n + exp(4.79) * l ^ 5.43 * n ^ 0.71
			if (c < least) { least = c; at = l }
		}
		print at, least }')
	near "$(echo "$output" | pick certainty)" "$1" 2e-5
	near "$(echo "$output" | pick cost)" "$2" 0.01
	# topics that are there already are free
	run topics --topics=25 --effect=0.5 --gamma=robust04 --topic-cost=20 --free-topics=249 --certainty=best --format=csv
	near "$(echo "$output" | pick certainty)" 0.677057 1e-5
}

@test "a model whose cost falls for ever is an error" {
	run topics --topics=25 --effect=0.5 --gamma=4,5,-1
	assert_failure
	assert_output --partial "no certainty is the cheapest"
}

@test "too few topics are an error that says so" {
	run topics --topics=3 --power=0.8
	assert_failure 64
	assert_output --partial "3 topics are too few"
	run topics --topics=3 --effect=0.9 --format=csv
	assert_success
	near "$(echo "$output" | pick power)" 0 0
	run topics --effect=0.00001 --power=0.8
	assert_failure
	assert_output --partial "too small"
}

# ---- output ----

@test "jsonl of plan topics has numbers, and null for what is not asked" {
	run topics --topics=25 --effect=0.5 --format=jsonl
	assert_success
	echo "$output" | perl -MJSON::PP -e '
		my $x = decode_json(<STDIN>);
		$x->{topics} == 25 && $x->{critical_value} == 18 && !defined $x->{certainty} && !defined $x->{cost} or die'
}

@test "a series of effects makes a line for each" {
	run topics --topics=25 --effect=0.1:0.5:0.1 --format=csv
	[ "$(echo "$output" | pick effect | tail -1)" = 0.500000 ]
	[ "$(echo "$output" | pick effect | wc -l)" = 5 ]
}

# ---- plots ----

@test "curves are drawn" {
	recall -N 1000 --retrieved=100 --recall=0.5,0.8 --precision=0.3 --size=50 --ci=koopman --plot=divisions.svg > table
	grep -q '<svg' divisions.svg
	grep -q 'recall 0.5' divisions.svg
	grep -q '</svg>' divisions.svg
	[ -s table ]
	recall -N 1000 --retrieved=100 --recall=0.5 --precision=0.3 --size=50,100 --allocation=best --ci=koopman --plot=sizes.svg > table
	recall -N 1000 --retrieved=100 --recall=0.5 --precision=0.3 --width=0.4,0.5 --ci=koopman --plot=targets.svg > table
	grep -q 'smallest sample' targets.svg
	topics --topics=10:50:10 --effect=0.5 --plot=power.svg > table
	grep -q 'power' power.svg
	topics --topics=25 --effect=0.5 --certainty=0.6,0.8,1 --plot=adjusted.svg > table
	topics --topics=25 --effect=0.5 --certainty=0.6,0.8,1 --gamma=robust04 --plot=cost.svg > table
	grep -q 'cost' cost.svg
	topics --effect=0.2:0.6:0.1 --power=0.8,0.9 --plot=needed.svg > table
	topics --topics=20:60:20 --power=0.8 --plot=detected.svg > table
	[ "$(ls | grep -cE '\.(svg|png)$')" = 8 ]
	[ -z "$(ls | grep -E '\.(svg|png)\.')" ]
}

# Figure 1 of Carterette & Smucker: S of 50 topics at theta = .5 and .7. Lines from the axis are taller in proportion to
# choose(50, s) theta^s (1-theta)^(50-s); those from the critical value 32 on are the first error, those below it the second.
@test "one line of the answer: the distributions of the sign test under both hypotheses" {
	topics --topics=50 --effect=0.4 --plot=figure1.svg > table
	for text in 'Null hypothesis: theta = 0.5, n = 50' 'Alternative hypothesis: theta = 0.7, n = 50' 'type I error' 'type II error' \
		'S, critical value 32'; do
		grep -qF "$text" figure1.svg || fail "no $text"
	done
	python3 - <<-'PYTHON'
		import re
		from math import comb
		rows = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="2.00" height="([\d.]+)"', open("figure1.svg").read())
		heights = sorted((float(height) for _, height in rows), reverse=True)
		masses = sorted((comb(50, s) * p ** s * (1 - p) ** (50 - s) for p in (.5, .7) for s in range(51)), reverse=True)
		scale = heights[0] / masses[0]
		assert len(heights) > 40 and all(abs(h - scale * m) < 0.02 for h, m in zip(heights[:40], masses)), (heights[:5], masses[:5])
	PYTHON
}

@test "a file name is no command, whatever is in it" {
	name="a'b;touch evil;\$(touch evil)\`touch evil\`\"| c.svg"
	topics --topics=10:50:10 --effect=0.5 --plot="$name" > table
	grep -q '</svg>' "$name"
	[ ! -e evil ]
}

@test "a plot that cannot be written leaves nothing, and the answer is printed with status 2" {
	topics --topics=10:50:10 --effect=0.5 >answer
	run topics --topics=10:50:10 --effect=0.5 --plot=no/where.svg
	assert_failure 64
	assert_output --partial "no/where.svg: cannot be written: there is no such folder"
	mkdir folder.svg
	run topics --topics=10:50:10 --effect=0.5 --plot=folder.svg
	assert_failure 64
	assert_output --partial "folder.svg: cannot be written: it is a folder"
	[ -z "$(ls | grep 'folder.svg\.')" ]
	# a converter that fails half-way keeps what was there; the two letters before it are short
	false_rsvg <<-'EOF'
		cat >svg
		head -c 150 svg
		[ $(wc -l <svg) = 1 ] || { echo "it broke" >&2; exit 1; }
	EOF
	echo "%PDF before" > kept.png
	run topics --topics=10:50:10 --effect=0.5 --plot=kept.png
	assert_failure 2
	assert_output --partial "rsvg-convert failed: it broke"
	[ "$(cat kept.png)" = "%PDF before" ]
	[ -z "$(ls | grep 'kept.png\.')" ]
}

@test "without rsvg-convert the message says what is missing, before any work, with status 2" {
	refused_without_rsvg plan topics --topics=10:50:10 --effect=0.5
}

@test "a plot of a single point is refused, and a name that is no picture" {
	run recall -N 1000 --retrieved=100 --recall=0.5 --precision=0.3 --size=50 --allocation=best --plot=x.svg
	assert_failure 64
	assert_output --partial "nothing to draw"
	for name in x.eps svg .svg x ''; do
		run topics --topics=10:50:10 --effect=0.5 --plot="$name"
		assert_failure 64
		assert_output --partial "must end in .svg, .png or .pdf"
	done
	[ ! -e x.svg ]
}

# ---- usage ----

@test "wrong options of plan topics exit with 64 and print nothing" {
	good='--topics=50 --effect=0.5'
	topics $good > table
	for wrong in --topics=0 --topics=x --topics=2.5 --topics=5,5 --effect=0 --effect=1.5 --effect=-0.5 --effect=nan --power=0.8 \
		--alpha=0 --alpha=1 --alpha=x --normal --certainty=0.5 --certainty=1.1 --certainty=best --certainty=x --certainty= \
		--certainty=best,0.8 --gamma=1,2 --gamma=1,2,3,4 --gamma=x --gamma=1,2,nan --gamma= --topic-cost=5 \
		--judgment-cost=5 --free-topics=5 '--gamma=robust04 --topic-cost=-1' \
		'--gamma=robust04 --topic-cost=1,2' '--gamma=robust04 --free-topics=x' \
		--format=trec --jobs=2 --nonsense file; do
		run --separate-stderr topics $good $wrong
		assert_failure 64
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	for wrong in --topics=50 --effect=0.5 --power=0.8 ''; do
		run topics $wrong
		assert_failure 64
		assert_output --partial "two of --topics, --effect and --power"
	done
	run topics --power=1 --effect=0.5
	assert_failure 64
}
