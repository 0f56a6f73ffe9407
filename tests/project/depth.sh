#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# depth.sh PROGRAM (make depth): how many frames there are from main to a measure, and to an interval method, for each
# kind of judgments and samples. Fails if there are more than 12 and 16, or if a frame is called run or answer.
# PROGRAM as for tests/support/frames.sh.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
STRAT_EVAL=$program sh "$root/tests/battery_files.sh" "$work/files" 2>/dev/null
cd "$work/files"
failed=0
measure='^measures/(classic|estimate)/[a-z_]*[.]c '
# a file of a registry, or a function that methods share
method='^core/stats/(interval|ranking)/methods/| ((spread|half|shared)_prior|one_proportion_interval|ranked_jackknife|learnt_mean)$'
while IFS='|' read -r most function kind line; do
	case $function in
	measure) function=$measure ;;
	method) function=$method ;;
	mean) function=' learnt_mean$' ;;
	esac
	sh "$root/tests/support/frames.sh" "$program" "$function" --jobs=1 $line >"$work/frames" || exit 2
	# what a measure or a method calls in turn is its own
	awk -F'\t' -v of="$function" '{ print } $1 " " $3 ~ of { exit }' "$work/frames" >"$work/way"
	count=$(wc -l <"$work/way")
	echo "$count $kind: $(cut -f 3 "$work/way" | paste -s -d '>' | sed 's/>/ > /g')"
	[ "$count" -le "$most" ] || { echo "depth.sh: $kind: more than $most frames" >&2; failed=1; }
	if cut -f 3 "$work/way" | grep -qxE 'run|answer|evaluate_again'; then
		echo "depth.sh: $kind: a frame whose name says nothing" >&2
		failed=1
	fi
done <<END
12|measure|a ranking|-m map qrels alpha.run
12|measure|several runs|-m map -m ndcg -c qrels alpha.run beta.run
12|measure|a table of strata|-R table -m est_recall two.csv
12|measure|a sample|-R csv -m est_recall control.csv produced.run
16|method|set, one topic|-R table -m est_recall -m est_F --ci two.csv
16|method|one side|-R table -m est_recall --ci --tail=lower two.csv
16|method|a run that cuts strata|-R csv -m est_recall --ci control.csv produced.run
16|method|another set|-R table -m est_elusion -m est_richness --ci two.csv
16|method|clusters|-R csv -T set --cluster-column=family -m est_recall --ci families.csv families.txt
16|mean|mean over topics|-R table -m est_recall --ci strata.csv
16|method|ranking|-R prels -m statAP --ci judgments.prels keyword.run
END
exit $failed
