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

@test "hundreds of slips, a thousand with TEST_ALL=1: no advice is refused, and at least 85 % name what was meant" {
	cd "$FILES"
	run perl "$ROOT/tests/support/misspelt.pl" "$STRAT_EVAL" "$ROOT/tests/battery.txt" "$([ -n "${TEST_ALL-}" ] && echo 1 || echo 3)"
	echo "# $(grep ^all: <<<"$output")"
	assert_success
}

# The first column of a measure that is not runid; nothing: it is refused.
column() { "$STRAT_EVAL" -m "$1" qrels alpha.run 2>message | awk '$1 != "runid" { print $1; exit }'; }

@test "names of other programs: understood, or advised, at least 85 % of them, and no advice is refused" {
	local name means got advised right=0 all=0
	cd "$FILES"
	while read -r name means; do
		got=$(column "$name")
		if [ -z "$got" ]; then
			advised=$(sed -n "s/.*did you mean '\(.*\)'?.*/\1/p; s/.* as in \(.*\)$/\1/p" message)
			if [ -z "$advised" ]; then got=-; else got=$(column "$advised"); fi
			[ -n "$got" ] || fail "$name: '$advised' is advised and refused: $(<message)"
		fi
		all=$((all + 1))
		if [ "$got" = "$means" ]; then right=$((right + 1)); else echo "$name: $got, and not $means"; fi
	done < <(grep '^[^#]' "$ROOT/tests/project/names.txt")
	echo "# $right of $all"
	[ "$all" -gt 100 ] && [ $((100 * right)) -ge $((85 * all)) ]
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
