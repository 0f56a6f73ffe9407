#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Against trec_eval 10.0 itself, if it is installed: dropin.txt.

load ../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR"
	cp "$ROOT"/qrels-samples/tiny/qrels "$ROOT"/qrels-samples/tiny/*.run .
	cp "$ROOT/qrels-samples/preferences/prefs" prefs
	cp "$ROOT/qrels-samples/groups/qrels_jg" groups
	cp "$ROOT/qrels-samples/groups/gamma.run" groups.run
	cp "$ROOT/qrels-samples/preferences/delta.run" prefs.run
	awk '{ $4 = $4 ".0"; print }' qrels >dotted
	awk 'NR == 1 { $4 = "yes" } { print }' qrels >words
	sed '1s/ [0-9.]* \([^ ]*\)$/ 7,25 \1/' alpha.run >bad.run
	awk 'NR == 2 { print "" } { print }' qrels >blank
	awk '{ print } NR == 1 { $5 = -100; print }' alpha.run >twice.run
	gzip -k alpha.run
	{ printf '\357\273\277'; cat alpha.run; } >mark.run
	awk '$1 == 1 { $4 = -1 } { print }' qrels >negative
}

answer() { # PROGRAM ARGUMENT...
	local status=0
	"$@" </dev/null 2>/dev/null || status=$?
	echo "status $status"
}

@test "where trec_eval and strat_eval differ is what trec_eval-differences.md lists" {
	command -v trec_eval >/dev/null || skip 'skipped: trec_eval is not installed'
	tr -s '\n ' '  ' <"$ROOT/doc/trec_eval-differences.md" >document
	local call says same wrong=0
	while IFS='|' read -r call says; do
		says=$(sed 's/^ *//; s/ *$//' <<<"$says")
		answer trec_eval $call >theirs
		STRAT_EVAL_WARNINGS=none answer "$STRAT_EVAL" $call >ours
		same=no
		cmp -s theirs ours && same=yes
		if [ -z "$says" ]; then
			[ $same = yes ] || { echo "$call: $(diff theirs ours | head -5)"; wrong=1; }
		else
			[ $same = no ] || { echo "$call: no difference any more, but the list has '$says'"; wrong=1; }
			grep -qF -e "$says" document || { echo "the document does not say: $says"; wrong=1; }
		fi
	done < <(grep '^[^#]' "$ROOT/tests/project/dropin.txt")
	[ $wrong = 0 ]
}
