#!/usr/bin/env bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# against.sh OLD NEW [DIR]
#
# Is NEW slower than OLD, another version of strat_eval, at anything that both can do? Each of the
# command lines below is run by both in turns, and the medians of the wall clock are compared: the
# ratio is NEW's divided by OLD's. DIR has the input of bench.sh (default build/bench), which must
# have run before.
#
# AGAINST_ROUNDS  samples of each (default 9)
# AGAINST_BY=cpu  the least CPU seconds of the rounds instead, for a machine that others use too

set -euo pipefail
export LC_ALL=C

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
	echo "usage: against.sh OLD NEW [DIR]" >&2
	exit 2
fi
old=$1
new=$2
d=${3:-build/bench}
rounds=${AGAINST_ROUNDS:-9}
by=${AGAINST_BY:-wall}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$here/../../qrels-samples
[ -s "$d/f.20.run" ] || {
	echo "against.sh: $d: no input, run bench.sh first" >&2
	exit 1
}
aside=$(mktemp -d)
trap 'rm -rf "$aside"' EXIT
"${CC:-cc}" -std=c17 -O2 -o "$aside/cpu" "$here/cpu.c"

# The interval methods that version 0.1.0 has; later ones are not computed unless they are named.
methods=naive,normal,laplace,agresti-coull,jeffreys,bb-uniform,bb-half,bb-mcp
methods=$methods,koopman,bb-bound,normal-uncorr,trec-legal

# once PROGRAM ARGUMENT...: seconds of one run
once()
{
	local line cpu wall
	line=$("$aside/cpu" 0.2 "$@" 2> "$aside/err") || {
		cat "$aside/err" >&2
		exit 1
	}
	read -r cpu wall _ <<< "$line"
	echo "${!by}"
}

typical()
{
	sort -n "$1" | awk -v by="$by" '{ v[NR] = $1 }
		END { print (by == "cpu" ? v[1] : (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2) }'
}

# against NAME ARGUMENT...
against()
{
	local name=$1 round
	shift
	: > "$aside/old"
	: > "$aside/new"
	for ((round = 0; round < rounds; round++)); do
		once "$old" "$@" >> "$aside/old"
		once "$new" "$@" >> "$aside/new"
	done
	awk -v name="$name" -v o="$(typical "$aside/old")" -v n="$(typical "$aside/new")" \
		'BEGIN { printf "%-46s %9.4f %9.4f %7.3f%s\n", name, o, n, n / o, (n / o > 1.03 ? "  slower" : "") }'
}

printf '%-46s %9s %9s %7s\n' "$by seconds of $rounds rounds" old new ratio
for name in a b c d d2 a.shuffled c.shuffled; do
	against "$name" --jobs=1 "$d/${name%%.*}.qrels" "$d/$name.run"
done
against b.gz --jobs=1 "$d/b.qrels" "$d/b.run.gz"
against 'b, two jobs' --jobs=2 "$d/b.qrels" "$d/b.run"
against 'a, every topic' --jobs=1 -q "$d/a.qrels" "$d/a.run"
against 'four runs, two jobs' --jobs=2 "$d/a.qrels" "$d"/a.[1-4].run
against 'map of judgments with probabilities' --jobs=1 -R probs -m map "$d/a.probs" "$d/a.run"
against 'statAP with its interval' --jobs=1 -R probs -m statAP --ci "$d/a.probs" "$d/a.run"
against 'table of TREC 2009, bb-half' --jobs=1 -R table -q -m est_recall -m est_P -m est_F \
	--ci=bb-half "$samples/legal09/strata.csv"
against 'compare, 190 pairs' compare --jobs=1 "$d/a.qrels" "$d"/f.??.run
against 'sample of 100 runs' sample --jobs=1 --size=100 "$d"/e.??.run
against 'sample of 100 runs by strata' sample --jobs=1 --design=strata --size=1000 "$d"/e.??.run
against 'plan recall, a size' plan recall -N 5000000 --retrieved=500000 --recall=0.5 \
	--precision=0.5 --size=5000
against 'plan recall, a width' plan recall -N 5000000 --retrieved=500000 --recall=0.5 \
	--precision=0.5 --width=0.1
"$old" simulate coverage --scenario=neutral:1 --jobs=1 --ci=normal > /dev/null 2>&1 || {
	echo "simulate: the old version has other words for it"
	exit 0
}
for name in neutral legal small; do
	against "simulate, $name" simulate coverage --scenario=$name:30 --jobs=1 --ci=$methods
done
