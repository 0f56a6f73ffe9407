# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual pages say what the program does.

load ../support/helper

setup() {
	cd "$ROOT" || return 1
	PATH=$(dirname "$STRAT_EVAL"):$PATH
}

manual_as_text() { # [COMMAND]
	mandoc -T ascii -O width=78 "$BUILD/man/strat_eval${1:+-$1}.1" | sed 's/.\x08//g'
}

@test "the manual pages have no mistakes that mandoc finds" {
	# the examples come first
	run bash -c 'mandoc -T lint -W warning "$BUILD"/man/strat_eval*.1 | grep -v "sections out of conventional order: Sh DESCRIPTION"'
	assert_output ''
}

# Files by the names that examples have.
example_files() {
	local Q=$ROOT/qrels-samples
	cp "$Q/rankings/qrels" "$Q"/production/{keyword,learned,merged,produced}.run "$Q"/production/{sizes,table}.csv "$Q/production/produced.txt" .
	cp "$Q/rankings/lexical.run" a.run
	cp "$Q/rankings/dense.run" b.run
	cp "$Q/rankings/hybrid.run" c.run
	cp a.run run
	gzip -k run
	cp "$Q/production/judgments.strata" sample.strata
	cp "$Q/production/judgments.probs" sample.probs
	cp "$Q/labels/collection" "$Q/labels/judged.csv" "$Q/stopping/review.csv" .
	awk 'NR % 5 == 0 { $4 = $4 > 0 ? 0 : 1 } { print }' qrels >model.qrels
}

@test "every manual page begins with examples, which work as they are typed" {
	local page line count=0
	cd "$BATS_TEST_TMPDIR"
	example_files
	for page in "$BUILD"/man/strat_eval*.1; do
		assert_equal "$page: $(grep '^\.Sh ' "$page" | sed -n 3p)" "$page: .Sh EXAMPLES"
		while IFS= read -r line; do
			count=$((count + 1))
			# the page need not be built
			[[ $line = 'strat_eval page'* && ! -f $BUILD/strat_eval.html ]] && continue
			bash -o pipefail -c "$line" </dev/null >answer 2>message || fail "$page: $line: $(<message)"
		done < <(sed -n '/^\.Sh EXAMPLES/,/^\.Sh DESCRIPTION/s/^\.Dl //p' "$page")
	done
	[ "$count" -ge 25 ]
}

@test "every --help begins with examples, which work as they are typed" {
	local command line count=0
	cd "$BATS_TEST_TMPDIR"
	example_files
	{ echo topic,x,y; seq 9 | awk '{ print $1 ",." $1 ",." 10 - $1 }'; } >ap.csv
	for line in 1 2; do strat_eval -q -m map --shard=$line/2 qrels a.run b.run >shard.$line; done
	for command in '' agree compare merge page sample stop validate \
		plan\ {control,elusion,labels,map,pair,pilot,precision,recall,richness,strata,topics} simulate\ {bootstrap,coverage,sampling}; do
		strat_eval $command --help >help
		grep -q '^Examples:' help || fail "$command: no examples"
		while IFS= read -r line; do
			count=$((count + 1))
			[[ $line = *'strat_eval page'* && ! -f $BUILD/strat_eval.html ]] && continue
			if grep -qsxF ".Dl $line" "$BUILD"/man/strat_eval*.1; then continue; fi # run already
			bash -c "$line" </dev/null >answer 2>message || fail "$line: $(<message)"
		done < <(sed -n '/^Examples:/,/^$/s/^  //p' help)
	done
	[ "$count" -ge 22 ]
}

@test "lists of options and measures are made by make: the pages of doc/ have their places only" {
	run grep -LE '^\.\\" (options of|measures:) ' doc/strat_eval*.1
	assert_output ''
	run awk '/^\.\\" (options of|measures:|commands)/ { list = 1; next } /^\.\\" end/ { list = 0 } list { print FILENAME ": " $0 }' doc/strat_eval*.1
	assert_output ''
	run grep -c '^\.It Fl ' "$BUILD/man/strat_eval-compare.1"
	[ "$output" -gt 15 ]
}

@test "a list of a page is written from the table, and one that is not there is refused" {
	printf '.\\" options of strat_eval compare: Each pair, for -m prob_gt, paired and E_diff, --counts and --wins\nold\n.\\" end\nby hand\n' > "$BATS_TEST_TMPDIR/page.1"
	run "$BUILD/manual" "$BATS_TEST_TMPDIR/page.1"
	assert_success
	assert_line --index 0 '.\" options of strat_eval compare: Each pair, for -m prob_gt, paired and E_diff, --counts and --wins'
	assert_line '.It Fl -utility Ns = Ns Ar "A,B"'
	assert_line --partial 'Utility \fIA\fR*TP - \fIB\fR*FP of \fB\-m\fR prob_gt_utility (default 1,1); with \fB\-\-counts\fR, prints it.'
	assert_line 'by hand'
	refute_line 'old'
	refute_line --partial 'Fl -adjust'
	for wrong in 'options of strat_eval compare: No heading' 'options of strat_eval nothing' 'measures: none'; do
		printf '.\\" %s\n.\\" end\n' "$wrong" > "$BATS_TEST_TMPDIR/page.1"
		run "$BUILD/manual" "$BATS_TEST_TMPDIR/page.1"
		assert_equal "$wrong $status" "$wrong 1"
		assert_line --partial 'page.1:1: there is no such list'
	done
	printf '.\\" measures: grades\nold\n' > "$BATS_TEST_TMPDIR/page.1"
	run "$BUILD/manual" "$BATS_TEST_TMPDIR/page.1"
	assert_failure
	assert_line --partial 'a list has no end'
}

@test "each command has a manual page, and each option of its table is there" {
	source "$BUILD/completion/strat_eval.bash"
	{ _strat_eval_commands && echo :; } | _strat_eval_names > "$BATS_TEST_TMPDIR/commands"
	[ "$(wc -l < "$BATS_TEST_TMPDIR/commands")" -ge 9 ]
	while IFS= read -r command; do
		{ manual_as_text "${command%% *}"; manual_as_text; } > "$BATS_TEST_TMPDIR/manual"
		options=$(_strat_eval_options "$command" | _strat_eval_names)
		[ -n "$options" ]
		for option in $options; do
			grep -qE -- "(^|[ [,])$option([],= ]|\$)" "$BATS_TEST_TMPDIR/manual" ||
				fail "$command $option is not in the manual page"
		done
	done < "$BATS_TEST_TMPDIR/commands"
}

@test "every measure, nickname and format of --help is in the manual page" {
	manual_as_text > "$BATS_TEST_TMPDIR/manual"
	names=$("$STRAT_EVAL" --help | awk '
		/^Measures/ { measures = 1; next }
		/^Nicknames:/ { measures = 0; for (i = 2; i <= NF; i++) print $i }
		measures { print $1 }
		/^  -[RT] / { print $2 }')
	[ "$(echo "$names" | wc -l)" -gt 60 ]
	for name in $names; do
		grep -qE "^ +$name( |\$)" "$BATS_TEST_TMPDIR/manual" ||
			fail "$name is not in doc/strat_eval.1"
	done
}

@test "every name of ir_measures in the manual page is understood" {
	names=$(sed -n '/^\.Ss Names of ir_measures/,/^\.El/s/^\.It \(.*\) Ta .*/\1/p' doc/strat_eval.1 |
		sed 's/ , / /g')
	run "$STRAT_EVAL" $(printf -- '-m %s ' $names) qrels-samples/tiny/qrels qrels-samples/tiny/alpha.run
	assert_success
	assert_line --partial ndcg_exp_cut_10
	names=$(sed -n '/^\.Fl R Cm diversity :/,/^\.El/s/^\.It \(.*\) Ta .*/\1/p' doc/strat_eval.1 | sed 's/ , / /g')
	run "$STRAT_EVAL" -R diversity $(printf -- '-m %s ' $names) qrels-samples/tiny/qrels qrels-samples/tiny/alpha.run
	assert_success
	assert_line --partial strec_10
}

# argp wraps a text that fills its line into a second line of blanks.
@test "no help has a line of blanks alone" {
	source "$BUILD/completion/strat_eval.bash"
	{ _strat_eval_commands && echo :; } | _strat_eval_names > "$BATS_TEST_TMPDIR/commands"
	while IFS= read -r command; do
		run "$STRAT_EVAL" $command --help
		assert_success
		refute_line --regexp '^ +$'
	done < "$BATS_TEST_TMPDIR/commands"
}
