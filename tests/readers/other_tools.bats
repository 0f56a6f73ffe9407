#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Judgments and runs as other tools write them. The reference is the same data in TREC's formats, whose
# evaluation is that of trec_eval (tests/core/commands/evaluate/trec_eval.bats).

load ../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR"
	# grades 0, 2, 1, -1 and a second topic; ties, negative and large scores
	printf '%s\n' '1 0 d1 2' '1 0 d2 0' '1 0 d3 1' '1 0 d5 -1' '10 0 d1 1' >qrels
	printf '%s\n' '1 Q0 d2 1 3 t' '1 Q0 d1 2 2 t' '1 Q0 d4 3 -1.5 t' '10 Q0 d3 1 1e3 t' '10 Q0 d1 2 7 t' >run
	printf 'query-id\tcorpus-id\tscore\n1\td1\t2\n1\td2\t0\r\n1\td3\t1\n1\td5\t-1\n10\td1\t1\n' >qrels.beir
	printf '{"1": {"d1": 2, "d2": 0, "d3": 1, "d5": -1},\n "10": {"\\u00641": 1}}\n' >qrels.json
	printf '%s\n' '{"qid": "1", "docid": "d1", "rel": 2}' '{"qid": 1, "docid": "d2", "rel": false}' \
		'{"qid": 1, "docid": "d3", "rel": "Yes"}' '{"docid": "d5", "rel": -1, "qid": 1, "who": {"a": []}}' \
		'{"query_id": "10", "doc_id": "d1", "relevance": 1}' >qrels.jsonl
	{ printf '['; sed '$!s/$/,/' qrels.jsonl; printf ']'; } >rows.json
	printf 'qid;Doc ID;Responsive?\n1;d1;2\n1;d2;No\n1;d3;yes\n1;d5;-1\n10;d1;TRUE\n' >qrels.csv
	printf '1\td2\t1\n1\td1\t2\n1\td4\t3\n10\td3\t1\n10\td1\t2\n' >run.msmarco
	printf '\xef\xbb\xbf{"1": {"d1": 2, "d2": 3.0, "d4": -1.5}, "10": {"d1": 7, "d3": 1e3}}' >run.json
	printf '%s\n' '{"query_id": 1, "doc_id": "d2", "score": 3}' '{"query_id": 1, "doc_id": "d1", "score": 2}' '' \
		'{"query_id": 1, "doc_id": "d4", "score": -1.5}' '{"query_id": 10, "doc_id": "d3", "score": 1e3}' \
		'{"query_id": 10, "doc_id": "d1", "score": 7}' >run.jsonl
	printf 'query-id\tcorpus-id\tscore\n1\td1\t2\n1\td2\t3\n1\td4\t-1.5\n10\td3\t1000\n10\td1\t7\n' >run.tsv
	printf 'qid,Rank,Control Number\n1,1,d2\n1,2,d1\n1,3,d4\n10,1,d3\n10,2,d1\n' >ranks.csv
}

# Without the name of the run.
values() { "$STRAT_EVAL" -q -m all_trec "$@" | grep -v ^runid; }

@test "formats of other tools are found by their first lines and give TREC's figures" {
	values qrels run >expected
	for q in qrels qrels.beir qrels.json qrels.jsonl rows.json qrels.csv; do
		for r in run run.msmarco run.json run.jsonl run.tsv; do
			values "$q" "$r" >got
			cmp expected got
		done
	done
	gzip -c qrels.json >packed
	values - run.json <packed >got
	cmp expected got
}

@test "formats of other tools are read by name, and a name wins" {
	values qrels run >expected
	for pair in beir:qrels.beir json:qrels.json json:rows.json jsonl:qrels.jsonl csv:qrels.csv csv:qrels.jsonl; do
		values -R "${pair%%:*}" "${pair#*:}" run >got
		cmp expected got
	done
	for pair in msmarco:run.msmarco json:run.json jsonl:run.jsonl csv:run.tsv csv:run.jsonl; do
		values -T "${pair%%:*}" qrels "${pair#*:}" >got
		cmp expected got
	done
	refused 1 'qrels.json:1: 9 columns, but a line has 4: topic iteration document relevance; not -R qrels, but the file would fit -R json' -R qrels qrels.json run
	refused 1 'run.msmarco:1: 3 columns, but a line has at least 6: topic Q0 document rank score tag (three columns are -T msmarco, topic document rank; with a line "topic docno score" above them, and tabs or commas, -T csv)' -T trec_results qrels run.msmarco
}

@test "the name of such a run is that of its file" {
	for r in run.msmarco:run.msmarco run.json:run run.jsonl:run run.tsv:run; do
		run --separate-stderr "$STRAT_EVAL" -m runid qrels "${r%%:*}"
		assert_equal "$output" "$(printf '%-22s\tall\t%s' runid "${r#*:}")"
	done
}

@test "a column Rank is a rank or a score, as the user says" {
	values qrels run >expected
	values --run-column=rank=rank qrels ranks.csv >got
	cmp expected got
	refused 1 "ranks.csv:2: column 'Rank' may hold ranks, 1 being the best, or scores, the highest being the best: say --run-column=rank='Rank' or --run-column=score='Rank'" qrels ranks.csv
	# the other way round, with d4 d1 d2 and d1 d3: AP = (1/2)/2 and 1
	run --separate-stderr "$STRAT_EVAL" -m map --run-column=score=Rank qrels ranks.csv
	assert_equal "$output" "$(printf '%-22s\tall\t0.6250' map)"
	sed 's/1,1,d2/1,first,d2/' ranks.csv >bad.csv
	refused 1 "bad.csv:2: rank 'first' is not a whole number above 0" --run-column=rank=Rank qrels bad.csv
}

@test "an empty topic of JSON retrieves nothing and counts" {
	printf '{"1": {"d1": 1}, "10": {}}' >empty.json
	# AP 1/2 of topic 1, two relevant documents; 0 of topic 10
	run --separate-stderr "$STRAT_EVAL" -m num_q -m map qrels empty.json
	assert_equal "$output" "$(printf '%-22s\tall\t%s\n' num_q 2 map 0.2500)"
}

@test "a topic that stands twice in one JSON object is refused with both places, in judgments and runs" {
	# qrels may name a topic in any lines; of a key that stands twice most parsers keep the last
	# value. The third key is 2, written with an escape, which begins in column 2 of line 3.
	printf '{"1": {"d1": 1},\n "2": {"d1": 0},\n "\\u0032": {"d3": 1}, "1": {"d9": 1}}' >twice.json
	message="twice.json:3: column 2: topic '2' appears twice in the object: first on line 2, column 2 (most programs read only the second: put all its documents into one)"
	refused 1 "$message" twice.json run
	refused 1 "$message" qrels twice.json
}

# That the time is linear in its bytes is a shape of `make linear`.
@test "megabytes of JSON on one line, as json.dump writes it" {
	awk 'BEGIN { printf "{"
		for (t = 1; t <= 50; t++) {
			printf "%s\"%d\": {", (t > 1 ? ", " : ""), t
			for (d = 1; d <= 5000; d++)
				printf "%s\"D%07d\": %d", (d > 1 ? ", " : ""), d, d
			printf "}"
		}
		print "}" }' >one.json
	awk 'BEGIN { for (t = 1; t <= 50; t++) print t, 0, "D0005000", 1 }' >first
	run --separate-stderr "$STRAT_EVAL" -m num_ret -m recip_rank first one.json
	assert_equal "$output" "$(printf '%-22s\tall\t%s\n' num_ret 250000 recip_rank 1.0000)"
	# as judgments
	run --separate-stderr "$STRAT_EVAL" -m num_rel one.json one.json
	assert_equal "$output" "$(printf '%-22s\tall\t250000' num_rel)"
}

@test "wrong files of other tools are refused with file, line and value" {
	bad() # OPTIONS FILE-TEXT MESSAGE
	{
		printf "$2" >bad
		case $1 in
		R*) refused 1 "bad$3" -R "${1#R}" bad run ;;
		T*) refused 1 "bad$3" -T "${1#T}" qrels bad ;;
		esac
	}
	bad Rbeir 'query-id\tcorpus-id\tscore\n1\td1\t0.5\n' ":2: relevance '0.5' is not an integer"
	bad Rbeir 'query-id\tcorpus-id\tscore\n1\td1\n' ':2: 2 fields, but the header has 3'
	bad Rbeir 'query-id\tcorpus-id\tscore\n1\t\t1\n' ':2: document is empty'
	bad Rbeir 'query-id\tcorpus-id\tscore\n' ': no judgments in the file'
	bad Rjson '{"1": {"d1": 1.5}}' ":1: relevance '1.5' is not an integer"
	bad Rjson '{"1":\n{"d1": "yes"}}' ':2: column 8: a number is expected here'
	bad Rjson '{"1": {"": 1}}' ':1: document is empty'
	bad Rjson '{"": {"d": 1}}' ':1: topic is empty'
	bad Rjson '{"1": {"a": 1},\n"2": {"b": 1, "b": 0}}' ":2: document 'b' of topic '2' is judged twice: first on line 2"
	bad Rjson '{}' ': no judgments in the file'
	bad Rjson '1 0 d1 1\n' ':1: column 1: an object, {...}, is expected here'
	bad Rjsonl '1 0 d1 1\n' ':1: does not begin with a JSON object, {...}'
	bad Rjsonl '{"qid": 1, "docid": "a", "rel": 1}\n{"qid": 1, "docid": "b"}' \
		":2: no key 'rel' in the object '{\"qid\": 1, \"docid\": \"b\"}'; if it has another name, say so, as in --column=rel='NAME' (known names: rel, relevance, grade, label, Responsive?, Responsiveness, Responsive Designation, Relevant, included, label_included, asreview_label, Coding, Codes)"
	bad Rjsonl '{"qid": 1, "docid": "a", "rel": null}' ':1: relevance is empty: 1 of 1 rows still to be judged (--partial leaves them out)'
	bad Tjson '{"1": {"d1": null}}' ':1: column 14: a number is expected here'
	bad Tjson '{"1": {"d1": 1, "d1": 2}}' ":1: document 'd1' of topic '1' is retrieved twice: first on line 1"
	bad Tjson '{"1": {"a\\tb": 1}}' ":1: document 'a\\x09b' has a control character in it"
	bad Tjson '{"1": ["d1", "d2"]}' ':1: column 7: an object, {...}, is expected here'
	bad Tjson '{"": {"d": 1}}' ':1: topic is empty'
	bad Tjson '{}' ': no retrieved documents in the file'
	bad Tjsonl '{"qid": 1, "docid": "a", "score": "high"}' ":1: score 'high' is not a number"
	bad Tjsonl '{"qid": 1, "docid": "a", "score": null}' ":1: score '' is not a number"
	bad Tmsmarco '1 d1 0\n' ":1: rank '0' is not a whole number above 0"
	bad Tmsmarco '1 d1 1\n1 d2 2.5\n' ":2: rank '2.5' is not a whole number above 0"
	bad Tmsmarco '1 d1\n' ':1: 2 columns, but a line has 3: topic document rank'
	bad Tmsmarco '1 d1 1\n1 d1 2\n' ":2: document 'd1' of topic '1' is retrieved twice: first on line 1"
}

@test "three columns that are no ranks are not guessed" {
	printf '1 d1 27\n1 d2 25\n' >three
	refused 1 'three:1: 3 columns, but a line has at least 6: topic Q0 document rank score tag (three columns are -T msmarco, topic document rank; with a line "topic docno score" above them, and tabs or commas, -T csv)' qrels three
	printf '1 d1 1\n1 d2 0.5\n' >three
	refused 1 'three:1: 3 columns, but a line has at least 6: topic Q0 document rank score tag (three columns are -T msmarco, topic document rank; with a line "topic docno score" above them, and tabs or commas, -T csv)' qrels three
}

@test "--column names what a file calls its columns" {
	printf 'Matter,Item,First pass,Second pass\n1,d1,No,2\n1,d2,Yes,0\n1,d3,0,hot\n1,d5,1,-1\n10,d1,0,y\n' >export.csv
	values qrels run >expected
	values --column=topic=matter --column=docno=Item --column=rel='Second Pass' export.csv run >got
	cmp expected got
	refused 1 "export.csv:1: no column 'docno' in the header 'Matter,Item,First pass,Second pass'; if it has another name, say so, as in --column=docno='Matter' (known names: docno, document, doc, docid, document_id, doc_number, document_number, corpus-id, pid, Control Number, BegBates, Begin Bates, BegDoc, Begin #, PMID, record_id, Covidence #)" -R csv export.csv run
	refused 1 "export.csv:1: --column=rel=Third pass: no column of that name in the header 'Matter,Item,First pass,Second pass'" \
		-R csv --column=rel='Third pass' export.csv run
	refused 64 "--column is for files whose columns have names: qrels is read as -R qrels" --column=rel=x qrels run
	refused 64 "--run-column is for files whose columns have names: run is read as -T trec_results" --run-column=score=x qrels run
	refused 64 "--gray-word is for files whose columns have names: qrels is read as -R qrels" --gray-word=x qrels run
	refused 64 "--column=rel: not COLUMN=NAME, as in --column=docno='Doc ID'; columns are topic, docno, rel, score, rank, label, prob, stratum, size, picks, judged_by, tag, cluster, privilege, control, random, time; of scores item, system, score, repetition, dataset" --column=rel qrels.csv run
}

# Rayyan keeps decisions in notes, RAYYAN-INCLUSION: {"NAME"=>"DECISION", ...} | RAYYAN-LABELS: ...; nobody has decided on r5 and r6. By hand: of the
# two produced one is relevant, of the other four one is coded, and not relevant.
@test "an export of Rayyan: decisions are in its notes" {
	cd "$BATS_TEST_TMPDIR"
	printf 'key,title,year,notes\nr1,T,2020,"RAYYAN-INCLUSION: {""Ann""=>""Included"", ""Bob""=>""Included""} | RAYYAN-LABELS: a"\nr2,T,2020,"RAYYAN-INCLUSION: {""Ann""=>""Excluded""} | RAYYAN-EXCLUSION-REASONS: ""x""=>""Included"""\nr3,T,2020,"RAYYAN-INCLUSION: {""Ann""=>""Excluded""}"\nr5,T,2020,see r1\nr6,T,2020,\n' >articles.csv
	printf 'key\nr1\nr2\n' >machine.csv
	evaluate validate articles.csv --produced=machine.csv --collection=articles.csv --drawn-from=null
	assert_equal "$exit_status $(grep '^strat_eval validate' stdout)" '0 strat_eval validate --collection=5 --produced=2::1 --null=3:1:0'
	sed 's/""Ann""=>""Excluded""}"$/""Ann""=>""Excluded"", ""Bob""=>""Included""}"/; 2s/Included/Maybe/g' articles.csv >unsure.csv
	evaluate validate unsure.csv --produced=machine.csv --collection=articles.csv --drawn-from=null
	grep -q "relevance 'Maybe' is neither a whole number nor a known word; unknown words in this column: 'Maybe', 'conflict'; say what they mean" stderr
	evaluate validate unsure.csv --produced=machine.csv --collection=articles.csv --drawn-from=null --relevant-word=maybe --nonrelevant-word=conflict
	assert_equal "$exit_status $(grep '^strat_eval validate' stdout)" '0 strat_eval validate --collection=5 --produced=2::1 --null=3:1:0'
	# notes of another table are no decisions
	printf 'docno,notes\nr1,x\n' >other.csv
	evaluate validate other.csv --produced=machine.csv -N 5 --drawn-from=null
	grep -q "no column 'rel' in the header 'docno,notes'" stderr
}

@test "lists of Everlaw and Covidence: their names of the document" {
	cd "$BATS_TEST_TMPDIR"
	printf 'Begin #,End #,Family ID,Rating\nE1,E1,F1,Hot\nE2,E3,F1,Cold\nE4,E4,F2,Cold\nE5,E5,F3,\n' >everlaw.csv
	printf 'Begin #,End #\nE1,E1\nE2,E3\n' >volume.csv
	evaluate validate everlaw.csv --produced=volume.csv --collection=everlaw.csv --column=rel=Rating --drawn-from=null --nonrelevant-word=Cold --column=cluster=
	assert_equal "$exit_status $(grep '^strat_eval validate' stdout)" '0 strat_eval validate --collection=4 --produced=2::1 --null=2:1:0'
	printf 'Title,Authors,Published Year,DOI,Covidence #,Study,Notes,Tags\nT,A,2020,,#1,A 2020,,\nT,A,2020,,#2,A 2020,,\nT,A,2021,,#3,B 2021,,\n' >all.csv
	sed 3q all.csv >included.csv
	printf 'Covidence #,Included\n#1,Yes\n#2,No\n#3,No\n' >second.csv
	evaluate validate second.csv --produced=included.csv --collection=all.csv --drawn-from=null
	assert_equal "$exit_status $(grep '^strat_eval validate' stdout)" '0 strat_eval validate --collection=3 --produced=2::1 --null=1::0'
}
