#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the files of this folder: sh generate.sh
set -eu
cd "$(dirname "$0")"

# Relevant document number i of 20 is the one at rank i^1.7, rounded down, of 300.
awk 'BEGIN {
	for (i = 1; i <= 20; i++)
		relevant[int(i ^ 1.7)] = 1
	for (k = 1; k <= 300; k++) {
		printf "review 0 abstract%03d %d\n", k, k in relevant > "qrels"
		printf "review Q0 abstract%03d %d %d ranked\n", k, k, 300 - k > "ranked.run"
	}
}'

# The judgments of ../production with the sizes of the strata, and a second opinion on each document.
awk -F, -v OFS=, '
	FNR == 1 { file++ }
	FNR == 1 && file == 2 { print "topic,docno,rel,stratum,size,judged_by" }
	FNR == 1 { next }
	file == 1 { size[$2] = $3; next }
	{
		first[++n] = $1 OFS $2 OFS $3 OFS $4 OFS size[$4]
		rel = $3
		if ($3 == 1 && ($4 == "E" || $4 == "A" && !a++))
			rel = 0
		if ($3 == 0 && $4 == "C" && !c++)
			rel = 1
		second[n] = $1 OFS $2 OFS rel OFS $4 OFS size[$4]
	}
	END {
		for (i = 1; i <= n; i++)
			print first[i], "first_review"
		for (i = 1; i <= n; i++)
			print second[i], "second_review"
	}' ../production/sizes.csv ../production/judgments.csv > twice.csv
