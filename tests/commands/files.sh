#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# files.sh FOLDER - makes the small files that the command lines of list.txt name, from qrels-samples.
# STRAT_EVAL is the program, of which there are shards among them.
set -eu
program=$(realpath "${STRAT_EVAL:-$(dirname "$0")/../../strat_eval}")
samples=$(cd "$(dirname "$0")/../../qrels-samples" && pwd)
mkdir -p "$1"
cd "$1"
for name in tiny/qrels tiny/alpha.run tiny/beta.run groups/qrels_jg groups/gamma.run preferences/prefs preferences/delta.run \
	zscores/means scenarios/hand.csv production/judgments.csv production/judgments.probs production/judgments.prels \
	production/judgments.strata production/whole.strata production/sizes.csv production/produced.run production/keyword.run production/learned.run; do
	cp "$samples/$name" .
done
printf 'truth,retrieved,size,yield,sampled\n1,1,40,20,8\n1,0,90,5,9\n2,1,30,10,6\n2,0,70,7,9\n' >topics.csv
printf 'topic,stratum,runs,size,sampled,assessable,relevant\n1,a,A+B,20,8,8,5\n1,b,A,20,5,5,3\n1,c,-,60,9,9,1\n2,a,A,20,5,4,2\n2,b,B,30,5,5,1\n2,c,-,50,5,5,1\n' >strata.csv
printf 'topic,stratum,runs,size,sampled,assessable,relevant\n1,a,A,20,8,8,5\n1,b,-,60,9,9,2\n' >two.csv
printf 'truth,retrieved,retrieved_b,size,yield,sampled\n1,1,0,40,20,8\n1,0,1,90,5,9\n2,1,1,30,10,6\n2,0,0,70,7,9\n' >pair.csv
for name in qrels alpha.run beta.run; do
	awk '{ print; $1 = $1 "b"; print }' $name >more.$name
done
awk '{ $5 = -$5; $6 = "third"; print }' alpha.run >third.run
awk 'BEGIN { print "topic,docno,score,tag" } { print $1 "," $3 "," $5 "," $6 }' alpha.run >run.csv
awk '$1 == 1 { print $3 }' alpha.run >set.txt
awk 'BEGIN { for (i = 1; i <= 40; i++) print "d" i, i < 12 && i % 2 }' >judged.txt
awk 'BEGIN { print "docno,rel,control,random"
	for (i = 6; i <= 60; i += 6) print "d" i "," (i % 15 == 0) ",1,"
	for (i = 1; i <= 40; i++) print "d" i "," (i < 12 && i % 2 || i == 30) ",," (i > 32 && i != 36) }' >review.csv
awk '{ print; $1 = 2; print }' judgments.probs >topics.probs
awk -F, 'NR == 1 { print "topic,docno,rel,stratum,size"; next } { print $1 "," $2 "," $3 ",all,400" }' judgments.csv >control.csv
awk -F, -v OFS=, 'NR == 1 { print $0, "judged_by"; next } $3 >= 0 { print $0, "anna"; if (NR % 3) print $1, $2, ($3 > 0 && NR % 5), $4, $5, "bob" }' control.csv >twice.csv
awk '{ print; $1 = 2; $5 = -$5; print }' produced.run >topics.run
gzip -nc alpha.run >alpha.run.gz
gzip -nc qrels >qrels.gz
printf 'doc%03d\n' $(seq 400) >collection
awk '{ print 1, 0, $1, NR % 3 }' collection >labels.qrels
printf '%s\n' label,run,set,measure,documents,judged,relevant '0,a,the run,,80,20,5' '0,a,the others,,300,40,2' '1,a,the run,,60,20,15' '1,a,the others,,50,10,4' >pilot.labels
# other tools' files, of the same judgments and run
awk 'BEGIN { OFS = "\t"; print "query-id", "corpus-id", "score" } { print $1, $3, $4 }' qrels >beir.tsv
awk '$1 != topic { topic = $1; rank = 0 } { print $1 "\t" $3 "\t" ++rank }' alpha.run >ranks.tsv
awk '{ printf "%s%s\"%s\": %s", $1 == topic ? ", " : topic == "" ? "{" : "}, ", $1 == topic ? "" : "\"" $1 "\": {", $3, $4; topic = $1 }
	END { print "}}" }' qrels >qrels.json
awk '{ print "{\"topic\": \"" $1 "\", \"docno\": \"" $3 "\", \"score\": " $5 ", \"tag\": \"" $6 "\"}" }' alpha.run >run.jsonl
# what a review platform exports: its own names of columns, words for codes, families
awk 'BEGIN { print "Control,Code,Family"; for (i = 1; i <= 120; i++)
	print "doc" i "," (i % 3 == 0 ? i % 6 == 0 ? "No" : "Yes" : i % 5 == 0 ? i % 25 == 0 ? "Yes" : "No" : "") ",f" int(i / 4) }' >export.csv
awk -F, 'NR == 1 { print "topic," $0 } NR > 1 && $2 != "" { print "1," $0 }' export.csv >coded.csv
awk 'BEGIN { print "Control"; for (i = 3; i <= 120; i += 3) print "doc" i }' >production.csv
sed '1s/Family ID/family/' "$samples/families/judged.csv" >families.csv
cp "$samples/families/production.txt" families.txt
# a pool of which a part is judged, with all its documents
awk 'BEGIN { for (t = 1; t <= 6; t++) for (d = 1; d <= 20; d++) {
	x = (t * 37 + d * 61 + t * d * 7) % 97; relevant = x < 90 - 4 * d
	print t, 0, "d" d, "pool", (x * 13 + d * 5 + t) % 10 < 6 ? relevant : -1 > "pool.strata"
	print t, 0, "d" d, (x * 3 + t) % 10 == 0 ? !relevant : relevant > "pool.labels"
	print t, "Q0", "d" d, d, 100 - d, "first" > "pool.1"
	print t, "Q0", "d" d, d, 100 - (d * 7 + t) % 41, "second" > "pool.2" } }'
printf 'topic,stratum,size\n1,keyword,5\n1,learned,5\n' >shares.csv
printf '1\n2\n' >only
printf 'run,system\nA,X\nB,X\nC,Y\n' >systems.csv
printf 'run,system\nalpha,X\nbeta,X\n' >seeds.csv
printf 'topic,group\n1,x\n2,y\n10,y\n' >groups.csv
printf 'topic,A,B\n1,0.1,0.2\n2,0.5,0.4\n3,0.9,\n4,0.3,0.1\n' >second.csv
printf 'topic,A,B,C\n1,0.1,0.2,0.3\n2,0.5,0.2,0.1\n3,0.9,0.4,0.2\n4,0.3,0.1,0.6\n' >whole.csv
printf 'topic,A,B,C\n1,0.1,,0.3\n2,0.5,0.2,0.1\n3,0.9,0.4,0.2\n4,0.3,0.1,0.6\n5,0.4,0.1,0.9\n' >matrix.csv
printf 'map 1 0.5\nmap 2 0.25\nmap 3 0.75\nmap all 0.5\n' >scores.1
printf 'map 1 0.25\nmap 2 0.5\nmap 3 0.125\nmap all 0.29\n' >scores.2
# merge reads the judgments again, wherever it is called
for i in 1 2; do
	"$program" -q -m map --shard=$i/2 "$PWD/qrels" "$PWD/alpha.run" "$PWD/beta.run" >plain.$i
	"$program" -q -R probs --micro --ci -m est_recall -m statAP --shard=$i/2 "$PWD/topics.probs" "$PWD/topics.run" >sampled.$i
	"$program" simulate coverage --scenario="$PWD/topics.csv" --samples=2 --ci=normal --shard=$i/2 >simulated.$i
done
# references with the decisions of a review
for i in 1 2 3 4 5 6; do
	printf 'TY  - JOUR\nID  - %d\nTI  - title\nN1  - ASReview_%s\nN1  - asreview_time: "2025-04-19 08:3%d:05"\nER  - \n\n' \
		$i "$([ $((i % 2)) = 0 ] && echo irrelevant || echo relevant)" $((7 - i))
done > review.ris
