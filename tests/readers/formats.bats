#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What the readers of sampled judgments, of CSV and of sets accept, and what they refuse: with file,
# line, column and value, exit status 1 and nothing on standard output.

load ../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
	# Documents a (relevant) and b (not), of one topic.
	printf '1 0 a 1\n1 0 b 0\n' >qrels
	printf '1 Q0 a 1 2 tag\n1 Q0 b 2 1 tag\n' >run
}

# A file `input` with the text, in which printf's escapes are replaced, is refused with the message, as
# judgments (-R) or as a run (-T) of the format.
refused() # OPTION FORMAT MESSAGE TEXT
{
	local -a files=(input run)
	[ "$1" = -R ] || files=(qrels input)
	# shellcheck disable=SC2059
	printf "$4" >input
	local status=0
	"$STRAT_EVAL" "$1" "$2" -m num_ret "${files[@]}" >stdout 2>stderr || status=$?
	assert_equal "$4 -> $status $(cat stderr)" "$4 -> 1 strat_eval: input$3"
	[ ! -s stdout ] || fail "$4: standard output is not empty: $(head -3 stdout)"
}

# The call prints the values, and no warning.
gives() # VALUES ARGUMENT...
{
	local values=$1
	shift
	run --separate-stderr "$STRAT_EVAL" "$@"
	assert_equal "$status $stderr" '0 '
	assert_equal "$(printf '%s\n' "$output" | cut -f3 | tr '\n' ' ')" "$values "
}

# One file in each format, with a grade of 1 written as in $1.
judged_as()
{
	printf '1 0 a %s\n1 0 b 0\n' "$1" | tee qrels_jg qrels_prefs diversity >qrels
	printf '1 0 a %s 0.5\n1 0 b 0 0.5\n' "$1" >probs
	printf '1 a %s 1 0.5\n1 b 0 1 0.5\n' "$1" >prels
	printf '1 0 a s %s\n1 0 b s 0\n1 0 c s -1\n' "$1" >strata
	printf 'topic,docno,rel,stratum,size\n1,a,%s,s,2.0\n1,b,0,s,2.0\n' "$1" >csv
	printf 'query-id\tcorpus-id\tscore\n1\ta\t%s\n1\tb\t0\n' "$1" >beir
	printf '{"1": {"a": %s, "b": 0}}' "$1" >json
	printf '{"qid": 1, "docid": "a", "rel": %s}\n{"qid": 1, "docid": "b", "rel": 0}\n' "$1" >jsonl
}

@test "a grade written as 1.0 or 1e0 is 1 in every format of judgments, and 1.5 is refused" {
	local -a formats=(qrels qrels_jg qrels_prefs diversity probs prels strata csv beir json jsonl)
	local f grade
	# all that have grades: of table, prefs, nuggets and topics no column is one
	assert_equal "$(ls "$STRAT_EVAL_ROOT/readers/judgments" | sed 's/\.c$//' | grep -vx -e table -e prefs -e nuggets -e pairs -e topics)" \
		"$(printf '%s\n' "${formats[@]}" | sort)"
	judged_as 1
	for f in "${formats[@]}"; do
		"$STRAT_EVAL" --quiet-warnings -R "$f" "$f" run >"$f.expected"
	done
	for grade in 1.0 1e0 +1.00 10e-1; do
		judged_as "$grade"
		for f in "${formats[@]}"; do
			[[ $grade$f != +*json* ]] || continue # no JSON
			"$STRAT_EVAL" --quiet-warnings -R "$f" "$f" run >got
			cmp "$f.expected" got
		done
		# without -R, found by their first lines
		for f in qrels csv beir json jsonl; do
			[[ $grade$f != +*json* ]] || continue
			"$STRAT_EVAL" --quiet-warnings "$f" run >got
			cmp "$f.expected" got
		done
	done
	judged_as 1.5
	for f in "${formats[@]}"; do
		run --separate-stderr "$STRAT_EVAL" -R "$f" "$f" run
		assert_equal "$status $output" '1 '
		[[ $stderr == "strat_eval: $f:"[12]": relevance '1.5' is not an integer"* ]] || fail "$f: $stderr"
	done
}

@test "counts, ranks and flags may be written as 1.0, as pandas writes columns with gaps" {
	# the same with whole numbers, which other tests hold against figures by hand
	printf 'topic,stratum,runs,size,sampled,relevant\n1,A,r,10,5,3\n1,B,-,90,9,1\n' >table
	"$STRAT_EVAL" -R table table >expected
	sed -E '2,$s/,([0-9]+)/,\1.0/g' table >floats
	grep -q '10.0,5.0,3.0' floats
	"$STRAT_EVAL" -R table floats >got
	cmp expected got
	printf '1 b 1\n1 a 2\n' >ranks
	printf '1 b 1.0\n1 a 2.0\n' >ranks.0
	"$STRAT_EVAL" -T msmarco -m map qrels ranks >expected
	"$STRAT_EVAL" -T msmarco -m map qrels ranks.0 >got
	cmp expected got
	awk 'BEGIN { print "docno,rel,random"; for (i = 1; i <= 300; i++) print "d" i "," (i < 40) "," (i > 100) }' >review.csv
	sed -E '2,$s/,([01])/,\1.0/g' review.csv >floats.csv
	"$STRAT_EVAL" stop -N 1000 review.csv | grep -v review.csv >expected
	"$STRAT_EVAL" stop -N 1000 floats.csv | grep -v floats.csv >got
	cmp expected got
	awk 'BEGIN { print "docno,rel"; for (i = 1; i <= 300; i++) print "d" i "," (i % 3 == 0) }' >coded.csv
	sed -E '2,$s/,([01])/,\1.0/' coded.csv >floats.csv
	printf 'd%d\n' {1..150} >produced.txt
	"$STRAT_EVAL" validate coded.csv --produced=produced.txt -N 1000 --drawn-from=null >expected
	"$STRAT_EVAL" validate floats.csv --produced=produced.txt -N 1000 --drawn-from=null >got
	cmp <(sed 's/coded.csv/X/' expected) <(sed 's/floats.csv/X/' got)
}

@test "judgments in CSV: columns in any order, other names, quotes, CRLF, BOM, comments, blank lines, gzip, standard input" {
	ok() { gives '1 2 1 1' --quiet-warnings -R csv -m num_q -m num_ret -m num_rel -m num_rel_ret "$@"; }
	for text in 'topic,docno,rel\n1,a,1\n1,b,0\n' \
		'rel,doc,topic\n1,a,1\n0,b,1' \
		'Relevance,judged_by,DOCUMENT,topic\n1,x,a,1\n0,"x, y",b,1\n' \
		'\xef\xbb\xbftopic,docno,rel\r\n1,a,1\r\n\r\n"1","b",0\r\n' \
		'# made by hand\n\n"topic" , "docno" , "rel"\n 1 , a , +1 \n1,b,-0\n' \
		'topic,docno,rel,note\n1,a,1,"two\nlines"\n1,b,0,"a ""quoted"" word"\n' \
		'topic,docno,rel,prob\n1,a,1,0.25\n1,b,0,1\n' \
		'topic,docno,rel,probability,stratum\n1,a,1,1e-3,A\n1,b,0,.5,"B, C"\n'; do
		# shellcheck disable=SC2059
		printf "$text" >input
		gzip -c input >input.gz
		ok input run
		ok input.gz run
		ok - run <input
		ok - run <input.gz
	done
}

@test "document numbers in quotes are compared as they are meant" {
	printf 'topic,docno,rel\n1,"a,b",1\n1,"c ""d""",1\n1,e,0\n' >judgments.csv
	printf 'docno,topic,score\n"e",1,1\n"c ""d""",1,2\n"a,b",1,3\n' >run.csv
	gives 'run 3 2 1.0000' -R csv -T csv -m runid -m num_ret -m num_rel_ret -m map judgments.csv run.csv
}

@test "judgments in CSV: words for relevant and not relevant, semicolons" {
	for pair in R,NR r,nr Y,N y,n yes,no Yes,NO relevant,'not relevant' Relevant,nonrelevant \
		responsive,'Not Responsive' RESPONSIVE,nonresponsive 2,0 1,-1; do
		printf 'topic,docno,rel\n1,a,%s\n1,b,%s\n' "${pair%,*}" "${pair#*,}" >judgments.csv
		gives '1 1' -R csv -m num_rel -m num_rel_ret judgments.csv run
	done
	printf '\xef\xbb\xbfrel;note;docno;topic\r\nY;x, y;"a";1\r\nN;"p;q";b;1\r\n' >judgments.csv
	gives '1 1' -R csv -m num_rel -m num_rel_ret judgments.csv run
	printf 'docno;score\nb;1\na;2\n' >run.csv # the topic is the only one
	gives '2 1 1.0000' -T csv -m num_ret -m num_rel_ret -m map qrels run.csv
}

@test "malformed CSV judgments are refused" {
	refused -R csv ':1: no header line: the file is empty' ''
	refused -R csv ':2: no header line: the file is empty' '# nothing\n'
	refused -R csv ': no judgments in the file' 'topic,docno,rel\n'
	refused -R csv ":1: no column 'docno' in the header 'topic,rel'; if it has another name, say so, as in --column=docno='NAME' (known names: docno, document, doc, docid, document_id, doc_number, document_number, corpus-id, pid, Control Number, BegBates, Begin Bates, BegDoc, Begin #, PMID, record_id, Covidence #)" 'topic,rel\n1,1\n'
	refused -R csv ":1: no column 'rel' in the header 'topic,docno'; if it has another name, say so, as in --column=rel='NAME' (known names: rel, relevance, grade, label, Responsive?, Responsiveness, Responsive Designation, Relevant, included, label_included, asreview_label, Coding, Codes)" 'topic,docno\n1,a\n'
	refused -R csv ":1: no column 'docno' in the header '1 0 a 1': fields are separated by commas, semicolons or tabs, and not by blanks; is the file of another format?" '1 0 a 1\n'
	refused -R csv ":2: no column 'topic' in the header (--drawn=SAMPLE.csv, the sample as it was drawn, can supply it; an export of one review without topics is for strat_eval validate FILE --produced=LIST)" 'docno,rel\na,1\n'
	refused -R csv ":1: two columns of the header could be docno: 'docno' and 'doc'; say which, as in --column=docno='docno'" 'topic,docno,doc,rel\n'
	refused -R csv ':3: 2 fields, but the header has 3' 'topic,docno,rel\n1,a,1\n1,b\n'
	refused -R csv ':2: 4 fields, but the header has 3' 'topic,docno,rel\n1,a,1,1\n'
	refused -R csv ':3: a quoted field has no closing quote' 'topic,docno,rel\n1,a,1\n1,"b,0\n1,c,1\n'
	refused -R csv ':2: a quote inside a field that does not begin with one' 'topic,docno,rel\n1,a"b,1\n'
	refused -R csv ':2: text after the closing quote of a field; a quote inside a quoted field must be doubled' \
		'topic,docno,rel\n1,"a"b,1\n'
	refused -R csv ':2: NUL byte in the line: not a text file, or UTF-16' 'topic,docno,rel\n1,a\0,1\n'
	refused -R csv ':1: carriage return inside the line: lines must end in LF or CR LF' 'topic,docno,rel\r1,a,1\r'
}

@test "CSV judgments with wrong values are refused at their physical line" {
	refused -R csv ':2: topic is empty' 'topic,docno,rel\n,a,1\n'
	refused -R csv ':2: document is empty' 'topic,docno,rel\n1,"",1\n'
	refused -R csv ":2: document 'a\\x0ab' has a control character in it" 'topic,docno,rel\n1,"a\nb",1\n'
	refused -R csv ':5: relevance is empty: 1 of 2 rows still to be judged (--partial leaves them out)' 'topic,docno,rel\r\n\r\n"1","a",1\r\n\r\n1,b,\r\n'
	refused -R csv ":2: relevance 'maybe' is neither a whole number nor a known word; unknown words in this column: 'maybe'; say what they mean, as in --relevant-word='maybe', --nonrelevant-word='maybe' or --gray-word='maybe' (known: R, Y, yes, true, relevant, responsive, included, include, hot; NR, N, no, false, not relevant, nonrelevant, irrelevant, not responsive, nonresponsive, unresponsive, excluded, exclude)" 'topic,docno,rel\n1,a,maybe\n'
	refused -R csv ":2: relevance '1.5' is not an integer" 'topic,docno,rel\n1,a,1.5\n'
	refused -R csv ":2: relevance '1000001' is not within -1000000 and 1000000" 'topic,docno,rel\n1,a,1000001\n'
	refused -R csv ":2: probability '0' is not above 0 and at most 1" 'topic,docno,rel,prob\n1,a,1,0\n'
	refused -R csv ":2: probability '1.01' is not above 0 and at most 1" 'topic,docno,rel,prob\n1,a,1,1.01\n'
	refused -R csv ":2: probability 'nan' is not above 0 and at most 1" 'topic,docno,rel,prob\n1,a,1,nan\n'
	refused -R csv ":2: probability 'NA' is not a number" 'topic,docno,rel,prob\n1,a,1,NA\n'
	refused -R csv ':3: probability is empty' 'topic,docno,rel,prob\n1,a,1,1\n1,b,0,\n'
	refused -R csv ':3: stratum is empty' 'topic,docno,rel,stratum\n1,a,1,A\n1,b,0,""\n'
	refused -R csv ":5: document 'a' of topic '1' is judged twice: first on line 4" \
		'topic,note,docno,rel\n1,"x\n\ny",a,1\n"1",z,"a",0\n'
	refused -R csv ":4: document 'a\"b' of topic '1' is judged twice: first on line 2" \
		'topic,docno,rel\n1,"a""b",1\n1,c,1\n1,"a""b",0\n'
}

@test "runs in CSV: columns in any order, with or without tag, gzip, standard input" {
	ok() { gives "$1 2 1 1.0000" -T csv -m runid -m num_ret -m num_rel_ret -m map qrels "${@:2}"; }
	printf 'topic,docno,score\n1,b,1\n1,a,2\n' >a.run.csv
	ok a a.run.csv
	gzip -c a.run.csv >b.csv.gz
	ok b b.csv.gz
	ok 'standard input' - <b.csv.gz
	printf '\xef\xbb\xbfscore,tag,doc,rank,topic\r\n-inf,first,b,2,"1"\r\n1e2,"Last, one","a",1,1\r\n' >c
	ok 'Last, one' c
	ok 'Last, one' - <c
}

@test "malformed CSV runs are refused" {
	refused -T csv ':1: no header line: the file is empty' ''
	refused -T csv ': no retrieved documents in the file' 'topic,docno,score\n'
	refused -T csv ":1: no column 'score' or 'rank' in the header 'topic,docno'; if it has another name, say so, as in --run-column=score='NAME'; a list of documents without scores is read with -T set" 'topic,docno\n1,a\n'
	refused -T csv ":1: two columns of the header could be score: 'score' and 'Score'; say which, as in --run-column=score='score'" 'topic,docno,score,Score\n'
	refused -T csv ":2: score 'oops' is not a number" 'topic,docno,score\n1,a,oops\n'
	refused -T csv ":2: score '' is not a number" 'topic,docno,score\n1,a,\n'
	refused -T csv ":2: score 'nan' cannot be put in order" 'topic,docno,score\n1,a,nan\n'
	refused -T csv ':2: topic is empty' 'topic,docno,score\n,a,1\n'
	refused -T csv ':2: document is empty' 'topic,docno,score\n1,,1\n'
	refused -T csv ':2: tag is empty' 'topic,docno,score,tag\n1,a,1,\n'
	refused -T csv ':3: 4 fields, but the header has 3' 'topic,docno,score\n1,a,1\n1,b,2,x\n'
	refused -T csv ':2: a quoted field has no closing quote' 'topic,docno,score\n1,"a,1\n1,b,2\n'
	refused -T csv ':2: NUL byte in the line: not a text file, or UTF-16' 'topic,docno,score\n\0\n'
	refused -T csv ":5: document 'a,b' of topic '1' is retrieved twice: first on line 2" \
		'topic,docno,score\n1,"a,b",1\n\n1,b,2\n1,"a,b",3\n'
	refused -T csv ":4: document 'a\"' of topic '1' is retrieved twice: first on line 2" \
		'topic,docno,score\n1,"a""",1\n1,b,2\n1,"a""",3\n'
}

@test "a set is a list of documents, with or without topics; its name is the file's" {
	ok() { gives "$1 2 1 0.5000" -T set -m runid -m num_ret -m num_rel_ret -m set_P qrels "${@:2}"; }
	mkdir -p folder.run
	printf 'b\na\n' >folder.run/UW.txt.run
	ok UW folder.run/UW.txt.run
	printf '\xef\xbb\xbf# produced\r\n\r\n  b  \r\na' >input.UP.csv
	ok input.UP input.UP.csv
	gzip -c input.UP.csv >CB.txt.gz
	ok CB CB.txt.gz
	printf '1 b\n1\ta\n' >.run
	ok .run .run
	ok 'standard input' - <.run
	ok 'standard input' - <CB.txt.gz
}

@test "a set may have a header, and other columns, as review platforms write them" {
	for header in DocID docno Document Control_Number 'Control Number' BegBates 'Doc ID' PMID id; do
		printf '%s\nb\na\n' "$header" >input
		gives "input 2 1 0.5000" -T set -m runid -m num_ret -m num_rel_ret -m set_P qrels input
		printf 'Custodian\t"%s"\tTopic\r\nx\tb\t1\r\n"y\tz"\ta\t1\r\n' "$header" >input
		gives "input 2 1 0.5000" -T set -m runid -m num_ret -m num_rel_ret -m set_P qrels input
	done
}

@test "malformed sets are refused" {
	refused -T set ":1: document 'Docno' is a header, and a list with blanks between its columns has none: separate them by commas or tabs" 'Topic Docno\n1 a\n'
	refused -T set ':3: document is empty' 'Doc ID,Custodian\na,x\n,y\n'
	refused -T set ': no retrieved documents in the file' ''
	refused -T set ': no retrieved documents in the file' '# a\n\n'
	refused -T set ":3: 1 column, but the lines above have 2: either all lines name their topic, or none does; if '1 a' is a header: write docno in its place, or type --run-column=docno='1 a' if all lists have it" \
		'1 a\n\nb\n'
	refused -T set ':3: 1 column, but the lines above have 2: either all lines name their topic, or none does' \
		'1 a\n1 b\nb\n'
	refused -T set ':2: 2 columns, but the lines above have 1: either all lines name their topic, or none does' \
		'a\n1 b\n'
	refused -T set ':1: 6 columns, but a line has 1 to 2: [topic] document' '1 Q0 a 1 2 tag\n'
	refused -T set ':1: NUL byte in the line: not a text file, or UTF-16' 'a\0b\n'
	refused -T set ":4: document 'a' of topic '1' is retrieved twice: first on line 1" 'a\nb\n\na\n'
	refused -T set ":2: document 'a' of topic '1' is retrieved twice: first on line 1" '1 a\n1 a\n'
	printf '1 0 a 1\n2 0 b 0\n' >qrels
	refused -T set ': the documents have no topic, but the judgments have 2 topics: name the topic of each document' \
		'a\nb\n'
}

@test "malformed lines of probs are refused" {
	refused -R probs ': no judgments in the file' ''
	refused -R probs ':1: 4 columns, but a line has 5 to 6: topic iteration document relevance probability' '1 0 a 1\n'
	refused -R probs ':1: 7 columns, but a line has 5 to 6: topic iteration document relevance probability' \
		'1 0 a 1 1 x y\n'
	refused -R probs ":2: relevance 'x' is not an integer" '1 0 a 1 1\n1 0 b x 1\n'
	refused -R probs ":1: relevance '-1000001' is not within -1000000 and 1000000" '1 0 a -1000001 1\n'
	refused -R probs ":1: probability '0' is not above 0 and at most 1" '1 0 a 1 0\n'
	refused -R probs ":1: probability '-0.5' is not above 0 and at most 1" '1 0 a 1 -0.5\n'
	refused -R probs ":1: probability '1.0001' is not above 0 and at most 1" '1 0 a 1 1.0001\n'
	refused -R probs ":1: probability 'inf' is not above 0 and at most 1" '1 0 a 1 inf\n'
	refused -R probs ":1: probability 'nan' is not above 0 and at most 1" '1 0 a 1 nan\n'
	refused -R probs ":1: probability '0.5x' is not a number" '1 0 a 1 0.5x\n'
	refused -R probs ':1: NUL byte in the line: not a text file, or UTF-16' '1 0 a\0 1 1\n'
	refused -R probs ":4: document 'a' of topic '1' is judged twice: first on line 2" \
		'# x\n1 0 a 1 1\n\n1 0 a 1 1\n'
}

@test "malformed lines of prels are refused" {
	refused -R prels ': no judgments in the file' '1 a -999 1 0.5\n'
	refused -R prels ':1: 3 columns, but a line has 4 to 5: topic document relevance [method] probability' '1 a 1\n'
	refused -R prels ':1: 6 columns, but a line has 4 to 5: topic document relevance [method] probability' \
		'1 a 1 1 1 1\n'
	refused -R prels ":1: relevance '0.5' is not an integer" '1 a 0.5 1\n'
	refused -R prels ":1: method '3' is not 0, 1 or 2" '1 a 1 3 0.5\n'
	refused -R prels ":1: method 'x' is not 0, 1 or 2" '1 a 1 x 0.5\n'
	refused -R prels ":1: probability '0' is not above 0 and at most 1" '1 a 1 1 0\n'
	refused -R prels ":1: probability '2' is not above 0 and at most 1" '1 a 1 2\n'
	refused -R prels ":1: probability 'na' is not a number" '1 a 1 1 na\n'
	refused -R prels ":2: document 'a' of topic '1' is judged twice: first on line 1" '1 a 1 1\n1 a 1 1\n'
}

@test "malformed lines of strata are refused" {
	refused -R strata ': no judgments in the file' '\n'
	refused -R strata ':1: 4 columns, but a line has 5: topic iteration document stratum relevance' '1 0 a 1\n'
	refused -R strata ':2: 6 columns, but a line has 5: topic iteration document stratum relevance' \
		'1 0 a A 1\n1 0 b A 1 1\n'
	refused -R strata ":1: relevance 'A' is not an integer" '1 0 a 1 A\n'
	refused -R strata ":1: relevance '2000000' is not within -1000000 and 1000000" '1 0 a 1 2000000\n'
	refused -R strata ":2: document 'a' of topic '1' is judged twice: first on line 1" '1 0 a A 1\n1 0 a B 1\n'
}

@test "probs, prels and strata are read from gzip, standard input and CRLF, with a byte-order mark" {
	for case in 'probs 1\t0\ta 1 0.5\r\n1 0 b 0 1 run\r\n' \
		'prels \xef\xbb\xbf1 a 1 1 0.5\n1 c -999 1 0.5\n1 d 1 1 NA\n1 b 0 0 7e-1\n' \
		'prels 1 a 1 0.5\r\n1 b 0 1' \
		'strata # x\n1 0 a 1 1\n1 0 b 2 0\n'; do
		local format=${case%% *} text=${case#* }
		# shellcheck disable=SC2059
		printf "$text" >input
		gzip -c input >input.gz
		for file in input input.gz; do
			gives '1 2 1 1' --quiet-warnings -R "$format" -m num_q -m num_ret -m num_rel -m num_rel_ret $file run
			gives '1 2 1 1' --quiet-warnings -R "$format" -m num_q -m num_ret -m num_rel -m num_rel_ret - run <$file
		done
	done
}

@test "CSV that is truncated gzip is an error of reading, not of the data" {
	printf 'topic,docno,rel\n1,a,1\n1,b,0\n' | gzip -c | head -c 30 >input.gz
	run --separate-stderr "$STRAT_EVAL" -R csv input.gz run
	assert_equal "$status $output" '2 '
	assert_equal "$stderr" 'strat_eval: input.gz: damaged or truncated gzip data'
}

# The shell reads the first line, and the program what is left: topic 1 alone, of whose two documents one is relevant.
@test "standard input is read from where it is, not from the beginning of its file" {
	printf '1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n' >run
	printf '2 0 a 1\n1 0 b 1\n' >judged
	{
		read -r _
		gives '1 2 1' -m num_q -m num_ret -m num_rel - run
	} <judged
	gives '2 2 2' --quiet-warnings -c -m num_q -m num_ret -m num_rel - run <judged
}
