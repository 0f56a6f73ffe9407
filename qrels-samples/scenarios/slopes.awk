# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes truths whose recall rises or falls with the number of relevant documents, for
# build/tests/experiments/means scenario=FILE topic-count=T.
#
#	awk -v slope=-0.5 [-v truths=200] [-v seed=1] [-v median=20] -f slopes.awk > FILE
#
# A truth has R relevant documents, whose logarithm is normal around log(median) with deviation 1.2,
# at least 1 and at most 400. The logit of its recall is normal around 1 + slope*(log R - log median)
# with deviation 0.7. 100 documents are retrieved (more if R1 needs it), of which 30 are sampled, and
# 1,000 are not, of which 80 are.

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
	if (!median) median = 20
	state = seed * 7919 % 2147483646 + 1
	for (i = 0; i < 10; i++)
		uniform()
	print "truth,retrieved,size,yield,sampled"
	for (t = 1; t <= truths; t++) {
		x = log(median) + 1.2 * normal()
		R = int(exp(x) + 0.5)
		R = R < 1 ? 1 : R > 400 ? 400 : R
		recall = 1 / (1 + exp(-(1 + slope * (x - log(median)) + 0.7 * normal())))
		R1 = int(R * recall + uniform())
		size = R1 > 80 ? R1 + 20 : 100
		printf "%d,1,%d,%d,30\n%d,0,1000,%d,80\n", t, size, R1, t, R - R1
	}
}
