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

# A call without --ci prints what trec_eval prints: dropin.bats.
@test "README.md shows trec_eval and strat_eval side by side as both print it" {
	cd qrels-samples/rankings
	awk '/^```/ { on = 0 } on && !/\$/ { print substr($0, 1, 42) >"'"$BATS_TEST_TMPDIR"'/left"; print substr($0, 44) >"'"$BATS_TEST_TMPDIR"'/right" }
		/^```text/ && !seen { on = seen = 1 }' "$ROOT/README.md"
	fields() { awk 'NF == 3 { print $1, $2, $3 }' "$@"; }
	assert_equal "$(fields "$BATS_TEST_TMPDIR/left")" "$(strat_eval -m map qrels dense.run | fields)"
	assert_equal "$(fields "$BATS_TEST_TMPDIR/right")" "$(strat_eval -m map --ci qrels dense.run | fields)"
}

@test "an example whose output differs is found" {
	printf '```sh\necho right\n```\n```output\nwrong\n```\n' > "$BATS_TEST_TMPDIR/wrong.md"
	run sh tests/support/run_examples.sh "$BATS_TEST_TMPDIR/wrong.md"
	assert_failure
	assert_output --partial 'the output differs'
}

@test "an example with a variable that is not set is found" {
	printf '```sh\necho "$FOLDER/bin"\n```\n```output\n/bin\n```\n' > "$BATS_TEST_TMPDIR/unset.md"
	run sh tests/support/run_examples.sh "$BATS_TEST_TMPDIR/unset.md"
	assert_failure
	assert_output --partial 'unset.md:1: the shell has ended'
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

@test "a page changes its folder once at most, and names no folder that the reader may not have" {
	run awk '
		FNR == 1 { changes = 0 }
		/^```sh/ { on = 1; next }
		/^```/ { on = 0 }
		on && /(^|[;&|] *)cd / && ++changes > 1 { print FILENAME ":" FNR ": " $0 }
		on && /TMPDIR|\/tmp|OLDPWD/ { print FILENAME ":" FNR ": " $0 }' README.md doc/*.md doc/evidence/*.md qrels-samples/*/README.md
	assert_output ''
}

@test "measures.md has the lists of help measures" {
	"$STRAT_EVAL" help measures | sed -f core/packaging/measure_list.sed | diff doc/measures.md - ||
		fail 'doc/measures.md: write it again (make pages)'
}

@test "the links between the documents lead to files and headings" {
	run python3 -B tests/support/check_links.py README.md CHANGELOG.md doc/*.md doc/evidence/*.md qrels-samples/README.md qrels-samples/*/README.md
	assert_output ''
	assert_success
	printf '# A b\n[x](#a-b) [y](#c) [z](none.md)\n' >"$BATS_TEST_TMPDIR/page.md"
	run python3 -B tests/support/check_links.py "$BATS_TEST_TMPDIR/page.md"
	assert_failure 1
	assert_equal "${#lines[@]}" 2
}

@test "make demo's script shows the main jobs, rankings first, on one screen and a half, without a warning" {
	run sh qrels-samples/demo.sh "$STRAT_EVAL"
	assert_success
	refute_output --partial 'warning'
	assert_line --index 0 --partial 'rankings'
	[ "$(wc -l <<<"$output")" -le 40 ]
	assert_line "$(printf '%-22s\tall\t0.6278' map)"
}

@test "each document begins with whom it is for" {
	local file
	for file in "$ROOT"/doc/*.md "$ROOT"/doc/evidence/README.md; do
		run awk '/^# / { title = NR } title && NR == title + 2 { print; exit }' "$file"
		[[ $output == '*For '*'.*' ]] || fail "${file##*/} does not say under its title whom it is for"
	done
}

# With trec_eval 10.0 itself, if it is installed: the sentences are those of the document, word by word.
@test "trec_eval does what trec_eval-differences.md says of it" {
	command -v trec_eval >/dev/null || skip 'skipped: trec_eval is not installed'
	tr '\n' ' ' <doc/trec_eval-differences.md >"$BATS_TEST_TMPDIR/document"
	cp qrels-samples/tiny/qrels qrels-samples/tiny/alpha.run "$BATS_TEST_TMPDIR"
	cd "$BATS_TEST_TMPDIR"
	says() { grep -qF "$1" document || fail "the document does not say: $1"; }
	first=$(trec_eval -m P.3000000000,1 qrels alpha.run | awk '$1 == "P_1" { print $3 }')
	says "prints a P_1 of $first,"
	gzip -kn qrels alpha.run # without the time: its bytes may hold a blank, and line 1 more fields
	for files in 'qrels.gz alpha.run' 'qrels alpha.run.gz'; do
		run trec_eval $files
		assert_output --partial 'Malformed line 1'
	done
	says 'cannot read gzip (as a rule it says that line 1 is malformed)'
	run sh -c 'trec_eval -m num_q -- qrels -any <alpha.run'
	assert_output --partial 3
	awk '$1 == 1 { $4 = -1 } { print }' qrels >negative
	run trec_eval negative alpha.run
	assert_equal "$status" 4
	says 'a topic whose judgments are all negative (status 4)'
	{ cat qrels; echo '# end'; } >comment
	run trec_eval comment alpha.run
	assert_equal "$status" 139
	tr '\n' '\r' <alpha.run >cr.run
	assert_equal "$(trec_eval -q -n -m num_ret qrels cr.run 2>/dev/null | awk '{ n += $3 } END { print n }')" 1
	says 'of a run with CR line ends only the first record is read'
	{ printf '\357\273\277'; cat alpha.run; } >mark.run
	assert_equal "$(trec_eval -m num_ret qrels mark.run | awk '{ print $3 }')" "$(($(wc -l <alpha.run) - 1))"
}

@test "papers.md knows that errors of assessors are corrected for by a second review" {
	run ! grep 'they are not corrected' doc/papers.md
	for option in --null-qc --produced-qc; do
		"$STRAT_EVAL" validate --help | grep -q -e "$option"
		grep -q "errors of assessors.*$option" doc/papers.md
	done
}

@test "papers.md: each row has a command that answers, or says why there is none" {
	run python3 -B tests/support/papers.py doc/papers.md
	assert_success
	for item in 'Kantor and others 1999\] | none | no: ' 'Zobel 1998\] | none | no: ' 'Sunter 1977\].* | none | no such design' '§6 | predicting judgments' '§6 | an upper bound' \
		'§6 | several systems' '§6 | Wilcoxon'; do
		grep -q "$item" doc/papers.md || fail "no row for $item"
	done
}

@test "no sentence has more than 45 words" {
	run python3 -B tests/support/sentences.py 45 README.md doc/*.md doc/evidence/*.md qrels-samples/README.md qrels-samples/*/README.md
	assert_success
	assert_output ''
}

@test "what counts as a sentence" {
	cd "$BATS_TEST_TMPDIR"
	printf '# One two three four\n\nOne `two words` [three](a b c).\nFour five six seven.\n\n| one two three four |\n\n- One two.\n- Three four five six\n' >page.md
	run python3 -B "$ROOT/tests/support/sentences.py" 3 page.md
	assert_line --index 0 'page.md:3: 4 words: Four five six seven.'
	assert_line --index 1 'page.md:9: 4 words: Three four five six'
	assert_equal "${#lines[@]}" 2
}

@test "text is wrapped one way, twice as once, and code, tables, lists and comments stay" {
	cd "$BATS_TEST_TMPDIR"
	{
		printf '<!-- words: a,\n   b -->\n\n# Title\n\n'
		printf 'word%.0s ' {1..40} | fold -sw 60
		printf '\n\n- item %s\n  more\n  - inner\n\n    | a | b |\n    |---|---|\n' "$(printf 'x%.0s ' {1..80})"
		printf '\n```sh\nstrat_eval   --help |\n\thead\n```\n\n1. one\n2. two\n\n       formula\n\n   more of two\n3. three\n'
	} >page.md
	cp page.md once.md
	python3 -B "$ROOT/tests/support/wrap_markdown.py" once.md
	cp once.md twice.md
	run python3 -B "$ROOT/tests/support/wrap_markdown.py" --check twice.md
	assert_success
	run python3 -B "$ROOT/tests/support/wrap_markdown.py" --check page.md
	assert_failure 1
	[ "$(wc -L <once.md)" -le 120 ]
	diff <(tr -s '\n ' '\n\n' <page.md) <(tr -s '\n ' '\n\n' <once.md) # the same words
	for kept in '   b -->' '# Title' '    | a | b |' 'strat_eval   --help |' $'\thead' '2. two' '3. three' '  - inner'; do
		grep -qxF -e "$kept" once.md || fail "not kept: $kept"
	done
	# every document: twice as once
	cp "$ROOT"/doc/*.md .
	python3 -B "$ROOT/tests/support/wrap_markdown.py" *.md >/dev/null
	run python3 -B "$ROOT/tests/support/wrap_markdown.py" --check *.md
	assert_output ''
}

@test "methods.md: each method has a formula, a source, when to use it and an example, and is found by its name" {
	local name
	run awk -v plain='^(Estimates and intervals: what is computed|Second opinions|Interval methods|Conventions|Comparing runs|Webber.s Table XII|References)$' '
		function close_section(   i) {
			for (i = 1; heading != "" && heading !~ plain && i <= 4; i++)
				if (!index(text, "\n**" part[i]))
					print heading ": no " part[i]
			text = ""
		}
		BEGIN { split("Formula.** Source.** When.** Example.**", part) }
		/^```/ { code = !code }
		!code && /^#+ / { close_section(); heading = $0; sub(/^#+ /, "", heading) }
		{ text = text "\n" $0 }
		END { close_section() }' doc/methods.md
	assert_output ''
	for name in $(sed -n 's/^\t\.name = "\(.*\)",$/\1/p' core/stats/*/methods/*.c core/stats/topics/intervals/*.c core/stats/stopping/rules/*.c); do
		grep -qE -e "^(#|<!-- words:).*[ ,]$name(,| |:|\$)" doc/methods.md || fail "no heading of methods.md, nor its words, names $name"
	done
}

@test "the interval methods at a glance: the examples are what the program prints" {
	local methods ends i count=0
	printf 'topic,stratum,runs,size,sampled,relevant\n1,set,x,100,20,10\n1,rest,-,1000,50,2\n' >"$BATS_TEST_TMPDIR/two"
	while IFS='|' read -r _ methods _ _ _ ends _; do
		[[ $ends == *[0-9]' to '* ]] || continue
		IFS=, read -ra methods <<<"$(tr -d ' `' <<<"$methods")"
		IFS=';' read -ra ends <<<"$ends"
		for i in "${!ends[@]}"; do
			run "$STRAT_EVAL" -R table -m ci_lo_est_recall -m ci_hi_est_recall --ci="${methods[i]}" "$BATS_TEST_TMPDIR/two" x
			assert_equal "${methods[i]} $(awk '{ printf "%s%s", (NR > 1 ? " to " : ""), substr($3, 2) }' <<<"$output")" "${methods[i]} $(echo ${ends[i]})"
			count=$((count + 1))
		done
	done < <(sed -n '/^\*\*At a glance/,/^```/p' doc/methods.md)
	[ "$count" -ge 15 ]
}
