# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes truths with small strata, for strat_eval simulate coverage --scenario=FILE.
#
#	awk [-v one_segment=1] -f small.awk > FILE
#
# A stratum is written N:n:R, its documents, those sampled and those relevant; 10x100:5:97 is ten of
# them. With one_segment=1 nothing is retrieved: for the yield of all documents, which has one prior.

function add(list, retrieved,    item, part, stratum, i, k, times) {
	k = split(list, item, " ")
	for (i = 1; i <= k; i++) {
		times = 1
		if (split(item[i], part, "x") == 2)
			times = part[1]
		split(part[times > 1 ? 2 : 1], stratum, ":")
		while (times-- > 0)
			printf "%s,%d,%d,%d,%d\n", name, one_segment ? 0 : retrieved, stratum[1], stratum[3], stratum[2]
	}
}

function truth(title, produced, others) {
	name = title
	add(produced, 1)
	add(others, 0)
}

BEGIN {
	print "truth,retrieved,size,yield,sampled"
	truth("10 of 100:5:97", "10x100:5:97", "5000:300:50")
	truth("10 of 100:5:93", "10x100:5:93", "5000:300:50")
	truth("10 of 100:5:85", "10x100:5:85", "5000:300:50")
	truth("10 of 100:5:60", "10x100:5:60", "5000:300:50")
	truth("5 rich + 5 poor", "5x100:5:95 5x100:5:5", "3x1500:100:20")
	truth("null 8 of 60:5:1", "500:50:300", "8x60:5:1 5000:200:10")
	truth("20 of 30:3:28", "20x30:3:28", "5000:300:50")
	truth("20 of 30:3:15", "20x30:3:15", "5000:300:50")
	truth("null 20 of 30:3:2", "500:50:300", "20x30:3:2")
	truth("40 of 25:2:24", "40x25:2:24", "5000:300:50")
	truth("40 of 25:2:12", "40x25:2:12", "5000:300:50")
	truth("null 40 of 25:2:1", "500:50:300", "40x25:2:1")
	truth("20 rich + 20 poor", "20x25:2:24 20x25:2:2", "20x100:4:5")
	truth("10 of 40:1:20", "10x40:1:20", "2000:100:20")
	truth("30 of 10:1:7", "30x10:1:7", "30x50:2:3")
	truth("six strata", "20:4:19 40:6:30 60:8:20", "100:10:10 300:12:6 2000:20:10")
}
