#!/bin/bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Half-widths that plan map foretells from a pilot, against those of a study of that size, for the table
# in doc/planning.md.
#
#	tests/tables/half_widths.sh SEEDS QRELS RUN...
#
# For each frame (the first 100 documents of each run, or all) and each size 20, 40, 100 and 200 a sample
# of every topic is drawn with each seed, judged by QRELS (what is not judged is not relevant), and
# `plan map` asked for the half-widths of as many topics with each size. A study of that size is the
# pilot whose size it is. Prints the mean error in percent, for topics like these / for these topics.
set -euo pipefail

seeds=$1 qrels=$2
shift 2
topics=$(strat_eval -q -n --quiet-warnings -m num_rel "$qrels" "$1" | wc -l)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for frame in 100 1000000; do
	for seed in $(seq "$seeds"); do
		for size in 20 40 100 200; do
			strat_eval sample -M $frame --size=$size --seed="$seed" --judged="$qrels" --no-comments \
				--quiet-warnings "$@" | awk -F, -v OFS=, '$3 == "" { $3 = 0 } 1' >"$work/sample.csv"
			strat_eval plan map -R csv --quiet-warnings --topics="$topics" --size=20,40,100,200 \
				--format=csv "$work/sample.csv" "$@" | sed "s/^/$frame,$size,/"
		done
	done
done | awk -F, '
	$3 == "measure" { for (i = 3; i <= NF; i++) at[$i] = i; next }
	{
		wide[$1, $2, $(at["judgments"])] += $(at["half_width"])
		these[$1, $2, $(at["judgments"])] += $(at["half_width_these"])
	}
	END {
		n = split("20 40 100 200", size, " ")
		for (f = 1; f <= 2; f++) {
			frame = f == 1 ? 100 : 1000000
			print f == 1 ? "first 100 documents of each run" : "whole rankings"
			printf "%6s", "pilot"
			for (j = 1; j <= n; j++)
				printf " %11s", "m = " size[j]
			print ""
			for (i = 1; i <= n; i++) {
				printf "%6d", size[i]
				for (j = 1; j <= n; j++)
					printf " %11s", i == j ? "" : sprintf("%+.0f / %+.0f", \
						100 * (wide[frame, size[i], size[j]] / wide[frame, size[j], size[j]] - 1), \
						100 * (these[frame, size[i], size[j]] / these[frame, size[j], size[j]] - 1))
				print ""
			}
		}
	}'
