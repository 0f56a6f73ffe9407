#!/bin/bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How often the intervals of means over topics hold the truth if documents have probabilities of their own
# and no strata, for a table in doc/coverage.md.
#
#	tests/tables/without_strata.sh SAMPLES
#
# A topic has 2,000 documents, of which the first 400 are retrieved. That of rank r is relevant with
# probability c (.4 exp(-r/80) + .004), c between 1/2 and 3/2 for each topic: some 40 are. Each is judged
# with its probability, independently (Poisson sampling): 8/r, but .02 at least, or .33 falling evenly to
# .03. New topics for each sample.
set -euo pipefail

samples=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

draw() # DESIGN TOPICS SEED: writes sample.csv, run and truth, by a generator of its own
{
	awk -v design="$1" -v topics="$2" -v seed="$3" -v work="$work" '
		function uniform() { state = 16807 * state % 2147483647; return state / 2147483647 }
		BEGIN {
			state = seed * 7919 + 12345
			for (i = 0; i < 10; i++) uniform()
			print "topic,docno,rel,prob" >(work "/sample.csv")
			for (t = 1; t <= topics; t++) {
				c = 0.5 + uniform(); all = kept = 0
				for (r = 1; r <= 2000; r++) {
					relevant = uniform() < c * (0.4 * exp(-r / 80) + 0.004)
					p = design == "rank" ? 8 / r : 0.33 - 0.30 * (r - 1) / 1999
					p = p > 1 ? 1 : p < 0.02 ? 0.02 : p
					all += relevant; kept += relevant && r <= 400
					if (r <= 400) print t, "Q0", "d" r, r, 1000 - r, "run" >(work "/run")
					if (uniform() < p) print t ",d" r "," relevant "," p >(work "/sample.csv")
				}
				yield += all / topics; precision += kept / 400 / topics
				if (all > 0) { some++; recall += kept / all; F += 2 * kept / (400 + all) }
			}
			print "est_rel", yield; print "est_P", precision; print "est_recall", recall / some; print "est_F", F / some
		}' >"$work/truth"
}

echo "probabilities topics recall precision F yield bias_of_recall"
for design in rank falling; do
	for topics in 5 20; do
		for seed in $(seq "$samples"); do
			draw $design $topics "$seed"
			strat_eval -R csv --quiet-warnings --digits=12 \
				$(for m in est_recall est_P est_F est_rel; do echo -m $m -m ci_lo_$m -m ci_hi_$m; done) \
				"$work/sample.csv" "$work/run" | awk 'NR == FNR { print "truth", $1, $2; next } { print $1, $3 }' "$work/truth" -
		done | awk -v design=$design -v topics=$topics '
			$1 == "truth" { truth[$2] = $3; next }
			$1 == "est_recall" { bias += $2 - truth["est_recall"]; n++ }
			/^ci_lo_/ { low[substr($1, 7)] = $2 }
			/^ci_hi_/ { m = substr($1, 7); holds[m] += low[m] <= truth[m] && truth[m] <= $2 }
			END { printf "%s %d %.3f %.3f %.3f %.3f %+.3f\n", design, topics, holds["est_recall"] / n,
				holds["est_P"] / n, holds["est_F"] / n, holds["est_rel"] / n, bias / n }'
	done
done
