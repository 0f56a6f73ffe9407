#!/bin/bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often intervals of one topic cover, for the tables of "Small strata" in doc/coverage.md.
#
#	tests/tables/small_strata.sh SAMPLES
#
# Run in the source folder. Prints, for each family of truths and each quantity: the method, how many
# truths, mean coverage, the share of truths below .90, the least, and the mean width.
set -euo pipefail

samples=$1 methods=bb-half,bb-spread
scenarios=qrels-samples/scenarios
work=$(mktemp -d)
declare -A measure=([recall]=est_recall [precision]=est_P [F]=est_F [yield]=est_rel)
trap 'rm -rf "$work"' EXIT

# FAMILY QUANTITY FILE [OPTION...]
measure() {
	local family=$1 quantity=$2 file=$3
	shift 3
	strat_eval simulate coverage --scenario="$file" -q -m "${measure[$quantity]}" --ci=$methods --format=csv "$@" |
		awk -F, -v family="$family" -v quantity="$quantity" '
			NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			{
				m = $at["method"]; c = $at["coverage"]
				if (!(m in n)) { order[++methods] = m; least[m] = 1 }
				n[m]++; sum[m] += c; low[m] += c < .9; width[m] += $at["width"]
				if (c < least[m]) least[m] = c
			}
			END {
				for (i = 1; i <= methods; i++) {
					m = order[i]
					printf "%-30s %-9s %-9s %5d %.3f %.3f %.3f %.4g\n", family, quantity, m, n[m],
						sum[m] / n[m], low[m] / n[m], least[m], width[m] / n[m]
				}
			}'
}

# The truths of a file; for a yield, which has one prior for all strata, nothing is retrieved.
truths() { # FILE QUANTITY
	awk -F, -v OFS=, -v quantity="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 && quantity == "yield" { $at["retrieved"] = 0 }
		{ print $at["truth"], $at["retrieved"], $at["size"], $at["yield"], $at["sampled"] }' "$1"
}

# Every truth of small designs, by enumeration: for the choice, and others.
every() { # NAME QUANTITY RETRIEVED OTHERS
	awk -v retrieved="$3" -v others="$4" -f $scenarios/every.awk >"$work/every.csv"
	measure "$1 $3 | $4" "$2" "$work/every.csv" --samples=all
}
for others in "15/5 15/5 15/5" "40/8 60/6" "98/3 67/13" "4/2 74/3 19/2"; do
	every choice: yield "" "$others"
done
every choice: precision "30/6 40/5" ""
every choice: recall 20/20 "30/6 20/5"
every choice: recall 12/4 "16/4 20/5"
every choice: F 12/4 "16/4 20/5"
for others in "12/3 20/4 9/2" "25/2 50/10" "30/10 8/2 8/1"; do
	every other: yield "" "$others"
done
every other: precision "10/4 25/3" ""
every other: recall 15/5 "10/2 24/4"
every other: F 15/5 "10/2 24/4"

for quantity in yield recall precision F; do
	awk -v one_segment=$([ $quantity = yield ] && echo 1 || echo 0) -f $scenarios/small.awk >"$work/small.csv"
	measure "choice: small.awk" $quantity "$work/small.csv" --samples="$samples"
	for file in robust60 robust258 strata; do
		truths $scenarios/topics-$file.csv $quantity >"$work/truths.csv"
		measure "other: topics-$file.csv" $quantity "$work/truths.csv" --samples="$samples"
	done
done
