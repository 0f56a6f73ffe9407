#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Tables of numbers in the documentation come from commands that stand above them.

load ../support/helper

top=$BATS_TEST_DIRNAME/../..
tables=$BATS_TEST_DIRNAME/../support/number_tables.pl

@test "every table of numbers in doc/ has its command above it, under the same heading" {
	count=0
	for document in "$top"/doc/*.md "$top"/doc/evidence/*.md "$top/README.md"; do
		perl "$tables" "$document" >list
		[ -z "$(grep ' none$' list)" ] || fail "tables without a command: $(grep ' none$' list)"
		count=$((count + $(wc -l <list)))
	done
	echo "# $count tables of numbers" >&3
	[ "$count" -gt 30 ]
}

@test "what is a table of numbers, and what is its command" {
	printf '# A\n| x | y |\n|---|---|\n| a | 1 |\n' >none.md
	run perl "$tables" none.md
	assert_output 'none.md:2 none'
	printf '# A\n```bash\ntrue\n```\n| x | y |\n|---|---|\n| a | .25 |\n## B\n| x | y | z |\n|---|---|---|\n| a | 1 | b |\n| c | d | e |\n' >one.md
	run perl "$tables" one.md # the second has words in it
	assert_output 'one.md:5 2'
	# a number that the command prints in more digits, one that it does not, and one of the paper's
	printf '== one.md:2\nx 0.2519\n' >output
	run perl "$tables" one.md output
	assert_output 'one.md: 1 numbers compared'
	sed -i 's/ \.25 / .26 /' one.md
	run perl "$tables" one.md output
	assert_failure 1
	assert_line "one.md:5: '.26' in the row 'a' is not what the command prints"
	printf '```bash\n```\n| | ours | paper: x | y |\n|---|---|---|---|\n| a | 1 | 2 | 3 |\n' >paper.md
	printf '== paper.md:1\n1\n' >output
	run perl "$tables" paper.md output
	assert_output 'paper.md: 1 numbers compared'
}

@test "tables whose commands are quick print what stands in them" {
	only_with_test_all
	compared=0
	for document in "$top"/doc/*.md "$top"/doc/evidence/*.md; do
		grep -q '^```bash quick' "$document" || continue
		"$top/tests/tables.sh" --quick "$document" >output
		run perl "$tables" "$document" output
		assert_success
		compared=$((compared + $(echo "$output" | sed 's/.*: \([0-9]*\) numbers.*/\1/')))
	done
	echo "# $compared numbers compared" >&3
}

@test "a table that is a CSV file is compared as one of Markdown, and each such file belongs to a page" {
	mkdir tables
	printf '# x\nx,y\n"a, b",.25\n' >tables/t.csv
	printf '# A\n```bash\n```\n[tables/t.csv](tables/t.csv)\n' >page.md
	run perl "$tables" page.md
	assert_output 'page.md:4 2'
	printf '== page.md:2\n0.2519\n' >output
	run perl "$tables" page.md output
	assert_output 'page.md: 1 numbers compared'
	printf '== page.md:2\n0.2619\n' >output
	run perl "$tables" page.md output
	assert_failure 1
	assert_line "page.md:4: '.25' in the row 'a, b' is not what the command prints"
	for file in "$top"/doc/evidence/tables/*.csv; do
		grep -qF "(tables/${file##*/})" "$top"/doc/evidence/*.md || fail "$file is in no page of doc/evidence"
		grep -q '^# \$ ' "$file" || fail "$file has no command"
	done
}

@test "coverage.md has a conclusion for each record, under the same heading, in at most 330 lines" {
	[ "$(wc -l <"$top/doc/coverage.md")" -le 330 ]
	grep '^#' "$top/doc/coverage.md" | sed 's/^#* //' >concluded
	for page in "$top"/doc/evidence/*.md; do
		case ${page##*/} in README.md | derivations.md) continue ;; esac
		run awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ /, ""); print }' "$page"
		for heading in "${lines[@]}"; do
			grep -qxF -e "$heading" concluded || fail "$page: '$heading' is not in coverage.md"
		done
	done
}
