#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval plan: collections of millions of millions of documents (0.3.0: minutes, or no memory).

load ../../../support/helper

# field NAME LINE ARGUMENT...: a figure of a line of the answer
field() {
	ending "$STRAT_EVAL" plan "${@:3}" --format=csv --jobs=1 |
		awk -F, -v name="$1" -v line="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == line + 1 { print $at[name] }'
}

# The binomial distribution of m relevant documents of n, and of the retrieved ones among them; an upper limit by Clopper and
# Pearson, P(a or fewer of m) = 1 - level at the limit. Of 10^9 documents 40,000 are drawn: as from infinitely many.
upper_limit() {
	python3 - "$@" <<'PYTHON'
import sys
from math import exp, lgamma, log
n, prevalence, recall, bound, level = int(sys.argv[1]), *map(float, sys.argv[2:6])
def mass(k, n, p):
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log(1 - p))
def upto(k, n, p):                              # P(X <= k), from k downwards
    x = s = mass(k, n, p)
    while k > 0 and x > 1e-13 * s:
        x *= k * (1 - p) / ((n - k + 1) * p)
        k, s = k - 1, s + x
    return s
mean, sd = n * prevalence, (n * prevalence * (1 - prevalence)) ** 0.5
total, a = 0, 0
for m in range(int(mean - 5 * sd), int(mean + 5 * sd) + 1):
    a = a or int(m * recall)
    while upto(a, m, bound) > 1 - level:
        a -= 1
    while upto(a + 1, m, bound) <= 1 - level:
        a += 1
    total += mass(m, n, prevalence) * upto(a, m, recall)
print(total)
PYTHON
}

# Normal theory with Cornish and Fisher's terms for Beta(a + 1/2, b + 1/2), of which the sample leaves 1 - n/N.
width_reached() {
	python3 - "$@" <<'PYTHON'
import sys
from math import exp, sqrt
from statistics import NormalDist
N, R, recall, n, width, level = (float(x) for x in sys.argv[1:])
z, f, p = NormalDist().inv_cdf((1 + level) / 2), n / N, R / N
mean, sd, rest = n * p, sqrt(n * p * (1 - p) * (1 - n / N)), recall * (1 - recall)
total = every = 0
for i in range(-700, 701) if sd > 0 else [0]:
    m, weight = mean + i / 100 * sd, exp(-(i / 100) ** 2 / 2)
    skew, kurtosis = 4 * (1 - 2 * recall) ** 2 / (rest * m), 6 * ((1 - 2 * recall) ** 2 - rest) / (rest * m)
    factor = 1 + (z * z - 3) / 24 * kurtosis - (2 * z * z - 5) / 36 * skew
    most = (width / (2 * z * factor)) ** 2 * (m + 2) / (1 - f)     # of r (1 - r)
    c = sqrt(max(0.25 - most, 0))
    r = NormalDist(recall, sqrt(rest / m * (1 - m / R)))
    every += weight
    total += weight * (1 if c == 0 else r.cdf(0.5 - c) + 1 - r.cdf(0.5 + c))
print(total / every)
PYTHON
}

@test "a control set of 10^9 documents for an upper bound: it has the probability, and 1 % less have not" {
	n=$(field size 1 control -N 1000000000 --richness=.2 --recall=.2 --bound=.22 --tail=upper --level=.9999 --assurance=.8)
	here=$(upper_limit "$n" .2 .2 .22 .9999)
	before=$(upper_limit $((n - n / 100)) .2 .2 .22 .9999)
	echo "$n: $here, $before"
	# 1 in 400 documents, at which the search ends, are 0.0016 of probability; that the collection is not infinite, 0.00003
	awk -v a="$here" -v b="$before" 'BEGIN { exit !(a > 0.7999 && a < 0.803 && b < 0.7999) }'
}

@test "nothing relevant in 10^12 documents: a sample that would have missed 13 of them with probability .1" {
	# 50 relevant are found: recall is 50/(50+12) or more, so that its width is at most .2, unless there are 13 or more.
	# All are missed with (1 - n/N)^13 <= .1. The search ends within 2 %.
	n=$(field sampled 2 strata --retrieved-stratum=1000:0.05 --unretrieved-stratum=1000000000000:0 --width=.2 --level=.8)
	echo "$n"
	awk -v n="$n" 'BEGIN { least = 1e12 * (1 - 0.1 ^ (1 / 13)); exit !(n >= least && n <= 1.021 * least) }'
}

@test "recall of 10^12 documents from a sample of thousands of millions: the width by its variance" {
	arguments=(recall -N 1000000000000 --retrieved=1000000000 --richness=1e-6 --recall=.9 --width=.05 --level=.9999)
	read -r one zero < <("$STRAT_EVAL" plan "${arguments[@]}" --format=csv --jobs=1 | pick sampled_retrieved,sampled_unretrieved | tr , ' ')
	echo "$one $zero"
	# Webber (2013), eq 23 and 24; 3.8906 is the normal quantile of .99995
	awk -v a="$one" -v b="$zero" 'BEGIN {
		v = (1 - a / 1e9) * (1 - 9e-4) / (a * 9e-4) + (1 - b / 9.99e11) / (b * 1e5 / 9.99e11)
		width = 2 * 3.8906 * 0.9 * 0.1 * sqrt(v); print width; exit !(width > 0.0495 && width < 0.0505) }'
}

@test "widths of control sets of 10^6 to 10^12 documents are those of normal theory" {
	only_with_test_all
	# the search ends within 1 in 400 documents
	while read -r N R recall width level; do
		n=$(field size 1 control -N "$N" --yield="$R" --recall="$recall" --width="$width" --level="$level")
		below=$(width_reached "$N" "$R" "$recall" $((n - n / 300)) "$width" "$level")
		above=$(width_reached "$N" "$R" "$recall" $((n + n / 5000)) "$width" "$level")
		echo "$N: $n, $below to $above"
		awk -v a="$below" -v b="$above" 'BEGIN { exit !(a < 0.8 && b >= 0.8) }'
	done <<-END
		1000000 200000 .4 .01 .95
		1000000000 1000000000 .5 .001 .5
		1000000000000 1000000 .5 .05 .999
		1000000000000 200000000000 .5 .001 .999999
	END
}

# Three relevant documents: the probability of a width, over all outcomes, by the posteriors r + BetaBin(N-n; 1/2+r, 1/2+n-r)
# of bb-half, and an end at 0 or 1 where a sample has none.
three_relevant() {
	python3 - "$@" <<'PYTHON'
import sys
from math import exp, lgamma
N1, R1, n1, N0, R0, n0, width = (float(x) for x in sys.argv[1:])
def posterior(N, n, r):
    M, a, b, k = N - n, r + 0.5, n - r + 0.5, 0
    p = exp(lgamma(a + b) - lgamma(b) + lgamma(M + b) - lgamma(M + a + b))
    while p > 1e-14 and k <= M:
        yield r + k, p
        p, k = p * (M - k) * (a + k) / ((k + 1) * (M - k - 1 + b)), k + 1
def end(a, b, prob):
    upto = 0
    for t, p in sorted((x / (x + y) if x + y else 0, p * q) for x, p in posterior(N1, n1, a) for y, q in posterior(N0, n0, b)):
        upto += p
        if upto >= prob:
            return t
def chances(N, R, n):                           # of none, one and both, or of none and one
    none = (N - n) / N * ((N - n - 1) / (N - 1) if R == 2 else 1)
    both = n * (n - 1) / (N * (N - 1)) if R == 2 else 0
    return [none, 1 - none - both, both]
print(sum(p * q for a, p in enumerate(chances(N1, R1, n1)) for b, q in enumerate(chances(N0, R0, n0))
          if (end(a, b, 0.975) if b else 1) - (end(a, b, 0.025) if a else 0) <= width))
PYTHON
}

@test "three relevant documents in 10^8 are planned for, by the sum over all outcomes" {
	while read -r retrieved recall one zero; do
		arguments=(recall -N 100000000 --retrieved="$retrieved" --yield=3 --recall="$recall" --width=.5 --ci=bb-half --assurance=.8)
		a=$(field sampled_retrieved 1 "${arguments[@]}")
		b=$(field sampled_unretrieved 1 "${arguments[@]}")
		reached=$(field reached 1 "${arguments[@]}")
		here=$(three_relevant "$retrieved" "$one" "$a" $((100000000 - retrieved)) "$zero" "$b" .5)
		less=$(three_relevant "$retrieved" "$one" "$a" $((100000000 - retrieved)) "$zero" $((b - b / 400)) .5)
		echo "$retrieved: $a $b: $reached; by enumeration $here, a little less $less"
		awk -v a="$reached" -v b="$here" -v c="$less" 'BEGIN { exit !(a >= 0.8 && a - b < 1e-6 && b - a < 1e-6 && c < 0.8) }'
	done <<-END
		1000 .67 2 1
		1000000 .67 2 1
		1000 .33 1 2
	END
}

@test "the width of recall in 10^7 and 10^9 documents with an assurance" {
	only_with_test_all
	# The sizes are those of gamma variates with the means and variances of the posterior yields, of which one
	# over the sum of both is a function of a beta variate: .8 of the outcomes reach the width by its quantiles.
	while read -r N retrieved prevalence recall width level size; do
		n=$(field size 1 recall -N "$N" --retrieved="$retrieved" --richness="$prevalence" --recall="$recall" --width="$width" \
			--level="$level" --assurance=.8)
		echo "$n, $size by gamma variates"
		awk -v n="$n" -v size="$size" 'BEGIN { exit !(n > 0.99 * size && n < 1.01 * size) }'
	done <<-END
		1000000000 10000 0.0001 0.05 0.05 0.99 422075
		10000000 1000000 0.01 0.9 0.2 0.999999 23699
	END
}

@test "validate: strata of which one piles up where others have nothing, in 10^12 documents" {
	only_with_test_all
	upper=$(ending "$STRAT_EVAL" validate --produced=1000000000000:5:0 --null=1000000:1:1 --null=40000:1:1 --format=csv 2>/dev/null |
		awk -F, '$3 == "ci_hi_est_rel" { print $(NF - 1) }')
	echo "$upper"
	# none of 5: p with (1-p)^5 = .05 may be relevant; and all that were not produced
	awk -v x="$upper" 'BEGIN { exact = 1e12 * (1 - 0.05 ^ 0.2) + 1040000; d = x / exact - 1; exit !(d < 1e-7 && d > -1e-7) }'
}
