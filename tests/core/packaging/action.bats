#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# action.yml and the recipes of doc/ci.md: their commands, in an environment that is made up.

load ../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	mkdir bin
	ln -s "$STRAT_EVAL" bin/strat_eval
	PATH=$PWD/bin:$PATH
	for t in 1 2 3 4 5 6 7 8 9; do echo "$t 0 r 1"; echo "$t 0 x1 0"; done >qrels
	ranked released 1 1 1 1 1 1 1 1 1 >released.run
	ranked worse 2 2 3 2 3 2 2 3 2 >worse.run
	ranked same 1 1 1 1 1 1 1 1 1 >same.run
	printf '#!/bin/sh\ncat worse.run\n' >retrieve.sh
	chmod +x retrieve.sh
	export GITHUB_OUTPUT=$PWD/output GITHUB_STEP_SUMMARY=$PWD/summary GITHUB_ACTION_PATH=$ROOT RUNNER_TEMP=$PWD
	export GATE_JUDGMENTS=qrels GATE_BASELINE=released.run GATE_RUNS=worse.run GATE_MEASURES='recip_rank recall.5' GATE_MARGIN=2%
	export GATE_OPTIONS='-c --quiet-warnings' GATE_PROGRAM=$STRAT_EVAL GATE_SHA256=''
}

# The command of the action, as the runner would give it to bash.
act()
{
	rm -f output summary
	exit_status=0
	bash -c "$(sed -n "s/^ *run: '\(.*\)'$/\1/p" "$ROOT/action.yml")" >stdout 2>stderr || exit_status=$?
}

# The blocks of doc/ci.md that are files.
recipe() # NAME
{
	awk -v name="file=$1" '/^```/ { inside = $2 == name; next } inside' "$ROOT/doc/ci.md"
}

@test "the action ends with the status of the gate, and says what it found" {
	act
	assert_equal "$exit_status $(cat stderr)" '3 '
	assert_equal "$(head -2 output | paste -sd' ')" 'status=3 verdict=fail'
	report=$(sed -n 's/^report=//p' output)
	assert_equal "$(head -1 "$report")" '## Gate: fail'
	cmp "$report" summary
	GATE_RUNS='worse.run same.run' act
	assert_equal "$exit_status" 3
	grep -q '^| same | recip' summary
	GATE_RUNS=same.run act
	assert_equal "$exit_status $(sed -n 's/^verdict=//p' output)" '0 pass'
	GATE_RUNS=same.run GATE_MARGIN=noninferior:1% act
	assert_equal "$exit_status $(sed -n 's/^verdict=//p' output)" '0 pass'
}

@test "the baseline may be the scores of an earlier call" {
	for format in csv jsonl; do
		strat_eval -q -c -m recip_rank -m recall.5 --manifest=- --format=$format qrels released.run >released.$format
		GATE_BASELINE=released.$format GATE_RUNS='worse.run same.run' act
		assert_equal "$exit_status $(cat stderr) $(head -2 output | paste -sd' ')" '3  status=3 verdict=fail'
		mv summary by_$format
	done
	GATE_RUNS='worse.run same.run' act
	diff summary by_csv | grep -v '^[<>].*released' | grep '^[<>]' && fail 'the reports differ'
	cmp by_csv by_jsonl
	echo '9 0 x2 0' >>qrels
	GATE_BASELINE=released.csv act
	assert_equal "$exit_status $(head -2 output | paste -sd' ')" '1 status=1 verdict=error'
}

@test "what cannot be compared is an error of the action, and words of its inputs are no shell" {
	sed 's/ Q0 / Q0 other-/' same.run >lost.run
	GATE_RUNS=lost.run act
	assert_equal "$exit_status $(head -2 output | paste -sd' ')" '1 status=1 verdict=error'
	GATE_RUNS='$(touch made) same.run;' act
	[ ! -e made ]
	[ "$exit_status" != 0 ]
	GATE_MEASURES='$(touch made)' act
	[ ! -e made ]
	assert_equal "$exit_status" 64
}

@test "a program has the SHA-256 that is given, and one from an address must have one" {
	GATE_SHA256=$(sha256sum <"$STRAT_EVAL" | cut -d' ' -f1) act
	assert_equal "$exit_status" 3
	GATE_SHA256=$(echo | sha256sum | cut -d' ' -f1) act
	assert_equal "$exit_status $(head -2 output | paste -sd' ')" '64 status=64 verdict=error'
	grep -q 'does not have the SHA-256' stderr
	GATE_PROGRAM=https://example.org/strat_eval act
	assert_equal "$exit_status $(cat stderr)" '64 strat_eval gate: a program from an address needs its sha256'
}

@test "each input of the action reaches its script, and the recipe for GitHub has no others" {
	awk '/^inputs:/ { inside = 1; next } /^[a-z]/ { inside = 0 } inside && /^  [a-z0-9]+:/ { gsub(/[ :]/, ""); print }' "$ROOT/action.yml" >inputs
	assert_equal "$(wc -l <inputs)" 8
	while read -r name; do
		grep -qF "GATE_${name^^}: \${{ inputs.$name }}" "$ROOT/action.yml"
		grep -q "GATE_${name^^}" "$ROOT/core/packaging/gate_action.sh"
	done <inputs
	recipe github.yml | awk '/with:/ { inside = 1; next } /- if:/ { inside = 0 } inside { sub(/:.*/, ""); gsub(/ /, ""); print }' >with
	[ -s with ]
	assert_equal "$(grep -vxFf inputs with)" ''
}

@test "the recipes for GitLab and pre-commit stop what is shown to be worse" {
	recipe gitlab.yml | sed -n 's/^    - //p' >script
	assert_equal "$(wc -l <script)" 2
	exit_status=0
	sh -e script 2>stderr || exit_status=$?
	assert_equal "$exit_status $(head -1 gate.md)" '3 ## Gate: fail'
	grep -q '"name":"qrels"' gate.json
	cp same.run worse.run
	sh -e script 2>stderr
	recipe pre-commit.yml | sed -n 's/^ *entry: //p' >entry
	sh -e entry >stdout 2>stderr
	ranked worse 2 2 3 2 3 2 2 3 2 >worse.run
	exit_status=0
	sh -e entry >stdout 2>stderr || exit_status=$?
	assert_equal "$exit_status" 3
}
