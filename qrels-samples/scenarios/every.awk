# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes every truth of a small design, for strat_eval simulate coverage --scenario=FILE --exact.
#
#	awk -v retrieved="20/20" -v others="30/6 20/5" -f every.awk > FILE
#
# Each stratum is SIZE/SAMPLED; any number of them from 0 to all is relevant. Truths without a relevant
# document are left out.

function add(text, is_retrieved,    i, part, parts, pair) {
	parts = split(text, part, " ")
	for (i = 1; i <= parts; i++) {
		split(part[i], pair, "/")
		count++
		N[count] = pair[1]
		n[count] = pair[2]
		ours[count] = is_retrieved
	}
}

# Counts on like an odometer; 0: past the last.
function next_truth(    k) {
	for (k = 1; k <= count && R[k] == N[k]; k++)
		R[k] = 0
	if (k > count)
		return 0
	R[k]++
	return 1
}

BEGIN {
	add(retrieved, 1)
	add(others, 0)
	print "truth,retrieved,size,yield,sampled"
	while (next_truth()) {
		truth++
		for (k = 1; k <= count; k++)
			printf "%d,%d,%d,%d,%d\n", truth, ours[k], N[k], R[k], n[k]
	}
}
