# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The documentation says what the program does: every example is run, and the guide for measures is
# followed to the letter.

load ../support/helper

setup() {
	cd "$ROOT" || return 1
	PATH=$(dirname "$STRAT_EVAL"):$PATH
}

# A copy of the sources, without the tests, for a make that knows nothing of the one that runs this. It
# has what was compiled here, unless all is tested: then it is built from nothing.
copy_of_the_sources() {
	mkdir "$BATS_TEST_TMPDIR/source"
	cp -rp Makefile core measures readers doc qrels-samples "$BATS_TEST_TMPDIR/source"
	if [ -z "${TEST_ALL-}" ]; then
		mkdir "$BATS_TEST_TMPDIR/source/build"
		(cd "$BUILD" && cp -rp flags registry.* core measures readers "$BATS_TEST_TMPDIR/source/build")
	fi
	cd "$BATS_TEST_TMPDIR/source"
	unset BUILD PROGRAM PREFIX DESTDIR SANITIZE OPTIMIZE CFLAGS LDFLAGS # not CC, or all would be compiled again
	unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
}

manual_as_text() { # [COMMAND]
	mandoc -T ascii -O width=78 "doc/strat_eval${1:+-$1}.1" | sed 's/.\x08//g'
}

@test "the examples of the README and of the documents print what stands there" {
	for document in README.md doc/*.md; do
		case $document in doc/writing-a-measure.md | doc/tutorial.md) continue ;; esac
		run sh tests/support/run_examples.sh "$document"
		assert_success
	done
}

@test "the examples of the samples print what stands there" {
	for document in qrels-samples/*/README.md; do
		run sh tests/support/run_examples.sh "$document"
		assert_success
		refute_output --partial ': 0 examples'
	done
}

@test "README.md, formats.md and trec_eval-differences.md have examples" {
	for document in README.md doc/formats.md doc/trec_eval-differences.md; do
		run sh tests/support/run_examples.sh "$document"
		refute_output --partial ': 0 examples'
	done
}

@test "the tutorial leads from two runs to intervals when followed to the letter" {
	mkdir "$BATS_TEST_TMPDIR/study"
	cd "$BATS_TEST_TMPDIR/study"
	ln -s "$ROOT/qrels-samples" .
	run sh "$ROOT/tests/support/run_examples.sh" -a "$ROOT/doc/tutorial.md"
	assert_success
	refute_output --partial ': 0 examples'
}

@test "an example whose output differs is found" {
	printf '```sh\necho right\n```\n```output\nwrong\n```\n' > "$BATS_TEST_TMPDIR/wrong.md"
	run sh tests/support/run_examples.sh "$BATS_TEST_TMPDIR/wrong.md"
	assert_failure
	assert_output --partial 'the output differs'
}

@test "writing-a-measure.md leads to a loaded and to a built-in measure when followed to the letter" {
	copy_of_the_sources
	run sh "$ROOT/tests/support/run_examples.sh" -a doc/writing-a-measure.md
	assert_success
	refute_output --partial ': 0 examples'
}

@test "a plugin compiles against what make install DESTDIR=... leaves, through pkg-config" {
	copy_of_the_sources
	stage=$BATS_TEST_TMPDIR/stage
	run make install DESTDIR="$stage" PREFIX=/usr
	assert_success
	export PKG_CONFIG_SYSROOT_DIR=$stage PKG_CONFIG_PATH=$stage/usr/lib/pkgconfig
	run pkg-config --modversion strat_eval
	assert_success
	assert_output "$("$stage/usr/bin/strat_eval" --version | sed -n '1s/.* //p')"
	mkdir "$BATS_TEST_TMPDIR/plugin"
	cd "$BATS_TEST_TMPDIR/plugin"
	awk '/^```c file=first_tier.c/ { on = 1; next } /^```/ { on = 0 } on' \
		"$ROOT/doc/writing-a-measure.md" > first_tier.c
	run gcc -std=c17 -Wall -Wextra -Werror $(pkg-config --cflags strat_eval) -shared -fPIC \
		-o first_tier.so first_tier.c
	assert_success
	run "$stage/usr/bin/strat_eval" --plugin=first_tier.so -m patience.2 \
		"$ROOT/qrels-samples/tiny/qrels" "$ROOT/qrels-samples/tiny/alpha.run"
	assert_success
	assert_output "$(printf '%-22s\tall\t0.7778' patience_2)" # (1/3 + 1 + 1) / 3
	[ -f "$stage/usr/share/man/man1/strat_eval.1" ]
}

# Axes and fonts may differ with the version of gnuplot; what is written in a picture does not.
@test "the gallery shows what its commands draw, in small files" {
	need_gnuplot
	mkdir -p "$BATS_TEST_TMPDIR/gallery/doc/pictures"
	ln -s "$ROOT/qrels-samples" "$BATS_TEST_TMPDIR/gallery"
	(cd "$BATS_TEST_TMPDIR/gallery" && sh "$ROOT/tests/support/run_examples.sh" -a "$ROOT/doc/gallery.md")
	drawn=$(cd "$BATS_TEST_TMPDIR/gallery/doc" && ls pictures/*)
	assert_equal "$(grep -oE 'pictures/[a-z-]+\.svg\)' doc/gallery.md | tr -d ')' | sort)" "$drawn"
	assert_equal "$(cd doc && ls pictures/*.svg)" "$drawn"
	for picture in $drawn; do
		[ "$(stat -c %s "doc/$picture")" -lt 30000 ] || fail "$picture is large"
		diff <(grep -o '<text>.*' "doc/$picture") <(grep -o '<text>.*' "$BATS_TEST_TMPDIR/gallery/doc/$picture")
	done
}

@test "the manual pages have no mistakes that mandoc finds" {
	run mandoc -T lint -W warning doc/strat_eval*.1
	assert_success
	assert_output ''
}

@test "each command has a manual page, and each option of its table is there" {
	source "$BUILD/completion/strat_eval.bash"
	{ _strat_eval_commands && echo :; } | _strat_eval_names > "$BATS_TEST_TMPDIR/commands"
	[ "$(wc -l < "$BATS_TEST_TMPDIR/commands")" -ge 9 ]
	while IFS= read -r command; do
		manual_as_text "${command%% *}" > "$BATS_TEST_TMPDIR/manual"
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

@test "the manual page names no measure that the program lacks" {
	names=$(sed -n '/^\.Sh MEASURES/,/^\.Ss Nicknames/s/^\.It Sy //p' doc/strat_eval.1)
	run "$STRAT_EVAL" -h $(printf -- '-m %s ' $names)
	assert_success
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

@test "measures.md is what help measures prints" {
	"$STRAT_EVAL" help measures | diff doc/measures.md - ||
		fail 'doc/measures.md: write it again (make measures-page)'
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
