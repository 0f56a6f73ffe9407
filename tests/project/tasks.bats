# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What people want to do is found by the words that they type: tasks.txt, `help WORDS`, `-h`.

load ../support/helper

setup() {
	cd "$ROOT" || return 1
}

@test "thirty tasks: each has its heading, and help WORDS names it" {
	local count=0 words page heading
	while IFS='|' read -r words page heading; do
		page=$(echo $page) heading=${heading# }
		awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ /, ""); print }' "$page" | grep -qxF -e "$heading" ||
			fail "$page has no heading '$heading'"
		"$STRAT_EVAL" help $words >"$BATS_TEST_TMPDIR/found" || fail "help $words: nothing"
		<"$BATS_TEST_TMPDIR/found" tr -s '\n ' '  ' | grep -qF -e "$page: $heading" ||
			fail "help $words does not name $page, $heading: $(cat "$BATS_TEST_TMPDIR/found")"
		count=$((count + 1))
	done < <(grep '^[^#]' tests/project/tasks.txt)
	[ "$count" -ge 30 ]
}

# The rank of the first right answer: that of an entry, or 1 if the answer is the manual of a measure that was asked for.
rank() { # RIGHT, RIGHT ...
	awk -v right="$1" '
		BEGIN { n = split(right, wanted, / *, */) }
		NR == 1 && $2 == "-" || /^  [^ ]/ {
			entry = $0
			sub(/^ +/, "", entry)
			sub(NR == 1 && $2 == "-" ? " - .*" : ": .*", "", entry)
			place++
			for (i = 1; i <= n; i++)
				if (entry == wanted[i]) { print place; exit }
		}'
}

@test "the mean reciprocal rank of the first right answer to queries.txt is at least .8" {
	local words right place
	while IFS='|' read -r words right; do
		place=$("$STRAT_EVAL" help $words 2>/dev/null | rank "${right# }")
		echo "${place:-0} $words"
	done < <(grep '^[^#]' tests/project/queries.txt) >"$BATS_TEST_TMPDIR/ranks"
	run awk '{ n++; if ($1 > 0) sum += 1 / $1 } END { printf "%d queries, mean reciprocal rank %.3f\n", n, sum / n; exit !(n >= 100 && sum >= .8 * n) }' \
		"$BATS_TEST_TMPDIR/ranks"
	echo "# $output"
	grep -v '^1 ' "$BATS_TEST_TMPDIR/ranks"
	assert_success
}

@test "help finds commands, options, measures and methods by other words than their names" {
	# word of the summary, of the help, of an alias, of a manual; forms of a word
	run "$STRAT_EVAL" help inclusion probabilities
	assert_line --partial 'sample: draw the documents to judge'
	run "$STRAT_EVAL" help --topic
	assert_line '  --topic: The topic asked about, or those in FILE, one on each line'
	run "$STRAT_EVAL" help expected reciprocal ranks
	assert_line --regexp '^  err: '
	run "$STRAT_EVAL" help signed-rank
	assert_line --partial '--test=wilcoxon'
	# a rare word counts for more than a common one
	run "$STRAT_EVAL" help documents elusion
	assert_line --partial '1. Elusion test'
}

@test "-h fits one screen and says where the rest is; --help is whole" {
	run "$STRAT_EVAL" -h
	assert_success
	[ "${#lines[@]}" -le 22 ] && [ "$(echo "$output" | wc -l)" -le 24 ]
	[ "$(echo "$output" | wc -L)" -le 84 ]
	assert_line --partial 'strat_eval help WORDS'
	assert_line --partial 'strat_eval --help'
	[ "$("$STRAT_EVAL" help)" = "$output" ]
	[ "$("$STRAT_EVAL" --help | wc -l)" -gt 150 ]
	for command in agree compare merge page sample stop validate 'plan recall' 'plan map' 'simulate coverage'; do
		run "$STRAT_EVAL" $command -h
		assert_success
		assert_line --partial "strat_eval $command --help"
		[ "$(echo "$output" | wc -l)" -le 24 ] || fail "$command -h: $(echo "$output" | wc -l) lines"
		# every option that --help lists is named
		for option in $("$STRAT_EVAL" $command --help | grep -oE '^ +(-., +)?--[a-zA-Z_-]+' | grep -oE -e '--.*'); do
			[[ " $(echo $output) " == *" $option "* ]] || fail "$command -h does not name $option"
		done
	done
}
