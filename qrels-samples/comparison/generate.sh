#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes qrels, plain.run, stemmed.run and fused.run: 12 topics of 40 documents each, of which every
# fourth or so is relevant, a few unjudged. A run knows what is relevant, more or less: its score is
# 1 for a relevant document plus noise, and less noise makes a better run; it retrieves what scores
# above half of the highest noise. The noise is a linear
# congruential generator (Numerical Recipes' "quick and dirty" one), whose numbers fit an integer
# that awk keeps exactly.
cd "$(dirname "$0")" || exit 1
awk '
function noise() { state = (state * 1664525 + 1013904223) % 4294967296; return state / 4294967296 }
function run(file, name, spread, from,   t, d, score) {
	for (t = from; t <= 12; t++)
		for (d = 1; d <= 40; d++) {
			score = (t SUBSEP d in good) + spread * noise()
			if (score > spread / 2)
				printf "%d Q0 d%02d-%02d 0 %.4f %s\n", t, t, d, score, name > file
		}
}
BEGIN {
	state = 20260101
	for (t = 1; t <= 12; t++)
		for (d = 1; d <= 40; d++) {
			share = 0.1 + 0.3 * noise()
			kind = noise()
			if (kind < share)
				good[t, d] = 1
			if (kind < 0.9)
				printf "%d 0 d%02d-%02d %d\n", t, t, d, kind < share > "qrels"
		}
	run("plain.run", "plain", 4, 1)
	run("stemmed.run", "stemmed", 2.5, 1)
	run("fused.run", "fused", 1.6, 2)
}' /dev/null
