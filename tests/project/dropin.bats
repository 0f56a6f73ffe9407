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
	gzip -kn alpha.run
	{ printf '\357\273\277'; cat alpha.run; } >mark.run
	awk '$1 == 1 { $4 = -1 } { print }' qrels >negative
	sed 's/^/7/' alpha.run >others.run
	sed 's/ Q0 / Q0 no-/' alpha.run >unjudged.run
	sed 's/^1 Q0 /1 Q0 no-/' alpha.run >one_unjudged.run
	awk '{ $4 = 0; print }' qrels >nothing
	sed '$s/[0-9.]*$/1e1/' qrels >power
	sed '$s/[0-9.]*$/2000000/' qrels >date
	sed '2s/ [0-9.]* \([^ ]*\)$/ nan \1/' alpha.run >nan.run
	{ cat qrels; echo '# end'; } >comment
	{ printf '# one\n# two\n'; cat qrels; } >comments
	{ printf '\357\273\277'; cat qrels; } >mark
	tr '\n' '\r' <alpha.run >returns.run
	sed '$s/ Q0 / Q0 x\x00/' alpha.run >nul.run
	awk '{ print $1, $2, $3, $4, 5, "tied" }' alpha.run >tied.run
	sed '$s/ 11 / eleven /' alpha.run >last.run
	awk '$1 == 10 { $4 = -2 } { print }' qrels >below
	grep -v -- ' -' qrels >levels
	printf '1 u a d01 1\n1 u a d02 0\n1 u a d04 0\n1 u b d03 0\n' >subgroups
	printf '1 u a d01 1\n1 u a d02 0\n1 u b d01 0\n1 u b d02 1\n' >contradiction
	for topic in 1 2 10; do echo "$topic map 0.5 0.25"; done >zscores
	sed s/map/num_rel/ zscores >zscores_rel
	sed 2d zscores >zscores_lack
	sed 's/0.25/-1/' zscores >zscores_negative
	{ cat zscores; head -n 1 zscores; } >zscores_twice
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
		[ -n "${call// /}" ] || continue
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

@test "every difference of the page has a call, or is said to have none" {
	sed -n '/^## Topics/,/^## Standard error/p' "$ROOT/doc/trec_eval-differences.md" |
		awk -v RS= '/^\*\*/ { gsub(/[ \n]+/, " "); gsub(/\*\*/, ""); print }' >paragraphs
	[ "$(wc -l <paragraphs)" -gt 30 ]
	awk -F'|' 'NR == FNR { if (!/^#/ && NF > 1) { sub(/^ */, "", $2); gsub(/\*\*/, "", $2); says[$2] }; next }
		{ for (s in says) if (index($0, s)) next; print }' "$ROOT/tests/project/dropin.txt" FS='\n' paragraphs >uncovered
	assert_equal "$(cat uncovered)" ''
}
