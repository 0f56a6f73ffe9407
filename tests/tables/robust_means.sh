#!/bin/bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# How many intervals of means over topics hold what all judgments say, for a table in doc/coverage.md.
#
#	tests/tables/robust_means.sh SEEDS SIZE[/DEPTH] QRELS RUN...
#
# With each seed a sample of SIZE documents of each topic is drawn by strata from the runs, judged by QRELS
# (what is not judged is not relevant), and the runs are evaluated. The truth is QRELS cut down to what
# the runs retrieve; topics without a relevant document there have no recall and no F. With a DEPTH what is
# evaluated is the first documents of each run only: a run that cuts strata. EVALUATE=NAME,... names the runs to
# evaluate, by parts of their names, if not all.
set -euo pipefail

seeds=$1 size=${2%/*} depth=${2#*/} qrels=$3
[ "$depth" != "$2" ] || depth=1000000
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
measures="est_rel est_recall est_P est_F"

for run; do zcat -f "$run"; done | awk '{ print $1, $3 }' | sort -u >"$work/retrieved"
zcat -f "$qrels" | awk 'NR == FNR { in_frame[$1, $2]; next } ($1, $3) in in_frame' "$work/retrieved" - >"$work/qrels"

evaluated=()
for run; do
	name=$(basename "$run" .gz)
	[ -z "${EVALUATE:-}" ] || grep -q "${EVALUATE//,/\\|}" <<<"$name" || continue
	zcat -f "$run" | awk -v depth="$depth" 'of_topic[$1]++ < depth' >"$work/$name"
	evaluated+=("$work/$name")
done

# MEASURE RUN VALUE of all judgments; of recall and F over the topics that have any.
for run in "${evaluated[@]}"; do
	strat_eval --quiet-warnings -q -c --digits=12 -m num_rel -m set_recall -m set_P -m set_F "$work/qrels" "$run" |
		awk -v run="$run" '
			$2 == "all" { next }
			$1 == "num_rel" { rel[$2] = $3; sum["est_rel"] += $3; topics++ }
			{ value[$1, $2] = $3 }
			END {
				for (t in rel) {
					sum["est_P"] += value["set_P", t]
					if (rel[t] > 0) { some++; sum["est_recall"] += value["set_recall", t]; sum["est_F"] += value["set_F", t] }
				}
				print "est_rel", run, sum["est_rel"] / topics
				print "est_P", run, sum["est_P"] / topics
				print "est_recall", run, sum["est_recall"] / some
				print "est_F", run, sum["est_F"] / some
			}'
done >"$work/truth"

for seed in $(seq "$seeds"); do
	strat_eval sample --design=strata --size="$size" --seed="$seed" --judged="$qrels" --no-comments --quiet-warnings "$@" |
		awk -F, -v OFS=, '$3 == "" { $3 = 0 } 1' >"$work/sample.csv"
	cat "${evaluated[@]}" | awk -v runs="${#evaluated[@]}" '
		NR == FNR { split($0, field, ","); drawn[field[1], field[2]]; next }
		($1, $3) in drawn { judged++ }
		{ topic[$1] }
		END { n = 0; for (t in topic) n++; print judged / n / runs }' "$work/sample.csv" - >>"$work/judged"
	for run in "${evaluated[@]}"; do
		strat_eval -R csv --quiet-warnings --digits=12 $(printf -- '-m %s -m ci_lo_%s -m ci_hi_%s ' \
			$(for m in $measures; do echo $m $m $m; done)) "$work/sample.csv" "$run" | sed "s|^|$run |"
	done
done >"$work/bounds"

awk -v measures="$measures" '
	NR == FNR { truth[$1, $2] = $3; next }
	$2 ~ /^ci_lo_/ { low[substr($2, 7), $1] = $4 }
	$2 ~ /^ci_hi_/ { m = substr($2, 7); all[m]++; holds[m] += low[m, $1] <= truth[m, $1] && truth[m, $1] <= $4 }
	END { n = split(measures, name, " "); for (i = 1; i <= n; i++) print name[i], holds[name[i]], "of", all[name[i]] }
' "$work/truth" "$work/bounds"
awk '{ sum += $1 } END { printf "judged documents of a run a topic: %.1f\n", sum / NR }' "$work/judged"
