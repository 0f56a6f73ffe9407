# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes truths of which few relevant documents that are not retrieved are seen, for
# build/tests/experiments/means scenario=FILE topic-count=T.
#
#	awk [-v truths=200] [-v seed=1] [-v rest=150] -f low.awk > FILE
#
# A truth has some 400 retrieved documents (log-normal, deviation 0.4), of which a share around 0.5 is relevant
# (0.1 to 0.9), and 100 are sampled; and 80,000 others, of which some `rest` are relevant (log-normal, deviation
# 0.7), and 400 are sampled.

# Uniform on (0,1), the same with every awk: Park and Miller's generator.
function uniform() {
	state = state * 16807 % 2147483647
	return state / 2147483647
}

function normal() {
	return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform())
}

BEGIN {
	if (!truths) truths = 200
	if (!seed) seed = 1
	if (!rest) rest = 150
	state = seed * 7919 % 2147483646 + 1
	for (i = 0; i < 10; i++)
		uniform()
	print "truth,retrieved,size,yield,sampled"
	for (t = 1; t <= truths; t++) {
		size = int(400 * exp(0.4 * normal()))
		if (size < 110) size = 110
		share = 1 / (1 + exp(-0.8 * normal()))
		share = share < 0.1 ? 0.1 : share > 0.9 ? 0.9 : share
		missed = int(rest * exp(0.7 * normal()) + uniform())
		printf "%d,1,%d,%d,100\n%d,0,80000,%d,400\n", t, size, int(size * share + 0.5), t, missed
	}
}
