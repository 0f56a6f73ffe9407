#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often intervals by clusters cover, if whole families are drawn.

load ../support/helper

@test "families of one document have the design effect 1, and pairs about 1 + icc" {
	run experiment clusters families=alone samples=20 sizes=400
	assert_success
	run awk -F, '/^#/ { next } /^families/ { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["design_effect"] != 1 { print }' <<<"$output"
	assert_output ''
	# Kish: 1 + (m - 1) icc for a mean of clusters of m; 0.03 is over three standard errors of the mean
	# of 100 samples, as one sample of 400 pairs has about 0.05 (the error of a correlation)
	run experiment clusters families=pairs icc=0.7 samples=100 sizes=400
	assert_success
	run awk -F, '/^#/ { next } /^families/ { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["quantity"] == "richness" { x = $at["design_effect"]; print (x > 1.67 && x < 1.73) ? "as it should be" : x }' <<<"$output"
	assert_output 'as it should be'
}

# With a million degrees of freedom and 400 families of one document, drawn from 5,000 of which .2 are relevant, the interval of richness is the
# logit one of a simple random sample, whose half width is about z sqrt(p (1 - p) / 400 (1 - 400/5000)) = .0376; estimates are unbiased, and
# their deviation is that over z, .0192. Four standard errors of 400 samples, and a tenth of the width for what the logit adds.
@test "width, bias and rmse of families of one document are those of a simple random sample" {
	experiment clusters families=alone icc=0 samples=400 sizes=400 >found
	p=$(pick truth quantity=richness <found)
	sd=$(awk -v p="$p" 'BEGIN { print sqrt(p * (1 - p) / 400 * (1 - 400 / 5000)) }')
	near "$(pick rmse quantity=richness <found)" "$sd" "$(awk -v s="$sd" 'BEGIN { print 4 * s / sqrt(800) }')"
	near "$(pick bias quantity=richness <found)" 0 "$(awk -v s="$sd" 'BEGIN { print 4 * s / sqrt(400) }')"
	near "$(pick width quantity=richness <found)" "$(awk -v s="$sd" 'BEGIN { print 2 * 1.96 * s }')" "$(awk -v s="$sd" 'BEGIN { print .1 * 2 * 1.96 * s }')"
	assert_equal "$(pick samples,offered quantity=richness <found)" 400,1.000000
}

@test "threads do not matter, and a family that is no kind is refused" {
	for jobs in 1 2; do
		experiment clusters families=mixed strata=yes samples=12 sizes=100 jobs=$jobs | sed 1d >$jobs
	done
	cmp 1 2
	experiment_refuses 64 "--families: 'large' is not one of alone, pairs ... (--help)" clusters families=large
}

# The range in which intervals are offered; 3 standard errors of 200 samples below .92 are .86.
@test "large families are refused or covered" {
	run experiment clusters families=long,steep sizes=400 icc=0.7 samples=200 seed=3
	assert_success
	run awk -F, '/^#/ { next } /^families/ { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["offered"] >= 0.5 { cells++; low += $at["coverage"] < 0.86 }
		END { print (cells >= 6 ? "enough" : cells), low + 0 }' <<<"$output"
	assert_output 'enough 0'
}

# By definition; to the digits printed.
@test "the true value is below the interval, in it, or above" {
	run experiment clusters families=mixed,steep sizes=100,400 level=0.9 samples=50
	assert_success
	run awk -F, '/^#/ { next } /^families/ { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["offered"] > 0 { cells++; sum = $at["below"] + $at["coverage"] + $at["above"]; wrong += sum < .999998 || sum > 1.000002
			missed += $at["below"] + $at["above"] > 0 }
		END { print (cells >= 20 && missed >= 20 ? "enough" : cells " " missed), wrong + 0 }' <<<"$output"
	assert_output 'enough 0'
}
