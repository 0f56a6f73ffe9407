# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes truths for one-sided bounds, for strat_eval simulate coverage --scenario=FILE --tail=lower.
#
#	awk -v production=judged -v null=3-unequal -f bounds.awk > FILE
#
# A production of 400 documents, 240 of them relevant, is judged as a whole or by a sample of 60; 150
# of 3,000 other documents, the null set, are sampled, in 1, 3 or 5 strata of equal or unequal rates
# (README.md). From 0.2 to 20 relevant documents are expected in that sample: spread evenly over the
# null set, or all of them in its first or its last stratum. A truth with more than half of a stratum
# relevant is left out.

# Null strata: sizes N[k] and samples n[k].
function strata(    i, part, parts) {
	if (null == "1") parts = "3000/150"
	else if (null == "3-equal") parts = "1000/50 1000/50 1000/50"
	else if (null == "3-unequal") parts = "300/75 700/45 2000/30"
	else if (null == "5-equal") parts = "600/30 600/30 600/30 600/30 600/30"
	else if (null == "5-unequal") parts = "200/50 300/40 500/30 800/20 1200/10"
	else {
		print "null must be 1, 3-equal, 3-unequal, 5-equal or 5-unequal" > "/dev/stderr"
		exit 1
	}
	count = split(parts, part, " ")
	for (i = 1; i <= count; i++) {
		split(part[i], pair, "/")
		N[i] = pair[1]
		n[i] = pair[2]
	}
}

# Relevant documents of stratum k when e of them are expected in the sample.
function relevant(k, e, place) {
	if (place == "even") return int(N[k] * e / 150 + 0.5)
	if (place == "first") return k == 1 ? int(N[k] * e / n[k] + 0.5) : 0
	return k == count ? int(N[k] * e / n[k] + 0.5) : 0
}

function truth(e, place,    name, k) {
	for (k = 1; k <= count; k++)
		if (relevant(k, e, place) > N[k] / 2)
			return
	name = place "-" e
	printf "%s,1,400,240,%d\n", name, production == "judged" ? 400 : 60
	for (k = 1; k <= count; k++)
		printf "%s,0,%d,%d,%d\n", name, N[k], relevant(k, e, place), n[k]
}

BEGIN {
	strata()
	print "truth,retrieved,size,yield,sampled"
	steps = split("0.2 0.5 1 1.5 2 2.5 3 4 5 7 10 14 20", expected, " ")
	for (step = 1; step <= steps; step++) {
		e = expected[step]
		truth(e, "even")
		if (count > 1) {
			if (null ~ /unequal/)
				truth(e, "first")
			truth(e, "last")
		}
	}
}
