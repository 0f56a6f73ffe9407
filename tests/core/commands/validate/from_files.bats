#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval validate from files: the export of a platform, and lists of documents.

load ../../../support/helper

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

validate() { "$STRAT_EVAL" validate "$@"; }

# An export of 2,000 documents as platforms write them: byte-order mark, CR LF, quotes, words, empty codes. Every
# tenth was produced, and all of these are coded; of the others 100 are: 5, 25, 45 ...
export_of() # FILE
{
	awk 'BEGIN {
		printf "\357\273\277Control Number,Custodian,Responsive?,Notes\r\n"
		for (i = 1; i <= 2000; i++) {
			code = i % 10 == 0 ? i % 40 == 0 ? "No" : "Yes" : i % 20 == 5 ? i % 400 == 5 ? "Responsive" : "Not Responsive" : ""
			printf "DOC%05d,\"Doe, J\",%s,\"two\nlines\"\r\n", i, code
		}
	}' >"$1"
	awk 'BEGIN { print "BegDoc"; for (i = 10; i <= 2000; i += 10) printf "DOC%05d\n", i }' >produced.csv
}

# The answer from the files is that of the command line that it prints, with its ledger, unless it has what counts do not tell.
same_from_counts() # ARGUMENT...
{
	validate "$@" --quiet-warnings >table
	sed -n 's/^strat_eval validate/validate/p' table >line
	local without=nothing
	if grep -q 'since\|control\|after the draw' line table; then without='ledger: '; fi
	validate "$@" --quiet-warnings --format=csv | grep -v "$without" >from_files
	eval "\"\$STRAT_EVAL\" $(cat line) --format=csv" | grep -v "$without" | diff from_files -
}

# By hand: 200 produced, 50 of them "No" (every fortieth): 150. Of 1800 others 100 are coded (5, 25, 45 ...), 5 relevant
# (5, 405, 805 ...): 1800 * 5/100 = 90, recall 150/240.
@test "an export and the list of the production give the counts, and the command line that has them" {
	export_of export.csv
	# nobody said that the coded documents were drawn at random, and of the collection they cannot be: all that was produced is among them
	evaluate validate export.csv --produced=produced.csv --collection=export.csv --target=0.3
	assert_equal "$exit_status $(head -1 stderr)" '64 strat_eval: export.csv: 100 documents are coded that were not produced, and nothing says whether they were drawn at random. If they were, from all that was not produced: strat_eval validate --produced=produced.csv --collection=export.csv --target=0.3 export.csv --drawn-from=null; if some of them were, list these: add --null-sample=FILE'
	run --separate-stderr validate export.csv --produced=produced.csv --collection=export.csv --target=0.3 --drawn-from=null
	assert_success
	assert_line --index 0 'Known misses: 5 documents are coded relevant and neither produced nor'
	assert_line --index 1 '  withheld, 5 of them in a sample.'
	assert_line 'The same from counts:'
	assert_line 'strat_eval validate --collection=2000 --produced=200::150 --null=1800:100:5 --target=0.3'
	assert_line --regexp '^recall +0\.6250 '
	assert_equal "$stderr" ''
	same_from_counts export.csv --produced=produced.csv --collection=export.csv --drawn-from=null --target=0.3 --tail=lower --ci=bb-bound --level=0.9
	# the number of documents alone
	same_from_counts export.csv --produced=produced.csv -N 2000 --drawn-from=null
	grep -q -- '--collection=2000 --produced=200::150 --null=1800:100:5' line
	# a page names the files
	validate export.csv --produced=produced.csv --collection=export.csv --drawn-from=null --format=html --quiet-warnings >page
	sed 's/<[/]*span>//g' page | grep -A 1 'The same from counts:' | grep -qF '<pre>strat_eval validate --collection=2000'
	grep -q '<th scope="row">produced.csv' page
}

# The null sample is 5, 105, 205 ...: 20 documents, a part of what was coded outside; 5, 405, 805 ... of them are relevant.
# The other 80 were in what was drawn from (1800, 20 drawn), or they were not (1720); nothing of them is relevant.
@test "of what was coded outside the production, only the sample that was drawn stands for others" {
	export_of export.csv
	awk 'BEGIN { print "Doc ID"; for (i = 5; i <= 2000; i += 100) printf "DOC%05d\n", i }' >drawn.csv
	run --separate-stderr validate export.csv --produced=produced.csv --collection=export.csv --null-sample=drawn.csv
	assert_line 'strat_eval validate --collection=2000 --produced=200::150 --null=1800:20:5'
	assert_line 'The estimates from counts:'
	assert_equal "$stderr" 'strat_eval: warning: export.csv: 80 coded documents were neither produced nor drawn, and nothing says whether the sample was drawn also from what was already coded (--drawn-from=null) or not (--drawn-from=unreviewed): the bounds hold for both'
	# each answer, and the bounds of all are those of the two together
	same_from_counts export.csv --produced=produced.csv --collection=export.csv --null-sample=drawn.csv --drawn-from=null
	assert_equal "$(cat line)" 'validate --collection=2000 --produced=200::150 --null=1800:20:5'
	cp from_files null
	same_from_counts export.csv --produced=produced.csv --collection=export.csv --null-sample=drawn.csv --drawn-from=unreviewed
	assert_equal "$(cat line)" "validate --collection=2000 --produced=200::150 --null='coded before=80::0' --null=1720:20:5"
	validate export.csv --produced=produced.csv --collection=export.csv --null-sample=drawn.csv --quiet-warnings --format=csv >both
	for end in lo hi; do
		cat null from_files | awk -F, -v end=$end '$3 == "ci_" end "_est_recall" { x = $14; best = NR == 1 || best == "" || (end == "lo" ? x < best : x > best) ? x : best } END { print best }' >expected
		awk -F, -v end=$end '$3 == "ci_" end "_est_recall" { print $14 }' both | diff expected -
	done
}

# Control set: documents 5, 25 ... 405 that are coded outside (21: 5 and 405 relevant) and 10, 20 ... 100 of the production (10: 40 and
# 80 are "No"): n = 31, p = 10, a = 8, b = 2. Null sample: 305, 325 ... 605 (16: 405 relevant), of which 305 ... 405 are
# in both (6, one relevant).
@test "a control set and a null sample count each document once" {
	export_of export.csv
	awk 'BEGIN { for (i = 5; i <= 405; i += 20) printf "DOC%05d\n", i; for (i = 10; i <= 100; i += 10) printf "DOC%05d\n", i }' >control.txt
	awk 'BEGIN { for (i = 305; i <= 605; i += 20) printf "DOC%05d\n", i }' >null.txt
	set -- export.csv --produced=produced.csv --collection=export.csv --control=control.txt
	same_from_counts "$@" --null-sample=null.txt --drawn-from=null
	assert_equal "$(cat line)" 'validate --collection=2000 --produced=200::150 --null=1800:16:1 --control=31:10:8:2 --null-overlap=6:1 --known-missed=5'
	same_from_counts "$@"
	assert_equal "$(cat line)" 'validate --collection=2000 --produced=200::150 --control=31:10:8:2 --known-missed=5'
	# not all of the production is coded: its size is known, and the control set tells the rest
	sed 's/^\(DOC00200,.*\),No,/\1,,/' export.csv >partly.csv
	same_from_counts partly.csv --produced=produced.csv --collection=export.csv --control=control.txt
	assert_equal "$(cat line)" 'validate --collection=2000 --produced=200 --control=31:10:8:2 --known-missed=5'
}

# 150 of 300 and 150 of 2700 documents are drawn; words come back for grades.
@test "a sample with strata comes back from the reviewers" {
	awk 'BEGIN { print "docno,label"; for (i = 1; i <= 3000; i++) print "d" i "," (i % 10 == 0 ? "produced" : "rest") }' >labels.csv
	awk 'BEGIN { for (i = 10; i <= 3000; i += 10) print "d" i }' >produced
	"$STRAT_EVAL" sample --labels=labels.csv --size=300 --allocation=equal --seed=3 >sample.csv
	awk -F, -v OFS=, '/^1,/ { n = substr($2, 2) + 0; $3 = n % 10 == 0 ? n % 30 == 0 ? "N" : "Y" : n % 50 == 7 ? "Y" : "N" } { print }' sample.csv >back.csv
	same_from_counts back.csv --produced=produced
	# the counts by awk
	awk -F, '/^1,/ { n[$5]++; r[$5] += $3 == "Y"; N[$5] = $6 }
		END { printf "validate --null=rest=%d:%d:%d --produced=produced=%d:%d:%d\n", N["rest"], n["rest"], r["rest"],
			N["produced"], n["produced"], r["produced"] }' back.csv | tr ' ' '\n' | sort >expected
	tr ' ' '\n' <line | sort | diff expected -
	# a production that is larger (circle.bats has those that cut a stratum)
	{ cat produced; echo d1x; } >more
	refused 1 'back.csv: the strata that are produced have 300 documents, and 301 are in more' validate back.csv --produced=more
}

# The production of 200 in three volumes: 10 to 1000, 1010 to 2000, and 980 to 1020 once more, which are in two (5), 1000 in all
# three after a fourth.
@test "volumes of a production add up, and a document in two of them counts once" {
	export_of export.csv
	validate export.csv --produced=produced.csv -N 2000 --target=0.3 --drawn-from=null 2>/dev/null >whole
	volume() { awk -v from="$1" -v to="$2" 'BEGIN { for (i = from; i <= to; i += 10) printf "DOC%05d\n", i }'; }
	volume 10 1000 >v1
	volume 1010 2000 >v2
	volume 980 1020 >v3
	volume 1000 1000 >v4
	run --separate-stderr validate export.csv --produced=v1 --produced=v2 -N 2000 --target=0.3 --drawn-from=null
	assert_equal "$output" "$(cat whole)"
	assert_equal "$stderr" ''
	run --separate-stderr validate export.csv --produced=v2 --produced=v1 --produced=v3 --produced=v4 -N 2000 --target=0.3 --drawn-from=null
	assert_equal "$output" "$(cat whole)"
	assert_equal "$stderr" "strat_eval: warning: the lists of the production: 5 documents stand in two volumes: each counts once"
	# the same file once more says nothing new
	run --separate-stderr validate export.csv --produced=v1 --produced=v2 --produced=v1 -N 2000 --target=0.3 --drawn-from=null
	assert_equal "$output$stderr" "$(cat whole)"
	# of a wrong volume its name is told; a document twice in one list is an error as before
	echo X1 >>v2
	refused 1 "v2: 1 of 101 documents is not in the collection: 'X1'" validate export.csv --produced=v1 --produced=v2 --collection=export.csv
	{ cat v1; echo DOC00010; } >v5
	refused 1 "v5:101: document 'DOC00010' appears twice in the collection: first on line 1" validate export.csv --produced=v2 --produced=v5 -N 2000
}

@test "documents that others do not know are named" {
	export_of export.csv
	{ cat produced.csv; printf 'X%d\n' 1 2 3 4; } >other.csv
	refused 1 "other.csv: 4 of 204 documents are not in the collection: 'X1', 'X2', 'X3'" \
		validate export.csv --produced=other.csv --collection=export.csv
	printf 'DOC%05d\n' $(seq 10 10 2000) >few.csv
	evaluate validate export.csv --produced=produced.csv --collection=few.csv
	assert_equal "$exit_status $(cat stderr)" \
		"1 strat_eval: export.csv: 1800 documents are not in the collection: 'DOC00001', 'DOC00002', 'DOC00003'"
	sed 's/DOC/doc-/' produced.csv >written.csv
	refused 1 'export.csv: no document of written.csv (documents: 200) is coded: are the document numbers written the same way? (An elusion test alone: --drawn-from=null)' \
		validate export.csv --produced=written.csv -N 2000
	sed '1s/.*/Bates No/' produced.csv >named.csv # a header of a list that is not known
	refused 1 "named.csv:2: 1 column, but the lines above have 2: either all lines name their topic, or none does; if 'Bates No' is a header: write docno in its place, or type --run-column=docno='Bates No' if all lists have it" \
		validate export.csv --produced=named.csv -N 2000
	evaluate validate export.csv --produced=named.csv -N 2000 --drawn-from=null --run-column=docno='Bates No'
	assert_equal "$exit_status $(grep -c 'strat_eval validate --collection=2000 --produced=200::150' stdout)" '0 1'
	sed '1s/.*/Bates/' produced.csv >named.csv # would be one more document that was produced
	local said="named.csv:1: 'Bates' looks like a header: write docno in its place, or type --run-column=docno='Bates' if all lists have it; if it is a document, put a line docno above it"
	refused 1 "$said" validate export.csv --produced=named.csv -N 2000
	refused 1 "$said" sample --collection=named.csv --size=5
	for header in Bates,Code 'Bates;Code' '"Bates","Code"'; do # of several columns, the first
		printf '%s\n' "$header" DOC1,x DOC2,x >named.csv
		refused 1 "$said" sample --collection=named.csv --size=5
	done
	printf '%s\n' docno README D1 >named.csv
	evaluate sample --collection=named.csv --size=2
	assert_equal "$exit_status $(grep -c README stdout)" '0 1'
	printf 'DOC00001\nDOC99999\n' >drawn.csv # written otherwise, or not coded yet
	refused 1 'drawn.csv: none of its 2 documents is coded in export.csv: are the document numbers written the same way?' \
		validate export.csv --produced=produced.csv -N 2000 --null-sample=drawn.csv
	refused 1 "drawn.csv: 1 of 2 documents is not in the collection: 'DOC99999'" \
		validate export.csv --produced=produced.csv --collection=export.csv --null-sample=drawn.csv
	printf '%s\n' 'Control Number,Custodian,Coded by us' DOC00005,Doe,Yes >other.csv # the last column, as reviewers add it
	evaluate validate other.csv --produced=produced.csv -N 2000
	grep -q "say so, as in --column=rel='Coded by us'" stderr || fail "$(cat stderr)"
	printf 'docno,rel\na,1\nb,0\na,1\n' >twice.csv
	echo a >one
	refused 1 "twice.csv:4: document 'a' was coded already on line 2" validate twice.csv --produced=one -N 10
}

@test "an export of all documents is the list of the collection too" {
	printf 'Control Number,Responsive Designation\nd1,Responsive\nd2,Not Responsive\nd3,\nd4,Not Responsive\nd5,\n' >all.csv
	printf 'd1\nd2\n' >two
	evaluate validate all.csv --produced=two --collection=all.csv --drawn-from=null
	assert_equal "$exit_status" 0
	grep -qx 'strat_eval validate --collection=5 --produced=2::1 --null=3:1:0' stdout
	# the column of codes is the one whose name begins like a known one
	sed '1s/.*/Control Number,Responsive (first pass),Set/; 1!s/$/,x/' all.csv >other.csv
	refused 1 "other.csv:1: no column 'rel' in the header 'Control Number,Responsive (first pass),Set'; if it has another name, say so, as in --column=rel='Responsive (first pass)' (known names: rel, relevance, grade, label, Responsive?, Responsiveness, Responsive Designation, Relevant, included, label_included, asreview_label, Coding, Codes)" \
		validate other.csv --produced=two -N 5
}

@test "what is missing is said" {
	export_of export.csv
	refused 64 "'export.csv': the list of what was produced is missing, --produced=FILE; of an elusion test alone, that of what was not, --drawn-from=FILE" validate export.csv
	refused 64 'the number of documents is missing: --collection=FILE lists them (it may be the file with the codes, if all are in it), or -N gives their number' \
		validate export.csv --produced=produced.csv
	evaluate validate --produced=produced.csv
	assert_equal "$exit_status $(head -1 stderr)" \
		'64 strat_eval: a file with the codes of the documents is missing: JUDGED --produced=FILE'
	evaluate validate export.csv --produced=produced.csv --null=100:10:1
	assert_equal "$exit_status $(head -1 stderr)" \
		'64 strat_eval: --null and --stratum are counted from the files: leave them out'
	refused 64 '--produced=200::150: the files are counted: leave it out' validate export.csv --produced=produced.csv --produced=200::150
	# digits and colons are counts; a file of such a name is asked about
	cp produced.csv 2009
	refused 64 '--produced=2009: there is a file of this name, which is ./2009; for a number of documents, remove it' \
		validate export.csv --produced=2009 -N 2000
	validate export.csv --produced=./2009 -N 2000 --drawn-from=null | grep -qxF 'strat_eval validate --collection=2000 --produced=200::150 --null=1800:100:5'
	evaluate validate a b --show=columns
	assert_equal "$exit_status $(head -1 stderr)" '64 strat_eval: --show=columns: one file at a time'
	evaluate validate export.csv --show=columns --format=trec
	assert_equal "$exit_status $(head -1 stderr)" '64 strat_eval: --show=columns cannot be combined with --format=trec'
}

# 25, 125 ... 1925 are coded "Technical Issue": 20 of the 100 of the null set.
@test "other columns and words, and documents that cannot be assessed" {
	export_of export.csv
	sed -e '1s/Responsive?/First Level/' -e 's/,Not Responsive,/,NR-final,/' export.csv >own.csv
	run --separate-stderr validate own.csv --produced=produced.csv -N 2000 --column=rel='First Level' --nonrelevant-word=NR-final --drawn-from=null
	assert_line 'strat_eval validate --collection=2000 --produced=200::150 --null=1800:100:5'
	sed 's/^\(DOC0[0-9]*25,.*\),Not Responsive,/\1,Technical Issue,/' export.csv >gray.csv
	run --separate-stderr validate gray.csv --produced=produced.csv -N 2000 --gray-word='Technical Issue' --drawn-from=null
	assert_line 'strat_eval validate --collection=2000 --produced=200::150 --null=1800:80:5'
	[[ "$stderr" == *'gray.csv: 20 documents are coded neither relevant nor not: left out, as if not drawn'* ]] || fail "$stderr"
	# the same in numbers: below 0 is what could not be assessed (doc/sampling.md), named or not
	sed 's/,Not Responsive,/,0,/; s/,Responsive,/,1,/; s/,Technical Issue,/,-1,/' gray.csv >numbers.csv
	for word in --quiet-warnings --gray-word=-1; do
		run --separate-stderr validate numbers.csv --produced=produced.csv -N 2000 --drawn-from=null $word
		assert_line 'strat_eval validate --collection=2000 --produced=200::150 --null=1800:80:5'
	done
	# those of a list that was drawn, too: of the 100 coded ones the first 60 are listed, 12 of them not assessed; or as a control set
	awk 'BEGIN { for (i = 5; i < 1205; i += 20) printf "DOC%05d\n", i }' >drawn.txt
	run --separate-stderr validate gray.csv --produced=produced.csv -N 2000 --gray-word='Technical Issue' --null-sample=drawn.txt --drawn-from=null
	assert_line 'strat_eval validate --collection=2000 --produced=200::150 --null=1800:48:3 --known-missed=5'
	run --separate-stderr validate gray.csv --produced=produced.csv -N 2000 --gray-word='Technical Issue' --control=<(cat drawn.txt; seq -f 'DOC%05.0f' 10 10 60)
	assert_line 'strat_eval validate --collection=2000 --produced=200::150 --control=54:6:5:3 --known-missed=5'
	run validate numbers.csv --show=columns
	assert_line --regexp '^rel .* -1 +20 left out$'
	run validate numbers.csv --produced=produced.csv -N 2000 --gray-word=-1 --nonrelevant-word=-1
	assert_output 'strat_eval: --gray-word=-1: there is --nonrelevant-word=-1 already; only one can be given'
}

# 1,500 of 50,000 are drawn with a seed; the codes of the platform are by number. The counts by awk.
@test "an export of 50,000 rows goes to the report in two commands" {
	awk 'BEGIN { printf "\357\273\277Doc ID,Custodian,Coding\r\n"; for (i = 1; i <= 50000; i++) printf "DOC%06d,\"Doe, J\",\r\n", i }' >export.csv
	awk 'BEGIN { print "DocID"; for (i = 10; i <= 50000; i += 10) printf "DOC%06d\n", i }' >produced.csv
	"$STRAT_EVAL" sample --collection=export.csv --size=1500 --seed=2026 >sample.csv
	# the reviewers, in the platform
	awk -F, 'NR == FNR { if (/^1,/) drawn[$2]; next } FNR > 1 && $1 in drawn { n = substr($1, 4) + 0
		sub(/,\r$/, "," (n % 10 == 0 && n % 40 > 0 || n % 200 == 7 ? "R" : "NR") "\r") } { print }' sample.csv export.csv >coded.csv
	same_from_counts coded.csv --produced=produced.csv --collection=export.csv --control=sample.csv --target=0.7
	awk -F, '/^1,/ { n = substr($2, 4) + 0; p += n % 10 == 0; a += n % 10 == 0 && n % 40 > 0; b += n % 200 == 7 }
		END { printf "validate --collection=50000 --produced=5000 --control=1500:%d:%d:%d --target=0.7\n", p, a, b }' sample.csv | diff - line
	grep -q '^For the report:' table
}

@test "families: whole ones that were drawn are asked about, and each answer works; single documents are not" {
	awk 'BEGIN { print "Doc ID,Responsive,Family ID"; for (i = 1; i <= 400; i++) print "D" i "," (i <= 200 ? "" : i % 20 ? "N" : "Y") ",F" int((i + 1) / 2) }' >families.csv
	seq -f 'D%g' 1 100 | awk '{ print }' >made.txt
	sed -i '2,101s/,,/,Y,/' families.csv
	evaluate validate families.csv --produced=made.txt -N 800 --drawn-from=null
	assert_equal "$exit_status" 64
	local said="families.csv: 100 families of several documents (column 'Family ID') were drawn as a whole. If whole families were drawn: strat_eval validate --produced=made.txt --collection=800 --drawn-from=null families.csv --cluster-column='Family ID'; if single documents were: strat_eval validate --produced=made.txt --collection=800 --drawn-from=null families.csv --column=cluster="
	assert_equal "$(cat stderr)" "strat_eval: $said"
	validate --produced=made.txt --collection=800 --drawn-from=null families.csv --cluster-column='Family ID' | grep -q 'whole families were drawn'
	evaluate validate --produced=made.txt --collection=800 --drawn-from=null families.csv --column=cluster=
	[ "$exit_status" = 0 ]
	# a name of one letter is a name
	printf '%s\n' 'Doc ID,Responsive,Family ID' D1,Y,p D2,Y,p D3,Y,a D4,N,a D5,N,b D6,N,b D7,N,c D8,N,c >letters.csv
	printf '%s\n' D1 D2 >two.txt
	evaluate validate letters.csv --produced=two.txt -N 20 --drawn-from=null
	assert_equal "$exit_status $(grep -o "letters.csv: [0-9]* families of several documents" stderr)" '64 letters.csv: 3 families of several documents'
	# one document of a family was not drawn: single documents were
	sed 's/^D300,Y,/D300,,/' families.csv >single.csv
	evaluate validate single.csv --produced=made.txt -N 800 --drawn-from=null
	assert_equal "$exit_status $(cat stderr)" '0 '
}

@test "the page has the checksum of every file that was read, the control set among them" {
	printf 'Doc ID,Responsive\nD1,Y\nD2,N\nD3,N\nD4,Y\n' >codes.csv
	printf 'D1\nD2\n' >set.txt
	printf 'D1\nD2\nD3\nD4\n' >drawn.txt
	evaluate validate codes.csv --produced=set.txt -N 10 --control=drawn.txt --format=html
	[ "$exit_status" = 0 ]
	for file in codes.csv set.txt drawn.txt; do
		grep -qE "$file.*<td>$(wc -c <$file)<td" <(tr -d '\n' <stdout)
	done
}

@test "the command line from counts prints the same text, with the word, and what a further sample would do" {
	export_of export.csv
	validate export.csv --produced=produced.csv --collection=export.csv --drawn-from=null --target=0.5123456789 --word="counsel's" \
		--title='Doe v. Roe' --digits=5 --quiet-warnings >table
	sed -n '/^strat_eval /s/^strat_eval //p' table >line
	grep -q -- '--target=0.5123456789 --word=' line || fail "$(cat line)"
	eval "\"\$STRAT_EVAL\" $(cat line)" | diff <(sed -n '/^documents /,$p' table) -
	grep -q 'further documents' table
}

# 800 of 16,000 documents that were not produced are drawn, 5 of them relevant. From counts: --null=16000:800:5.
@test "the elusion test alone, from files: asked for, and then as from counts" {
	perl -e 'open S, ">", "sample.csv"; open P, ">", "prod"; open A, ">", "all"; open N, ">", "null";
		print S "Control Number,Responsive Designation\n";
		for (1 .. 20000) { print A "D$_\n"; print {$_ <= 4000 ? P : N} "D$_\n";
			printf S "D%d,%s\n", $_, $_ % 4000 == 0 || $_ == 4020 ? "Responsive" : "Not Responsive" if $_ > 4000 && $_ % 20 == 0 }'
	"$STRAT_EVAL" validate --null=16000:800:5 --format=csv | grep -v ledger >counts
	evaluate validate sample.csv --produced=prod --collection=all
	[ "$exit_status" = 64 ]
	# the answer that is offered is typed
	local offered
	offered=$(sed -n 's/.*from all that was not produced: strat_eval \(.*\); if some.*/\1/p' stderr)
	for call in "$offered" 'validate sample.csv --produced=prod -N 20000 --drawn-from=null' 'validate sample.csv --drawn-from=null'; do
		[ "$call" = 'validate sample.csv --drawn-from=null' ] && call=${call/=null/=./null}
		"$STRAT_EVAL" $call --quiet-warnings --format=csv | grep -v ledger >answer
		cmp answer counts || fail "$call"
	done
	refused 64 "'sample.csv': the list of what was produced is missing, --produced=FILE; of an elusion test alone, that of what was not, --drawn-from=FILE" validate sample.csv
}
