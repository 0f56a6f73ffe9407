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
# own names of columns, own words for codes, some documents that could not be assessed
awk 'BEGIN { print "Case,Paper,Call" } { print $1 "," $3 "," (NR % 9 == 0 ? "unsure" : $4 > 0 ? "good" : "bad") }' samples/comparison/qrels >calls.csv
for run in plain stemmed; do
	awk 'BEGIN { print "Case,Paper,Fit,Tool" } { print $1 "," $3 "," $5 "," $6 }' samples/comparison/$run.run >$run.fits
done
# ties of scores; documents outside the frame; a document not judged yet; what is judged twice, in two topics; scores of all documents
awk '{ $5 = int($5); print }' alpha.run >tied.run
awk '{ $3 = $3 (NR % 4 ? "" : "x"); print }' produced.run >outside.run
awk -F, -v OFS=, 'NR == 5 { $3 = "" } { print } NR > 1 { $1 = 2; print }' judgments.csv >partial.csv
awk -F, -v OFS=, '{ print } NR > 1 { $1 = 2; print }' sizes.csv >topics.sizes
awk -F, -v OFS=, '{ print } NR > 1 { $1 = 2; print }' twice.csv >topics.twice
awk -F, -v OFS=, '{ print } NR > 1 { $1 = 2; print }' control.csv >topics.control
awk '{ $4 = NR * 37 % 101; print; $1 = 2; $4 += 40; print }' labels.qrels >scores.labels
awk '{ $4 = (NR * 37 + $4 * 50) % 101; print }' pool.labels >scores.pool
cut -d, -f 1-3 judgments.csv >bare.csv
awk 'NR % 2' families.txt >half.txt
# scores by labels of all topics, those by people of some, drawn within strata
awk 'BEGIN { print "topic,A,B"; for (i = 1; i <= 12; i++) print i "," (i * 37 % 61) / 61 "," (i * 23 % 59) / 59 }' >all.matrix
awk -F, -v OFS=, 'NR == 1 { print; next } { print $1, $2 / 2, $3 / 3 }' all.matrix >people.matrix
awk 'NR % 2' people.matrix >some.matrix
awk -F, 'NR == 1 { print "topic,stratum"; next } { print $1 "," (NR % 3 ? "hard" : "easy") }' all.matrix >topic.strata
# leaderboards, of three runs and of four
awk 'BEGIN { print "run,topic,measure,value"; for (t = 1; t <= 9; t++) for (i = 1; i <= 3; i++) print "run" i "," t ",AP," (t * 3 + i * i) % 11 / 11 }' >board.csv
awk 'BEGIN { for (t = 1; t <= 9; t++) for (i = 1; i <= 4; i++) print "run" i, "AP", t, (t * 2 + i * 5) % 11 / 11; print "run1 AP all 0" }' >board.tot
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
