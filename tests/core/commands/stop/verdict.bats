#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval stop: the verdict, which says whether the review may stop, and what to do next.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	# 1,500 documents in the order of a ranking, 199 of them relevant
	awk 'BEGIN { print "docno,rel,random"; for (i = 1; i <= 1500; i++) print "d" i "," (i < 400 && i % 2 == 0) ",0" }' >ranked.csv
}

stop() { "$STRAT_EVAL" stop --looks=0 "$@"; }

# Adds random documents, the first ones of them relevant.
random() # FILE DOCUMENTS RELEVANT
{
	seq "$2" | awk -v k="$3" '{ print "r" $1 "," ($1 <= k) ",1" }' >>"$1"
}

# What stands under "Verdict:", as one line.
verdict() { sed '1,/^Verdict:/d' <<<"$output" | tr '\n' ' '; }

says() # TEXT
{
	[[ "$(verdict)" == *"$1"* ]] || fail "'$1' is not in: $(verdict)"
}

# R, with 10,500 documents left and K(k) = floor((199 + k)/.95) + 1 - 199:
#     n <- 1:10500; min(n[phyper(k, K(k), 10500 - K(k), n) <= .05])    k = 0, 1, 2, 5: 2503 3555 4305 5757
@test "a ranked review without random documents: what to draw, and with how many relevant ones it may stop" {
	run stop -N 12000 ranked.csv
	assert_success
	says 'GO ON: no rule with a guarantee allows stopping.'
	says 'Heuristics that stop, such as batch-precision, guarantee nothing.'
	says 'Recall cannot be estimated'
	says 'Next: draw 2503 documents at random from the 10500 that are left, and judge all of them; stop if none is relevant (--rule=tail-once --tail-size=2503).'
	says 'draw 3555, and stop if at most 1 is; draw 4305, and stop if at most 2 are; draw 5757, and stop if at most 5 are.'
	says 'before the first document is judged'
}

@test "the advice holds: these random documents end the review, one fewer or one relevant more does not" {
	for case in '2503 0 STOP' '2502 0 GO' '2503 1 GO' '3555 1 STOP' '3555 2 GO'; do
		read -r n k word <<<"$case"
		cp ranked.csv tail.csv
		random tail.csv "$n" "$k"
		run stop -N 12000 --rule=tail-once --tail-size="$n" tail.csv
		[[ "$(verdict)" == "$word"* ]] || fail "$case: $(verdict)"
	done
}

# 400 of 10,500 drawn, 1 relevant: 10500/400 = 26.25 in all, 200/225.25 = .8879. R: up(10500,400,1,.05) is 122 and
# 200/(199 + 122) = .6230; up(10500,400,1,.025) is 143, 200/342 = .5848, with up() of tests/core/commands/validate.
@test "recall now, with its bound" {
	cp ranked.csv tail.csv
	random tail.csv 400 1
	run stop -N 12000 --target=.8 --rule=tail-once --tail-size=400 tail.csv
	says 'Point estimate of recall now: 1 of the last 400 random documents is relevant, so that about 25 relevant documents are left and recall is 88.8 %.'
	says 'After 1900 judged documents recall was at least 62.3 % at the 95 % confidence level (tail-once, if this look was fixed in advance).'
	says 'tail-once has had its one look, and cannot be repeated. Only reviewing all 10100 documents that are left still has a guarantee.'
	# two rules: each at half the error
	run stop -N 12000 --target=.8 --tail-size=400 tail.csv
	says '2 rules apply (anytime, tail-once), and none was named with --rule: each uses level 0.975, so that together they keep 0.95.'
	says 'recall was at least 58.4 % at the 97.5 % confidence level (tail-once, if this look was fixed in advance).'
	[[ "$(verdict)" != *'review all'* ]] || fail "$(verdict)"
}

@test "either/or of rules is corrected: what one rule alone would show, three do not" {
	run stop -N 2000 --target=0.8 --batch=50 --tail-size=300 --rule=qbcb "$ROOT/qrels-samples/stopping/review.csv"
	says 'STOP: rule qbcb ended the review after 911 judged documents'
	says '28 of the 30 relevant documents of the control sample were reached, 93.3 %.'
	# R: binom.test(28, 30, alternative = "greater")$conf.int[1] .804674
	says 'recall was at least 80.4 % at the 95 % confidence level (qbcb'
	# p of qbcb is .0442 (R: pbinom(27, 30, .8, lower.tail = FALSE)), more than .05/3
	run stop -N 2000 --target=0.8 --batch=50 --tail-size=300 "$ROOT/qrels-samples/stopping/review.csv"
	says '3 rules apply (anytime, qbcb, tail-once)'
	[[ "$(verdict)" != *'STOP: rule qbcb'* ]] || fail "$(verdict)"
}

@test "by anytime: as many further random documents as it says, and no fewer" {
	cp ranked.csv tail.csv
	random tail.csv 400 0
	run stop -N 12000 --target=.9 --rule=anytime tail.csv
	says 'GO ON'
	[[ "$(verdict)" =~ 'the rule stops after '([0-9]+)' of them' ]] || fail "$(verdict)"
	local n=${BASH_REMATCH[1]} more
	for more in $n $((n - 1)); do
		cp tail.csv longer.csv
		seq "$more" | awk '{ print "s" $1 ",0,1" }' >>longer.csv
		run stop -N 12000 --target=.9 --rule=anytime longer.csv
		[[ "$(verdict)" == $([ "$more" = "$n" ] && echo STOP || echo GO)* ]] || fail "$more: $(verdict)"
	done
}

# R: min(j[pbinom(j - 1, 20, .8, lower.tail = FALSE) <= .05]) for j in 0:20: 20
@test "by qbcb: how many of the control sample must be reached" {
	{ echo docno,rel,control
		seq 200 | awk '{ print "c" $1 "," ($1 <= 20) ",1" }'
		seq 10 | awk '{ print "c" $1 ",1,0" }'; } >control.csv
	run stop -N 2000 --target=.8 --rule=qbcb control.csv
	says 'go on until 20 of the 20 relevant documents of the control sample are reached; now it is 10.'
	run stop -N 2000 --target=.95 --rule=qbcb control.csv
	says 'qbcb cannot stop with 20 relevant documents in the control sample'
}

@test "a rule without a guarantee gives no verdict" {
	evaluate stop -N 12000 --rule=knee ranked.csv
	assert_equal "$exit_status $(head -1 stderr)" '64 strat_eval: --rule=knee: the rule has no guarantee, and gives no verdict'
	evaluate stop -N 12000 --rule=qbcv ranked.csv
	assert_equal "$exit_status $(head -1 stderr)" \
		"64 strat_eval: --rule=qbcv: not one of anytime, qbcb, tail-once; did you mean 'qbcb'?"
}

@test "csv and jsonl have no verdict, and neither has a run whose recall is known" {
	run stop -N 12000 --format=csv ranked.csv
	refute_output --partial Verdict
	printf '1 0 d1 1\n' >qrels
	printf '1 Q0 d1 1 1 r\n' >run
	run stop qrels run
	refute_output --partial Verdict
}

@test "the picture: stops with a guarantee are whole lines, and p has a plot of its own" {
	"$STRAT_EVAL" stop -N 2000 --target=0.8 --batch=50 --tail-size=300 --plot=p.svg "$ROOT/qrels-samples/stopping/review.csv" >/dev/null
	for text in 'qbcb stops, guaranteed' 'batch-precision stops' 'p of anytime' 'p of tail-again, no guarantee' 'p of &#34;recall is below 0.8&#34;'; do
		grep -qF "$text" p.svg || fail "$text is not in the picture"
	done
	refute grep -qF 'batch-precision stops, guaranteed' p.svg
}

# Times are shuffled: i * 7 % 11 is a permutation of 1 to 10.
@test "an export of ASReview: rows are put in the order of their times, and what has no label was not screened" {
	awk 'BEGIN { print "record_id,title,asreview_label,asreview_time"
		for (i = 1; i <= 10; i++) print i ",\"A, B\"," (i * 7 % 11 <= 4) "," 1700000000 + i * 7 % 11 ".5"
		for (i = 11; i <= 30; i++) print i ",C,," }' >asreview.csv
	awk 'BEGIN { print "docno,rel"; for (t = 1; t <= 10; t++) for (i = 1; i <= 10; i++) if (i * 7 % 11 == t) print i "," (t <= 4) }' >ordered.csv
	"$STRAT_EVAL" stop -N 30 --batch=2 --target=.8 ordered.csv >expected
	"$STRAT_EVAL" stop -N 30 --batch=2 --target=.8 asreview.csv | diff expected -
	sed -i '3s/,[0-9.]*$/,yesterday/' asreview.csv
	refused 1 "asreview.csv:3: time 'yesterday' is neither a number nor a date and time (2025-04-19 08:30:05); it gives the order of the review" stop -N 30 asreview.csv
}

# ASReview 2.1 and later (asreview/webapp/_api/projects.py, asreview/data/tabular.py, asreview/data/ris.py): the rows have
# numbers in a column without a name, times are "%Y-%m-%d %H:%M:%S"; relevant records come first, then what was not seen, then
# the others. In RIS labels and times are notes. Here 40 records were screened, a minute apart, across the end of a leap year's
# February.
asreview_export()
{
	awk -v kind="$1" 'function when(i) {
			if (i < 10) return sprintf("2024-02-28 23:%02d:07", 50 + i)
			if (i < 30) return sprintf("2024-02-29 23:%02d:07", i)
			return sprintf("2024-03-01 00:%02d:07", i - 30) }
		function relevant(i) { return i < 4 || i == 9 || i == 17 }
		function put(i, label) {
			if (kind == "order") print i "," label
			else if (kind == "csv") print i ",\"T, " i "\"," label "," (label == "" ? "" : when(i)) ","
			else {
				said = label == "" ? "not_seen" : label ? "relevant" : "irrelevant"
				printf "TY  - JOUR\nID  - %d\nTI  - T\nN1  - ASReview_%s\n", i, said
				if (label != "") printf "N1  - asreview_time: \"%s\"\n", when(i)
				print "ER  - \n" } }
		BEGIN {
			if (kind == "order") print "docno,rel"
			if (kind == "csv") print ",title,asreview_label,asreview_time,asreview_note"
			if (kind == "order") { for (i = 0; i < 40; i++) put(i, relevant(i)); exit }
			for (i = 0; i < 40; i++) if (relevant(i)) put(i, 1)
			for (i = 100; i < 120; i++) put(i, "")
			for (i = 0; i < 40; i++) if (!relevant(i)) put(i, 0) }'
}

@test "exports of ASReview as they are, CSV and RIS: the review in its order" {
	asreview_export order >order.csv
	stop -N 60 --batch=5 --target=.8 order.csv >expected
	for kind in csv ris; do
		asreview_export $kind >export.$kind
		stop -N 60 --batch=5 --target=.8 export.$kind | diff expected -
		stop --batch=5 --target=.8 export.$kind | diff expected - # 40 + 20 records are the collection
	done
	# byte-order mark, CR LF, notes of Zotero, a label within a note
	sed '1s/^/\xef\xbb\xbf/; s/\(N1  - \)\(ASReview.*\)/\1<p>\2. Read twice<\/p>/; s/$/\r/' export.ris >other.ris
	stop -N 60 --batch=5 --target=.8 other.ris | diff expected -
}

@test "references: a note random is a random document, and --column=time= says that the file is in order" {
	printf 'docno,rel,random\n1,1,\n2,0,1\n3,0,1\n' >order.csv
	printf 'TY  - JOUR\nID  - 1\nN1  - ASReview_relevant\nER  - \nTY  - JOUR\nID  - 2\nKW  - ASReview_irrelevant\nN1  - random\nER  - \nTY  - JOUR\nDO  - 3\nN1  - ASReview_irrelevant\nN1  - asreview_note: "random"\nER  - \n' >a.ris
	printf '\nPMID- 1\nTI  - A title\n      of two lines\nOT  - in\n\nPMID- 2\nOT  - out\nGN  - random\n\nPMID- 3\nGN  - random\nOT  - OUT\n' >a.nbib
	stop -N 30 --tail-size=2 --target=.5 order.csv >expected
	stop -N 30 --tail-size=2 --target=.5 --column=time= a.ris | diff expected -
	stop -N 30 --tail-size=2 --target=.5 --column=time= --relevant-word=in --nonrelevant-word=out a.nbib | diff expected -
}

@test "references without decisions, times or names, or with two decisions, are refused" {
	printf 'TY  - JOUR\nID  - 1\nN1  - ASReview_relevant\nER  - \n' >a.ris
	refused 1 "a.ris:1: record '1' has a decision and no time (a note 'asreview_time: ...'): the order of the review is not known. If the records are in this order, say --column=time=; ASReview puts the relevant ones first" \
		stop -N 30 a.ris
	printf '\nPMID- 123\nTI  - A title\n' >a.nbib
	refused 1 'a.nbib: none of its 1 records has a decision: a note ASReview_relevant or ASReview_irrelevant, or a word that --relevant-word and --nonrelevant-word name (notes are OT and GN here)' \
		stop -N 30 a.nbib
	printf 'TY  - JOUR\nN1  - ASReview_relevant\nER  - \n' >b.ris
	refused 1 'b.ris:1: a record without a name: none of ID, AN, DO or TI is there' stop -N 30 b.ris
	printf 'TY  - JOUR\nID  - 1\nN1  - ASReview_relevant\nN1  - ASReview_irrelevant\nER  - \n' >c.ris
	refused 1 "c.ris:4: note 'ASReview_irrelevant' contradicts an earlier note of the same record" stop -N 30 c.ris
	printf 'TY  - JOUR\nID  - 1\nN1  - ASReview_relevant\nN1  - asreview_time: soon\nER  - \n' >d.ris
	refused 1 "d.ris:1: time 'soon' is neither a number nor a date and time (2025-04-19 08:30:05); it gives the order of the review" \
		stop -N 30 d.ris
	for bad in '2025-02-29 10:00:00' '2025-04-19' '2025-04-19 24:00:00' '2025-04-19 10:00:00Z'; do
		sed "s/soon/$bad/" d.ris >e.ris
		refused 1 "e.ris:1: time '$bad' is neither a number nor a date and time (2025-04-19 08:30:05); it gives the order of the review" \
			stop -N 30 e.ris
	done
	head -n 4 d.ris >f.ris # cut off
	refused 1 'f.ris:1: the file ends within this record: its last line, ER, is missing' stop -N 30 f.ris
	refused 64 "--column=rel=x: a.ris is a file of references, which has no columns; only time= is for it" stop -N 30 --column=rel=x a.ris
}

# Before the last draws 1,900 of 12,000 documents are judged and 202 relevant. 2 of 500 are: 10100 * 2/500 = 40.4 of all
# that were left, 38.4 still left, and 204/242.4 = .8416. The 3 of the first draws do not count again.
@test "random documents were drawn twice: the estimate is from the last of them" {
	cp ranked.csv twice.csv
	random twice.csv 300 3
	seq 100 | awk '{ print "m" $1 ",0,0" }' >>twice.csv
	seq 500 | awk '{ print "s" $1 "," ($1 <= 2) ",1" }' >>twice.csv
	run stop -N 12000 --target=.8 --rule=anytime twice.csv
	says 'Point estimate of recall now: 2 of the last 500 random documents are relevant, so that about 38 relevant documents are left and recall is 84.2 %.'
}

# 1 relevant of 10,000 drawn of 10,500: 1.05 in all, 0.05 left, 200/200.05 = .99975, which is not 100 %.
@test "recall that is less than all does not read 100 %, and one document is one document" {
	cp ranked.csv tail.csv
	random tail.csv 10000 1
	run stop -N 12000 --rule=tail-once --tail-size=10000 tail.csv
	says '1 of the last 10000 random documents is relevant, so that about 0 relevant documents are left and recall is 99.98 %.' # 500 left, 1 of 10000: 200/200.05
	# 10500 * 1/5000 = 2.1 in all, 1.1 of them left: 200/201.1 = .9945
	cp ranked.csv tail.csv
	random tail.csv 5000 1
	run stop -N 12000 --rule=tail-once --tail-size=5000 tail.csv
	says 'so that about 1 relevant document is left and recall is 99.5 %.'
	cp ranked.csv tail.csv
	random tail.csv 5000 0
	run stop -N 12000 --rule=tail-once --tail-size=5000 tail.csv
	says '0 of the last 5000 random documents are relevant, so that about 0 relevant documents are left and recall is 100 %.'
}

@test "two rules that are both named are refused" {
	evaluate stop -N 12000 --rule=tail-once --rule=qbcb ranked.csv
	assert_equal "$exit_status $(head -n 1 stderr)" '64 strat_eval: --rule=qbcb: there is --rule=tail-once already; only one can be given'
}
