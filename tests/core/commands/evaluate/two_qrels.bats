#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --frame=labels: a model's qrels of all documents of the pools, people's of a random part. The expected answers are those of the
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
	evaluate --frame=labels --labels=model.qrels -m nDCG@10 -m P@10 -m AP -m set_recall --format=csv people.qrels a b
	assert_equal "$exit_status" 0
	assert_equal "$(awk -F, 'NR > 1 { print $NF }' stdout | sort -u | tr '\n' ' ')" 'AP P@10 nDCG@10 set_recall '
	"$STRAT_EVAL" -R strata --labels=model.qrels -m lab_nDCG.10 -m lab_P.10 -m lab_AP -m est_recall --ci --format=csv listed.strata a b 2>/dev/null |
		cut -d, -f1-11 >wanted
	cut -d, -f1-11 stdout | diff wanted -
	assert_equal "$(awk -F, 'NR > 1 { print $3 }' stdout | grep -cE '^(ndcg|nDCG|P_|map|AP|set)')" 0
	assert_equal "$(grep -cE ',ci_(lo|hi)_lab_nDCG_10,' stdout)" 4
}

@test "compare takes them, too" {
	evaluate compare --frame=labels --labels=model.qrels -m nDCG@10 --format=csv people.qrels a b
	assert_equal "$exit_status" 0
	"$STRAT_EVAL" compare -R strata --labels=model.qrels -m lab_nDCG.10 --format=csv listed.strata a b 2>/dev/null | cut -d, -f1-10 >wanted
	cut -d, -f1-10 stdout | diff wanted -
}

@test "judged documents at the top of a run are no random sample: refused, with what can be said" {
	evaluate --frame=labels --labels=model.qrels -m nDCG@10 top.qrels a
	assert_equal "$exit_status" 1
	assert_equal "$(grep -c 'top.qrels: the judged documents sit at the top of a (p < 1e-9).*without --frame.*agree' stderr)" 1
	assert_equal "$(cat stdout)" ''
}

@test "labels that equal all grades are asked about" {
	evaluate --frame=labels --labels=model.qrels -m P@10 copied.qrels a
	assert_equal "$exit_status $(grep -c 'in all of 240 judged documents: were they copied?' stderr)" '0 1'
	evaluate --frame=labels --labels=model.qrels -m P@10 people.qrels a
	assert_equal "$exit_status $(grep -c 'copied?' stderr)" '0 0'
}

@test "what does not fit is refused with what to type" {
	evaluate --frame=labels -m P@10 people.qrels a
	assert_equal "$exit_status $(grep -c -- '--labels=FILE' stderr)" '64 1'
	evaluate --frame=labels --labels=model.qrels -R strata -m P@10 listed.strata a
	assert_equal "$exit_status $(grep -c -- '-R strata says by itself what could be drawn' stderr)" '64 1'
	evaluate --frame=labels --labels=model.qrels -N 1000 -m P@10 people.qrels a
	assert_equal "$exit_status" 64
	evaluate --labels=model.qrels -m P@10 people.qrels a
	assert_equal "$exit_status $(grep -c -- '--frame=labels' stderr)" '64 1'
	{ cat people.qrels; echo '3 0 other 1'; } > more.qrels
	evaluate --frame=labels --labels=model.qrels -m P@10 more.qrels a
	assert_equal "$exit_status $(grep -c "topic '3': document 'other' is judged, and has no label in model.qrels" stderr)" '1 1'
}
