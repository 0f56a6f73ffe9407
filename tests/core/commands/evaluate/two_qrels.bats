#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --drawn-from=labels: a model's qrels of all documents of the pools, people's of a random part. The expected answers are those of the
# same sample as a file that lists every document (-R strata).

load ../../../support/helper

# 20 topics of 60 documents, 12 judged of each: model.qrels, people.qrels, listed.strata, runs a and b; top.qrels has the first 12 of a
setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	awk 'BEGIN { for (t = 1; t <= 20; t++) for (i = 1; i <= 60; i++) {
			rel = (i * i * 13 + i * t) % 17; rel = rel < 3 ? 2 : rel < 6 ? 1 : 0
			label = (i * i * 31 + t * i * 7) % 29 < 4 ? 2 - rel : rel
			drawn = (i * 7 + t * 11) % 15 < 3
			print t, 0, "d" i, label > "model.qrels"
			if (drawn) print t, 0, "d" i, rel > "people.qrels"
			if (drawn) print t, 0, "d" i, label > "copied.qrels"
			if (i <= 12) print t, 0, "d" i, rel > "top.qrels"
			print t, 0, "d" i, "all", drawn ? rel : -1 > "listed.strata"
			print t, "Q0", "d" i, 1, 100 - i, "a" > "a"
			print t, "Q0", "d" i, 1, (i * 23 + t) % 61, "b" > "b"
		} }'
}

@test "two qrels files answer as the sample that lists all documents, under the names of the estimates" {
	evaluate --drawn-from=labels --labels=model.qrels -m nDCG@10 -m P@10 -m set_recall --format=csv people.qrels a b
	assert_equal "$exit_status" 0
	assert_equal "$(awk -F, 'NR > 1 { print $NF }' stdout | sort -u | tr '\n' ' ')" 'P@10 nDCG@10 set_recall '
	"$STRAT_EVAL" -R strata --labels=model.qrels -m lab_nDCG.10 -m lab_P.10 -m est_recall --ci --format=csv listed.strata a b 2>/dev/null |
		cut -d, -f1-11 >wanted
	cut -d, -f1-11 stdout | diff wanted -
	assert_equal "$(awk -F, 'NR > 1 { print $3 }' stdout | grep -cE '^(ndcg|nDCG|P_|map|AP|set)')" 0
	assert_equal "$(grep -cE ',ci_(lo|hi)_lab_nDCG_10,' stdout)" 4
}

@test "compare takes them, too" {
	evaluate compare --drawn-from=labels --labels=model.qrels -m nDCG@10 --format=csv people.qrels a b
	assert_equal "$exit_status" 0
	"$STRAT_EVAL" compare -R strata --labels=model.qrels -m lab_nDCG.10 --format=csv listed.strata a b 2>/dev/null | cut -d, -f1-10 >wanted
	cut -d, -f1-10 stdout | diff wanted -
}

@test "judged documents at the top of a run are no random sample: refused, with what can be said" {
	evaluate --drawn-from=labels --labels=model.qrels -m nDCG@10 top.qrels a
	assert_equal "$exit_status" 1
	assert_equal "$(grep -c 'top.qrels: the judged documents sit at the top of a (p < 1e-9).*without --drawn-from.*agree' stderr)" 1
	assert_equal "$(cat stdout)" ''
}

@test "labels that equal all grades are asked about" {
	evaluate --drawn-from=labels --labels=model.qrels -m P@10 copied.qrels a
	assert_equal "$exit_status $(grep -c 'in all of the 240 judged documents: were they copied?' stderr)" '0 1'
	evaluate --drawn-from=labels --labels=model.qrels -m P@10 people.qrels a
	assert_equal "$exit_status $(grep -c 'copied?' stderr)" '0 0'
}

# The same judgments in another format are the same judgments; document numbers may have blanks there.
@test "people's judgments may be csv or JSON, without a design of their own" {
	awk 'BEGIN { print "topic,docno,rel" } { print $1 "," $3 "," $4 }' people.qrels >people.csv
	awk '{ print "{\"qid\": \"" $1 "\", \"docid\": \"" $3 "\", \"rel\": " $4 "}" }' people.qrels >people.jsonl
	"$STRAT_EVAL" --drawn-from=labels --labels=model.qrels -m P@10 people.qrels a >expected
	for file in people.csv people.jsonl; do
		evaluate --drawn-from=labels --labels=model.qrels -m P@10 $file a
		assert_equal "$exit_status" 0
		same_output $file
	done
	sed '1s/$/,prob/; 2,$s/$/,0.5/' people.csv >drawn.csv
	refused 1 'drawn.csv already says what could be drawn: leave --drawn-from=labels out, or the columns prob and stratum' \
		--drawn-from=labels --labels=model.qrels -m P@10 drawn.csv a
}

@test "what does not fit is refused with what to type" {
	evaluate --drawn-from=labels -m P@10 people.qrels a
	assert_equal "$exit_status $(grep -c -- '--drawn-from=labels needs --labels' stderr)" '64 1'
	evaluate --drawn-from=labels --labels=model.qrels -R strata -m P@10 listed.strata a
	assert_equal "$exit_status $(grep -c -- '-R strata already says what could be drawn' stderr)" '64 1'
	evaluate --drawn-from=labels --labels=model.qrels -N 1000 -m P@10 people.qrels a
	assert_equal "$exit_status" 64
	evaluate --labels=model.qrels -m P@10 people.qrels a
	assert_equal "$exit_status $(grep -c -- '--drawn-from=labels' stderr)" '64 1'
	{ cat people.qrels; echo '3 0 other 1'; } > more.qrels
	evaluate --drawn-from=labels --labels=model.qrels -m P@10 more.qrels a
	assert_equal "$exit_status $(grep -c "topic '3': document 'other' is judged, and has no label in model.qrels" stderr)" '1 1'
}

# a second judge that misses every fifth document and lacks one
second() {
	awk '{ $4 = NR % 5 ? $4 : 0; if (NR != 77) print }' model.qrels > second.qrels
}

@test "a jury: means have a control variate of each judge, and the classes are those of both" {
	second
	evaluate -R strata --labels=model.qrels --labels=second.qrels -m est_rel --ci --format=csv listed.strata a
	assert_equal "$exit_status $(grep -c 'documents that model.qrels labels and this file does not: 1' stderr)" '0 1'
	assert_equal "$(grep -c 'labels, control variates, mean' stdout)" 3
	assert_equal "$(grep -c 'none is judged' stderr)" 0 # combinations that are rare are no news
	# a judge who says the same again changes nothing, where each has one variate
	cp model.qrels same.qrels
	evaluate -R strata --labels=model.qrels --labels=same.qrels -m est_recall -m est_F --ci --format=csv listed.strata a
	cut -d, -f1-11 stdout > twice
	evaluate -R strata --labels=model.qrels -m est_recall -m est_F --ci --format=csv listed.strata a
	cut -d, -f1-11 stdout | diff twice -
}

@test "a jury: --drawn-from=labels, compare, and what each file brings" {
	second
	evaluate --drawn-from=labels --labels=model.qrels --labels=second.qrels -m P@10 -m set_recall people.qrels a
	assert_equal "$exit_status" 0
	evaluate compare --drawn-from=labels --labels=model.qrels --labels=second.qrels -m nDCG@10 people.qrels a b
	assert_equal "$exit_status $(grep -c 'second.qrels' stdout)" '0 1'
	evaluate --drawn-from=labels --labels=model.qrels --labels=second.qrels --show=labels people.qrels a
	assert_equal "$exit_status" 0
	assert_equal "$(grep -c '^second.qrels  *a *est_rel' stdout)" 1
	assert_equal "$(tr '\n' ' ' < stdout | grep -c 'The last file, second.qrels, brings the interval of est_rel to [01]\.[0-9][0-9] of its width without it')" 1
	# the judge alone has the width that it has when it is the only file
	shown="$(awk '$1 == "second.qrels" && $3 == "est_rel" { print $4 }' stdout)"
	evaluate -R strata --labels=second.qrels --show=labels listed.strata a
	assert_equal "$(awk '$2 == "est_rel" { print $6 }' stdout)" "$shown"
}

# One topic of 600 documents, every third judged: good labels, and a coin of five sides beside them.
@test "a jury in one topic: a judge that says nothing takes nothing from one that does" {
	awk 'BEGIN { for (i = 1; i <= 600; i++) { rel = (i * i * 13 + i) % 17 < 5; label = (i * i * 31 + i) % 23 < 2 ? 1 - rel : rel
			print 1, 0, "d" i, label > "good"; print 1, 0, "d" i, (i * i * 7 + int(i / 5)) % 5 > "coin"
			if (i % 3 == 1) print 1, 0, "d" i, rel > "judged"; if (i % 4 < 2) print 1, "d" i > "set" } }'
	for labels in --labels=good '--labels=good --labels=coin' '--labels=coin --labels=good'; do
		evaluate --drawn-from=labels $labels -T set -m est_rel -m est_recall -m est_P --ci --format=csv judged set
		cut -d, -f1-11 stdout > "with$labels"
	done
	diff 'with--labels=good' 'with--labels=good --labels=coin'
	diff 'with--labels=good' 'with--labels=coin --labels=good'
	# and its errors are those that it has alone: in one topic, errors of the judged ones
	evaluate --drawn-from=labels --labels=coin --labels=good -T set --show=labels judged set
	assert_equal "$(awk '/^good: 1 or above/ { printf "%.3f", $9 / $8 }' stdout)" "$(awk '/^good: 1 or above/ { print $10 }' stdout)"
	grep '^good: .*people' stdout | sed 's/^good: //; s/  */ /g' > jury
	evaluate --drawn-from=labels --labels=good -T set --show=labels judged set
	grep 'people' stdout | grep -E 'reject|accept' | sed 's/  */ /g' | diff jury -
}

@test "a jury: shares of a judge's classes, and its errors, are over topics those that it has alone" {
	second
	evaluate --drawn-from=labels --labels=model.qrels --labels=second.qrels --show=labels people.qrels a
	grep '^model.qrels: ' stdout | sed 's/^model.qrels: //; s/  */ /g' > jury
	evaluate --drawn-from=labels --labels=model.qrels --show=labels people.qrels a
	grep -E '^[012] |people (reject|accept)' stdout | sed 's/  */ /g' > alone
	assert_equal "$(wc -l < alone)" 8 # three classes, all and of the run, and two errors
	diff jury alone
}

@test "a jury: too many files, and too many combinations, are refused" {
	for k in 1 2 3 4 5 6 7; do cp model.qrels "m$k"; done
	evaluate --drawn-from=labels --labels=m{1,2,3,4,5,6,7} -m P@10 people.qrels a
	assert_equal "$exit_status $(grep -c -- '--labels: 7 files, more than 6' stderr)" '64 1'
	for k in 1 2 3 4; do awk -v k=$k '{ $4 = (NR * (2 * k + 1)) % 7; print }' model.qrels > "j$k"; done
	evaluate --drawn-from=labels --labels=j1 --labels=j2 --labels=j3 --labels=j4 -m P@10 people.qrels a
	assert_equal "$exit_status" 0
	for k in 1 2 3 4; do awk -v k=$k '{ $4 = int(NR / (k * k * 3)) % 11; print }' model.qrels > "j$k"; done
	evaluate --drawn-from=labels --labels=j1 --labels=j2 --labels=j3 --labels=j4 -m P@10 people.qrels a
	assert_equal "$exit_status $(grep -c 'different combinations of labels, more than 256.*--bands=2' stderr)" '1 1'
}

# R's survey is not needed: linear calibration to the numbers of documents of each topic and to the totals of the labels (calibrate(), Deville and
# Sarndal 1992) is the regression estimator T = sum of N/n y - b (sum of N/n x - X). With topics of one size and one rate b has the coefficients
# of y on x and topics, by ordinary least squares; here by Cramer's rule from the sums of products within topics.
by_hand() {
	awk 'FILENAME ~ /model/ { x[$1, $3] = $4 >= 2; X += $4 >= 2; next }
		FILENAME ~ /other/ { z[$1, $3] = $4 >= 2; Z += $4 >= 2; next }
		{ y = $4 >= 2; t = $1; n[t]++; sy[t] += y; sx[t] += x[t, $3]; sz[t] += z[t, $3]
			xx += x[t, $3]; zz += z[t, $3]; xy += y * x[t, $3]; zy += y * z[t, $3]; xz += x[t, $3] * z[t, $3]; all += y }
		END { Sxx = xx; Szz = zz; Sxy = xy; Szy = zy; Sxz = xz
			for (t in n) { Sxx -= sx[t] ^ 2 / n[t]; Szz -= sz[t] ^ 2 / n[t]; Sxy -= sx[t] * sy[t] / n[t]
				Szy -= sz[t] * sy[t] / n[t]; Sxz -= sx[t] * sz[t] / n[t] }
			D = Sxx * Szz - Sxz ^ 2
			if (Szz == 0) { b = Sxy / Sxx; c = 0 } else { b = (Sxy * Szz - Szy * Sxz) / D; c = (Szy * Sxx - Sxy * Sxz) / D }
			printf "%.10f\n", (60 / 12 * all - b * (60 / 12 * xx - X) - c * (60 / 12 * zz - Z)) / 20 }' "$@"
}

@test "est_rel with one judge, and with two, is the calibrated estimate to 1e-8" {
	awk '{ $4 = $4 >= 2 ? 2 : 0; print }' model.qrels > model.two
	awk '{ $4 = (NR * NR * 7 + NR) % 11 < 2 ? 2 - $4 : $4; $4 = $4 >= 2 ? 2 : 0; print }' model.qrels > other.two
	awk '{ n[$1]++ } END { for (t in n) if (n[t] != 12) print t, n[t] }' people.qrels > unequal
	assert_equal "$(cat unequal)" ''
	evaluate -l 2 --drawn-from=labels --labels=model.two -m num_rel --digits=10 people.qrels a
	near 1e-8 "$(awk '$1 == "est_rel" { print $3 }' stdout)" "$(by_hand model.two people.qrels)"
	evaluate -l 2 --drawn-from=labels --labels=model.two --labels=other.two -m num_rel --digits=10 people.qrels a
	near 1e-8 "$(awk '$1 == "est_rel" { print $3 }' stdout)" "$(by_hand model.two other.two people.qrels)"
}

# near TOLERANCE A B
near() {
	awk -v e="$1" -v a="$2" -v b="$3" 'BEGIN { d = a - b; if (a == "" || b == "" || d > e || d < -e) { print a, b; exit 1 } }'
}
