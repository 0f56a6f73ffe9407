#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval plan control: narrow widths, of very many outcomes that only their intervals decide.

load ../../../support/helper

size() {
	ending "$STRAT_EVAL" plan control "$@" --format=csv --jobs=1 |
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["size"] }'
}

# P(the width is reached), R1 and R0 documents being relevant: b of R0 are in the sample (binomial), a of R1 (normal). Of what it
# leaves, A is normal and B negative binomial, with the shapes a + 1/2 and b + 1/2. Ends of A/(A+B), and the least a, by halving.
width_reached() {
	python3 - "$@" <<'PYTHON'
import sys
from math import exp, lgamma, log, sqrt
from statistics import NormalDist
N, R1, R0, n, width, level = (float(x) for x in sys.argv[1:])
f, choose, normal = n / N, lambda n, k: lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1), NormalDist().cdf
def halve(low, high, steps, test):
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (low, middle) if test(middle) else (middle, high)
    return high
def end(a, b, p):
    mean, sd, k = a + (a + 0.5) * (1 - f) / f, sqrt((a + 0.5) * (1 - f)) / f, b + 0.5
    B = [(b + i, exp(choose(k + i - 1, i) + k * log(f) + i * log(1 - f))) for i in range(int(k / f + 9 * sqrt(k) / f))]
    return halve(0.98, 1 - 1e-7, 24, lambda t: sum(m * normal((t / (1 - t) * x - mean + 0.5) / sd) for x, m in B) >= p)
def reaches(a, b):                              # nothing found of B: the upper end is 1
    return (end(a, b, (1 + level) / 2) if b else 1) - end(a, b, (1 - level) / 2) <= width
share, b, total = NormalDist(n * R1 / N, sqrt(n * R1 / N * (1 - f) * (1 - R1 / N))), 0, 0
while reaches(share.mean + 6 * share.stdev, b):
    least = 0 if reaches(share.mean - 6 * share.stdev, b) else halve(share.mean - 6 * share.stdev, share.mean + 6 * share.stdev, 14, lambda a: reaches(a, b))
    total += (1 - share.cdf(least)) * exp(choose(R0, b) + b * log(f) + (R0 - b) * log(1 - f))
    b += 1
print(total)
PYTHON
}

@test "a width of .001 at a recall of .999, of 10^9 documents: the size has the probability, and 1 in 300 less have not" {
	only_with_test_all
	n=$(size -N 1000000000 --richness=0.0001 --recall=0.999 --width=0.001 --level=0.8)
	here=$(width_reached 1000000000 99900 100 "$n" .001 .8)
	before=$(width_reached 1000000000 99900 100 $((n - n / 300)) .001 .8)
	echo "$n: $here, $before"
	# the search ends within 1 in 400 documents, 0.007 of probability
	awk -v a="$here" -v b="$before" 'BEGIN { exit !(a > 0.7999 && a < 0.807 && b < 0.7999) }'
}

# Neither end lies inside the one-sided bound of the level, which holds for every possible number R of relevant documents: the
# largest is m in the sample and all others. So the width is 2 z sqrt(r (1 - r) (1 - m/R) / m), z being the one-sided quantile.
# Both r and m vary from sample to sample. The width is reached with probability .8 if its mean is .8416 of its own deviations below
# the target.
@test "a width of .001 at level .999, of 10^7 documents: by normal theory within one in 200" {
	only_with_test_all
	n=$(size -N 10000000 --richness=0.2 --recall=0.9 --width=0.001 --level=0.999)
	echo "$n"
	awk -v n="$n" 'BEGIN {
		N = 1e7; R = 2e6; r = 0.9; z = 3.090232; m = n * R / N; most = N - n + m
		w = 2 * z * sqrt(r * (1 - r) * (1 - m / most) / m)
		by_r = (1 - 2 * r) / (2 * r * (1 - r)) * sqrt(r * (1 - r) / m * (1 - m / R))
		by_m = sqrt(m * (1 - R / N) * (1 - n / N)) / (2 * m)
		w *= 1 + 0.841621 * sqrt(by_r ^ 2 + by_m ^ 2)
		print w; exit !(w > 0.000995 && w < 0.001005) }'
}
