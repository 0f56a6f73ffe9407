# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes truths with many strata, for strat_eval simulate coverage --scenario=FILE.
#
#	awk -v design=A -v strata=8 [-v truths=40] [-v seed=1] -f strata.awk > FILE
#
# Each truth has `strata` strata in the retrieved and as many in the unretrieved segment. README.md
# says what the designs are. The part of a stratum that is relevant is drawn from Beta(1,b), whose
# mean is 1/(1+b): 1 - (1-u)^(1/b) for u uniform. Documents are whole: the yield is rounded up or
# down at random, so that it is right in the mean.

# Uniform on (0,1), the same with every awk: Park and Miller's generator.
function uniform() {
	state = state * 16807 % 2147483647
	return state / 2147483647
}

# A segment of `size` documents; stratum k+1 is `growth` times as large as stratum k.
function segment(truth, retrieved, size, growth, mean, sampled,    k, weight, total, N, p, n) {
	total = 0
	for (k = 1; k <= strata; k++)
		total += growth ^ k
	for (k = 1; k <= strata; k++) {
		N = int(size * growth ^ k / total + 0.5)
		p = 1 - (1 - uniform()) ^ (1 / (1 / mean - 1))
		n = sampled < N ? sampled : N
		printf "%s,%d,%d,%d,%d\n", truth, retrieved, N, int(N * p + uniform()), n
	}
}

BEGIN {
	if (!truths) truths = 40
	if (!seed) seed = 1
	state = seed * 7919 % 2147483646 + 1
	for (i = 0; i < 10; i++)
		uniform()
	print "truth,retrieved,size,yield,sampled"
	for (i = 1; i <= truths; i++) {
		if (design == "A") {
			segment(i, 1, 20000, 1, 0.5, 50)
			segment(i, 0, 200000, 1, 0.01, 50)
		} else if (design == "B") {
			segment(i, 1, 20000, 1, 0.5, 20)
			segment(i, 0, 200000, 1, 0.002, 20)
		} else if (design == "C") {
			segment(i, 1, 5000, 1, 0.25, 10)
			segment(i, 0, 50000, 1, 0.01, 10)
		} else if (design == "D") {
			segment(i, 1, 20000, 1.15, 0.5, 30)
			segment(i, 0, 200000, 1.15, 0.005, 30)
		} else {
			print "design must be A, B, C or D" > "/dev/stderr"
			exit 1
		}
	}
}
