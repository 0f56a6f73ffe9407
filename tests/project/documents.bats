# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The documents; their examples are tests of their own, which tests/support/run_tests.sh runs.

load ../support/helper

setup() {
	cd "$ROOT" || return 1
	PATH=$(dirname "$STRAT_EVAL"):$PATH
}

@test "README.md, formats.md, trec_eval-differences.md and all samples have examples" {
	run grep -L '^```output' README.md doc/formats.md doc/trec_eval-differences.md qrels-samples/*/README.md
	assert_output ''
}

@test "an example whose output differs is found" {
	printf '```sh\necho right\n```\n```output\nwrong\n```\n' > "$BATS_TEST_TMPDIR/wrong.md"
	run sh tests/support/run_examples.sh "$BATS_TEST_TMPDIR/wrong.md"
	assert_failure
	assert_output --partial 'the output differs'
}

@test "as a test, a document passes or fails by its examples" {
	printf '```sh\necho right\n```\n```output\nright\n```\n' > "$BATS_TEST_TMPDIR/right.md"
	run sh tests/support/run_examples.sh -t "$BATS_TEST_TMPDIR/right.md"
	assert_success
	assert_line --regexp '^ok 1 .*right.md: 1 example'
	sed -i 's/^right/wrong/' "$BATS_TEST_TMPDIR/right.md"
	run sh tests/support/run_examples.sh -t "$BATS_TEST_TMPDIR/right.md"
	assert_failure
	assert_line --regexp '^not ok 1 '
	assert_line '# +right'
}

@test "measures.md is what help measures prints" {
	"$STRAT_EVAL" help measures | diff doc/measures.md - ||
		fail 'doc/measures.md: write it again (make pages)'
}

@test "the links between the documents lead to files" {
	for document in README.md doc/*.md qrels-samples/README.md qrels-samples/*/README.md; do
		for link in $(grep -oE '\]\([^)#]+\)' "$document" | sed 's/^](//; s/)$//'); do
			case $link in http*) continue ;; esac
			[ -e "$(dirname "$document")/$link" ] || fail "$document: $link does not exist"
		done
	done
}

@test "make demo's script shows the main job" {
	run sh qrels-samples/demo.sh "$STRAT_EVAL"
	assert_success
	assert_line "$(printf '%-22s\tall\t0.6278' map)"
}

@test "each document begins with whom it is for" {
	local file
	for file in "$ROOT"/doc/*.md; do
		run awk '/^# / { title = NR } title && NR == title + 2 { print; exit }' "$file"
		[[ $output == '*For '*'.*' ]] || fail "${file##*/} does not say under its title whom it is for"
	done
}
