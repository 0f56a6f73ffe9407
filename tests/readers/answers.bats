#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Nuggets and their assignments to answers: what -R nuggets and -T assignments accept, and what they refuse.

load ../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
	printf 'q1 n1 vital\nq1 n2 okay\nq2 n1 okay\n' >nuggets
	printf 'a q1 n1 partial_support\na q1 n2 support\na q2 n1 not_support\n' >answers
	# by hand: q1 vital .5, all (.5 + 1) / 2; q2 has no vital nugget and none that is supported
	expected=$(printf '%-22s\t%s\t%s\n' nugget_vital q1 0.5000 nugget_all q1 0.7500 nugget_vital q2 0.0000 nugget_all q2 0.0000 \
		nugget_vital all 0.2500 nugget_all all 0.3750)
}

# The two files give the values that were worked out by hand, whatever their form.
same() # NUGGETS ANSWERS [OPTION...]
{
	run --separate-stderr "$STRAT_EVAL" -R nuggets -q -m nugget_vital -m nugget_all "${@:3}" "$1" "$2"
	assert_equal "$1 $2: $status $stderr" "$1 $2: 0 "
	assert_equal "$output" "$expected"
}

@test "lines, tables with a header and the JSON of nuggetizer are read alike" {
	same nuggets answers
	printf 'importance;TOPIC;Nugget\nVital;q1;n1\nokay;q1;n2\n\nOKAY;q2;"n1"\n' >nuggets.csv
	printf 'assignment\tqid\tnugget\tnote\nPartial_Support\tq1\tn1\tx\nsupport\tq1\tn2\t\nnot support\tq2\tn1\t\n' >answers.tsv
	same nuggets.csv answers.tsv
	# keys of nuggetizer's own output; the topic may stand behind the nuggets, and a query is no topic
	printf '%s\n' '{"query": "what?", "qid": "q1", "nuggets": [{"text": "n1", "importance": "vital", "trace": {"a": [1]}},' \
		'{"text": "n\u0032", "importance": "okay"}], "trace": null}' '{"qid": "q2", "nuggets": [{"text": "n1", "importance": "okay"}]}' >nuggets.jsonl
	printf '%s\n' '{"nuggets": [{"text": "n1", "importance": "vital", "assignment": "partial_support"},' \
		'{"text": "n2", "importance": "okay", "assignment": "support"}], "query": "what?", "qid": "q1", "run_id": "b", "response_length": 42}' \
		'{"qid": "q2", "nuggets": [{"text": "n1", "importance": "okay", "assignment": "not_support"}], "run_id": "b"}' >answers.jsonl
	same nuggets.jsonl answers.jsonl
	# files with assignments have the nuggets, too
	same answers.jsonl answers.jsonl
	{ echo '[' && sed '2,$s/^{"q/,&/; /^{"text/s/^,//' answers.jsonl && echo ']'; } >answers.json
	same nuggets answers.json
	printf '{"topic": "q1", "nugget": "n1", "importance": "vital"}\n{"topic": "q1", "nugget": "n2", "importance": "okay"}\n{"topic": "q2", "nugget": "n1", "importance": "okay"}' >rows.jsonl
	same rows.jsonl answers.tsv
	sed 's/Nugget/Fact/' nuggets.csv >facts.csv
	same facts.csv answers --column=nugget=Fact
	gzip -c nuggets.jsonl >nuggets.gz
	same nuggets.gz - <answers
}

@test "a run is called by run, run_id or the file; -T names another format" {
	for pair in 'answers a' 'answers.tsv answers' 'answers.jsonl b'; do
		set -- $pair
		printf 'topic\tnugget\tassignment\nq1\tn1\tsupport\n' >answers.tsv
		printf '{"qid": "q1", "run_id": "b", "nuggets": [{"text": "n1", "assignment": "support"}]}\n' >answers.jsonl
		run --separate-stderr "$STRAT_EVAL" --quiet-warnings -R nuggets -m runid nuggets "$1"
		assert_output "$(printf '%-22s\tall\t%s' runid "$2")"
	done
	# the same scores in a run of TREC
	printf 'q1 Q0 n1 1 0.5 t\nq1 Q0 n2 1 1 t\nq2 Q0 n1 1 0 t\n' >run
	same nuggets run -T trec_results
}

@test "an answer or a topic without nuggets is there, and counts 0" {
	printf '{"qid": "q1", "nuggets": []}{"qid": "q2", "nuggets": [{"text": "n1", "assignment": "support", "importance": "okay"}]}' >answers.jsonl
	run --separate-stderr "$STRAT_EVAL" -R nuggets -m num_q -m nugget_all answers.jsonl answers.jsonl
	assert_equal "$status $stderr" '0 '
	assert_output "$(printf '%-22s\tall\t%s\n' num_q 2 nugget_all 0.5000)"
	run --separate-stderr "$STRAT_EVAL" -R nuggets -m num_q -m nugget_all nuggets answers.jsonl
	assert_output "$(printf '%-22s\tall\t%s\n' num_q 2 nugget_all 0.5000)"
}

# A file `input` with the text is refused, as nuggets or as answers.
refuses() # nuggets|answers MESSAGE TEXT
{
	local -a files=(input answers)
	[ "$1" = nuggets ] || files=(nuggets input)
	# shellcheck disable=SC2059
	printf "$3" >input
	refused 1 "input$2" -R nuggets "${files[@]}"
}

@test "nuggets that are refused, with line, column and value" {
	refuses nuggets ":2: importance 'vitl' is none of vital, okay; did you mean 'vital'?" 'q1 n1 okay\nq1 n2 vitl\n'
	refuses nuggets ":1: importance 'failed' is none of vital, okay" '{"qid": 1, "nuggets": [{"text": "n", "importance": "failed"}]}'
	refuses nuggets ":1: 4 columns, but a line has 3: topic nugget importance (nuggets of several words need a header, topic,nugget and so on, and commas or tabs between the columns)" \
		'q1 two words vital\n'
	refuses nuggets ":2: nugget 'n1' of topic 'q1' is listed twice: first on line 1" 'q1 n1 vital\nq1 n1 okay\n'
	refuses nuggets ":1: no key 'importance' in a nugget" '{"qid": 1, "nuggets": [{"text": "n"}]}'
	refuses nuggets ":2: no key 'text' in a nugget" '{"qid": 1,\n"nuggets": [{"importance": "vital"}]}'
	refuses nuggets ":1: no key 'qid' in the record" '{"query": "what?", "nuggets": []}'
	refuses nuggets ":2: no key 'nuggets' in the record" '{"qid": 1, "nuggets": []}\n{"qid": 2}'
	refuses nuggets ":1: column 25: an array, [...], is expected here" '{"qid": 1, "nuggets"  : "none"}'
	refuses nuggets ":1: topic is empty" '{"qid": null, "nuggets": []}'
	refuses nuggets ":1: no column 'importance' in the header 'topic,nugget'; if it has another name, say so, as in --column=importance='NAME'" 'topic,nugget\n1,n\n'
	# the format is not guessed, but named
	refused 1 "nuggets:1: 3 columns, but a line has 4: topic iteration document relevance; not -R qrels, but the file would fit -R nuggets" nuggets answers
	refused 64 "-R nugget: not one of the formats of judgments beir, csv, diversity, json, jsonl, nuggets, pairs, prefs, prels, probs, qrels, qrels_jg, qrels_prefs, strata, table, topics; did you mean 'nuggets'?" -R nugget nuggets answers
}

@test "assignments that are refused, with line, column and value" {
	refuses answers ":1: assignment 'supports' is none of support, partial_support, not_support; did you mean 'support'?" 'a q1 n1 supports\n'
	refuses answers ":2: run 'b' follows run 'a': a file has the answers of one run, so write one for each" 'a q1 n1 support\nb q1 n2 support\n'
	refuses answers ":2: nugget 'n1' of topic 'q1' is assigned twice: first on line 1" 'a q1 n1 support\na q1 n1 not_support\n'
	refuses answers ":1: no key 'assignment' in a nugget" '{"qid": "q1", "nuggets": [{"text": "n1", "importance": "vital"}]}'
	refuses answers ":1: 3 columns, but a line has 4: run topic nugget assignment" 'q1 n1 support\n'
	# two lists of nuggets; a run that has no assignments; grades that are no importance
	refuses answers ": topic 'q1': nugget 'n9' is not among those of nuggets: both files must use the same list of nuggets" 'a q1 n1 support\na q1 n9 support\n'
	printf 'q1 Q0 n1 1 0.7 t\n' >input
	refused 1 "input: topic 'q1' has a score that is none of those that nugget_all takes: does the file need another -T? (-h -m nugget_all)" \
		-R nuggets -T trec_results -m nugget_all nuggets input
	printf 'q1 0 n1 3\n' >qrels
	printf 'q1 Q0 n1 1 1 t\n' >input
	refused 1 "qrels: topic 'q1' has a grade above the highest one that nugget_all takes (-h -m nugget_all)" -m nugget_all qrels input
}

@test "support of citations: words, sentences without a citation, rows of JSON, names of runs" {
	printf 'topic\nq1\nq2\nq1\n' >topics
	printf 'run,topic,sentence,citation,support\na,q1,1,d1,full\na,q1,2,d2,partial\na,q1,3,,\na,q1,4,d1,no\na,q2,1,-,-\n' >a.csv
	printf 'support;docid;sentence_id;qid\nFS;d1;1;q1\nPartial Support;d2;2;q1\n-;-;3;q1\nns;d1;4;q1\n;;1;q2\n' >b.csv
	printf '%s\n' '{"topic": "q1", "sentence": 1, "citation": "d1", "support": "full_support"}' '{"topic": "q1", "sentence": 2, "citation": "d2", "support": "PS"}' \
		'{"topic": "q1", "sentence": 3, "citation": null, "support": null}' '{"topic": "q1", "sentence": 4, "citation": "d1", "support": "no"}' \
		'{"topic": "q2", "sentence": 1, "citation": "", "support": ""}' >c.jsonl
	for file in a.csv b.csv c.jsonl; do
		run --separate-stderr "$STRAT_EVAL" -q -R topics -m support topics $file
		assert_equal "$file $status $stderr" "$file 0 "
		# by hand: q1 1.5/3, 1.5/4, 1/3, 1/4; nothing is cited in q2
		assert_equal "$(cut -f3 <<<"$output" | xargs)" \
			"0.5000 0.3750 0.3333 0.2500 0.0000 0.0000 0.0000 0.0000 ${file%%.*} 2 0.2500 0.1875 0.1667 0.1250"
	done
	# the topics of any table will do
	run --separate-stderr "$STRAT_EVAL" -R topics -m support_recall a.csv b.csv
	assert_output "$(printf '%-22s\tall\t0.1875' support_recall)"
}

@test "support of citations that is refused" {
	printf 'topic\nq1\n' >nuggets
	local head='topic,sentence,citation,support\n'
	citations() # MESSAGE ROWS
	{
		# shellcheck disable=SC2059
		printf "$head$2" >input
		refused 1 "input$1" -R topics nuggets input
	}
	citations ":2: support 'fully' is none of full, partial, no, full_support, partial_support, no_support, FS, PS, NS; did you mean 'full'?" 'q1,1,d1,fully\n'
	citations ":2: support 'full' is said of a sentence without a citation: leave it empty" 'q1,1,,full\n'
	citations ":2: citation 'd\x0a1' has a control character in it" 'q1,1,"d\n1",full\n'
	citations ":3: document '1/d1' of topic 'q1' is retrieved twice: first on line 2" 'q1,1,d1,full\nq1,1,d1,no\n'
	citations ":2: sentence '1/2' has a '/', which separates sentence and citation" 'q1,1/2,d1,full\n'
	citations ":2: sentence is empty" 'q1,,d1,full\n'
	head='run,topic,sentence,citation,support\n'
	citations ":3: run 'b' follows run 'a': a file has the answers of one run, so write one for each" 'a,q1,1,d1,full\nb,q1,2,d2,no\n'
	printf 'q1 Q0 d1 1 0.7 t\n' >input
	refused 1 "input: topic 'q1' has a score that is none of those that support_recall takes: does the file need another -T? (-h -m support_recall)" \
		-R topics -T trec_results -m support_recall nuggets input
	printf 'q1\n' >bare
	refused 1 "bare:1: no column 'topic' in the header 'q1' (fields are separated by commas, semicolons or tabs); if it has another name, say so, as in --column=topic='q1' (known names: topic, qid, query_id, topic_id)" \
		-R topics bare input
}
