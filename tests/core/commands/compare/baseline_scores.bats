#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# compare --baseline: the baseline by what an earlier call wrote, instead of its run.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	mkdir folder
	for t in 1 2 3 4 5 6; do echo "$t 0 r 1"; echo "$t 0 x1 0"; done >folder/q
	ranked old 1 2 1 3 1 1 >folder/old
	ranked new 2 2 1 1 1 2 >folder/new
	for format in csv jsonl; do
		"$STRAT_EVAL" -q -m map -m P.1 --manifest=- --format=$format folder/q folder/old >old.$format
	done
}

paired() # FILE ARGUMENT...
{
	local file=$1
	shift
	"$STRAT_EVAL" compare --quiet-warnings --baseline="$file" -m map -m P.1 "$@" folder/q folder/new
}

@test "scores of an earlier call, in csv or jsonl, give the bytes that the run gives" {
	for format in table markdown csv jsonl trec latex; do
		"$STRAT_EVAL" compare --quiet-warnings --baseline=old -m map -m P.1 --gate=0.9 --format=$format folder/q folder/new folder/old >by_run
		for from in csv jsonl; do
			paired old.$from --gate=0.9 --format=$format >by_scores
			cmp by_run by_scores
		done
	done
	# the object of --manifest is the first record of jsonl
	"$STRAT_EVAL" -q -m map -m P.1 --manifest=m --format=jsonl folder/q folder/old >plain.jsonl
	cat m plain.jsonl >both.jsonl
	cmp old.jsonl both.jsonl
}

@test "several runs are compared with it, and one of its own name is told from it" {
	ranked old 1 2 1 3 1 2 >folder/again
	"$STRAT_EVAL" compare --quiet-warnings --baseline=old.csv --format=csv folder/q folder/new folder/again >lines
	assert_equal "$(awk -F, '$4 == "diff_map" { print $1, $2 }' lines | sort)" $'new old.csv\nold old.csv'
}

@test "status 3, 4 and 0 of a gate are those of the runs" {
	# reciprocal ranks 1 1/2 1 1/3 1 1 of old, and 1/(10 + t) of bad
	ranked bad 11 12 13 14 15 16 >folder/bad
	evaluate compare --baseline=old.csv --gate=0.1 folder/q folder/bad
	assert_equal "$exit_status" 3
	evaluate compare --baseline=old.csv --gate=noninferior:0.1 folder/q folder/new
	assert_equal "$exit_status" 4
	evaluate compare --baseline=old.csv --gate=noninferior:0.1 folder/q folder/old
	assert_equal "$exit_status" 0
	grep -q '^gate: pass: by map old loses 0.0000 against old.csv' stdout
	# ids that do not meet the judgments
	sed 's/ Q0 / Q0 other-/; s/new$/lost/' folder/new >folder/lost
	for gate in 0.1 noninferior:0.1; do
		refused_by compare 1 '--gate: the judgments name none of the documents of lost: it cannot pass' --quiet-warnings --baseline=old.csv --gate=$gate folder/q folder/lost
	done
}

@test "differences below 1e-9 are none" {
	"$STRAT_EVAL" -q -m map --manifest=- --format=csv folder/q folder/new >new.csv
	awk -F, -v OFS=, '$2 ~ /^[0-9]/ { $4 = sprintf("%.17f", $4 + ($2 % 2 ? 9e-10 : -9e-10)) } { print }' new.csv >near.csv
	awk -F, -v OFS=, '$2 ~ /^[0-9]/ { $4 = sprintf("%.17f", $4 + ($2 % 2 ? 2e-9 : -2e-9)) } { print }' new.csv >far.csv
	"$STRAT_EVAL" compare --quiet-warnings --baseline=near.csv --format=csv -m map folder/q folder/new >near
	"$STRAT_EVAL" compare --quiet-warnings --baseline=far.csv --format=csv -m map folder/q folder/new >far
	assert_equal "$(awk -F, '$4 == "diff_map" { print $5 }' near)" 0
	assert_equal "$(awk -F, '$4 ~ /^(wins|ties|losses)_map$/ { printf "%s ", $5 }' near)" '0 6 0 '
	assert_equal "$(awk -F, '$4 ~ /^(wins|ties|losses)_map$/ { printf "%s ", $5 }' far)" '3 0 3 '
}

@test "other judgments are an error that names both, one byte is enough" {
	sed '1s/ 1$/ 2/' folder/q >folder/q2
	mv folder/q2 folder/q
	hash=$("$STRAT_EVAL" --manifest=m folder/q folder/new >/dev/null && grep -o '"name":"q"[^}]*' m | grep -o '[0-9a-f]\{16\}')
	before=$(grep -o '"name":"q"[^}]*' old.jsonl | grep -o '[0-9a-f]\{16\}')
	bytes=$(wc -c <folder/q)
	refused_by compare 1 "old.csv: its scores are from other judgments: q has $bytes bytes and XXH64 $before there, and in this call $bytes bytes and XXH64 $hash" \
		--baseline=old.csv --gate folder/q folder/new
	"$STRAT_EVAL" -q -m map --manifest=- --format=csv folder/q folder/new >new.csv
	refused_by compare 1 "new.csv: its scores are from other judgments: q has $bytes bytes and XXH64 $hash there, and in old.jsonl $bytes bytes and XXH64 $before" \
		--scores old.jsonl new.csv
	# not known
	evaluate compare --baseline=old.csv - folder/new <folder/q
	assert_equal "$exit_status" 1
	grep -qF 'old.csv: its scores are from judgments (q) without a checksum there or in this call' stderr
}

@test "another measure, other topics, several runs and rounded scores are errors that name the difference" {
	refused_by compare 1 "old.csv: no measure 'recall_5'; there are map, P_1 ..." --baseline=old.csv -m recall.5 --gate folder/q folder/new
	sed '/^old,3,/d' old.csv >few.csv
	refused_by compare 1 '--baseline: old has no value of map for topic 3, and new has one' --baseline=few.csv folder/q folder/new
	sed 's/^old,3,/old,33,/' old.csv >others.csv
	refused_by compare 1 "others.csv: topic '33' is not in this call" --baseline=others.csv folder/q folder/new
	grep -v '^5 ' folder/new >folder/short
	refused_by compare 1 '--baseline: new has no value of map for topic 5, and old has one: -c counts topics that a run lacks as 0' --baseline=old.csv folder/q folder/short
	"$STRAT_EVAL" -q -m map --manifest=- --format=csv folder/q folder/old folder/new >two.csv
	refused_by compare 1 'two.csv: has 2 runs, old, new ...: keep one' --baseline=two.csv folder/q folder/new
	"$STRAT_EVAL" -q -m map --manifest=- --digits=4 --format=csv folder/q folder/old >round.csv
	refused_by compare 1 'round.csv: its scores are rounded, by --digits=4: write them without' --baseline=round.csv folder/q folder/new
	"$STRAT_EVAL" -q -m map --format=csv folder/q folder/old >bare.csv
	refused_by compare 1 'bare.csv: does not say which judgments its scores come from: write them with strat_eval -q --manifest=-' --baseline=bare.csv folder/q folder/new
	"$STRAT_EVAL" compare --manifest=- --format=jsonl folder/q folder/old folder/new >pair.jsonl
	refused_by compare 1 'pair.jsonl: is an answer of compare, and not of an evaluation' --baseline=pair.jsonl folder/q folder/new
}

@test "options of judgments and runs must be the same, with the same files" {
	refused_by compare 1 'old.csv: its scores were computed without --level_for_rel=2 (-l), and those of this call with it' \
		--baseline=old.csv -l 2 folder/q folder/new
	seq 6 >folder/t
	"$STRAT_EVAL" -q -m map --topic=@folder/t --manifest=- --format=csv folder/q folder/old >chosen.csv
	refused_by compare 1 'chosen.csv: its scores were computed with --topic=@t (--topic), and those of this call without it' \
		--baseline=chosen.csv folder/q folder/new
	"$STRAT_EVAL" compare --quiet-warnings --baseline=chosen.csv --topic=@folder/t folder/q folder/new >/dev/null
	seq 5 >folder/t
	refused_by compare 1 'chosen.csv: its scores are from other inputs: t has 12 bytes' --baseline=chosen.csv --topic=@folder/t folder/q folder/new
	sed '1s/"version":"[^"]*"/"version":"0.1.0"/' old.csv >older.csv
	evaluate compare --baseline=older.csv folder/q folder/new
	assert_equal "$exit_status" 0
	grep -qF 'older.csv: its scores are from version 0.1.0, and this is ' stderr
}

@test "what has no run to pair with is refused" {
	refused_by compare 64 '--baseline=old.csv: of scores it cannot go with --system-of' --baseline=old.csv --system-of=folder/q folder/q folder/new
	refused_by compare 64 '--baseline=old.csv: none of the runs has this name or file: new, old' --baseline=old.csv --baseline=old folder/q folder/new folder/old
	refused_by compare 64 '-m prob_gt is about the documents of two runs: it cannot be combined with --baseline' --baseline=old.csv -m prob_gt folder/q folder/new
	refused_by compare 64 'judgments and a run are needed beside the scores of --baseline; there are only the judgments, folder/q' --baseline=old.csv folder/q
	refused_by compare 64 '--baseline=-: of scores it cannot be -, since they are read twice' --baseline=- folder/q folder/new
}

# each topic: 20 documents, the first ten in stratum a, 4 and 2 of the strata judged
@test "means of estimates from a sample are not those of the topics, and need the run" {
	{ echo topic,docno,rel,stratum,size
	for t in 1 2 3 4 5 6; do
		for d in 1 2 3 4; do echo "$t,a$d,$(((t + d) % 2)),a,10"; done
		for d in 1 2; do echo "$t,b$d,$((t % 3 == 0)),b,10"; done
	done; } >sampled.csv
	for t in 1 2 3 4 5 6; do for d in 1 2 3 4; do echo "$t a$d"; done; done >o
	for t in 1 2 3 4 5 6; do for d in 2 3 4; do echo "$t a$d"; done; echo "$t b1"; done >n
	"$STRAT_EVAL" -q -R csv -T set -m est_recall --manifest=- --format=jsonl --quiet-warnings sampled.csv o >o.jsonl
	refused_by compare 64 '--baseline: est_recall is estimated from a sample, so its mean over topics is not the mean' \
		-R csv -T set -m est_recall --baseline=o.jsonl sampled.csv n
}
