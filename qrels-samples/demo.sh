#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The main jobs, on the samples legal09/, tiny/ and comparison/: sh qrels-samples/demo.sh PROGRAM
set -eu
program=$1
here=$(dirname "$0")
strata=$here/legal09/strata.csv
tiny=$here/tiny

show() {
	printf '\n$ strat_eval'
	printf ' %s' "$@"
	printf '\n'
	"$program" "$@"
}

# One line for each topic and run: estimate and interval of recall, precision and F.
as_a_table() {
	awk -F, '
		NR == 1 { next }
		!(($2, $1) in seen) { seen[$2, $1] = 1; order[++count] = $2 "," $1 }
		{ value[$2 "," $1, $3] = $4 }
		function cell(key, name) {
			return sprintf("%s (%s to %s)", value[key, name], value[key, "ci_lo_" name],
				value[key, "ci_hi_" name])
		}
		END {
			format = "%-6s %-10s %-24s %-24s %s\n"
			printf format, "topic", "run", "recall", "precision", "F1"
			for (i = 1; i <= count; i++) {
				split(order[i], key, ",")
				lines = lines sprintf(format, key[1], key[2], cell(order[i], "est_recall"),
					cell(order[i], "est_P"), cell(order[i], "est_F"))
			}
			printf "%s", lines | "sort"
		}'
}

echo "== Sampled judgments: TREC 2009, Legal track. Seven requests, 24 sets of documents from a"
echo "== collection of 569,000, and 24,206 judgments. Of the run UW, for one request:"
show -R table -q -n --digits=3 -m est_recall -m est_P -m est_F --ci -D 0.201 "$strata" UW

echo
echo "== All of them, with 95 % intervals: the same as CSV, put into a table."
printf '\n$ strat_eval -R table -q -n --digits=3 --format=csv -m est_recall -m est_P -m est_F --ci %s\n' "$strata"
"$program" -R table -q -n --digits=3 --format=csv -m est_recall -m est_P -m est_F --ci "$strata" | as_a_table

echo
echo "== Plain judgments: trec_eval's measures. Three topics, one run; for topic 1, map is"
echo "== (1/2 + 2/5) / 3 = 0.3, as its README works out by hand."
show -q -m map -m ndcg -m P.5 "$tiny/qrels" "$tiny/alpha.run"

echo
echo "== Three runs: which is best, and how sure is that?"
show compare "$here/comparison/qrels" "$here"/comparison/*.run

printf '\nMore: README.md; which interval to use: doc/which-interval.md; the samples: %s/README.md\n' "$here"
