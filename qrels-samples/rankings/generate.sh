#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes qrels, lexical.run, dense.run and hybrid.run: 50 topics of 40 documents, of which each run has
# the best 20. The score of a document is its grade (0, 1, 2) times a weight, plus noise; the weight
# differs from topic to topic, so that topics are easy or hard for both. hybrid adds up the
# scores of the other two. The noise is the linear congruential generator of the sample comparison.
cd "$(dirname "$0")" || exit 1
awk '
function noise() { state = (state * 1664525 + 1013904223) % 4294967296; return state / 4294967296 }
BEGIN {
	state = 20260301
	for (t = 1; t <= 50; t++) {
		lexical = 0.2 + 0.5 * noise()
		dense = 0.7 * lexical + 0.25 * noise()
		share = 0.15 + 0.2 * noise()
		for (d = 1; d <= 40; d++) {
			kind = noise()
			grade = (kind < share) + (kind < share / 3)
			if (noise() < 0.95)
				printf "%d 0 d%02d-%02d %d\n", t, t, d, grade > "qrels"
			a = grade * lexical + noise() + noise()
			b = grade * dense + noise() + noise()
			printf "%d d%02d-%02d %.3f lexical\n", t, t, d, a
			printf "%d d%02d-%02d %.3f dense\n", t, t, d, b
			printf "%d d%02d-%02d %.3f hybrid\n", t, t, d, a + b
		}
	}
}' /dev/null | LC_ALL=C sort -k4,4 -k1,1n -k3,3nr -k2,2r | awk '
$1 != topic || $4 != run { topic = $1; run = $4; rank = 0 }
++rank <= 20 { print $1, "Q0", $2, rank, $3, $4 > (run ".run") }'
