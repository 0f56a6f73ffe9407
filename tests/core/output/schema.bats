#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The schemas of jsonl, against what the lines of the battery print.

load ../../support/helper

CHECK=$ROOT/tests/support/check_schema.py

# The command lines of the battery that print jsonl, and records of one kind each; with a number: so many of each command.
jsonl_lines() # [NUMBER]
{
	grep -e '--format=jsonl' "$ROOT/tests/battery.txt" | grep -v -e '--show.strata' -e data/ |
		awk -v most="${1-1000}" '{ kind = $1 ~ /^-/ ? "" : $1 == "plan" || $1 == "simulate" ? $1 $2 : $1
			if ($0 ~ /^agree -R csv/) kind = "judges of a file"
			if (match($0, /--(show-labels|judged-matrix|buckets|by-run|by-topic|by-truth|effect)/)) kind = kind substr($0, RSTART, RLENGTH)
			if ($0 ~ /--provenance|--manifest=-/) kind = "provenance" } seen[kind]++ < most'
}

# The checker, in the folder of the battery.
check_lines() # FILE
{
	mkdir bin
	ln -s "$STRAT_EVAL" bin/strat_eval
	STRAT_EVAL=$STRAT_EVAL sh "$ROOT/tests/battery_files.sh" "$PWD/files"
	(cd files && PATH=$BATS_TEST_TMPDIR/bin:$PATH python3 "$CHECK" "$ROOT/doc/schema" "$1")
}

@test "each record of jsonl has the required fields, their types, and no other field; all schemas are met" {
	jsonl_lines "$(cases 1000 1)" >lines
	[ "$(wc -l <lines)" -ge 20 ]
	check_lines "$PWD/lines"
}

@test "the schemas are of draft 2020-12, and jsonschema finds the records right" {
	only_with_test_all
	python3 -c 'import jsonschema' 2>/dev/null || skip 'skipped: python3-jsonschema is not installed'
	jsonl_lines >lines
	export JSONSCHEMA=1
	check_lines "$PWD/lines"
}

@test "a record that is not as its schema says is found" {
	mkdir bin schema
	printf '#!/bin/sh\ncase $* in *=csv) echo "$HEADER" ;; *) echo "$FALSE" ;; esac\n' >bin/strat_eval
	chmod +x bin/strat_eval
	PATH=$PWD/bin:$PATH
	cp "$ROOT/doc/schema/compare.json" schema
	echo 'compare --format=jsonl' >line
	export HEADER=run_a,run_b,topic,measure,value,method,level,draws,seed,tail,asked
	export FALSE='{"run_a":"a","run_b":"b","topic":"all","measure":"map","value":0.5}'
	run python3 "$CHECK" schema line
	assert_success
	for FALSE in '{"run_a":"a","run_b":"b","topic":"all","measure":"map"}' '{"run_a":"a","run_b":"b","topic":1,"measure":"map","value":0}' \
		'{"run_a":"a","run_b":"b","topic":"all","measure":"map","value":0,"new":1}' '{"run_a":"a","run_b":"b","topic":"all","measure":"map","value":true}'; do
		run python3 "$CHECK" schema line
		assert_failure
	done
	# a column that lines of jsonl leave out, and the schema does not have
	FALSE='{"run_a":"a","run_b":"b","topic":"all","measure":"map","value":0.5}'
	HEADER+=,new
	run python3 "$CHECK" schema line
	assert_failure
	assert_output --partial 'no schema has just the columns run_a,run_b'
}

@test "fields are only appended: those that programs know are all there, in their order" {
	python3 "$CHECK" "$ROOT/doc/schema" >now
	grep -v '^#' "$ROOT/tests/support/schema_fields.txt" >known
	# what is known of a kind begins its line
	while IFS= read -r line; do
		awk -v line="$line" 'index($0 " ", line " ") == 1 { found = 1 } END { exit !found }' now ||
			fail "doc/schema has not, in this order: $line; now it is: $(grep "^${line%%:*}:" now)"
	done <known
	diff known now || fail 'new fields: add them to tests/support/schema_fields.txt, at the end of their lines'
}

@test "help schema prints the file, or which there are" {
	"$STRAT_EVAL" help schema | while read -r name; do
		"$STRAT_EVAL" help schema "$name" | cmp - "$ROOT/doc/schema/$name.json"
	done
	assert_equal "$("$STRAT_EVAL" help schema | wc -l)" "$(find "$ROOT/doc/schema" -name '*.json' | wc -l)"
	refused 64 "help schema compair: no such schema (help schema lists them); did you mean 'compare'?" help schema compair
}
