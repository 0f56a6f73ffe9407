#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What a message tells somebody to type works on the input that caused the message: advice.txt.

load ../support/helper

setup_file() {
	export FILES=$BATS_FILE_TMPDIR/files
	sh "$ROOT/tests/battery_files.sh" "$FILES"
}

# Reads the cases into the arrays wrong, advice, right.
cases()
{
	local line part=0
	wrong=() advice=() right=()
	while IFS= read -r line; do
		[[ $line = '#'* || -z $line ]] && continue
		case $part in
		0) wrong+=("$line") ;;
		1) advice+=("$line") ;;
		2) right+=("$line") ;;
		esac
		part=$(((part + 1) % 3))
	done <"$ROOT/tests/project/advice.txt"
	[ "$part" = 0 ]
}

@test "what a message says to type works on the input that caused it" {
	local i
	cases
	[ "${#wrong[@]}" -ge 30 ]
	cd "$FILES"
	for i in "${!wrong[@]}"; do
		bash -c "'$STRAT_EVAL' ${wrong[i]}" </dev/null >/dev/null 2>"$BATS_TEST_TMPDIR/message" || true
		grep -qF -e "${advice[i]}" "$BATS_TEST_TMPDIR/message" ||
			fail "strat_eval ${wrong[i]}: no '${advice[i]}' in: $(<"$BATS_TEST_TMPDIR/message")"
		bash -c "'$STRAT_EVAL' ${right[i]}" </dev/null >/dev/null 2>"$BATS_TEST_TMPDIR/again" ||
			fail "strat_eval ${right[i]}: $(<"$BATS_TEST_TMPDIR/again")"
	done
}
