#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# A host may call the library from a thread with a small stack. Threads of the program have the stack of the main one.

load ../support/helper

@test "every command line of the list needs less than 256 kB of stack" {
	without_sanitizer "frames are larger with a sanitizer"
	cd "$BATS_TEST_TMPDIR"
	sh "$ROOT/tests/commands/files.sh" files
	cd files
	sed -e '/^#/d' -e 's/^evaluate //' -e 's/\([ =]\)[@~]/\1/g' "$ROOT/tests/commands/list.txt" >lines
	ulimit -s 256
	local line lines=0
	while read -r line; do
		# shellcheck disable=SC2086 # the words of the line
		"$STRAT_EVAL" $line >out 2>err </dev/null || fail "$line: status $?: $(cat err)"
		lines=$((lines + 1))
	done <lines
	[ "$lines" -ge 150 ]
}
