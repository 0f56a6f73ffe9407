#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval stop: where stopping rules end a review.

load ../../../support/helper

stop() {
	"$STRAT_EVAL" stop "$@"
}

# LETTERS...: c control, r ranked, t random, a again; capital letters are relevant. Documents have the
# numbers of their lines; "again" takes those of the control sample from the first on.
review() # LETTERS
{
	perl -e '
		print "docno,rel,control,random\n";
		my ($n, $again) = (0, 0);
		for my $letter (split //, $ARGV[0]) {
			my $kind = lc $letter;
			my $document = $kind eq "a" ? ++$again : ++$n;
			printf "d%d,%d,%s,%s\n", $document, $letter ne $kind, $kind eq "c" ? 1 : "", $kind eq "t" ? 1 : 0;
		}' "$1" > review.csv
}

# Wrong usage: the message begins with the command.
misused() # MESSAGE ARGUMENT...
{
	local message=$1
	shift
	evaluate "$@"
	assert_equal "$* -> $exit_status $(head -1 stderr)" "$* -> 64 strat_eval: $message"
	[ ! -s stdout ] || fail "$*: standard output is not empty"
}

letters() # LETTER COUNT ...
{
	perl -e 'while (@ARGV) { my ($letter, $n) = splice @ARGV, 0, 2; print $letter x $n }' "$@"
}

@test "each rule's stop, cost and recall, by hand" {
	# 10 of the first 20 are relevant, none of the other 80: all that there are
	review "$(letters R 10 r 90)"
	run stop -N 100 --batch=10 --target=0.9 --format=csv --looks=0 review.csv
	assert_success
	assert_equal "$(echo "$output" | pick step,judged,cost,found,recall rule=batch-precision)" 20,20,0.200000,10,1.000000
	assert_equal "$(echo "$output" | pick step,judged,cost,found,recall rule=budget)" 50,50,0.500000,10,1.000000
	assert_equal "$(echo "$output" | pick step,needs rule=knee)" ,
	assert_equal "$(echo "$output" | pick step,needs rule=qbcb)" ',a control sample with relevant documents'
	assert_equal "$(echo "$output" | pick step,needs rule=tail-once)" ',--tail-size and as many random documents in a row'
	# 2 more would be too many: at 80, in the window from 11 on, C(20,2)/C(90,2) = .0474
	assert_equal "$(echo "$output" | pick step,p rule=quasi-sample)" 80,0.047441
	# nothing is left in the end; too many are 12, and 2 are left at 98
	assert_equal "$(echo "$output" | pick step,p rule=anytime)" 100,0.000000
}

@test "qbcb for 80 % stops at 45 of 50 relevant documents of a control sample, not before, and needs 14" {
	review "$(letters C 50 c 50 R 20 A 44 r 5 A 1 r 5)"
	run stop -N 1000 --batch=1 --target=0.8 --format=csv review.csv
	assert_success
	assert_equal "$(echo "$output" | pick step,judged,found what=stop rule=qbcb)" 170,125,70
	review "$(letters C 13 c 50 A 13)"
	run stop -N 1000 --batch=1 --target=0.8 --format=csv review.csv
	assert_equal "$(echo "$output" | pick step,p what=stop rule=qbcb)" ,0.054976 # .8^13
	review "$(letters C 14 c 50 A 14)"
	run stop -N 1000 --batch=1 --target=0.8 --format=csv review.csv
	assert_equal "$(echo "$output" | pick step,p what=stop rule=qbcb)" 78,0.043980 # .8^14
}

# 45 found; 3 of the 100 left would be too many: 50 49 48/(100 99 98).
@test "tail-once looks at the size that was set, tail-again at every look" {
	review "$(letters R 45 t 80)"
	run stop -N 145 --batch=5 --tail-size=70 --format=csv --looks=100 review.csv
	assert_success
	assert_equal "$(echo "$output" | pick p what=look rule=tail-again step=95)" 0.121212
	assert_equal "$(echo "$output" | pick step,judged,found what=stop rule=tail-again)" 110,110,45 # 35 34 33/..
	assert_equal "$(echo "$output" | pick step,judged,found what=stop rule=tail-once)" 115,115,45
	assert_equal "$(echo "$output" | pick step what=look rule=tail-once)" 115
	near "$(echo "$output" | pick p what=stop rule=tail-once)" 0.025108 0.000001 # 30 29 28/(100 99 98)
	run stop -N 145 --batch=5 --tail-size=50 --format=csv review.csv
	assert_equal "$(echo "$output" | pick step,p what=stop rule=tail-once)" ,0.121212
}

@test "rules with a guarantee are kept apart, in the table and in the help" {
	review "$(letters R 10 r 30 t 20)"
	run stop -N 100 --batch=10 review.csv
	assert_success
	assert_line --index 0 '100 documents, 60 judged, 10 relevant found; random 20, 0 relevant'
	assert_line --index 1 'Rules with a guarantee: recall below 0.95 with probability 0.05 at most'
	assert_line 'Heuristics and repeated looks: no guarantee'
	assert_line 'p along the way: of "recall is below 0.95"'
	guaranteed=$(echo "$output" | sed -n '/^Rules/,/^Heur/p' | awk '/^[a-z]/ && !/^rule/ { print $1 }')
	assert_equal "$guaranteed" $'anytime\nqbcb\ntail-once'
	run stop --help
	guaranteed=$(echo "$output" | sed -n '/^Rules with/,/^Heur/p' | sed -n 's/^\([a-z-]*\) - .*/\1/p')
	assert_equal "$guaranteed" $'anytime\nqbcb\ntail-once'
}

@test "two columns as HiCAL writes them are the same review" {
	review "$(letters R 10 r 30)"
	stop -N 100 --batch=10 review.csv > expected
	tail -n +2 review.csv | awk -F, '{ print $1, $2 }' > pairs
	run stop -N 100 --batch=10 pairs
	assert_success
	assert_output "$(cat expected)"
	# -1 is not relevant, and grades count from -l on
	sed -i 's/ 0$/ -1/; s/ 1$/ 2/' pairs
	run stop -N 100 --batch=10 -l 2 - < pairs
	assert_output "$(cat expected)"
}

@test "a run with judgments is reviewed in the order of the ranking" {
	need_data clef-tar
	qrels=$DATA/clef-tar/prognosis.abs.qrels run=$DATA/clef-tar/prognosis.baseline.run
	run stop --format=csv --looks=0 "$qrels" "$run"
	assert_success
	# found after so many documents, by another way
	ranked=$(sort -k5,5gr -k3,3r "$run" | awk '{ print $3 }')
	for rule in batch-precision budget knee quasi-sample; do
		IFS=, read -r topic judged found recall <<<"$(echo "$output" | pick topic,judged,found,recall rule="$rule")"
		again=$(echo "$ranked" | head -n "$judged" |
			awk -v q="$qrels" 'BEGIN { while ((getline line < q) > 0) { split(line, f); if (f[4] > 0) rel[f[3]] = 1 } }
				{ n += $1 in rel } END { print n + 0 }')
		assert_equal "$rule $topic $found" "$rule CD012661 $again"
		near "$recall" "$(awk -v n="$again" 'BEGIN { print n / 192 }')" 0.000001 # official: 192 relevant
	done
}

@test "a ranking has the stops of a review in its order" {
	letters=$(letters R 6 r 9 R 2 r 33 R 1 r 49)
	review "$letters"
	awk -F, 'NR > 1 { print 1, 0, $1, $2 }' review.csv >qrels
	awk -F, 'NR > 1 { print 1, "Q0", $1, NR, 1000 - NR, "run" }' review.csv >ranked.run
	for rule in budget batch-precision knee quasi-sample; do
		stop -N 100 --batch=10 --target=0.9 --format=csv --looks=0 review.csv | pick rule,step,judged,found,recall rule=$rule
	done >expected
	for rule in budget batch-precision knee quasi-sample; do
		stop -N 100 --batch=10 --target=0.9 --format=csv --looks=0 qrels ranked.run | pick rule,step,judged,found,recall rule=$rule
	done | diff expected -
	grep -qx 'batch-precision,30,30,8,0.888889' expected # none of the ten up to the 30th is relevant; 8 of 9 are found
}

@test "the review is complete in the end, so recall is known" {
	review "$(letters R 3 r 7)"
	run stop -N 10 --batch=5 --format=csv review.csv
	assert_equal "$(echo "$output" | pick recall rule=budget what=stop)" 1.000000
	run stop -N 11 --batch=5 --format=csv review.csv
	assert_equal "$(echo "$output" | pick recall rule=budget what=stop)" ''
}

# By hand: 4 of 34 ranked documents are relevant, and recall is below .95 if one of the 10 left is; of 9 random ones it is none with probability
# 1/10, one less the level. 7 of 100 are .07 of them, no less and no more.
@test "a p that is one less the level stops, and a share that is the limit is the limit" {
	{ echo docno,rel,random; for i in {1..34}; do echo "d$i,$((i < 5)),"; done; for i in {35..43}; do echo "d$i,0,1"; done; } >even.csv
	run stop -N 44 --target=0.95 --level=0.9 --tail-size=9 --format=csv even.csv
	assert_equal "$(pick step,p rule=tail-once what=stop <<<"$output")" 43,0.100000
	run stop -N 44 --target=0.95 --level=0.9 <(sed 35q even.csv)
	[[ "$(tr -s ' \n' ' ' <<<"$output")" == *'draw 9 documents at random from the 10 that are left'* ]] || fail "$output"
	{ echo docno,rel; for i in {1..100}; do echo "d$i,$((i < 8))"; done; } >seven.csv
	assert_equal "$(stop -N 10000 --rule=batch-precision:0.07 --format=csv seven.csv | pick step rule=batch-precision what=stop)" ''
	assert_equal "$(stop -N 100 --rule=budget:0.07 --batch=7 --format=csv seven.csv | pick step rule=budget what=stop)" 7
}

@test "documents that could not be assessed count as not relevant, and a warning says how many there are" {
	printf 'docno,rel\nd1,1\nd2,maybe\nd3,-1\nd4,0\n' >x.csv
	run --separate-stderr stop -N 10 --gray-word=maybe x.csv
	assert_equal "$stderr" 'strat_eval: warning: x.csv: 2 lines are of documents that could not be assessed: they count as not relevant, and what rules guarantee holds only if they are not'
	assert_line --index 0 '10 documents, 4 judged, 1 relevant found'
}

# ASReview until 2.0 and Rayyan export no times. What nobody reviewed comes last, and counts in the collection.
@test "an export in the order of the review needs no times" {
	printf 'record_id,title,label_included\n1,a,1\n2,b,0\n3,c,1\n4,d,\n5,e,\n' >x.csv
	stop x.csv >given
	printf 'docno,rel\n1,1\n2,0\n3,1\n' >y.csv
	stop -N 5 y.csv | diff given -
	printf 'docno,rel\n1,1\n9,\n2,0\n3,1\n8,\n' >gaps.csv
	stop --column=time= gaps.csv | diff given -
	awk 'BEGIN { print "docno,rel"; for (i = 1; i <= 40; i++) print i "," (i <= 10 ? 1 : i <= 25 ? 0 : "") }' >sorted.csv
	refused 1 'sorted.csv: all 10 relevant documents come before all 15 others, and no column gives the time: the file seems to be sorted by decision. If this is the order of the review, say --column=time=' stop sorted.csv
	stop --column=time= sorted.csv | grep -q '^40 documents, 25 judged, 10 relevant found'
}

@test "each bad input is an error with file, line, field and value" {
	printf 'docno,rel\nd1,1\nd2,maybe\n' > x.csv
	refused 1 "x.csv:3: relevance 'maybe' is neither a whole number nor a known word; unknown words in this column: 'maybe'; say what they mean, as in --relevant-word='maybe', --nonrelevant-word='maybe' or --gray-word='maybe' (known: R, Y, yes, true, relevant, responsive, included, include, hot; NR, N, no, false, not relevant, nonrelevant, irrelevant, not responsive, nonresponsive, unresponsive, excluded, exclude)" stop -N 10 x.csv
	printf 'docno,rel\nd1,1\nd2,\nd3,0\n' > x.csv
	refused 1 "x.csv:3: no decision, but the document on line 4 has one, and no column gives the time: is the order that of the review? If it is, say --column=time=" stop -N 10 x.csv
	printf 'docno,rel,control\nd1,1,yes\n' > x.csv
	refused 1 "x.csv:2: control 'yes' is neither 0 nor 1" stop -N 10 x.csv
	printf 'docno,rel,control,random\nd1,1,0,2\n' > x.csv
	refused 1 "x.csv:2: random '2' is neither 0 nor 1" stop -N 10 x.csv
	printf 'docno,rel,control,random\nd1,1,1,1\n' > x.csv
	refused 1 "x.csv:2: document 'd1' is both control and random; a control sample was drawn before the review, random documents during it" stop -N 10 x.csv
	printf 'docno,rel,control\nd1,1,0\nd2,1,1\n' > x.csv
	refused 1 "x.csv:3: document 'd2' is of the control sample, which must come before all others" stop -N 10 x.csv
	printf 'docno,rel\nd1,1\nd1,1\n' > x.csv
	refused 1 "x.csv:3: document 'd1' is reviewed already on line 2" stop -N 10 x.csv
	printf 'docno,rel,control\nd1,1,1\nd2,0,1\n' > x.csv
	refused 1 'x.csv: no document follows the control sample, so there is no review' stop -N 10 x.csv
	printf 'docno,rel,control\nd1,1,1\nd1,1,0\nd1,1,0\n' > x.csv
	refused 1 "x.csv:4: document 'd1' is reviewed already on line 2" stop -N 10 x.csv
	printf 'docno,rel,control\nd1,1,1\nd1,0,0\n' > x.csv
	refused 1 "x.csv:3: document 'd1' is judged otherwise on line 2" stop -N 10 x.csv
	printf 'docno,rel,control,random\nd1,1,1,0\nd1,1,0,1\n' > x.csv
	refused 1 "x.csv:3: document 'd1' cannot be drawn from what is left: it is of the control sample on line 2" stop -N 10 x.csv
	printf 'docno,rel,random\nd1,1,1\nd2,1,0\nd3,0,1\n' > x.csv
	refused 1 "x.csv:3: document 'd2' is not random, but --tail-size=2 needs 2 random documents in a row, and here are 1" stop -N 10 --tail-size=2 x.csv
	printf 'docno,rel\nd1,1\nd2,1\n' > x.csv
	refused 1 '2 documents are judged, more than the 1 of the collection (-N)' stop -N 1 x.csv
	printf 'docno,rel\n' > x.csv
	refused 1 'x.csv: no document is reviewed' stop -N 1 x.csv
	: > x.csv
	refused 1 'x.csv: no document is reviewed' stop -N 1 x.csv
	printf 'd1 1 0\n' > x
	refused 1 'x:1: 3 columns, but a line has 2: document judgment' stop -N 1 x
	printf 'document,judged\nd1,1\n' > x.csv
	run stop -N 1 x.csv
	assert_failure 1
	refused 2 'nowhere: cannot read: No such file or directory' stop -N 1 nowhere
}

@test "wrong usage is refused" {
	printf 'd1 1\n' > x
	refused 64 'the size of the collection is missing (-N): every document of the file is reviewed, so the file does not show it' stop x
	misused 'a review is needed, or judgments and a run' stop -N 1
	misused "give one review, or judgments and one run" stop -N 1 a b c
	misused '--tail-size: a ranking has no random documents (the experiment stopping draws some)' stop --tail-size=5 a b
	misused "--target=1: not a number above 0 and below 1" stop -N 1 --target=1 x
	misused "--batch 0: not a whole number from 1 to 1000000000" stop -N 1 --batch=0 x
	printf '1 0 d1 1\n2 0 d1 1\n' > qrels
	printf '1 Q0 d1 1 1 r\n1 Q0 d2 2 0.5 r\n2 Q0 d1 1 1 r\n' > run
	refused 1 '-N 1: topic 1 of r has 2 documents, ranked or relevant' stop -N 1 qrels run
	refused 64 '--plot draws one topic, and there are 2' stop --plot=x.svg qrels run
	refused 64 '-T set has no ranking, which is the order of the review' stop -T set qrels run
}

@test "a control sample that the review never reaches is warned of" {
	review "$(letters c 5 C 5 r 10)"
	run --separate-stderr stop -N 100 review.csv
	assert_success
	assert_equal "$stderr" 'strat_eval: warning: review.csv: no document of the control sample appears a second time: the review has reached none of them'
	run --separate-stderr stop -N 100 --quiet-warnings review.csv
	assert_equal "$stderr" ''
}

@test "--plot draws the review" {
	review "$(letters C 20 R 10 A 15 r 30 t 20)"
	run stop -N 100 --batch=10 --target=0.5 --plot=x.svg review.csv
	assert_success
	grep -q 'p of anytime' x.svg
	grep -q 'qbcb stops' x.svg
	refused 64 '--plot=x.eps: the name must end in .svg, .png or .pdf' stop -N 100 --plot=x.eps review.csv
}

# Every option of the help, with an argument that its text names.
@test "every line of stop --help runs" {
	review "$(letters C 20 R 10 A 15 r 30 t 20)"
	printf '1 0 d1 1\n' > qrels
	printf '1 Q0 d1 1 1 r\n' > run
	for option in -N100 --target=0.8 --level=0.9 --batch=10 --tail-size=5 --rule=anytime --rule=batch-precision:0.1 --rule=budget:0.3 -l1 \
		--looks=3 --format=jsonl --quiet-warnings --column=rel=rel --sheet=x --run-sheet=x --relevant-word=x --nonrelevant-word=x --gray-word=x; do
		run stop -N 100 "$option" review.csv
		assert_success
	done
	run stop -R qrels -T trec_results qrels run
	assert_success
	printf 'topic,docno,Model\n1,d1,0.5\n' > run.csv
	run stop -T csv --run-column=score=Model qrels run.csv
	assert_success
	run stop --manifest=- --format=csv --manifest=manifest qrels run
	assert_success
	[ -s manifest ]
	for option in --help -h; do
		run --separate-stderr stop "$option"
		assert_success
		assert_equal "$stderr" ''
	done
	options=$(stop --help | sed '/^Examples/,/^$/d; /^Any\|^REVIEW/,$d' | tr ' ' '\n' | grep -oE '^(--[A-Za-z_-]+|-[lRT]$)' | grep -v '^--help')
	tried='--Number_docs_in_coll --target --level --rule --batch --tail-size -l
		-R -T --column --run-column --sheet --header --run-sheet --hidden-rows --relevant-word --nonrelevant-word --gray-word --looks --format --plot --manifest --quiet-warnings'
	assert_equal "$(echo $options | tr ' ' '\n' | sort)" "$(echo $tried | tr ' ' '\n' | sort)"
}

@test "every rule is in the manual page" {
	mandoc -T ascii -O width=78 "$BUILD/man/strat_eval-stop.1" | sed 's/.\x08//g' > manual
	rules=$(stop --help | sed -n '/^Rules with/,$p' | sed -n 's/^\([a-z-]*\) - .*/\1/p')
	[ -n "$rules" ]
	for word in $rules; do
		grep -qE -- "(^|[ [,])$word([],= ]|\$)" manual || fail "$word is not in doc/strat_eval-stop.1"
	done
}

@test "stop takes the words and columns that people use" {
	printf 'Control Number,Responsive?\nA 1,Yes\nA 2,Not Responsive\nA 3,Priv\nA 4,n\n' >export.csv
	printf 'docno,rel\na,1\nb,0\nc,1\nd,0\n' >plain.csv
	stop -N 10 plain.csv >expected
	stop -N 10 --relevant-word=priv export.csv >got
	cmp expected got
	sed 's/Responsive?/Second look/' export.csv >export2.csv
	stop -N 10 --relevant-word=Priv --column=rel='second look' export2.csv >got
	cmp expected got
}

# The cells of the page's tables, a line for each row, with blanks between.
page_rows() # FILE
{
	sed -n '/<footer>/q; /^<tr>/p' "$1" | sed 's/<t[hd][^>]*>/ /g; s/<[^>]*>//g; s/  */ /g; s/^ //; s/ $//'
}

@test "the page of --format=html has the verdict, the rows of all tables, and the pictures" {
	cp "$ROOT/qrels-samples/stopping/review.csv" .
	stop -N 2000 --target=0.8 --batch=50 review.csv >table
	stop -N 2000 --target=0.8 --batch=50 --format=html review.csv >page
	# what the table says, in the same words
	sed -n '/^Verdict:/,$p' table | sed 1d | tr '\n' ' ' | sed 's/ *$//' >verdict
	[ -s verdict ]
	sed -n '/^<h2>Verdict/,/^<figure/s/^<p>\(.*[^ ]\) *<\/p>$/\1/p' page | sed '$d; s/&#34;/"/g; s/<[/]*span>//g' | tr '\n' ' ' | sed 's/ *$//' | diff - verdict
	sed '/^Verdict:/,$d' table | grep -E '^ *[a-z0-9-]+ +[0-9-]+ ' | sed 's/  */ /g; s/^ //' >rows
	[ "$(wc -l <rows)" -gt 15 ]
	diff rows <(page_rows page)
	assert_equal "$(grep -c '<svg ' page)" 2
	sed 's/<[/]*span>//g' page | grep -qF '<pre>strat_eval stop --Number_docs_in_coll=2000 --target=0.8 --batch=50 --format=html review.csv</pre>'
}

@test "a page of several topics has a section for each, and names are text" {
	printf '%s\n' '<b> 0 r 1' '<b> 0 s 0' '2 0 r 1' >q
	printf '%s\n' '<b> Q0 r 1 9 A' '<b> Q0 s 2 8 A' '2 Q0 x 1 9 A' '2 Q0 r 2 8 A' >a
	stop --format=html q a >page
	assert_equal "$(sed -n 's/^<h2>\(Topic.*\)<\/h2>/\1/p' page | xargs -d '\n')" 'Topic 2 Topic &#60;b&#62;'
	run ! grep -q '<b>' page
	assert_equal "$(page_rows page | grep -c '^budget ')" 2
}

# 1 was found; recall is below .95 if one more is among the 10^12 - 2 left. None of n drawn from these is relevant then with
# probability 1 - n/(10^12 - 2), which is .05 or less from n = 949999999998.1 on.
@test "a collection of millions of millions has an answer" {
	printf 'docno,rel\nd1,1\nd2,0\n' >review.csv
	ending "$STRAT_EVAL" stop -N 1000000000000 review.csv >stdout
	tr '\n' ' ' <stdout | grep -qF -- '--tail-size=949999999999)' || fail "$(cat stdout)"
}
