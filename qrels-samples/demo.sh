#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The main jobs, on the samples rankings/, tiny/ and legal09/: sh qrels-samples/demo.sh PROGRAM
set -eu
program=$1
here=$(dirname "$0")
rankings=$here/rankings

show() {
	printf '\n$ strat_eval'
	printf ' %s' "$@"
	printf '\n'
}

echo "== Fifty topics, three rankings: a leaderboard with 95 % intervals."
show -c -m AP -m nDCG@10 --format=table "$rankings/qrels" "$rankings/*.run"
"$program" -c -m AP -m nDCG@10 --format=table "$rankings/qrels" "$rankings"/*.run

echo
echo "== Is the first better than the others? The sentences for a paper."
show compare -c -m AP "$rankings/qrels" "$rankings/*.run"
"$program" compare -c -m AP "$rankings/qrels" "$rankings"/*.run | sed -n '/^For the report/,/^$/p' | sed 1d

echo
echo "== As trec_eval prints it."
show -m map -m P.5 "$here/tiny/qrels" "$here/tiny/alpha.run"
"$program" -m map -m P.5 "$here/tiny/qrels" "$here/tiny/alpha.run"

echo
echo "== A review of a million documents, from counts: is recall at least 75 %?"
show validate --produced=40000::31000 --null=960000:2400:9 --target=0.75
"$program" validate --produced=40000::31000 --null=960000:2400:9 --target=0.75 | grep -E '^ +estimate|^elusion|^recall'

echo
echo "== A judged sample of 569,000 documents (TREC 2009, Legal track)."
show -R table -q -n -D 0.201 -m est_recall --ci "$here/legal09/strata.csv" UW
"$program" -R table -q -n -D 0.201 -m est_recall --ci "$here/legal09/strata.csv" UW

printf '\nMore: README.md, doc/tutorial-rankings.md; strat_eval help WORDS finds things.\n'
