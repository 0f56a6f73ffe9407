# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The commands in the table of wishes of doc/coming-from.md answer.

load ../support/helper

@test "every wish in coming-from.md has a command that answers it" {
	cd "$ROOT"
	sed -n '/^## Wishes of/,$s/^| .* | .* | `\(.*\)` |$/\1/p' doc/coming-from.md | sed 's/\\|/|/g' >"$BATS_TEST_TMPDIR/commands"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/commands")" -ge 18 ]
	while read -r command; do
		# experiments are built by make test-all
		[[ $command != build/tests/* || -x ${command%% *} ]] || continue
		Q=qrels-samples PATH=$(dirname "$STRAT_EVAL"):$PATH bash -o pipefail -c "$command" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/said" ||
			fail "$command: $(cat "$BATS_TEST_TMPDIR/said")"
		[ -s "$BATS_TEST_TMPDIR/out" ] || fail "$command: no answer"
		refute grep -qw -e nan -e inf "$BATS_TEST_TMPDIR/out"
	done <"$BATS_TEST_TMPDIR/commands"
}
