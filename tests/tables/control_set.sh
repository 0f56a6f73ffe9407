#!/bin/bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often the 95 % intervals of a control set hold the truth, and how wide they are, with and without
# --post-stratify: for a table in doc/coverage.md.
#
#	tests/tables/control_set.sh SAMPLES
#
# A collection has 10,000 documents, of which the first ones are produced. SAMPLES control sets are drawn at
# random without replacement, each of them a topic, so that one call answers for all.
set -euo pipefail

samples=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

draw() # PRODUCED RELEVANT BOTH JUDGED: writes control.csv and run, by a generator of its own
{
	awk -v produced="$1" -v relevant="$2" -v both="$3" -v judged="$4" -v samples="$samples" -v work="$work" '
		function uniform() { state = 16807 * state % 2147483647; return state / 2147483647 }
		BEGIN {
			state = 20261115; N = 10000
			print "topic,docno,rel,stratum,size" >(work "/control.csv")
			for (t = 1; t <= samples; t++) {
				for (d = 1; d <= produced; d++) print t, "Q0 d" d, "1 0 run" >(work "/run")
				left = judged
				for (d = 1; d <= N && left > 0; d++)
					if (uniform() * (N - d + 1) < left) {
						left--
						good = d <= produced ? d <= both : d <= produced + relevant - both
						print t ",d" d "," good ",all," N >(work "/control.csv")
					}
			}
		}'
}

echo "produced relevant both judged how recall yield precision recall_width yield_width precision_width"
while read -r produced relevant both judged; do
	draw "$produced" "$relevant" "$both" "$judged"
	for how in plain post; do
		strat_eval -q -n -R csv --quiet-warnings --digits=12 $([ $how = plain ] || echo --post-stratify) \
			--ci -m est_recall -m est_rel -m est_P "$work/control.csv" "$work/run" |
			awk -v what="$produced $relevant $both $judged" -v how=$how '
				BEGIN { split(what, x, " "); truth["est_recall"] = x[3] / x[2]; truth["est_rel"] = x[2]; truth["est_P"] = x[3] / x[1] }
				/^ci_lo_/ { low[substr($1, 7)] = $3 }
				/^ci_hi_/ && $3 != "nan" {
					m = substr($1, 7); n[m]++; wide[m] += $3 - low[m]
					holds[m] += low[m] <= truth[m] + 1e-9 && truth[m] <= $3 + 1e-9
				}
				END {
					printf "%s %s", what, how
					split("est_recall est_rel est_P", of, " ")
					for (i = 1; i <= 3; i++) printf " %.3f", holds[of[i]] / n[of[i]]
					for (i = 1; i <= 3; i++) printf i == 2 ? " %.0f" : " %.3f", wide[of[i]] / n[of[i]]
					printf "\n"
				}'
	done
done <<END
500 500 400 200
500 500 400 1000
500 100 60 1000
3000 750 600 400
3000 300 270 1000
END
