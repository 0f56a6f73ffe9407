#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# People's word on a sample of pairs of an answer and a nugget.

load ../support/helper

# 400 samples: fewer than 366 covering has a probability below .001 at .95. 20 pairs of each run, by topic and from all of them.
@test "nugget scores and their differences are covered, whatever the model says" {
	for design in 'topics=20 drawn=1' 'topics=50 run=20'; do
		experiment assigned_pairs $design samples=400 >found
		pick model,quantity,of,topics_are,coverage <found | awk -F, '$5 < 366/400 { print; bad = 1 } END { exit bad || NR != 77 }' || fail "$design"
	done
	experiment assigned_pairs topics=50 run=20 samples=400 jobs=1 | sed 1d | cmp - <(sed 1d found)
	# a right model helps, and a random one does not harm
	pick model,ratio quantity=all of=A topics_are=these <found |
		awk -F, '{ r[$1] = $2 } END { exit !(r["perfect"] < .75 && r["random"] < 1.03 && r["constant"] == 1) }'
}
