#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often comparisons of systems are wrong.

load ../support/helper

comparisons() {
	experiment comparisons "$@"
}

# Differences 0, .1, .4 and 1, whose mean is .375; two topics with replacement, sixteen pairs. With one
# degree of freedom the t interval of level .51 is a little wider than from the smaller to the larger
# difference, and p < .49 where both lie on one side of 0, apart from it and from each other.
#   offered: not of (d,d), 12/16; of these covered: not (0,.1), not (.4,1), 8/12; that all are covered is also true if there is none, 12/16
#   width: 1.032 (t of .755) times .55, mean of the unequal pairs
#   power: 6 ordered pairs of .1, .4 and 1
#   where nothing differs: of -.375, -.275, .025 and .625 the two ordered pairs below 0, and the two above it: 4/16;
#   with null=flipped the pairs that have power, if both signs are the same: 3/16
#   ranks: all covered, since no difference is below 0; one rank each in 6/16 of the samples, else two
# Four standard errors: 4*sqrt(p*(1-p)/20000), and four times as much of a sixteenth of the samples.
@test "two topics and two systems, by hand" {
	only_with_test_all
	printf 't,X,Y\n1,0,0\n2,0.1,0\n3,0.4,0\n4,1,0\n' > four.csv
	run comparisons matrix=four.csv systems=2 sizes=2 samples="$(cases 20000 1250)" resamples=19 level=0.51
	assert_success
	for method in none tukey; do # two systems: the same
		near "$(echo "$output" | pick family_error method=$method)" 0.25 "$(cases 0.0123 0.049)"
		[ "$(echo "$output" | pick coverage_ranks method=$method)" = 1.000000 ]
		near "$(echo "$output" | pick ranks method=$method)" 1.625 "$(cases 0.0137 0.0548)"
		near "$(echo "$output" | pick power method=$method)" 0.375 "$(cases 0.0137 0.0548)"
		near "$(echo "$output" | pick offered method=$method)" 0.75 "$(cases 0.0123 0.049)"
		near "$(echo "$output" | pick coverage method=$method)" 0.666667 "$(cases 0.0154 0.0616)"
		near "$(echo "$output" | pick coverage_all method=$method)" 0.75 "$(cases 0.0123 0.049)"
	done
	run comparisons matrix=four.csv systems=2 sizes=2 samples="$(cases 20000 1250)" resamples=19 level=0.51 null=flipped
	near "$(echo "$output" | pick family_error method=none)" 0.1875 "$(cases 0.0111 0.0444)"
	near "$(echo "$output" | pick width method=none)" 0.5676 "$(cases 0.0094 0.0374)" # 4 sd(widths)/sqrt(12/16 samples), sd .29
	# one pair: it is in the first decile, up to sqrt((.375^2 + .275^2 + .025^2 + .625^2)/4)
	comparisons matrix=four.csv systems=2 sizes=2 samples=400 resamples=19 level=0.51 deciles=yes > deciles
	near "$(pick power decile=1 method=none < deciles | head -1)" 0.375 0.1
	near "$(pick sd decile=1 method=none < deciles | head -1)" 0.389711 0.000001
	[ "$(pick power decile=2 method=none < deciles)" = "" ]
	# one comparison needs no adjustment
	for method in holm bonferroni bh; do
		[ "$(echo "$output" | pick power method=$method)" = "$(echo "$output" | pick power method=none)" ]
		[ "$(echo "$output" | pick coverage method=$method)" = "" ]
	done
}

@test "normal differences: effect sizes are covered as often as they should be" {
	only_with_test_all
	awk 'BEGIN { srand(5); print "topic,A,B"; for (i = 1; i <= 400; i++)
		printf "%d,%.6f,0\n", i, 0.5 + sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()) }' > normal.csv
	run comparisons matrix=normal.csv systems=2 sizes=15 samples="$(cases 3000 1500)" resamples=99
	assert_success
	# four standard errors: 4*sqrt(.95*.05/samples)
	near "$(echo "$output" | pick coverage method=d_z)" 0.95 "$(cases 0.016 0.0225)"
	near "$(echo "$output" | pick coverage method=none)" 0.95 "$(cases 0.016 0.0225)"
}

@test "any number of threads gives the same; what is wrong is refused" {
	awk 'BEGIN { srand(2); print "topic,A,B,C,D"; for (i = 1; i <= 30; i++)
		printf "%d,%.4f,%.4f,%.4f,%.4f\n", i, rand(), rand(), rand(), rand() + .2 }' > m.csv
	for jobs in 1 3; do
		comparisons jobs=$jobs matrix=m.csv systems=3 sizes=8,12 samples=50 resamples=99 | sed 1d > jobs.$jobs
	done
	cmp jobs.1 jobs.3
	[ "$(wc -l < jobs.1)" -eq 19 ]
	comparisons seed=2 matrix=m.csv systems=3 sizes=8,12 samples=50 resamples=99 | sed 1d > other
	run ! cmp -s jobs.1 other
	sed '5s/,[^,]*$/,/' m.csv > gap.csv
	experiment_refuses 1 "gap.csv: system 'D' has no score for topic '4'" comparisons matrix=gap.csv systems=2
	experiment_refuses 1 'm.csv: 4 systems, from which 10 cannot be drawn' comparisons matrix=m.csv
	experiment_refuses 64 'the scores are missing (matrix=FILE)' comparisons
}

@test "Robust 2004: shrunk-t keeps its level and finds more than Holm" {
	only_with_test_all
	need_data robust04
	samples=$(cases 1000 40)
	comparisons matrix="$DATA/robust04/ap.csv" sizes=50 samples="$samples" resamples=499 > stdout
	error=$(pick family_error method=shrunk-t < stdout)
	more=$(echo "$(pick power method=shrunk-t < stdout) $(pick power method=holm < stdout)" | awk '{ print $1 - $2 }')
	echo "family-wise error $error, power above Holm's by $more"
	[ -z "${TEST_ALL-}" ] || near "$error" 0.05 0.02
	awk -v more="$more" -v error="$error" 'BEGIN { exit !(more > 0 && error < 0.15) }'
}

# Two systems have one pair either way. Of three, two pairs are fewer than three, so that fewer are wrong without
# an adjustment.
@test "with a baseline only its pairs are compared" {
	only_with_test_all
	printf 't,X,Y,Z\n1,0,0,.2\n2,0.1,0,.4\n3,0.4,0,.3\n4,1,0,.9\n5,.5,.3,.1\n' > three.csv
	for systems in 2 3; do
		for baseline in no yes; do
			comparisons matrix=three.csv systems=$systems sizes=6 samples="$(cases 400 100)" resamples=39 baseline=$baseline | sed 1d >"out$systems$baseline"
		done
	done
	for method in holm bonferroni bh max-t none shrunk-t holm-checked d_z; do
		for column in family_error power coverage_all coverage width; do
			assert_equal "$(pick $column method=$method <out2yes)" "$(pick $column method=$method <out2no)"
		done
		assert_equal "$(pick coverage_ranks method=$method <out2yes)" ''
	done
	refute grep -q tukey out2yes
	awk -v all="$(pick family_error method=bonferroni <out3no)" -v some="$(pick family_error method=none <out3yes)" \
		-v none="$(pick family_error method=none <out3no)" 'BEGIN { exit !(some < none && some > 0 && all < none) }'
	comparisons matrix=three.csv systems=3 sizes=6 samples="$(cases 400 100)" resamples=39 baseline=yes jobs=3 | sed 1d | cmp - out3yes
}

# Two systems, X - Y of 0, .1, .4 and 1: the same without their means where nothing differs, and with a shift of .1 for
# half of them every pair of two is between the halves, so that none is equal and nothing can be false.
@test "ways to be equal, pairs that tie, near-duplicates, and what is checked" {
	printf 't,X,Y\n1,0,0\n2,0.1,0\n3,0.4,0\n4,1,0\n' > four.csv
	two() { comparisons matrix=four.csv systems=2 sizes=2 samples=400 resamples=19 level=0.51 way=holm "$@" | sed 1d; }
	[ "$(two part=equal null=half | pick family_error method=holm)" = 0.000000 ]
	# the two tie in a quarter of the topics
	[ "$(two part=equal tied=0.2 | pick family_error method=holm)" = 0.000000 ]
	[ "$(two part=equal tied=0.3 | pick family_error method=holm)" != 0.000000 ]
	[ "$(two part=equal | pick power method=holm)" = '' ]
	[ "$(two part=true | pick family_error method=holm)" = '' ]
	# X is never below Y and once equal: only that topic alone makes them equal, which is less than a quarter of five
	{ cat four.csv; echo 5,0.7,0; } > five.csv
	experiment_refuses 1 'no 2 neighbours for which topics can be tilted' comparisons matrix=five.csv systems=2 null=tilted samples=1
	# with Y = .5 in the first topic the means agree if w1 .5 = w2 .1 + w3 .4 + w4, and the means of samples of two hundred are near 0:
	# a t test at .51 calls about .49 of them different
	printf 't,X,Y\n1,0,.5\n2,0.1,0\n3,0.4,0\n4,1,0\n' > tilt.csv
	p=$(comparisons matrix=tilt.csv systems=2 sizes=200 samples=400 resamples=19 level=0.51 way=holm part=equal null=tilted | pick family_error method=holm)
	near "$p" 0.49 0.1 # four standard errors
	# a twin that is better by .002, sd .003, in 50 topics: t = 4.7, found nearly always; with 2 systems nothing is shrunk
	awk 'BEGIN { srand(2); print "topic,A,B,C"; for (i = 1; i <= 30; i++) printf "%d,%.4f,%.4f,%.4f\n", i, rand(), rand(), rand() }' > m.csv
	for systems in 2 3; do
		comparisons matrix=m.csv systems=$systems sizes=50 samples=100 resamples=99 part=true twin=all way=holm way=holm-checked | sed 1d > twins$systems
	done
	near "$(pick twin_power method=holm < twins2)" 0.99 0.04
	near "$(pick twin_power method=holm-checked < twins2)" 0.99 0.04
	awk -v all="$(pick twin_power method=holm < twins3)" -v unmarked="$(pick twin_power method=holm-checked < twins3)" 'BEGIN { exit !(unmarked < all) }'
}
