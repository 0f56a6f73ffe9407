#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# battery_files.sh FOLDER: makes the files that the lines of battery.txt name, except data/. The shards among them are
# those of the program STRAT_EVAL.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
sh "$root/tests/commands/files.sh" "$1"
cd "$1"
cp -r "$root/qrels-samples" samples
awk 'BEGIN { print "docno,label"; for (i = 1; i <= 60; i++) print "d" i "," (i < 10 ? "hot" : i < 30 ? "warm" : "cold") }' >labels.csv
awk 'BEGIN { print "docno,score"; for (i = 1; i <= 60; i++) print "d" i "," (i * 37 % 61) / 61 }' >documents.csv
# wrong data
sed '3s/ [^ ]*$/ high/' qrels >wrong.qrels
awk 'NR == 2 { $5 = "7,25" } { print }' alpha.run >wrong.run
awk '{ print } NR == 2' alpha.run >twice.run
awk 'NR == 4 { print $1, $2, $3; next } { print }' alpha.run >short.run
awk '{ print } NR == 2' qrels >twice.qrels
sed '2s/0\.[0-9]*$/1.5/; 2s/ 1$/ 1.5/' judgments.probs >wrong.probs
sed '3s/,[0-9]*$/,many/' two.csv >wrong.csv
sed '2s/,8,8,5$/,8,8,9/' two.csv >toomany.csv
printf 'topic,A,B\n1,0.1,x\n' >wrong.matrix
: >empty
head -c 100 alpha.run.gz >cut.run.gz
printf '1 Q0 d1 1 2 z\n9 Q0 d1 1 2 z\n' >other.run
