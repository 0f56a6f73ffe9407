#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the files of this folder, with made-up documents; STRAT_EVAL is the program.
#
# 120 of 600 documents are relevant: people give them the grades 2 and 3, and the others 0 and 1. A model labels all of them 0 to 3: the relevant ones mostly 2 and 3, the others
# mostly 0 and 1, and it overrates. Two productions have 127 and 100 documents. People judged a random sample of 150.
set -eu
cd "$(dirname "$0")"
# Documents, label, relevance, and what either production has, by the congruential numbers of Park and Miller.
awk 'function random() { seed = seed * 16807 % 2147483647; return seed / 2147483647 }
	BEGIN { seed = 7
		for (i = 1; i <= 600; i++) {
			relevant = i % 5 == 0
			u = random()
			label = relevant ? (u < .05 ? 0 : u < .15 ? 1 : u < .45 ? 2 : 3) : (u < .5 ? 0 : u < .75 ? 1 : u < .93 ? 2 : 3)
			a = random() < (relevant ? .7 : .08)
			b = random() < (relevant ? .55 : .07)
			printf "doc%03d %d %d %d %d\n", i, label, relevant ? 2 + (i % 10 == 0) : i % 4 == 1, a, b
		} }' >truth
{ echo docno,label; awk '{ print $1 "," $2 }' truth; } >model.csv
awk '$4 { print $1 }' truth >produced.txt
awk '$5 { print $1 }' truth >other.txt
awk '{ print $1 }' truth >collection
"${STRAT_EVAL:-strat_eval}" sample --collection=collection --size=150 --seed=3 --no-comments |
	awk -F, -v OFS=, 'BEGIN { while ((getline line < "truth") > 0) { split(line, x, " "); relevant[x[1]] = x[3] } }
		NR > 1 { $3 = relevant[$2] } { print }' >judged.csv
rm truth
