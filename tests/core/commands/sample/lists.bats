#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval sample from lists, labels and scores instead of runs; where a sample says that it comes
# from; judgments that come back in any order; samples that grow.

load ../../../support/helper

# strat_eval sample without comments; no warning.
sample() # ARGUMENT...
{
	evaluate sample --no-comments "$@"
	assert_equal "$exit_status $(cat stderr)" '0 '
}

# How many documents of a stratum `stdout` has, and what size and probability they have.
of_stratum() # LABEL
{
	awk -F, -v s="$1" '$5 == s { n++; p[$6 " " $4] } END { printf "%d", n; for (x in p) printf " %s", x }' stdout
}

# ---- a bare list ----

# The same code path with the list as a run has tests of its own, down to a restatement in Perl.
@test "a list without a run is one stratum, drawn as if the list were a run" {
	seq -f d%g 2000 >list
	sample --collection=list --size=40 --seed=3 --topic=7
	assert_equal "$(head -1 stdout) $(wc -l <stdout) $(of_stratum all)" \
		'topic,docno,rel,prob,stratum,size,picks 41 40 2000 0.02'
	sed 's/,all,/,list,/' stdout >expected
	evaluate sample --no-comments --quiet-warnings --design=strata -T set --topic=7 --size=40 --seed=3 list
	same_output 'the list as a run'
	sample --design=strata --collection=list --size=1
	assert_equal "$(of_stratum all) $(cut -d, -f1 stdout | tail -1)" '1 2000 0.0005 1'
}

@test "every document of a list is drawn equally often" {
	local samples
	samples=$(cases 500 150)
	seq -f d%g 5 >list
	for seed in $(seq "$samples"); do
		"$STRAT_EVAL" sample --no-comments --jobs=1 --size=2 --seed="$seed" --collection=list | cut -d, -f2
	done | sort | uniq -c | awk -v s="$samples" '$2 != "docno" { n++; d = $1 - s * 0.4; if (d * d > 16 * s * 0.4 * 0.6) bad = 1 }
		END { exit bad || n != 5 }'
}

# ---- labels and scores ----

# Where a label was a file before, it is a column now.
@test "labels are strata: the sample is that of one list a label" {
	seq 900 | awk '{ print "d" $1 "," ($1 % 9 == 0 ? "produced" : $1 % 2 ? "null set" : "other") }' >rows
	awk -F, '{ gsub(" ", "_", $2); print $1 > ($2 ".txt") }' rows
	{ echo docno,label; shuf --random-source=<(yes) rows; } >labels.csv
	for options in '--size=90' '--size=77 --allocation=equal' '--size=50 --seed=9 --allocation=neyman'; do
		# shellcheck disable=SC2086
		sample --labels=labels.csv $options
		sed 's/null set/null_set/' stdout >expected
		# shellcheck disable=SC2086
		evaluate sample --no-comments --quiet-warnings --design=strata -T set $options null_set.txt other.txt produced.txt
		same_output "$options"
	done
	# topics in a column, other columns, semicolons; two of ten documents of each label
	{ echo 'who;Topic;Label;doc'; for t in A B; do seq 10 | sed "s/.*/x;$t;u;$t&/"; seq 11 20 | sed "s/.*/x;$t;v;$t&/"; done; } >two.csv
	sample --labels=two.csv --size=4
	assert_equal "$(cut -d, -f1,4,5,6 stdout | sort | uniq -c | tr -s ' ' | tr '\n' '|')" \
		' 2 A,0.2,u,10| 2 A,0.2,v,10| 2 B,0.2,u,10| 2 B,0.2,v,10| 1 topic,prob,stratum,size|'
	# with a list of the whole collection, the rest is a stratum, too
	seq -f d%g 1000 >list
	sample --labels=labels.csv --collection=list --size=100
	assert_equal "$(of_stratum -) $(of_stratum produced)" '10 100 0.1 10 100 0.1'
}

@test "one guess of the prevalence a stratum" {
	seq 300 | awk 'BEGIN { print "docno,label" } { print "d" $1 "," ($1 <= 30 ? "produced" : $1 <= 120 ? "a:b" : "null") }' >labels.csv
	# N sqrt(p(1-p)): 30 x .4583 = 13.75, 90 x .5 = 45, 180 x .0995 = 17.91; 100 documents: 17.9, 58.7, 23.4
	sample --labels=labels.csv --size=100 --allocation=neyman --prevalence=produced:0.7,null:0.01
	assert_equal "$(of_stratum produced | cut -c1-2) $(of_stratum a:b | cut -c1-2) $(of_stratum null | cut -c1-2)" '18 59 23'
	# 13.75, 90 x .3 = 27, 17.91: 23.4, 46.0, 30.5
	sample --labels=labels.csv --size=100 --allocation=neyman --prevalence=0.1,produced:0.7,null:0.01,a:b:0.1
	assert_equal "$(of_stratum produced | cut -c1-2) $(of_stratum a:b | cut -c1-2) $(of_stratum null | cut -c1-2)" '23 46 31'
}

# Bands restated: sorted by awk, document by document, from the definition in listed_strata.h.
@test "bands of scores are the strata of the definition, with ties, on 30 random lists" {
	local tied=0
	for case in $(seq 30); do
		perl -e '
			my ($case) = @ARGV; srand $case;
			my ($n, $levels) = (5 + int rand 60, 2 + int rand 40);
			print "docno,score\n"; print "d$_,", int(rand $levels) / 8 - 1, "\n" for 1 .. $n' "$case" >scores.csv
		bands=$((case % 7 + 2))
		tail -n +2 scores.csv | sort -t, -k2,2gr | awk -F, -v k="$bands" '
			{ name[NR] = $1; score[NR] = $2 }
			END {
				print "docno,label"
				for (i = 1; i < k; i++) { at = i * NR / k; at = at > int(at) ? int(at) + 1 : at; cut[i] = score[at] }
				for (j = 1; j <= NR; j++) different += j == 1 || score[j] != score[j - 1]
				for (j = 1; j <= NR; j++) { # up to k different scores have a band each
					n += j == 1 || score[j] != score[j - 1]
					b = 1; while (b < k && score[j] < cut[b]) b++
					print name[j] ",band" (different <= k ? n : b)
				}
			}' >labels.csv
		[ "$(tail -n +2 labels.csv | cut -d, -f2 | sort -u | wc -l)" -eq "$bands" ] || tied=$((tied + 1))
		evaluate sample --no-comments --quiet-warnings --labels=labels.csv --size=9 --seed="$case"
		mv stdout expected
		evaluate sample --no-comments --quiet-warnings --labels=scores.csv --bands="$bands" --size=9 --seed="$case"
		same_output "case $case"
	done
	echo "# ties left bands empty in $tied of 30 lists" >&3
	[ "$tied" -gt 3 ]
}

@test "bands between given scores, and what the comments say of them" {
	printf 'docno,score\na,0.9\nb,0.899\nc,0.5\nd,-3\ne,0.2\nf,7e5\n' >scores.csv
	evaluate sample --labels=scores.csv --bands=0.2,0.9,0.5 --size=6
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(grep -v '#' stdout | cut -d, -f2,5,6 | tr '\n' ' ')" \
		'docno,stratum,size a,band1,2 b,band2,2 c,band2,2 d,band4,1 e,band3,1 f,band1,2 '
	assert_equal "$(grep scores.of stdout)" '# scores of topic 1: band1 from 0.9, band2 from 0.5, band3 from 0.2, band4 below'
	sample --labels=scores.csv --bands=0.5 --size=6 2>&1 # one cut
	assert_equal "$(of_stratum band1) $(of_stratum band2)" '4 4 1 2 2 1'
	sample --quiet-warnings --labels=scores.csv --bands=10 --size=6 # ten bands for six documents: one each
	assert_equal "$(cut -d, -f6 stdout | sort | uniq -c | tr -s ' ' | tr '\n' '|')" ' 6 1| 1 size|'
}

# ---- where a sample comes from ----

# XXH64 of "abc" is a published test vector; sample.pl restates the function.
@test "a sample says version, seed, command and what it was drawn from" {
	printf abc >short
	seq -f d%g 50 >"a list's"
	evaluate sample --collection=short --jobs=2 --size=1 --seed 12
	printf '%s\n' "# strat_eval $("$STRAT_EVAL" --version | sed -n '1s/.* //p'), seed 12" \
		'# command: strat_eval sample --collection=short --size=1 --seed=12' \
		'# drawn from: short, XXH64 44bc2cf5ad770999' 'topic,docno,rel,prob,stratum,size,picks' '1,abc,,1,all,1,' >expected
	same_output short
	"$STRAT_EVAL" sample --collection="a list's" --size=3 --allocation=equal >first
	assert_equal "$(grep '# drawn' first)" "# drawn from: a list's, XXH64 $(perl "$ROOT/tests/support/sample.pl" xxh64 "a list's")"
	# the command in the file draws the same file again
	sed -n 's/^# command: strat_eval/"$STRAT_EVAL"/p' first >again.sh
	export STRAT_EVAL
	sh again.sh | cmp first -
	for jobs in 1 2 4; do
		"$STRAT_EVAL" sample --jobs=$jobs --collection="a list's" --size=3 --allocation=equal | cmp first -
	done
	gzip -c "a list's" >list.gz # the checksum is that of what is in there
	assert_equal "$("$STRAT_EVAL" sample --collection=list.gz --size=3 | sed -n 's/.*XXH64/XXH64/p')" "$(sed -n 's/.*XXH64/XXH64/p' first)"
	sample --collection="a list's" --size=3 --allocation=equal
	grep -v '^#' first | cmp - stdout
}

@test "readers of CSV pass over the lines with #" {
	seq -f d%g 30 >list
	"$STRAT_EVAL" sample --collection=list --size=30 >sample.csv
	sed '/^1,/s/,,/,1,/' sample.csv >judged.csv
	assert_equal "$(head -c1 judged.csv)" '#'
	prints -R csv -T set -m est_rel --drawn=sample.csv judged.csv list <<< 'est_rel all 30.0000'
	{ grep '^#' sample.csv; echo docno,label; sed 's/$/,x/' list; } >labels.csv
	evaluate sample --no-comments --labels=labels.csv --size=2
	assert_equal "$exit_status $(of_stratum x)" '0 2 30 0.06666666666666667'
	{ grep '^#' sample.csv; printf 'topic,stratum,size\n1,all,3\n'; } >shares.csv
	sample --collection=list --allocation=shares.csv
	assert_equal "$(of_stratum all)" '3 30 0.1'
}

# ---- back again ----

# A matter: 3,000 documents, 300 of them produced, of which 225 are relevant; 27 others are.
matter()
{
	seq -f doc%04g 3000 >list
	awk 'BEGIN { print "docno,label" } { print $1 "," (NR % 10 == 0 ? "produced" : "null") }' list >labels.csv
	awk 'NR % 10 == 0' list >produced
	"$STRAT_EVAL" sample --labels=labels.csv --size=400 --allocation=equal >sample.csv
	# the judge knows
	awk -F, -v OFS=, '/^1,/ { n = substr($2, 4) + 0
		$3 = n % 10 == 0 && n % 40 > 0 || n % 100 == 7 ? 1 : 0; if (n % 100 == 30) $3 = -1 } { print }' sample.csv >filled.csv
}

@test "--drawn supplies what judgments lack, in any order and with any columns" {
	matter
	evaluate -R csv -T set -m est_rel -m est_recall -m est_P --ci filled.csv produced
	assert_equal "$exit_status $(cat stderr)" '0 '
	mv stdout expected
	check() { evaluate -R csv -T set -m est_rel -m est_recall -m est_P --ci --drawn=sample.csv "$1" produced
		assert_equal "$1: $exit_status $(cat stderr)" "$1: 0 "; same_output "$1"; }
	check filled.csv
	# sorted by relevance, without the comments, under other names, with columns of the reviewers'
	{ echo 'Reviewer;Document;Relevance'; grep '^1,' filled.csv | awk -F, '{ print "jd;" $2 ";" $3 }' | sort -t';' -k3,3nr; } >back.csv
	check back.csv
	{ echo 'rel,docno,note'; tail -n +2 back.csv | awk -F';' '{ print ($3 == 1 ? "R" : $3 == 0 ? "Not relevant" : $3) "," $2 ",\"a, b\"" }'; } >words.csv
	check words.csv
	grep -v '^#' filled.csv | cut -d, -f1-4 | sort -r >prob.csv # the header stays first
	check prob.csv
	# without the sample, sorted rows with probabilities alone give the same: two classes of them
	evaluate -R csv -T set -m est_rel -m est_recall -m est_P --ci prob.csv produced
	same_output 'probabilities alone'
}

@test "--drawn refuses other documents, missing ones, and columns that were mixed up" {
	matter
	{ echo docno,rel; grep '^1,' filled.csv | cut -d, -f2,3; } >back.csv
	one=$(sed -n 2p back.csv | cut -d, -f1)
	sed "2s/$one/doc9999/" back.csv >bad.csv
	refused 1 "bad.csv:2: document 'doc9999' of topic '1' is not in the sample sample.csv" \
		-R csv -T set -m est_rel --drawn=sample.csv bad.csv produced
	sed 2d back.csv >bad.csv
	refused 1 "sample.csv:5: document '$one' is not judged in bad.csv, like 1 of 400 of the sample (--partial allows it)" \
		-R csv -T set -m est_rel --drawn=sample.csv bad.csv produced
	refused 1 "bad.csv:2: no column 'topic' in the header (--drawn=SAMPLE.csv, the sample as it was drawn, can supply it; an export of one review without topics is for strat_eval validate FILE --produced=LIST)" \
		-R csv -T set -m est_rel bad.csv produced
	# somebody sorted the column of strata alone
	grep -v '^#' filled.csv | awk -F, -v OFS=, 'NR > 1 { $5 = $5 == "null" ? "produced" : "null" } { print }' >bad.csv
	refused 1 "bad.csv:2: document '$one' has another stratum than in the sample sample.csv" \
		-R csv -T set -m est_rel --drawn=sample.csv bad.csv produced
	grep -v '^#' filled.csv | sed '3s/,0\.[0-9]*,/,0.5,/' | cut -d, -f1-4 >bad.csv
	refused 1 "bad.csv:3: document '$(sed -n 3p bad.csv | cut -d, -f2)' has another probability than in the sample sample.csv" \
		-R csv -T set -m est_rel --drawn=sample.csv bad.csv produced
	{ cat sample.csv; echo 2,x,,1,all,1,; } >two.csv
	refused 1 "back.csv:2: no column 'topic' in the header, and the sample two.csv has several topics" \
		-R csv -T set -m est_rel --drawn=two.csv back.csv produced
	sed '2,$s/,.*/,/' back.csv >empty.csv
	refused 1 'empty.csv:2: relevance is empty: 400 of 400 rows still to be judged (--partial leaves them out)' \
		-R csv -T set -m est_rel --drawn=sample.csv empty.csv produced
	refused 1 "back.csv:2: no column 'topic' in the header: not a sample as it was drawn" \
		-R csv -T set -m est_rel --drawn=back.csv back.csv produced
}

# 200 documents were drawn of 2700 that are not produced: of 300, 22.2 on average
@test "documents that match nothing: an error; sizes that do not add up: an error or a warning" {
	matter
	sed 's/doc/doc0/' produced >other
	refused 1 'other: none of its 300 documents is in the sample, where at least 22 would be: are the document numbers written the same way?' \
		-R csv -T set -m est_recall filled.csv other
	refused 1 "-N 2999: the strata of topic '1' have 3000 documents, more than the collection" \
		-R csv -T set -N 2999 -m est_recall filled.csv produced
	evaluate -R csv -T set -N 3001 -m est_recall filled.csv produced
	assert_equal "$(cat stderr)" 'strat_eval: warning: 1 document of the collection is in no stratum that was sampled: the estimates say nothing about it'
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,A,400,40,30\n1,b,-,600,60,3\n' >table.csv
	refused 1 "-N 999: the strata of topic '1' have 1000 documents, more than the collection" -R table -N 999 -m est_recall table.csv
	prints -R table -N 1000 -m est_recall table.csv <<< 'est_recall all 0.9091' # 300 of 330
	warns '2 documents of the collection are in no stratum that was sampled: the estimates say nothing about them' \
		-R table -N 1002 -m est_recall table.csv <<< 'est_recall all 0.9091'
}

# ---- a sample that grows ----

@test "a larger size keeps the documents and their judgments, gray ones too" {
	matter
	for size in 401 600 1500; do
		evaluate sample --labels=labels.csv --size=$size --allocation=equal --judged=filled.csv -R csv
		assert_equal "$exit_status $(cat stderr)" '0 '
		grep '^1,' filled.csv | cut -d, -f1-3 | sort >before
		grep '^1,' stdout | cut -d, -f1-3 | sort | comm -12 - before | cmp - before
		assert_equal "$(grep -c '^1,[^,]*,,' stdout)" $((size - 400))
	done
	[ "$(grep -c ',-1$' before)" -gt 0 ]
	# judgments as they came back: without topic and probabilities
	mv stdout expected
	{ echo 'rel,docno'; grep '^1,' filled.csv | awk -F, '{ print $3 "," $2 }'; } >back.csv
	evaluate sample --labels=labels.csv --size=1500 --allocation=equal --judged=back.csv -R csv
	assert_equal "$(grep -v '^#' stdout | cmp - <(grep -v '^#' expected))" ''
	# in qrels -1 is no judgment
	awk -F, '/^1,/ { print 1, 0, $2, $3 }' filled.csv >qrels
	evaluate sample --labels=labels.csv --size=400 --allocation=equal --judged=qrels
	assert_equal "$(grep -c ',-1,' stdout)" 0
}

@test "judgments that another seed or list makes useless, and --add-judged for a sample, are warned of" {
	matter
	evaluate sample --labels=labels.csv --size=400 --allocation=equal --seed=2 --judged=filled.csv -R csv
	lost=$((400 - $(comm -12 <(grep '^1,' stdout | cut -d, -f2 | sort) <(grep '^1,' filled.csv | cut -d, -f2 | sort) | wc -l)))
	assert_equal "$exit_status $(cat stderr)" "0 strat_eval: warning: filled.csv: $lost judged documents are not in the new sample and cannot be used: extend a sample with the same --seed and list, and a larger size"
	evaluate sample --labels=labels.csv --size=100 --judged=filled.csv --add-judged -R csv
	assert_equal "$exit_status $(cat stderr)" '0 strat_eval: warning: filled.csv: if this is an earlier random sample from the same documents, --add-judged makes intervals wider: its documents will represent only themselves. Draw with the same --seed and a larger size instead, without --add-judged'
}

# ---- bad input ----

refuses() # STATUS MESSAGE ARGUMENT...
{
	refused "$1" "$2" sample "${@:3}" </dev/null
}

@test "options that cannot be combined with lists are refused" {
	matter
	refuses 64 '--design=stevens and pool choose by rank, and a list has none: --design=strata draws from lists' --design=stevens --size=2 --collection=list
	refuses 64 '--design=stevens and pool choose by rank, and a list has none: --design=strata draws from lists' --design=pool --pool-depth=2 --labels=labels.csv
	refuses 64 '--pool-depth chooses by rank, and a list has none' --size=2 --pool-depth=2 --collection=list
	refuses 64 '--labels with runs is for --design=strata' --design=stevens --size=2 --labels=labels.csv run
	refuses 64 '--bands needs --labels' --size=2 --bands=10 --collection=list
	refuses 64 '--topic: a name is missing' --size=2 --topic= --collection=list
	refuses 64 '--collection cannot be combined with -N: its size is known' --size=2 -N 4000 --collection=list
	refuses 64 'standard input, - or /dev/stdin, can be read only once, but is named twice' --size=2 --labels=- --collection=-
	refuses 64 "--prevalence: no cell is called 'produkt'" --size=9 --allocation=neyman --prevalence=produkt:0.2 --labels=labels.csv
	for value in 1 0 257 x 0.5,x 0.5,0.5 ''; do
		evaluate sample --size=2 --bands="$value" --labels=labels.csv
		assert_equal "$value $exit_status" "$value 64"
	done
	for value in produced: produced:2 0.1,0.2,0.3 a:0.1,a:0.2; do
		evaluate sample --size=2 --allocation=neyman --prevalence="$value" --labels=labels.csv
		assert_equal "$value $exit_status" "$value 64"
	done
}

@test "lists that are no good are refused" {
	matter
	printf 'DocID,x\ndoc1,1\n,2\n' >bad
	refuses 1 "bad:3: document is empty" --size=1 --collection=bad
	printf 'ABC 001\nABC 002\n' >bad
	refuses 1 'bad:1: 2 columns, but a collection is a list of document numbers, one a line' --size=1 --collection=bad
	refuses 1 "bad:1: --topic=1, but the list names topics, as 'ABC' here: does a document number contain a blank?" \
		--design=strata -T set --topic=1 --size=1 bad
	bad() # MESSAGE TEXT OPTION...
	{
		printf '%b' "$2" >bad.csv
		refuses 1 "bad.csv$1" --size=1 "${@:3}" --"${option:-labels}"=bad.csv
	}
	bad ":3: document 'a' of topic '1' appears twice: first on line 2" 'docno,label\na,x\na,y\n'
	bad ":4: document 'a' of topic '1' appears twice: first on line 2" 'docno,label\na,x\nb,y\na,x\n'
	bad ":1: no column 'rel' or 'score' or 'label' in the header 'docno,colour'; if it has another name, say so, as in --run-column=rel='colour'" 'docno,colour\na,1\n'
	bad ":1: no column 'docno' in the header 'Item,label'; if it has another name, say so, as in --run-column=docno='Item' (known names: docno, document, doc, docid, document_id, doc_number, document_number, corpus-id, pid, Control Number, BegBates, Begin Bates, BegDoc, Begin #, PMID, record_id, Covidence #)" 'Item,label\na,1\n'
	bad ':2: label is empty' 'docno,label\na,\n'
	bad ':2: document is empty' 'docno,label\n,x\n'
	bad ': no document has a label' 'docno,label\n'
	bad ":2: --topic=9, but the list names topics, as '1' here: does a document number contain a blank?" 'topic,docno,label\n1,a,x\n' --topic=9
	bad ":2: label '0,5' is not a number: --bands cuts scores" 'docno;score\na;0,5\n' --bands=2
	bad ":2: document 'x' of topic '1' is not in the collection" 'docno,label\nx,1\n' --collection=list
	awk 'BEGIN { print "docno,label"; for (i = 1; i <= 10001; i++) print "d" i ",l" i }' >bad.csv
	refuses 1 "bad.csv:10002: label 'l10001' is the 10001th different one: are these labels?" --size=1 --labels=bad.csv
}

# ---- the recipe ----

# A `strat_eval` that notes how long each call takes computes the first example of recipe 4 with a returned file.
@test "1,500 of 300,000 identifiers, from the list to recall as in the cookbook, take less than a second a call" {
	mkdir bin
	printf '%s\n' '#!/bin/bash' "TIMEFORMAT='%U %S'" "{ time $STRAT_EVAL \"\$@\" 2>&3; } 3>&2 2>>$PWD/times" >bin/strat_eval
	chmod +x bin/strat_eval
	awk '/^## 4/ { on = 1 } on && /^```sh/ { block = 1; text = ""; next }
		block && /^```/ { block = 0; if (text ~ /returned.csv/) { printf "%s", text; exit } }
		block { text = text $0 "\n" }' "$ROOT/doc/cookbook.md" >recipe.sh
	TMPDIR=$PWD PATH=$PWD/bin:$PATH sh -e recipe.sh >stdout
	# of 1,500 documents 1,500/300,000 = 1/200: 59 relevant ones are 11,800
	assert_equal "$(grep -c ';' tmp.*/returned.csv) $(grep -c '^R;' tmp.*/returned.csv) $(grep '^est_rel' stdout | cut -f3)" '1501 59 11800.0000'
	assert_equal "$(wc -l <times)" 2
	awk '{ if ($1 + $2 >= 1) exit 1 }' times
}

# Labels that are grades 0, 1, 2: 300, 200 and 100 documents; guessed shares .5/3, 1.5/3 and 2.5/3.
@test "Neyman's allocation by labels: shares from grades, at least 5 of each, and what each label gets" {
	awk 'BEGIN { print "docno,label"; for (i = 0; i < 600; i++) print "d" i "," (i < 300 ? 0 : i < 500 ? 1 : 2) }' > grades.csv
	"$STRAT_EVAL" sample --labels=grades.csv --allocation=neyman --size=60 > drawn
	# N sqrt(p(1-p)) is 300*.37268 = 111.8, 200*.5 = 100, 100*.37268 = 37.27: of 60 are 26.94, 24.09, 8.98
	grep '^# label' drawn | diff - <(printf '# label %s, guessed share of relevant ones %s\n' \
		'0: documents 300, drawn 27' 0.167 '1: documents 200, drawn 24' 0.5 '2: documents 100, drawn 9' 0.833)
	"$STRAT_EVAL" sample --labels=grades.csv --allocation=neyman --size=20 > drawn
	# 5 of the last one, and 15 by 111.8 to 100: 7.9 and 7.1
	assert_equal "$(grep '^# label' drawn | sed 's/.*drawn \([0-9]*\).*/\1/' | tr '\n' ' ')" '8 7 5 '
	# --prevalence wins, and qrels are the same labels
	tail -n +2 grades.csv | tr , ' ' | awk '{ print 1, 0, $1, $2 }' > grades.qrels
	"$STRAT_EVAL" sample --labels=grades.qrels --allocation=neyman --prevalence=0.5 --size=60 --no-comments |
		cut -d, -f5 | sort | uniq -c | awk '{ print $2, $1 }' | grep -v stratum | diff - <(printf '0 30\n1 20\n2 10\n')
}

# Shares .1 for 900 documents and .5 for 200: sqrt(p(1-p)) sums to 270 and 100. Of four bands each has 92.5, so that the cuts
# are .5, .1, .1: documents of one score are in one band, and two bands are empty.
@test "soft labels are cut into bands of equal sums of sqrt(p(1-p))" {
	awk 'BEGIN { print "docno,label"; for (i = 0; i < 1100; i++) print "d" i "," (i < 200 ? .5 : .1) }' > soft.csv
	"$STRAT_EVAL" sample --labels=soft.csv --allocation=neyman --bands=4 --size=40 > drawn
	grep -qxF '# scores of topic 1: band1 from 0.5, band2 from 0.1, band3 from 0.1, band4 below' drawn
	# 270 to 100 of 40: 29.2 and 10.8
	grep '^# label' drawn | diff - <(printf '# label band%s, guessed share of relevant ones %s\n' \
		'2: documents 900, drawn 29' 0.1 '1: documents 200, drawn 11' 0.5)
}

# Labels beside runs: cells are made of both, and an evaluation finds them again.
@test "labels divide the cells of runs" {
	awk 'BEGIN { for (i = 0; i < 200; i++) { print 1, 0, "d" i, i % 2 > "half.qrels"
		if (i < 80) print 1, "Q0", "d" i, 1, 200 - i, "a" > "a.run" } }'
	"$STRAT_EVAL" sample --labels=half.qrels --size=100 --no-comments a.run > drawn.csv
	# --topic names that of labels which name none
	awk 'BEGIN { print "docno,label" } { print $3 "," $4 }' half.qrels > half.csv
	"$STRAT_EVAL" sample --labels=half.csv --topic=1 --size=100 --no-comments a.run | diff drawn.csv -
	# proportional to 40 documents of a run and a label, and 60 of a label alone
	tail -n +2 drawn.csv | cut -d, -f5,6 | sort | uniq -c | awk '{ print $2, $1 }' |
		diff - <(printf '%s\n' '0+a,40 20' '0,60 30' '1+a,40 20' '1,60 30')
	awk -F, -v OFS=, 'NR > 1 { i = substr($2, 2); $3 = (i % 3 == 0) + 0 } { print }' drawn.csv > judged.csv
	awk -F, 'NR == FNR { rel[$2] = $3; next } { split($0, x, " "); i = substr(x[3], 2) + 0
		print 1, 0, x[3], (i < 80) "_" x[4], x[3] in rel ? rel[x[3]] : -1 }' judged.csv half.qrels > listed.strata
	"$STRAT_EVAL" -R csv -m est --labels=half.qrels --pool=a.run judged.csv a.run > found
	"$STRAT_EVAL" -R strata -m est listed.strata a.run | diff found -
}
